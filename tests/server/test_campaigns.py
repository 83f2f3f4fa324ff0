"""Campaigns: what a GM keeps is kept, checked, brought back, exported and played with, and is nobody else's."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
import tomllib
import warnings
import zipfile
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.house import Browser, House, Line

from fracas.engine.errors import Invalid
from fracas.server.homebrew import Entry, text_of
from fracas.server.packs import pictures_in_pack, read_file, unpack

Data = dict[str, Any]
OWN = ("/api/campaigns", "/api/built-in", "/api/forms", "/api/c/")
"""Where the routes of campaigns begin: the host's, and those of a player's link."""
HOG: Data = {
    "name": "Mud hog",
    "icon": "boar",
    "text": "All bristle and bad temper.",
    "build": "small",
    "brawn": 5,
    "finesse": 6,
    "savvy": 2,
    "nerve": 6,
    "weapons": ["talons"],
}
YARD: Data = {
    "title": "The yard",
    "description": "A hog in a yard.",
    "notes": "CANARYNOTE",
    "map": "A....\n.....\n....B",
    "place": [
        {"creature": "mud-hog", "at": "B", "side": "foes"},
        {"creature": "squire", "at": "A", "side": "heroes", "seat": "player1"},
    ],
}


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()


def ok(reply: httpx.Response) -> Any:
    assert reply.status_code == 200, reply.text
    return reply.json()


class HostCampaign:
    """A fresh campaign of the host."""

    def __init__(self, host: Browser, name: str = "Home") -> None:
        self.host = host
        self.id: str = ok(host.post("/api/campaigns", {"name": name}))["id"]
        self.url = f"/api/campaigns/{self.id}"

    def make(self, kind: str, data: Data, ruleset: str = "crisis_mode", key: str = "") -> Data:
        body = {"kind": kind, "ruleset": ruleset, "key": key, "data": data}
        made: Data = ok(self.host.post(f"{self.url}/things", body))
        return made

    def save(self, thing: Data, **changes: Any) -> httpx.Response:
        return self.host.post(f"{self.url}/things/{thing['id']}", {"version": thing["version"], **changes})

    def names(self, **query: str) -> list[str]:
        return [one["name"] for one in ok(self.host.http.get(f"{self.url}/things", params=query))]


def first_kind(host: Browser) -> str:
    return str(ok(host.http.get("/api/built-in/crisis_mode", params={"kind": "creature"}))[0]["key"])


def yard(host: Browser) -> Data:
    people = [YARD["place"][0], {**YARD["place"][1], "creature": first_kind(host)}]
    return {**YARD, "place": people}


def test_players_look_up_nothing_that_only_the_hidden_have(host: Browser) -> None:
    campaign = HostCampaign(host)
    belt = {"name": "Zqk belt", "icon": "belt-buckles", "text": "Secret.", "kind": "worn", "slot": "waist", "brawn": 1}
    campaign.make("item", belt, key="zqkbelt")
    campaign.make("creature", HOG, key="mud-hog")
    campaign.make("creature", {**HOG, "name": "Night hog", "items": ["zqkbelt"]}, key="night-hog")
    plan = yard(host)
    lurking = {"creature": "night-hog", "at": "C", "side": "foes", "hidden": True}
    thing = campaign.make("scenario", {**plan, "map": "A....\n.....\nC...B", "place": [*plan["place"], lurking]})
    table = ok(host.post("/api/tables", {"campaign": campaign.id, "thing": thing["id"], "seed": 1}))["table"]
    gm = host.sit(table, "gm")
    player, watcher = gm.link("player1").sit(table, "player1"), gm.link("watch").sit(table, "watch")
    assert [one["name"] for one in gm.do("what", name="zqk")["entries"]] == ["Zqk belt"]
    for line in (player, watcher):
        asked = line.ask("what", name="zqk")
        assert asked["type"] == "error" and "belt" not in asked["message"]


def test_a_campaign_is_made_renamed_archived_copied_deleted_and_brought_back(host: Browser) -> None:
    campaign = HostCampaign(host)
    campaign.make("creature", HOG)
    assert ok(host.post(campaign.url, {"name": "Away", "archived": True}))["archived"]
    other = ok(host.post(f"{campaign.url}/copy", {"name": "Again"}))
    things = ok(host.http.get(f"/api/campaigns/{other['id']}/things"))
    assert [one["name"] for one in things] == ["Mud hog"]
    assert ok(host.post(f"{campaign.url}/delete", {}))["deleted"]
    assert host.post(f"{campaign.url}/things", {"kind": "note", "data": {"name": "x"}}).status_code == 404
    found = {one["id"]: one for one in ok(host.http.get("/api/campaigns"))}
    assert found[campaign.id]["deleted"] and found[campaign.id]["name"] == "Away" and found[other["id"]]["things"] == 1
    assert not ok(host.post(f"{campaign.url}/undelete", {}))["deleted"]
    ids = [one["id"] for one in ok(host.post("/api/campaigns/order", {"ids": [other["id"], campaign.id]}))]
    assert ids.index(other["id"]) < ids.index(campaign.id)


def test_a_thing_is_the_toml_of_one_entry(host: Browser) -> None:
    campaign = HostCampaign(host)
    made = campaign.make("creature", HOG)
    assert (made["key"], made["faults"]) == ("mud-hog", 0)
    assert tomllib.loads(made["body"]) == {"creature": {"mud-hog": HOG}}
    file = host.http.get(f"{campaign.url}/things/{made['id']}/export")
    assert file.text == made["body"] and "mud-hog.toml" in file.headers["content-disposition"]
    typed = '[creature.mud-hog]\nname = "Mire hog"\n# mine\n' + made["body"].partition("\n")[2].partition("\n")[2]
    saved = ok(campaign.save(made, body=typed))
    assert saved["body"] == typed and saved["name"] == "Mire hog" and saved["data"]["brawn"] == 5


def test_what_is_wrong_is_kept_and_told_at_its_field_all_at_once(host: Browser) -> None:
    campaign = HostCampaign(host)
    wrong = {**HOG, "brawn": 99, "weapons": ["talons", "tallons"], "hue": "brown"}
    del wrong["nerve"]
    draft = campaign.make("creature", wrong)
    told = {one["at"]: one["expected"] for one in draft["problems"]}
    assert told["brawn"] == "a whole number from 1 to 20"
    assert told["nerve"].endswith("(required)") and "key" in told["hue"]
    assert draft["data"] == wrong, "a draft is not lost"
    sound = {**HOG, "weapons": ["talons", "tallons"]}
    again = ok(campaign.save(draft, data=sound))
    assert [one["at"] for one in again["problems"]] == ["weapons[1]"] and "talons" in again["problems"][0]["expected"]
    assert ok(campaign.save(again, data=HOG))["problems"] == []


def test_a_text_that_cannot_be_read_is_kept_as_it_is(host: Browser) -> None:
    campaign = HostCampaign(host)
    made = campaign.make("creature", HOG)
    broken = ok(campaign.save(made, body="[creature.mud-hog\nname = "))
    assert broken["data"] is None and broken["faults"] == 1 and "valid TOML" in broken["problems"][0]["expected"]
    assert ok(host.http.get(f"{campaign.url}/things/{made['id']}"))["body"] == "[creature.mud-hog\nname = "


def test_trying_keeps_nothing(host: Browser) -> None:
    campaign = HostCampaign(host)
    body = {"kind": "creature", "ruleset": "crisis_mode", "data": {**HOG, "brawn": 0}}
    assert [one["at"] for one in ok(host.post(f"{campaign.url}/try", body))["problems"]] == ["brawn"]
    assert campaign.names() == []


def test_somebody_who_is_tried_has_the_icon_they_would_have_in_play(host: Browser) -> None:
    body = {"kind": "creature", "ruleset": "crisis_mode", "data": {**HOG, "icon": "boar"}}
    card = ok(host.post(f"{HostCampaign(host).url}/try", body))["sample"]["card"]
    assert (card["name"], card["icon"]) == (HOG["name"], "boar")


def test_things_hang_on_each_other(host: Browser) -> None:
    """A creature with a weapon of one's own has a fault once that is gone, and none when it is back."""
    campaign = HostCampaign(host)
    tusk = {"name": "Tusk", "categories": ["natural"], "check": "brawn", "min_one": 1, "damage": "1d6", "reach_high": 1}
    weapon = campaign.make("weapon", tusk)
    hog = campaign.make("creature", {**HOG, "weapons": ["tusk"]})
    assert (weapon["faults"], hog["faults"]) == (0, 0), (weapon, hog)
    host.post(f"{campaign.url}/things/{weapon['id']}/delete", {})
    assert [one["faults"] for one in ok(host.http.get(f"{campaign.url}/things"))] == [1]
    ok(host.post(f"{campaign.url}/things/{weapon['id']}/undelete", {}))
    assert [one["faults"] for one in ok(host.http.get(f"{campaign.url}/things"))] == [0, 0]


