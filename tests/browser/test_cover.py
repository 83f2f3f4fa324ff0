"""A covered map in the browser: the GM uncovers it by brush, room, key and name; players see no more than they may."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

PICTURES = os.environ.get("FRACAS_PICTURES", "")


def picture(page: Page, name: str) -> None:
    """For whoever wants to look at it."""
    if PICTURES:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(300)
            page.screenshot(path=Path(PICTURES) / f"{name}-{theme}.png")
        page.emulate_media(color_scheme="light")


def covered(person: Person) -> int:
    """How many squares this page draws as covered."""
    drawn = person.page.locator("[data-board] [data-covered]")
    return sum(drawn.evaluate_all("all => all.map(one => Number(one.dataset.covered))"))


def expect_covered(person: Person, count: int) -> None:
    for _ in range(50):
        if covered(person) == count:
            return
        person.page.wait_for_timeout(100)
    raise AssertionError(f"{covered(person)} squares are covered, expected {count}")


def test_the_gm_uncovers_a_map_and_players_see_what_is_shown(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Crisis Mode", "The warden's cells")
    ann = table.seat_player(table.seats()[0], "Ann")
    table.start()
    gm = table.gm
    expect_covered(gm, 60)
    expect_covered(ann, 60)
    expect(ann.page.get_by_text("Barrow guard")).to_have_count(0)
    picture(ann.page, "player-covered")
    look_closely(ann.page, "a covered map")

    gm.page.get_by_role("tab", name="GM tools").click()
    gm.page.get_by_text("Covered map", exact=True).click()
    expect(gm.page.get_by_text("60 of 90 squares are covered")).to_be_visible()
    picture(gm.page, "gm-tools")
    look_closely(gm.page, "the tools of a covered map")
    gm.button("Uncover Guardroom").click()
    expect_covered(ann, 36)
    expect(ann.page.get_by_role("img", name=re.compile("36 squares unknown"))).to_be_visible()
    ann.reads("The GM uncovers f1-i6: Barrow guard 1 at g3, Barrow guard 2 at i4")
    picture(ann.page, "player-guardroom")

    gm.button("Cover with a brush").click()
    expect(gm.page.get_by_role("group", name="Brush")).to_be_visible()
    x, y = gm.square("b2")
    gm.page.mouse.move(x, y)
    gm.page.mouse.down()
    gm.page.mouse.move(*gm.square("d2"), steps=6)
    picture(gm.page, "gm-brush")
    look_closely(gm.page, "the brush")
    gm.page.mouse.up()
    # Those on which heroes stand stay known.
    expect_covered(ann, 37)

    gm.button("Uncover", gm.page.get_by_role("group", name="Brush")).click()
    gm.page.get_by_role("img", name=re.compile("^Board")).focus()
    gm.page.keyboard.press("ArrowRight")
    for _ in range(20):
        gm.page.keyboard.press("ArrowLeft")
        gm.page.keyboard.press("ArrowUp")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        gm.page.keyboard.press(key)
    expect_covered(ann, 36)
    gm.button("Room", gm.page.get_by_role("group", name="Brush")).click()
    gm.tap_square("l3")
    expect_covered(ann, 0)
    gm.page.keyboard.press("Escape")
    expect(gm.page.get_by_role("group", name="Brush")).to_have_count(0)

    gm.page.get_by_label("By name").fill("j1-o6")
    gm.button("Cover", gm.page.locator("form").filter(has=gm.page.get_by_label("By name"))).click()
    expect_covered(ann, 36)
    gm.button("Undo").first.click()
    expect_covered(ann, 0)


def test_a_phone_uncovers_by_touch(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Crisis Mode", "The warden's cells")
    table.start()
    gm = table.gm
    gm.page.set_viewport_size({"width": 390, "height": 844})
    gm.page.locator("[data-board]").wait_for()
    gm.page.get_by_role("tab", name=re.compile("GM")).last.click()
    gm.page.get_by_text("Covered map", exact=True).click()
    picture(gm.page, "phone-tools")
    gm.button("Uncover a room").click()
    picture(gm.page, "phone-brush")
    look_closely(gm.page, "the brush on a phone")
    gm.tap_square("g3")
    # The doorway to the vault belongs to the vault.
    expect_covered(gm, 31)
