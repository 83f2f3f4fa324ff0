"""Maps and theatres: rows of glyphs make a grid, rows of words say what places there are, how far apart, and more.

For worked examples, scenarios and whoever draws a map by hand.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Invalid
from fracas.engine.board import Board, Places, Terrain
from fracas.engine.board.maps import is_edge, read_map
from fracas.engine.board.terms import COVER, Pos
from fracas.engine.keeping import keep
from fracas.rulesets.phases_of_play.pieces import Zone

BANDS: Final = (("swinging", 1), ("spitting", 4), ("throwing", 8), ("shooting", 16), ("sniping", 200))
COVERS: Final = {"half": "cover", "total": "total", "none": "none"}
SIGHTS: Final = ("clear", "partial", "none")
CLIMB: Final = "climb:"
"""A place bears this mark for every other place to which only a climb leads."""
LIGHTS: Final = ("dim", "bright")
HIGHEST: Final = 100
MOST_DRAWN: Final = 32
DIRECTIVES: Final = ("places", "zone", "light", "environment")


class Ground:
    """What rows amount to: a board, its marks, and zones and lights to begin with."""

    def __init__(self, board: Board, marks: dict[str, Pos]) -> None:
        self.board = board
        self.marks = marks
        self.zones: list[Zone] = []
        self.lights: list[Zone] = []
        self.environment: list[str] = []

    def find(self, word: str) -> Pos:
        return self.marks[word] if word in self.marks else self.board.parse(word)


def legend() -> dict[str, Terrain]:
    """The glyphs of a map: floor, walls, low walls, pillars, deep water, heights, climbable faces, ladders, stairs."""
    terrains = [
        Terrain("floor", "."),
        Terrain("wall", "#", blocks_move=True, blocks_sight=True),
        Terrain("low-wall", "o", "low wall", cover=COVER),
        Terrain("pillar", "O", blocks_move=True, cover=COVER, look="pillar"),
        Terrain("water", "w", "deep water", tags=["water"], look="water"),
        Terrain("ladder", "H", tags=["ladder"], look="stairs"),
        Terrain("stairs", "=", tags=["stairs"], look="stairs"),
        Terrain("face", "c", "climbable face", tags=["climb"]),
        Terrain("cliff", "X", "ground 12 high", height=12),
        Terrain("pit", "_", "pit 6 deep", height=-6),
    ]
    terrains.extend([Terrain(f"rise-{n}", str(n), f"ground {n} high", height=n) for n in range(1, 10)])
    return {terrain.glyph: terrain for terrain in terrains}


_DRAWN: Final[dict[tuple[str, ...], Ground]] = {}


def drawn(rows: list[str], metric: str) -> Ground:
    """The ground of these rows. Boards never change, and what is found out about one serves all who play on it."""
    key = (metric, *rows)
    found = _DRAWN.get(key)
    if found is None:
        found = keep(_DRAWN, key, read_ground(rows, "map", metric), MOST_DRAWN)
    return found


def read_ground(rows: list[str], where: str = "map", metric: str = "diagonal-1") -> Ground:
    """Rows without a space are the map, with its edges below; the others are directives."""
    drawn = [row for row in rows if " " not in row.strip() or is_edge(row)]
    said = [row.split() for row in rows if " " in row.strip() and not is_edge(row)]
    named = [words for words in said if words[0] == "places"]
    if named:
        board: Board = read_places(named, [w for w in said if w[0] not in DIRECTIVES], where)
        ground = Ground(board, {})
    else:
        grid, marks = read_map(drawn, legend(), metric, HIGHEST, True, where)
        ground = Ground(grid, marks)
    for words in said:
        if words[0] == "zone":
            ground.zones.append(read_patch(ground, words, where))
        elif words[0] == "environment":
            ground.environment.extend(words[1:])
        elif words[0] == "light":
            ground.lights.append(read_light(ground, words, where))
        elif not named:
            raise Invalid(where, "row", " ".join(words), "a row of the map, or zone, light, environment or places")
    return ground


def read_places(named: list[list[str]], links: list[list[str]], where: str) -> Places:
    """`places a b c`, and `a b DISTANCE [SIGHT] [COVER] [climb]` for every link."""
    keys = [key for words in named for key in words[1:]]
    faces: dict[str, list[str]] = {key: [] for key in keys}
    joined: list[dict[str, object]] = []
    for words in links:
        if len(words) < 3:
            raise Invalid(where, "row", " ".join(words), "two places and a distance")
        link: dict[str, object] = {"a": words[0], "b": words[1], "band": words[2]}
        for word in words[3:]:
            if word in SIGHTS and "sight" not in link:
                link["sight"] = word
            elif word in COVERS:
                link["cover"] = COVERS[word]
            elif word == "climb":
                faces.setdefault(words[0], []).append(CLIMB + words[1])
                faces.setdefault(words[1], []).append(CLIMB + words[0])
            else:
                raise Invalid(where, "row", word, "clear, partial or none, then half, total or none, then climb")
        joined.append(link)
    bands = [{"word": word, "units": units} for word, units in BANDS]
    marked: list[object] = [{"key": key, "tags": list(faces[key])} for key in keys]
    data: dict[str, object] = {"kind": "places", "places": marked, "links": list(joined), "bands": list(bands)}
    return Places.from_json(data, where)


def read_patch(ground: Ground, words: list[str], where: str) -> Zone:
    """`zone c4 fire 2 0-3`: where, which, how many stacks, at which altitudes."""
    if not 3 <= len(words) <= 5:
        raise Invalid(where, "zone", " ".join(words), "zone SQUARE NAME [STACKS] [LOW-HIGH]")
    stacks = words[3] if len(words) > 3 else "1"
    low, _, high = (words[4] if len(words) > 4 else "0-0").partition("-")
    for number in (stacks, low, high or low):
        if not (number.isascii() and number.isdigit() and int(number) <= HIGHEST):
            raise Invalid(where, "zone", " ".join(words), "whole numbers for stacks and altitudes")
    if not 1 <= int(stacks) <= 9:
        raise Invalid(where, "zone", stacks, "1 to 9 stacks")
    return Zone(words[2], ground.find(words[1]), int(stacks), int(low), int(high or low))


def read_light(ground: Ground, words: list[str], where: str) -> Zone:
    if len(words) != 3 or words[2] not in LIGHTS:
        raise Invalid(where, "light", " ".join(words), "light SQUARE dim|bright")
    return Zone(words[2], ground.find(words[1]), 1)
