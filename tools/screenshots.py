"""Pictures of every page and state of the web table, in two widths and both themes, for all installed rulesets.

They go to build/screenshots; a chosen few, made small, go to docs/pictures for the README.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402
from tests.browser import gm as running  # noqa: E402
from tests.browser.chromium import Watch, launch  # noqa: E402
from tests.browser.playing import Deeds, begin, choices, open_actions, play_on  # noqa: E402
from tests.browser.serving import Serving  # noqa: E402
from tests.browser.table import Person, Table  # noqa: E402

from fracas.engine.command import GM  # noqa: E402
from fracas.engine.registry import load_ruleset, ruleset_ids  # noqa: E402
from fracas.engine.ruleset import Ruleset  # noqa: E402

INTO = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
MOST_BYTES = 1_500_000


class Camera:
    """Takes each state four times and counts what it took."""

    def __init__(self) -> None:
        self.taken: list[Path] = []

    def take(self, page: Page, name: str) -> None:
        before = page.viewport_size
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.wait_for_timeout(120)
                path = INTO / f"{name}-{size}-{theme}.png"
                page.screenshot(path=path)
                self.taken.append(path)
        if before:
            page.set_viewport_size(before)
        page.emulate_media(color_scheme="light")


def pages(table: Table, camera: Camera) -> None:
    """What there is without a table."""
    gm, base = table.gm, table.serving.base
    gm.open(base + "/")
    expect(gm.heading("This page is the host's")).to_be_visible()
    camera.take(gm.page, "home-barred")
    gm.open(table.serving.host_link)
    expect(gm.page.get_by_role("radio").first).to_be_visible()
    camera.take(gm.page, "home")
    gm.page.get_by_role("radio").first.click()
    gm.page.get_by_text("Options", exact=True).click()
    camera.take(gm.page, "home-options")
    for id in ruleset_ids():
        gm.open(f"{base}/rules/{id}")
        expect(gm.page.get_by_role("heading", level=2).first).to_be_visible()
        camera.take(gm.page, f"{id}-rules")
    gm.open(base + "/join")
    expect(gm.heading("This link does not open")).to_be_visible()
    camera.take(gm.page, "join-without-key")


def scenario_of(ruleset: Ruleset) -> tuple[str, str]:
    """The first scenario with two players, and their side."""
    for info in ruleset.scenarios():
        enc = ruleset.start(info.id, {}, ["", ""])
        seats = sorted([seat for seat in enc.seats if seat != GM])
        if len(seats) >= 2:
            sides = [one.side for one in enc.combatants.values() if enc.seat_of(one.id) == seats[0]]
            return info.title, sides[0]
    raise SystemExit(f"{ruleset.id} has no scenario for two players")


def tables(table: Table, ruleset: Ruleset, camera: Camera) -> None:
    """One encounter from its lobby to its end."""
    id, (title, side) = ruleset.id, scenario_of(ruleset)
    gm = table.gm
    table.set_up(ruleset.name, title, seed="3")
    seats = table.seats()
    ann, bea = table.seat_player(seats[0], "Ann"), table.seat_player(seats[1], "Bea")
    for seat in seats[2:]:
        gm.button("Bot", table.seat_row(seat)).click()
    sam = table.seat_spectator()
    camera.take(gm.page, f"{id}-lobby-gm")
    camera.take(ann.page, f"{id}-lobby-player")
    table.start()
    begin(gm)
    running.hand_over(gm, "GM")
    fight(table, camera, id, [Deeds(ann, side), Deeds(bea, side)])
    camera.take(sam.page, f"{id}-spectator")
    camera.take(gm.page, f"{id}-gm")
    running.tools(gm)
    camera.take(gm.page, f"{id}-gm-tools")
    for seat in seats[:2]:
        running.hand_over(gm, "Ann" if seat == seats[0] else "Bea")
    running.tools(gm, on=False)
    expect(sam.page.get_by_text("The encounter is over", exact=True).first).to_be_visible(timeout=120_000)
    camera.take(gm.page, f"{id}-end-gm")
    camera.take(sam.page, f"{id}-end-spectator")


def fight(table: Table, camera: Camera, id: str, players: list[Deeds]) -> None:
    """Play until there was a turn with an action on its way, and a question."""
    left = {"turn", "action", "words", "prompt"}
    for _ in range(60):
        for one in players:
            person = one.person
            if "prompt" in left and len(choices(person)) > 1:
                camera.take(person.page, f"{id}-prompt")
                left.discard("prompt")
            if "turn" in left and "Your turn" in person.title() and open_actions(person)[1]:
                camera.take(person.page, f"{id}-turn")
                aim(person, camera, id)
                left -= {"turn", "action", "words"}
            play_on(one)
        if not left or table.gm.over():
            return
        table.gm.page.wait_for_timeout(50)


def aim(person: Person, camera: Camera, id: str) -> None:
    moves, deeds = open_actions(person)
    for kind, found in (("move", moves), ("action", deeds)):
        if found:
            person.actions.get_by_role("button", name=found[0].name, exact=True).first.click()
            person.page.wait_for_timeout(200)
            camera.take(person.page, f"{id}-{kind}")
            person.page.keyboard.press("Escape")
    person.button("Board as text").click()
    camera.take(person.page, f"{id}-words")
    person.button("Board as text").click()


def choose() -> list[Path]:
    """The few for the README: a start, one table of each ruleset, a phone, a prompt, an end."""
    first = ruleset_ids()[0]
    wanted = ["home-desk-light", *[f"{id}-gm-desk-light" for id in ruleset_ids()[:2]]]
    wanted += [f"{id}-turn-desk-dark" for id in ruleset_ids()[2:3]] + [f"{first}-spectator-desk-dark"]
    wanted += [
        f"{id}-{what}-phone-{theme}"
        for id in ruleset_ids()[2:]
        for what, theme in (("turn", "light"), ("prompt", "dark"))
    ]
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    found = [INTO / f"{name}.png" for name in wanted if (INTO / f"{name}.png").exists()]
    return [Path(shutil.copy(path, PICTURES / path.name)) for path in found]


def main() -> None:
    wanted = sys.argv[1:] or ruleset_ids()
    INTO.mkdir(parents=True, exist_ok=True)
    camera = Camera()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Path(folder) / "data")
        browser = launch(playwright)
        try:
            watch = Watch()
            if wanted == ruleset_ids():
                pages(Table(serving, browser, watch), camera)
            for id in wanted:
                tables(Table(serving, browser, watch), load_ruleset(id), camera)
                for context in browser.contexts:
                    context.close()
        finally:
            browser.close()
            serving.stop()
    kept = choose()
    size = sum([path.stat().st_size for path in kept])
    print(
        f"{len(camera.taken)} pictures in build/screenshots; {len(kept)} of them, {size // 1000} kB, in docs/pictures"
    )
    if size > MOST_BYTES:
        raise SystemExit(f"docs/pictures holds {size} bytes, at most {MOST_BYTES} are allowed")


if __name__ == "__main__":
    main()
