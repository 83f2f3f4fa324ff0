"""What the server's tests share: the real server as a process of its own, and browsers without windows."""

from __future__ import annotations

import json
import os
import secrets
import ssl
import time
from collections import deque
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
from tests.forks import FORKS
from tests.held import Held
from tests.server import broken
from tests.server.grounds import GROUND
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from fracas.engine.registry import load_ruleset, ruleset_ids

Data = dict[str, Any]
LONG = bool(os.environ.get("FRACAS_LONG"))
"""The counts of `make soak` instead of those of every day."""
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Shared and empty: servers of tests speak plain HTTP, and every client would read the system's certificates."""
OPEN: list[ExitStack] = []
"""What the tests have opened and not closed yet."""


def close_all() -> None:
    while OPEN:
        OPEN.pop().close()


class House:
    """A running server, a process of its own with a real database. `switches` are those of tests/server/broken.py, and
    `name` tells it from others that share its database; `place` is where that is reached, if not as usual; `more` is
    passed on to `run`."""

    def __init__(
        self,
        folder: Path,
        switches: str = "fast",
        port: int = 0,
        pause: float = 0,
        name: str = "",
        place: str = "",
        **more: Any,
    ):
        self.folder = folder
        self.gone = False
        self.errors = folder.with_name(f"{folder.name}-errors{name}")
        ours, theirs = FORKS.Pipe(duplex=False)
        where = place or GROUND.place(folder)
        self.process = FORKS.Process(target=broken.run, args=(switches, port, where, pause, theirs, self.errors, more))
        self.process.start()
        theirs.close()
        self._ear = ours
        try:
            self.said = [ours.recv(), ours.recv()]
        except EOFError:
            self.process.join()
            ours.close()
            raise AssertionError(self.errors.read_text(encoding="utf-8")) from None
        self.base = self.said[0].split()[3].rstrip("/")
        self.host_token = self.said[1].rstrip().partition("#")[2]

    @cached_property
    def admin_token(self) -> str:
        """Of the administrator's link, which a server prints when there is none yet."""
        return str(self._ear.recv()).rstrip().partition("#")[2] if self._ear.poll(3) else ""

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def kill(self) -> str:
        """As a power cut would for this process; what it had printed as errors."""
        self.process.kill()
        return self._end()

    def stop(self) -> str:
        self.process.terminate()
        return self._end()

    def _end(self) -> str:
        self.process.join(20)
        assert self.process.exitcode is not None, "the server does not stop"
        self.process.close()
        self._ear.close()
        self.gone = True
        return self.errors.read_text(encoding="utf-8")

    def host(self) -> Browser:
        browser = Browser(self.base)
        assert browser.join(self.host_token) == "/"
        return browser


class Browser:
    """Cookies, and the headers a page of ours sends."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers={"X-Fracas": "1", "Origin": base}, timeout=30, verify=NO_TLS)
        stack = ExitStack()
        stack.callback(self.http.close)
        OPEN.append(stack)

    def post(self, path: str, data: object) -> httpx.Response:
        return self.http.post(path, json=data)

    def join(self, token: str) -> str:
        reply = self.post("/api/join", {"token": token})
        assert reply.status_code == 200, reply.text
        return str(reply.json()["url"])

    def create(self, ruleset: str, scenario: str, seed: int | None = 1, **options: str) -> str:
        """A new table; this browser sits in the GM's seat."""
        reply = self.post("/api/tables", {"ruleset": ruleset, "scenario": scenario, "options": options, "seed": seed})
        assert reply.status_code == 200, reply.text
        return str(reply.json()["table"])

    def sit(self, table: str, seat: str, **query: object) -> Line:
        return Line(self, table, seat, **query)


