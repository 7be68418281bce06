"""What a match knows of accounts."""

from typing import Literal

AccountKind = Literal["", "person", "bot"]  # nothing for guests, for computers, and where nobody sits
