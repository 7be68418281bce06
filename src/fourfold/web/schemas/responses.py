"""Response bodies: health, games, guests, matches, challenges, rules."""

from typing import Literal

import msgspec

from fourfold.core.help.lessons import Advice, LessonStep
from fourfold.core.options import Kind
from fourfold.match.accounts import AccountKind
from fourfold.match.settings import ClockSetting, Settings, Status
from fourfold.web.errors import Problem
from fourfold.web.schemas.messages import ShownOutcome

Result = Literal["", "running", "won", "lost", "drawn"]  # of a match for a player; empty where they do not play


class Health(msgspec.Struct, frozen=True):
    """Whether the server runs, and whether all games are loaded."""

    ok: bool
    ready: bool


class Readiness(msgspec.Struct, frozen=True):
    """Whether players should be sent to this server, and if not why: games, database, a stop that is near."""

    ready: bool
    games: bool
    database: bool
    draining: bool


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game: yes or no, a number, a number for each seat (joined by commas), or one of several words.

    `default` is empty where the option has none.
    """

    name: str
    label: str
    text: str
    kind: Kind
    default: str
    bounds: dict[str, tuple[int, int]] = {}  # of numbers: the lowest and the highest, by how many play
    words: dict[str, str] = {}  # of a choice: each word, and what it means


class ShownExtra(msgspec.Struct, frozen=True):
    """Points beside those of the pieces, and the rule that gives them."""

    name: str
    label: str
    points: int
    rule: str


class ShownScoring(msgspec.Struct, frozen=True):
    """What a score sheet needs: extra points, the target, the targets with an option on, and usual turn times."""

    extras: list[ShownExtra]
    target: int
    targets: dict[str, int]
    turn_seconds: list[int]


class GameInfo(msgspec.Struct, frozen=True):
    """A game: the least and the most seats, the names of the seats, the options.

    `minutes` is how long a match usually takes (0: unknown), `colour` the colour of its box, a name of the palette,
    `steps` how many steps its tutorial has.
    """

    id: str
    name: str
    tagline: str
    authors: list[str]
    publisher: str
    year: int
    seats: tuple[int, int]
    seat_names: list[str]
    options: list[GameOption]
    scoring: ShownScoring | None = None
    minutes: int = 0
    colour: str = "neutral"
    steps: int = 0


class ShownLevel(msgspec.Struct, frozen=True):
    """A level of computer players: whether it is the default, and its Elo rating in each game that has a ladder."""

    id: str
    name: str
    about: str
    is_usual: bool
    ratings: dict[str, int]


class Shelf(msgspec.Struct, frozen=True):
    """All games, and all levels of computer players."""

    games: list[GameInfo]
    levels: list[ShownLevel]


class ShownGuest(msgspec.Struct, frozen=True):
    """The guest or account of the session; all fields are empty where there is none."""

    id: str = ""
    name: str = ""
    account: AccountKind = ""
    is_moderator: bool = False


class MadeMatch(msgspec.Struct, frozen=True):
    """A new match, and the token of the invitation to it."""

    match: str
    invite: str


class PairedMatch(msgspec.Struct, frozen=True):
    """The table where the player sits now: somebody's that was open, or a new one, with the token of its invitation.

    `has_begun` is false where the player waits for others.
    """

    match: str
    has_begun: bool
    is_new: bool
    commitment: str
    invite: str = ""


class JoinedMatch(msgspec.Struct, frozen=True):
    """The match that was joined."""

    match: str


class Commitment(msgspec.Struct, frozen=True):
    """The SHA-256 hash of the secret of a future match."""

    commitment: str


class ListedSeat(msgspec.Struct, frozen=True):
    """A seat of a match; an open one has no name, nor has a computer's in old matches."""

    kind: Literal["person", "computer", "open"]
    name: str
    account: AccountKind = ""


