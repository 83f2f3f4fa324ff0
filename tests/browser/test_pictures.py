"""Icons in a real browser: everybody on the board has one, the GM picks another, and credits say who drew them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.playing import begin, open_actions
from tests.browser.serving import Serving
from tests.browser.table import Table

from fracas.engine.registry import load_ruleset

DRAWN = "all => all.filter(one => one.getAttribute('d').length > 20).length"


@pytest.fixture
def table(serving: Serving, chromium: Browser, watch: Watch) -> Table:
    return Table(serving, chromium, watch)


def test_credits_are_a_page_of_their_own(table: Table, serving: Serving) -> None:
    gm = table.gm
    gm.open(serving.base + "/credits")
    expect(gm.heading("Icons made by lorc")).to_be_visible()
    expect(gm.page.locator("main [data-icon] path").first).to_be_attached()
    look_closely(gm.page, "credits")


def test_everybody_has_an_icon_and_the_gm_picks_another(table: Table) -> None:
    ruleset = load_ruleset("crisis_mode")
    table.set_up(ruleset.name, ruleset.content.scenarios["drake-in-the-mire"].title, seed="7")
    table.start()
    gm = table.gm
    begin(gm)
    board = gm.region("Board")
    tokens = board.locator("[data-who]").count()
    expect(board.locator("[data-who] > .icon")).to_have_count(tokens)
    assert board.locator("[data-who] > .icon").evaluate_all(DRAWN) == tokens
    assert board.locator("[data-who].large .rim").count() == 2
    gm.button("Change its icon").click()
    gm.page.get_by_label("Look for").fill("abacus")
    gm.button("abacus, by delapouite").click()
    chosen = board.locator("[data-icon=abacus]")
    expect(chosen).to_have_count(1)
    assert chosen.evaluate_all(DRAWN) == 1, "one that is in no content is asked for"


def test_aiming_draws_lines_and_range(table: Table) -> None:
    ruleset = load_ruleset("crisis_3d6")
    table.set_up(ruleset.name, ruleset.content.scenarios["ambush"].title, seed="7")
    table.start()
    gm = table.gm
    begin(gm)
    attack = next(one for one in open_actions(gm)[1] if "Attack" in one.name)
    gm.actions.get_by_role("button", name=attack.name, exact=True).first.click()
    board = gm.region("Board")
    expect(board.locator(".aiming .line").first).to_be_attached()
    expect(board.locator(".aiming .range")).to_have_count(1)
    look_closely(gm.page, "aiming")
