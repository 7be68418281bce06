"""Kernels of the vectorized environment (`Batch`) and of a single game (`Walk`)."""

from fourfold.kernel.choices import COMPLETE, DEPTH, END, FIRST, begin_path, choose, mark_choices
from fourfold.kernel.hashes import random_below, shuffle
from fourfold.kernel.jit import (
    CHANCE,
    DRAWN,
    RUNNING,
    Coding,
    Features,
    FeatureTable,
    Flags,
    FlagTable,
    Row,
    Rules,
    Table,
    coding_at,
    compiled,
    rules_at,
)
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import BUCKETS, note_key

# The words of `facts`.
GROUPED, DEALS, REPETITION, PLY_WORD, OWN_SIZE, FACT_WORDS = range(6)
# The words of a tally: moves, finished games, draws among them; then the wins of each seat.
MOVES, GAMES, DRAWS, WINS = 0, 1, 2, 3
NOBODY_CHOSE = -1  # instead of an index: play a random move


@compiled
def deal_due(rules: Rules, state: Row, order: Row, random: Row) -> None:
    """Deal at random while chance is to move."""
    while rules.status(state) == RUNNING and rules.to_move(state) == CHANCE:
        shuffle(order, random)
        rules.deal(state, order)


@compiled
def begin_game(rules: Rules, facts: Row, start: Row, state: Row, order: Row, random: Row, keys: Row) -> None:
    """Set up and deal a game; its repetition table holds its own key only."""
    copy_row(start, state)
    deal_due(rules, state, order, random)
    if facts[REPETITION]:
        keys[:BUCKETS] = 0
        note_key(keys, state[facts[PLY_WORD]], rules.key(state), facts[REPETITION])


@compiled
def settle(rules: Rules, facts: Row, state: Row, order: Row, random: Row, keys: Row) -> int:
    """After a move in a running game, deal where that is due; return the status, which a repetition may end."""
    deal_due(rules, state, order, random)
    if facts[REPETITION] and note_key(keys, state[facts[PLY_WORD]], rules.key(state), facts[REPETITION]):
        return DRAWN
    return RUNNING


@compiled
def reward(status: int, rewards: Features) -> None:
    """Write the rewards: 1 for the winner, -1 shared by the others; 0 for a draw and a running game."""
    seats = len(rewards)
    for seat in range(seats):
        rewards[seat] = 0 if status <= 0 else -1 / (seats - 1)
    if status > 0:
        rewards[status - 1] = 1


@compiled
def note_end(status: int, tally: Row) -> None:
    """Count a finished game."""
    tally[GAMES] += 1
    if status == DRAWN:
        tally[DRAWS] += 1
    else:
        tally[WINS + status - 1] += 1


@compiled
def write_observation(
    rules: Rules, coding: Coding, facts: Row, state: Row, seat: int, path: Row, span: Row, view: Row, out: Features
) -> None:
    """Write the observation of a seat: its view, and for the seat to move the choices of its incomplete move."""
    copy_row(state, view)
    rules.hide(view, seat)
    out[:] = 0
    coding.observe(view, seat, out[: facts[OWN_SIZE]])
    longest = len(path)
    if longest > 1 and rules.status(state) == RUNNING and rules.to_move(state) == seat:
        choices = (len(out) - facts[OWN_SIZE]) // (longest - 1)
        for depth in range(span[DEPTH]):
            out[facts[OWN_SIZE] + depth * choices + path[depth]] = 1


@compiled
def begin_games(
    words: Row, facts: Row, start: Row, rows: Table, order: Row, random: Table, keys: Table, first: int, end: int
) -> None:
    """Set up the games from `first` to `end`."""
    rules = rules_at(words)
    for game in range(first, end):
        begin_game(rules, facts, start, rows[game], order, random[game], keys[game])


@compiled
def play_game(
    rules: Rules, facts: Row, start: Row, state: Row, order: Row, random: Row, keys: Row, work: Row, index: int,
    steps: int, tally: Row,
) -> int:  # fmt: skip
    """Play so many moves in one game; return the status after the last. Only rare calls pass all rules."""
    settles = facts[DEALS] | facts[REPETITION]
    status = RUNNING
    for _ in range(steps):
        width = rules.count(state, work)
        chosen = index if index != NOBODY_CHOSE else random_below(random, width)
        rules.play(state, rules.nth(state, chosen, work))
        status = rules.status(state)
        if settles and status == RUNNING:
            status = settle(rules, facts, state, order, random, keys)
        if status != RUNNING:
            note_end(status, tally)
            begin_game(rules, facts, start, state, order, random, keys)
    return status


