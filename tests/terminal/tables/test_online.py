"""Online play with a real server: joining by a link, playing to the end, reconnection, watching, refusals."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from fourfold.core.errors import FourfoldError
from fourfold.match.settings import Seat, Settings
from fourfold.terminal.saves import Saves
from fourfold.terminal.screens.online import OnlineScreen
from fourfold.terminal.screens.play import PlayScreen
from fourfold.terminal.tables.local import HERE
from fourfold.terminal.tables.online import Client, parse_link, parse_server
from terminal.pilot import AppPilot, make_app, press, screen_text, settle
from web.server_process import Guest, running


async def follow_tree(pilot: AppPilot, screen: PlayScreen) -> None:
    """Make the first move that the tree of clicks offers."""
    ply = screen.snapshot.ply
    while screen.snapshot.ply == ply:
        before = len(screen.builder.path)
        await press(pilot, screen, next(click.name for click, is_next in screen.builder.options.items() if is_next))
        await settle(pilot, lambda: screen.snapshot.ply != ply or len(screen.builder.path) > before)  # noqa: B023


async def look(guest: Guest, match: str) -> dict[str, Any]:
    return await asyncio.to_thread(guest.table, match)


async def answer(guest: Guest, match: str) -> None:
    """Play the first move that there is."""
    table = await look(guest, match)
    move = await asyncio.to_thread(guest.first_move, match, table["clicks"])
    await asyncio.to_thread(guest.play, match, move, table["ply"])


def test_a_game_against_a_real_server_that_goes_away_in_between(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        other = Guest(server, "Ben")
        match, invite = other.create("qawale", options={"pebbles": "2"})

        async def play() -> None:
            app = make_app(tmp_path)
            app.first = OnlineScreen(f"{server.url}/join/{invite}")
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(pilot, lambda: isinstance(app.screen, PlayScreen))
                screen = app.screen
                assert isinstance(screen, PlayScreen)
                await pilot.pause()
                is_restarted = False
                while screen.snapshot.ending is None:
                    ply = screen.snapshot.ply
                    if screen.snapshot.clicks is not None:
                        await follow_tree(pilot, screen)
                    else:
                        await answer(other, match)
                    await settle(pilot, lambda ply=ply: screen.snapshot.ply > ply)  # type: ignore[misc]
                    if ply == 1 and not is_restarted:
                        is_restarted = True
                        port = server.port
                        await asyncio.to_thread(server.end)
                        await settle(pilot, lambda: screen.table.trouble != "")
                        await settle(pilot, lambda: "connection is lost" in screen_text(app))
                        server.start(port=port)
                        await settle(pilot, lambda: screen.table.trouble == "")
                await settle(pilot, lambda: "Qawale F" in screen_text(app))
                record = await screen.table.record()
                assert [step.text for step in record.steps] == [move for _, move in screen.snapshot.moves]
                assert app.saves.read_promise(match).part in record.headers["Parts"].split()
                await pilot.press("f")
                await settle(pilot, lambda: "Lots and deals are fair" in screen_text(app))
                assert "Qawale F" in screen_text(app)  # the result stays
                app.saves.keep_promise(match, "00" * 32, "a1" * 32)  # as if the server had exchanged it
                await pilot.press("f")
                await settle(pilot, lambda: "not what was promised" in screen_text(app))

        asyncio.run(play())
        stored = server.stored(match)
        assert stored.ended is not None
        assert {seat.name for seat in stored.seats} == {"Ann", "Ben"}
        Guest.all_leave()


def test_tables_are_set_up_watched_and_found_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:

        async def play() -> None:
            saves = Saves(tmp_path / "kept")
            client = Client(server.url, saves)
            await client.set_name("Ann")
            settings = Settings("quadominos", options={"rounds": "1"}, is_public=True)
            table = await client.create(settings, [Seat("person", HERE), Seat()])
            assert table.snapshot().status == "open"
            app = make_app(tmp_path)
            app.first = PlayScreen(table)
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(pilot, lambda: table.link in screen_text(app))
                assert "Ann (you)" in screen_text(app)
                await app.screen.query("#title").remove()
                table.on_change()  # news while the app closes: widgets go before their screen
            other = Client(server.url, Saves(tmp_path / "other"))
            await other.set_name("Ben")
            assert [match["match"] for match in await other.lobby()] == [table.match]
            theirs = await other.accept(parse_link(table.link)[2])
            await table.refresh()
            mine = table if table.snapshot().is_own_turn else theirs
            snapshot = mine.snapshot()
            assert snapshot.clicks is not None
            assert snapshot.picture is not None
            hands = {hand.seat: hand.items for hand in snapshot.picture.hands}
            assert snapshot.seat is not None
            assert len(hands[snapshot.seat]) == 15
            assert hands[1 - snapshot.seat] == ()
            stranger = Client(server.url, Saves(tmp_path / "third"))
            seen = (await stranger.open(table.match)).snapshot().picture
            assert seen is not None
            assert all(hand.items == () for hand in seen.hands)
            with pytest.raises(FourfoldError, match="not a move"):
                await mine.play("nonsense")
            with pytest.raises(FourfoldError):
                await mine.hint()
            again = Client(server.url, saves)  # the same guest, after a restart of the app
            assert [match["match"] for match in await again.mine()] == [table.match]
            await mine.resign()
            await table.offer("rematch")
            await theirs.answer("rematch", accepts=True)
            await table.refresh()
            for each in (table, theirs):
                following = await each.follow()
                assert following is not None
                if following.snapshot().ending is None:
                    await following.resign()
                    await following.refresh()
                assert await each.check_fairness() == "fair"
                assert each.client.saves.read_promise(following.match).part
                assert await following.check_fairness() == "fair"
            for user in (client, other, stranger, again):
                await user.close()

        asyncio.run(play())


def test_a_match_of_a_game_that_is_not_installed_is_refused_before_a_seat_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        other = Guest(server, "Ben")
        match, invite = other.create("qawale")
        monkeypatch.setattr("fourfold.terminal.tables.online.list_games", lambda: ["exago"])
        monkeypatch.setattr("fourfold.terminal.screens.online.list_games", lambda: ["exago"])

        async def follow(link: str, language: str) -> str:
            app = make_app(tmp_path, LANG=language)
            app.first = OnlineScreen(link)
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(pilot, lambda: "✗" in screen_text(app))
                return " ".join(screen_text(app).split())

        async def list_lobby() -> str:
            app = make_app(tmp_path)
            screen = app.first = OnlineScreen()
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                listed = {"match": match, "game": "qawale", "status": "open", "settings": {"seats": 2, "options": {}}}
                screen.list_matches([], [listed])
                await pilot.pause()
                return screen_text(app)

        for address in (f"join/{invite}", f"match/{match}"):
            link = f"{server.url}/{address}"
            assert "of the game “qawale”, which is not installed here" in asyncio.run(follow(link, "en"))
            assert "qui n’est pas installé ici" in asyncio.run(follow(link, "fr"))
        assert "open    qawale, 2 seats" in asyncio.run(list_lobby())
        assert [seat.kind for seat in server.stored(match).seats] == ["person", "open"]
        Guest.all_leave()


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    async def ask() -> None:
        client = Client("localhost:1", Saves(tmp_path))
        try:
            await client.lobby()
        finally:
            await client.close()

    with pytest.raises(FourfoldError, match=r"http://localhost:1 cannot be reached"):
        asyncio.run(ask())


@pytest.mark.parametrize(
    "link", ["", "http://host", "http://host/lobby", "ftp://host/join/x", "http:///join/x", "join/x"]
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(FourfoldError, match="not a link"):
        parse_link(link)


@pytest.mark.parametrize("address", ["", "ftp://host", "http://"])
def test_what_is_no_server_is_refused(address: str) -> None:
    with pytest.raises(FourfoldError, match="not the address"):
        parse_server(address)
