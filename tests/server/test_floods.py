"""What somebody without a right, or with one, can make the server hold: bodies, connections and rights are bounded."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.grounds import GROUND
from tests.server.house import Browser, House, Line, first_scenario
from tests.server.test_campaigns import ok
from tests.server.test_parties import Troop
from tests.server.test_proxy import free_port

LARGE = [
    "/api/tables/import",
    "/api/campaigns/x/import",
    "/api/campaigns/x/pictures",
    "/api/campaigns/x/maps",
    "/api/campaigns/x/things",
]


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data", "fast,hasty")
    yield house
    assert house.stop() == ""


def call(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=8)


def begin(house: House, path: str, length: int, cookies: str = "") -> socket.socket:
    """A request whose head alone is sent."""
    found = call(house.port)
    host = house.base.removeprefix("http://")
    fields = [f"Host: {host}", "X-Fracas: 1", f"Content-Length: {length}", f"Cookie: {cookies}"]
    found.sendall("\r\n".join([f"POST {path} HTTP/1.1", *fields, "", ""]).encode())
    return found


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def is_ended(one: socket.socket, seconds: float = 5) -> bool:
    """Does the server close this connection without a word?"""
    one.settimeout(seconds)
    try:
        return one.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


# -------------------------------------------------------------------- bodies


@pytest.mark.sqlite
@pytest.mark.parametrize("path", LARGE)
def test_more_than_a_message_is_refused_before_it_is_read_unless_the_host_sends_it(house: House, path: str) -> None:
    with begin(house, path, 250_000) as one:
        assert status(one.recv(4000)) == 403
    cookies = "; ".join([f"{name}={value}" for name, value in house.host().http.cookies.items()])
    with begin(house, path, 250_000, cookies) as one:
        one.settimeout(0.5)
        with pytest.raises(TimeoutError):
            one.recv(4000)


@pytest.mark.sqlite
def test_a_refused_file_is_answered_also_to_whoever_sends_all_of_it_first(house: House) -> None:
    reply = Browser(house.base).http.post("/api/tables/import", content=b"x" * 7_900_000)
    assert reply.status_code == 403 and "only for the host" in reply.json()["error"]


@pytest.mark.sqlite
def test_a_body_that_does_not_come_is_not_waited_for(hasty: House) -> None:
    with begin(hasty, "/api/join", 60_000) as one:
        for _ in range(3):
            one.sendall(b"x")
            time.sleep(0.1)
        answer = b""
        while part := one.recv(4000):
            answer += part
        assert status(answer) == 408 and b"content-security-policy" in answer


@pytest.mark.sqlite
def test_a_large_file_may_come_slowly_as_long_as_it_comes(hasty: House) -> None:
    cookies = "; ".join([f"{name}={value}" for name, value in hasty.host().http.cookies.items()])
    with begin(hasty, "/api/tables/import", 30 * 70_000, cookies) as one:
        for _ in range(30):
            one.sendall(b"x" * 70_000)
            time.sleep(0.06)
        assert status(one.recv(4000)) == 422, "it came, and is no table"


# -------------------------------------------------------------------- connections


@pytest.mark.sqlite
@pytest.mark.parametrize("words", [b"", b"GET / HT", b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-More: "])
def test_a_connection_that_asks_for_nothing_is_ended(hasty: House, words: bytes) -> None:
    with call(hasty.port) as one:
        one.sendall(words)
        assert is_ended(one)


@pytest.mark.sqlite
def test_a_byte_after_an_answer_keeps_no_connection_open(hasty: House) -> None:
    host = hasty.base.removeprefix("http://")
    with call(hasty.port) as one:
        one.sendall(f"GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert status(one.recv(4000)) == 200
        time.sleep(0.2)
        one.setblocking(False)
        while True:
            try:
                one.recv(4000)
            except BlockingIOError:
                break
        one.sendall(b"G")
        assert is_ended(one, 3)


@pytest.mark.sqlite
def test_a_table_and_a_slow_answer_outlast_the_wait_for_a_request(hasty: House) -> None:
    host = hasty.host()
    line = host.sit(host.create(*first_scenario()), "gm")
    time.sleep(1.5)
    line.settle()


@pytest.mark.sqlite
def test_one_address_has_so_many_connections_and_no_more(hasty: House) -> None:
    host = hasty.host()
    line = host.sit(host.create(*first_scenario()), "gm")
    host.http.close()
    with call(hasty.port) as probe:
        assert is_ended(probe), "all but the socket of the table are closed by now"
    held = [call(hasty.port) for _ in range(25)]
    refused = [one for one in held if is_ended(one, 0.2)]
    line.settle()
    assert 6 <= len(refused) < 25, "WebSockets count, and those who are there stay"
    for one in held:
        one.close()


@pytest.mark.sqlite
def test_a_trusted_proxy_has_the_connections_of_everybody(tmp_path: Path) -> None:
    port = free_port()
    house = House(tmp_path / "data", "fast,hasty", port=port, proxies=["127.0.0.0/8"])
    held = [call(port) for _ in range(25)]
    assert [one for one in held if is_ended(one, 0.01)] == []
    for one in held:
        one.close()
    assert house.stop() == ""


# -------------------------------------------------------------------- rights


def rights(house: House, table: str) -> int:
    return len(list(GROUND.read(house.folder, "SELECT id FROM grants WHERE table_id = ? AND seat = 'player1'", table)))


def test_a_players_link_gives_one_right_to_a_seat_however_often_it_is_followed(house: House) -> None:
    troop = Troop(house.host())
    table, player = troop.start(), troop.players[0]["id"]
    browsers = [Browser(house.base) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda one: one.join(troop.token(0)), browsers)) == {f"/t/{table}/player1"}
    ok(browsers[0].post(f"/api/c/{troop.id}/{player}/sit/{troop.people[0]['id']}", {}))
    assert rights(house, table) == 1
    # Every browser has the cookie, and loses the seat with the link.
    lines = [Line(one, table, "player1") for one in browsers[:2]]
    assert [line.welcome["type"] for line in lines] == ["welcome", "welcome"]
    new = ok(troop.host.post(f"{troop.url}/players/{player}/link", {}))
    log = f"/api/t/{table}/player1/log.txt"
    assert {one.http.get(log).status_code for one in browsers} == {403}
    again = Browser(house.base)
    assert again.join(new["link"].partition("#")[2]) == f"/t/{table}/player1"
    assert again.http.get(log).status_code == 200 and rights(house, table) == 2
