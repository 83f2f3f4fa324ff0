"""Places, the links between them and the bands their distances are told in, as records read from data.

For the board of places.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.fields import (
    read_flag,
    read_grade,
    read_int,
    read_list,
    read_record,
    read_text,
    read_texts,
    refuse_unknown,
)
from fracas.engine.board.paths import Ways
from fracas.engine.board.terms import COVER_WORDS, FAR, HIGHEST_COST, OFF_BOARD, SIGHT_WORDS, Pos
from fracas.engine.errors import Invalid

MOST_PLACES: Final = 200
_PLACE_KEYS: Final = ("key", "name", "tags", "height")
_BAND_KEYS: Final = ("word", "units")
_LINK_KEYS: Final = ("a", "b", "band", "sight", "cover", "passable")


class NamedPlace:
    """Somewhere to be."""

    def __init__(self, key: str, name: str = "", tags: list[str] | None = None, height: int = 0) -> None:
        self.key = key
        self.name = name or key.replace("_", " ")
        self.tags: list[str] = list(tags) if tags is not None else []
        self.height = height

    def to_json(self) -> dict[str, object]:
        return {"key": self.key, "name": self.name, "tags": list(self.tags), "height": self.height}


class Band:
    """A word for a distance, and how many units that is."""

    def __init__(self, word: str, units: int) -> None:
        self.word = word
        self.units = units

    def to_json(self) -> dict[str, object]:
        return {"word": self.word, "units": self.units}


class Link:
    """What lies between two places, in both directions. One that is not passable is seen and shot across only."""

    def __init__(self, a: Pos, b: Pos, band: int, sight: int = 0, cover: int = 0, passable: bool = True) -> None:
        self.a = a
        self.b = b
        self.band = band
        self.sight = sight
        self.cover = cover
        self.passable = passable

    def joins(self, a: Pos, b: Pos) -> bool:
        return (self.a == a and self.b == b) or (self.a == b and self.b == a)

    def other(self, pos: Pos) -> Pos:
        if self.a == pos:
            return self.b
        return self.a if self.b == pos else OFF_BOARD

    def to_json(self, places: list[NamedPlace], bands: list[Band]) -> dict[str, object]:
        return {
            "a": places[self.a].key,
            "b": places[self.b].key,
            "band": bands[self.band].word,
            "sight": SIGHT_WORDS[self.sight],
            "cover": COVER_WORDS[self.cover],
            "passable": self.passable,
        }


class LinkWays(Ways):
    """Steps along links: all of them for measuring, the passable ones for walking."""

    def __init__(self, count: int, links: list[Link], bands: list[Band], walking: bool) -> None:
        self.links = [link for link in links if link.passable or not walking]
        self.units = [band.units for band in bands]
        even = True
        for link in self.links:
            even = even and self.units[link.band] == 1
        super().__init__(count, 1, even)

    def find(self, pos: Pos) -> list[Pos]:
        return [link.other(pos) for link in self.links if link.other(pos) >= 0]

    def weigh(self, pos: Pos, steps: list[Pos]) -> list[int]:
        return [self.units[link.band] for link in self.links if link.other(pos) >= 0]


def is_word(key: str) -> bool:
    """Commands are typed as words, with a dash between the places of a walk."""
    return key.isascii() and key.isidentifier() and key[0] != "_"


def read_places(data: dict[str, object], where: str) -> list[NamedPlace]:
    """Places given by key alone or as records."""
    places: list[NamedPlace] = []
    keys: list[str] = []
    for i, value in enumerate(read_list(data, "places", where)):
        spot = f"{where}: place {i + 1}"
        record: dict[str, object] = {"key": value} if isinstance(value, str) else read_record(value, where, "places")
        refuse_unknown(record, _PLACE_KEYS, spot)
        key = read_text(record, "key", spot)
        if not is_word(key):
            raise Invalid(spot, "key", key, "one word: a letter, then letters, digits or _")
        if key.lower() in keys:
            raise Invalid(spot, "key", key, "each place once")
        keys.append(key.lower())
        name = read_text(record, "name", spot, "")
        places.append(
            NamedPlace(key, name, read_texts(record, "tags", spot), read_int(record, "height", spot, -FAR, FAR, 0))
        )
    if not 0 < len(places) <= MOST_PLACES:
        raise Invalid(where, "places", f"{len(places)} places", f"1 to {MOST_PLACES} of them")
    return places


def read_bands(data: dict[str, object], where: str) -> list[Band]:
    bands: list[Band] = []
    for i, value in enumerate(read_list(data, "bands", where)):
        spot = f"{where}: band {i + 1}"
        record = read_record(value, where, "bands")
        refuse_unknown(record, _BAND_KEYS, spot)
        word = read_text(record, "word", spot)
        units = read_int(record, "units", spot, 0, HIGHEST_COST)
        if bands and units <= bands[-1].units:
            raise Invalid(spot, "units", units, f"more than the {bands[-1].units} of {bands[-1].word}")
        if word in [band.word for band in bands]:
            raise Invalid(spot, "word", word, "each band once")
        bands.append(Band(word, units))
    if not bands:
        raise Invalid(where, "bands", [], "at least one band, nearest first")
    return bands


def read_links(data: dict[str, object], places: list[NamedPlace], bands: list[Band], where: str) -> list[Link]:
    keys = [place.key for place in places]
    words = [band.word for band in bands]
    links: list[Link] = []
    for i, value in enumerate(read_list(data, "links", where, [])):
        spot = f"{where}: link {i + 1}"
        record = read_record(value, where, "links")
        refuse_unknown(record, _LINK_KEYS, spot)
        ends: list[Pos] = []
        for end in ("a", "b"):
            key = read_text(record, end, spot)
            if key not in keys:
                raise Invalid(spot, end, key, "one of " + ", ".join(keys))
            ends.append(keys.index(key))
        if ends[0] == ends[1]:
            raise Invalid(spot, "b", keys[ends[1]], "a place other than a")
        word = read_text(record, "band", spot)
        if word not in words:
            raise Invalid(spot, "band", word, "one of " + ", ".join(words))
        for link in links:
            if link.joins(ends[0], ends[1]):
                raise Invalid(spot, "b", keys[ends[1]], f"one link only between it and {keys[ends[0]]}")
        sight = read_grade(record, "sight", spot, SIGHT_WORDS, 0)
        cover = read_grade(record, "cover", spot, COVER_WORDS, 0)
        passable = read_flag(record, "passable", spot, True)
        links.append(Link(ends[0], ends[1], words.index(word), sight, cover, passable))
    return links
