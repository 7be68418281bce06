"""Pairings of a round: round robin (Berger tables), Swiss system, knock-out brackets, and tables of several seats."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

Meeting = tuple[str, ...]  # in the order of the seats of its first game
Pairings = tuple[list[Meeting], list[str]]  # the meetings of a round, and its byes
Past = tuple[tuple[tuple[Meeting, tuple[float, ...]], ...], tuple[str, ...]]  # meetings with points, and byes
History = tuple[Past, ...]


@lru_cache(maxsize=256)  # slow, and a tournament is rebuilt from its games for every request
def pair_round_robin(players: Sequence[str], number: int) -> Pairings:
    """A round of a round robin by its number, from 0 on (Berger tables).

    >>> pair_round_robin("abcd", 0)
    ([('a', 'd'), ('b', 'c')], [])
    """
    entries = [_entry(place, len(players)) for place in range(len(players))]
    return _from_engine(players, "round_robin", entries, set(), number, len(players))


@lru_cache(maxsize=256)  # slow, and a tournament is rebuilt from its games for every request
def pair_swiss(players: tuple[str, ...], history: History, rounds: int, bye: float = 1.0) -> Pairings:
    """The next round of a Swiss system for two seats (FIDE Dutch system): equal points meet, without rematches.

    The players are those who are there now; the history may name others. In the last rounds of a small field, where it
    is impossible, the players left over have rematches.

    >>> pair_swiss(("a", "b", "c", "d"), (), 3)
    ([('a', 'c'), ('d', 'b')], [])
    """
    here, players = players, tuple(dict.fromkeys([*players, *_named(history)]))
    place = {player: at for at, player in enumerate(players)}
    entries = [_entry(at, len(players)) for at in range(len(players))]
    met: set[tuple[int, int]] = set()
    for meetings, byes in history:
        before = [entry["score"] for entry in entries]
        for meeting, made in meetings:
            one, other = (place[player] for player in meeting)
            met.add((one + 1, other + 1))
            for at, across, colour, points in ((one, other, "white", made[0]), (other, one, "black", made[1])):
                entries[at]["score"] += points
                entries[at]["color_hist"].append(colour)
                entries[at]["float_history"].append(_float(before[at], before[across]))
        for player in byes:
            entry = entries[place[player]]
            entry["score"] += bye
            entry["color_hist"].append("none")
            entry["float_history"].append("down")
            entry["bye_count"] += 1
        there = {player for meeting, _ in meetings for player in meeting} | set(byes)
        for entry in (entries[at] for at, player in enumerate(players) if player not in there):
            entry["color_hist"].append("none")
            entry["float_history"].append("none")
    met = {pair for pair in met if max(pair) <= len(here)}
    paired, left = _from_engine(here, "dutch", entries[: len(here)], met, len(history), rounds)
    again = list(zip(left[::2], left[1::2], strict=False))
    return [*paired, *again], left[2 * len(again) :]


def _named(history: History) -> list[str]:
    """All players of a history."""
    found = [player for meetings, _ in history for meeting, _ in meetings for player in meeting]
    return [*found, *(player for _, byes in history for player in byes)]


def pair_knockout(players: Sequence[str], winners: Sequence[Sequence[str]]) -> Pairings:
    """The next round of a knock-out bracket: the strongest meets the weakest; byes of the first round go to the top.

    >>> pair_knockout("abc", [])
    ([('b', 'c')], ['a'])
    >>> pair_knockout("abc", [["a", "c"]])
    ([('a', 'c')], [])
    """
    size = 1 << (len(players) - 1).bit_length()
    slots: list[str | None] = [players[seed] if seed < len(players) else None for seed in _bracket(size)]
    for gone_on in winners:
        slots = [next((each for each in pair if each in gone_on), None) for pair in _pairs(slots)]
    meetings: list[Meeting] = []
    byes: list[str] = []
    for one, other in _pairs(slots):
        if one is not None and other is not None:
            meetings.append((one, other))
        else:
            byes += [each for each in (one, other) if each is not None]
    return meetings, byes


def pair_tables(players: Sequence[str], history: History, seats: int, bye: float = 1.0) -> Pairings:
    """The next round of a Swiss system for several seats: equal points together, fewest rematches, seats in turn.

    Players without a table have a bye: the lowest of those with the fewest byes. The history may name players who are
    no longer there.
    """
    everybody = [*players, *_named(history)]
    points, byes = dict.fromkeys(everybody, 0.0), dict.fromkeys(everybody, 0)
    met, sat = dict[frozenset[str], int](), dict[tuple[str, int], int]()
    for meetings, waiting in history:
        for meeting, made in meetings:
            for seat, (player, score) in enumerate(zip(meeting, made, strict=True)):
                points[player] += score
                sat[player, seat] = sat.get((player, seat), 0) + 1
                for other in meeting[:seat]:
                    pair = frozenset((player, other))
                    met[pair] = met.get(pair, 0) + 1
        for player in waiting:
            points[player] += bye
            byes[player] += 1
    order = sorted(players, key=lambda player: (-points[player], players.index(player)))
    outside = sorted(order, key=lambda player: (byes[player], -order.index(player)))[: len(players) % seats]
    free = [player for player in order if player not in outside]
    tables: list[Meeting] = []
    while free:
        table = [free.pop(0)]
        while len(table) < seats:
            chosen = min(
                free,
                key=lambda player: (
                    sum(met.get(frozenset((player, other)), 0) for other in table),
                    -points[player],
                    players.index(player),
                ),
            )
            free.remove(chosen)
            table.append(chosen)
        tables.append(_seated(table, sat))
    return tables, outside


def _seated(table: Sequence[str], sat: dict[tuple[str, int], int]) -> Meeting:
    """Assign the seats of a table: each in turn to the player who had it least often."""
    waiting, order = list(table), []
    for seat in range(len(table)):
        chosen = min(waiting, key=lambda player: (sat.get((player, seat), 0), table.index(player)))
        waiting.remove(chosen)
        order.append(chosen)
    return tuple(order)


def _bracket(size: int) -> list[int]:
    """The seeds in the order of a bracket: the two best can meet only in the final.

    >>> _bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def _pairs(slots: Sequence[str | None]) -> list[tuple[str | None, str | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _entry(place: int, count: int) -> dict[str, Any]:
    """A player as the pairing engine knows it; its numbers begin with 1."""
    return {
        "id": place + 1, "name": str(place), "starting_number": place + 1, "rating": count - place,
        "score": 0.0, "color_hist": [], "float_history": [], "bye_count": 0,
    }  # fmt: skip


def _float(own: float, other: float) -> str:
    return "none" if own == other else "down" if own > other else "up"


def _from_engine(
    players: Sequence[str],
    system: str,
    entries: list[dict[str, Any]],
    met: set[tuple[int, int]],
    number: int,
    rounds: int,
) -> Pairings:
    from caissify_pairings import generate_pairings  # slow to load

    logging.getLogger("caissify_pairings").setLevel(logging.ERROR)  # this module handles what it warns of
    meetings, byes = list[Meeting](), list[str]()
    for pair in generate_pairings(system, entries, met, number + 1, rounds):
        one, other = players[pair["white_id"] - 1], pair.get("black_id")
        if other is None:
            byes.append(one)
        else:
            meetings.append((one, players[other - 1]))
    return meetings, byes
