"""Covering and uncovering the map: what the GM's words mean, and how a scenario begins.

For rulings, for their text form and for set-up. "Cover" here is what players do not know, not what shields from shots.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.board import Shroud, room_around, runs_of, squares_in, with_shroud
from fracas.engine.board.rooms import ALL, read_areas
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.naming import plain

COVER: Final = "cover"
UNCOVER: Final = "uncover"
ROOM: Final = "room"
SQUARES: Final = "squares"
KINDS: Final = (SQUARES, ROOM, ALL)


def parse_ground(verb: str, rest: str) -> Command:
    """`uncover all`, `cover room crypt`, `uncover room c4`, `cover c3-f6 h2`."""
    first, _, left = rest.strip().partition(" ")
    if first == ALL and not left:
        return Command(GM, verb, thing=ALL)
    if first == ROOM and left.strip():
        return Command(GM, verb, thing=ROOM, text=left.strip())
    return Command(GM, verb, thing=SQUARES, text=rest.strip())


def ground_of(enc: Encounter, ruling: Command) -> list[int]:
    """The squares that a ruling covers or uncovers; `Invalid` where it would change nothing."""
    named, covers = _named(enc, ruling), ruling.verb == COVER
    held: list[int] = []
    if covers:
        for one in enc.combatants.values():
            if one.seat != GM and not one.out:
                held.extend(enc.board.footprint(one.pos, one.size))
    found = [square for square in named if enc.board.covers(square) != covers and square not in held]
    if not found:
        said = " ".join([word for word in (ruling.thing, ruling.text) if word])
        free = "squares that are not covered, and on which nobody stands whom a player runs"
        raise Invalid("ruling", SQUARES, said, free if covers else "covered squares")
    return found


def _named(enc: Encounter, ruling: Command) -> list[int]:
    """Every square that a ruling names, covered or not."""
    board, kind = enc.board, ruling.thing or SQUARES
    if kind not in KINDS:
        raise Invalid("ruling", "thing", ruling.thing, "one of " + ", ".join(KINDS))
    if kind == ALL:
        return list(range(board.size))
    for square in ruling.squares:
        if not board.holds(square):
            raise Invalid("ruling", SQUARES, square, "squares of the board")
    if kind == SQUARES:
        squares = [*ruling.squares, *read_areas(board, ruling.text.replace(",", " ").split())]
        if not squares:
            raise Invalid("ruling", SQUARES, ruling.text, "squares such as c3-f6 h2, a room, or all")
        return squares
    return _room(enc, ruling)


def _room(enc: Encounter, ruling: Command) -> list[int]:
    """The room of that name, or the one around a square."""
    for name, runs in enc.rooms.items():
        if ruling.text and plain(name) == plain(ruling.text):
            return squares_in(runs)
    if ruling.squares:
        return room_around(enc.board, ruling.squares[0])
    try:
        return room_around(enc.board, enc.board.parse(ruling.text))
    except Invalid:
        names = ", ".join(enc.rooms)
        expected = f"one of the rooms {names}, or a square of a room" if names else "a square of the room"
        raise Invalid("ruling", ROOM, ruling.text, expected) from None


def lay_cover(enc: Encounter, covered: list[str], rooms: dict[str, list[str]]) -> None:
    """A scenario begins with this much of its map covered, but for where players' combatants stand."""
    enc.rooms = {name: runs_of(read_areas(enc.board, words)) for name, words in rooms.items()}
    squares: list[int] = []
    for word in covered:
        runs = enc.rooms.get(word)
        squares.extend(squares_in(runs) if runs is not None else read_areas(enc.board, [word]))
    cover_start(enc, squares)


def cover_start(enc: Encounter, squares: list[int]) -> None:
    """The same for squares, before the first step."""
    if squares:
        enc.board = with_shroud(enc.board, Shroud(enc.board.size, squares))
        trodden = enc.trodden()
        shroud = enc.board.shroud
        if trodden and shroud is not None:
            enc.board = with_shroud(enc.board, shroud.less(trodden))
        enc.dim()
