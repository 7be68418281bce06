"""`/api/lobby`: public matches that are open or running."""

from fourfold.web.context import AppContext
from fourfold.web.http.router import Api
from fourfold.web.routes.matches import list_matches
from fourfold.web.schemas.responses import MatchList


def add_lobby(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.get("/api/lobby", "matches", "web.summary.lobby")
    async def lobby() -> MatchList:
        return MatchList(
            await context.store.read_async(list_matches, context, statuses=["open", "running"], public=True)
        )
