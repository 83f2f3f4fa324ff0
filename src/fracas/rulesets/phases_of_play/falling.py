"""Sections 11.9 to 11.14 and 10.18: falling, catching hold and being caught, and being pushed and pulled."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Reason, Step, Table, Why
from fracas.engine.board import Grid
from fracas.engine.events import NEWS, SUBJECT, About, Moved
from fracas.rulesets.phases_of_play.acting import choose, spend
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged
from fracas.rulesets.phases_of_play.damage import lose_vitality, suffer
from fracas.rulesets.phases_of_play.distances import SWINGING, apart, holders, level, place
from fracas.rulesets.phases_of_play.maps import CLIMB
from fracas.rulesets.phases_of_play.movement_ranges import able, tagged
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.reactions import ReactionAction, alter, react, ready_for
from fracas.rulesets.phases_of_play.tests import test
from fracas.rulesets.phases_of_play.touching import arrive, felt, shift
from fracas.rulesets.phases_of_play.zones import zones_between

LONGEST_FALL: Final = 100
TWO_BEATS: Final = 10
"""11.13: from how many units on there is time for two Beats."""


class Carried(Moved):
    """Somebody was moved to another place by somebody else; what was covered of a way is lost."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        one = being(enc, self.who)
        one.toward, one.way = -1, 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {self.how} to {place(enc, self.to)}"

    def brief(self, enc: Encounter) -> str:
        return f"{self.how} to {place(enc, self.to)}"


