"""`fourfold tournament`: computer players in a tournament, with standings and a cross table."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from fourfold.arena.entrants import find_entrant
from fourfold.arena.runs.games import Result
from fourfold.arena.runs.schedule import Setting
from fourfold.arena.statistics.ratings import rate
from fourfold.arena.tournaments.local import LocalTournament
from fourfold.arena.tournaments.standings import TIE_BREAKS, Standing, cross_table, stand
from fourfold.arena.tournaments.tournament import Tournament
from fourfold.cli.commands.duel import find_thinking
from fourfold.cli.output import page
from fourfold.cli.progress import counted
from fourfold.core.errors import ContradictoryOptions
from fourfold.core.registry import facts
from fourfold.text import say


def run_tournament(
    game: str,
    options: Mapping[str, Any],
    players: Sequence[str],
    *,
    system: str | None,
    rounds: int | None,
    games: int,
    seconds: float | None,
    nodes: int | None,
    seed: int,
    jobs: int | None,
    ray: str | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """Play the tournament, with a count of games while it lasts, and print what came out."""
    setting = Setting(facts(game).id, options, None, find_thinking(seconds, nodes), seed)
    seats = setting.first().seats
    system = system or ("swiss" if seats > 2 else "round-robin")
    if rounds is not None and system != "swiss":
        raise ContradictoryOptions("cli.tournament.rounds_alone")
    usual = usual_rounds(len(players)) if system == "swiss" else 0
    tournament = Tournament(system, tuple(players), usual if rounds is None else rounds, games, seats)  # type: ignore[arg-type]  # it says what is wrong
    contest = LocalTournament(setting, tournament, [find_entrant(player) for player in players])
    results = list(counted(contest.play(jobs, file, ray), lambda count: say("cli.tournament.progress", count=count)))
    if as_json:
        about = {"game": setting.game, "seats": seats, "seed": seed}
        print(json.dumps(about | contest.as_json(results), ensure_ascii=False, indent=2))
    else:
        print_contest(contest, results, facts(game).name)


def usual_rounds(players: int) -> int:
    """So many rounds that a Swiss system finds its winner.

    >>> [usual_rounds(players) for players in (2, 3, 8, 9)]
    [1, 2, 3, 4]
    """
    return max(1, (players - 1).bit_length())


def print_contest(contest: LocalTournament, results: Sequence[Result], game: str) -> None:
    """Show standings, cross table and rounds, and explain what decided."""
    console, tournament = page(), contest.tournament
    scores = contest.scores(results)
    order = stand(tournament, scores)
    console.print(_standings(contest, order, results, game))
    if tournament.seats == 2 and tournament.system != "knockout":
        console.print(_cross(order, cross_table(tournament, scores)))
    console.print(_rounds(contest, scores))
    for name in TIE_BREAKS[tournament.system]:
        print(say(f"arena.tie_break.{name}"))
    if tournament.system == "knockout":
        print(say("arena.tie_break.knockout"))
    elif tournament.bye and any(one.byes for one in order):
        print(say("arena.tie_break.bye"))
    forfeits = sum(result.forfeit is not None for result in results)
    if forfeits:
        print(say("cli.ladder.forfeits", count=forfeits))


def _standings(contest: LocalTournament, order: Sequence[Standing], results: Sequence[Result], game: str) -> Table:
    tie_breaks = TIE_BREAKS[contest.tournament.system]
    ratings = rate(contest.tournament.players, results)
    table = _table("standings", game=game)
    for column in ("rank", "player", "points", *tie_breaks, "games", "rating"):
        table.add_column(say(f"cli.tournament.column.{column}"), justify="left" if column == "player" else "right")
    for one in order:
        values = (one.points, *(getattr(one, name) for name in tie_breaks))
        rating = ratings[one.player]
        table.add_row(
            str(one.rank), one.player, *map(number, values), str(one.games),
            f"{rating.value:.1f} ± {rating.value - rating.low:.1f}",
        )  # fmt: skip
    return table


def _cross(order: Sequence[Standing], rows: Sequence[Sequence[float | None]]) -> Table:
    table = _table("cross")
    table.add_column("", justify="right")
    table.add_column(say("cli.tournament.column.player"))
    for place in range(len(order)):
        table.add_column(str(place + 1), justify="right")
    for place, (one, row) in enumerate(zip(order, rows, strict=True)):
        cells = ["·" if place == other else "" if made is None else number(made) for other, made in enumerate(row)]
        table.add_row(str(place + 1), one.player, *cells)
    return table


def _rounds(contest: LocalTournament, scores: Mapping[tuple[int, int, int], tuple[float, ...]]) -> Table:
    table = _table("rounds")
    table.add_column(say("cli.tournament.column.round"), justify="right")
    table.add_column(say("cli.tournament.column.game"))
    table.add_column(say("cli.tournament.column.result"))
    for at, played in enumerate(contest.tournament.played(scores)):
        for fixture in played.fixtures:
            made = " : ".join(map(number, scores.get(fixture.key, ())))
            table.add_row(str(at + 1), " – ".join(fixture.players), made)
        for player in played.byes:
            table.add_row(str(at + 1), player, say("cli.tournament.bye"))
    return table


def _table(name: str, **values: str) -> Table:
    return Table(title=say(f"cli.tournament.title.{name}", **values))


def number(value: float) -> str:
    """A number of points as people write it.

    >>> number(1.5), number(2.0), number(1 / 3)
    ('1.5', '2', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
