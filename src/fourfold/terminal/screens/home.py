"""The start screen: the list of games, the saved match, online play and records."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from fourfold.core.help.lessons import list_steps
from fourfold.core.registry import facts, list_games
from fourfold.terminal.saves import read_record
from fourfold.terminal.screens.base import BaseScreen
from fourfold.terminal.screens.dialogs import AskScreen, ChooseScreen
from fourfold.text import say
from fourfold.text.language import list_languages


class HomeScreen(BaseScreen[None]):
    """A menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "key.choose", key_display="↑↓ Enter"),
        Binding("e", "learn", "key.learn"),
        Binding("o", "open"),
        Binding("l", "online", "key.online"),
        Binding("g", "language", "key.language"),
        Binding("f9", "app.colours", "key.colours", key_display="F9"),
        Binding("f1,question_mark", "help", "key.help", key_display="?"),
        Binding("q", "app.quit", "key.quit"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.tell("title"), classes="title", markup=False)
        yield OptionList(id="shelf")
        yield Static(classes="status")
        yield self.key_bar(language=say("fourfold.language", self.tell.language))

    def on_mount(self) -> None:
        self.fill()
        self.say_status(self.tell("unaffiliated"))

    def on_screen_resume(self) -> None:
        self.fill()

    def fill(self) -> None:
        """Fill the menu."""
        tell, menu = self.tell, self.query_one(OptionList)
        chosen = menu.highlighted
        menu.clear_options()
        if self.home.saves.read_match():
            menu.add_option(Option(_entry(tell("continue"), tell("continue.about")), id="continue"))
        for game in list_games():
            menu.add_option(Option(_entry(facts(game).name, tell.code(f"{game}.tagline")), id=f"game-{game}"))
        for name in ("learn", "online", "open"):
            menu.add_option(Option(_entry(tell(name), tell(f"{name}.about")), id=name))
        menu.highlighted = min(chosen or 0, menu.option_count - 1)
        menu.focus()

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        name = event.option.id or ""
        if name == "continue":
            self.resume_match()
        elif name == "learn":
            self.choose_lesson()
        elif name == "online":
            self.action_online()
        elif name == "open":
            self.action_open()
        else:
            from fourfold.terminal.screens.setup import SetupScreen

            self.app.push_screen(SetupScreen(name.removeprefix("game-")))

    def action_learn(self) -> None:
        """The lesson of the game under the cursor, or of one to choose."""
        menu = self.query_one(OptionList)
        name = "" if menu.highlighted is None else menu.get_option_at_index(menu.highlighted).id or ""
        if name.startswith("game-"):
            self.show_lesson(name.removeprefix("game-"))
        else:
            self.choose_lesson()

    @work
    async def choose_lesson(self) -> None:
        taught = [(facts(game).name, game) for game in list_games() if list_steps(game)]
        game = await self.app.push_screen_wait(ChooseScreen(self.tell("learn.which"), taught, taught[0][1]))
        if game is not None:
            self.show_lesson(game)

    @work(exclusive=True)
    async def show_lesson(self, game: str) -> None:
        """Show the lesson of a game, where it has one."""
        if not list_steps(game):
            self.say_status(self.tell("learn.none", game=facts(game).name), is_refusal=True)
            return
        self.say_status(self.tell("loading"))
        await self.home.show_lesson(game)

    @work(exclusive=True)
    async def resume_match(self) -> None:
        """Resume the saved match."""
        self.say_status(self.tell("loading"))
        with self.refusing():
            await self.home.resume_match()

    @work
    async def action_open(self) -> None:
        from fourfold.terminal.screens.replay import ReplayScreen

        name = await self.app.push_screen_wait(AskScreen(self.tell("open_what")))
        if name:
            with self.refusing():
                self.app.push_screen(ReplayScreen(read_record(Path(name))))

    def action_online(self) -> None:
        from fourfold.terminal.screens.online import OnlineScreen

        self.app.push_screen(OnlineScreen())

    @work
    async def action_language(self) -> None:
        names = sorted((say("fourfold.language", code), code) for code in list_languages())
        own = self.tell.language
        language = await self.app.push_screen_wait(ChooseScreen(say("fourfold.language", own), names, own))
        if language is None:
            return
        self.home.change_language(language)
        await self.recompose()
        self.fill()
        self.say_status(self.tell("unaffiliated"))

    def action_help(self) -> None:
        self.home.show_help("home")


def _entry(name: str, about: str) -> Text:
    return Text.assemble((name, "bold"), "\n  ", about)
