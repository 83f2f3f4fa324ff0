"""Section 16: Local Field Effects on squares: cover, and what harms whoever enters or begins a turn there."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Encounter, Roll, Table, Tally
from fracas.engine.events import AREA, NEWS, PUBLIC, Event
from fracas.rulesets.cap_check.conditions import inflict
from fracas.rulesets.cap_check.damage import wound
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fighter import KEY, content_of, fighter, fighters, rounds, title_of
from fracas.rulesets.cap_check.flow import Laid
from fracas.rulesets.cap_check.legend import FLOOR
from fracas.rulesets.cap_check.profiles import Effect, FieldKind
from fracas.rulesets.cap_check.targets import area_squares


def terrain_key(enc: Encounter, square: int) -> str:
    """The field or ground of a square by its key; boards of this game tag every square with it."""
    return enc.board.tags_at(square)[0]


class FieldLaid(Event):
    """Squares changed: a Local Field Effect was laid."""

    IDS: ClassVar[tuple[str, ...]] = ("who~by",)
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = AREA

    def __init__(self, squares: list[int], field: str, who: str, by: str) -> None:
        self.squares = squares
        self.field = field
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        for square in self.squares:
            flow.laid.append(Laid(square, terrain_key(enc, square), self.who, self.by))
        enc.board = enc.board.with_terrain(dict.fromkeys(self.squares, self.field))

    def say(self, enc: Encounter) -> str:
        where = ", ".join([enc.board.name(square) for square in self.squares])
        return f"{title_of(enc, self.field)} on {where}"

    def brief(self, enc: Encounter) -> str:
        return title_of(enc, self.field)


class FieldLifted(Event):
    """What somebody laid with a card is gone, and the squares are what they were."""

    IDS: ClassVar[tuple[str, ...]] = ("who~by",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, by: str) -> None:
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        mine = [laid for laid in flow.laid if laid.who == self.who and laid.by == self.by]
        enc.board = enc.board.with_terrain({one.square: one.before for one in reversed(mine)})
        flow.laid = [laid for laid in flow.laid if laid.who != self.who or laid.by != self.by]

    def say(self, enc: Encounter) -> str:
        return f"What {enc.name(self.who)} laid on the field is gone"


def field_at(enc: Encounter, square: int) -> FieldKind | None:
    """The Local Field Effect of a square, if there is one."""
    return content_of(enc).fields.get(terrain_key(enc, square))


def harmful_fields(enc: Encounter) -> dict[int, int]:
    """Where the ground hurts (16.3); for bots."""
    kinds = content_of(enc).fields
    hurt = {key for key, kind in kinds.items() if kind.dice is not None or kind.condition}
    return {square: 1 for square in range(enc.board.size) if terrain_key(enc, square) in hurt}


def lay(table: Table, doing: Doing, effect: Effect) -> None:
    """16.1, 16.6, 16.5: on bare floor within the area; what blocks is not laid where somebody stands."""
    enc = table.enc
    kind = content_of(enc).fields[effect.name]
    held = {square for one in fighters(enc) if not one.out for square in enc.board.footprint(one.pos, one.size)}
    area = area_squares(enc, doing.card, fighter(enc, doing.who), doing.squares)
    bare = [square for square in area if terrain_key(enc, square) == FLOOR]
    squares = [square for square in bare if not (kind.blocks and square in held)]
    if squares:
        table.emit(FieldLaid(squares, kind.id, doing.who, doing.key or doing.card.id))


def lift_laid(table: Table, who: str, by: str) -> None:
    """16.5: what was laid with a card goes with it."""
    if [laid for laid in rounds(table.enc).laid if laid.who == who and laid.by == by]:
        table.emit(FieldLifted(who, by))


def lift_stale(table: Table, who: str) -> None:
    """16.5: at the start of the user's next turn everything goes that is not sustained."""
    if not rounds(table.enc).laid:
        return
    kept = [f"{KEY}{held.serial}" for held in fighter(table.enc, who).sustaining]
    own = dict.fromkeys([laid.by for laid in rounds(table.enc).laid if laid.who == who])
    for by in [by for by in own if by not in kept]:
        lift_laid(table, who, by)


def enter(table: Table, who: str) -> None:
    """16.3, 17.15: the field one has entered takes effect, unless it is weathered."""
    if not fighter(table.enc, who).weathered:
        suffer(table, who)


def suffer(table: Table, who: str) -> None:
    """16.3, 16.4: damage against the barrier the field names, and its condition."""
    enc = table.enc
    one = fighter(enc, who)
    seen: list[str] = []
    for square in [one.pos] if one.size == 1 else enc.board.footprint(one.pos, one.size):
        field = field_at(enc, square)
        if field is None or field.id in seen or not fighter(enc, who).present:
            continue
        seen.append(field.id)
        if field.dice is not None:
            harm = table.roll(Roll(who, field.dice, field.name))
            wound(table, who, Tally().add("rolled", harm), field.versus == "piercing", field.versus, field.id)
        if field.condition:
            inflict(table, who, field.condition, max(field.stacks, 1), field.id)
