"""The stored state of a tournament, and how it changes: entries, late comers, leavers."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from fourfold.arena.tournaments.arena import ArenaGame
from fourfold.arena.tournaments.tournament import System, Tournament
from fourfold.match.encoding import encode_json
from fourfold.match.refusal import refuse_if
from fourfold.match.settings import Seat, Settings
from fourfold.store.tables import tournaments as stored
from fourfold.web.contests.ratings import player_of

Status = Literal["open", "running", "over", "cancelled"]
MOST_ENTRIES = 64  # so that one tournament cannot fill the server
ARENA: Literal["arena"] = "arena"
USUAL_MINUTES, LONGEST_MINUTES = 60, 24 * 60  # of an arena tournament
ARENA_FIRST_TURN = 60  # seconds; who is not there must not hold others up


class TournamentState(msgspec.Struct, frozen=True):
    """The stored state of a tournament: its settings and entries; from the start on, entries are in seeding order.

    People are stored by id without a name, so that a name can be erased.
    """

    name: str
    creator: str
    system: System | Literal["arena"]
    settings: Settings
    rounds: int = 0
    games: int = 1
    entries: tuple[Seat, ...] = ()
    status: Status = "open"
    round: int = 0  # the last round that has begun
    joined: Mapping[str, int] = {}  # late comers: the first round that they play, in an arena the first game
    withdrawn: Mapping[str, int] = {}  # leavers: the round in which they left
    seed: str = ""  # the secrets of all matches are derived from it; told when all is over
    commitment: str = ""  # to the seed; empty in old tournaments
    parts: Mapping[str, str] = {}  # what the players added when they entered
    minutes: int = 0  # the length of an arena tournament
    ends: int = 0  # when the last pairings of an arena tournament are made
    begun: bool = False  # whether it began before it was cancelled

    @property
    def has_begun(self) -> bool:
        """Whether there are pairings."""
        return self.begun or self.status in ("running", "over")

    @property
    def has_computer_games(self) -> bool:
        """Whether there may be games of computers among themselves; in an arena there are none."""
        return self.system != ARENA and sum(entry.kind == "computer" for entry in self.entries) > 1

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the entries."""
        return tuple(player_of(entry) for entry in self.entries)

    def is_time_up(self, now: int) -> bool:
        """Whether this is an arena that makes no more pairings; its last games may go on."""
        return self.system == ARENA and self.has_begun and now >= self.ends

    def tournament(self) -> Tournament:
        """The tournament's pairing rules; an error where it cannot be played."""
        assert self.system != ARENA
        seats = self.settings.seats
        return Tournament(self.system, self.players, self.rounds, self.games, seats, self.joined, self.withdrawn)

    def ready(self, games: Sequence[ArenaGame]) -> set[str]:
        """The players of an arena who want to play: not those who withdrew or did not come to a game."""

        def is_away(player: str) -> bool:
            since = games[self.joined.get(player, 0) :]
            return player in self.withdrawn or any(player in game.absent for game in since)

        return {player for player in self.players if not is_away(player)}

    def with_entries(self, entries: Sequence[Seat]) -> "TournamentState":
        """The state with these entries, people without names; refused where they are too many."""
        refuse_if("web.contest.full", len(entries) > MOST_ENTRIES, most=MOST_ENTRIES)
        stored_entries = (replace(entry, name="") if entry.kind == "person" else entry for entry in entries)
        return replace(self, entries=tuple(stored_entries))


def checked_system(state: TournamentState) -> TournamentState:
    """Refuse a system that cannot play these settings, with the most players that there can be."""
    if state.system != ARENA:
        refuse_if("web.contest.minutes_alone", bool(state.minutes))
        most = tuple(map(str, range(MOST_ENTRIES)))
        Tournament(state.system, most, state.rounds or 1, state.games, state.settings.seats)
        return state
    refuse_if("web.contest.arena_seats", state.settings.seats != 2)
    refuse_if("web.contest.arena_games", state.games != 1)
    minutes = state.minutes or USUAL_MINUTES
    refuse_if("web.contest.minutes", not 1 <= minutes <= LONGEST_MINUTES, longest=LONGEST_MINUTES)
    first_turn = state.settings.first_turn or ARENA_FIRST_TURN
    return replace(state, minutes=minutes, settings=replace(state.settings, first_turn=first_turn))


def with_late_comer(state: TournamentState, entry: Seat, games: int) -> TournamentState:
    """The state with a player who comes after the beginning: in an arena now, also again; else in the next round."""
    player, joined = player_of(entry), state.joined
    check_unfinished(state)
    if state.system == ARENA:
        withdrawn = {other: at for other, at in state.withdrawn.items() if other != player}
        new = state if player in state.players else state.with_entries((*state.entries, entry))
        return replace(new, withdrawn=withdrawn, joined={**joined, player: games})
    refuse_if("web.contest.withdrawn", player in state.withdrawn)
    if player in state.players:
        return state
    refuse_if("web.contest.begun", state.system != "swiss")
    refuse_if("web.contest.too_late", state.round + 1 >= state.rounds)
    return replace(state.with_entries((*state.entries, entry)), joined={**joined, player: state.round + 1})


def without(state: TournamentState, leavers: Mapping[str, int]) -> TournamentState:
    """The state without players who leave, each from a round on; who left before stays as they are."""
    new = {player: number for player, number in leavers.items() if player in state.players}
    return replace(state, withdrawn={**new, **state.withdrawn})


def over(state: TournamentState) -> TournamentState:
    return replace(state, status="over") if state.status == "running" else state


def check_open(state: TournamentState) -> None:
    refuse_if("web.contest.begun", state.status != "open")


def check_unfinished(state: TournamentState) -> None:
    refuse_if("web.contest.over", state.status in ("over", "cancelled"))


def encode(state: TournamentState) -> str:
    return encode_json(state).decode()


def decode(row: stored.TournamentRow) -> TournamentState:
    """Decode a stored tournament."""
    return msgspec.json.decode(row.body, type=TournamentState)
