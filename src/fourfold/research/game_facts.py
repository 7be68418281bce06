"""Facts about a game for the research kernels, as a kernel row."""

import numpy as np

from fourfold.core.encoding import Encoding
from fourfold.core.game import Game
from fourfold.kernel.defaults import NO_STEPS, hide_nothing
from fourfold.kernel.jit import Row
from fourfold.research.kernels import steps as kernels


def facts_of(game: Game, encoding: Encoding) -> Row:
    """Make the row of facts; `kernels.steps` names its words."""
    facts = np.zeros(kernels.FACT_WORDS, np.int64)
    facts[kernels.GROUPED] = game.clicks.is_grouped
    facts[kernels.REPETITION] = game.repetition
    facts[kernels.DEALS] = game.facts.has_deals
    facts[kernels.PLY_WORD] = game.ply_word
    facts[kernels.OWN_SIZE] = encoding.own_size
    facts[kernels.CHOICES] = encoding.choices
    facts[kernels.HIDES] = game.rules.hide is not hide_nothing
    facts[kernels.HAS_STEPS] = encoding.steps.mask is not NO_STEPS.mask
    facts[kernels.REWRITES] = encoding.steps.rewrite is not NO_STEPS.rewrite
    facts[kernels.WORK] = game.work_words
    facts[kernels.SHOWS_REPETITION] = encoding.has_repetition and game.repetition > 1
    return facts