def test_a_key_is_taken_once_and_comes_back_only_where_it_is_free(host: Browser) -> None:
    campaign = HostCampaign(host)
    first = campaign.make("creature", HOG)
    assert campaign.make("creature", HOG)["key"] == "mud-hog-2"
    body = {"kind": "creature", "ruleset": "crisis_mode", "key": "mud-hog", "data": HOG}
    assert host.post(f"{campaign.url}/things", body).status_code == 422
    ok(host.post(f"{campaign.url}/things/{first['id']}/delete", {}))
    assert campaign.names(deleted="true") == ["Mud hog"]
    ok(host.post(f"{campaign.url}/things", body))
    assert "nothing else of its kind" in host.post(f"{campaign.url}/things/{first['id']}/undelete", {}).json()["error"]


def test_of_two_who_save_at_once_neither_is_lost(host: Browser) -> None:
    campaign = HostCampaign(host)
    made = campaign.make("note", {"name": "Plan", "text": "one"}, ruleset="")
    replies: list[int] = []

    def save(text: str) -> None:
        replies.append(campaign.save(made, data={"name": "Plan", "text": text}).status_code)

    threads = [threading.Thread(target=save, args=(f"text {n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(replies) == [200, 409, 409, 409, 409, 409]


def test_lists_are_searched_and_put_in_order(host: Browser) -> None:
    campaign = HostCampaign(host)
    made = [campaign.make("note", {"name": name, "text": ""}, ruleset="") for name in ("Ash", "Birch", "Cedar bark")]
    assert campaign.names(find="BARK ced") == ["Cedar bark"] and campaign.names(kind="creature") == []
    ok(host.post(f"{campaign.url}/things/order", {"ids": [made[2]["id"], made[0]["id"], made[1]["id"]]}))
    assert campaign.names() == ["Cedar bark", "Ash", "Birch"]
    assert ok(host.post(f"{campaign.url}/things/{made[0]['id']}/copy", {}))["name"] == "Ash (copy)"


def test_what_is_built_in_can_be_looked_up(host: Browser) -> None:
    found = ok(host.http.get("/api/built-in/crisis_mode", params={"kind": "weapon", "find": "tal"}))
    assert "talons" in [one["key"] for one in found]
    whole = ok(host.http.get("/api/built-in/crisis_mode/weapon/talons"))
    assert tomllib.loads(whole["body"])["weapon"]["talons"] == whole["data"]
    assert host.http.get("/api/built-in/crisis_mode/weapon/nothing").status_code == 404


def test_a_pack_goes_out_and_comes_in(host: Browser) -> None:
    campaign, other = HostCampaign(host), HostCampaign(host)
    campaign.make("creature", HOG)
    campaign.make("scenario", yard(host))
    campaign.make("note", {"name": "Secret", "text": "two\nlines"}, ruleset="")
    raw = host.http.get(f"{campaign.url}/export").content
    assert sorted(zipfile.ZipFile(io.BytesIO(raw)).namelist()) == ["crisis_mode.toml", "notes.toml"]
    brought = ok(host.http.post(f"{other.url}/import", content=raw))
    assert sorted(other.names()) == ["Mud hog", "Secret", "The yard"]
    assert [one["faults"] for one in ok(host.http.get(f"{other.url}/things"))] == [0, 0, 0]
    assert len(brought["things"]) == 3
    twice = host.http.post(f"{other.url}/import", content=raw)
    assert twice.status_code == 422 and len(twice.json()["problems"]) == 3 and len(other.names()) == 3
    ok(host.http.post(f"{other.url}/import", params={"replace": "true"}, content=raw))
    assert len(other.names()) == 3
    ids = [one["id"] for one in ok(host.http.get(f"{other.url}/things"))]
    assert host.post(f"{other.url}/export", {"things": ids[:1]}).headers["content-type"].startswith("application/toml")


def test_a_pack_with_a_hundred_faults_is_refused_and_all_of_them_are_told(host: Browser) -> None:
    campaign = HostCampaign(host)
    rows = [f'[creature.hog-{n}]\nname = "Hog {n}"\nbrawn = 99' for n in range(25)]
    reply = host.http.post(f"{campaign.url}/import", content="\n".join(rows).encode())
    assert reply.status_code == 422 and len(reply.json()["problems"]) >= 100
    assert "file: creature.hog-0.brawn" in [one["at"] for one in reply.json()["problems"]]
    assert campaign.names() == []
    for raw in (b"\xff\xfe", b"PK\x03\x04 and then nothing", b"", b"x = " + b"9" * 10_000, b"a." * 5000 + b"b = 1"):
        assert host.http.post(f"{campaign.url}/import", content=raw).status_code == 422, raw[:20]


def test_a_pack_and_a_file_may_be_as_other_programs_leave_them(host: Browser) -> None:
    """With what a Mac puts beside the files, and with the mark that editors on Windows begin a text with."""
    campaign, out = HostCampaign(host), io.BytesIO()
    note = text_of(Entry("note", "secret", {"name": "Secret", "text": "x"})).encode()
    with zipfile.ZipFile(out, "w") as packed:
        for name, raw in {"__MACOSX/mine/._a.toml": b"\0\5", "mine/._b.toml": b"\0\5", "mine/a.toml": note}.items():
            packed.writestr(name, raw)
    ok(host.http.post(f"{campaign.url}/import", content=out.getvalue()))
    ok(host.http.post(f"{campaign.url}/import", content=BOM_UTF8 + note.replace(b"secret", b"other")))
    assert campaign.names() == ["Secret", "Secret"]
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    assert "0 TOML files" in host.http.post(f"{campaign.url}/import", content=empty.getvalue()).text


def test_names_of_all_sorts(host: Browser) -> None:
    campaign = HostCampaign(host)
    for name in ("Émile 🧙\u200d♀️", "שלום עולם", "</script><script>alert(1)</script>"):
        made = campaign.make("creature", {**HOG, "name": name})
        assert (made["name"], made["problems"]) == (name, [])
    turned = campaign.make("creature", {**HOG, "name": "\u202eexe.png"})
    assert [one["at"] for one in turned["problems"]] == ["name"]
    for path in ("/api/campaigns", f"{campaign.url}/players"):
        refused = host.post(path, {"name": "  "})
        assert refused.status_code == 422 and "blank" in refused.text
    accented = ok(host.post("/api/campaigns", {"name": "Émile"}))["id"]
    assert 'filename="emile.zip"' in host.http.get(f"/api/campaigns/{accented}/export").headers["content-disposition"]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("x = 5\n{hog}", ["x"]),
        ("{hog}[burrow]\n", ["burrow"]),
        ("{hog}[creature]\nz = 4\n", ["creature.z"]),
        ("[[creature]]\n", ["creature"]),
        ("[creature]\n", [""]),
        ("{hog}[creature.b]\nname = 10000000\n[weapon]\nz = 4\n", ["creature.b.name", "weapon.z"]),
    ],
)
def test_what_is_no_entry_is_told_and_never_dropped(text: str, keys: list[str]) -> None:
    raw = text.replace("{hog}", text_of(Entry("creature", "mud-hog", HOG))).encode()
    for game in ("crisis_mode", ""):
        told = [wrong.key for wrong in read_file("file", raw, game)[2]]
        assert [key for key in told if key in keys] == keys


def test_a_bomb_of_a_pack_is_refused(host: Browser) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for n in range(40):
            packed.writestr(f"{n}.toml", b"#" * 1_000_000)
    reply = host.http.post(f"{HostCampaign(host).url}/import", content=out.getvalue())
    assert reply.status_code == 422 and "at most 16000000 bytes" in reply.text


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("name", ["a.toml", f"pictures/{'0' * 64}.jpg"])
def test_a_damaged_pack_is_refused_however_it_was_packed(how: int, name: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as packed:
        packed.writestr(name, bytes(range(256)) * 20)
    raw = bytearray(out.getvalue())
    raw[30 + len(name) : 70 + len(name)] = b"\xff" * 40
    with pytest.raises(Invalid, match="a damaged pack"):
        unpack(bytes(raw)) if name.endswith("toml") else pictures_in_pack(bytes(raw))


NAMES = ["../../up.toml", "/etc/root.toml", "C:\\drive.toml", "\\\\host\\unc.toml", "a.toml", "A.toml", "a.toml"]
"""Names by which a pack would write where it should not, if anything wrote it."""


def hostile_pack() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed, warnings.catch_warnings(action="ignore"):
        for name in NAMES:
            packed.writestr(zipfile.ZipInfo(name), b"[note.x]")
        link = zipfile.ZipInfo("link.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "/etc/passwd")
        packed.writestr(f"pictures/../../{'0' * 64}.png", b"x")
    return out.getvalue()


def written_by(work: Callable[[], object]) -> list[str]:
    """The files that something makes or opens to write."""
    made: list[str] = []
    watching = [True]

    def hear(event: str, args: tuple[Any, ...]) -> None:
        if not watching[0]:
            return
        writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes or event in ("os.mkdir", "os.symlink", "os.link", "os.rename"):
            made.append(str(args[0]))

    sys.addaudithook(hear)
    try:
        work()
    finally:
        watching[0] = False
    return made


@pytest.mark.sqlite
def test_h7_a_pack_writes_no_file_whatever_its_names_are(tmp_path: Path) -> None:
    raw = hostile_pack()
    found: list[tuple[str, bytes]] = []
    assert written_by(lambda: found.extend(unpack(raw))) == []
    assert (b"/etc/passwd" in [text for _, text in found]) and len(found) >= len(NAMES), "a link is only a text"
    assert written_by(lambda: pictures_in_pack(raw)) == [] and pictures_in_pack(raw) == []
    # And what would write is noticed.
    assert written_by(lambda: zipfile.ZipFile(io.BytesIO(raw)).extract("a.toml", tmp_path))


def test_a_table_is_started_from_ones_own_encounter(host: Browser, house: House) -> None:
    campaign = HostCampaign(host)
    hog = campaign.make("creature", HOG)
    plan = campaign.make("scenario", yard(host))
    assert plan["problems"] == []
    reply = ok(host.post("/api/tables", {"campaign": campaign.id, "thing": plan["id"], "seed": 1}))
    gm = Line(host, reply["table"], "gm")
    gm.ask("start")
    names = [one["name"] for one in gm.view["rail"]["rows"]]
    assert "Mud hog" in names, names
    # What was begun goes on as it was begun, whatever becomes of the thing.
    ok(campaign.save(hog, data={**HOG, "name": "Other hog"}))
    again = Line(host, reply["table"], "gm")
    assert "Mud hog" in [one["name"] for one in again.view["rail"]["rows"]]
    ok(campaign.save(plan, data={**yard(host), "map": ""}))
    refused = host.post("/api/tables", {"campaign": campaign.id, "thing": plan["id"], "seed": 1})
    assert refused.status_code == 422 and "without faults" in refused.json()["error"]


def test_strangers_and_players_get_nothing(host: Browser, house: House) -> None:
    """Every route, for a browser without rights and for one with a seat at a table."""
    campaign = HostCampaign(host)
    thing = campaign.make("note", {"name": "Secret", "text": ""}, ruleset="")
    paths = ok(host.http.get("/api/openapi.json"))["paths"]
    mine = [(path, verb) for path, verbs in paths.items() for verb in verbs if path.startswith(OWN)]
    assert len(mine) > 20
    seat = Browser(house.base)
    player = ok(host.post(f"{campaign.url}/players", {"name": "Mia"}))
    seat.join(player["link"].partition("#")[2])
    bodies: dict[str, Data] = {
        "/api/campaigns": {"name": "x"},
        "/api/campaigns/order": {"ids": []},
        "/api/campaigns/{campaign}/copy": {"name": "x"},
        "/api/campaigns/{campaign}/things": {"kind": "note", "data": {}},
        "/api/campaigns/{campaign}/things/order": {"ids": []},
        "/api/campaigns/{campaign}/things/{thing}": {"version": 0, "data": {}},
        "/api/campaigns/{campaign}/try": {"kind": "note", "data": {}},
        "/api/campaigns/{campaign}/scene": {"kind": "note", "data": {}},
        "/api/campaigns/{campaign}/export": {"things": ["x"]},
        "/api/campaigns/{campaign}/players": {"name": "x"},
        "/api/campaigns/{campaign}/rest": {"party": "x", "ruleset": "crisis_mode"},
    }
    for path, verb in mine:
        place = path.format(
            campaign=campaign.id,
            thing=thing["id"],
            ruleset="crisis_mode",
            kind="weapon",
            key="talons",
            player="x",
            picture="x",
        )
        for browser in (Browser(house.base), seat):
            reply = browser.http.get(place) if verb == "get" else browser.post(place, bodies.get(path, {}))
            assert reply.status_code == 403, (verb, path, reply.status_code, reply.text)
