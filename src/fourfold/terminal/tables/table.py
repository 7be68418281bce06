"""A table as the app sees it, be the match kept here or on a server."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fourfold.core.clicks import Tree
from fourfold.core.errors import FourfoldError
from fourfold.core.help.notice import Notice
from fourfold.core.records.record import Record
from fourfold.match.events import Agreement
from fourfold.match.settings import Status
from fourfold.terminal.board.picture import Picture


@dataclass(frozen=True)
class SeatShown:
    """Who sits there."""

    kind: str  # person, computer, open
    name: str
    has_left: bool = False
    is_here: bool = False  # whether this keyboard plays it


@dataclass(frozen=True)
class TableQuestion:
    """Something that a seat asks the others."""

    agreement: Agreement
    seat: int


@dataclass(frozen=True)
class Ending:
    """How it ended: the winner's seat or None, and the code of the reason."""

    winner: int | None
    scores: tuple[int, ...]
    code: str


@dataclass(frozen=True)
class Shown:
    """All that the app shows of a match now, through the eyes of one seat."""

    game: str
    seats: tuple[SeatShown, ...]
    seat: int | None
    status: Status
    ply: int = 0
    to_move: int | None = None
    picture: Picture | None = None
    board: str = ""  # as plain text, where there is no picture
    position: str = ""
    clicks: Tree | None = None  # where it is this keyboard's turn and the seat may see them
    scores: tuple[int, ...] = ()
    left: tuple[int, ...] = ()  # milliseconds on each clock; nothing where there are none
    running: int | None = None  # whose clock runs
    questions: tuple[TableQuestion, ...] = ()
    ending: Ending | None = None
    moves: tuple[tuple[int, str], ...] = ()  # who played what
    following: str = ""  # the match that comes after this one
    notice: Notice | None = None  # what a rule asks of the seat to move
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_own_turn(self) -> bool:
        """Whether this keyboard is to move."""
        return self.to_move is not None and self.seats[self.to_move].is_here


class TerminalTable(ABC):
    """What can be seen and done at a table. What is refused raises a FourfoldError that says why."""

    is_online = False
    link = ""  # where others can sit down
    trouble = ""  # what is wrong with the connection, as the name of a message

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None

    @abstractmethod
    def shown(self) -> Shown:
        """How things stand now."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Play a move, for the seat to move."""

    @abstractmethod
    async def offer(self, agreement: Agreement, about: int | None = None, level: str = "") -> None:
        """Ask the others to agree; a computer for who left needs the seat and the level."""

    @abstractmethod
    async def answer(self, agreement: Agreement, accepts: bool) -> None:
        """Agree to what is asked, or not."""

    @abstractmethod
    async def resign(self) -> None:
        """Give up."""

    @abstractmethod
    async def resume(self) -> None:
        """Let the clocks go on."""

    @abstractmethod
    async def branch(self, path: Sequence[str]) -> Tree:
        """Lay out a branch of the tree of clicks."""

    @abstractmethod
    async def why(self, path: Sequence[str]) -> FourfoldError | None:
        """Say why clicks lead to no move; None where it cannot be said."""

    @abstractmethod
    async def hint(self) -> tuple[str, tuple[str, ...]]:
        """Ask a computer player what it would play: the move, and its clicks."""

    @abstractmethod
    async def record(self) -> Record:
        """The game as it was played so far."""

    @abstractmethod
    async def follow(self) -> "TerminalTable | None":
        """The table of the rematch, where one was agreed."""

    async def run(self) -> None:
        """Do what goes on by itself, for as long as the table is looked at."""

    def look_as(self, seat: int | None) -> None:
        """Look through the eyes of a seat of this keyboard."""

    @property
    def needs_curtain(self) -> bool:
        """Whether the next one at this keyboard may not see what the last one saw."""
        return False
