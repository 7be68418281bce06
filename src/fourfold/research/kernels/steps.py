"""Kernels of the vectorized environment (`Batch`) and of a single game (`Walk`).

A game's observation is written in full once. From then on, a choice that leaves a move incomplete adds itself to it; a
move takes back what its position had written, before it is played, and writes what the next one has. With the optional
kernels `Steps` a game finds masks and moves without looking at all legal moves.
"""

from typing import NamedTuple

from fourfold.kernel.choices import COMPLETE, DEPTH, END, FIRST, begin_path, choose, mark_choices
from fourfold.kernel.hashes import GOLDEN, random_below, scramble, shuffle
from fourfold.kernel.jit import (
    CHANCE,
    DRAWN,
    INCOMPLETE,
    RUNNING,
    Coding,
    Features,
    FeatureTable,
    Flags,
    FlagTable,
    Row,
    Rules,
    Steps,
    Table,
    coding_at,
    compiled,
    fetch,
    inlined,
    local_row,
    rules_at,
    steps_at,
    word,
)
from fourfold.kernel.rows import copy_row
from fourfold.search.repetition import BUCKETS, count_earlier, note_key

# The words of `facts`: about the game, then about the batch.
GROUPED, DEALS, REPETITION, PLY_WORD, OWN_SIZE, CHOICES, HIDES, HAS_STEPS, REWRITES, SHOWS_REPETITION = range(10)
RESETS_LATER, DRAWS_SEAT, DECK, WORK, FACT_WORDS = range(10, 15)
# The words of a tally: moves, finished games, draws among them; then the wins of each seat.
MOVES, GAMES, DRAWS, WINS = 0, 1, 2, 3
NOBODY_CHOSE = -1  # instead of an index: play a random move
EVERY_SEAT = -1  # instead of the seat of the caller, who then moves for all
BLOCK = 8  # so many games are stepped together: while one is played, the observations of the next are fetched
FETCHED, CACHE_LINE = 512, 16  # numbers


class Games(NamedTuple):
    """The arrays of a batch, a row for each game; `Batch` says what they hold."""

    rows: Table
    movers: Row
    counts: Row
    rewards: FeatureTable
    ended: Flags
    masks: FlagTable
    observations: FeatureTable
    finals: FeatureTable  # the last observations of games that ended in this step, if wanted
    callers: Row  # the seat of the caller, or EVERY_SEAT
    observers: Row  # the seat whose observation is written
    paths: Table
    spans: Table
    random: Table
    keys: Table


class StepScratch(NamedTuple):
    """The scratch rows of a thread, and its tally."""

    order: Row
    work: Row
    seen: Row  # a view
    tally: Row
    moves: Row  # of a block of games


@inlined
def share_out(facts: Row, start: Row, room: Row, tally: Row) -> StepScratch:
    """Divide a row of `room_words` into scratch rows."""
    seen = facts[DECK] + facts[WORK]
    moves = seen + len(start)
    return StepScratch(
        room[: facts[DECK]], room[facts[DECK] : seen], room[seen:moves], tally, room[moves : moves + BLOCK]
    )


def room_words(facts: Row, start: Row) -> int:
    """How many words the scratch rows have together."""
    return int(facts[DECK] + facts[WORK]) + len(start) + BLOCK


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


@inlined
def write_observation(
    rules: Rules, coding: Coding, facts: Row, state: Row, seat: int, seen: Row, out: Features
) -> None:
    """Write the observation of a seat from its view, without a path; `out` is all zeros."""
    if facts[HIDES]:
        copy_row(state, seen)
        rules.hide(seen, seat)
        coding.observe(seen, seat, out[: facts[OWN_SIZE]])
    else:
        coding.observe(state, seat, out[: facts[OWN_SIZE]])


@inlined
def write_path(facts: Row, path: Row, depth: int, value: int, out: Features) -> None:
    """Write, or with the value 0 erase, the choices of an incomplete move."""
    for place in range(depth):
        out[facts[OWN_SIZE] + place * facts[CHOICES] + path[place]] = value


