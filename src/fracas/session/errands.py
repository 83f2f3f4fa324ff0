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
    """Go to a square, or attack somebody and go there first where need be; then perhaps end the turn.

    Whoever cannot get at its target goes for the nearest other foe, or nine would stand round a fallen hero and wait.
    """

    def __init__(self, who: str, target: str = "", square: int = -1, walk: bool = False, end: bool = False) -> None:
        self.who = who
        self.target = target
        self.square = square
        self.walk = walk
        self.end = self.ends = end
        self.struck = not target
        self.walks = 0
        self.missed: list[str] = []
        """Whom it could not attack, because they had fallen or were out of reach."""
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
    menu = ruleset.menu(view, errand.who)
    command = try_target(ruleset, view, menu, errand)
    while command is None and not errand.struck and errand.target in view.combatants and turn_to_another(view, errand):
        command = try_target(ruleset, view, menu, errand)
    if command is None and not errand.struck:
        command = last_resort(ruleset, view, menu, errand)
    if command is None and errand.end:
        errand.end = False
        command = next((choice.command(0) for choice in menu if choice.verb == PASS), None)
    return command


def try_target(ruleset: Ruleset, view: Encounter, menu: list[Choice], errand: Errand) -> Command | None:
    """Strike the target, or else go nearer to it or to the square."""
    target = view.combatants.get(errand.target)
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
    return command


def turn_to_another(view: Encounter, errand: Errand) -> bool:
    """The nearest foe who still stands and has not been tried becomes the target; false where there is none."""
    errand.missed.append(errand.target)
    one, board = view.combatants[errand.who], view.board
    others = [foe for foe in view.combatants.values() if foe.side != one.side and foe.present]
    others = [foe for foe in others if foe.id not in errand.missed and not foe.hidden]
    if not others:
        return False
    errand.target = min(others, key=lambda foe: (board.gap(one.pos, one.size, foe.pos, foe.size), foe.id)).id
    errand.walks = 0
    return True


def last_resort(ruleset: Ruleset, view: Encounter, menu: list[Choice], errand: Errand) -> Command | None:
    """An attack with a drawback, where no other is left; if there is none either, the errand says why."""
    errand.struck = True
    targets = list(dict.fromkeys([*errand.missed, errand.target]))
    for target in targets:
        command = strike(ruleset, view, menu, target, at_a_price=True)
        if command is not None:
            return command
    name, first = view.name(errand.who), view.combatants.get(targets[0])
    errand.why = f"{name} has nothing to attack {first.name} with from there" if first else f"{name} {LOST}"
    return None


def strike(
    ruleset: Ruleset, view: Encounter, menu: list[Choice], target: str, at_a_price: bool = False
) -> Command | None:
    """The most promising attack on this target alone. Nobody makes a special one unasked, except, `at_a_price`, one
    that has a drawback."""
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
            special = action.special(view, command) and not (at_a_price and action.drawback(view, command))
            if promise > most and not special:
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
