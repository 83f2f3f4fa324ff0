"""Legends: from glyphs to terrain and back, with every slip named by row and column.

For grids, which are saved as rows of glyphs.
"""

from __future__ import annotations

from fracas.engine.board.terrain import Terrain
from fracas.engine.errors import Invalid


def place_glyphs(rows: list[str], terrains: list[Terrain], where: str) -> list[int]:
    """Terrain indices for rows of glyphs, square by square."""
    by_glyph: dict[str, int] = {}
    for i, terrain in enumerate(terrains):
        by_glyph[terrain.glyph] = i
    cells: list[int] = []
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise Invalid(where, f"row {y + 1}", row, f"{len(rows[0])} squares like row 1, not {len(row)}")
        for x, glyph in enumerate(row):
            if glyph not in by_glyph:
                expected = "one of " + " ".join([terrain.glyph for terrain in terrains])
                raise Invalid(where, f"row {y + 1}, column {x + 1}", glyph, expected)
            cells.append(by_glyph[glyph])
    return cells


def index_terrains(terrains: list[Terrain]) -> dict[str, int]:
    """Where each terrain stands in the list; keys and glyphs must each be unique."""
    by_key: dict[str, int] = {}
    glyphs: dict[str, str] = {}
    for i, terrain in enumerate(terrains):
        if terrain.key in by_key:
            raise Invalid("grid", "terrains", terrain.key, "each terrain key once")
        if terrain.glyph in glyphs:
            raise Invalid("grid", "terrains", terrain.glyph, f"a glyph other than that of {glyphs[terrain.glyph]}")
        by_key[terrain.key] = i
        glyphs[terrain.glyph] = terrain.key
    if not terrains:
        raise Invalid("grid", "terrains", "", "at least one terrain")
    return by_key
