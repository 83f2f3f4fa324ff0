"""Section 5: moving and sneaking square by square, going prone and standing up."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Choice, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import MOVE, SUBJECT, About, Moved
from fracas.engine.offer import Crossed
from fracas.engine.purpose import READY
from fracas.engine.walking import Walking
from fracas.rulesets.crisis_3d6.action_points import NOTHING, CrisisAction, lose_aim
from fracas.rulesets.crisis_3d6.aim_and_overwatch import let_fire, stopped
from fracas.rulesets.crisis_3d6.characters import allowance
from fracas.rulesets.crisis_3d6.conditions import fall, rise
from fracas.rulesets.crisis_3d6.cover import leave_cover
from fracas.rulesets.crisis_3d6.hiding import Prowl, come_upon, show_on_the_way
from fracas.rulesets.crisis_3d6.long_actions import break_off, by_leave
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import DIRECTIONS, Person, people, person
from fracas.rulesets.crisis_3d6.situation import BARRED, PASSABLE, hindrance, situation
from fracas.rulesets.crisis_3d6.unseen import Spotted


def bars_path(enc: Encounter, one: Person, path: list[int]) -> list[Reason]:
    """5.5, 5.7, 5.8: the way must be open, past no enemy, and end in a free square."""
    reasons: list[Reason] = []

    if enc.board.path_cost(one.pos, path, one.size) < 0:
        reasons.append(Reason("5.5", "there is no open way there square by square"))
    barred, passable = situation(enc).in_the_way(one)
    for held in dict.fromkeys([held for square in path for held in enc.board.footprint(square, one.size)]):
        if held in barred:
            reasons.append(Reason("5.7", f"{enc.board.name(held)} is held by an enemy"))
    for held in enc.board.footprint(path[-1], one.size):
        if held in passable:
            reasons.append(Reason("5.8", f"{enc.board.name(held)} is taken"))
    return reasons


def points_for(enc: Encounter, one: Person, start: int, path: list[int], sneaking: bool) -> int:
    """5.1, 5.4, 5.6: a point for every part of the allowance begun; how diagonals and rough ground count is the
    board's."""
    return points(one, enc.board.path_cost(start, path, one.size), sneaking)


def points(one: Person, squares: int, sneaking: bool) -> int:
    """5.1, 5.3: what so many squares cost."""
    each = allowance(one, sneaking)
    return (max(squares, 1) + each - 1) // each


class Walk(CrisisAction):
    """5.1, 5.3: moving, or moving carefully."""

    @property
    def sneaking(self) -> bool:
        return self.verb == "sneak"

    def check(self, enc: Encounter, command: Command) -> None:
        """Nobody's leave makes a way that leads off the board."""
        super().check(enc, command)
        size = enc.combatants[command.who].size
        off = [enc.board.name(square) for square in command.squares if not enc.board.footprint(square, size)]
        if off:
            raise Invalid("command", "squares", off, f"squares on which all of {enc.name(command.who)} stands")

    def ap(self, enc: Encounter, command: Command) -> int:
        """5.1, 5.3: by the squares of the path."""
        one = person(enc, command.who)
        if not command.squares:
            return 1
        return points_for(enc, one, one.pos, list(command.squares), self.sneaking)

    def fare(self, enc: Encounter, who: str, units: int) -> tuple[str, int]:
        price = 0 if situation(enc).respite else points(person(enc, who), units, self.sneaking)
        return f"{price} AP", price

    def cost(self, enc: Encounter, command: Command) -> str:
        if command.squares:
            return super().cost(enc, command)
        squares = allowance(person(enc, command.who), self.sneaking)
        return f"1 AP for {squares} squares" if squares > 1 else "1 AP a square"

    def possible(self, enc: Encounter, one: Person) -> bool:
        return self.sneaking or not one.has("prone")

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """5.11: the prone only crawl."""
        if not self.possible(enc, one):
            remedy = ("stand up, or sneak", "stand-up") if one.ap >= 2 else ("sneak", "sneak")
            return [Reason("5.11", f"{one.name} is prone", remedy[0], remedy[1])]
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """5.2: an open way, and points enough for it."""
        one = person(enc, command.who)
        reasons = bars_path(enc, one, list(command.squares))
        price = self.ap(enc, command)
        if price > one.ap:
            needs = f"{one.name} needs {price} AP and has {one.ap}"
            reasons.append(Reason("4.4", needs, "choose a shorter way", "path"))
        return reasons

    def ways(self, enc: Encounter, one: Person) -> Walking:
        barred, passable = situation(enc).in_the_way(one)
        return Walking(enc, one, one.ap * allowance(one, self.sneaking), barred, passable)

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        return self.ways(enc, one).choice(self.verb)

    def walking(self, enc: Encounter, who: str) -> Walking:
        return self.ways(enc, person(enc, who))

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("5.5", f"no way is open to {enc.name(who)} with {person(enc, who).ap} AP")]

    def perform(self, table: Table, command: Command) -> None:
        """5.1, 5.3: it cancels what any action cancels, and is paid square by square."""
        lose_aim(table, command.who, "another action")
        if not by_leave(table, command):
            break_off(table, command.who)
        leave_cover(table, command.who)
        walk(table, command.who, list(command.squares), self.sneaking)


