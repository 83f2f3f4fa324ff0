"""Bots at a table: they play the combatants no person plays, know only what the seat knows, and command like people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.easy import EasyPolicy
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.fair import FairPolicy
from fracas.engine.game import by_person
from fracas.engine.log import RULING, Line
from fracas.engine.offer import Decision
from fracas.engine.policy import PassingPolicy, Policy, RandomPolicy
from fracas.engine.views import Eyes, decision_for
from fracas.session.session import Session

MOST_TURNS: Final = 200
"""Bots among themselves stop after so many turns."""
BOT: Final = "bot"
EASY: Final = "easy"
FAIR: Final = "fair"
"""The bots that people choose from, by name."""
RANDOM: Final = "random"
"""Anything legal: for tests and proofs."""


def make_policy(name: str, seed: int) -> Policy:
    """A way to decide, by name."""
    if name == EASY:
        return EasyPolicy(seed)
    if name == FAIR:
        return FairPolicy(seed)
    if name == RANDOM:
        return RandomPolicy(seed)
    raise Invalid("--policy", "", name, f"{EASY} (a rule of thumb) or {FAIR} (weighs its best choices)")


class Bots:
    """The players of one session that are no persons. `plays` says of a combatant, or of the GM, whether one is."""

    def __init__(self, session: Session, plays: Callable[[str], bool], policy: Callable[[str], Policy]) -> None:
        self.session = session
        self.plays = plays
        self.policy = policy
        """By seat: how it decides."""
        self.in_line = False
        """Does the combatant in turn wait for others who stand before it in line and may act at any time?"""

    def question(self) -> Decision | None:
        """A question that a bot has to answer."""
        return next((one for one in self.session.unanswered() if self.plays(one.who)), None)

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

    def move(self) -> bool:
        """Make the next move, if a bot has to; one that the rules refuse is made again as timidly as they allow."""
        question, actor = self.question(), self.actor()
        if question is None and not actor:
            return False
        seat = self.session.game.state.seat_of(actor if question is None else question.who)
        try:
            self._decide(question, actor, seat, self.policy(seat))
        except Refused:
            self._decide(question, actor, seat, PassingPolicy())
        return True

    def _decide(self, question: Decision | None, who: str, seat: str, policy: Policy) -> None:
        game = self.session.game
        if question is None:
            self.session.command(self.choice(who, seat, policy), seat)
            return
        asked = decision_for(game.ruleset, game.state, question, seat)
        view = policy.view(game.ruleset, game.state, Eyes(game.state, seat))
        self.session.answer_for(question.id, policy.choose(game.ruleset, view, asked), seat, BOT)

    def choice(self, who: str, seat: str, policy: Policy) -> Command:
        """What a policy does with a combatant, in the seat's own words for ids."""
        game = self.session.game
        ruleset, eyes = game.ruleset, Eyes(game.state, seat)
        view, alias = policy.view(ruleset, game.state, eyes), eyes.alias(who)
        menu = ruleset.menu(view, alias)
        if not self.plays(GM):
            # No bot asks a person for something.
            menu = [choice for choice in menu if not ruleset.actions[choice.verb].asks] or menu
        if not menu:
            raise EngineFault(f"{who} may act and has nothing to do")
        return policy.act(ruleset, view, alias, ruleset.bot_menu(game.state, menu))

    def last_by_person(self) -> tuple[int, Line | None]:
        """The last thing a person decided, and how many deeds there are from there on: an undo takes those of bots
        along, because a bot would at once do the same again."""
        deeds = 0
        for line in self.session.game.log.backwards():
            if by_person(line):
                deeds += 1
                if line.kind == RULING or not self.plays(command_from_json(line.data["command"]).who):
                    return deeds, line
        return deeds, None