@inlined
def write_repetition(rules: Rules, facts: Row, state: Row, keys: Row, out: Features) -> None:
    """Write how often the position occurred before, out of what ends the game."""
    if facts[SHOWS_REPETITION]:
        earlier = count_earlier(keys, state[facts[PLY_WORD]], rules.key(state))
        out[facts[OWN_SIZE] - 1] = earlier / (facts[REPETITION] - 1)


@inlined
def write_mask(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch
) -> None:  # fmt: skip
    """Write the mask of a game. Its moves lie counted, unless the game has fast steps and a path is begun."""
    state, path, span, out = games.rows[game], games.paths[game], games.spans[game], games.masks[game]
    if facts[HAS_STEPS]:
        out[:] = 0
        steps.mask(state, scratch.work, path, span[DEPTH], out)
    else:
        mark_choices(rules, coding, facts[GROUPED], state, scratch.work, path, span, out)


@inlined
def look(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch, is_new: bool
) -> None:
    """Write all that a running game shows after its position has changed, in full or over what `erase` left."""
    state, span = games.rows[game], games.spans[game]
    games.movers[game] = rules.to_move(state)
    games.counts[game] = rules.count(state, scratch.work)
    span[FIRST] = 0
    span[END] = games.counts[game]
    span[DEPTH] = 0
    if len(games.masks):
        write_mask(rules, coding, steps, facts, games, game, scratch)
    if len(games.observations):
        caller, out = games.callers[game], games.observations[game]
        seat = games.movers[game] if caller == EVERY_SEAT else caller
        games.observers[game] = seat
        if is_new:
            out[:] = 0
        if facts[REWRITES] and not is_new:
            steps.rewrite(state, seat, out[: facts[OWN_SIZE]])
        else:
            write_observation(rules, coding, facts, state, seat, scratch.seen, out)
        write_repetition(rules, facts, state, games.keys[game], out)


@inlined
def add_choice(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch, choice: int
) -> int:
    """Add a legal choice to the path; return the move that is now complete, or INCOMPLETE."""
    state, path, span = games.rows[game], games.paths[game], games.spans[game]
    if facts[HAS_STEPS]:
        path[span[DEPTH]] = choice
        span[DEPTH] += 1
        return steps.complete(state, scratch.work, path, span[DEPTH])
    rules.count(state, scratch.work)
    if choose(rules, coding, facts[GROUPED], state, scratch.work, path, span, choice) == COMPLETE:
        return rules.nth(state, span[FIRST], scratch.work)
    return INCOMPLETE


@inlined
def play_move(rules: Rules, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch, move: int) -> int:
    """Play a move, and take back what its position shows and the next one may not; return the status."""
    state = games.rows[game]
    if len(games.observations):
        steps.erase(state, move, games.observers[game], games.observations[game][: facts[OWN_SIZE]])
    rules.play(state, move)
    scratch.tally[MOVES] += 1
    status = rules.status(state)
    if status == RUNNING and facts[DEALS] | facts[REPETITION]:
        status = settle(rules, facts, state, scratch.order, games.random[game], games.keys[game])
    return status


@compiled
def play_others(
    rules: Rules, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch, status: int
) -> int:
    """Play random moves until it is the caller's turn, or the game is over; return the status."""
    state, random = games.rows[game], games.random[game]
    while status == RUNNING and rules.to_move(state) != games.callers[game]:
        index = random_below(random, rules.count(state, scratch.work))
        status = play_move(rules, steps, facts, games, game, scratch, rules.nth(state, index, scratch.work))
    return status


@compiled
def begin_for_caller(
    rules: Rules, steps: Steps, facts: Row, start: Row, games: Games, game: int, scratch: StepScratch
) -> None:
    """Begin a game and play on to the caller's first turn; a game that ends before it is not counted."""
    status = DRAWN
    while status != RUNNING:
        if facts[DRAWS_SEAT]:
            games.callers[game] = random_below(games.random[game], len(games.rewards[game]))
        begin_game(rules, facts, start, games.rows[game], scratch.order, games.random[game], games.keys[game])
        status = RUNNING
        if games.callers[game] != EVERY_SEAT:
            status = play_others(rules, steps, facts, games, game, scratch, status)


