r"""The text format of records, similar to PGN: headers, then numbered steps with comments and variations.

    [Game "quadominos"]
    [Seat 0 "Ann"]
    [Result "0"]

    deal:0123,… 1. 0,0=5555+25 {a strong start} 4,0=… (1… 1,0=…) 2. …

The parser ignores move numbers. In headers and comments a backslash escapes a backslash and the closing
sign, and `\n` is a new line.
"""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.core.errors import BadNotation, BadRecord
from fourfold.core.outcome import Outcome
from fourfold.core.records.record import DEAL, OWN_HEADERS, Record, Step, check_depth, check_headers

WIDTH = 100
TOKEN = re.compile(
    r"""(?:
        \{(?P<comment>(?:[^\\}]|\\.)*)\}
      | (?P<bracket>[()])
      | (?P<number>\d+(?:\.+|…)|\*)
      | (?P<step>[^\s(){}\[\]]+)
    )""",
    re.VERBOSE | re.DOTALL,
)
HEADER = re.compile(r'\s*\[(?P<name>[A-Za-z][\w-]*(?:\ \d+)?)\s+"(?P<value>(?:[^\\"]|\\.)*)"\]', re.DOTALL)


def format_record(record: Record) -> str:
    """Format a record."""
    check_headers(record.headers)
    headers = {"Game": record.game, **record.headers}
    headers |= {f"Seat {seat}": name for seat, name in enumerate(record.players)}
    if record.seats != 2:
        headers["Seats"] = str(record.seats)
    if record.options:
        headers["Options"] = " ".join(f"{key}={value}" for key, value in record.options.items())
    if record.start:
        headers["Start"] = record.start
    if record.result is None:
        headers["Result"] = "*"
    else:
        headers["Result"] = "draw" if record.result.winner is None else str(record.result.winner)
        headers["Scores"] = " ".join(map(str, record.result.scores))
        headers["Reason"] = record.result.code
    lines = [f'[{name} "{_escape(value, chr(34))}"]' for name, value in headers.items()]
    tokens = [*_comment(record.comment), *_format_line(record.steps, record.seats, 0)]
    return "\n".join(lines) + "\n\n" + _wrapped(tokens) + "\n"


def _escape(text: str, closing: str) -> str:
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n").replace("\r", "\\r")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text, flags=re.DOTALL)


def _comment(comment: str) -> list[str]:
    return ["{" + _escape(comment, "}") + "}"] if comment else []


def _format_line(steps: Sequence[Step], seats: int, played: int) -> list[str]:
    """Number the moves by rounds of all seats; deals are not counted."""
    tokens: list[str] = []
    is_numbered = False
    for step in steps:
        is_deal = step.text.startswith(DEAL)
        number = ""
        if not is_deal and (played % seats == 0 or not is_numbered):
            number = f"{played // seats + 1}." + (".. " if played % seats else " ")
            is_numbered = True
        tokens += [number + step.text, *_comment(step.comment)]
        for line in step.variations:
            inner = _format_line(line, seats, played)
            tokens += ["(", *inner, ")"]
            is_numbered = False
        played += not is_deal
    return tokens


def _wrapped(tokens: Sequence[str]) -> str:
    """Wrap lines between tokens only, never inside a comment."""
    lines = [""]
    for token in tokens:
        tight = lines[-1] == "" or lines[-1].endswith("(") or token == ")"
        if not tight and len(lines[-1]) + 1 + len(token) > WIDTH:
            lines.append(token)
        else:
            lines[-1] += token if tight else " " + token
    return "\n".join(lines)


@dataclass
class _Reader:
    text: str
    place: int = 0

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.place) + 1

    def next(self) -> re.Match[str] | None:
        """Take the next token; None at the end."""
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        if self.place == len(self.text):
            return None
        token = TOKEN.match(self.text, self.place)
        if token is None:
            rest = self.text[self.place :]
            if rest.startswith("{"):
                raise BadNotation("fourfold.record.comment", line=self.line)
            raise BadNotation("fourfold.record.text", line=self.line, text=textwrap.shorten(rest, 40, placeholder="…"))
        self.place = token.end()
        return token


