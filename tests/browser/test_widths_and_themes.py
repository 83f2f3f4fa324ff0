"""Every page and state: nothing for axe in either theme, and no page scrolls sideways at any width."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.playing import begin, open_actions
from tests.browser.scenes import Scene, scene_of
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.registry import load_ruleset, ruleset_ids

GROUND = "one => getComputedStyle(one).backgroundColor"


@pytest.fixture
def table(serving: Serving, chromium: Browser, watch: Watch) -> Table:
    return Table(serving, chromium, watch)


def test_pages_without_a_table(table: Table, serving: Serving, watch: Watch) -> None:
    watch.expect("/api/tables")  # Without the host's link the list of tables is refused, and Chromium says so.
    gm = table.gm
    gm.open(serving.base + "/")
    expect(gm.heading("You have no key to this server yet")).to_be_visible()
    look_closely(gm.page, "start page without the host's link")
    gm.open(serving.host_link)
    expect(gm.heading("Run an encounter")).to_be_visible()
    gm.page.get_by_role("radio").first.click()
    expect(gm.heading("2 Scenario")).to_be_visible()
    gm.page.get_by_text("Options", exact=True).click()
    look_closely(gm.page, "start page with options")
    gm.page.get_by_role("radiogroup", name="2 Scenario").get_by_role("radio").first.click()
    start = gm.button(re.compile("Start$"))
    ground = start.evaluate(GROUND)
    start.hover()
    assert start.evaluate(GROUND) == ground, "under the pointer its light letters keep their dark ground"
    gm.open(f"{serving.base}/rules/{ruleset_ids()[0]}")
    expect(gm.page.get_by_role("heading", level=2).first).to_be_visible()
    look_closely(gm.page, "rules")
    gm.open(serving.base + "/join")
    expect(gm.heading("This link does not open")).to_be_visible()
    look_closely(gm.page, "a link without its key")


def test_lobby_table_and_end(table: Table, site: Path) -> None:
    scene = scene_of(ruleset_ids()[1], site)
    gm, ann, sam = gather(table, scene)
    look_closely(gm.page, "the GM's lobby with links")
    look_closely(ann.page, "a player's lobby")
    look_closely(sam.page, "a spectator's lobby")
    table.start()
    begin(gm)
    look_closely(sam.page, "spectator's screen")
    look_closely(ann.page, "a player's table")
    moves, deeds = open_actions(gm)
    for one in [*moves[:1], *deeds[:1]]:
        gm.actions.get_by_role("button", name=one.name, exact=True).first.click()
        look_closely(gm.page, f"the action {one.name}")
        gm.page.keyboard.press("Escape")
    gm.button("Board as text").click()
    look_closely(gm.page, "the board in words")
    gm.button("Board as text").click()
    running.tools(gm)
    for summary in gm.region("Log and dice").locator("summary").all():
        summary.click()
    look_closely(gm.page, "all tools of the GM")
    ann.button("Help and keys").click()
    look_closely(ann.page, "keys and help")
    ann.button("Close").click()
    ann.button("Your seat").click()
    look_closely(ann.page, "one's own seat")
    ann.button("Close").click()
    gm.button("Change its icon").click()
    look_closely(gm.page, "picking an icon")
    gm.button("Close").click()
    ann.region("Log and dice").get_by_role("button", name="Roll").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Roll", exact=True).click()
    look_closely(ann.page, "roll any dice")
    ann.button("Close").click()
    running.end(gm, scene.side)
    for person in (gm, ann, sam):
        expect(person.page.get_by_text("The encounter is over", exact=True).first).to_be_visible()
        look_closely(person.page, f"the end, for {person.name}")


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_ruleset_on_every_width(id: str, table: Table) -> None:
    """Its last scenario too, which may be told without a grid."""
    ruleset = load_ruleset(id)
    table.set_up(ruleset.name, ruleset.scenarios()[-1].title)
    table.start()
    begin(table.gm)
    look_closely(table.gm.page, f"{id}: the GM's table")


def gather(table: Table, scene: Scene) -> tuple[Person, Person, Person]:
    table.set_up(scene.ruleset.name, scene.title)
    return table.gm, table.seat_player(table.seats()[0], "Ann"), table.seat_spectator()
