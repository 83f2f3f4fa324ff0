"""Trials: an encounter that is tried out against bots while it is being made. A trial is a table like any other, but it
is on no list, belongs to no party, and is deleted some time after it was left."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, select

from fracas.engine.errors import check_choice
from fracas.server.command_ids import TABLE, own_id
from fracas.server.facts import Fact
from fracas.server.hall import Hall, seeds_for
from fracas.server.kinds import START
from fracas.server.library import now
from fracas.server.room import Change, Room
from fracas.server.tables import EVENTS, GRANTS, PRESENCE, TABLES, TRIAL
from fracas.server.workshop import off_loop

LEFT: Final = 3600
"""Seconds after which a trial that nobody plays on is deleted by the next one."""


async def begin_trial(hall: Hall, campaign: str, thing: str, side: str, options: dict[str, str]) -> Room:
    """A table of an encounter that has begun, with bots for all sides but one; that one the GM plays."""
    await forget_trials(hall)
    ruleset, one = await hall.workshop.encounter(campaign, thing)
    start = await off_loop(ruleset.start, one["key"], options, seeds_for(None))
    start.title = f"Trial: {start.title}"
    sides = list(dict.fromkeys([who.side for who in start.combatants.values()]))
    if side:
        check_choice("trial", "side", side, sides)
    room = await hall.create(ruleset, one["key"], start, campaign, f"{TRIAL}{thing}")
    facts: list[Fact] = [
        {"what": "bot", "scope": "side", "name": name, "on": True, "turn": ""} for name in sides if name != side
    ]
    async with room.turn():
        for number, fact in enumerate(facts, 1):
            await room.keep_fact(f"trial-{number}", fact)
        await room.perform(own_id(TABLE, "trial-start"), b"", TABLE, lambda: begun(room))
    return room


def begun(room: Room) -> Change:
    room.session.begin()
    return Change(START, b"{}")


async def forget_trials(hall: Hall) -> None:
    """Remove trials that were left a while ago and that nobody is looking at, on any server."""
    here = [room.id for room in hall.rooms if room.subscribers]

    def work(db: Connection) -> None:
        old = select(TABLES.c.id).where(TABLES.c.thing_id.startswith(TRIAL), TABLES.c.changed < now() - LEFT)
        old = old.where(TABLES.c.id.not_in(select(PRESENCE.c.table_id)))
        for id in [str(row[0]) for row in db.execute(old)]:
            if id not in here:
                for column in (EVENTS.c.table_id, GRANTS.c.table_id, TABLES.c.id):
                    db.execute(delete(column.table).where(column == id))

    await hall.store.run(hall.store.transact, work)
