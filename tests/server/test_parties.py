"""Parties: people live on from fight to fight, and a player's link leads to the fight until the GM takes it away."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from tests.server.house import Browser, House, Line
from tests.server.test_campaigns import HOG, HostCampaign, first_kind, ok, yard
from websockets.exceptions import ConnectionClosed

from fracas.server.subscribers import GONE

Data = dict[str, Any]
GAME = "crisis_mode"


@pytest.fixture
def host(house: House) -> Browser:
    return house.host()


class Troop(HostCampaign):
    """A campaign with an encounter, and a party of two with a player each."""

    def __init__(self, host: Browser) -> None:
        super().__init__(host)
        self.kind = first_kind(host)
        self.make("creature", HOG)
        self.plan = self.make("scenario", yard(host))
        self.make("party", {"name": "The two"}, key="the-two")
        self.people = [
            self.make("member", {"name": name, "kind": self.kind, "party": "the-two"}) for name in ("Ada", "Bo")
        ]
        self.players = [ok(host.post(f"{self.url}/players", {"name": name})) for name in ("Mia", "Noor")]
        for one, player in zip(self.people, self.players, strict=True):
            self.hand(one, player["id"])

    def hand(self, member: Data, player: str, lent_to: str = "") -> None:
        ok(self.host.post(f"{self.url}/things/{member['id']}/hand", {"player": player, "lent_to": lent_to}))

    def start(self) -> str:
        body = {"campaign": self.id, "thing": self.plan["id"], "party": "the-two", "seed": 1}
        return str(ok(self.host.post("/api/tables", body))["table"])

    def member(self, at: int) -> Data:
        found: Data = ok(self.host.http.get(f"{self.url}/things/{self.people[at]['id']}"))
        return found

    def token(self, at: int) -> str:
        return str(self.players[at]["link"]).partition("#")[2]


def test_what_was_lost_is_carried_home_and_into_the_next_fight_until_they_rest(host: Browser, house: House) -> None:
    troop = Troop(host)
    assert [one["problems"] for one in troop.people] == [[], []]
    table = troop.start()
    gm = Line(host, table, "gm")
    gm.ask("start")
    gm.ask("ruling", ruling="set ada hp 3")
    assert troop.member(0)["table_id"] == table
    busy = host.post("/api/tables", {"campaign": troop.id, "thing": troop.plan["id"], "party": "the-two"})
    assert busy.status_code == 422 and "bring them home" in busy.json()["error"]
    assert sorted(ok(host.post(f"{troop.url}/home", {"table": table}))["names"]) == ["Ada", "Bo"]
    assert (troop.member(0)["data"]["values"]["hp"], troop.member(0)["table_id"]) == ("3", "")
    second = Line(host, troop.start(), "gm")
    second.ask("start")
    ok(host.post(f"{troop.url}/home", {"table": second.table}))
    assert troop.member(0)["data"]["values"]["hp"] == "3", "the wound was there in the second fight too"
    ok(host.post(f"{troop.url}/rest", {"party": "the-two", "ruleset": GAME}))
    assert "hp" not in troop.member(0)["data"].get("values", {})


def test_a_hero_whose_id_a_foe_has_too_comes_home_as_herself(host: Browser, house: House) -> None:
    troop = Troop(host)
    twin = troop.make("member", {"name": "Mud hog", "kind": troop.kind, "party": "the-two"})
    table = troop.start()
    gm = Line(host, table, "gm")
    gm.ask("start")
    gm.ask("ruling", ruling="set mud-hog hp 1")
    gm.ask("ruling", ruling="set mud-hog-x hp 2")
    ok(host.post(f"{troop.url}/home", {"table": table}))
    assert ok(host.http.get(f"{troop.url}/things/{twin['id']}"))["data"]["values"]["hp"] == "2"


def test_a_players_link_leads_to_the_running_table_and_shows_nothing_else(host: Browser, house: House) -> None:
    troop = Troop(host)
    troop.make("note", {"name": "CANARYTITLE", "text": "CANARYTEXT"}, ruleset="")
    mia = Browser(house.base)
    home = mia.join(troop.token(0))
    assert home == f"/c/{troop.id}/{troop.players[0]['id']}"
    page = ok(mia.http.get(f"/api{home}"))
    assert [one["name"] for one in page["people"]] == ["Ada"] and "CANARY" not in str(page)
    table = troop.start()
    url = mia.join(troop.token(0))
    assert url == f"/t/{table}/player1", url
    line = Line(mia, table, "player1")
    host_line = Line(host, table, "gm")
    host_line.ask("start")
    assert "CANARY" not in "".join(line.frames)
    for path in (
        troop.url,
        f"{troop.url}/things",
        f"{troop.url}/export",
        f"/api/built-in/{GAME}",
        f"/api/forms/{GAME}",
    ):
        assert mia.http.get(path).status_code == 403, path
    assert mia.http.get(f"/api/c/{troop.id}/{troop.players[1]['id']}").status_code == 403
    asked = line.ask("what", name="mud hog")
    assert asked["type"] == "error" or "Mud hog" not in str(asked.get("entries"))


def test_revoking_a_link_ends_every_seat_it_opened(host: Browser, house: House) -> None:
    troop = Troop(host)
    table = troop.start()
    mia = Browser(house.base)
    assert mia.join(troop.token(0)) == f"/t/{table}/player1"
    assert mia.http.get(f"/api/t/{table}/player1/log.txt").status_code == 200
    new = ok(host.post(f"{troop.url}/players/{troop.players[0]['id']}/link", {}))
    assert mia.http.get(f"/api/t/{table}/player1/log.txt").status_code == 403
    assert mia.http.get(f"/api/c/{troop.id}/{troop.players[0]['id']}").status_code == 403
    assert mia.post("/api/join", {"token": troop.token(0)}).status_code == 403
    again = Browser(house.base)
    assert again.join(new["link"].partition("#")[2]) == f"/t/{table}/player1"
    ok(host.post(f"{troop.url}/players/{troop.players[0]['id']}/revoke", {}))
    assert again.http.get(f"/api/t/{table}/player1/log.txt").status_code == 403


def test_an_absent_players_hero_is_lent_to_another_link(host: Browser, house: House) -> None:
    troop = Troop(host)
    troop.hand(troop.people[1], troop.players[1]["id"], troop.players[0]["id"])
    table = troop.start()
    mia, noor = Browser(house.base), Browser(house.base)
    assert mia.join(troop.token(0)) == f"/t/{table}/player1", "one seat for both"
    assert noor.join(troop.token(1)).startswith("/c/")
    people = ok(noor.http.get(f"/api/c/{troop.id}/{troop.players[1]['id']}"))["people"]
    assert [(one["name"], one["lent_away"], one["table"]) for one in people] == [("Bo", True, "")]


@pytest.mark.sqlite
def test_links_are_kept_as_hashes_alone(host: Browser, house: House) -> None:
    troop = Troop(host)
    raw = b"".join([path.read_bytes() for path in house.folder.iterdir() if path.name.startswith("fracas.db")])
    assert troop.token(0).encode() not in raw and troop.players[0]["id"].encode() in raw


# -------------------------------------------------------------------- a hero changes hands in mid-fight


class Fight(Troop):
    """A fight of the two that goes on, with everybody at their own seat."""

    def __init__(self, host: Browser, house: House, lent: bool = False) -> None:
        super().__init__(host)
        if lent:
            self.lend()
        self.table = self.start()
        self.gm = Line(host, self.table, "gm")
        self.gm.do("start")
        self.mia, self.noor = Browser(house.base), Browser(house.base)
        self.mia.join(self.token(0))
        self.noor.join(self.token(1))

    def lend(self) -> None:
        self.hand(self.people[1], self.players[1]["id"], self.players[0]["id"])

    def give_back(self) -> None:
        self.hand(self.people[1], self.players[1]["id"])

    def seat_of(self, key: str) -> str:
        self.gm.settle()
        return str(next(one["seat"] for one in self.gm.view["state"]["combatants"] if one["id"] == key))

    def opens(self, browser: Browser, seat: str) -> bool:
        return browser.http.get(f"/api/t/{self.table}/{seat}/log.txt").status_code == 200


def closing(line: Line) -> int:
    """The code with which a connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            line.next(5)
    return line.ws.close_code or 0


