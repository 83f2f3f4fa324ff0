"""The tables of the source, row by row: what a fall does, and what a Wound brings."""

from __future__ import annotations

import pytest

from fracas.engine.registry import load_ruleset
from fracas.lab.script import read_script, run_script

RULES = load_ruleset("phases_of_play")
FALLS = [(2, 0, 0), (3, 3, 0), (5, 5, 0), (10, 10, 1), (15, 15, 1), (20, 20, 2), (25, 25, 2), (100, 100, 10)]
WOUNDS = {
    "10 1": "bloodied", "1": "blunted", "2": "charmed", "3": "dazed", "4": "frightened", "5": "restrained",
    "6": "silenced", "7": "slowed", "8": "susceptible", "9": "vulnerable",
}  # fmt: skip


@pytest.mark.parametrize(("units", "damage", "vitality"), FALLS)
def test_11_11_a_fall_of_so_many_units(units: int, damage: int, vitality: int) -> None:
    """Out of the air, so that nobody can catch hold; a Wound Test of 10 and a kind coin brings nothing."""
    script = f"""
cast harpy at c4 side foes
cast bob at k8 side heroes
start bob max-health 200
start bob health 200
start bob max-vitality 20
start bob vitality 20
start bob altitude {units}
{"dice 10 2" if vitality else ""}
* add-condition bob prone 1
= bob health {200 - damage}
= bob vitality {20 - vitality}
"""
    run_script(RULES, read_script(f"a fall of {units}", __file__, 1, script.splitlines()))


@pytest.mark.parametrize(("dice", "condition"), WOUNDS.items())
def test_14_7_the_wound_table(dice: str, condition: str) -> None:
    script = f"""
cast orc at d4 side foes
cast bob at c4 side heroes
start bob health 0
dice 6 {dice}
> orc melee bob
= bob has lasting-{condition}
"""
    run_script(RULES, read_script(f"a Wound of {dice}", __file__, 1, script.splitlines()))