def walk(table: Table, who: str, path: list[int], sneaking: bool) -> None:
    """5.1, 5.13, 7.7, 7.8, 7.9: square by square; what stops the mover ends it, and squares not walked are not paid."""
    enc, one = table.enc, person(table.enc, who)
    start = resting = one.pos
    prone = one.has("prone")
    prowl = Prowl(who)
    fired: list[str] = []
    paid = 0
    for index, to in enumerate(path):
        if meets_hidden(table, one, to) or not is_free(enc, one, to, True):
            break
        total = points_for(enc, one, start, path[: index + 1], sneaking)
        table.emit(Paced(who, to, "sneak" if sneaking else "move", max(min(total - paid, one.ap), 0)))
        paid = total
        if sneaking:
            prowl.exposed(table)
        else:
            show_on_the_way(table, who)
        come_upon(table, who)
        if is_free(enc, one, to, False):
            resting = to
        let_fire(table, who, fired if options(enc).overwatch_attacks == "one" else [])
        if one.pos != to:
            # The GM put the mover elsewhere in mid-move; that is where it stays.
            return
        if stopped(enc, who, prone):
            break
    fall_back(table, who, resting)


def fall_back(table: Table, who: str, resting: int) -> None:
    """5.8: stopped where somebody else stands, one is back on the last free square."""
    one = person(table.enc, who)
    if one.pos != resting and one.alive and not is_free(table.enc, one, one.pos, False):
        table.emit(Moved(who, resting, "falls back"))


def nearest_free(enc: Encounter, one: Person) -> int:
    """5.8, 15.9: where somebody stands, or the nearest square that nobody else holds."""
    taken: set[int] = set()
    for other in people(enc):
        if other.alive and other.id != one.id:
            taken.update(enc.board.footprint(other.pos, other.size))
    for square in enc.board.reach(one.pos, one.size, enc.board.size, set()).costs:
        if not [part for part in enc.board.footprint(square, one.size) if part in taken]:
            return square
    return one.pos


def make_room(table: Table, who: str) -> None:
    """12.9: called back from death where somebody else stands by now, one is next to it."""
    one = person(table.enc, who)
    square = nearest_free(table.enc, one)
    if square != one.pos:
        table.emit(Moved(who, square, "rolls aside"))


def meets_hidden(table: Table, one: Person, to: int) -> bool:
    """6.7: somebody unseen stands there; the move stops, and it is seen."""
    enc = table.enc
    squares = enc.board.footprint(to, one.size)
    for other in situation(enc).unseen():
        if other.side != one.side and other.present and other.hidden_from(one):
            if overlaps(enc, other, squares):
                table.emit(Spotted(other.id, [one.id], "{0} ran into it", [one.id]))
                return True
    return False


def is_free(enc: Encounter, one: Person, to: int, passing: bool) -> bool:
    """5.8, 6.7: may this one stay there? Passing, only enemies are in the way, those noticed just now among them."""
    squares = enc.board.footprint(to, one.size)
    for other in people(enc):
        if (other.pos in squares if other.size == 1 else overlaps(enc, other, squares)) and other.alive:
            kind = hindrance(one, other)
            if kind == BARRED or (kind == PASSABLE and not passing):
                return False
    return True


def overlaps(enc: Encounter, other: Person, squares: list[int]) -> bool:
    """Does somebody stand on one of these squares?"""
    for held in enc.board.footprint(other.pos, other.size):
        if held in squares:
            return True
    return False


class GoProne(CrisisAction):
    """Down, or turned while down."""

    def knows(self, enc: Encounter, thing: str) -> bool:
        return thing in DIRECTIONS

    def things(self) -> str:
        return "one of " + ", ".join(DIRECTIONS)

    def drawback(self, enc: Encounter, command: Command) -> str:
        """Nobody who is prone attacks hand to hand (8.19)."""
        lost = super().drawback(enc, command)
        return "no melee attacks until you stand up" + (f"; {lost}" if lost else "")

    def names(self, enc: Encounter, one: Person) -> list[str]:
        return list(DIRECTIONS)

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """Whoever stands may go down in any way."""
        return super().left(enc, one) if one.has("prone") else Crossed(one.id, self.verb, NOTHING, list(DIRECTIONS))

    def bars_thing(self, enc: Encounter, one: Person, thing: str) -> list[Reason]:
        """5.10: not the way one lies already."""
        if one.facing == thing and one.has("prone"):
            return [Reason("5.10", f"{one.name} lies facing that way already", "choose another direction")]
        return []

    def act(self, table: Table, command: Command) -> None:
        """5.9: prone, facing this way."""
        fall(table, command.who, command.who, command.thing)


class StandUp(CrisisAction):
    """Up again."""

    purpose = READY

    def possible(self, enc: Encounter, one: Person) -> bool:
        return one.has("prone")

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """5.12: only from the ground."""
        return [] if self.possible(enc, one) else [Reason("5.12", f"{one.name} is not prone")]

    def act(self, table: Table, command: Command) -> None:
        """5.12: on one's feet."""
        rise(table, command.who)


class Paced(About):
    """One square walked, with the points paid for it."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = MOVE

    def __init__(self, who: str, to: int, mode: str, ap: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.pos = self.to
        one.ap -= self.ap

    def brief(self, enc: Encounter) -> str:
        return f"{'sneaks' if self.mode == 'sneak' else 'moves'} to {enc.board.name(self.to)}"

    def say(self, enc: Encounter) -> str:
        price = f" ({self.ap} AP)" if self.ap else ""
        return f"{enc.name(self.who)} {self.brief(enc)}{price}"
