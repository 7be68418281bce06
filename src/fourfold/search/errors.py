"""Errors of search."""

from fourfold.core.errors import FourfoldError


class NothingToChoose(FourfoldError):
    """The game is over, a deal is due, or it is another seat's turn."""
