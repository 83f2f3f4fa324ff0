"""What people see of a game: cards, the order of action, things on the map, explanations, and what stays secret.

Optional for a ruleset: all of it follows from its fields and its content.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.board import Places, Pos
from fracas.engine.card import Card, Row, Turn
from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.glossary import (
    table_entry,
)
from fracas.engine.lying import Lying
from fracas.engine.rules_gm import GmPowers
from fracas.engine.showing import card_of, row_of, turns_of


@mypyc_attr(allow_interpreted_subclasses=True)
class Shown(GmPowers):
    """A game as people see it."""

    card_reach: ClassVar[int] = 1
    """How far away from its combatant a card may look for others: it is remade when one of those changes."""
    card_flow: ClassVar[tuple[str, ...] | None] = None
    """The fields of the flow that cards, rows and what is veiled depend on; None: any of them."""

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        """What a seat sees of a combatant: every field with a title that it may know. A card depends on its combatant,
        on those its fields name, on whoever is within `card_reach` and on what the fields `card_flow` of the flow say
        of it: it is remade when one of these changes. Of the seat it may ask only whether that runs the combatant and
        what `shares` says: seats that stand to it alike, and know the same people as well, are shown the same card."""
        return card_of(self, enc, who, seat)

    def in_order(self, enc: Encounter, seat: str) -> list[Turn]:
        """Who stands in that order, then everybody who has no place in it. To all who know the same it is the same."""
        return turns_of(enc, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        """One line of that order; it depends on what the card depends on."""
        return row_of(self, enc, who, seat)

    def heading(self, enc: Encounter) -> str:
        """What stands above it."""
        return f"Round {enc.flow.round}" if enc.flow.round else "Before the first round"

    def lying(self, enc: Encounter) -> list[Lying]:
        """Things that lie about, and zones, for maps."""
        return []

    def distance_words(self, enc: Encounter, here: Pos, there: Pos) -> str:
        """How far apart two squares are, as people at the table say it."""
        if isinstance(enc.board, Places):
            return enc.board.word(here, there) or "no way there"
        squares = enc.board.distance(here, there)
        return f"{squares} {'square' if squares == 1 else 'squares'}"

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        """What the rules make of an entry of the content files, in sentences; None leaves it to its fields."""
        return None

    def gist(self, section: str, data: dict[str, object], names: dict[str, str]) -> str:
        """What an entry does, in one line, for a button; by default all that is said of it."""
        told = self.explain(section, data, names)
        if told is None:
            return table_entry(section, "", data, names, "").say_facts() if not data.get("text") else str(data["text"])
        return " ".join([part for part in [str(data.get("text", "")), *told] if part])

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """An answer as a person would say it, where the command alone does not; else empty."""
        return ""

    def comes_next(self, enc: Encounter) -> Command | None:
        """What the GM most likely says next, where the game goes on at the GM's word: one button offers it."""
        return None

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        """May a seat that does not run this combatant know its keeper's numbers all the same?"""
        return False

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Blank, in a copy made for a seat, the numbers of a combatant this seat may not know: the same for every seat
        that neither runs it nor shares what its keeper knows."""