def test_whoever_lends_a_hero_in_mid_fight_loses_the_seat_and_the_borrower_plays_both(
    host: Browser, house: House
) -> None:
    fight = Fight(host, house)
    mia, noor = Line(fight.mia, fight.table, "player1"), Line(fight.noor, fight.table, "player2")
    fight.lend()
    assert closing(noor) == GONE and not fight.opens(fight.noor, "player2")
    mia.settle()
    assert fight.seat_of("bo") == "player1"
    assert fight.noor.join(fight.token(1)).startswith("/c/"), "there is nobody for her to play"
    fight.give_back()
    assert fight.seat_of("ada") == "player1" and fight.seat_of("bo") == "player2"
    assert fight.opens(fight.mia, "player1") and not fight.opens(fight.mia, "player2")
    assert fight.noor.join(fight.token(1)) == f"/t/{fight.table}/player2"


def test_a_hero_that_was_lent_before_the_fight_comes_back_to_a_seat_of_its_own(host: Browser, house: House) -> None:
    fight = Fight(host, house, lent=True)
    assert fight.seat_of("bo") == "player1" and not fight.opens(fight.noor, "player1")
    fight.give_back()
    assert (fight.seat_of("ada"), fight.seat_of("bo")) == ("player1", "player2")
    assert fight.noor.join(fight.token(1)) == f"/t/{fight.table}/player2"
    assert not fight.opens(fight.noor, "player1") and fight.opens(fight.mia, "player1")
    people = {one["seat"]: one["person"] for one in fight.gm.room["seats"]}
    assert (people["player1"], people["player2"]) == ("Mia", "Noor")


