"""Who at a room is handed to a bot, and when bots may move there. How they decide is the same at every table."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Policy
from fracas.engine.ruleset import Ruleset
from fracas.server.facts import LEVELS
from fracas.session.bots import FAIR, MOST_TURNS, Bots, make_policy

if TYPE_CHECKING:
    from fracas.server.room import Room


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


class BySide(Policy):
    """Plays each side as well as the GM has said."""

    def __init__(self, levels: dict[str, str]) -> None:
        self.levels = levels
        seed = secrets.randbelow(1 << 30)
        self.policies = {level: make_policy(level, seed) for level in LEVELS}

    def of(self, enc: Encounter, who: str) -> Policy:
        one = enc.combatants.get(who)
        return self.policies[self.levels.get(one.side, FAIR) if one is not None else FAIR]

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        return self.of(enc, who).act(ruleset, enc, who, menu)

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        return self.of(enc, decision.who).choose(ruleset, enc, decision)


def make_bots(room: Room) -> Bots:
    policies: dict[str, Policy] = {}

    def policy(seat: str) -> Policy:
        """Each seat its own: what the bot of one seat thought about must not show in what another does."""
        if seat not in policies:
            policies[seat] = BySide(room.facts.levels)
        return policies[seat]

    return Bots(room.session, lambda who: is_bot(room, who), policy)


def is_due(room: Room) -> bool:
    """Do bots move by themselves at this table now, and is it one's turn to do something?"""
    return not room.facts.held and may_move(room)


def may_move(room: Room) -> bool:
    """Could a bot make a move now?"""
    facts, game = room.facts, room.session.game
    if not facts.started or facts.paused or not facts.bots or game.state.over or game.read_only:
        return False
    return game.state.flow.turn <= MOST_TURNS and room.bots.is_due()


def deeds_to_undo(room: Room) -> int:
    """How many deeds an undo takes back: those of bots go with what a person did before them. While nothing moves by
    itself, or only bots have done something, it is one at a time."""
    deeds, by_person = room.bots.last_by_person()
    return deeds if by_person is not None and not (room.facts.paused or room.facts.held) else 1
