"""What the letters of a map mean in CAP Check: floor, walls, and the Local Field Effects that lie there from the start.

For whoever reads a map: the content loader, which checks placements, and the ruleset, which sets up the board.
"""

from __future__ import annotations

from fracas.engine.board.terms import HEAVY_COVER
from fracas.engine.board.terrain import Terrain
from fracas.rulesets.cap_check.profiles import FieldKind


def map_legend(fields: dict[str, FieldKind]) -> dict[str, Terrain]:
    """Terrain by glyph; a Local Field Effect is terrain whose key is the field's id."""
    terrains = [
        Terrain("floor", "."),
        Terrain("wall", "#", blocks_move=True, blocks_sight=True, cover=HEAVY_COVER),
    ]
    for kind in fields.values():
        cover = HEAVY_COVER if kind.blocks else 0
        terrains.append(Terrain(kind.id, kind.glyph, kind.name, blocks_move=kind.blocks, cover=cover, tags=["field"]))
    return {terrain.glyph: terrain for terrain in terrains}
