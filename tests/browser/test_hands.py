"""Fast hands, counted: ten foes in at most 35 inputs, an attack in at most 6 keystrokes, a click that attacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import SCENES, Crowd
from tests.browser.gm import token
from tests.browser.hands import aimed, attack_by_keys, hand_on, ten_foes
from tests.browser.playing import begin, panel
from tests.browser.scenes import scene_of
from tests.browser.serving import Serving
from tests.browser.table import Table

MOST_INPUTS = 35
MOST_KEYS = 6
IDS = list(SCENES)


@pytest.mark.parametrize("id", IDS)
def test_ten_foes_move_and_attack(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, id, bots=True)
    assert ten_foes(gm, crowd) <= MOST_INPUTS
    assert len(aimed(crowd)) >= 4, aimed(crowd)


@pytest.mark.parametrize("id", IDS)
def test_an_attack_by_keys(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, id, bots=False)
    everybody = [*crowd.names.values(), *[f"Foe {who[6:]}" for who in crowd.ids]]
    assert attack_by_keys(gm, everybody) <= MOST_KEYS


def test_an_attack_by_keys_in_the_tutorials_ruleset(
    serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(serving, chromium, watch), scene_of("standoff", site)
    table.set_up(scene.ruleset.name, scene.title, scene.seed)
    table.start()
    begin(table.gm)
    assert attack_by_keys(table.gm, table.gm.names()) <= MOST_KEYS


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
        hand_on(gm)
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
