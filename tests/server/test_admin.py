"""The administrator's link: who is let in, what is shown, limits, the bin, and connections that are ended."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.forks import fracas
from tests.server.grounds import GROUND
from tests.server.house import Browser, House, Line, Party, first_scenario
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fracas.server import limits, store
from fracas.server.hall import Hall
from fracas.server.limits import KNOWN
from fracas.server.removing import ENDED_WITH_IT
from fracas.server.subscribers import CLOSED, FULL

Data = dict[str, Any]
ROUTES = {
    ("GET", "/api/admin"): 200,
    ("POST", "/api/admin/limits"): 200,
    ("POST", "/api/admin/tables/{table}/close"): 200,
    ("POST", "/api/admin/tables/{table}/delete"): 200,
    ("POST", "/api/admin/tables/{table}/undelete"): 200,
    ("POST", "/api/admin/campaigns/{campaign}/delete"): 200,
    ("POST", "/api/admin/campaigns/{campaign}/undelete"): 200,
    ("POST", "/api/admin/link"): 200,
}
"""What the administrator gets; everybody else gets 403, the host too."""
ADMIN = "/api/admin"


def admin_of(house: House) -> Browser:
    browser = Browser(house.base)
    assert browser.join(house.admin_token) == "/admin"
    return browser


def seen(browser: Browser) -> Data:
    answer = browser.http.get("/api/admin")
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def told(browser: Browser, path: str, **body: object) -> Data:
    answer = browser.post(f"/api/admin/{path}", body)
    assert answer.status_code == 200, answer.text
    found: Data = answer.json()
    return found


def row_of(found: Data, table: str) -> Data:
    return next(one for one in found["tables"] if one["table"] == table)


def campaign_of(host: Browser, name: str) -> str:
    answer = host.post("/api/campaigns", {"name": name})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def status_of(browser: Browser, table: str, seat: str) -> int:
    """What a knock at a seat's socket gets."""
    try:
        Line(browser, table, seat).ws.close()
    except InvalidStatus as error:
        return int(error.response.status_code)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd is not None else 0
    return 101


def ends_with(line: Line) -> int:
    """The code by which the server ends a connection."""
    try:
        while True:
            line.next(timeout=1)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd is not None else 0


def test_only_the_administrator_is_let_in(house: House) -> None:
    party = Party(house, start=False)
    place = {"table": party.table, "campaign": campaign_of(house.host(), "Nights")}
    others = {
        "nobody": Browser(house.base),
        "host": house.host(),
        "gm": party.gm.link("gm"),
        "player": party.browsers[party.seats[0]],
        "door": party.gm.door(),
    }
    for (method, path), status in ROUTES.items():
        for role, browser in [*others.items(), ("admin", admin_of(house))]:
            address = path.format(**place)
            got = browser.http.get(address) if method == "GET" else browser.post(address, {})
            assert got.status_code == (status if role == "admin" else 403), (path, role, got.text)
            if path.endswith("/link") and role == "admin":
                house.admin_token = got.json()["link"].partition("#")[2]


def test_the_administrator_is_not_the_host(house: House) -> None:
    party = Party(house)
    admin = admin_of(house)
    for path in ("/api/tables", "/api/campaigns", f"/api/tables/{party.table}/export"):
        assert admin.http.get(path).status_code == 403
    assert admin.post(f"/api/tables/{party.table}/open", {}).status_code == 403
    assert status_of(admin, party.table, "gm") == 403


def test_tables_and_campaigns_are_shown_by_title_and_size_and_nothing_of_the_fight(house: House) -> None:
    party = Party(house)
    campaign_of(house.host(), "The long road")
    party.gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "canary in a note"}, reason="canary reason")
    admin = admin_of(house)
    found = seen(admin)
    row = row_of(found, party.table)
    assert row["bytes"] > 1000 and row["started"] and not row["deleted"]
    assert sorted(one["seat"] for one in row["there"]) == sorted(["gm", "", *party.seats])
    assert "The long road" in [one["name"] for one in found["campaigns"]]
    machine = found["machine"]
    assert machine["ok"] and machine["database_bytes"] > 10_000
    assert (machine["database"], bool(machine["disk_free"])) in (("SQLite", True), ("PostgreSQL", False))
    assert {one["name"]: one["usual"] for one in found["limits"]} == {name: one.usual for name, one in KNOWN.items()}
    text = json.dumps(found)
    names = [one["name"] for one in party.gm.view["state"]["combatants"] if one["name"] != row["title"]]
    assert not [secret for secret in ("canary", str(house.folder), *names) if secret in text]


def test_the_link_is_replaced_and_the_old_one_ends(house: House) -> None:
    first, second = admin_of(house), admin_of(house)
    token = told(first, "link")["link"].partition("#")[2]
    assert second.http.get("/api/admin").status_code == 403
    assert Browser(house.base).post("/api/join", {"token": house.admin_token}).status_code == 403
    house.admin_token = token
    assert admin_of(house).http.get("/api/admin").status_code == 200 == first.http.get("/api/admin").status_code
    kept = GROUND.read(house.folder, "SELECT token FROM grants WHERE seat = ?", "admin")
    assert kept and not [row for row in kept if token.encode() in bytes(row[0])]


def test_connections_of_a_table_are_ended_and_may_come_back(house: House) -> None:
    party = Party(house)
    told(admin_of(house), f"tables/{party.table}/close")
    assert ends_with(party.gm) == CLOSED
    assert status_of(party.host, party.table, "gm") == 101


