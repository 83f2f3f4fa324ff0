"""What a GM does by hand, in a browser: harm typed in, a token dragged and let go, the card pinned, the log sifted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.chromium import Watch
from tests.browser.crowd import SCENES, Crowd
from tests.browser.gm import token
from tests.browser.hands import click_a_foe, face_to_face, hand_on
from tests.browser.playing import lead, let_pass, panel
from tests.browser.scenes import TUTORIAL, scene_of, shared_out
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

CHANGE = re.compile(r"(\S.*): .* (\d+) → (\d+)$")


def typed(gm: Person, text: str, done: bool = True) -> dict[str, tuple[int, int]]:
    """`T`, a number and Enter; whom it was said to change, from what to what."""
    gm.page.keyboard.press("t")
    box = gm.page.get_by_placeholder("3 harms, +3 heals, =7 sets")
    expect(box).to_be_focused()
    box.press_sequentially(text)
    named = gm.card.get_by_role("status").get_by_role("listitem").filter(has_text="→")
    expect(named.first).to_be_visible()
    found = [CHANGE.search(line) for line in named.all_inner_texts()]
    if done:
        box.press("Enter")
        expect(box).to_have_count(0)
    else:
        box.press("Escape")
    return {one[1]: (int(one[2]), int(one[3])) for one in found if one}


@pytest.mark.parametrize("id", shared_out(1))
def test_harm_is_typed_and_named_before_it_is_done(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(serving, chromium, watch), scene_of(id, site)
    face_to_face(table, scene)
    gm, foe = table.gm, scene.foe
    gm.select(foe)
    (before, _), *_ = typed(gm, "1", done=False).values()
    assert before > 1
    assert typed(gm, "1") == {foe: (before, before - 1)}
    assert typed(gm, "+1") == {foe: (before - 1, before)}
    assert typed(gm, "-1") == {foe: (before, before - 1)}
    assert typed(gm, f"={before}") == {foe: (before - 1, before)}
    assert typed(gm, "1", done=False) == {foe: (before, before - 1)}, "what was only looked at was not done"
    friends = [row.name for row in gm.rows() if row.side == scene.side][:2]
    for name in friends:
        row = gm.order.get_by_role("button", name=re.compile("^" + re.escape(name))).first
        row.click(modifiers=["Control"])
    gm.select(friends[0])
    together = typed(gm, "1")
    assert set(together) == set(friends) and all(now == then - 1 for then, now in together.values())
    gm.page.keyboard.press("Control+z")
    expect(gm.region("Log").get_by_text("Undone:").first).to_be_attached()


@pytest.mark.parametrize("id", shared_out(0, tutorial=False))
def test_a_token_that_is_dragged_and_let_go_has_moved_and_can_be_taken_back(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(serving, chromium, watch), scene_of(id, site)
    table.set_up(scene.ruleset.name, scene.title, scene.seed)
    table.start()
    gm = table.gm
    name = in_turn(gm, [scene.hero])
    square = next(square for square in scene.beside if carry(gm, name, square))
    expect(panel(gm)).to_have_count(0)
    told = gm.region("Log").locator("li.deed").filter(has_text=re.compile(rf"{re.escape(name)}.* {square}"))
    expect(told.last).to_be_visible()
    gm.button("Undo", gm.region("Log")).click()
    expect(gm.region("Log").get_by_text("Undone:").first).to_be_attached()


def in_turn(gm: Person, names: list[str]) -> str:
    """Until one of these may act; others pass meanwhile."""
    for _ in range(40):
        active = [row.name for row in gm.rows() if row.active and row.name in names]
        if active and not gm.prompts().count():
            expect(gm.actions.get_by_role("button").first).to_be_visible()
            expect(gm.actions.locator("[aria-busy=true]")).to_have_count(0)
            return active[0]
        if let_pass(gm) or lead(gm):
            gm.page.wait_for_timeout(200)
            continue
        hand_on(gm)
    raise AssertionError(f"none of {names} ever was in turn")


def carry(gm: Person, name: str, square: str) -> bool:
    """Drag a token; true where the way is free."""
    shown = token(gm, name).bounding_box()
    assert shown is not None
    gm.page.mouse.move(shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2)
    gm.page.mouse.down()
    gm.page.mouse.move(*gm.square(square), steps=4)
    bubble = gm.page.locator(".bubble")
    expect(bubble).to_contain_text(square)
    free = bubble.locator(".chip.good")
    try:
        expect(free).to_be_visible(timeout=3_000)
    except AssertionError:
        gm.page.keyboard.press("Escape")
        gm.page.mouse.up()
        return False
    gm.page.mouse.up()
    return True


@pytest.mark.parametrize("id", shared_out(4))
def test_the_card_stays_when_pinned_and_a_turn_half_done_is_asked_about(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(serving, chromium, watch), scene_of(id, site)
    face_to_face(table, scene)
    gm = table.gm
    shown = gm.card.get_by_role("heading", level=2)
    row = gm.order.get_by_role("button", name=re.compile("^" + re.escape(scene.foe))).first
    row.click()
    row.click()
    expect(shown).to_have_text(scene.foe)
    expect(row).to_have_attribute("aria-pressed", "true")
    card_begins_with_who_it_is(gm.card)
    gm.button("Pin").click()
    hand_on(gm)
    expect(shown).to_have_text(scene.foe)
    gm.button("Pinned").click()
    click_a_foe(gm)
    active = [row.name for row in gm.rows() if row.active]
    gm.order.locator("[data-key=next]").click()
    expect(gm.order.get_by_role("status")).to_contain_text("is chosen and not done")
    assert [row.name for row in gm.rows() if row.active] == active
    gm.button("End it all the same", gm.order).click()
    expect(gm.order.get_by_role("status")).to_have_count(0)
    assert follows_the_turn(gm, shown)


def follows_the_turn(gm: Person, shown: Locator) -> bool:
    """Does the card come to show who is acting, also when play moves on while one looks?"""
    for _ in range(100):
        if not (let_pass(gm) or lead(gm)) and shown.inner_text().strip() in [r.name for r in gm.rows() if r.active]:
            return True
        gm.page.wait_for_timeout(200)
    return False


def card_begins_with_who_it_is(card: Locator) -> None:
    """Name and how somebody fares stand above what the GM may do about it."""
    tools = card.get_by_role("group", name=re.compile("^Rulings about "))
    expect(tools).to_be_visible()
    order = """tools => {
        const above = (one) => one && one.compareDocumentPosition(tools) & Node.DOCUMENT_POSITION_FOLLOWING;
        const card = tools.closest("section");
        return [...card.querySelectorAll("h2, [role=meter], [role=progressbar], .pips")].every(above);
    }"""
    assert tools.evaluate(order)


@pytest.mark.parametrize("id", shared_out(2))
def test_the_log_shows_what_is_asked_for(
    id: str, serving: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    table, scene = Table(serving, chromium, watch), scene_of(id, site)
    face_to_face(table, scene)
    gm = table.gm
    click_a_foe(gm)
    yes = panel(gm).locator("[data-key=confirm]")
    expect(yes).to_be_enabled()
    yes.click()
    while let_pass(gm):
        gm.page.wait_for_timeout(200)
    log, shapes = gm.region("Log"), {}
    expect(log.locator("li.deed").first).to_be_visible()
    for name in ("Mine", "Deeds", "Dice", "Everything"):
        gm.button(name, gm.region("Log and dice")).click()
        expect(gm.button(name, gm.region("Log and dice"))).to_have_attribute("aria-pressed", "true")
        shapes[name] = log.locator("ol > li").evaluate_all("lines => lines.map(one => one.className.split(' ')[0])")
    assert len(shapes["Everything"]) > len(shapes["Deeds"]) > 0
    assert set(shapes["Deeds"]) <= {"deed", "back", "mark"} and "turn" in shapes["Everything"]
    assert 0 < len(shapes["Dice"]) <= len(shapes["Everything"])
    gm.button("Dice", gm.region("Log and dice")).click()
    expect(log.locator("svg").first).to_be_visible()


@pytest.mark.parametrize("id", [id for id in SCENES if id in shared_out(3)] or list(SCENES)[:1])
def test_targets_are_sorted_by_their_odds(id: str, serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    Crowd(serving, table.gm, id, bots=False)
    gm, box = table.gm, panel(table.gm)
    sort = box.get_by_label("Best odds first")
    for _ in range(12):
        while let_pass(gm) or lead(gm):
            gm.page.wait_for_timeout(200)
        for number in gm.actions.locator(".act .key").all_inner_texts()[:9]:
            gm.page.keyboard.press(number)
            expect(box).to_have_count(1)
            gm.page.wait_for_timeout(600)
            if sort.count():
                break
            gm.page.keyboard.press("Escape")
            expect(box).to_have_count(0)
        if sort.count():
            break
        hand_on(gm)
    sort.check()
    read = "all => all.map(one => parseFloat(one.innerText) || 0)"
    chances = box.locator(".chance").evaluate_all(read)
    assert len(chances) > 1 and chances == sorted(chances, reverse=True), chances
    assert TUTORIAL not in SCENES
