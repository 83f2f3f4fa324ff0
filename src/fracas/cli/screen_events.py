"""Events as a story: one line per deed, as the stream of a seat tells it, with every face of its dice below.

For `play` and `replay`.
"""

from __future__ import annotations

from rich.text import Text

from fracas.cli.screen import Screen
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event, worded
from fracas.engine.events import Ended, PhaseBegan, Rolled, RoundBegan, SlotBegan
from fracas.engine.tally import say_part
from fracas.engine.teller import Told
from fracas.session.stream import Entry, Stream


class Sentence:
    """One thing a seat was told: the event behind it, its words, how they look on a screen, and its line of the log."""

    def __init__(self, event: Event, sentence: str, text: Text, entry: Entry | None = None) -> None:
        self.event = event
        self.sentence = sentence
        self.text = text
        self.line = entry.line if entry is not None else 0
        self.tale = entry.tale if entry is not None else 0
        self.story = entry.story if entry is not None else sentence
        """The line of the story as it reads with this, where it changes it."""

    @property
    def heading(self) -> bool:
        return isinstance(self.event, PhaseBegan | RoundBegan | Ended)


def sentences_of(stream: Stream, since: int = 0) -> list[Sentence]:
    """What a seat was told after a line of the log and still counts, in order."""
    return [
        Sentence(entry.told.event, entry.text, _painted(entry.told.event, entry.told.view, entry.text), entry)
        for entry in stream.entries
        if entry.line > since and entry.holds and (entry.text or entry.story) and entry.told is not None
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


def narrate(screen: Screen, told: list[Sentence], opened: bool = False) -> None:
    """Print what was told: one line per deed with its dice below, and all its bookkeeping where it is to be opened."""
    for line in lines_of(told):
        _print(screen, line, opened)


def lines_of(told: list[Sentence]) -> list[list[Sentence]]:
    """What was told, line by line of the story."""
    found: list[list[Sentence]] = []
    for item in told:
        if found and found[-1][0].tale == item.tale:
            found[-1].append(item)
        else:
            found.append([item])
    return found


def gone_on(screen: Screen, tale: int, story: str) -> str:
    """What a line has to say beyond what was said of it: its sentences from the first one that is new, or how the last
    one ends."""
    before = screen.said if screen.tale == tale and tale else ""
    if story:
        screen.tale, screen.said = tale, story
    if not before or not story.startswith(before):
        return story
    rest = story[len(before) :]
    if rest.startswith(". "):
        return rest[2:]
    if rest.startswith((": ", ", ", "; ")):
        return f"\N{HORIZONTAL ELLIPSIS} {rest[2:]}"
    return story[before.rfind(". ") + 2 if ". " in before else 0 :] if story != before else ""


def _print(screen: Screen, line: list[Sentence], opened: bool) -> None:
    """Of a line that was begun before and goes on, only what is new is said."""
    story = gone_on(screen, line[0].tale, next((item.story for item in reversed(line) if item.story), ""))
    below = [item for item in line if item.sentence and item.sentence != story]
    first = line[0].event
    if story and screen.plain:
        screen.say(_closed(story))
    elif story and line[0].heading:
        screen.title(story)
    elif story:
        screen.say(Text(story, style="bold" if isinstance(first, SlotBegan) else ""), 1, 2)
    for item in below:
        if not opened and not isinstance(item.event, Rolled):
            continue
        if screen.plain:
            screen.say(_closed(item.sentence), 2)
        else:
            screen.say(item.text, 4, 2)


def _closed(sentence: str) -> str:
    return sentence if sentence[-1:] in ".!?:" else sentence + "."
