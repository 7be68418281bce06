"""Two browsers, each at another process over one database: they sit at one table, and it outlives a process."""

import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.table import NewPage, accept, in_order, set_up
from fourfold.match.events import Played
from postgres import Cluster
from web.server_process import running

pytestmark = pytest.mark.xdist_group("postgresql")


@pytest.mark.long
def test_two_browsers_at_two_processes_play_on_when_one_process_is_killed(
    cluster: Cluster, tmp_path: Path, new_page: NewPage
) -> None:
    place = cluster.database()
    with running(tmp_path, place) as one, running(tmp_path, place) as other:
        here, there = (f"http://localhost:{server.port}" for server in (one, other))
        ann = set_up(new_page(base_url=here), "qawale", "invite", options={"pebbles": 4})
        ben = accept(new_page(base_url=there), ann.invitation().replace(here, there), "Ben")
        both = in_order(ann, ben)
        for ply in range(4):
            assert both[ply % 2].move()
        one.end(signal.SIGKILL)
        expect(ann.page.get_by_text("The connection is lost")).to_be_visible()
        came_back = new_page(base_url=there, storage_state=ann.page.context.storage_state())
        came_back.goto(f"/match/{ann.match}")
        ann.page = came_back
        ann.sit()
        for ply in range(4, 8):
            if not both[ply % 2].move():
                break
        for seated in both:
            expect(seated.page.locator(".outcome")).to_be_visible()
        played = [step for step in other.stored(ann.match).steps if isinstance(step, Played)]
        assert [step.ply for step in played] == list(range(len(played)))
        assert len(played) >= 5
