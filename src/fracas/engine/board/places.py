"""Play without a grid: named places joined by links, with distances in the ruleset's own words.

For rulesets in the theatre of the mind: the same questions as on squares, answered from the links.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.board import Board
from fracas.engine.board.fields import read_int, refuse_unknown
from fracas.engine.board.links import Band, Link, LinkWays, NamedPlace, read_bands, read_links, read_places
from fracas.engine.board.paths import NO_LIMIT, Ways, flood
from fracas.engine.board.terms import CLEAR, FAR, NO_COVER, TOTAL_COVER, UNSEEN, Pos
from fracas.engine.errors import Invalid
from fracas.engine.naming import plain

_KEYS: Final = ("kind", "version", "places", "links", "bands")


class Places(Board):
    """A board of places. A linked pair is as far apart as its link says; others by the shortest chain of links."""

    def __init__(self, places: list[NamedPlace], links: list[Link], bands: list[Band], version: int = 0) -> None:
        super().__init__("places", version, len(places))
        self.places = places
        self.links = links
        self.bands = bands
        self.by_key: dict[str, Pos] = {}
        for i, place in enumerate(places):
            self.by_key[plain(place.key)] = i
            self.by_key.setdefault(plain(place.name), i)
        self._linked: dict[int, Link] = {}
        for link in links:
            self._linked[link.a * self.size + link.b] = link
            self._linked[link.b * self.size + link.a] = link
        self._measured = LinkWays(self.size, links, bands, False)
        self._distances: dict[int, dict[Pos, int]] = {}

    def parse(self, text: str) -> Pos:
        pos = self.by_key.get(plain(text), -1)
        if pos < 0:
            raise Invalid("board", "place", text, "one of " + ", ".join([place.key for place in self.places]))
        return pos

    def name(self, pos: Pos) -> str:
        """The key, by which programs know it; for people there is `label`."""
        return self.places[pos].key if self.holds(pos) else "off the board"

    def label(self, pos: Pos) -> str:
        return self.places[pos].name if self.holds(pos) else self.name(pos)

    def link(self, a: Pos, b: Pos) -> Link | None:
        return self._linked.get(a * self.size + b)

    def tags_at(self, pos: Pos) -> list[str]:
        return list(self.places[pos].tags)

    def height_at(self, pos: Pos) -> int:
        return self.places[pos].height

    def with_terrain(self, changes: dict[Pos, str]) -> Board:
        raise Invalid(
            "places", "terrain", ", ".join(changes.values()), "a grid: places have links, which `with_link` changes"
        )

    def with_link(self, link: Link) -> Places:
        """A new board on which this link stands in place of the one between the same two, if any."""
        if link.a == link.b or not self.holds(link.a) or not self.holds(link.b):
            raise Invalid("places", "link", [link.a, link.b], "two different places of this board")
        kept = [old for old in self.links if not old.joins(link.a, link.b)]
        return Places(self.places, [*kept, link], self.bands, self.version + 1)

    # Space

    def footprint(self, pos: Pos, size: int) -> list[Pos]:
        return [pos] if self.holds(pos) else []

    def distance(self, a: Pos, b: Pos) -> int:
        """Units: 0 within a place, FAR where no chain of links leads."""
        if not self.holds(a) or not self.holds(b):
            return FAR
        if a == b:
            return 0
        link = self.link(a, b)
        if link is not None:
            return self.bands[link.band].units
        if a not in self._distances:
            self._distances[a] = flood(self._measured, a, NO_LIMIT, set(), set()).costs
        return self._distances[a].get(b, FAR)

    def gap(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        return self.distance(a, b)

    def word(self, a: Pos, b: Pos) -> str:
        """The nearest band that holds the distance. The farthest has no outer limit; without any way it is ""."""
        distance = self.distance(a, b)
        if distance >= FAR:
            return ""
        for band in self.bands:
            if distance <= band.units:
                return band.word
        return self.bands[-1].word

    def units(self, word: str) -> int:
        for band in self.bands:
            if band.word == word:
                return band.units
        raise Invalid("places", "band", word, "one of " + ", ".join([band.word for band in self.bands]))

    def find_ways(self, size: int) -> Ways:
        return LinkWays(self.size, self.links, self.bands, True)

    # Sight and cover: as the link says; nobody sees along a chain.

    def sight(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if a == b and self.holds(a):
            return CLEAR
        link = self.link(a, b) if self.holds(a) and self.holds(b) else None
        return UNSEEN if link is None else link.sight

    def cover(self, a: Pos, size_a: int, b: Pos, size_b: int) -> int:
        if a == b and self.holds(a):
            return NO_COVER
        link = self.link(a, b) if self.holds(a) and self.holds(b) else None
        return TOTAL_COVER if link is None or link.sight == UNSEEN else link.cover

    # Areas are the places within a distance.

    def burst(self, center: Pos, radius: int) -> list[Pos]:
        return [pos for pos in range(self.size) if self.distance(center, pos) <= radius]

    def line(self, a: Pos, b: Pos, length: int) -> list[Pos]:
        """The places on the shortest way to b, without a, as far as the length."""
        if not self.holds(a) or not self.holds(b):
            return []
        if self.link(a, b) is not None:
            return [b] if self.distance(a, b) <= length else []
        way = flood(self._measured, a, NO_LIMIT, set(), set(), b)
        if b not in way.costs:
            return []
        return sorted([pos for pos in way.path_to(b) if way.costs[pos] <= length])

    def cone(self, a: Pos, towards: Pos, length: int) -> list[Pos]:
        """Places within length whose shortest way from a leads over the place aimed at."""
        if a == towards or not self.holds(a) or length < 0:
            return []
        way = flood(self._measured, a, length, set(), set())
        return [pos for pos in range(self.size) if pos in way.costs and towards in way.path_to(pos)]

    def square_area(self, anchor: Pos, side: int) -> list[Pos]:
        """Without squares, a square is the burst of the same measure."""
        return self.burst(anchor, side)

    # Showing and saving

    def describe(self, tokens: dict[Pos, str]) -> list[str]:
        """One line a place: its name, who is there, and its links by distance."""
        lines: list[str] = []
        for pos, place in enumerate(self.places):
            line = place.name + (f" [{tokens[pos]}]" if pos in tokens else "")
            beyond: list[str] = []
            for band in self.bands:
                for link in self.links:
                    other = link.other(pos)
                    if other >= 0 and self.bands[link.band] is band:
                        beyond.append(f"{band.word}: {self.places[other].name}")
            lines.append(line + (" -> " + ", ".join(beyond) if beyond else ""))
        return lines

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "version": self.version,
            "places": [place.to_json() for place in self.places],
            "links": [link.to_json(self.places, self.bands) for link in self.links],
            "bands": [band.to_json() for band in self.bands],
        }

    @staticmethod
    def from_json(data: dict[str, object], where: str = "places") -> Places:
        refuse_unknown(data, _KEYS, where)
        places = read_places(data, where)
        bands = read_bands(data, where)
        links = read_links(data, places, bands, where)
        return Places(places, links, bands, read_int(data, "version", where, 0, FAR, 0))
