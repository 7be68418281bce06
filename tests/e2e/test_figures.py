"""How heavy and how fast the page is. Weights are checked; times depend on the machine and are only reported."""

import json
import re
import statistics
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from e2e.table import PATIENCE, NewPage, set_up, some_of

MOST_BYTES = 150_000  # before the first board is drawn
WATCH = """new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-spot^="cell:"]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstBoard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
DRAWN = """() => new Promise((done) => {
    const look = () => (window.firstBoard ? done(window.firstBoard) : requestAnimationFrame(look));
    look();
})"""
PAN = """async ([x, y]) => {
    const view = document.querySelector('.view');
    const frames = [];
    const send = (kind, dx, dy) => view.dispatchEvent(new PointerEvent(kind, {
        pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: kind === 'pointerup' ? 0 : 1,
        bubbles: true, clientX: x + dx, clientY: y + dy,
    }));
    send('pointerdown', 0, 0);
    let last = await new Promise(requestAnimationFrame);
    for (let k = 1; k <= 120; k++) {
        send('pointermove', 120 * Math.sin(k / 12), 90 * Math.cos(k / 9));
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
    }
    send('pointerup', 0, 0);
    return [frames, getComputedStyle(document.querySelector('.sheet')).transform];
}"""
FRAMES = """() => {
    window.moving = [];
    let last = performance.now();
    const look = (now) => {
        const isMoving = document.getAnimations().some(({ effect }) => effect.target.matches('.stage [data-key]'));
        if (isMoving) window.moving.push(now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
TILES = 125
Report = Callable[[str, object], None]


def transferred(page: Page, until: float) -> dict[str, int]:
    """The bytes of each address that was asked for before a time, compressed as they came over the line."""
    entries: list[dict[str, Any]] = page.evaluate(
        """(until) => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .filter(({ startTime }) => startTime <= until)
            .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }))""",
        until,
    )
    return {entry["name"]: entry["size"] for entry in entries}


@pytest.mark.parametrize("game", some_of("quads"))
def test_the_first_board_takes_few_bytes(new_page: NewPage, game: str, record_property: Report) -> None:
    seated = set_up(new_page(), game, "here")
    cold = new_page()
    cold.add_init_script(WATCH)
    told: list[str] = []
    cold.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(str(text))))
    cold.goto(f"/match/{seated.match}")
    expect(cold.locator("[data-spot^='cell:']").first).to_be_visible()
    drawn = cold.evaluate(DRAWN)
    cold.wait_for_load_state("networkidle")
    sizes = transferred(cold, drawn) | {"events": sum(len(text.encode()) for text in told)}
    record_property("bytes before the first board", sum(sizes.values()))
    record_property("milliseconds to the first board", round(drawn))
    assert any("/assets/" in name for name in sizes)
    assert 0 < sum(sizes.values()) < MOST_BYTES, sizes


def test_every_file_is_served_compressed(page: Page) -> None:
    encodings: dict[str, str | None] = {}
    page.on("response", lambda answer: encodings.update({answer.url: answer.header_value("content-encoding")}))
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    assets = {url: encoding for url, encoding in encodings.items() if re.search(r"/assets/.*\.(js|css)$", url)}
    assert assets
    assert set(assets.values()) <= {"br", "gzip", None}
    assert sum(encoding is None for encoding in assets.values()) <= len(assets) // 3  # tiny ones grow when compressed


@pytest.mark.long
def test_a_move_is_seen_soon(page: Page, record_property: Report) -> None:
    """From the click to the piece on the own screen."""
    seated = set_up(page, "exago", "here")
    times = []
    for _ in range(8):
        table = seated.wait_for_turn()
        assert table is not None
        ((_, cell),) = seated.choose(table)
        times.append(
            page.evaluate(
                """(cell) => new Promise((resolve) => {
                    const moves = document.querySelector('.moves');
                    const start = performance.now();
                    new MutationObserver((_, observer) => {
                        observer.disconnect();
                        requestAnimationFrame(() => resolve(performance.now() - start));
                    }).observe(moves, { attributes: true });
                    const target = document.querySelector(`[data-spot="cell:${cell}"]`);
                    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
                })""",
                cell,
            )
        )
    record_property("milliseconds from click to move, median", round(statistics.median(times), 1))
    record_property("milliseconds from click to move, most", round(max(times), 1))
    assert seated.table()["ply"] == 8


@pytest.mark.long
def test_a_large_table_is_panned_smoothly(page: Page, record_property: Report) -> None:
    """A table of all tiles, which no real match reaches, made of a real one on its way to the page."""

    def enlarge(text: str | bytes) -> str:
        message = json.loads(text)
        if "table" not in message:  # what was said
            return json.dumps(message)
        board = message["table"]["board"]
        one = board["items"][0]
        names = ["".join(numbers) for numbers in combinations_with_replacement("012345", 4)]
        tiles = [name for name in names if name != "0245"]
        side = 12
        board["items"] = [
            {**one, "symbol": f"quadominos-{tile}", "name": f"{k % side},-{k // side}"}
            | {"x": 100 * (k % side), "y": 100 * (k // side)}
            for k, tile in enumerate(tiles)
        ]
        board["cells"], message["table"]["clicks"] = [], None
        board["box"] = [-100, -100, 100 * side, 100 * side]
        return json.dumps(message)

    seated = set_up(page, "quadominos", "computer")
    assert seated.move()

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(enlarge(text)))

    page.route_web_socket(re.compile("/events"), relay)
    page.reload()
    expect(page.locator("[data-key]")).to_have_count(TILES)
    box = page.locator(".view").bounding_box()
    assert box is not None
    before = page.locator(".sheet").evaluate("(sheet) => getComputedStyle(sheet).transform")
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    frames, after = page.evaluate(PAN, middle)
    assert after != before
    report_frames(record_property, "when panning", frames)
    throttle(page)
    frames, _ = page.evaluate(PAN, middle)
    report_frames(record_property, "when panning on a slow processor", frames)


def throttle(page: Page) -> None:
    """Let the processor be four times slower for the page."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})


def report_frames(report: Report, when: str, frames: list[float]) -> None:
    report(f"milliseconds a frame {when}, median", round(statistics.median(frames), 1))
    report(f"milliseconds a frame {when}, 95 %", round(sorted(frames)[int(0.95 * len(frames))], 1))


@pytest.mark.long
@pytest.mark.parametrize("game", ["qawale", "exago"])
def test_moves_are_animated_smoothly_on_a_slow_processor(new_page: NewPage, game: str, record_property: Report) -> None:
    page = new_page(reduced_motion="no-preference")
    seated = set_up(page, game, "computer")
    for _ in range(2):
        seated.move()
    seated.wait_for_turn()
    throttle(page)
    page.evaluate(FRAMES)
    seated.move()
    page.wait_for_function("() => window.moving.length > 8", timeout=PATIENCE)
    seated.wait_for_turn()
    report_frames(record_property, f"when {game} is animated on a slow processor", page.evaluate("() => window.moving"))
