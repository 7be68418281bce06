"""Analyses of positions for people: an LRU cache before the search, and few searches at once."""

from typing import TYPE_CHECKING

from fourfold.core.position import Position, View
from fourfold.players.runner import Runner
from fourfold.search.limit import Limit
from fourfold.web.bounded import Admission, LruCache

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis

SECONDS = 0.8  # for one analysis
LINES = 3
MOST_ASKED = 8  # analyses at once; more would delay the computers' moves
MOST_KEPT = 500


class Analyses:
    """Analyses positions in turn with the computers of matches."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.admission = Admission(MOST_ASKED)
        self._kept: LruCache[bytes, Analysis] = LruCache(MOST_KEPT)

    async def analyse(self, table: Position | View) -> "Analysis":
        """Analyse what the seat to move may know; NothingToChoose where there is none."""
        view = table.view(table.to_move) if isinstance(table, Position) else table
        key = bytes(view)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = await self._search(view)
        return found

    async def _search(self, view: View) -> "Analysis":
        limit = Limit(seconds=SECONDS)
        with self.admission:
            await self.runner.load("fourfold.search.analysis")
            from fourfold.search.analysis import analyse

            return await self.runner.think(lambda: analyse(view, limit, lines=LINES), limit)
