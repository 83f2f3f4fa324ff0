"""Moving: what those who are afraid are offered, and how large one is by the option."""

from __future__ import annotations

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.lab.script import read_script, run_script
from fracas.lab.staging import staged
from fracas.rulesets.phases_of_play.conditions import StacksSet
from fracas.rulesets.phases_of_play.movement import Go
from fracas.rulesets.phases_of_play.profiles import SIZES, SQUARES, UNITS

RULES = load_ruleset("phases_of_play")


def offered(enc: Encounter, mode: str) -> list[int]:
    """The squares Bob is offered, each by a way that is accepted."""
    action = RULES.actions[mode]
    assert isinstance(action, Go)
    ways = action.picks(enc, "bob")
    assert [way for way in ways if RULES.reasons(enc.copy(), way)] == []
    return sorted([way.squares[-1] for way in ways])


def reachable(enc: Encounter, mode: str) -> list[int]:
    """The squares Bob may get to by any way at all, tried out."""
    start = enc.combatants["bob"].pos
    found = {start}
    ways: list[tuple[int, ...]] = [(start,)]
    while ways:
        way = ways.pop()
        for to in enc.board.neighbours(way[-1], 1):
            longer = (*way[1:], to)
            if to not in way and not RULES.reasons(enc, Command("bob", mode, squares=longer)):
                found.add(to)
                ways.append((start, *longer))
    return sorted(found - {start})


@pytest.mark.parametrize("mode", ["walk", "jump", "fly"])
def test_13_6_who_is_afraid_is_offered_every_way_that_leads_no_nearer_and_no_other(mode: str) -> None:
    """Ways that led nearer in the middle and away again at the end were once taken for flight."""
    rows = ["map", "| ........", "| ...##...", "| ........", "| ........"]
    people = ["cast bob at c2 side heroes", "cast caster at f3 side foes", "start bob jump 3", "start bob fly 3"]
    calm = staged(RULES, *rows, *people)
    RULES.skip_setup(calm)
    afraid = staged(RULES, *rows, *people)
    RULES.skip_setup(afraid)
    afraid.happen(StacksSet("bob", "frightened", 2, "caster", ""))
    assert offered(afraid, mode) == reachable(afraid, mode)
    assert 0 < len(offered(afraid, mode)) < len(offered(calm, mode))


def test_7_19_a_push_too_short_for_every_link_is_told() -> None:
    """Between places nothing at all was said of it once."""
    script = """
map
| places gate yard
| gate yard spitting
cast caster at yard side foes
cast bob at yard side heroes
> caster use shove-wind bob
= bob at yard
"""
    told = run_script(RULES, read_script("a push", __file__, 1, script.splitlines()))
    assert [line for line in told if "Bob is pushed, and not far enough to leave yard" in line]


@pytest.mark.parametrize(("option", "squares"), [("squares", SQUARES), ("units", UNITS)])
def test_9_9_everybody_is_as_large_as_the_option_says(option: str, squares: dict[str, int]) -> None:
    for info in RULES.scenarios():
        enc = RULES.start(info.id, {"sizes": option}, ["1", "2"])
        for one in enc.combatants.values():
            assert one.size == squares[one.value_of("size")]
            assert RULES.fits(enc, one, one.pos, one.size)


def test_9_9_the_gm_adds_and_changes_people_in_the_size_of_the_option() -> None:
    """A size set by its word once was a fault."""
    enc = staged(RULES, "option sizes units", "map", *["| ........"] * 8, "cast bob at a1 side heroes")
    game = Game(RULES, enc)
    game.begin()
    game.rule(Command(GM, "add", (), "orc", (enc.board.parse("c1"),)), "one more")
    sizes = {one.value_of("size"): one.size for one in game.state.combatants.values()}
    assert sizes == {"medium": 2}
    with pytest.raises(Invalid):
        game.rule(Command(GM, "set", ("bob",), "size", text="large"), "he grows into the orc")
    for word in SIZES[:3]:
        game.rule(Command(GM, "set", ("bob",), "size", text=word), "he shrinks and grows")
        assert game.state.combatants["bob"].size == UNITS[word]
