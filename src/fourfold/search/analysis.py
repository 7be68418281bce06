"""Analysis: principal variations of the best moves (multi-PV), each seat's chances, and what is proved."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fourfold.core.game import Game
from fourfold.core.outcome import LOST, WON
from fourfold.core.position import Position, View
from fourfold.kernel.evaluation import CERTAIN, evaluate_nothing, threaten_nothing
from fourfold.kernel.hashes import scramble
from fourfold.kernel.jit import RUNNING, Row
from fourfold.search.alphabeta.iterative_deepening import deepen
from fourfold.search.alphabeta.state import DECISIVE, HALF, ROWS
from fourfold.search.errors import NothingToChoose
from fourfold.search.hidden.determinization import imagine
from fourfold.search.hidden.flat_monte_carlo import race
from fourfold.search.limit import Limit
from fourfold.search.mcts.maxn import DEEPEST, grow_chances
from fourfold.search.mcts.uct import grow
from fourfold.search.proofs.threats import Force, find_force
from fourfold.search.repetition import stack_keys
from fourfold.text import say

USUAL_SECONDS = 1.0  # that an analysis takes without a limit
WORLDS = 16  # how often what the seat cannot see is dealt anew
FORCE_SHARE, FORCE_NODES = 0.125, 400_000  # of the thinking, for forced wins by threats
TAIL_NODES = 20_000_000  # for each move that is missing at the end of a line that is proved
PROOFS: dict[int | None, str] = {WON: "win", 0: "draw", LOST: "loss"}
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Line:
    """A move and its principal variation, with the chances of the seat to move: 1 for a certain win, 0 for a loss.

    `proved` is "win", "draw" or "loss" where that is certain, else None and the value is an estimate. `codes` are the
    kernel's words for the moves.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> line = fourfold.analyse(position, fourfold.Limit(nodes=1000)).best
    >>> line.move, line.value, line.proved
    ('e1', 1.0, 'win')
    """

    move: str
    value: float
    proved: str | None
    moves: tuple[str, ...]
    codes: tuple[int, ...]


@dataclass(frozen=True)
class Analysis:
    """What was found out about a position: lines with the best first, and each seat's chances.

    >>> import fourfold
    >>> position = fourfold.read("exago@5/6/7/8/1rrrr4/1bbbb3/7/6/5:0:8")
    >>> found = fourfold.analyse(position, fourfold.Limit(nodes=1000))
    >>> found.to_move, found.proved, found.chances
    (0, 'win', (1.0, 0.0))
    """

    to_move: int
    proved: str | None
    chances: tuple[float, ...]
    lines: tuple[Line, ...]
    nodes: int
    depth: int
    seconds: float

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    def as_json(self) -> dict[str, Any]:
        """What programs read."""
        return {
            "to_move": self.to_move,
            "proved": self.proved,
            "chances": [round(chance, 4) for chance in self.chances],
            "lines": [
                {"move": line.move, "value": round(line.value, 4), "proved": line.proved, "line": list(line.moves)}
                for line in self.lines
            ],
            "nodes": self.nodes,
            "depth": self.depth,
            "seconds": round(self.seconds, 3),
        }


def analyse(
    table: Position | View,
    limit: Limit | None = None,
    *,
    lines: int = 3,
    overlooked: int = 0,
    to_the_end: bool = True,
    threads: int = 1,
) -> Analysis:
    """Find the best moves of the seat to move, knowing no more than that seat may know; a second long unless said.

    Where a win or loss is proved its line is played on `to_the_end`, if time allows.

    `overlooked` of 1024 moves are not seen, at any depth, which ones by the limit's seed: so weak players play.

    Several `threads` solve endings of two seats sooner; their lines and nodes are not the same each time.

    >>> import fourfold
    >>> position = fourfold.read("qawale@o,n,o,xon/n,xo,nnxxn,./n,no,x,./.,.,.,.:10")
    >>> analysis = analyse(position, Limit(depth=2))
    >>> analysis.to_move, analysis.proved, len(analysis.lines)
    (0, None, 3)
    """
    limit = limit or Limit(seconds=USUAL_SECONDS)
    began = limit.now()
    view = _view_to_move(table)
    chance = limit.salt(view.ply)
    worlds = imagine(view, _seat(view), [int(scramble(chance + place)) for place in range(WORLDS)])
    if view.seats == 2 and len(worlds) == 1 and view.game.rules.deck(worlds[0]) == 0:
        found = _search_pair(view, worlds[0], limit, began, lines, overlooked, threads)
        if to_the_end:
            found = replace(found, lines=tuple(_with_tail(view, worlds[0], line, limit, began) for line in found.lines))
    elif view.game.opinions.evaluate is evaluate_nothing:
        found = _play_out(view, worlds, limit.rest(began))
    elif len(worlds) > 1:
        found = _race(view, limit.rest(began), lines, overlooked)
    else:
        found = _search_table(view, worlds[0], limit.rest(began), lines, overlooked)
    return replace(found, seconds=limit.now() - began)


def _view_to_move(table: Position | View) -> View:
    """The view of the seat to move; refuse what there is nothing to choose in."""
    if table.outcome is not None:
        raise NothingToChoose("search.nothing_to_choose", reason=table.outcome.reason)
    if table.to_move is None:
        raise NothingToChoose("search.nothing_to_choose", reason=say("search.deal_due"))
    view = table.view(table.to_move) if isinstance(table, Position) else table
    if view.seat != view.to_move:
        raise NothingToChoose("search.nothing_to_choose", reason=say("search.not_to_move"))
    return view


def _search_pair(
    view: View, row: Row, limit: Limit, began: float, wanted: int, overlooked: int, threads: int
) -> Analysis:
    """Two seats that see everything: theory, then forced wins by threats, then alpha-beta."""
    game, seat = view.game, int(view.game.rules.to_move(row))
    theory = None if overlooked else game.theory(row)
    force = Force((), 0)
    if theory is not None and theory.move is not None:
        force = Force((theory.move,), 0)
    elif not overlooked:
        force = find_threat_win(game, row, limit)
    won = [_line(view, row, force.moves, 1.0, "win")] if force.moves else []
    if won and wanted == 1:
        return Analysis(seat, "win", _pair_chances(seat, 1.0), tuple(won), force.nodes, len(force.moves), 0.0)
    keys, first = stack_keys(view.earlier, ROWS)
    findings = deepen(game, row, keys, first, limit.rest(began), wanted=wanted, overlooked=overlooked, threads=threads)
    found = [
        _line(view, row, line.moves, _value(line.value), _proof(line.value, line.is_proved))
        for line in findings.lines[:wanted]
    ]
    proof = PROOFS.get(findings.proved if theory is None else theory.result)
    if theory is not None and theory.result == LOST:
        found = [replace(line, value=0.0, proved="loss") for line in found]
    if won:
        proof = "win"
        found = [*won, *(line for line in found if line.move != won[0].move)][:wanted]
    chances = _pair_chances(seat, WORTH.get(proof or "", found[0].value))
    return Analysis(seat, proof, chances, tuple(found), findings.nodes + force.nodes, findings.depth, 0.0)


def find_threat_win(game: Game, row: Row, limit: Limit) -> Force:
    """Look for a forced win by threats, with a share of the limit, where the game knows threats."""
    if game.opinions.threaten is threaten_nothing:
        return Force((), 0)
    return find_force(game, row, limit.part(FORCE_SHARE, FORCE_NODES))


def _proof(value: int, is_proved: bool) -> str | None:
    if abs(value) >= DECISIVE:
        return "win" if value > 0 else "loss"
    return "draw" if is_proved and value == 0 else None


def _value(value: int) -> float:
    return min(max((value + HALF) / CERTAIN, 0.0), 1.0)


def _pair_chances(seat: int, value: float) -> tuple[float, ...]:
    return (value, 1 - value) if seat == 0 else (1 - value, value)


def _search_table(view: View, row: Row, limit: Limit, wanted: int, overlooked: int) -> Analysis:
    """More seats that see everything: max-n."""
    seat, (keys, first) = _seat(view), stack_keys(view.earlier, DEEPEST)
    growth = grow_chances(view.game, row, view.seats, keys, first, limit, wanted=wanted, overlooked=overlooked)
    best = growth.branches[0]
    lines = tuple(
        _line(view, row, each.moves, each.chances[seat], _settled(each.chances, seat) if each.is_settled else None)
        for each in growth.branches[:wanted]
    )
    proof = _settled(best.chances, seat) if growth.is_settled else None
    return Analysis(seat, proof, best.chances, lines, growth.nodes, max(len(line.moves) for line in lines), 0.0)


def _race(view: View, limit: Limit, wanted: int, overlooked: int) -> Analysis:
    """Hidden hands: flat Monte Carlo."""
    seat, ran = _seat(view), race(view, limit, overlooked=overlooked)
    lines = [_line(view, view.row, (each.move,), each.chances[seat], None) for each in ran.runners[:wanted]]
    return Analysis(seat, None, ran.runners[0].chances, tuple(lines), ran.nodes, 1, 0.0)


def _seat(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _settled(chances: Sequence[float], seat: int) -> str:
    return "win" if chances[seat] > 0.999 else "draw" if max(chances) < 0.999 else "loss"


def _play_out(view: View, worlds: Any, limit: Limit) -> Analysis:
    """A game without an evaluation: plain UCT."""
    mover, growth = _seat(view), grow(view.game, worlds, view.seats, limit)
    others = (1 - growth.share) / (view.seats - 1)
    chances = tuple(growth.share if seat == mover else others for seat in range(view.seats))
    line = _line(view, worlds[0], (growth.move,), growth.share, None)
    return Analysis(mover, None, chances, (line,), growth.nodes, 1, 0.0)


def _line(view: View, row: Row, codes: Sequence[int], value: float, proof: str | None) -> Line:
    """Write a line as text, as far as it is legal: its end may come from another position with the same key."""
    game, state = view.game, row.copy()
    work = np.zeros(game.work_words, np.int64)
    texts: list[str] = []
    for code in codes:
        over = game.rules.status(state) != RUNNING or game.rules.to_move(state) < 0
        if over or (texts and game.rules.refuse(state, code, work)):
            break
        texts.append(game.notation.format_move(state, code))
        game.rules.play(state, code)
    value = WORTH.get(proof or "", value)
    return Line(texts[0], value, proof, tuple(texts), tuple(codes[: len(texts)]))


def _with_tail(view: View, row: Row, line: Line, limit: Limit, began: float) -> Line:
    """Play a won or lost line on to its end, where the transposition table has lost it and there is time."""
    if line.proved not in ("win", "loss") or limit.depth is not None or view.game.repetition:
        return line
    state = row.copy()
    for code in line.codes:
        view.game.rules.play(state, code)
    codes = list(line.codes)
    while view.game.rules.status(state) == RUNNING and len(codes) < ROWS and not limit.flag[0]:
        rest = None if limit.seconds is None else limit.seconds - (limit.now() - began)
        if rest is not None and rest <= 0:
            break
        tail = Limit(nodes=min(TAIL_NODES, limit.most_nodes), seconds=rest, seed=limit.seed, cpu=limit.cpu)
        findings = deepen(view.game, state, *stack_keys((), ROWS), tail)
        if findings.proved not in (WON, LOST):
            break
        codes.append(findings.lines[0].moves[0])
        view.game.rules.play(state, codes[-1])
    return _line(view, row, codes, line.value, line.proved)
