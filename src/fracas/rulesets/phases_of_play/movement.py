"""Section 10: Movement and what it is spent on, and leaving swinging distance."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Choice, Command, Encounter, Invalid, Reason, Table
from fracas.engine.board import Grid, Reach
from fracas.engine.purpose import IDLE, READY, VARIES
from fracas.engine.walking import Walking
from fracas.rulesets.phases_of_play.acting import PlayAction
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.distances import (
    SWINGING,
    bars_way,
    deep_water,
    feared,
    foes_within,
    gap_at,
    held_squares,
    nearer,
    waters,
)
from fracas.rulesets.phases_of_play.falling import OVER_EDGES, drop
from fracas.rulesets.phases_of_play.lay import lay_of
from fracas.rulesets.phases_of_play.movement_ranges import (
    AIRBORNE,
    LEAPING,
    able,
    altitudes_of,
    bars_aloft,
    bars_connection,
    bars_mode,
    bars_posture,
    flood,
    flown,
    going,
    pace,
    path_units,
)
from fracas.rulesets.phases_of_play.on_the_way import (
    bars_grip,
    bars_still,
    counts,
    go,
    no_movement,
    unit_price,
    units_left,
)
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.ranges import cap_left, movement_left, whole_range
from fracas.rulesets.phases_of_play.situation import situation

ANYWHERE: Final = 10_000
"""Between places a part of a way is enough, so that none is too long."""
ANY_WAY: Final = 60
"""How far one gets where nothing is counted."""
LISTED: Final = 8
"""How far moves are listed where nothing is counted; one may go further."""
HIGHEST: Final = 100


def bars_range(enc: Encounter, one: Being, mode: str, units: int) -> list[Reason]:
    """10.3, 10.5: within the range's own limit, and within the Movement left."""
    if not counts(enc):
        return bars_leap(one, units) if mode == "jump" else []
    price = units * unit_price(one, mode)
    reasons: list[Reason] = []
    if price > cap_left(one, mode):
        left = f"{cap_left(one, mode) or 'no'} {mode.capitalize()} left"
        reasons.append(Reason("10.3", f"{one.name} has {left} on this turn and needs {price}"))
    if price > movement_left(one):
        reasons.append(no_movement(one, price))
    return reasons


def longest_leap(one: Being) -> int:
    """10.10, 10.11, 11.4: how far one jump leads."""
    return whole_range(one, "jump") // unit_price(one, "jump")


def bars_leap(one: Being, units: int) -> list[Reason]:
    """2.2, 11.4: where Movement is not counted a single jump is still no longer than one can jump."""
    longest = longest_leap(one)
    if units > longest:
        return [Reason("10.3", f"{one.name} jumps no farther than {longest} at once, and this is {units}")]
    return []


def bars_own_range(one: Being, mode: str) -> list[Reason]:
    """10.8: a range of 0 needs leave."""
    if not able(one, mode):
        return [Reason("10.8", f"{one.name} cannot {mode}", "ask the GM for an improvised range")]
    return []


def bars_body(enc: Encounter, one: Being, mode: str) -> list[Reason]:
    """10.8, 11.8, 13.9, 15.18: what keeps one from moving in this manner, wherever to."""
    still = bars_still(one) if not counts(enc) else []
    return bars_own_range(one, mode) or bars_grip(enc, one) or bars_aloft(one, mode) or still


def bars_fear(enc: Encounter, one: Being, path: list[int], heights: list[int]) -> list[Reason]:
    """13.6: with two stacks of Frightened no step leads nearer to the source while one sees it."""
    other = feared(enc, one)
    if other is None:
        return []
    at, up = one.pos, one.altitude
    for to, height in zip(path, heights, strict=True):
        if nearer(enc, one, other, at, to, up, height):
            return [Reason("13.6", f"{one.name} is afraid of {other.name}")]
        at, up = to, height
    return []


