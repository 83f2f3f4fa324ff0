"""One's own things in a browser: a creature made by form and an encounter with it, started and seen at the table; in a
ruleset of ours and in the tutorial's tiny one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving


def make(page: Page, button: str, game: str, name: str, like: re.Pattern[str]) -> None:
    """Fill in the sheet for something new, starting from an existing one."""
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_label("Game").select_option(label=game)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("radio", name=like).first.check()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def last_is(page: Page, kind: str) -> None:
    """The last of the people of an encounter is of this kind, and called as it is."""
    page.get_by_role("tab", name="People").click()
    page.get_by_role("list").last.get_by_role("button").last.click()
    foe = page.get_by_role("region", name="Whom you chose")
    foe.get_by_label("Creature *").fill(kind)
    foe.get_by_label("Name", exact=True).fill("")


@pytest.mark.parametrize(
    ("game", "field", "wrong", "right", "plan"),
    [("Standoff", "Grit", "77", "5", "High noon"), ("Crisis Mode", "Brawn *", "77", "9", "Ambush")],
)
def test_a_creature_of_ones_own_is_made_and_played(
    serving: Serving, chromium: Browser, watch: Watch, game: str, field: str, wrong: str, right: str, plan: str
) -> None:
    page = watch.context(chromium).new_page()
    page.goto(serving.host_link)
    page.get_by_role("link", name="Your campaigns").click()
    page.get_by_label("A new campaign").fill(f"Nights of {game}")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=f"Nights of {game}")).to_be_visible()
    campaign = page.url

    make(page, "New creature or thing", game, "Old Gristle", re.compile("built in"))
    if not page.get_by_label(field, exact=True).is_visible():
        page.get_by_text(re.compile("more that can be left out")).first.click()
    page.get_by_label(field, exact=True).fill(wrong)
    expect(page.get_by_text(re.compile("Expected a whole number"))).to_be_visible()
    look_closely(page, "a form with a fault")
    page.get_by_label(field, exact=True).fill(right)
    expect(page.get_by_role("complementary", name="How it would look in play").get_by_text("%").first).to_be_visible()
    save(page)

    page.goto(campaign)
    make(page, "New encounter", game, "A long night", re.compile(plan))
    last_is(page, "old-gristle")
    save(page)
    page.goto(campaign)
    look_closely(page, "a campaign")
    page.get_by_role("button", name="Start A long night").click()
    expect(page.get_by_role("heading", name="A long night").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Start")).first.click()
    expect(page.get_by_text("Old Gristle").first).to_be_visible()
    page.goto(f"{serving.base}/campaigns")
    look_closely(page, "all campaigns")
