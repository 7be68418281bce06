"""Which computers sit where, as `fourfold play` is told."""

import re

from fourfold.core.errors import BadValue


def read_computers(randoms: list[int] | None, pairs: list[str] | None) -> dict[int, str]:
    """Read `--random SEAT` and `--computer SEAT=LEVEL`: the level of each seat that a computer plays.

    >>> read_computers([0], ["1=simple"])
    {0: 'random', 1: 'simple'}
    """
    computers = dict.fromkeys(randoms or [], "random")
    for pair in pairs or []:
        found = re.fullmatch(r"([0-9])=([a-z0-9_-]+)", pair)
        if found is None:
            raise BadValue("cli.play.bad_computer", text=pair)
        computers[int(found[1])] = found[2]
    return computers
