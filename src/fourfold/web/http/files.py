"""Files over HTTP: content encoding, language, entity tags, cache control."""

import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from fourfold.text.language import accept_language, find_language

LATEST = "no-cache"  # kept, but asked for each time
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class StaticFile:
    """The content of a file, its media type, its compressed versions (the best first), and its entity tag."""

    content: bytes
    media_type: str
    encodings: tuple[tuple[str, bytes], ...]
    tag: str

    @classmethod
    def of(cls, content: bytes, media_type: str, encodings: tuple[tuple[str, bytes], ...] = ()) -> "StaticFile":
        """Make a file; without compressed versions, gzip makes one."""
        encodings = encodings or (("gzip", gzip.compress(content, mtime=0)),)
        return cls(content, media_type, encodings, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def serve(request: Request, file: StaticFile, *, keeping: str = LATEST, status: int = 200) -> Response:
    """Respond with a file, or with 304 where the client has it."""
    headers = {"cache-control": keeping, "etag": file.tag, "vary": "accept-encoding, accept-language"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    accepted = _accepted(request.headers.get("accept-encoding", ""))
    content = file.content
    for name, compressed in file.encodings:
        if name in accepted and len(compressed) < len(content):
            content, headers["content-encoding"] = compressed, name
            break
    return Response(content, status, headers, file.media_type)


def language_of(request: Request, wanted: str) -> str:
    """The language of an answer: the one that the address asks for, else what the browser accepts."""
    return find_language({}, wanted) if wanted else accept_language(request.headers.get("accept-language", ""))


def _accepted(header: str) -> set[str]:
    """The encodings that a client accepts: those it names, unless with the weight 0."""
    parts = [part.replace(" ", "").lower().partition(";q=") for part in header.split(",")]
    return {name for name, _, weight in parts if weight.strip("0.") or not weight}
