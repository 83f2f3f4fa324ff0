"""What a phone has to fetch before the first page is there, measured from the real responses."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.serving import Serving
from tests.browser.table import Table

from fracas.engine.registry import load_ruleset, ruleset_ids

MOST_BYTES = 250_000


def sent(context: BrowserContext, url: str) -> int:
    """Bytes of one response, compressed as the server sends it to a browser."""
    reply = context.request.get(url, headers={"Accept-Encoding": "gzip"})
    body = reply.body()
    return len(gzip.compress(body, 6)) if reply.headers.get("content-encoding") == "gzip" else len(body)


def first_load(table: Table) -> dict[str, int]:
    """Everything a phone fetches from the link of a seat to the lobby, by address; nothing comes from elsewhere."""
    context = table.watch.context(table.browser, **PHONE)
    page = context.new_page()
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if request.method == "GET" else None)
    page.goto(table.link(table.seats()[0]))
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    assert all(url.startswith((table.serving.base, "data:")) for url in seen), "something came from elsewhere"
    return {url: sent(context, url) for url in seen if url.startswith(table.serving.base)}


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_seat_is_taken_with_at_most_250_kilobytes(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    ruleset = load_ruleset(id)
    table = Table(serving, chromium, watch)
    table.set_up(ruleset.name, ruleset.scenarios()[0].title)
    sizes = first_load(table)
    assert any(url.endswith(".js") for url in sizes), sizes
    assert sum(sizes.values()) <= MOST_BYTES, sizes
