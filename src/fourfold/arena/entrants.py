"""Entrants of duels, ladders and tournaments: levels, plain UCT, references, outside engines by their command."""

import gc
import shlex
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from fourfold.arena.errors import UnknownEntrant
from fourfold.core.position import Position
from fourfold.players.levels import find_level, list_levels, list_parts, need_nothing
from fourfold.players.player import Player
from fourfold.search.limit import Limit

UCT, REFERENCE = "uct", "reference"
SECONDS = 0.2
WARM_UP = 1000  # nodes


@dataclass(frozen=True)
class ThinkingLimit:
    """The limit of players without their own: seconds a move, or nodes.

    With nodes a run is repeatable; with seconds it depends on the machine. With `cpu` the seconds are CPU time of the
    thread that thinks, so that a busy machine does not decide; an outside engine has a clock of its own.
    """

    seconds: float | None = SECONDS
    nodes: int | None = None
    cpu: bool = False

    def limit(self, seed: int) -> Limit:
        """Make the limit of one choice."""
        if self.nodes is not None:
            return Limit(nodes=self.nodes, seed=seed)
        return Limit(seconds=self.seconds, seed=seed, cpu=self.cpu)


@dataclass(frozen=True)
class Entrant:
    """A player by name, loaded where it is needed, also in another process: `load` must be picklable.

    An entrant with its own number of `nodes` keeps it; the others get the limit of the run.
    """

    name: str
    load: Callable[[], Player]
    nodes: int | None = None
    check: Callable[[str], None] = need_nothing  # raises an error where it cannot play a game

    def limit(self, thinking: ThinkingLimit, seed: int) -> Limit:
        """Make the limit of one choice."""
        return thinking.limit(seed) if self.nodes is None else Limit(nodes=self.nodes, seed=seed)


def find_entrant(text: str) -> Entrant:
    """Find an entrant by the id of a level, `net`, `search`, `uct`, `reference`, or the command of an engine.

    >>> find_entrant("simple").nodes
    40000
    >>> find_entrant("nobody")
    Traceback (most recent call last):
    ...
    fourfold.arena.errors.UnknownEntrant: “nobody” is neither a player nor a command that can be run. ...
    """
    if text in _ids():
        return find_player(text)
    try:
        command = shlex.split(text)
    except ValueError:
        command = []
    if not command or shutil.which(command[0]) is None:
        raise UnknownEntrant("arena.unknown_entrant", text=text, players=_names())
    return Entrant(text, partial(_load_engine, text))


def find_player(text: str) -> Entrant:
    """Find one of our own players by the id of a level, `net`, `search`, `uct` or `reference`."""
    if text == UCT:
        return Entrant(UCT, _load_uct)
    if text == REFERENCE:
        return Entrant(REFERENCE, _load_reference)
    if text not in _ids():
        raise UnknownEntrant("arena.unknown_player", text=text, players=_names())
    level = find_level(text)
    return Entrant(text, partial(_load_level, text), level.nodes, level.check)


def _ids() -> list[str]:
    return [*list_levels(), *list_parts(), UCT, REFERENCE]


def _names() -> str:
    return ", ".join(_ids())


def warm_up(player: Player, first: Position) -> None:
    """Let a player choose once before its time is measured: it may have to load or compile something.

    What is loaded stays, so the garbage collector need not look at it again: that took 50 ms of somebody's time.
    """
    position = first.deal(seed=0) if first.is_deal_due else first
    while len(position.moves()) == 1:  # a forced move needs no thought
        position = position.play(position.moves()[0])
    if position.to_move is not None:
        with suppress(Exception):  # its first game will show the error
            player.choose(position.view(position.to_move), Limit(nodes=WARM_UP, seconds=SECONDS))
    gc.collect()
    gc.freeze()


def _load_uct() -> Player:
    from fourfold.players.uct_player import UctPlayer

    return UctPlayer()


def _load_reference() -> Player:
    from fourfold.arena.references.player import ReferencePlayer

    return ReferencePlayer()


def _load_level(level_id: str) -> Player:
    return find_level(level_id).player


def _load_engine(command: str) -> Player:
    from fourfold.arena.engines.engine import Engine

    return Engine(command)
