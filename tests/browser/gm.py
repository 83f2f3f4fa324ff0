"""The GM's hands: picking somebody on the board, hiding, adding, removing, ruling, pausing."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from tests.browser.table import Person


def token(gm: Person, name: str) -> Locator:
    """A token by its title, or a person in a place where the board is no grid."""
    drawn = gm.page.get_by_role("img", name=re.compile("^Board")).locator("g").filter(has=gm.page.locator("title"))
    return drawn.filter(has_text=re.compile(rf"^\s*{re.escape(name)}")).first


def pick(gm: Person, name: str) -> None:
    """Select somebody on the board, so that their card is shown."""
    token(gm, name).click()
    expect(gm.page.get_by_role("heading", name=name, exact=True, level=2)).to_be_visible()


def remove(gm: Person, name: str) -> None:
    pick(gm, name)
    remove_shown(gm, name)


def remove_shown(gm: Person, name: str) -> None:
    """Take the one whose card is open out of the encounter."""
    gm.button("Remove").first.click()
    gm.button("Remove").nth(1).click()
    expect(token(gm, name)).to_have_count(0)


def add(gm: Person, name: str, squares: list[str], hidden: bool = False) -> None:
    """One more of the first kind there is, put by pointing on the first of these squares that is free."""
    kind = gm.page.get_by_role("radiogroup", name="Kind").get_by_role("radio").first
    for square in squares:
        kind.click()
        gm.page.get_by_label("Name", exact=True).fill(name)
        gm.page.get_by_label("Hidden from the players").set_checked(hidden)
        gm.button("Choose its place").click()
        expect(gm.page.get_by_text(f"Choose where {name} goes.")).to_be_visible()
        gm.tap_square(square)
        notice = gm.page.get_by_role("status").filter(has_text=re.compile("."))
        expect(notice.last).not_to_contain_text("Choose where")
        for _ in range(20):
            # It may be put there before it is drawn.
            if token(gm, name).count() or gm.page.get_by_text(f"{name} stands at").count():
                return
            gm.page.wait_for_timeout(100)
    raise AssertionError(f"no free square for {name} among {squares}")


def put(gm: Person, name: str, square: str) -> None:
    """A ruling: drag somebody's token to a square of the board and say yes."""
    shown = token(gm, name).bounding_box()
    assert shown is not None
    x, y = gm.square(square)
    gm.page.mouse.move(shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2)
    gm.page.mouse.down()
    gm.page.mouse.move(x, y, steps=4)
    gm.page.mouse.up()
    gm.button("Put it there").click()


def tools(gm: Person, on: bool = True) -> None:
    gm.page.get_by_role("tab", name="GM tools" if on else "Log", exact=True).first.click()


def fold(gm: Person, name: str) -> Locator:
    """Open one fold of the GM's tools."""
    found = gm.page.get_by_role("group").filter(has=gm.page.get_by_text(name, exact=True))
    if found.first.get_attribute("open") is None:
        gm.page.get_by_text(name, exact=True).click()
    return found.first


def end(gm: Person, result: str) -> None:
    """A ruling: the encounter is over, with the tools open."""
    gm.button("End the encounter …").click()
    gm.page.get_by_label("Result").fill(result)
    gm.button("End it").click()


def give_condition(gm: Person, name: str) -> str:
    """A ruling: the first condition the ruleset has, given to somebody. Says which."""
    gm.select(name)
    gm.button("Condition", gm.card).click()
    choice = gm.card.get_by_label("Condition")
    expect(choice.get_by_role("option").nth(1)).to_be_attached()
    given = str(choice.get_by_role("option").nth(1).text_content())
    choice.select_option(given)
    gm.button(f"Give it to {name}", gm.card).click()
    return given


def weaken(gm: Person, name: str, fields: tuple[str, ...]) -> None:
    """A ruling: somebody is down to the last point of whatever it lives by."""
    gm.select(name)
    gm.button("Set", gm.card).first.click()
    what = gm.card.get_by_role("combobox", name="What", exact=True)
    expect(what.get_by_role("option").first).to_be_attached()
    known = what.get_by_role("option").evaluate_all("options => options.map(option => option.value)")
    what.select_option(next(field for field in fields if field in known))
    gm.card.get_by_role("textbox", name="Value", exact=True).fill("1")
    gm.button("Set", gm.card).last.click()
