"""Ratings: a number for each player in each pool, changed by every match once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, text

from fourfold.store.engine.statements import run
from fourfold.store.engine.writer import Write
from fourfold.store.schema import matches, rated, ratings

FIND = select(ratings).where(ratings.c.pool == bindparam("of"), ratings.c.player.in_(bindparam("who", expanding=True)))
FIND_ONE = select(ratings).where(ratings.c.pool == bindparam("of"), ratings.c.player == bindparam("who"))
FIND_RATED = select(rated.c.place).where(rated.c.match_id == bindparam("match"))
ADD_RATED = text(
    "INSERT INTO rated (match_id, place) SELECT :match, coalesce(max(place), 0) + 1 FROM rated WHERE true"
    " ON CONFLICT DO NOTHING"
)
PUT_RATING = text(
    "INSERT INTO ratings (pool, player, mu, sigma, games, updated)"
    " VALUES (:pool, :player, :mu, :sigma, :games, :updated)"
    " ON CONFLICT (pool, player) DO UPDATE"
    " SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, updated = excluded.updated"
)


class RatingRow(msgspec.Struct, frozen=True):
    """What is known of a player's strength in a pool: the likeliest value, how far it may be off, and from how much."""

    pool: str
    player: str
    mu: float
    sigma: float
    games: int = 0
    updated: int = 0


Change = Callable[[Sequence["RatingRow | None"]], Sequence[tuple[float, float]]]  # the old ones, then value and spread


@dataclass(frozen=True, slots=True)
class RateMatch(Write[bool]):
    """What a match changes in some pools. A match that has counted already changes nothing; the result tells."""

    match_id: str
    pools: tuple[str, ...]
    players: tuple[str, ...]
    time: int
    change: Change

    def run(self, connection: Connection) -> bool:
        """Change the rows."""
        match = [{"match": self.match_id}]
        while not run(connection, ADD_RATED, match).rowcount:
            if run(connection, FIND_RATED, match).first():
                return False
            # else another process rated a match at this moment, and has finished
        for pool in self.pools:  # nobody else rates until this is committed: the next place waits for ours
            self._rate(connection, pool)
        return True

    def _rate(self, connection: Connection, pool: str) -> None:
        before = [self._known(connection, pool, player) for player in self.players]
        rows = [
            {
                "pool": pool,
                "player": player,
                "mu": mu,
                "sigma": sigma,
                "games": 1 + (known.games if known else 0),
                "updated": self.time,
            }
            for player, known, (mu, sigma) in zip(self.players, before, self.change(before), strict=True)
        ]
        run(connection, PUT_RATING, rows)

    def _known(self, connection: Connection, pool: str, player: str) -> RatingRow | None:
        found = run(connection, FIND_ONE, [{"of": pool, "who": player}]).first()
        return None if found is None else RatingRow(**found._mapping)


@dataclass(frozen=True, slots=True)
class ForgetRatings(Write[None]):
    """No match has counted."""

    def run(self, connection: Connection) -> None:
        """Take the rows out."""
        connection.execute(delete(ratings))
        connection.execute(delete(rated))


def list_ratings(connection: Connection, pool: str, limit: int) -> list[RatingRow]:
    """The best of a pool; of two alike the one that is surer."""
    sure = ratings.c.mu - 3 * ratings.c.sigma
    query = select(ratings).where(ratings.c.pool == pool).order_by(sure.desc(), ratings.c.player).limit(limit)
    return [RatingRow(**row._mapping) for row in connection.execute(query)]


def find_ratings(connection: Connection, pool: str, players: Sequence[str]) -> dict[str, RatingRow]:
    """The ratings of some players in a pool; who has none is left out."""
    found = connection.execute(FIND, {"of": pool, "who": list(players)})
    return {row.player: RatingRow(**row._mapping) for row in found}


def list_pools(connection: Connection) -> list[str]:
    """All pools in which anybody is rated."""
    return list(connection.execute(select(ratings.c.pool).distinct().order_by(ratings.c.pool)).scalars())


def list_unrated(connection: Connection, limit: int) -> list[str]:
    """Matches that are over and have not counted yet, the oldest first."""
    query = (
        select(matches.c.id)
        .where(matches.c.status == "over", matches.c.id.not_in(select(rated.c.match_id)))
        .order_by(matches.c.updated, matches.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def list_rated(connection: Connection) -> list[str]:
    """All matches that have counted, in the order in which they did."""
    return list(connection.execute(select(rated.c.match_id).order_by(rated.c.place)).scalars())
