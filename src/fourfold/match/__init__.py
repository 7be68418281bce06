"""One sitting at a table, without input and output: commands in, events out.

A match is a game, who sits where, clocks and agreements. It is made of its events alone: applying
them again gives the same match. It knows no storage, no network and no randomness of its own.
"""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("match", Path(__file__).parent / "text")
