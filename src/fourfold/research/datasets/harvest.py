"""Harvest: a dataset of self-play games between computer players, as Parquet files.

A harvest is divided into parts, each a file. A part depends on the settings and its own number alone: it is the same
wherever and however often it is played, and an interrupted harvest resumes with the missing parts.
"""

import json
import random
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.runs.pool import Pool
from fourfold.core.position import Position
from fourfold.core.records.record import Record, Step
from fourfold.core.registry import game
from fourfold.players.levels import find_level
from fourfold.research.datasets.parquet import load_arrow, read_table, write_table
from fourfold.research.datasets.parts import read_about, run_missing, write_about
from fourfold.research.datasets.selfplay import play_levels
from fourfold.research.errors import BadHarvest, BadNumber

ABOUT = "harvest.json"
GAMES_A_PART = 20


@dataclass(frozen=True)
class Harvest:
    """The settings: games of these players, one a seat, with options as text; with `positions` every position too.

    >>> Harvest("qawale", ("simple", "random"), games=50).parts
    3
    """

    game: str
    players: tuple[str, ...]
    games: int
    options: dict[str, str] | None = None
    seed: int = 0
    positions: bool = False
    games_a_part: int = GAMES_A_PART

    @property
    def parts(self) -> int:
        """The number of files of games."""
        return -(-self.games // self.games_a_part)

    def start(self) -> Position:
        """The first position of all games; raises an error where the settings are not valid."""
        if self.games < 1 or self.games_a_part < 1:
            raise BadNumber("research.bad_games", games=str(self.games))
        for player in self.players:
            find_level(player).check(self.game)
        return game(self.game).undealt(seats=len(self.players), **(self.options or {}))


@dataclass(frozen=True)
class HarvestPart:
    """A task of the process pool: one part of a harvest."""

    harvest: Harvest
    number: int

    def name(self, kind: str) -> str:
        """The name of its file of `games` or `positions`."""
        return f"{kind}-{self.number:05d}.parquet"


def gather(harvest: Harvest, folder: str | Path, pool: Pool) -> Generator[int]:
    """Play the parts that are missing in the folder, and write each when it is done; yield how many are there.

    BadHarvest where the folder holds another harvest.
    """
    harvest.start()
    load_arrow()
    folder = Path(folder)

    def path_of(part: HarvestPart) -> Path:
        return folder / part.name("games")

    def write(part: HarvestPart, rows: dict[str, list[dict[str, Any]]]) -> None:
        if harvest.positions:
            write_table(folder / part.name("positions"), rows["positions"], POSITIONS)
        write_table(path_of(part), rows["games"], GAMES)  # last: its presence says that the part is complete

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadHarvest("research.folder", path=str(folder), problem=str(error.strerror)) from error
    _check_about(harvest, folder)
    parts = [HarvestPart(harvest, number) for number in range(harvest.parts)]
    yield from run_missing(parts, path_of, play_part, write, pool)


def _check_about(harvest: Harvest, folder: Path) -> None:
    """Check that the folder is new, or holds this harvest; its number of games may grow."""
    path, wanted = folder / ABOUT, {**asdict(harvest), "players": list(harvest.players)}
    found = read_about(path)
    if found is not None:
        games = found.get("games")
        if {**found, "games": 0} != {**wanted, "games": 0} or not isinstance(games, int):
            raise BadHarvest("research.other_harvest", path=str(folder))
        if games > harvest.games:
            raise BadHarvest("research.more_games", path=str(folder), games=games)
        if games % harvest.games_a_part and games != harvest.games:
            _last_part(harvest, folder, games)
    write_about(path, wanted)


def _last_part(harvest: Harvest, folder: Path, games: int) -> None:
    """Delete the last part of a smaller harvest, which is not full: it is played and reviewed again."""
    for kind in ("games", "positions", "moves"):
        (folder / HarvestPart(harvest, games // harvest.games_a_part).name(kind)).unlink(missing_ok=True)


def play_part(part: HarvestPart) -> dict[str, list[dict[str, Any]]]:
    """Play the games of a part, and return them as rows."""
    harvest = part.harvest
    rows: dict[str, list[dict[str, Any]]] = {"games": [], "positions": []}
    first = part.number * harvest.games_a_part
    for number in range(first, min(first + harvest.games_a_part, harvest.games)):
        chance = random.Random(f"harvest/{harvest.seed}/{number}")
        last = play_levels(harvest.start(), harvest.players, chance)
        rows["games"].append(_game_row(harvest, number, last))
        if harvest.positions:
            rows["positions"] += _position_rows(number, last)
    return rows


def _game_row(harvest: Harvest, number: int, last: Position) -> dict[str, Any]:
    outcome = last.outcome
    assert outcome is not None
    return {
        "number": number,
        "game": harvest.game,
        "seats": last.seats,
        "options": json.dumps(last.game.written_options(last.seats, last.options)),
        "players": list(harvest.players),
        "seed": harvest.seed,
        "plies": last.ply,
        "winner": outcome.winner,
        "scores": list(outcome.scores),
        "reason": outcome.code,
        "steps": [str(step) for step in last.history],
    }


def _position_rows(number: int, last: Position) -> Iterator[dict[str, Any]]:
    """Every position with a seat to move: the position, the move, and the final reward of the seat."""
    assert last.outcome is not None
    winner, after = last.outcome.winner, last
    rows = []
    while (before := after.previous) is not None:
        if before.to_move is not None:
            worth = 0.0 if winner is None else 1.0 if winner == before.to_move else -1.0 / (last.seats - 1)
            rows.append(
                {
                    "number": number,
                    "ply": before.ply,
                    "seat": before.to_move,
                    "position": str(before),
                    "moves": len(before.moves()),
                    "move": str(after.last),
                    "worth": worth,
                }
            )
        after = before
    return reversed(rows)


# The columns, as the names of Arrow's types. `winner` is null for a draw; `options` is a JSON object; `steps` are moves
# and deals as in a record; `worth` is the final reward of the seat to move.
GAMES = {
    "number": "int64", "game": "string", "seats": "int8", "options": "string", "players": "list<string>",
    "seed": "int64", "plies": "int32", "winner": "int8", "scores": "list<int64>", "reason": "string",
    "steps": "list<string>",
}  # fmt: skip
POSITIONS = {
    "number": "int64", "ply": "int32", "seat": "int8", "position": "string", "moves": "int64", "move": "string",
    "worth": "float",
}  # fmt: skip


def read_records(folder: str | Path) -> Iterator[Record]:
    """Read the games of a harvest as records, in order; BadHarvest where the folder holds none."""
    folder = Path(folder)
    paths = sorted(folder.glob("games-*.parquet"))
    if not paths and not (folder / ABOUT).exists():
        raise BadHarvest("research.no_harvest", path=str(folder))
    return (record for path in paths for _, record in read_part(path))


def read_part(path: Path) -> Iterator[tuple[int, Record]]:
    """Read the games of one file, each with its number."""
    for row in read_table(path):
        steps = [Step(text) for text in row["steps"]]
        options = json.loads(row["options"])
        yield row["number"], Record(row["game"], row["seats"], options, list(row["players"]), steps=steps)
