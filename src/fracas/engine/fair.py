"""The fair bot: sorts what it could do by a cheap estimate and tries only the best few, for any ruleset.

It tries on copies of what its seat knows, with every question answered by its default, and takes what `Ruleset.score`
likes best. It knows nothing a person on that seat would not know.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.command import PASS, Command
from fracas.engine.easy import EasyPolicy, Sorted, afoot_to, approach, ends_of, is_safe, nearest_foe
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.odds import Assumed
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Policy
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower
from fracas.engine.views import Eyes

MOST_STRIKES: Final = 4
"""So many ways to hurt somebody are tried."""
MOST_OTHERS: Final = 2
"""And so many of each other purpose."""
THROWS: Final = 3
"""So often each is tried."""
LEAST_LEFT: Final = 4
"""Nobody counts as nearer to falling than this."""
TYPICAL_LEFT: Final = 10
"""What those have left who are in an area."""
SQUARES_WEIGHED: Final = 6
"""Of those a step farther from the foe, so many are looked at for cover."""


class FairPolicy(EasyPolicy):
    """Whatever of the best few promises the best score after one command."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.trials = 0
        self._struck_from: dict[str, tuple[int, int, int, int]] = {}
        """By combatant: in which turn and from where it struck last."""

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        """It tries things, so it needs a state of its own, and the whole menu."""
        return Policy.view(self, ruleset, enc, eyes)

    def decide(self, ruleset: Ruleset, enc: Encounter, who: str) -> Command:
        return Policy.decide(self, ruleset, enc, who)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        if who not in enc.combatants:
            return ruleset.stand_in(enc) or self._any(ruleset, menu)
        found = Sorted(ruleset, enc, menu)
        strikes = self._best(ruleset, enc, found.strikes, MOST_STRIKES)
        others = self._best(ruleset, enc, found.helps, MOST_OTHERS)
        others.extend(self._best(ruleset, enc, found.readies, MOST_OTHERS))
        best = self._tried(ruleset, enc, who, strikes, others)
        if best is None:
            best = self._move(ruleset, enc, who, found)
        elif strikes and best in strikes:
            self._struck_from[who] = stand_of(enc, who)
        return best if best is not None else self._any(ruleset, menu)

    def _best(self, ruleset: Ruleset, enc: Encounter, commands: list[Command], most: int) -> list[Command]:
        """The most promising, of each way to do something one: aimed at whoever it takes the largest part from of what
        they have left."""
        ways: dict[str, tuple[int, int, Command]] = {}
        for command in commands:
            promise = ruleset.actions[command.verb].promise(enc, command)
            if promise > 0:
                left = ruleset.left(enc, command.targets[0]) if command.targets else TYPICAL_LEFT
                worth = promise * 1000 // max(left + LEAST_LEFT, 1)
                way = f"{command.verb} {command.thing}"
                if way not in ways or worth > ways[way][0]:
                    ways[way] = (worth, self.chance.below(1 << 20), command)
        ranked = sorted(ways.values(), key=_rank)
        return [command for _, _, command in ranked[:most]]

    def _tried(
        self, ruleset: Ruleset, enc: Encounter, who: str, strikes: list[Command], others: list[Command]
    ) -> Command | None:
        """The best of these after a few throws; nothing where only things are left that bring nothing."""
        if len(strikes) == 1 and not others:
            return strikes[0]
        side = enc.combatants[who].side
        best: Command | None = None
        most = 0
        for command in strikes:
            total = self._try(ruleset, enc, side, command)
            if best is None or total > most:
                best, most = command, total
        standing = ruleset.score(enc, side) * THROWS if others else 0
        for command in others:
            total = self._try(ruleset, enc, side, command)
            if total > standing and (best is None or total > most):
                best, most = command, total
        return best

    def _try(self, ruleset: Ruleset, enc: Encounter, side: str, command: Command) -> int:
        """The scores after a few throws of the dice, added up; questions are answered by their defaults."""
        total = 0
        for _ in range(THROWS):
            trial = enc.copy()
            self.trials += 1
            trial.seeds = [f"trial {self.chance.below(1 << 30)}"] * 2
            for seat in trial.seats.values():
                seat.hand = False
            try:
                ruleset.perform(Table(ruleset, trial, command, Assumed({}), Thrower()), command)
            except EngineFault:
                return -(1 << 40)
            total += ruleset.score(trial, side)
        return total

    def _move(self, ruleset: Ruleset, enc: Encounter, who: str, found: Sorted) -> Command | None:
        """Nearer, by cover where that is no detour; else braced. Whoever could strike from here has no need to."""
        struck_here = self._struck_from.get(who) == stand_of(enc, who)
        nearer = approach(ruleset, enc, who, found.moves) if not struck_here else None
        if nearer is not None:
            return sheltered(ruleset, enc, who, found.moves, nearer)
        if found.strikes and not struck_here:
            return found.strikes[self.chance.below(len(found.strikes))]
        return found.braces[self.chance.below(len(found.braces))] if found.braces else None

    # ---------------------------------------------------------------- questions

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        """The reaction that promises most, if one does; other questions get their default."""
        if decision.window not in ruleset.windows:
            return decision.default
        best, most = decision.default, 0
        for command in decision.commands:
            if command.verb != PASS:
                promise = ruleset.actions[command.verb].promise(enc, command)
                if promise > most:
                    best, most = command, promise
        return best


def stand_of(enc: Encounter, who: str) -> tuple[int, int, int, int]:
    """Which turn it is, and where somebody stands in it."""
    flow = enc.flow
    return flow.turn, flow.round, flow.at, enc.combatants[who].pos


def _rank(row: tuple[int, int, Command]) -> tuple[int, int]:
    return -row[0], row[1]


def sheltered(ruleset: Ruleset, enc: Encounter, who: str, moves: list[Choice], nearer: Command) -> Command:
    """The same way, or one that ends as near and in better cover from those who see one."""
    me = enc.combatants[who]
    foe = nearest_foe(enc, me)
    if foe is None or not nearer.squares:
        return nearer
    afoot = afoot_to(enc, me, foe)
    if not afoot:
        return nearer
    best, shelter = nearer, ruleset.shelter(enc, who, nearer.squares[-1])
    goal = afoot.get(nearer.squares[-1], 0)
    seen = 0
    for choice in moves:
        for index, square in enumerate(ends_of(choice)):
            far = afoot.get(square, goal + 2)
            if far <= goal or (far == goal + 1 and seen < SQUARES_WEIGHED):
                seen += int(far > goal)
                better = ruleset.shelter(enc, who, square)
                if better > shelter:
                    command = choice.command(index)
                    if is_safe(ruleset, enc, who, command):
                        best, shelter = command, better
    return best
