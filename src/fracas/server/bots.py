"""Who at a room is handed to a bot, and when bots may move there. How they decide is the same at every table."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import by_person
from fracas.engine.hard import TRIALS, HardPolicy
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import SUPPOSED, Eyes, known
from fracas.session.bots import EASY, FAIR, MOST_TURNS, Bots, make_policy
from fracas.session.taking_back import is_handing

if TYPE_CHECKING:
    from fracas.server.room import Room


THINKS_SECONDS: Final = 1.0
"""How long a hard bot thinks about a move, going by the trials so far."""
FEWEST_TRIALS: Final = 12
MOST_TRIALS: Final = 2_000


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
        self.seed = secrets.randbelow(1 << 30)
        self.policies: dict[str, Policy] = {}
        self.spent = 0.0
        """Seconds of thought so far."""

    def of(self, enc: Encounter, who: str) -> Policy:
        one = enc.combatants.get(who)
        level = self.levels.get(one.side, FAIR) if one is not None else FAIR
        if level not in self.policies:
            self.policies[level] = make_policy(level, self.seed)
        return self.policies[level]

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        """The same for whoever decides, because one seat may have several: no more than it knows, to try things on."""
        return known(ruleset, enc, eyes.seat, SUPPOSED)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        policy, began = self.of(enc, who), time.perf_counter()
        command = policy.act(ruleset, enc, who, menu)
        if isinstance(policy, HardPolicy):
            self.spent += time.perf_counter() - began
            policy.budget = trials_in(THINKS_SECONDS, policy.followed, self.spent)
        return command

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        return self.of(enc, decision.who).choose(ruleset, enc, decision)


def trials_in(seconds: float, followed: int, spent: float) -> int:
    """How many trials fit into so many seconds, going by those made so far."""
    return min(max(int(seconds * followed / spent), FEWEST_TRIALS), MOST_TRIALS) if spent > 0 else TRIALS


def ponders(room: Room) -> bool:
    """Do bots here think so long that the table should not stand still for it?"""
    return bool([level for level in room.facts.levels.values() if level not in (EASY, FAIR)])


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
    itself, or only bots have done something, it is one at a time. Who plays whom stands, whatever is undone."""
    deeds, decided = room.bots.last_by_person()
    if decided is not None and not (room.facts.paused or room.facts.held):
        return deeds
    last = [is_handing(line) for line in room.session.game.log.backwards() if by_person(line)]
    return 1 + (last.index(False) if False in last else 0)