class Walk(Walking):
    """Where somebody can go in one manner with so many units; the flood waits until somebody asks."""

    def __init__(self, go: Go, enc: Encounter, one: Being) -> None:
        held = held_squares(enc, one, flown(one, go.mode))
        super().__init__(enc, one, go.budget(enc, one), enc.board.anchors(held, one.size), set[int]())
        self.go = go
        self.being = one

    def at_hand(self) -> bool:
        """Is there plainly a square next to it, so that the flood can wait?"""
        pos, steps = self.one.pos, going(self.enc, self.being, self.go.mode)
        for square in steps.steps(pos):
            if self.lands(square) and steps.weight(pos, square) // steps.unit <= self.budget:
                return True
        return False

    def reach(self) -> Reach:
        return flood(self.enc, self.being, self.go.mode, self.budget)

    def squares(self, reach: Reach) -> list[int]:
        """The flood has looked at everything that could bar such a move, but for where it ends."""
        pos, barred = self.one.pos, self.barred
        free = [square for square in reach.squares if square not in barred and square != pos]
        return [square for square in free if self.lands(square)] if self.uneven() else free

    def uneven(self) -> bool:
        """Do the heights and waters it goes over count, as they do for jumps and flights?"""
        return self.go.mode in LEAPING and not (lay_of(self.board).plain and not waters(self.enc))

    def units(self, units: int, square: int) -> int:
        """What the way there counts: jumps and flights go by the longer of way and height."""
        board = self.enc.board
        if not isinstance(board, Grid):
            return units
        rise = board.height_at(square) - board.height_at(self.one.pos)
        return max(units, rise if self.go.mode == "jump" else abs(rise))

    def ways(self) -> dict[tuple[int, ...], int]:
        """Only to where it may end, with the units of each; judging finds them open again."""
        if self.budget <= 0:
            return {}
        reach, proven = self.reach(), situation(self.enc).proven
        ends = dict.fromkeys(self.squares(reach))
        found = {way: units for way, units in reach.ways().items() if way[-1] in ends}
        if self.uneven():
            found = {way: self.units(units, way[-1]) for way, units in found.items()}
        proven.update({(self.one.id, self.go.mode, way): units for way, units in found.items()})
        return found

    def lands(self, square: int) -> bool:
        """Where nobody is; jumps and flights count the height too, and no jump ends in deep water."""
        if square in self.barred:
            return False
        mode, board = self.go.mode, self.enc.board
        if mode not in LEAPING:
            return True
        rise = board.height_at(square) - board.height_at(self.one.pos) if isinstance(board, Grid) else 0
        if mode == "jump":
            return rise <= self.budget and not deep_water(self.enc, square)
        return abs(rise) <= self.budget or not counts(self.enc)


class Go(PlayAction):
    """10.2, 10.6: Movement spent into one range, in that range's manner."""

    def __init__(self, mode: str, title: str, paragraph: str) -> None:
        super().__init__(mode, title, paragraph, "path")
        self.mode = mode

    def toll(self, enc: Encounter, command: Command) -> int:
        if not counts(enc) or not command.squares or command.who not in enc.combatants:
            return 0
        one = being(enc, command.who)
        units = self.found_open(enc, command)
        if units < 0:
            units = sum(path_units(enc, one, self.mode, list(command.squares), self.altitude(one, command)))
        return units * unit_price(one, self.mode)

    def fare(self, enc: Encounter, who: str, units: int) -> tuple[str, int]:
        toll = units * unit_price(being(enc, who), self.mode) if counts(enc) else 0
        return f"{toll} Movement" if counts(enc) else "", toll

    def found_open(self, enc: Encounter, command: Command) -> int:
        """The units of a way that a flood has found open; -1 for any other."""
        key = (command.who, self.mode, command.squares)
        return situation(enc).proven.get(key, -1) if not command.numbers else -1

    def cost(self, enc: Encounter, command: Command) -> str:
        if not counts(enc) or not command.squares or command.who not in enc.combatants:
            return ""
        return f"{self.toll(enc, command)} Movement"

    def altitude(self, one: Being, command: Command) -> int:
        """11.8: the altitude at the end, as it is unless said."""
        if self.mode not in AIRBORNE:
            return 0
        return command.numbers[0] if command.numbers else one.altitude

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.numbers and not 0 <= command.numbers[0] <= HIGHEST:
            raise Invalid("command", "numbers", command.numbers[0], f"an altitude from 0 to {HIGHEST}")

    def possible(self, enc: Encounter, who: str) -> bool:
        return able(being(enc, who), self.mode)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_body(enc, one, self.mode)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        path = list(command.squares)
        if self.found_open(enc, command) >= 0 or (enc.flow.phase == "main" and not one.in_turn):
            return []
        if bars_body(enc, one, self.mode):
            return []
        altitude = self.altitude(one, command)
        reasons = bars_connection(enc, one, path) or bars_mode(enc, one, self.mode, path, altitude)
        if reasons:
            return reasons
        heights = altitudes_of(enc, one, self.mode, path, altitude)
        reasons = bars_way(enc, one, path, heights)
        if reasons and reasons[0].paragraph != "9.11":
            return reasons
        return reasons + self.bars_units(enc, one, path, altitude) + bars_fear(enc, one, path, heights)

    def bars_units(self, enc: Encounter, one: Being, path: list[int], altitude: int) -> list[Reason]:
        """9.6, 10.3, 10.5: on a grid the whole way must be paid; between places a part is enough, but for a jump."""
        units = sum(path_units(enc, one, self.mode, path, altitude))
        if counts(enc) and not isinstance(enc.board, Grid) and path[-1] != one.pos and self.mode != "jump":
            return bars_range(enc, one, self.mode, min(units, pace(enc, one, self.mode)))
        return bars_range(enc, one, self.mode, units)

    def plunge(self, enc: Encounter, command: Command) -> int:
        """How deep one would fall on a way along the ground, or at the end of a jump."""
        if command.verb not in OVER_EDGES or not command.squares:
            return 0
        at, deepest = being(enc, command.who).pos, 0
        for square in command.squares[-1:] if command.verb == "jump" else command.squares:
            deepest = max(deepest, drop(enc, at, square))
            at = square
        return deepest if deepest >= options(enc).fall_threshold else 0

    def budget(self, enc: Encounter, one: Being) -> int:
        """How many units of a way there are; none for a manner that is barred wherever it leads."""
        if bars_posture(one, self.mode, one.altitude):
            return 0
        if not counts(enc) and self.mode == "jump":
            return longest_leap(one)
        if isinstance(enc.board, Grid):
            free = ANY_WAY if self.mode == "climb" else LISTED * pace(enc, one, self.mode)
            return units_left(one, self.mode) if counts(enc) else free
        if counts(enc) and self.mode == "jump":
            return units_left(one, self.mode)
        return 0 if bars_range(enc, one, self.mode, pace(enc, one, self.mode)) else ANYWHERE

    def choice_if_open(self, enc: Encounter, who: str) -> Choice | None:
        return Walk(self, enc, being(enc, who)).choice(self.verb)

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason(self.paragraph, f"there is nowhere {enc.name(who)} can {self.mode} to from here")]

    def walking(self, enc: Encounter, who: str) -> Walking | None:
        return Walk(self, enc, being(enc, who)) if who in enc.combatants else None

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        """Every square one can get to now, by the cheapest way."""
        return Walk(self, enc, one).commands(self.verb)

    def route(self, enc: Encounter, who: str, goal: int) -> list[int]:
        one = being(enc, who)
        for people in (True, False):
            reach = flood(enc, one, self.mode, ANY_WAY * 4, people)
            if goal in reach and goal != one.pos:
                return reach.path_to(goal)
        return enc.board.path(one.pos, goal, one.size, set()) or [goal]

    def perform(self, table: Table, command: Command) -> None:
        one = being(table.enc, command.who)
        go(table, command.who, self.mode, list(command.squares), self.altitude(one, command))


