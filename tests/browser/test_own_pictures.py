"""Pictures of one's own in the browser: a portrait is sent and picked in a form, a map lies under its grid, a handout
shows its picture, and each seat sees its own; also in the replay."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import Watch
from tests.browser.looking import look_closely
from tests.browser.serving import Serving
from tests.browser.table import Table
from tests.server.test_campaigns import HOG

PICTURES = os.environ.get("FRACAS_PICTURES", "")
HEAD = {"X-Fracas": "1"}


def shot(page: Page, name: str) -> None:
    """For whoever wants to look at it."""
    if PICTURES:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.wait_for_timeout(300)
            page.screenshot(path=Path(PICTURES) / f"{name}-{theme}.png")
        page.emulate_media(color_scheme="light")


def face(colour: str) -> bytes:
    image = Image.new("RGB", (300, 360), colour)
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 60, 240, 300), fill="bisque")
    draw.ellipse((105, 140, 130, 165), fill="black")
    draw.ellipse((170, 140, 195, 165), fill="black")
    return saved(image)


def floor() -> bytes:
    image = Image.new("RGB", (1000, 600), "tan")
    draw = ImageDraw.Draw(image)
    for x in range(0, 1000, 50):
        draw.line((x, 0, x // 2, 600), fill="sienna", width=6)
    draw.ellipse((350, 150, 650, 450), fill="steelblue")
    return saved(image)


def saved(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class PictureCampaign:
    """A campaign behind a page of the host."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.id = self.post("/api/campaigns", {"name": "Pictures"})["id"]
        self.url = f"/api/campaigns/{self.id}"

    def post(self, path: str, data: Any) -> Any:
        reply = self.page.request.post(self.base + path, data=data, headers=HEAD)
        assert reply.ok, reply.text()
        return reply.json()

    def keep(self, raw: bytes, use: str) -> str:
        path = f"{self.base}{self.url}/pictures?use={use}"
        head = {**HEAD, "Content-Type": "application/octet-stream"}
        reply = self.page.request.post(path, data=raw, headers=head)
        assert reply.ok, reply.text()
        return str(reply.json()["id"])

    def make(self, kind: str, data: Any, ruleset: str = "crisis_mode", key: str = "") -> str:
        made = self.post(f"{self.url}/things", {"kind": kind, "ruleset": ruleset, "key": key, "data": data})
        assert made["problems"] == [], made["problems"]
        return str(made["id"])


def test_pictures_are_sent_picked_and_seen(serving: Serving, chromium: Browser, watch: Watch) -> None:
    table = Table(serving, chromium, watch)
    page = table.gm.page
    page.goto(serving.host_link)
    expect(page.get_by_role("link", name="Your campaigns")).to_be_visible()
    campaign = PictureCampaign(page, serving.base)
    hog = campaign.make("creature", HOG)
    watch.expect("422")
    pick_portrait(page, f"{serving.base}/c/{campaign.id}/things/{hog}")

    hero = {**HOG, "name": "Good hog", "portrait": campaign.keep(face("seagreen"), "portrait")}
    campaign.make("creature", hero, key="good-hog")
    campaign.make("handout", {"name": "A letter", "picture": campaign.keep(floor(), "handout")}, ruleset="")
    people = [
        {"creature": "mud-hog", "at": "B", "side": "foes"},
        {"creature": "good-hog", "at": "A", "side": "heroes", "seat": "player1"},
    ]
    plan = {
        "title": "The yard",
        "description": "A hog in a yard.",
        "map": "A.........\n..........\n....##....\n..........\n..........\n.........B",
        "place": people,
        "picture": campaign.keep(floor(), "map"),
        "covered": ["h1-j6"],
    }
    scenario = campaign.make("scenario", plan)
    page.goto(f"{serving.base}/c/{campaign.id}/things/{scenario}")
    expect(page.locator("img[data-picture]")).to_be_visible()
    url = campaign.post("/api/tables", {"campaign": campaign.id, "thing": scenario, "seed": 1})["url"]
    page.goto(serving.base + url)
    play(table)


def pick_portrait(page: Page, url: str) -> None:
    """A file that is no picture is refused in words; a picture is sent, shown and saved."""
    page.goto(url)
    page.get_by_role("button", name="Pick a picture").click()
    page.get_by_label("Send a picture").set_input_files(
        {"name": "wolf.png", "mimeType": "image/png", "buffer": b"no picture at all"}
    )
    expect(page.get_by_role("alert")).to_contain_text("Expected a PNG, JPEG or WebP picture")
    shot(page, "pick-refused")
    look_closely(page, "a picture that was refused")
    page.get_by_label("Send a picture").set_input_files(
        {"name": "hog.png", "mimeType": "image/png", "buffer": face("firebrick")}
    )
    expect(page.locator("img[data-picture]")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    shot(page, "form")
    page.get_by_role("button", name="Change: Portrait").click()
    expect(page.get_by_role("button", name=re.compile("^Picture 1, 300 by 360"))).to_be_visible()
    shot(page, "pick")
    look_closely(page, "pictures to pick from")
    page.set_viewport_size({"width": 390, "height": 800})
    shot(page, "pick-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("Escape")


def play(table: Table) -> None:
    gm = table.gm
    ann = table.seat_player(table.seats()[0], "Ann")
    bo = table.seat_spectator()
    table.start()
    for person, faces in ((gm, 2), (ann, 1), (bo, 1)):
        expect(person.page.locator("[data-board] image[data-map]")).to_have_count(1)
        expect(person.page.locator("[data-board] image[data-portrait]")).to_have_count(faces)
    shot(gm.page, "gm-table")
    shot(ann.page, "player-table")
    look_closely(ann.page, "a table with pictures")
    before = ann.page.locator("[data-board] image[data-map]").get_attribute("data-map")
    gm.page.get_by_role("tab", name="GM tools").click()
    gm.page.get_by_text("Covered map", exact=True).click()
    gm.button("Uncover all").click()
    expect(ann.page.locator("[data-board] image[data-portrait]")).to_have_count(2)
    expect(ann.page.locator(f'[data-board] image[data-map="{before}"]')).to_have_count(0)
    shot(ann.page, "player-uncovered")
    gm.page.get_by_text("Hand out a text", exact=True).click()
    gm.page.get_by_label("From the campaign").select_option(label="A letter")
    shot(gm.page, "hand-out")
    gm.button("Hand it to everybody").click()
    expect(ann.page.get_by_role("img", name="Picture: A letter")).to_be_visible()
    shot(ann.page, "handout")
    look_closely(ann.page, "a handout with a picture")
    ann.page.keyboard.press("Escape")
    ann.page.set_viewport_size({"width": 390, "height": 800})
    shot(ann.page, "player-phone")
    ann.page.goto(ann.page.url + "/replay")
    expect(ann.page.locator("[data-board] image[data-map]")).to_have_count(1)
    shot(ann.page, "replay-phone")
