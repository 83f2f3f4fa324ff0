"""Dice by script: the faces to come, in order, whatever is thrown.

For worked examples and programs that bring their own dice; a face that is missing or does not fit its die is invalid.
"""

from __future__ import annotations

from fracas.engine.dice import Faces
from fracas.engine.dice.sources import ScriptError
from fracas.engine.roll import Roll
from fracas.engine.table import Table, Thrower


class ScriptedThrower(Thrower):
    """Hands out given faces. After an undo, or when a command is run again, the same faces come again."""

    def __init__(self, faces: list[int]) -> None:
        self.given = list(faces)
        self.at = 0
        self.furthest = 0

    def rewind(self, used: int) -> None:
        self.at = used

    def faces(self, table: Table, roll: Roll, secret: bool, ahead: int) -> Faces:
        return _Next(self, f"{roll.who}, {roll.why}")

    def take(self, sides: int, why: str) -> int:
        """The next face, which must fit a die of so many sides."""
        place = f"die {self.at + 1} (d{sides}, {why})"
        if self.at >= len(self.given):
            raise ScriptError("dice", place, None, f"a face from 1 to {sides}; the script ends after {len(self.given)}")
        face = self.given[self.at]
        if not 1 <= face <= sides:
            raise ScriptError("dice", place, face, f"a face from 1 to {sides}")
        self.at += 1
        self.furthest = max(self.furthest, self.at)
        return face

    def left_over(self) -> list[int]:
        """The faces nobody ever threw."""
        return self.given[self.furthest :]


class _Next(Faces):
    """The script as one roll sees it."""

    def __init__(self, script: ScriptedThrower, why: str) -> None:
        self.script = script
        self.why = why

    def next(self, sides: int) -> int:
        return self.script.take(sides, self.why)
