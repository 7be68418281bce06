"""Gymnasium environments: one seat is the agent, computer players have the others.

>>> table = env("qawale", opponent="random")
>>> observation, info = table.reset(seed=1)
>>> observation.shape, int(table.action_masks().sum())
((1874,), 4)

Importing this module registers them for `gymnasium.make` and `gymnasium.make_vec`, as `fourfold/qawale-v0` and so on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import NoSuchSeat, needs_extra
from fourfold.core.position import Position
from fourfold.core.registry import list_games
from fourfold.research.batch import ANY_SEAT, Batch
from fourfold.research.errors import BadChoice, BadSetting, NoChoice, NotBegun
from fourfold.research.opponents import Opponent
from fourfold.research.render import MODES, check_mode, render
from fourfold.research.walk import Walk

with needs_extra("research"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observation = NDArray[np.float32]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """The environment of one seat of a game, against a level; without a seat, a random one in every game.

    An action is one choice of a move, an observation encodes the seat's view (see `Encoding`). `action_masks()`, the
    name that sb3-contrib's MaskablePPO expects, tells the legal choices; the info has them too, as `action_mask`. The
    reward comes at the end: 1 for a win, 0 for a draw, -1 shared by the others for a loss. An illegal choice loses the
    game at once with -1, and the info says why as `illegal`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - what Gymnasium asks for

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        seat: int | None = 0,
        seats: Any = 2,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.walk = Walk(game, seats=seats, **options)
        if seat is not None and seat not in range(self.walk.seats):
            raise NoSuchSeat("fourfold.no_such_seat", seat=str(seat), last=self.walk.seats - 1)
        self.opponent = Opponent(opponent, game)
        self.render_mode = check_mode(render_mode)
        self._wanted = seat
        self.seat = seat or 0
        low, high = self.walk.encoding.bounds
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.walk.encoding.choices)
        self._position: Position | None = None
        self._has_lost = False  # by an illegal choice

    @property
    def position(self) -> Position:
        """The current position, without an incomplete move."""
        if self._position is None:
            raise NotBegun("research.not_begun")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the opponents play until this seat is to move; `options` are ignored.

        A game that they end before is left out.
        """
        super().reset(seed=seed)
        self._has_lost = False
        self._begin()
        while self.walk.is_over:
            self._begin()
        return self.walk.observe(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a choice; when the move is complete, the opponents play until this seat is to move again."""
        position = self.position
        if self._has_lost:
            raise BadChoice("research.over")
        try:
            is_complete = self.walk.choose_any(action)
        except BadChoice as refusal:
            if self.walk.is_over or isinstance(refusal, NoChoice):
                raise
            self._has_lost = True
            return self.walk.observe(self.seat), -1.0, True, False, {**self._info(), "illegal": str(refusal)}
        if is_complete:
            self._position = position.play(self.walk.spell(self.walk.codes[-1]))
            self._play_opponents()
        if self.render_mode == "human":
            self.render()
        reward = self.walk.rewards()[self.seat]
        return self.walk.observe(self.seat), reward, self.walk.is_over, False, self._info()

    def _begin(self) -> None:
        """Begin a game and play on to this seat's first turn, or to the end if others end it before."""
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.walk.seats))
        self.walk.begin()
        self._position = self.walk.start
        self._play_opponents()

    def _play_opponents(self) -> None:
        while not self.walk.is_over and self.walk.seat != self.seat:
            position = self.position
            if self.walk.is_deal_due:
                order = self.np_random.permutation(self.walk.deck)
                deck = self.walk.game.deck(self.walk.start.options)
                self.walk.deal(order)
                self._position = position.deal([deck[number] for number in order])
            else:
                move = self.opponent.choose(position, self.np_random)
                self._position = position.play(move)
                self.walk.play(move.code)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal choices."""
        return self.walk.mask().astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.walk.mask(), "seat": self.seat}

    def render(self) -> Any:
        """Render the table as a spectator sees it, in the mode of the environment."""
        return render(self.position, self.render_mode)


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A vector environment: many games stepped in one compiled call, against random moves on the other seats.

    The arrays are those of a `Batch`: an action is one choice, the masks are in the info as `action_mask`. Games end as
    Gymnasium's autoreset modes say: NEXT_STEP shows the last observation and resets in the next step, SAME_STEP
    resets at once and gives the last observations as `final_obs`. An illegal choice raises BadChoice. With `copy=False`
    the arrays are the batch's own, which the next step changes.

    >>> table = vector("qawale", 1024)
    >>> observations, infos = table.reset(seed=1)
    >>> observations, rewards, ended, cut, infos = table.step(table.batch.draw(table.np_random))
    >>> observations.shape, infos["action_mask"].shape
    ((1024, 1874), (1024, 17))
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seat: int | None = 0,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise BadSetting("research.no_autoreset")
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.is_same_step = mode is AutoresetMode.SAME_STEP
        caller = ANY_SEAT if seat is None else seat
        self.batch = Batch(
            game, num_envs, seat=caller, resets_later=not self.is_same_step, finals=self.is_same_step, **settings
        )
        self.num_envs = num_envs
        low, high = self.batch.encoding.bounds
        self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.batch.encoding.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games; `options` are ignored."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)))
        return self._given(self.batch.observations), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make one choice in each game; where that completes a move, random moves follow on the other seats."""
        batch, seats = self.batch, self.batch.callers.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), seats].astype(np.float64)
        infos = self._infos()
        if self.is_same_step and batch.ended.any():
            finals = np.full(self.num_envs, None, dtype=object)
            for number in np.flatnonzero(batch.ended):
                finals[number] = batch.finals[number].copy()
            infos |= {"final_obs": finals, "_final_obs": batch.ended.copy()}
            infos |= {"final_info": {"seat": seats, "_seat": batch.ended.copy()}, "_final_info": batch.ended.copy()}
        cut = np.zeros(self.num_envs, np.bool_)
        return self._given(batch.observations), rewards, batch.ended.copy(), cut, infos

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        infos = {"action_mask": self._given(self.batch.masks), "seat": self.batch.callers.copy()}
        return infos | {f"_{name}": every.copy() for name in infos}

    def close_extras(self, **_: Any) -> None:
        """Stop the threads of the batch."""
        self.batch.close()


env = SeatEnv
vector = SeatVectorEnv

for _game in list_games():
    gymnasium.register(
        f"fourfold/{_game}-v0",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
        kwargs={"game": _game},
    )
