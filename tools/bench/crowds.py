"""The party scenario with as many people as one likes, and what its tables cost. For the workers.

Seven stand on the scenario's own map; to see what grows, 6 and 60 stand on the same open ground of 60 by 60 squares.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bench.names import GROWING, PARTY
from fracas.engine.board import Board, Grid
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.odds import odds
from fracas.engine.policy import RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import known

SEVEN: Final = 7
SMALL, LARGE = 6, 60
SIDE: Final = 60
APART: Final = 3
MOST_MOMENTS: Final = 12
BETWEEN: Final = 5
"""Deeds from one moment to the next."""


def seven(ruleset: Ruleset) -> Encounter:
    """The party scenario with its last foes left out, or its first ones again, until there are seven."""
    enc = started(ruleset)
    while len(enc.combatants) > SEVEN:
        foes = [one.id for one in enc.combatants.values() if one.seat == GM]
        del enc.combatants[foes[-1]]
    return enc


def crowd(ruleset: Ruleset, people: int) -> Encounter:
    """So many people of the party scenario, half of them heroes, in one block on open ground: neighbours can strike."""
    enc = started(ruleset)
    sides = [[one for one in enc.combatants.values() if (one.seat == GM) is gm] for gm in (False, True)]
    enc.board = open_ground(enc.board)
    width = SIDE // APART
    enc.combatants = {}
    for number in range(people):
        model = sides[number % 2][number // 2 % len(sides[number % 2])]
        # Two and two stand next to each other, a hero and a foe; the pairs keep their distance.
        pair, column = divmod(number, 2)
        row, place = divmod(pair, width)
        pos = (row * APART + 1) * SIDE + place * APART + column
        enc.combatants[f"c{number}"] = ruleset.make(enc, model.kind, f"c{number}", pos, model.side, model.seat)
    return enc


def started(ruleset: Ruleset) -> Encounter:
    return ruleset.start(PARTY[ruleset.id], {}, ["a crowd", "its gm"])


def open_ground(board: Board) -> Board:
    assert isinstance(board, Grid)
    free = board.terrains.index(next(one for one in board.terrains if not one.blocks_move))
    return Grid(SIDE, [free] * (SIDE * SIDE), board.terrains, board.metric.name, board.max_climb, board.cut_corners)


class Moments:
    """States along random play, each with whoever is to act: what a table costs is measured on all of them."""

    def __init__(self, ruleset: Ruleset, enc: Encounter) -> None:
        self.ruleset = ruleset
        self.states: list[tuple[Encounter, str]] = []
        game, policy = Game(ruleset, enc), RandomPolicy(7)
        game.begin()
        deeds = 0
        while len(self.states) < MOST_MOMENTS and not game.state.over:
            if game.waiting:
                game.answer(game.waiting[0].id, policy.choose(ruleset, game.state, game.waiting[0]))
                continue
            actors = [who for who in ruleset.actors(game.state) if who in game.state.combatants]
            if not actors:
                command = ruleset.stand_in(game.state)
                if command is None:
                    break
                game.command(command)
                continue
            if deeds % BETWEEN == 0:
                self.states.append((game.state.copy(), actors[0]))
            command = policy.act(ruleset, game.state, actors[0], ruleset.menu(game.state, actors[0]))
            game.command(command)
            deeds += 1

    def aimed(self) -> list[tuple[Encounter, Command]]:
        """For each moment the first thing that can be aimed at a foe, if there is one."""
        found: list[tuple[Encounter, Command]] = []
        for enc, who in self.states:
            side = enc.combatants[who].side
            for choice in self.ruleset.menu(enc, who):
                at = [one for one in choice.commands if one.targets and one.targets[0] in enc.combatants]
                foes = [one for one in at if enc.combatants[one.targets[0]].side != side]
                if foes:
                    found.append((enc, foes[0]))
                    break
        return found

    def cost(self, deed: Callable[[Encounter, str], object], seconds: float) -> tuple[int, float]:
        """Deeds and CPU seconds; each on a copy that nobody has asked anything yet. The copies are not measured."""
        count, spent = 0, 0.0
        while count == 0 or spent < seconds:
            for enc, who in self.states:
                fresh = enc.copy()
                began = time.process_time()
                deed(fresh, who)
                spent += time.process_time() - began
                count += 1
        return count, spent


def all_reasons(ruleset: Ruleset, enc: Encounter, who: str) -> int:
    """Offers as a person gets them: every pick, and for each that is barred every reason."""
    count = 0
    for offer in ruleset.offers(enc, who):
        count += len(offer.reasons())
        for pick in offer.picks:
            count += len(pick.blocked)
    return count


class Offers:
    """Offers with all reasons, seven combatants."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = load_ruleset(ruleset)
        self.moments = Moments(self.ruleset, seven(self.ruleset))

    def run(self, seconds: float) -> tuple[int, float]:
        return self.moments.cost(lambda enc, who: all_reasons(self.ruleset, enc, who), seconds)


class Growth:
    """What menu, offers, command, odds, view and copy cost with some people."""

    def __init__(self, ruleset: str, people: str) -> None:
        self.ruleset = load_ruleset(ruleset)
        self.people = int(people)
        self.moments = Moments(self.ruleset, crowd(self.ruleset, self.people))
        self.aimed = self.moments.aimed()
        self.policy = RandomPolicy(9)

    def run(self, seconds: float) -> dict[str, float]:
        """CPU seconds for one of each."""
        rules, moments, each = self.ruleset, self.moments, seconds / len(GROWING)
        deeds: dict[str, Callable[[Encounter, str], object]] = {
            "menu": lambda enc, who: [choice.size for choice in rules.menu(enc, who)],
            "offers": lambda enc, who: all_reasons(rules, enc, who),
            "view": lambda enc, who: known(rules, enc, first_player(enc)),
            "copy": lambda enc, who: enc.copy(),
        }
        found: dict[str, float] = {}
        for name, deed in deeds.items():
            count, spent = moments.cost(deed, each)
            found[name] = spent / count
        found["command"] = self.commanding(each)
        if self.aimed:
            spent, count = 0.0, 0
            while spent < each:
                for enc, command in self.aimed:
                    fresh = enc.copy()
                    began = time.process_time()
                    odds(rules, fresh, command, GM)
                    spent += time.process_time() - began
                    count += 1
            found["odds"] = spent / count
        return found

    def commanding(self, seconds: float) -> float:
        """CPU seconds of one command to a Game, any legal one: judged, performed, logged, and the steps after it."""
        spent, count = 0.0, 0
        while spent < seconds:
            for enc, who in self.moments.states:
                game = Game(self.ruleset, enc.copy())
                game.begin()
                command = self.policy.act(self.ruleset, game.state, who, self.ruleset.menu(game.state, who))
                began = time.process_time()
                game.command(command)
                spent += time.process_time() - began
                count += 1
        return spent / count


def first_player(enc: Encounter) -> str:
    return next((one.seat for one in enc.combatants.values() if one.seat != GM), GM)
