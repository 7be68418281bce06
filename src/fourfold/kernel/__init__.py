"""Kernels that know no game: just-in-time compilation, contracts, bit sets, hashes."""

from collections.abc import Callable


def say_nothing(part: str) -> None:
    """Compile kernels in silence."""


announce: Callable[[str], None] = say_nothing  # tells people that kernels are compiled; the registry has the words
