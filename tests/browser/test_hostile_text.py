"""Names and notes are text and nothing else: markup in them is shown as it was typed (H4)."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.playing import begin
from tests.browser.scenes import scene_of
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.registry import ruleset_ids

HOSTILE = [
    "<img src=x onerror=window.harm=1>",
    "<svg onload=window.harm=1>",
    "<script>window.harm=1</script>",
    '"><b onmouseover=window.harm=1>x</b>',
    "{{window.harm=1}}",
    "${window.harm=1}",
    "{@html '<i>x</i>'}",
    "javascript:window.harm=1",
    "[x](javascript:window.harm=1)",
    "</title><script>window.harm=1</script>",
]


def unharmed(*people: Person) -> None:
    for person in people:
        assert person.page.evaluate("window.harm") is None, f"{person.name}'s page ran what somebody typed"
        assert person.page.locator("#app img[src='x'], #app script, #app b[onmouseover]").count() == 0


def test_markup_in_names_and_notes_is_only_text(serving: Serving, chromium: Browser, watch: Watch, site: Path) -> None:
    scene = scene_of(ruleset_ids()[0], site)
    table = Table(serving, chromium, watch)
    gm = table.gm
    table.set_up(scene.ruleset.name, scene.title)
    ann = table.person("Ann")
    ann.open(table.link(table.seats()[0]))
    sam = table.seat_spectator()
    for text in HOSTILE:
        ann.page.get_by_label("Your name").fill(text)
        ann.page.get_by_label("Your name").press("Enter")
        expect(gm.page.get_by_role("listitem").filter(has_text=text).first).to_be_visible()
        unharmed(gm, ann, sam)
    running.add(gm, HOSTILE[1].replace("=", " "), scene.free_squares)
    table.start()
    begin(gm)
    running.tools(gm)
    for name in ("Notes", "Call for a check"):
        gm.page.get_by_text(name, exact=True).click()
    for text in HOSTILE:
        gm.page.get_by_label("Note", exact=True).fill(text)
        gm.button("Keep").click()
        expect(gm.page.get_by_role("listitem").filter(has_text=text).first).to_be_visible()
    gm.page.get_by_role("checkbox").first.check()
    gm.page.get_by_label("What for").fill(HOSTILE[0])
    gm.button("Call").click()
    expect(ann.actions.get_by_text(HOSTILE[0])).to_be_visible()
    ann.actions.get_by_role("button", name="Roll d20").click()
    ann.reads(HOSTILE[0])
    unharmed(gm, ann, sam)
    ann.page.reload()
    ann.reads(HOSTILE[0])
    unharmed(ann)
