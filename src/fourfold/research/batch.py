"""Batch: a vectorized environment of thousands of games, stepped together in compiled code on all processors."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fourfold.core.encoding import Encoding
from fourfold.core.position import Position
from fourfold.core.processors import count_processors
from fourfold.core.registry import encoding, game
from fourfold.kernel.choices import SPAN_WORDS
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import Row, addresses
from fourfold.research.errors import BadBatch, BadChoice
from fourfold.research.game_facts import facts_of
from fourfold.research.kernels import steps as kernels
from fourfold.research.validation import whole
from fourfold.search.playouts import LONGEST
from fourfold.search.repetition import BUCKETS


@dataclass(frozen=True)
class BatchTally:
    """The result of a run: moves, finished games, draws among them and the wins of each seat."""

    moves: int
    games: int
    draws: int
    wins: tuple[int, ...]


class Batch:
    """A vectorized environment with automatic reset: a game that ends begins anew in the same step.

    The arrays belong to the batch and every step writes them in place; a framework can share them without copying
    (`torch.from_numpy`, `jax.dlpack`). With g games, s seats, c choices and n numbers an observation (see `encoding`):

        rows          (g, words)  int64    the positions as kernel rows
        to_move       (g,)        int64    the seat to move
        counts        (g,)        int64    how many moves are legal
        rewards       (g, s)      float32  rewards of the last step: 1 for a win, -1 / (s - 1) for the others
        ended         (g,)        bool     whether a game ended in the last step; its row is the next one's start
        masks         (g, c)      int8     1 for the legal choices; without masks (0, c)
        observations  (g, n)      float32  the view of the seat to move; without observations (0, n)

    `step` makes one choice in each game, `play` one whole move, `run` many moves at random. The same seed and the same
    calls give the same games, whatever the number of threads.

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
        masks: bool = True,
        observations: bool = True,
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
        self.has_masks = masks
        self.has_observations = observations
        words = len(self.start.row)
        room = BUCKETS + LONGEST if self.game.repetition else 0
        self.rows = np.zeros((games, words), np.int64)
        self.to_move = np.zeros(games, np.int64)
        self.counts = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, self.seats), np.float32)
        self._ended = np.zeros(games, np.int8)
        self.ended: NDArray[np.bool_] = self._ended.view(np.bool_)
        self.masks = np.zeros((games if masks else 0, self.encoding.choices), np.int8)
        self.observations = np.zeros((games if observations else 0, self.encoding.size), np.float32)
        self._keys = np.zeros((games, room), np.int64)
        self._random = np.zeros((games, 1), np.int64)
        self._paths = np.zeros((games, self.encoding.longest), np.int64)
        self._spans = np.zeros((games, SPAN_WORDS), np.int64)
        self._anybody = np.full(games, kernels.NOBODY_CHOSE, np.int64)
        deck = int(self.game.rules.deck(self.start.row.copy()))
        self._orders = np.zeros((self.threads, deck), np.int64)
        self._work = np.zeros((self.threads, self.game.work_words), np.int64)
        self._views = np.zeros((self.threads, words), np.int64)
        self._tallies = np.zeros((self.threads, kernels.WINS + self.seats), np.int64)
        self._rules = addresses(self.game.rules)
        self._coding = addresses(self.encoding.kernels)
        self._facts = facts_of(self.game, self.encoding)
        self._first = self.start.row.copy()
        self._bounds = [games * thread // self.threads for thread in range(self.threads + 1)]
        self._pool = ThreadPoolExecutor(self.threads - 1, "batch") if self.threads > 1 else None
        self._is_closed = False
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Restart all games; the seed is a 64-bit integer."""
        number = whole(seed)
        if number is None or not -(1 << 63) <= number < 1 << 63:
            raise BadBatch("research.bad_seed", seed=str(seed))
        for at in range(self.games):
            self._random[at] = scramble(scramble(number) + at)
        self._each(
            lambda thread, first, end: kernels.begin_games(
                self._rules, self._facts, self._first, self.rows, self._orders[thread], self._random, self._keys, first,
                end,
            )
        )  # fmt: skip
        self.rewards[:] = 0
        self.ended[:] = False
        self._update(begins=True)

    def step(self, choices: ArrayLike) -> None:
        """Make one choice in each game; a move is played when its last choice is made."""
        if not self.has_masks:
            raise BadBatch("research.no_masks")
        chosen = self._one_a_game(choices, "choices")
        legal = (chosen >= 0) & (chosen < self.encoding.choices)
        legal[legal] = self.masks[np.flatnonzero(legal), chosen[legal]] == 1
        if not legal.all():
            wrong = int(np.argmin(legal))
            raise BadChoice("research.bad_choice_in", choice=str(chosen[wrong]), game=str(wrong))
        self._each(
            lambda thread, first, end: kernels.choose_games(
                self._rules, self._coding, self._facts, self._first, self.rows, self._orders[thread], self._random,
                self._keys, self._work[thread], self._paths, self._spans, chosen, self.rewards, self._ended,
                self._tallies[thread], first, end,
            )
        )  # fmt: skip
        self._update(begins=False)

    def play(self, indices: ArrayLike | None = None) -> None:
        """Play one whole move in each game: that of an index below `counts`, or a random one."""
        if indices is None:
            self._play(self._anybody, 1)
            return
        chosen = self._one_a_game(indices, "indices")
        wrong = np.flatnonzero((chosen < 0) | (chosen >= self.counts))
        if len(wrong):
            number = int(wrong[0])
            raise BadChoice(
                "research.bad_index", game=str(number), index=str(chosen[number]), width=int(self.counts[number])
            )
        self._play(chosen, 1)

    def run(self, steps: int) -> BatchTally:
        """Play so many random moves in each game, in one call, and return the tally."""
        if (whole(steps) or 0) < 1:
            raise BadBatch("research.bad_steps", steps=str(steps))
        self._tallies[:] = 0
        if self.has_masks or self.has_observations:
            for _ in range(steps):
                self._play(self._anybody, 1)
        else:
            self._play(self._anybody, steps)
        total = self._tallies.sum(axis=0).tolist()
        return BatchTally(
            total[kernels.MOVES], total[kernels.GAMES], total[kernels.DRAWS], tuple(total[kernels.WINS :])
        )

    def position(self, number: int) -> Position:
        """One of the games as a position, without history."""
        if whole(number) not in range(self.games):
            raise BadBatch("research.no_game", game=str(number), last=self.games - 1)
        return Position(self.game, self.seats, self.start.options, self.rows[number].copy())

    def close(self) -> None:
        """Stop the threads; nothing can be played any more."""
        self._is_closed = True
        if self._pool:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _play(self, indices: Row, steps: int) -> None:
        self._each(
            lambda thread, first, end: kernels.play_games(
                self._rules, self._facts, self._first, self.rows, self._orders[thread], self._random, self._keys,
                self._work[thread], indices, steps, self.rewards, self._ended, self._tallies[thread], first, end,
            )
        )  # fmt: skip
        self._update(begins=True)

    def _update(self, begins: bool) -> None:
        """Update all arrays that derive from the rows."""
        self._each(
            lambda thread, first, end: kernels.look_at_games(
                self._rules, self._coding, self._facts, self.rows, self._work[thread], self._paths, self._spans,
                self._views[thread], begins, self.to_move, self.counts, self.masks, self.observations, first, end,
            )
        )  # fmt: skip

    def _each(self, work: Callable[[int, int, int], None]) -> None:
        """Let every thread, this one too, work on its share of the games."""
        if self._is_closed:
            raise BadBatch("research.closed")
        shares = [(thread, self._bounds[thread], self._bounds[thread + 1]) for thread in range(self.threads)]
        futures = [self._pool.submit(work, *share) for share in shares[1:]] if self._pool else []
        work(*shares[0])
        for future in futures:
            future.result()

    def _one_a_game(self, numbers: ArrayLike, what: str) -> Row:
        given = np.asarray(numbers)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise BadBatch("research.bad_shape", what=what, games=self.games, shape=str(given.shape))
        return np.ascontiguousarray(given, np.int64)
