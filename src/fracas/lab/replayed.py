"""A finished game played again: its deeds without a pause, and its events through text. Both must come out equal.

For `prove`, which compares them with the play that `replaying` made.
"""

from __future__ import annotations

import json

from fracas.engine.board import Board
from fracas.engine.canon import canon
from fracas.engine.command import Command, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event, event_from_json
from fracas.engine.events import Finished
from fracas.engine.log import ANSWER, COMMAND, CONTENT, EVENT, RULING, Line
from fracas.engine.offer import Decision
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import perform_ruling
from fracas.engine.table import Answerer, Table, Thrower
from fracas.lab.broken import Broken, first_difference
from fracas.lab.mixing import Dice
from fracas.lab.tallying import Tallies

HEAVY_EVENTS = 300
"""How many events in a row, wherever chance begins, are put through text one by one."""
MENUS_EVERY = 5
"""Of so many finished commands one has its menus compared after a trip through text."""


class Replies(Answerer):
    """The answers and rulings of a finished play, given at once."""

    def __init__(self) -> None:
        self.answers: dict[str, Command] = {}
        self.rulings: dict[int, list[Command]] = {}

    def interject(self, table: Table, first: int) -> bool:
        rulings = self.rulings.get(first, [])
        for ruling in rulings:
            perform_ruling(table, ruling)
        return bool(rulings)

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        return [self.answers[decision.id] for decision in decisions]


def play_at_once(ruleset: Ruleset, start: Encounter, lines: list[Line], tallies: Tallies) -> Encounter:
    """The deeds of a log without a pause, the state put through text between any two of them."""
    enc = start.copy()
    lines = [line for line in lines if line.kind != CONTENT]
    wanted: list[str] = []
    made: list[str] = []
    at = 0
    while at < len(lines):
        line, replies, rest = lines[at], Replies(), at + 1
        while rest < len(lines) and not begins_deed(lines[rest]):
            keep(replies, wanted, lines[rest])
            rest += 1
        enc = through_text(ruleset, enc)
        made.extend([canon(event.to_json()) for event in perform_line(ruleset, enc, line, replies)])
        if made != wanted:
            pair = next(((a, b) for a, b in zip(made, wanted, strict=False) if a != b), ("", "the number of events"))
            raise Broken("paused play equals bots inline", f"line {line.n}: {pair[0]} instead of {pair[1]}")
        tallies.figures["deeds played at once"] += 1
        made, wanted = [], []
        at = rest
    return enc


def begins_deed(line: Line) -> bool:
    return line.kind == COMMAND or (line.kind == RULING and "at" not in line.data)


def keep(replies: Replies, wanted: list[str], line: Line) -> None:
    if line.kind == EVENT:
        wanted.append(canon(line.data))
    elif line.kind == ANSWER:
        replies.answers[str(line.data["to"])] = command_from_json(line.data["command"])
    elif line.kind == RULING:
        at = int(str(line.data["at"]))
        replies.rulings.setdefault(at, []).append(command_from_json(line.data["ruling"]))


def perform_line(ruleset: Ruleset, enc: Encounter, line: Line, replies: Replies) -> list[Event]:
    if line.kind == RULING:
        ruling = command_from_json(line.data["ruling"])
        table = Table(ruleset, enc, ruling, replies, Thrower())
        perform_ruling(table, ruling)
        return table.events
    command = command_from_json(line.data["command"])
    table = Table(ruleset, enc, command, replies, Thrower())
    ruleset.perform(table, command)
    table.emit(Finished())
    return table.events


# -------------------------------------------------------------------- heavy mode


def fold_heavily(ruleset: Ruleset, start: Encounter, lines: list[Line], tallies: Tallies, chance: Dice) -> Encounter:
    """Fold the events of a log; a stretch of them twice, with state and event put through text each time."""
    events = [line for line in lines if line.kind == EVENT]
    first = chance.below(max(len(events) - HEAVY_EVENTS, 0) + 1)
    light = heavy = start.copy()
    finished = 0
    for index, line in enumerate(events):
        event = event_from_json(ruleset.kinds, line.data)
        if index == first:
            heavy = through_text(ruleset, light)
        light.happen(event)
        if not first <= index < first + HEAVY_EVENTS:
            continue
        board = heavy.board
        heavy.happen(event_from_json(ruleset.kinds, json.loads(canon(event.to_json()))))
        heavy = through_text(ruleset, heavy, board if heavy.board is board else None)
        tallies.figures["events folded heavily"] += 1
        one, other = canon(light.to_json()), canon(heavy.to_json())
        if one != other:
            raise Broken("heavy mode", f"after line {line.n} ({event.kind}): {first_difference(one, other)}")
        finished += isinstance(event, Finished)
        if isinstance(event, Finished) and finished % MENUS_EVERY == 0:
            same_menus(ruleset, light, heavy, line.n)
    return light


def through_text(ruleset: Ruleset, enc: Encounter, board: Board | None = None) -> Encounter:
    """The encounter after a trip through its own JSON; a board that made the trip before need not make it again."""
    return ruleset.read(json.loads(canon(enc.to_json())), enc.content, board)


def same_menus(ruleset: Ruleset, one: Encounter, other: Encounter, line: int) -> None:
    for who in ruleset.actors(one) if ruleset.next_step(one) is None else []:
        menus = [
            [choice.command(index).body() for choice in ruleset.menu(enc, who) for index in range(choice.size)]
            for enc in (one, other)
        ]
        if menus[0] != menus[1]:
            raise Broken("heavy mode", f"after line {line} the menu of {who} differs")
