"""Makes what a release leaves behind in the world, to be kept as fixtures: later versions must still read it.

    .venv/bin/python tests/store/release.py tests/store/fixtures/release_NAME

A database (`matches.sql`), an export of it (`matches.jsonl`) and the record of each match, as text and as JSON: matches
of all games, with every kind of event.
"""

import random
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from fourfold.contract.variants import short_words
from fourfold.core.registry import facts, list_games
from fourfold.match import commands as ask
from fourfold.match.decisions import DecisionContext, carry_out, claim, create, give_hint, tick
from fourfold.match.events import Event, encode_body
from fourfold.match.match import Match
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.store import Store, rows

PEOPLE = {"ann": "Ann", "ben": "Ben", "cyd": "Cyd"}
LONGEST = 400  # moves


class Sitting:
    """A match with a time that only moves when told."""

    def __init__(self, match_id: str, settings: Settings, seats: Sequence[Seat], seed: int) -> None:
        self.id = match_id
        self.now = 1_700_000_000_000 + seed
        self.chance = random.Random(seed)
        self.match = Match()
        secret = self.chance.randbytes(32).hex()
        self.log: list[Event] = list(create(self.match, settings, seats, "ann", self.here(), secret=secret))

    def here(self) -> DecisionContext:
        self.now += 700
        return DecisionContext(self.now, self.chance, lambda: f"{self.id}-next")

    def ask(self, player: str, command: ask.AnyCommand) -> None:
        self.log += carry_out(self.match, command, player, self.here())

    def agree(self, agreement: str, accepts: bool = True, **offer: object) -> None:
        """Let the first who is there offer something, and the others answer."""
        gone = {self.match.seats[seat].player for seat in self.match.resigned} if self.match.ended is None else set()
        first, *others = [name for name in PEOPLE if self.match.seats_of(name) and name not in gone]
        self.ask(first, ask.Offer(agreement=agreement, **offer))  # type: ignore[arg-type]
        for other in others:
            self.ask(other, ask.Answer(agreement=agreement, accepts=accepts))  # type: ignore[arg-type]
            if not accepts:
                return

    def play(self, moves: int) -> None:
        """Play moves by chance, until the match is over or it is a computer's turn."""
        for _ in range(moves):
            position, seat = self.match.position, self.match.to_move
            if position is None or seat is None or self.match.seats[seat].kind != "person":
                return
            found = position.moves()
            move = str(found[self.chance.randrange(len(found))])
            self.ask(self.match.seats[seat].player, ask.Play(move=move, ply=position.ply))

    def wait(self, milliseconds: int) -> None:
        """Let clocks run out."""
        self.now += milliseconds
        self.log += tick(self.match, self.here())


def play_all() -> list[Sitting]:
    """A whole match and an interrupted one of each game."""
    made = []
    person = {name: Seat("person", name, shown) for name, shown in PEOPLE.items()}
    for number, game in enumerate(list_games()):
        seats = [person["ann"], person["ben"], person["cyd"]][: 3 if 3 in facts(game).seats else 2]
        options = short_words(game)
        whole = Sitting(f"{game}-whole", Settings(game, 2, options, is_public=True), [person["ann"], Seat()], number)
        whole.ask("ben", ask.Join(name="Ben"))
        made.append(whole)
        empty = [Seat()] * (len(seats) - 1)
        early = Sitting(f"{game}-open", Settings(game, len(seats)), [person["ann"], *empty], 50 + number)
        early.ask("ann", ask.Leave())
        early.ask("ann", ask.Join(name="Ann", seat=0))
        early.log += claim(early.match, "ann", Seat("person", "ann", "Ann", "person"), early.here())
        made.append(early)
        whole.play(3)
        if not (whole.match.position and whole.match.position.game.is_hidden(whole.match.position.options)):
            whole.agree("takeback")
        whole.agree("draw", accepts=False)
        whole.agree("pause")
        whole.ask("ann", ask.Resume())
        whole.play(LONGEST)
        whole.agree("rematch")
        timed = Sitting(
            f"{game}-timed",
            Settings(game, len(seats), options, ClockSetting("fischer", 60, 2), has_hints=True),
            seats,
            100 + number,
        )
        timed.play(2)
        if timed.match.has_hints:
            timed.log += give_hint(timed.match, timed.match.to_move or 0, timed.here())
        if len(seats) == 3:
            timed.ask("cyd", ask.Resign())
            left = next(seat for seat, sitting in enumerate(timed.match.seats) if sitting.player == "cyd")
            timed.agree("replace", about=left, level="random")
        timed.wait(600_000)
        made.append(timed)
    return made


def store_all(store: Store, sittings: Sequence[Sitting]) -> None:
    for name, shown in PEOPLE.items():
        store.guests.add(rows.Guest(name, shown, 1_700_000_000_000, 1_700_000_000_000), f"hash of {name}").result()
    for sitting in sittings:
        match = sitting.match
        assert match.settings is not None
        status = "over" if match.ended else "open" if match.position is None else "running"
        row = rows.MatchRow(
            sitting.id, match.settings.game, sitting.log[0].time, status, public=match.settings.is_public
        )
        seats = [
            rows.SeatRow(seat, sitting.kind, sitting.player if sitting.kind == "person" else None)
            for seat, sitting in enumerate(match.seats)
        ]
        stored = [rows.EventRow(e.body.kind, encode_body(e.body), e.time, e.body.format) for e in sitting.log]
        store.matches.create(row, seats, stored, f"invitation to {sitting.id}").result()


def write(folder: Path) -> None:
    """Write all files of a release."""
    records = folder / "records"
    records.mkdir(parents=True)
    sittings = play_all()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "matches.db"
        with Store.open(path) as store:
            store_all(store, sittings)
            store.export(folder / "matches.jsonl")
        with closing(sqlite3.connect(path)) as connection:
            ((signature,),) = connection.execute("PRAGMA application_id")
            lines = [f"PRAGMA application_id = {signature};", *connection.iterdump()]
    (folder / "matches.sql").write_text("\n".join(lines) + "\n")
    for sitting in sittings:
        if sitting.match.position is not None:
            record = sitting.match.record()
            (records / f"{sitting.id}.txt").write_text(str(record))
            (records / f"{sitting.id}.json").write_text(record.to_json(indent=1) + "\n")
    print(folder, "has the kinds", *sorted({event.body.kind for sitting in sittings for event in sitting.log}))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
