"""X1, X2, X4: other sites, other names and other headers get nothing; every answer carries ours, errors too."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from tests.server.house import Browser, House, Party
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fracas.server.built_pages import STATIC
from fracas.server.security import HEADERS, Guard, Rates

ORIGINS = [
    "http://evil.example",
    "null",
    "",
    "http://{host}.evil.example",
    "http://sub.{host}",
    "http://{host}@evil.example",
    "file://",
    "http://127.0.0.1:1",
]
HOSTS = ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "0.0.0.0", "[::2]", "127.0.0.2"]


def handshake(house: House, party: Party, origin: str | None) -> int:
    cookies = "; ".join([f"{name}={value}" for name, value in party.host.http.cookies.items()])
    address = f"{house.base.replace('http', 'ws')}/api/t/{party.table}/gm/ws"
    try:
        with connect(
            address, origin=None if origin is None else Origin(origin), additional_headers={"Cookie": cookies}
        ):
            return 101
    except InvalidStatus as error:
        return int(error.response.status_code)


def let_in(house: House) -> list[str | None]:
    """The origins that got a socket with the GM's own cookie."""
    party = Party(house, start=False)
    host = house.base.removeprefix("http://")
    tried = [None, *[origin.format(host=host) for origin in ORIGINS]]
    assert handshake(house, party, house.base) == 101
    return [origin for origin in tried if handshake(house, party, origin) == 101]


def test_x1_only_pages_of_ours_get_a_socket(house: House) -> None:
    assert let_in(house) == []


@pytest.mark.sqlite
def test_x1_control_any_origin_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,any_origin")
    assert let_in(house)
    house.kill()


def answered_names(house: House) -> list[str]:
    host = house.host()
    return [
        name
        for name in HOSTS
        if host.http.get("/api/tables", headers={"Host": f"{name}:{house.port}"}).status_code == 200
    ]


def test_x2_other_names_of_this_machine_are_refused(house: House) -> None:
    assert answered_names(house) == []
    host = house.host()
    forwarded = {"X-Forwarded-Host": "127.0.0.1", "X-Forwarded-For": "127.0.0.1", "Host": f"evil.example:{house.port}"}
    assert host.http.get("/api/tables", headers=forwarded).status_code == 403


def test_x2_being_local_gives_no_right(house: House) -> None:
    assert Browser(house.base).http.get("/api/tables").status_code == 403


@pytest.mark.sqlite
def test_x2_control_any_name_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,any_host")
    assert answered_names(house)
    house.kill()


def test_x3_posts_of_other_sites_are_refused(house: House) -> None:
    host = house.host()
    good = {"X-Fracas": "1", "Origin": house.base}
    for headers in ({**good, "X-Fracas": "0"}, {**good, "Origin": "http://evil.example"}, {**good, "Origin": "null"}):
        assert host.http.post("/api/tables", json={}, headers=headers).status_code == 403
    bare = httpx.Client(base_url=house.base, cookies=host.http.cookies)
    with bare:
        assert bare.post("/api/tables", json={}).status_code == 403
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
            assert bare.request(method, "/api/tables", headers=good).status_code == 405
        assert "access-control-allow-origin" not in bare.get("/api/rulesets", headers={"Origin": "http://evil"}).headers


def test_an_unknown_address_is_a_page_for_browsers_and_an_error_for_programs(house: House) -> None:
    built = (STATIC / "index.html").is_file()
    for path, accept, status in (
        ("/nowhere", "text/html,*/*", 404 if built else 503),
        ("/rules/nowhere/else", "text/html", 200 if built else 503),
        ("/nowhere", "*/*", 404),
        ("/api/nowhere", "text/html", 404),
    ):
        reply = httpx.get(house.base + path, headers={"Accept": accept})
        assert reply.status_code == status, path
        assert ("Fracas" in reply.text) == (built and "html" in accept and "/api" not in path)


