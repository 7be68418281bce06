"""The service: commands by POST, events by WebSocket and NDJSON, over one process and one store."""

from pathlib import Path

from fourfold.text import add_catalogue

add_catalogue("web", Path(__file__).parent / "text")
