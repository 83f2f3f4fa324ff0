"""The server for tests: without limits for hurried tests (`fast`), or with one thing broken on purpose.

Every safety test is run once against such a server and must turn red there. The first argument lists the switches.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from fracas.server.store import Row


def fast() -> None:
    """Tests are quicker than people."""
    from limits import parse

    from fracas.server import security
    from fracas.server.others import Others

    many = parse("1000000/second")

    class Unlimited(security.Rates):
        def __init__(self, others: Others) -> None:
            super().__init__(others)
            self.requests = self.new_tables = self.messages = self.connections = many

    patch("fracas.server.app.Rates", Unlimited).start()


def sync_normal() -> None:
    """A commit returns before it is on the disk."""
    from fracas.server import store_sqlite

    store_sqlite.SYNC, store_sqlite.LEAST_SYNC = "NORMAL", 0


def ack_first() -> None:
    """The acknowledgement goes out before anything is kept."""
    from fracas.server.room import Room
    from fracas.server.store import Standing

    real = Room.keep

    under_way: list[asyncio.Task[None]] = []

    async def keep(self: Room, row: Row, standing: Standing) -> None:
        await asyncio.sleep(1)
        await real(self, row, standing)

    async def late(self: Room, row: Row, standing: Standing) -> None:
        if b'"what":"aside"' in row.body:
            under_way.append(asyncio.create_task(keep(self, row, standing)))
        else:
            await real(self, row, standing)

    Room.keep = late  # type: ignore[method-assign]


def forgetful() -> None:
    """Command ids are not looked up."""
    from fracas.server.room import Room

    Room.before = lambda self, command_id, request, id: None  # type: ignore[method-assign]


def never_stale() -> None:
    from fracas.server import dispatch

    dispatch.stale_reason = lambda *_: ""


def no_rollback() -> None:
    """What could not be kept stays in memory."""
    from fracas.session.marking import SessionMark

    SessionMark.restore = lambda self, session: None  # type: ignore[method-assign]


def failing_disk() -> None:
    """The next to last rows of a table are not kept: every fifth append fails."""
    from fracas.server.store import NotKept, Standing
    from fracas.server.store_postgres import PostgresHold
    from fracas.server.store_sqlite import SqliteStore

    real = SqliteStore.append
    count = [0]

    def append(self: SqliteStore, table: str, row: Row, standing: Standing) -> None:
        count[0] += 1
        if count[0] % 5 == 0:
            raise NotKept("disk I/O error")
        real(self, table, row, standing)

    SqliteStore.append = append  # type: ignore[method-assign]
    kept = PostgresHold.keep

    async def keep(self: PostgresHold, row: Row, standing: Standing) -> None:
        count[0] += 1
        if count[0] % 5 == 0:
            await self.let_go()
            raise NotKept("disk I/O error")
        await kept(self, row, standing)

    PostgresHold.keep = keep  # type: ignore[method-assign]


def any_origin() -> None:
    from fracas.server import security

    security.same_origin = lambda origin, host: True


def any_host() -> None:
    from fracas.server import security

    security.host_name = lambda host: "localhost"


def no_headers() -> None:
    from fracas.server import security

    security.HEADERS.clear()


def blind_grants() -> None:
    """Revoked grants go on."""
    from fracas.server.grants import Grant

    Grant.holds = property(lambda self: True)  # type: ignore[method-assign, assignment]


def plain_tokens() -> None:
    """Tokens are kept as they are."""
    from fracas.server import grants

    grants.hashed = lambda token: token.encode()


def one_world() -> None:
    """Whoever names somebody of another table is told so."""
    from fracas.engine.errors import Invalid
    from fracas.protocol.replies import Reply
    from fracas.protocol.troubles import trouble as real
    from fracas.server.room import Room

    opened, rooms = Room.__init__, []

    def remember(self: Room, *args: Any, **more: Any) -> None:
        opened(self, *args, **more)
        rooms.append(self)

    def trouble(error: Exception, id: str | int | None, seat: str) -> Reply:
        known = [who for room in rooms for who in room.session.game.state.combatants]
        if isinstance(error, Invalid) and str(error.value) in known:
            error = Invalid(error.where, error.key, error.value, "somebody of this table, not of another")
        return real(error, id, seat)

    Room.__init__ = remember  # type: ignore[method-assign]
    patch("fracas.server.dispatch.trouble", trouble).start()


def extra_fields() -> None:
    """Fields nobody knows are taken."""
    from fracas.server import messages

    for model in messages.PAGE_REQUESTS:
        model.model_config["extra"] = "ignore"
        model.model_rebuild(force=True)


def lose_first() -> None:
    """Events are counted from the end of what a page already has, and one is left out."""
    from fracas.server.screens import Screens

    real = Screens.events
    Screens.events = lambda self, seat, since: real(self, seat, since)[1:]  # type: ignore[method-assign]


def yes_sayer() -> None:
    """Whoever comes too late is told that all went well."""
    from fracas.server import dispatch
    from fracas.server.frames import Ok

    dispatch.stale_reason = lambda *_: ""
    patch("fracas.server.dispatch.trouble", lambda error, id, seat: Ok(id=str(id))).start()


def busy() -> None:
    """A room that is at work takes nothing else."""
    from fracas.server import dispatch, socket
    from fracas.server.hall import Hall
    from fracas.server.room import Room
    from fracas.server.subscribers import Subscriber

    real = dispatch.serve

    async def serve(hall: Hall, room: Room, subscriber: Subscriber, data: dict[str, object]) -> None:
        if at_work and data["type"] == "aside":
            subscriber.reply(dispatch.fault(str(data["id"]), "busy"))
            return
        at_work.append(room.id)
        await asyncio.sleep(0.1)
        await real(hall, room, subscriber, data)
        at_work.pop()

    at_work: list[str] = []
    socket.serve = serve  # type: ignore[attr-defined]


def first_tab_only() -> None:
    """Only one tab of a seat is told of anything."""
    from fracas.server.room import Room

    real = Room.tell

    def tell(self: Room) -> None:
        everybody = self.subscribers
        self.subscribers = [one for n, one in enumerate(everybody) if one.seat not in [e.seat for e in everybody[:n]]]
        real(self)
        self.subscribers = everybody

    Room.tell = tell  # type: ignore[method-assign]


def tight() -> None:
    """Limits small enough to be reached on a busy machine within their minute."""
    from limits import parse

    from fracas.server import security
    from fracas.server.others import Others

    class Tight(security.Rates):
        def __init__(self, others: Others) -> None:
            super().__init__(others)
            self.requests = parse("20/hour")
            self.connections = parse("5/hour")

    patch("fracas.server.app.Rates", Tight).start()


def by_address() -> None:
    """Whoever holds a right is counted with all others of the same address."""
    from fracas.server.grants import Grants

    Grants.behind_any = lambda self, cookies: None  # type: ignore[method-assign]


def asides_again() -> None:
    """Every aside brings all before it along."""
    from fracas.server.screens import Screens
    from fracas.server.subscribers import Subscriber

    real = Screens.asides_frame

    def again(self: Screens, subscriber: Subscriber) -> bytes:
        subscriber.heard = 0
        return real(self, subscriber)

    Screens.asides_frame = again  # type: ignore[method-assign]


def slow_to_answer() -> None:
    """Whoever asks for odds waits until they are there."""
    from fracas.server import thinking

    thinking.SOON = 1000  # type: ignore[misc]


def deep_in_thought() -> None:
    """Not a fault: odds that take all the time there is, whatever is asked."""
    from fracas.server.thinking import Thought

    answer = Thought._answer

    def slowly(self: Thought) -> dict[str, Any]:
        while not self.patience.spent():
            time.sleep(0.02)
        return answer(self)

    Thought._answer = slowly  # type: ignore[method-assign]


def read_only() -> None:
    """Once somebody asks after the server's health, the database is read-only."""
    from fracas.server.store_postgres import PostgresStore
    from fracas.server.store_sqlite import SqliteStore

    real = SqliteStore.write_nothing

    def write_nothing(self: SqliteStore) -> None:
        self._connection.exec_driver_sql("PRAGMA query_only = ON")
        real(self)

    SqliteStore.write_nothing = write_nothing  # type: ignore[method-assign]
    write = PostgresStore.write_nothing

    def write_nothing_there(self: PostgresStore) -> None:
        with patch.object(self, "_engine", self._engine.execution_options(postgresql_readonly=True)):
            write(self)

    PostgresStore.write_nothing = write_nothing_there  # type: ignore[method-assign]


