"""The store's friendly face."""

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from fourfold.store.atomic_files import replacing
from fourfold.store.catch_up import CatchUp
from fourfold.store.engine.database import Database
from fourfold.store.engine.notifications import Announcement
from fourfold.store.engine.readers import Readers
from fourfold.store.engine.sqlite import SqliteDatabase
from fourfold.store.engine.statements import describe
from fourfold.store.engine.writer import Writer
from fourfold.store.errors import BadTarget, StorageFailed, StoreClosed
from fourfold.store.exchange import Imported, format_matches, is_present, parse_matches
from fourfold.store.futures import settle
from fourfold.store.location import find_place
from fourfold.store.rows import Due, EventRow, Guest, MatchChange, MatchRow, SeatRow, StoredEvent
from fourfold.store.tables import match_queries
from fourfold.store.tables.accounts import Accounts
from fourfold.store.tables.chat import ChatTable
from fourfold.store.tables.claims import ChangeDue, Claim, list_due
from fourfold.store.tables.commitments import AddCommitment, find_secret
from fourfold.store.tables.match_writes import (
    NO_CHANGE,
    AddGuest,
    AddInvite,
    Append,
    ChangeGuest,
    InsertMatch,
    RemoveInvites,
)
from fourfold.store.tables.ratings import (
    Change,
    ForgetRatings,
    RateMatch,
    RatingRow,
    find_ratings,
    list_pools,
    list_rated,
    list_ratings,
    list_unrated,
)
from fourfold.store.tables.tournaments import (
    AddTournament,
    ChangeTournament,
    TournamentRow,
    find_tournament,
    list_tournaments,
)

Result = TypeVar("Result")
Given = ParamSpec("Given")

IMPORTS_AT_ONCE = 100  # so that an import leaves room in the queue for those who play


