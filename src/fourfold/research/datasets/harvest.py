"""Games by the thousand as data: computer players against each other, kept as Parquet.

A harvest is divided into parts, each a file. A part is decided by the settings and its own number alone: it is the same
whoever plays it and however often, and a harvest that was broken off goes on with the parts that are missing.
"""

import json
import random
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.runs.pool import Pool
from fourfold.core.position import Position
from fourfold.core.records.record import Record, Step
from fourfold.core.registry import game
from fourfold.players.levels import find_level
from fourfold.research.datasets.parquet import load_arrow, read_table, write_table
from fourfold.research.datasets.selfplay import play_levels
from fourfold.research.errors import BadHarvest, BadNumber

ABOUT = "harvest.json"
GAMES_A_PART = 20


@dataclass(frozen=True)
class Harvest:
    """What is gathered: games of these players, one a seat, with options as words; and with `positions` every position.

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
        """How many files of games there are."""
        return -(-self.games // self.games_a_part)

    def start(self) -> Position:
        """The position that all games begin with; raises what is wrong with the settings."""
        if self.games < 1 or self.games_a_part < 1:
            raise BadNumber("research.bad_games", games=str(self.games))
        for player in self.players:
            find_level(player).check(self.game)
        return game(self.game).undealt(seats=len(self.players), **(self.options or {}))


@dataclass(frozen=True)
class HarvestPart:
    """A task: one part of a harvest."""

    harvest: Harvest
    number: int

    def name(self, kind: str) -> str:
        """The name of its file of `games` or `positions`."""
        return f"{kind}-{self.number:05d}.parquet"


def gather(harvest: Harvest, folder: str | Path, crew: Pool) -> Generator[int]:
    """Play the parts that the folder does not hold yet, and write each when it is done; yields how many there are.

    Raises BadHarvest where the folder holds another harvest.
    """
    harvest.start()
    load_arrow()
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadHarvest("research.folder", path=str(folder), problem=str(error.strerror)) from error
    _check_about(harvest, folder)
    parts = [HarvestPart(harvest, number) for number in range(harvest.parts)]
    missing = [part for part in parts if not (folder / part.name("games")).exists()]
    done = len(parts) - len(missing)
    if done:
        yield done
    with closing(crew.run(play_part, missing)) as results:
        for part, rows in zip(missing, results, strict=True):
            if harvest.positions:
                write_table(folder / part.name("positions"), rows["positions"], POSITIONS)
            write_table(folder / part.name("games"), rows["games"], GAMES)  # last: it says that the part is complete
            done += 1
            yield done


def _check_about(harvest: Harvest, folder: Path) -> None:
    """See that the folder is empty, or of this very harvest; more games of the same kind may be added."""
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


def read_about(path: Path) -> dict[str, Any] | None:
    """Read what a folder says about itself; None where it says nothing, {} where nobody can read it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadHarvest("research.unreadable", path=str(path), problem=str(error.strerror)) from error
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def write_about(path: Path, about: dict[str, Any]) -> None:
    """Let a folder say what it holds."""
    try:
        path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadHarvest("research.folder", path=str(path), problem=str(error.strerror)) from error


def _last_part(harvest: Harvest, folder: Path, games: int) -> None:
    """The last part of a smaller harvest is not full: it is played again, and judged again."""
    for kind in ("games", "positions", "moves"):
        (folder / HarvestPart(harvest, games // harvest.games_a_part).name(kind)).unlink(missing_ok=True)


def play_part(part: HarvestPart) -> dict[str, list[dict[str, Any]]]:
    """Play the games of a part, and give them as rows."""
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
    """Every position in which a seat was to move: what it was, what was played, what it was worth in the end."""
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
# and deals as a record writes them; `worth` is what the game brought the seat to move.
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
    """Read the games of a harvest as records, in their order; BadHarvest where the folder holds none."""
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
