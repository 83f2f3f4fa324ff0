"""The ground of Crisis 3d6: the glyphs that its maps add to those every map may use.

For scenarios, worked examples and the loader, which all read maps through this legend.
"""

from __future__ import annotations

from typing import Any, Final

from fracas.engine.board.maps import default_legend
from fracas.engine.board.terms import COVER, HEAVY_COVER
from fracas.engine.board.terrain import Terrain

PENETRABLE: Final = "penetrable"
"""Tag of what hides from sight but lets projectiles through."""


def legend() -> dict[str, Terrain]:
    """Glyph to terrain; these letters cannot be marks."""
    thin: dict[str, Any] = {"blocks_sight": True, "cover": HEAVY_COVER, "tags": [PENETRABLE]}
    added = [
        Terrain("car", "c", blocks_move=True, cover=COVER, look="vehicle"),
        Terrain("planks", "p", "plank wall", blocks_move=True, **thin, look="planks"),
        Terrain("hedge", "h", cost=2, **thin, look="tree"),
        Terrain("barricade", "b", blocks_move=True, cover=HEAVY_COVER, look="planks"),
        Terrain("window", "x", blocks_move=True, cover=HEAVY_COVER, look="grate"),
    ]
    return default_legend() | {terrain.glyph: terrain for terrain in added}
