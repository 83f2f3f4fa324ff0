"""Sections 12.2 and 12.11: zones are laid and cleared, by the GM's word or by an ability."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import GM, Action, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import AREA, PUBLIC, Event
from fracas.rulesets.phases_of_play.acting import GmAction
from fracas.rulesets.phases_of_play.being import beings, content_of, phases
from fracas.rulesets.phases_of_play.distances import place
from fracas.rulesets.phases_of_play.maps import HIGHEST
from fracas.rulesets.phases_of_play.pieces import Zone
from fracas.rulesets.phases_of_play.touching import arrive, felt

GROUND: Final = (0, 0)
ANY_PHASE: Final = ("freeplay", "main", "paused", "end", "setup")
ANY_HEIGHT: Final = (0, HIGHEST)


class ZoneSet(Event):
    """So many stacks of a zone are on a square or place now; 0 ends it."""

    IDS: ClassVar[tuple[str, ...]] = ("source~ability",)
    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = AREA

    def __init__(self, zone: str, pos: int, stacks: int, low: int, high: int, source: str, ability: str) -> None:
        self.zone = zone
        self.pos = pos
        self.stacks = stacks
        self.low = low
        self.high = high
        self.source = source
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        zone = Zone(self.zone, self.pos, self.stacks, self.low, self.high, self.source, self.ability)
        flow.zones = [other for other in flow.zones if not other.same(zone)] + ([zone] if self.stacks > 0 else [])

    def say(self, enc: Encounter) -> str:
        up = f" ({self.low} to {self.high} up)" if self.high else ""
        here = place(enc, self.pos) + up
        zone = content_of(enc).zones[self.zone].name if self.zone in content_of(enc).zones else self.zone
        return f"{zone} {self.stacks} at {here}" if self.stacks else f"No more {zone} at {here}"

    def brief(self, enc: Encounter) -> str:
        zone = content_of(enc).zones[self.zone].name if self.zone in content_of(enc).zones else self.zone
        return zone if self.stacks else f"no more {zone}"


def lay(
    table: Table, name: str, pos: int, stacks: int, source: str = "", ability: str = "",
    heights: tuple[int, int] = GROUND,
) -> None:  # fmt: skip
    """12.1, 12.3: more stacks on a cube, or on several above each other, and for whoever is there."""
    enc = table.enc
    low, high = heights
    more = Zone(name, pos, stacks, low, high, source, ability)
    already = sum([zone.stacks for zone in phases(enc).zones if zone.same(more)])
    inside = [one for one in beings(enc) if pos in enc.board.footprint(one.pos, one.size)]
    before = {one.id: felt(enc, one) for one in inside}
    table.emit(ZoneSet(name, pos, min(9, already + stacks), low, high, source, ability))
    for who, zones in before.items():
        arrive(table, who, zones)


def zones_within(enc: Encounter, name: str, pos: int, heights: tuple[int, int]) -> list[Zone]:
    """12.2: the zones of a kind that lie between two heights."""
    low, high = heights
    return [z for z in phases(enc).zones if z.name == name and z.pos == pos and low <= z.low and z.high <= high]


def clear(table: Table, name: str, pos: int, stacks: int, heights: tuple[int, int] = ANY_HEIGHT) -> None:
    """12.2: stacks are taken off a cube."""
    left = stacks
    for zone in zones_within(table.enc, name, pos, heights):
        if left > 0:
            taken = min(left, zone.stacks)
            left -= taken
            table.emit(ZoneSet(name, pos, zone.stacks - taken, zone.low, zone.high, zone.source, zone.ability))


def heights_of(command: Command, unsaid: tuple[int, int]) -> tuple[int, int]:
    """12.1: the second number is the lowest altitude, the third the highest, the same if unsaid."""
    if len(command.numbers) < 2:
        return unsaid
    return command.numbers[1], command.numbers[-1]


class AddZone(GmAction):
    """12.2: the GM says what is there."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.squares) != 1:
            raise Invalid("command", "squares", list(command.squares), "one square or place")
        if command.thing not in content_of(enc).zones:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(content_of(enc).zones))
        if command.numbers and not 1 <= command.numbers[0] <= 9:
            raise Invalid("command", "numbers", command.numbers[0], "1 to 9 stacks")
        low, high = heights_of(command, GROUND)
        if len(command.numbers) > 3 or not 0 <= low <= high <= HIGHEST:
            known = f"stacks, and the lowest and highest altitude from 0 to {HIGHEST}"
            raise Invalid("command", "numbers", list(command.numbers), known)

    def commands(self, enc: Encounter) -> list[Command]:
        spots = [one.pos for one in enc.combatants.values() if one.present][:2]
        return [Command(GM, self.verb, (), zone, (spot,)) for spot in spots for zone in content_of(enc).zones]

    def perform(self, table: Table, command: Command) -> None:
        stacks = command.numbers[0] if command.numbers else 1
        lay(table, command.thing, command.squares[0], stacks, heights=heights_of(command, GROUND))


class ClearZone(AddZone):
    """12.2: or that it is gone."""

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        if zones_within(enc, command.thing, command.squares[0], heights_of(command, ANY_HEIGHT)):
            return []
        there = " at this height" if len(command.numbers) > 1 else ""
        return [Reason("12.2", f"there is no {command.thing} zone at {enc.board.label(command.squares[0])}{there}")]

    def commands(self, enc: Encounter) -> list[Command]:
        seen: list[Command] = []
        for zone in phases(enc).zones[:6]:
            command = Command(GM, self.verb, (), zone.name, (zone.pos,))
            if not [c for c in seen if c.same(command)]:
                seen.append(command)
        return seen

    def perform(self, table: Table, command: Command) -> None:
        stacks = command.numbers[0] if command.numbers else 1
        clear(table, command.thing, command.squares[0], stacks, heights_of(command, ANY_HEIGHT))


ACTIONS: Final[list[Action]] = [
    AddZone("zone", "Add a zone", "12.2", "square thing", ANY_PHASE),
    ClearZone("clear-zone", "Clear a zone", "12.2", "square thing", ANY_PHASE),
]
