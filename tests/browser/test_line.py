"""The line to the table: a killed server loses nothing for those who wait."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser import gm as running
from tests.browser.chromium import Watch
from tests.browser.playing import begin
from tests.browser.scenes import scene_of
from tests.browser.serving import Serving
from tests.browser.table import Table

from fracas.engine.registry import ruleset_ids


def test_pages_come_back_after_the_server_was_killed(
    alone: Serving, chromium: Browser, watch: Watch, site: Path
) -> None:
    watch.expect_lost_servers()
    scene = scene_of(ruleset_ids()[0], site)
    table = Table(alone, chromium, watch)
    table.set_up(scene.ruleset.name, scene.title)
    ann = table.seat_player(table.seats()[0], "Ann")
    sam = table.seat_spectator()
    table.start()
    begin(table.gm)
    running.tools(table.gm)
    before = [person.names() for person in (table.gm, ann, sam)]
    alone.kill()
    waiting = ann.page.get_by_role("status", name="Waiting for the server")
    expect(waiting).to_be_visible(timeout=20_000)
    alone.start()
    table.gm.button("Pause").click()
    for person in (table.gm, ann, sam):
        expect(person.page.get_by_role("banner").get_by_text("paused")).to_be_visible(timeout=20_000)
    expect(waiting).to_have_count(0)
    assert [person.names() for person in (table.gm, ann, sam)] == before
