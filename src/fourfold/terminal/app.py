"""The app: `fourfold` without a command."""

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

from fourfold.core.help.rulebook import read_rules
from fourfold.core.registry import game as find_game
from fourfold.match.match import Match
from fourfold.match.settings import Seat, Settings
from fourfold.picture.formats.styled_text import Depth, depth_of
from fourfold.picture.palette import DARK, LIGHT, Palette
from fourfold.players.runner import Runner
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import Keeper
from fourfold.terminal.tables.local import PACE, LocalTable
from fourfold.terminal.tables.table import TerminalTable
from fourfold.text.language import find_language, list_languages

if TYPE_CHECKING:
    from fourfold.terminal.tables.online import Client

THEMES = {palette.name: palette for palette in (DARK, LIGHT)}
ANSI = "ansi-dark"  # the theme for terminals of sixteen colours, which bring their own ground


HANG_UP = 128 + 1  # the exit code of who is told that the terminal is gone


def has_terminal() -> bool:
    """Whether somebody can type."""
    try:
        return sys.__stdin__ is not None and os.isatty(sys.__stdin__.fileno())
    except (OSError, ValueError):
        return False


def theme_of(palette: Palette) -> Theme:
    """The app's own colours are those of the boards."""
    return Theme(
        name=f"fourfold-{palette.name}",
        primary=palette["dark"],
        secondary=palette["light"],
        accent=palette["light"],
        foreground=palette["ink"],
        background=palette["paper"],
        surface=palette["cell"],
        panel=palette["board"],
        error="#e5705f" if palette is DARK else "#a32a1d",
        dark=palette is DARK,
    )


class TerminalApp(App[None]):
    """Fourfold in a terminal. It knows no rule: boards, clicks and matches come from elsewhere."""

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
        keeper: Keeper | None = None,
        pace: float = PACE,
    ) -> None:
        super().__init__()
        environment = os.environ if environment is None else environment
        self.tell = Translator(find_language(environment, language))
        self.depth = depth_of(environment, is_terminal=True)
        self.palette = DARK
        self.keeper = keeper or Keeper()
        self.runner = Runner()
        self.pace = pace
        self.first = first
        self.clients: dict[str, Client] = {}
        self.guest_name = environment.get("USER", "")[:40]  # what one is called on a server, until it is said otherwise

    def on_mount(self) -> None:
        for palette in THEMES.values():
            self.register_theme(theme_of(palette))
        self.theme = ANSI if self.depth <= Depth.SIXTEEN else theme_of(self.palette).name
        with suppress(AttributeError, ValueError, RuntimeError, NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.hang_up)
        if has_terminal():
            self.set_interval(1.0, self.look_for_terminal)
        if self.first is None:
            self.go_home()
        else:
            self.push_screen(self.first, lambda _: self.go_home())  # that screen takes its time, and is not seen yet

    def go_home(self) -> None:
        """Go back to the screen where one can choose."""
        from fourfold.terminal.screens.home import HomeScreen

        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.push_screen(HomeScreen())

    def look_for_terminal(self) -> None:
        """A terminal may go without a signal, if it is not the one that controls us."""
        if not has_terminal():
            self.hang_up()

    def hang_up(self) -> None:
        """The terminal is gone: there is nobody to say anything to, and everything is kept already."""
        os._exit(HANG_UP)

    async def on_unmount(self) -> None:
        self.runner.close()
        for client in self.clients.values():
            await client.close()

    def find_client(self, server: str) -> "Client":
        """Whoever talks to a server for us; one is enough for all its tables."""
        from fourfold.terminal.tables.online import Client, parse_server

        server = parse_server(server)
        if server not in self.clients:
            self.clients[server] = Client(server, self.keeper)
        return self.clients[server]

    def action_colours(self) -> None:
        """Change between dark and light."""
        if self.depth > Depth.SIXTEEN:
            self.palette = LIGHT if self.palette is DARK else DARK
            self.theme = theme_of(self.palette).name
            from fourfold.terminal.board.sheet_view import SheetView

            for screen in self.screen_stack:
                for view in screen.query(SheetView):
                    view.recolour(self.palette)

    def change_language(self) -> None:
        """Speak the next language."""
        self.tell = Translator(self.next_language)

    @property
    def next_language(self) -> str:
        """The language after the one that is spoken."""
        known = list_languages()
        return known[(known.index(self.tell.language) + 1) % len(known)]

    # ----- sitting down

    def warm_up(self, game: str) -> None:
        """Load a game's rules while the form is filled in."""
        self.run_worker(self.load(game), group="loading", exit_on_error=False)

    async def load(self, game: str) -> None:
        """Load a game's rules beside the screen."""
        await asyncio.to_thread(find_game, game)

    def sit_down(self, settings: Settings, seats: Sequence[Seat]) -> None:
        """Begin a match here, in place of the form."""
        by_lot = settings.by_lot
        self.show_table(LocalTable.create(settings, seats, self.runner, self.keeper, pace=self.pace, by_lot=by_lot))

    async def sit_down_again(self) -> None:
        """Go on with the match that is kept."""
        kept = self.keeper.read_match()
        match = await asyncio.to_thread(Match.replay, kept)
        self.show_table(LocalTable(match, self.runner, self.keeper, pace=self.pace))

    async def sit_down_online(self, client: "Client", settings: Settings, seats: Sequence[Seat]) -> None:
        """Set up a match on a server."""
        self.show_table(await client.create(settings, seats))

    def show_table(self, table: TerminalTable) -> None:
        """Sit down at a table, in place of the forms that led there."""
        from fourfold.terminal.screens.play import PlayScreen

        self.go_home()
        self.push_screen(PlayScreen(table))

    def show_rules(self, game: str) -> None:
        """Show the rules of a game."""
        from fourfold.terminal.screens.reader import ReadScreen

        self.push_screen(ReadScreen(read_rules(game, self.tell.language)))

    def show_help(self, subject: str) -> None:
        """Show the keys."""
        from fourfold.terminal.screens.reader import ReadScreen

        self.push_screen(ReadScreen(self.tell(f"help.{subject}")))
