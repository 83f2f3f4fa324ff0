"""Fair on both sides of every shipped scenario shows no blunder, and each detector is seen red on a planted one."""

from __future__ import annotations

import os

import pytest
from tests.properties.skirmish import SKIRMISH

from fracas.engine.command import GM, PASS, Command
from fracas.engine.easy import EasyPolicy
from fracas.engine.encounter import Encounter
from fracas.engine.events import SlotBegan
from fracas.engine.fair import FairPolicy
from fracas.engine.meeting import meet
from fracas.engine.offer import Choice
from fracas.engine.play import next_command, perform, play, take_steps
from fracas.engine.policy import Inline, Policy, RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower
from fracas.lab.blunders import FALLS, IDLED, OPEN, OWN, PERIL, SPARED, SPENT, UNREADY, UNUSED, blunders

FIGHTS = 200 if os.environ.get("FRACAS_LONG") == "1" else 1
TURNS = 60 if FIGHTS > 1 else 8
SCENARIOS = [(id, info.id) for id in ruleset_ids() for info in load_ruleset(id).scenarios()]


class Watched(FairPolicy):
    """Fair, and somebody looks over its shoulder."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.wrong: list[str] = []
        self.last = ("", 0, 0, 0)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        command = super().act(ruleset, enc, who, menu)
        turn = (who, enc.flow.turn, enc.flow.round, enc.flow.at)
        for found in blunders(ruleset, enc, command, menu, turn == self.last):
            self.wrong.append(f"{command}: {found}")
        self.last = turn
        return command


@pytest.mark.parametrize(("id", "scenario"), SCENARIOS)
def test_no_turn_of_fair_shows_a_blunder(id: str, scenario: str) -> None:
    ruleset, wrong = load_ruleset(id), list[str]()
    for number in range(FIGHTS):
        enc = ruleset.start(scenario, {}, [f"blunders {number}", f"blunders {number} gm"])
        watched = Watched(number)
        play(ruleset, enc, Inline({}, watched), Thrower(), TURNS)
        wrong.extend(watched.wrong)
    assert wrong == []


def stood(knight: str, *goblins: str) -> tuple[Encounter, list[Choice]]:
    """Kara in turn, and goblins."""
    enc = SKIRMISH.stage(["........"] * 5, {})
    enc.combatants["kara"] = SKIRMISH.make(enc, "knight", "kara", enc.board.parse(knight), "heroes", GM)
    for number, at in enumerate(goblins):
        id = f"gob{number}"
        enc.combatants[id] = SKIRMISH.make(enc, "goblin", id, enc.board.parse(at), "foes", GM)
    take_steps(SKIRMISH, enc, Inline({}, RandomPolicy(1)), Thrower())
    enc.happen(SlotBegan([slot.who for slot in enc.flow.order].index(["kara"]), ["kara"]))
    return enc, SKIRMISH.menu(enc, "kara")


def strike_at(enc: Encounter, menu: list[Choice], target: str) -> Command:
    return next(c for choice in menu for c in choice.commands if c.targets == (target,))


def test_passing_beside_a_foe_is_seen() -> None:
    enc, menu = stood("c3", "d3")
    assert blunders(SKIRMISH, enc, Command("kara", PASS), menu, False) == [IDLED]
    assert blunders(SKIRMISH, enc, Command("kara", PASS), menu, True) == []


def test_passing_unready_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    enc, menu = stood("a1", "h5")
    monkeypatch.setattr("fracas.engine.easy.GO", "nothing")
    ready = next(choice for choice in menu if choice.verb != PASS)
    monkeypatch.setattr(SKIRMISH.actions[ready.verb], "purpose", "ready", raising=False)
    ready = Choice("kara", ready.verb, [ready.command(0)], [], None)
    assert blunders(SKIRMISH, enc, Command("kara", PASS), [ready], False) == [UNREADY]


def test_walking_into_fire_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    enc, menu = stood("c3", "h3")
    fire, step = enc.board.parse("d3"), Command("kara", "move", squares=(enc.board.parse("d3"),))
    assert PERIL not in blunders(SKIRMISH, enc, step, menu, False)
    monkeypatch.setattr(type(SKIRMISH), "perils", lambda self, enc, who: {fire: 1})
    assert blunders(SKIRMISH, enc, step, menu, False) == [PERIL]


@pytest.mark.parametrize("policy", [EasyPolicy, FairPolicy])
@pytest.mark.parametrize(("fire", "crossed"), [(2, True), (9, False)])
def test_whom_fire_hems_in_crosses_a_little_of_it(
    policy: type[EasyPolicy], fire: int, crossed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quarter of what one has left is little; with a way past the fire nobody crosses it."""
    enc, menu = stood("c3", "h3")
    burning = {enc.board.parse(f"d{row}") for row in range(1, 6)}
    monkeypatch.setattr(type(SKIRMISH), "left", lambda self, enc, who: 10)
    monkeypatch.setattr(type(SKIRMISH), "perils", lambda self, enc, who: dict.fromkeys(burning, fire))
    command = policy(1).act(SKIRMISH, enc, "kara", menu)
    assert bool(burning & set(command.squares)) == crossed, command
    assert blunders(SKIRMISH, enc, command, menu, False) in ([], [IDLED])
    burning.discard(enc.board.parse("d5"))
    command = policy(1).act(SKIRMISH, enc, "kara", menu)
    assert command.squares, "there is a way past it"
    assert not burning & set(command.squares)


