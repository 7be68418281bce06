"""What stands beside the board in words: seats with clocks and scores, moves, how it ended."""

from collections.abc import Collection, Sequence

from rich.text import Text

from fourfold.core.registry import facts
from fourfold.picture.formats.styled_text import Depth, Line, Span, coloured, plain
from fourfold.picture.palette import Palette
from fourfold.terminal.board.move_builder import Choosing
from fourfold.terminal.board.picture import Held, Picture, TerminalHand
from fourfold.terminal.board.pieces import badge, tile_label
from fourfold.terminal.board.trays import Tray, TrayItem
from fourfold.terminal.language import Translator
from fourfold.terminal.tables.table import Ending, Shown
from fourfold.text import has

SECOND, MINUTE, HOUR, DAY = 1_000, 60, 3_600, 86_400


def write_time(milliseconds: int) -> str:
    """Write what a clock has left.

    >>> write_time(299_000), write_time(3_700_000), write_time(2 * 86_400_000)
    ('4:59', '1:01:40', '2 d 0 h')
    """
    seconds = -(-milliseconds // SECOND)
    if seconds > DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    hours, minutes, rest = seconds // HOUR, seconds % HOUR // MINUTE, seconds % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def paint(line: Line, depth: Depth, palette: Palette) -> Text:
    """Turn a line of spans into text for a widget."""
    return Text.from_ansi(coloured([line], depth, palette)) if depth else Text(plain([line]))


def hand_of(picture: Picture | None, seat: int) -> TerminalHand | None:
    """The hand of a seat, where there is one."""
    return next((hand for hand in picture.hands if hand.seat == seat), None) if picture else None


def seat_label(shown: Shown, seat: int, tell: Translator) -> str:
    """Name who sits on a seat, and as what."""
    who = shown.seats[seat]
    name = tell("open_seat") if who.kind == "open" else who.name
    role = tell.seat_name(shown.game, seat)
    return role if name in ("", role) else tell("seat_label", role=role, name=name)


def write_seats(shown: Shown, tell: Translator, depth: Depth, palette: Palette, width: int) -> Text:
    """One line a seat: an arrow to move, a star for the winner, the badge, the name; then clock, score and hand."""
    lines = []
    shows_scores = facts(shown.game).has_deals  # games over several rounds have points worth showing
    for seat, who in enumerate(shown.seats):
        hand = hand_of(shown.picture, seat)
        sign = "▶" if shown.to_move == seat else " "
        if shown.ending is not None and shown.ending.winner == seat:
            sign = "★"
        elif who.has_left:
            sign = "✗"
        figures = []
        if shows_scores and shown.scores:
            figures.append(tell("points", points=shown.scores[seat]))
        elif hand is not None:
            figures.append(tell("in_hand", number=hand.number))
        if shown.left:
            figures.append(write_time(shown.left[seat]))
        behind = "  ".join(figures)
        badge_line = badge(hand.symbol if hand else "", seat)
        head = f"{sign} "
        room = width - len(head) - sum(len(span.text) for span in badge_line) - len(behind) - 3
        name = seat_label(shown, seat, tell)
        name = name if len(name) <= room else name[: max(0, room - 1)] + "…"
        text = Text(head, "bold") + paint(badge_line, depth, palette)
        text.append(f" {name.ljust(room)} ", "bold" if shown.to_move == seat else "")
        lines.append(text.append(behind))
    if shown.picture is not None and shown.picture.well is not None:
        lines.append(Text("      " + tell("well", number=shown.picture.well)))
    return Text("\n").join(lines)


def write_moves(shown: Shown, width: int) -> str:
    """All moves, a round of the table to a line where there is room."""
    lines: list[str] = []
    seats = len(shown.seats)
    for place, (_, move) in enumerate(shown.moves):
        head = f"{place // seats + 1:>3}. " if place % seats == 0 else ""
        if head or len(lines[-1]) + len(move) + 2 > width:
            lines.append((head or "     ") + move)
        else:
            lines[-1] += "  " + move
    return "\n".join(lines)


def write_ending(shown: Shown, ending: Ending, tell: Translator) -> str:
    """Say who won, with what scores, and why."""
    own = f"{shown.game}.reason.{ending.code}"
    reason = tell.code(own if has(own) else f"fourfold.reason.{ending.code}")
    if ending.winner is None:
        return tell("drawn", reason=reason)
    return tell("won", who=seat_label(shown, ending.winner, tell), reason=reason)


def shelve(shown: Shown, picture: Picture, choosing: Choosing, hint: Collection[str], tell: Translator) -> list[Tray]:
    """Lay out what is beside the board: words that can be clicked, then the hands with tiles that can be seen.

    A tile is chosen first; afterwards its name can only be a way to lie.
    """
    shelves = []
    own = [held for hand in picture.hands if is_own(hand, shown) for held in hand.items]
    tiles = set() if choosing.path else {held.name for held in own}
    others = [word for word in choosing.words if word not in tiles]
    if others:
        choices = [TrayItem(word, _label(shown.game, word, own, tell)) for word in others]
        shelves.append(Tray((Span(tell("choose")),), choices))
    chosen = {*choosing.path[:1], *hint}
    for hand in picture.hands:
        mine = is_own(hand, shown)
        choices = [
            TrayItem(
                held.name,
                tile_label(held.name, held.piece),
                is_open=mine and held.name in tiles and held.name in choosing.now,
                is_chosen=mine and held.name in chosen,
            )
            for held in hand.items
            if held.name
        ]
        if choices:
            who = tell("shared") if hand.seat is None else seat_label(shown, hand.seat, tell)
            shelves.append(Tray((Span(tell("hand_of", who=who, number=hand.number)),), choices))
    return shelves


def is_own(hand: TerminalHand, shown: Shown) -> bool:
    """Whether the seat to move may take from a hand."""
    return hand.seat is None or hand.seat == shown.to_move


def _label(game: str, word: str, own: Sequence[Held], tell: Translator) -> Line:
    """A way to lie is written like the tile; everything else is a word."""
    for held in own:
        if word in held.lying:
            return tile_label(word, held.lying[word])
    return (Span(tell.click(game, word)),)