@compiled
def play_games(
    words: Row, facts: Row, start: Row, rows: Table, order: Row, random: Table, keys: Table, work: Row, indices: Row,
    steps: int, rewards: FeatureTable, ended: Flags, tally: Row, first: int, end: int,
) -> None:  # fmt: skip
    """Play whole moves: those at the indices among the legal ones, or for NOBODY_CHOSE random ones.

    A game that ends is reset. Rewards and endings are those of the last step.
    """
    rules = rules_at(words)
    for game in range(first, end):
        status = play_game(
            rules, facts, start, rows[game], order, random[game], keys[game], work, indices[game], steps, tally
        )
        reward(status, rewards[game])
        ended[game] = status != RUNNING
    tally[MOVES] += steps * (end - first)


@compiled
def choose_games(
    words: Row, code: Row, facts: Row, start: Row, rows: Table, order: Row, random: Table, keys: Table, work: Row,
    paths: Table, spans: Table, choices: Row, rewards: FeatureTable, ended: Flags, tally: Row, first: int, end: int,
) -> None:  # fmt: skip
    """Make one legal choice in each game; play the moves that are complete. A game that ends is reset."""
    rules = rules_at(words)
    coding = coding_at(code)
    for game in range(first, end):
        state, path, span = rows[game], paths[game], spans[game]
        rules.count(state, work)
        status = RUNNING
        if choose(rules, coding, facts[GROUPED], state, work, path, span, choices[game]) == COMPLETE:
            rules.play(state, rules.nth(state, span[FIRST], work))
            status = rules.status(state)
            if status == RUNNING:
                status = settle(rules, facts, state, order, random[game], keys[game])
            tally[MOVES] += 1
            if status != RUNNING:
                note_end(status, tally)
                begin_game(rules, facts, start, state, order, random[game], keys[game])
            begin_path(rules, state, work, span)
        reward(status, rewards[game])
        ended[game] = status != RUNNING


@compiled
def look_at_games(
    words: Row, code: Row, facts: Row, rows: Table, work: Row, paths: Table, spans: Table, view: Row, begins: int,
    movers: Row, counts: Row, masks: FlagTable, observations: FeatureTable, first: int, end: int,
) -> None:  # fmt: skip
    """Write the seat to move and the number of legal moves of each game, and masks and observations if wanted.

    With `begins` every game begins a new move.
    """
    rules = rules_at(words)
    coding = coding_at(code)
    for game in range(first, end):
        state, path, span = rows[game], paths[game], spans[game]
        movers[game] = rules.to_move(state)
        counts[game] = rules.count(state, work)
        if begins:
            span[FIRST] = 0
            span[END] = counts[game]
            span[DEPTH] = 0
        if len(masks):
            mark_choices(rules, coding, facts[GROUPED], state, work, path, span, masks[game])
        if len(observations):
            seat = movers[game]
            write_observation(rules, coding, facts, state, seat, path, span, view, observations[game])


@compiled
def begin_one(words: Row, state: Row, work: Row, span: Row) -> None:
    """Begin a move in a single game."""
    begin_path(rules_at(words), state, work, span)


@compiled
def mark_one(words: Row, code: Row, facts: Row, state: Row, work: Row, path: Row, span: Row, mask: Flags) -> None:
    """Write the mask of a single game."""
    rules = rules_at(words)
    rules.count(state, work)
    mark_choices(rules, coding_at(code), facts[GROUPED], state, work, path, span, mask)


@compiled
def choose_one(
    words: Row, code: Row, facts: Row, state: Row, work: Row, path: Row, span: Row, choice: int, played: Row
) -> int:
    """Make a choice in a single game; if that completes a move, play it and write its code.

    Return NOT_LEGAL, UNFINISHED or COMPLETE. The caller deals. A new move begins where a seat is to move.
    """
    rules = rules_at(words)
    rules.count(state, work)
    made = choose(rules, coding_at(code), facts[GROUPED], state, work, path, span, choice)
    if made == COMPLETE:
        played[0] = rules.nth(state, span[FIRST], work)
        rules.play(state, played[0])
        span[DEPTH] = 0
        if rules.status(state) == RUNNING and rules.to_move(state) != CHANCE:
            begin_path(rules, state, work, span)
    return made


@compiled
def observe_one(
    words: Row, code: Row, facts: Row, state: Row, seat: int, path: Row, span: Row, view: Row, out: Features
) -> None:
    """Write the observation of a seat in a single game."""
    write_observation(rules_at(words), coding_at(code), facts, state, seat, path, span, view, out)
