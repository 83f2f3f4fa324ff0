"""Terrain: what one square is made of, and what that does to steps, sight and cover.

For boards, which look terrain up by position, and for maps, whose legend names it by glyph.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board.fields import read_flag, read_grade, read_int, read_text, read_texts, refuse_unknown
from fracas.engine.board.terms import COVER_WORDS, FAR, HIGHEST_COST
from fracas.engine.errors import Invalid

# Either tag lets a step rise or fall by any number of levels.
CLIMBING_TAGS: Final = ("ladder", "stairs")
_KEYS: Final = ("key", "glyph", "name", "cost", "blocks_move", "blocks_sight", "cover", "height", "tags", "look")
LOOKS: Final = (
    "", "water", "tree", "stairs", "vehicle", "pillar", "planks", "grate", "hot", "cold", "mist", "dark",
    "unknown",
)  # fmt: skip
"""How ground may look where that does not follow from what it does; pictures of a board go by it."""


class Terrain:
    """One kind of ground. Never changed after it is made."""

    def __init__(
        self,
        key: str,
        glyph: str,
        name: str = "",
        cost: int = 1,
        blocks_move: bool = False,
        blocks_sight: bool = False,
        cover: int = 0,
        height: int = 0,
        tags: list[str] | None = None,
        look: str = "",
    ) -> None:
        where = f"terrain {key}"
        if not key:
            raise Invalid("terrain", "key", key, "text that is not empty")
        if len(glyph) != 1 or not glyph.isprintable() or glyph == " ":
            raise Invalid(where, "glyph", glyph, "one visible character")
        if cost < 1 or cost > HIGHEST_COST:
            raise Invalid(where, "cost", cost, f"a whole number from 1 to {HIGHEST_COST}")
        if cover < 0 or cover >= len(COVER_WORDS):
            raise Invalid(where, "cover", cover, "a grade from 0 to 3")
        if look not in LOOKS:
            raise Invalid(where, "look", look, "one of " + ", ".join(LOOKS[1:]))
        self.key = key
        self.glyph = glyph
        self.name = name or key
        self.cost = cost
        self.blocks_move = blocks_move
        self.blocks_sight = blocks_sight
        self.cover = cover
        self.height = height
        self.tags: list[str] = list(tags) if tags is not None else []
        self.look = look

    def traits(self) -> tuple[int, bool, bool, int, int, bool]:
        """What it does to steps, sight and cover."""
        return self.cost, self.blocks_move, self.blocks_sight, self.cover, self.height, self.lifts_climb()

    def lifts_climb(self) -> bool:
        for tag in self.tags:
            if tag in CLIMBING_TAGS:
                return True
        return False

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "key": self.key,
            "glyph": self.glyph,
            "name": self.name,
            "cost": self.cost,
            "blocks_move": self.blocks_move,
            "blocks_sight": self.blocks_sight,
            "cover": COVER_WORDS[self.cover],
            "height": self.height,
            "tags": list(self.tags),
        }
        if self.look:
            out["look"] = self.look
        return out

    @staticmethod
    def from_json(data: dict[str, object], where: str = "terrain") -> Terrain:
        refuse_unknown(data, _KEYS, where)
        return Terrain(
            read_text(data, "key", where),
            read_text(data, "glyph", where),
            read_text(data, "name", where, ""),
            read_int(data, "cost", where, 1, HIGHEST_COST, 1),
            read_flag(data, "blocks_move", where, False),
            read_flag(data, "blocks_sight", where, False),
            read_grade(data, "cover", where, COVER_WORDS, 0),
            read_int(data, "height", where, -FAR, FAR, 0),
            read_texts(data, "tags", where),
            read_text(data, "look", where, ""),
        )

    def __repr__(self) -> str:
        return f"Terrain({self.key} {self.glyph!r})"
