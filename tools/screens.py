"""Screenshots of every page and state of the web table, in two widths and both themes: `make screenshots` fills
build/screens. The real server and a real Chromium are used; every ruleset is walked through.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from needs import find_chromium
from screens_own import Own

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.crowd import talk  # noqa: E402

from film import closer  # noqa: E402
from fracas.engine.registry import load_ruleset, ruleset_ids  # noqa: E402

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
MOST_PLAYED = 40
"""So many steps are played on the way to an aim, a way and a question."""
SETTLE = 350
"""Milliseconds for fonts, sockets and pictures to come to rest before a picture is taken."""


class Camera:
    """Takes one state in all widths and themes, and notes what scrolls sideways."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken = 0
        self.wide: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                page.wait_for_timeout(SETTLE)
                if whole:
                    # A window as high as the page: in a picture longer than its window, what sticks to the bottom of
                    # the window would lie across the middle.
                    high = page.evaluate("document.documentElement.scrollHeight")
                    page.set_viewport_size({"width": width, "height": max(height, high)})
                page.screenshot(path=self.folder / f"{name}-{size}-{theme}.png")
                self.taken += 1
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                self.wide.append(f"{name}-{size}")
        page.set_viewport_size({"width": SIZES["wide"][0], "height": SIZES["wide"][1]})
        page.wait_for_timeout(SETTLE)


