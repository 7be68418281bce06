"""`/api/lobby` and `/api/pairing`: public matches that are open or running, and a seat at one."""

from starlette.requests import Request

from fourfold.store.rows import Identity
from fourfold.web.context import AppContext
from fourfold.web.http.responses import Json
from fourfold.web.http.router import Api
from fourfold.web.live.match_lists import list_matches
from fourfold.web.live.pairings import find_table
from fourfold.web.routes.session import as_guest
from fourfold.web.schemas.requests import FindTable
from fourfold.web.schemas.responses import MatchList, PairedMatch


def add_lobby(api: Api, context: AppContext) -> None:
    """Add the routes."""

    @api.get("/api/lobby", "matches", "web.summary.lobby")
    async def lobby() -> MatchList:
        return MatchList(
            await context.store.read_async(list_matches, context.store, statuses=["open", "running"], public=True)
        )

    @api.post("/api/pairing", "matches", "web.summary.pairing", 404, 409, 503)
    async def pair(request: Request, body: FindTable) -> Json[PairedMatch]:
        async def find(guest: Identity) -> PairedMatch:
            return await find_table(context.service, guest, body, context.clients)

        return await as_guest(context, request, body.name, find)
