"""Games stepped by the thousand, or one choice at a time."""

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

# What the words of `facts` say about the game of a batch.
GROUPED, DEALS, REPETITION, PLY_WORD, OWN_SIZE, FACT_WORDS = range(6)
# What a tally counts: moves, games that ended, draws among them; then each seat's wins.
MOVES, GAMES, DRAWS, WINS = 0, 1, 2, 3
NOBODY_CHOSE = -1  # instead of an index: chance chooses


@compiled
def deal_due(rules: Rules, state: Row, order: Row, random: Row) -> None:
    """Deal for as long as chance is to move."""
    while rules.status(state) == RUNNING and rules.to_move(state) == CHANCE:
        shuffle(order, random)
        rules.deal(state, order)


@compiled
def begin_game(rules: Rules, facts: Row, start: Row, state: Row, order: Row, random: Row, keys: Row) -> None:
    """Set up a game, dealt, with an empty stack of keys but for its own."""
    copy_row(start, state)
    deal_due(rules, state, order, random)
    if facts[REPETITION]:
        keys[:BUCKETS] = 0
        note_key(keys, state[facts[PLY_WORD]], rules.key(state), facts[REPETITION])


@compiled
def settle(rules: Rules, facts: Row, state: Row, order: Row, random: Row, keys: Row) -> int:
    """After a move in a running game, deal where that is due; return the status, a repetition included."""
    deal_due(rules, state, order, random)
    if facts[REPETITION] and note_key(keys, state[facts[PLY_WORD]], rules.key(state), facts[REPETITION]):
        return DRAWN
    return RUNNING


@compiled
def reward(status: int, rewards: Features) -> None:
    """A win is worth 1, and costs the others as much together; a draw and a running game are worth nothing."""
    seats = len(rewards)
    for seat in range(seats):
        rewards[seat] = 0 if status <= 0 else -1 / (seats - 1)
    if status > 0:
        rewards[status - 1] = 1


@compiled
def note_end(status: int, tally: Row) -> None:
    """Count a game that ended."""
    tally[GAMES] += 1
    if status == DRAWN:
        tally[DRAWS] += 1
    else:
        tally[WINS + status - 1] += 1


@compiled
def write_observation(
    rules: Rules, coding: Coding, facts: Row, state: Row, seat: int, path: Row, span: Row, view: Row, out: Features
) -> None:
    """Write what a seat sees, and to the seat to move the choices it has made of its move; all from its view."""
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
    """Set up the games from the first up to the end."""
    rules = rules_at(words)
    for game in range(first, end):
        begin_game(rules, facts, start, rows[game], order, random[game], keys[game])


@compiled
def play_game(
    rules: Rules, facts: Row, start: Row, state: Row, order: Row, random: Row, keys: Row, work: Row, index: int,
    steps: int, tally: Row,
) -> int:  # fmt: skip
    """Play so many moves in one game; return the status after the last. Only rare calls hand over all rules."""
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
    """Play whole moves: those at the indices among the legal ones, or for NOBODY_CHOSE any.

    A game that ends begins anew. Rewards and endings are those of the last step.
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
    """Make one choice in each game, a legal one; play the moves that are complete. A game that ends begins anew."""
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
    """Write who is to move in each game, how many moves are legal, and where there is room for them masks and views.

    With `begins` every game begins its move anew.
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

    Tells NOT_LEGAL, UNFINISHED or COMPLETE. Dealing is left to the caller. A new move begins where a seat is to move.
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
    """Write what a seat sees in a single game."""
    write_observation(rules_at(words), coding_at(code), facts, state, seat, path, span, view, out)
