"""Tournaments: a JSON text and a version each (optimistic concurrency). Their games are ordinary matches."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from fourfold.store.engine.table import StoreTable, query, transaction
from fourfold.store.errors import TournamentChanged, UnknownTournament
from fourfold.store.schema import tournaments
from fourfold.store.tables.commitments import use_commitment


class TournamentRow(msgspec.Struct, frozen=True):
    """The row of one tournament; the store does not read the body."""

    id: str
    created: int
    status: str
    version: int
    body: str


def insert_tournament(connection: Connection, tournament: TournamentRow, commitment: str | None = None) -> None:
    """Insert a new tournament; a commitment given before serves for it alone: UnknownCommitment."""
    if commitment is not None:
        use_commitment(connection, commitment)
    connection.execute(insert(tournaments).values(msgspec.structs.asdict(tournament)))


def change_tournament(connection: Connection, new: TournamentRow) -> None:
    """Store the next version of a tournament; TournamentChanged where that version exists already."""
    here = (tournaments.c.id == new.id) & (tournaments.c.version == new.version - 1)
    values = {"status": new.status, "version": new.version, "body": new.body}
    if not connection.execute(update(tournaments).where(here).values(values)).rowcount:
        raise TournamentChanged("store.tournament_changed", tournament=new.id)


def find_tournament(connection: Connection, tournament_id: str) -> TournamentRow:
    """Find one tournament; UnknownTournament."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).first()
    if row is None:
        raise UnknownTournament("store.unknown_tournament", tournament=tournament_id)
    return TournamentRow(**row._mapping)


def search_tournaments(connection: Connection, statuses: Sequence[str], limit: int = 50) -> list[TournamentRow]:
    """List tournaments with one of the statuses, the latest first."""
    wanted = select(tournaments).where(tournaments.c.status.in_(statuses))
    found = connection.execute(wanted.order_by(tournaments.c.created.desc(), tournaments.c.id).limit(limit))
    return [TournamentRow(**row._mapping) for row in found]


class TournamentTable(StoreTable):
    """All tournaments."""

    add = transaction(insert_tournament)
    change = transaction(change_tournament)
    find = query(find_tournament)
    search = query(search_tournaments)
