"""The moving picture of a fight in README and docs: `tools/film.py` writes docs/pictures/fight.webp.

Bots play on the real server, and a spectator's page in real Chromium is photographed. Page and bots are slowed down by
the same factor, so that a picture can be taken in peace; played back at its proper speed it looks as at a table.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from tests.browser.chromium import Watch, launch  # noqa: E402
from tests.browser.crowd import ruling, talk  # noqa: E402
from tests.browser.serving import Serving  # noqa: E402
from tests.browser.table import Table  # noqa: E402

from fracas.engine.command import GM  # noqa: E402
from fracas.engine.registry import load_ruleset  # noqa: E402

RULESET, SCENARIO, SEED = "crisis_mode", "barrow-door", "11"
SIZE = (1000, 600)
SKIPPED, SECONDS, FRAMES = 2.5, 12, 6
"""How long the fight goes on before it is filmed, how long the film runs, and how many pictures a second."""
SLOWED = 5
PAUSE = 1.5
"""Seconds between two moves of bots, as seen in the film."""
MOST_BYTES = 1_500_000
TIMERS = """
const later = window.setTimeout;
window.setTimeout = (work, ms = 0, ...rest) => later(work, ms * %d, ...rest);
"""


def spectator(table: Table) -> Page:
    """A spectator's page whose clock is slow, before a fight of bots that has just begun."""
    ruleset = load_ruleset(RULESET)
    table.set_up(ruleset.name, ruleset.content.scenarios[SCENARIO].title, SEED)
    sam = table.person("Sam", viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="no-preference")
    sam.context.add_init_script(TIMERS % SLOWED)
    sam.open(table.link("watch"))
    expect(sam.heading("At the table")).to_be_visible()
    sam.context.new_cdp_session(sam.page).send("Animation.enable")
    sam.context.new_cdp_session(sam.page).send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWED})
    table.start()
    expect(sam.order).to_be_visible()
    return sam.page


def closer(ruleset: str = RULESET, scenario: str = SCENARIO) -> list[dict[str, object]]:
    """Rulings that put every second foe beside a hero: a short film needs no long march."""
    enc = load_ruleset(ruleset).start(scenario, {}, ["", ""])
    heroes = [one for one in enc.combatants.values() if enc.seat_of(one.id) != GM]
    foes = [one for one in enc.combatants.values() if enc.seat_of(one.id) == GM]
    taken = [one.pos for one in enc.combatants.values()]
    put: list[dict[str, object]] = []
    for hero, foe in zip(heroes, foes[::2], strict=False):
        free = [pos for pos in enc.board.neighbours(hero.pos, 1) if pos not in taken]
        if free:
            taken.append(free[0])
            put.append(ruling("move", targets=[foe.id], squares=[enc.board.name(free[0])]))
    return put


def shoot(page: Page, seconds: float) -> list[Image.Image]:
    """So many seconds of film, each picture at its moment."""
    pictures, begun = [], time.monotonic()
    for number in range(int(seconds * FRAMES)):
        page.wait_for_timeout(max(1, 1000 * (begun + number * SLOWED / FRAMES - time.monotonic())))
        pictures.append(Image.open(io.BytesIO(page.screenshot(animations="allow"))).convert("RGB"))
    return pictures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "pictures" / "fight.webp")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder) / "data", bot_pause=PAUSE * SLOWED)
        browser = launch(playwright)
        try:
            table = Table(serving, browser, Watch())
            page = spectator(table)
            sides = {one.side for one in load_ruleset(RULESET).start(SCENARIO, {}, ["", ""]).combatants.values()}
            bots: list[dict[str, object]] = [
                {"type": "bot", "scope": "side", "name": side, "on": True} for side in sorted(sides)
            ]
            gm = table.gm.page
            talk(gm, gm.url.split("/")[4], [*closer(), *bots])
            page.wait_for_timeout(1000 * SLOWED * SKIPPED)
            pictures = shoot(page, asked.seconds)
        finally:
            browser.close()
            serving.stop()
    first, *rest = pictures
    first.save(asked.into, save_all=True, append_images=rest, duration=1000 // FRAMES, loop=0, quality=60, method=5)
    size = asked.into.stat().st_size
    print(f"{len(pictures)} pictures, {size:,} bytes in {asked.into}")
    if size > MOST_BYTES:
        raise SystemExit("too large for a page")


if __name__ == "__main__":
    main()
