"""The shroud: which squares of a map the players do not know yet, kept as runs.

For encounters and views. A run is two numbers, its first square and how many follow on; several runs stand one after
the other in one list, so that a whole map is a pair of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from fracas.engine.errors import Invalid


class Shroud:
    """A set of squares. Never changed after it is made."""

    def __init__(self, size: int, squares: Sequence[int]) -> None:
        self.marks = [False] * size
        for square in squares:
            self.marks[square] = True
        self.runs = runs_of([square for square in range(size) if self.marks[square]])

    @property
    def squares(self) -> list[int]:
        return squares_in(self.runs)

    def holds(self, square: int) -> bool:
        return 0 <= square < len(self.marks) and self.marks[square]

    def swallows(self, squares: list[int]) -> bool:
        """Does all of this lie under it?"""
        for square in squares:
            if not self.marks[square]:
                return False
        return bool(squares)

    def more(self, squares: Sequence[int]) -> Shroud:
        return Shroud(len(self.marks), [*self.squares, *squares])

    def less(self, squares: Sequence[int]) -> Shroud:
        gone = set(squares)
        return Shroud(len(self.marks), [square for square in self.squares if square not in gone])


def runs_of(squares: Sequence[int]) -> list[int]:
    """Squares as runs, whatever their order; each counts once."""
    runs: list[int] = []
    end = -1
    for square in sorted(set(squares)):
        if square == end:
            runs[-1] += 1
        else:
            runs.extend([square, 1])
        end = square + 1
    return runs


def squares_in(runs: Sequence[int]) -> list[int]:
    """The squares of some runs."""
    found: list[int] = []
    for index in range(0, len(runs), 2):
        found.extend(range(runs[index], runs[index] + runs[index + 1]))
    return found


def read_runs(data: object, size: int, where: str) -> list[int]:
    """Runs out of saved data: in order, apart from each other and on the board."""
    expected = f"pairs of whole numbers, the first square of each run and its length, on {size} squares"
    if not isinstance(data, list) or len(data) % 2:
        raise Invalid(where, "covered", data, expected)
    runs: list[int] = []
    end = -1
    for index, item in enumerate(data):
        if type(item) is not int or item < (1 if index % 2 else end + 1):
            raise Invalid(where, "covered", item, expected)
        runs.append(item)
        if index % 2:
            end = runs[-2] + item
            if end > size:
                raise Invalid(where, "covered", item, expected)
    return runs
