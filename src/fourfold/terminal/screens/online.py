"""The online screen: join by a link, list own matches and the lobby, create a match."""

from collections.abc import Awaitable
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from fourfold.core.registry import facts, list_games
from fourfold.match.settings import LONGEST_NAME
from fourfold.terminal.screens.base import FormScreen
from fourfold.terminal.tables.online import Client, parse_link
from fourfold.terminal.tables.table import TerminalTable

USUAL_SERVER = "http://localhost:4444"


class OnlineScreen(FormScreen):
    """A form with name, link and server, and the list of matches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "key.next", key_display="Tab"),
        Binding("ctrl+r", "refresh_lists", "look_in", key_display="Ctrl+R", priority=True),
        Binding("f1,question_mark", "help", "key.help", key_display="F1"),
        Binding("escape", "dismiss", "key.back", key_display="Esc"),
    ]

    def __init__(self, link: str = "") -> None:
        super().__init__()
        self.link = link

    def compose(self) -> ComposeResult:
        tell = self.tell
        yield Static(tell("online"), classes="title", markup=False)
        with VerticalScroll(classes="form", can_focus=False):
            name = Input(self.home.guest_name, id="name", max_length=LONGEST_NAME, compact=True)
            yield self.row(tell("your_name"), name)
            yield self.row(tell("link"), Input(self.link, placeholder=tell("link.about"), id="link", compact=True))
            with Horizontal(classes="row"):
                yield Label("")
                yield Button(tell("join"), id="join", variant="primary", compact=True)
                yield Button(tell("watch"), id="watch", compact=True)
            yield self.row(tell("server"), Input(USUAL_SERVER, id="server", compact=True))
            games = [(facts(game).name, game) for game in list_games()]
            yield self.row(tell("game"), self.select("game", games, games[0][1]))
            with Horizontal(classes="row"):
                yield Label("")
                yield Button(tell("set_up"), id="set-up", compact=True)
                yield Button(tell("look_in"), id="look-in", compact=True)
            yield OptionList(id="matches")
        yield Static(classes="status")
        yield self.key_bar()

    def on_mount(self) -> None:
        self.query_one("#link" if self.home.guest_name else "#name", Input).focus()
        if self.link:
            self.follow_link(is_joining=True)

    def action_help(self) -> None:
        self.home.show_help("online")

    def value(self, name: str) -> str:
        """The text of a field."""
        return self.query_one(f"#{name}", Input).value.strip()

    async def client(self, server: str) -> Client:
        """The client of a server, with our name set."""
        client = self.home.find_client(server)
        self.home.guest_name = self.value("name")
        await client.set_name(self.home.guest_name)
        return client

    async def open_table(self, opening: Awaitable[TerminalTable]) -> None:
        """Open a table, or show why not."""
        self.say_status(self.tell("connecting"))
        with self.refusing():
            self.home.show_table(await opening)

    @on(Button.Pressed, "#join")
    @on(Input.Submitted, "#link")
    def join_table(self) -> None:
        self.follow_link(is_joining=True)

    @on(Button.Pressed, "#watch")
    def watch_table(self) -> None:
        self.follow_link(is_joining=False)

    @work(exclusive=True)
    async def follow_link(self, *, is_joining: bool) -> None:
        """Open the match of the link; an invitation is always accepted."""

        async def opening() -> TerminalTable:
            server, kind, name = parse_link(self.value("link"))
            client, self.home.guest_name = self.home.find_client(server), self.value("name")
            return await client.enter(kind, name, self.home.guest_name, is_joining=is_joining)

        await self.open_table(opening())

    @on(Button.Pressed, "#set-up")
    @work(exclusive=True)
    async def set_up(self) -> None:
        from fourfold.terminal.screens.setup import SetupScreen

        self.say_status(self.tell("connecting"))
        with self.refusing():
            client = await self.client(self.value("server"))
            self.say_status("")
            self.app.push_screen(SetupScreen(self.selected("game"), client))

    @on(Button.Pressed, "#look-in")
    def look_in(self) -> None:
        self.action_refresh_lists()

    @work(exclusive=True)
    async def action_refresh_lists(self) -> None:
        """Fetch our matches and the lobby."""
        self.say_status(self.tell("connecting"))
        with self.refusing():
            client = await self.client(self.value("server"))
            self.list_matches(await client.mine(), await client.lobby())

    def list_matches(self, mine: list[dict[str, Any]], lobby: list[dict[str, Any]]) -> None:
        """Fill the list: running matches of ours, then open ones."""
        matches = self.query_one(OptionList)
        matches.clear_options()
        own = {match["match"] for match in mine}
        for match in mine:
            if match["status"] != "over":
                matches.add_option(Option(self.entry(match, "mine"), id=f"open-{match['match']}"))
        for match in lobby:
            if match["match"] not in own:
                matches.add_option(Option(self.entry(match, "lobby"), id=f"join-{match['match']}"))
        self.say_status(self.tell("matches_found", mine=len(own), lobby=len(lobby)))
        if matches.option_count:
            matches.focus()

    def entry(self, match: dict[str, Any], kind: str) -> Text:
        """The text of a match in the list."""
        settings = match["settings"]
        options = " ".join(f"{key}={word}" for key, word in settings["options"].items())
        name = facts(match["game"]).name if match["game"] in list_games() else match["game"]
        line = self.tell(f"match.{kind}", game=name, seats=settings["seats"], options=options or "none")
        return Text(line)

    @on(OptionList.OptionSelected)
    @work(exclusive=True)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        kind, _, match = (event.option.id or "").partition("-")

        async def opening() -> TerminalTable:
            client = await self.client(self.value("server"))
            return await (client.open(match) if kind == "open" else client.join(match, self.home.guest_name))

        await self.open_table(opening())
