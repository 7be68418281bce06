"""Playing on a server: join by a link, look into the lobby, set a match up."""

from collections.abc import Awaitable
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from fourfold.core.errors import FourfoldError
from fourfold.core.registry import facts, list_games
from fourfold.match.settings import LONGEST_NAME
from fourfold.terminal.screens.base import BaseScreen, Keys
from fourfold.terminal.tables.online import Client, parse_link
from fourfold.terminal.tables.table import TerminalTable

USUAL_SERVER = "http://localhost:4444"


class OnlineScreen(BaseScreen[None]):
    """Who one is, where, and which table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False),
        Binding("ctrl+r", "refresh_lists", show=False, priority=True),
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
            yield self.row(tell("game"), Select(games, value=games[0][1], allow_blank=False, id="game", compact=True))
            with Horizontal(classes="row"):
                yield Label("")
                yield Button(tell("set_up"), id="set-up", compact=True)
                yield Button(tell("look_in"), id="look-in", compact=True)
            yield OptionList(id="matches")
        yield Static(classes="status")
        yield Keys(
            [
                ("Tab", tell("key.next"), "app.focus_next"),
                ("Ctrl+R", tell("look_in"), "screen.refresh_lists"),
                ("Esc", tell("key.back"), "screen.dismiss"),
            ]
        )

    def row(self, label: str, widget: Widget) -> Horizontal:
        """A label and a field."""
        return Horizontal(Label(label, markup=False), widget, classes="row")

    def on_mount(self) -> None:
        self.query_one("#link" if self.home.guest_name else "#name", Input).focus()
        if self.link:
            self.follow_link(is_joining=True)

    def value(self, name: str) -> str:
        """What stands in a field."""
        return self.query_one(f"#{name}", Input).value.strip()

    async def client(self, server: str) -> Client:
        """Somebody who talks to the server, under the name that was given."""
        client = self.home.find_client(server)
        self.home.guest_name = self.value("name")
        await client.name_yourself(self.home.guest_name)
        return client

    async def sit_down(self, opening: Awaitable[TerminalTable]) -> None:
        """Open a table, or say why not."""
        self.say_status(self.tell("connecting"))
        try:
            table = await opening
        except FourfoldError as error:
            self.refuse(error)
        else:
            self.home.show_table(table)

    @on(Button.Pressed, "#join")
    @on(Input.Submitted, "#link")
    def join_table(self) -> None:
        self.follow_link(is_joining=True)

    @on(Button.Pressed, "#watch")
    def watch_table(self) -> None:
        self.follow_link(is_joining=False)

    @work(exclusive=True)
    async def follow_link(self, *, is_joining: bool) -> None:
        """Go where the link leads; an invitation can only be joined."""

        async def opening() -> TerminalTable:
            server, kind, name = parse_link(self.value("link"))
            client = await self.client(server)
            if kind == "join":
                return await client.accept(name)
            if is_joining:
                table = await client.open(name)
                is_open = table.shown().status == "open" and table.shown().seat is None
                return await client.join(name, self.home.guest_name) if is_open else table
            return await client.open(name)

        await self.sit_down(opening())

    @on(Button.Pressed, "#set-up")
    @work(exclusive=True)
    async def set_up(self) -> None:
        from fourfold.terminal.screens.setup import SetupScreen

        self.say_status(self.tell("connecting"))
        try:
            client = await self.client(self.value("server"))
        except FourfoldError as error:
            self.refuse(error)
            return
        self.say_status("")
        self.app.push_screen(SetupScreen(str(self.query_one("#game", Select).value), client))

    @on(Button.Pressed, "#look-in")
    def look_in(self) -> None:
        self.action_refresh_lists()

    @work(exclusive=True)
    async def action_refresh_lists(self) -> None:
        """List one's own matches, and the open ones."""
        self.say_status(self.tell("connecting"))
        try:
            client = await self.client(self.value("server"))
            mine, lobby = await client.mine(), await client.lobby()
        except FourfoldError as error:
            self.refuse(error)
            return
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
        """One match in the list."""
        settings = match["settings"]
        options = " ".join(f"{key}={word}" for key, word in settings["options"].items())
        name = facts(match["game"]).name
        line = self.tell(f"match.{kind}", game=name, seats=settings["seats"], options=options or "none")
        return Text(line)

    @on(OptionList.OptionSelected)
    @work(exclusive=True)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        kind, _, match = (event.option.id or "").partition("-")

        async def opening() -> TerminalTable:
            client = await self.client(self.value("server"))
            return await (client.open(match) if kind == "open" else client.join(match, self.home.guest_name))

        await self.sit_down(opening())
