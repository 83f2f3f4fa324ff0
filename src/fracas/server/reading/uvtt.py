"""Maps in the Universal VTT form (.uvtt, .dd2vtt, .df2vtt): JSON with the grid, lines that block sight, doors, and the
picture as base64. What is not used is told, and what is missing is only missed where nothing can be done without it."""

from __future__ import annotations

import base64
import binascii
import json
import math
from itertools import pairwise
from typing import Any, Final, NamedTuple

from fracas.server.reading.lines import UNIT, Edge, Point, crossed, nearest
from fracas.server.reading.pictures import Picture, read_picture, size_of
from fracas.server.reading.wrong import Wrong

MOST_SIDE: Final = 200
MOST_POINTS: Final = 200_000
FARTHEST: Final = 100_000
"""Squares from the corner of the map; nobody draws farther out."""
WALL, CLOSED, OPEN = "wall", "door", "open-door"
"""The engine's words for edges."""
LINES, OBJECTS, DOORS = "line_of_sight", "objects_line_of_sight", "portals"
USED: Final = ("format", "resolution", LINES, OBJECTS, DOORS, "image", "software", "creator")
Data = dict[str, Any]


class Drawn(NamedTuple):
    """A map as it was read."""

    columns: int
    rows: int
    edges: dict[Edge, str]
    covers: tuple[int, int]
    """How much of the board the picture covers, in hundredths of a square."""
    picture: Picture | None
    told: list[str]


