"""The service: commands by POST, events by WebSocket and NDJSON, over one process and one store."""

from importlib import import_module
from pathlib import Path

from fourfold.core.errors import needs_extra
from fourfold.text import add_catalogue

with needs_extra("web"):
    import_module("starlette")

add_catalogue("web", Path(__file__).parent / "text")
