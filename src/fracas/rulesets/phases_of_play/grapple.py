"""Sections 15.16 to 15.26: Grapple: taking hold, what can be done to the one held, and getting free."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Command, Encounter, Reason, Step, Table
from fracas.engine.events import Moved
from fracas.engine.purpose import IDLE, READY
from fracas.rulesets.phases_of_play.acting import PlayAction
from fracas.rulesets.phases_of_play.basic_abilities import Hostile, bars_melee
from fracas.rulesets.phases_of_play.being import Being, being, beings
from fracas.rulesets.phases_of_play.conditions import end, gain, grappled_by, lose
from fracas.rulesets.phases_of_play.distances import SWINGING, apart, foes_within, holders, level
from fracas.rulesets.phases_of_play.movement import bars_body, bars_range
from fracas.rulesets.phases_of_play.movement_ranges import flood, path_units
from fracas.rulesets.phases_of_play.on_the_way import counts, go
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import SIZES
from fracas.rulesets.phases_of_play.reactions import ReactionAction
from fracas.rulesets.phases_of_play.situation import situation
from fracas.rulesets.phases_of_play.touching import add_choked, saved, shift, withstands

FARTHEST_DRAG: Final = 2


class Grapple(Hostile):
    """15.16: a Fighter Test, and the target makes a Save after its Score."""

    save: str = "grit"

    def bars_target(self, enc: Encounter, one: Being, target: Being) -> list[Reason]:
        return bars_melee(enc, one, target) or self.bars_grip(one, target)

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        return []

    def possible(self, enc: Encounter, who: str) -> bool:
        one = being(enc, who)
        return bool([foe for foe in foes_within(enc, one, self.reach) if not self.bars_grip(one, foe)])

    def act(self, table: Table, command: Command) -> None:
        score = self.attempt(table, command)
        if score is not None and not withstands(table, command.target, self.save, score, self.title):
            self.take(table, command)

    def take(self, table: Table, command: Command) -> None:
        raise NotImplementedError


def grip(table: Table, who: str, target: str, name: str) -> None:
    """15.16, 15.17: Held or Mounted, twice if the target is no larger, and the user Grappling."""
    enc = table.enc
    larger = SIZES.index(being(enc, target).size_word) > SIZES.index(being(enc, who).size_word)
    gain(table, target, name, 1 if larger else 2, who, "a Grapple")
    if not being(enc, who).has("grappling"):
        gain(table, who, "grappling", 1, target, "a Grapple")


class Grab(Grapple):
    """15.16: Grit, or Held."""

    def take(self, table: Table, command: Command) -> None:
        grip(table, command.who, command.target, "held")


class Mount(Grapple):
    """15.19: Edge, or Mounted; the user shares the target's square."""

    purpose = IDLE

    save: str = "edge"

    def take(self, table: Table, command: Command) -> None:
        grip(table, command.who, command.target, "mounted")
        one, other = being(table.enc, command.who), being(table.enc, command.target)
        if other.has("mounted") and table.enc.board.footprint(other.pos, one.size):
            shift(table, Moved(command.who, other.pos, "mounts"))


NO_WAY: Final[list[int]] = []


def drags(enc: Encounter, one: Being, target: Being) -> dict[int, tuple[list[int], int]]:
    """15.20: where one can walk to within two units, no more than a step up or down; or the target's square."""
    known, key = situation(enc).drags, (one.id, target.id)
    if key not in known:
        reach, here = flood(enc, one, "walk", FARTHEST_DRAG), level(enc, one.pos)
        near = sorted([square for square in reach.costs if square != one.pos and abs(level(enc, square) - here) <= 1])
        ways = {square: reach.path_to(square) for square in near}
        if target.pos not in ways and target.pos != one.pos and target.pos in enc.board.neighbours(one.pos, one.size):
            ways[target.pos] = [target.pos]
        known[key] = {end: (way, sum(path_units(enc, one, "walk", way, 0))) for end, way in ways.items()}
    return known[key]


class Drag(Grapple):
    """15.20: Edge, or both shift up to two units, which is Walk movement of the user."""

    purpose = IDLE

    save: str = "edge"

    def cost(self, enc: Encounter, command: Command) -> str:
        price = super().cost(enc, command)
        if not command.squares or command.who not in enc.combatants or not counts(enc):
            return price
        units = self.units(enc, being(enc, command.who), being(enc, command.target), command.squares[0])
        return f"{price}, {units} Movement" if units else price

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        """10.5, 15.20: whoever could not walk a step drags nobody."""
        return super().bars_now(enc, one) or bars_body(enc, one, "walk") or bars_range(enc, one, "walk", 1)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, target, square = being(enc, command.who), being(enc, command.target), command.squares[0]
        reasons = super().bars_pick(enc, command)
        if reasons or self.is_bound(enc, one):
            return reasons
        units = self.units(enc, one, target, square)
        if not units or [other for other in holders(enc, one, square, one.altitude) if other.id != target.id]:
            return [Reason("15.20", f"{enc.board.label(square)} is not a free square within two units")]
        return bars_range(enc, one, "walk", units)

    def is_bound(self, enc: Encounter, one: Being) -> bool:
        """Is it barred as such? Asked for every square."""
        known = situation(enc).bound
        if one.id not in known:
            known[one.id] = bool(self.bars_now(enc, one))
        return known[one.id]

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("15.20", f"there is nobody beside {enc.name(who)} to drag anywhere")]

    def against(self, enc: Encounter, one: Being, targets: list[Being]) -> list[Command]:
        near = [target for target in targets if apart(enc, one, target) <= SWINGING]
        ways = [(target.id, square) for target in near for square in drags(enc, one, target)]
        return [Command(one.id, self.verb, (target,), "", (square,)) for target, square in ways]

    def units(self, enc: Encounter, one: Being, target: Being, square: int) -> int:
        """10.2, 15.20: the Walk movement it takes; 0 where one cannot drag anybody to."""
        found = drags(enc, one, target)
        return found[square][1] if square in found else 0

    def take(self, table: Table, command: Command) -> None:
        """10.17, 12.3: step by step, as on foot, if reactions have left the way as it was."""
        enc, who = table.enc, command.who
        one, target = being(enc, who), being(enc, command.target)
        path, units = drags(enc, one, target).get(command.squares[0], (NO_WAY, 0))
        if not path or apart(enc, one, target) > SWINGING:
            return
        if not one.in_turn or not bars_range(enc, one, "walk", units):
            go(table, who, "walk", path, 0, dragged=command.target)


