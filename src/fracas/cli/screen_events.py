"""Events as sentences: what a seat gets to know of them, dice with every face, steps of one walk in one line.

For `play` and `replay`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from fracas.cli.screen import Screen
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event, worded
from fracas.engine.events import ConditionGained, Ended, PhaseBegan, Rolled, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.tally import say_part
from fracas.engine.teller import Told
from fracas.session.stream import Stream


class Sentence:
    """One thing a seat was told: the event behind it, its words, how they look on a screen, and its line of the log."""

    def __init__(self, event: Event, sentence: str, text: Text, line: int = 0) -> None:
        self.event = event
        self.sentence = sentence
        self.text = text
        self.line = line

    @property
    def heading(self) -> bool:
        return isinstance(self.event, PhaseBegan | RoundBegan | Ended)


def sentences_of(stream: Stream) -> list[Sentence]:
    """What a seat was told and still counts, in order."""
    return [
        Sentence(entry.told.event, entry.text, _painted(entry.told.event, entry.told.view, entry.text), entry.line)
        for entry in stream.entries
        if entry.holds and entry.text and entry.told is not None
    ]


def shown(told: Told) -> Sentence:
    """Something a seat was told, as it looks on a screen."""
    return Sentence(told.event, told.text, _painted(told.event, told.view, told.text))


def _painted(event: Event, enc: Encounter, sentence: str) -> Text:
    if isinstance(event, Rolled):
        return paint_roll(event, enc)
    style = "bold" if isinstance(event, SlotBegan) or event.result_word() else ""
    return Text(sentence, style=style)


def paint_roll(roll: Rolled, enc: Encounter) -> Text:
    """The total large, the faces small, dropped dice struck out, every modifier named."""
    text = Text(f"{enc.name(roll.who)}, {worded(enc, roll.why, roll.about)}: ")
    text.append(str(roll.total), style="bold")
    text.append(f"  [{roll.thrown.dice.text}: ", style="dim")
    for index, pool in enumerate(roll.thrown.pools):
        if index or pool.sign < 0:
            text.append(" - " if pool.sign < 0 else " + ", style="dim")
        for number, die in enumerate(pool.dice):
            joint = "" if not number else "!+" if die.extra else " "
            text.append(joint, style="dim")
            text.append(pool.pool.show(die.face), style="" if die.kept else "dim strike")
    for part in roll.parts:
        text.append(", " + say_part(part), style="dim")
    text.append("]", style="dim")
    if roll.source == "hand":
        text.append(" by hand", style="dim")
    if roll.outcome:
        text.append(f"  {roll.outcome}", style="bold")
    return text


def walks_joined(told: list[Sentence]) -> list[Sentence]:
    """Several steps of one walk as one line: `Wen runs to c5, c6, c7 (2 AP)`."""
    out: list[Sentence] = []
    for item in told:
        # What the first step brought with it (a mark for running) may stand between the steps.
        at = len(out) - 1
        while at >= 0 and isinstance(out[at].event, ConditionGained):
            at -= 1
        last = out[at] if at >= 0 else None
        joined = _join(last.sentence, item.sentence) if last is not None and last.event.kind == item.event.kind else ""
        if joined:
            out[at] = Sentence(item.event, joined, Text(joined))
        else:
            if out and _replaces(item.event, out[-1].event):
                out.pop()
            out.append(item)
    return out


def _replaces(event: Event, last: Event) -> bool:
    """A condition that only counts on from the one told just before."""
    if not isinstance(event, ConditionGained) or not isinstance(last, ConditionGained):
        return False
    return event.who == last.who and event.condition.name == last.condition.name


_STEP = re.compile(r"^(?P<who>.+ to )(?P<where>[^()]+?)(?: \((?P<cost>\d+)(?P<unit> [^()]+)\))?$")


def _join(one: str, two: str) -> str:
    """Two steps by the same walker as one sentence; empty when they are not that."""
    first, second = _STEP.match(one), _STEP.match(two)
    if first is None or second is None or first["who"] != second["who"]:
        return ""
    cost = int(first["cost"] or 0) + int(second["cost"] or 0)
    unit = second["unit"] or first["unit"] or ""
    said = f" ({cost}{unit})" if cost else ""
    return f"{first['who']}{first['where']}, {second['where']}{said}"


def narrate(screen: Screen, told: list[Sentence]) -> None:
    """Print what was told."""
    for item in walks_joined(told):
        if isinstance(item.event, SlotEnded):
            continue
        if item.heading and not screen.plain:
            screen.title(item.sentence)
        elif screen.plain:
            screen.say(_closed(item.sentence))
        elif isinstance(item.event, SlotBegan):
            screen.say(item.text, 1)
        else:
            screen.say(item.text, 3, 2)


def _closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?:" else sentence + "."


def sentences(told: list[Sentence]) -> Iterator[str]:
    for item in walks_joined(told):
        yield item.sentence
