"""Odds of an answer: what comes of an open command if its question is answered so, given the dice that lie.

For reaction prompts. The rule is run again as for any odds; throws and answers this seat saw stay as they were.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, TABLE, Command
from fracas.engine.enumerating import MOST_BRANCHES, Enumerator
from fracas.engine.event import Event
from fracas.engine.events import Rolled
from fracas.engine.game import Game
from fracas.engine.odds import Assumed, Odds, odds
from fracas.engine.offer import Decision
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.roll import Reading, Roll, read_thrown
from fracas.engine.table import ROLL_WINDOW, Table
from fracas.engine.teller import tell_all
from fracas.engine.views import Eyes, known

STEP_BRANCHES: Final = 2_000
"""How many branches of a step are followed at most: everybody at the table waits for the answer."""


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
            return read_thrown(reading, [event.thrown for event in lying], [event.sum for event in lying])
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

    def speaks(self, who: str) -> bool:
        return bool([command for command in self.given if command.who == who])

    def _one(self, table: Table, decision: Decision) -> Command:
        for index, command in enumerate(self.left):
            if command.who == decision.who and [c for c in decision.commands if c.same(command)]:
                del self.left[index]
                if command is self.given[-1]:
                    self.count_from(table)
                return command
        return super().answer(table, [decision])[0]


def has_odds(decision: Decision) -> bool:
    """Is this a choice that odds help with? Not where faces are typed, nor where proposals must be alike."""
    return decision.window != ROLL_WINDOW and not decision.agree


def can_weigh(game: Game, eyes: Eyes) -> bool:
    """Does this seat know whoever the open command is about? A step is about those in turn."""
    command = game.open
    if command is None:
        return False
    if command.who == TABLE:
        known_turn = not [who for who in game.checkpoint.flow.active if who in eyes.unseen]
        return known_turn and bool(game.checkpoint.flow.active) and game.ruleset.steps[command.verb].foreseeable
    return eyes.knows(command)


def odds_of_answer(game: Game, answer: Command, seat: str, patience: Patience = FOREVER) -> Odds | None:
    """The odds of the open command with this answer, as a seat can know them; None where it cannot, or where dice that
    it saw were not thrown for anything it knows of.

    Nothing here may depend on what the seat does not see, least of all on whether there is anything.
    """
    command, eyes = game.open, Eyes(game.checkpoint, seat)
    if command is None or not can_weigh(game, eyes):
        return None
    seen = FromHere([told.event for told in tell_all(game.ruleset, game.checkpoint, game.shown, seat)])
    step = command.who == TABLE
    found = odds(
        game.ruleset,
        known(game.ruleset, game.checkpoint, seat),
        eyes.command(command),
        seat,
        assumed=AnswersSoFar([*_answers_known(game, eyes, bool(seen.lying)), answer]),
        source=seen if seen.lying or step else None,
        most=STEP_BRANCHES if step else MOST_BRANCHES,
        patience=patience,
    )
    return found if seat == GM or seen.thrown == len(seen.lying) else None


def _answers_known(game: Game, eyes: Eyes, thrown: bool) -> list[Command]:
    """The earlier answers that a seat may count on: its own, and once dice were thrown those no longer sealed."""
    given: list[Command] = []
    for id, answer in game.answers.items():
        told = eyes.seat == GM or (thrown and int(id.rpartition(".")[2]) < game.asked_at)
        if answer.who not in eyes.unseen and (told or game.checkpoint.seat_of(answer.who) == eyes.seat):
            given.append(eyes.command(answer))
    return given
