"""The error of a command that was understood and rejected."""

from typing import Any

from fourfold.core.errors import FourfoldError


class Refused(FourfoldError):
    """A command was rejected: wrong time, wrong seat, or no agreement. The match did not change.

    The code names the reason for programs, the sentence for people.
    """


def refuse_if(code: str, condition: bool, /, **values: Any) -> None:
    """Raise Refused where the condition holds.

    >>> refuse_if("match.no_hints", 1 > 2)
    >>> refuse_if("match.is_paused", 1 < 2)
    Traceback (most recent call last):
    fourfold.match.refusal.Refused: The match is paused.
    """
    if condition:
        raise Refused(code, **values)