def free_seats() -> None:
    """A seat is free, whoever sits there."""
    patch("fracas.server.seating.is_free", lambda room, seat: True).start()


def loud_whispers() -> None:
    """What is meant for some is told to everybody."""
    patch("fracas.server.facts.circle_of", lambda fact: None).start()


def dying(fatal: Callable[[Row], bool], before: bool) -> None:
    """Not a fault: the server is killed when it holds a table and is about to keep such a row, or has just kept it and
    has told nobody."""
    from fracas.server.room import Room
    from fracas.server.store import Standing

    real = Room.keep

    async def keep(self: Room, row: Row, standing: Standing) -> None:
        if not before:
            await real(self, row, standing)
        if fatal(row):
            os.kill(os.getpid(), signal.SIGKILL)
        if before:
            await real(self, row, standing)

    Room.keep = keep  # type: ignore[method-assign]


def says_die(row: Row) -> bool:
    return b"die now" in row.body


def is_players_command(row: Row) -> bool:
    return row.kind == "lines" and row.seat not in ("gm", "table")


def dies_before() -> None:
    dying(says_die, before=True)


def dies_after() -> None:
    dying(says_die, before=False)


def dies_before_command() -> None:
    dying(is_players_command, before=True)


def dies_after_command() -> None:
    dying(is_players_command, before=False)


