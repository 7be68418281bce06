"""A real server, a real Chromium; `dev.py test` says where the browser is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from e2e.browser import launch_arguments
from e2e.table import NewPage
from web.server_process import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return f"http://localhost:{server.port}"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_arguments()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_context_args,
        "locale": "en-GB",
        "viewport": {"width": 1280, "height": 800},
        "reduced_motion": "reduce",
        "service_workers": "block",  # what a worker does has tests of its own
    }


@pytest.fixture
def new_page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[NewPage]:
    """Makes pages in browsers of their own, which share nothing with others."""
    contexts = []

    def make(**further: Any) -> Page:
        contexts.append(browser.new_context(**{**browser_context_args, **further}))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have measured."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {name}: {value}")
