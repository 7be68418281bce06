"""A notice: what a rule demands of the seat to move now, or what there is to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold.text import say


@dataclass(frozen=True)
class Notice:
    """A message code and values, like an error; `str()` gives the English sentence."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.code, **dict[str, Any](self.values))
