"""The Textual widget of a text sheet: a cursor moves from spot to spot, Enter and the mouse click; it scrolls."""

from collections.abc import Callable, Collection
from math import dist
from typing import ClassVar

from rich.style import Style as RichStyle
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from fourfold.picture.formats.styled_text import Depth, coloured
from fourfold.picture.palette import DARK, Palette
from fourfold.terminal.board.sheet import Spot, TextSheet

CURSOR = RichStyle(reverse=True)

Layout = Callable[[tuple[int, int]], TextSheet]  # from width and height


class SheetView(ScrollView, can_focus=True):
    """Shows a sheet, which is laid out again when the size changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(0, -1)"),
        Binding("down", "move_cursor(0, 1)"),
        Binding("left", "move_cursor(-1, 0)"),
        Binding("right", "move_cursor(1, 0)"),
        Binding("enter,space", "click"),
    ]

    class SpotMessage(Message):
        """A message about a spot of a view."""

        def __init__(self, view: "SheetView", name: str) -> None:
            super().__init__()
            self.view = view
            self.name = name

        @property
        def control(self) -> "SheetView":
            """The view that sent it."""
            return self.view

    class Clicked(SpotMessage):
        """A spot was clicked."""

    class CursorMoved(SpotMessage):
        """The cursor is on another spot."""

    def __init__(
        self,
        *,
        id: str,  # noqa: A002 - the name that widgets have for it
        depth: Depth = Depth.TRUE,
        palette: Palette = DARK,
        is_fitted: bool = False,
    ) -> None:
        super().__init__(id=id)
        self.is_fitted = is_fitted  # as high as its sheet, and not centred
        self.depth = depth
        self.palette = palette
        self.sheet = TextSheet()
        self.cursor: str | None = None
        self._layout_of: Layout | None = None
        self._strips: list[Strip] = []
        self._revealing: tuple[str, ...] = ()
        self._starts: tuple[Collection[str], Collection[str]] | None = None  # where the cursor is to go, near what

    def show_sheet(self, layout: Layout) -> None:
        """Show the sheet that a function lays out."""
        self._layout_of = layout
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.outer_size.width or self.container_size.width
        if self._layout_of is None or not width:
            return
        self.sheet = self._layout_of((width, self.outer_size.height))
        if self.is_fitted:
            self.styles.height = max(1, self.sheet.height)
        written = coloured(self.sheet.lines, self.depth, self.palette).split("\n")
        self._strips = [Strip(Text.from_ansi(line).render(self.app.console)) for line in written]
        self._strips = [Strip([s for s in strip if s.text != "\n"]).simplify() for strip in self._strips]
        self.virtual_size = Size(self.sheet.width, self.sheet.height)
        if self.cursor not in self.sheet.spots:
            self.cursor = next(iter(self.sheet.spots), None)
        self._start()
        self.refresh()
        self._reveal()

    def start_at(self, names: Collection[str], near: Collection[str] = ()) -> None:
        """Put the cursor on the nearest of these spots to others, or to where it is, unless it is on one of them."""
        self._starts = names, near
        self._start()

    def _start(self) -> None:
        """Do so as soon as there is a sheet."""
        spots, cursor = self.sheet.spots, self.cursor
        if self._starts is None or cursor is None or cursor not in spots:
            return
        (names, near), self._starts = self._starts, None
        if cursor not in names and any(name in spots for name in names):
            places = [spots[name].middle for name in near if name in spots] or [spots[cursor].middle]
            x, y = (sum(part) / len(places) for part in zip(*places, strict=True))
            self.cursor = self._nearest([name for name in names if name in spots], (x, y))
            self.refresh()
            self.post_message(self.CursorMoved(self, self.cursor))

    def recolour(self, palette: Palette) -> None:
        """Change the palette."""
        self.palette = palette
        self._lay_out()

    def on_resize(self, _: events.Resize) -> None:
        self._lay_out()

    @property
    def _margin(self) -> int:
        """A narrow sheet is centred."""
        return 0 if self.is_fitted else max(0, (self.size.width - self.sheet.width) // 2)

    def render_line(self, y: int) -> Strip:
        """Render one line of the widget."""
        left, top = self.scroll_offset
        line = y + top
        width = self.size.width
        if line >= len(self._strips):
            return Strip.blank(width, self.rich_style)
        strip = self._strips[line]
        spot = self.sheet.spots.get(self.cursor or "")
        if spot is not None and self.has_focus and spot.y <= line < spot.y + spot.height:
            whole = strip.adjust_cell_length(max(self.sheet.width, spot.x + spot.width))
            begin, end = spot.x, spot.x + spot.width
            strip = Strip.join([whole.crop(0, begin), whole.crop(begin, end).apply_style(CURSOR), whole.crop(end)])
        margin = self._margin
        strip = Strip.join([Strip.blank(margin), strip]) if margin else strip
        return strip.crop_extend(left, left + width, None).apply_style(self.rich_style)

    def reveal(self, names: Collection[str]) -> None:
        """Scroll to spots without moving the cursor, now and whenever the size changes."""
        self._revealing = tuple(names)
        self._reveal()

    def reveal_one_of(self, names: Collection[str]) -> None:
        """Scroll to the nearest of some spots, where none of them is in view."""
        view = Region(*self.scroll_offset, *self.size)
        found = [name for name in names if name in self.sheet.spots]
        if found and not any(self.sheet.spots[name].region in view for name in found):
            self.reveal([self._nearest(found, Spot(*view).middle)])

    def _nearest(self, names: Collection[str], place: tuple[float, float]) -> str:
        return min(names, key=lambda name: dist(self.sheet.spots[name].middle, place))

    def _reveal(self) -> None:
        found = [self.sheet.spots[name] for name in self._revealing if name in self.sheet.spots]
        if self.size:
            for spot in found:
                self.call_after_refresh(self._show_spot, spot)

    def _show_spot(self, spot: Spot) -> None:
        self.scroll_to_region(spot.region, animate=False, force=True)

    def move_cursor_to(self, name: str | None) -> None:
        """Move the cursor to a spot, and scroll there."""
        if name is None or name not in self.sheet.spots:
            return
        self.cursor = name
        self._revealing = ()
        self._show_spot(self.sheet.spots[name])
        self.refresh()
        self.post_message(self.CursorMoved(self, name))

    def action_move_cursor(self, right: int, down: int) -> None:
        """Move the cursor to the next spot in a direction."""
        if self.cursor is not None and self.cursor in self.sheet.spots:
            self.move_cursor_to(self.sheet.beside(self.cursor, right, down))

    def action_click(self) -> None:
        """Click the spot under the cursor."""
        if self.cursor is not None and self.cursor in self.sheet.spots:
            self.post_message(self.Clicked(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        x, y = event.x + self.scroll_offset.x - self._margin, event.y + self.scroll_offset.y
        name = self.sheet.at(x, y)
        if name is not None:
            self.move_cursor_to(name)
            self.post_message(self.Clicked(self, name))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()
