"""Fast hands of a GM, counted: ten foes who move and attack, and an attack by keys alone."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect
from tests.browser.crowd import Crowd, ruling, talk
from tests.browser.gm import token
from tests.browser.playing import begin, lead, let_pass, panel
from tests.browser.scenes import Scene
from tests.browser.table import Person, Table


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
    for _ in range(250):
        if crowd.gm.over() or re.search("All done|Stopped", " ".join(several.all_inner_texts())):
            return
        state = crowd.state()
        if crowd.answer_for_foes(state):
            hands.count += 2
        else:
            crowd.pass_for_heroes(state)
        crowd.page.wait_for_timeout(120)
    raise AssertionError(several.inner_text())


def ten_foes(gm: Person, crowd: Crowd) -> int:
    """All ten move and attack one of the heroes; how many keys and clicks that took."""
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
    said = " ".join(several.all_inner_texts())
    assert gm.over() or "Stopped" not in said, said
    return hands.count


def attack_by_keys(gm: Person, names: list[str]) -> int:
    """Whoever is in turn attacks somebody, the first who can; how many keys the attack took. The focus stays on the
    page all the while."""
    box, keys = panel(gm), gm.page.keyboard
    for _ in range(30):
        if gm.prompts().count():
            keys.press("r")
            keys.press("Enter")
            gm.page.wait_for_timeout(200)
            continue
        expect(gm.actions.get_by_role("button").first).to_be_visible()
        for number in gm.actions.locator(".act .key").all_inner_texts()[:9]:
            pressed = [number]
            keys.press(number)
            gm.page.wait_for_timeout(100)
            if box.locator(".target .key").count() and "✕" not in box.locator(".target").first.inner_text():
                assert focus(gm) != "BODY"
                pressed.append("1")
                keys.press("1")
                confirm = box.locator("[data-key=confirm]")
                if allowed(confirm) and any(name in confirm.inner_text() for name in names):
                    pressed.append("Enter")
                    keys.press("Enter")
                    expect(box).to_have_count(0)
                    assert focus(gm) != "BODY"
                    return len(pressed)
            keys.press("Escape")
            expect(box).to_have_count(0)
            assert focus(gm) != "BODY"
        hand_on(gm)
    raise AssertionError("nobody ever had somebody to attack")


def face_to_face(table: Table, scene: Scene) -> None:
    """A fight about to begin, with a foe beside the first of the heroes."""
    table.set_up(scene.ruleset.name, scene.title, scene.seed)
    table.start()
    begin(table.gm)
    beside(table, scene)


def beside(table: Table, scene: Scene) -> None:
    """A ruling: the foe stands next to the first of the heroes."""
    page = table.gm.page
    talk(page, page.url.split("/")[4], [ruling("move", targets=[scene.foe_id], squares=[scene.beside[0]])])


def click_a_foe(gm: Person) -> str:
    """Clicks on those on the other side than whoever is in turn, until one brings an attack up; who that is."""
    for _ in range(40):
        if let_pass(gm) or lead(gm):
            gm.page.wait_for_timeout(200)
            continue
        rows = gm.rows()
        sides = {row.side for row in rows if row.active}
        for name in [row.name for row in rows if sides and row.side not in sides and not row.down]:
            token(gm, name).click(force=True)
            if comes_up(panel(gm)):
                return name
        gm.page.keyboard.press("Escape")
        hand_on(gm)
    raise AssertionError("nobody could attack anybody")


def comes_up(box: Locator) -> bool:
    """Is it shown within a moment?"""
    try:
        expect(box.first).to_be_visible(timeout=1_500)
    except AssertionError:
        return False
    return True


def allowed(yes: Locator) -> bool:
    """Does the referee let it be done? It may take a look first."""
    try:
        expect(yes).to_be_enabled(timeout=2_000)
    except AssertionError:
        return False
    return True


def hand_on(gm: Person) -> None:
    """End the turn by its key, and see another begin or somebody asked."""
    before = gm.order.inner_text()
    gm.page.keyboard.press("n")
    changed = "text => document.querySelector('aside').innerText !== text || document.querySelector('.prompt')"
    with suppress(TimeoutError):
        gm.page.wait_for_function(changed, arg=before, timeout=2_000)


def focus(gm: Person) -> str:
    return str(gm.page.evaluate("() => document.activeElement.tagName"))
