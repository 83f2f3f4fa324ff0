"""A drawn map: its ground square by square, what stands between two squares, and their names.

What a `Grid` measures is measured on this. A square is `y * width + x`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from fracas.engine.board.board import Board
from fracas.engine.board.edges import EdgeKind, edge_between, sides_of
from fracas.engine.board.ground import Ground
from fracas.engine.board.legend import index_terrains
from fracas.engine.board.names import column_name, parse_square
from fracas.engine.board.terms import NO_COVER, Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.errors import Invalid

LARGEST_SIDE: Final = 200


class Squares(Board):
    """A board of squares. `cells` holds, square by square, an index into `terrains`; `edges` what lies between two."""

    ground: Ground
    """The same as flat lists; a grid shares it with boards that are like it."""

    def __init__(
        self, width: int, cells: list[int], terrains: list[Terrain], version: int, edges: dict[int, EdgeKind] | None
    ) -> None:
        super().__init__("grid", version, len(cells))
        if width < 1 or width > LARGEST_SIDE or not cells or len(cells) % width or len(cells) // width > LARGEST_SIDE:
            raise Invalid(
                "grid", "width", f"{width} for {len(cells)} squares", f"whole rows, at most {LARGEST_SIDE} a side"
            )
        self.width = width
        self.depth = len(cells) // width
        self.cells = cells
        self.terrains = terrains
        self.by_key: dict[str, int] = index_terrains(terrains)
        self.edges: dict[int, EdgeKind] = edges if edges is not None else {}
        self._names: dict[int, str] = {}

    def standing(self) -> dict[int, EdgeKind]:
        """What stands in somebody's way: an open door is no edge to anybody."""
        return {edge: kind for edge, kind in self.edges.items() if not kind.idle}

    def traits(self) -> tuple[int, ...]:
        """What its ground and edges do, whatever they are called: the same for boards on which all is the same."""
        traits = [terrain.traits() for terrain in self.terrains]
        alike = [traits.index(own) for own in traits]
        standing = self.standing()
        marks = [mark for edge in sorted(standing) for mark in (edge, standing[edge].alike)]
        return tuple([alike[cell] for cell in self.cells] + marks)

    # Names

    def parse(self, text: str) -> Pos:
        return parse_square(text, self.width, self.depth)

    def label(self, pos: Pos) -> str:
        """Its name; hundreds are asked for in a list of offers."""
        known = self._names.get(pos)
        return known if known is not None else self.name(pos)

    def name(self, pos: Pos) -> str:
        if not self.holds(pos):
            return "off the board"
        known = self._names.get(pos)
        if known is None:
            known = self._names[pos] = column_name(pos % self.width) + str(pos // self.width + 1)
        return known

    # Ground

    def terrain_at(self, pos: Pos) -> Terrain:
        return self.terrains[self.cells[pos]]

    def blocked(self, pos: Pos) -> bool:
        return self.terrain_at(pos).blocks_move

    def opaque(self, pos: Pos) -> bool:
        return self.terrain_at(pos).blocks_sight

    def tags_at(self, pos: Pos) -> list[str]:
        return list(self.terrain_at(pos).tags)

    def tagged(self, pos: Pos, tags: Collection[str]) -> bool:
        # Most ground has none.
        return bool(self.terrains[self.cells[pos]].tags) and super().tagged(pos, tags)

    def height_at(self, pos: Pos) -> int:
        return self.ground.level[pos]

    def footprint(self, pos: Pos, size: int) -> list[Pos]:
        return self.ground.footprint(pos, size)

    def anchors(self, squares: set[int], size: int) -> set[int]:
        if size == 1:
            return squares
        found: set[int] = set()
        for square in sorted(squares):
            if square >= 0:
                x, y = square % self.width, square // self.width
                for dy in range(min(size, y + 1)):
                    for dx in range(min(size, x + 1)):
                        found.add(square - dy * self.width - dx)
        return found

    # Edges

    @property
    def has_doors(self) -> bool:
        if not self.edges:
            return False
        return bool([edge for edge, kind in self.edges.items() if kind.door])

    def parted(self, a: Pos, b: Pos) -> bool:
        kind = self.edges.get(edge_between(a, b, self.width)) if self.edges else None
        return kind is not None and (kind.door or kind.bars or kind.hides)

    def edge_at(self, a: Pos, b: Pos) -> str:
        kind = self.edges.get(edge_between(a, b, self.width))
        return kind.key if kind is not None else ""

    def doors_beside(self, pos: Pos, size: int) -> list[tuple[Pos, Pos]]:
        found: list[tuple[Pos, Pos]] = []
        squares = self.footprint(pos, size) if self.edges else []
        for edge in sorted(self.edges) if squares else []:
            near, far = sides_of(edge, self.width)
            if self.edges[edge].door and (near in squares) != (far in squares):
                found.append((near, far) if near in squares else (far, near))
        return found

    def edges_around(self, pos: Pos, size: int) -> list[EdgeKind]:
        """What stands around a footprint."""
        squares = self.footprint(pos, size) if self.edges else []
        found: list[EdgeKind] = []
        for edge in sorted(self.edges) if squares else []:
            near, far = sides_of(edge, self.width)
            if (near in squares) != (far in squares):
                found.append(self.edges[edge])
        return found

    def step_walled(self, frm: Pos, to: Pos, size: int) -> bool:
        edges = self.ground.edges
        if edges is None or frm == to:
            return False
        dx, dy = to % self.width - frm % self.width, to // self.width - frm // self.width
        return edges.bar_step(self.footprint(frm, size), dx, dy)

    def edge_cost(self, frm: Pos, to: Pos, size: int) -> int:
        edges = self.ground.edges
        if edges is None or not edges.any_cost or frm == to:
            return 0
        dx, dy = to % self.width - frm % self.width, to // self.width - frm // self.width
        return edges.step_cost(self.footprint(frm, size), dx, dy) if max(abs(dx), abs(dy)) == 1 else 0

    @property
    def has_edge_costs(self) -> bool:
        return self.ground.edges is not None and self.ground.edges.any_cost

    def hidden_by_edge(self, a: Pos, b: Pos) -> bool:
        """Does a wall or a closed door cross the line from middle to middle?"""
        return self.ground.edges is not None and not self.ground.edges.lets_sight(a, b)

    def cover_at_edge(self, a: Pos, b: Pos) -> int:
        """The cover of what the line from one square to another crosses last, on the rim of the other."""
        edges = self.ground.edges
        if edges is None or a == b:
            return NO_COVER
        grades = [edges.cover[edge] for edge in edges.crossings(a, b)[-1]]
        return min(max(grades[:2]), max(grades[2:])) if len(grades) == 4 else grades[0]

    # Saving

    def rows(self) -> list[str]:
        """The map as glyphs."""
        glyphs = [terrain.glyph for terrain in self.terrains]
        return [
            "".join([glyphs[cell] for cell in self.cells[start : start + self.width]])
            for start in range(0, self.size, self.width)
        ]

    def legend(self) -> list[Terrain]:
        """What the glyphs of the map may stand for."""
        return self.terrains

    def edge_words(self) -> dict[str, object]:
        """What stands on which edge: `c3|d3` and `door`, in the order of their squares."""
        words: dict[str, object] = {}
        for edge in sorted(self.edges):
            a, b = sides_of(edge, self.width)
            words[self.edge_name(a, b)] = self.edges[edge].key
        return words
