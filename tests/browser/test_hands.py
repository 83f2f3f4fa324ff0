"""Fast hands, counted: ten foes in at most 35 inputs, an attack in at most 6 keystrokes, a click that attacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import SCENES, Crowd
from tests.browser.gm import token
from tests.browser.hands import aimed, attack_by_keys, click_a_foe, face_to_face, ten_foes
from tests.browser.playing import panel
from tests.browser.scenes import TUTORIAL, scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Table

MOST_INPUTS = 35
MOST_KEYS = 6


@pytest.mark.parametrize("id", SCENES)
def test_ten_foes_move_and_attack(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    gm = Table(serving, chromium, watch).gm
    crowd = Crowd(serving, gm, id, bots=False)
    assert ten_foes(gm, crowd) <= MOST_INPUTS
    assert aimed(crowd) == set(crowd.ids)


@pytest.mark.parametrize("id", shared_out(3))
def test_an_attack_by_keys(id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    table = Table(serving, chromium, watch)
    if id == TUTORIAL:
        face_to_face(table, scene_of(id, site))
        names = table.gm.names()
    else:
        crowd = Crowd(serving, table.gm, id, bots=False)
        names = [*crowd.names.values(), *[f"Foe {who[6:]}" for who in crowd.ids]]
    assert attack_by_keys(table.gm, names) <= MOST_KEYS


@pytest.mark.parametrize("id", shared_out(0))
def test_a_click_on_a_foe_attacks_it(id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    table, scene = Table(serving, chromium, watch), scene_of(id, site)
    face_to_face(table, scene)
    gm, box = table.gm, panel(table.gm)
    foe = click_a_foe(gm)
    expect(box.get_by_role("list", name="Odds")).to_be_visible()
    if id == "cap_check":
        expect(box.get_by_role("group", name="Instead")).to_be_visible()
    yes = box.locator("[data-key=confirm]")
    expect(yes).to_contain_text(foe)
    expect(yes).to_be_enabled()
    deeds = gm.region("Log").locator("li.deed")
    before = deeds.count()
    token(gm, foe).click(force=True)
    expect(box).to_have_count(0)
    # Whoever may react to it is asked first.
    expect(deeds.nth(before).or_(gm.prompts().first).first).to_be_attached()
