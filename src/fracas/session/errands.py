"""Errands: what somebody is to do once it may act, told beforehand. Each becomes ordinary commands at its moment.

For whoever plays ten foes and does not want to say ten times the same; which command it is follows from what actions
are for (`purpose.py`), from what the seat knows then.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import PASS, Command
from fracas.engine.easy import approach, ends_of
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice
from fracas.engine.purpose import GO, HARM, VARIES
from fracas.engine.ruleset import Ruleset
from fracas.session.session import Session

MOST_WALKS: Final = 3
"""How often somebody goes on towards the same goal in one turn, where the rules let them."""

LOST: Final = "does not see any more whom to attack"
"""Told of a target its seat no longer knows, whose name is then not known either."""


class Errand:
    """Go to a square, or attack somebody and go there first where need be; then perhaps end the turn."""

    def __init__(self, who: str, target: str = "", square: int = -1, walk: bool = False, end: bool = False) -> None:
        self.who = who
        self.target = target
        self.square = square
        self.walk = walk
        self.end = self.ends = end
        self.struck = not target
        self.walks = 0
        self.why = ""
        """What could not be done of it."""

    @property
    def goes(self) -> bool:
        """Is there still a way to go?"""
        wanted = self.square >= 0 or (self.walk and not self.struck)
        return wanted and self.walks < MOST_WALKS


def next_of(session: Session, errand: Errand, seat: str) -> Command | None:
    """The command that does the next part of an errand; none when nothing of it is left or possible. Asked only while
    the one it is for may act."""
    ruleset, view = session.game.ruleset, session.known(seat)
    target = view.combatants.get(errand.target)
    menu = ruleset.menu(view, errand.who)
    command = None
    if not errand.struck:
        command = strike(ruleset, view, menu, errand.target)
        errand.struck = command is not None
    if command is None and errand.goes:
        errand.walks += 1
        moves = [choice for choice in menu if ruleset.actions[choice.verb].usual_purpose() == GO]
        if errand.square >= 0:
            command = towards(ruleset, view, errand.who, moves, errand.square)
        elif target is not None:
            command = approach(ruleset, view, errand.who, moves, target)
        if command is None:
            errand.walks = MOST_WALKS
    if command is None and not errand.struck:
        errand.struck = True
        name = view.name(errand.who)
        errand.why = f"{name} has nothing to attack {target.name} with from there" if target else f"{name} {LOST}"
    if command is None and errand.end:
        errand.end = False
        command = next((choice.command(0) for choice in menu if choice.verb == PASS), None)
    return command


def strike(ruleset: Ruleset, view: Encounter, menu: list[Choice], target: str) -> Command | None:
    """The most promising of what hurts this one alone; what is special nobody does unasked."""
    found: Command | None = None
    most = -1
    for choice in menu:
        action = ruleset.actions[choice.verb]
        if action.asks or action.usual_purpose() not in (HARM, VARIES):
            continue
        for command in choice.commands:
            if command.targets != (target,) or action.purpose_of(view, command) != HARM:
                continue
            promise = action.promise(view, command)
            if promise > most and not action.special(view, command):
                found, most = command, promise
    return found


def towards(ruleset: Ruleset, view: Encounter, who: str, moves: list[Choice], square: int) -> Command | None:
    """The move that ends nearest to a square; none where one stands as near already."""
    one, board = view.combatants[who], view.board
    found: Command | None = None
    least = board.gap(one.pos, one.size, square, 1) if one.pos != square else -1
    for choice in moves:
        for index, end in enumerate(ends_of(ruleset, view, choice)):
            far = -1 if end == square else board.gap(end, one.size, square, 1)
            if far < least:
                found, least = choice.command(index), far
    return found
