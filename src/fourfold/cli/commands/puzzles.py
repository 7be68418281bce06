"""`fourfold puzzles`: puzzles listed and shown, mined from games of computer players, measured by the levels."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourfold.cli.console import board_text
from fourfold.cli.files import append_text, check_suffix
from fourfold.cli.interrupts import iterate_interruptible
from fourfold.cli.options import GameArgument, GamesSeedOption, JsonOption, argument, option
from fourfold.cli.output import page, print_json, print_table
from fourfold.cli.progress import watch, watched
from fourfold.core.errors import BadValue
from fourfold.core.registry import facts, list_games
from fourfold.puzzles.puzzle import GOALS, Puzzle, find_puzzle, list_puzzles
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.puzzles.puzzle import Goal

app = typer.Typer(no_args_is_help=True, help=say("cli.puzzles.help"))


@app.command("list", help=say("cli.puzzles.list.help"))
def list_them(
    game: GameArgument,
    theme: Annotated[str | None, option("NAME", "cli.puzzles.theme", "--theme")] = None,
    as_json: JsonOption = False,
) -> None:
    """Print the puzzles of a game with rating and goal, the easiest first; other themes would give moves away."""
    found = [puzzle for puzzle in list_puzzles(facts(game).id) if theme is None or theme in puzzle.themes]
    if theme is not None and not found:
        themes = sorted({name for puzzle in list_puzzles(game) for name in puzzle.themes})
        raise BadValue("puzzles.no_theme", game=facts(game).name, theme=theme, themes=", ".join(themes) or "-")
    if as_json:
        print_json([_describe(puzzle) for puzzle in found])
        return
    rows = [(puzzle.id, str(puzzle.rating), str(puzzle.moves), say(puzzle.theme_codes[0])) for puzzle in found]
    title = None if theme is None else say(found[0].theme_codes[found[0].themes.index(theme)])
    print_table("cli.puzzles.column", ("id", "rating", "moves", "goal"), rows, left=("id", "goal"), title=title)
    names = sorted({name for puzzle in found for name in puzzle.themes})
    page().print(say("cli.puzzles.names", names=", ".join(names)), markup=False, highlight=False)


@app.command(help=say("cli.puzzles.show.help"))
def show(
    game: GameArgument,
    puzzle_id: Annotated[str, argument("ID", "cli.puzzles.puzzle")],
    solution: Annotated[bool, typer.Option("--solution", help=say("cli.puzzles.solution"))] = False,
) -> None:
    """Print the board of a puzzle and its task, as its solver sees it."""
    puzzle = find_puzzle(facts(game).id, puzzle_id)
    start = puzzle.start()
    assert start.to_move is not None
    name = say(f"{puzzle.game}.seat.{start.to_move}")
    print(board_text(start.view(start.to_move)))
    print(say(f"puzzles.task.{puzzle.goal}", name=name[:1].upper() + name[1:], moves=puzzle.moves))
    print(say("cli.puzzles.about", rating=str(puzzle.rating)))
    if solution:
        print(", ".join(say(code) for code in puzzle.theme_codes))
        print(" ".join(puzzle.solution))


@app.command(help=say("cli.puzzles.mine.help"))
def mine(
    game: GameArgument,
    games: Annotated[int, option("N", "cli.puzzles.games", min=1, show_default=True)] = 20,
    seed: GamesSeedOption = 0,
    plies: Annotated[int, option("N", "cli.puzzles.shortest", "--plies", min=1, show_default=True)] = 1,
    goal: Annotated[list[str] | None, option("NAME", "cli.puzzles.goal", "--goal")] = None,
    output: Annotated[Path | None, option("FILE", "cli.puzzles.output", "--output", "-o")] = None,
) -> None:
    """Print the puzzles of some games, or append them to a file, one line of JSON each."""
    goals: list[Goal] = [known for known in GOALS if goal is None or known in goal]
    if unknown := set(goal or ()) - set(GOALS):
        raise BadValue("cli.puzzles.no_goal", goal=min(unknown), goals=", ".join(GOALS))
    if output is not None:
        check_suffix(output, ".jsonl")
    from fourfold.puzzles.difficulty import is_worth_while, measured
    from fourfold.puzzles.miner import mine as mine_games

    found = 0
    mined = iterate_interruptible(mine_games(facts(game).id, games, seed, plies, goals))
    for puzzles in watched(mined, games, say("cli.puzzles.progress")):
        for puzzle in filter(is_worth_while, map(measured, puzzles)):
            found += 1
            if output is None:
                print(puzzle.to_line(), flush=True)
            else:
                append_text(output, puzzle.to_line() + "\n")
    if output is not None:
        print(say("cli.puzzles.found", count=found, path=str(output)))


@app.command(help=say("cli.puzzles.measure.help"))
def measure(games: Annotated[list[str] | None, argument("GAME", "cli.puzzles.measured")] = None) -> None:
    """Let the levels solve the puzzles again, and write themes and ratings to the games' folders."""
    from fourfold.puzzles.difficulty import measure as measure_game

    for game_id in [facts(game).id for game in games or list_games()]:
        before = len(list_puzzles(game_id))
        if before:
            watch(iterate_interruptible(measure_game(game_id)), before, say("cli.puzzles.measuring", game=game_id))
            print(say("cli.puzzles.kept", game=facts(game_id).name, count=len(list_puzzles(game_id)), before=before))


def _describe(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain data, without its solution."""
    return {
        "id": puzzle.id,
        "goal": puzzle.goal,
        "plies": puzzle.plies,
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "position": puzzle.position,
    }
