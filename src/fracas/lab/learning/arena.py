"""One encounter that stops wherever somebody chooses, and what can be chosen there, in a canonical order.

Both environments stand on it. Everything goes through a Session, as it does for people and bots.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Refused
from fracas.engine.game import Game
from fracas.engine.offer import Decision
from fracas.engine.policy import PassingPolicy
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, decision_for
from fracas.engine.weighing import worth
from fracas.lab.fights import CUT, DRAW, outcome
from fracas.session.bots import BOT, MOST_TURNS, Bots, make_policy
from fracas.session.session import Session

MOST_LISTED: Final = 1024
"""How many commands have a number; of a larger menu the most promising are kept."""


class Turn:
    """A choice that somebody has to make: who, what its seat knows, and everything it may do."""

    def __init__(
        self, seat: str, who: str, view: Encounter, commands: list[Command], question: Decision | None
    ) -> None:
        self.seat = seat
        self.who = who
        """By the alias the seat has for it."""
        self.view = view
        self.commands = commands
        self.question = question
        self.cut = 0
        """How many legal commands have no number because there are too many."""


class Arena:
    """An encounter of one scenario, played choice by choice."""

    def __init__(self, ruleset: Ruleset, scenario: str, seed: str, most_turns: int = MOST_TURNS) -> None:
        self.ruleset = ruleset
        self.most_turns = most_turns
        game = Game(ruleset, ruleset.start(scenario, {}, [seed, f"{seed} gm"]))
        self.session = Session(game)
        self.session.begin()
        self._bots = Bots(self.session, lambda who: True, lambda seat: PassingPolicy())
        self.turn = self._next()

    @property
    def state(self) -> Encounter:
        return self.session.game.state

    @property
    def is_cut(self) -> bool:
        """Has it gone on for too long?"""
        return not self.state.over and self.state.flow.turn > self.most_turns

    def result(self) -> str:
        """The side that won, a draw, or that it was cut short."""
        return outcome(self.state)

    def sides(self, seat: str) -> list[str]:
        """Whom a seat plays for."""
        return list(dict.fromkeys([one.side for one in self.state.combatants.values() if one.seat == seat]))

    def reward(self, sides: list[str]) -> float:
        """1 where one of these sides has won, -1 where another has, 0 for a draw and for a seat that plays for
        nobody."""
        result = self.result()
        if not sides or result in (DRAW, CUT):
            return 0.0
        return 1.0 if result in sides else -1.0

    # ---------------------------------------------------------------- choosing

    def choose(self, index: int) -> bool:
        """Do what has this number; what has none is answered by doing as little as possible, and is no legal choice."""
        turn = self.turn
        assert turn is not None
        legal = 0 <= index < len(turn.commands)
        try:
            self._do(turn.commands[index] if legal else self._least(turn))
        except Refused:
            # What nobody told this seat may stand in its way, as it may for people.
            self._do(self._least(turn))
        self.turn = self._next()
        return legal

    def move_by(self, bot: str, seed: int) -> None:
        """Let a bot choose, by its name."""
        turn = self.turn
        assert turn is not None
        policy = make_policy(bot, seed)
        bots = Bots(self.session, lambda who: True, lambda seat: policy)
        bots.move()
        self.turn = self._next()

    def _do(self, command: Command) -> None:
        turn = self.turn
        assert turn is not None
        if turn.question is None:
            self.session.command(command, turn.seat)
        else:
            self.session.answer_for(turn.question.id, command, turn.seat, BOT)

    def _least(self, turn: Turn) -> Command:
        for command in turn.commands:
            if command.verb == PASS:
                return command
        if turn.question is not None:
            return decision_for(self.ruleset, self.state, turn.question, turn.seat).default
        return self._bots.choice(Eyes(self.state, turn.seat).id_of(turn.who), turn.seat, PassingPolicy())

    # ---------------------------------------------------------------- what can be chosen

    def _next(self) -> Turn | None:
        """Whoever has to choose now; None at the end."""
        if self.state.over or self.is_cut:
            return None
        question = self._bots.question()
        if question is not None:
            return self._asked(question)
        who = self._bots.actor()
        return self._acting(who) if who else None

    def _asked(self, question: Decision) -> Turn:
        seat = self.state.seat_of(question.who)
        asked = decision_for(self.ruleset, self.state, question, seat)
        eyes = Eyes(self.state, seat)
        commands = asked.commands if asked.required else [*asked.commands, asked.default]
        return self._listed(seat, eyes.alias(question.who), commands, question)

    def _acting(self, who: str) -> Turn:
        seat = self.state.seat_of(who)
        view, alias, menu = self._bots.menu(who, seat, PassingPolicy())
        said = self.ruleset.stand_in(view) if who == GM else None
        commands = [] if said is None else [said]
        for choice in menu:
            if not self.ruleset.actions[choice.verb].worded:
                commands.extend([choice.command(index) for index in range(choice.size)])
        return self._listed(seat, alias, commands, None)

    def _listed(self, seat: str, who: str, commands: list[Command], question: Decision | None) -> Turn:
        """Each command once, in the order of their canonical texts; words of one's own are left out."""
        view = self.session.known(seat)
        found = {command.body(): command for command in commands if not command.text}
        kept = [found[body] for body in sorted(found)]
        turn = Turn(seat, who, view, kept, question)
        if len(kept) > MOST_LISTED:
            turn.cut = len(kept) - MOST_LISTED
            best = sorted(range(len(kept)), key=lambda at: (-self._promise(view, kept[at]), at))[:MOST_LISTED]
            turn.commands = [kept[at] for at in sorted(best)]
        return turn

    def _promise(self, view: Encounter, command: Command) -> int:
        """What is kept of a menu that is too long: passing, then by what it promises."""
        return 1 << 40 if command.verb == PASS else estimate(self.ruleset, view, command)


def estimate(ruleset: Ruleset, view: Encounter, command: Command) -> int:
    """What a command promises at first glance; nothing where nobody on the board gives it."""
    if command.who not in view.combatants or command.verb not in ruleset.actions:
        return 0
    return worth(ruleset, view, command)
