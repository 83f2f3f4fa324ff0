"""What fair weighs by: what a command promises of what others have left, what comes of it on a copy, and which ways
lead nearer to a foe."""

from __future__ import annotations

from typing import Final

from fracas.engine.action import Action
from fracas.engine.board.terms import FAR, TOTAL_COVER
from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.easy import Afoot, ends_of, is_safe, nearest_foe, side_of
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.offer import Choice, Decision
from fracas.engine.purpose import HARM
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Answerer, Table, Thrower

LEAST_LEFT: Final = 4
"""Nobody counts as nearer to falling than this."""
TYPICAL_LEFT: Final = 10
"""What those have left whom nobody names."""
TYPICAL_SHARE: Final = 1000 // (TYPICAL_LEFT + LEAST_LEFT)
MUCH_MORE: Final = 3
"""Whatever promises this many times less than the best is not even tried."""
MOST_WAYS: Final = 3
"""How many ways nearer to a foe are tried, from one that leads beside it to one that stops early."""
SQUARES_WEIGHED: Final = 6
"""How many squares a step farther from the foe are looked at for cover."""


class Passing(Answerer):
    """Every question is answered by its default, and whoever may react passes: what they could do is not worked out."""

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        return [decision.default for decision in decisions]

    def will_pass(self, who: str, window: str) -> bool:
        return True


def tried(ruleset: Ruleset, own: Encounter, command: Command, number: int) -> Encounter | None:
    """What may come of a command, on such a copy; questions are answered by their defaults. None where it fails."""
    trial = own.trial()
    trial.seeds = [f"trial {number}"] * 2
    try:
        ruleset.perform(Table(ruleset, trial, command, Passing(), Thrower()), command)
    except EngineFault:
        return None
    return trial


def worth(ruleset: Ruleset, enc: Encounter, command: Command, action: Action | None = None) -> int:
    """What a command promises, measured by what those it reaches have left: whoever is nearly down counts most, and in
    an area everybody, one's own against it. It is what its verb says, unless another action is named."""
    action = action if action is not None else ruleset.actions[command.verb]
    promise = action.promise(enc, command)
    if promise <= 0 or len(command.targets) == 1:
        return promise * share_of(ruleset, enc, command.target) if promise > 0 else 0
    if action.purpose_of(enc, command) != HARM:
        return promise * TYPICAL_SHARE
    side, shares = side_of(enc, command.who), 0
    for who in action.touched(enc, command):
        one = enc.combatants[who]
        if one.side == side:
            # Those who lie already count, but they are not about to fall.
            shares -= share_of(ruleset, enc, who) if one.present else TYPICAL_SHARE
        elif one.present:
            shares += share_of(ruleset, enc, who)
    return max(promise * shares, 0)


def share_of(ruleset: Ruleset, enc: Encounter, who: str) -> int:
    """How much a point counts of what somebody has left."""
    return 1000 // (max(ruleset.left(enc, who), 0) + LEAST_LEFT)


def wastes_answer(ruleset: Ruleset, enc: Encounter, command: Command) -> bool:
    """Would it take the last reaction from somebody beside a foe?"""
    who = command.who
    if not ruleset.answers(enc, who) or not is_beside_foe(enc, enc.combatants[who]):
        return False
    trial = tried(ruleset, enc.imagined(), command, 0)
    return trial is not None and not ruleset.answers(trial, who)


def is_beside_foe(enc: Encounter, me: Combatant) -> bool:
    foe = nearest_foe(enc, me)
    return foe is not None and enc.board.in_reach(me.pos, me.size, foe.pos, foe.size, 1)


def shelter(enc: Encounter, who: str, square: int) -> int:
    """How well somebody would be covered there from the foes they see; bots prefer it on their way."""
    one = enc.combatants[who]
    return least_cover(enc, foes_of(enc, one), square, one.size)


def foes_of(enc: Encounter, one: Combatant) -> list[Combatant]:
    """Those of other sides who are on their feet."""
    return [foe for foe in enc.combatants.values() if foe.side != one.side and foe.present]


def least_cover(enc: Encounter, foes: list[Combatant], square: int, size: int) -> int:
    """The least cover there from any of these. Whoever leaves none is put first: it mostly leaves none elsewhere."""
    least = TOTAL_COVER
    for place, foe in enumerate(foes):
        least = min(least, enc.board.cover(foe.pos, foe.size, square, size))
        if not least:
            if place:
                foes.insert(0, foes.pop(place))
            break
    return least


class Ways:
    """The moves that lead nearer to a foe, by default the nearest, round corners, the nearest first."""

    def __init__(
        self, ruleset: Ruleset, enc: Encounter, who: str, moves: list[Choice], foe: Combatant | None = None
    ) -> None:
        self.ruleset = ruleset
        self.enc = enc
        self.who = who
        self.moves = moves
        self.ends: list[tuple[int, int, int, int]] = []
        """How far it is from there to go, the number of the move and of its command, and the square."""
        self.afoot = False
        self.bears = 0
        self._shelter: dict[int, int] = {}
        self._size = 1
        self._foes: list[Combatant] = []
        me = enc.combatants[who]
        if foe is None and moves:
            foe = nearest_foe(enc, me)
        if foe is None or not moves:
            return
        self._size, self._foes = me.size, foes_of(enc, me)
        way = Afoot(ruleset, enc, me, foe)
        afoot, self.bears = way.far, way.bears
        self.afoot = bool(afoot)
        here = afoot[me.pos] if afoot else enc.board.gap(me.pos, me.size, foe.pos, foe.size)
        for number, choice in enumerate(moves):
            for index, square in enumerate(ends_of(ruleset, enc, choice)):
                far = afoot.get(square, FAR) if afoot else enc.board.gap(square, me.size, foe.pos, foe.size)
                if far < here:
                    self.ends.append((far, number, index, square))
        self.ends.sort()

    def shelter(self, square: int) -> int:
        """How well one is covered there; looked up once."""
        if square not in self._shelter:
            self._shelter[square] = least_cover(self.enc, self._foes, square, self._size)
        return self._shelter[square]

    def nearest(self) -> list[Command]:
        """The way that leads nearest, if any does."""
        return self.few(1)

    def few(self, most: int = MOST_WAYS) -> list[Command]:
        """The way that leads nearest, and some that stop before; each by cover where that is no detour."""
        distances = list(dict.fromkeys([end[0] for end in self.ends]))
        apart = max(1, (len(distances) + MOST_WAYS - 1) // MOST_WAYS)
        found: dict[tuple[int, int], Command] = {}
        for far in distances[::apart]:
            self._put(far, found)
            if len(found) == most:
                break
        return list(found.values())

    def _put(self, goal: int, found: dict[tuple[int, int], Command]) -> None:
        """A safe way that ends so far off, or one as near, or a step before that, in better cover."""
        best: Command | None = None
        key, shelter, beyond = (0, 0), 0, 0
        for far, number, index, square in self.ends:
            if far == goal:
                command = self.moves[number].command(index)
                if is_safe(self.ruleset, self.enc, command, self.bears):
                    best, key, shelter = command, (number, index), self.shelter(square)
                    break
        if best is None:
            return
        for far, number, index, square in self.ends if self.afoot else []:
            beyond += int(far > goal)
            if far > goal + 1 or beyond > SQUARES_WEIGHED:
                break
            if self.shelter(square) > shelter:
                command = self.moves[number].command(index)
                if is_safe(self.ruleset, self.enc, command, self.bears):
                    best, key, shelter = command, (number, index), self.shelter(square)
        found[key] = best