class Store:
    """All matches in one database, usable from any thread.

    Whatever writes answers with a future at once; it resolves when the disk has the write, and with an
    error when nothing was written. Whatever reads answers directly and sees all that was resolved before.

    >>> import tempfile
    >>> from fourfold.store import EventRow, MatchRow, Store
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store.open(folder.name + "/matches.db") as store:
    ...     store.create_match(MatchRow("m1", "quads", created=1000, status="open")).result()
    ...     store.append("m1", 1, [Event("move", b"a1", time=1001), EventRow("move", b"b2", time=1002)]).result()
    ...     [(event.sequence, event.body) for event in store.read("m1", after=1)]
    ...     store.append("m1", 2, [EventRow("move", b"c3", time=1003)]).exception().code
    2
    [(2, b'b2')]
    'store.sequence_taken'
    >>> folder.cleanup()
    """

    def __init__(self, database: Database) -> None:
        database.prepare()
        self.database = database
        self.writer = Writer(database.writing_engine())
        self._reading_engine = database.reading_engine()
        self._readers = Readers()
        self._news = CatchUp(database.read_news)
        self._closed = False
        self.accounts = Accounts(self.writer, self._reading)
        self.remarks = ChatTable(self.writer, self._reading)

    @classmethod
    def open(cls, place: str | Path | None = None) -> Self:
        """Open the database at a path or URL, or in the usual place; make it, or bring it up to date, first."""
        return cls(open_database(find_place(place)))

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write at the same time."""
        return self.database.is_shared

    async def aside(self, question: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Ask one of the questions below without holding up the event loop where the answer comes from a server.

        What is in a file is read at once. StorageFailed where there is no answer in time.
        """
        if not self.is_shared:
            return question(*given, **named)
        return await self._readers.ask(lambda: question(*given, **named))

    def announcements(self) -> AsyncIterator[Announcement | None]:
        """Hear which matches went on, for ever; None where something may have been missed."""
        return self.database.announcements()

    def close(self) -> None:
        """Finish what was begun, then let go of the file. Closing twice is harmless."""
        self._closed = True
        self.writer.close()
        self._readers.close()
        self._reading_engine.dispose()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # The log

    def append(
        self,
        match_id: str,
        first_sequence: int,
        events: Sequence[EventRow],
        *,
        change: MatchChange = NO_CHANGE,
        seats: Sequence[SeatRow] = (),
        due: int | None = None,
    ) -> Future[int]:
        """Append events to a match's log; the result is the sequence of the last.

        The first must follow the last one stored, else nothing is written: SequenceTaken, SequenceGap.
        What changes in the match's row and seats is stored in the same transaction, and when something
        will happen there by itself.
        """
        return self.writer.submit(Append(match_id, first_sequence, tuple(events), change, tuple(seats), due))

    async def append_async(
        self,
        match_id: str,
        first_sequence: int,
        events: Sequence[EventRow],
        *,
        change: MatchChange = NO_CHANGE,
        seats: Sequence[SeatRow] = (),
        due: int | None = None,
    ) -> int:
        """Append, and wait for it in an event loop."""
        return await settle(self.append(match_id, first_sequence, events, change=change, seats=seats, due=due))

    def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
        """Read the events behind a sequence, in order; UnknownMatch where there is no such match."""
        with self._reading() as connection:
            return match_queries.read_events(connection, match_id, after, limit)

    async def news(self, match_id: str, after: int) -> list[StoredEvent]:
        """Read what other processes appended behind a sequence, of a match that is there; usually there is nothing.

        In a database that is not shared there never is.
        """
        return await self._news.read(match_id, after) if self.is_shared else []

    # What happens by itself

    def due(self, now: int, worker: str = "", limit: int = 1000) -> list[Due]:
        """List matches where something is due by now and no process but this worker takes care of it."""
        with self._reading() as connection:
            return list_due(connection, now, worker, limit)

    async def claim(self, match_id: str, last_sequence: int, worker: str, seconds: float) -> bool:
        """Take care, for so many seconds, of what happens by itself; False where another process does.

        The claim ends sooner when an event is appended; whoever has it may claim again. In a database that is
        not shared there is nobody else.
        """
        if not self.is_shared:
            return True
        return await settle(self.writer.submit(Claim(match_id, last_sequence, worker, int(seconds * 1000))))

    def change_due(self, match_id: str, last_sequence: int, due: int | None) -> Future[None]:
        """Correct when something will happen by itself, unless the match has gone on."""
        return self.writer.submit(ChangeDue(match_id, last_sequence, due))

    # Matches and their seats

    def create_match(
        self,
        match: MatchRow,
        seats: Sequence[SeatRow] = (),
        events: Sequence[EventRow] = (),
        token_hash: str | None = None,
        due: int | None = None,
        commitment: str | None = None,
    ) -> Future[None]:
        """Make a match with its seats and first events, all or nothing; MatchExists where the id is taken.

        A commitment that was told before serves for this match alone: UnknownCommitment where it has served.
        """
        return self.writer.submit(InsertMatch(match, tuple(seats), tuple(events), token_hash, due, commitment))

    def add_commitment(self, commitment: str, secret: str, created: int) -> Future[None]:
        """Keep a secret for a match to come, under the commitment to it."""
        return self.writer.submit(AddCommitment(commitment, secret, created))

    def committed_secret(self, commitment: str) -> str:
        """Find the secret of a commitment that has not served yet; UnknownCommitment where there is none."""
        with self._reading() as connection:
            return find_secret(connection, commitment)

    def match(self, match_id: str) -> MatchRow:
        """Find one match."""
        with self._reading() as connection:
            return match_queries.find_match(connection, match_id)

    def matches(
        self,
        *,
        game: str | None = None,
        statuses: Collection[str] | None = None,
        public: bool | None = None,
        guest_id: str | None = None,
        behind: MatchRow | None = None,
        limit: int = 50,
    ) -> list[MatchRow]:
        """List the matches that have all that is asked for, those with the latest events first.

        For the next page, give the last match of this one as `behind`.
        """
        with self._reading() as connection:
            return match_queries.list_matches(
                connection,
                game=game,
                statuses=statuses,
                public=public,
                guest_id=guest_id,
                behind=behind,
                limit=limit,
            )

    def seats(self, match_ids: Collection[str]) -> dict[str, list[SeatRow]]:
        """List the seats of several matches, in order."""
        with self._reading() as connection:
            return match_queries.list_seats(connection, match_ids)

    def last_events(self, match_ids: Collection[str], kind: str) -> dict[str, bytes]:
        """Find the body of the last event of a kind in several matches; those without one are left out."""
        with self._reading() as connection:
            return match_queries.find_events(connection, match_ids, kind)

    # Guests and invites. Tokens are long and random; the store is given only their hashes.

    def add_guest(self, guest: Guest, token_hash: str) -> Future[None]:
        """Let a guest in who is known by a token from now on."""
        return self.writer.submit(AddGuest(guest, token_hash))

    def change_guest(self, guest_id: str, *, name: str | None = None, seen: int | None = None) -> Future[None]:
        """Change what is given and leave the rest."""
        return self.writer.submit(ChangeGuest(guest_id, name, seen))

    def guests(self, guest_ids: Collection[str]) -> dict[str, Guest]:
        """Find guests by their ids; those who do not exist are left out."""
        with self._reading() as connection:
            return match_queries.find_guests(connection, guest_ids)

    def add_invite(self, token_hash: str, match_id: str, created: int) -> Future[None]:
        """Let a token lead to a match."""
        return self.writer.submit(AddInvite(token_hash, match_id, created))

    def invited_match(self, token_hash: str) -> str | None:
        """Find the id of the match that a token leads to; None when it leads nowhere."""
        with self._reading() as connection:
            return match_queries.find_invited_match(connection, token_hash)

    def remove_invites(self, match_id: str) -> Future[int]:
        """Let no token lead to the match any more; the result is how many did."""
        return self.writer.submit(RemoveInvites(match_id))

    def scrub(self, most: int | None = None) -> None:
        """Let no trace of what was deleted be left where the tables lie, as far as that is in our hands.

        It takes the longer the larger they are; what is larger than so many bytes is left as it is.
        """
        self.database.scrub(most)

    # Ratings and tournaments

    def rate_match(
        self, match_id: str, pools: Sequence[str], players: Sequence[str], time: int, change: Change
    ) -> Future[bool]:
        """Let a match count in some pools, once; the result tells whether it did now."""
        return self.writer.submit(RateMatch(match_id, tuple(pools), tuple(players), time, change))

    def forget_ratings(self) -> Future[None]:
        """Forget all ratings, to reckon them again from the log."""
        return self.writer.submit(ForgetRatings())

    def ratings(self, pool: str, limit: int = 100) -> list[RatingRow]:
        """List the best of a pool."""
        with self._reading() as connection:
            return list_ratings(connection, pool, limit)

    def ratings_of(self, pool: str, players: Sequence[str]) -> dict[str, RatingRow]:
        """Find the ratings of some players in a pool; who has none is left out."""
        with self._reading() as connection:
            return find_ratings(connection, pool, players)

    def pools(self) -> list[str]:
        """List the pools in which anybody is rated."""
        with self._reading() as connection:
            return list_pools(connection)

    def unrated(self, limit: int = 100) -> list[str]:
        """List matches that are over and have not counted yet, the oldest first."""
        with self._reading() as connection:
            return list_unrated(connection, limit)

    def rated(self) -> list[str]:
        """List the matches that have counted, in the order in which they did."""
        with self._reading() as connection:
            return list_rated(connection)

    def add_tournament(self, tournament: TournamentRow) -> Future[None]:
        """Keep a new tournament."""
        return self.writer.submit(AddTournament(tournament))

    def change_tournament(self, tournament: TournamentRow) -> Future[None]:
        """Keep the next version of a tournament; TournamentChanged where another came before."""
        return self.writer.submit(ChangeTournament(tournament))

    def tournament(self, tournament_id: str) -> TournamentRow:
        """Find one tournament."""
        with self._reading() as connection:
            return find_tournament(connection, tournament_id)

    def tournaments(self, statuses: Sequence[str], limit: int = 50) -> list[TournamentRow]:
        """List tournaments, the latest first."""
        with self._reading() as connection:
            return list_tournaments(connection, statuses, limit)

    # Copies

    def backup(self, target: str | Path) -> None:
        """Copy the whole database, as it is at one moment, into a file; writers go on meanwhile.

        An older backup under that name is replaced when the new one is complete.
        """
        path = Path(target)
        if isinstance(self.database, SqliteDatabase) and path.exists() and path.samefile(self.database.path):
            raise BadTarget("store.target.same", path=str(path))
        if any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-journal")):
            raise BadTarget("store.target.in_use", path=str(path))
        with self._reading() as connection, replacing(path) as part:
            self.database.copy(connection, part)

    def export(self, target: str | Path) -> int:
        """Write all matches into a file, a line each; the result is how many there are."""
        count = 0
        with self._reading(at_one_moment=True) as connection, replacing(Path(target)) as part, part.open("wb") as file:
            for line in format_matches(connection):
                file.write(line)
                count += 1
        return count

    def import_(self, source: str | Path) -> Imported:
        """Add the matches of an exported file that are not here yet.

        The whole file is checked first: a line that cannot be read, or a match that is here with other
        events, is an error, and nothing is imported.
        """
        present: set[int] = set()
        with _reading_file(source) as lines, self._reading() as connection:
            for number, match in parse_matches(lines):
                if is_present(connection, number, match):
                    present.add(number)
        added = 0
        with _reading_file(source) as lines:
            new = (match for number, match in parse_matches(lines) if number not in present)
            while portion := [self.writer.submit(match) for match in islice(new, IMPORTS_AT_ONCE)]:
                for future in portion:
                    future.result()
                added += len(portion)
        return Imported(added, len(present))

    @contextmanager
    def _reading(self, at_one_moment: bool = False) -> Iterator[Connection]:
        """Lend a connection; errors of the database become ours."""
        if self._closed:
            raise StoreClosed("store.closed")
        try:
            with self._reading_engine.connect() as connection:
                if at_one_moment:
                    self.database.see_one_moment(connection)
                yield connection
        except (DBAPIError, NoFreeConnection) as problem:
            raise StorageFailed("store.cannot_read", problem=describe(problem)) from problem


def open_database(place: Path | URL) -> Database:
    """Choose what keeps the tables by where they are."""
    if isinstance(place, Path):
        return SqliteDatabase(place)
    from fourfold.store.engine.postgresql import PostgresqlDatabase  # its driver is loaded where it is needed

    return PostgresqlDatabase(place)


@contextmanager
def _reading_file(path: str | Path) -> Iterator[Iterator[bytes]]:
    try:
        with Path(path).open("rb") as file:
            yield iter(file)
    except OSError as problem:
        raise StorageFailed("store.cannot_read_file", path=str(path), problem=str(problem.strerror)) from None
