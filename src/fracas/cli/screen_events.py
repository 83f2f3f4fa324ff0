"""Events as sentences: what a seat gets to know of them, dice with every face, steps of one walk in one line.

For `play` and `replay`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.text import Text

from fracas.cli.screen import Screen
from fracas.engine import teller
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event, worded
from fracas.engine.events import ConditionGained, Ended, PhaseBegan, Rolled, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.ruleset import Ruleset
from fracas.engine.tally import say_part
from fracas.engine.teller import tell_all


class Told:
    """One thing a seat was told: the event behind it, its sentence, and how the sentence looks on a screen."""

    def __init__(self, event: Event, sentence: str, text: Text) -> None:
        self.event = event
        self.sentence = sentence
        self.text = text

    @property
    def heading(self) -> bool:
        return isinstance(self.event, PhaseBegan | RoundBegan | Ended)


def tell(ruleset: Ruleset, before: Encounter, events: list[Event], seat: str) -> list[Told]:
    """What a seat gets to know, each event worded at its own moment."""
    return [shown(told) for told in tell_all(ruleset, before, events, seat) if told.text]


def shown(told: teller.Told) -> Told:
    """Something a seat was told, as it looks on a screen."""
    return Told(told.event, told.text, _painted(told.event, told.view, told.text))


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


def walks_joined(told: list[Told]) -> list[Told]:
    """Several steps of one walk as one line: `Wen runs to c5, c6, c7 (2 AP)`."""
    out: list[Told] = []
    for item in told:
        # What the first step brought with it (a mark for running) may stand between the steps.
        at = len(out) - 1
        while at >= 0 and isinstance(out[at].event, ConditionGained):
            at -= 1
        last = out[at] if at >= 0 else None
        joined = _join(last.sentence, item.sentence) if last is not None and last.event.kind == item.event.kind else ""
        if joined:
            out[at] = Told(item.event, joined, Text(joined))
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


def narrate(screen: Screen, told: list[Told]) -> None:
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


def sentences(told: list[Told]) -> Iterator[str]:
    for item in walks_joined(told):
        yield item.sentence
