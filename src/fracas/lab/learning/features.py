"""What an agent observes: a row of figures for every command it may choose, and one for the situation.

All of it comes from what the seat knows, is said without naming a ruleset, and lies between -1 and 1.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fracas.engine.command import PASS, Command
from fracas.engine.easy import end_of, nearest_foe
from fracas.engine.encounter import Encounter
from fracas.engine.purpose import BRACE, GO, HARM, HELP, IDLE, READY
from fracas.engine.ruleset import Ruleset
from fracas.engine.weighing import shelter
from fracas.lab.learning.arena import MOST_LISTED, Turn, estimate

PURPOSES: Final = (HARM, HELP, READY, GO, BRACE, IDLE)
COMMAND: Final = (
    "pass",
    *PURPOSES,
    "answers a question",
    "promise",
    "foes reached",
    "friends reached",
    "health of the weakest foe reached",
    "nearer to a foe",
    "cover there",
    "harm of the ground there",
    "length of the way",
    "has a thing",
)
"""The columns of a command's row."""
SITUATION: Final = (
    "a question is asked",
    "own health",
    "health of one's side",
    "health of the others",
    "people of one's side",
    "people of the others",
    "distance of the nearest foe",
    "round",
    "commands listed",
)
"""The columns of the situation's row."""
Observation = dict[str, NDArray[Any]]


def observation_space() -> spaces.Space[Any]:
    """What every observation looks like, in every ruleset."""
    return spaces.Dict(
        {
            "action_mask": spaces.Box(0, 1, (MOST_LISTED,), np.int8),
            "commands": spaces.Box(-1, 1, (MOST_LISTED, len(COMMAND)), np.float32),
            "situation": spaces.Box(-1, 1, (len(SITUATION),), np.float32),
        }
    )


def nothing() -> Observation:
    """What somebody observes who has nothing to choose."""
    return {
        "action_mask": np.zeros(MOST_LISTED, np.int8),
        "commands": np.zeros((MOST_LISTED, len(COMMAND)), np.float32),
        "situation": np.zeros(len(SITUATION), np.float32),
    }


def observe(ruleset: Ruleset, turn: Turn) -> Observation:
    """A choice as figures."""
    seen = nothing()
    seen["action_mask"][: len(turn.commands)] = 1
    seen["situation"][:] = situation(ruleset, turn)
    reader = Rows(ruleset, turn)
    for index, command in enumerate(turn.commands):
        seen["commands"][index] = reader.row(command)
    return seen


def squashed(value: int, half: int) -> float:
    """A number without bound between -1 and 1; `half` gives a half."""
    return value / (abs(value) + half)


def situation(ruleset: Ruleset, turn: Turn) -> list[float]:
    view = turn.view
    me = view.combatants.get(turn.who)
    side = me.side if me is not None else ""
    ours = [one for one in view.combatants.values() if one.side == side and one.present]
    others = [one for one in view.combatants.values() if one.side != side and one.present]
    foe = nearest_foe(view, me) if me is not None else None
    far = view.board.gap(me.pos, me.size, foe.pos, foe.size) if me is not None and foe is not None else 0
    return [
        float(turn.question is not None),
        squashed(ruleset.left(view, turn.who), 10) if me is not None else 0.0,
        squashed(sum([ruleset.left(view, one.id) for one in ours]), 40),
        squashed(sum([ruleset.left(view, one.id) for one in others]), 40),
        squashed(len(ours), 4),
        squashed(len(others), 4),
        squashed(far, 6),
        squashed(view.flow.turn, 10),
        len(turn.commands) / MOST_LISTED,
    ]


class Rows:
    """The rows of the commands of one choice; what they share is looked up once."""

    def __init__(self, ruleset: Ruleset, turn: Turn) -> None:
        self.ruleset = ruleset
        self.turn = turn
        self.view: Encounter = turn.view
        self.me = self.view.combatants.get(turn.who)
        self.foe = nearest_foe(self.view, self.me) if self.me is not None else None
        self.here = self._far(self.me.pos) if self.me is not None else 0
        self._perils = ruleset.perils(self.view, turn.who) if self.me is not None else {}
        self._ground: dict[int, tuple[float, float, float]] = {}

    def row(self, command: Command) -> list[float]:
        action = self.ruleset.actions.get(command.verb)
        mine = action is not None and self.me is not None and command.who == self.turn.who
        purpose = action.purpose_of(self.view, command) if action is not None and mine else IDLE
        foes, friends, weakest = self._reached(command) if mine and purpose not in (GO, IDLE) else (0, 0, 0)
        end = end_of(command) if purpose == GO and mine else -1
        return [
            float(command.verb == PASS),
            *[float(purpose == one) for one in PURPOSES],
            float(self.turn.question is not None),
            squashed(estimate(self.ruleset, self.view, command), 400) if mine else 0.0,
            squashed(foes, 2),
            squashed(friends, 2),
            squashed(weakest, 10),
            *(self._there(end) if end >= 0 else (0.0, 0.0, 0.0)),
            squashed(len(command.squares), 6),
            float(bool(command.thing)),
        ]

    def _reached(self, command: Command) -> tuple[int, int, int]:
        """How many foes and friends it reaches, and what the weakest of the foes has left."""
        assert self.me is not None
        foes, friends, weakest = 0, 0, 0
        for who in self.ruleset.actions[command.verb].touched(self.view, command):
            one = self.view.combatants.get(who)
            if one is None:
                continue
            if one.side == self.me.side:
                friends += 1
            else:
                left = self.ruleset.left(self.view, who)
                weakest = left if not foes else min(weakest, left)
                foes += 1
        return foes, friends, weakest

    def _there(self, square: int) -> tuple[float, float, float]:
        """How much nearer to a foe a square is, how well covered, and what its ground does."""
        if square not in self._ground:
            covered = shelter(self.view, self.turn.who, square)
            peril = self._perils.get(square, 0)
            nearer = self.here - self._far(square)
            self._ground[square] = (squashed(nearer, 4), squashed(covered, 1), squashed(peril, 4))
        return self._ground[square]

    def _far(self, square: int) -> int:
        if self.foe is None or self.me is None:
            return 0
        return self.view.board.gap(square, self.me.size, self.foe.pos, self.foe.size)
