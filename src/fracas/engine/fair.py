"""The fair bot: sorts what it could do by a cheap estimate and tries only the best few, for any ruleset.

It tries on copies of what its seat knows, with every question answered by its default, and takes what `Ruleset.score`
likes best. It knows nothing a person on that seat would not know.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.action import Action
from fracas.engine.command import PASS, Command
from fracas.engine.easy import EasyPolicy, Sorted, end_of, nearest_foe, worthwhile
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Chance, Policy
from fracas.engine.purpose import HARM
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import SUPPOSED, Eyes, known
from fracas.engine.weighing import MUCH_MORE, Ways, is_beside_foe, tried, wastes_answer, worth

MOST_STRIKES: Final = 2
"""How many ways to hurt somebody are tried."""
MOST_OTHERS: Final = 2
"""And how many of each other purpose."""
MUCH_BETTER: Final = 2
"""So many times as much a blow must promise before somebody who can strike from afar comes nearer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FairPolicy(EasyPolicy):
    """Whatever of the best few promises the best score after one command."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.trials = 0
        self._struck_from: dict[str, Stand] = {}
        """By combatant: from where it struck last."""
        self._went: dict[str, tuple[int, int, int]] = {}
        """By combatant: in which turn it last came nearer."""
        self._at_best: dict[str, int] = {}
        """By combatant: the most that a strike promised after it came nearer."""

    def forget(self, other: FairPolicy, seed: int) -> None:
        """Begin anew with what another has learnt."""
        self.chance = Chance(seed)
        self._struck_from.clear()
        self._went.clear()
        self._at_best = dict(other._at_best)

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        """It tries things, so it goes by numbers that follow from what shows, and needs the whole menu."""
        return known(ruleset, enc, eyes.seat, SUPPOSED, lent=True)

    def decide(self, ruleset: Ruleset, enc: Encounter, who: str) -> Command:
        return Policy.decide(self, ruleset, enc, who)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        if who not in enc.combatants:
            return ruleset.stand_in(enc) or self._any(ruleset, menu)
        found = Sorted(ruleset, enc, menu)
        strikes = self._best(ruleset, enc, found.strikes, MOST_STRIKES)
        closer = self._closer(ruleset, enc, who, found, strikes)
        if closer is not None:
            return closer
        others = self._best(ruleset, enc, found.helps, MOST_OTHERS)
        others.extend(self._best(ruleset, enc, found.readies, MOST_OTHERS))
        best = self._tried(ruleset, enc, who, strikes, others)
        if best is None:
            best = self._move(ruleset, enc, who, found)
            if best is not None and wastes_answer(ruleset, enc, best):
                best = None
            if best is None and found.readies:
                best = found.readies[0]
        elif strikes and best in strikes:
            self._struck_from[who] = Stand(enc, who, found.strikes)
        return best if best is not None else self._rest(ruleset, menu)

    def _best(self, ruleset: Ruleset, enc: Encounter, commands: list[Command], most: int) -> list[Command]:
        """The most promising, of each way to do something one."""
        ways: dict[tuple[str, str], tuple[int, int, Command]] = {}
        top = 1
        for command in commands:
            value = worth(ruleset, enc, command)
            if value > 0:
                way = (command.verb, command.thing)
                top = max(top, value)
                if way not in ways or value > ways[way][0]:
                    ways[way] = (value, self.chance.below(1 << 20), command)
        ranked = sorted(ways.values(), key=_rank)
        return [command for value, _, command in ranked[:most] if value * MUCH_MORE >= top]

    def _tried(
        self, ruleset: Ruleset, enc: Encounter, who: str, strikes: list[Command], others: list[Command]
    ) -> Command | None:
        """The best of these after one throw each, which serves as well as several; nothing where whatever is left
        brings nothing."""
        if len(strikes) == 1 and not others:
            return strikes[0]
        if not strikes and not others:
            return None
        side = enc.combatants[who].side
        own = enc.imagined()
        best: Command | None = None
        most = 0
        for command in strikes:
            score = self._try(ruleset, own, side, command)
            if best is None or score > most:
                best, most = command, score
        standing = ruleset.score(enc, side) if others else 0
        for command in others:
            score = self._try(ruleset, own, side, command)
            if score > standing and (best is None or score > most):
                best, most = command, score
        return best

    def _try(self, ruleset: Ruleset, enc: Encounter, side: str, command: Command) -> int:
        """The score after a throw of the dice; questions are answered by their defaults."""
        self.trials += 1
        trial = tried(ruleset, enc, command, self.chance.below(1 << 30))
        return ruleset.score(trial, side) if trial is not None else -(1 << 40)

    def _move(self, ruleset: Ruleset, enc: Encounter, who: str, found: Sorted) -> Command | None:
        """Nearer, by cover where that is no detour; else braced, if ready. Whoever could strike from here stays."""
        stand = self._struck_from.get(who)
        struck_here = stand is not None and stand.holds(enc, who)
        nearer = self._nearer(ruleset, enc, who, found.moves) if not struck_here else None
        if nearer is None and not struck_here and not found.strikes:
            nearer = self._elsewhere(ruleset, enc, who, found.moves)
        if nearer is not None and not self._rushes(ruleset, enc, who, nearer):
            return nearer
        strikes = [one for one in found.strikes if worth(ruleset, enc, one) > 0] if not struck_here else []
        if strikes:
            return strikes[self.chance.below(len(strikes))]
        braces = found.braces if not found.readies else []
        return braces[self.chance.below(len(braces))] if braces else None

    def _nearer(self, ruleset: Ruleset, enc: Encounter, who: str, moves: list[Choice]) -> Command | None:
        """No nearer than to where it can strike best; as near as it gets where it cannot."""
        ways = Ways(ruleset, enc, who, moves).few()
        if len(ways) < 2:
            return ways[0] if ways else None
        best, most, own = ways[0], 0, enc.imagined()
        for command in ways:
            trial = tried(ruleset, own, command, self.chance.below(1 << 30))
            if trial is not None and who in ruleset.actors(trial):
                value = self._foreseen(ruleset, trial, who)
                if value * 10 >= most * 9 and value:
                    best, most = command, max(most, value)
        return best

    def _closer(
        self, ruleset: Ruleset, enc: Encounter, who: str, found: Sorted, strikes: list[Command]
    ) -> Command | None:
        """Nearer before it strikes from afar, where a blow from there promises much more. What one came to promise is
        kept in mind, so that whoever shoots best looks once."""
        if not strikes or not found.moves or is_beside_foe(enc, enc.combatants[who]):
            return None
        now = max([ruleset.actions[strike.verb].promise(enc, strike) for strike in strikes]) * MUCH_BETTER
        if who in self._at_best and self._at_best[who] <= now:
            return None
        ways = Ways(ruleset, enc, who, found.moves).nearest()
        if not ways or not ends_beside_foe(enc, ways[0]):
            return None
        trial = tried(ruleset, enc.imagined(), ways[0], self.chance.below(1 << 30))
        if trial is None or who not in ruleset.actors(trial):
            return None
        most = max(
            [action.promise(trial, strike) for action, strike in self._open_strikes(ruleset, trial, who)], default=0
        )
        self._at_best[who] = max(most, self._at_best.get(who, 0))
        return ways[0] if most > now else None

    def _elsewhere(self, ruleset: Ruleset, enc: Encounter, who: str, moves: list[Choice]) -> Command | None:
        """Towards another foe, where no way leads to the nearest and none is at hand."""
        me = enc.combatants[who]
        if is_beside_foe(enc, me):
            return None
        for foe in enc.combatants.values():
            if foe.side != me.side and foe.present:
                ways = Ways(ruleset, enc, who, moves, foe).nearest()
                if ways:
                    return ways[0]
        return None

    def _rushes(self, ruleset: Ruleset, enc: Encounter, who: str, command: Command) -> bool:
        """Would it come nearer once more in this turn, only to stand there without a blow and without a reaction?"""
        again = self._went.get(who) == turn_of(enc)
        self._went[who] = turn_of(enc)
        if not again or not ruleset.answers(enc, who):
            return False
        trial = tried(ruleset, enc.imagined(), command, self.chance.below(1 << 30))
        return trial is not None and not ruleset.answers(trial, who) and not self._foreseen(ruleset, trial, who)

    def _foreseen(self, ruleset: Ruleset, enc: Encounter, who: str) -> int:
        """What the best strike from here is worth."""
        return max([worth(ruleset, enc, strike) for _, strike in self._open_strikes(ruleset, enc, who)], default=0)

    def _open_strikes(self, ruleset: Ruleset, enc: Encounter, who: str) -> list[tuple[Action, Command]]:
        """What would hurt a foe from here."""
        if self._sorted_for is not ruleset:
            self._sort(ruleset)
        found: list[tuple[Action, Command]] = []
        for action in self._strikes:
            choice = action.choice(enc, who)
            for command in choice.commands if choice is not None else []:
                if action.purpose_of(enc, command) == HARM:
                    found.append((action, command))
        return found

    # ---------------------------------------------------------------- questions

    def looks_before(self, ruleset: Ruleset, decision: Decision) -> bool:
        """What is neither a reaction nor weighed gets its default, whatever the state."""
        return decision.window in ruleset.windows or decision.window in ruleset.replies

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        """What promises most of what may be done, if anything does; other questions get their default."""
        best, most = decision.default, 0
        if decision.window not in ruleset.windows:
            for command in worthwhile(ruleset, enc, decision):
                value = worth(ruleset, enc, command, ruleset.replies[decision.window])
                if value > most:
                    best, most = command, value
            return best
        for command in decision.commands:
            if command.verb != PASS:
                promise = ruleset.actions[command.verb].promise(enc, command)
                if promise > most:
                    best, most = command, promise
        return best


class Stand:
    """From where somebody struck, in which turn, and at whom they could have."""

    def __init__(self, enc: Encounter, who: str, strikes: list[Command]) -> None:
        self.turn = turn_of(enc)
        self.pos = enc.combatants[who].pos
        self.targets = dict.fromkeys([target for command in strikes for target in command.targets])

    def holds(self, enc: Encounter, who: str) -> bool:
        """Is it still that turn and place, with one of them on their feet?"""
        if self.pos != enc.combatants[who].pos or self.turn != turn_of(enc):
            return False
        for target in self.targets:
            if target in enc.combatants and enc.combatants[target].present:
                return True
        return False


def ends_beside_foe(enc: Encounter, way: Command) -> bool:
    """Does a way end beside the nearest foe?"""
    me, end = enc.combatants[way.who], end_of(way)
    foe = nearest_foe(enc, me)
    return foe is not None and end >= 0 and enc.board.in_reach(end, me.size, foe.pos, foe.size, 1)


def turn_of(enc: Encounter) -> tuple[int, int, int]:
    return enc.flow.turn, enc.flow.round, enc.flow.at


def _rank(row: tuple[int, int, Command]) -> tuple[int, int]:
    return -row[0], row[1]
