"""HTTP responses: JSON of a declared type, and every error as a problem in the same form."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from starlette.responses import Response

from fourfold.core.errors import FourfoldError
from fourfold.match.encoding import encode_json
from fourfold.web.errors import Problem, problem_of, status_of_error

Content = TypeVar("Content")

RETRY_SECONDS = 2  # when the store is out of reach, or the server stops


class Json(Response, Generic[Content]):
    """A JSON response; content that is bytes is JSON already."""

    media_type = "application/json"

    def __init__(self, content: Content | bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(content, status, headers)

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else encode_json(content)


def refuse(error: FourfoldError) -> Json[Problem]:
    """An error as a response; some say after how many seconds to try again."""
    status = status_of_error(error)
    seconds = getattr(error, "seconds", RETRY_SECONDS if status == 503 else None)
    return Json(problem_of(error), status, {"retry-after": str(seconds)} if seconds else None)
