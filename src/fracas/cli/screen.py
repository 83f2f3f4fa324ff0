"""The screen: everything the terminal prints goes through here, with boxes and colours or as plain sentences.

For `play`, `replay` and `odds`. Only bold, dim, reverse and four colours that read on dark and on light.
"""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console
from rich.text import Text

from fracas.engine.cleaning import clean, printable

SIDE_COLOURS: Final = ("green", "magenta", "cyan", "red")
"""Pairs of these stay apart for the colour-blind; letters and case say the same without any."""
WIDEST: Final = 110
READABLE: Final = 24
"""Further lines hang under their first as long as this many columns are left for them."""


class Screen:
    """A place to print to. Plain: whole sentences, no colour, no boxes, nothing that moves."""

    def __init__(self, plain: bool = False, width: int = 0) -> None:
        self.plain = plain
        self.tale = 0
        self.said = ""
        """The line of the story that was told last, as far as it was."""
        fixed = width if width > 0 else None
        if plain:
            self.console = Console(width=fixed or 10_000, no_color=True, highlight=False, force_terminal=False)
        else:
            self.console = Console(width=fixed, highlight=False)
            if fixed is None and self.console.width > WIDEST:
                self.console = Console(width=WIDEST, highlight=False)
        self.width = 10_000 if plain and not fixed else self.console.width
        self.fancy = not plain and self._can_box()

    def _can_box(self) -> bool:
        encoding = (self.console.encoding or "").lower()
        return encoding.startswith("utf") and not self.console.is_dumb_terminal

    def say(self, text: str | Text, indent: int = 0, hang: int = 0, style: str = "") -> None:
        """A paragraph, wrapped to the screen; further lines hang under the text and not under its number."""
        line = harmless(text)
        if style:
            line.stylize(style)
        room = max(20, self.width - indent)
        hang = min(hang, max(room // 2, room - READABLE))
        if line.cell_len <= room:
            self._put(Text(" " * indent).append_text(line))
            return
        first = line.wrap(self.console, room)[0]
        self._put(Text(" " * indent).append_text(first))
        at = len(first.plain.rstrip())
        while line.plain[at : at + 1] == " ":
            at += 1
        for part in line[at:].wrap(self.console, max(20, room - hang)):
            self._put(Text(" " * (indent + hang)).append_text(part))

    def _put(self, line: Text) -> None:
        line = harmless(line)
        line.rstrip()
        self.console.print(line, soft_wrap=True)

    def line(self, text: str) -> None:
        """One line however long, such as a command to be copied."""
        self._put(Text(text))

    def blank(self) -> None:
        self.console.print()

    def title(self, text: str) -> None:
        """A new part of the encounter."""
        text = printable(text)
        if self.plain:
            self.say(text)
        elif len(text) + 2 > self.width:
            self.say(text, style="bold")
        elif self.fancy:
            self.console.rule(Text(text, style="bold"), style="dim", align="left")
        else:
            self.say(f"-- {text} --", style="bold")

    def ask(self, prompt: str) -> str:
        """One line from the person at the keyboard. Raises `EOFError` when nobody is there."""
        sys.stdout.flush()
        line = clean(input(printable(prompt)))
        if not sys.stdin.isatty():
            # A script has no keyboard that would have shown what was typed.
            self.console.print(Text(line), soft_wrap=True)
        return line.strip()

    def hand_over(self, text: str) -> None:
        """Somebody else is to look now: wait, then start on an empty screen."""
        self.blank()
        self.ask(f"{text} Press Enter when ready. ")
        if not self.plain and self.console.is_terminal:
            # The lines scrolled away are somebody else's secrets too.
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")


def harmless(text: str | Text) -> Text:
    """The last line of defence: whatever got here, the terminal shows it and obeys none of it."""
    line = Text(text) if isinstance(text, str) else text
    if line.plain != (shown := printable(line.plain)):
        line = line.copy()
        line.plain = shown
    return line


def styled(text: str, style: str) -> Text:
    """A piece in a style of its own. A `Text` made with a style would pass it on to all that is appended."""
    return Text().append(text, style=style)


def percent(ppm: int) -> str:
    """A chance as people say it; never a rounded 0 or 100 that is not one."""
    if ppm in (0, 1_000_000):
        return f"{ppm // 10_000}%"
    if ppm < 10_000:
        return "under 1%"
    if ppm > 990_000:
        return "over 99%"
    return f"{(ppm + 5_000) // 10_000}%"


def decimal(part: int, whole: int) -> str:
    """A mean with one decimal, worked out in whole numbers."""
    tenths = (abs(part) * 20 + whole) // (2 * whole)
    sign = "-" if part < 0 and tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"
