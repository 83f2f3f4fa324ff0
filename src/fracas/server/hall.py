"""The hall: every room of this server, opened when somebody comes, and what rooms share: store, grants, addresses."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import secrets
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno

from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.parties import start_with
from fracas.engine.performing import header_of
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.server import files
from fracas.server.catching_up import Behind
from fracas.server.forecasting import Forecasts
from fracas.server.grants import ADMIN, ALWAYS, HOST, Grants
from fracas.server.kinds import BRANCH, LINES, START
from fracas.server.library import Gone, new_id, now
from fracas.server.opening import Unreadable, good_part, header_line, open_kept, trouble_in
from fracas.server.others import Others
from fracas.server.outlook import Outlook
from fracas.server.party import carried_by, come_home, setting_out, sit_down
from fracas.server.pulse import Pulse
from fracas.server.restoring import back_up_evening
from fracas.server.room import Room
from fracas.server.security import LOCAL, host_name
from fracas.server.store import Row, Standing, open_store
from fracas.server.subscribers import CLOSED, GONE, RESTARTS
from fracas.server.workshop import Workshop, off_loop
from fracas.session.questions import Questions
from fracas.session.scenarios import check_scenario, seeds_of
from fracas.session.session import MAIN

IDLE_SECONDS = 900
"""A room in which nobody has been for this long is closed; whoever comes next opens it from the store again."""
LOG = logging.getLogger("fracas")
LOGGED = (LINES, START)
"""The rows that hold lines of a game."""


class Hall:
    """One server's tables."""

    def __init__(
        self,
        place: Path | str,
        base: str,
        bot_pause: float = 0.6,
        secure: bool = False,
        backups: Path | None = None,
    ) -> None:
        self.place = place
        self.backups = backups
        self.kept_since_backup = False
        self.store = open_store(place, backups)
        self.grants = Grants(self.store, secure)
        self.others = self.grants.others = others_of(self)
        self.workshop = Workshop(self.store)
        self.base = base
        """The address people reach this server by, without a slash at its end."""
        self.bot_pause = bot_pause
        self.forecasts = Forecasts()
        self._rooms: dict[str, tuple[Room, Pulse]] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        """By table: nobody waits for the opening of another one."""
        self.troubles: dict[str, str] = {}
        """By table: what is wrong with it, nothing if it was found sound."""

    def close(self) -> None:
        for room in self.rooms:
            self._leave(room)
        self.forecasts.close()
        self.others.stop()
        self.store.close()

    @property
    def rooms(self) -> list[Room]:
        return [room for room, _ in self._rooms.values()]

    def open_room(self, id: str) -> Room | None:
        """A room, if it is open here."""
        found = self._rooms.get(id)
        return found[0] if found is not None else None

    async def renew_rights(self, table: str) -> None:
        """Another server has given or ended rights to a table: whoever has lost theirs is sent away."""
        await self.grants.renew(table)
        for subscriber in [each for room in self.rooms for each in room.subscribers]:
            if subscriber.grant.in_bin:
                subscriber.send_away(CLOSED, "the administrator has ended this connection")
            elif not subscriber.grant.holds:
                subscriber.send_away(GONE, "this seat was taken from you")
        room = self.open_room(table)
        if room is not None and await self._table(table) is None:
            self.drop(room)

    async def connections(self) -> int:
        """How many there are, on all servers."""
        return sum([len(room.subscribers) for room in self.rooms]) + await self.others.connections()

    def note(self, what: str, error: Exception) -> None:
        """A line for whoever runs the server: the kind of trouble and where, never what people sent."""
        LOG.error("%s: %s", what, type(error).__name__, exc_info=error if LOG.isEnabledFor(logging.DEBUG) else None)

    # ---------------------------------------------------------------- links

    @property
    def here_only(self) -> bool:
        """Is the address in links one that only this machine knows?"""
        return host_name(urlsplit(self.base).netloc) in LOCAL

    def url_of(self, token: str) -> str:
        return f"{self.base}/join#{token}"

    def host_link(self) -> str:
        _, token = self.grants.give_now("", HOST)
        return self.url_of(token)

    def first_admin_link(self) -> str:
        """The administrator's link, where there is none yet: one that is there is replaced, never shown."""
        if self.grants.given("", ADMIN):
            return ""
        _, token = self.grants.give_now("", ADMIN, ALWAYS)
        return self.url_of(token)

    async def link(self, table: str, seat: str, through: str = "") -> str:
        """A new link for a seat, by its name in addresses."""
        _, token = await self.grants.give(table, seat, through)
        return self.url_of(token)

    def picture(self, url: str) -> str:
        """A QR code as SVG."""
        out = io.BytesIO()
        segno.make(url, error="m").save(out, kind="svg", xmldecl=False, svgns=True, nl=False, omitsize=True, border=2)
        return out.getvalue().decode()

    # ---------------------------------------------------------------- rooms

    async def room(self, id: str) -> Room | None:
        """An open room, opened now if it was not; nothing if there is no such table."""
        found = self.open_room(id)
        if found is not None:
            return found
        async with self._opening.setdefault(id, asyncio.Lock()):
            room = self.open_room(id)
            if room is None:
                self.others.start()
                room = await self._open(id)
                if room is not None:
                    self._enter(room)
                    await self.others.look(room)
            return room

    async def _table(self, id: str) -> dict[str, Any] | None:
        """A table's row; nothing where there is none, or where it is in the bin."""
        table = await self.store.run(self.store.table, id)
        return None if table is None or table["deleted"] else table

    async def _open(self, id: str) -> Room | None:
        table = await self._table(id)
        if table is None:
            return None
        while True:
            kept = await self.store.run(self.store.rows, id)
            try:
                ruleset = await self._ruleset_of(table)
                room = await asyncio.to_thread(open_kept, self.store, table, kept, ruleset)
            except Unreadable as error:
                self.troubles[id] = str(error)
                raise
            if room.damage:
                self.troubles[id] = room.damage
                return room
            try:
                await self._keep_rest(room, kept.rows)
            except Behind:
                # Another server has opened it meanwhile, and kept what that adds.
                continue
            return room

    async def _ruleset_of(self, table: dict[str, Any]) -> Ruleset | None:
        """The game of a campaign's table with the campaign's things, so that the GM can bring them in; nothing for a
        table of no campaign, or of one that is gone."""
        if not table["campaign_id"] or table["ruleset"] not in ruleset_ids():
            return None
        try:
            return await self.workshop.ruleset(table["campaign_id"], table["ruleset"])
        except Gone:
            return None

    async def trouble_of(self, table: dict[str, Any]) -> str:
        """What is wrong with a table as it is kept; looked for once."""
        id = str(table["id"])
        if id not in self.troubles:
            kept = await self.store.run(self.store.rows, id)
            self.troubles[id] = await asyncio.to_thread(trouble_in, table, kept)
        return self.troubles[id]

    async def export(self, id: str) -> bytes | None:
        """All that can be read of a table, as one file; nothing if there is no such table."""
        room = self.open_room(id)
        async with room.lock if room is not None else asyncio.Lock():
            table = await self._table(id)
            kept = await self.store.run(self.store.rows, id)
        if table is None:
            return None
        return await asyncio.to_thread(files.pack, table, good_part(kept)[0])

    async def watch_idle(self) -> None:
        """Let go of empty rooms, for as long as the server runs."""
        while True:
            await asyncio.sleep(IDLE_SECONDS / 10)
            self.let_go(IDLE_SECONDS)
            try:
                await self.back_up_when_empty()
            except Exception as error:  # noqa: BLE001 - a full disk, say: it is tried again later
                self.note("no backup could be made", error)

    async def back_up_when_empty(self) -> Path | None:
        """When a session is over, and something was done in it, a backup is made; in a folder for them."""
        used = [room for room in self.rooms if room.watched]
        if used or self.backups is None or not self.kept_since_backup or not await self.others.leads(None):
            return None
        self.kept_since_backup = False
        return await asyncio.to_thread(back_up_evening, self.place, self.backups)

    def let_go(self, seconds: float) -> None:
        """Close the rooms nobody has been in for so long; all they know is kept. A running clock keeps a room open."""
        for room in self.rooms:
            empty = not room.subscribers and not room.lock.locked() and not room.clock.runs
            if empty and time.monotonic() - room.empty_since >= seconds:
                self._leave(room)

    def _leave(self, room: Room) -> None:
        """Close a room and end all that is under way for it."""
        room.closed = True
        for thought in room.thoughts.values():
            thought.call_off()
        if room.outlook is not None:
            room.outlook.stop()
        if self.open_room(room.id) is room:
            self._rooms.pop(room.id)[1].stop()

    def _kept(self) -> None:
        self.kept_since_backup = True

    def drop(self, room: Room) -> None:
        """Let go of a room that is not what it should be; whoever is there comes back to one that is opened again."""
        self._leave(room)
        for subscriber in room.subscribers:
            subscriber.send_away(RESTARTS, "the table is opened again")

    def _enter(self, room: Room) -> None:
        room.others = self.others
        room.on_kept = self._kept
        room.outlook = Outlook(room, self.forecasts)
        self._rooms[room.id] = (room, Pulse(self, room))

    async def _keep_rest(self, room: Room, rows: list[Row]) -> None:
        """What opening a table adds (another version takes an open command back, other rules may take a step) is kept
        like anything else, for each of its games."""
        before = Questions()
        for row in rows:
            before.take(json.loads(row.after))
        for name, game in room.session.games.items():
            known = sum([row.body.count(b"\n") for row in rows if row.game == name and row.kind in (*LOGGED, BRANCH)])
            # The text of a branch begins with its header.
            lines = game.log.lines[known - (1 if name != MAIN else 0) :]
            if lines:
                async with room.turn():
                    await room.keep_opened(name, lines, before)
                before = room.session.questions

    async def create(
        self, ruleset: Ruleset, scenario: str, start: Encounter, campaign: str = "", thing: str = ""
    ) -> Room:
        """A new table, not begun yet."""
        table = table_row(ruleset.id, scenario, start.title, header_line(header_of(ruleset, start)))
        table |= {"campaign_id": campaign, "thing_id": thing}
        await self.store.run(self.store.create, table, [], Standing(False, False, ""))
        room = await self.room(str(table["id"]))
        assert room is not None
        if campaign:
            await self._hang(room, campaign)
        return room

    async def _hang(self, room: Room, campaign: str) -> None:
        """The table has the campaign's pictures as they are now."""
        fact = await self.workshop.hung(campaign, room.session.game, room.scenario)
        async with room.turn():
            await room.keep_fact("pictures", fact)

    async def home_of(self, id: str) -> tuple[str, str]:
        """The campaign a table belongs to, and the encounter it was made from; nothing for a table of no campaign."""
        table = await self.store.run(self.store.table, id)
        return (str(table["campaign_id"]), str(table["thing_id"])) if table is not None else ("", "")

    async def start_scenario(self, ruleset_id: str, scenario: str, options: dict[str, str], seed: int | None) -> Room:
        ruleset = load_ruleset(ruleset_id)
        check_scenario(ruleset, scenario)
        start = ruleset.start(scenario, options, seeds_for(seed))
        return await self.create(ruleset, scenario, start)

    async def start_thing(
        self, campaign: str, thing: str, party: str, options: dict[str, str], seed: int | None
    ) -> Room:
        """A table from an encounter of a campaign, with a party of it in the places of the encounter's own people."""
        ruleset, one = await self.workshop.encounter(campaign, thing)
        if not party:
            start = await off_loop(ruleset.start, one["key"], options, seeds_for(seed))
            return await self.create(ruleset, one["key"], start, campaign, thing)
        await come_home(self, campaign)
        members = await setting_out(self.workshop, campaign, one["ruleset"], party)
        busy = [each["name"] for each in members if each["table_id"]]
        if busy:
            raise Invalid("table", "party", ", ".join(busy), "people who are at no other table; bring them home first")
        people = carried_by(members)
        start = await off_loop(start_with, ruleset, people, one["key"], options, seeds_for(seed))
        room = await self.create(ruleset, one["key"], start, campaign, thing)
        await sit_down(self, campaign, room, members)
        return room

    async def bring(self, raw: bytes) -> Room:
        """A new table out of a file, whole or not at all."""
        scenario, header, rows = await asyncio.to_thread(files.unpack, raw)
        await asyncio.to_thread(files.check_header, header)
        room, standing = await asyncio.to_thread(files.try_out, self.store, scenario, header, rows)
        table = table_row(room.session.game.ruleset.id, scenario, room.title, header)
        await self.store.run(self.store.create, table, rows, standing)
        found = await self.room(str(table["id"]))
        assert found is not None
        return found


def others_of(hall: Hall) -> Others:
    """The other servers of a hall's database."""
    if not hall.store.shared:
        return Others()
    from fracas.server.others_postgres import PostgresOthers
    from fracas.server.store_postgres import PostgresStore

    assert isinstance(hall.store, PostgresStore)
    return PostgresOthers(hall, hall.store)


def table_row(ruleset: str, scenario: str, title: str, header: bytes) -> dict[str, object]:
    return {
        "id": new_id(),
        "ruleset": ruleset,
        "scenario": scenario,
        "title": title[:200],
        "header": header,
        "created": now(),
        "changed": now(),
    }


def seeds_for(seed: int | None) -> list[str]:
    """The seeds of the public dice and the GM's: 256 bits nobody chose, or what follows from a number."""
    if seed is None:
        return [secrets.token_hex(32), secrets.token_hex(32)]
    return seeds_of(seed)
