"""Blunders: what a GM would shake their head at, looked for in the choice of any bot in any ruleset.

For tests. Each is defined by one sentence; all go by what the seat knew and what the ruleset says about its actions.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.terms import FAR
from fracas.engine.command import PASS, Command
from fracas.engine.easy import Afoot, Sorted, ends_of, is_safe, is_worth_striking
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice
from fracas.engine.purpose import HARM, HELP, READY
from fracas.engine.ruleset import Ruleset
from fracas.engine.weighing import MUCH_MORE, shelter, wastes_answer, worth

IDLED: Final = "passes although a blow that promises something is open and nothing was done in this turn"
UNREADY: Final = "passes although it could get ready and has nothing else to do"
PERIL: Final = "goes from where the ground is safe to where it hurts"
OPEN: Final = "ends a move in the open although it could come as near in cover"
OWN: Final = "strikes where it reaches no foe on their feet, or more of its own"
FALLS: Final = "goes over an edge and falls"
SPARED: Final = "strikes somebody although the same blow would do three times as much to one who is nearly down"
UNUSED: Final = "strikes in one way although another of its own promises three times as much"
SPENT: Final = "gives away its last reaction beside a foe, and neither strikes, helps nor gets ready by it"


def blunders(ruleset: Ruleset, view: Encounter, command: Command, menu: list[Choice], acted: bool) -> list[str]:
    """What is foolish about a command, given on what its seat knew; `acted`: did it do something before, this turn?"""
    if command.who not in view.combatants:
        return []
    found = Sorted(ruleset, view, menu)
    wrong: list[str] = []
    if command.verb == PASS and not acted:
        if [strike for strike in found.strikes if worth(ruleset, view, strike) > 0]:
            wrong.append(IDLED)
        elif found.readies:
            wrong.append(UNREADY)
    if command.squares and [choice for choice in found.moves if choice.verb == command.verb]:
        wrong.extend(of_move(ruleset, view, command, found))
    action = ruleset.actions[command.verb]
    purpose = action.purpose_of(view, command)
    if purpose == HARM:
        wrong.extend(of_blow(ruleset, view, command, found))
    useful = purpose in (HARM, HELP, READY) and action.promise(view, command) > 0
    if command.verb != PASS and not useful and wastes_answer(ruleset, view, command):
        wrong.append(SPENT)
    return wrong


def of_move(ruleset: Ruleset, view: Encounter, command: Command, found: Sorted) -> list[str]:
    """Over an edge, into harm, or into the open."""
    if ruleset.actions[command.verb].plunge(view, command):
        return [FALLS]
    me, end = view.combatants[command.who], command.squares[-1]
    foes = [one for one in view.combatants.values() if one.side != me.side and one.present]
    ways = [Afoot(ruleset, view, me, one) for one in foes]
    bears = max([way.bears for way in ways], default=0)
    if not is_safe(ruleset, view, command, bears):
        return [PERIL]
    if shelter(view, me.id, end):
        return []
    # Nobody knows for whom it went: to each foe that it came nearer to, it could have come as near in cover.
    covered: list[int] = []
    for choice in found.moves:
        for index, square in enumerate(ends_of(ruleset, view, choice)):
            if square >= 0 and shelter(view, me.id, square) and is_safe(ruleset, view, choice.command(index), bears):
                covered.append(square)
    nearer = [way.far for way in ways if way.far.get(end, FAR) < way.far.get(me.pos, 0)]
    spared = [far for far in nearer if not [square for square in covered if far.get(square, FAR) <= far[end]]]
    return [OPEN] if nearer and not spared else []


def of_blow(ruleset: Ruleset, view: Encounter, command: Command, found: Sorted) -> list[str]:
    """At nobody, at one's own, past somebody who is nearly down, or with less than one has."""
    if not is_worth_striking(view, ruleset.actions[command.verb], command):
        return [OWN]
    most = MUCH_MORE * max(worth(ruleset, view, command), 1)
    better = [other for other in found.strikes if worth(ruleset, view, other) > most]
    if [other for other in better if other.verb == command.verb and other.thing == command.thing]:
        return [SPARED]
    return [UNUSED] if better else []
