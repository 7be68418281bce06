"""Arena tournaments: for some time everybody plays as often as they like, and is paired again when free.

As with the other systems nothing is stored: pairings and standings follow from the games so far.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from fourfold.arena.tournaments.standings import Standing

WIN, DRAW = 2, 1  # points
STREAK = 2  # wins in a row, after which points are doubled until a game is not won


class ArenaGame(NamedTuple):
    """One game: its players by seat, their scores where it is over, whether it counts, and who did not come."""

    players: tuple[str, ...]
    scores: tuple[float, ...] | None = None
    counts: bool = True
    absent: tuple[str, ...] = ()


def stand_arena(players: Sequence[str], games: Sequence[ArenaGame]) -> list[Standing]:
    """The standings, the best first: by points, then by wins; players equal in both share the rank.

    >>> won = ArenaGame(("a", "b"), (1.0, 0.0))
    >>> [(one.player, one.points) for one in stand_arena("ab", [won, won, won])]
    [('a', 8.0), ('b', 0.0)]
    """
    found = {player: Standing(player) for player in players}
    streaks = dict.fromkeys(players, 0)
    for game in games:
        if game.scores is None or not game.counts:
            continue
        for player, score in zip(game.players, game.scores, strict=True):
            one, is_won, is_drawn = found[player], score == 1.0, 0.0 < score < 1.0
            made = (WIN if is_won else DRAW if is_drawn else 0) * (2 if streaks[player] >= STREAK else 1)
            streaks[player] = streaks[player] + 1 if is_won else 0
            one.points += made
            one.games += 1
            one.wins += is_won
            for other in game.players:
                if other != player:
                    one.against[other] = one.against.get(other, 0.0) + made
    order = sorted(found.values(), key=lambda one: (-one.points, -one.wins, players.index(one.player)))
    for place, one in enumerate(order):
        before = order[place - 1]
        is_same = place > 0 and (one.points, one.wins) == (before.points, before.wins)
        one.rank = before.rank if is_same else place + 1
    return order


def pair_arena(
    players: Sequence[str], ready: Collection[str], games: Sequence[ArenaGame], computers: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Pair those who are ready and free: neighbours in the standings, and nobody twice in a row with the same player.

    Where only two are left, they meet again. Computers play with people only.

    >>> pair_arena("abcd", "abcd", [])
    [('a', 'b'), ('c', 'd')]
    >>> pair_arena("abc", "abc", [ArenaGame(("a", "b"), (1.0, 0.0))])
    [('c', 'a')]
    """
    busy = {player for game in games if game.scores is None for player in game.players}
    order = [one.player for one in stand_arena(players, games)]
    free = [player for player in order if player in ready and player not in busy]
    is_small = sum(player in ready for player in players) <= 2
    last: dict[str, str] = {}
    firsts = dict.fromkeys(players, 0)
    for game in games:
        one, other = game.players
        last[one], last[other] = other, one
        firsts[one] += 1
        firsts[other] -= 1
    pairs: list[tuple[str, str]] = []
    while free:
        one = free.pop(0)
        for other in free:
            is_again = last.get(one) == other and last.get(other) == one and not is_small
            if not is_again and not (one in computers and other in computers):
                free.remove(other)
                pairs.append((one, other) if firsts[one] <= firsts[other] else (other, one))
                break
    return pairs
