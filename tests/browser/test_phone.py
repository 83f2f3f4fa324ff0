"""On a phone: tap the token, tap the square, tap it again; prompts and panes by taps alone."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.hands import beside
from tests.browser.playing import WAY, begin, in_words, lead, let_pass, panel
from tests.browser.scenes import scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

LONGEST = 90
"""Seconds: pages of a busy machine take a while to say whose turn it is, so tries are not counted."""


@pytest.mark.parametrize("id", shared_out(3, tutorial=False))
def test_a_token_is_moved_by_taps(id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    scene = scene_of(id, site)
    table = Table(serving, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title)
    bea = table.seat_player(table.seats()[0], "Bea", phone=True)
    table.start()
    begin(table.gm)
    wait_for_turn(table.gm, bea)
    in_words(bea, True)
    text = bea.region("Board").aria_snapshot()
    me = re.search(r'heading "As (.*) sees it, from ([a-z]+\d+)"', text)
    assert me
    goal = WAY.findall(text)[0][0]
    in_words(bea, False)
    bea.tap_square(me[2])
    bea.tap_square(goal)
    expect(panel(bea)).to_be_visible()
    bea.tap_square(goal)
    expect(panel(bea)).to_have_count(0)
    in_words(bea, True)
    expect(bea.region("Board").get_by_role("heading", name=f"As {me[1]} sees it, from {goal}")).to_be_visible()
    assert bea.page.get_by_role("tab", name="Log", exact=True).get_attribute("aria-describedby") == "unread"
    expect(bea.page.locator("#unread")).to_have_text(re.compile(r"^\d+ new$"))
    for pane, region in (("Card", "Card"), ("Log", "Log and dice"), ("Board", "Board")):
        bea.pane(pane)
        expect(bea.region(region)).to_be_visible()
        if pane == "Log":
            below = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
            assert bea.region("Log").evaluate(below) < 2, "the log opens at its newest line"
            expect(bea.page.locator("#unread")).to_have_count(0)


@pytest.mark.parametrize("id", shared_out(4))
def test_a_foe_is_attacked_by_taps(id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    scene = scene_of(id, site)
    table = Table(serving, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title, scene.seed)
    bea = table.seat_player(table.seats()[0], "Bea", phone=True)
    table.start()
    begin(table.gm)
    beside(table, scene)
    wait_for_turn(table.gm, bea)
    bea.tap_square(scene.beside[0])
    box = panel(bea)
    yes = box.locator("[data-key=confirm]")
    expect(yes).to_contain_text(scene.foe)
    expect(yes).to_be_enabled()
    bea.press(yes)
    expect(box).to_have_count(0)


HALF_SEEN = """() => {
    const order = document.querySelector("aside ol"), box = order.getBoundingClientRect();
    const rows = [...order.querySelectorAll("[data-row]")].map((row) => row.getBoundingClientRect());
    const active = order.querySelector("[aria-current=step]").getBoundingClientRect();
    const whole = rows.filter((row) => row.left >= box.left - 1 && row.right <= box.right - 19);
    const button = document.querySelector("aside [data-key=next]").getBoundingClientRect();
    return [whole.length, active.right <= box.right - 19 && active.left >= box.left - 1, box.right <= button.left];
}"""


@pytest.mark.parametrize("id", shared_out(2))
def test_the_order_is_seen_beside_the_button_that_ends_the_turn(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    scene = scene_of(id, site)
    table = Table(serving, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title, scene.seed)
    bea = table.seat_player(table.seats()[0], "Bea", phone=True)
    table.start()
    begin(table.gm)
    wait_for_turn(table.gm, bea)
    bea.page.wait_for_timeout(300)
    whole, active, apart = bea.page.evaluate(HALF_SEEN)
    assert whole >= min(3, len(bea.names())) and active and apart, (whole, active, apart)


def wait_for_turn(gm: Person, bea: Person) -> None:
    """The GM passes for everybody until the phone may act."""
    give_up = monotonic() + LONGEST
    while monotonic() < give_up:
        if "Your turn" in bea.title():
            return
        if let_pass(bea) or let_pass(gm) or lead(gm):
            continue
        foot = gm.order.get_by_role("button").last
        if foot.is_enabled():
            foot.click()
        gm.page.wait_for_timeout(150)
    raise AssertionError("the phone never had a turn")