@compiled
def begin_games(
    words: Row, code: Row, facts: Row, start: Row, games: Games, scratch: StepScratch, seed: int, first: int, end: int
) -> None:  # fmt: skip
    """Set up the games from `first` to `end`, each with a random generator of its own."""
    rules, coding, steps = rules_at(words), coding_at(code), steps_at(code)
    for game in range(first, end):
        games.random[game, 0] = scramble(seed + game)
        reward(RUNNING, games.rewards[game])
        games.ended[game] = 0
        begin_for_caller(rules, steps, facts, start, games, game, scratch)
        look(rules, coding, steps, facts, games, game, scratch, True)


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


@inlined
def show_played(words: Row, code: Row, facts: Row, games: Games, scratch: StepScratch, status: int, game: int) -> None:
    """Write all that a game shows after whole moves, the last of which led to this status."""
    reward(status, games.rewards[game])
    games.ended[game] = status != RUNNING
    look(rules_at(words), coding_at(code), steps_at(code), facts, games, game, scratch, True)


@compiled
def play_games(
    words: Row, code: Row, facts: Row, start: Row, games: Games, scratch: StepScratch, indices: Row, times: int,
    first: int, end: int,
) -> None:  # fmt: skip
    """Play whole moves: those at the indices among the legal ones, or for NOBODY_CHOSE random ones.

    A game that ends is reset. Rewards and endings are those of the last move.
    """
    rules = rules_at(words)
    for game in range(first, end):
        status = play_game(
            rules, facts, start, games.rows[game], scratch.order, games.random[game], games.keys[game], scratch.work,
            indices[game], times, scratch.tally,
        )  # fmt: skip
        show_played(words, code, facts, games, scratch, status, game)
    scratch.tally[MOVES] += times * (end - first)


@compiled
def mark_illegal(
    words: Row, code: Row, facts: Row, start: Row, games: Games, scratch: StepScratch, choices: Row, wrong: Flags,
    first: int, end: int,
) -> None:  # fmt: skip
    """Write 1 for each game with an illegal choice, else 0; a game that is over takes any choice."""
    for game in range(first, end):
        choice = choices[game]
        wrong[game] = choice < 0 or choice >= facts[CHOICES] or not games.masks[game, choice]
        if facts[RESETS_LATER] and games.ended[game]:
            wrong[game] = 0


@compiled
def end_game(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch, status: int
) -> None:
    """Count a finished game, and write what its observer sees of the end, where that is wanted."""
    note_end(status, scratch.tally)
    state, seat = games.rows[game], games.observers[game]
    games.spans[game][DEPTH] = 0
    if facts[RESETS_LATER]:
        games.counts[game] = 0
        games.masks[game][:] = 0
        if len(games.observations):
            if facts[REWRITES]:
                steps.rewrite(state, seat, games.observations[game][: facts[OWN_SIZE]])
            else:
                write_observation(rules, coding, facts, state, seat, scratch.seen, games.observations[game])
            write_repetition(rules, facts, state, games.keys[game], games.observations[game])
    elif len(games.finals):
        games.finals[game][:] = 0
        write_observation(rules, coding, facts, state, seat, scratch.seen, games.finals[game])
        write_repetition(rules, facts, state, games.keys[game], games.finals[game])


@inlined
def step_game(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, start: Row, games: Games, game: int, scratch: StepScratch,
    move: int,
) -> None:  # fmt: skip
    """Play the move that a game's path has completed, or begin the game anew that was over (INCOMPLETE)."""
    status, is_new = RUNNING, move == INCOMPLETE
    if not is_new:
        if len(games.observations):
            write_path(facts, games.paths[game], games.spans[game][DEPTH] - 1, 0, games.observations[game])
        status = play_move(rules, steps, facts, games, game, scratch, move)
        if status == RUNNING and games.callers[game] != EVERY_SEAT:
            status = play_others(rules, steps, facts, games, game, scratch, status)
        if status != RUNNING:
            end_game(rules, coding, steps, facts, games, game, scratch, status)
            is_new = not facts[RESETS_LATER]
    if is_new:
        begin_for_caller(rules, steps, facts, start, games, game, scratch)
    if is_new or status == RUNNING:
        look(rules, coding, steps, facts, games, game, scratch, is_new)
    reward(status, games.rewards[game])
    games.ended[game] = status != RUNNING


