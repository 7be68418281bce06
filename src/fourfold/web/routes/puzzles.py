"""Puzzles: one of the day, and a row without end for each game."""

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import FastAPI, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.position import Position
from fourfold.core.registry import list_games
from fourfold.puzzles.puzzle import Puzzle, find_puzzle, list_puzzles, puzzle_of_day
from fourfold.text import say
from fourfold.web.context import AppContext
from fourfold.web.openapi import gives, takes
from fourfold.web.routes.boards import GameId
from fourfold.web.routes.positions import shown_position
from fourfold.web.schemas.boards import show_board
from fourfold.web.schemas.positions import JudgedAnswer, PuzzleShelf, ShownPosition, ShownPuzzle, Solution
from fourfold.web.schemas.requests import PuzzleAnswer, read_body
from fourfold.web.schemas.responses import answer

if TYPE_CHECKING:
    from fourfold.puzzles.answers import Judged

PuzzleId = Annotated[str, Path(max_length=40, description="The puzzle.")]
Behind = Annotated[str, Query(max_length=40, description="The puzzle behind which the next one comes.")]
Day = Annotated[date | None, Query(description="The day, where it is not today.")]


def add_puzzling(app: FastAPI, context: AppContext) -> None:
    """Add the addresses."""

    @app.get("/api/puzzles", tags=["puzzles"], summary=say("web.summary.puzzles"), **gives(PuzzleShelf, 422))
    async def puzzles(day: Day = None) -> Response:
        chosen = puzzle_of_day(day or datetime.now(UTC).date())
        counts = {game: len(list_puzzles(game)) for game in list_games()}
        return answer(PuzzleShelf(chosen.game, chosen.id, counts))

    @app.get(
        "/api/puzzles/{game_id}", tags=["puzzles"], summary=say("web.summary.next_puzzle"),
        **gives(ShownPuzzle, 404, 422),
    )  # fmt: skip
    async def next_puzzle(game_id: GameId, behind: Behind = "") -> Response:
        await context.service.need(game_id)
        row = list_puzzles(game_id)
        place = row.index(find_puzzle(game_id, behind)) + 1 if behind else 0
        return answer(shown_puzzle(row[place % len(row)]))

    @app.get(
        "/api/puzzles/{game_id}/{puzzle_id}", tags=["puzzles"], summary=say("web.summary.puzzle"),
        **gives(ShownPuzzle, 404, 422),
    )  # fmt: skip
    async def puzzle(game_id: GameId, puzzle_id: PuzzleId) -> Response:
        await context.service.need(game_id)
        return answer(shown_puzzle(find_puzzle(game_id, puzzle_id)))

    @app.post(
        "/api/puzzles/{game_id}/{puzzle_id}/answers", tags=["puzzles"], summary=say("web.summary.answer_puzzle"),
        **takes(PuzzleAnswer, JudgedAnswer, 404, 503),
    )  # fmt: skip
    async def answer_puzzle(request: Request, game_id: GameId, puzzle_id: PuzzleId) -> Response:
        moves = (await read_body(request, PuzzleAnswer)).moves
        await context.service.need(game_id)
        asked = find_puzzle(game_id, puzzle_id)

        def think() -> "Judged":
            from fourfold.puzzles.answers import judge  # the first time ever its kernels are compiled

            return judge(asked, moves)

        judged = await context.workshop.do(think)
        refutation = [] if judged.is_right else await refute(asked, judged)
        table = _shown(asked, judged.position)
        return answer(JudgedAnswer(judged.is_right, judged.is_solved, judged.points, refutation, table))

    @app.get(
        "/api/puzzles/{game_id}/{puzzle_id}/solution", tags=["puzzles"], summary=say("web.summary.solution"),
        **gives(Solution, 404, 422),
    )  # fmt: skip
    async def solution(game_id: GameId, puzzle_id: PuzzleId) -> Response:
        return answer(Solution(list(find_puzzle(game_id, puzzle_id).solution)))

    async def refute(puzzle: Puzzle, judged: "Judged") -> list[str]:
        """How the other side answers a wrong move; nothing where only points were missed, or all is over."""
        if puzzle.goal == "points" or judged.position.to_move is None:
            return []
        return list((await context.thinking.analyse(judged.position)).best.moves)


def shown_puzzle(puzzle: Puzzle) -> ShownPuzzle:
    """A puzzle as clients get it: nothing of its solution."""
    start = puzzle.start()
    assert start.to_move is not None
    kept = puzzle.goal, (puzzle.plies + 1) // 2, puzzle.points, puzzle.difficulty
    return ShownPuzzle(puzzle.game, puzzle.id, *kept, start.to_move, _shown(puzzle, start))


def _shown(puzzle: Puzzle, position: Position) -> ShownPosition:
    """The position as who solves it sees it."""
    return shown_position(position, show_board(position.view(puzzle.start().to_move)))
