"""`/api/games`: the games with their options and words, their rules and lessons, their pieces, and sheets to print."""

from functools import cache
from typing import Annotated, Literal

from markdown_it import MarkdownIt
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.display.figures import SHELF, list_figures, read_shelf_picture, themed_figure
from fourfold.core.display.print_sheets import print_game
from fourfold.core.facts import Facts
from fourfold.core.help.lessons import first_game_options, list_advice, list_steps
from fourfold.core.help.rulebook import Passage, read_rulebook
from fourfold.core.options import Choice, Option
from fourfold.core.registry import facts, game, list_games
from fourfold.match.encoding import encode_json
from fourfold.picture.formats.svg import symbol_contents
from fourfold.picture.palette import NAMES
from fourfold.picture.shapes import Face
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.players.ratings import ratings
from fourfold.text import has, messages, say
from fourfold.web.context import AppContext
from fourfold.web.http.files import StaticFile, language_of, serve
from fourfold.web.http.router import Api
from fourfold.web.schemas import responses
from fourfold.web.schemas.boards import Symbols
from fourfold.web.schemas.parameters import GameId, Language

Letters = Annotated[bool, Meta(description="Names of pieces letter by letter, in games that have letters for them.")]
OneGame = Annotated[str, Meta(max_length=40, description="Only the words of this game.")]
PaperName = Annotated[Literal["a4", "letter"], Meta(description="The paper.")]

PRINT_PRICE = 0.3  # seconds to make the sheets of a game

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def add_games(api: Api, context: AppContext) -> None:
    """Add the routes."""
    printed: dict[tuple[str, str, str], StaticFile] = {}  # as many as there are games, papers and languages

    @api.get("/api/games", "games", "web.summary.games", gives=responses.Shelf)
    async def games(request: Request) -> Response:
        return serve(request, _shelf())

    @api.get("/api/games/pictures", "games", "web.summary.game_pictures", gives=responses.GamePictures)
    async def pictures(request: Request) -> Response:
        return serve(request, _pictures())

    @api.get("/api/games/words", "games", "web.summary.words", 404, 422, gives=responses.GameWords)
    async def words(request: Request, language: Language = "", game: OneGame = "") -> Response:
        return serve(request, _words(language_of(request, language), facts(game).id if game else ""))

    @api.get("/api/games/{game_id}/symbols", "boards", "web.summary.symbols", 404, 422, gives=Symbols)
    async def show_symbols(
        request: Request, game_id: GameId, language: Language = "", letters: Letters = False
    ) -> Response:
        await context.service.load_game(facts(game_id).id)
        return serve(request, _symbols(game_id, language_of(request, language), letters=letters))

    @api.get("/api/games/{game_id}/rules", "learning", "web.summary.rules", 404, 422, gives=responses.ShownRules)
    async def rules(request: Request, game_id: GameId, language: Language = "") -> Response:
        return serve(request, _rules(facts(game_id).id, language_of(request, language)))

    @api.get("/api/games/{game_id}/figures", "learning", "web.summary.figures", 404, 422, gives=responses.GameFigures)
    async def figures(request: Request, game_id: GameId) -> Response:
        await context.service.load_game(facts(game_id).id)
        return serve(request, _figures(game_id))

    @api.get("/api/games/{game_id}/lessons", "learning", "web.summary.lessons", 404, 422, gives=responses.Lessons)
    async def lessons(request: Request, game_id: GameId, language: Language = "") -> Response:
        if any(step.figure for step in list_steps(facts(game_id).id)):
            await context.service.load_game(game_id)
        return serve(request, _lessons(facts(game_id).id, language_of(request, language)))

    @api.get("/api/games/{game_id}/print", "learning", "web.summary.print", 404, 422, 503, gives="application/pdf")
    async def sheets(request: Request, game_id: GameId, paper: PaperName = "a4", language: Language = "") -> Response:
        wanted = facts(game_id).id, paper, language_of(request, language)
        if wanted not in printed:
            content = await context.work(request, print_sheets, *wanted, price=PRINT_PRICE)
            printed[wanted] = StaticFile.of(content, "application/pdf")
        served = serve(request, printed[wanted])
        served.headers["content-disposition"] = f'inline; filename="{game_id}-{paper}.pdf"'
        return served


def _game(known: Facts) -> responses.GameInfo:
    most = known.seats[-1]
    return responses.GameInfo(
        id=known.id,
        name=known.name,
        tagline=say(f"{known.id}.tagline"),
        authors=list(known.authors),
        publisher=known.publisher,
        year=known.year,
        seats=(known.seats[0], most),
        seat_names=[say(f"{known.id}.seat.{seat}") for seat in range(most)],
        options=[_option(known, option) for option in known.options],
        scoring=_scoring(known),
        minutes=known.minutes,
        colour=known.colour,
        steps=sum(not step.option for step in list_steps(known.id)),
    )