def test_walking_into_the_open_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    enc, menu = stood("c3", "h3")
    cover, step = enc.board.parse("d2"), Command("kara", "move", squares=(enc.board.parse("d3"),))
    monkeypatch.setattr("fracas.lab.blunders.shelter", lambda enc, who, square: int(square == cover))
    assert blunders(SKIRMISH, enc, step, menu, False) == [OPEN]


def test_striking_the_fallen_is_seen() -> None:
    enc, menu = stood("c3", "d3")
    strike = strike_at(enc, menu, "gob0")
    assert blunders(SKIRMISH, enc, strike, menu, False) == []
    enc.combatants["gob0"].down = True
    assert blunders(SKIRMISH, enc, strike, menu, False) == [OWN]


def test_passing_over_somebody_nearly_down_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    enc, menu = stood("c3", "d3", "d2")
    monkeypatch.setattr(type(SKIRMISH), "left", lambda self, enc, who: 1 if who == "gob1" else 90)
    monkeypatch.setattr(type(SKIRMISH.actions["strike"]), "promise", lambda self, enc, command: 5, raising=False)
    assert blunders(SKIRMISH, enc, strike_at(enc, menu, "gob0"), menu, False) == [SPARED]
    assert blunders(SKIRMISH, enc, strike_at(enc, menu, "gob1"), menu, False) == []


def test_keeping_to_a_weak_blow_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    enc, menu = stood("c3", "d3")
    plain = strike_at(enc, menu, "gob0")
    special = Command("kara", plain.verb, plain.targets, "special")
    menu.append(Choice("kara", plain.verb, [special], [], None))
    strike = type(SKIRMISH.actions["strike"])
    monkeypatch.setattr(strike, "promise", lambda self, enc, command: 10 if command.thing else 3, raising=False)
    assert blunders(SKIRMISH, enc, plain, menu, False) == [UNUSED]
    assert blunders(SKIRMISH, enc, special, menu, False) == []


def test_giving_the_last_reaction_away_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever goes round a foe for the point that would have paid for a reaction."""
    enc, menu = stood("c3", "d3")
    step = Command("kara", "move", squares=(enc.board.parse("c2"),))
    assert SPENT not in blunders(SKIRMISH, enc, step, menu, False)
    monkeypatch.setattr(type(SKIRMISH), "answers", lambda self, enc, who: max(enc.combatants[who].ap - 1, 0))
    assert blunders(SKIRMISH, enc, step, menu, False) == [SPENT]
    assert blunders(SKIRMISH, enc, strike_at(enc, menu, "gob0"), menu, False) == []


@pytest.mark.parametrize("policy", [EasyPolicy(1), FairPolicy(1)])
def test_walking_off_a_roof_is_seen_and_no_bot_does_it(policy: Policy) -> None:
    ruleset = load_ruleset("phases_of_play")
    enc = ruleset.empty("roof", ["9......", "9......"], {}, ruleset.content)
    for id, at, side in (("bram", "a1", "heroes"), ("tamsin", "g1", "foes")):
        enc.combatants[id] = ruleset.make(enc, id, id, enc.board.parse(at), side, side)
    inline = Inline({}, policy)
    meet(enc)
    for word in ("encounter", "roll-order"):
        take_steps(ruleset, enc, inline, Thrower())
        perform(ruleset, enc, Command(GM, word), inline, Thrower())
    take_steps(ruleset, enc, inline, Thrower())
    while ruleset.actors(enc)[0] != "bram":
        perform(ruleset, enc, Command(ruleset.actors(enc)[0], PASS), inline, Thrower())
        take_steps(ruleset, enc, inline, Thrower())
    leap = Command("bram", "walk", squares=(enc.board.parse("b1"),))
    assert ruleset.reasons(enc, leap) == []
    assert blunders(ruleset, enc, leap, ruleset.menu(enc, "bram"), False) == [FALLS]
    chosen = next_command(ruleset, enc, inline)
    assert chosen is not None and not ruleset.actions[chosen.verb].plunge(enc, chosen)
