"""The load generator, with a small load; the figures that count are measured by hand."""

import pytest

import load
from web.server_process import Server


def test_a_small_load_is_carried_without_loss(server: Server) -> None:
    report = load.run([("127.0.0.1", server.port)], clients=20, rate=20, seconds=2, warm_up=0.5)
    assert report["failed"] == 0, report
    assert report["dropped"] == 0
    assert report["sent"] + report["missed"] == 40  # a slow machine misses more of them, and loses none
    assert report["acknowledged"] == report["sent"] > 0
    assert 0 < report["milliseconds"]["p50"] <= report["milliseconds"]["p99"] <= report["milliseconds"]["most"]
    assert 50 < report["server_megabytes"] < 700


@pytest.mark.parametrize(
    "url", ["http://example.org", "http://192.0.2.1:80", "https://localhost", "http://0.0.0.0:1", "http://[::]:1"]
)
def test_nothing_but_this_machine_is_put_under_load(url: str) -> None:
    with pytest.raises(SystemExit):
        load.parse_address(url)
    assert load.parse_address("http://localhost:4444/") == ("127.0.0.1", 4444)


def test_the_load_is_bounded() -> None:
    with pytest.raises(SystemExit):
        load.run([("127.0.0.1", 1)], clients=10**6, rate=1, seconds=1)
