"""Shares of what stays in the store: public tables, challenges, matches with computers; of a player and of a network.

They are counted in the store when something new is asked for. Networks are those that players were last seen at.
"""

from collections.abc import Sequence

from fourfold.match.refusal import refuse_if
from fourfold.match.settings import DAY
from fourfold.store import Store
from fourfold.store.rows import MatchRow
from fourfold.web.clock import now_in_milliseconds
from fourfold.web.http.clients import Clients

MOST_MATCHES_WITH_COMPUTERS = 50  # running matches of a player with computers, in which something happened within a day
MOST_PUBLIC, MOST_PUBLIC_OF_NETWORK = 3, 20  # tables that wait for anybody
MOST_CHALLENGES, MOST_CHALLENGES_OF_NETWORK = 3, 15  # to one account
LOOKED_AT = 1_000  # tables in the lobby


def check_computers(store: Store, player: str) -> None:
    """Refuse a player who plays too many matches with computers at once."""
    latest = store.matches.search(guest_id=player, statuses=["running"], limit=2 * MOST_MATCHES_WITH_COMPUTERS)
    since = now_in_milliseconds() - DAY
    seats = store.seats.find([match.id for match in latest if match.updated >= since])
    count = sum(any(seat.kind == "computer" for seat in row) for row in seats.values())
    refuse_if("web.share.computers", count >= MOST_MATCHES_WITH_COMPUTERS, most=MOST_MATCHES_WITH_COMPUTERS)


def check_public(store: Store, clients: Clients, player: str) -> None:
    """Refuse a player who waits at too many public tables."""
    waiting = store.matches.search(statuses=["open"], public=True, limit=LOOKED_AT)
    mine, near = _count(store, clients, waiting, player)
    refuse_if("web.share.public", mine >= MOST_PUBLIC, most=MOST_PUBLIC)
    refuse_if("web.share.public", near >= MOST_PUBLIC_OF_NETWORK, most=MOST_PUBLIC_OF_NETWORK)


def check_challenges(store: Store, clients: Clients, player: str, challenged: str, name: str) -> None:
    """Refuse a player who has challenged somebody too often already."""
    waiting = [store.matches.find(challenge.match_id) for challenge in store.challenges.of(challenged)]
    mine, near = _count(store, clients, waiting, player)
    is_too_much = mine >= MOST_CHALLENGES or near >= MOST_CHALLENGES_OF_NETWORK
    refuse_if("web.share.challenges", is_too_much, name=name)


def _count(store: Store, clients: Clients, matches: Sequence[MatchRow], player: str) -> tuple[int, int]:
    """At how many matches a player sits, and at how many anybody of the player's network."""
    network, mine, near = clients.find(player)[0], 0, 0
    for row in store.seats.find([match.id for match in matches]).values():
        sitting = {seat.guest_id for seat in row if seat.guest_id}
        mine += player in sitting
        near += any(clients.find(each)[0] == network for each in sitting)
    return mine, near
