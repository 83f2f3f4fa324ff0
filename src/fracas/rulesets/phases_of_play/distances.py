"""Section 9: how far apart things are, who sees whom, what covers them, and who is in the way."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, Reason
from fracas.engine.board import Board, Grid
from fracas.engine.board.terms import NO_COVER, PARTIAL, TOTAL_COVER
from fracas.rulesets.phases_of_play.being import Being, beings, phases
from fracas.rulesets.phases_of_play.lay import lay_of
from fracas.rulesets.phases_of_play.profiles import SIZES
from fracas.rulesets.phases_of_play.situation import situation

SWINGING: Final = 1
SPITTING: Final = 4
SHOOTING: Final = 16
WORDS: Final = ((1, "Swinging"), (4, "Spitting"), (8, "Throwing"), (16, "Shooting"), (200, "Sniping"))


def place(enc: Encounter, pos: int) -> str:
    """A square or a place as one says it."""
    return enc.board.name(pos).replace("_", " ")


def word_of(units: int) -> str:
    """A distance in words."""
    for most, word in WORDS:
        if units <= most:
            return f"{word} Distance"
    return "beyond Sniping Distance"


def apart(enc: Encounter, one: Being, other: Being) -> int:
    """9.2, 9.3, 9.4, 9.9: units from edge to edge, height counted too."""
    return gap_at(enc, one.pos, one.size, one.altitude, other.pos, other.size, other.altitude)


def gap_at(enc: Encounter, a: int, size_a: int, up_a: int, b: int, size_b: int, up_b: int) -> int:
    """9.3, 9.4, 9.5: on a grid by squares and height, without a map by the distance between places."""
    board = enc.board
    if isinstance(board, Grid):
        if up_a == up_b == 0:
            found = board.gap(a, size_a, b, size_b)
        else:
            found = board.gap3(a, size_a, up_a, b, size_b, up_b)
        return found if found > SWINGING or not behind_wall(board, a, size_a, b, size_b) else SWINGING + 1
    return max(told_gap(enc, a, b), abs(up_a - up_b))


def behind_wall(board: Board, a: int, size_a: int, b: int, size_b: int) -> bool:
    """9.13: of those side by side: whoever is behind a wall, or slantwise past its end, is just out of reach."""
    return board.walled_off(a, size_a, b, size_b, SWINGING)


def told_gap(enc: Encounter, a: int, b: int) -> int:
    """9.1, 9.5: everybody in one place is within Swinging Distance."""
    return SWINGING if a == b else enc.board.distance(a, b)


def to_square(enc: Encounter, one: Being, square: int) -> int:
    """9.2: how far a point on the ground is."""
    return gap_at(enc, one.pos, one.size, one.altitude, square, 1, 0)


def sees(enc: Encounter, one: Being, other: Being) -> bool:
    """9.7: a free line from the middle of one to some point of the other."""
    return sees_from(enc, one.pos, one.size, one.altitude, other)


def sees_from(enc: Encounter, pos: int, size: int, altitude: int, other: Being) -> bool:
    board = enc.board
    if isinstance(board, Grid) and (altitude or other.altitude):
        return board.sight3(pos, size, altitude, other.pos, other.size, other.altitude) <= PARTIAL
    return board.sight(pos, size, other.pos, other.size) <= PARTIAL


def feared(enc: Encounter, one: Being) -> Being | None:
    """13.6: whom one does not come nearer to, with two stacks of Frightened."""
    if not one.conditions or one.stacks("frightened") < 2 or one.sheet_words:
        return None
    other = enc.combatants.get(one.source_of("frightened"))
    return other if isinstance(other, Being) and other.present else None


def nearer(enc: Encounter, one: Being, other: Being, frm: int, to: int, up_frm: int, up_to: int) -> bool:
    """13.6: does a step lead nearer to somebody whom one sees before it?"""
    before = gap_at(enc, frm, one.size, up_frm, other.pos, other.size, other.altitude)
    after = gap_at(enc, to, one.size, up_to, other.pos, other.size, other.altitude)
    return after < before and sees_from(enc, frm, one.size, up_frm, other)


def sees_square(enc: Encounter, one: Being, square: int) -> bool:
    """9.7: the same for a point."""
    return square == one.pos or enc.board.sight(one.pos, one.size, square, 1) <= PARTIAL


def cover_of(enc: Encounter, one: Being, other: Being) -> int:
    """9.8: what shields the other from one: nothing, half, or all."""
    if not sees(enc, one, other):
        return TOTAL_COVER
    if one.altitude or other.altitude:
        return NO_COVER
    return min(enc.board.cover(one.pos, one.size, other.pos, other.size), TOTAL_COVER)


def half_covered(enc: Encounter, one: Being, other: Being) -> bool:
    """9.8: some lines blocked, or something low in between, and not next to each other."""
    if apart(enc, one, other) <= SWINGING:
        return False
    if cover_of(enc, one, other) > NO_COVER:
        return True
    if one.altitude or other.altitude:
        return False
    return enc.board.sight(one.pos, one.size, other.pos, other.size) > 0


def enemies(one: Being, other: Being) -> bool:
    return one.side != other.side


def foes_within(enc: Encounter, one: Being, units: int) -> list[Being]:
    """The enemies who have not fallen and are no farther away."""
    known, key = situation(enc).foes, (one.id, units)
    found = known.get(key)
    if found is None:
        near = within(enc, one, units)
        found = known[key] = [other for other in near if enemies(one, other) and not fallen(other)]
    return found


def within(enc: Encounter, one: Being, units: int) -> list[Being]:
    """Everybody who is not gone and no farther away, oneself too."""
    known = situation(enc).gaps
    gaps = known.get(one.id)
    if gaps is None:
        others = [other for other in beings(enc) if not other.out]
        gaps = known[one.id] = [(apart(enc, one, other) if other is not one else 0, other) for other in others]
    return [other for away, other in gaps if away <= units]


def is_kind(word: str, one: Being, other: Being) -> bool:
    """7.5, 8.1: is somebody oneself, an ally, an ally besides oneself, or an enemy? Any other word means anybody."""
    if word == "self":
        return other.id == one.id
    if word == "enemy":
        return enemies(one, other)
    return word not in ("ally", "other") or (not enemies(one, other) and (word == "ally" or other.id != one.id))


def fallen(one: Being) -> bool:
    """7.5: dead, gone or down, so that nothing more can be done to it; the unconscious are not."""
    if not one.conditions:
        return one.out or one.down
    return not one.alive or (one.down and not one.has("unconscious"))


def steps_apart(one: Being, other: Being) -> int:
    """9.9: how many steps lie between two Sizes."""
    return abs(SIZES.index(one.size_word) - SIZES.index(other.size_word))


def level(enc: Encounter, pos: int) -> int:
    """9.4: how high the ground is."""
    return enc.board.height_at(pos)


def deep_water(enc: Encounter, pos: int) -> bool:
    """11.7: where the map says so, and wherever a Water Zone lies on the ground."""
    return is_deep(enc.board, waters(enc), pos)


def is_deep(board: Board, water: tuple[int, ...], pos: int) -> bool:
    return pos in water or lay_of(board).deep[pos]


def waters(enc: Encounter) -> tuple[int, ...]:
    """11.7: where Water Zones lie on the ground."""
    here = situation(enc)
    found = here.water
    if found is None:
        zones = phases(enc).zones
        found = here.water = tuple([zone.pos for zone in zones if zone.name == "water" and zone.low <= 0])
    return found


def holders(enc: Encounter, one: Being, square: int, altitude: int) -> list[Being]:
    """9.9: who else is where one's body would be."""
    board = enc.board
    found: list[Being] = []
    if not isinstance(board, Grid):
        return found
    squares = [square] if one.size == 1 else board.footprint(square, one.size)
    for other in beings(enc):
        if other.altitude != altitude or other.id == one.id or not other.alive:
            continue
        if other.size == 1:
            if other.pos in squares:
                found.append(other)
            continue
        for held in board.footprint(other.pos, other.size):
            if held in squares:
                found.append(other)
                break
    return found


