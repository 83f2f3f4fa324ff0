"""The board: distance, reach, paths, sight, cover and areas, on squares or between named places.

For rulesets and everything that shows or searches an encounter.
"""

from fracas.engine.board.board import Board, is_far
from fracas.engine.board.covered import shroud_of, with_shroud
from fracas.engine.board.edges import EDGES, EdgeKind
from fracas.engine.board.grid import Grid
from fracas.engine.board.links import Band, Link, NamedPlace
from fracas.engine.board.maps import default_legend, draw, read_map
from fracas.engine.board.metric import METRICS
from fracas.engine.board.paths import Reach
from fracas.engine.board.places import Places
from fracas.engine.board.rooms import room_around
from fracas.engine.board.saved import board_from_json
from fracas.engine.board.shroud import Shroud, read_runs, runs_of, squares_in
from fracas.engine.board.terms import (
    CLEAR,
    COVER,
    COVER_WORDS,
    FAR,
    HEAVY_COVER,
    MINIMAL,
    NO_COVER,
    OFF_BOARD,
    PARTIAL,
    SIGHT_WORDS,
    TOTAL_COVER,
    UNSEEN,
    Pos,
)
from fracas.engine.board.terrain import Terrain

__all__ = [
    "CLEAR",
    "COVER",
    "COVER_WORDS",
    "EDGES",
    "FAR",
    "HEAVY_COVER",
    "METRICS",
    "MINIMAL",
    "NO_COVER",
    "OFF_BOARD",
    "PARTIAL",
    "SIGHT_WORDS",
    "TOTAL_COVER",
    "UNSEEN",
    "Band",
    "Board",
    "EdgeKind",
    "Grid",
    "Link",
    "NamedPlace",
    "Places",
    "Pos",
    "Reach",
    "Shroud",
    "Terrain",
    "board_from_json",
    "default_legend",
    "draw",
    "is_far",
    "read_map",
    "read_runs",
    "room_around",
    "runs_of",
    "shroud_of",
    "squares_in",
    "with_shroud",
]
