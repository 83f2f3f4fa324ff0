"""How quick the web table is with 60 combatants on a board of 60 by 60: frames of a drag, and command to view.

Measured in real Chromium against the real server; the figures go to bench/table.md beside the load of the machine.
"""

from __future__ import annotations

import gzip
import os
import platform
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from tests.browser.chromium import Watch, launch  # noqa: E402
from tests.browser.gm import token  # noqa: E402
from tests.browser.serving import Serving  # noqa: E402
from tests.browser.table import Person, Table  # noqa: E402

from fracas.engine.board.grid import Grid  # noqa: E402
from fracas.engine.command import GM  # noqa: E402
from fracas.engine.game import Game  # noqa: E402
from fracas.engine.registry import load_ruleset, ruleset_ids  # noqa: E402
from results import write_section  # noqa: E402

SIDE = 60
CROWD = 60
COMMANDS = 40
MOST_FRAME, MOST_VIEW = 50, 150
FRAMES = """() => {
    const at = [];
    const step = (now) => { at.push(now); if (window.measuring) requestAnimationFrame(step); };
    window.measuring = true;
    window.frames_seen = at;
    requestAnimationFrame(step);
}"""
WAITS = """() => {
    window.waits = [];
    let since = 0;
    const painted = () => { if (since) window.waits.push(performance.now() - since); since = 0; };
    addEventListener("keydown", () => { since = performance.now(); }, true);
    const order = document.querySelector("[aria-label='Order of action'] ol");
    const watch = new MutationObserver(() => requestAnimationFrame(painted));
    watch.observe(order, {subtree: true, attributeFilter: ["aria-current"]});
}"""


def crowd(id: str) -> bytes:
    """An encounter of this ruleset on an empty board with sixty combatants, as a file."""
    ruleset = load_ruleset(id)
    enc = ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "1 gm"])
    board: Any = enc.board
    floor = [index for index, terrain in enumerate(board.terrains) if terrain.key == "floor"] or [0]
    enc.board = Grid(SIDE, [floor[0]] * (SIDE * SIDE), board.terrains, board.metric.name)
    first = list(enc.combatants.values())
    for number, one in enumerate(first):
        one.pos = SIDE * (2 + 4 * number) + 2
    kinds = enc.content.kinds()
    for number in range(len(first), CROWD):
        pos = SIDE * (2 + 5 * (number % 11)) + 10 + 4 * (number // 11)
        side = first[number % 2 and -1].side
        name = f"crowd-{number}"
        enc.combatants[name] = ruleset.make(enc, kinds[number % len(kinds)], name, pos, side, GM)
    return gzip.compress(Game(ruleset, enc).save().encode())


def percentile(values: list[float], part: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * part // 100)]


def drag(page: Page, gm: Person) -> list[float]:
    """Carry a token across the board and note the time of every frame."""
    name = next(row.name for row in gm.rows() if row.active)
    box = token(gm, name).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(120):
        page.mouse.move(x - step * 3, y + (step % 40) * 3)
    assert page.locator("svg.carrying").count() == 1, "nothing was carried"
    page.evaluate("window.measuring = false")
    page.keyboard.press("Escape")
    page.mouse.move(x, y)
    page.mouse.up()
    at = page.evaluate("window.frames_seen")
    return [later - sooner for sooner, later in pairwise(at)]


def measure(serving: Serving, id: str, file: Path, browser: Any) -> tuple[list[float], list[float]]:
    table = Table(serving, browser, Watch())
    gm = table.gm
    gm.open(serving.host_link)
    expect(gm.page.get_by_role("radio").first).to_be_visible()
    gm.page.get_by_label("Open a file").set_input_files(file)
    expect(gm.order).to_be_visible(timeout=30_000)
    gm.page.wait_for_timeout(1500)
    frames = drag(gm.page, gm)
    gm.page.evaluate(WAITS)
    for _ in range(COMMANDS):
        before = gm.page.evaluate("window.waits.length")
        expect(gm.order.get_by_role("button").last).to_be_enabled(timeout=20_000)
        gm.page.keyboard.press("n")
        gm.page.wait_for_function("n => window.waits.length > n", arg=before)
    return frames, list(gm.page.evaluate("window.waits"))


def main() -> None:
    id = sys.argv[1] if len(sys.argv) > 1 else ruleset_ids()[1]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "crowd.jsonl.gz"
        file.write_bytes(crowd(id))
        serving = Serving(Path(folder) / "data")
        browser = launch(playwright)
        try:
            frames, waits = measure(serving, id, file, browser)
        finally:
            browser.close()
            serving.stop()
    frame, wait = percentile(frames, 95), percentile(waits, 95)
    load = ", ".join([f"{one:.1f}" for one in os.getloadavg()])
    text = f"""## The page under a crowd

{CROWD} combatants on a board of {SIDE} by {SIDE}, ruleset {id}, server and Chromium (no graphics card) on one
machine: {os.cpu_count()} cores, Python {platform.python_version()}, load average {load}. Made by `make bench-table`.

| what | middle | 95th percentile | limit | samples |
|---|---|---|---|---|
| frame while a token is dragged | {percentile(frames, 50):.0f} ms | {frame:.0f} ms | {MOST_FRAME} ms | {len(frames)} |
| key pressed to new view painted | {percentile(waits, 50):.0f} ms | {wait:.0f} ms | {MOST_VIEW} ms | {len(waits)} |
"""
    write_section("page", "tools/bench_page.py", text)
    print(text)
    if frame > MOST_FRAME or wait > MOST_VIEW:
        raise SystemExit("over the limit")


if __name__ == "__main__":
    main()
