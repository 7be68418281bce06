"""Tournaments as the store knows them: a text and a version. Their games are matches like all others."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, insert, select, update

from fourfold.store.engine.writer import Write
from fourfold.store.errors import TournamentChanged, UnknownTournament
from fourfold.store.schema import tournaments


class TournamentRow(msgspec.Struct, frozen=True):
    """The row of one tournament; what its body says is the caller's business."""

    id: str
    created: int
    status: str
    version: int
    body: str


@dataclass(frozen=True, slots=True)
class AddTournament(Write[None]):
    """A new tournament."""

    tournament: TournamentRow

    def run(self, connection: Connection) -> None:
        """Put the row in."""
        connection.execute(insert(tournaments).values(msgspec.structs.asdict(self.tournament)))


@dataclass(frozen=True, slots=True)
class ChangeTournament(Write[None]):
    """The next version of a tournament; TournamentChanged where another has come before."""

    tournament: TournamentRow

    def run(self, connection: Connection) -> None:
        """Change the row."""
        new = self.tournament
        here = (tournaments.c.id == new.id) & (tournaments.c.version == new.version - 1)
        values = {"status": new.status, "version": new.version, "body": new.body}
        if not connection.execute(update(tournaments).where(here).values(values)).rowcount:
            raise TournamentChanged("store.tournament_changed", tournament=new.id)


def find_tournament(connection: Connection, tournament_id: str) -> TournamentRow:
    """Find one tournament."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).first()
    if row is None:
        raise UnknownTournament("store.unknown_tournament", tournament=tournament_id)
    return TournamentRow(**row._mapping)


def list_tournaments(connection: Connection, statuses: Sequence[str], limit: int) -> list[TournamentRow]:
    """List tournaments, the latest first."""
    query = select(tournaments).where(tournaments.c.status.in_(statuses))
    found = connection.execute(query.order_by(tournaments.c.created.desc(), tournaments.c.id).limit(limit))
    return [TournamentRow(**row._mapping) for row in found]
