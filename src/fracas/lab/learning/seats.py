"""A scenario as a PettingZoo game: every seat is an agent, and whoever has to choose is the one selected."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from fracas.lab.learning.arena import MOST_LISTED, Arena
from fracas.lab.learning.features import Observation, nothing, observation_space, observe
from fracas.session.bots import MOST_TURNS
from fracas.session.scenarios import find_scenario
from fracas.session.seats import seats_of

SEEDS = 2**31


class SeatsEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """An encounter for as many agents as it has seats. An action is the number of a legal command."""

    metadata: ClassVar[dict[str, Any]] = {"name": "fracas_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        scenario: str,
        content: list[str] | None = None,
        most_turns: int = MOST_TURNS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.ruleset, self.scenario = find_scenario(scenario, content)
        self.most_turns = most_turns
        self.render_mode = render_mode
        self._random, _ = seeding.np_random(0)
        self.possible_agents = seats_of(self.ruleset.start(self.scenario, {}, ["0", "0 gm"]))
        self._space = observation_space()
        self._actions = {agent: spaces.Discrete(MOST_LISTED) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a fight; the same seed gives the same dice to the same choices."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.arena = Arena(self.ruleset, self.scenario, str(self._random.integers(SEEDS)), self.most_turns)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """Do what has this number; one that has no legal command passes, and `illegal` says so in the infos."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        illegal = not self.arena.choose(-1 if action is None else int(action))
        self._select()
        self.infos[agent]["illegal"] = illegal
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whoever chooses next; at the end everybody hears what came of it."""
        turn = self.arena.turn
        self._seen: Observation | None = None
        if turn is not None:
            self.agent_selection = turn.seat
            self.infos[turn.seat] = {"cut": turn.cut, "who": turn.who, "illegal": False}
            return
        for agent in self.agents:
            self.terminations[agent] = not self.arena.is_cut
            self.truncations[agent] = self.arena.is_cut
            self.rewards[agent] = self.arena.reward(self.arena.sides(agent))

    def observe(self, agent: str) -> Observation:
        """What the seat knows, with its commands where it has to choose."""
        turn = self.arena.turn
        if turn is None or turn.seat != agent:
            return nothing()
        if self._seen is None:
            self._seen = observe(self.ruleset, turn)
        return {name: figures.copy() for name, figures in self._seen.items()}

    def render(self) -> str:
        """Who has to choose what, in a line."""
        turn = self.arena.turn
        if turn is None:
            return f"over: {self.arena.result()}"
        return f"{turn.seat}: {turn.who} chooses among {len(turn.commands)} commands"

    def close(self) -> None:
        """Nothing to let go of."""
