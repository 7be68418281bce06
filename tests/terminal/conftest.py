import asyncio

import pytest
import textual.app
import textual.pilot
from textual._wait import wait_for_idle

HOPS = 200  # of messages from widget to widget: more than any key sets off


async def wait_until_handled(*seconds: float) -> None:
    """Wait as Textual's pilot does, then until what was set off is handled: a starved process looks idle to it."""
    await wait_for_idle(*seconds)
    for _ in range(HOPS):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", wait_until_handled)
