"""The setup form of a match: seats, players, options of the game, clock."""

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from fourfold.core.options import Choice, Flag, Option
from fourfold.core.registry import facts
from fourfold.match.refusal import Refused
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.terminal.screens.base import FormScreen
from fourfold.terminal.tables.local import HERE
from fourfold.terminal.tables.online import Client

CLOCKS = ("none", "turn", "sudden", "fischer")
SLOW = "days"  # correspondence play on a server
MINUTE = 60


class SetupInput(Input):
    """A field to write in. A question mark belongs to no value: it shows the help."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether the key writes."""
        return key != "question_mark" and super().check_consume_key(key, character)


class SetupScreen(FormScreen):
    """A form for a local match, or for one on a server with open seats."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "key.next", key_display="Tab"),
        Binding("ctrl+s", "begin", "begin", key_display="Ctrl+S", priority=True),
        Binding("f2", "rules", "key.rules", key_display="F2"),
        Binding("f1,question_mark", "help", "key.help", key_display="?", priority=True),
        Binding("escape", "dismiss", "key.back", key_display="Esc"),
    ]

    def __init__(self, game: str, client: Client | None = None) -> None:
        super().__init__()
        self.facts = facts(game)
        self.client = client
        self.seats = self.facts.seats[0]

    def compose(self) -> ComposeResult:
        tell, known = self.tell, self.facts
        where = "setup_online" if self.client else "setup"
        yield Static(tell(where, game=known.name), classes="title", markup=False)
        with VerticalScroll(classes="form", can_focus=False):
            if len(known.seats) > 1:
                numbers = [(str(number), number) for number in known.seats]
                yield self.row(tell("seats"), self.select("seats-number", numbers, self.seats))
            yield Vertical(*self.seat_rows(), id="seat-rows", classes="row")
            for option in known.options:
                yield self.row(tell.option(known.id, option.name), self.field(option))
            yield self.row(tell("by_lot"), self.switch("by-lot", is_on=self.client is not None))
            clocks = [(tell(f"clock.{kind}"), kind) for kind in (*CLOCKS, *([SLOW] if self.client else []))]
            yield self.row(tell("clock"), self.select("clock", clocks, "none"))
            yield self.row(tell("clock_time"), SetupInput("10", id="clock-time", type="number", compact=True))
            yield self.row(tell("clock_increment"), SetupInput("5", id="clock-increment", type="integer", compact=True))
            if self.client:
                yield self.row(tell("public"), self.switch("public", is_on=False))
            with Horizontal(classes="row"):
                yield Button(tell("begin"), id="begin", variant="primary", compact=True)
                yield Button(tell("cancel"), id="cancel", compact=True)
        yield Static(classes="about", markup=False)
        yield Static(classes="status")
        yield self.key_bar()

    def switch(self, name: str, *, is_on: bool) -> Select[str]:
        """A field with the values on and off."""
        words = [(self.tell(word), word) for word in ("on", "off")]
        return self.select(name, words, "on" if is_on else "off")

    def is_on(self, name: str) -> bool:
        """Whether a field is on."""
        return bool(self.selected(name) == "on")

    def seat_rows(self) -> list[Horizontal]:
        """The player of each seat; by default the first is a person, the others computers, or open on a server."""
        tell = self.tell
        others = [(tell("person_here"), HERE)] if self.client is None else [(tell("me"), HERE), (tell("open_seat"), "")]
        levels = [(tell("computer", level=find_level(level).name), level) for level in list_levels()]
        rows = []
        for seat in range(self.seats):
            value = HERE if seat == 0 else "" if self.client else USUAL
            who = self.select(f"who-{seat}", [*others, *levels], value)
            role = tell.seat_name(self.facts.id, seat)
            rows.append(self.row(role[:1].upper() + role[1:], who))
        return rows

    def field(self, option: Option) -> Widget:
        """The field of an option."""
        name, normal = f"option-{option.name}", option.default(self.seats)
        if isinstance(option, Flag):
            return self.switch(name, is_on=bool(normal))
        if isinstance(option, Choice):
            return self.select(
                name, [(self.tell.option_word(self.facts.id, option.name, word), word) for word in option.words], normal
            )
        return SetupInput(_default_text(option, self.seats), id=name, compact=True)

    def on_mount(self) -> None:
        self.home.warm_up(self.facts.id)
        self.query_one("#who-0").focus()

    def on_descendant_focus(self) -> None:
        """Explain the field that has the focus."""
        name = (self.focused.id or "") if self.focused else ""
        if name.startswith("option-"):
            about = self.tell.code(f"{self.facts.id}.option.{name.removeprefix('option-')}")
        elif name.startswith("who-"):
            chosen = self.selected(name)
            is_level = chosen in list_levels()
            about = find_level(chosen).about if is_level else self.tell.code(f"{self.facts.id}.tagline")
        else:
            rule = "move" if self.facts.time_out_moves else "loss"
            about = self.tell("clock.about", rule=rule) if name.startswith("clock") else ""
        self.query_one(".about", Static).update(about)

    @on(Select.Changed, "#seats-number")
    async def change_seats(self, event: Select.Changed) -> None:
        if not isinstance(event.value, int) or event.value == self.seats:
            return
        before, self.seats = self.seats, event.value
        for option in self.facts.options:
            field = self.query_one(f"#option-{option.name}")
            if isinstance(field, Input) and field.value == _default_text(option, before):
                field.value = _default_text(option, self.seats)
        rows = self.query_one("#seat-rows", Vertical)
        await rows.remove_children()
        await rows.mount(*self.seat_rows())

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        self.dismiss()

    @on(Button.Pressed, "#begin")
    def begin_by_button(self) -> None:
        self.action_begin()

    def settings(self) -> Settings:
        """Read the form; raises what is wrong with it."""
        options = {}
        for option in self.facts.options:
            field = self.query_one(f"#option-{option.name}")
            assert isinstance(field, Input | Select)
            word = str(field.value).strip()
            if word and word != _default_text(option, self.seats):
                options[option.name] = word
        is_public = self.client is not None and self.is_on("public")
        settings = Settings(
            self.facts.id, self.seats, options, self.clock(), is_public, self.is_on("by-lot"), clock_waits=True
        )
        settings.check()
        return settings

    def clock(self) -> ClockSetting:
        """Read the clock: minutes for the whole game, seconds or days for a turn."""
        kind = self.selected("clock")
        if kind == "none":
            return ClockSetting()
        try:
            time = float(self.query_one("#clock-time", Input).value)
            increment = int(self.query_one("#clock-increment", Input).value or 0)
        except ValueError:
            raise Refused("terminal.bad_clock") from None
        if kind in ("turn", SLOW):
            return ClockSetting(kind, round(time))
        return ClockSetting(kind, round(time * MINUTE), increment if kind == "fischer" else 0)

    def places(self) -> list[Seat]:
        """The player of each seat."""
        found = []
        for seat in range(self.seats):
            who = self.selected(f"who-{seat}")
            if who == HERE:
                found.append(Seat("person", HERE, self.tell.seat_name(self.facts.id, seat)))
            else:
                found.append(Seat("computer", who, find_level(who).name) if who else Seat())
        return found

    @work(exclusive=True)
    async def action_begin(self) -> None:
        self.say_status(self.tell("loading"))
        with self.refusing():
            await self.home.load(self.facts.id)
            if self.client is None:
                self.home.start_match(self.settings(), self.places())
            else:
                self.home.show_table(await self.client.create(self.settings(), self.places()))

    def action_help(self) -> None:
        self.home.show_help("setup")

    def action_rules(self) -> None:
        self.home.show_rules(self.facts.id)


def _default_text(option: Option, seats: int) -> str:
    normal = option.default(seats)
    return "" if normal is None else option.format(normal)
