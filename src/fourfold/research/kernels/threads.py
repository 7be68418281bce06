"""What one thread of a graphics processor does: for one game, what a thread of a processor does for its share of them.

They are compiled for each game (`kernel.cuda`): there `rules_at` and its like find the game's own kernels whatever row
they get, ROOM is as long as the scratch rows of the game, and WORDS as long as its rows.
"""

from fourfold.kernel.jit import CHANCE, RUNNING, Flags, Row, Table, inlined, local_row, near_row, rules_at
from fourfold.kernel.rows import copy_row
from fourfold.research.kernels import selfplay
from fourfold.research.kernels.selfplay import SelfPlay
from fourfold.research.kernels.steps import (
    MOVES,
    WINS,
    Games,
    begin_games,
    choose_games,
    draw_choices,
    mark_illegal,
    play_game,
    share_out,
    show_played,
)
from fourfold.search.mcts.puct import Scratch

ROOM, WORDS = 1 << 14, 1 << 13
BLOCK = 128  # threads of a batch that share a multiprocessor, and its shared memory
TALLY_WORDS = WINS + 8  # seats


def begin(words: Row, code: Row, facts: Row, start: Row, games: Games, tallies: Table, seed: int, game: int) -> None:
    """Set up a game."""
    scratch = share_out(facts, start, local_row(ROOM), tallies[game])
    begin_games(words, code, facts, start, games, scratch, seed, game, game + 1)


def play(
    words: Row, code: Row, facts: Row, start: Row, games: Games, tallies: Table, indices: Row, times: int, game: int
) -> None:
    """Play whole moves: so many random ones, or one by its index.

    Meanwhile what a game writes lies near the processor, or where neighbouring threads have neighbouring words.
    """
    scratch = share_out(facts, start, local_row(ROOM), tallies[game])
    state, random, tally = near_row(WORDS, BLOCK)[: len(start)], local_row(1), local_row(TALLY_WORDS)
    copy_row(games.rows[game], state)
    random[0] = games.random[game, 0]
    tally[:] = 0
    status = play_game(
        rules_at(words), facts, start, state, scratch.order, random, games.keys[game], scratch.work, indices[game],
        times, tally,
    )  # fmt: skip
    copy_row(state, games.rows[game])
    games.random[game, 0] = random[0]
    tally[MOVES] = times
    for place in range(len(scratch.tally)):
        scratch.tally[place] += tally[place]
    show_played(words, code, facts, games, scratch, status, game)


def choose(
    words: Row, code: Row, facts: Row, start: Row, games: Games, tallies: Table, choices: Row, game: int
) -> None:
    """Make a legal choice."""
    scratch = share_out(facts, start, local_row(ROOM), tallies[game])
    choose_games(words, code, facts, start, games, scratch, choices, game, game + 1)


def mark(
    words: Row, code: Row, facts: Row, start: Row, games: Games, tallies: Table, choices: Row, wrong: Flags, game: int
) -> None:
    """Tell whether a choice is illegal."""
    scratch = share_out(facts, start, local_row(ROOM), tallies[game])
    mark_illegal(words, code, facts, start, games, scratch, choices, wrong, game, game + 1)


def draw(
    words: Row, code: Row, facts: Row, start: Row, games: Games, tallies: Table, seed: int, out: Row, game: int
) -> None:
    """Draw a legal choice."""
    scratch = share_out(facts, start, local_row(ROOM), tallies[game])
    draw_choices(words, code, facts, start, games, scratch, seed, out, game, game + 1)


def grow(words: Row, parents: Table, of: Row, indices: Row, children: Table, counts: Row, child: int) -> None:
    """Play a move in a copy of a position, and count the moves that follow: a step of perft, all positions at once."""
    rules, work = rules_at(words), local_row(ROOM)
    copy_row(parents[of[child]], children[child])
    rules.count(children[child], work)
    rules.play(children[child], rules.nth(children[child], indices[child], work))
    if rules.status(children[child]) == RUNNING and rules.to_move(children[child]) != CHANCE:
        counts[child] = rules.count(children[child], work)
    else:
        counts[child] = 0


@inlined
def divide(play: SelfPlay, room: Row) -> Scratch:
    """Divide a row into the scratch rows of self-play."""
    words = play.starts.shape[1]
    return Scratch(room[:words], room[words : 2 * words], room[2 * words :])


def open_games(words: Row, eyes: Row, play: SelfPlay, seed: int, most: int, game: int) -> None:
    """Begin a game of self-play."""
    selfplay.open_games(words, eyes, play, divide(play, local_row(ROOM)), seed, most, game, game + 1)


def solve_roots(words: Row, eyes: Row, play: SelfPlay, nodes: int, game: int) -> None:
    """Solve a root near the end of a game."""
    selfplay.solve_roots(words, eyes, play, divide(play, local_row(ROOM)), nodes, game, game + 1)


def gather(words: Row, eyes: Row, play: SelfPlay, goal: int, game: int) -> None:
    """Go down a tree."""
    selfplay.gather(words, eyes, play, divide(play, local_row(ROOM)), goal, game, game + 1)


def absorb(words: Row, eyes: Row, play: SelfPlay, game: int) -> None:
    """Let a leaf go on with the net's answers."""
    selfplay.absorb(words, eyes, play, divide(play, local_row(ROOM)), game, game + 1)


def stir_roots(words: Row, eyes: Row, play: SelfPlay, game: int) -> None:
    """Mix the priors of a root with noise."""
    selfplay.stir_roots(words, eyes, play, divide(play, local_row(ROOM)), game, game + 1)


def finish_round(words: Row, eyes: Row, play: SelfPlay, game: int) -> None:
    """Play a move of a root."""
    selfplay.finish_round(words, eyes, play, divide(play, local_row(ROOM)), game, game + 1)
