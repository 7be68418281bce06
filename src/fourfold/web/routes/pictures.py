"""`/api/pictures`: a position or a record as a file."""

from starlette.responses import Response

from fourfold.core.position_text import read
from fourfold.web.context import AppContext
from fourfold.web.http.router import Api
from fourfold.web.routes.records import check_length, parse
from fourfold.web.schemas.requests import WantedPicture

MOST_FRAMES = 400  # of an animation
PICTURE_WIDTH, FRAME_WIDTH = 900, 480  # pixels


def add_pictures(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/pictures", "records", "web.summary.picture", 404, 503, gives="application/octet-stream")
    async def picture(body: WantedPicture) -> Response:
        return Response(await context.worker_thread.do(lambda: draw(body)), media_type="application/octet-stream")


def draw(wish: WantedPicture) -> bytes:
    """Make the file."""
    if wish.kind in ("svg", "png"):
        position = read(wish.position)
        if wish.kind == "svg":
            return position.svg(wish.palette, PICTURE_WIDTH).encode()
        return position.png(wish.palette, PICTURE_WIDTH)
    record = parse(wish.text)
    if wish.kind == "gif":
        check_length(record, MOST_FRAMES)
        return record.gif(wish.palette, FRAME_WIDTH)
    return str(record).encode() if wish.kind == "txt" else record.to_json(indent=2).encode()
