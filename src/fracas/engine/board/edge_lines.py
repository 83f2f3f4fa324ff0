"""Sight and cover where walls, windows and doors stand between squares.

For grids that have such edges; all others keep to the plain lines. A line that passes exactly through a corner is
stopped only when both ways round it are, and of the two the one with less cover counts.
"""

from __future__ import annotations

from fracas.engine.board.edges import Edges
from fracas.engine.board.ground import Ground
from fracas.engine.board.sightlines import UNIT, Sightlines
from fracas.engine.board.terms import NO_COVER, Pos


class EdgedSightlines(Sightlines):
    """Lines over ground with edges."""

    def __init__(self, ground: Ground, edges: Edges) -> None:
        super().__init__(ground)
        self.edges = edges

    def free(self, px: int, py: int, qx: int, qy: int, eye: int) -> bool:
        top, hides, edges = self.ground.top, self.edges.hides, self.edges
        width = self.ground.width
        step_x, step_y = (1 if qx > px else -1), (1 if qy > py else -1)
        run, rise = abs(qx - px), abs(qy - py)
        x, y, end_x, end_y = px // UNIT, py // UNIT, qx // UNIT, qy // UNIT
        to_column = ((x + 1) * UNIT - px if step_x > 0 else px - x * UNIT) * rise
        to_row = ((y + 1) * UNIT - py if step_y > 0 else py - y * UNIT) * run
        column, row = UNIT * rise, UNIT * run
        while x != end_x or y != end_y:
            square = y * width + x
            if to_column < to_row:
                if hides[edges.across(square, step_x, 0)]:
                    return False
                x += step_x
                to_column += column
            elif to_column > to_row:
                if hides[edges.across(square, 0, step_y)]:
                    return False
                y += step_y
                to_row += row
            else:
                first, second, third, fourth = edges.round_corner(square, step_x, step_y)
                along_row = hides[first] or hides[second] or top[square + step_x] > eye
                if along_row and (hides[third] or hides[fourth] or top[square + step_y * width] > eye):
                    return False
                x += step_x
                y += step_y
                to_column += column
                to_row += row
            if (x != end_x or y != end_y) and top[y * width + x] > eye:
                return False
        return True

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int, frm: Pos, to: Pos) -> int:
        """The highest grade of a square or an edge on the line from middle to middle."""
        return max(super().cover(a, size_a, b, size_b, frm, to), self._edge_cover(a, size_a, b, size_b, frm, to))

    def _edge_cover(self, a: Pos, size_a: int, b: Pos, size_b: int, frm: Pos, to: Pos) -> int:
        highest = NO_COVER
        for crossed in self.edges.crossings(frm, to):
            grades = [self._edge_grade(edge, a, size_a, b, size_b) for edge in crossed]
            one = max(grades[0], grades[1]) if len(grades) == 4 else grades[0]
            highest = max(highest, min(one, max(grades[2], grades[3])) if len(grades) == 4 else one)
        return highest

    def _edge_grade(self, edge: int, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        """What an edge counts for: nothing at the attacker's own square, unless the target is just across it."""
        grade = self.edges.cover[edge]
        if grade == NO_COVER:
            return NO_COVER
        near, far = edge // 2, edge // 2 + (self.ground.width if edge % 2 else 1)
        at_a = self._apart(near, a, size_a) == 0 or self._apart(far, a, size_a) == 0
        at_b = self._apart(near, b, size_b) == 0 or self._apart(far, b, size_b) == 0
        return NO_COVER if at_a and not at_b else grade