class Line:
    """One WebSocket of a seat."""

    def __init__(self, browser: Browser, table: str, seat: str, **query: object) -> None:
        self.table, self.seat, self.browser = table, seat, browser
        cookies = "; ".join([f"{name}={value}" for name, value in browser.http.cookies.items()])
        address = f"{browser.base.replace('http', 'ws')}/api/t/{table}/{seat}/ws"
        if query:
            address += "?" + str(httpx.QueryParams({k: str(v) for k, v in query.items()}))
        with ExitStack() as stack:
            self.ws: ClientConnection = stack.enter_context(
                connect(
                    address,
                    origin=Origin(browser.base),
                    additional_headers={"Cookie": cookies},
                    compression=None,
                    max_size=None,
                    close_timeout=0.2,
                )
            )
            OPEN.append(stack.pop_all())
        self.frames: list[str] = []
        self.unread: deque[str] = deque()
        """Frames of the last message that are not taken in yet."""
        self.held = Held()
        self.events: list[Data] = []
        self.view: Data = {}
        self.room: Data = {}
        self.asides: list[Data] = []
        self.pings: list[Data] = []
        self.welcome = self.next()

    def next(self, timeout: float = 20) -> Data:
        """The next frame, taken in."""
        if not self.unread:
            message = self.ws.recv(timeout)
            assert isinstance(message, str)
            self.unread.extend(message.split("\n"))
        text = self.unread.popleft()
        self.frames.append(text)
        frame: Data = self.held.read(json.loads(text))
        if "view" in frame:
            frame["view"] = frame["view"].whole
        if frame["type"] in ("welcome", "update"):
            if frame.get("fresh") or frame["type"] == "welcome":
                self.events = []
            self.events += frame["events"]
            self.view = frame["view"]
        elif frame["type"] == "event":
            self.events.append(frame["event"])
        elif frame["type"] == "view":
            self.view = frame["view"]
        if frame["type"] in ("welcome", "room"):
            self.room = frame["room"]
        if frame["type"] == "welcome":
            self.asides = []
        self.asides += frame.get("asides", [])
        self.pings += frame.get("pings", [])
        return frame

    def until(self, type: str, **fields: object) -> Data:
        while True:
            frame = self.next()
            if frame["type"] == type and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    def send(self, type: str, /, id: str = "", **fields: Any) -> str:
        id = id or secrets.token_hex(8)
        self.ws.send(json.dumps({"type": type, "id": id, **fields}))
        return id

    def ask(self, type: str, /, **fields: Any) -> Data:
        """The reply to a request; frames that come in between are taken in."""
        id = self.send(type, **fields)
        while True:
            frame = self.next()
            if frame.get("id") == id:
                return frame

    def do(self, type: str, /, **fields: Any) -> Data:
        reply = self.ask(type, **fields)
        assert reply["type"] not in ("error", "stale"), reply
        return reply

    def settle(self) -> None:
        """Take in everything that was on its way."""
        self.ask("hello")

    def link(self, seat: str) -> Browser:
        """Another browser that follows a link to a seat."""
        browser = Browser(self.browser.base)
        token = self.do("link", seat=seat)["url"].partition("#")[2]
        assert browser.join(token) == f"/t/{self.table}/{seat}"
        return browser

    def door(self) -> Browser:
        """Another browser that follows the link of the room."""
        browser = Browser(self.browser.base)
        assert browser.join(self.do("link", seat="*")["url"].partition("#")[2]) == f"/t/{self.table}"
        return browser

    def close(self) -> None:
        self.ws.close()


def wait_for(line: Line, what: Any, seconds: float = 60) -> None:
    """Take frames in until something is so."""
    end = time.monotonic() + seconds
    while not what():
        left = end - time.monotonic()
        assert left > 0, "it never came to that"
        line.next(left)


def first_scenario() -> tuple[str, str]:
    """The game and scenario to begin with."""
    ruleset = min([load_ruleset(id) for id in ruleset_ids()], key=lambda one: one.rank)
    return ruleset.id, ruleset.scenarios()[0].id


def kept(house: House, table: str) -> list[tuple[int, str]]:
    """Number and command id of every row of a table, read from the database."""
    found = GROUND.read(house.folder, "SELECT seq, command_id FROM events WHERE table_id = ? ORDER BY seq", table)
    return [(int(seq), str(id)) for seq, id in found]


class Party:
    """A started table with everybody at it."""

    def __init__(
        self, house: House, seed: int = 1, scenario: tuple[str, str] | None = None, start: bool = True
    ) -> None:
        self.house = house
        self.host = house.host()
        self.table = self.host.create(*(scenario or first_scenario()), seed=seed)
        self.gm = self.host.sit(self.table, "gm")
        self.seats = [one["seat"] for one in self.gm.room["seats"] if one["seat"] != "gm"]
        self.browsers = {"gm": self.host, "watch": self.gm.link("watch")}
        for seat in self.seats:
            self.browsers[seat] = self.gm.link(seat)
        self.lines = {seat: self.sit(seat) for seat in [*self.seats, "watch"]}
        self.lines["gm"] = self.gm
        if start:
            self.gm.do("start")
            self.settle()

    def sit(self, seat: str, **query: object) -> Line:
        return self.browsers[seat].sit(self.table, seat, **query)

    def settle(self) -> None:
        for line in self.lines.values():
            line.settle()

    def in_turn(self) -> tuple[Line, str]:
        """Who may act now, and the line of the seat that speaks for it; questions are answered by default before."""
        for _ in range(200):
            self.settle()
            view = self.gm.view
            if view["decisions"]:
                question = view["decisions"][0]
                self.gm.do("answer", to=question["id"], answer=question["default"], step=view["step"])
                continue
            if view["over"]:
                self.gm.do("jump", to=0)
                continue
            who = view["actors"][0]
            seat = next((one["seat"] for one in view["state"]["combatants"] if one["id"] == who), "gm")
            return self.lines[seat], who
        raise AssertionError("questions without end")
