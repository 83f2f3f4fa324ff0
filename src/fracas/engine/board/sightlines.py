"""Sight and cover on a grid, by exact lines between points inside squares; whole numbers only.

For the grid. A line is stopped by a square whose inside it crosses when that square's top is above the eyes at both
ends; passing exactly through a corner, only when both squares beside it stop it. The squares at its ends never do.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.ground import EYE_LEVEL, Ground
from fracas.engine.board.terms import CLEAR, MINIMAL, NO_COVER, PARTIAL, UNSEEN, Pos

# Points lie strictly inside their square (a sixteenth short of its rim): a point on the rim would belong to its
# neighbours too, and see through the pinch where two walls meet at a corner.
UNIT: Final = 16
_MIDDLE: Final = 8
_RIM: Final = ((1, 1), (8, 1), (15, 1), (1, 8), (15, 8), (1, 15), (8, 15), (15, 15))


class Sightlines:
    """Lines over one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def see(self, a: Pos, lift_a: int, b: Pos, lift_b: int) -> int:
        """The grade of sight between two squares, the same in both directions; lifts are levels above the ground."""
        if self.is_clear(a, lift_a, b, lift_b):
            return CLEAR
        eye, width = self._eye(a, lift_a, b, lift_b), self.ground.width
        if self._shut_off(a, b, eye):
            return UNSEEN
        ax, ay = a % width * UNIT, a // width * UNIT
        bx, by = b % width * UNIT, b // width * UNIT
        for px, py in _RIM:
            if self.free(ax + _MIDDLE, ay + _MIDDLE, bx + px, by + py, eye):
                return PARTIAL
            if self.free(ax + px, ay + py, bx + _MIDDLE, by + _MIDDLE, eye):
                return PARTIAL
        for px, py in _RIM:
            for qx, qy in _RIM:
                if self.free(ax + px, ay + py, bx + qx, by + qy, eye):
                    return MINIMAL
        return UNSEEN

    def is_clear(self, a: Pos, lift_a: int, b: Pos, lift_b: int) -> bool:
        """Nothing stops the line from middle to middle."""
        if a == b or self.ground.open_between(a, b):
            return True
        width = self.ground.width
        ax, ay = a % width * UNIT + _MIDDLE, a // width * UNIT + _MIDDLE
        bx, by = b % width * UNIT + _MIDDLE, b // width * UNIT + _MIDDLE
        return self.free(ax, ay, bx, by, self._eye(a, lift_a, b, lift_b))

    def _shut_off(self, a: Pos, b: Pos, eye: int) -> bool:
        """Does no chain of open squares, each beside the last and nearer to the end, lead from one to the other within
        the band that all lines between them keep to? Then none of them is free; walls on edges can only stop more.

        Row by row, as bits: those reached from the row before, and from there on along the row. A line that passes
        exactly through a corner needs one open square beside it, so it has such a chain too."""
        ground, width = self.ground, self.ground.width
        if a > b:
            a, b = b, a
        x, end_x, y = a % width, b % width, a // width
        rows, openings = b // width - y, ground.openings(eye)
        if end_x < x:
            x, end_x, y = width - 1 - x, width - 1 - end_x, y + ground.depth
        run = end_x - x
        reached = 1 << x
        for row in range(rows + 1):
            left = x + (row - 1) * run // rows if row > 1 else x
            right = x - (-(row + 1) * run // rows) if row + 1 < rows else end_x
            free = openings[y + row] >> left << left & ((2 << right) - 1)
            if row == 0:
                free |= 1 << x
            if row == rows:
                free |= 1 << end_x
            reached &= free
            # Adding carries each reached bit to the end of its run of open squares.
            reached |= ((reached + free) ^ free) & free
            if not reached:
                return True
        return not reached >> end_x & 1

    def _eye(self, a: Pos, lift_a: int, b: Pos, lift_b: int) -> int:
        """How high something must be to stop a line between two squares."""
        level = self.ground.level
        return max(level[a] + lift_a, level[b] + lift_b) + EYE_LEVEL

    def free(self, px: int, py: int, qx: int, qy: int, eye: int) -> bool:
        """Nothing stops the line from p to q."""
        top = self.ground.top
        width = self.ground.width
        step_x, step_y = (1 if qx > px else -1), (1 if qy > py else -1)
        run, rise = abs(qx - px), abs(qy - py)
        x, y, end_x, end_y = px // UNIT, py // UNIT, qx // UNIT, qy // UNIT
        # Distance to the next column and row border, each scaled by the other axis so that they compare exactly.
        to_column = ((x + 1) * UNIT - px if step_x > 0 else px - x * UNIT) * rise
        to_row = ((y + 1) * UNIT - py if step_y > 0 else py - y * UNIT) * run
        column, row = UNIT * rise, UNIT * run
        while True:
            if to_column < to_row:
                x += step_x
                to_column += column
            elif to_column > to_row:
                y += step_y
                to_row += row
            else:
                if top[y * width + x + step_x] > eye and top[(y + step_y) * width + x] > eye:
                    return False
                x += step_x
                y += step_y
                to_column += column
                to_row += row
            if x == end_x and y == end_y:
                return True
            if top[y * width + x] > eye:
                return False

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int, frm: Pos, to: Pos) -> int:
        """The highest grade on the line from the middle of square frm (of attacker a) to that of square to (of b).

        At an exact corner the lower of the two squares beside it counts.
        """
        width = self.ground.width
        x, y = frm % width, frm // width
        end_x, end_y = to % width, to // width
        step_x, step_y = (1 if end_x > x else -1), (1 if end_y > y else -1)
        run, rise = abs(end_x - x), abs(end_y - y)
        to_column, to_row = rise, run
        highest = NO_COVER
        while x != end_x or y != end_y:
            grade = NO_COVER
            if to_column == to_row:
                beside = self._grade((y * width) + x + step_x, a, size_a, b, size_b)
                grade = min(beside, self._grade((y + step_y) * width + x, a, size_a, b, size_b))
                x += step_x
                y += step_y
                to_column += 2 * rise
                to_row += 2 * run
            elif to_column < to_row:
                x += step_x
                to_column += 2 * rise
            else:
                y += step_y
                to_row += 2 * run
            highest = max(highest, grade, self._grade(y * width + x, a, size_a, b, size_b))
        return highest

    def _grade(self, square: Pos, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """What a square counts for: nothing under either creature, nor beside the attacker alone."""
        grade = self.ground.cover[square]
        if grade == NO_COVER:
            return NO_COVER
        near_a, near_b = self._apart(square, a, size_a), self._apart(square, b, size_b)
        if near_a == 0 or near_b == 0 or (near_a == 1 and near_b > 1):
            return NO_COVER
        return grade

    def _apart(self, square: Pos, anchor: Pos, size: int) -> int:
        """Squares from a footprint, diagonals as 1 under every metric: this asks about touching, not about range."""
        width = self.ground.width
        x, y = square % width, square // width
        left, upper = anchor % width, anchor // width
        return max(left - x, x - left - size + 1, upper - y, y - upper - size + 1, 0)
