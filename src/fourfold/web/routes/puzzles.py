"""`/api/puzzles`: the puzzle of the day, and the puzzles of each game with their answers and solutions."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from starlette.requests import Request

from fourfold.core.position import Position
from fourfold.core.registry import facts, list_games
from fourfold.puzzles.puzzle import Puzzle, find_puzzle, list_puzzles, puzzle_of_day
from fourfold.puzzles.solvers import Solver, rate_try
from fourfold.web.context import AppContext
from fourfold.web.http.clients import while_connected
from fourfold.web.http.router import Api
from fourfold.web.routes.positions import shown_position
from fourfold.web.schemas.boards import show_board
from fourfold.web.schemas.parameters import GameId, PuzzleId
from fourfold.web.schemas.positions import (
    JudgedAnswer,
    PuzzleHint,
    PuzzleShelf,
    PuzzleSummary,
    ShownPosition,
    ShownPuzzle,
    Solution,
    SolverRating,
)
from fourfold.web.schemas.requests import PuzzleAnswer, PuzzleTry

if TYPE_CHECKING:
    from fourfold.puzzles.answers import Judged

PRICE = 0.1  # seconds to judge an answer
Day = Annotated[date | None, Meta(description="The day; today without it.")]


def add_puzzles(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/puzzles", "puzzles", "web.summary.puzzles", 422)
    async def puzzles(day: Day = None) -> PuzzleShelf:
        day = day or datetime.now(UTC).date()
        chosen = puzzle_of_day(day)
        counts = {game: len(list_puzzles(game)) for game in list_games()}
        return PuzzleShelf(day, chosen.game, chosen.id, chosen.position, counts)

    @api.get("/api/puzzles/{game_id}", "puzzles", "web.summary.puzzles_of", 404, 422)
    async def puzzles_of(game_id: GameId) -> list[PuzzleSummary]:
        found = list_puzzles(facts(game_id).id)
        return [PuzzleSummary(each.id, each.goal, each.moves, each.rating, each.theme_codes) for each in found]

    @api.get("/api/puzzles/{game_id}/{puzzle_id}", "puzzles", "web.summary.puzzle", 404, 422)
    async def puzzle(game_id: GameId, puzzle_id: PuzzleId) -> ShownPuzzle:
        await context.service.load_game(game_id)
        return shown_puzzle(find_puzzle(game_id, puzzle_id))

    @api.post("/api/puzzles/{game_id}/{puzzle_id}/answers", "puzzles", "web.summary.answer_puzzle", 404, 503)
    async def answer_puzzle(request: Request, game_id: GameId, puzzle_id: PuzzleId, body: PuzzleAnswer) -> JudgedAnswer:
        await context.service.load_game(game_id)
        asked = find_puzzle(game_id, puzzle_id)
        judged = await context.work(request, judge_answer, asked, body.moves, price=PRICE)
        refutation = [] if judged.is_right else await refute(request, asked, judged)
        table = _shown(asked, judged.position)
        return JudgedAnswer(judged.is_right, judged.is_solved, judged.points, refutation, table)

    @api.get("/api/puzzles/{game_id}/{puzzle_id}/solution", "puzzles", "web.summary.solution", 404, 422)
    async def solution(game_id: GameId, puzzle_id: PuzzleId) -> Solution:
        return Solution(list(find_puzzle(game_id, puzzle_id).solution))

    @api.get("/api/puzzles/{game_id}/{puzzle_id}/hint", "puzzles", "web.summary.puzzle_hint", 404, 422)
    async def puzzle_hint(game_id: GameId, puzzle_id: PuzzleId) -> PuzzleHint:
        await context.service.load_game(game_id)
        asked = find_puzzle(game_id, puzzle_id)
        start = asked.start()
        code = start.game.notation.parse_move(start.row.copy(), asked.solution[0])
        return PuzzleHint(*start.game.clicks.of(start.row.copy(), code)[0])

    @api.post("/api/puzzles/{game_id}/{puzzle_id}/tries", "puzzles", "web.summary.try_puzzle", 404, 422)
    async def try_puzzle(game_id: GameId, puzzle_id: PuzzleId, body: PuzzleTry) -> SolverRating:
        before = Solver()
        if body.rating is not None and body.deviation is not None:
            before = Solver(body.rating, body.deviation)
        after = rate_try(before, find_puzzle(game_id, puzzle_id).rating, body.is_solved)
        return SolverRating(after.rating, after.deviation)

    async def refute(request: Request, puzzle: Puzzle, judged: "Judged") -> list[str]:
        """The reply to a wrong move; empty where only points were missed, or the game is over."""
        if puzzle.goal == "points" or judged.position.to_move is None:
            return []
        client = await context.client_of(request)
        found = await while_connected(request, context.analyses.analyse(client, judged.position))
        return list(found.best.moves)


def judge_answer(puzzle: Puzzle, moves: Sequence[str]) -> "Judged":
    """Judge an answer; called in a worker."""
    from fourfold.puzzles.answers import judge  # the first import compiles kernels

    return judge(puzzle, moves)


def shown_puzzle(puzzle: Puzzle) -> ShownPuzzle:
    """Describe a puzzle without its solution."""
    start = puzzle.start()
    assert start.to_move is not None
    kept = puzzle.goal, puzzle.moves, puzzle.points, puzzle.difficulty, puzzle.rating, puzzle.theme_codes
    return ShownPuzzle(puzzle.game, puzzle.id, *kept, start.to_move, _shown(puzzle, start))


def _shown(puzzle: Puzzle, position: Position) -> ShownPosition:
    """The position as the solver sees it."""
    return shown_position(position, show_board(position.view(puzzle.start().to_move)))
