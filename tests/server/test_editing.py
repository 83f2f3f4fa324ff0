"""Drawing encounters: what a page draws with, what it is told of a draft, maps out of files, and trials."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, insert, update
from tests.server.hostile_files import picture
from tests.server.house import Browser, House
from tests.server.test_campaigns import HOG, HostCampaign, ok, yard

from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server.editing import kit_of, scene_of
from fracas.server.editing_routes import edge_name
from fracas.server.hall import Hall
from fracas.server.homebrew import Entry, text_of
from fracas.server.library import MOST_BODY, Gone
from fracas.server.packs import pack
from fracas.server.reading.child import Held
from fracas.server.seen_pictures import SeenPictures
from fracas.server.tables import PRESENCE, TABLES
from fracas.server.trials import begin_trial
from fracas.server.workshop import Workshop, row_of

Data = dict[str, Any]
MAPS = Path(__file__).parent / "maps"


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()


@pytest.fixture
def campaign(host: Browser) -> HostCampaign:
    return HostCampaign(host)


def scene(campaign: HostCampaign, data: Data, ruleset: str = "crisis_mode") -> httpx.Response:
    return campaign.host.post(
        f"{campaign.url}/scene", {"kind": "scenario", "ruleset": ruleset, "key": "yard", "data": data}
    )


def send(campaign: HostCampaign, raw: bytes) -> httpx.Response:
    return campaign.host.http.post(f"{campaign.url}/maps", content=raw)


@pytest.mark.parametrize("odd", [[None], 1.5, {"deep": [1, [None]]}])
@pytest.mark.parametrize("door", ["try", "scene"])
def test_what_no_file_can_say_is_refused_in_words(campaign: HostCampaign, door: str, odd: object) -> None:
    body = {"kind": "scenario", "ruleset": "crisis_mode", "key": "yard", "data": {"notes": odd}}
    reply = campaign.host.post(f"{campaign.url}/{door}", body)
    assert reply.status_code in (400, 422) and "expected" in reply.json()["error"], reply.text


# -------------------------------------------------------------------- what is drawn with


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_game_has_a_kit_that_follows_from_its_content(id: str) -> None:
    ruleset = load_ruleset(id)
    kit = kit_of(ruleset)
    glyphs = [one["glyph"] for one in kit.terrains]
    assert kit.floor in glyphs
    assert len(glyphs) == len(set(glyphs))
    assert [one.kind for one in kit.people] == ruleset.content.people()
    assert all([one.size >= 1 and one.icon for one in kit.people])
    for plan in ruleset.content.scenarios:
        assert scene_of(ruleset, plan).trouble == ""


def test_rows_that_begin_with_squares_or_places_are_found_by_what_stands_in_them() -> None:
    rows = {one.key: one for one in kit_of(load_ruleset("phases_of_play")).rows}
    assert {key: one.spots for key, one in rows.items()} == {"links": 2, "zones": 1, "lights": 1}
    assert "fire" in [word.key for word in rows["zones"].columns[0]]
    assert [word.key for word in rows["lights"].columns[0]] == ["bright", "dim"]
    assert kit_of(load_ruleset("crisis_mode")).rows == []


def test_a_kit_has_the_campaigns_own_people(campaign: HostCampaign) -> None:
    campaign.make("creature", HOG)
    kit = ok(campaign.host.http.get(f"{campaign.url}/kit/crisis_mode"))
    hog = next(one for one in kit["people"] if one["kind"] == "mud-hog")
    assert (hog["name"], hog["icon"], hog["own"]) == ("Mud hog", "boar", True)
    assert campaign.host.http.get(f"{campaign.url}/kit/nosuchgame").status_code == 404
    assert campaign.host.http.get("/api/campaigns/nowhere/kit/crisis_mode").status_code == 404


# -------------------------------------------------------------------- drafts


def test_a_draft_is_told_its_faults_or_how_it_would_begin(campaign: HostCampaign) -> None:
    campaign.make("creature", HOG)
    sound = {**yard(campaign.host), "ground": [{"thing": "spear", "at": "c2"}]}
    found = ok(scene(campaign, sound))
    assert found["problems"] == []
    assert [one["at"] for one in found["scene"]["lying"]] == ["c2"]
    wrong = {**sound, "edges": {"a1|c1": "door"}, "ground": [{"thing": "spear", "at": "z9"}]}
    found = ok(scene(campaign, wrong))
    assert found["scene"] is None
    assert {one["at"] for one in found["problems"]} == {"edges.a1|c1", "ground[0].at"}
    assert campaign.names() == ["Mud hog"], "nothing is kept"


def test_a_map_of_a_million_squares_and_a_hundred_faults_are_refused_quickly(campaign: HostCampaign) -> None:
    sound = yard(campaign.host)
    began = time.monotonic()
    large = scene(campaign, {**sound, "map": "\n".join(["." * 1000] * 1000)})
    assert (large.status_code, large.json()["error"]) == (413, "at most 300000 bytes")
    wide = ok(scene(campaign, {**sound, "map": "\n".join(["." * 240] * 200)}))
    assert [one["at"] for one in wide["problems"]] == ["place[0].creature", "map"]
    assert "200 columns" in wide["problems"][1]["expected"]
    many = {**sound, "edges": {f"a{row}|c{row}": "door" for row in range(1, 150)}}
    assert len(ok(scene(campaign, many))["problems"]) >= 100
    huge = scene(campaign, {**sound, "rank": 10**30})
    assert huge.status_code in (200, 400, 422)
    assert huge.status_code != 200 or huge.json()["problems"]
    assert time.monotonic() - began < 10


# -------------------------------------------------------------------- maps out of files


def test_both_samples_become_squares_edges_and_a_picture(campaign: HostCampaign) -> None:
    rooms = ok(send(campaign, (MAPS / "two-rooms.dd2vtt").read_bytes()))
    assert "door" in rooms["edges"].values()
    cave = ok(send(campaign, (MAPS / "cave.uvtt").read_bytes()))
    for found in (rooms, cave):
        assert found["columns"] > 1 and found["rows"] > 1 and found["edges"]
        assert found["told"], "what is left out is told"
        data = {
            **yard(campaign.host),
            "map": "\n".join(["." * found["columns"]] * found["rows"]),
            "edges": found["edges"],
        }
        problems = ok(scene(campaign, data))["problems"]
        assert [one["at"] for one in problems if one["at"].startswith(("edges", "map"))] == []
        picture = found["picture"]
        if picture is not None:
            kept = campaign.host.http.get(f"{campaign.url}/pictures/{picture['id']}")
            assert (kept.status_code, kept.headers["content-type"]) == (200, picture["type"])


def walled(every: int) -> bytes:
    """A map of 200 x 200 squares with a line along every so many rows and columns."""
    lines = [[{"x": 0, "y": n}, {"x": 200, "y": n}] for n in range(1, 200, every)]
    lines += [[{"x": n, "y": 0}, {"x": n, "y": 200}] for n in range(1, 200, every)]
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 200, "y": 200}, "pixels_per_grid": 10}
    return json.dumps({"format": 0.3, "resolution": size, "line_of_sight": lines}).encode()


def test_a_large_map_fits_with_its_walls_or_it_is_told_how_many_would(campaign: HostCampaign) -> None:
    found = ok(send(campaign, walled(80)))
    assert len(found["edges"]) > 1000
    data = {**yard(campaign.host), "map": "\n".join(["." * 200] * 200), "edges": found["edges"]}
    people = [{**one, "at": at} for one, at in zip(data["place"], ("a1", "c1"), strict=True)]
    campaign.make("creature", HOG)
    made = campaign.make("scenario", {**data, "place": people})
    assert made["problems"] == [] and len(made["body"]) < MOST_BODY
    refused = send(campaign, walled(2))
    assert refused.status_code == 422 and "at most about" in refused.json()["error"], refused.text


def test_edges_are_named_as_content_files_name_them() -> None:
    assert edge_name(2, 2, "right") == "c3|d3"
    assert edge_name(25, 0, "right") == "z1|aa1"
    assert edge_name(2, 2, "below") == "c3|c4"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", "an empty file"),
        (b"\x89PNG\r\n\x1a\n", "expected a map in the Universal VTT form"),
        (b'{"resolution": {"map_size": {"x": 1000, "y": 1000}}}', "at most 200 x 200 squares"),
        (b'{"resolution": {"map_size": {"x": 1e999, "y": 3}}}', "a number of squares"),
        (b'{"resolution": {"map_size": {"x": 3, "y": 3}}, "image": "!!!"}', "a picture as base64"),
        (b'{"resolution": ' * 2, "form, whole"),
    ],
)
def test_a_file_that_is_no_map_is_refused_in_words(campaign: HostCampaign, raw: bytes, expected: str) -> None:
    reply = send(campaign, raw)
    assert reply.status_code == 422, reply.text
    assert expected in reply.json()["error"]
    assert ok(campaign.host.http.get(f"{campaign.url}/pictures")) == []


def test_a_file_has_at_most_32_megabytes_and_no_end_of_lists_hangs_it(campaign: HostCampaign) -> None:
    assert send(campaign, b" " * 32_000_001).status_code == 413
    began = time.monotonic()
    assert send(campaign, b"[" * 2_000_000).status_code == 422
    assert time.monotonic() - began < 30
    small = json.dumps({"resolution": {"map_size": {"x": 4, "y": 3}}, "line_of_sight": []}).encode()
    assert ok(send(campaign, small))["picture"] is None
    assert campaign.host.http.post("/api/campaigns/nowhere/maps", content=small).status_code == 404


# -------------------------------------------------------------------- trials


def encounter(campaign: HostCampaign) -> Data:
    campaign.make("creature", HOG)
    made = campaign.make("scenario", yard(campaign.host))
    assert made["faults"] == 0, made["problems"]
    return made


def test_a_trial_has_begun_with_bots_and_stands_in_no_list(campaign: HostCampaign) -> None:
    made = encounter(campaign)
    url = ok(campaign.host.post(f"{campaign.url}/things/{made['id']}/trial", {}))["url"]
    table = url.split("/")[2]
    line = campaign.host.sit(table, "gm")
    assert line.room["started"] is True
    assert line.welcome["title"] == "Trial: The yard"
    assert table not in [one["table"] for one in ok(campaign.host.http.get("/api/tables"))]
    assert ok(campaign.host.http.get(f"{campaign.url}/tables")) == []


def test_one_side_of_a_trial_can_be_ones_own(campaign: HostCampaign) -> None:
    made = encounter(campaign)
    address = f"{campaign.url}/things/{made['id']}/trial"
    assert campaign.host.post(address, {"side": "heroes"}).status_code == 200
    assert campaign.host.post(address, {"side": "nobody"}).status_code == 422


def test_drafts_and_other_things_cannot_be_tried(campaign: HostCampaign) -> None:
    draft = campaign.make("scenario", {**yard(campaign.host), "map": "?"})
    assert campaign.host.post(f"{campaign.url}/things/{draft['id']}/trial", {}).status_code == 422
    note = campaign.make("note", {"title": "x", "text": "y"}, ruleset="")
    assert campaign.host.post(f"{campaign.url}/things/{note['id']}/trial", {}).status_code == 422


def test_a_game_laid_out_between_a_save_and_its_faults_is_laid_out_once_more(tmp_path: Path) -> None:
    """A draft is mended, and before its faults are counted again somebody looks at the kit."""

    async def play() -> str:
        hall = Hall(tmp_path, "http://127.0.0.1:1")
        shop = hall.workshop
        campaign = (await shop.ask(shop.library.make_campaign, "Home"))["id"]
        plan: Any = next(iter(load_ruleset("crisis_mode").content.tables["scenario"].values()))
        draft = await shop.make(campaign, "scenario", "crisis_mode", "yard", {**plan, "map": "?"})
        assert draft["faults"]
        values = row_of(Entry("scenario", "yard", dict(plan)))
        await shop.ask(shop.library.save_thing, campaign, draft["id"], draft["version"], values)
        assert "yard" not in (await shop.ruleset(campaign, "crisis_mode")).content.scenarios
        await shop.recount(campaign, "crisis_mode")
        _, one = await shop.encounter(campaign, draft["id"])
        hall.close()
        return str(one["key"])

    assert asyncio.run(play()) == "yard"


class Interrupted(Workshop):
    """Somebody else does something between two steps of this one."""

    meanwhile: list[Callable[[], Awaitable[object]]]

    async def _held(self, campaign: str) -> dict[str, str]:
        held = await super()._held(campaign)
        while self.meanwhile:
            await self.meanwhile.pop()()
        return held

    async def _read_pictures(self, campaign: str, raw: bytes, entries: list[Entry]) -> dict[str, tuple[Held, str]]:
        found = await super()._read_pictures(campaign, raw, entries)
        while self.meanwhile:
            await self.meanwhile.pop()()
        return found


def interrupted(tmp_path: Path) -> tuple[Hall, Interrupted]:
    hall = Hall(tmp_path, "http://127.0.0.1:1")
    shop = Interrupted(hall.store)
    shop.meanwhile = []
    return hall, shop


def test_faults_that_were_counted_before_somebody_else_saved_are_counted_again(tmp_path: Path) -> None:
    """A scenario is saved while its creature is missing, and before that is noted somebody adds the creature."""

    async def play() -> int:
        hall, shop = interrupted(tmp_path)
        campaign = (await shop.ask(shop.library.make_campaign, "Home"))["id"]
        plan: Any = next(iter(load_ruleset("crisis_mode").content.tables["scenario"].values()))
        people = [*plan["place"][:-1], {**plan["place"][-1], "creature": "mud-hog"}]
        shop.meanwhile = [lambda: hall.workshop.make(campaign, "creature", "crisis_mode", "mud-hog", HOG)]
        made = await shop.make(campaign, "scenario", "crisis_mode", "yard", {**plan, "place": people})
        assert made["faults"] == 0
        rows = {one["key"]: one["faults"] for one in await shop.ask(shop.library.things, campaign)}
        hall.close()
        return int(rows["yard"])

    assert asyncio.run(play()) == 0


def test_a_pack_that_comes_to_nothing_takes_nobody_elses_picture_along(tmp_path: Path) -> None:
    async def play() -> tuple[list[str], str]:
        hall, shop = interrupted(tmp_path)
        campaign = (await shop.ask(shop.library.make_campaign, "Home"))["id"]
        raw = (await shop.reader.picture(picture(), "portrait")).data
        id = hashlib.sha256(raw).hexdigest()
        hog = {**HOG, "portrait": id}
        packed = pack({"crisis_mode.toml": text_of(Entry("creature", "mud-hog", hog)), f"pictures/{id}.jpg": raw})
        # The picture is encoded once more, so it has another id here.
        held = await shop.reader.picture(raw, "portrait")

        async def meanwhile() -> None:
            await hall.workshop.keep_read_picture(campaign, held, "portrait")
            await hall.workshop.make(campaign, "creature", "crisis_mode", "mud-hog", HOG)

        shop.meanwhile = [meanwhile]
        with pytest.raises(Invalid):
            await shop.bring(campaign, packed, "crisis_mode", False)
        left = [one["id"] for one in await shop.ask(shop.gallery.all, campaign)]
        hall.close()
        return left, hashlib.sha256(held.data).hexdigest()

    left, theirs = asyncio.run(play())
    assert left == [theirs]


def test_a_name_that_no_picture_of_a_map_has_takes_no_turn_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        hall = Hall(tmp_path, "http://127.0.0.1:1")
        room = await hall.start_scenario("crisis_mode", "ambush", {}, 1)
        async with room.lock:
            for name in ("map-", "map-x", "map-whole", f"map-{'0' * 31}", f"map-{'0' * 32}"):
                with pytest.raises(Gone):
                    await asyncio.wait_for(SeenPictures(hall.workshop).for_seat(room, "", "player1", name), 30)
        hall.close()

    asyncio.run(play())


def test_a_trial_is_gone_some_time_after_it_was_left(tmp_path: Path) -> None:
    async def play() -> tuple[list[str], str, str, str]:
        hall = Hall(tmp_path, "http://127.0.0.1:1")
        shop = hall.workshop
        campaign = (await shop.ask(shop.library.make_campaign, "Home"))["id"]
        plan: Any = next(iter(load_ruleset("crisis_mode").content.tables["scenario"].values()))
        thing = (await shop.make(campaign, "scenario", "crisis_mode", "", dict(plan)))["id"]
        old = (await begin_trial(hall, campaign, thing, "", {})).id
        watched = (await begin_trial(hall, campaign, thing, "", {})).id
        late = (await begin_trial(hall, campaign, thing, "", {})).id
        assert set(hall.store.table_ids()) == {old, watched, late}, "somebody may still be on the way to it"
        hall.let_go(0)

        def long_ago(db: Connection) -> None:
            db.execute(update(TABLES).where(TABLES.c.id.in_([old, watched])).values(changed=1))
            db.execute(insert(PRESENCE).values(server=7, table_id=watched, seat="gm", tabs=1))

        await hall.store.run(hall.store.transact, long_ago)
        new = (await begin_trial(hall, campaign, thing, "heroes", {})).id
        left = hall.store.table_ids()
        hall.close()
        return left, watched, late, new

    left, watched, late, new = asyncio.run(play())
    assert sorted(left) == sorted([watched, late, new]), "one of them somebody watches at another server"
