"""Taking back: which step is a player's own to undo, as far as its seat knows, and what of the GM's outlasts that.

For sessions. What somebody hidden did since does not count: refusing because of it would tell of it.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game, by_person
from fracas.engine.log import ANSWER, CONTENT, EVENT, RULING, UNDO, Line, Log
from fracas.engine.performing import Mark
from fracas.session.stream import Stream

TELLING: Final = ("rolled", "revealed", "appeared", "vanished", "ended")
"""Entries after which a step is no longer a player's own to take back: somebody has learnt something from it."""

HANDED: Final = "handed over"
"""The reason given with a ruling by which somebody else plays a hero from now on: undo passes over it, and redo still
works after it."""


def is_handing(line: Line) -> bool:
    if line.kind != RULING or line.data["reason"] != HANDED:
        return False
    ruling = command_from_json(line.data["ruling"])
    return (ruling.verb, ruling.thing) == ("set", "seat")


def last_undo(log: Log) -> int:
    """The undo that a redo would take back; 0 if there is none. After an undo, heroes may have been put back on their
    players' seats, which the log takes for deeds."""
    if not log.lines or log.lines[-1].undone:
        return log.lines[-1].undone if log.lines else 0
    since: list[Line] = []
    for line in reversed(log.lines):
        if line.kind in (EVENT, CONTENT) or is_handing(line):
            continue
        if line.kind != UNDO or line.data["why"] not in ("undo", "redo"):
            break
        since.append(line)
    undone: list[int] = []
    for line in reversed(since):
        if line.data["why"] == "undo":
            undone.append(line.n)
        elif undone:
            undone.pop()
    return undone[-1] if undone else 0


def own_step(game: Game, stream: Stream) -> Line | None:
    """The last thing a person did that this seat knows of, if it was this seat.

    Events count as those of the line before them, so that what the table does after somebody hidden is not theirs."""
    visible = False
    for line in game.log.backwards():
        if line.kind == CONTENT:
            continue
        if line.kind == EVENT:
            visible = visible or line.n in stream.lines
            continue
        if by_person(line):
            if line.data["seat"] == stream.seat:
                return line if stream.seat else None
            if line.kind == ANSWER and unseen_answer(game.state, line, stream.seat):
                # What follows it would have followed all the same, had nobody been asked.
                continue
            if visible:
                return None
        visible = False
    return None


def unseen_answer(enc: Encounter, line: Line, seat: str) -> bool:
    """Was somebody asked whom this seat does not know of?"""
    who = command_from_json(line.data["command"]).who
    return who in enc.combatants and not enc.sees(seat, who)


def told_since(stream: Stream, line: int) -> bool:
    """Has this seat learnt something after a line?"""
    return bool([kind for kind in TELLING if stream.latest.get(kind, 0) > line])


def go(game: Game, to: int, why: str, since: int) -> int:
    """Go back or forth for a player; what was ruled unseen after line `since` is ruled again there."""
    later: list[Line] = []
    for line in game.log.backwards():
        if line.n <= since:
            break
        if line.kind == RULING:
            later.insert(0, line)
    mark = Mark(game)
    try:
        at = game.back(to, why)
        for line in later:
            try:
                game.do_again(line)
            except (Refused, Invalid):
                # It was about something that is gone now.
                continue
    except BaseException:
        mark.restore(game)
        raise
    return at
