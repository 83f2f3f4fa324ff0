"""What stands in for numbers a seat does not know: two fillings that differ in all of them, look alike, tell nothing.

Odds for a seat compare the two (`test_told_odds.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fracas.engine.canon import canon
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator
from fracas.engine.odds import odds
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower
from fracas.engine.views import FRAIL, STURDY, Eyes, known

RULESETS = ("cap_check", "crisis_3d6", "crisis_mode", "phases_of_play")
SEEN = {
    "crisis_3d6": ["unseen_by"],
    "phases_of_play": ["bases"],
}
"""Fields that are filled in as they show: who can see whom, and ranges with all that adds to them."""
LEARNT = ["studied"]
"""Conditions by which everybody knows somebody's figures."""


def moments(ruleset: Ruleset, every: int = 5) -> Iterator[tuple[Encounter, str]]:
    """Random play of every scenario, and a seat of a player."""
    for number, info in enumerate(ruleset.scenarios()):
        enc = ruleset.start(info.id, {}, [f"fill {number}", f"fill {number} gm"])
        inline = Inline({}, RandomPolicy(number + 1))
        take_steps(ruleset, enc, inline, Thrower())
        for count in range(26):
            if enc.over or not ruleset.actors(enc):
                break
            if count % every == 0:
                yield enc, next(one.seat for one in enc.combatants.values() if one.seat != GM)
            chosen = next_command(ruleset, enc, inline)
            assert chosen is not None
            perform(ruleset, enc, chosen, inline, Thrower())
            take_steps(ruleset, enc, inline, Thrower())


def alike(ruleset: Ruleset, one: Combatant, frail: Combatant, sturdy: Combatant) -> list[str]:
    """Fields kept from players that are the same in both fillings."""
    first, second = frail.to_json(), sturdy.to_json()
    kept = [name for name in first if one.shape().seen[name] != "public" and name != "alias"]
    return [name for name in kept if name not in SEEN.get(ruleset.id, []) and first[name] == second[name]]


@pytest.mark.parametrize("id", RULESETS)
def test_the_fillings_differ_in_all_that_is_secret_and_in_nothing_that_shows(id: str) -> None:
    ruleset = load_ruleset(id)
    never_differs: set[str] | None = None
    looked = 0
    for enc, seat in moments(ruleset):
        frail, sturdy = known(ruleset, enc, seat, FRAIL), known(ruleset, enc, seat, STURDY)
        assert ruleset.invariants(frail) == ruleset.invariants(sturdy) == []
        eyes = Eyes(enc, seat)
        for who, one in frail.combatants.items():
            other, true = sturdy.combatants[who], enc.combatants[eyes.id_of(who)]
            if not ruleset.veiled(frail, who, seat):
                assert one.to_json() == other.to_json() == true.to_json()
                continue
            looked += 1
            for view in (one, other):
                shows = [name for name, kind in one.shape().seen.items() if kind == "public"]
                shows = [name for name in shows if name not in ("id", "conditions", *SEEN.get(id, []))]
                assert [view.to_json().get(name) for name in shows] == [true.to_json().get(name) for name in shows]
            same = set(alike(ruleset, one, one, other))
            if one.present and not [name for name in LEARNT if one.has(name)]:
                assert same <= FOLLOWS.get(id, set()), (who, same)
            never_differs = same if never_differs is None else never_differs & same
    assert looked and not never_differs


FOLLOWS = {
    "crisis_3d6": {"level", "durability", "speed", "ep", "used"},
}
"""What may follow from what is known: a level from its defence, that armour is gone or breath, Speed from reflexes."""


@pytest.mark.parametrize("id", RULESETS)
def test_the_fillings_follow_from_what_is_known(id: str) -> None:
    """A world whose secrets are others, and all of them, is filled in the same."""
    ruleset = load_ruleset(id)
    for enc, seat in moments(ruleset):
        for secrets in (FRAIL, STURDY):
            twin = known(ruleset, enc, seat, secrets)
            for filling in (FRAIL, STURDY):
                here, there = known(ruleset, enc, seat, filling), known(ruleset, twin, seat, filling)
                assert canon(here.to_json()) == canon(there.to_json())


@pytest.mark.parametrize("id", RULESETS)
def test_worlds_with_other_secrets_have_the_same_odds(id: str) -> None:
    ruleset = load_ruleset(id)
    for enc, seat in moments(ruleset, 6):
        twin = known(ruleset, enc, seat, STURDY)
        for who in [who for who in ruleset.actors(enc) if enc.seat_of(who) == seat]:
            for choice in ruleset.menu(known(ruleset, enc, seat), who):
                command = choice.command(choice.size - 1)
                if not ruleset.actions[command.verb].foretold:
                    continue
                here, there = [odds(ruleset, e, command, seat, source=Enumerator(), most=300) for e in (enc, twin)]
                assert canon(here.to_json()) == canon(there.to_json())
