"""In worlds that differ only in what its seat does not know a bot chooses the same; a switch lets it peep, and is seen.

The worlds: the true one, with whoever is hidden; one where everybody's unknown numbers are frail, one where they are
sturdy (`Ruleset.fill`), and in these two nobody hides.
"""

from __future__ import annotations

import os

import pytest
from tests.properties.skirmish import SKIRMISH

from fracas.engine.command import GM, Command
from fracas.engine.easy import EasyPolicy
from fracas.engine.encounter import Encounter
from fracas.engine.events import SlotBegan
from fracas.engine.fair import FairPolicy
from fracas.engine.hard import HardPolicy
from fracas.engine.offer import Decision
from fracas.engine.play import choice_of, next_command, perform, take_steps
from fracas.engine.policy import Inline, answer_of
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower
from fracas.engine.views import FRAIL, STURDY, Eyes, decision_for, known

LONG = os.environ.get("FRACAS_LONG") == "1"
FIGHTS, COMMANDS, EVERY = (4, 100, 1) if LONG else (1, 36, 3)


class QuickHard(HardPolicy):
    """Thinks a little: enough to weigh what may be so for all its seat knows."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, 8)


BOTS: dict[str, type[EasyPolicy]] = {"easy": EasyPolicy, "fair": FairPolicy, "hard": QuickHard}


class PeepingEasy(EasyPolicy):
    """The switch: goes by the true state, and not by what its seat knows."""

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        return enc


class PeepingFair(FairPolicy):
    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        return enc


class PeepingHard(QuickHard):
    """Thinks about the true state."""

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        return enc


class Twins(Inline):
    """Plays on, and lets a bot choose in every world wherever the seat of a player has something to decide."""

    def __init__(self, ruleset: Ruleset, bot: type[EasyPolicy], number: int) -> None:
        super().__init__({}, EasyPolicy(number + 1))
        self.ruleset = ruleset
        self.bot = bot
        self.seen = 0
        self.answered = 0
        self.differ: list[list[Command]] = []

    def worlds(self, enc: Encounter, seat: str) -> list[Encounter]:
        return [known(self.ruleset, enc, seat, filling) for filling in (FRAIL, STURDY)]

    def compare(self, true: Command, others: list[Command]) -> None:
        self.seen += 1
        if [other for other in others if not other.same(true)]:
            self.differ.append([true, *others])

    def act(self, enc: Encounter, who: str) -> None:
        eyes = Eyes(enc, enc.seat_of(who))
        true = eyes.command(choice_of(self.ruleset, enc, self.bot(7), who))
        worlds = self.worlds(enc, eyes.seat)
        self.compare(true, [choice_of(self.ruleset, world, self.bot(7), eyes.alias(who)) for world in worlds])

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        enc = table.enc
        for decision in decisions:
            eyes = Eyes(enc, enc.seat_of(decision.who))
            if eyes.seat != GM and decision.window in self.ruleset.windows:
                self.answered += 1
                true = eyes.command(answer_of(self.ruleset, enc, self.bot(7), decision))
                asked = decision_for(self.ruleset, enc, decision, eyes.seat)
                worlds = self.worlds(enc, eyes.seat)
                self.compare(true, [answer_of(self.ruleset, world, self.bot(7), asked) for world in worlds])
        return super().answer(table, decisions)


def watched(id: str, bot: type[EasyPolicy]) -> list[Twins]:
    """Fights in every scenario of a ruleset, with that bot asked at every so many of the players' moments; one that
    thinks long less often."""
    ruleset, found = load_ruleset(id), list[Twins]()
    every = EVERY * (10 if issubclass(bot, HardPolicy) and not LONG else 1)
    for scenario in [info.id for info in ruleset.scenarios()] * FIGHTS:
        number = len(found)
        twins = Twins(ruleset, bot, number)
        enc = ruleset.start(scenario, {}, [f"twins {number}", f"twins {number} gm"])
        take_steps(ruleset, enc, twins, Thrower())
        for count in range(COMMANDS):
            if enc.over or not ruleset.actors(enc):
                break
            who = ruleset.actors(enc)[0]
            if count % every == 0 and enc.seat_of(who) != GM:
                twins.act(enc, who)
            command = next_command(ruleset, enc, twins)
            assert command is not None
            perform(ruleset, enc, command, twins, Thrower())
            take_steps(ruleset, enc, twins, Thrower())
        found.append(twins)
    return found


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("id", ruleset_ids())
def test_a_bot_chooses_by_what_its_seat_knows(id: str, name: str) -> None:
    found = watched(id, BOTS[name])
    assert [differ for twins in found for differ in twins.differ] == []
    assert sum(twins.seen for twins in found) >= (20 if name != "hard" else 6)
    assert (sum(twins.answered for twins in found) > 0) >= LONG


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_fair_bot_that_peeps_is_seen(id: str) -> None:
    assert [twins for twins in watched(id, PeepingFair) if twins.differ]


def test_a_hard_bot_that_peeps_is_seen() -> None:
    assert [twins for twins in watched(ruleset_ids()[0], PeepingHard) if twins.differ]


@pytest.mark.parametrize(("bot", "peeps"), [(EasyPolicy, False), (PeepingEasy, True), (FairPolicy, False)])
def test_an_easy_bot_that_peeps_is_seen(bot: type[EasyPolicy], peeps: bool) -> None:
    """A rule of thumb goes by who stands where: whoever peeps walks towards somebody hidden."""
    chosen: list[Command] = []
    for square in ("a5", "h6"):
        enc = SKIRMISH.start("gate", {}, ["1", "2"])
        enc.combatants["gob3"].pos = enc.board.parse(square)
        take_steps(SKIRMISH, enc, Inline({}, EasyPolicy(1)), Thrower())
        enc.happen(SlotBegan([slot.who for slot in enc.flow.order].index(["kara"]), ["kara"]))
        chosen.append(choice_of(SKIRMISH, enc, bot(7), "kara"))
    assert chosen[0].same(chosen[1]) is not peeps
