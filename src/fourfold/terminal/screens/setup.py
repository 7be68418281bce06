"""Setting a match up: seats, who sits there, the options of the game, the clock."""

from typing import ClassVar, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from fourfold.core.errors import FourfoldError
from fourfold.core.options import Choice, Flag, Option
from fourfold.core.registry import facts
from fourfold.match.refusal import Refused
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.players.levels import USUAL, find_level, list_levels
from fourfold.terminal.screens.base import BaseScreen, Keys
from fourfold.terminal.tables.local import HERE
from fourfold.terminal.tables.online import Client

CLOCKS = ("none", "turn", "sudden", "fischer")
SLOW: Literal["days"] = "days"  # a clock for matches on a server, where nobody waits at the keyboard
MINUTE = 60


class SetupScreen(BaseScreen[None]):
    """A form. Without a server the match is played here; with one, open seats wait for others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "begin", show=False, priority=True),
        Binding("escape", "dismiss", show=False),
        Binding("f2", "rules", show=False),
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
                yield self.row(
                    tell("seats"), Select(numbers, value=self.seats, allow_blank=False, id="seats-number", compact=True)
                )
            yield Vertical(*self.seat_rows(), id="seat-rows", classes="row")
            for option in known.options:
                yield self.row(option.name, self.field(option))
            yield self.row(tell("by_lot"), self.switch("by-lot", is_on=self.client is not None))
            clocks = [(tell(f"clock.{kind}"), kind) for kind in (*CLOCKS, *([SLOW] if self.client else []))]
            yield self.row(tell("clock"), Select(clocks, value="none", allow_blank=False, id="clock", compact=True))
            yield self.row(tell("clock_time"), Input("10", id="clock-time", type="number", compact=True))
            yield self.row(tell("clock_increment"), Input("5", id="clock-increment", type="integer", compact=True))
            if self.client:
                yield self.row(tell("public"), self.switch("public", is_on=False))
            with Horizontal(classes="row"):
                yield Button(tell("begin"), id="begin", variant="primary", compact=True)
                yield Button(tell("cancel"), id="cancel", compact=True)
        yield Static(classes="about", markup=False)
        yield Static(classes="status")
        yield Keys(
            [
                ("Tab", tell("key.next"), "app.focus_next"),
                ("Ctrl+S", tell("begin"), "screen.begin"),
                ("F2", tell("key.rules"), "screen.rules"),
                ("Esc", tell("key.back"), "screen.dismiss"),
            ]
        )

    def row(self, label: str, widget: Widget) -> Horizontal:
        """A label and a field."""
        return Horizontal(Label(label, markup=False), widget, classes="row")

    def switch(self, name: str, *, is_on: bool) -> Select[str]:
        """A field that is on or off."""
        words = [(self.tell(word), word) for word in ("on", "off")]
        return Select(words, value="on" if is_on else "off", allow_blank=False, id=name, compact=True)

    def is_on(self, name: str) -> bool:
        """Whether a field is on."""
        return self.query_one(f"#{name}", Select).value == "on"

    def seat_rows(self) -> list[Horizontal]:
        """Who sits on each seat: the first is mine, the others are computers, or open on a server."""
        tell = self.tell
        others = [(tell("person_here"), HERE)] if self.client is None else [(tell("me"), HERE), (tell("open_seat"), "")]
        levels = [(tell("computer", level=find_level(level).name), level) for level in list_levels()]
        rows = []
        for seat in range(self.seats):
            value = HERE if seat == 0 else "" if self.client else USUAL
            who = Select([*others, *levels], value=value, allow_blank=False, id=f"who-{seat}", compact=True)
            rows.append(self.row(tell("seat_as", number=seat, role=tell.seat_name(self.facts.id, seat)), who))
        return rows

    def field(self, option: Option) -> Widget:
        """The field of an option, by its kind."""
        name, normal = f"option-{option.name}", option.default(self.seats)
        if isinstance(option, Flag):
            return self.switch(name, is_on=bool(normal))
        if isinstance(option, Choice):
            return Select(
                [(word, word) for word in option.words], value=normal, allow_blank=False, id=name, compact=True
            )
        return Input("" if normal is None else option.format(normal), id=name, compact=True)

    def on_mount(self) -> None:
        self.home.warm_up(self.facts.id)
        self.query_one("#who-0").focus()

    def on_descendant_focus(self) -> None:
        """Say what the option does that has the focus."""
        name = (self.focused.id or "") if self.focused else ""
        if name.startswith("option-"):
            about = self.tell.code(f"{self.facts.id}.option.{name.removeprefix('option-')}")
        elif name.startswith("who-"):
            chosen = self.query_one(f"#{name}", Select).value
            about = (
                find_level(str(chosen)).about if chosen in list_levels() else self.tell.code(f"{self.facts.id}.tagline")
            )
        else:
            about = self.tell("clock.about") if name.startswith("clock") else ""
        self.query_one(".about", Static).update(about)

    @on(Select.Changed, "#seats-number")
    async def change_seats(self, event: Select.Changed) -> None:
        if not isinstance(event.value, int) or event.value == self.seats:
            return
        before, self.seats = self.seats, event.value
        for option in self.facts.options:
            field = self.query_one(f"#option-{option.name}")
            if isinstance(field, Input) and field.value == _written(option, before):
                field.value = _written(option, self.seats)
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
        """Read the form; what is wrong with it raises an error that says so."""
        options = {}
        for option in self.facts.options:
            field = self.query_one(f"#option-{option.name}")
            assert isinstance(field, Input | Select)
            word = str(field.value).strip()
            if word and word != _written(option, self.seats):
                options[option.name] = word
        is_public = self.client is not None and self.is_on("public")
        settings = Settings(self.facts.id, self.seats, options, self.clock(), is_public, self.is_on("by-lot"))
        settings.check()
        return settings

    def clock(self) -> ClockSetting:
        """Read the clock: minutes for the whole game, seconds or days for a turn."""
        kind = str(self.query_one("#clock", Select).value)
        if kind == "none":
            return ClockSetting()
        try:
            time = float(self.query_one("#clock-time", Input).value)
            increment = int(self.query_one("#clock-increment", Input).value or 0)
        except ValueError:
            raise Refused("terminal.bad_clock") from None
        if kind in ("turn", SLOW):
            return ClockSetting("turn" if kind == "turn" else SLOW, round(time))
        if kind == "sudden":
            return ClockSetting("sudden", round(time * MINUTE))
        return ClockSetting("fischer", round(time * MINUTE), increment)

    def places(self) -> list[Seat]:
        """Who sits where."""
        found = []
        for seat in range(self.seats):
            who = str(self.query_one(f"#who-{seat}", Select).value)
            if who == HERE:
                found.append(Seat("person", HERE, self.tell.seat_name(self.facts.id, seat)))
            else:
                found.append(Seat("computer", who, find_level(who).name) if who else Seat())
        return found

    @work(exclusive=True)
    async def action_begin(self) -> None:
        self.say_status(self.tell("loading"))
        try:
            await self.home.load(self.facts.id)
            if self.client is None:
                self.home.sit_down(self.settings(), self.places())
            else:
                await self.home.sit_down_online(self.client, self.settings(), self.places())
        except FourfoldError as error:
            self.refuse(error)

    def action_rules(self) -> None:
        self.home.show_rules(self.facts.id)


def _written(option: Option, seats: int) -> str:
    normal = option.default(seats)
    return "" if normal is None else option.format(normal)
