"""A notice: what a rule demands of the seat to move now, or what there is to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.text import say

# What hangs on the code of a prompt: the message CODE.STAGE, which screens say at a stage of entering a move.
STAGES = (
    "head",  # the heading, instead of that it is your turn
    "item",  # a piece is chosen, and no place
    "cell",  # a place is chosen first, and no piece
    "next",  # another cell is due; `left` pieces are still carried, `cell` was clicked last
    "which",  # one of several marked pieces is to be chosen
    "word",  # a word is left to choose
    "turn",  # the move is entered, and the piece can be turned
    "ready",  # the move is entered
)


@dataclass(frozen=True)
class Notice:
    """A message code and values, like an error; `str()` gives the English sentence."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.code, **dict[str, Any](self.values))
