"""Bots at a table: they play the combatants no person plays, know only what the seat knows, and command like people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Refused
from fracas.engine.game import by_person
from fracas.engine.log import RULING, Line
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import PassingPolicy, Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, decision_for
from fracas.session.bot_kinds import EASY, FAIR, HARD, RANDOM, bot_kinds, make_policy
from fracas.session.session import Session
from fracas.session.taking_back import is_handing

__all__ = [
    "BOT",
    "EASY",
    "FAIR",
    "HARD",
    "MOST_TURNS",
    "RANDOM",
    "Bots",
    "Thought",
    "bot_kinds",
    "make_policy",
]
MOST_TURNS: Final = 200
"""Bots among themselves stop after this many turns."""
BOT: Final = "bot"


class Thought(NamedTuple):
    """What a bot has made up its mind to do, and at which moment."""

    moment: str
    command: Command


def for_bots(ruleset: Ruleset, enc: Encounter, menu: list[Choice]) -> list[Choice]:
    """What bots consider of a menu; all of it where nothing else is left."""
    left = [ruleset.actions[choice.verb].for_bots(enc, choice) for choice in menu]
    return [choice for choice in left if choice is not None] or menu


class Bots:
    """The players of one session that are not people. `plays` says whether one of them plays a combatant, or the GM."""

    def __init__(self, session: Session, plays: Callable[[str], bool], policy: Callable[[str], Policy]) -> None:
        self.session = session
        self.plays = plays
        self.policy = policy
        """By seat: how it decides."""
        self.in_line = False
        """Does the combatant in turn wait for others who stand before it in line and may act at any time?"""

    def question(self) -> Decision | None:
        """A question that a bot has to answer."""
        return next((question for question in self.session.unanswered() if self.plays(question.who)), None)

    def actor(self) -> str:
        """The bot that has to act, if there is one. Where several may act in any order people are not hurried: a bot
        acts only when it is the first in line, or in turn."""
        game = self.session.game
        if game.waiting:
            return ""
        actors = game.ruleset.actors(game.state)
        in_turn = [] if self.in_line else [who for who in actors if who in game.state.flow.active]
        return next((who for who in [*actors[:1], *in_turn[:1]] if self.plays(who)), "")

    def is_due(self) -> bool:
        return self.question() is not None or self.actor() != ""

    def ponder(self, still: Session) -> Thought | None:
        """Make up the mind of the bot that has to move, on a moment that was set apart: nothing is done yet."""
        beside = Bots(still, self.plays, self.policy)
        beside.in_line = self.in_line
        question, actor = beside.question(), beside.actor()
        if question is None and not actor:
            return None
        seat = still.game.state.seat_of(actor if question is None else question.who)
        return Thought(still.game.log.last_hash, beside._choose(question, actor, seat, self.policy(seat)))

    def move(self) -> bool:
        """Make the next move, if a bot has to."""
        make = self.think()
        if make is None:
            return False
        make()
        return True

    def think(self, thought: Thought | None = None) -> Callable[[], None] | None:
        """The next move, if a bot has to make one: thought out now, or before now if nothing has happened since; made
        when it is called, as long as nothing else happens in between. One that the rules refuse is made again as
        timidly as they allow."""
        question, actor = self.question(), self.actor()
        if question is None and not actor:
            return None
        game = self.session.game
        seat = game.state.seat_of(actor if question is None else question.who)
        if thought is not None and thought.moment == game.log.last_hash:
            command = thought.command
        else:
            command = self._choose(question, actor, seat, self.policy(seat))

        def make() -> None:
            try:
                self._do(question, command, seat)
            except Refused:
                self._do(question, self._choose(question, actor, seat, PassingPolicy()), seat)

        return make

    def _choose(self, question: Decision | None, who: str, seat: str, policy: Policy) -> Command:
        """What a policy does, in the seat's own words for ids."""
        if question is None:
            return self.choice(who, seat, policy)
        game = self.session.game
        asked = decision_for(game.ruleset, game.state, question, seat)
        view = policy.view(game.ruleset, game.state, Eyes(game.state, seat))
        return policy.choose(game.ruleset, view, asked)

    def _do(self, question: Decision | None, command: Command, seat: str) -> None:
        if question is None:
            self.session.command(command, seat)
        else:
            self.session.answer_for(question.id, command, seat, BOT)

    def choice(self, who: str, seat: str, policy: Policy) -> Command:
        """What a policy does with a combatant, in the seat's own words for ids."""
        view, alias, menu = self.menu(who, seat, policy)
        return policy.act(self.session.game.ruleset, view, alias, menu)

    def menu(self, who: str, seat: str, policy: Policy) -> tuple[Encounter, str, list[Choice]]:
        """What a policy goes by, what the combatant is called there, and what bots consider of its menu."""
        game = self.session.game
        ruleset, eyes = game.ruleset, Eyes(game.state, seat)
        view, alias = policy.view(ruleset, game.state, eyes), eyes.alias(who)
        menu = ruleset.menu(view, alias)
        if not self.plays(GM):
            # No bot asks a person for something.
            menu = [choice for choice in menu if not ruleset.actions[choice.verb].asks] or menu
        if not menu:
            raise EngineFault(f"{who} may act and has nothing to do")
        return view, alias, for_bots(ruleset, game.state, menu)

    def last_by_person(self) -> tuple[int, Line | None]:
        """The last thing a person decided, and how many deeds there are from there on: an undo takes those of bots
        along, because a bot would at once do the same again."""
        deeds = 0
        for line in self.session.game.log.backwards():
            if by_person(line):
                deeds += 1
                if is_handing(line):
                    continue
                if line.kind == RULING or not self.plays(command_from_json(line.data["command"]).who):
                    return deeds, line
        return deeds, None