class Stayed(About):
    """Somebody was pushed or pulled, and stays in the same place."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, how: str) -> None:
        self.who = who
        self.how = how

    def apply(self, enc: Encounter) -> None:
        """Nothing changes."""

    def say(self, enc: Encounter) -> str:
        here = place(enc, being(enc, self.who).pos)
        return f"{enc.name(self.who)} {self.how}, and not far enough to leave {here}"


OVER_EDGES: Final = ("walk", "swim", "jump")
"""Whoever goes in one of these ways falls where the ground does."""


def drop(enc: Encounter, frm: int, to: int) -> int:
    """11.2, 11.11: how far down a step leads."""
    board = enc.board
    if not isinstance(board, Grid) or tagged(board, to, "ladder", "stairs") or tagged(board, frm, "ladder", "stairs"):
        return 0
    return max(0, level(enc, frm) - level(enc, to))


def step_down(table: Table, who: str, edge: int, units: int) -> bool:
    """11.11, 11.13: somebody has gone over an edge; true if they fell, false if unhurt or caught."""
    if units < options(table.enc).fall_threshold:
        return False
    if catches_hold(table, who, units):
        table.emit(Moved(who, edge, "hangs on"))
    else:
        land(table, who, units)
    return True


def catches_hold(table: Table, who: str, units: int) -> bool:
    """11.13: a Beat before the harm, two from a certain height on, each for an Athletics Test."""
    for _ in range(2 if units >= TWO_BEATS else 1):
        one = being(table.enc, who)
        if table.enc.flow.phase != "main" or one.beats < 1 or not one.present:
            return False
        prompt = f"You fall {units} units. Spend a Beat to catch hold?"
        if choose(table, who, "fall", prompt, [Command(who, "catch-hold")]) is None:
            return False
        spend(table, who, 1, "to catch hold")
        if test(table, who, "athletics", 0, "catching hold").passed:
            return True
    return False


def land(table: Table, who: str, units: int) -> None:
    """11.11, 11.12, 11.14: damage for the units fallen, and Vitality for every ten; somebody may catch the faller."""
    enc = table.enc
    units = min(units, LONGEST_FALL)
    if units < options(enc).fall_threshold:
        return
    trigger = Trigger("fall", who, who, amount=units, type="blunt")
    left = react(table, trigger, catchers(enc, who), Why(f"{{0}} falls {units} units", [who])).amount
    suffer(table, who, left, "blunt", "", f"a fall of {units} units")
    if options(enc).vitality_loss != "always" and not being(enc, who).has("dead"):
        lose_vitality(table, who, left // 10, "a long fall")


def catchers(enc: Encounter, who: str) -> list[str]:
    """11.14: who stands beside the faller, on the same side and with a Beat, or has an ability for it."""
    one = being(enc, who)
    found = ready_for(enc, "fall")
    for other in beings(enc):
        near = other.side == one.side and other.id != who and apart(enc, one, other) <= SWINGING
        if near and other.present and other.taking_part and other.beats > 0 and other.id not in found:
            found.append(other.id)
    return found


class Catch(ReactionAction):
    """11.14: under the faller, who takes half, and so does one."""

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        other = being(enc, trigger.victim)
        if other.id == one.id or other.side != one.side or apart(enc, one, other) > SWINGING:
            return [Reason("11.14", f"{one.name} is not beside a falling friend")]
        return []

    def act(self, table: Table, command: Command) -> None:
        now = phases(table.enc).triggers[-1]
        half = now.amount // 2
        alter(table, amount=half)
        suffer(table, command.who, half, "blunt", "", "catching somebody who fell")


def crash(table: Table, who: str) -> None:
    """11.9, 11.13: out of the air at once, where there is nothing to catch hold of."""
    enc = table.enc
    units, before = being(enc, who).altitude, felt(enc, being(enc, who))
    table.emit(PoolChanged(who, "altitude", 0, "falls"))
    land(table, who, units)
    arrive(table, who, before, zones_between(enc, being(enc, who), 1, units - 1))


def flies(one: Being) -> bool:
    """11.9, 11.10: in the air by wings, or by nothing any more, and not adrift."""
    return one.altitude > 0 and (able(one, "fly") or not able(one, "levitate"))


def interrupt(table: Table, who: str) -> None:
    """11.9, 11.10: flight is interrupted; a jump is over already, and a levitator stays."""
    if flies(being(table.enc, who)):
        crash(table, who)


def stalled(enc: Encounter) -> list[str]:
    """11.9: who is in the air and Held, Prone or unconscious, or has nothing to stay there by."""
    found: list[str] = []
    for one in beings(enc):
        if one.altitude > 0 and flies(one) and not one.out:
            if one.has("held") or one.has("prone") or not one.present or not able(one, "fly"):
                found.append(one.id)
    return found


class Fall(Step):
    """11.9: whoever cannot fly any more falls at once."""

    def perform(self, table: Table, command: Command) -> None:
        for who in stalled(table.enc):
            crash(table, who)


def shove(table: Table, who: str, away_from: int, units: int) -> None:
    """7.19, 10.18, 15.3: pushed (or pulled, with negative units) in a straight line, until something is in the way."""
    enc = table.enc
    board = enc.board
    if not isinstance(board, Grid):
        shove_told(table, who, away_from, units)
        return
    for _ in range(abs(units)):
        one = being(enc, who)
        to = next_square(board, away_from, one.pos, units > 0)
        if to < 0 or to not in board.neighbours(one.pos, one.size) or holders(enc, one, to, one.altitude):
            return
        rise = level(enc, to) - level(enc, one.pos)
        if one.altitude == 0 and rise > 1:
            return
        frm, before = one.pos, felt(enc, one)
        if not provoke_shoved(table, who, to):
            return
        table.emit(Moved(who, to, "is pushed" if units > 0 else "is pulled"))
        fell = being(enc, who).altitude == 0 and step_down(table, who, frm, -rise)
        if being(enc, who).pos == to:
            arrive(table, who, before, zones_between(enc, being(enc, who), 1, -rise) if fell else {})
        if fell or being(enc, who).pos != to:
            return


def shove_told(table: Table, who: str, source: int, units: int) -> None:
    """7.19: between places as far as a link that is short enough, farther from the source or nearer to it."""
    enc = table.enc
    one, board = being(enc, who), enc.board
    here = board.distance(source, one.pos)
    how = "is pushed" if units > 0 else "is pulled"
    best, most = -1, 0
    for to in board.neighbours(one.pos, one.size):
        change = board.distance(source, to) - here if units > 0 else here - board.distance(source, to)
        short = board.distance(one.pos, to) <= abs(units) and not tagged(enc.board, one.pos, CLIMB + board.name(to))
        if short and change > most:
            best, most = to, change
    if best < 0:
        table.emit(Stayed(who, how))
    elif provoke_shoved(table, who, best):
        shift(table, Carried(who, best, how))


def provoke_shoved(table: Table, who: str, to: int) -> bool:
    """10.18: being pushed or pulled provokes as being moved does."""
    from fracas.rulesets.phases_of_play.on_the_way import away_with

    return away_with(table, who, to)


def next_square(board: Grid, origin: int, at: int, away: bool) -> int:
    """The square one further from, or nearer to, a point."""
    dx, dy = at % board.width - origin % board.width, at // board.width - origin // board.width
    sign = 1 if away else -1
    x = at % board.width + sign * ((dx > 0) - (dx < 0))
    y = at // board.width + sign * ((dy > 0) - (dy < 0))
    if (dx, dy) == (0, 0) or not (0 <= x < board.width and 0 <= y < board.depth):
        return -1
    return y * board.width + x


ACTIONS: Final[list[Action]] = [Catch("catch", "Catch the one who falls", "11.14", ("fall",))]
REPLIES: Final[list[Action]] = [Action("catch-hold", "Catch hold", "11.13", window="fall")]
STEPS: Final[list[Step]] = [Fall("fall", "Falling", "11.9")]