class Invitation(msgspec.Struct, frozen=True):
    """What an invitation leads to: the match, who invites, what is played, and how seats are given.

    `options` are those that differ from the usual. Old matches have no commitment.
    """

    match: str
    commitment: str
    status: Status
    game: str
    inviter: str  # empty where the inviter has left
    clock: ClockSetting
    seats: list[ListedSeat]
    options: dict[str, str]
    by_lot: bool  # whether lots decide who gets which seat when all are there
    seat: int | None  # the seat that I would get; None by lot, and where none is free
    first: int | None  # the seat that moves first; None where a deal decides
    is_rated: bool
    has_right: bool  # whether nobody there, I included, has called off too many matches to play rated ones
    has_position: bool  # whether it begins from a position of its own
    has_hints: bool
    has_chat: bool
    is_mine: bool  # whether I sit there already


class ListedMatch(msgspec.Struct, frozen=True):
    """A match in a list."""

    match: str
    game: str
    status: str
    created: int
    updated: int
    settings: Settings
    seats: list[ListedSeat]
    outcome: ShownOutcome | None = None
    mine: list[int] = []  # the seats of the player whose matches are listed
    result: Result = ""  # for that player; the reason is the outcome's code
    ply: int = 0
    moved: int = 0  # when the last move was played; 0 before the first
    picture: str = ""  # the address of the board as SVG; empty before the start
    to_move: int | None = None  # this and the two below: only of one's own running matches
    is_my_turn: bool = False
    deadline: int | None = None  # when my running clock expires
    problem: Problem | None = None  # where what is stored of it cannot be read


class MatchList(msgspec.Struct, frozen=True):
    """Matches; `behind` is the parameter for the next page, or empty."""

    matches: list[ListedMatch]
    behind: str = ""


class ShownChallenge(msgspec.Struct, frozen=True):
    """A match that a player is challenged to, and by whom."""

    match: str
    name: str
    created: int
    settings: Settings
    commitment: str = ""  # to the secret of the match; a part that is added when it is accepted is for this one
    is_bot: bool = False  # whether it comes from a program


class Challenges(msgspec.Struct, frozen=True):
    """Open challenges, the oldest first."""

    challenges: list[ShownChallenge]


class Done(msgspec.Struct, frozen=True):
    """A command was executed; `sequence` is the number of the match's last event."""

    sequence: int


class ShownFigure(msgspec.Struct, frozen=True):
    """A figure of the rules: its name among the figures of the game, and what it shows."""

    name: str
    caption: str


class ShownPassage(msgspec.Struct, frozen=True):
    """A passage: its title, the rules that it states, the option that it describes, its text and its figures."""

    title: str
    names: list[str]
    option: str
    html: str
    figures: list[ShownFigure]


class RulesSection(msgspec.Struct, frozen=True):
    """The passages under one heading; the first section has no title, and the last may be for referees only."""

    title: str
    passages: list[ShownPassage]
    is_for_referees: bool
    language: str


class ShownRules(msgspec.Struct, frozen=True):
    """The rules of a game, and their language."""

    language: str
    sections: list[RulesSection]


class GameFigures(msgspec.Struct, frozen=True):
    """The figures of a game's rules by name, as SVG in the colours of the page's style sheet."""

    figures: dict[str, str]


class GamePictures(msgspec.Struct, frozen=True):
    """The picture of each game as SVG, in the colours of the page's style sheet; empty where a game has none."""

    pictures: dict[str, str]


class GameWords(msgspec.Struct, frozen=True):
    """The catalogue of each game: ICU messages by name, in English where the language has none."""

    words: dict[str, dict[str, str]]


class Lessons(msgspec.Struct, frozen=True):
    """The lessons of a game with their figures (SVG), and the advice in a guided first match, with the words of both.

    `first_game` are the options of that match.
    """

    steps: list[LessonStep]
    advice: list[Advice]
    words: dict[str, str] = {}
    figures: dict[str, str] = {}
    first_game: dict[str, str] = {}
