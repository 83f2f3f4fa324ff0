"""Behind a TLS proxy: links and cookies are those of its address, and its word on who asks counts, nobody else's."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
from tests.server.house import House

from fracas.engine.errors import Invalid
from fracas.server.run import public_address

OUTSIDE = "https://fracas.example.org"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def through(port: int, client: str) -> httpx.Client:
    """What a proxy passes on for somebody."""
    headers = {"Host": "fracas.example.org", "Origin": OUTSIDE, "X-Fracas": "1"}
    headers |= {"X-Forwarded-For": client, "X-Forwarded-Proto": "https"}
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30)


def guesses(port: int, client: str, count: int) -> list[int]:
    with through(port, client) as browser:
        return [browser.post("/api/join", json={"token": f"guess{n}"}).status_code for n in range(count)]


def test_links_cookies_and_limits_are_those_of_the_address_outside(tmp_path: Path) -> None:
    port = free_port()
    house = House(tmp_path / "data", port=port, address=OUTSIDE, proxies=["127.0.0.1"])
    assert house.base == OUTSIDE and house.said[1].rstrip().partition("#")[0].endswith(f"{OUTSIDE}/join")
    with through(port, "203.0.113.1") as browser:
        reply = browser.post("/api/join", json={"token": house.host_token})
        cookie = reply.headers["set-cookie"]
        assert reply.status_code == 200 and cookie.startswith("__Host-fracas-host=") and "; Secure" in cookie
        assert "strict-transport-security" in reply.headers
    assert guesses(port, "203.0.113.7", 11) == [403] * 10 + [429]
    assert guesses(port, "203.0.113.8", 1) == [403], "somebody else behind the same proxy"
    assert house.stop() == ""


@pytest.mark.sqlite
def test_control_a_proxy_nobody_named_is_not_believed(tmp_path: Path) -> None:
    port = free_port()
    house = House(tmp_path / "data", port=port, address=OUTSIDE)
    assert guesses(port, "203.0.113.7", 11) == [403] * 10 + [429]
    assert guesses(port, "203.0.113.8", 1) == [429], "the word of whoever asks changes nothing"
    house.stop()


@pytest.mark.sqlite
@pytest.mark.parametrize("address", ["fracas.example.org", "ftp://x", "https://x/path", "https://", "https://x?y"])
def test_an_address_with_anything_else_in_it_is_refused(address: str) -> None:
    with pytest.raises(Invalid, match="https://HOST"):
        public_address(address, "http://127.0.0.1:1")
