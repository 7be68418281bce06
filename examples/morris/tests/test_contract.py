"""The contract of Fourfold's games, for Nine Men's Morris."""

from fourfold.contract.suite import *  # noqa: F403

GAMES = ["morris"]
