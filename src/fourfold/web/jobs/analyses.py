"""Analyses for people: few at a time, and each position once."""

from collections import OrderedDict
from typing import TYPE_CHECKING

from fourfold.core.position import Position, View
from fourfold.players.runner import Runner
from fourfold.search.limit import Limit
from fourfold.web.errors import Denied

if TYPE_CHECKING:
    from fourfold.search.analysis import Analysis

SECONDS = 0.8  # that a question takes
LINES = 3
MOST_ASKED = 8  # questions at once; more would keep the computers at the tables waiting
MOST_KEPT = 500


class Analyses:
    """Asks the search, in turns with the computers at the tables."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.asked = 0
        self._kept: OrderedDict[bytes, Analysis] = OrderedDict()

    async def analyse(self, table: Position | View) -> "Analysis":
        """Analyse for the seat to move, from what that seat may know; NothingToChoose where nobody is."""
        view = table.view(table.to_move) if isinstance(table, Position) else table
        key = bytes(view)
        if key not in self._kept:
            self._keep(key, await self._ask(view))
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _ask(self, view: View) -> "Analysis":
        if self.asked >= MOST_ASKED:
            raise Denied(503, "web.too_busy")
        limit = Limit(seconds=SECONDS)

        self.asked += 1
        try:
            await self.runner.load("fourfold.search.analysis")
            from fourfold.search.analysis import analyse

            return await self.runner.think(lambda: analyse(view, limit, lines=LINES), limit)
        finally:
            self.asked -= 1

    def _keep(self, key: bytes, analysis: "Analysis") -> None:
        self._kept[key] = analysis
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
