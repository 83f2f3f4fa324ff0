"""A scenario as a Gymnasium task: one agent makes every choice of a side, a bot those of the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from fracas.engine.errors import Invalid
from fracas.lab.learning.arena import MOST_LISTED, Arena, Turn
from fracas.lab.learning.features import Observation, nothing, observation_space, observe
from fracas.lab.learning.seats import SEEDS
from fracas.lab.setups import sides_of
from fracas.session.bots import EASY, MOST_TURNS, make_policy
from fracas.session.scenarios import find_scenario


class SideEnv(gymnasium.Env[Observation, np.int64]):
    """A fight from one side. An action is the number of a legal command; the reward is 1 for a win, -1 for a loss."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        scenario: str,
        side: str = "",
        against: str = EASY,
        content: list[str] | None = None,
        most_turns: int = MOST_TURNS,
        render_mode: str | None = None,
    ) -> None:
        self.ruleset, self.scenario = find_scenario(scenario, content)
        sides = sides_of(self.ruleset.content.scenarios[self.scenario])
        if side and side not in sides:
            raise Invalid("SideEnv", "side", side, f"a side of {scenario}: {', '.join(sides)}")
        make_policy(against, 0)
        self.side = side or sides[0]
        self.against = against
        self.most_turns = most_turns
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(MOST_LISTED)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a fight, and let the others play until this side has to choose."""
        super().reset(seed=seed)
        self.arena = Arena(self.ruleset, self.scenario, str(self.np_random.integers(SEEDS)), self.most_turns)
        self._moves = 0
        self._wait()
        return self._seen(), self._info(False)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do what has this number; one that has no legal command passes, and `illegal` says so in the info."""
        illegal = not self.arena.choose(int(action)) if self.arena.turn is not None else True
        self._wait()
        ended = self.arena.turn is None
        reward = self.arena.reward([self.side]) if ended else 0.0
        cut = ended and self.arena.is_cut
        return self._seen(), reward, ended and not cut, cut, self._info(illegal)

    def _wait(self) -> None:
        while self.arena.turn is not None and not self._is_mine(self.arena.turn):
            self._moves += 1
            self.arena.move_by(self.against, self._moves)

    def _is_mine(self, turn: Turn) -> bool:
        """Is somebody of this side to choose? Who plays nobody, as the GM may, is left to the bot."""
        one = turn.view.combatants.get(turn.who)
        return one is not None and one.side == self.side

    def _seen(self) -> Observation:
        return nothing() if self.arena.turn is None else observe(self.ruleset, self.arena.turn)

    def _info(self, illegal: bool) -> dict[str, Any]:
        turn = self.arena.turn
        told = {"illegal": illegal, "cut": 0 if turn is None else turn.cut}
        return {**told, "result": self.arena.result()} if turn is None else {**told, "who": turn.who}

    def render(self) -> str:
        """Whose choice it is, in a line."""
        turn = self.arena.turn
        return f"over: {self.arena.result()}" if turn is None else f"{turn.who}: {len(turn.commands)} commands"
