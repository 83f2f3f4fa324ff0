"""What a phone has to fetch before the first page is there, measured from the real responses."""

from __future__ import annotations

import gzip

from playwright.sync_api import Browser, Response, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.serving import Serving
from tests.browser.table import Table

from fracas.engine.registry import load_ruleset, ruleset_ids

MOST_BYTES = 200_000


def sent(response: Response) -> int:
    """Bytes of one response: as it came where it was compressed, else as gzip would make it."""
    if "gzip" in (response.header_value("content-encoding") or ""):
        return int(response.request.sizes()["responseBodySize"])
    body = response.body()
    return min(len(body), len(gzip.compress(body, 6)))


def test_a_seat_is_taken_with_less_than_200_kilobytes(serving: Serving, chromium: Browser, watch: Watch) -> None:
    ruleset = load_ruleset(ruleset_ids()[0])
    table = Table(serving, chromium, watch)
    table.set_up(ruleset.name, ruleset.scenarios()[0].title)
    context = watch.context(chromium, **PHONE)
    page = context.new_page()
    seen: list[Response] = []
    page.on("response", seen.append)
    page.goto(table.link(table.seats()[0]))
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    sizes = {response.url: sent(response) for response in seen}
    assert any(url.endswith(".js") for url in sizes), sizes
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert all(url.startswith(serving.base) for url in sizes), "something came from elsewhere"
