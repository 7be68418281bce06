"""`fourfold tournament`: a tournament of computer players, with standings and a cross table."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from rich.table import Table

from fourfold.cli import options
from fourfold.cli.files import check_suffix
from fourfold.cli.options import arena_setting, argument, option, settings
from fourfold.cli.output import page, print_json, print_table
from fourfold.cli.progress import counted
from fourfold.core.errors import ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.arena.runs.games import Result
    from fourfold.arena.tournaments.local import LocalTournament
    from fourfold.arena.tournaments.standings import Standing

COLUMN = "cli.tournament.column"


def run(
    game: options.GameArgument,
    players: Annotated[list[str], argument("PLAYER", "cli.tournament.players")],
    system: Annotated[str | None, option("WORD", "cli.tournament.system")] = None,
    rounds: Annotated[int | None, option("N", "cli.tournament.rounds")] = None,
    games: Annotated[int, option("N", "cli.tournament.games", show_default=True)] = 2,
    seconds: options.SecondsOption = None,
    nodes: options.NodesOption = None,
    seats: options.SeatsOption = None,
    set_: options.SetOption = None,
    seed: options.GamesSeedOption = 0,
    jobs: options.JobsOption = None,
    ray: options.RayOption = None,
    file: options.FileOption = None,
    as_json: options.JsonOption = False,
) -> None:
    from fourfold.arena.entrants import find_entrant
    from fourfold.arena.tournaments.local import LocalTournament
    from fourfold.arena.tournaments.tournament import Tournament

    if file is not None:
        check_suffix(file, ".jsonl")
    setting = arena_setting(game, settings(seats, set_), seconds, nodes, seed)
    table = setting.first().seats
    system = system or ("swiss" if table > 2 else "round-robin")
    if rounds is not None and system != "swiss":
        raise ContradictoryOptions("cli.tournament.rounds_alone")
    usual = usual_rounds(len(players)) if system == "swiss" else 0
    tournament = Tournament(system, tuple(players), usual if rounds is None else rounds, games, table)  # type: ignore[arg-type]  # it says what is wrong
    local = LocalTournament(setting, tournament, [find_entrant(player) for player in players])
    results = list(counted(local.play(jobs, file, ray), "cli.tournament.progress"))
    if as_json:
        print_json({"game": setting.game, "seats": table, "seed": seed, **local.as_json(results)})
    else:
        _print_tournament(local, results, facts(game).name)


def usual_rounds(players: int) -> int:
    """The number of rounds after which a Swiss system has one winner.

    >>> [usual_rounds(players) for players in (2, 3, 8, 9)]
    [1, 2, 3, 4]
    """
    return max(1, (players - 1).bit_length())


def _print_tournament(local: "LocalTournament", results: "Sequence[Result]", game: str) -> None:
    """Print standings, cross table and rounds, and explain the tie-breaks."""
    from fourfold.arena.tournaments.standings import TIE_BREAKS, cross_table, stand

    tournament, scores = local.tournament, local.scores(results)
    order = stand(tournament, scores)
    _print_standings(local, order, results, game)
    if tournament.seats == 2 and tournament.system != "knockout":
        _print_cross_table(order, cross_table(tournament, scores))
    _print_rounds(local, scores)
    for name in TIE_BREAKS[tournament.system]:
        print(say(f"arena.tie_break.{name}"))
    if tournament.system == "knockout":
        print(say("arena.tie_break.knockout"))
    elif tournament.bye and any(one.byes for one in order):
        print(say("arena.tie_break.bye"))
    forfeits = sum(result.forfeit is not None for result in results)
    if forfeits:
        print(say("cli.ladder.forfeits", count=forfeits))


def _print_standings(
    local: "LocalTournament", order: "Sequence[Standing]", results: "Sequence[Result]", game: str
) -> None:
    from fourfold.arena.statistics.ratings import rate
    from fourfold.arena.tournaments.standings import TIE_BREAKS

    tie_breaks = TIE_BREAKS[local.tournament.system]
    ratings = rate(local.tournament.players, results)
    rows = []
    for one in order:
        points = (number(getattr(one, name)) for name in ("points", *tie_breaks))
        rating = ratings[one.player]
        interval = f"{rating.value:.1f} ± {rating.value - rating.low:.1f}"
        rows.append((str(one.rank), one.player, *points, str(one.games), interval))
    columns = ("rank", "player", "points", *tie_breaks, "games", "rating")
    print_table(COLUMN, columns, rows, left=("player",), title=say("cli.tournament.title.standings", game=game))


def _print_cross_table(order: "Sequence[Standing]", scores: Sequence[Sequence[float | None]]) -> None:
    table = Table(title=say("cli.tournament.title.cross"))
    table.add_column("", justify="right")
    table.add_column(say(f"{COLUMN}.player"))
    for rank in range(1, len(order) + 1):
        table.add_column(str(rank), justify="right")
    for place, (one, row) in enumerate(zip(order, scores, strict=True)):
        cells = ["·" if place == other else "" if made is None else number(made) for other, made in enumerate(row)]
        table.add_row(str(place + 1), one.player, *cells)
    page().print(table)


def _print_rounds(local: "LocalTournament", scores: Mapping[tuple[int, int, int], tuple[float, ...]]) -> None:
    rows = []
    for at, played in enumerate(local.tournament.played(scores), 1):
        for fixture in played.fixtures:
            made = " : ".join(map(number, scores.get(fixture.key, ())))
            rows.append((str(at), " – ".join(fixture.players), made))
        rows += [(str(at), player, say("cli.tournament.bye")) for player in played.byes]
    columns = ("round", "game", "result")
    print_table(COLUMN, columns, rows, left=("game", "result"), title=say("cli.tournament.title.rounds"))


def number(value: float) -> str:
    """Write a number of points.

    >>> number(1.5), number(2.0), number(1 / 3)
    ('1.5', '2', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
