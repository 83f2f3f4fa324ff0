"""Section 16: Local Field Effects on squares: cover, and what harms whoever enters or begins a turn there."""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.roll import Roll
from fracas.engine.table import Table
from fracas.engine.tally import Tally
from fracas.rulesets.cap_check.conditions import inflict
from fracas.rulesets.cap_check.damage import wound
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.events import FieldLaid, FieldLifted, terrain_key
from fracas.rulesets.cap_check.fighter import KEY, fighter, fighters, lore, rounds
from fracas.rulesets.cap_check.profiles import Effect, FieldKind
from fracas.rulesets.cap_check.targets import area_squares

FLOOR = "floor"
WALL = "wall"


def field_at(enc: Encounter, square: int) -> FieldKind | None:
    """The Local Field Effect of a square, if there is one."""
    return lore(enc).fields.get(terrain_key(enc, square))


def closed(enc: Encounter, square: int) -> bool:
    """4.6, 16.2: nobody enters a wall or a square of cover."""
    key = terrain_key(enc, square)
    field = lore(enc).fields.get(key)
    return key == WALL or (field is not None and field.blocks)


def lay(table: Table, doing: Doing, effect: Effect) -> None:
    """16.1, 16.6, 16.5: on bare floor within the area; what blocks is not laid where somebody stands."""
    enc = table.enc
    kind = lore(enc).fields[effect.name]
    held: list[int] = []
    for one in fighters(enc):
        if not one.out:
            held.extend(enc.board.footprint(one.pos, one.size))
    squares: list[int] = []
    for square in area_squares(enc, doing.card, fighter(enc, doing.who), doing.squares):
        if terrain_key(enc, square) == FLOOR and not (kind.blocks and square in held):
            squares.append(square)
    if squares:
        table.emit(FieldLaid(squares, kind.id, doing.who, doing.key or doing.card.id))


def lift_laid(table: Table, who: str, by: str) -> None:
    """16.5: what was laid with a card goes with it."""
    if [laid for laid in rounds(table.enc).laid if laid.who == who and laid.by == by]:
        table.emit(FieldLifted(who, by))


def lift_stale(table: Table, who: str) -> None:
    """16.5: at the start of the user's next turn everything goes that is not sustained."""
    one = fighter(table.enc, who)
    kept = [f"{KEY}{held.serial}" for held in one.sustaining]
    stale: list[str] = []
    for laid in rounds(table.enc).laid:
        if laid.who == who and laid.by not in kept and laid.by not in stale:
            stale.append(laid.by)
    for by in stale:
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
    for square in enc.board.footprint(one.pos, one.size):
        field = field_at(enc, square)
        if field is None or field.id in seen or not fighter(enc, who).present:
            continue
        seen.append(field.id)
        if field.dice is not None:
            harm = table.roll(Roll(who, field.dice, field.name))
            wound(table, who, Tally().add("rolled", harm), field.versus == "piercing", field.versus, field.id)
        if field.condition:
            inflict(table, who, field.condition, max(field.stacks, 1), field.id)
