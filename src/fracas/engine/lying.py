"""What is on a square and is nobody's and no terrain: things that were dropped, and zones that last for a while."""

from __future__ import annotations

from typing import Final

TONES: Final = ("", "hot", "cold", "mist", "dark")
"""How a zone may look."""


class Lying:
    """Something on a square."""

    def __init__(
        self, pos: int, name: str, zone: bool = False, stacks: int = 1, tone: str = "", thing: str = ""
    ) -> None:
        assert tone in TONES, f"no tone of a zone: {tone}"
        self.pos = pos
        self.name = name
        self.zone = zone
        """Does it fill its square, and is no thing that one could pick up?"""
        self.stacks = stacks
        """How strong a zone is."""
        self.tone = tone
        self.thing = thing
        """The id of its entry in the content, where it has one."""

    def say(self) -> str:
        """Its name, with its strength where that counts."""
        return f"{self.name} {self.stacks}" if self.stacks > 1 else self.name
