"""Fast hands, counted: ten foes in at most 35 inputs, an attack in at most 6 keystrokes, a click that attacks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import SCENES, Crowd
from tests.browser.gm import token
from tests.browser.playing import panel
from tests.browser.serving import Serving
from tests.browser.table import Table

MOST_INPUTS = 35
MOST_KEYS = 6
IDS = list(SCENES)


class Counting:
    """Whatever a person does with mouse and keys, counted."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.count = crowd, 0

    def press(self, key: str) -> None:
        self.count += 1
        self.crowd.page.keyboard.press(key)

    def click_token(self, name: str) -> None:
        self.count += 1
        token(self.crowd.gm, name).click(force=True)


def aimed(crowd: Crowd) -> set[str]:
    """Which of the ten aimed at a hero, as the log tells it."""
    found: set[str] = set()
    for event in crowd.events():
        data = event["data"]
        targets = [data.get("target"), *(data["targets"] if isinstance(data.get("targets"), list) else [])]
        if any(target in crowd.heroes for target in targets):
            found.add(str(data.get("who")))
    return found & set(crowd.ids)


def wait_out(crowd: Crowd, hands: Counting, several: Locator) -> None:
    """Until all of it is done; foes and the GM, asked meanwhile, let it pass, by a key there and a key to pass."""
    for _ in range(100):
        if crowd.gm.over() or re.search("All done|Stopped", several.inner_text()):
            return
        if crowd.answer_for_foes():
            hands.count += 2
        crowd.page.wait_for_timeout(250)
    raise AssertionError(several.inner_text())


@pytest.mark.parametrize("id", IDS)
def test_ten_foes_move_and_attack(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, id, bots=True)
    hands, several = Counting(crowd), gm.actions.get_by_role("group", name="Several at once")
    gm.page.wait_for_timeout(500)
    standing = [one for one in crowd.state()["state"]["combatants"] if one["id"] in crowd.heroes]
    prey = next(one["name"] for one in standing if not one["down"] and not one["out"])
    hands.press("a")
    expect(several).to_contain_text("together")
    hands.click_token(prey)
    expect(gm.button(f"All at {prey}")).to_be_enabled()
    hands.press("Enter")
    wait_out(crowd, hands, several)
    assert gm.over() or "Stopped" not in several.inner_text(), several.inner_text()
    assert len(aimed(crowd)) >= 4, aimed(crowd)
    assert hands.count <= MOST_INPUTS
    print(f"{id}: ten foes in {hands.count} inputs, {len(aimed(crowd))} of them struck")


@pytest.mark.parametrize("id", IDS)
def test_an_attack_by_keys(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, id, bots=False)
    keys = Counting(crowd)
    box = panel(gm)
    for _ in range(30):
        if gm.prompts().count():
            gm.page.keyboard.press("r")
            gm.page.keyboard.press("Enter")
            gm.page.wait_for_timeout(200)
            continue
        expect(gm.actions.get_by_role("button").first).to_be_visible()
        numbers = gm.actions.locator(".act .key").all_inner_texts()
        for number in numbers[:9]:
            keys.count = 0
            keys.press(number)
            gm.page.wait_for_timeout(100)
            if box.locator(".target .key").count() and "✕" not in box.locator(".target").first.inner_text():
                assert focus(gm.page) != "BODY"
                keys.press("1")
                confirm = box.locator("[data-key=confirm]")
                expect(confirm).to_be_visible()
                gm.page.wait_for_timeout(800)
                if confirm.is_enabled() and any(name in confirm.inner_text() for name in names(crowd)):
                    keys.press("Enter")
                    expect(box).to_have_count(0)
                    assert focus(gm.page) != "BODY"
                    assert keys.count <= MOST_KEYS
                    print(f"{id}: an attack in {keys.count} keystrokes")
                    return
            gm.page.keyboard.press("Escape")
            expect(box).to_have_count(0)
            assert focus(gm.page) != "BODY"
        gm.page.keyboard.press("n")
        gm.page.wait_for_timeout(300)
    raise AssertionError("nobody ever had somebody to attack")


def names(crowd: Crowd) -> list[str]:
    return [*crowd.names.values(), *[f"Foe {who[6:]}" for who in crowd.ids]]


def focus(page: object) -> str:
    return str(page.evaluate("() => document.activeElement.tagName"))  # type: ignore[attr-defined]


def test_a_click_on_a_foe_attacks_it(serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, "crisis_mode", bots=False)
    hero = ""
    for _ in range(30):
        if gm.prompts().count():
            gm.page.keyboard.press("r")
            gm.page.keyboard.press("Enter")
            gm.page.wait_for_timeout(200)
            continue
        active = [row for row in gm.rows() if row.active]
        if active and active[0].side == "foes":
            for hero in [crowd.names[who] for who in crowd.heroes]:
                token(gm, hero).click(force=True)
                gm.page.wait_for_timeout(400)
                if panel(gm).count():
                    break
            if panel(gm).count():
                break
        gm.page.keyboard.press("Escape")
        gm.page.keyboard.press("n")
        gm.page.wait_for_timeout(300)
    box = panel(gm)
    expect(box.get_by_role("list", name="Odds")).to_be_visible()
    expect(box.get_by_role("group", name="Instead")).to_be_visible()
    yes = box.locator("[data-key=confirm]")
    expect(yes).to_contain_text(hero)
    expect(yes).to_be_enabled()
    before = len(crowd.events())
    token(gm, hero).click(force=True)
    expect(box).to_have_count(0)
    assert len(crowd.events()) > before
