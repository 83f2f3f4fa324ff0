"""Pictures at a table: each viewer has those of whom it knows, and of the map what it knows of the ground. Nothing of a
hidden foe's portrait or of covered ground is in any byte for a player: socket, HTTP or replay."""

from __future__ import annotations

import asyncio
import base64
import io
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from tests.server.hostile_files import picture
from tests.server.house import Browser, House, Line
from tests.server.test_campaigns import HOG, HostCampaign, ok, yard
from tests.server.test_own_pictures import coloured, listed, send

from fracas.engine.board import Grid
from fracas.server import seen_pictures
from fracas.server.hung import Ground, Hung
from fracas.server.reading.child import Held
from fracas.server.seen_pictures import SeenPictures

Data = dict[str, Any]
SIDE = 100


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()


def drawn(hidden: str) -> bytes:
    """A map of 5 x 3 squares: green where it is known at first, another colour under the cover."""
    image = Image.new("RGB", (5 * SIDE, 3 * SIDE), "green")
    image.paste(hidden, (3 * SIDE, 0, 5 * SIDE, 3 * SIDE))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


class Stage(HostCampaign):
    """A yard whose right side is covered, with a hidden hog in it; everybody and the map have a picture."""

    def __init__(self, host: Browser, under: str = "red", hog: str = "black") -> None:
        super().__init__(host)
        self.map = ok(send(self, drawn(under), "map"))["id"]
        self.hog = ok(send(self, coloured(hog)))["id"]
        self.hero = ok(send(self, coloured("white")))["id"]
        self.make("creature", {**HOG, "portrait": self.hog})
        self.make("creature", {**HOG, "name": "Good hog", "portrait": self.hero}, key="good-hog")
        plan = yard(host)
        plan["place"] = [{**plan["place"][0], "hidden": True}, {**plan["place"][1], "creature": "good-hog"}]
        self.plan = self.make("scenario", {**plan, "picture": self.map, "covered": ["d1-e3"]})
        assert self.plan["problems"] == [], self.plan["problems"]
        body = {"campaign": self.id, "thing": self.plan["id"], "seed": 1}
        self.table = str(ok(host.post("/api/tables", body))["table"])
        self.gm = Line(host, self.table, "gm")
        self.gm.ask("start")
        self.player = self.gm.link("player1")
        self.line = Line(self.player, self.table, "player1")

    def get(self, browser: Browser, seat: str, id: str) -> httpx.Response:
        return browser.http.get(f"/api/t/{self.table}/{seat}/pictures/{id}", timeout=60)

    def seen_map(self) -> Image.Image:
        got = self.get(self.player, "player1", self.line.view["map"]["id"])
        assert got.status_code == 200, got.text
        return Image.open(io.BytesIO(got.content)).convert("RGB")

    def rule(self, text: str) -> None:
        self.gm.ask("ruling", ruling=text)

    def fresh(self) -> Line:
        self.line = Line(self.player, self.table, "player1")
        return self.line


