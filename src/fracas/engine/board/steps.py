"""Steps on a grid: which squares a creature of one size may step to, and what each step weighs.

For the grid, which keeps one `GridWays` per size of creature.
"""

from __future__ import annotations

from fracas.engine.board.edges import Edges
from fracas.engine.board.ground import Ground
from fracas.engine.board.metric import Metric
from fracas.engine.board.paths import Ways
from fracas.engine.board.terms import Pos


class GridWays(Ways):
    """Steps from anchor to anchor. A big creature pays for the worst square it enters and stands on the highest."""

    def __init__(self, ground: Ground, metric: Metric, size: int, max_climb: int, cut_corners: bool) -> None:
        self.ground = ground
        self.metric = metric
        self.size = size
        self.max_climb = max_climb
        self.cut_corners = cut_corners
        self.stand: list[int] = []
        self.level: list[int] = []
        self.lifts: list[bool] = []
        even = metric.unit == 1 and (ground.edges is None or not ground.edges.any_cost)
        for pos in range(len(ground.cost)):
            worst, highest, lifted = self._survey(pos)
            self.stand.append(worst)
            self.level.append(highest)
            self.lifts.append(lifted)
            even = even and worst <= 1
        super().__init__(len(ground.cost), metric.unit, even, metric.straight)

    def _survey(self, pos: Pos) -> tuple[int, int, bool]:
        """Cost to enter (0 = no room), level and free climbing of the footprint anchored here."""
        ground = self.ground
        squares = ground.footprint(pos, self.size)
        if not squares:
            return 0, 0, False
        worst, highest, lifted, barred = 1, ground.level[pos], False, False
        for square in squares:
            barred = barred or ground.cost[square] == 0
            worst = max(worst, ground.cost[square])
            highest = max(highest, ground.level[square])
            lifted = lifted or ground.lifts[square]
        # A wall may rise where a creature stands; the level of what is under it still decides where it can step to.
        return (0 if barred else worst), highest, lifted

    def find(self, pos: Pos) -> list[Pos]:
        """Straight steps before diagonal ones: among equals the first found wins, and straight ways read better."""
        width, depth = self.ground.width, self.ground.depth
        x, y = pos % width, pos // width
        steps: list[Pos] = []
        if y > 0:
            self._offer(pos, pos - width, steps)
        if x > 0:
            self._offer(pos, pos - 1, steps)
        if x + 1 < width:
            self._offer(pos, pos + 1, steps)
        if y + 1 < depth:
            self._offer(pos, pos + width, steps)
        for dy in (-1, 1) if self.metric.diagonal else ():
            for dx in (-1, 1):
                if 0 <= x + dx < width and 0 <= y + dy < depth and self._corners_allow(pos, dx, dy):
                    self._offer(pos, pos + dy * width + dx, steps)
        return steps if self.ground.edges is None else self._past_edges(self.ground.edges, pos, steps)

    def _past_edges(self, edges: Edges, pos: Pos, steps: list[Pos]) -> list[Pos]:
        """The steps that no wall or closed door bars."""
        width = self.ground.width
        squares = self.ground.footprint(pos, self.size)
        x, y = pos % width, pos // width
        return [to for to in steps if not edges.bar_step(squares, to % width - x, to // width - y)]

    def weigh(self, pos: Pos, steps: list[Pos]) -> list[int]:
        width = self.ground.width
        weights: list[int] = []
        for to in steps:
            straight = to % width == pos % width or to // width == pos // width
            weights.append(self.stand[to] * (self.metric.straight if straight else self.metric.diagonal))
        edges = self.ground.edges
        if edges is not None and edges.any_cost:
            squares = self.ground.footprint(pos, self.size)
            for index, to in enumerate(steps):
                dx, dy = to % width - pos % width, to // width - pos // width
                weights[index] += edges.step_cost(squares, dx, dy) * self.metric.straight
        return weights

    def _offer(self, frm: Pos, to: Pos, steps: list[Pos]) -> None:
        if self.stand[to] == 0:
            return
        rise = abs(self.level[to] - self.level[frm])
        if rise <= self.max_climb or self.lifts[frm] or self.lifts[to]:
            steps.append(to)

    def _corners_allow(self, pos: Pos, dx: int, dy: int) -> bool:
        """A diagonal step sweeps past two squares: one in the way may be cut, unless the option says no; two never."""
        width, size = self.ground.width, self.size
        beside = pos + dx * (size if dx > 0 else 1) + (0 if dy > 0 else size - 1) * width
        beyond = pos + dy * (size if dy > 0 else 1) * width + (0 if dx > 0 else size - 1)
        to = pos + dy * width + dx
        if self.stand[to] == 0:
            return False
        ceiling = max(self.level[pos], self.level[to]) + self.max_climb
        first, second = self._bars(beside, ceiling), self._bars(beyond, ceiling)
        return not (first and second) if self.cut_corners else not (first or second)

    def _bars(self, square: Pos, ceiling: int) -> bool:
        """Off the board there is no way past, either: what is large may look for ways from a corner it does not fit."""
        if not 0 <= square < len(self.ground.cost):
            return True
        return self.ground.cost[square] == 0 or (self.ground.level[square] > ceiling and not self.ground.lifts[square])