class Walk:
    """One host, and tables with a GM, a player and a spectator."""

    def __init__(self, browser: Browser, base: str, token: str, camera: Camera) -> None:
        self.browser = browser
        self.base = base
        self.camera = camera
        self.gm = self.open(f"/join#{token}")
        self.gm.wait_for_selector("[role=radio]")

    def open(self, path: str) -> Page:
        page = self.browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(self.base + path)
        return page

    def pages(self) -> None:
        """Everything that is no table."""
        self.camera.take(self.gm, "home")
        self.gm.locator("[role=radio]").first.click()
        self.camera.take(self.gm, "home-ruleset", whole=True)
        self.gm.locator("summary", has_text="Options").click()
        for group in self.gm.locator(".options .group > summary").all()[:1]:
            group.click()
        self.camera.take(self.gm, "home-options", whole=True)
        self.gm.locator(".options .preset").last.click() if self.gm.locator(".options .preset").count() else None
        self.gm.locator(".options [type=search]").fill("turn")
        self.camera.take(self.gm, "home-options-found", whole=True)
        stranger = self.open("/")
        stranger.wait_for_selector(".barred")
        self.camera.take(stranger, "home-stranger")
        stranger.goto(self.base + "/join#nothing")
        stranger.wait_for_selector("text=does not open")
        self.camera.take(stranger, "join-refused")
        ruleset = self.gm.locator("a[href^='/rules/']").first.get_attribute("href")
        stranger.goto(f"{self.base}{ruleset}#0.1")
        stranger.wait_for_selector("article h2")
        self.camera.take(stranger, "rules")
        stranger.context.close()

    def link(self, row_of: str) -> Page:
        row = self.gm.locator(f".seats li{row_of}").first
        row.get_by_role("button", name="Link and code").click()
        address = row.locator("input[readonly]").input_value()
        return self.open(address.removeprefix(self.base))

    def ruleset(self, index: int) -> None:
        gm, take = self.gm, self.camera.take
        gm.goto(self.base + "/")
        ruleset = gm.locator(".rulesets [role=radio]").nth(index)
        title = ruleset.locator("strong").inner_text()
        name = re.sub(r"\W+", "-", title.lower())
        ruleset.click()
        gm.locator(".scene").last.click()
        gm.locator(".go .main").click()
        gm.wait_for_selector("text=At the table")
        player, watcher = self.link(".seat:not(.own)"), self.link(".watch")
        player.wait_for_selector("text=At the table")
        take(gm, f"{name}-lobby-gm", whole=True)
        take(player, f"{name}-lobby-player", whole=True)
        gm.get_by_role("button", name="Start", exact=True).click()
        for page in (gm, player):
            page.wait_for_selector(".table")
        watcher.wait_for_selector(".screen")
        take(gm, f"{name}-table-gm")
        take(player, f"{name}-table-player")
        found = next(each for each in map(load_ruleset, ruleset_ids()) if each.name == title)
        talk(gm, gm.url.split("/")[4], closer(found.id, found.scenarios()[-1].id))
        self.play(name)
        take(watcher, f"{name}-spectator")
        self.tools(name)
        player.context.close()
        watcher.context.close()

    def play(self, name: str) -> None:
        """Some moves, foes beside heroes, with a picture of the first aim, the first way and the first question."""
        gm, seen = self.gm, set[str]()

        def once(what: str) -> None:
            if what not in seen:
                seen.add(what)
                self.camera.take(gm, f"{name}-{what}")

        for _ in range(MOST_PLAYED):
            word = gm.locator("[data-key=word]")
            if word.count():
                word.click()
            elif not self.answered(gm.locator(".prompt:visible"), once):
                self.acted(once)
            if len(seen) == 3:
                break
            gm.wait_for_timeout(SETTLE)

    def answered(self, prompts: Locator, once: Callable[[str], None]) -> bool:
        if not prompts.count():
            return False
        once("question")
        prompts.first.locator(".answers .btn, form .btn:not(:disabled), [data-key=react]").last.click()
        return True

    def acted(self, once: Callable[[str], None]) -> None:
        gm = self.gm
        moves = gm.locator(".group", has_text="Move").locator(".act")
        if moves.count():
            moves.first.click()
            once("way")
            gm.keyboard.press("Escape")
        for act in gm.locator(".act").all()[moves.count() : moves.count() + 3]:
            act.click()
            gm.wait_for_timeout(SETTLE)
            target = gm.locator(".target:not(.dim)")
            if target.count():
                target.first.click()
                gm.wait_for_timeout(SETTLE)
                once("aim")
                break
            gm.keyboard.press("Escape")
        yes, hand_on = gm.locator("[data-key=confirm]"), gm.locator("[data-key=next]")
        if yes.count() and yes.is_enabled():
            yes.click()
        elif hand_on.is_enabled():
            gm.keyboard.press("Escape")
            hand_on.click()

    def tools(self, name: str) -> None:
        gm = self.gm
        gm.keyboard.press("Escape")
        gm.locator("[data-key=tools]").click()
        self.camera.take(gm, f"{name}-tools")
        gm.locator("[data-help]").click()
        self.camera.take(gm, f"{name}-help")
        gm.keyboard.press("Escape")
        gm.locator(".spoken").click()
        self.camera.take(gm, f"{name}-as-text")
        withdraw = gm.get_by_role("button", name="Withdraw the open command")
        if withdraw.count():
            # What the table does by itself begins again at once, so the button may come back.
            withdraw.click()
            gm.wait_for_timeout(SETTLE)
        gm.get_by_role("button", name="End the encounter").click()
        gm.get_by_placeholder("Result, such as heroes").fill("heroes")
        gm.get_by_role("button", name="End it").click()
        gm.wait_for_timeout(SETTLE)
        self.camera.take(gm, f"{name}-over")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "screens", help="the folder to fill")
    parser.add_argument("--own", action="store_true", help="one's own things alone")
    asked = parser.parse_args()
    into = asked.into
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("The pictures need Chromium: `make needs` installs it, FRACAS_CHROMIUM=/path/to/it names one.")
    camera = Camera(into)
    with tempfile.TemporaryDirectory() as data:
        words = ["serve", "--port", "0", "--data", data, "--bot-pause", "0"]
        program = [sys.executable, "-m", "fracas", *words]
        server = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert server.stdout is not None
        try:
            base = server.stdout.readline().split()[3].rstrip("/")
            token = server.stdout.readline().rstrip().partition("#")[2]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                walk = Walk(browser, base, token, camera)
                if not asked.own:
                    walk.pages()
                    for index in range(walk.gm.locator(".rulesets [role=radio]").count()):
                        walk.ruleset(index)
                Own(walk.gm, base, camera.take).walk()
                browser.close()
        finally:
            server.terminate()
            server.wait()
    print(f"{camera.taken} pictures in {into}; scrolling sideways: {', '.join(camera.wide) or 'none'}")
    return 1 if camera.wide else 0


if __name__ == "__main__":
    sys.exit(main())