def parse_record(text: str) -> Record:
    """Parse a record without replaying it."""
    reader = _Reader(text)
    headers: dict[str, str] = {}
    while header := HEADER.match(reader.text, reader.place):
        if header["name"] in headers:
            raise BadNotation("fourfold.record.twice", name=header["name"])
        headers[header["name"]] = _unescape(header["value"])
        reader.place = header.end()
    record = _from_headers(headers)
    record.comment, record.steps = _parse_line(reader, 0)
    return record


def _from_headers(headers: dict[str, str]) -> Record:
    if "Game" not in headers:
        raise BadNotation("fourfold.record.no_game")
    own = {name: headers.pop(name, "") for name in OWN_HEADERS}
    if not re.fullmatch(r"[0-9]{0,2}", own["Seats"]):
        raise BadNotation("fourfold.record.seats", text=own["Seats"])
    seats = int(own["Seats"] or 2)
    players = {name: headers.pop(name) for name in list(headers) if re.fullmatch(r"Seat \d+", name)}
    names = [players.pop(f"Seat {seat}") for seat in range(seats) if f"Seat {seat}" in players]
    if players:
        raise BadRecord("fourfold.record.players", found=len(players) + len(names), seats=seats)
    options = {}
    for pair in own["Options"].split():
        key, _, value = pair.partition("=")
        if key in options:
            raise BadNotation("fourfold.record.option_twice", name=key)
        options[key] = value
    return Record(
        game=own["Game"], seats=seats, options=options, players=names, headers=headers, start=own["Start"],
        result=_parse_result(own),
    )  # fmt: skip


def _parse_result(own: dict[str, str]) -> Outcome | None:
    winner, scores = own["Result"], own["Scores"]
    if winner in ("", "*"):
        if scores or own["Reason"]:
            raise BadNotation("fourfold.record.no_result")
        return None
    if winner != "draw" and not re.fullmatch(r"\d", winner):
        raise BadNotation("fourfold.record.bad_result", text=winner)
    if not re.fullmatch(r"(-?\d{1,9}( -?\d{1,9})*)?", scores):
        raise BadNotation("fourfold.record.bad_result", text=scores)
    return Outcome(
        winner=None if winner == "draw" else int(winner),
        scores=tuple(map(int, scores.split())),
        game=own["Game"],
        code=own["Reason"],
    )


def _parse_line(reader: _Reader, depth: int) -> tuple[str, list[Step]]:
    """Parse steps up to the end of the text or of the open variation; depth 0 is the main line."""
    check_depth(depth)
    opening, steps = "", list[Step]()
    while token := reader.next():
        if token["comment"] is not None:
            comment = _unescape(token["comment"])
            if steps:
                steps[-1].comment = " ".join(filter(None, [steps[-1].comment, comment]))
            else:
                opening = " ".join(filter(None, [opening, comment]))
        elif token["bracket"] == "(":
            if not steps:
                raise BadNotation("fourfold.record.bracket", line=reader.line)
            steps[-1].variations.append(_parse_variation(reader, depth + 1))
        elif token["bracket"] == ")":
            if not depth:
                raise BadNotation("fourfold.record.bracket", line=reader.line)
            return opening, steps
        elif token["step"]:
            steps.append(Step(token["step"]))
    if depth:
        raise BadNotation("fourfold.record.bracket", line=reader.line)
    return opening, steps


def _parse_variation(reader: _Reader, depth: int) -> list[Step]:
    line = reader.line
    opening, steps = _parse_line(reader, depth)
    if not steps:
        raise BadNotation("fourfold.record.empty_brackets", line=line)
    steps[0].comment = " ".join(filter(None, [opening, steps[0].comment]))
    return steps
