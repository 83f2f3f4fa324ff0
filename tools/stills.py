"""The still pictures of README and docs: `tools/stills.py` writes start, table, phone, reaction and spectator into
docs/pictures. Played on the real server in real Chromium; `tools/film.py` makes the moving one.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402
from tests.browser.chromium import DESK, Watch, launch  # noqa: E402
from tests.browser.crowd import talk  # noqa: E402
from tests.browser.gm import token  # noqa: E402
from tests.browser.playing import begin, let_pass, panel  # noqa: E402
from tests.browser.serving import Serving  # noqa: E402
from tests.browser.table import Person, Table  # noqa: E402

from film import closer  # noqa: E402
from fracas.engine.registry import load_ruleset  # noqa: E402

SEED = "7"
BAND = ("crisis_mode", "party-against-band")
CROWD = ("cap_check", "toll-bridge")
MOST = 200
"""So many steps are played on the way to what is to be seen."""
SETTLE = 900


class Stills:
    """A folder to fill, and the tables at which its pictures are taken."""

    def __init__(self, into: Path, serving: Serving, browser: Browser) -> None:
        self.into, self.serving, self.browser = into, serving, browser

    def take(self, person: Person, name: str) -> None:
        person.page.mouse.move(0, 0)
        person.page.wait_for_timeout(SETTLE)
        person.page.screenshot(path=self.into / f"{name}.png")

    def table(self, scene: tuple[str, str]) -> Table:
        ruleset = load_ruleset(scene[0])
        table = Table(self.serving, self.browser, Watch())
        table.set_up(ruleset.name, ruleset.content.scenarios[scene[1]].title, SEED)
        return table

    def close_in(self, table: Table, scene: tuple[str, str]) -> str:
        """Foes go beside heroes, so that there is something to see; who the first of them is."""
        put, page = closer(*scene), table.gm.page
        talk(page, page.url.split("/")[4], put)
        enc = load_ruleset(scene[0]).start(scene[1], {}, ["", ""])
        return enc.name(str(put[0]["ruling"]["targets"][0]))  # type: ignore[index]

    def start(self) -> None:
        """Rulesets, and the scenarios of one; a window as high as the page."""
        gm = Table(self.serving, self.browser, Watch()).gm
        gm.open(self.serving.host_link)
        gm.page.get_by_role("radio", name=re.compile("^Crisis Mode")).click()
        gm.page.wait_for_timeout(SETTLE)
        high = gm.page.evaluate("document.documentElement.scrollHeight")
        gm.page.set_viewport_size({"width": DESK["width"], "height": high})
        self.take(gm, "start")
        gm.context.close()

    def attack(self) -> None:
        """An attack about to be made, as the GM sees it and as its player does on a phone."""
        table = self.table(BAND)
        ann = table.seat_player(table.seats()[0], "Ann", phone=True)
        table.gm.button("Fine").click()
        table.start()
        begin(table.gm)
        gm, foe = table.gm, self.close_in(table, BAND)
        for _ in range(MOST):
            if "Your turn" in ann.title():
                break
            if not let_pass(gm):
                gm.page.keyboard.press("n")
            gm.page.wait_for_timeout(300)
        for person in (ann, gm):
            person.page.wait_for_timeout(SETTLE)
            person.press(token(person, foe))
            expect(panel(person).locator("[data-key=confirm]")).to_be_enabled()
        self.take(gm, "table")
        self.take(ann, "phone")
        for person in (ann, gm):
            person.context.close()

    def triggers(self) -> None:
        """Two heroes are asked in the middle of a foe's deed; and dice on a shared screen, in the dark."""
        table = self.table(CROWD)
        sam = table.person("Sam", color_scheme="dark", reduced_motion="no-preference")
        sam.open(table.link("watch"))
        table.start()
        self.close_in(table, CROWD)
        gm, left = table.gm, {"reaction", "spectator"}
        for _ in range(MOST):
            dice = sam.page.locator(".stage .dice")
            if "spectator" in left and dice.count() and sam.page.locator(".stage .float").count():
                sam.page.screenshot(path=self.into / "spectator.png")
                left.discard("spectator")
            if "reaction" in left and gm.prompts().count() > 1:
                expect(gm.prompts().first.get_by_role("button", name=re.compile("^Odds of")).first).to_be_visible()
                self.take(gm, "reaction")
                left.discard("reaction")
            if not left:
                break
            if not let_pass(gm):
                gm.page.keyboard.press("n")
            sam.page.wait_for_timeout(250)
        assert not left, f"never seen: {left}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "pictures", help="the folder to fill")
    parser.add_argument("which", nargs="*", help="some of: start, attack, triggers")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        Serving(Path(folder) / "data") as serving,
        launch(playwright) as browser,
    ):
        stills = Stills(asked.into, serving, browser)
        for name in asked.which or ("start", "attack", "triggers"):
            getattr(stills, name)()


if __name__ == "__main__":
    main()
