"""Section 10: Movement and what it is spent on, improvised ranges, Dash, and leaving swinging distance."""

from __future__ import annotations

from typing import Final

from fracas.engine.board import Grid, Reach
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import Moved
from fracas.engine.offer import Choice, Moves
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import PlayAction, spend, spend_free
from fracas.rulesets.phases_of_play.being import (
    MODES,
    Being,
    being,
    beings,
    cap_left,
    movement_left,
    phases,
    raw_range,
    whole_range,
)
from fracas.rulesets.phases_of_play.conditions import end, gain, on_ability
from fracas.rulesets.phases_of_play.distances import SWINGING, apart, bars_way, enemies, gap_at, held_squares, sees
from fracas.rulesets.phases_of_play.events import Dashed, MovementSpent, PoolChanged, Requested, Strode, WentOnWay
from fracas.rulesets.phases_of_play.movement_ranges import (
    AIRBORNE,
    altitudes_of,
    bars_connection,
    bars_mode,
    drop,
    flood,
    path_from,
    path_units,
    step_down,
    threshold,
)
from fracas.rulesets.phases_of_play.phase_flow import Trigger
from fracas.rulesets.phases_of_play.reactions import react, ready_for
from fracas.rulesets.phases_of_play.tests import hindrance, test
from fracas.rulesets.phases_of_play.touching import touch
from fracas.rulesets.phases_of_play.zones import zones_of

ANY_WAY: Final = 60
"""How far one gets where nothing is counted."""
LISTED: Final = 8
"""How far moves are listed where nothing is counted; one may go further."""
HIGHEST: Final = 100


def counts(enc: Encounter) -> bool:
    """2.2, 10.7, 18.2: Movement is counted in the Main phase alone."""
    return enc.flow.phase == "main"


def listed(one: Being) -> int:
    """How many units of moves are listed where nothing is counted."""
    return 2 * LISTED if one.has("prone") else LISTED


def unit_price(one: Being, mode: str) -> int:
    """10.11, 10.12: two for one when improvised, unless waived."""
    return one.improvised.get(mode, 1)


def bars_grip(enc: Encounter, one: Being) -> list[Reason]:
    """15.18, 15.19: who is Held, or Mounted twice, does not move."""
    if one.has("held"):
        return [Reason("15.18", f"{one.name} is held", "break free")]
    if one.stacks("mounted") >= 2:
        return [Reason("15.19", f"{one.name} is pinned", "break free")]
    return []


def bars_range(enc: Encounter, one: Being, mode: str, units: int) -> list[Reason]:
    """10.3, 10.5: within the range's own limit, and within the Movement left."""
    if not counts(enc):
        return bars_leap(one, units) if mode == "jump" else []
    price = units * unit_price(one, mode)
    reasons: list[Reason] = []
    if price > cap_left(one, mode):
        reasons.append(Reason("10.3", f"{mode.capitalize()} has {cap_left(one, mode)} left, {price} are needed"))
    if price > movement_left(one):
        reasons.append(Reason("10.5", f"{movement_left(one)} Movement is left, {price} are needed"))
    return reasons


def longest_leap(one: Being) -> int:
    """10.11, 11.4: how far one jump leads."""
    return whole_range(one, "jump") // unit_price(one, "jump")


def bars_leap(one: Being, units: int) -> list[Reason]:
    """2.2, 11.4: where Movement is not counted a single jump is still no longer than one can jump."""
    longest = longest_leap(one)
    if units > longest:
        return [Reason("10.3", f"one jump of {one.name} is no longer than {longest}, {units} are needed")]
    return []


def bars_own_range(one: Being, mode: str) -> list[Reason]:
    """10.8: a range of 0 needs leave."""
    if raw_range(one, mode) <= 0 and mode not in one.improvised:
        return [Reason("10.8", f"{one.name} cannot {mode}", "ask the GM for an improvised range")]
    return []