def test_a_borrower_who_plays_nobody_else_gives_the_seat_back(host: Browser, house: House) -> None:
    fight = Fight(host, house)
    guest = ok(host.post(f"{fight.url}/players", {"name": "Kim"}))
    fight.hand(fight.people[1], fight.players[1]["id"], guest["id"])
    kim = Browser(house.base)
    assert kim.join(guest["link"].partition("#")[2]) == f"/t/{fight.table}/player2"
    assert not fight.opens(fight.noor, "player2"), "the seat went along with its hero"
    line = Line(kim, fight.table, "player2")
    fight.give_back()
    assert closing(line) == GONE and not fight.opens(kim, "player2")
    assert fight.noor.join(fight.token(1)) == f"/t/{fight.table}/player2"
    ok(host.post(f"{fight.url}/players/{fight.players[1]['id']}/remove", {}))
    assert not fight.opens(fight.noor, "player2") and fight.member(1)["player_id"] == ""


def test_neither_undo_nor_redo_brings_back_who_played_a_hero(host: Browser, house: House) -> None:
    fight = Fight(host, house, lent=True)
    for number in (3, 2, 1):
        fight.gm.do("ruling", ruling=f"set ada hp {number}")
    fight.give_back()

    def hp() -> int:
        fight.gm.settle()
        return int(next(one["hp"] for one in fight.gm.view["state"]["combatants"] if one["id"] == "ada"))

    for left in (2, 3):
        fight.gm.do("undo")
        assert (hp(), fight.seat_of("bo")) == (left, "player2")
    for left in (2, 1):
        assert fight.gm.view["can"]["redo"]
        fight.gm.do("redo")
        assert (hp(), fight.seat_of("bo")) == (left, "player2")
    assert not fight.gm.view["can"]["redo"] and "nothing to redo" in fight.gm.ask("redo")["message"]
    fight.gm.do("jump", to=0)
    assert fight.seat_of("bo") == "player2" and not fight.opens(fight.mia, "player2")


def test_a_hero_who_changes_hands_after_an_undo_does_not_end_the_redo(host: Browser, house: House) -> None:
    fight = Fight(host, house, lent=True)
    fight.gm.do("ruling", ruling="set ada hp 1")
    fight.gm.do("undo")
    fight.give_back()
    fight.gm.do("redo")
    assert fight.seat_of("bo") == "player2"
    assert next(one["hp"] for one in fight.gm.view["state"]["combatants"] if one["id"] == "ada") == 1
    fight.gm.do("undo")
    fight.gm.do("ruling", ruling="set ada hp 2")
    assert fight.gm.ask("redo")["type"] == "error", "that was a deed"


def test_a_hero_whom_the_gm_plays_for_a_while_opens_no_seat_of_the_gms(host: Browser, house: House) -> None:
    fight = Fight(host, house)
    fight.gm.do("ruling", ruling="set bo seat gm")
    assert fight.noor.join(fight.token(1)).startswith("/c/")
    fight.gm.do("ruling", ruling="set bo seat player1")
    assert fight.noor.join(fight.token(1)).startswith("/c/"), "that is Mia's seat"
    assert fight.mia.join(fight.token(0)) == f"/t/{fight.table}/player1"


def test_a_revoked_link_ends_the_seat_at_the_next_encounter_too(host: Browser, house: House) -> None:
    fight = Fight(host, house)
    mia = Line(fight.mia, fight.table, "player1")
    fight.gm.do("next", scenario=fight.plan["key"])
    token = mia.until("next")["url"].partition("#")[2]
    there = fight.mia.join(token)
    assert there.endswith("/player1") and fight.mia.http.get(f"/api{there}/log.txt").status_code == 200
    ok(host.post(f"{fight.url}/players/{fight.players[0]['id']}/revoke", {}))
    assert fight.mia.http.get(f"/api{there}/log.txt").status_code == 403
