"""Section 12: zones, what they do to those in them, and light."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import GmAction
from fracas.rulesets.phases_of_play.being import Being, lore, phases
from fracas.rulesets.phases_of_play.distances import SWINGING, apart
from fracas.rulesets.phases_of_play.events import ZoneSet
from fracas.rulesets.phases_of_play.maps import HIGHEST
from fracas.rulesets.phases_of_play.phase_flow import Zone

ORDER: Final = ("fire", "dark", "airless", "fog", "loud", "wind")
"""In which order zones of one cube act."""


def zones_at(enc: Encounter, pos: int, altitude: int) -> dict[str, int]:
    """12.1: the stacks of each zone on one cube, taken together."""
    found: dict[str, int] = {}
    for zone in phases(enc).zones:
        if zone.pos == pos and zone.low <= altitude <= zone.high:
            found[zone.name] = found.get(zone.name, 0) + zone.stacks
    return found


def zones_of(enc: Encounter, one: Being) -> dict[str, int]:
    """12.1, 12.12, 12.13: the zones a body is in, each at its strongest."""
    flow = phases(enc)
    if not flow.zones:
        return {}
    found: dict[str, int] = {}
    for square in enc.board.footprint(one.pos, one.size):
        for name, stacks in zones_at(enc, square, one.altitude).items():
            found[name] = max(found.get(name, 0), stacks)
    return found


def darkness(enc: Encounter, one: Being) -> int:
    """12.5, 12.6: the stacks of Dark that light has not taken away."""
    stacks = zones_of(enc, one).get("dark", 0)
    return max(0, stacks - light(enc, one)) if stacks else 0


def light(enc: Encounter, one: Being) -> int:
    """12.6: how many stacks of Dark the light here takes away."""
    best = 0
    far_two = enc.options["bright-light"] == "far-two"
    for zone in lights(enc):
        distance = enc.board.gap(one.pos, one.size, zone.pos, 1)
        bright = zone.name == "bright"
        if distance <= 5:
            best = max(best, 2 if bright else 1)
        elif distance <= 10 and bright:
            best = max(best, 2 if far_two else 1)
    return best


def lights(enc: Encounter) -> list[Zone]:
    """12.4, 12.6: lamps, and fires: dim with one stack, bright with more."""
    flow = phases(enc)
    found = flow.lights[:]
    for zone in flow.zones:
        if zone.name == "fire":
            found.append(Zone("bright" if zone.stacks >= 2 else "dim", zone.pos, 1))
    return found


def fog(enc: Encounter, one: Being) -> int:
    """12.9: the stacks of Fog that Wind has not cancelled."""
    zones = zones_of(enc, one)
    return max(0, zones.get("fog", 0) - zones.get("wind", 0))


def vulnerable_in(enc: Encounter, one: Being) -> bool:
    """12.5, 12.9: who is in the dark or in fog is Vulnerable."""
    if not phases(enc).zones:
        return False
    return darkness(enc, one) > 0 or fog(enc, one) > 0


def sight_net(enc: Encounter, one: Being, target: Being) -> int:
    """12.5, 12.9: Disadvantages for the dark and the fog at either end."""
    if not phases(enc).zones:
        return 0
    net = -darkness(enc, one) - darkness(enc, target)
    if apart(enc, one, target) > SWINGING:
        net -= fog(enc, one) + fog(enc, target)
    return net


def unseen_net(enc: Encounter, one: Being) -> int:
    """12.5, 12.9, 12.10, 16.7: Advantages not to be seen or heard."""
    if not phases(enc).zones:
        return 0
    return darkness(enc, one) + fog(enc, one) + zones_of(enc, one).get("loud", 0)


GROUND: Final = (0, 0)
ANY_HEIGHT: Final = (0, HIGHEST)


def lay(
    table: Table, name: str, pos: int, stacks: int, source: str = "", ability: str = "",
    heights: tuple[int, int] = GROUND,
) -> None:  # fmt: skip
    """12.1: more stacks on a cube, or on several above each other."""
    low, high = heights
    already = 0
    for zone in phases(table.enc).zones:
        same = zone.source == source and zone.ability == ability and (zone.low, zone.high) == heights
        if zone.name == name and zone.pos == pos and same:
            already = zone.stacks
    table.emit(ZoneSet(name, pos, min(9, already + stacks), low, high, source, ability))


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

    def __init__(self) -> None:
        super().__init__("zone", "Add a zone", "12.2", "square thing", ("freeplay", "main", "paused", "end", "setup"))

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.squares) != 1:
            raise Invalid("command", "squares", list(command.squares), "one square or place")
        if command.thing not in lore(enc).zones:
            raise Invalid("command", "thing", command.thing, "one of " + ", ".join(lore(enc).zones))
        if command.numbers and not 1 <= command.numbers[0] <= 9:
            raise Invalid("command", "numbers", command.numbers[0], "1 to 9 stacks")
        low, high = heights_of(command, GROUND)
        if len(command.numbers) > 3 or not 0 <= low <= high <= HIGHEST:
            known = f"stacks, and the lowest and highest altitude from 0 to {HIGHEST}"
            raise Invalid("command", "numbers", list(command.numbers), known)

    def commands(self, enc: Encounter) -> list[Command]:
        spots = [one.pos for one in enc.combatants.values() if one.present][:2]
        return [Command(GM, self.verb, (), zone, (spot,)) for spot in spots for zone in lore(enc).zones]

    def perform(self, table: Table, command: Command) -> None:
        stacks = command.numbers[0] if command.numbers else 1
        lay(table, command.thing, command.squares[0], stacks, heights=heights_of(command, GROUND))


class ClearZone(AddZone):
    """12.2: or that it is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.verb, self.title = "clear-zone", "Clear a zone"

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        if zones_within(enc, command.thing, command.squares[0], heights_of(command, ANY_HEIGHT)):
            return []
        there = " at this height" if len(command.numbers) > 1 else ""
        return [Reason("12.2", f"there is no {command.thing} zone at {enc.board.name(command.squares[0])}{there}")]

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
