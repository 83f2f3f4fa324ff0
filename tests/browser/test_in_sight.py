"""What decides about a deed is seen without scrolling: its odds and the yes, on a desk and on phones."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.hands import click_a_foe, face_to_face
from tests.browser.looking import PAINTED
from tests.browser.playing import panel
from tests.browser.scenes import scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

SIZES = ((1280, 800), (1024, 768), (390, 844), (320, 640))
ONE_COLUMN = 960
OUT_OF_SIGHT = """() => {
    const seen = (one) => {
        const box = one.getBoundingClientRect();
        return [1, box.height / 2, box.height - 1].every((down) => {
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + down);
            return top && (one.contains(top) || top.contains(one));
        });
    };
    const dock = document.getElementById("actions");
    const all = [...dock.querySelectorAll("[aria-label=Odds] li"), dock.querySelector("[data-key=confirm]")];
    return all.filter((one) => !seen(one)).map((one) => one.textContent.trim());
}"""
"""What of it cannot be seen, because it lies past an edge or under something else."""


def look(gm: Person, what: str) -> list[str]:
    found = []
    for width, height in SIZES:
        gm.page.set_viewport_size({"width": width, "height": height})
        gm.page.evaluate(PAINTED)
        hidden = gm.page.evaluate(OUT_OF_SIGHT)
        targets = gm.actions.locator(".target")
        if width > ONE_COLUMN and targets.count():  # also for who has gone on to the last of many
            targets.last.scroll_into_view_if_needed()
            hidden += gm.page.evaluate(OUT_OF_SIGHT)
            gm.actions.evaluate("dock => dock.scrollTo(0, 0)")
        if hidden:
            found.append(f"{what} at {width} by {height}: {hidden}")
    gm.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    return found


@pytest.mark.parametrize("id", shared_out(2))
def test_odds_and_the_yes_are_seen_at_once(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table = Table(serving, chromium, watch)
    face_to_face(table, scene_of(id, site))
    gm, box = table.gm, panel(table.gm)
    foe = click_a_foe(gm)
    expect(box.get_by_role("list", name="Odds")).to_be_visible()
    hidden = look(gm, f"the attack on {foe}")
    for number in range(box.get_by_role("group", name="Instead").get_by_role("button").count()):
        other = box.get_by_role("group", name="Instead").get_by_role("button").nth(number)
        if other.count():
            said = other.inner_text()
            other.click()
            expect(box.get_by_role("list", name="Odds")).to_be_visible()
            hidden += look(gm, said)
    assert hidden == []
