"""How quick the web table is with 60 combatants on a board of 60 by 60: frames of a drag, command to view, script
and layout of frames while bots fight; and what it asks of people: bytes before a seat is taken, keys and clicks.

Measured in real Chromium against the real server; the figures go to bench/table.md beside the load of the machine.
"""

from __future__ import annotations

import gzip
import json
import os
import platform
import sys
import tempfile
from bisect import bisect_right
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from tests.browser.chromium import Watch, launch  # noqa: E402
from tests.browser.crowd import SCENES, Crowd, talk  # noqa: E402
from tests.browser.gm import token  # noqa: E402
from tests.browser.hands import attack_by_keys, ten_foes  # noqa: E402
from tests.browser.serving import Serving  # noqa: E402
from tests.browser.table import Person, Table  # noqa: E402
from tests.browser.test_first_load import MOST_BYTES, first_load  # noqa: E402
from tests.browser.test_hands import MOST_INPUTS, MOST_KEYS  # noqa: E402

from fracas.engine.board.grid import Grid  # noqa: E402
from fracas.engine.command import GM  # noqa: E402
from fracas.engine.game import Game  # noqa: E402
from fracas.engine.registry import load_ruleset, ruleset_ids  # noqa: E402
from results import write_section  # noqa: E402

SIDE = 60
CROWD = 60
COMMANDS = 40
MOST_FRAME, MOST_VIEW, MOST_WORK = 50, 150, 16
LIVELY = 20
"""Seconds of a fight of bots that are traced."""
FIGHTS = 3
"""The fight is traced so often, and the least disturbed trace is told."""
BOT_PAUSE = 0.25
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"]
WORK = ("FunctionCall", "EvaluateScript", "V8.GC_MC_COMPLETE", "MinorGC", "MajorGC", "Layout", "UpdateLayoutTree",
        "RunMicrotasks", "TimerFire", "FireAnimationFrame", "EventDispatch", "HitTest", "PrePaint")  # fmt: skip
"""What a trace calls script and layout."""
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


def works(trace: bytes) -> list[float]:
    """Milliseconds of script and layout in each frame of the busiest page that had any, by the clock of its thread:
    what others do on the machine is not counted. What lies within something counted is not counted again."""
    events = [one for one in json.loads(trace)["traceEvents"] if one.get("ph") in ("X", "I", "B", "b", "i", "R")]
    threads: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for one in events:
        if one["name"] in WORK and "dur" in one:
            threads.setdefault((one["pid"], one["tid"]), []).append(one)
    main = max(threads, key=lambda thread: sum([one["dur"] for one in threads[thread]]))
    starts = sorted([
        one["ts"] for one in events if one["name"] == "BeginMainThreadFrame" and (one["pid"], one["tid"]) == main
    ])  # fmt: skip
    frames = dict.fromkeys(range(len(starts) + 1), 0.0)
    until = 0
    for one in sorted(threads[main], key=lambda each: (each["ts"], -each["dur"])):
        if one["ts"] < until:
            continue
        until = one["ts"] + one["dur"]
        frames[bisect_right(starts, one["ts"])] += one.get("tdur", one["dur"]) / 1000
    return [took for took in frames.values() if took > 0]


def fight(serving: Serving, file: Path, browser: Any) -> list[float]:
    """Bots on both sides play the crowd while the GM looks on, traced."""
    table = Table(serving, browser, Watch())
    table.gm.context.close()
    gm = table.gm = table.person("Gwen", reduced_motion="no-preference")
    gm.open(serving.host_link)
    expect(gm.page.get_by_role("radio").first).to_be_visible()
    gm.page.get_by_label("Open a file").set_input_files(file)
    expect(gm.order).to_be_visible(timeout=30_000)
    sides = sorted({row.side for row in gm.rows()})
    bots: list[dict[str, Any]] = [{"type": "bot", "scope": "side", "name": side, "on": True} for side in sides]
    browser.start_tracing(page=gm.page, categories=TRACED)
    talk(gm.page, gm.page.url.split("/")[4], bots)
    gm.page.wait_for_timeout(LIVELY * 1000)
    trace = browser.stop_tracing()
    gm.context.close()
    return works(trace)


