"""The kinds of account that a seat can belong to."""

from typing import Literal

AccountKind = Literal["", "person", "bot"]  # empty for guests, computers and open seats
