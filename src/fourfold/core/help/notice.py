"""A notice: what a rule asks of the seat to move just now."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.text import say


@dataclass(frozen=True)
class Notice:
    """A code and values, as an error has them; `str()` of it is the English sentence."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.code, **self.values)