def deaf() -> None:
    """A server that hears nothing of the others, and does not look either."""
    from fracas.server import others_postgres

    async def nothing(self: object, *_: object) -> None:
        return

    for name in ("_hear", "_look_around", "look"):
        setattr(others_postgres.PostgresOthers, name, nothing)


def unlocked() -> None:
    """A table is looked at and not held."""
    from fracas.server import store_postgres

    vars(store_postgres)["HOLD"] = "BEGIN; SELECT seq, rights FROM tables WHERE id = %s"


def holds_on() -> None:
    """Whoever holds a table goes on holding it while it waits for others who write."""
    from fracas.server import following
    from fracas.server.room import Room

    made = following.made

    async def held(hall: Any, room: Room, request: Any) -> Room:
        await room.claim()
        return await made(hall, room, request)

    following.made = held


def old_rights() -> None:
    """Rights that another server has ended go on."""
    from fracas.server.hall import Hall

    async def nothing(self: Hall, table: str) -> None:
        return

    Hall.renew_rights = nothing  # type: ignore[method-assign]


def own_counts() -> None:
    """Every server counts for itself."""
    from fracas.server.others import Others
    from fracas.server.others_postgres import PostgresOthers

    PostgresOthers.within_exactly = Others.within_exactly  # type: ignore[method-assign]


def everybody_leads() -> None:
    """Every server moves the bots."""
    from fracas.server.others import Others
    from fracas.server.others_postgres import PostgresOthers

    PostgresOthers.leads = Others.leads  # type: ignore[method-assign]


def taken_for_lost() -> None:
    """Whoever loses the connection in mid-commit takes the row for lost."""
    from fracas.server.store_postgres import PostgresStore

    async def no(self: PostgresStore, *_: object) -> bool:
        return False

    PostgresStore.is_there = no  # type: ignore[method-assign, assignment]


def unmasked() -> None:
    """Everybody gets the whole picture of the map."""
    from fracas.server.hung import Ground, Hung
    from fracas.server.reading.child import Held
    from fracas.server.seen_pictures import SeenPictures

    async def whole(self: SeenPictures, campaign: str, hung: Hung, board: object, ground: Ground) -> Held:
        return await self.kept(campaign, hung.map)

    SeenPictures.masked = whole  # type: ignore[method-assign]


def all_faces() -> None:
    """Everybody is told all portraits."""
    from fracas.server.hung import Hung

    Hung.portraits_for = lambda self, sight: self.kinds  # type: ignore[method-assign]


def open_pictures() -> None:
    """Every seat may have every picture of the campaign by its id."""

    class Anything:
        def __contains__(self, _: object) -> bool:
            return True

    patch("fracas.server.seen_pictures.known_to", lambda room, seat: Anything()).start()


def hasty() -> None:
    """Whoever sends nothing is waited for a second, and an address has few connections."""
    from fracas.server import bodies, connections

    bodies.STRETCH_SECONDS = connections.HEAD_SECONDS = 1
    connections.MOST_OF_ONE = 20


SWITCHES: list[Callable[[], None]] = [
    fast,
    sync_normal,
    ack_first,
    forgetful,
    never_stale,
    no_rollback,
    failing_disk,
    any_origin,
    any_host,
    no_headers,
    blind_grants,
    plain_tokens,
    one_world,
    extra_fields,
    lose_first,
    yes_sayer,
    busy,
    first_tab_only,
    tight,
    by_address,
    asides_again,
    slow_to_answer,
    deep_in_thought,
    read_only,
    free_seats,
    loud_whispers,
    dies_before,
    dies_after,
    dies_before_command,
    dies_after_command,
    deaf,
    unlocked,
    holds_on,
    old_rights,
    own_counts,
    everybody_leads,
    taken_for_lost,
    unmasked,
    all_faces,
    open_pictures,
    hasty,
]


def run(
    switches: str, port: int, place: Path | str, pause: float, told: Connection, errors: Path, more: dict[str, Any]
) -> None:
    """Serve, with these switches, telling what is printed to `told`."""
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    for switch in SWITCHES:
        if switch.__name__ in switches.split(","):
            switch()
    from fracas.server import run as running

    # A server begins with a process of its own; this one was a copy, whose parent's signals are not for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    running.run(port, False, place, pause, [], told.send, **more)
