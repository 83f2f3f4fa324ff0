"""What the server's tests share: the real server as a process of its own, and browsers without windows."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Data = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("FRACAS_LONG"))
"""Full counts instead of the cut ones."""


OPEN: list[ExitStack] = []
"""What the tests have opened and not closed yet."""


def close_all() -> None:
    while OPEN:
        OPEN.pop().close()


class House:
    """A running server. `breaker` names a switch of tests/server/broken.py that breaks something on purpose."""

    def __init__(self, folder: Path, breaker: str = "", port: int = 0, pause: str = "0") -> None:
        self.folder = folder
        program = [sys.executable, "-m", "tests.server.broken", breaker]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
        self.process = subprocess.Popen(
            [*program, "serve", "--port", str(port), "--data", str(folder), "--bot-pause", pause],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline(), self.process.stdout.readline()]
        if not self.said[1]:
            raise AssertionError(self.process.communicate()[1])
        self.base = self.said[0].split()[3].rstrip("/")
        self.host_token = self.said[1].rstrip().partition("#")[2]

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def kill(self) -> str:
        """As a power cut would for this process; what it had printed as errors."""
        self.process.send_signal(signal.SIGKILL)
        return self.process.communicate()[1]

    def stop(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=20)[1]

    def host(self) -> Browser:
        browser = Browser(self.base)
        assert browser.join(self.host_token) == "/"
        return browser


class Browser:
    """Cookies, and the headers a page of ours sends."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers={"X-Fracas": "1", "Origin": base}, timeout=30)
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
                )
            )
            OPEN.append(stack.pop_all())
        self.frames: list[str] = []
        self.events: list[Data] = []
        self.view: Data = {}
        self.room: Data = {}
        self.welcome = self.next()

    def next(self, timeout: float = 20) -> Data:
        """The next frame, taken in."""
        text = self.ws.recv(timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Data = json.loads(text)
        if frame["type"] in ("welcome", "update"):
            if frame.get("fresh") or frame["type"] == "welcome":
                self.events = []
            self.events += frame["events"]
            self.view = frame["view"]
        if frame["type"] in ("welcome", "room"):
            self.room = frame["room"]
        return frame

    def until(self, type: str, **fields: object) -> Data:
        while True:
            frame = self.next()
            if frame["type"] == type and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    def send(self, type: str, id: str = "", **fields: Any) -> str:
        id = id or secrets.token_hex(8)
        self.ws.send(json.dumps({"type": type, "id": id, **fields}))
        return id

    def ask(self, type: str, **fields: Any) -> Data:
        """The reply to a request; frames that come in between are taken in."""
        id = self.send(type, **fields)
        while True:
            frame = self.next()
            if frame.get("id") == id:
                return frame

    def do(self, type: str, **fields: Any) -> Data:
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

    def close(self) -> None:
        self.ws.close()


def wait_for(line: Line, what: Any, seconds: float = 60) -> None:
    """Take frames in until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came to that"
        line.next()
