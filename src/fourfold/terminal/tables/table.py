"""The interface of a table: a match as the TUI sees it, local or on a server."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fourfold.core.clicks import Tree
from fourfold.core.errors import FourfoldError
from fourfold.core.help.notice import Notice
from fourfold.core.records.record import Record
from fourfold.match.events import Agreement
from fourfold.match.settings import Status
from fourfold.match.verification import Verdict
from fourfold.terminal.board.picture import NO_PICTURE, Picture


@dataclass(frozen=True)
class SeatSnapshot:
    """The player of a seat."""

    kind: str  # person, computer, open
    name: str
    has_left: bool = False
    is_here: bool = False  # whether it plays at this terminal


@dataclass(frozen=True)
class TableQuestion:
    """An offer that a seat has made to the others."""

    agreement: Agreement
    seat: int


@dataclass(frozen=True)
class Ending:
    """The outcome: the winner's seat or None, the scores, and the code of the reason."""

    winner: int | None
    scores: tuple[int, ...]
    code: str


@dataclass(frozen=True)
class TableSnapshot:
    """A snapshot of a match as one seat sees it: all that the app shows."""

    game: str
    seats: tuple[SeatSnapshot, ...]
    seat: int | None
    status: Status
    ply: int = 0
    to_move: int | None = None
    picture: Picture = NO_PICTURE
    position: str = ""
    clicks: Tree | None = None  # if it is the turn of a player at this terminal
    scores: tuple[int, ...] = ()
    left: tuple[int, ...] = ()  # milliseconds on each clock; empty without clocks
    running: int | None = None  # whose clock runs
    first_turn: int | None = None  # milliseconds left of the first turn of the seat to move, where it has a limit
    questions: tuple[TableQuestion, ...] = ()
    ending: Ending | None = None
    moves: tuple[tuple[int, str], ...] = ()  # who played what
    following: str = ""  # the rematch
    notice: Notice | None = None  # a duty of the seat to move
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_own_turn(self) -> bool:
        """Whether a player at this terminal is to move."""
        return self.to_move is not None and self.seats[self.to_move].is_here


class TerminalTable(ABC):
    """A match that can be watched and played. What is refused raises a FourfoldError."""

    is_online = False
    link = ""  # the invitation
    trouble = ""  # the name of a text about the connection

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None

    @abstractmethod
    def snapshot(self) -> TableSnapshot:
        """The current state."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Play a move, for the seat to move."""

    @abstractmethod
    async def offer(self, agreement: Agreement, about: int | None = None, level: str = "") -> None:
        """Make an offer; to replace a player who left, it needs the seat and a level."""

    @abstractmethod
    async def answer(self, agreement: Agreement, accepts: bool) -> None:
        """Accept or decline an offer."""

    @abstractmethod
    async def resign(self) -> None:
        """Resign."""

    @abstractmethod
    async def resume(self) -> None:
        """End a pause."""

    @abstractmethod
    async def branch(self, path: Sequence[str]) -> Tree:
        """Fetch a branch of the tree of clicks."""

    @abstractmethod
    async def why(self, path: Sequence[str]) -> FourfoldError | None:
        """The reason why clicks lead to no move, if it is known."""

    @abstractmethod
    async def hint(self) -> tuple[str, tuple[str, ...]]:
        """The move that a computer would play, and its clicks."""

    @abstractmethod
    async def record(self) -> Record:
        """The record so far."""

    @abstractmethod
    async def follow(self) -> "TerminalTable | None":
        """The table of the rematch, if there is one."""

    async def check_fairness(self) -> Verdict:
        """Check lots and deals of a finished match against what a server promised, and what was added here."""
        raise NotImplementedError  # there is no promise without a server

    async def run(self) -> None:
        """Run computers, clocks or the event stream, until cancelled."""

    def view_as(self, seat: int | None) -> None:
        """Change the seat whose view is shown."""

    @property
    def needs_curtain(self) -> bool:
        """Hot seat: whether the device must be passed on before the next hand is shown."""
        return False
