"""Screenshots of one's own things: campaigns, the form of a creature, and every state of the drawing board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

ROOT = Path(__file__).resolve().parents[1]
MAPS = ROOT / "tests" / "server" / "maps"
LAYERS = ("Walls and doors", "People", "Things", "Rooms", "Cover", "Picture")
Data = dict[str, Any]
Take = Callable[..., None]


class Own:
    """A campaign of the host's, made by the addresses its pages use, and looked at page by page."""

    def __init__(self, page: Page, base: str, take: Take) -> None:
        self.page, self.base, self.take = page, base, take
        self.campaign = self.post("/api/campaigns", {"name": "The winter road"})["id"]
        self.api = f"/api/campaigns/{self.campaign}"

    def get(self, path: str) -> Any:
        reply = self.page.request.get(self.base + path)
        assert reply.ok, reply.text()
        return reply.json()

    def post(self, path: str, body: Data) -> Any:
        reply = self.page.request.post(self.base + path, data=body, headers={"X-Fracas": "1", "Origin": self.base})
        assert reply.ok, reply.text()
        return reply.json()

    def add(self, ruleset: str, kind: str, like: str, **changes: Any) -> str:
        """A copy of something built in, with changes; nothing where a key is to go. The address of its page."""
        data = {**self.get(f"/api/built-in/{ruleset}/{kind}/{like}")["data"], **changes}
        data = {key: value for key, value in data.items() if value is not None}
        made = self.post(f"{self.api}/things", {"kind": kind, "ruleset": ruleset, "key": "", "data": data})
        return self.page_of(made)

    def page_of(self, thing: Data) -> str:
        pages = "encounters" if thing["kind"] == "scenario" else "things"
        return f"/c/{self.campaign}/{pages}/{thing['id']}"

    def open(self, path: str, seen: str) -> None:
        self.page.goto(self.base + path)
        self.page.locator(seen).first.wait_for()

    def walk(self) -> None:
        road = self.add("crisis_mode", "scenario", "ambush", title="Ambush at the mill")
        hog = self.add("crisis_mode", "creature", "marsh-gnasher", name="Mud hog")
        self.post(f"{self.api}/things", {"kind": "note", "data": {"name": "Who knows", "text": "The miller does."}})
        self.open("/campaigns", "h1")
        self.take(self.page, "own-campaigns")
        self.open(f"/c/{self.campaign}", "h1")
        self.take(self.page, "own-campaign", whole=True)
        self.open(hog, "aside h3")
        self.take(self.page, "own-creature", whole=True)
        self.drawing(road)
        self.faults(road)
        self.importing()
        self.places()

    def drawing(self, road: str) -> None:
        self.open(road, "[data-board]")
        self.take(self.page, "editor-ground", whole=True)
        for layer in LAYERS:
            self.page.get_by_role("tab", name=layer, exact=True).click()
            if layer == "People":
                self.page.get_by_role("list").last.get_by_role("button").first.click()
            self.take(self.page, "editor-" + re.sub(r"\W+", "-", layer.lower()))
        self.page.get_by_text("Options", exact=True).click()
        self.page.get_by_label("Find an option").fill("rising")
        self.page.get_by_label("Cost of rising").select_option("two")
        self.take(self.page, "editor-options", whole=True)
        self.page.get_by_role("button", name="Save", exact=True).click()
        self.page.get_by_role("button", name="As text (TOML)").click()
        self.take(self.page, "editor-as-text", whole=True)
        self.page.get_by_role("button", name="As text (TOML)").click()

    def faults(self, road: str) -> None:
        thing = self.get(f"{self.api}/things/{road.rpartition('/')[2]}")
        first, *others = thing["data"]["place"]
        wrong = {**thing["data"], "place": [{**first, "at": "z99", "creature": "nobody"}, *others], "rank": 1000}
        wrong["options"] = {"gravity": "no"}
        made = self.post(f"{self.api}/things", {"kind": "scenario", "ruleset": "crisis_mode", "key": "", "data": wrong})
        self.open(self.page_of(made), "[data-board]")
        expect(self.page.get_by_role("region", name="What is wrong")).to_be_visible()
        self.take(self.page, "editor-faults", whole=True)

    def importing(self) -> None:
        page = self.page
        self.open(self.add("crisis_mode", "scenario", "first-duel", title="From a file"), "[data-board]")
        page.locator("input[type=file]").set_input_files(MAPS / "two-rooms.dd2vtt")
        expect(page.get_by_text("were brought in")).to_be_visible()
        self.take(page, "editor-import", whole=True)
        page.get_by_role("button", name="All right").click()
        self.take(page, "editor-imported")

    def places(self) -> None:
        """The same ground told without squares."""
        plan = self.get("/api/built-in/phases_of_play/scenario/counting-house")["data"]
        people = [{key: value for key, value in one.items() if key != "at"} for one in plan["entry"]]
        gone = dict.fromkeys(("map", "zones", "lights"))
        picture = self.get(f"{self.api}/pictures")[0]["id"]
        told = self.add(
            "phases_of_play", "scenario", "counting-house", title="Told", entry=people, picture=picture, **gone
        )
        self.open(told, "#h-places")
        self.take(self.page, "editor-places", whole=True)
        self.page.get_by_role("button", name="Start a table").click()
        self.page.get_by_role("button", name="Start", exact=True).click()
        self.page.locator(".places").wait_for()
        self.take(self.page, "own-places-table")