def test_a_deleted_table_is_nobodys_until_it_is_brought_back(house: House) -> None:
    party = Party(house)
    admin, player = admin_of(house), party.browsers[party.seats[0]]
    freed = party.gm.link(party.seats[0])
    party.gm.do("revoke", seat=party.seats[0])
    again = party.gm.link(party.seats[0])
    found = told(admin, f"tables/{party.table}/delete")
    assert row_of(found, party.table)["deleted"]
    assert ends_with(party.gm) == CLOSED
    for browser in (party.host, player, freed, again):
        assert status_of(browser, party.table, party.seats[0]) == 403
    assert party.table not in [one["table"] for one in party.host.http.get("/api/tables").json()]
    assert party.host.post(f"/api/tables/{party.table}/open", {}).status_code == 404
    assert party.host.http.get(f"/api/tables/{party.table}/export").status_code == 404
    ended = GROUND.read(house.folder, "SELECT revoked FROM grants WHERE table_id = ?", party.table)
    assert {row[0] == ENDED_WITH_IT for row in ended} == {True, False}, "one was revoked before"

    assert not row_of(told(admin, f"tables/{party.table}/undelete"), party.table)["deleted"]
    assert status_of(party.host, party.table, "gm") == 101
    assert status_of(again, party.table, party.seats[0]) == 101
    assert status_of(freed, party.table, party.seats[0]) == 403, "what was revoked stays so"


def test_a_deleted_campaign_takes_its_tables_along_and_brings_them_back(house: House) -> None:
    host, admin = house.host(), admin_of(house)
    campaign = campaign_of(host, "Ashes")
    ruleset, _ = first_scenario()
    plans = host.http.get(f"/api/built-in/{ruleset}", params={"kind": "scenario"}).json()
    data = host.http.get(f"/api/built-in/{ruleset}/scenario/{plans[0]['key']}").json()["data"]
    thing = host.post(
        f"/api/campaigns/{campaign}/things", {"kind": "scenario", "ruleset": ruleset, "data": data}
    ).json()
    table = host.post("/api/tables", {"campaign": campaign, "thing": thing["id"]}).json()["table"]
    before = host.post("/api/tables", {"campaign": campaign, "thing": thing["id"]}).json()["table"]
    link = host.post(f"/api/campaigns/{campaign}/players", {"name": "Ada"}).json()["link"].partition("#")[2]
    player = Browser(house.base)
    page = player.join(link)
    told(admin, f"tables/{before}/delete")
    found = told(admin, f"campaigns/{campaign}/delete")
    assert row_of(found, table)["deleted"]
    assert player.http.get(f"/api{page}").status_code == 403
    assert Browser(house.base).post("/api/join", {"token": link}).status_code == 403
    assert host.post(f"/api/campaigns/{campaign}/undelete", {}).status_code == 200
    found = seen(admin)
    assert not row_of(found, table)["deleted"] and row_of(found, before)["deleted"], "what was deleted before stays so"
    assert player.http.get(f"/api{page}").status_code == 200


@pytest.mark.parametrize("name", list(KNOWN))
def test_limits_are_kept_to_and_told(house: House, name: str) -> None:
    host, admin = house.host(), admin_of(house)
    ruleset, scenario = first_scenario()
    table, campaign = host.create(ruleset, scenario), campaign_of(host, "Full")
    used = next(one["used"] for one in seen(admin)["limits"] if one["name"] == name)
    body = {"kind": "note", "data": {"name": "Long", "text": "x" * 2000}}
    try:
        told(admin, "limits", **{name: 0 if used is None else used})
        if name == "tables":
            got = host.post("/api/tables", {"ruleset": ruleset, "scenario": scenario})
        elif name == "campaigns":
            got = host.post("/api/campaigns", {"name": "One more"})
        elif name == "campaign_mb":
            got = host.post(f"/api/campaigns/{campaign}/things", body)
        else:
            assert status_of(host, table, "gm") == FULL
            return
        assert got.status_code == 422 and "at most" in got.json()["error"] and "administrator" in got.json()["error"]
    finally:
        told(admin, "limits", **{name: KNOWN[name].usual})
    assert host.post(f"/api/campaigns/{campaign}/things", body).status_code == 200


@pytest.mark.parametrize("value", [-1, 10**9, "many"])
def test_limits_that_are_none_are_refused(house: House, value: object) -> None:
    assert admin_of(house).post("/api/admin/limits", {"tables": value}).status_code == 422


def test_control_a_limit_nobody_asks_for_is_noticed(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    hall = Hall(GROUND.place(tmp_path / "data"), "http://127.0.0.1:1")
    hall.store.now(limits.set_limits, hall.store, {"tables": 0})
    row = {"id": "x", "ruleset": "x", "scenario": "", "title": "x", "header": b"", "created": 0, "changed": 0}
    standing = store.Standing(False, False, "")
    with pytest.raises(ValueError, match="at most 0"):
        hall.store.now(hall.store.create, row, [], standing)
    monkeypatch.setattr(store, "room_for_table", lambda db: None)
    hall.store.now(hall.store.create, row, [], standing)
    hall.close()


def test_a_link_made_on_the_command_line_lets_in(ground: str, tmp_path: Any) -> None:
    house = House(tmp_path / "data")
    before = admin_of(house)
    place = ["--data", str(house.folder)] if ground == "sqlite" else ["--database", str(GROUND.place(house.folder))]
    if ground == "sqlite":
        refused = fracas("admin-link", *place)
        assert refused.returncode and refused.stderr.count("\n") == 1 and "#" not in refused.stdout
        house.stop()
    made = fracas("admin-link", *place)
    assert made.returncode == 0, made.stderr
    if ground == "sqlite":
        house = House(tmp_path / "data")
        assert not house.admin_token, "shown once, and never again"
    house.admin_token = made.stdout.strip().rpartition("#")[2]
    assert admin_of(house).http.get("/api/admin").status_code == 200
    if ground != "sqlite":
        assert before.http.get("/api/admin").status_code == 403
    house.stop()