def bars_fear(enc: Encounter, one: Being, to: int) -> list[Reason]:
    """13.6: with two stacks of Frightened one does not come nearer to the source while one sees it."""
    source = one.source_of("frightened")
    if one.stacks("frightened") < 2 or source not in enc.combatants:
        return []
    other = being(enc, source)
    after = gap_at(enc, to, one.size, one.altitude, other.pos, other.size, other.altitude)
    if other.present and sees(enc, one, other) and after < apart(enc, one, other):
        return [Reason("13.6", f"{one.name} is afraid of {other.name}")]
    return []


class Ways(Moves):
    """Where somebody can go in one manner with so many units; the flood waits until somebody asks."""

    def __init__(self, go: Go, enc: Encounter, one: Being, budget: int) -> None:
        self.go = go
        self.enc = enc
        self.one = one
        self.budget = budget

    def at_hand(self) -> bool:
        """Is there plainly a square next to it, so that the flood can wait?"""
        one = self.one
        for square in self.enc.board.neighbours(one.pos, one.size):
            if not self.go.bars_pick(self.enc, Command(one.id, self.go.verb, squares=(square,))):
                return True
        return False

    def reach(self) -> Reach:
        costs, came = flood(self.enc, self.one, self.go.mode, self.budget)
        steps = [-1] * self.enc.board.size
        for to, frm in came.items():
            steps[to] = frm
        return Reach(self.one.pos, costs, steps)

    def squares(self, reach: Reach) -> list[int]:
        found: list[int] = []
        one, mode = self.one, self.go.mode
        if one.has("prone") and mode != "walk":
            return found
        held = held_squares(self.enc, one, one.altitude if mode in AIRBORNE else 0)
        sure = self.surely()
        for square in reach.costs:
            if square == one.pos or (one.size == 1 and square in held):
                continue
            if sure or not self.go.bars_pick(
                self.enc, Command(one.id, self.go.verb, squares=tuple(reach.path_to(square)))
            ):
                found.append(square)
        return found

    def surely(self) -> bool:
        """Has the flood looked at everything that could bar such a move already?"""
        one, enc = self.one, self.enc
        plain = self.go.mode in ("walk", "climb", "swim") and one.size == 1 and isinstance(enc.board, Grid)
        return plain and enc.options["diagonals"] == "one" and one.stacks("frightened") < 2


