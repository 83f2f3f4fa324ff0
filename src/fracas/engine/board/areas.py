"""Areas on a grid: bursts, lines, cones and squares as sorted lists of squares, clipped to the board.

For the grid. These shapes are flat, counted by the grid's metric; only its burst also counts the rise of the ground.
"""

from __future__ import annotations

from fracas.engine.board.metric import Metric
from fracas.engine.board.terms import Pos


def trace_line(width: int, depth: int, metric: Metric, a: Pos, b: Pos, length: int) -> list[Pos]:
    """The squares the ray from the middle of a through the middle of b crosses, without a, as far as the length.

    Through an exact corner it goes straight on, touching neither square beside it.
    """
    start_x, start_y = a % width, a // width
    x, y = start_x, start_y
    step_x, step_y = (1 if b % width > x else -1), (1 if b // width > y else -1)
    run, rise = abs(b % width - x), abs(b // width - y)
    to_column, to_row = rise, run
    squares: list[Pos] = []
    while a != b:
        column_first, row_first = to_column <= to_row, to_row <= to_column
        if column_first:
            x += step_x
            to_column += 2 * rise
        if row_first:
            y += step_y
            to_row += 2 * run
        if x < 0 or x >= width or y < 0 or y >= depth:
            break
        if metric.span(abs(x - start_x), abs(y - start_y), 0) > length:
            break
        squares.append(y * width + x)
    squares.sort()
    return squares


def spread_cone(width: int, depth: int, metric: Metric, a: Pos, towards: Pos, length: int) -> list[Pos]:
    """The quarter turn around the direction from a: squares within length and at most 45 degrees off, without a."""
    start_x, start_y = a % width, a // width
    aim_x, aim_y = towards % width - start_x, towards // width - start_y
    aim = aim_x * aim_x + aim_y * aim_y
    squares: list[Pos] = []
    for y in range(max(start_y - length, 0), min(start_y + length + 1, depth)):
        for x in range(max(start_x - length, 0), min(start_x + length + 1, width)):
            dx, dy = x - start_x, y - start_y
            along = dx * aim_x + dy * aim_y
            if along <= 0 or 2 * along * along < (dx * dx + dy * dy) * aim:
                continue
            if metric.span(abs(dx), abs(dy), 0) <= length:
                squares.append(y * width + x)
    return squares


def clip_square(width: int, depth: int, anchor: Pos, side: int) -> list[Pos]:
    """A square of squares from its top-left one; what lies past the edge is cut off."""
    left, upper = anchor % width, anchor // width
    return [y * width + x for y in range(upper, min(upper + side, depth)) for x in range(left, min(left + side, width))]
