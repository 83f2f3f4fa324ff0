"""What the letters of a map mean in CAP Check: floor, walls, and the Local Field Effects that lie there from the start.

For whoever reads a map: the content loader, which checks placements, and the ruleset, which sets up the board.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.terrain import Terrain
from fracas.rulesets.cap_check.profiles import FieldKind

FLOOR: Final = "floor"
WALL: Final = "wall"
LOOKS: Final = {"miasma": "mist", "embers": "hot"}
"""How Local Field Effects look on a map."""


def map_legend(fields: dict[str, FieldKind]) -> dict[str, Terrain]:
    """Terrain by glyph; a Local Field Effect is terrain whose key and tag are the field's id."""
    floor = Terrain(FLOOR, ".", tags=[FLOOR])
    wall = Terrain(WALL, "#", blocks_move=True, blocks_sight=True, tags=[WALL])
    return {terrain.glyph: terrain for terrain in [floor, wall, *[terrain_of(kind) for kind in fields.values()]]}


def terrain_of(kind: FieldKind) -> Terrain:
    id, stops = kind.id, kind.blocks
    look = LOOKS.get(id, "")
    return Terrain(id, kind.glyph, kind.name, blocks_move=stops, blocks_sight=stops, tags=[id], look=look)
