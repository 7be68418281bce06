"""The match aggregate, event-sourced and free of input and output: commands in, events out.

A match is a game with its seats, clocks and agreements. Replaying its events gives the same match again. It has no
storage, no network and no source of randomness.
"""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("match", Path(__file__).parent / "text")
