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
    terrains = [
        Terrain(FLOOR, ".", tags=[FLOOR]),
        Terrain(WALL, "#", blocks_move=True, blocks_sight=True, tags=[WALL]),
    ]
    for kind in fields.values():
        terrains.append(
            Terrain(
                kind.id,
                kind.glyph,
                kind.name,
                blocks_move=kind.blocks,
                blocks_sight=kind.blocks,
                tags=[kind.id],
                look=LOOKS.get(kind.id, ""),
            )
        )
    return {terrain.glyph: terrain for terrain in terrains}
