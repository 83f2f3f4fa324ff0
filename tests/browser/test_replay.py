"""A fight once more: on the page, as a file that opens from disk, and a new table from one of its moments."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.chromium import PHONE, Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving

from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.session.bots import Bots, make_policy
from fracas.session.session import Session

HOSTILE = "Wen</script><b>x"
MOVES = 24


def fought() -> Session:
    """An ambush that bots have fought for a while, with somebody still in hiding."""
    ruleset = load_ruleset("crisis_mode")
    start = ruleset.start("ambush", {}, ["replay", "replay gm"])
    start.combatants["wen"].name = HOSTILE
    start.combatants["bat"].hidden = True
    session = Session(Game(ruleset, start))
    session.begin()
    bots = Bots(session, lambda who: True, lambda seat: make_policy("easy", 1))
    for _ in range(MOVES):
        bots.move()
    return session


def import_game(context: BrowserContext, serving: Serving, text: str) -> str:
    page = context.new_page()
    page.goto(serving.host_link)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    headers = {"X-Fracas": "1", "Content-Type": "application/octet-stream", "Origin": serving.base}
    answer = context.request.post(f"{serving.base}/api/tables/import", data=text.encode(), headers=headers)
    assert answer.ok, answer.text()
    page.close()
    return str(answer.json()["url"])


def shown(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())


def test_a_fight_is_seen_again_saved_and_gone_on_with(
    serving: Serving, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    session = fought()
    hidden = [one.name for one in session.game.state.combatants.values() if one.hidden]
    assert hidden
    context = watch.context(chromium)
    url = import_game(context, serving, session.game.save())
    page = context.new_page()
    page.goto(f"{serving.base}{url}/replay")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    page.get_by_role("button", name="One deed on").click()
    page.keyboard.press("ArrowRight")
    assert shown(page) == 2
    page.keyboard.press("End")
    last = shown(page)
    assert last == int(slider.get_attribute("max") or "0") > 10
    expect(page.get_by_text(hidden[0]).first).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_label("Round").select_option(index=2)
    assert 0 < shown(page) < last
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).not_to_have_value(str(shown(page)))
    page.get_by_role("button", name="Pause").click()
    look_closely(page, "replay")

    page.get_by_label("Seen by").select_option("player1")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / "replay.html"
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert not [name for name in (*hidden, "screech-bat") if name in text]
    assert text.count("</script>") == 2
    phone = chromium.new_context(**PHONE)
    told = phone.new_page()
    complaints: list[str] = []
    told.on("pageerror", lambda error: complaints.append(str(error)))
    told.goto(file.as_uri())
    told.get_by_role("button", name="One deed on").click()
    expect(told.get_by_text(HOSTILE).first).to_be_visible()
    assert complaints == []
    phone.close()

    page.get_by_label("Seen by").select_option("")
    page.get_by_role("button", name="One deed on").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/t/(?!.*replay)"))
    assert url not in page.url
    expect(page.get_by_role("button", name="Start")).to_be_visible()
