"""Around the board in a browser: picking a seat by the room's link, talking, whispering, handouts, pings and a ruler;
and a fight of Phases of Play that begins with two clicks and an order everybody is fine with."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Person, Table


def room_link(gm: Person) -> str:
    room = gm.page.locator(".room")
    gm.button("Link and code", room).click()
    expect(room.get_by_text("work on this machine only")).to_be_visible()
    return room.get_by_label("Link of the room", exact=True).input_value()


def pick_seat(table: Table, link: str, name: str, phone: bool = False) -> Person:
    """Follow the room's link and take the first free seat."""
    player = table.person(name, phone)
    player.open(link)
    player.page.get_by_label("Your name").fill(name)
    if name == "Ann":
        look_closely(player.page, "picking a seat")
    player.press(player.button(re.compile("^Play ")).first)
    expect(player.heading("At the table")).to_be_visible()
    table.players.append(player)
    return player


def say(person: Person, text: str, to: str = "") -> None:
    person.pane("Log")
    if to:
        person.page.get_by_label("To whom").select_option(label=f"Whisper to {to}")
    person.page.get_by_label("Whisper" if to else "Say something", exact=True).fill(text)
    person.press(person.button("Say"))
    expect(person.page.get_by_label("Whisper" if to else "Say something", exact=True)).to_have_value("")
    person.page.get_by_label("To whom").select_option(label="To everybody")
    person.pane("Board")


def test_two_people_pick_seats_talk_and_point(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Crisis Mode", "Ambush")
    gm, link = table.gm, room_link(table.gm)
    ann = pick_seat(table, link, "Ann")
    expect(gm.page.get_by_text("Ann has taken the seat of")).to_be_visible()
    gm.button("Fine").click()
    eve = pick_seat(table, link, "Eve", phone=True)
    gm.button("Free it again").click()
    expect(eve.heading("This seat is closed")).to_be_visible()
    bob = pick_seat(table, link, "Bob", phone=True)
    gm.button("Fine").click()
    table.start()

    say(ann, "Hello all")
    bob.reads("Hello all")
    say(ann, "The door is a trap", to="Bob")
    bob.reads("The door is a trap")
    gm.reads("The door is a trap")
    expect(ann.page.get_by_text("The GM can read whispers")).to_have_count(0)
    ann.page.get_by_label("To whom").select_option(label="Whisper to Bob")
    expect(ann.page.get_by_text("The GM can read whispers")).to_be_visible()

    gm.page.get_by_role("tab", name="GM tools").click()
    gm.page.get_by_text("Hand out a text").click()
    gm.page.get_by_label("Title").fill("A letter")
    gm.page.get_by_label("Text", exact=True).fill("Dear Ann,\nrun.")
    gm.page.get_by_role("group", name="For").get_by_label("Ann", exact=True).check()
    gm.button("Hand it to them").click()
    letter = ann.page.get_by_role("dialog", name="Handouts")
    expect(letter).to_contain_text("Dear Ann")
    look_closely(ann.page, "a handout")
    ann.button("Close", letter).click()
    ann.button("Handouts").click()
    expect(ann.page.get_by_role("dialog", name="Handouts")).to_contain_text("run.")
    ann.page.keyboard.press("Escape")
    expect(bob.button(re.compile("^Handouts"))).to_have_count(0)

    x, y = ann.square("b2")
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    expect(bob.page.get_by_text("Ann points at b2")).to_be_attached()
    ann.page.mouse.up()
    expect(bob.page.get_by_text("Ann points at b2")).not_to_be_attached()

    ann.button("Ruler").click()
    ann.tap_square("b2")
    ann.tap_square("e2")
    expect(ann.page.get_by_role("form", name="Ruler")).to_contain_text("3 squares")
    look_closely(ann.page, "the ruler, and words in the log")
    ann.button("Put the ruler away").click()


def test_seats_that_stay_empty_are_handed_to_bots_at_once(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Crisis Mode", "Ambush")
    pick_seat(table, room_link(table.gm), "Ann")
    table.gm.button("Bots for these 3").click()
    expect(table.gm.page.get_by_text("Every seat is taken.")).to_be_visible()
    expect(table.gm.page.get_by_text("played by a bot")).to_have_count(3)


def test_a_fight_of_phases_begins_with_two_clicks(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    table.set_up("Phases of Play", "granary", seed="3")
    gm, link = table.gm, room_link(table.gm)
    ann, bob = pick_seat(table, link, "Ann"), pick_seat(table, link, "Bob", phone=True)
    table.start()
    gm.button("Begin an Encounter", gm.actions.locator(".next")).click()
    gm.button("Roll the turn order", gm.actions.locator(".next")).click()
    proposed, begun = False, gm.page.locator(".phase").get_by_text(re.compile("Round 1"))
    for _ in range(60):
        if begun.is_visible():
            break
        for one in (ann, bob, gm):
            prompt = one.prompts().first
            if not prompt.count() or one.actions.locator("[aria-busy=true]").count():
                continue
            agree = one.button("Fine by me", prompt)
            if agree.count() and one is ann and not proposed:
                # Anybody may change the order, without a mouse too.
                look_closely(one.page, "an order to agree on")
                first = prompt.get_by_role("listitem").first.get_by_role("button")
                first.focus()
                one.page.keyboard.press("ArrowDown")
                one.press(one.button("Propose this order", prompt))
                proposed = True
            elif agree.count():
                one.press(agree)
            elif one.button("Pass", prompt).count():
                one.press(one.button("Pass", prompt).first)
            one.page.wait_for_timeout(200)
        gm.page.wait_for_timeout(200)
    expect(begun).to_be_visible()
    assert proposed
