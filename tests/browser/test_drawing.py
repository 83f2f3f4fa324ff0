"""The drawing board in a browser: a map with a door is drawn, somebody is placed, it is saved, started and seen at the
table, in a ruleset of ours and in the tutorial's tiny one; both sample maps are imported; keys and fingers draw too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.looking import look_closely
from tests.browser.serving import ROOT, Serving
from tests.browser.test_own import make, save

MAPS = ROOT / "tests" / "server" / "maps"
Point = tuple[float, float]
Square = tuple[int, int]


def middle(page: Page, column: int, row: int) -> Point:
    """Where the middle of a square is on the screen: column and row count from 0."""
    names = page.locator("[data-board] .names")
    across = names.locator("text:not(.left)").nth(column).bounding_box()
    down = names.locator("text.left").nth(row).bounding_box()
    assert across is not None and down is not None
    return across["x"] + across["width"] / 2, down["y"] + down["height"] / 2


def between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def drag(page: Page, *points: Point) -> None:
    page.mouse.move(*points[0])
    page.mouse.down()
    for one in points[1:]:
        page.mouse.move(*one, steps=4)
    page.mouse.up()


def board(page: Page) -> Page:
    expect(page.locator("[data-board]")).to_be_visible()
    page.locator("[data-board]").scroll_into_view_if_needed()
    return page


def new_campaign(page: Page, serving: Serving, name: str) -> str:
    page.goto(serving.host_link)
    page.get_by_role("link", name="Your campaigns").click()
    page.get_by_label("A new campaign").fill(name)
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url


def new_encounter(page: Page, game: str, name: str, like: str) -> None:
    make(page, "New encounter", game, name, re.compile(like))
    board(page)


def layer(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def tool(page: Page, name: str) -> None:
    page.get_by_role("radiogroup", name="Tool").get_by_role("radio", name=name, exact=True).click()


def wall_in(page: Page, first: Square, last: Square, door: tuple[Square, Square]) -> None:
    """Walls round a room, with a closed door between two squares."""
    layer(page, "Walls and doors")
    page.get_by_role("radio", name=re.compile("^Wall")).click()
    tool(page, "Rectangle")
    drag(page, middle(page, *first), middle(page, *last))
    page.get_by_role("radio", name=re.compile("^Closed door")).click()
    tool(page, "Line")
    page.mouse.click(*between(middle(page, *door[0]), middle(page, *door[1])))


def saved_text(page: Page) -> str:
    """The entry as text, once it is saved."""
    page.get_by_role("button", name="As text (TOML)").click()
    text = page.get_by_label("The entry as it stands in a content file").input_value()
    page.get_by_role("button", name="As text (TOML)").click()
    board(page)
    return text


@pytest.mark.parametrize(
    ("game", "plan", "kind", "size"),
    [("Standoff", "High noon", "Rustler", (12, 9)), ("Crisis Mode", "Ambush", "Screech bat", (20, 12))],
)
def test_a_map_with_a_door_is_drawn_saved_started_and_seen(
    serving: Serving, chromium: Browser, watch: Watch, game: str, plan: str, kind: str, size: tuple[int, int]
) -> None:
    page = watch.context(chromium).new_page()
    campaign = new_campaign(page, serving, f"Drawn {game}")
    new_encounter(page, game, "The back room", plan)

    page.get_by_label("Columns").fill(str(size[0]))
    page.get_by_label("Rows").fill(str(size[1]))
    page.get_by_role("button", name="Change the size").click()
    expect(page.get_by_role("application", name=re.compile(f"{size[0]} by {size[1]} squares"))).to_be_visible()

    page.get_by_role("radio", name=re.compile("^Wall")).click()
    tool(page, "Rectangle")
    drag(page, middle(page, 8, 7), middle(page, 9, 8))
    wall_in(page, (8, 3), (10, 5), ((7, 4), (8, 4)))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()

    layer(page, "People")
    page.get_by_label("Find somebody").fill(kind)
    page.get_by_role("radiogroup", name="Whom to place").get_by_role("radio").first.click()
    page.mouse.click(*middle(page, 9, 4))
    chosen = page.get_by_role("region", name="Whom you chose")
    chosen.get_by_label("Name", exact=True).fill("Old Latch")
    look_closely(page, "the drawing board")
    save(page)
    text = saved_text(page)
    assert '"h5|i5" = "door"' in text
    assert "##" in text
    assert "Old Latch" in text

    page.get_by_role("button", name="Start a table").click()
    expect(page.get_by_role("heading", name="The back room").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Start")).first.click()
    expect(page.get_by_text("Old Latch").first).to_be_visible()
    assert page.locator("[data-board] .edges .leaf").count() >= 1
    page.goto(campaign)
    expect(page.get_by_role("link", name=re.compile("The back room")).first).to_be_visible()


def test_faults_are_marked_and_drafts_outlast_a_reload(serving: Serving, chromium: Browser, watch: Watch) -> None:
    page = watch.context(chromium).new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    new_campaign(page, serving, "Faulty")
    new_encounter(page, "Crisis Mode", "In the wall", "Ambush")
    page.get_by_role("radio", name=re.compile("^Wall")).click()
    tool(page, "Brush")
    page.mouse.click(*middle(page, 1, 4))
    wrong = page.get_by_role("region", name="What is wrong")
    expect(wrong.get_by_text("squares to stand on")).to_be_visible()
    expect(page.locator("[data-board] rect.wrong")).to_have_count(1)
    wrong.get_by_role("button", name=re.compile("^Show")).first.click()
    expect(page.get_by_role("region", name="Whom you chose").get_by_text("squares to stand on")).to_be_visible()
    look_closely(page, "a drawing board with a fault")
    page.reload()
    page.get_by_role("button", name="Restore it").click()
    expect(wrong.get_by_text("squares to stand on")).to_be_visible()
    page.get_by_label("Columns").fill("5000")
    expect(page.get_by_text("A map has 1 to 200 columns and rows.")).to_be_visible()
    page.get_by_label("Columns").fill("3")
    expect(page.get_by_text(re.compile("This cuts off .*people"))).to_be_visible()


@pytest.mark.parametrize(("game", "plan"), [("Standoff", "High noon"), ("Crisis Mode", "First duel|duel")])
def test_both_sample_maps_are_imported(serving: Serving, chromium: Browser, watch: Watch, game: str, plan: str) -> None:
    page = watch.context(chromium).new_page()
    new_campaign(page, serving, f"Brought {game}")
    new_encounter(page, game, "From a file", plan)
    for name in ("two-rooms.dd2vtt", "cave.uvtt"):
        page.locator("input[type=file]").set_input_files(MAPS / name)
        expect(page.get_by_text("were brought in")).to_be_visible()
        assert page.get_by_role("region", name="Import a map").get_by_role("listitem").count() >= 1
        assert page.locator("[data-board] .edges path.wall").first.get_attribute("d")
        page.get_by_role("button", name="All right").click()
    save(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Not saved yet.")).to_be_visible()


def test_a_file_that_is_no_map_is_refused_in_words(
    serving: Serving, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    page = watch.context(chromium).new_page()
    watch.expect("422")
    new_campaign(page, serving, "Refused")
    new_encounter(page, "Crisis Mode", "No file", "Ambush")
    odd = tmp_path / "odd.uvtt"
    odd.write_text("not a map")
    page.locator("input[type=file]").set_input_files(odd)
    expect(page.get_by_role("region", name="Import a map").get_by_role("alert")).to_be_visible()


def test_keys_draw_and_place(serving: Serving, chromium: Browser, watch: Watch) -> None:
    page = watch.context(chromium).new_page()
    new_campaign(page, serving, "By keys")
    new_encounter(page, "Standoff", "Typed", "High noon")
    page.get_by_role("radio", name=re.compile("^Wall")).click()
    map = page.locator("[data-board]")
    map.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Space"):
        map.press(key)
    layer(page, "Walls and doors")
    map.focus()
    map.press("ArrowDown")
    map.press("Shift+ArrowRight")
    expect(page.get_by_text("c2: floor, wall right")).to_be_attached()
    map.press("Control+z")
    map.press("Control+y")
    save(page)
    text = saved_text(page)
    assert '"c2|d2" = "wall"' in text
    assert "..#.." in text


def test_a_trial_plays_itself_and_leaves_nothing_behind(serving: Serving, chromium: Browser, watch: Watch) -> None:
    page = watch.context(chromium).new_page()
    campaign = new_campaign(page, serving, "Tried")
    new_encounter(page, "Standoff", "Quick draw", "High noon")
    page.get_by_role("button", name="Try it against bots").click()
    expect(page.get_by_text("Trial: Quick draw").first).to_be_visible()
    page.goto(campaign)
    expect(page.get_by_text("Fights of this campaign will be listed here.")).to_be_visible()


def test_fingers_draw_on_a_phone(serving: Serving, chromium: Browser, watch: Watch) -> None:
    page = watch.context(chromium, **PHONE).new_page()
    new_campaign(page, serving, "By finger")
    new_encounter(page, "Standoff", "Tapped", "High noon")
    page.get_by_role("radio", name=re.compile("^Wall")).tap()
    board(page)
    page.touchscreen.tap(*middle(page, 2, 1))
    layer(page, "People")
    page.get_by_role("radiogroup", name="Whom to place").get_by_role("radio").first.tap()
    board(page)
    page.touchscreen.tap(*middle(page, 2, 2))
    expect(page.get_by_role("region", name="Whom you chose")).to_be_visible()
    look_closely(page, "the drawing board on a phone")
    save(page)
    assert "..#.." in saved_text(page)
