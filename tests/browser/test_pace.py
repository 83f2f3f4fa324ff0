"""How fast what happens is shown: not at all, quickly or slowly, as each page has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import ruling, talk
from tests.browser.playing import begin
from tests.browser.scenes import scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

LASTING = """
window.lasted = [];
const since = new Map();
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) if (node.classList?.contains("float")) since.set(node, performance.now());
    for (const node of change.removedNodes)
      if (since.has(node)) window.lasted.push(performance.now() - since.get(node));
  }
}).observe(document, { subtree: true, childList: true });
"""
"""How long words stood above tokens."""


@pytest.fixture
def unhurried(pages: Path, site: Path, tmp_path: Path) -> Iterator[Serving]:
    """A server whose bots take a moment: what is too fast is shown at once, whatever the pace."""
    with Serving(tmp_path / "data", site, bot_pause=1.5) as running:
        yield running


def watching(table: Table, name: str, link: str, pace: str) -> Page:
    """A spectator who chose a pace in the sheet of keys and help."""
    person: Person = table.person(name)
    person.context.add_init_script(LASTING)
    person.open(link)
    expect(person.heading("At the table")).to_be_visible()
    person.button("Help and keys").click()
    person.page.get_by_label("What happens is shown on the board").select_option(pace)
    person.button("Close").click()
    return person.page


@pytest.mark.parametrize("id", shared_out(2))
def test_each_page_shows_it_at_its_own_pace(
    id: str, unhurried: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(unhurried, chromium, watch), scene_of(id, site)
    table.set_up(scene.ruleset.name, scene.title, "7")
    link = table.link("watch")
    off, quick, slow = [watching(table, pace, link, pace) for pace in ("off", "quick", "slow")]
    table.start()
    begin(table.gm)
    page = table.gm.page
    close = ruling("move", targets=[scene.foe_id], squares=[scene.beside[0]])
    bots = [("side", scene.side), ("side", scene.foes), ("seat", "gm")]
    seats = [{"type": "bot", "scope": scope, "name": name, "on": True} for scope, name in bots]
    talk(page, page.url.split("/")[4], [close, *seats])
    for one in (quick, slow):
        one.wait_for_function("() => window.lasted.length > 2", polling=200, timeout=90_000)
    middle = "window.lasted.sort((a, b) => a - b)[Math.floor(window.lasted.length / 2)]"
    assert slow.evaluate(middle) > 1.3 * quick.evaluate(middle)
    assert off.evaluate("window.lasted.length") == 0
    deeds = off.get_by_role("region", name="What just happened").get_by_role("listitem")
    expect(deeds.or_(off.get_by_text("Over: ")).first).to_be_visible()