def _scoring(known: Facts) -> responses.ShownScoring | None:
    scoring = known.scoring
    if scoring is None:
        return None
    extras = [
        responses.ShownExtra(extra.name, say(f"{known.id}.extra.{extra.name}"), extra.points, extra.rule)
        for extra in scoring.extras
    ]
    return responses.ShownScoring(extras, scoring.target, dict(scoring.targets), list(scoring.turn_seconds))


def _option(known: Facts, option: Option) -> responses.GameOption:
    code = f"{known.id}.option.{option.name}"
    default = option.default(known.seats[0])
    bounds = {str(seats): found for seats in known.seats if (found := option.bounds(seats)) is not None}
    words = {word: say(f"{code}.{word}") for word in option.words} if isinstance(option, Choice) else {}
    written = "" if default is None else option.format(default)
    return responses.GameOption(option.name, say(f"{code}.label"), say(code), option.kind, written, bounds, words)


def _json_file(content: object) -> StaticFile:
    return StaticFile.of(encode_json(content), "application/json")


@cache
def _shelf() -> StaticFile:
    measured = ratings()
    levels = [
        responses.ShownLevel(level.id, level.name, level.about, level.id == USUAL, measured.get(level.id, {}))
        for level in map(find_level, list_levels())
    ]
    return _json_file(responses.Shelf([_game(facts(game_id)) for game_id in list_games()], levels))


@cache
def _pictures() -> StaticFile:
    return _json_file(responses.GamePictures({game_id: read_shelf_picture(game_id) for game_id in list_games()}))


@cache
def _words(language: str, only: str = "") -> StaticFile:
    """All words but those of lessons, which come with them."""
    return _json_file(
        responses.GameWords(
            {
                game_id: {code: text for code, text in _messages(game_id, language).items() if not _is_lesson(code)}
                for game_id in ([only] if only else list_games())
            }
        )
    )


@cache
def _symbols(game_id: str, language: str, *, letters: bool) -> StaticFile:
    symbols = game(game_id).look.symbols().values()
    faces = [face for symbol in symbols for face in symbol.faces]
    spelled = {face.message for face in faces if letters and has(f"{game_id}.{face.message}.letters")}

    def name(face: Face) -> str:
        message = f"{face.message}.letters" if face.message in spelled else face.message
        return say(f"{game_id}.{message}", language, **face.values)

    names = {symbol.id: list(map(name, symbol.faces)) for symbol in symbols if symbol.faces}
    return _json_file(Symbols(symbol_contents(symbols, NAMES), names, bool(spelled)))


@cache
def _rules(game_id: str, language: str) -> StaticFile:
    book = read_rulebook(game_id, language)
    sections = [
        responses.RulesSection(
            section.title, [_passage(each) for each in section.passages], section.is_for_referees, section.language
        )
        for section in book.sections
    ]
    return _json_file(responses.ShownRules(book.language, sections))


def _passage(passage: Passage) -> responses.ShownPassage:
    figures = [responses.ShownFigure(figure.name, figure.caption) for figure in passage.figures]
    html = _markdown.render(passage.text)
    return responses.ShownPassage(passage.title, list(passage.names), passage.option, html, figures)


@cache
def _figures(game_id: str) -> StaticFile:
    names = [name for name in list_figures(game_id) if name != SHELF]
    return _json_file(responses.GameFigures({name: themed_figure(game_id, name) for name in names}))


@cache
def _lessons(game_id: str, language: str) -> StaticFile:
    words = {code: text for code, text in _messages(game_id, language).items() if _is_lesson(code)}
    steps = list_steps(game_id)
    figures = {name: themed_figure(game_id, name) for step in steps if (name := step.figure)}
    options = dict(first_game_options(game_id))
    return _json_file(responses.Lessons(list(steps), list(list_advice(game_id)), words, figures, options))


def _messages(game_id: str, language: str) -> dict[str, str]:
    """The messages of a game, in English where the language has none."""
    return {**messages(game_id), **messages(game_id, language)}


def _is_lesson(code: str) -> bool:
    return code.startswith(("lesson.", "advice."))


def print_sheets(game_id: str, paper: str, language: str) -> bytes:
    """The sheets to print of a game, as PDF; called in a worker."""
    return print_game(game(game_id), paper, language)
