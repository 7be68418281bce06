"""The referee: plays one game between players in this process; each player gets its view and nothing else."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fourfold.arena.errors import Forfeit
from fourfold.core.errors import FourfoldError
from fourfold.core.position import Position
from fourfold.players.player import Player
from fourfold.search.limit import Limit


@dataclass(frozen=True)
class Chair:
    """A seat in a game: a name, the player, and the limit of each of its moves."""

    name: str
    player: Player
    limit: Callable[[], Limit]


@dataclass(frozen=True)
class PlayedGame:
    """The result of a game. A forfeit is a loss, and a win for all others.

    `slowest` is the longest time that each seat took for a move, in seconds of the clock of its limit.
    """

    position: Position
    winners: tuple[int, ...]  # empty for a draw
    forfeit: int | None
    reason: str
    slowest: tuple[float, ...]


def play_game(position: Position, chairs: Sequence[Chair], seed: int = 0) -> PlayedGame:
    """Play to the end; deals come from the seed. An error of a player is a forfeit.

    A player in this process that never returns blocks the game; outside engines have a timeout.

    >>> import fourfold
    >>> from fourfold.players.levels import find_level
    >>> chairs = [Chair(name, find_level(name).player, lambda: Limit(nodes=1000)) for name in ("simple", "random")]
    >>> play_game(fourfold.game("qawale").start(), chairs).winners
    (0,)
    """
    deals = random.Random(f"deals/{seed}")
    slowest = [0.0] * position.seats
    while position.outcome is None:
        if position.is_deal_due:
            position = position.deal(seed=deals.getrandbits(63))
            continue
        seat = position.to_move
        assert seat is not None
        limit = chairs[seat].limit()
        began = limit.now()
        try:
            position = _ask(position, seat, chairs[seat], limit)
        except Forfeit as forfeit:
            others = tuple(other for other in range(position.seats) if other != seat)
            return PlayedGame(position, others, seat, str(forfeit), tuple(slowest))
        slowest[seat] = max(slowest[seat], limit.now() - began)
    winner = position.outcome.winner
    winners = () if winner is None else (winner,)
    return PlayedGame(position, winners, None, position.outcome.reason, tuple(slowest))


def _ask(position: Position, seat: int, chair: Chair, limit: Limit) -> Position:
    """Let a player choose a move and play it; every error is a forfeit."""
    try:
        move = chair.player.choose(position.view(seat), limit)
    except Forfeit:
        raise
    except Exception as error:
        problem = str(error) if isinstance(error, FourfoldError) else repr(error)
        raise Forfeit("arena.failed", player=chair.name, problem=problem) from error
    try:
        return position.play(str(move))
    except FourfoldError as error:
        raise Forfeit("arena.illegal", player=chair.name, move=str(move), problem=str(error)) from error
