"""The contract suite, run for every registered game."""

from fourfold.contract.suite import *  # noqa: F403
