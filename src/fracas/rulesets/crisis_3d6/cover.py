"""Section 10: cover, worked out from the board for each attacker."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.board import COVER, HEAVY_COVER, NO_COVER, TOTAL_COVER, UNSEEN, Board, Grid, Terrain
from fracas.engine.keeping import keep
from fracas.engine.purpose import BRACE
from fracas.rulesets.crisis_3d6.action_points import CrisisAction
from fracas.rulesets.crisis_3d6.conditions import gain, lift
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import DIRECTIONS, Person, person
from fracas.rulesets.crisis_3d6.profiles import Weapon
from fracas.rulesets.crisis_3d6.situation import gap, sees
from fracas.rulesets.crisis_3d6.terrain import PENETRABLE

PENALTY: Final = {NO_COVER: 0, COVER: -2, HEAVY_COVER: -4, TOTAL_COVER: -4}
COVERED: Final = "covered"
CAR: Final = "car"
MOST_BOARDS: Final = 8
MOST_LINES: Final = 1024
STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def cover_from(enc: Encounter, one: Person, target: Person, weapon: Weapon | None) -> int:
    """10.1, 10.8, 10.11: the best of what stands between and of lying prone, for this attacker alone."""
    grade = standing_cover(enc, one, target, weapon)
    if grade < HEAVY_COVER and weapon is not None and not weapon.melee and faces(enc, target, one):
        return HEAVY_COVER
    return grade


def standing_cover(enc: Encounter, one: Person, target: Person, weapon: Weapon | None) -> int:
    """8.8, 10.1, 10.4, 10.9: what the ground gives; without any line of sight it is total, or heavy for bullets."""
    if not sees(enc, one, target):
        return HEAVY_COVER if weapon is not None and pierces(enc, one, target, weapon) else TOTAL_COVER
    grade = enc.board.cover(one.pos, one.size, target.pos, target.size)
    if grade == COVER and target.has(COVERED) and shelters(enc, one, target):
        return HEAVY_COVER
    return grade


def pairs(board: Grid, one: Person, target: Person) -> list[tuple[int, int]]:
    """10.1: from each square of the attacker to each of the target."""
    ends = board.footprint(target.pos, target.size)
    return [(square, end) for square in board.footprint(one.pos, one.size) for end in ends]


def between(board: Grid, one: Person, target: Person, pair: tuple[int, int]) -> list[int]:
    """The squares that the straight line from one to the other crosses, without their own."""
    own = board.footprint(target.pos, target.size) + board.footprint(one.pos, one.size)
    line = board.line(pair[0], pair[1], board.distance(pair[0], pair[1]))
    return [square for square in line if square not in own]


def pierces(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> bool:
    """10.6: a weapon whose projectiles go through, and a line on which nothing else is in the way."""
    if not weapon.pierces:
        return False
    board = enc.board.between(one.pos, one.size, target.pos, target.size)
    if not isinstance(board, Grid):
        return False
    known = _PENETRABLE.get(board)
    if known is None:
        known = keep(_PENETRABLE, board, {}, MOST_BOARDS)
    key = (one.pos, one.size, target.pos, target.size)
    found = known.get(key)
    if found is None:
        lines = [pair for pair in pairs(board, one, target) if is_penetrable(board, one, target, pair)]
        found = keep(known, key, bool(lines), MOST_LINES)
    return found


_PENETRABLE: Final[dict[Board, dict[tuple[int, int, int, int], bool]]] = {}
"""Boards never change, and fire on Overwatch is judged square by square. Only the boards of late are kept: a server has
many."""


def is_penetrable(board: Grid, one: Person, target: Person, pair: tuple[int, int]) -> bool:
    """10.6: is there something on this line that stops the eye, and nothing of it that stops such a bullet?"""
    if board.hidden_by_edge(pair[0], pair[1]):
        return False
    terrains = [board.terrain_at(square) for square in between(board, one, target, pair)]
    opaque = [terrain for terrain in terrains if terrain.blocks_sight]
    return bool(opaque) and not [terrain for terrain in opaque if PENETRABLE not in terrain.tags]


def too_thin(terrain: Terrain) -> bool:
    """10.7: a car never gives more than plain cover."""
    return terrain.key == CAR


def shelters(enc: Encounter, one: Person, target: Person) -> bool:
    """10.9: on every line that leaves plain cover the obstacle stands next to the target, and is no car."""
    board = enc.board.between(one.pos, one.size, target.pos, target.size)
    if not isinstance(board, Grid):
        return False
    for pair in pairs(board, one, target):
        plain = board.lines.cover(one.pos, one.size, target.pos, target.size, pair[0], pair[1]) == COVER
        if plain and board.sight(pair[0], 1, pair[1], 1) != UNSEEN and not is_near(board, one, target, pair):
            return False
    return True


def is_near(board: Grid, one: Person, target: Person, pair: tuple[int, int]) -> bool:
    """10.9: does this line cross something next to the target that is worth pressing close to?"""
    if board.cover_at_edge(pair[0], pair[1]):
        return True
    near = [s for s in between(board, one, target, pair) if board.gap(s, 1, target.pos, target.size) <= 1]
    return bool([s for s in near if board.terrain_at(s).cover and not too_thin(board.terrain_at(s))])


def faces(enc: Encounter, target: Person, one: Person) -> bool:
    """10.8: prone, beyond reach, and turned towards the attacker: within a quarter turn around the facing."""
    if not target.has("prone") or gap(enc, one, target) <= 1:
        return False
    board = enc.board
    if not target.facing or not isinstance(board, Grid):
        return bool(target.facing)
    x, y = offset(board, target.pos, one.pos)
    step_x, step_y = STEPS[DIRECTIONS.index(target.facing)]
    if step_x and step_y:
        return x * step_x >= 0 and y * step_y >= 0
    along, across = (x * step_x, y) if step_x else (y * step_y, x)
    return along > 0 and abs(across) <= along


def offset(board: Grid, at: int, to: int) -> tuple[int, int]:
    """Squares to the east and to the south from one to the other."""
    return to % board.width - at % board.width, to // board.width - at // board.width


def towards(enc: Encounter, who: str, other: str) -> str:
    """12.4: the direction in which somebody lies who was thrown down by another."""
    board = enc.board
    if not isinstance(board, Grid):
        return DIRECTIONS[0]
    x, y = offset(board, person(enc, who).pos, person(enc, other).pos)
    if 2 * abs(x) < abs(y):
        x = 0
    if 2 * abs(y) < abs(x):
        y = 0
    step = ((x > 0) - (x < 0), (y > 0) - (y < 0))
    return DIRECTIONS[STEPS.index(step)] if step in STEPS else DIRECTIONS[0]


def cover_penalty(enc: Encounter, one: Person, target: Person, weapon: Weapon, rolls: bool) -> int:
    """10.2, 10.3, 10.5: 2 or 4 less for the attacker, unless the option gives them to a defender who rolls."""
    if rolls and options(enc).cover_effect == "bonus":
        return 0
    return PENALTY[cover_from(enc, one, target, weapon)]


def cover_bonus(enc: Encounter, one: Person, target: Person, weapon: Weapon) -> int:
    """10.2, 10.3: under the option, 2 or 4 more for the defender."""
    if options(enc).cover_effect != "bonus":
        return 0
    return -PENALTY[cover_from(enc, one, target, weapon)]


class TakeCover(CrisisAction):
    """Making oneself small behind what is next to one."""

    purpose = BRACE

    def possible(self, enc: Encounter, one: Person) -> bool:
        board = enc.board
        return isinstance(board, Grid) and board.cover_beside(one.pos, one.size)

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """10.10: there must be something, and one must not be behind it already."""
        if one.has(COVERED):
            return [Reason("10.10", f"{one.name} has taken cover already")]
        if self.possible(enc, one):
            return []
        bare = f"there is nothing next to {one.name} to take cover behind"
        return [Reason("10.10", bare, "move next to something", "path")]

    def act(self, table: Table, command: Command) -> None:
        """10.9: until one moves."""
        gain(table, command.who, COVERED, command.who)


def leave_cover(table: Table, who: str) -> None:
    """10.9: moving gives it up."""
    lift(table, who, COVERED, "moves")
