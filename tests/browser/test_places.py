"""A board of places instead of squares: people walk from place to place, and places are pointed at."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import ruling, talk
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Table
from tests.browser.test_show import LOOKING, wait_for

from fracas.engine.board import Places
from fracas.engine.registry import load_ruleset

RULESET, SCENARIO = "phases_of_play", "counting-house-told"


def test_people_walk_and_places_are_pointed_at(serving: Serving, chromium: Browser, watch: Watch) -> None:
    ruleset = load_ruleset(RULESET)
    enc = ruleset.start(SCENARIO, {}, ["", ""])
    assert isinstance(enc.board, Places)
    who = next(iter(enc.combatants.values()))
    goal = next(place for place in enc.board.places if place.key != enc.board.name(who.pos))
    table = Table(serving, chromium, watch)
    table.set_up(ruleset.name, ruleset.content.scenarios[SCENARIO].title, "7")
    ann = table.person("Ann", reduced_motion="no-preference")
    ann.context.add_init_script(LOOKING)
    ann.take_seat(table.link(table.seats()[0]))
    table.start()
    expect(ann.order).to_be_visible()
    page = table.gm.page
    talk(page, page.url.split("/")[4], [ruling("move", targets=[who.id], squares=[goal.key])])
    wait_for(ann.page, "walks")
    there = ann.page.get_by_role("region", name=goal.name, exact=True)
    expect(there.get_by_role("button", name=who.name)).to_be_visible()

    place = page.get_by_role("region", name=goal.name, exact=True).get_by_role("heading")
    box = place.bounding_box()
    assert box
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    expect(there.get_by_text("points here")).to_be_visible()
    page.mouse.up()
    look_closely(ann.page, "a place that somebody points at")
