"""The first ply of an alpha-beta search: every move by itself, with its line, its value and whether that is proved."""

from fourfold.kernel.jit import RUNNING, Evaluate, Judge, Key, Row, Table, compiled, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.search.alphabeta.search import search
from fourfold.search.alphabeta.state import (
    DRAW,
    FIRM,
    HALF,
    HALTED,
    LEFT,
    LENGTH,
    LINE,
    NO_MOVE,
    PROVED,
    ending_value,
    is_halted,
    keep_best,
    lead_line,
)

SOLVED_BETWEEN = DRAW - 1, DRAW + 1  # what lies beyond is a loss or a win


@compiled
def search_root(
    words: Row, evaluate: Evaluate, judge: Judge, symmetric: Key,
    states: Table, work: Table, lists: Table, ranks: Table, out: Row, table: Row, keys: Row, notes: Table, desk: Row,
    stop: Row, moves: Row, values: Row, firms: Row, lines: Table, tops: Row, depth: int, floor: int, ceiling: int,
) -> int:  # fmt: skip
    """Search all root moves, which come in order of promise; tell how many were done before a halt.

    As many of the best as `tops` has places get exact values, between floor and ceiling; the others bounds that say
    that they are no better. Where one alone is wanted, a move that reaches the ceiling ends it.
    """
    rules = rules_at(words)
    state, after = states[0], states[1]
    seat = rules.to_move(state)
    done = 0
    wanted = len(tops)
    for i in range(wanted):
        tops[i] = floor
    for i in range(len(moves)):
        if is_halted(desk, stop):
            return done
        copy_row(state, after)
        rules.play(after, moves[i])
        desk[LEFT] -= 1
        notes[1, LENGTH] = 0
        ended = rules.status(after)
        if ended != RUNNING:
            values[i] = ending_value(ended, seat, 1)
            firms[i] = 1
            lead_line(notes, 0, moves[i], False)
        else:
            sign = 1 if rules.to_move(after) == seat else -1
            alpha = tops[wanted - 1]
            if depth <= 1:
                evaluate(after, work[1], out)
                values[i] = out[seat] - HALF
                firms[i] = 0
            else:
                low, high = alpha, ceiling
                if i >= wanted:
                    high = alpha + 1
                if sign < 0:
                    low, high = -high, -low
                value = sign * search(
                    rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes, desk, stop,
                    1, depth - 1, low, high,
                )  # fmt: skip
                if i >= wanted and alpha < value < ceiling and not desk[HALTED]:
                    low, high = alpha, ceiling
                    if sign < 0:
                        low, high = -high, -low
                    value = sign * search(
                        rules, evaluate, judge, symmetric, states, work, lists, ranks, out, table, keys, notes, desk,
                        stop, 1, depth - 1, low, high,
                    )  # fmt: skip
                if desk[HALTED]:
                    return done
                values[i] = value
                firms[i] = notes[1, FIRM]
            lead_line(notes, 0, moves[i], True)
        for place in range(notes[0, LENGTH]):
            lines[i, place] = notes[0, LINE + place]
        lines[i, notes[0, LENGTH]] = NO_MOVE
        keep_best(tops, values[i])
        done += 1
        if wanted == 1 and values[i] >= min(ceiling, PROVED):
            return done
    return done
