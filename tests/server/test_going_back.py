"""A table with hundreds of undos and redos opens after a restart, and is imported, like any other."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.server.house import House, Party, first_scenario
from tests.server.worlds import World

from fracas.engine.command import GM
from fracas.engine.log import EVENT
from fracas.engine.registry import load_ruleset
from fracas.server.opening import header_line, open_room

TIMES = 40


def test_undone_and_redone_many_times_it_opens_and_is_imported_with_the_same_log(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    party = Party(house)
    line, who = party.in_turn()
    line.do("command", command=f"{who} pass", step=line.view["step"])
    for _ in range(TIMES):
        party.gm.do("undo")
        party.gm.do("redo")
    party.settle()
    told = {seat: list(each.events) for seat, each in party.lines.items()}
    raw = party.host.http.get(f"/api/t/{party.table}/gm/export").content
    port = house.port
    assert house.stop() == ""
    house = House(tmp_path / "data", port=port)
    for seat, events in told.items():
        assert json.dumps(party.sit(seat).events) == json.dumps(events), seat
    reply = house.host().http.post("/api/tables/import", content=raw)
    assert reply.status_code == 200, reply.text
    assert house.stop() == ""


def test_opening_folds_the_log_once_however_often_it_was_gone_back(tmp_path: Path) -> None:
    async def run() -> None:
        world = World(tmp_path)
        ruleset, scenario = first_scenario()
        rules = load_ruleset(ruleset)
        await world.open(rules, rules.start(scenario, {}, ["1", "2"]), [GM, ""])
        await world.do(GM, "start")
        turns = iter(range(5))
        await world.pass_until(lambda: next(turns, 4) == 4)
        for _ in range(TIMES):
            await world.do(GM, "undo")
            await world.do(GM, "redo")
        store, room = world.hall.store, world.room
        rows = (await store.run(store.rows, room.id)).rows
        again = open_room(store, room.id, "", header_line(room.session.game.log.header), rows)
        game = again.session.game
        assert game.log.to_text() == room.session.game.log.to_text()
        # Each stream may have to go back to the same place once more; nobody folds the log for every undo.
        events = len([line for line in game.log.in_force() if line.kind == EVENT])
        assert game.folds.applied <= 2 * events + TIMES
        world.close()

    asyncio.run(run())
