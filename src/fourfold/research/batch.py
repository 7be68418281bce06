"""Batch: a vectorized environment of thousands of games, stepped together in compiled code on all processors."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fourfold.core.encoding import Encoding
from fourfold.core.errors import NoSuchSeat
from fourfold.core.position import Position
from fourfold.core.processors import count_processors
from fourfold.core.registry import encoding, game
from fourfold.kernel.choices import SPAN_WORDS
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row
from fourfold.research.devices import Device, find_device
from fourfold.research.errors import BadBatch, BadChoice
from fourfold.research.game_facts import facts_of
from fourfold.research.kernels import steps as kernels
from fourfold.research.validation import whole
from fourfold.search.playouts import LONGEST
from fourfold.search.repetition import BUCKETS

ANY_SEAT = -2  # a random seat in every game


@dataclass(frozen=True)
class BatchTally:
    """The result of a run: moves, finished games, draws among them and the wins of each seat."""

    moves: int
    games: int
    draws: int
    wins: tuple[int, ...]


class Batch:
    """A vectorized environment with automatic reset: a game that ends begins anew in the same step.

    The arrays belong to the batch and every step changes them in place, so only read them. They are aligned to 64
    bytes: `torch.from_numpy` and, on a processor, `jax.dlpack.from_dlpack` share them without copying; JAX copies those
    of int64 to int32, unless `jax_enable_x64` is set. With g games, s seats, c choices and n numbers an observation
    (see `encoding`):

        rows          (g, words)  int64    the positions as kernel rows
        to_move       (g,)        int64    the seat to move
        counts        (g,)        int64    how many moves are legal
        rewards       (g, s)      float32  rewards of the last step: 1 for a win, -1 / (s - 1) for the others
        ended         (g,)        bool     whether a game ended in the last step; its row is the next one's start
        masks         (g, c)      int8     1 for the legal choices; without masks (0, c)
        observations  (g, n)      float32  the view of the seat to move; without observations (0, n)

    `step` makes one choice in each game, `play` one whole move, `run` many moves at random. The same seed and the same
    calls give the same games, whatever the number of threads.

    With a `seat`, or `ANY_SEAT` for a random one in every game, the caller chooses for that seat alone, random moves
    are played for the others, and observations are always that seat's. With `resets_later` a game that ends shows its
    last observation and an empty mask, and begins anew in the next step, whatever is chosen there; otherwise
    `finals` keeps the last observations, if they are wanted. These are for `step` alone.

    With `device="cuda"` the games are played on a graphics processor (extra `cuda`): the same games for the same seed.
    The arrays are CuPy's and stay there; `torch.from_dlpack` and `jax.dlpack.from_dlpack` share them.

    >>> batch = Batch("qawale", games=1000, seed=1)
    >>> batch.masks.shape, batch.observations.shape, batch.counts[0]
    ((1000, 17), (1000, 1874), np.int64(40))
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.run(100).moves
    100000
    """

    def __init__(
        self,
        game_id: str,
        games: int,
        *,
        seats: Any = 2,
        seed: int = 0,
        threads: int | None = None,
        device: str | Device = "cpu",
        masks: bool = True,
        observations: bool = True,
        seat: int | None = None,
        resets_later: bool = False,
        finals: bool = False,
        **options: Any,
    ) -> None:
        threads = count_processors() if threads is None else threads
        if (whole(games) or 0) < 1 or (whole(threads) or 0) < 1:
            raise BadBatch("research.bad_size", games=str(games), threads=str(threads))
        self.game = game(game_id)
        self.encoding: Encoding = encoding(game_id)
        self.start = self.game.undealt(seats=seats, **options)
        self.games = games
        self.seats = self.start.seats
        self.threads = min(threads, games)
        self._device = at = find_device(device, self.threads)
        self.has_masks = masks
        self.has_observations = observations
        if seat is not None and seat != ANY_SEAT and seat not in range(self.seats):
            raise NoSuchSeat("fourfold.no_such_seat", seat=str(seat), last=self.seats - 1)
        words = len(self.start.row)
        room = BUCKETS + LONGEST if self.game.repetition else 0
        self.rows = at.zeros((games, words), np.int64)
        self.to_move = at.zeros(games, np.int64)
        self.counts = at.zeros(games, np.int64)
        self.rewards = at.zeros((games, self.seats), np.float32)
        ended = at.zeros(games, np.int8)
        self.ended: NDArray[np.bool_] = ended.view(np.bool_)
        self.masks = at.zeros((games if masks else 0, self.encoding.choices), np.int8)
        self.observations = at.zeros((games if observations else 0, self.encoding.size), np.float32)
        self.finals = at.zeros((games if finals else 0, self.encoding.size), np.float32)
        self.callers = at.zeros(games, np.int64)
        self.callers[:] = kernels.EVERY_SEAT if seat is None else seat
        arrays = kernels.Games(
            self.rows,
            self.to_move,
            self.counts,
            self.rewards,
            ended,
            self.masks,
            self.observations,
            self.finals,
            callers=self.callers,
            observers=at.zeros(games, np.int64),
            paths=at.zeros((games, self.encoding.longest), np.int64),
            spans=at.zeros((games, SPAN_WORDS), np.int64),
            random=at.zeros((games, 1), np.int64),
            keys=at.zeros((games, room), np.int64),
        )
        self._anybody = at.zeros(games, np.int64)
        self._anybody[:] = kernels.NOBODY_CHOSE
        self._wrong = at.zeros(games, np.int8)
        facts = facts_of(self.game, self.encoding)
        facts[kernels.DECK] = self.game.rules.deck(self.start.row.copy())
        facts[kernels.RESETS_LATER] = resets_later
        facts[kernels.DRAWS_SEAT] = seat == ANY_SEAT
        self._is_partial = seat is not None or resets_later
        at.bind(self.game, self.encoding, facts, self.start.row.copy(), arrays)
        self._is_closed = False
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Restart all games; the seed is a 64-bit integer."""
        number = whole(seed)
        if number is None or not -(1 << 63) <= number < 1 << 63:
            raise BadBatch("research.bad_seed", seed=str(seed))
        self._run("begin", scramble(number))

    def step(self, choices: ArrayLike) -> None:
        """Make one choice in each game; a move is played when its last choice is made."""
        if not self.has_masks:
            raise BadBatch("research.no_masks")
        chosen = self._one_a_game(choices, "choices")
        self._run("mark", chosen, self._wrong)
        wrong = self._wrong.nonzero()[0]
        if len(wrong):
            raise BadChoice("research.bad_choice_in", choice=str(chosen[wrong[0]]), game=str(wrong[0]))
        self._run("choose", chosen)

    def play(self, indices: ArrayLike | None = None) -> None:
        """Play one whole move in each game: that of an index below `counts`, or a random one."""
        if self._is_partial:
            raise BadBatch("research.only_choices")
        if indices is None:
            self._run("play", self._anybody, 1)
            return
        chosen = self._one_a_game(indices, "indices")
        wrong = ((chosen < 0) | (chosen >= self.counts)).nonzero()[0]
        if len(wrong):
            number = int(wrong[0])
            raise BadChoice(
                "research.bad_index", game=str(number), index=str(chosen[number]), width=int(self.counts[number])
            )
        self._run("play", chosen, 1)

    def run(self, steps: int) -> BatchTally:
        """Play so many random moves in each game, in one call, and return the tally."""
        if self._is_partial:
            raise BadBatch("research.only_choices")
        if (whole(steps) or 0) < 1:
            raise BadBatch("research.bad_steps", steps=str(steps))
        self._device.tallies[:] = 0
        once = 1 if self.has_masks or self.has_observations else steps
        for _ in range(steps // once):
            self._run("play", self._anybody, once)
        total = self._device.tallies.sum(axis=0).tolist()
        return BatchTally(
            total[kernels.MOVES], total[kernels.GAMES], total[kernels.DRAWS], tuple(total[kernels.WINS :])
        )

    def draw(self, chance: np.random.Generator) -> Row:
        """Draw a random legal choice for each game.

        >>> batch = Batch("qawale", games=2)
        >>> batch.step(batch.draw(np.random.default_rng(1)))
        """
        if not self.has_masks:
            raise BadBatch("research.no_masks")
        chosen = self._device.zeros(self.games, np.int64)
        self._run("draw", int(chance.integers(1 << 62)), chosen)
        return chosen

    def position(self, number: int) -> Position:
        """One of the games as a position, without history."""
        if whole(number) not in range(self.games):
            raise BadBatch("research.no_game", game=str(number), last=self.games - 1)
        return Position(self.game, self.seats, self.start.options, self._device.fetch(self.rows[number]))

    def close(self) -> None:
        """Stop the threads; nothing can be played any more."""
        self._is_closed = True
        self._device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, kernel: str, *what: Any) -> None:
        if self._is_closed:
            raise BadBatch("research.closed")
        self._device.run(kernel, *what)

    def _one_a_game(self, numbers: ArrayLike, what: str) -> Row:
        given = numbers if hasattr(numbers, "dtype") and hasattr(numbers, "shape") else np.asarray(numbers)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise BadBatch("research.bad_shape", what=what, games=self.games, shape=str(given.shape))
        return self._device.words(given)
