"""Blunders: what a GM would shake their head at, looked for in the choice of any bot in any ruleset.

For tests. Each is defined by one sentence; all go by what the seat knew and what the ruleset says about its actions.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import PASS, Command
from fracas.engine.easy import Sorted, afoot_to, ends_of, is_safe, is_worth_striking, nearest_foe
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice
from fracas.engine.purpose import HARM
from fracas.engine.ruleset import Ruleset

IDLED: Final = "passes although a blow that promises something is open and nothing was done in this turn"
UNREADY: Final = "passes although it could get ready and has nothing else to do"
PERIL: Final = "goes from where the ground is safe to where it hurts"
OPEN: Final = "ends a move in the open although it could come as near in cover"
OWN: Final = "strikes where it reaches no foe on their feet, or more of its own"
SPARED: Final = "strikes somebody although the same blow would do three times as much to one who is nearly down"
MUCH_MORE: Final = 3


def blunders(ruleset: Ruleset, view: Encounter, command: Command, menu: list[Choice], acted: bool) -> list[str]:
    """What is foolish about a command, given on what its seat knew; `acted`: did it do something before, this turn?"""
    if command.who not in view.combatants:
        return []
    found = Sorted(ruleset, view, menu)
    wrong: list[str] = []
    if command.verb == PASS and not acted:
        if [strike for strike in found.strikes if ruleset.actions[strike.verb].promise(view, strike) > 0]:
            wrong.append(IDLED)
        elif found.readies:
            wrong.append(UNREADY)
    if command.squares and [choice for choice in found.moves if choice.verb == command.verb]:
        wrong.extend(of_move(ruleset, view, command, found))
    action = ruleset.actions[command.verb]
    if action.purpose_of(view, command) == HARM:
        wrong.extend(of_blow(ruleset, view, command, found))
    return wrong


def of_move(ruleset: Ruleset, view: Encounter, command: Command, found: Sorted) -> list[str]:
    """Into harm, or into the open."""
    if not is_safe(ruleset, view, command.who, command):
        return [PERIL]
    me = view.combatants[command.who]
    foe, end = nearest_foe(view, me), command.squares[-1]
    afoot = afoot_to(view, me, foe) if foe is not None else {}
    if end not in afoot or ruleset.shelter(view, me.id, end):
        return []
    for choice in found.moves:
        for square in ends_of(choice):
            if afoot.get(square, afoot[end] + 1) <= afoot[end] and ruleset.shelter(view, me.id, square):
                return [OPEN]
    return []


def of_blow(ruleset: Ruleset, view: Encounter, command: Command, found: Sorted) -> list[str]:
    """At nobody, at one's own, or past somebody who is nearly down."""
    if not is_worth_striking(view, ruleset.actions[command.verb], command):
        return [OWN]
    if len(command.targets) != 1:
        return []
    mine = worth(ruleset, view, command)
    for other in found.strikes:
        same = other.verb == command.verb and other.thing == command.thing and len(other.targets) == 1
        if same and worth(ruleset, view, other) > MUCH_MORE * max(mine, 1):
            return [SPARED]
    return []


def worth(ruleset: Ruleset, view: Encounter, command: Command) -> int:
    """What a blow promises to take of what its target has left."""
    left = max(ruleset.left(view, command.target) + 4, 1)
    return ruleset.actions[command.verb].promise(view, command) * 1000 // left