def has(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    found = image.getcolors(1_000_000) or []
    return any(
        sum(abs(a - b) for a, b in zip(one, colour, strict=True)) < 60 for _, one in found if isinstance(one, tuple)
    )


RED, GREEN = (255, 0, 0), (0, 128, 0)


def test_a_seat_has_the_portraits_of_those_it_knows_and_the_map_as_far_as_it_knows_the_ground(host: Browser) -> None:
    stage = Stage(host)
    assert stage.line.view["portraits"] == {"good-hog": stage.hero}
    assert sorted(stage.gm.view["portraits"].values()) == sorted([stage.hero, stage.hog])
    assert stage.get(stage.player, "player1", stage.hero).status_code == 200
    hidden = stage.get(stage.player, "player1", stage.hog)
    assert (hidden.status_code, hidden.headers["cache-control"]) == (404, "no-store")
    assert stage.get(host, "gm", stage.hog).status_code == 200
    whole = stage.get(host, "gm", stage.gm.view["map"]["id"])
    assert has(Image.open(io.BytesIO(whole.content)).convert("RGB"), RED)
    assert whole.headers["cache-control"] == "private, max-age=31536000, immutable"
    for name in (stage.map, stage.gm.view["map"]["id"], "map-x", "map-whole"):
        assert stage.get(stage.player, "player1", name).status_code == 404
    assert has(stage.seen_map(), GREEN) and not has(stage.seen_map(), RED)
    assert [stage.line.view["map"][side] for side in ("left", "top", "width", "height")] == [0, 0, 500, 300]


def test_what_is_uncovered_and_revealed_is_shown_and_stays_with_whoever_saw_it(host: Browser) -> None:
    stage = Stage(host)
    before = stage.line.view["map"]["id"]
    stage.rule("uncover e3")
    view = stage.fresh().view
    assert view["map"]["id"] != before and has(stage.seen_map(), RED)
    assert stage.get(stage.player, "player1", before).status_code == 404, "a state of the cover that is over"
    stage.rule("reveal mud-hog")
    assert stage.hog in stage.fresh().view["portraits"].values()
    stage.rule("hide mud-hog")
    assert stage.hog not in stage.fresh().view["portraits"].values()
    assert stage.get(stage.player, "player1", stage.hog).status_code == 200, "it was seen"
    stage.rule("cover e3")
    assert stage.fresh().view["map"]["id"] == before and not has(stage.seen_map(), RED)


def replayed(stage: Stage, seat: str, browser: Browser) -> Data:
    found: Data = ok(browser.http.get(f"/api/t/{stage.table}/{seat}/replay", timeout=60))
    return found


def pixels(replay: Data) -> Image.Image:
    raw = base64.b64decode(replay["pictures"]["map-"].partition(",")[2])
    return Image.open(io.BytesIO(raw)).convert("RGB")


@pytest.mark.sqlite
def test_a_replay_holds_the_seats_own_pictures_as_it_saw_them(host: Browser) -> None:
    stage = Stage(host)
    mine = replayed(stage, "player1", stage.player)
    assert set(mine["pictures"]) == {"map-", stage.hero}
    assert has(pixels(mine), GREEN) and not has(pixels(mine), RED)
    assert mine["pictures"][stage.hero].startswith("data:image/jpeg;base64,")
    whole = replayed(stage, "gm", host)
    assert set(whole["pictures"]) == {"map-", stage.hero, stage.hog} and has(pixels(whole), RED)
    stage.rule("uncover e3")
    stage.rule("reveal mud-hog")
    later = replayed(stage, "player1", stage.player)
    assert has(pixels(later), RED) and stage.hog in later["pictures"]


def everything(stage: Stage) -> bytes:
    """All bytes that a player gets: frames, log, replay, portraits and the map."""
    line, get = stage.fresh(), stage.player.http.get
    line.ask("state")
    told = "".join(line.frames).encode()
    for kind in ("replay", "log.md"):
        told += get(f"/api/t/{stage.table}/player1/{kind}", timeout=60).content
    for id in [line.view["map"]["id"], *line.view["portraits"].values()]:
        told += stage.get(stage.player, "player1", id).content
    return told.replace(stage.table.encode(), b"TABLE").replace(stage.id.encode(), b"CAMPAIGN")


def secrets_of(stage: Stage) -> list[bytes]:
    """The hog's id and bytes, and the map's."""
    found = [stage.hog.encode(), stage.map.encode()]
    for id in (stage.hog, stage.map):
        raw = stage.host.http.get(f"{stage.url}/pictures/{id}").content
        found += [raw, base64.b64encode(raw)]
    return found


@pytest.mark.sqlite
def test_no_byte_for_a_player_is_of_what_is_hidden(host: Browser) -> None:
    stage = Stage(host)
    told = everything(stage)
    assert [one[:20] for one in secrets_of(stage) if one in told] == []
    stage.rule("reveal mud-hog")
    stage.rule("uncover e3")
    assert stage.hog.encode() in everything(stage), "the control: what is shown is found"


@pytest.mark.sqlite
def test_worlds_that_differ_under_the_cover_look_the_same(host: Browser) -> None:
    """The same table with another map under the cover and another face of whoever is hidden there."""
    one, other = Stage(host), Stage(host, under="blue", hog="yellow")
    assert one.map != other.map and one.hog != other.hog
    assert pictures_told(one) == pictures_told(other)
    for stage in (one, other):
        stage.rule("uncover d1")
    assert pictures_told(one) != pictures_told(other), "the control"


def pictures_told(stage: Stage) -> list[Any]:
    line = stage.fresh()
    replay = replayed(stage, "player1", stage.player)
    shown = stage.get(stage.player, "player1", line.view["map"]["id"])
    about = {name: value for name, value in shown.headers.items() if name != "date"}
    return [line.view["map"], line.view["portraits"], shown.content, about, replay["pictures"]]


GUARDED = {
    "unmasked": [
        test_a_seat_has_the_portraits_of_those_it_knows_and_the_map_as_far_as_it_knows_the_ground,
        test_what_is_uncovered_and_revealed_is_shown_and_stays_with_whoever_saw_it,
        test_a_replay_holds_the_seats_own_pictures_as_it_saw_them,
        test_no_byte_for_a_player_is_of_what_is_hidden,
        test_worlds_that_differ_under_the_cover_look_the_same,
    ],
    "all_faces": [
        test_a_seat_has_the_portraits_of_those_it_knows_and_the_map_as_far_as_it_knows_the_ground,
        test_a_replay_holds_the_seats_own_pictures_as_it_saw_them,
        test_no_byte_for_a_player_is_of_what_is_hidden,
        test_worlds_that_differ_under_the_cover_look_the_same,
    ],
    "open_pictures": [
        test_a_seat_has_the_portraits_of_those_it_knows_and_the_map_as_far_as_it_knows_the_ground,
    ],
}


@pytest.mark.sqlite
@pytest.mark.parametrize("switch", list(GUARDED))
def test_control_each_of_these_turns_red_where_it_should(switch: str, tmp_path: Path) -> None:
    house = House(tmp_path / "data", f"fast,{switch}")
    try:
        for test in GUARDED[switch]:
            with pytest.raises(AssertionError):
                test(house.host())
    finally:
        house.stop()


def test_a_handout_is_for_those_it_was_handed_to(host: Browser) -> None:
    stage = Stage(host)
    id = ok(send(stage, coloured("purple"), "handout"))["id"]
    stage.make("handout", {"name": "A letter", "text": "Come at once.", "picture": id}, ruleset="")
    ready = ok(host.http.get(f"/api/t/{stage.table}/gm/handouts"))
    assert ready == [{"title": "A letter", "text": "Come at once.", "picture": id}]
    assert stage.player.http.get(f"/api/t/{stage.table}/gm/handouts").status_code == 403
    watcher = stage.gm.link("watch")
    assert stage.get(stage.player, "player1", id).status_code == 404
    stage.gm.ask("handout", title="A letter", text="", picture=id, to=["player1"])
    assert stage.fresh().asides[-1]["picture"] == id
    assert stage.get(stage.player, "player1", id).status_code == 200
    assert stage.get(watcher, "watch", id).status_code == 404
    assert id.encode() not in "".join(Line(watcher, stage.table, "watch").frames).encode()


def test_strangers_and_other_tables_get_nothing(host: Browser, house: House) -> None:
    stage, other = Stage(host), Stage(host)
    stranger = Browser(house.base)
    for browser in (stranger, other.player):
        assert stage.get(browser, "player1", stage.hero).status_code == 403
    assert stage.get(stage.player, "gm", stage.hog).status_code == 403


def test_a_picture_the_campaign_has_not_is_a_fault_at_its_field(host: Browser) -> None:
    campaign = HostCampaign(host)
    lost = "ab" * 32
    made = campaign.make("creature", {**HOG, "portrait": lost})
    assert [(one["at"], one["value"]) for one in made["problems"]] == [("portrait", lost)]
    odd = campaign.make("creature", {**HOG, "name": "Odd", "portrait": "nonsense"})
    assert [one["at"] for one in odd["problems"]] == ["portrait"]
    clear = ok(send(campaign, picture("PNG", mode="RGBA"), "handout"))["id"]
    plan = campaign.make("scenario", {**yard(host), "picture": {"id": clear, "left": 0}})
    assert ("picture.id", "a picture that was sent as that of a map") in [
        (one["at"], one["expected"]) for one in plan["problems"]
    ]
    box = campaign.make("scenario", {**yard(host), "title": "Far", "picture": {"id": lost, "left": 10**6}})
    assert "picture.left" in [one["at"] for one in box["problems"]]


def test_a_picture_that_is_named_is_not_deleted(host: Browser) -> None:
    campaign = HostCampaign(host)
    id = ok(send(campaign, coloured("red")))["id"]
    thing = campaign.make("creature", {**HOG, "portrait": id})
    assert thing["problems"] == []
    refused = host.post(f"{campaign.url}/pictures/{id}/delete", {})
    assert refused.status_code == 422 and "Mud hog" in refused.json()["error"]
    ok(host.post(f"{campaign.url}/things/{thing['id']}/delete", {}))
    assert ok(host.post(f"{campaign.url}/pictures/{id}/delete", {})) == []


@pytest.mark.sqlite
def test_a_board_of_places_has_the_whole_picture_while_none_of_them_is_covered(host: Browser) -> None:
    campaign = HostCampaign(host)
    id = ok(send(campaign, drawn("red"), "map"))["id"]
    plan = ok(host.http.get("/api/built-in/phases_of_play/scenario/counting-house"))["data"]
    told = {key: value for key, value in plan.items() if key not in ("map", "zones", "lights")}
    people = [{key: value for key, value in one.items() if key != "at"} for one in plan["entry"]]
    made = campaign.make(
        "scenario", {**told, "title": "Told", "entry": people, "picture": id}, "phases_of_play", "told"
    )
    assert made["problems"] == [], made["problems"]
    table = ok(host.post("/api/tables", {"campaign": campaign.id, "thing": made["id"], "seed": 1}))["table"]
    gm = Line(host, table, "gm")
    gm.ask("start")
    player = gm.link("player1")
    address = f"/api/t/{table}/player1/pictures/map-whole"
    assert Line(player, table, "player1").view["map"]["id"] == gm.view["map"]["id"] == "map-whole"
    assert player.http.get(address).status_code == 200
    shown = ok(player.http.get(f"/api/t/{table}/player1/replay"))["pictures"]
    assert "map-" in shown
    gm.ask("ruling", ruling="cover vault")
    assert not Line(player, table, "player1").view["map"]
    assert player.http.get(address).status_code == 404
    assert Line(host, table, "gm").view["map"]["id"] == "map-whole"


def test_a_picture_that_is_deleted_stays_with_the_fights_that_began_with_it(host: Browser) -> None:
    stage = Stage(host)
    for thing in ok(host.http.get(f"{stage.url}/things")):
        ok(host.post(f"{stage.url}/things/{thing['id']}/delete", {}))
    for id in (stage.map, stage.hero, stage.hog):
        ok(host.post(f"{stage.url}/pictures/{id}/delete", {}))
    assert listed(stage) == []
    assert stage.get(stage.player, "player1", stage.hero).status_code == 200
    assert has(stage.seen_map(), GREEN)
    assert set(replayed(stage, "player1", stage.player)["pictures"]) == {"map-", stage.hero}
    copied = ok(host.post(f"{stage.url}/copy", {"name": "Again"}))["id"]
    assert ok(host.http.get(f"/api/campaigns/{copied}/pictures")) == []
    again = ok(send(stage, coloured("white")))
    assert (again["id"], again["use"]) == (stage.hero, "portrait") and listed(stage) == [stage.hero]


def test_everything_goes_into_a_pack_and_comes_out_of_it(host: Browser) -> None:
    stage = Stage(host)
    raw = host.http.get(f"{stage.url}/export").content
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        names = [name for name in packed.namelist() if name.startswith("pictures/")]
    assert sorted(names) == sorted([f"pictures/{id}.jpg" for id in (stage.map, stage.hog, stage.hero)])
    new = HostCampaign(host, "New")
    reply = host.http.post(f"{new.url}/import", content=raw, headers={"X-Fracas": "1"}, timeout=120)
    assert reply.status_code == 200, reply.text
    assert [one["faults"] for one in ok(host.http.get(f"{new.url}/things"))] == [0, 0, 0]
    assert len(listed(new)) == 3
    again = host.http.post(f"{new.url}/import?replace=true", content=host.http.get(f"{new.url}/export").content)
    assert again.status_code == 200 and len(listed(new)) == 3, "the same bytes are not read again"


def test_a_pack_with_a_broken_picture_changes_nothing(host: Browser) -> None:
    campaign = HostCampaign(host)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("notes.toml", '[note.one]\nname = "One"\n')
        packed.writestr(f"pictures/{'cd' * 32}.png", picture()[:50])
    reply = host.http.post(f"{campaign.url}/import", content=out.getvalue())
    assert reply.status_code == 422 and "cdcd" in reply.json()["problems"][0]["at"]
    assert campaign.names() == [] and listed(campaign) == []


def test_masked_pictures_are_made_once_and_kept_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []

    async def masked(self: SeenPictures, campaign: str, hung: Hung, board: Grid, ground: Ground) -> Held:
        made.append(ground.covered)
        await asyncio.sleep(0)
        return Held("image/jpeg", 1, 1, b"x" * 40)

    async def ask(seen: SeenPictures) -> None:
        board: Any = None
        for squares in ((1,), (1,), (2,), (3,), (1,)):
            name = str(squares)
            one = seen._of_ground("t", "c", name, Hung(), board, Ground(2, 2, squares))
            other = seen._of_ground("t", "c", name, Hung(), board, Ground(2, 2, squares))
            await asyncio.gather(one, other)

    monkeypatch.setattr(SeenPictures, "masked", masked)
    monkeypatch.setattr(seen_pictures, "MOST_MASKED", 100)
    nobody: Any = None
    asyncio.run(ask(SeenPictures(nobody)))
    assert made == [(1,), (2,), (3,), (1,)]
