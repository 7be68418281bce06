"""`fourfold play --link LINK`, line by line: a match on a server for pipes and screen readers."""

import asyncio
import os
import sys
from contextlib import suppress
from itertools import islice
from threading import Thread

import fourfold
from fourfold.cli.console import board_text
from fourfold.core.errors import FourfoldError
from fourfold.core.help.explanation import explain_notation
from fourfold.terminal.board.panels import seat_label, write_ending
from fourfold.terminal.language import Translator
from fourfold.terminal.saves import Saves
from fourfold.terminal.tables.online import Client, OnlineTable, parse_link

SHOWN_MOVES = 120


def play_link(link: str, tell: Translator, is_plain: bool) -> None:
    """Join the table that the link leads to, or watch it, until the match or the input ends."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_sit_down(link, tell, is_plain))


async def _sit_down(link: str, tell: Translator, is_plain: bool) -> None:
    server, kind, name = parse_link(link)
    client = Client(server, Saves())
    try:
        table = await client.enter(kind, name, os.environ.get("USER", ""))
        await OnlineConsole(table, tell, is_plain).play()
    finally:
        await client.close()


class OnlineConsole:
    """One match on a server. Lines are read in a thread, so that what others do is told at once."""

    def __init__(self, table: OnlineTable, tell: Translator, is_plain: bool) -> None:
        self.table = table
        self.tell = tell
        self.is_plain = is_plain
        self.changed = asyncio.Event()
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()  # None: the input has ended
        self.shown = (-1, "")  # ply and status that were told last
        self.trouble = ""

    async def play(self) -> None:
        """Tell what happens and obey, until the match is over or the input ends."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(self.lines.put_nowait, None)

        print(self.tell.code("cli.play_online.welcome"))
        self.table.on_change = self.changed.set
        self.show_news()
        Thread(target=read, daemon=True).start()
        events = asyncio.create_task(self.table.run())
        try:
            while self.table.snapshot().ending is None and await self.obey(await self.next_line()):
                self.show_news()
        finally:
            events.cancel()

    async def next_line(self) -> str | None:
        """Wait for a line, and tell meanwhile what others do; nothing more when the match is over."""
        reading = asyncio.create_task(self.lines.get())
        while not reading.done() and self.table.snapshot().ending is None:
            changing = asyncio.create_task(self.changed.wait())
            await asyncio.wait((reading, changing), return_when=asyncio.FIRST_COMPLETED)
            changing.cancel()
            self.changed.clear()
            self.show_news()
        return reading.result() if reading.done() else None

    def view(self) -> fourfold.View:
        """What may be seen from here."""
        snapshot = self.table.snapshot()
        return fourfold.game(snapshot.game).read_view(snapshot.position, snapshot.seat or 0)

    def show_board(self) -> None:
        """Print the board between two empty lines."""
        if self.table.snapshot().position:
            print(f"\n{self.view().board() if self.is_plain else board_text(self.view())}\n")

    def show_news(self) -> None:
        """Print what is new: moves, the board, whose turn it is, the end, or trouble with the connection."""
        snapshot, tell = self.table.snapshot(), self.tell
        if self.table.trouble != self.trouble:
            self.trouble = self.table.trouble
            if self.trouble:
                print(tell(self.trouble))
        if (snapshot.ply, snapshot.status) == self.shown:
            return
        before, self.shown = self.shown[0], (snapshot.ply, snapshot.status)
        for seat, move in snapshot.moves[max(0, before) : snapshot.ply] if before >= 0 else ():
            print(tell("was_played", who=seat_label(snapshot, seat, tell), move=move))
        if before < 0 and snapshot.seat is not None:
            print(tell("your_seat", who=tell.seat_name(snapshot.game, snapshot.seat)))
        self.show_board()
        if snapshot.ending is not None:
            print(write_ending(snapshot, snapshot.ending, tell))
        elif snapshot.to_move is None:
            print(tell("waiting"))
        else:
            who = seat_label(snapshot, snapshot.to_move, tell)
            print(tell.code("cli.play_online.your_turn") if snapshot.is_own_turn else tell("their_turn", who=who))
        sys.stdout.flush()

    async def obey(self, line: str | None) -> bool:
        """Carry out a command, or play a move when it is our turn; False to leave."""
        if line is None or line in ("quit", "q", "exit"):
            if self.table.snapshot().ending is None:
                print(self.tell.code("cli.play_online.left"))
            return False
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "":
                    pass
                case "board":
                    self.show_board()
                case "moves":
                    moves = (str(move) for move in self.view().moves() if str(move).startswith(rest.strip()))
                    print("  " + "  ".join(islice(moves, SHOWN_MOVES)))
                case "help" | "?":
                    notation = explain_notation(self.view())
                    print(self.tell.error(notation) if notation else "", self.tell.code("cli.play_online.commands"))
                case "resign":
                    await self.table.resign()
                case _:
                    await self.wait_for_turn()
                    await self.table.play(line)
        except FourfoldError as error:
            print(self.tell.error(error))
        return True

    async def wait_for_turn(self) -> None:
        """A move that was typed early waits until it is our turn; who watches has none."""
        while True:
            snapshot = self.table.snapshot()
            if snapshot.seat is None or snapshot.is_own_turn or snapshot.ending is not None:
                return
            self.changed.clear()
            await self.changed.wait()
            self.show_news()
