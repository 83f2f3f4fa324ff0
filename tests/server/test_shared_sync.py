"""Tables that wait for the disk at one time share its sync, and none pays for another's fault."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.worlds import BASE, World

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset
from fracas.server import store_sqlite as store_module
from fracas.server.hall import Hall
from fracas.server.store import NotKept

TABLES = 3
PATIENCE = 20


async def notes_at_once(folder: Path, counted: list[int]) -> list[Any]:
    """The replies to a note at each of several tables, all of them waiting for the same busy disk."""
    hall = Hall(folder, BASE, 0)
    ruleset = load_ruleset("crisis_mode")
    worlds = [World(hall) for _ in range(TABLES)]
    for world in worlds:
        await world.open(ruleset, ruleset.start("first-duel", {}, ["a", "b"]), [GM])
        await world.do(GM, "start")
    store, free = hall.store, threading.Event()
    assert isinstance(store, store_module.SqliteStore)
    written = store._write

    def write(work: Any) -> None:
        counted.append(1)
        written(work)

    store._write = write  # type: ignore[method-assign]
    store._thread.submit(free.wait, PATIENCE)
    asking = [
        asyncio.ensure_future(world.ask(GM, "ruling", ruling={"who": GM, "verb": "note", "text": "at once"}, reason=""))
        for world in worlds
    ]
    for _ in range(100 * PATIENCE):
        if len(store._waiting) == TABLES:
            break
        await asyncio.sleep(0.01)
    free.set()
    try:
        return await asyncio.wait_for(asyncio.gather(*asking), PATIENCE)
    finally:
        hall.close()


def test_tables_that_wait_together_share_one_sync(tmp_path: Path) -> None:
    counted: list[int] = []
    replies = asyncio.run(notes_at_once(tmp_path, counted))
    assert [reply["type"] for reply in replies] == [replies[0]["type"]] * TABLES and "kind" not in replies[0], replies
    assert len(counted) == 1


@pytest.mark.parametrize("fault", [ValueError("no row"), NotKept("no row"), OverflowError("too long")])
def test_a_batch_that_fails_is_kept_row_by_row(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(store_module, "add_rows", fail)
    counted: list[int] = []
    replies = asyncio.run(notes_at_once(tmp_path, counted))
    assert len(counted) == 1 + TABLES and "kind" not in replies[0], replies
