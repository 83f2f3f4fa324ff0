"""An encounter without a mouse: from the host's link to the first turns, by keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.hands import hand_on
from tests.browser.playing import choices, open_actions, panel
from tests.browser.scenes import TUTORIAL, scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Person, Table, controls

MOST_TABS = 120


def focused(person: Person) -> str:
    """What has the focus, as a screen reader says it; nothing where the focus cannot be seen."""
    said = person.page.evaluate(
        """() => {
            const at = document.activeElement;
            const shown = getComputedStyle(at);
            const ring = shown.outlineStyle !== "none" || shown.boxShadow !== "none" || at.closest("label") !== null;
            const name = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
            return [at.matches(":focus-visible") ? ring : true, (name ?? "").replace(/\\s+/g, " ").trim()];
        }"""
    )
    assert said[0], f"the focus on {said[1]!r} cannot be seen"
    return str(said[1])


def tab_to(person: Person, name: str) -> None:
    """Tab on until the focus is there."""
    passed = []
    for _ in range(MOST_TABS):
        person.page.keyboard.press("Tab")
        passed.append(focused(person))
        if re.search(name, passed[-1]):
            return
    raise AssertionError(f"no way by Tab to {name}: {passed}")


def press(person: Person, name: str) -> None:
    tab_to(person, name)
    person.page.keyboard.press("Enter")


@pytest.mark.parametrize("id", shared_out(2))
def test_by_keys_alone(id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    scene = scene_of(id, site)
    gm = Table(serving, chromium, watch).gm
    keys = gm.page.keyboard
    gm.open(serving.host_link)
    expect(gm.heading("Run an encounter")).to_be_visible()
    expect(gm.page.get_by_role("radio").first).to_be_visible()
    press(gm, "^" + re.escape(scene.ruleset.name))
    press(gm, re.escape(scene.title))
    press(gm, "Start$")
    expect(gm.heading("At the table")).to_be_visible()
    press(gm, "^Start$")
    expect(gm.order).to_be_visible()
    expect(gm.actions.get_by_role("button").first).to_be_visible()
    moved, acted = id == TUTORIAL, False  # there nobody walks
    word = gm.actions.get_by_role("group", name="Next", exact=True).get_by_role("button")
    for _ in range(20):
        if gm.over() or (moved and acted):
            break
        if word.count():
            said = word.inner_text()
            press(gm, "^" + re.escape(said))
            expect(word.and_(gm.button(said))).to_have_count(0)
            continue
        if answer(gm):
            continue
        moved = walk(gm) or moved
        acted = strike(gm, [row.name for row in gm.rows()]) or acted
        hand_on(gm)
    assert moved and acted
    while answer(gm):
        pass
    keys.press("Control+z")
    expect(gm.region("Log").get_by_text("Undone:").first).to_be_attached()
    keys.press("?")
    expect(gm.page.get_by_role("dialog", name="Keys and help")).to_be_visible()
    keys.press("Escape")
    expect(gm.page.get_by_role("dialog")).to_have_count(0)


def answer(gm: Person) -> bool:
    """Let what is asked pass, or take its first answer."""
    asked = choices(gm)
    if asked:
        press(gm, "^" + re.escape("Pass" if "Pass" in asked else asked[0]))
        gm.page.wait_for_timeout(200)
    return bool(asked)


def walk(gm: Person) -> bool:
    """One square in any direction that the referee allows."""
    if not open_actions(gm)[0]:
        return False
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        gm.page.locator("body").evaluate("() => document.activeElement?.blur()")
        gm.page.keyboard.press(arrow)
        yes = panel(gm).get_by_role("button").last
        expect(yes).to_be_visible()
        gm.page.wait_for_timeout(300)
        if yes.is_enabled():
            gm.page.keyboard.press("Enter")
            expect(panel(gm)).to_have_count(0)
            return True
        gm.page.keyboard.press("Escape")
    return False


def strike(gm: Person, names: list[str]) -> bool:
    """The first action of the hotbar that can be done, with its target chosen by Tab."""
    expect(gm.actions.locator("[aria-busy=true]")).to_have_count(0)
    for number in gm.actions.locator(".act .key").all_inner_texts():
        gm.page.keyboard.press(number)
        box = panel(gm)
        expect(box).to_be_visible()
        open_ones = [one.name for one in controls(box.aria_snapshot()) if "✕" not in one.name]
        for name in [name for name in names if any(one.startswith(name) for one in open_ones)][:1]:
            press(gm, rf"^(\d )?{re.escape(name)}")
        yes = box.get_by_role("button").last
        gm.page.wait_for_timeout(300)
        said = yes.inner_text().split("\n")[0]
        if yes.is_enabled() and "Tap a square" not in box.inner_text() and said:
            press(gm, "^" + re.escape(said))
            gm.page.wait_for_timeout(300)
            if not box.count():
                return True
        gm.page.keyboard.press("Escape")
        gm.page.keyboard.press("Escape")
        expect(box).to_have_count(0)
    return False
