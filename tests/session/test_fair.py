"""The easy and the fair bot: they beat chance, walk round corners, know no secrets, and repeat what a seed gave."""

from __future__ import annotations

import pytest
from tests.properties.skirmish import SKIRMISH

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import SlotBegan
from fracas.engine.fair import FairPolicy
from fracas.engine.play import next_command, perform, play, take_steps
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower
from fracas.engine.views import known


def fought(ruleset: Ruleset, scenario: str, seed: int, greedy_side: str) -> Encounter:
    """One side greedy, the other random."""
    enc = ruleset.start(scenario, {}, [f"{seed}", f"{seed} gm"])
    seats = {one.seat for one in enc.combatants.values() if one.side == greedy_side}
    greedy = FairPolicy(seed)
    play(ruleset, enc, Inline(dict.fromkeys(seats, greedy), RandomPolicy(seed)), Thrower())
    return enc


@pytest.mark.parametrize("side", ["heroes", "foes"])
def test_it_beats_chance_from_either_side(side: str) -> None:
    wins = [fought(SKIRMISH, "gate", seed, side).result for seed in range(12)]
    assert wins.count(side) >= 10


def test_the_same_seed_plays_the_same() -> None:
    assert fought(SKIRMISH, "pit", 3, "foes").to_json() == fought(SKIRMISH, "pit", 3, "foes").to_json()


def around_the_wall() -> Encounter:
    """Kara and a goblin on two sides of a wall with a gap at its end."""
    return kara_in_turn(["........", "....#...", "....#...", "....#...", "....#..."], "d5", "f5")


def kara_in_turn(rows: list[str], kara: str, gob: str) -> Encounter:
    enc = SKIRMISH.stage(rows, {})
    enc.combatants["kara"] = SKIRMISH.make(enc, "knight", "kara", enc.board.parse(kara), "heroes", GM)
    enc.combatants["gob"] = SKIRMISH.make(enc, "goblin", "gob", enc.board.parse(gob), "foes", GM)
    take_steps(SKIRMISH, enc, Inline({}, RandomPolicy(1)), Thrower())
    at = [slot.who for slot in enc.flow.order].index(["kara"])
    enc.happen(SlotBegan(at, ["kara"]))
    return enc


def test_it_walks_round_a_wall() -> None:
    """Straight through the wall the foe is two squares away, and every way there leads farther off at first."""
    enc = around_the_wall()
    command = next_command(SKIRMISH, enc, Inline({}, FairPolicy(1)))
    assert command is not None
    assert command.verb == "move"
    assert enc.board.name(command.squares[-1])[1:] < "5"


def test_it_only_sees_what_its_seat_knows() -> None:
    """Two encounters that differ in a hidden foe alone look the same to it."""
    chosen: list[Command] = []
    for square in ("h1", "c3"):
        enc = SKIRMISH.start("gate", {}, ["1", "2"])
        enc.combatants["gob3"].pos = enc.board.parse(square)
        take_steps(SKIRMISH, enc, Inline({}, RandomPolicy(1)), Thrower())
        at = [slot.who for slot in enc.flow.order].index(["kara"])
        enc.happen(SlotBegan(at, ["kara"]))
        view = known(SKIRMISH, enc, "player")
        chosen.append(FairPolicy(5).act(SKIRMISH, view, "kara", SKIRMISH.menu(view, "kara")))
    assert chosen[0].same(chosen[1])


def test_trying_things_out_changes_nothing() -> None:
    enc = around_the_wall()
    before = enc.to_json()
    FairPolicy(1).act(SKIRMISH, enc, "kara", SKIRMISH.menu(enc, "kara"))
    assert enc.to_json() == before


def test_it_passes_when_there_is_nothing_to_reach() -> None:
    enc = around_the_wall()
    enc.combatants["kara"].pos = enc.board.parse("a1")
    assert isinstance(enc.combatants["kara"].pos, int)
    enc.combatants["gob"].out = True
    menu = [choice for choice in SKIRMISH.menu(enc, "kara") if choice.verb == PASS]
    assert FairPolicy(1).act(SKIRMISH, enc, "kara", menu).verb == PASS


@pytest.mark.parametrize(("price", "second"), [(0, "move"), (1, PASS)])
def test_it_keeps_a_reaction_rather_than_rush_on(price: int, second: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far from everybody it comes nearer once, and keeps the point for a reaction; where they are free it goes on."""
    monkeypatch.setattr(type(SKIRMISH), "answers", lambda self, enc, who: enc.combatants[who].ap * price)
    enc, inline = kara_in_turn(["." * 24], "a1", "x1"), Inline({}, FairPolicy(1))
    verbs: list[str] = []
    for _ in range(2):
        command = next_command(SKIRMISH, enc, inline)
        assert command is not None
        verbs.append(command.verb)
        perform(SKIRMISH, enc, command, inline, Thrower())
    assert verbs == ["move", second]


@pytest.mark.parametrize("id", ruleset_ids())
def test_it_plays_every_scenario_of_every_ruleset(id: str) -> None:
    ruleset = load_ruleset(id)
    for info in ruleset.scenarios():
        enc = ruleset.start(info.id, {}, ["1", "2"])
        commands = play(ruleset, enc, Inline({}, FairPolicy(1)), Thrower(), most_turns=40)
        assert commands > 0
        assert enc.over
