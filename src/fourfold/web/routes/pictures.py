"""`/api/pictures`: a position or a record as a file."""

from starlette.requests import Request
from starlette.responses import Response

from fourfold.core.display.pictures import find_palette
from fourfold.core.position_text import read
from fourfold.picture.formats.gif import join_frames, render_frame
from fourfold.web.bounded import Client
from fourfold.web.context import AppContext
from fourfold.web.http.clients import while_connected
from fourfold.web.http.router import Api
from fourfold.web.jobs.records import check_length, drawings_of, parse
from fourfold.web.schemas.requests import WantedPicture

MOST_FRAMES = 400  # of an animation
FRAMES_A_PIECE = 8  # that are drawn before others have their turn
PICTURE_WIDTH, FRAME_WIDTH = 900, 480  # pixels
PRICE, FRAME_PRICE, JOIN_PRICE = 0.1, 0.04, 0.005  # seconds for a file; for a frame, to draw it and to join it


def add_pictures(api: Api, context: AppContext) -> None:
    """Add the route."""

    @api.post("/api/pictures", "records", "web.summary.picture", 404, 503, gives="application/octet-stream")
    async def picture(request: Request, body: WantedPicture) -> Response:
        if body.kind == "gif":
            client = await context.client_of(request)
            content = await while_connected(request, animate(context, client, body))
        else:
            content = await context.work(request, draw, body, price=PRICE)
        return Response(content, media_type="application/octet-stream")


async def animate(context: AppContext, client: Client, wish: WantedPicture) -> bytes:
    """Make an animation piece by piece, so that others have their turns."""
    frames: list[bytes] = []
    with context.animations.of(client):
        while piece := await context.pool.do(
            client, draw_frames, wish.text, wish.palette, len(frames), price=FRAMES_A_PIECE * FRAME_PRICE
        ):
            frames += piece
        return await context.pool.do(client, join_frames, frames, price=len(frames) * JOIN_PRICE)


def draw(wish: WantedPicture) -> bytes:
    """Make the file of a picture or a record; called in a worker."""
    if wish.kind in ("svg", "png"):
        position = read(wish.position)
        if wish.kind == "svg":
            return position.svg(wish.palette, PICTURE_WIDTH).encode()
        return position.png(wish.palette, PICTURE_WIDTH)
    record = parse(wish.text)
    return str(record).encode() if wish.kind == "txt" else record.to_json(indent=2).encode()


def draw_frames(text: str, palette: str, first: int) -> list[bytes]:
    """Draw some frames of an animation from the first one on, none behind its end; called in a worker."""
    if not first:
        check_length(parse(text), MOST_FRAMES)
    box, drawings = drawings_of(text)
    found = drawings[first : first + FRAMES_A_PIECE]
    return [render_frame(drawing, box, find_palette(palette), FRAME_WIDTH) for drawing in found]