def held_squares(enc: Encounter, one: Being, altitude: int, barring: bool = False) -> set[int]:
    """The squares others hold at this altitude; with `barring` only of those who let nobody through."""
    known, key = situation(enc).held, (one.id, altitude, barring)
    found = known.get(key)
    if found is None:
        found = set[int]()
        for other in beings(enc) if isinstance(enc.board, Grid) else []:
            if other.altitude == altitude and other.id != one.id and other.alive:
                if not barring or not lets_through(one, other):
                    found.update(enc.board.footprint(other.pos, other.size))
        known[key] = found
    return found


def without_unseen(enc: Encounter, seat: str) -> Encounter:
    """The same without those a seat does not know of: what it is offered must not show where they are."""
    known = enc.seen_by(seat)
    if len(known) == len(enc.combatants):
        return enc
    view = enc.copy()
    view.combatants = {who: view.combatants[who] for who in known}
    return view


def lets_through(one: Being, other: Being) -> bool:
    """9.10: one's own side, the fallen, and creatures two Sizes larger or smaller."""
    return one.side == other.side or not other.present or steps_apart(one, other) >= 2


def bars_way(enc: Encounter, one: Being, path: list[int], altitudes: list[int]) -> list[Reason]:
    """9.10, 9.11: nothing solid and nobody in the way, and nobody at its end."""
    board = enc.board
    for square in path:
        squares = board.footprint(square, one.size)
        if not squares or [held for held in squares if board.blocked(held)]:
            return [Reason("9.12", f"{board.label(square)} cannot be entered", "choose another way", "path")]
    barring = held_squares(enc, one, altitudes[0], True)
    for index, square in enumerate(path):
        if index and altitudes[index] != altitudes[index - 1]:
            barring = held_squares(enc, one, altitudes[index], True)
        if barring and [held for held in board.footprint(square, one.size) if held in barring]:
            other = next(o for o in holders(enc, one, square, altitudes[index]) if not lets_through(one, o))
            return [Reason("9.10", f"{other.name} is in the way", "choose another way", "path")]
    if holders(enc, one, path[-1], altitudes[-1]):
        return [Reason("9.11", f"somebody is at {board.label(path[-1])} already", "stop elsewhere")]
    return []
