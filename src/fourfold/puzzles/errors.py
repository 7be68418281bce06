"""Errors of puzzles."""

from fourfold.core.errors import FourfoldError


class UnknownPuzzle(FourfoldError):
    """There is no such puzzle."""
