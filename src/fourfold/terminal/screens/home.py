"""The first screen: the games on the shelf, and everything else that one can begin with."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, list_games
from fourfold.terminal.saves import read_record
from fourfold.terminal.screens.base import BaseScreen, Keys
from fourfold.terminal.screens.dialogs import AskScreen
from fourfold.text import say


class HomeScreen(BaseScreen[None]):
    """A list to choose from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "open", show=False),
        Binding("l", "online", show=False),
        Binding("g", "language", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def compose(self) -> ComposeResult:
        tell = self.tell
        yield Static(tell("title"), classes="title", markup=False)
        yield OptionList(id="shelf")
        yield Static(classes="status")
        yield Keys(
            [
                ("↑↓ Enter", tell("key.choose"), "screen.choose"),
                ("o", tell("key.open"), "screen.open"),
                ("l", tell("key.online"), "screen.online"),
                ("g", say("fourfold.language", self.home.next_language), "screen.language"),
                ("F9", tell("key.colours"), "app.colours"),
                ("?", tell("key.help"), "screen.help"),
                ("q", tell("key.quit"), "app.quit"),
            ]
        )

    def on_mount(self) -> None:
        self.fill()
        self.say_status(self.tell("unaffiliated"))

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """List what can be done now."""
        tell, shelf = self.tell, self.query_one(OptionList)
        chosen = shelf.highlighted
        shelf.clear_options()
        if self.home.keeper.read_match():
            shelf.add_option(Option(_entry(tell("continue"), tell("continue.about")), id="continue"))
        for game in list_games():
            shelf.add_option(Option(_entry(facts(game).name, tell.code(f"{game}.tagline")), id=f"game-{game}"))
        for name in ("online", "open"):
            shelf.add_option(Option(_entry(tell(name), tell(f"{name}.about")), id=name))
        shelf.highlighted = min(chosen or 0, shelf.option_count - 1)
        shelf.focus()

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        name = event.option.id or ""
        if name == "continue":
            self.take_up()
        elif name == "online":
            self.action_online()
        elif name == "open":
            self.action_open()
        else:
            from fourfold.terminal.screens.setup import SetupScreen

            self.app.push_screen(SetupScreen(name.removeprefix("game-")))

    @work(exclusive=True)
    async def take_up(self) -> None:
        """Go on with the match that was left."""
        self.say_status(self.tell("loading"))
        await self.home.sit_down_again()

    @work
    async def action_open(self) -> None:
        from fourfold.terminal.screens.replay import ReplayScreen

        name = await self.app.push_screen_wait(AskScreen(self.tell("open_what")))
        if not name:
            return
        try:
            record = read_record(Path(name))
        except FourfoldError as error:
            self.refuse(error)
            return
        self.app.push_screen(ReplayScreen(record))

    def action_online(self) -> None:
        from fourfold.terminal.screens.online import OnlineScreen

        self.app.push_screen(OnlineScreen())

    async def action_language(self) -> None:
        self.home.change_language()
        await self.recompose()
        self.fill()
        self.say_status(self.tell("unaffiliated"))

    def action_help(self) -> None:
        self.home.show_help("home")


def _entry(name: str, about: str) -> Text:
    return Text.assemble((name, "bold"), "\n  ", about)
