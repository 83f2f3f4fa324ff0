"""A1, A3, A5, A6: who may send what, written down here once more; ids of other tables are absent; links are secrets."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.grounds import GROUND
from tests.server.house import Browser, House, Line, Party, first_scenario
from tests.server.test_admin import ADMIN
from tests.server.test_campaigns import OWN
from tests.server.worlds import World
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fracas.engine.registry import load_ruleset
from fracas.server import messages
from fracas.server.app import make_app
from fracas.server.hall import Hall

MAY: dict[str, str] = {
    "hello": "gps", "state": "gps", "offers": "gps", "preview": "gps", "odds": "gps", "rule": "gps", "rules": "gps",
    "what": "gps", "options": "gps", "measure": "gps", "log": "gps", "events": "gps", "whole": "gps",
    "command": "gp", "answer": "gp", "ruling": "gp", "undo": "gp", "redo": "gp", "withdraw": "gp", "take_back": "gp",
    "claim": "gp", "dice": "gp", "bot": "gp", "aside": "gp", "roll": "gp", "say": "gp", "point": "gp",
    "chances": "gps", "queue": "gp", "handout": "g", "level": "g", "hold": "g", "bot_step": "g",
    "jump": "g", "branch": "g", "switch": "g", "start": "g", "pause": "g", "limit": "g", "link": "g", "revoke": "g",
    "call": "g", "next": "g", "shape": "g", "forecast": "g", "what_if": "g",
}  # fmt: skip
"""For each message the roles that may send it: gm, player, spectator."""
FIELDS: dict[str, dict[str, Any]] = {
    "offers": {"who": "nobody"},
    "preview": {"command": "nobody pass"},
    "odds": {"command": "nobody pass"},
    "chances": {"commands": []},
    "queue": {"errands": []},
    "measure": {"here": "a1", "there": "a2"},
    "rule": {"number": "0.1"},
    "what": {"name": "pass"},
    "command": {"command": "nobody pass", "step": 0},
    "answer": {"to": "q1", "answer": "pass", "step": 0},
    "ruling": {"ruling": {"who": "gm", "verb": "note", "text": "x"}},
    "take_back": {"to": "q1"},
    "claim": {"name": "Ada"},
    "dice": {"mode": "server"},
    "bot": {"scope": "combatant", "name": "nobody", "on": False},
    "level": {"side": "nobody", "level": "easy"},
    "hold": {"on": False},
    "say": {"text": "x"},
    "handout": {"title": "x", "text": "x"},
    "point": {"square": "a1"},
    "aside": {"dice": "1d6"},
    "roll": {"dice": "1d6"},
    "jump": {"to": 0},
    "branch": {"at": 0, "name": ""},
    "switch": {"to": "main"},
    "pause": {"on": False},
    "limit": {"seconds": 0},
    "link": {"seat": "watch"},
    "revoke": {"seat": "nobody"},
    "call": {"seats": ["gm"], "dice": "1d6", "why": "x"},
    "next": {"scenario": "nowhere"},
    "shape": {"what": "conditions"},
    "forecast": {"on": False},
    "what_if": {},
}
STATES = ("lobby", "running", "paused", "over")


async def matrix(folder: Path) -> list[tuple[str, str, str, bool]]:
    """Every message of every role in every state: was it barred for the role?"""
    found: list[tuple[str, str, str, bool]] = []
    id, scenario = first_scenario()
    ruleset = load_ruleset(id)
    for state in STATES:
        world = World(folder / state)
        try:
            start = ruleset.start(scenario, {}, ["1", "2"])
            player = next(seat for seat in start.seats if seat != "gm")
            await world.open(ruleset, start, ["gm", player, ""])
            if state != "lobby":
                await world.do("gm", "start")
            if state == "paused":
                await world.do("gm", "pause", on=True)
            if state == "over":
                await world.do("gm", "ruling", ruling={"who": "gm", "verb": "end", "text": "draw"})
            for type in messages.BY_TYPE:
                for seat, role in (("", "s"), (player, "p"), ("gm", "g")):
                    if type in ("start", "pause") and role == "g":
                        continue
                    reply = await world.ask(seat, type, **FIELDS.get(type, {}))
                    barred = reply["type"] == "error" and "may not do this" in reply["message"]
                    found.append((state, type, role, barred))
        finally:
            world.close()
    return found


def wrong_cells(folder: Path) -> list[tuple[str, str, str, bool]]:
    return [cell for cell in asyncio.run(matrix(folder)) if cell[3] != (cell[2] not in MAY[cell[1]])]


@pytest.mark.sqlite
def test_a2_every_message_has_a_rule() -> None:
    assert set(MAY) == set(messages.BY_TYPE)
    assert messages.PageRequest.MAY == (), "what nobody has thought about is nobody's"


@pytest.mark.sqlite
def test_a1_every_role_every_message_every_state(tmp_path: Path) -> None:
    assert wrong_cells(tmp_path) == []


@pytest.mark.sqlite
def test_a1_control_rights_for_all_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for model in messages.PAGE_REQUESTS:
        monkeypatch.setattr(model, "MAY", messages.ROLES)
    assert wrong_cells(tmp_path)


ROUTES: dict[tuple[str, str], dict[str, int]] = {
    ("GET", "/api/health"): {"nobody": 200, "host": 200, "gm": 200, "player": 200, "other": 200},
    ("GET", "/api/rulesets/left-out"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/rulesets"): {"nobody": 200, "host": 200, "gm": 200, "player": 200, "other": 200},
    ("GET", "/api/icons"): {"nobody": 200, "host": 200, "gm": 200, "player": 200, "other": 200},
    ("GET", "/api/rules/{ruleset}"): {"nobody": 200, "host": 200, "gm": 200, "player": 200, "other": 200},
    ("POST", "/api/join"): {"nobody": 403, "host": 403, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/tables"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("POST", "/api/tables"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("POST", "/api/tables/import"): {"nobody": 403, "host": 422, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/tables/{table}/export"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("POST", "/api/tables/{table}/open"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/seats"): {"nobody": 403, "host": 403, "gm": 403, "player": 403, "other": 403, "door": 200},
    ("POST", "/api/t/{table}/seats/{seat}"): {
        "nobody": 403,
        "host": 403,
        "gm": 403,
        "player": 403,
        "other": 403,
        "door": 422,
    },
    ("GET", "/api/t/{table}/{seat}/export"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
    ("GET", "/api/bots"): {"nobody": 200, "host": 200, "gm": 200, "player": 200, "other": 200},
    ("GET", "/api/bots/left-out"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("POST", "/api/forecasts"): {"nobody": 403, "host": 200, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/forecasts/{forecast}"): {"nobody": 403, "host": 404, "gm": 403, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/{seat}/replay"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/{seat}/replay.html"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/{seat}/after"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
    ("POST", "/api/t/{table}/gm/branch"): {"nobody": 403, "host": 403, "gm": 422, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/{seat}/pictures/{picture}"): {
        "nobody": 403,
        "host": 403,
        "gm": 404,
        "player": 403,
        "other": 403,
    },
    ("GET", "/api/t/{table}/gm/handouts"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
    ("GET", "/api/t/{table}/{seat}/log.{kind}"): {"nobody": 403, "host": 403, "gm": 200, "player": 403, "other": 403},
}
"""For each route what each role gets; the addresses name the GM's seat of the first table. `door` holds the room's
link: where it is not named it has no more rights than nobody."""


@pytest.mark.sqlite
def test_a1_every_role_every_route(house: House, tmp_path: Path) -> None:
    hall = Hall(tmp_path, "http://127.0.0.1:1")
    known = {
        (method.upper(), path)
        for path, methods in make_app(hall).openapi()["paths"].items()
        for method in methods
        # test_campaigns.py and test_admin.py knock at each of those.
        if not path.startswith((*OWN, ADMIN))
    }
    hall.close()
    assert known == set(ROUTES), "every route has a line here"
    party, others = Party(house, start=False), Party(house, start=False)
    gm, other = party.gm.link("gm"), others.gm.link("gm")
    roles = {
        "nobody": Browser(house.base),
        "gm": gm,
        "player": party.browsers[party.seats[0]],
        "other": other,
        "door": party.gm.door(),
    }
    ruleset, scenario = first_scenario()
    bodies = {
        "/api/join": {"token": "x" * 22},
        "/api/tables": {"ruleset": ruleset, "scenario": scenario},
        "/api/t/{table}/seats/{seat}": {"name": "Ada"},
        "/api/forecasts": {"ruleset": ruleset, "scenario": scenario},
        "/api/t/{table}/gm/branch": {"line": 999_999},
    }
    for (method, path), wanted in ROUTES.items():
        # Opening a table gives the host the GM's seat: each route meets a host who only has the server's link.
        roles["host"] = house.host()
        for role, status in {"door": wanted["nobody"], **wanted}.items():
            address = path.format(
                ruleset=ruleset, table=party.table, seat="gm", kind="txt", forecast="nobody", picture="x"
            )
            if method == "GET":
                got = roles[role].http.get(address)
            else:
                got = roles[role].http.post(address, json=bodies.get(path))
            assert got.status_code == status, (method, path, role, got.text)


def refused(browser: Browser, table: str, seat: str) -> int:
    with pytest.raises(InvalidStatus) as caught:
        Line(browser, table, seat)
    return int(caught.value.response.status_code)


def test_a1_a_socket_is_for_whoever_holds_the_seat(house: House) -> None:
    party, others = Party(house, start=False), Party(house, start=False)
    player = party.browsers[party.seats[0]]
    for browser, table, seat in (
        (Browser(house.base), party.table, "gm"),
        (house.host(), party.table, "gm"),
        (player, party.table, "gm"),
        (player, party.table, "watch"),
        (player, others.table, party.seats[0]),
        (others.host, party.table, "gm"),
        (party.browsers["watch"], party.table, party.seats[0]),
        (player, "nosuchtable", party.seats[0]),
    ):
        assert refused(browser, table, seat) == 403


def test_a3_ids_of_another_table_are_absent(house: House) -> None:
    party, others = Party(house), Party(house, scenario=other_scenario())
    foreign = next(
        one["id"]
        for one in others.gm.view["state"]["combatants"]
        if one["id"] not in [own["id"] for own in party.gm.view["state"]["combatants"]]
    )
    for type, fields in (
        ("offers", {"who": foreign}),
        ("preview", {"command": f"{foreign} pass"}),
        ("bot", {"scope": "combatant", "name": foreign, "on": True}),
        ("ruling", {"ruling": {"who": "gm", "verb": "remove", "targets": [foreign]}}),
        ("switch", {"to": "branch-1"}),
    ):
        known = party.gm.ask(type, **fields)
        absent = party.gm.ask(type, **replaced(fields, foreign, "x" * len(foreign)))
        assert known["kind"] == "invalid"
        known_text = known["message"].replace(foreign, "x" * len(foreign))
        assert known_text == absent["message"]


@pytest.mark.sqlite
def test_a3_control_a_server_that_knows_people_of_other_tables_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,one_world")
    with pytest.raises(AssertionError):
        test_a3_ids_of_another_table_are_absent(house)
    house.kill()


def replaced(fields: Any, old: str, new: str) -> Any:
    if isinstance(fields, dict):
        return {key: replaced(value, old, new) for key, value in fields.items()}
    if isinstance(fields, list):
        return [replaced(value, old, new) for value in fields]
    return fields.replace(old, new) if isinstance(fields, str) else fields


def other_scenario() -> tuple[str, str]:
    ruleset = load_ruleset(first_scenario()[0])
    return ruleset.id, ruleset.scenarios()[1].id


EXTRA = {"role": "gm", "owner": "gm", "hp": 99, "roll": 20, "seed": 1, "__class__": "x", "seat_": "gm", "how": "bot"}


async def taken_extras(world: World, seat: str) -> list[str]:
    """Fields nobody knows that were taken all the same."""
    id, scenario = first_scenario()
    ruleset = load_ruleset(id)
    await world.open(ruleset, ruleset.start(scenario, {}, ["1", "2"]), ["gm", ""])
    taken: list[str] = []
    for type in messages.BY_TYPE:
        for name, value in EXTRA.items():
            reply = await world.ask(seat, type, **{**FIELDS.get(type, {}), name: value})
            problems = [problem["at"] for problem in reply.get("problems", [])]
            if reply["type"] != "error" or name not in problems:
                taken.append(f"{type}.{name}")
    world.close()
    return taken


@pytest.mark.sqlite
def test_a5_fields_nobody_knows_are_refused(tmp_path: Path) -> None:
    assert asyncio.run(taken_extras(World(tmp_path), "gm")) == []


@pytest.mark.sqlite
def test_a5_control_extra_fields_that_are_taken_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,extra_fields")
    party = Party(house, start=False)
    assert party.gm.ask("aside", dice="1d6", role="gm")["type"] == "roll"
    house.kill()


def tokens_are_safe(house: House) -> None:
    party = Party(house)
    token = party.gm.do("link", seat="watch")["url"].partition("#")[2]
    assert len(token) >= 22 and len(house.host_token) >= 22
    kept = [bytes(row[0]) for row in GROUND.read(house.folder, "SELECT token FROM grants")]
    assert [len(one) for one in kept] == [32] * len(kept) and len(kept) >= 3
    assert not [one for one in kept if one in (token.encode(), house.host_token.encode())]
    exported = party.host.http.get(f"/api/t/{party.table}/gm/export").content
    errors = house.stop()
    for secret in (token, house.host_token):
        assert secret not in errors and secret.encode() not in exported
        for file in house.folder.iterdir() if house.folder.exists() else []:
            assert secret.encode() not in file.read_bytes()


def test_a6_tokens_are_long_hashed_and_nowhere_to_be_read(tmp_path: Path) -> None:
    tokens_are_safe(House(tmp_path / "data"))


@pytest.mark.sqlite
def test_a6_control_tokens_kept_as_they_are_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,plain_tokens")
    with pytest.raises(AssertionError):
        tokens_are_safe(house)
    house.kill()


@pytest.mark.sqlite
def test_a6_cookies_are_for_the_browser_alone(house: House) -> None:
    reply = Browser(house.base).post("/api/join", {"token": house.host_token})
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie and "domain" not in cookie
    forged = httpx.Client(base_url=house.base, cookies={"fracas-host": "x" + reply.cookies["fracas-host"][1:]})
    with forged:
        assert forged.get("/api/tables").status_code == 403


def revoked(house: House) -> tuple[bool, int]:
    """A player whose seat is taken away: did a roll after that count, and may the browser come back?"""
    party = Party(house)
    player = party.lines[party.seats[0]]
    party.gm.do("revoke", seat=party.seats[0])
    done = False
    with suppress(ConnectionClosed):
        player.send("aside", dice="1d6", why="too late")
        while not done:
            done = player.next()["type"] == "roll"
    try:
        party.sit(party.seats[0])
    except InvalidStatus as error:
        return done, int(error.response.status_code)
    return done, 101


def test_a4_a_revoked_seat_gets_and_does_nothing_more(house: House) -> None:
    assert revoked(house) == (False, 403)


@pytest.mark.sqlite
def test_a4_control_grants_that_go_on_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,blind_grants")
    assert revoked(house)[1] == 101
    house.kill()


def test_a7_wrong_links_are_slowed_down(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "")
    browser = Browser(house.base)
    got = [browser.post("/api/join", {"token": f"{n:022d}"}).status_code for n in range(12)]
    assert got == [403] * 10 + [429] * 2
    house.kill()
