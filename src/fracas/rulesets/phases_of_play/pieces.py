"""The small records of Phases of Play: what beings have begun, what they ask for, zones, and what reactions answer to.

For its state, which holds them; none of them ever changes.
"""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.piece import Piece, read_piece


class Request(Piece):
    """What somebody asked of the GM and waits for."""

    def __init__(self, who: str, kind: str, words: str, targets: list[str]) -> None:
        self.who = who
        self.kind = kind
        """improvise, range, free-action, slow or level-up"""
        self.words = words
        self.targets = targets


class Zone(Piece):
    """Stacks of one zone on one square or place, from one altitude to another."""

    def __init__(
        self, name: str, pos: int, stacks: int, low: int = 0, high: int = 0, source: str = "", ability: str = ""
    ) -> None:
        self.name = name
        self.pos = pos
        self.stacks = stacks
        self.low = low
        self.high = high
        self.source = source
        """Whose lasting ability keeps it there; empty: nobody's."""
        self.ability = ability

    def same(self, other: Zone) -> bool:
        """Are both the same zone, but for their stacks?"""
        place = self.name == other.name and self.pos == other.pos and self.low == other.low and self.high == other.high
        return place and self.source == other.source and self.ability == other.ability


class Trigger(Piece):
    """Something others may react to, from the moment it is announced until it is settled."""

    IDS: ClassVar[tuple[str, ...]] = (".cause", ".victim", ".reacted.*.0!")

    def __init__(
        self,
        name: str,
        cause: str,
        victim: str,
        ability: str = "",
        amount: int = 0,
        type: str = "",
        cancelled: bool = False,
        hinder: int = 0,
        eased: int = 0,
        to: int = -1,
        reacted: list[list[str]] | None = None,
    ) -> None:
        self.name = name
        self.cause = cause
        self.victim = victim
        self.ability = ability
        self.amount = amount
        self.type = type
        self.cancelled = cancelled
        self.hinder = hinder
        self.eased = eased
        """Advantages on Saves that a Dodge brought."""
        self.to = to
        """For movement: the square about to be entered."""
        self.reacted = reacted if reacted is not None else []
        """Who has done something in this chain, each with the Free Reaction it was, or nothing."""

    def altered(self, **own: object) -> Trigger:
        """The same, but for what is named."""
        made: Trigger = read_piece(Trigger, {**self.to_json(), **own})
        return made


class Pending(Piece):
    """A Slow Action on its way."""

    def __init__(self, ability: str, targets: list[str], squares: list[int], pos: int, hinder: int = 0) -> None:
        self.ability = ability
        self.targets = targets
        self.squares = squares
        self.pos = pos
        """Where it was begun: cones and lines are anchored there."""
        self.hinder = hinder
        """Disadvantages on its Test, from reactions to its beginning."""


class Lasting(Piece):
    """An ability of one's own that goes on."""

    def __init__(self, ability: str, left: int) -> None:
        self.ability = ability
        self.left = left
        """Starts of one's own turn until it ends; -1 while one concentrates."""
