"""Game records: everything needed to replay a game, deals included.

A record is a tree: the steps of the main line, each with a comment and with variations.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from fourfold.core.errors import BadOption, BadPosition, BadRecord, FourfoldError, UnknownGame
from fourfold.core.outcome import AT_THE_TABLE, Outcome
from fourfold.core.registry import game as find_game
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.core.game import Game
    from fourfold.core.position import Position

DEAL = "deal:"
NOTEBOOK_WIDTH = 480  # pixels


@dataclass
class Step:
    """A move or a deal, with a comment and with variations: alternatives to this step.

    >>> import fourfold
    >>> fourfold.Record.parse('[Game "qawale"] 1. a1NEE {first} (1. a1ENN) a4ESE').steps[0]
    Step(text='a1NEE', comment='first', variations=[[Step(text='a1ENN', comment='', variations=[])]])
    """

    text: str
    comment: str = ""
    variations: list[list["Step"]] = field(default_factory=list)


@dataclass
class Record:
    """A recorded game. `str(record)` is readable text; `to_json` is for programs.

    >>> import fourfold
    >>> position = fourfold.game("qawale").start(pebbles=1).play("a1NEE").play("a4ESE")
    >>> record = Record.of(position, players=["Ann", "Ben"], headers={"Event": "Sunday"})
    >>> print(record)
    [Game "qawale"]
    [Event "Sunday"]
    [Seat 0 "Ann"]
    [Seat 1 "Ben"]
    [Options "pebbles=1"]
    [Result "draw"]
    [Scores "0 0"]
    [Reason "no_line"]
    <BLANKLINE>
    1. a1NEE a4ESE
    <BLANKLINE>
    >>> Record.parse(str(record)) == record == Record.parse(record.to_json())
    True
    >>> record.position == position
    True
    """

    game: str
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)  # as words, without defaults
    players: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    start: str = ""  # the text of the first position, if it is not the usual one
    comment: str = ""
    steps: list[Step] = field(default_factory=list)
    result: Outcome | None = None

    def __post_init__(self) -> None:
        start = find_game(self.game).undealt(seats=self.seats, **self.options)
        self.options = start.game.written_options(start.seats, start.options)

    @classmethod
    def of(
        cls,
        position: "Position",
        *,
        players: Sequence[str] = (),
        headers: Mapping[str, str] | None = None,
        result: Outcome | None = None,
    ) -> "Record":
        """Make a record of a position's history."""
        game, seats, origin = position.game, position.seats, position.origin
        is_own_start = origin == game.undealt(seats=seats, **position.options)
        return cls(
            game=game.id,
            seats=seats,
            options=dict(position.options),
            players=list(players),
            headers=dict(headers or {}),
            start="" if is_own_start else str(origin),
            steps=[Step(str(step)) for step in position.history],
            result=position.outcome or result,
        )

    def _repr_html_(self) -> str:
        """The animation in a notebook, with the record's text below it."""
        picture = b64encode(self.gif(width=NOTEBOOK_WIDTH)).decode()
        name, text = find_game(self.game).name, escape(str(self))
        return f'<img src="data:image/gif;base64,{picture}" alt="{escape(name)}"><details><pre>{text}</pre></details>'

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Parse a record from text or JSON, and check it by replaying it.

        A finished game without a result gets the one that its moves lead to.
        """
        from fourfold.core.records.record_text import parse_record

        text = text.removeprefix("\ufeff")
        try:
            record = cls.from_dict(_load(text)) if text.lstrip().startswith("{") else parse_record(text)
            record.result = record.result or record.position.outcome
            record.check()
        except (UnknownGame, BadOption, BadPosition) as problem:
            raise BadRecord("fourfold.record.wrong", problem=str(problem)) from problem
        return record

    def __str__(self) -> str:
        from fourfold.core.records.record_text import format_record

        return format_record(self)

    @property
    def first(self) -> "Position":
        """The position before the first step."""
        game: Game = find_game(self.game)
        if self.start:
            return game.read(self.start)
        return game.undealt(seats=self.seats, **self.options)

    def positions(self) -> Iterator["Position"]:
        """Replay the main line: the first position, then one for each step."""
        position = self.first
        yield position
        for place, step in enumerate(self.steps):
            position = _take(position, step.text, place)
            yield position

    @property
    def position(self) -> "Position":
        """The position after the last step."""
        *_, last = self.positions()
        return last

    def gif(self, palette: str = "light", width: int | None = None) -> bytes:
        """Draw the whole game as an animated GIF.

        >>> import fourfold
        >>> fourfold.Record.of(fourfold.game("exago").start().play("e5")).gif(width=64)[:6]
        b'GIF89a'
        """
        from fourfold.core.display.pictures import draw_record, find_palette
        from fourfold.picture.formats.gif import WIDTH, gif

        return gif(list(draw_record(self)), find_palette(palette), width or WIDTH)

    def check(self) -> None:
        """Replay everything, variations too; raise BadRecord if something is wrong.

        This also puts the moves into canonical notation.
        """
        check_headers(self.headers)
        if self.players and len(self.players) != self.seats:
            raise BadRecord("fourfold.record.players", found=len(self.players), seats=self.seats)
        first = self.first
        if first.seats != self.seats or first.game.written_options(first.seats, first.options) != self.options:
            raise BadRecord("fourfold.record.start", start=self.start)
        self._check_result(_check_line(first, self.steps, 0, 0).outcome)

    def _check_result(self, played: Outcome | None) -> None:
        written = self.result
        if played is not None and written != played:
            raise BadRecord("fourfold.record.result", written=_described(written), played=_described(played))
        if written is None:
            return
        if written.winner is not None and written.winner not in range(self.seats):
            raise BadRecord("fourfold.record.bad_result", text=str(written.winner))
        if len(written.scores) not in (0, self.seats):
            raise BadRecord("fourfold.record.bad_scores", found=len(written.scores), seats=self.seats)
        if played is None and not written.is_agreeable:
            raise BadRecord("fourfold.record.bad_reason", result=_described(written), reasons=", ".join(AT_THE_TABLE))

    def to_dict(self) -> dict[str, Any]:
        """Give the record as plain data for JSON."""
        return {
            "format": FORMAT,
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "players": self.players,
            "headers": self.headers,
            "start": self.start,
            "comment": self.comment,
            "steps": [_step_to_dict(step) for step in self.steps],
            "result": self.result and self.result.to_dict(),
        }

    def to_json(self, indent: int | None = None) -> str:
        """Format the record as one JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Record":
        """Read the data of `to_dict`, without the checks of `parse`."""
        if type(data.get("format")) is not int or data["format"] != FORMAT:
            raise BadRecord("fourfold.record.format", found=str(data.get("format")), known=FORMAT)
        try:
            result = data["result"]
            return cls(
                game=_typed(data["game"], str),
                seats=_typed(data["seats"], int),
                options={_typed(key, str): _typed(value, str) for key, value in data["options"].items()},
                players=[_typed(name, str) for name in data["players"]],
                headers={_typed(key, str): _typed(value, str) for key, value in data["headers"].items()},
                start=_typed(data["start"], str),
                comment=_typed(data["comment"], str),
                steps=_steps_from_list(data["steps"], 0),
                result=None
                if result is None
                else Outcome(
                    None if result["winner"] is None else _typed(result["winner"], int),
                    tuple(_typed(score, int) for score in result["scores"]),
                    _typed(data["game"], str),
                    _typed(result["code"], str),
                ),
            )
        except (KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise BadRecord("fourfold.record.json", problem=_said(problem)) from None


FORMAT = 1
DEEPEST = 50  # variations within variations
OWN_HEADERS = ("Game", "Seats", "Options", "Start", "Result", "Scores", "Reason")


def _load(text: str) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadRecord("fourfold.record.json", problem=str(problem)) from None
    if not isinstance(data, dict):
        raise BadRecord("fourfold.record.json", problem=type(data).__name__)
    return data


def _said(problem: Exception) -> str:
    return say("fourfold.record.missing", name=str(problem)) if isinstance(problem, KeyError) else str(problem)


def _typed(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not of type {kind.__name__}")
    return value


def _step_to_dict(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"text": step.text}
    if step.comment:
        data["comment"] = step.comment
    if step.variations:
        data["variations"] = [[_step_to_dict(inner) for inner in line] for line in step.variations]
    return data


def _steps_from_list(steps: Sequence[Mapping[str, Any]], depth: int) -> list[Step]:
    check_depth(depth)
    return [
        Step(
            _typed(step["text"], str),
            _typed(step.get("comment", ""), str),
            [_steps_from_list(line, depth + 1) for line in _typed(step.get("variations", []), list)],
        )
        for step in _typed(steps, list)
    ]


def _take(position: "Position", text: str, place: int) -> "Position":
    try:
        return position.deal(text.removeprefix(DEAL)) if text.startswith(DEAL) else position.play(text)
    except FourfoldError as problem:
        raise BadRecord("fourfold.record.move", step=place + 1, text=text[:60], problem=str(problem)) from problem


def _check_line(position: "Position", steps: Sequence[Step], place: int, depth: int) -> "Position":
    check_depth(depth)
    for step in steps:
        for line in step.variations:
            if not line:
                raise BadRecord("fourfold.record.empty_variation", step=place + 1)
            _check_line(position, line, place, depth + 1)
        position = _take(position, step.text, place)
        step.text = str(position.last)
        place += 1
    return position


def check_depth(depth: int) -> None:
    """Refuse variations that are nested too deeply."""
    if depth > DEEPEST:
        raise BadRecord("fourfold.record.deep", deepest=DEEPEST)


def check_headers(headers: Mapping[str, str]) -> None:
    """Refuse invalid or reserved names of headers."""
    for name in headers:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) or name in OWN_HEADERS:
            raise BadRecord("fourfold.record.header", name=name)


def _described(result: Outcome | None) -> str:
    if result is None:
        return "*"
    winner = "draw" if result.winner is None else f"seat {result.winner}"
    return f"{winner} ({' '.join(map(str, result.scores))}; {result.code})"