def read_uvtt(raw: bytes) -> Drawn:
    """The map in a file, or what is wrong with it."""
    data = as_object(raw)
    told: list[str] = []
    (left, top), size = grid_of(data)
    columns, rows = [(side + UNIT // 2) // UNIT for side in size]
    sheet = Sheet(left, top, columns, rows)
    count = sheet.walls(data, LINES) + sheet.walls(data, OBJECTS)
    if sheet.idle:
        told.append(f"{sheet.idle} of {count} walls lie inside a square and separate no squares; they are left out")
    sheet.doors(data, told)
    ignored(data, told)
    raw_picture = picture_in(data, told)
    picture = read_picture(raw_picture, "map") if raw_picture else None
    across, down = [round(side * 100 / UNIT) for side in covered(data, size, raw_picture)]
    if (across, down) != (columns * 100, rows * 100):
        told.append(
            f"the map has {across / 100:g} x {down / 100:g} squares and is taken as {columns} x {rows}: it keeps its"
            " scale, so what the last squares lack is empty, and what is left over lies beyond the board"
        )
    return Drawn(columns, rows, sheet.edges, (across, down), picture, told)


def as_object(raw: bytes) -> Data:
    try:
        data = json.loads(raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except RecursionError:
        raise Wrong("map", "lists in lists without end", "JSON of the Universal VTT form") from None
    except ValueError:
        begins = raw[:40].decode("utf-8", "replace") or "an empty file"
        raise Wrong("map", begins, "a map in the Universal VTT form, whole") from None
    if not isinstance(data, dict) or "resolution" not in data:
        raise Wrong("map.resolution", None, "the size of the grid; this is no Universal VTT map")
    return data


def grid_of(data: Data) -> tuple[Point, Point]:
    """The corner of the map and its size. Without an origin it is 0."""
    found = data["resolution"]
    if not isinstance(found, dict) or "map_size" not in found:
        raise Wrong("map.resolution.map_size", found, "the size of the map in squares")
    size = point(found["map_size"], "resolution.map_size")
    columns, rows = ((side + UNIT // 2) // UNIT for side in size)
    if not (1 <= columns <= MOST_SIDE and 1 <= rows <= MOST_SIDE):
        most = f"at most {MOST_SIDE} x {MOST_SIDE} squares"
        raise Wrong("map.resolution.map_size", f"{columns} x {rows} squares", most)
    corner = point(found["map_origin"], "resolution.map_origin") if found.get("map_origin") is not None else (0, 0)
    return corner, size


def covered(data: Data, size: Point, raw_picture: bytes) -> Point:
    """How much of the grid the picture covers: as its pixels say, where that is about the size of the map. Some
    programs round that size, and people scale pictures without saying so."""
    pixels = data["resolution"].get("pixels_per_grid")
    if not raw_picture or not isinstance(pixels, int | float) or not 1 <= pixels <= FARTHEST:
        return size
    across, down = [round(side * UNIT / pixels) for side in size_of(raw_picture)]
    return (across, down) if abs(across - size[0]) < UNIT and abs(down - size[1]) < UNIT else size


class Sheet:
    """The edges of a map while its lines are drawn."""

    def __init__(self, left: int, top: int, columns: int, rows: int) -> None:
        self.left, self.top, self.columns, self.rows = left, top, columns, rows
        self.edges: dict[Edge, str] = {}
        self.points = 0
        self.idle = 0
        """Lines that separated nothing."""

    def walls(self, data: Data, key: str) -> int:
        """Draw the lines under this key; how many there were."""
        lines = some(data, key)
        for at, line in enumerate(lines):
            if not isinstance(line, list):
                raise Wrong(f"map.{key}[{at}]", line, "a list of points")
            self.points += len(line)
            if self.points > MOST_POINTS:
                raise Wrong(f"map.{key}", f"more than {MOST_POINTS} points", f"walls of at most {MOST_POINTS} points")
            if not self.draw([self.moved(one, f"{key}[{at}]") for one in line]):
                self.idle += 1
        return len(lines)

    def moved(self, value: object, where: str) -> Point:
        x, y = point(value, where)
        return x - self.left, y - self.top

    def draw(self, line: list[Point]) -> bool:
        found = [edge for a, b in pairwise(line) for edge in self.crossed(a, b)]
        self.edges.update(dict.fromkeys(found, WALL))
        return bool(found)

    def crossed(self, a: Point, b: Point) -> list[Edge]:
        return crossed(a, b, self.columns, self.rows)

    def doors(self, data: Data, told: list[str]) -> None:
        """Doors stand where walls would: between the two points of their bounds."""
        lost = 0
        for at, door in enumerate(some(data, DOORS)):
            where = f"{DOORS}[{at}]"
            bounds = door.get("bounds") if isinstance(door, dict) else None
            if not isinstance(bounds, list) or len(bounds) != 2:
                lost += 1
                continue
            a, b = self.moved(bounds[0], where), self.moved(bounds[1], where)
            near = nearest(a, b, self.columns, self.rows)
            found = self.crossed(a, b) or ([near] if near is not None else [])
            self.edges.update({edge: OPEN if door.get("closed") is False else CLOSED for edge in found})
            lost += not found
        if lost:
            told.append(f"{lost} door{'s' if lost > 1 else ''} at the edge of the map or without bounds: left out")


def ignored(data: Data, told: list[str]) -> None:
    """Tell what a map brings that Fracas has no use for."""
    lights = len(some(data, "lights"))
    if lights:
        told.append(f"{lights} light{'s' if lights > 1 else ''}: left out")
    baked = data.get("environment")
    if isinstance(baked, dict) and baked.get("ambient_light") not in (None, "ffffffff"):
        told.append("the light of the surroundings: left out")
    rest = sorted([key for key in data if key not in (*USED, "lights", "environment")])
    if rest:
        # A key can hold half a character, which nothing can be told in.
        names = [key[:30].encode("utf-8", "replace").decode() for key in rest[:5]]
        shown = ", ".join(names) + (" and more" if len(rest) > 5 else "")
        told.append(f"not known, and left out: {shown}")


def picture_in(data: Data, told: list[str]) -> bytes:
    """The picture as it stands in the file; nothing where there is none."""
    image = data.get("image")
    if not image:
        told.append("the file has no picture")
        return b""
    if not isinstance(image, str):
        raise Wrong("map.image", type(image).__name__, "a picture as base64")
    # Some programs write it as it would stand in a page.
    if image.startswith("data:"):
        image = image.partition(",")[2]
    # Others break it into lines.
    image = "".join(image.split())
    try:
        return base64.b64decode(image, validate=True)
    except (binascii.Error, ValueError):
        raise Wrong("map.image", image[:20], "a picture as base64") from None


def some(data: Data, key: str) -> list[Any]:
    """A list that may be missing."""
    found = data.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise Wrong(f"map.{key}", found, "a list")
    return found


def point(value: object, where: str) -> Point:
    if not isinstance(value, dict):
        raise Wrong(f"map.{where}", value, "a point with x and y")
    return number(value, "x", where), number(value, "y", where)


def number(value: object, key: str, where: str) -> int:
    """A coordinate in ten-thousandths of a square. Some programs write numbers as text."""
    found = value.get(key) if isinstance(value, dict) else None
    try:
        at = float(found) if isinstance(found, int | float | str) and not isinstance(found, bool) else math.nan
    except (ValueError, OverflowError):
        at = math.nan
    if not -FARTHEST <= at <= FARTHEST:
        raise Wrong(f"map.{where}.{key}", found, "a number of squares")
    return round(at * UNIT)
