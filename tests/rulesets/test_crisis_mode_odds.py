"""Exact odds against closed forms worked out here by counting faces, without a line of the ruleset's code."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fracas.engine.command import Command
from fracas.engine.duration import CURED, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator
from fracas.engine.game import Game
from fracas.engine.odds import Assumed, Odds, odds
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Table

RULES = load_ruleset("crisis_mode")
CHECK = {4: (2, 4, 0), 5: (2, 6, -1), 6: (2, 6, 0), 7: (2, 8, -1), 8: (2, 8, 0), 9: (2, 10, -1), 10: (2, 10, 0)}


def totals(count: int, sides: int, plus: int) -> Counter[int]:
    """How many of all throws give each total."""
    return Counter(sum(faces) + plus for faces in product(range(1, sides + 1), repeat=count))


def check(stat: int) -> Counter[int]:
    return totals(*CHECK[stat])


def chance(first: Counter[int], second: Counter[int], low: int, high: int = 10**6) -> Fraction:
    """The chance that first - second lies between low and high."""
    whole = sum(first.values()) * sum(second.values())
    part = sum(a * b for x, a in first.items() for y, b in second.items() if low <= x - y <= high)
    return Fraction(part, whole)


def duel(cast: list[str], **fields: str) -> Encounter:
    enc = RULES.stage([], {})
    for kind, square, side in (entry.split() for entry in cast):
        enc.combatants[kind] = RULES.make(enc, kind, kind, enc.board.parse(square), side, "gm")
    for name, value in fields.items():
        who, _, field = name.partition("__")
        enc.combatants[who.replace("_", "-")].assign(field.replace("_", "-"), value)
    RULES.skip_setup(enc)
    game = Game(RULES, enc)
    game.begin()
    return game.state


def found(share: object) -> Fraction:
    assert hasattr(share, "part") and hasattr(share, "whole")
    return Fraction(share.part, share.whole)


def of(enc: Encounter, command: Command, answers: dict[str, Command] | None = None) -> Odds:
    result = odds(RULES, enc, command, "gm", answers)
    assert not result.sampled and result.cut.part == 0
    return result


@pytest.mark.parametrize(
    ("verb", "bonus"),
    [("rushed", -2), ("normal", 0), ("aimed", 1), ("all-out", 2)],
    ids=["rushed", "normal", "aimed", "all-out"],
)
def test_an_attack_against_defense(verb: str, bonus: int) -> None:
    """Lunk (Brawn 9) on an orc (Finesse 6) without armour or shield."""
    enc = duel(["lunk c4 heroes", "orc d4 foes"], lunk__ap="4", orc__ap="1")
    result = of(enc, Command("lunk", verb, ("orc",)))
    hit = chance(totals(2, 10, -1 + bonus), check(6), 0)
    assert found(result.results["hit"]) == hit
    assert found(result.results["miss"]) == 1 - hit
    assert result.branches < 60, "odds must be grouped by the reading, not by faces"


def test_damage_and_the_chance_to_drop() -> None:
    """A broad axe's d8 on an orc with 4 of 10 Hit Points: no stunning, down on 4 or more."""
    enc = duel(["lunk c4 heroes", "orc d4 foes"], lunk__ap="3", orc__ap="1", orc__hp="4")
    result = of(enc, Command("lunk", "normal", ("orc",)))
    hit = chance(check(9), check(6), 0)
    spread = {change: found(share) for change, share in result.changes["orc"]["hp"].items()}
    assert spread == {0: 1 - hit, **{-face: hit / 8 for face in range(1, 9)}}
    assert found(result.downs["orc"]) == hit * Fraction(5, 8)
    assert found(result.expected("orc", "hp")) == -hit * Fraction(9, 2)
    assert {change: found(share) for change, share in result.changes["lunk"]["ap"].items()} == {-2: 1}


