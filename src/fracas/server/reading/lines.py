"""Which edges between squares a line separates: those whose two centres lie on either side of it.

The drawing is thought of as moved by next to nothing (more to the right than down), so that no line runs through a
centre, and a line without gaps leaves none between the edges. Coordinates are whole ten-thousandths of a square.
"""

from __future__ import annotations

from typing import Final

UNIT: Final = 10_000
HALF: Final = UNIT // 2
Point = tuple[int, int]
Edge = tuple[int, int, str]
"""Column and row of a square, and which of its edges: that to the "right" or the one "below"."""


def crossed(a: Point, b: Point, columns: int, rows: int) -> list[Edge]:
    """The edges that the line from a to b separates."""
    found: list[Edge] = []
    for row in between(a[1], b[1], rows):
        # Where it meets the line through the centres of a row, as a fraction: whole numbers tell on which side of a
        # centre that is.
        over, under = a[0] * (b[1] - a[1]) + (b[0] - a[0]) * (row * UNIT + HALF - a[1]), b[1] - a[1]
        column = floor_of(over - HALF * under, under * UNIT, ties_right=True)
        if 0 <= column < columns - 1:
            found.append((column, row, "right"))
    for column in between(a[0], b[0], columns):
        over, under = a[1] * (b[0] - a[0]) + (b[1] - a[1]) * (column * UNIT + HALF - a[0]), b[0] - a[0]
        falling = (b[1] - a[1]) * (b[0] - a[0]) > 0
        row = floor_of(over - HALF * under, under * UNIT, ties_right=not falling)
        if 0 <= row < rows - 1:
            found.append((column, row, "below"))
    return found


def between(a: int, b: int, most: int) -> range:
    """The rows or columns whose centres lie between two coordinates; one that lies on a centre is past it."""
    return range(max(first_after(min(a, b)), 0), min(first_after(max(a, b)), most))


def first_after(at: int) -> int:
    """The first row or column whose centre lies past this coordinate."""
    return (at - HALF) // UNIT + 1


def floor_of(over: int, under: int, ties_right: bool) -> int:
    """The last centre before a crossing; a crossing on a centre is on the side that is asked for."""
    whole, rest = divmod(over, under) if under > 0 else divmod(-over, -under)
    return whole if rest or ties_right else whole - 1


def nearest(a: Point, b: Point, columns: int, rows: int) -> Edge | None:
    """The edge in which a short line lies that separates no centres: a narrow door."""
    x, y = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
    if abs(b[1] - a[1]) >= abs(b[0] - a[0]):
        edge = ((x + HALF) // UNIT - 1, y // UNIT, "right")
        return edge if 0 <= edge[0] < columns - 1 and 0 <= edge[1] < rows else None
    edge = (x // UNIT, (y + HALF) // UNIT - 1, "below")
    return edge if 0 <= edge[0] < columns and 0 <= edge[1] < rows - 1 else None
