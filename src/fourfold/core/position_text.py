"""Parsing of a position's text, whatever the game."""

from typing import TYPE_CHECKING

from fourfold.core.registry import game

if TYPE_CHECKING:
    from fourfold.core.position import Position


def read(text: str) -> "Position":
    """Parse the text of a position; it names its game.

    >>> import fourfold
    >>> fourfold.read("qawale@nn,.,.,nn/.,.,.,./.,.,.,./nn,.,.,nn:0").game
    fourfold.game('qawale')
    """
    name = str(text).strip().partition("@")[0].partition(":")[0]
    return game(name).read(text)