def test_getting_past_armour() -> None:
    """Chainmail takes 3 off, unless the margin is 4 or more."""
    enc = duel(["lunk c4 heroes", "orc-chain d4 foes"], lunk__ap="3", orc_chain__ap="1")
    finesse = 6 - max(0, 9 - int(enc.combatants["orc-chain"].value_of("brawn")))
    result = of(enc, Command("lunk", "normal", ("orc-chain",)))
    plain, past = chance(check(9), check(finesse), 0, 3), chance(check(9), check(finesse), 4)
    assert found(result.results["hit"]) == plain
    assert found(result.results["hit past armour"]) == past
    eight = found(result.changes["orc-chain"]["hp"][-8])
    assert eight == past / 8


def test_a_reflex_contest_and_what_it_changes() -> None:
    """The warden parries: a tie is the defender's, and what is parried does not hit."""
    enc = duel(["orc d4 foes", "warden c4 heroes"], orc__ap="3", warden__ap="2")
    attack = Command("orc", "normal", ("warden",))
    passed = of(enc, attack)
    assert [(d.who, [c.verb for c in d.commands]) for d in passed.invited] == [("warden", ["parry", "pass"])]
    finesse = int(enc.combatants["warden"].value_of("finesse"))
    parried = of(enc, attack, {"warden": Command("warden", "parry")})
    stopped = chance(check(finesse), check(6), 0)
    assert found(parried.results["stopped"]) == stopped
    assert found(parried.results["hit"]) == (1 - stopped) * found(passed.results["hit"])
    assert {change: found(share) for change, share in parried.changes["warden"]["ap"].items()} == {-1: 1}


def test_a_check_against_a_challenge() -> None:
    """Fustus (Savvy 6 on his card or what it says) gives first aid against 9."""
    enc = duel(
        ["fustus c4 heroes", "lunk d4 heroes", "orc k8 foes"], fustus__ap="3", lunk__ap="1", orc__ap="1", lunk__hp="3"
    )
    enc.combatants["lunk"].conditions.append(Condition("bleeding", 1, "orc", Duration(CURED)))
    savvy = int(enc.combatants["fustus"].value_of("savvy"))
    dice = check(savvy)
    expected = Fraction(sum(n for total, n in dice.items() if total >= 9), sum(dice.values()))
    result = of(enc, Command("fustus", "first-aid", ("lunk",)))
    assert result.branches == 2
    stopped = Fraction(0)
    source = Enumerator()
    while True:
        source.restart()
        table = Table(RULES, enc.copy(), Command("fustus", "first-aid", ("lunk",)), Assumed({}), source)
        RULES.perform(table, table.command)
        if not table.enc.combatants["lunk"].has("bleeding"):
            stopped += Fraction(*source.weight())
        if not source.advance():
            break
    assert stopped == expected


def test_exploding_dice_are_cut_and_the_cut_is_said() -> None:
    enc = RULES.stage([], {"exploding": "all"})
    for kind, square, side in (("lunk", "c4", "heroes"), ("orc", "d4", "foes")):
        enc.combatants[kind] = RULES.make(enc, kind, kind, enc.board.parse(square), side, "gm")
    RULES.skip_setup(enc)
    game = Game(RULES, enc)
    game.begin()
    if RULES.actors(game.state)[0] != "lunk":
        game.command(Command("orc", "pass"))
    result = odds(RULES, game.state, Command("lunk", "normal", ("orc",)), "gm")
    whole = found(result.results["hit"]) + found(result.results["miss"])
    assert 1 - whole == found(result.cut)
    assert 0 < found(result.cut) < Fraction(1, 2**35)


def test_a_player_gets_no_chance_to_drop_a_foe_of_secret_health() -> None:
    enc = duel(["lunk c4 heroes", "orc d4 foes"], lunk__ap="3", orc__ap="1", orc__hp="4")
    enc.combatants["lunk"].seat = "player1"
    game = Game(RULES, enc)
    command = Command("lunk", "normal", ("orc",))
    result = odds(RULES, game.known("player1"), command, "player1")
    assert "orc" not in result.downs
    assert result.depends == [
        "What becomes of Orc and how it can answer depend on its Hit Points and abilities, which you do not know."
    ]
    assert found(result.expected("orc", "hp")) == found(odds(RULES, enc, command, "gm").expected("orc", "hp"))
    assert found(result.results["hit"]) == chance(check(9), check(6), 0)
