"""After the fight: its plots on the page and in the replay, in two rulesets, each seat with its own figures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.test_replay import import_game

from fracas.engine.command import GM, Command
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.session.bots import Bots, make_policy
from fracas.session.session import Session

MOVES = 60


def fought_out(id: str) -> Session:
    """A fight of bots, ended by the GM where it has not come to an end."""
    ruleset = load_ruleset(id)
    session = Session(Game(ruleset, ruleset.start(ruleset.scenarios()[0].id, {}, ["after", "after gm"])))
    bots = Bots(session, lambda who: True, lambda seat: make_policy("easy", 1))
    for _ in range(MOVES):
        if not session.game.state.over and bots.is_due():
            bots.move()
    if not session.game.state.over:
        session.rule(Command(GM, "end", thing="heroes"), "", GM)
    return session


def shown_after(page: Page) -> None:
    expect(page.get_by_text("The encounter is over", exact=True).first).to_be_visible()
    expect(page.get_by_role("heading", name="Harm by source")).to_be_visible()


@pytest.mark.parametrize("id", ["crisis_mode", "crisis_3d6"])
def test_the_figures_of_a_fight(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    session = fought_out(id)
    foe = next(one.name for one in session.game.state.combatants.values() if one.seat == GM)
    context = watch.context(chromium)
    url = import_game(context, serving, session.game.save())
    page = context.new_page()
    page.goto(f"{serving.base}{url}")
    shown_after(page)
    expect(page.get_by_role("img", name="Luck over")).to_be_visible()
    used = page.locator("section", has=page.get_by_role("heading", name="Used and missed")).last
    expect(used.get_by_role("rowheader", name=foe, exact=True)).to_be_visible()
    look_closely(page, "after the fight")
    mine = page.get_by_role("group", name="Whose figures").get_by_role("button", name="Mine")
    mine.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Harm we did")).to_be_visible()
    text = context.request.get(serving.base + str(page.get_by_role("link", name="Figures").get_attribute("href")))
    assert text.ok and text.text().startswith("# ") and "## Harm by source" in text.text()

    page.goto(f"{serving.base}{url}/replay")
    page.get_by_label("Seen by").select_option("player1")
    expect(page.get_by_role("slider")).to_have_value("0")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Used and missed")).to_be_visible()
    assert (
        page.locator("section", has=page.get_by_role("heading", name="Used and missed"))
        .last.get_by_role("rowheader", name=foe, exact=True)
        .count()
        == 0
    ), "what foes let pass is the GM's"
