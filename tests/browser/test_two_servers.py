"""Two servers with one PostgreSQL, each behind a small TCP proxy: the GM's page is at one, a player's at the other, and
that other is killed in mid-command. The page comes back by itself, to the server that lives, and play goes on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
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


def sit_down(pair: Pair, table: Table, script: str = "") -> tuple[Deeds, Deeds]:
    """The GM at the first server, and a player who follows the GM's link to the second."""
    table.set_up("Crisis Mode", "First duel", seed="1")
    player = table.person("Ann")
    if script:
        player.context.add_init_script(script)
    link = table.link(table.seats()[0])
    player.take_seat(re.sub(r"^http://[^/]+", pair.bases[1], link))
    table.players.append(player)
    table.start()
    return Deeds(player), Deeds(table.gm, "foes")


def act_until(player: Deeds, gm: Deeds, done: Callable[[], bool]) -> None:
    """Both do what there is to do."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"{player.told} {gm.told}"
        if not play_on(player) and not play_on(gm):
            gm.person.page.wait_for_timeout(60)


def log_of(person: Person) -> str:
    return person.region("Log").inner_text()


def play_goes_on(pair: Pair, player: Deeds, gm: Deeds) -> float:
    """The player commands something, by which the second server dies; the seconds until both pages show that it was
    done."""
    people, process = (player.person, gm.person), pair.houses[1].process
    before = [""]

    def is_dead() -> bool:
        if process.exitcode is None:
            before[:] = [log_of(one) for one in people]
        return process.exitcode is not None

    act_until(player, gm, is_dead)
    died = time.monotonic()
    for person, text in zip(people, before, strict=True):
        while log_of(person) == text:
            assert time.monotonic() - died < 2 * SOON, f"{person.name} is shown nothing new"
            person.page.wait_for_timeout(50)
    return time.monotonic() - died


@pytest.mark.parametrize("when", ["dies_before_command", "dies_after_command"])
def test_one_server_is_killed_and_play_goes_on_in_the_browser(
    when: str, pages: Path, postgres: None, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    pair = Pair(tmp_path / "data", ("fast", f"fast,{when}"))
    try:
        table = Table(Door(pair), chromium, watch)
        watch.expect("WebSocket connection to")
        player, gm = sit_down(pair, table)
        took = play_goes_on(pair, player, gm)
        assert took < SOON, f"{took:.1f} s"
        id = table.gm.page.url.split("/t/")[1].split("/")[0]
        done = len(commands(pair, id))
        act_until(player, gm, lambda: len(commands(pair, id)) > done)
        rows = GROUND.read(pair.folder, ROWS, id)
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "nothing is lost"
        assert done == 1, "nothing is done twice"
    finally:
        pair.houses[1].gone = True
        pair.stop()


def commands(pair: Pair, table: str) -> list[str]:
    """What the player has commanded or answered, as it is kept."""
    return [row[1] for row in GROUND.read(pair.folder, ROWS, table) if row[3] == "lines" and row[2] != "gm"]


def test_control_a_page_that_never_comes_back_is_noticed(
    pages: Path, postgres: None, chromium: Browser, watch: Watch, tmp_path: Path
) -> None:
    pair = Pair(tmp_path / "data", ("fast", "fast,dies_before_command"))
    try:
        table = Table(Door(pair), chromium, watch)
        watch.expect("WebSocket connection to")
        with pytest.raises(AssertionError, match="is shown nothing new"):
            play_goes_on(pair, *sit_down(pair, table, NEVER_AGAIN))
    finally:
        pair.houses[1].gone = True
        pair.stop()
