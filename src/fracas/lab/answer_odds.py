"""Odds of an answer: what comes of an open command if its question is answered so, given the dice that lie.

For reaction prompts. The rule is run again as for any odds; throws and answers this seat saw stay as they were.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import Rolled
from fracas.engine.game import Game
from fracas.engine.odds import MOST_LEAVES, Assumed, Enumerator, Odds, odds
from fracas.engine.offer import Decision
from fracas.engine.roll import Reading, Roll, read_thrown
from fracas.engine.table import Table
from fracas.engine.views import known, seen_events

STEP_LEAVES: Final = 2_000
"""So many branches of a step are followed and no more: everybody at the table waits for the answer."""


class FromHere(Enumerator):
    """Dice of which the first lie on the table already; only those still to be thrown are enumerated."""

    def __init__(self, seen: list[Event]) -> None:
        super().__init__()
        self.lying = [event for event in seen if isinstance(event, Rolled)]
        self.thrown = 0

    def restart(self) -> None:
        super().restart()
        self.thrown = 0

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        lying = self.lying[self.thrown : self.thrown + len(rolls)]
        if [event.who for event in lying] == [roll.who for roll in rolls]:
            self.thrown += len(rolls)
            return read_thrown(reading, [event.thrown for event in lying], [event.total for event in lying])
        return super().pick(rolls, reading)


class AnswersSoFar(Assumed):
    """Each one's answers in the order given, the last of which is weighed, and the default for whatever is asked
    later."""

    def __init__(self, given: list[Command]) -> None:
        super().__init__({})
        self.given = given
        self.left: list[Command] = []

    def begin(self) -> None:
        super().begin()
        self.left = list(self.given)

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        return [self._one(table, decision) for decision in decisions]

    def _one(self, table: Table, decision: Decision) -> Command:
        for index, command in enumerate(self.left):
            if command.who == decision.who and [c for c in decision.commands if c.same(command)]:
                del self.left[index]
                if command is self.given[-1]:
                    self.count_from(table)
                return command
        return super().answer(table, [decision])[0]


def can_weigh(game: Game, view: Encounter) -> bool:
    """Does somebody with this view know whoever the open command is about? A step is about those in turn."""
    command = game.open
    if command is None:
        return False
    if command.who == TABLE:
        known_turn = view.flow.active == game.checkpoint.flow.active and bool(view.flow.active)
        return known_turn and game.ruleset.steps[command.verb].foreseeable
    return not [who for who in [command.who, *command.targets] if who not in view.combatants]


def odds_of_answer(game: Game, decision: Decision, answer: Command, seat: str) -> Odds | None:
    """The odds of the open command with this answer, as a seat can know them; None where it cannot."""
    command = game.open
    view = known(game.ruleset, game.checkpoint, seat)
    if command is None or not can_weigh(game, view):
        return None
    seen = seen_events(game.checkpoint, game.shown, seat)
    earlier = [given for given in game.answers.values() if given.who in view.combatants]
    assumed = AnswersSoFar([*earlier, answer])
    most = STEP_LEAVES if command.who == TABLE else MOST_LEAVES
    return odds(game.ruleset, view, command, seat, None, assumed, FromHere(seen), most)
