"""A real server and a real browser for the tests of the page, as Fourfold's own tests have them."""

from e2e.conftest import (  # noqa: F401
    base_url,
    browser_context_args,
    browser_type_launch_args,
    new_page,
    server,
)
