"""Bots at the table: who is handed to one, and what it does. A bot decides by what its seat knows, and its commands go
the way of everybody's."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.errors import EngineFault, Refused
from fracas.engine.game import by_person
from fracas.engine.log import RULING
from fracas.engine.offer import Decision
from fracas.engine.policy import PassingPolicy, Policy
from fracas.engine.views import Eyes, decision_for, known
from fracas.session.greedy import GreedyPolicy

if TYPE_CHECKING:
    from fracas.server.room import Room

MOST_TURNS = 200
"""Bots among themselves stop after so many turns."""


def turn_of(room: Room) -> str:
    """The turn it is, as long as the same ones may act."""
    flow = room.session.game.state.flow
    return f"{flow.phase}/{flow.turn}/{flow.round}/{flow.at}"


def is_bot(room: Room, who: str) -> bool:
    """Is this combatant (or the GM) in the hands of a bot now?"""
    enc = room.session.game.state
    one = enc.combatants.get(who)
    for scope, name, turn in room.facts.bots:
        if scope == "seat" and enc.seat_of(who) == name:
            return True
        if one is not None and scope == "side" and one.side == name:
            return True
        if scope == "combatant" and who == name:
            return True
        if scope == "turn" and who == name and turn == turn_of(room):
            return True
    return False


def deeds_to_undo(room: Room) -> int:
    """How many deeds an undo takes back: those of bots go with what a person did before them, because a bot would at
    once do the same again. While nothing moves by itself, or only bots have done something, it is one at a time."""
    deeds = 0
    for line in room.session.game.log.backwards():
        if by_person(line):
            deeds += 1
            if line.kind == RULING or not is_bot(room, command_from_json(line.data["command"]).who):
                return 1 if room.facts.paused else deeds
    return 1


class BotMove:
    """What a bot wants to do: answer a question, or give a command."""

    def __init__(self, seat: str, command: Command, to: str = "") -> None:
        self.seat = seat
        self.command = command
        self.to = to


class Bots:
    """The players that are no persons, for one room."""

    def __init__(self) -> None:
        self.policy: Policy = GreedyPolicy(secrets.randbelow(1 << 30))
        self.timid: Policy = PassingPolicy()

    def is_due(self, room: Room) -> bool:
        """Is it a bot's turn to do something?"""
        return self._question(room) is not None or self._actor(room) != ""

    def _may_move(self, room: Room) -> bool:
        facts, game = room.facts, room.session.game
        if not facts.started or facts.paused or not facts.bots or game.state.over or game.read_only:
            return False
        return game.state.flow.turn <= MOST_TURNS

    def _question(self, room: Room) -> Decision | None:
        if self._may_move(room):
            answers = room.session.game.answers
            for decision in room.session.game.waiting:
                if decision.id not in answers and is_bot(room, decision.who):
                    return decision
        return None

    def _actor(self, room: Room) -> str:
        game = room.session.game
        if not self._may_move(room) or game.waiting:
            return ""
        actors = game.ruleset.actors(game.state)
        # Where several may act in any order, persons are not hurried: the first in line decides. Whoever is in turn
        # need not wait for what the GM may say besides.
        in_turn = [who for who in actors if who in game.state.flow.active]
        for who in [*actors[:1], *in_turn[:1]]:
            if is_bot(room, who):
                return who
        return ""

    def move(self, room: Room, timid: bool = False) -> BotMove | None:
        """The next move, or nothing if no bot has to decide."""
        policy = self.timid if timid else self.policy
        game = room.session.game
        question = self._question(room)
        if question is not None:
            seat = game.state.seat_of(question.who)
            view, asked = known(game.ruleset, game.state, seat), decision_for(game.ruleset, game.state, question, seat)
            return BotMove(seat, policy.choose(game.ruleset, view, asked), question.id)
        who = self._actor(room)
        if not who:
            return None
        seat = game.state.seat_of(who)
        view, alias = known(game.ruleset, game.state, seat), Eyes(game.state, seat).alias(who)
        menu = game.ruleset.menu(view, alias)
        if not is_bot(room, GM):
            menu = [choice for choice in menu if not game.ruleset.actions[choice.verb].asks] or menu
        if not menu:
            raise EngineFault(f"{who} may act and has nothing to do")
        return BotMove(seat, policy.act(game.ruleset, view, alias, game.ruleset.bot_menu(game.state, menu)))

    def perform(self, room: Room) -> None:
        """Make the move; one that the rules refuse is made again as timidly as they allow."""
        for timid in (False, True):
            move = self.move(room, timid)
            if move is None:
                return
            try:
                if move.to:
                    room.session.answer_for(move.to, move.command, move.seat, "bot")
                else:
                    room.session.command(move.command, move.seat)
            except Refused:
                if timid:
                    raise
                continue
            return
