"""The page's API types are those of the OpenAPI document."""

from page_types import TYPES, generate
from web.server_process import Guest


def test_the_types_of_the_page_are_up_to_date(guest: Guest) -> None:
    assert TYPES.read_text(encoding="utf-8") == generate(guest.get("/openapi.json")), "run `python3 dev.py types`"
