"""Ratings: mean and standard deviation of each player's strength in each pool; every match counts once."""

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, text

from fourfold.store.engine.statements import run
from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.schema import matches, rated, rating_days, ratings

FIND = select(ratings).where(ratings.c.pool == bindparam("of"), ratings.c.player.in_(bindparam("who", expanding=True)))
FIND_ONE = select(ratings).where(ratings.c.pool == bindparam("of"), ratings.c.player == bindparam("who"))
FIND_RATED = select(rated.c.place).where(rated.c.match_id == bindparam("match"))
ADD_RATED = text(
    "INSERT INTO rated (match_id, place) SELECT :match, coalesce(max(place), 0) + 1 FROM rated WHERE true"
    " ON CONFLICT DO NOTHING"
)
UPSERT_RATING = text(
    "INSERT INTO ratings (pool, player, mu, sigma, games, updated)"
    " VALUES (:pool, :player, :mu, :sigma, :games, :updated)"
    " ON CONFLICT (pool, player) DO UPDATE"
    " SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, updated = excluded.updated"
)
UPSERT_DAY = text(
    "INSERT INTO rating_days (player, pool, day, mu, sigma) VALUES (:player, :pool, :day, :mu, :sigma)"
    " ON CONFLICT (player, pool, day) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma"
)
DAY = 24 * 3600 * 1000  # milliseconds


class RatingRow(msgspec.Struct, frozen=True):
    """The strength of a player in a pool: its mean, its standard deviation, and the number of games."""

    pool: str
    player: str
    mu: float
    sigma: float
    games: int = 0
    updated: int = 0


class RatingDay(msgspec.Struct, frozen=True):
    """The strength of a player in a pool after the last match of a day, which is counted from 1970."""

    pool: str
    day: int
    mu: float
    sigma: float


Change = Callable[[Sequence[RatingRow | None]], Sequence[tuple[float, float]]]  # old ratings in, new (mu, sigma) out


def rate_match(
    connection: Connection, match_id: str, pools: Sequence[str], players: Sequence[str], time: int, change: Change
) -> bool:
    """Rate a match in some pools; False, and no change, where it was rated before."""
    match = [{"match": match_id}]
    while not run(connection, ADD_RATED, match).rowcount:
        if run(connection, FIND_RATED, match).first():
            return False
        # else another process committed the rating of another match at this moment
    for pool in pools:  # the unique place locks out all other ratings until the commit
        before = [_find_one(connection, pool, player) for player in players]
        rows = [
            {
                "pool": pool,
                "player": player,
                "mu": mu,
                "sigma": sigma,
                "games": 1 + (known.games if known else 0),
                "updated": time,
            }
            for player, known, (mu, sigma) in zip(players, before, change(before), strict=True)
        ]
        run(connection, UPSERT_RATING, rows)
        run(connection, UPSERT_DAY, [{**row, "day": time // DAY} for row in rows])
    return True


def _find_one(connection: Connection, pool: str, player: str) -> RatingRow | None:
    found = run(connection, FIND_ONE, [{"of": pool, "who": player}]).first()
    return None if found is None else RatingRow(**found._mapping)


def clear_ratings(connection: Connection) -> None:
    """Delete all ratings, to compute them again from the event log."""
    connection.execute(delete(ratings))
    connection.execute(delete(rating_days))
    connection.execute(delete(rated))


def find_best(connection: Connection, pool: str, limit: int = 100) -> list[RatingRow]:
    """List the best of a pool, by the lower bound of their strength."""
    bound = ratings.c.mu - 3 * ratings.c.sigma
    wanted = select(ratings).where(ratings.c.pool == pool).order_by(bound.desc(), ratings.c.player).limit(limit)
    return [RatingRow(**row._mapping) for row in connection.execute(wanted)]


def find_ratings(connection: Connection, pool: str, players: Sequence[str]) -> dict[str, RatingRow]:
    """Find the ratings of some players in a pool; players without one are left out."""
    found = connection.execute(FIND, {"of": pool, "who": list(players)})
    return {row.player: RatingRow(**row._mapping) for row in found}


def find_ratings_of(connection: Connection, player: str) -> list[RatingRow]:
    """List the ratings of a player in all pools, those with the most games first."""
    wanted = select(ratings).where(ratings.c.player == player).order_by(ratings.c.games.desc(), ratings.c.pool)
    return [RatingRow(**row._mapping) for row in connection.execute(wanted)]


def find_days(connection: Connection, player: str, pool: str, limit: int = 400) -> list[RatingDay]:
    """List the last days on which a player's rating in a pool changed, the oldest first."""
    mine = (rating_days.c.player == player) & (rating_days.c.pool == pool)
    wanted = select(rating_days).where(mine).order_by(rating_days.c.day.desc()).limit(limit)
    found = [RatingDay(row.pool, row.day, row.mu, row.sigma) for row in connection.execute(wanted)]
    return found[::-1]


def find_pools(connection: Connection) -> list[str]:
    """List the pools that have ratings."""
    return list(connection.execute(select(ratings.c.pool).distinct().order_by(ratings.c.pool)).scalars())


def find_unrated_matches(connection: Connection, limit: int = 100) -> list[str]:
    """List matches that are over and not rated yet, the oldest first."""
    wanted = (
        select(matches.c.id)
        .where(matches.c.status == "over", matches.c.id.not_in(select(rated.c.match_id)))
        .order_by(matches.c.updated, matches.c.id)
        .limit(limit)
    )
    return list(connection.execute(wanted).scalars())


def find_rated_matches(connection: Connection) -> list[str]:
    """List all rated matches, in the order in which they were rated."""
    return list(connection.execute(select(rated.c.match_id).order_by(rated.c.place)).scalars())


class RatingTable(StoreTable):
    """All ratings."""

    rate_match = transaction(rate_match)
    clear = transaction(clear_ratings)
    best = query(find_best)
    find = query(find_ratings)
    of = query(find_ratings_of)
    days = query(find_days)
    pools = query(find_pools)
    unrated_matches = query(find_unrated_matches)
    rated_matches = query(find_rated_matches)