class Go(PlayAction):
    """10.2, 10.6: Movement spent into one range, in that range's manner."""

    moves: bool = True

    def __init__(self, mode: str, title: str, paragraph: str) -> None:
        super().__init__(mode, title, paragraph, "path")
        self.mode = mode

    def cost(self, enc: Encounter, command: Command) -> str:
        if not counts(enc) or not command.squares or command.who not in enc.combatants:
            return ""
        one = being(enc, command.who)
        units = sum(path_units(enc, one, self.mode, list(command.squares), self.altitude(one, command)))
        return f"{units * unit_price(one, self.mode)} Movement"

    def altitude(self, one: Being, command: Command) -> int:
        """11.8: the altitude at the end, as it is unless said."""
        if self.mode not in AIRBORNE:
            return 0
        return command.numbers[0] if command.numbers else one.altitude

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.numbers and not 0 <= command.numbers[0] <= HIGHEST:
            raise Invalid("command", "numbers", command.numbers[0], f"an altitude from 0 to {HIGHEST}")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_own_range(one, self.mode) or bars_grip(enc, one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        path = list(command.squares)
        if enc.flow.phase == "main" and not one.in_turn:
            return []
        if bars_own_range(one, self.mode) or bars_grip(enc, one):
            return []
        altitude = self.altitude(one, command)
        reasons = bars_connection(enc, one, path) or bars_mode(enc, one, self.mode, path, altitude)
        if reasons:
            return reasons
        reasons = bars_way(enc, one, path, altitudes_of(enc, one, self.mode, path, altitude))
        if reasons and reasons[0].paragraph != "9.11":
            return reasons
        return reasons + self.bars_units(enc, one, path, altitude) + bars_fear(enc, one, path[-1])

    def bars_units(self, enc: Encounter, one: Being, path: list[int], altitude: int) -> list[Reason]:
        """9.6, 10.3, 10.5: on a grid the whole way must be paid; between places a part of it is enough."""
        units = sum(path_units(enc, one, self.mode, path, altitude))
        if counts(enc) and not isinstance(enc.board, Grid) and path[-1] != one.pos:
            return bars_range(enc, one, self.mode, min(units, 1))
        return bars_range(enc, one, self.mode, units)

    def budget(self, enc: Encounter, one: Being) -> int:
        if not counts(enc) and self.mode == "jump":
            return longest_leap(one)
        if not counts(enc):
            return ANY_WAY if self.mode == "climb" or not isinstance(enc.board, Grid) else listed(one)
        if not isinstance(enc.board, Grid):
            return ANY_WAY if min(cap_left(one, self.mode), movement_left(one)) > 0 else 0
        left = min(cap_left(one, self.mode), movement_left(one))
        return left // unit_price(one, self.mode)

    def ways(self, enc: Encounter, who: str) -> list[Command]:
        """Every square one can get to now, by the cheapest way."""
        one = being(enc, who)
        budget = self.budget(enc, one)
        if budget <= 0:
            return []
        ways = Ways(self, enc, one, budget)
        reach = ways.reach()
        return [Command(who, self.verb, squares=tuple(reach.path_to(square))) for square in ways.squares(reach)]

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        if who not in enc.combatants or self.bars(enc, who):
            return None
        one = being(enc, who)
        budget = self.budget(enc, one)
        if budget <= 0:
            return None
        ways = Ways(self, enc, one, budget)
        if ways.at_hand():
            return Choice(who, self.verb, [], [], None, ways)
        reach = ways.reach()
        squares = ways.squares(reach)
        return Choice(who, self.verb, [], squares, reach) if squares else None

    def picks(self, enc: Encounter, who: str) -> list[Command]:
        return self.ways(enc, who) if who in enc.combatants else []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return self.picks(enc, who)

    def route(self, enc: Encounter, who: str, goal: int) -> list[int]:
        one = being(enc, who)
        for people in (True, False):
            costs, came = flood(enc, one, self.mode, ANY_WAY * 4, people)
            if goal in costs and goal != one.pos:
                return path_from(came, one.pos, goal)
        return enc.board.path(one.pos, goal, one.size, set()) or [goal]

    def perform(self, table: Table, command: Command) -> None:
        one = being(table.enc, command.who)
        go(table, command.who, self.mode, list(command.squares), self.altitude(one, command))


class Hover(Go):
    """11.8, 11.10: straight up or down by wings, else by levitation."""

    def __init__(self) -> None:
        super().__init__("fly", "Rise or sink", "11.8")
        self.verb = "hover"
        self.shape = "none"

    def check(self, enc: Encounter, command: Command) -> None:
        if len(command.numbers) != 1 or not 0 <= command.numbers[0] <= HIGHEST:
            raise Invalid("command", "numbers", list(command.numbers), f"an altitude from 0 to {HIGHEST}")
        PlayAction.check(self, enc, command)

    def as_flight(self, enc: Encounter, command: Command) -> tuple[Go, Command]:
        one = being(enc, command.who)
        winged = raw_range(one, "fly") > 0 or "fly" in one.improvised
        mode = "fly" if winged else "levitate"
        go = Go(mode, "Rise or sink", "11.8")
        return go, Command(command.who, mode, squares=(one.pos,), numbers=command.numbers)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        able = [mode for mode in AIRBORNE if not bars_own_range(one, mode)]
        return bars_grip(enc, one) if able else bars_own_range(one, "fly")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        go, flight = self.as_flight(enc, command)
        if command.numbers and command.numbers[0] == being(enc, command.who).altitude:
            return [Reason("11.8", "is at this altitude already")]
        return go.bars_pick(enc, flight)

    def cost(self, enc: Encounter, command: Command) -> str:
        return ""

    def ways(self, enc: Encounter, who: str) -> list[Command]:
        one = being(enc, who)
        heights = [height for height in (0, 1, 2, 4, 6) if height != one.altitude]
        commands = [Command(who, self.verb, numbers=(height,)) for height in heights]
        return [command for command in commands if not self.bars_pick(enc, command)]

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        if who not in enc.combatants or self.bars(enc, who):
            return None
        found = self.ways(enc, who)
        return Choice(who, self.verb, found, [], None) if found else None

    def label(self, enc: Encounter, command: Command) -> str:
        return f"to altitude {command.numbers[0]}" if command.numbers else self.title

    def perform(self, table: Table, command: Command) -> None:
        go, flight = self.as_flight(table.enc, command)
        go.perform(table, flight)


def go(table: Table, who: str, mode: str, path: list[int], altitude: int) -> None:
    """10.2, 10.19: step by step; what stops the mover ends the move, and the rest of the way costs nothing."""
    enc = table.enc
    one = being(enc, who)
    start = one.pos
    on_the_move(table, who)
    if being(enc, who).pos != start:
        return
    if not isinstance(enc.board, Grid):
        go_told(table, who, mode, path, altitude)
        return
    units = path_units(enc, one, mode, path, altitude)
    heights = altitudes_of(enc, one, mode, path, altitude)
    leap = mode == "jump" and enc.options["jump"] == "over"
    for index, to in enumerate(path):
        if not can_go_on(enc, who) or not enc.board.footprint(to, one.size):
            return
        if being(enc, who).pos != (path[index - 1] if index else start):
            return
        airborne = leap and index < len(path) - 1
        if not one_step(table, who, mode, to, units[index], heights[index], airborne):
            return


def on_the_move(table: Table, who: str) -> None:
    """16.9: that somebody moves may be answered from the shadows."""
    enc = table.enc
    whos = [other for other in ready_for(enc, "moves", who) if enemies(being(enc, other), being(enc, who))]
    if whos:
        react(table, Trigger("moves", who, who), whos, f"{enc.name(who)} moves")


def can_go_on(enc: Encounter, who: str) -> bool:
    """10.19: neither held nor unconscious nor dead; who is moved elsewhere does not go on either."""
    one = being(enc, who)
    return one.present and not bars_grip(enc, one)


def one_step(table: Table, who: str, mode: str, to: int, units: int, height: int, airborne: bool) -> bool:
    """10.2, 10.17, 12.3: a blow before it, the step, and what the ground does; false if the move ends here."""
    enc = table.enc
    start = being(enc, who).pos
    leave(table, who, to, height)
    one = being(enc, who)
    if not can_go_on(enc, who) or one.pos != start:
        return False
    price = units * unit_price(one, mode) if counts(enc) else 0
    frm, near = one.pos, near_before(enc, who)
    before = zones_of(enc, one)
    table.emit(Strode(who, to, mode, price, price, height))
    carry(table, who)
    enter(table, who, near)
    if airborne or not being(enc, who).present:
        return being(enc, who).present
    down = drop(enc, frm, to) if mode in ("walk", "swim") and height == 0 else 0
    if down >= threshold(enc) and step_down(table, who, frm, down):
        return False
    arrive(table, who, before)
    return True


def arrive(table: Table, who: str, before: dict[str, int]) -> None:
    """12.3: zones touched on one's own turn act; where nobody has turns, those one was not in before."""
    enc = table.enc
    one = being(enc, who)
    if enc.flow.phase == "main":
        if one.in_turn:
            touch(table, who)
    elif [name for name in zones_of(enc, one) if name not in before]:
        touch(table, who)


def carry(table: Table, who: str) -> None:
    """15.19: whoever is mounted on the mover comes along."""
    enc = table.enc
    one = being(enc, who)
    if one.has("mounted"):
        rider = one.source_of("mounted")
        fits = rider in enc.combatants and enc.board.footprint(one.pos, being(enc, rider).size)
        if fits and being(enc, rider).present:
            table.emit(Moved(rider, one.pos, "is carried along"))


def near_before(enc: Encounter, who: str) -> list[str]:
    """Who has the mover within Swinging Distance already."""
    one = being(enc, who)
    return [other.id for other in beings(enc) if other.id != who and apart(enc, one, other) <= SWINGING]


def enter(table: Table, who: str, near: list[str]) -> None:
    """8.1: coming within Swinging Distance may be answered."""
    enc = table.enc
    one = being(enc, who)
    whos = [
        other
        for other in ready_for(enc, "entering", who)
        if other not in near and apart(enc, one, being(enc, other)) <= SWINGING
    ]
    if whos:
        react(table, Trigger("entering", who, who), whos, f"{enc.name(who)} comes near")


def leave(table: Table, who: str, to: int, height: int) -> None:
    """10.17, 11.5: before the step, every enemy who is left behind may strike; not at somebody Sneaky."""
    enc = table.enc
    one = being(enc, who)
    if enc.flow.phase != "main" or one.has("sneaky"):
        return
    whos: list[str] = []
    for other in beings(enc):
        if other.present and other.taking_part and enemies(one, other) and left_behind(enc, one, other, to, height):
            whos.append(other.id)
    if whos:
        trigger = Trigger("leaving", who, who)
        trigger.to = to
        react(table, trigger, whos, f"{enc.name(who)} moves out of reach")


def left_behind(enc: Encounter, one: Being, other: Being, to: int, height: int) -> bool:
    """10.17: within Swinging Distance now and not after the step."""
    if apart(enc, one, other) > SWINGING:
        return False
    return gap_at(enc, to, one.size, height, other.pos, other.size, other.altitude) > SWINGING


def go_told(table: Table, who: str, mode: str, path: list[int], altitude: int) -> None:
    """9.5, 9.6, 11.8: from place to place; what cannot be paid now is a part of the way, and one rises on arrival."""
    enc = table.enc
    start = being(enc, who).pos
    units = path_units(enc, being(enc, who), mode, path, altitude)
    for index, to in enumerate(path):
        one = being(enc, who)
        if not can_go_on(enc, who) or one.pos != (path[index - 1] if index else start):
            return
        done = one.way if one.toward == to else 0
        need = max(0, units[index] - done)
        price = unit_price(one, mode)
        have = min(cap_left(one, mode), movement_left(one)) // price if counts(enc) else need
        if have < need:
            if have > 0 and to != one.pos:
                table.emit(WentOnWay(who, to, done + have, mode, have * price))
            return
        height = one.altitude if index < len(path) - 1 else altitude
        if not one_step(table, who, mode, to, need, height if mode in AIRBORNE else 0, False):
            return


class Dash(PlayAction):
    """10.13, 10.14, 10.15, 15.8: all ranges once more for this turn; the second time needs a Test."""

    beats: int = 1

    def __init__(self) -> None:
        super().__init__("dash", "Dash", "15.8")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase != "main":
            return [Reason("15.8", "a Dash needs a turn to be used in")]
        return []

    def perform(self, table: Table, command: Command) -> None:
        who, enc = command.who, table.enc
        one = being(enc, who)
        spend(table, who, 1, "Dash")
        if one.dashes == 0:
            table.emit(Dashed(who, 1))
            return
        net = hindrance(enc, one, "athletics") + on_ability(enc, one, False)
        passed = test(table, who, "athletics", net, "a second Dash").passed
        more = one.factor if enc.options["second-dash"] == "quadruple" else 1
        worked = passed or enc.options["failed-dash"] == "counts"
        table.emit(Dashed(who, more if worked else 0))
        if not passed:
            gain(table, who, "slowed", 1, "", "a second Dash")


class GoProne(PlayAction):
    """11.3: lying down is a Free Action."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("go-prone", "Lie down", "11.3")
        self.idle = True

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if one.has("prone"):
            return [Reason("11.3", f"{one.name} is Prone already")]
        return [Reason("11.3", f"{one.name} is in the air", "land first")] if one.altitude else []

    def perform(self, table: Table, command: Command) -> None:
        spend_free(table, command.who, self.title)
        gain(table, command.who, "prone", 1, "", "lies down")


class Stand(PlayAction):
    """11.3, 13.9: standing up is a Free Action and costs Movement."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("stand", "Stand up", "11.3")

    def units(self, enc: Encounter, one: Being) -> int:
        """11.3: one unit, or half of one's Movement."""
        if enc.options["standing-up"] == "half":
            return (movement_left(one) + one.spent + 1) // 2
        return 1

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if not one.has("prone"):
            return [Reason("11.3", f"{one.name} is not Prone")]
        if one.stacks("slowed") >= 2:
            return [Reason("13.9", f"{one.name} is too slow to stand up")]
        reasons = bars_grip(enc, one)
        if counts(enc) and not reasons and movement_left(one) < max(1, self.units(enc, one)):
            return [Reason("10.5", f"{movement_left(one)} Movement is left, {self.units(enc, one)} are needed")]
        return reasons

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        one = being(enc, command.who)
        spend_free(table, command.who, self.title)
        if counts(enc):
            table.emit(MovementSpent(command.who, min(self.units(enc, one), movement_left(one)), "standing up"))
        end(table, command.who, "prone", "stands up")


class ImproviseRange(PlayAction):
    """10.9: asking for a range one does not have."""

    def __init__(self) -> None:
        super().__init__("improvise-range", "Improvise a way to move", "10.9", "thing")
        self.idle = True

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in MODES:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(MODES))

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if phases(enc).request_of(one.id) is not None:
            return [Reason("2.8", f"{one.name} has a request waiting", "take it back")]
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        if raw_range(one, command.thing) > 0 or command.thing in one.improvised:
            return [Reason("10.9", f"{one.name} can {command.thing} already")]
        return []

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=mode) for mode in MODES]

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Requested(command.who, "range", command.thing))


