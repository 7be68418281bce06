"""Moves as sequences of choices (factored actions), where all moves at once would be too many to number.

A move is a *path* of choices, each a small number; no move's path begins with the whole path of another. Which choices
may come next is read off the legal moves themselves, so no rule stands here. A *span* is three words: which of the
legal moves, from the first up to the end, still begin with the path, and how many choices the path has. Where a game
counts its moves choice by choice (`grouped`) the span narrows with each choice, and a branch of millions of moves is
skipped by halving; elsewhere it stays whole, and all moves are looked at.
"""

from fourfold.kernel.jit import NO_CHOICE, Coding, Flags, Row, Rules, compiled, rules_at

FIRST, END, DEPTH, SPAN_WORDS = 0, 1, 2, 3
NOT_LEGAL, UNFINISHED, COMPLETE = -1, 0, 1  # what `choose` says


@compiled
def list_moves(words: Row, state: Row, work: Row, out: Row) -> None:
    """Write the first moves, as many as there is room for; they lie counted in `work`. `words` are the kernels."""
    rules = rules_at(words)
    for index in range(len(out)):
        out[index] = rules.nth(state, index, work)


@compiled
def begin_path(rules: Rules, state: Row, work: Row, span: Row) -> None:
    """Begin a move: every legal one is still possible. The moves are left counted in `work`."""
    span[FIRST] = 0
    span[END] = rules.count(state, work)
    span[DEPTH] = 0


@compiled
def begins_with(coding: Coding, state: Row, move: int, path: Row, depth: int) -> bool:
    """Tell whether a move begins with the path, as far as it goes."""
    place = 0
    while place < depth and coding.choice(state, move, place) == path[place]:
        place += 1
    return place == depth


@compiled
def end_of_branch(rules: Rules, coding: Coding, state: Row, work: Row, first: int, end: int, depth: int) -> int:
    """Where those of the moves end, from the first on, that have the first one's choice at a depth."""
    choice = coding.choice(state, rules.nth(state, first, work), depth)
    low, step = first, 1
    while low + step < end and coding.choice(state, rules.nth(state, low + step, work), depth) == choice:
        low += step
        step *= 2
    high = min(low + step, end)
    while high - low > 1:
        middle = (low + high) // 2
        if coding.choice(state, rules.nth(state, middle, work), depth) == choice:
            low = middle
        else:
            high = middle
    return high


@compiled
def mark_choices(
    rules: Rules, coding: Coding, grouped: int, state: Row, work: Row, path: Row, span: Row, mask: Flags
) -> None:
    """Write 1 for every choice that may come next, and 0 for the others. The moves lie counted in `work`."""
    mask[:] = 0
    index, depth = span[FIRST], span[DEPTH]
    while index < span[END]:
        move = rules.nth(state, index, work)
        if grouped:
            mask[coding.choice(state, move, depth)] = 1
            index = end_of_branch(rules, coding, state, work, index, span[END], depth)
        else:
            if begins_with(coding, state, move, path, depth):
                mask[coding.choice(state, move, depth)] = 1
            index += 1


@compiled
def choose(rules: Rules, coding: Coding, grouped: int, state: Row, work: Row, path: Row, span: Row, choice: int) -> int:
    """Add a choice to the path, if a legal move goes on with it; COMPLETE where it is that move's last.

    Then the span begins with the index of the move. The moves lie counted in `work`.
    """
    index, depth = span[FIRST], span[DEPTH]
    while index < span[END]:
        move = rules.nth(state, index, work)
        fits = coding.choice(state, move, depth) == choice
        if fits and (grouped or begins_with(coding, state, move, path, depth)):
            path[depth] = choice
            span[DEPTH] = depth + 1
            if coding.choice(state, move, depth + 1) == NO_CHOICE:
                span[FIRST] = index
                return COMPLETE
            if grouped:
                span[FIRST] = index
                span[END] = end_of_branch(rules, coding, state, work, index, span[END], depth)
            return UNFINISHED
        index = end_of_branch(rules, coding, state, work, index, span[END], depth) if grouped else index + 1
    return NOT_LEGAL
