"""Two servers with one PostgreSQL, each behind a small TCP proxy: the GM's page is at one, a player's at the other, and
that other is killed in mid-command. The page comes back by itself, to the server that lives, and play goes on."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket
from tests.browser.chromium import Watch
from tests.browser.playing import Deeds, play_on
from tests.browser.serving import Serving
from tests.browser.table import Person, Table
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.several import Pair

SOON = 5
"""Seconds after which play goes on, when a server has died."""
PATIENCE = 60
NEVER_AGAIN = """
const Real = WebSocket;
let opened = 0;
window.WebSocket = function (...words) {
  opened += 1;
  return opened > 1 ? { close() {}, send() {} } : new Real(...words);
};
"""
"""A page that opens one socket and no other."""
ROWS = "SELECT seq, command_id, seat, kind FROM events WHERE table_id = ? ORDER BY seq"


class Door(Serving):
    """The first server as the GM reaches it, through its proxy."""

    def __init__(self, pair: Pair) -> None:
        self.base = pair.bases[0]
        self.host_link = f"{self.base}/join#{pair.houses[0].host_token}"


@pytest.fixture
def postgres() -> Iterator[None]:
    GROUND.kind = POSTGRES
    yield
    GROUND.kind = SQLITE


def sit_down(pair: Pair, table: Table, script: str = "") -> tuple[Deeds, Deeds, tuple[Wire, Wire]]:
    """The GM at the first server, and a player who follows the GM's link to the second; what both are told."""
    theirs = Wire(table.gm)
    table.set_up("Crisis Mode", "First duel", seed="1")
    player = table.person("Ann")
    mine = Wire(player)
    if script:
        player.context.add_init_script(script)
    link = table.link(table.seats()[0])
    player.take_seat(re.sub(r"^http://[^/]+", pair.bases[1], link))
    table.players.append(player)
    table.start()
    return Deeds(player), Deeds(table.gm, "foes"), (mine, theirs)


def act_until(player: Deeds, gm: Deeds, done: Callable[[], bool]) -> None:
    """Both do what there is to do."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"{player.told} {gm.told}"
        if not play_on(player) and not play_on(gm):
            gm.person.page.wait_for_timeout(60)


class Wire:
    """What a person's page asks for and is told, over all its sockets, and when."""

    def __init__(self, person: Person) -> None:
        self.asked: dict[str, str] = {}
        """Commands and answers without their ids, by id."""
        self.first = 0.0
        """When the first of them went out."""
        self.replies: dict[str, tuple[float, str]] = {}
        self.events: list[float] = []
        person.page.on("websocket", self._open)

    def _open(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._heard)

    def _sent(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] in ("command", "answer"):
            self.first = self.first or time.monotonic()
            self.asked[frame.pop("id")] = json.dumps(frame, sort_keys=True)

    def _heard(self, text: str | bytes) -> None:
        for frame in [json.loads(line) for line in str(text).split("\n")]:
            if frame["type"] in ("event", "update", "welcome"):
                self.events.append(time.monotonic())
            if frame.get("id") in self.asked:
                self.replies[frame["id"]] = (time.monotonic(), frame["type"])

    def since(self, when: float) -> list[float]:
        """What the page was told of since then."""
        return [one for one in self.events if one > when]


def when_it_dies(process: Any) -> list[float]:
    """Filled with the moment of a process's death."""
    found: list[float] = []

    def watch() -> None:
        wait([process.sentinel])
        found.append(time.monotonic())

    threading.Thread(target=watch, daemon=True).start()
    return found


def play_goes_on(pair: Pair, player: Deeds, gm: Deeds, wires: tuple[Wire, Wire]) -> float:
    """The player commands something, by which the second server dies; the seconds until the player's page has its
    answer and the GM's page is told of it."""
    mine, theirs = wires
    died = when_it_dies(pair.houses[1].process)
    act_until(player, gm, lambda: bool(died))
    fatal, end = next(iter(mine.asked)), died[0] + 2 * SOON
    while fatal not in mine.replies:
        assert time.monotonic() < end, f"{player.person.name} is shown nothing new"
        player.person.page.wait_for_timeout(50)
    while not theirs.since(mine.first):
        assert time.monotonic() < end, f"{gm.person.name} is shown nothing new"
        gm.person.page.wait_for_timeout(50)
    return max(mine.replies[fatal][0], theirs.since(mine.first)[0]) - died[0]


@pytest.mark.parametrize("when", ["dies_before_command", "dies_after_command"])
def test_one_server_is_killed_and_play_goes_on_in_the_browser(
    when: str, pages: Path, postgres: None, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    pair = Pair(tmp_path / "data", ("fast", f"fast,{when}"))
    try:
        table = Table(Door(pair), chromium, watch)
        watch.expect_lost_servers()
        player, gm, wires = sit_down(pair, table)
        took = play_goes_on(pair, player, gm, wires)
        assert took < SOON, f"{took:.1f} s"
        id = table.gm.page.url.split("/t/")[1].split("/")[0]
        done = len(commands(pair, id))
        act_until(player, gm, lambda: len(commands(pair, id)) > done)
        asked, replies = wires[0].asked, wires[0].replies
        act_until(player, gm, lambda: set(asked) == set(replies))
        rows = GROUND.read(pair.folder, ROWS, id)
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "nothing is lost"
        assert commands(pair, id) == [one for one in asked if replies[one][1] == "ok"], (
            "what was answered was done, once"
        )
        assert len(set(asked.values())) == len(asked), "no page asks twice for the same"
    finally:
        pair.houses[1].gone = True
        pair.stop()


def commands(pair: Pair, table: str) -> list[str]:
    """The ids of what the player has commanded or answered, as it is kept."""
    return [
        row[1].rpartition("/")[2]
        for row in GROUND.read(pair.folder, ROWS, table)
        if row[3] == "lines" and row[2] != "gm"
    ]


def test_control_a_page_that_never_comes_back_is_noticed(
    pages: Path, postgres: None, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    pair = Pair(tmp_path / "data", ("fast", "fast,dies_before_command"))
    try:
        table = Table(Door(pair), chromium, watch)
        watch.expect_lost_servers()
        with pytest.raises(AssertionError, match="is shown nothing new"):
            play_goes_on(pair, *sit_down(pair, table, NEVER_AGAIN))
    finally:
        pair.houses[1].gone = True
        pair.stop()