class HoldBreath(PlayAction):
    """12.8: five turns and one more for each point of Athletics without air."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("hold-breath", "Hold one's breath", "12.8")
        self.idle = True

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [Reason("12.8", f"{one.name} holds the breath already")] if one.breath > 0 else []

    def perform(self, table: Table, command: Command) -> None:
        one = being(table.enc, command.who)
        spend_free(table, command.who, self.title)
        table.emit(PoolChanged(command.who, "breath", max(1, 5 + one.numbers["athletics"]), "holds the breath"))
        gain(table, command.who, "silenced", 2 - one.stacks("silenced"), "", "holds the breath")


class Breathe(PlayAction):
    """12.8: breathing again is a Free Action."""

    is_free: bool = True

    def __init__(self) -> None:
        super().__init__("breathe", "Breathe again", "12.8")
        self.idle = True

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if one.breath > 0 else [Reason("12.8", f"{one.name} is not holding the breath")]

    def perform(self, table: Table, command: Command) -> None:
        spend_free(table, command.who, self.title)
        table.emit(PoolChanged(command.who, "breath", 0, "breathes"))


WAYS: Final = (
    ("walk", "Walk", "11.1"),
    ("jump", "Jump", "11.4"),
    ("climb", "Climb", "11.6"),
    ("swim", "Swim", "11.7"),
    ("fly", "Fly", "11.8"),
    ("levitate", "Levitate", "11.10"),
)