def missing_headers(house: House) -> list[str]:
    host = house.host()
    replies = [
        host.http.get("/"),
        host.http.get("/rules/x"),
        host.http.get("/nowhere"),
        host.http.get("/api/nowhere"),
        host.http.get("/api/rulesets"),
        host.http.get("/api/tables"),
        host.http.get("/api/openapi.json"),
        host.http.get("/api/t/x/gm/export"),
        host.http.post("/api/tables", json={"ruleset": 1}),
        host.http.post("/api/tables", content=b"{" * 70000),
        host.http.post("/api/join", json={"token": "x"}),
        host.http.put("/api/tables"),
        host.http.get("/", headers={"Host": "evil.example"}),
        host.http.get("/../../etc/passwd"),
        host.http.get("/%00"),
        host.http.get("/" + "long/" * 3000),
    ]
    missing: list[str] = []
    for reply in replies:
        for name, value in WANTED.items():
            if reply.headers.get(name) != value:
                missing.append(f"{reply.request.url.path}: {name}")
        if reply.request.url.path.startswith("/api") and reply.headers.get("cache-control") != "no-store":
            missing.append(f"{reply.request.url.path}: cache-control")
        assert "server" not in reply.headers and "Traceback" not in reply.text
    return missing


WANTED = dict(HEADERS)


def test_x4_every_answer_carries_the_headers(house: House) -> None:
    assert missing_headers(house) == []
    assert (
        "unsafe" not in WANTED["content-security-policy"]
        and "frame-ancestors 'none'" in WANTED["content-security-policy"]
    )


@pytest.mark.sqlite
def test_x5_a_bug_of_ours_is_told_in_a_line_with_all_headers() -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError("the secret of the tower")

    notes: list[str] = []
    guard = Guard(
        broken, ["tests"], Rates(), lambda what, error: notes.append(f"{what}: {type(error).__name__}"), lambda _: None
    )
    client = httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url="http://tests")
    reply = asyncio.run(client.get("/api/tables"))
    assert (reply.status_code, notes) == (500, ["a request failed: ZeroDivisionError"])
    assert reply.json() == {"error": "a bug of ours; nothing was changed", "problems": []}
    assert WANTED.items() <= dict(reply.headers).items()


@pytest.mark.sqlite
def test_x4_control_missing_headers_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,no_headers")
    assert missing_headers(house)
    house.kill()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"token": "a", "token": "b"}', 400),
        (b'{"token": NaN}', 400),
        (b'{"token": 1.5}', 400),
        (b'{"token": "\\u0000"}', 400),
        (b"[" * 60000, 400),
        (b'{"token": "' + b"a" * 70000 + b'"}', 413),
        (b'{"token": 7}', 422),
        (b'{"token": "x", "more": 1}', 422),
        (b"not json", 400),
    ],
)
def test_h2_bodies_are_read_strictly(house: House, body: bytes, status: int) -> None:
    reply = house.host().http.post("/api/join", content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code == status and set(reply.json()) == {"error", "problems"}


def test_h6_frames_too_long_or_of_bytes_end_the_connection(house: House) -> None:
    for message in ("x" * 70_000, b"bytes"):
        line = Party(house, start=False).gm
        line.ws.send(message)
        with pytest.raises(ConnectionClosed):
            line.until("never")


def test_h2_messages_are_read_strictly(house: House) -> None:
    line = Party(house, start=False).gm
    for text in (
        '{"type":"hello","type":"state","id":"a"}',
        '{"type":"limit","id":"a","seconds":1.5}',
        "[]",
        "{",
        '{"type":"limit","id":"a","seconds":true}',
        '{"type":"claim","id":"a","name":"\\u0000"}',
    ):
        line.ws.send(text)
        assert line.until("error")["kind"] == "invalid"


def test_a_flood_of_messages_is_cut_off_and_a_hurried_person_is_not(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "")
    party = Party(house, start=False)
    watcher = party.lines["watch"]
    with suppress(ConnectionClosed):
        for _ in range(60):
            watcher.send("rules")
    with pytest.raises(ConnectionClosed) as caught:
        watcher.until("never")
    assert caught.value.rcvd is not None and caught.value.rcvd.code == 4429
    party.gm.settle()
    house.kill()
