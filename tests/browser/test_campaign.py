"""One campaign from end to end in a browser: a creature of one's own, a map with a door, both sample maps, a party that
goes through the door and on to the next encounter, a player who comes back by the same link, the fight seen again, and
a new table from one of its moments; in a ruleset of ours and in the tutorial's tiny one."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.playing import Deeds, answer, choices, end_turn, in_words, panel
from tests.browser.serving import Serving
from tests.browser.table import Person
from tests.browser.test_drawing import MAPS, Square, new_campaign, new_encounter, wall_in
from tests.browser.test_own import last_is, make, save
from tests.browser.test_replay import shown

MOST_LOOKS = 200
MOST_TURNS = 20
GO_ON = "Go on"
Data = dict[str, Any]


class Road(NamedTuple):
    """A game, its encounter to start from, where its first hero stands, and what it lives by."""

    game: str
    ruleset: str
    plan: str
    hero: Square
    life: str
    kept: str
    """How the next fight shows the life of somebody who left the first with 1."""
    door: str
    """The action that opens a door; none where doors are the GM's alone."""
    option: tuple[str, str, str] | None
    """What the first encounter decides differently: its title, its value and how a saved game writes it."""


ROADS = (
    # No wound outlasts a stand-off: its rules name nothing that does. They have neither doors nor steps.
    Road("Standoff", "standoff", "High noon", (0, 1), "grit", "Grit 3 of 3", "", None),
    Road(
        "Crisis Mode",
        "crisis_mode",
        "First duel",
        (2, 3),
        "hp",
        "Hit Points 1 of ",
        "Door 1 AP",
        ("Cost of rising", "two", '"rise-cost":"two"'),
    ),
)


class CampaignPage:
    """The host's campaign, and what its page sends."""

    def __init__(self, page: Page, serving: Serving, road: Road) -> None:
        self.page, self.base, self.road = page, serving.base, road
        self.campaign = new_campaign(page, serving, f"The road of {road.game}")
        self.url = f"{serving.base}/api/campaigns/{self.campaign.rpartition('/')[2]}"

    def post(self, path: str, body: Data) -> Any:
        headers = {"X-Fracas": "1", "Origin": self.base}
        reply = self.page.request.post(f"{self.url}/{path}", data=body, headers=headers)
        assert reply.ok, reply.text()
        return reply.json()

    def add(self, kind: str, data: Data, key: str = "") -> None:
        made = self.post("things", {"kind": kind, "ruleset": self.road.ruleset, "key": key, "data": data})
        assert made["problems"] == [], made

    def add_party(self) -> str:
        """A party of one, with a player; the player's link, read off the page."""
        self.add("party", {"name": "The one"}, "the-one")
        self.add("member", {"name": "Ada", "kind": "old-gristle", "party": "the-one"})
        self.page.goto(self.campaign)
        self.page.get_by_label("A new player").fill("Mia")
        self.page.get_by_role("button", name="Add, with a link").click()
        link = self.page.get_by_label("Link of Mia").input_value()
        with self.page.expect_response("**/hand"):
            self.page.get_by_label("Ada: played by").select_option(label="Mia")
        return link

    def start(self, name: str) -> str:
        """Start a prepared encounter with the party; the address of its table."""
        self.page.goto(self.campaign)
        self.page.get_by_role("combobox", name=re.compile("^With")).select_option(label="The one")
        self.page.get_by_role("button", name=f"Start {name}", exact=True).click()
        expect(self.page.get_by_role("heading", name="At the table", exact=True)).to_be_visible()
        self.page.get_by_role("button", name="Start", exact=True).click()
        expect(self.page.get_by_role("complementary", name="Order of action")).to_be_visible()
        return self.page.url


def follow(player: Person, link: str, table: str) -> None:
    """The player's link leads to the seat at the table that is played at now."""
    player.open(link)
    player.page.wait_for_url(table.rpartition("/")[0] + "/player1")
    expect(player.order).to_contain_text("Ada")


def wait_for_turn(player: Person, gm: Person) -> None:
    """The GM lets every turn of the foes pass, and a crisis without a blow go on."""
    for _ in range(MOST_LOOKS):
        if "Your turn" in player.title() and not player.prompts().count():
            return
        asked = [answer(one, Deeds(one), GO_ON if GO_ON in choices(one) else "") for one in (player, gm)]
        if not any(asked) and not ("Your turn" in gm.title() and end_turn(gm)):
            gm.page.wait_for_timeout(60)
    seen = [f"{one.title()}\n{one.actions.aria_snapshot()}\n{one.order.aria_snapshot()}" for one in (player, gm)]
    raise AssertionError("\n\n".join(["it is never the player's turn", *seen]))


def go_through(player: Person, gm: Person, door: tuple[str, str], action: str) -> None:
    wait_for_turn(player, gm)
    in_words(player, True)
    if action:
        go_by_oneself(player, gm, door, action)
    else:
        running.tools(gm)
        gm.button(f"Open the door {' '.join(door)}", running.fold(gm, "Doors")).click()
        running.put(gm, "Ada", door[1])
    expect(player.region("Board")).to_contain_text(passable(door))
    expect(player.region("Board")).not_to_contain_text(f"from {door[0]}")