class Choke(Grapple):
    """15.21: Grit, or a stack of Choked, for somebody mounted twice by oneself."""

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        if target.stacks("mounted") >= 2 and target.source_of("mounted") == one.id:
            return []
        return [Reason("15.21", f"{target.name} is not mounted twice by {one.name}", "mount first")]

    def take(self, table: Table, command: Command) -> None:
        add_choked(table, command.target, command.who)


class Deck(Grapple):
    """15.23: Grit, or Prone, Slowed and Vulnerable, for somebody held twice by oneself."""

    def bars_grip(self, one: Being, target: Being) -> list[Reason]:
        if target.stacks("held") >= 2 and target.source_of("held") == one.id:
            return []
        return [Reason("15.23", f"{target.name} is not held twice by {one.name}", "grab first")]

    def take(self, table: Table, command: Command) -> None:
        for name in ("prone", "slowed", "vulnerable"):
            gain(table, command.target, name, 1, command.who, "decked")


def held_by(one: Being) -> str:
    """15.25: by which condition one is grappled; empty if by none."""
    if one.has("held"):
        return "held"
    return "mounted" if one.has("mounted") else ""


def try_free(table: Table, who: str) -> None:
    """15.25: Grit against Held, Edge against Mounted; a Pass frees entirely."""
    name = held_by(being(table.enc, who))
    if name and saved(table, who, "grit" if name == "held" else "edge", "the Grapple"):
        free(table, who)


def free(table: Table, who: str) -> None:
    """15.22, 15.25: nobody's hands are on one any more, and one stack of Choked goes at once."""
    enc = table.enc
    one = being(enc, who)
    sources = [one.source_of("held"), one.source_of("mounted")]
    for name in ("held", "mounted"):
        end(table, who, name, "free")
    if one.has("choked"):
        lose(table, who, "choked", 1, "free")
    for source in sources:
        if source in enc.combatants and not holding(enc, source):
            end(table, source, "grappling", "let go")


def holding(enc: Encounter, who: str) -> list[str]:
    """15.24: whom somebody grapples."""
    return [other.id for other in beings(enc) if grappled_by(other, who)]


class BreakFree(PlayAction):
    """15.25: an Action."""

    purpose = READY

    def possible(self, enc: Encounter, who: str) -> bool:
        return bool(held_by(being(enc, who)))

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if held_by(one) else [Reason("15.25", f"nobody grapples {one.name}")]

    def act(self, table: Table, command: Command) -> None:
        try_free(table, command.who)


class Wrench(ReactionAction):
    """15.25: a Free Reaction when the one who grapples is hurt."""

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        if grappled_by(one, trigger.victim):
            return []
        return [Reason("15.25", f"{one.name} is not grappled by the one who is hurt")]

    def act(self, table: Table, command: Command) -> None:
        try_free(table, command.who)


class Release(PlayAction):
    """15.26: letting go is a Free Action."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).has("grappling")

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return [] if one.has("grappling") else [Reason("15.26", f"{one.name} grapples nobody")]

    def act(self, table: Table, command: Command) -> None:
        for other in holding(table.enc, command.who):
            free(table, other)
        end(table, command.who, "grappling", "let go")


def broken_grips(enc: Encounter) -> list[str]:
    """15.26: whose grip is over: the two are apart, or the one who grapples is out of it; and empty hands."""
    found: list[str] = []
    for one in beings(enc):
        if not one.conditions:
            continue
        for source in [grip.source for grip in one.conditions if grip.name in ("held", "mounted") and grip.source]:
            other = enc.combatants.get(source)
            holds = other is not None and other.present and apart(enc, one, being(enc, source)) <= SWINGING
            if not holds or one.has("dead"):
                found.append(one.id)
        if one.has("grappling") and one.source_of("grappling") and not holding(enc, one.id):
            found.append(one.id)
    return found


class LetGo(Step):
    """15.26: a Grapple ends when it cannot go on."""

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        for who in broken_grips(enc):
            one = being(enc, who)
            if one.has("held") or one.has("mounted"):
                free(table, who)
            if one.has("grappling") and not holding(enc, who):
                end(table, who, "grappling", "let go")


ACTIONS: Final[list[Action]] = [
    Grab("grab", "Grab", "15.16"),
    Mount("mount", "Mount", "15.19"),
    Drag("drag", "Drag", "15.20", "target square"),
    Choke("choke", "Choke", "15.21"),
    Deck("deck", "Deck", "15.23"),
    BreakFree("break-free", "Break free", "15.25", beats=1),
    Release("release", "Let go", "15.26", free=True, idle=True),
    Wrench("wrench", "Wrench free", "15.25", ("hurt",), free=True),
]
STEPS: Final[list[Step]] = [LetGo("let-go", "A Grapple ends", "15.26")]
