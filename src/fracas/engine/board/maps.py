"""Maps drawn as text: reading one into a grid with its marked squares, and drawing a board for a terminal.

For scenario files, tests and the terminal.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.board import Board
from fracas.engine.board.edges import EdgeKind, parse_edge, read_edge_kind
from fracas.engine.board.grid import Grid
from fracas.engine.board.names import column_name
from fracas.engine.board.places import Places
from fracas.engine.board.squares import LARGEST_SIDE
from fracas.engine.board.terms import COVER, HEAVY_COVER, OFF_BOARD, Pos
from fracas.engine.board.terrain import Terrain
from fracas.engine.canon import canon
from fracas.engine.errors import Invalid
from fracas.engine.keeping import keep

USUAL: Final = 3
"""What stands in most squares is no longer than this."""
MAPS_KEPT: Final = 16
_drawn: Final[dict[str, tuple[Grid, dict[str, Pos]]]] = {}


def default_legend() -> dict[str, Terrain]:
    """The glyphs a map may use when it brings no legend of its own."""
    terrains = [
        Terrain("floor", "."),
        # Where a line of sight squeezes past a wall, the wall still shields most of the target.
        Terrain("wall", "#", blocks_move=True, blocks_sight=True, cover=HEAVY_COVER),
        Terrain("rough", "~", "rough ground", cost=2),
        Terrain("low-wall", "o", "low wall", cover=COVER),
        Terrain("pillar", "O", blocks_move=True, cover=HEAVY_COVER, look="pillar"),
        Terrain("tree", "T", cost=2, cover=COVER, look="tree"),
        Terrain("rise", "^", "raised ground", height=1),
        Terrain("stairs", "=", tags=["stairs"], look="stairs"),
        Terrain("ladder", "H", tags=["ladder"], look="stairs"),
        Terrain("water", "w", cost=2, tags=["water"], look="water"),
    ]
    return {terrain.glyph: terrain for terrain in terrains}


def read_map(
    rows: list[str],
    legend: dict[str, Terrain] | None = None,
    metric: str = "diagonal-1",
    max_climb: int = 1,
    cut_corners: bool = True,
    where: str = "map",
) -> tuple[Grid, dict[str, Pos]]:
    """A grid, and the squares marked by letters and digits that the legend does not use; a mark stands on floor.
    Below the drawing a row such as `c3|d3 door` says what stands between two squares.

    The same drawing gives the same grid: nothing changes one, so what it found out about distances and sight is kept.
    """
    if legend is None:
        legend = default_legend()
    terms = canon({glyph: terrain.to_json() for glyph, terrain in legend.items()})
    key = "\n".join([metric, str(max_climb), str(cut_corners), terms, *rows])
    drawn = _drawn.get(key)
    if drawn is None:
        ground = [row for row in rows if not is_edge(row)]
        cells, terrains, marks = _read(ground, legend, where)
        edges = read_edges([row for row in rows if is_edge(row)], len(ground[0]), len(ground), where)
        grid = Grid(len(ground[0]), cells, terrains, metric, max_climb, cut_corners, edges=edges)
        drawn = keep(_drawn, key, (grid, marks), MAPS_KEPT)
    return drawn[0], drawn[1].copy()


def is_edge(row: str) -> bool:
    """Does a row say what stands between two squares?"""
    return "|" in row.partition(" ")[0] and " " in row


def read_edges(rows: list[str], width: int, depth: int, where: str) -> dict[int, EdgeKind]:
    """What stands on which edge, each told once."""
    edges: dict[int, EdgeKind] = {}
    for row in rows:
        name, _, word = row.partition(" ")
        edge = parse_edge(name, width, depth, where)
        if edge in edges:
            raise Invalid(where, "edge", name, "each edge once")
        edges[edge] = read_edge_kind(word.strip(), where, f"edge {name}")
    return edges


def _read(rows: list[str], legend: dict[str, Terrain], where: str) -> tuple[list[int], list[Terrain], dict[str, Pos]]:
    """Cells, terrains and marks of a drawing."""
    terrains: list[Terrain] = []
    by_glyph: dict[str, int] = {}
    for glyph, terrain in legend.items():
        if glyph != terrain.glyph:
            raise Invalid(where, f"legend {glyph}", terrain.glyph, f"terrain drawn as {glyph}")
        by_glyph[glyph] = len(terrains)
        terrains.append(terrain)
    _check_shape(rows, where)
    cells: list[int] = []
    marks: dict[str, Pos] = {}
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            cell = by_glyph.get(glyph, OFF_BOARD)
            if cell < 0:
                _check_mark(glyph, marks, legend, f"row {y + 1}, column {x + 1}", where)
                marks[glyph] = len(cells)
                cell = by_glyph["."]
            cells.append(cell)
    return cells, terrains, marks


def _check_shape(rows: list[str], where: str) -> None:
    if not rows or not rows[0]:
        raise Invalid(where, "rows", rows, "at least one row of at least one square")
    if len(rows) > LARGEST_SIDE:
        raise Invalid(where, "rows", len(rows), f"at most {LARGEST_SIDE} rows")
    for y, row in enumerate(rows):
        if len(row) > LARGEST_SIDE:
            raise Invalid(where, f"row {y + 1}", len(row), f"at most {LARGEST_SIDE} columns")
        if len(row) != len(rows[0]):
            raise Invalid(where, f"row {y + 1}", row, f"{len(rows[0])} squares like row 1, not {len(row)}")


def _check_mark(glyph: str, marks: dict[str, Pos], legend: dict[str, Terrain], key: str, where: str) -> None:
    if not (glyph.isascii() and glyph.isalnum()):
        raise Invalid(where, key, glyph, "one of " + " ".join(legend) + ", or a letter or digit as a mark")
    if "." not in legend:
        raise Invalid(where, key, glyph, "one of " + " ".join(legend) + " (marks need floor '.' in the legend)")
    if glyph in marks:
        raise Invalid(where, key, glyph, "each mark once")


def draw(board: Board, tokens: dict[Pos, str]) -> list[str]:
    """Lines for a terminal: a grid with column and row labels, or places with who is there and what lies beyond."""
    if isinstance(board, Grid):
        return _draw_grid(board, tokens)
    assert isinstance(board, Places), board.kind
    return board.describe(tokens)


def column_widths(grid: Grid, tokens: dict[Pos, str]) -> list[int]:
    """How wide each column is drawn: all alike, but for those in which somebody shares a square."""
    usual = max([len(column_name(grid.width - 1)), *[len(token) for token in tokens.values() if len(token) <= USUAL]])
    widths = [usual] * grid.width
    for pos, token in tokens.items():
        widths[pos % grid.width] = max(widths[pos % grid.width], len(token))
    return widths


def _draw_grid(grid: Grid, tokens: dict[Pos, str]) -> list[str]:
    return [line for _, line in grid_lines(grid, tokens)]


def grid_lines(grid: Grid, tokens: dict[Pos, str]) -> list[tuple[int, str]]:
    """The lines of a drawn grid, each with its row; -1 for the letters above and for what stands between two rows."""
    widths = column_widths(grid, tokens)
    margin = len(str(grid.depth))
    heads = [column_name(x).ljust(widths[x]) for x in range(grid.width)]
    lines = [(-1, (" " * margin + " " + " ".join(heads)).rstrip())]
    for y, row in enumerate(grid.rows()):
        line = str(y + 1).rjust(margin) + " "
        below = ""
        for x, glyph in enumerate(row):
            pos = y * grid.width + x
            line += tokens.get(pos, glyph).ljust(widths[x]) + edge_sign(grid, 2 * pos)
            below += edge_sign(grid, 2 * pos + 1) * widths[x] + " "
        lines.append((y, line.rstrip()))
        if below.strip():
            lines.append((-1, (" " * margin + " " + below).rstrip()))
    return lines


def edge_sign(grid: Grid, edge: int) -> str:
    """What is drawn on an edge; a blank where nothing stands."""
    kind = grid.edges.get(edge)
    return kind.signs[edge % 2] if kind is not None else " "