@inlined
def lengthen_path(
    rules: Rules, coding: Coding, steps: Steps, facts: Row, games: Games, game: int, scratch: StepScratch
) -> None:
    """Write what a game shows after a choice that left its move incomplete."""
    depth = games.spans[game][DEPTH] - 1
    if not facts[HAS_STEPS]:
        rules.count(games.rows[game], scratch.work)
    write_mask(rules, coding, steps, facts, games, game, scratch)
    if len(games.observations):
        place = facts[OWN_SIZE] + depth * facts[CHOICES] + games.paths[game][depth]
        games.observations[game][place] = 1
    reward(RUNNING, games.rewards[game])
    games.ended[game] = 0


@inlined
def fetch_observation(facts: Row, games: Games, game: int, is_complete: bool) -> None:
    """Bring the parts of an observation nearer that are about to change: the path, or all for a complete move."""
    if len(games.observations):
        out, depth = games.observations[game], games.spans[game][DEPTH]
        for place in range(0 if is_complete else max(depth - 1, 0), depth):
            fetch(out, facts[OWN_SIZE] + place * facts[CHOICES] + games.paths[game][place])
        if is_complete:
            for place in range(0, min(FETCHED, len(out)), CACHE_LINE):
                fetch(out, place)


@compiled
def choose_games(
    words: Row, code: Row, facts: Row, start: Row, games: Games, scratch: StepScratch, choices: Row,
    first: int, end: int,
) -> None:  # fmt: skip
    """Make one legal choice in each game, and play the moves that are complete.

    A game that ends is reset at once or, with RESETS_LATER, in the next step, whatever is chosen there.
    """
    rules, coding, steps = rules_at(words), coding_at(code), steps_at(code)
    for block in range(first, end, BLOCK):
        for game in range(block, min(block + BLOCK, end)):
            move = INCOMPLETE
            if not (facts[RESETS_LATER] and games.ended[game]):
                move = add_choice(rules, coding, steps, facts, games, game, scratch, choices[game])
            fetch_observation(facts, games, game, move != INCOMPLETE)
            scratch.moves[game - block] = move
        for game in range(block, min(block + BLOCK, end)):
            move = scratch.moves[game - block]
            if move == INCOMPLETE and not (facts[RESETS_LATER] and games.ended[game]):
                lengthen_path(rules, coding, steps, facts, games, game, scratch)
            else:
                step_game(rules, coding, steps, facts, start, games, game, scratch, move)


@compiled
def draw_choices(
    words: Row, code: Row, facts: Row, start: Row, games: Games, scratch: StepScratch, seed: int, out: Row,
    first: int, end: int,
) -> None:  # fmt: skip
    """Draw a legal choice for each game, all with the same chance; where none is legal, 0."""
    random = local_row(1)
    for game in range(first, end):
        random[0] = seed + game * word(GOLDEN)  # as if one generator drew for one game after the other
        mask = games.masks[game]
        legal = 0
        for choice in range(len(mask)):
            legal += mask[choice]
        index = random_below(random, legal) if legal else 0
        choice = 0
        while legal and (index or not mask[choice]):
            index -= mask[choice]
            choice += 1
        out[game] = choice


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
    words: Row, code: Row, facts: Row, state: Row, seat: int, path: Row, depth: int, earlier: int, seen: Row,
    out: Features,
) -> None:  # fmt: skip
    """Write the observation of a seat in a single game: so many choices of a path, and earlier occurrences."""
    out[:] = 0
    write_observation(rules_at(words), coding_at(code), facts, state, seat, seen, out)
    write_path(facts, path, depth, 1, out)
    if facts[SHOWS_REPETITION]:
        out[facts[OWN_SIZE] - 1] = earlier / (facts[REPETITION] - 1)
