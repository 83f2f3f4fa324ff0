"""Names and notes are text and nothing else: markup in them is shown as it was typed (H4)."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, TimeoutError, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.hostile import corpus
from tests.browser.playing import begin
from tests.browser.scenes import scene_of
from tests.browser.serving import Serving
from tests.browser.table import Person, Table

from fracas.engine.command import GM, Command
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset, ruleset_ids

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

ARMED = """() => {
  const never = "script, iframe, object, embed, base, marquee, video, audio, math, template, [src='x'], [data='x']";
  const found = [...document.querySelectorAll("body *")].filter((one) => one.matches(never)
    || [...one.attributes].some((mark) => mark.name.startsWith("on") || /^\\s*(java|vb)script:/i.test(mark.value)));
  return found.map((one) => one.outerHTML.slice(0, 100));
}"""
"""Elements that our pages never have, and handlers or addresses that run something."""


def unharmed(*people: Person) -> None:
    for person in people:
        assert person.page.evaluate("window.harm") is None, f"{person.name}'s page ran what somebody typed"
        assert person.page.evaluate(ARMED) == [], f"{person.name}'s page has markup that somebody typed"


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


def log_of_hostile_texts(id: str) -> str:
    """A log in which somebody was given every name of the corpus and the GM noted each, as `fracas play` saves it."""
    ruleset = load_ruleset(id)
    info = ruleset.scenarios()[0]
    game = Game(ruleset, ruleset.start(info.id, {}, ["1", "2"]))
    who = next(iter(game.state.combatants))
    for text in corpus():
        game.rule(Command(GM, "set", (who,), "name", text=text))
        game.rule(Command(GM, "note", text=text))
    return game.log.to_text()


def test_hundreds_of_hostile_texts_are_shown_as_typed(
    serving: Serving, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    texts = corpus()
    assert len(texts) >= 500
    file = tmp_path / "hostile.jsonl"
    file.write_text(log_of_hostile_texts(ruleset_ids()[0]), encoding="utf-8")
    table = Table(serving, chromium, watch)
    gm = table.gm
    gm.open(serving.host_link)
    gm.page.get_by_label("Open a file").set_input_files(file)
    expect(gm.order).to_be_visible()
    running.tools(gm)
    links = running.fold(gm, "Seats and links")
    rows = links.get_by_role("listitem")
    seated = []
    for name, row in (("Eve", rows.first), ("Ann", rows.nth(1)), ("Sam", rows.last)):
        gm.button("Link and code", row).click()
        person = table.person(name)
        person.open(row.get_by_role("textbox").input_value())
        expect(person.page.get_by_label("Your name") if name == "Eve" else person.order).to_be_visible()
        seated.append(person)
    running.tools(gm, on=False)
    eve, ann, sam = seated
    expect(eve.page.get_by_text(texts[-1]).first).to_be_visible()
    for person in (gm, ann):
        told = whole_log(person)
        assert [text for text in texts if text not in told] == [], f"not shown to {person.name} as typed"
    expect(sam.order.get_by_text(texts[-1]).first).to_be_visible()
    running.tools(gm)
    noted = running.fold(gm, "Notes").inner_text()
    assert [text for text in texts if text not in noted] == []
    unharmed(gm, eve, ann, sam)
    for kind in ("txt", "md"):
        saved = gm.page.request.get(gm.page.url.split("#")[0].replace("/t/", "/api/t/") + f"/log.{kind}")
        assert saved.ok and "text/html" not in saved.headers["content-type"]


def whole_log(person: Person) -> str:
    """The log, with whatever is folded away at its top."""
    log = person.region("Log")
    earlier = log.get_by_role("button", name=re.compile("earlier entries", re.IGNORECASE))
    while earlier.count():
        with suppress(TimeoutError):  # it goes by itself once everything has come
            earlier.first.click(timeout=2_000)
    return log.inner_text()


def test_markup_taken_for_markup_is_noticed(serving: Serving, chromium: Browser, watch: Watch) -> None:
    """The control: what the other tests look for is found once it is there, and even then the policy lets none run."""
    watch.expect("")  # such a page complains in many ways
    gm = Table(serving, chromium, watch).gm
    gm.open(serving.host_link)
    expect(gm.page.get_by_role("radio").first).to_be_visible()
    unharmed(gm)
    texts = [text for text in corpus() if "<meta" not in text]  # those would lead the page away
    gm.page.evaluate(
        "texts => { for (const text of texts) document.body.insertAdjacentHTML('beforeend', text) }", texts
    )
    assert len(gm.page.evaluate(ARMED)) > 300
    assert gm.page.evaluate("window.harm") is None