class Hover(PlayAction):
    """11.8, 11.10: straight up or down by wings, else by levitation."""

    purpose = VARIES

    def purpose_of(self, enc: Encounter, command: Command) -> str:
        """For bots: down on somebody who was out of reach, and nothing else."""
        one, height = being(enc, command.who), command.numbers[0]
        if foes_within(enc, one, SWINGING):
            return IDLE
        for other in foes_within(enc, one, HIGHEST):
            if gap_at(enc, one.pos, one.size, height, other.pos, other.size, other.altitude) <= SWINGING:
                return READY
        return IDLE

    def check(self, enc: Encounter, command: Command) -> None:
        if len(command.numbers) != 1 or not 0 <= command.numbers[0] <= HIGHEST:
            raise Invalid("command", "numbers", list(command.numbers), f"an altitude from 0 to {HIGHEST}")
        super().check(enc, command)

    def flight(self, enc: Encounter, command: Command) -> Command:
        """The same as a flight that ends where it began."""
        one = being(enc, command.who)
        return Command(one.id, "fly" if able(one, "fly") else "levitate", squares=(one.pos,), numbers=command.numbers)

    def possible(self, enc: Encounter, who: str) -> bool:
        one = being(enc, who)
        return able(one, "fly") or able(one, "levitate")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_body(enc, one, "levitate" if able(one, "levitate") and not able(one, "fly") else "fly")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        if command.numbers and command.numbers[0] == being(enc, command.who).altitude:
            return [Reason("11.8", f"{enc.name(command.who)} is at this altitude already")]
        flight = self.flight(enc, command)
        return MOVES[flight.verb].bars_pick(enc, flight)

    def cost(self, enc: Encounter, command: Command) -> str:
        return ""

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [command for command in self.likely(enc, one.id) if not self.bars_pick(enc, command)]

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, numbers=(height,)) for height in (0, 1, 2, 4, 6)]

    def label(self, enc: Encounter, command: Command) -> str:
        return f"to altitude {command.numbers[0]}" if command.numbers else self.title

    def perform(self, table: Table, command: Command) -> None:
        flight = self.flight(table.enc, command)
        MOVES[flight.verb].perform(table, flight)


WAYS: Final = (
    ("walk", "Walk", "11.1"),
    ("jump", "Jump", "11.4"),
    ("climb", "Climb", "11.6"),
    ("swim", "Swim", "11.7"),
    ("fly", "Fly", "11.8"),
    ("levitate", "Levitate", "11.10"),
)

MOVES: Final = {mode: Go(mode, title, paragraph) for mode, title, paragraph in WAYS}

ACTIONS: Final[list[Action]] = [
    *MOVES.values(),
    Hover("hover", "Rise or sink", "11.8"),
]
