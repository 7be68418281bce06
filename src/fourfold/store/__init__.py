"""The store: an append-only event log of every match (event sourcing), and the tables around it.

An event is on the disk before its future resolves; only then may others be told. The store keeps bytes: it knows
nothing of rules, turns or networks.
"""

from importlib import import_module
from pathlib import Path

from fourfold.core.errors import needs_extra
from fourfold.text import add_catalogue

with needs_extra("web"):
    import_module("sqlalchemy")

add_catalogue("store", Path(__file__).parent / "text")

from fourfold.store.futures import settle  # noqa: E402
from fourfold.store.rows import EventRow, Guest, MatchChange, MatchRow, SeatRow, StoredEvent  # noqa: E402
from fourfold.store.store import Store  # noqa: E402

__all__ = ["EventRow", "Guest", "MatchChange", "MatchRow", "SeatRow", "Store", "StoredEvent", "settle"]
