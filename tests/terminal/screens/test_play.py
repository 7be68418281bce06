"""The play screen: refusals, hints, takebacks, curtains, clocks, resizing, leaving and resuming."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.widgets import Input, Label, Select, Static

from fourfold.core.clicks import ClickKind
from fourfold.core.help.rulebook import read_rulebook
from fourfold.core.registry import facts, list_games
from fourfold.match import events
from fourfold.match.settings import ClockSetting, Seat, Settings
from fourfold.picture.formats.styled_text import Depth
from fourfold.picture.palette import DARK
from fourfold.players.runner import Runner
from fourfold.terminal.app import TerminalApp
from fourfold.terminal.board import panels
from fourfold.terminal.board.sheet_view import SheetView
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import Saves
from fourfold.terminal.screens import actions
from fourfold.terminal.screens.dialogs import ChooseScreen, ConfirmScreen, CurtainScreen
from fourfold.terminal.screens.home import HomeScreen
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.screens.reader import ReadScreen
from fourfold.terminal.screens.setup import SetupScreen
from fourfold.terminal.tables.local import HERE, LocalTable
from fourfold.text import say
from terminal.pilot import PATIENCE, AppPilot, hot_seat, lift_curtain, make_app, make_move, press, screen_text, settle

BLUE = 4  # of sixteen colours

Act = Callable[[AppPilot, TerminalApp, PlayScreen], Awaitable[None]]


def at_table(
    folder: Path, act: Act, game: str, size: tuple[int, int] = (80, 24), language: str = "en", **options: str
) -> LocalTable:
    app = make_app(folder, LANG=language)
    table = hot_seat(app, game, options)

    async def sit() -> None:
        screen = app.first = PlayScreen(table)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(pilot, app, screen)

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))
    return table


def board_text(screen: PlayScreen) -> str:
    return str(screen.board.sheet)


async def write(pilot: AppPilot, text: str) -> None:
    await pilot.press("slash", *text, "enter")
    await pilot.pause()


def test_a_typed_move_is_played_and_a_wrong_one_is_refused_by_its_rule(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await write(pilot, "a1NSN")
        assert "Qawale R1" in screen_text(app)
        assert screen.query_one(Input).value == "", "refused text leaves the line"
        await pilot.press("up")
        assert screen.query_one(Input).value == "a1NSN", "and comes back to be changed"
        await pilot.press(*["backspace"] * 3, "N", "E", "E", "enter")
        await pilot.pause()
        assert screen.query_one(Input).value == ""
        assert screen.snapshot.moves == ((0, "a1NEE"),)
        assert "First player · Ann played a1NEE. Ben is to move." in screen_text(app)
        await pilot.press("t")
        await pilot.pause()
        assert screen.snapshot.moves == (), "keys are commands again"

    at_table(tmp_path, act, "qawale")


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_long_refusal_is_shown_to_its_end(tmp_path: Path, language: str) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await write(pilot, "c4=PPPT")
        told = say("quads.refuse.no_such_tile", language, move="c4=PPPT")
        assert told.replace(" ", "") in re.sub(r"\s", "", screen_text(app))

    at_table(tmp_path, act, "quads", language=language)


def test_tab_completes_the_notation(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await pilot.press("slash", *"a1NEE"[:4])
        await settle(pilot, lambda: screen.query_one(Input)._suggestion == "a1NEE")
        await pilot.press("tab")
        assert screen.query_one(Input).value == "a1NEE"

    at_table(tmp_path, act, "qawale")


def test_a_click_that_leads_nowhere_is_refused_by_its_rule(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await press(pilot, screen, "b2")
        await settle(pilot, lambda: "Qawale F2: b2 is empty" in screen_text(app))
        assert screen.builder.path == []

    at_table(tmp_path, act, "qawale")


def test_clicks_are_taken_back(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        for name in ("a1", "a2", "b2"):
            await press(pilot, screen, name)
        assert screen.builder.path == ["a1", "a2", "b2"]
        await pilot.press("backspace")
        assert screen.builder.path == ["a1", "a2"]
        await pilot.press("escape")
        assert screen.builder.path == []

    at_table(tmp_path, act, "qawale")


def test_a_move_is_taken_back(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await write(pilot, "a1NEE")
        await pilot.press("escape", "t")
        await pilot.pause()
        assert screen.snapshot.ply == 0
        await pilot.press("t")
        await settle(pilot, lambda: "no move that could be taken back" in screen_text(app))

    at_table(tmp_path, act, "qawale")


def test_a_hint_is_a_legal_move_and_is_shown_on_the_board(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await pilot.press("h")
        await settle(pilot, lambda: bool(screen.hinted))
        await settle(pilot, lambda: "A computer would play" in screen_text(app))
        assert screen_text(app).count("*") >= 2

    at_table(tmp_path, act, "qawale")


def test_there_is_no_hint_while_a_computer_is_to_move(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        table.match.seats[1] = Seat("computer", "simple", "Simple")
        table.pace = PATIENCE
        await table.play("a1NEE")
        await pilot.press("h")
        await settle(pilot, lambda: "✗ Second player · Simple is thinking …" in screen_text(app))
        assert screen.hinted == ()
        await write(pilot, "a1NEE")
        assert "✗ Second player · Simple is thinking …" in screen_text(app), "and no number of a seat"

    at_table(tmp_path, act, "qawale")


def test_a_hint_that_comes_late_never_hides_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "STILL_THINKING", 0.01)

    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        is_found = asyncio.Event()

        async def hint() -> tuple[str, tuple[str, ...]]:
            await is_found.wait()
            return "a1NEE", ("a1",)

        monkeypatch.setattr(screen.table, "hint", hint)
        await pilot.press("h")
        await settle(pilot, lambda: "Still thinking" in screen_text(app))
        await screen.table.resign()
        await settle(pilot, lambda: "By resignation" in screen_text(app))
        is_found.set()
        await settle(pilot, lambda: not any(worker.group == "hint" for worker in app.workers))
        await pilot.pause()
        assert "By resignation" in screen_text(app)
        assert screen.hinted == ()

    at_table(tmp_path, act, "qawale")


def test_after_the_end_no_key_of_a_running_match_hides_the_result(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        assert "h hint" in screen_text(app)
        assert "n again" not in screen_text(app)
        await screen.table.resign()
        await settle(pilot, lambda: "By resignation" in screen_text(app))
        await pilot.press("h", "t", "d", "p", "x", "r", "slash", "backspace")
        await pilot.pause()
        shown = screen_text(app)
        assert "By resignation" in shown
        assert app.screen is screen
        assert not any(words in shown for words in ("h hint", "t takeback", "in its notation"))
        assert "n again, v replay, s save, q leave" in shown  # on a line of its own, whatever the result says
        assert "check lots" not in shown  # there is no promise without a server

    at_table(tmp_path, act, "qawale")


@pytest.mark.parametrize("game", list_games())
def test_the_cursor_starts_on_a_cell_that_can_be_clicked(game: str, tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        await lift_curtain(pilot, table)
        for _ in range(2):
            cells = screen.builder.names(ClickKind.CELL)
            assert screen.board.cursor in cells or not cells
            assert table.match.position is not None
            await write(pilot, str(table.match.position.moves()[0]))
            await lift_curtain(pilot, table)

    at_table(tmp_path, act, game)


def test_names_use_the_room_that_there_is() -> None:
    tell = Translator("en")
    names = ("Ann", "Somebody with a rather long name")
    table = LocalTable.create(
        Settings("qawale"), [Seat("person", HERE, name) for name in names], Runner(), Saves(Path("/nowhere"))
    )

    def lines(width: int) -> list[str]:
        return panels.write_seats(table.snapshot(), tell, Depth.NONE, DARK, width).plain.splitlines()

    assert lines(32)[0].split()[1:] == ["x", "Ann", "8", "in", "hand"]
    assert "Somebody with a rather" in lines(32)[1]
    assert lines(32)[2].strip() == "8 in hand"
    assert "first player · Ann" in lines(58)[0]
    assert names[1] in lines(58)[1]
    assert len(lines(58)) == 2
    assert "Ann (you)" not in lines(58)[0], "two people share this terminal"
    table.match.seats[0] = Seat("computer", "simple", "Simple")
    assert lines(32)[1].strip().endswith("… (you)"), "the own seat is marked however long its name is"
    assert f"{names[1]} (you)" in lines(58)[1]


def test_the_own_seat_is_marked_where_the_others_sit_elsewhere(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        table.match.seats[1] = Seat("computer", "simple", "Simple")
        screen.show_table()
        await settle(pilot, lambda: "Ann (you)" in screen_text(app))
        assert screen_text(app).count("(you)") == 1

    at_table(tmp_path, act, "quads")


def test_a_curtain_hides_every_hand_until_the_next_one_has_sat_down(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        await settle(pilot, lambda: isinstance(app.screen, CurtainScreen))
        position = table.match.position
        assert position is not None
        assert position.to_move is not None
        hands = [{h.click for h in hand.items} for hand in position.game.look.hands(position.row.copy()).hands]
        assert not any(tile in screen_text(app) for hand in hands for tile in hand)
        await lift_curtain(pilot, table)
        own, other = hands[position.to_move], hands[1 - position.to_move]
        text = screen_text(app)
        assert all(tile in text for tile in own)
        assert not any(tile in text for tile in other - own)
        await pilot.press("t")
        await settle(pilot, lambda: "hidden hands" in screen_text(app))

    at_table(tmp_path, act, "quadominos", rounds="1")


def test_a_hidden_hand_is_gone_from_the_screen_as_soon_as_the_move_is_made(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        await lift_curtain(pilot, table)
        assert "PPPS" in screen_text(app)
        assert "ppps" not in screen_text(app)
        await write(pilot, "c3=PPPP")
        await settle(pilot, lambda: isinstance(app.screen, CurtainScreen))
        assert "PPPS" not in screen_text(app)
        assert screen.snapshot.seat is None
        await lift_curtain(pilot, table)
        assert "ppps" in screen_text(app)
        assert "PPPS" not in screen_text(app)

    at_table(tmp_path, act, "quads", hidden="on")


def test_the_piece_to_place_is_shown_beside_the_board_and_under_the_cursor(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        assert "To place:  r  red tile" in screen_text(app)
        await settle(pilot, lambda: "(r)" in screen_text(app))
        await pilot.press("left")
        await settle(pilot, lambda: "(·)" in screen_text(app))
        await pilot.press("right", "enter")
        await settle(pilot, lambda: "To place:  b  blue tile" in screen_text(app))
        assert screen.snapshot.moves == ((0, "e5"),)

    at_table(tmp_path, act, "exago")


def test_a_piece_stays_where_it_is_placed_until_the_move_is_complete(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        assert "x" not in board_text(screen)
        await press(pilot, screen, "a1")
        await press(pilot, screen, "a2")
        await pilot.pause()
        assert board_text(screen).count("x") == 1
        await pilot.press("escape")
        await pilot.pause()
        assert "x" not in board_text(screen)

    at_table(tmp_path, act, "qawale")


@pytest.mark.parametrize(
    "names", [("PPST", "b3", "TPPS"), ("PPST", "TPPS", "b3"), ("b3", "PPST", "TPPS")], ids=" ".join
)
def test_tile_cell_and_orientation_are_clicked_in_any_order(tmp_path: Path, names: tuple[str, ...]) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        for move in ("c3=PPPP", "e4=TTTT"):
            await screen.table.play(move)
        await pilot.pause()
        for place, name in enumerate(names):
            assert screen.builder.clicked == names[:place]
            await press(pilot, screen, name)
            await pilot.pause()
        assert [move for _, move in screen.snapshot.moves] == ["c3=PPPP", "e4=TTTT", "b3=TPPS"]

    at_table(tmp_path, act, "quads")


def test_a_tile_is_seen_on_the_cell_under_the_cursor_as_it_would_lie_there(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await screen.table.play("c3=PPPP")
        await screen.table.play("e4=TTTT")
        await pilot.pause()
        tiles = board_text(screen).count("╲")
        await press(pilot, screen, "PPPS")
        screen.board.focus()
        screen.board.move_cursor_to("a1")
        await pilot.pause()
        assert board_text(screen).count("╲") == tiles
        screen.board.move_cursor_to("c2")
        await pilot.pause()
        assert board_text(screen).count("╲") == tiles + 2
        spot = screen.board.sheet.spots["c2"]
        above = board_text(screen).splitlines()[spot.y][spot.x : spot.x + spot.width]
        assert above == "╲═════╱"  # against the parallel edge of the tile above

    at_table(tmp_path, act, "quads")


def test_where_a_tile_fits_is_scrolled_to(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await screen.table.play("b1=PPPP")
        await screen.table.play("e6=TTTT")
        await pilot.pause()
        await press(pilot, screen, "PPPS")
        cells = screen.builder.names(ClickKind.CELL, is_next=True)
        assert set(cells) == {"a1", "b2", "c1"}
        await settle(pilot, lambda: "( " in screen_text(app))

    at_table(tmp_path, act, "quads", size=(80, 14))


def test_the_board_survives_every_size(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        board = screen.query_one("#board", SheetView)
        await press(pilot, screen, "e5")
        for width, height in ((40, 10), (20, 6), (200, 60), (1, 1), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert board.sheet.spots.keys() == screen.snapshot.picture.cells.keys()
        assert re.search(r"e( \| .){4} \| r \|", screen_text(app).replace("(", " ").replace(")", " "))
        assert screen.snapshot.ply == 1

    at_table(tmp_path, act, "exago")


def test_a_table_that_is_too_large_scrolls_to_the_cursor(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        board = screen.query_one("#board", SheetView)
        await pilot.resize_terminal(60, 14)
        await pilot.pause()
        board.focus()
        board.move_cursor_to("a1")
        await pilot.pause()
        low = board.scroll_offset.y
        board.move_cursor_to("f6")
        await pilot.pause()
        assert board.scroll_offset.y < low
        assert board.scroll_offset.x > 0

    at_table(tmp_path, act, "quads")


def test_a_match_in_which_nobody_moved_in_time_is_called_off(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        seats = [Seat("person", HERE, "Ann"), Seat("person", HERE, "Ben")]
        settings = Settings("qawale", clock=ClockSetting("sudden", 1))
        table = LocalTable.create(settings, seats, app.runner, app.saves, pace=0)
        app.first = PlayScreen(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: table.match.ended is not None)
            await settle(pilot, lambda: "called off" in screen_text(app) and "0:00" in screen_text(app))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_clocks_that_wait_for_first_moves_are_shown_as_such(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        seats = [Seat("person", HERE, "Ann"), Seat("person", HERE, "Ben")]
        settings = Settings("qawale", clock=ClockSetting("sudden", 600), clock_waits=True)
        table = LocalTable.create(settings, seats, app.runner, app.saves, pace=0)
        app.first = PlayScreen(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: "Clocks wait for the first moves" in screen_text(app))
            assert screen_text(app).count("10:00") == 2
            await write(pilot, "a1NEE")
            await settle(pilot, lambda: table.match.ply == 1)
            assert "Clocks wait" in screen_text(app)
            await pilot.press(*"d4SWW", "enter")
            await settle(pilot, lambda: "Clocks wait" not in screen_text(app))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_a_match_that_was_left_is_taken_up_again_with_its_clocks(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        seats = [Seat("person", HERE, "Ann"), Seat("person", HERE, "Ben")]
        settings = Settings("qawale", clock=ClockSetting("sudden", 600))
        app.first = PlayScreen(LocalTable.create(settings, seats, app.runner, app.saves, pace=0))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await write(pilot, "a1NEE")
        again = make_app(tmp_path)
        async with again.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(again.screen, HomeScreen)
            assert "Go on" in screen_text(again)
            await pilot.press("enter")
            await settle(pilot, lambda: isinstance(again.screen, PlayScreen))
            await settle(pilot, lambda: "a1NEE" in screen_text(again))
            screen = again.screen
            assert isinstance(screen, PlayScreen)
            assert screen.snapshot.to_move == 1
            assert screen.snapshot.left[0] > 500_000

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_a_match_of_a_game_that_is_gone_is_refused(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        people = (Seat("person", HERE, "Ann"), Seat("person", HERE, "Ben"))
        created = events.Created(settings=Settings("gone"), seats=people, creator=HERE)
        app.saves.begin_match([events.Event(1, 0, created), events.Event(2, 0, events.Started(order=(0, 1)))])
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            await settle(pilot, lambda: "There is no game “gone”" in screen_text(app))
            assert isinstance(app.screen, HomeScreen)

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_after_the_end_there_is_a_rematch(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        table = screen.table
        assert isinstance(table, LocalTable)
        for move in ("a1NEE", "a4ESE"):
            assert table.match.position is not None
            await make_move(pilot, screen, table.match.position, move)
        assert "Qawale F5" in screen_text(app)
        await pilot.press("n")
        await settle(pilot, lambda: app.screen is not screen)
        await settle(pilot, lambda: "no move yet" in screen_text(app))

    at_table(tmp_path, act, "qawale", pebbles="1")


@pytest.mark.parametrize("colours", [{"COLORTERM": "", "TERM": "xterm"}, {"NO_COLOR": "1"}, {"COLORTERM": ""}])
def test_the_same_signs_are_shown_in_every_number_of_colours(tmp_path: Path, colours: dict[str, str]) -> None:
    async def look(app: TerminalApp) -> str:
        app.first = PlayScreen(hot_seat(app, "quads"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return screen_text(app)

    assert asyncio.run(look(make_app(tmp_path, **colours))) == asyncio.run(look(make_app(tmp_path)))


def test_french_is_spoken(tmp_path: Path) -> None:
    async def look() -> None:
        app = make_app(tmp_path, LANG="fr_FR.UTF-8")
        app.first = PlayScreen(hot_seat(app, "exago"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: "de jouer" in screen_text(app))
            assert "aucun coup" in screen_text(app)

    asyncio.run(look())


def test_rules_and_keys_can_be_read(tmp_path: Path) -> None:
    async def act(pilot: AppPilot, app: TerminalApp, screen: PlayScreen) -> None:
        await pilot.press("f2")
        await settle(pilot, lambda: "Romain Froger" in screen_text(app) and "( )" not in screen_text(app))
        placed = [figure.caption for passage in read_rulebook("qawale").passages() for figure in passage.figures]
        shown = [str(figure.content) for figure in app.screen.query(".figure").results(Static)]
        assert [text.splitlines()[-1] for text in shown] == placed
        assert "4 | nn  | ·   | ·   | nn  |" in shown[0]
        await pilot.press("escape", "question_mark")
        await settle(pilot, lambda: "At the table" in screen_text(app))
        await pilot.press("escape")
        await settle(pilot, lambda: app.screen is screen)

    at_table(tmp_path, act, "qawale")


def test_a_field_of_the_form_shows_its_choices_and_the_form_its_keys(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        app.first = SetupScreen("qawale")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            await settle(pilot, lambda: screen_text(app).count("computer: ") > 5)
            await pilot.press("escape")
            for field in ("#who-0", "#option-pebbles"):
                app.screen.query_one(field).focus()
                await pilot.press("question_mark")
                await settle(pilot, lambda: isinstance(app.screen, ReadScreen))
                await pilot.press("escape")
                await settle(pilot, lambda: isinstance(app.screen, SetupScreen))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_the_form_marks_the_field_with_the_focus_and_names_options_in_words(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path, TERM="xterm", COLORTERM="", LANG="de_DE.UTF-8")
        app.first = SetupScreen("qawale")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.screen.query_one("#option-double").focus()
            labels = app.screen.query(Label)
            wanted = [say("qawale.option.double.label", "de")]
            await settle(pilot, lambda: [str(each.render()) for each in labels if each.rich_style.reverse] == wanted)
            shown = screen_text(app)
            assert say("qawale.option.double.mover", "de") in shown
            assert "Platz 0" not in shown

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_of_sixteen_colours_none_that_is_hard_to_read_is_on_text(tmp_path: Path) -> None:
    """Blue on black: Textual would give it to all that can be clicked."""

    async def sit() -> None:
        app = make_app(tmp_path, TERM="xterm", COLORTERM="")
        app.first = PlayScreen(hot_seat(app, "qawale"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: "h hint" in screen_text(app))
            spans = [span for strip in app.screen._compositor.render_strips() for span in strip]
            keys = [span for span in spans if span.text.strip() in ("h", "hint", "q", "leave")]
            assert len(keys) == 4
            assert not [
                span.text for span in keys if span.style and span.style.color and span.style.color.number == BLUE
            ]

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


@pytest.mark.parametrize("game", [game for game in list_games() if not facts(game).has_deals])
def test_french_joins_its_article(game: str, tmp_path: Path) -> None:
    assert say("qawale.turn.0", "fr") == "au joueur 1"
    words = f"A{say(f'{game}.turn.0', 'fr')[1:]} de jouer."

    async def sit() -> None:
        app = make_app(tmp_path, LANG="fr_FR.UTF-8")
        people = [Seat("person", HERE, app.tell.seat_name(game, seat)) for seat in range(2)]
        app.first = PlayScreen(LocalTable.create(Settings(game), people, app.runner, app.saves, pace=0))
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot, lambda: words in screen_text(app))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_a_match_is_set_up_by_the_form(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press(*["down"] * list_games().index("qawale"), "enter")
            await settle(pilot, lambda: isinstance(app.screen, SetupScreen))
            app.screen.query_one("#option-pebbles", Input).value = "11"
            await pilot.press("ctrl+s")
            await settle(pilot, lambda: "pebbles=11 is not possible" in screen_text(app))
            app.screen.query_one("#option-pebbles", Input).value = "3"
            await pilot.press("ctrl+s")
            await settle(pilot, lambda: isinstance(app.screen, PlayScreen))
            await settle(pilot, lambda: "pebbles=3" in screen_text(app))

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))


def test_seats_are_drawn_by_lot_when_the_form_says_so(tmp_path: Path) -> None:
    async def sit(number: int, word: str) -> str:
        app = make_app(tmp_path / f"{word}{number}")
        async with app.run_test(size=(80, 24)) as pilot:
            app.push_screen(SetupScreen("qawale"))
            await settle(pilot, lambda: isinstance(app.screen, SetupScreen) and bool(app.screen.query("#by-lot")))
            app.screen.query_one("#by-lot", Select).value = word
            await pilot.press("ctrl+s")
            await settle(pilot, lambda: isinstance(app.screen, PlayScreen))
            assert isinstance(app.screen, PlayScreen)
            return app.screen.snapshot.seats[0].kind

    assert asyncio.run(sit(0, "off")) == "person"
    drawn = (asyncio.run(sit(number, "on")) for number in range(40))
    assert "computer" in drawn  # once in forty; it fails by chance once in a billion billions


def test_a_computer_takes_the_seat_of_who_left(tmp_path: Path) -> None:
    async def sit() -> None:
        app = make_app(tmp_path)
        people = [Seat("person", HERE, name) for name in ("Ann", "Ben", "Cleo")]
        table = LocalTable.create(Settings("exago", 3), people, app.runner, app.saves, pace=0)
        app.first = PlayScreen(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("r")
            await settle(pilot, lambda: "who has left" in screen_text(app))
            await pilot.press("x")
            await settle(pilot, lambda: isinstance(app.screen, ConfirmScreen))
            await pilot.press("y")
            await settle(pilot, lambda: 0 in table.match.resigned)
            await pilot.press("r")
            await settle(pilot, lambda: isinstance(app.screen, ChooseScreen))
            assert "Ann has left" in " ".join(screen_text(app).split())
            app.screen.query_one("#answer", Select).value = "random"
            await pilot.click("#ok")
            await settle(pilot, lambda: table.match.seats[0].kind == "computer")
            assert table.match.seats[0].player == "random"

    asyncio.run(asyncio.wait_for(sit(), PATIENCE))
