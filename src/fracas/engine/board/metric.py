"""Metrics: how a grid counts distance, and what a straight and a diagonal step weigh.

For grids. Weights are whole numbers in a finer unit, so that a walk sums them and drops the remainder once at its end.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from fracas.engine.errors import Invalid

METRICS: Final = ("diagonal-1", "orthogonal", "alternating", "euclid")

_CHEBYSHEV: Final = 0
_MANHATTAN: Final = 1
_ALTERNATING: Final = 2


class Metric:
    """One way of counting squares."""

    def __init__(self, name: str) -> None:
        if name not in METRICS:
            raise Invalid("grid", "metric", name, "one of " + ", ".join(METRICS))
        self.name = name
        self.rule = METRICS.index(name)
        self.unit = 1
        self.straight = 1
        # 0 means that there are no diagonal steps.
        self.diagonal = 0 if name == "orthogonal" else 1
        if name == "alternating":
            # Three halves each, remainder dropped: 1, 3, 4, 6 squares for one to four diagonals.
            self.unit, self.straight, self.diagonal = 2, 2, 3
        elif name == "euclid":
            # 17/12 is just above the square root of two, so no walk is shorter than the distance it covers.
            self.unit, self.straight, self.diagonal = 12, 12, 17

    def span(self, dx: int, dy: int, dz: int) -> int:
        """The distance over offsets none of which is negative."""
        if self.rule == _CHEBYSHEV:
            return max(dx, dy, dz)
        if self.rule == _MANHATTAN:
            return dx + dy + dz
        if self.rule == _ALTERNATING:
            flat = dx + dy // 2 if dx > dy else dy + dx // 2
            return flat + dz // 2 if flat > dz else dz + flat // 2
        return isqrt(dx * dx + dy * dy + dz * dz)
