"""The words of the engine protocol: one JSON object a line. `docs/protocol.md` explains them to people."""

import json
from typing import Any

PROTOCOL = 1
LONGEST_LINE = 1 << 20
MOST_MOVES = 1000  # that a request lists


def encode(message: dict[str, Any]) -> bytes:
    """Write a message as one line."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> dict[str, Any] | None:
    """Read a line; None where it is not a JSON object."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
