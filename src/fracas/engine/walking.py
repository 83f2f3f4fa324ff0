"""Walking over a board: where somebody can go past those who are in the way, and how.

For the moves of rulesets; how far one gets and who bars whom is theirs.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.board import Board, Reach
from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice, Moves


@mypyc_attr(allow_interpreted_subclasses=True)
class Walking(Moves):
    """Where somebody can go with so many squares, not through `barred`, and not stopping in `passable`."""

    def __init__(
        self,
        enc: Encounter,
        one: Combatant,
        budget: int,
        barred: set[int],
        passable: set[int],
        board: Board | None = None,
    ) -> None:
        self.enc = enc
        self.board = board if board is not None else enc.board
        """The ground as it is for this one."""
        self.one = one
        self.budget = budget
        self.barred = barred
        self.passable = passable

    def at_hand(self) -> bool:
        """Is there plainly a free square next to it, so that the flood can wait?"""
        pos, ways = self.one.pos, self.board.ways(1)
        for index, square in enumerate(ways.steps(pos)) if self.one.size == 1 else []:
            if square not in self.barred and square not in self.passable:
                if ways.weighed[pos][index] // ways.unit <= self.budget:
                    return True
        return False

    def reach(self) -> Reach:
        return self.board.reach(self.one.pos, self.one.size, self.budget, self.barred, self.passable)

    def squares(self, reach: Reach) -> list[int]:
        return reach.squares[1:]

    def choice(self, verb: str) -> Choice | None:
        """Its moves for machines; None where there is none."""
        if self.budget <= 0:
            return None
        if self.at_hand():
            return Choice(self.one.id, verb, [], [], None, self)
        reach = self.reach()
        squares = self.squares(reach)
        return Choice(self.one.id, verb, [], squares, reach) if squares else None

    def proven(self) -> dict[int, None]:
        """The squares to which nothing bars the way."""
        return dict.fromkeys(self.squares(self.reach())) if self.budget > 0 else {}

    def ways(self) -> dict[tuple[int, ...], int]:
        """The cheapest way to each square within reach, and what it costs; also to those that something else bars."""
        return self.reach().ways() if self.budget > 0 else {}

    def commands(self, verb: str) -> list[Command]:
        """These ways as commands."""
        who = self.one.id
        return [Command(who, verb, (), "", way) for way in self.ways()]

    def path_to(self, goal: int) -> list[int]:
        """The cheapest open way to a square; where there is none, the square itself, for the reasons against it."""
        board, one = self.board, self.one
        path = board.path(one.pos, goal, one.size, self.barred, self.passable)
        return path or board.path(one.pos, goal, one.size, set()) or [goal]
