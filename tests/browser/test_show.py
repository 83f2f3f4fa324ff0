"""What happens is seen where it happens: words rising from tokens, dice, lines, tokens that walk; or quietly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import ruling, talk
from tests.browser.looking import look_closely
from tests.browser.playing import Deeds, begin, lead, let_pass, play_on
from tests.browser.scenes import TUTORIAL, Scene, scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Table

LOOKING = """
window.seen = new Set();
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      for (const one of node.closest?.(".stage") ? [node, ...node.querySelectorAll("*")] : [])
        for (const kind of ["float", "dice", "die", "ray", "lit"])
          if (one.classList.contains(kind))
            window.seen.add(kind === "float" ? `float ${one.classList[1]}` : kind);
}).observe(document, { subtree: true, childList: true });
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.dataset?.who) window.seen.add(how.composite ? "shaken" : how.duration > 1 ? "walks" : "held");
  return animate.call(this, frames, how);
};
"""
LONGEST = 90_000


@pytest.fixture(scope="package")
def unhurried(pages: Path, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose bots take a moment, as at a table: what is too fast is shown at once."""
    with Serving(tmp_path_factory.mktemp("unhurried") / "data", site, bot_pause=0.4) as running:
        yield running


def hand_over(table: Table, scene: Scene, *bots: tuple[str, str]) -> None:
    """Bots play these, and a foe stands before them: a fight whose first deeds are worth looking at."""
    page = table.gm.page
    close = ruling("move", targets=[scene.foe_id], squares=[scene.beside[0]])
    seats = [{"type": "bot", "scope": scope, "name": name, "on": True} for scope, name in bots]
    talk(page, page.url.split("/")[4], [close, *seats])


def watched(table: Table, scene: Scene, motion: str) -> Page:
    """A spectator's page before a fight of bots."""
    table.set_up(scene.ruleset.name, scene.title, "7")
    sam = table.person("Sam", reduced_motion=motion)
    sam.context.add_init_script(LOOKING)
    sam.open(table.link("watch"))
    expect(sam.heading("At the table")).to_be_visible()
    table.start()
    with suppress(AssertionError):  # what comes next may need no more than one press
        begin(table.gm)
    hand_over(table, scene, ("side", scene.side), ("side", scene.foes), ("seat", "gm"))
    return sam.page


def wait_for(page: Page, *kinds: str) -> set[str]:
    """Until all of these were on the board."""
    try:
        page.wait_for_function(
            "kinds => kinds.every((kind) => window.seen.has(kind))", arg=kinds, polling=100, timeout=LONGEST
        )
    except TimeoutError:
        raise AssertionError(f"only seen: {page.evaluate('[...window.seen]')}") from None
    return set(page.evaluate("[...window.seen]"))


@pytest.mark.parametrize("id", shared_out(3))
def test_a_spectator_sees_dice_lines_harm_and_walks(
    id: str, unhurried: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table = Table(unhurried, chromium, watch)
    page = watched(table, scene_of(id, site), "no-preference")
    moves = [] if id == TUTORIAL else ["walks"]
    wait_for(page, "dice", "die", "ray", "float harm", *moves)
    deeds = page.get_by_role("region", name="What just happened").get_by_role("listitem")
    # A short fight may be over by now.
    expect(deeds.or_(page.get_by_text(re.compile("^Over: "))).first).to_contain_text(re.compile(r"\w"))


@pytest.mark.parametrize("id", shared_out(1))
def test_less_motion_shows_the_same_standing_still(
    id: str, unhurried: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table = Table(unhurried, chromium, watch)
    page = watched(table, scene_of(id, site), "reduce")
    seen = wait_for(page, "dice", "ray", "float harm")
    assert not seen & {"walks", "held", "shaken"}
    running = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 50).length"
    assert page.evaluate(running) == 0


@pytest.mark.parametrize("id", shared_out(2))
def test_on_a_phone_the_result_of_ones_deed_stands_in_the_sheet(
    id: str, unhurried: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    scene = scene_of(id, site)
    table = Table(unhurried, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title, "7")
    expect(table.gm.page.get_by_role("radiogroup", name=re.compile("^Dice of ")).first).to_be_visible()
    bea = table.seat_player(table.seats()[0], "Bea", phone=True)
    for seat in table.seats()[1:]:
        table.gm.button("Bot", table.seat_row(seat)).click()
    table.start()
    begin(table.gm)
    hand_over(table, scene, ("side", scene.foes))
    mine = Deeds(bea, scene.side)
    outcome = bea.actions.locator("[data-outcome]")
    give_up = monotonic() + LONGEST / 1000
    while monotonic() < give_up and not table.gm.over():
        play_on(mine) or (not bea.prompts().count() and let_pass(table.gm)) or lead(table.gm)
        if mine.done["deed"] and outcome.locator("svg").count():
            break
        bea.page.wait_for_timeout(100)
    assert outcome.is_visible(), mine.told
    told = outcome.locator("strong").first.inner_text()
    assert re.search(r": \w", told), "what came of it is told"
    look_closely(bea.page, "phone-outcome")
    bea.pane("Log")
    expect(bea.region("Log").get_by_text(told.split(":")[0]).first).to_be_attached()


def test_messages_stand_in_the_sheet_and_cover_nothing(
    unhurried: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    scene = scene_of("crisis_mode", site)
    table = Table(unhurried, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title, "7")
    table.start()
    page = table.gm.page
    lists = page.locator(".notices")
    expect(lists).to_have_count(1)
    assert lists.evaluate("one => getComputedStyle(one).position") == "static"
    assert lists.evaluate("one => !!one.closest('#actions')")
