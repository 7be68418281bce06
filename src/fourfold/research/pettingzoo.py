"""PettingZoo environments (AEC, agent environment cycle): every seat is an agent.

>>> table = env("exago", seats=4)
>>> table.reset(seed=1)
>>> table.agent_selection, table.num_agents
('seat_0', 4)
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import needs_extra
from fourfold.research.errors import BadSetting, NotBegun
from fourfold.research.render import MODES, check_mode, render
from fourfold.research.validation import whole
from fourfold.research.walk import Walk

with needs_extra("research"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

Observation = dict[str, NDArray[Any]]


class TableEnv(AECEnv):  # type: ignore[misc]
    """The environment of a game, with its options by keyword. Its agents are `seat_0`, `seat_1`, ... in turn order.

    An action is one choice of a move (see `Encoding`), so a seat may be selected several times in a row. An
    observation is a dict: `observation` encodes the seat's view, and `action_mask` tells the legal choices, all 0 for a
    seat that is not to move. Rewards come at the end: 1 for the winner, -1 shared by the others, 0 for a draw. Deals
    are random, repeatable by the seed of `reset`. An illegal choice raises BadChoice and changes nothing.
    """

    def __init__(self, game: str, *, seats: Any = 2, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.walk = Walk(game, seats=seats, **options)
        self.render_mode = check_mode(render_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"fourfold_{game}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.walk.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        low, high = self.walk.encoding.bounds
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (self.walk.encoding.choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.walk.encoding.choices) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._has_begun = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space, the same for every agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space, the same for every agent: the choices of the game."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seat:
            raise BadSetting("research.no_agent", agent=str(agent), agents=", ".join(self.possible_agents))
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options` are ignored, those of the game are given to `env`."""
        if seed is not None and (whole(seed) is None or seed < 0):
            raise BadSetting("research.bad_table_seed", seed=str(seed))
        if seed is not None or not self._has_begun:
            self._chance = np.random.default_rng(seed)
        self._has_begun = True
        self.walk.begin()
        self.walk.deal_by(self._chance)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.walk.seat or 0]

    def observe(self, agent: str) -> Observation:
        """The observation and the action mask of an agent."""
        if not self._has_begun:
            raise NotBegun("research.not_begun")
        seat, walk = self._seat[self._known(agent)], self.walk
        mask = walk.mask() if seat == walk.seat else np.zeros(walk.encoding.choices, np.int8)
        return {"observation": walk.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a choice for the selected agent; None when the game is over."""
        if not self._has_begun:
            raise NotBegun("research.not_begun")
        if self.walk.is_over:
            self._was_dead_step(action)
            return
        if self.walk.choose_any(-1 if action is None else action):
            if self.walk.is_deal_due:
                self.walk.deal_by(self._chance)
            if self.walk.is_over:
                self._end()
            else:
                self.agent_selection = self.possible_agents[self.walk.seat or 0]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        for agent, reward in zip(self.possible_agents, self.walk.rewards(), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Render the table as a spectator sees it, in the mode of the environment."""
        if not self._has_begun:
            raise NotBegun("research.not_begun")
        return render(self.walk.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


env = TableEnv
