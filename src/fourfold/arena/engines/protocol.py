"""The messages of the engine protocol: JSON lines, described in `docs/protocol.md`."""

import json
from typing import Any

PROTOCOL = 1
LONGEST_LINE = 1 << 20
MOST_MOVES = 1000  # that a request lists


def encode(message: dict[str, Any]) -> bytes:
    """Encode a message as one line."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> dict[str, Any] | None:
    """Decode a line; None where it is not a JSON object."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
