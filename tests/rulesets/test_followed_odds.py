"""Odds that follow only some readings of the dice are those that follow every one."""

from __future__ import annotations

import pytest
from tests.rulesets.test_told_odds import GAMES, MOST, positions

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator
from fracas.engine.ledger import Branch
from fracas.engine.odds import Odds, odds
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.text import parse_command
from fracas.lab.staging import staged

DUELS = {
    "cap_check": ["cast tamsin at c4 side heroes", "cast drowned-duke as foe at d4 side foes"],
    "crisis_3d6": ["cast anna at c4 side heroes", "cast bruno as foe at d4 side foes"],
    "phases_of_play": ["cast bob at c4 side heroes", "cast ogre as foe at d4 side foes"],
}
BLOWS = {"cap_check": "tamsin use blade-cut foe", "crisis_3d6": "anna attack foe", "phases_of_play": "bob melee foe"}


class Every(Enumerator):
    """Follows each number of how much, and each answer of a throw that another is compared with."""

    def __init__(self) -> None:
        super().__init__()
        self.every = True


class Hasty(Enumerator):
    """Sees no difference between what came of one number and of another."""

    def ended(self, branch: Branch) -> None:
        super().ended(Branch([]))


def told(ruleset: Ruleset, enc: Encounter, command: Command, source: Enumerator) -> tuple[dict[str, object], Odds]:
    found = odds(ruleset, enc, command, GM, source=source, most=MOST)
    said = found.to_json()
    del said["branches"], said["invited"]
    return said, found


@pytest.mark.parametrize("id", sorted(GAMES))
def test_in_random_play_odds_are_those_of_every_branch(id: str) -> None:
    ruleset = load_ruleset(id)
    for enc, _, command in positions(ruleset, GAMES[id]):
        every, all_of_them = told(ruleset, enc, command, Every())
        if not all_of_them.left_out:
            assert told(ruleset, enc, command, Enumerator())[0] == every, command


@pytest.mark.parametrize("id", sorted(DUELS))
def test_a_blow_takes_fewer_branches_and_comes_out_the_same(id: str) -> None:
    ruleset = load_ruleset(id)
    enc = staged(ruleset, *DUELS[id])
    command = parse_command(ruleset, enc, BLOWS[id])
    every, all_of_them = told(ruleset, enc, command, Every())
    some, found = told(ruleset, enc, command, Enumerator())
    assert some == every
    assert 3 < found.branches < 12 and found.branches <= all_of_them.branches


def test_where_different_things_come_of_two_numbers_those_between_are_followed() -> None:
    """The control: figures would be wrong without."""
    ruleset = load_ruleset("cap_check")
    enc = staged(ruleset, *DUELS["cap_check"])
    command = parse_command(ruleset, enc, BLOWS["cap_check"])
    assert told(ruleset, enc, command, Every())[0] != told(ruleset, enc, command, Hasty())[0]