def inputs(serving: Serving, browser: Any) -> str:
    """Rows of a table: ten foes' turns and one attack, by ruleset, in keys and clicks."""
    rows = []
    for id in SCENES:
        gm = Table(serving, browser, Watch()).gm
        many = ten_foes(gm, Crowd(serving, gm, id, bots=False))
        gm.context.close()
        gm = Table(serving, browser, Watch()).gm
        crowd = Crowd(serving, gm, id, bots=False)
        one = attack_by_keys(gm, [*crowd.names.values(), *[f"Foe {who[6:]}" for who in crowd.ids]])
        gm.context.close()
        rows.append(f"| {load_ruleset(id).name} | {many} | {MOST_INPUTS} | {one} | {MOST_KEYS} |")
    return "\n".join(rows)


def loads(serving: Serving, browser: Any) -> str:
    """Rows of a table: what a phone fetches before it has a seat, gzipped, by ruleset."""
    rows = []
    for id in ruleset_ids():
        ruleset = load_ruleset(id)
        table = Table(serving, browser, Watch())
        table.set_up(ruleset.name, ruleset.scenarios()[0].title)
        size = sum(first_load(table).values())
        rows.append(f"| {ruleset.name} | {size / 1000:.0f} kB | {MOST_BYTES // 1000} kB |")
        for context in browser.contexts:
            context.close()
    return "\n".join(rows)


def main() -> None:
    id = sys.argv[1] if len(sys.argv) > 1 else ruleset_ids()[1]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "crowd.jsonl.gz"
        file.write_bytes(crowd(id))
        serving = Serving(Path(folder) / "data")
        lively = Serving(Path(folder) / "lively", bot_pause=BOT_PAUSE)
        browser = launch(playwright)
        try:
            frames, waits = measure(serving, id, file, browser)
            for context in browser.contexts:
                context.close()
            work = min([fight(lively, file, browser) for _ in range(FIGHTS)], key=lambda took: percentile(took, 95))
            size, hands = loads(serving, browser), inputs(serving, browser)
        finally:
            browser.close()
            serving.stop()
            lively.stop()
    write(id, frames, waits, work, size, hands)
    if percentile(frames, 95) > MOST_FRAME or percentile(waits, 95) > MOST_VIEW or percentile(work, 95) > MOST_WORK:
        raise SystemExit("over the limit")


def write(id: str, frames: list[float], waits: list[float], work: list[float], size: str, hands: str) -> None:
    load = ", ".join([f"{one:.1f}" for one in os.getloadavg()])

    def row(what: str, took: list[float], limit: int) -> str:
        half, most = percentile(took, 50), percentile(took, 95)
        return f"| {what} | {half:.1f} ms | {most:.1f} ms | {limit} ms | {len(took)} |"

    text = f"""## The page under a crowd

{CROWD} combatants on a board of {SIDE} by {SIDE}, ruleset {id}, server and Chromium (no graphics card) on one
machine: {os.cpu_count()} cores, Python {platform.python_version()}, load average {load}. Made by `make bench-table`.
Script and layout are taken from a trace of {LIVELY} seconds in which bots play everybody, a move every {BOT_PAUSE} s
and everything shown: for each frame that had work to do, by the clock of the page's thread; of {FIGHTS} traces the one
least disturbed by others on the machine. The first two rows are by the clock on the wall, and grow with the load.

| what | middle | 95th percentile | limit | samples |
|---|---|---|---|---|
{row("frame while a token is dragged", frames, MOST_FRAME)}
{row("key pressed to new view painted", waits, MOST_VIEW)}
{row("script and layout of a frame in the liveliest round", work, MOST_WORK)}

## Before a seat is taken

What a phone fetches from the link of a seat to the lobby, gzipped, with the icons in use.

| ruleset | fetched | limit |
|---|---|---|
{size}

## Keys and clicks

Ten foes of a kind move and attack; and one attack by keys alone, from choosing it to the yes.

| ruleset | ten foes' turns | limit | an attack | limit |
|---|---|---|---|---|
{hands}
"""
    write_section("page", "tools/bench_page.py", text)
    print(text)


if __name__ == "__main__":
    main()
