"""Gymnasium environments: one seat is the agent, computer players have the others.

>>> table = env("qawale", opponent="random")
>>> observation, info = table.reset(seed=1)
>>> observation.shape, int(table.action_masks().sum())
((1874,), 4)

Importing this module registers them for `gymnasium.make`, as `fourfold/qawale-v0` and so on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.core.errors import NoSuchSeat, needs_extra
from fourfold.core.position import Position
from fourfold.core.registry import list_games
from fourfold.research.errors import BadChoice, NoChoice, NotBegun
from fourfold.research.opponents import Opponent
from fourfold.research.render import MODES, check_mode, render
from fourfold.research.walk import Walk

with needs_extra("research"):
    import gymnasium
    from gymnasium import spaces

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
        """Begin a game, and let the opponents play until this seat is to move; `options` are ignored."""
        super().reset(seed=seed)
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.walk.seats))
        self.walk.begin()
        self._position = self.walk.start
        self._has_lost = False
        self._play_opponents()
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


env = SeatEnv

for _game in list_games():
    gymnasium.register(f"fourfold/{_game}-v0", entry_point=f"{__name__}:SeatEnv", kwargs={"game": _game})
