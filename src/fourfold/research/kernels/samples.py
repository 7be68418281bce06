"""Statistics of random games (playouts): lengths, results, and numbers of legal moves."""

from math import log

from fourfold.kernel.hashes import random_below
from fourfold.kernel.jit import RUNNING, Numbers, Row, compiled, rules_at
from fourfold.research.kernels.steps import begin_game, settle


@compiled
def sample_games(
    words: Row, facts: Row, start: Row, state: Row, order: Row, random: Row, keys: Row, work: Row, lengths: Row,
    results: Row, widths: Row, plays: Row, logarithms: Numbers,
) -> None:  # fmt: skip
    """Play one random game for each word of `lengths`, and write its length and its result.

    `widths` sums up the numbers of legal moves by ply, and `plays` counts the moves; their last word stands for all
    later plies. `logarithms` sums up the logarithms of the numbers of legal moves.
    """
    rules = rules_at(words)
    last = len(widths) - 1
    for game in range(len(lengths)):
        begin_game(rules, facts, start, state, order, random, keys)
        ply = 0
        status = rules.status(state)
        while status == RUNNING:
            width = rules.count(state, work)
            widths[min(ply, last)] += width
            plays[min(ply, last)] += 1
            logarithms[0] += log(width)
            rules.play(state, rules.nth(state, random_below(random, width), work))
            ply += 1
            status = rules.status(state)
            if status == RUNNING:
                status = settle(rules, facts, state, order, random, keys)
        lengths[game] = ply
        results[game] = status
