"""What something of the game is, on the screen: its kind, its words, its numbers, its rule.

For `play`.
"""

from __future__ import annotations

from fracas.cli.screen import Screen, styled
from fracas.engine.glossary import Entry


def show_entry(screen: Screen, entry: Entry, rule: str, in_full: bool) -> None:
    """One entry; the text of its rule unless that was shown just now."""
    number = f", rule {entry.paragraph}" if entry.paragraph else ""
    if screen.plain:
        screen.say(f"{entry.name}, {entry.kind}{number}.")
    else:
        screen.say(styled(entry.name, "bold").append(f"  {entry.kind}{number}", style="dim"), 2)
    if entry.text:
        screen.say(entry.text, 4)
    if entry.facts:
        screen.say(entry.say_facts(), 4, 2)
    if rule and in_full:
        screen.say(f"{entry.paragraph} {rule}", 4, 2, style="dim")
