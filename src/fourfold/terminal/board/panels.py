"""The texts of the side panel: seats with clocks and scores, moves, the outcome, trays."""

from collections.abc import Collection, Iterator

from rich.cells import cell_len, chop_cells
from rich.text import Text

from fourfold.core.clicks import Click, ClickKind, item, way, word
from fourfold.core.registry import facts
from fourfold.picture.formats.styled_text import Depth, Line, Span, coloured, piece, plain
from fourfold.picture.palette import Palette
from fourfold.terminal.board.cell_look import look_of
from fourfold.terminal.board.move_builder import MoveBuilder
from fourfold.terminal.board.picture import Held, TerminalHand, TerminalPiece
from fourfold.terminal.board.trays import Tray, TrayItem
from fourfold.terminal.language import Translator
from fourfold.terminal.tables.table import Ending, TableSnapshot
from fourfold.text import has

SECOND, MINUTE, HOUR, DAY = 1_000, 60, 3_600, 86_400


def write_time(milliseconds: int) -> str:
    """Write the time that a clock has left.

    >>> write_time(299_000), write_time(3_700_000), write_time(2 * 86_400_000)
    ('4:59', '1:01:40', '2 d 0 h')
    """
    seconds = -(-milliseconds // SECOND)
    if seconds > DAY:
        return f"{seconds // DAY} d {seconds % DAY // HOUR} h"
    hours, minutes, rest = seconds // HOUR, seconds % HOUR // MINUTE, seconds % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def paint(line: Line, depth: Depth, palette: Palette) -> Text:
    """Convert a styled line to Rich text."""
    return Text.from_ansi(coloured([line], depth, palette)) if depth else Text(plain([line]))


def seat_label(snapshot: TableSnapshot, seat: int, tell: Translator) -> str:
    """The role of a seat and the name of its player."""
    who = snapshot.seats[seat]
    name = tell("open_seat") if who.kind == "open" else who.name
    role = tell.seat_name(snapshot.game, seat)
    return role if name in ("", role) else tell("seat_label", role=role, name=name)


def seat_as_goal(snapshot: TableSnapshot, seat: int, tell: Translator) -> str:
    """The player of a seat after "to", which some languages join to an article: “au joueur 1”."""
    who, role = snapshot.seats[seat], tell.seat_name(snapshot.game, seat)
    if who.name not in ("", role):
        return tell("to_name", name=who.name)
    code = f"{snapshot.game}.turn.{seat}"
    return tell.code(code) if has(code) else tell("to_name", name=role)


def _fitting_label(snapshot: TableSnapshot, seat: int, tell: Translator, room: int) -> str:
    """Role and name, or the name alone where both have no room; the own seat is marked where others have none here."""
    here = [place for place, who in enumerate(snapshot.seats) if who.is_here]
    mark = "own_seat" if here == [seat] else "other_seat"
    label, name = seat_label(snapshot, seat, tell), snapshot.seats[seat].name or tell("open_seat")
    shortened = chop_cells(name, max(1, room - cell_len(tell(mark, who="")) - 1))[0] + "…"
    labels = [tell(mark, who=each) for each in (label, name, shortened)]
    return next((each for each in labels if cell_len(each) <= room), labels[-1])


def write_seats(snapshot: TableSnapshot, tell: Translator, depth: Depth, palette: Palette, width: int) -> Text:
    """One line for each seat: state, badge and name, then score or hand, and clock; two for a long name."""
    lines = []
    for seat in range(len(snapshot.seats)):
        hand = next((hand for hand in snapshot.picture.hands if hand.seat == seat), None)
        state = _seat_state(snapshot, seat)
        figures = "  ".join(_seat_figures(snapshot, seat, hand, tell))
        badge_line = _badge(snapshot.game, hand.symbol if hand else "", seat)
        room = width - len(state) - sum(len(span.text) for span in badge_line) - cell_len(figures) - 4
        name = _fitting_label(snapshot, seat, tell, room)
        if is_long := "…" in name:
            room += cell_len(figures)
            name = _fitting_label(snapshot, seat, tell, room)
        text = Text(f"{state} ", "bold") + paint(badge_line, depth, palette)
        text.append(f" {name}{' ' * (room - cell_len(name))} ", "bold" if snapshot.to_move == seat else "")
        lines += [text, Text(" " * (width - 1 - cell_len(figures)) + figures)] if is_long else [text.append(figures)]
    if snapshot.picture.well is not None:
        lines.append(Text("      " + tell("well", number=snapshot.picture.well)))
    if note := waiting_note(snapshot, tell):
        lines.append(Text(note))
    return Text("\n").join(lines)


def waiting_note(snapshot: TableSnapshot, tell: Translator) -> str:
    """How long a first turn may take, or that clocks wait for first turns; else empty."""
    if snapshot.first_turn is not None:
        return tell("first_turn", time=write_time(snapshot.first_turn))
    is_waiting = snapshot.left and snapshot.to_move is not None and snapshot.running is None
    return tell("clocks_wait") if is_waiting else ""


def _badge(game: str, symbol: str, seat: int) -> Line:
    """The sign of a seat's pieces on their colour, or its number."""
    sign = look_of(game).sign(TerminalPiece(symbol)) if symbol else (Span(str(seat), piece(f"seat-{seat}")),)
    return Span(" ", sign[0].style), *sign, Span(" ", sign[-1].style)


def _seat_state(snapshot: TableSnapshot, seat: int) -> str:
    """A star for the winner, a cross for who has left, an arrow for the seat to move."""
    if snapshot.ending is not None and snapshot.ending.winner == seat:
        return "★"
    if snapshot.seats[seat].has_left:
        return "✗"
    return "▶" if snapshot.to_move == seat else " "


def _seat_figures(snapshot: TableSnapshot, seat: int, hand: TerminalHand | None, tell: Translator) -> Iterator[str]:
    """The score, in games of several rounds, or the number of pieces in the hand; and the clock."""
    if facts(snapshot.game).has_deals and snapshot.scores:
        yield tell("points", points=snapshot.scores[seat])
    elif hand is not None:
        yield tell("in_hand", number=hand.number)
    if snapshot.left:
        yield write_time(snapshot.left[seat])


def write_moves(snapshot: TableSnapshot, width: int) -> str:
    """All moves, one line for each round where it fits."""
    lines: list[str] = []
    seats = len(snapshot.seats)
    for place, (_, move) in enumerate(snapshot.moves):
        head = f"{place // seats + 1:>3}. " if place % seats == 0 else ""
        if head or len(lines[-1]) + len(move) + 2 > width:
            lines.append((head or "     ") + move)
        else:
            lines[-1] += "  " + move
    return "\n".join(lines)


def write_ending(snapshot: TableSnapshot, ending: Ending, tell: Translator) -> str:
    """Say who won, with what scores, and why."""
    own = f"{snapshot.game}.reason.{ending.code}"
    reason = tell.code(own if has(own) else f"fourfold.reason.{ending.code}")
    if ending.winner is None:
        return tell("drawn", reason=reason)
    return tell("won", who=seat_label(snapshot, ending.winner, tell), reason=reason)


def make_trays(snapshot: TableSnapshot, builder: MoveBuilder, hint: Collection[str], tell: Translator) -> list[Tray]:
    """The trays: the piece to place, the orientations and words that can be clicked, the hands with visible tiles."""
    trays = []
    if snapshot.picture.placing and snapshot.ending is None:
        trays.append(_piece_to_place(snapshot, tell))
    look, items = look_of(snapshot.game), builder.names(ClickKind.ITEM)
    others = _choices_beside_hands(snapshot, builder)
    if others:
        choices = [TrayItem(each.name, click_label(snapshot, builder, each, tell)) for each in others]
        trays.append(Tray((Span(tell("choose")),), choices))
    chosen = {*builder.clicked_of(ClickKind.ITEM), *hint}
    for hand in snapshot.picture.hands:
        mine = is_own(hand, snapshot)
        choices = [
            TrayItem(
                held.click,
                look.sign(held.piece),
                is_open=mine and held.click in items,
                is_chosen=mine and held.click in chosen,
            )
            for held in hand.items
            if held.click
        ]
        if choices:
            who = tell("shared") if hand.seat is None else seat_label(snapshot, hand.seat, tell)
            trays.append(Tray((Span(tell("hand_of", who=who, number=hand.number)),), choices))
    return trays


def _choices_beside_hands(snapshot: TableSnapshot, builder: MoveBuilder) -> list[Click]:
    """Orientations, as the tile turns; words; and items that lie in no hand."""
    own, chosen = own_items(snapshot), builder.clicked_of(ClickKind.ITEM)
    turns = [name for held in own if held.click in chosen for name in held.lying]
    ways = sorted(builder.names(ClickKind.WAY), key=lambda name: turns.index(name) if name in turns else len(turns))
    if ways == builder.names(ClickKind.WAY, is_next=False)[:1]:
        ways = []  # no choice, and not yet its turn
    in_hand = {held.click for held in own}
    items = [name for name in builder.names(ClickKind.ITEM) if name not in in_hand]
    return [*map(way, ways), *map(word, builder.names(ClickKind.WORD)), *map(item, items)]


def _piece_to_place(snapshot: TableSnapshot, tell: Translator) -> Tray:
    face = look_of(snapshot.game).face(TerminalPiece(snapshot.picture.placing))
    sign = Span(" ", face.sign[0].style), *face.sign, Span(" ", face.sign[-1].style)
    return Tray((Span(tell("placing") + " "), *sign, Span(f" {tell.piece(snapshot.game, face)}")), ())


def is_own(hand: TerminalHand, snapshot: TableSnapshot) -> bool:
    """Whether the seat to move may play from a hand."""
    return hand.seat is None or hand.seat == snapshot.to_move


def own_items(snapshot: TableSnapshot) -> list[Held]:
    """The pieces that the seat to move may play."""
    return [held for hand in snapshot.picture.hands if is_own(hand, snapshot) for held in hand.items]


def click_label(snapshot: TableSnapshot, builder: MoveBuilder, click: Click, tell: Translator) -> Line:
    """A click in text: the sign of a piece, the label of a word, the name of a cell."""
    look = look_of(snapshot.game)
    chosen = builder.clicked_of(ClickKind.ITEM)
    for held in own_items(snapshot):
        if click.kind == ClickKind.ITEM and held.click == click.name:
            return look.sign(held.piece)
        if click.kind == ClickKind.WAY and held.click in chosen and click.name in held.lying:
            return look.sign(held.lying[click.name])
    return (Span(tell.click(snapshot.game, click.name) if click.kind == ClickKind.WORD else click.name),)
