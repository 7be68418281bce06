"""The Textual app (TUI): `fourfold` without a command."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from fourfold.core.help.rulebook import read_rulebook
from fourfold.core.registry import game as find_game
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.picture.formats.styled_text import Depth, depth_of, nearest_indexed
from fourfold.picture.palette import DARK, LIGHT, Palette
from fourfold.players.runner import Runner
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import Saves
from fourfold.terminal.tables.local import PACE, LocalTable
from fourfold.terminal.tables.table import TerminalTable
from fourfold.text.language import find_language
from fourfold.text.line_breaks import teach_rich

if TYPE_CHECKING:
    from fourfold.terminal.tables.online import Client

THEMES = {palette.name: palette for palette in (DARK, LIGHT)}
ANSI = "ansi-dark"  # the theme for terminals with sixteen colours
LONGEST_CHOICE = 600.0  # seconds: a busy machine is slow, and nobody else waits for its computers
HANG_UP = 128 + 1  # the exit code after SIGHUP


def has_terminal() -> bool:
    """Whether standard input is a terminal."""
    try:
        return sys.__stdin__ is not None and os.isatty(sys.__stdin__.fileno())
    except (OSError, ValueError):
        return False


def theme_of(palette: Palette, depth: Depth) -> Theme:
    """The app has the colours of the boards; of 256 colours the nearest, because Textual would make greys blue."""
    fit = nearest_indexed if depth == Depth.INDEXED else str
    return Theme(
        name=f"fourfold-{palette.name}",
        primary=fit(palette["dark"]),
        secondary=fit(palette["light"]),
        accent=fit(palette["light"]),
        foreground=fit(palette["ink"]),
        background=fit(palette["paper"]),
        surface=fit(palette["cell"]),
        panel=fit(palette["board"]),
        error=fit("#e5705f" if palette is DARK else "#a32a1d"),
        dark=palette is DARK,
    )


class TerminalApp(App[None]):
    """Fourfold in a terminal. It knows no rule: boards, clicks and matches come from the library or a server."""

    CSS_PATH = "fourfold.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("f9", "colours", show=False),
    ]

    def __init__(
        self,
        first: "Screen[None] | None" = None,
        *,
        environment: Mapping[str, str] | None = None,
        language: str | None = None,
        saves: Saves | None = None,
        pace: float = PACE,
    ) -> None:
        super().__init__()
        teach_rich()
        environment = os.environ if environment is None else environment
        self.tell = Translator(find_language(environment, language))
        self.depth = depth_of(environment, is_terminal=True)
        self.palette = DARK
        self.saves = saves or Saves()
        self.runner = Runner(seconds=LONGEST_CHOICE)
        self.pace = pace
        self.first = first
        self.clients: dict[str, Client] = {}
        self.guest_name = environment.get("USER", "")[:40]  # on a server, until it is changed

    def on_mount(self) -> None:
        for palette in THEMES.values():
            self.register_theme(theme_of(palette, self.depth))
        self.theme = ANSI if self.depth <= Depth.SIXTEEN else theme_of(self.palette, self.depth).name
        with suppress(AttributeError, ValueError, RuntimeError, NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.hang_up)
        if has_terminal():
            self.set_interval(1.0, self.look_for_terminal)
        if self.first is None:
            self.go_home()
        else:
            self.push_screen(self.first, lambda _: self.go_home())  # it may take a while to load

    def go_home(self) -> None:
        """Go back to the start screen."""
        from fourfold.terminal.screens.home import HomeScreen

        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen())

    def look_for_terminal(self) -> None:
        """A terminal that does not control this process may close without a signal."""
        if not has_terminal():
            self.hang_up()

    def hang_up(self) -> None:
        """Exit, because the terminal is closed; every event is saved already."""
        os._exit(HANG_UP)

    async def on_unmount(self) -> None:
        self.runner.close()
        for client in self.clients.values():
            await client.close()

    def find_client(self, server: str) -> "Client":
        """The client of a server, shared by all its tables."""
        from fourfold.terminal.tables.online import Client, parse_server

        server = parse_server(server)
        if server not in self.clients:
            self.clients[server] = Client(server, self.saves)
        return self.clients[server]

    def action_colours(self) -> None:
        """Switch between the dark and the light palette."""
        if self.depth > Depth.SIXTEEN:
            self.palette = LIGHT if self.palette is DARK else DARK
            self.theme = theme_of(self.palette, self.depth).name
            from fourfold.terminal.board.sheet_view import SheetView

            for screen in self.screen_stack:
                for view in screen.query(SheetView):
                    view.recolour(self.palette)

    def change_language(self, language: str) -> None:
        """Speak another language."""
        self.tell = Translator(language)

    # ----- matches and other screens

    def warm_up(self, game: str) -> None:
        """Load a game in the background while the form is filled in."""
        self.run_worker(self.load(game), group="loading", exit_on_error=False)

    async def load(self, game: str) -> None:
        """Load a game in a thread: its kernels may have to be compiled."""
        await asyncio.to_thread(find_game, game)

    def start_match(self, settings: Settings, seats: Sequence[Seat]) -> None:
        """Start a local match."""
        by_lot = settings.by_lot
        self.show_table(LocalTable.create(settings, seats, self.runner, self.saves, pace=self.pace, by_lot=by_lot))

    async def resume_match(self) -> None:
        """Resume the saved match."""
        match = await asyncio.to_thread(Match.replay, self.saves.read_match())
        self.show_table(LocalTable(match, self.runner, self.saves, pace=self.pace))

    def show_table(self, table: TerminalTable) -> None:
        """Show a table, in place of the forms that led there."""
        from fourfold.terminal.screens.play import PlayScreen

        self.go_home()
        self.push_screen(PlayScreen(table))

    async def show_lesson(self, game: str) -> None:
        """Show the lesson of a game."""
        await self.load(game)
        from fourfold.terminal.screens.learn import LearnScreen

        self.push_screen(LearnScreen(game, self.saves.read_steps(game)))

    def show_rules(self, game: str, rule: str = "") -> None:
        """Show the rules of a game, from one of them on, with their figures, which need the game to be loaded."""
        self.run_worker(self.open_rules(game, rule), group="rules", exclusive=True)

    async def open_rules(self, game: str, rule: str = "") -> None:
        """Load a game, then show its rules."""
        from fourfold.terminal.screens.reader import RulesScreen

        await self.load(game)
        self.push_screen(RulesScreen(game, read_rulebook(game, self.tell.language), self.palette, self.depth, rule))

    def show_help(self, subject: str) -> None:
        """Show the help of a screen."""
        from fourfold.terminal.screens.reader import ReadScreen

        self.push_screen(ReadScreen(self.tell(f"help.{subject}")))
