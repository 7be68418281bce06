"""Facts about a game for the research kernels, as a kernel row."""

import numpy as np

from fourfold.core.encoding import Encoding
from fourfold.core.game import Game
from fourfold.kernel.jit import Row
from fourfold.research.kernels.steps import DEALS, FACT_WORDS, GROUPED, OWN_SIZE, PLY_WORD, REPETITION


def facts_of(game: Game, encoding: Encoding) -> Row:
    """Make the row of facts; `kernels.steps` names its words."""
    facts = np.zeros(FACT_WORDS, np.int64)
    facts[GROUPED] = game.clicks.is_grouped
    facts[REPETITION] = game.repetition
    facts[DEALS] = game.facts.has_deals
    facts[PLY_WORD] = game.ply_word
    facts[OWN_SIZE] = encoding.own_size
    return facts