def passable(door: tuple[str, str]) -> re.Pattern[str]:
    """Whoever has too few points to open a door may only break it down; which it comes to is up to the dice."""
    return re.compile(f"Between {door[0]} and {door[1]}: (open|broken) door")


def go_by_oneself(player: Person, gm: Person, door: tuple[str, str], action: str) -> None:
    """Open the door and step through it, in as many turns as that takes."""
    opened = passable(door)
    seen = player.region("Board")
    for _ in range(MOST_TURNS):
        wait_for_turn(player, gm)
        said = seen.inner_text()
        if f"from {door[1]}" in said:
            return
        way = seen.get_by_role("button", name=re.compile(rf"^{door[1]}(,|$)")).first
        if not opened.search(said) and player.button(action, player.actions).count():
            player.press(player.button(action, player.actions))
            player.press(way)
            agree(player)
            expect(seen).to_contain_text(opened)
        elif opened.search(said) and way.count():
            player.press(way)
            agree(player)
        else:
            end_turn(player)
    raise AssertionError("nobody comes through the door")


def agree(player: Person) -> None:
    """Say yes to the action on its way."""
    box = panel(player)
    box.wait_for()
    yes = box.locator("[data-key=confirm]")
    expect(yes).to_be_enabled()
    player.press(yes)
    expect(box).to_have_count(0)


def decide(page: Page, title: str, value: str) -> None:
    """An option of this encounter alone."""
    options = page.get_by_role("region", name="Options", exact=True)
    options.get_by_text("Options", exact=True).click()
    options.get_by_label("Find an option").fill(title.rpartition(" ")[2])
    options.get_by_label(title).select_option(value)
    expect(options.get_by_text("1 of ")).to_be_visible()


def from_a_file(gm: Person, campaign_page: CampaignPage, name: str) -> None:
    """An encounter on maps of files, one after the other: the second takes the place of the first."""
    gm.page.goto(campaign_page.campaign)
    new_encounter(gm.page, campaign_page.road.game, name, campaign_page.road.plan)
    for map in ("cave.uvtt", "two-rooms.dd2vtt"):
        gm.page.locator("input[type=file]").set_input_files(MAPS / map)
        expect(gm.page.get_by_text("were brought in")).to_be_visible()
        gm.button("All right").click()
    save(gm.page)


@pytest.mark.parametrize("road", ROADS, ids=[road.ruleset for road in ROADS])
def test_a_campaign_from_its_first_creature_to_a_branch(
    serving: Serving, chromium: Browser, watch: Watch, road: Road
) -> None:
    gm, mia = Person(watch.context(chromium), "Gwen"), Person(watch.context(chromium), "Mia")
    campaign_page = CampaignPage(gm.page, serving, road)
    make(gm.page, "New creature or thing", road.game, "Old Gristle", re.compile("built in"))
    gm.page.goto(campaign_page.campaign)
    new_encounter(gm.page, road.game, "The first night", road.plan)
    column, row = road.hero
    wall_in(gm.page, (0, row - 1), (column, row + 1), (road.hero, (column + 1, row)))
    last_is(gm.page, "old-gristle")
    if road.option:
        decide(gm.page, *road.option[:2])
    save(gm.page)
    from_a_file(gm, campaign_page, "The second night")

    link = campaign_page.add_party()
    table = campaign_page.start("The first night")
    if road.option:
        saved = gm.page.request.get(f"{serving.base}/api{urlsplit(table).path}/export").body()
        assert road.option[2] in json.loads(gzip.decompress(saved).splitlines()[0])["header"]
    follow(mia, link, table)
    go_through(mia, gm, (f"{'abcd'[column]}{row + 1}", f"{'abcd'[column + 1]}{row + 1}"), road.door)
    running.weaken(gm, "Ada", (road.life,))
    running.tools(gm)
    running.end(gm, "heroes")
    expect(mia.page.get_by_text("The encounter is over", exact=True).first).to_be_visible()

    mia.context.close()
    again = campaign_page.start("The second night")
    mia = Person(watch.context(chromium), "Mia")
    follow(mia, link, again)
    mia.select("Ada")
    expect(mia.card.get_by_role("img", name=re.compile(f"^{road.kept}"))).to_be_visible()
    assert mia.page.locator("[data-board] .edges path.wall").first.get_attribute("d")

    gm.page.goto(f"{table}/replay")
    gm.page.get_by_role("button", name="One deed on").click()
    assert shown(gm.page) == 1
    gm.page.get_by_role("button", name="Play on from here").click()
    gm.page.wait_for_url(re.compile(r"/t/(?!.*replay)"))
    assert gm.page.url not in (table, again)
    expect(gm.button("Start")).to_be_visible()
