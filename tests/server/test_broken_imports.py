"""H13: whatever is brought is kept whole or not at all, damaged on its way or interrupted; and a refusal says why."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, delete, event, func, select
from tests.forks import steps_until_killed
from tests.server.damaging import GAME, KINDS, MAP, PICTURE, TABLE, Sample, damaged, sample
from tests.server.grounds import GROUND
from tests.server.house import LONG

from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid
from fracas.server import files, library, packs, workshop
from fracas.server.hall import Hall, table_row
from fracas.server.homebrew import entries_of
from fracas.server.library import campaign_in
from fracas.server.reading.__main__ import answer
from fracas.server.reading.child import Answer, Held, Reader
from fracas.server.reading.wrong import Wrong
from fracas.server.room import Room
from fracas.server.store import Standing
from fracas.server.tables import EVENTS, PICTURES, TABLES, THINGS

OFTEN = {"logs": 300, "packs": 40, "maps": 200, "pictures": 300} if LONG else dict.fromkeys(KINDS, 7)
"""How often each file is damaged: once in every way, or many times. Things are checked by their game, which takes
longer than the rest."""
PATIENCE = 120
"""Seconds after which one file counts as one that hangs the server."""
BESIDE = "http://127.0.0.1:1"


class InProcess(Reader):
    """The child's work without the child, which would take most of the time; what it does not foresee is raised."""

    async def read(self, order: dict[str, Any], raw: bytes, where: str) -> Answer:
        try:
            found, data = await asyncio.to_thread(answer, order, raw)
        except Wrong as wrong:
            raise Invalid("file", wrong.key, str(wrong.value)[:200], wrong.expected) from None
        about = found.pop("picture")
        return Answer(found, Held(about["type"], about["width"], about["height"], data) if about else None)


class Doors:
    """A server's ways in, and what lies behind them."""

    def __init__(self, place: Path | str) -> None:
        self.hall = Hall(place, BESIDE)
        self.shop = self.hall.workshop
        self.shop.reader = InProcess()
        self.campaign = ""

    async def new_campaign(self) -> None:
        self.campaign = (await self.shop.ask(self.shop.library.make_campaign, "Home"))["id"]

    async def bring(self, door: str, raw: bytes) -> int:
        """Bring a file, as its route does; how many rows it is to make."""
        if door == TABLE:
            room = await self.hall.bring(raw)
            rows = files.unpack(raw)[2]
            assert [row._replace(at=0) for row in files.unpack(await self.hall.export(room.id) or b"")[2]] == [
                row._replace(at=0) for row in rows
            ]
            return 1 + len(rows)
        if door == PICTURE:
            await self.shop.keep_picture(self.campaign, raw, "portrait")
            return 1
        if door == MAP:
            found = await self.shop.reader.uvtt(raw)
            if found.picture is not None:
                await self.shop.keep_read_picture(self.campaign, found.picture, "map")
            return int(found.picture is not None)
        await self.shop.bring(self.campaign, raw, GAME, False)
        entries = [each for _, text in packs.unpack(raw) for each in entries_of(tomllib.loads(text.decode()))]
        return len(entries) + len({one.id for one in packs.pictures_in_pack(raw)})

    async def clear(self) -> None:
        """What was kept goes, so that the next is not taken for the same."""

        def work(db: Connection) -> None:
            for one in (THINGS, PICTURES):
                db.execute(delete(one))

        await self.shop.ask(self.hall.store.transact, work)

    async def standing(self) -> tuple[int, int]:
        """How many rows there are, and how often the campaign was changed."""
        return await self.shop.ask(self.hall.store.transact, lambda db: counted(db, self.campaign))


def counted(db: Connection, campaign: str) -> tuple[int, int]:
    counts = [db.execute(select(func.count()).select_from(one)).scalar() for one in (TABLES, EVENTS, THINGS, PICTURES)]
    return sum([int(count or 0) for count in counts]), int(campaign_in(db, campaign)["version"]) if campaign else 0


def told(error: Invalid | ContentErrors) -> bool:
    """Is it said what is wrong, in words one can print?"""
    if isinstance(error, Invalid):
        return bool(error.expected) and str(error)[:500].isprintable()
    return bool(error.errors) and all(one.expected and f"{one.key}{one.expected}".isprintable() for one in error.errors)


async def faults_with(doors: Doors, one: Sample, count: int) -> list[str]:
    """What went wrong with damaged files: those that were kept in part, refused without a word, or hung."""
    faults: list[str] = []
    await doors.new_campaign()
    for what, raw in damaged(one.raw, count):
        before, kept = await doors.standing(), 0
        try:
            kept = await asyncio.wait_for(doors.bring(one.door, raw), PATIENCE)
        except (Invalid, ContentErrors) as error:
            if not told(error):
                faults.append(f"{what}: refused without a word: {error}")
        except TimeoutError:
            faults.append(f"{what}: it hangs")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told at the end with all others
            faults.append(f"{what}: {error!r}")
        after = await doors.standing()
        if after != before if kept == 0 else after[0] - before[0] != kept:
            faults.append(f"{what}: {after[0] - before[0]} rows in place of {kept}")
        if kept:
            await doors.clear()
    return faults


def faults_of(some: Iterable[Sample], folder: Path, count: int = 7) -> list[str]:
    async def run() -> list[str]:
        doors = Doors(folder)
        try:
            return [f"{one.name}, {fault}" for one in some for fault in await faults_with(doors, one, count)]
        finally:
            doors.hall.close()

    return asyncio.run(run())


@pytest.mark.sqlite
@pytest.mark.parametrize("kind", KINDS)
def test_h13_a_damaged_file_is_refused_in_words_or_kept_whole(kind: str, tmp_path: Path) -> None:
    assert faults_of(KINDS[kind](LONG), tmp_path, OFTEN[kind]) == []


@pytest.mark.sqlite
def test_h13_control_a_table_kept_before_it_is_looked_at_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = Hall.bring

    async def kept_first(self: Hall, raw: bytes) -> Room:
        await self.store.run(self.store.create, table_row("r", "s", "t", b"h"), [], Standing(False, False, ""))
        return await bring(self, raw)

    monkeypatch.setattr(Hall, "bring", kept_first)
    assert faults_of([sample("logs")], tmp_path, 1) != []


@pytest.mark.sqlite
def test_h13_control_things_kept_in_part_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = library.add_in
    monkeypatch.setattr(workshop, "add_in", lambda db, home, things, replace: add(db, home, things[:1], replace))
    raw = sample("packs").raw
    monkeypatch.setitem(globals(), "damaged", lambda *_: [("as it was", raw)])
    assert faults_of([sample("packs")], tmp_path) == ["2 hogs, as it was: 1 rows in place of 2"]


@pytest.mark.sqlite
def test_h13_control_a_refusal_without_words_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "opened", lambda raw: zipfile.ZipFile(io.BytesIO(raw)))
    assert faults_of([sample("packs", "note")], tmp_path) != []


@pytest.mark.sqlite
def test_h13_control_a_file_that_hangs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "unpack", lambda raw: time.sleep(0.2))
    monkeypatch.setitem(globals(), "PATIENCE", 0.01)
    (fault,) = faults_of([sample("logs")], tmp_path, 1)
    assert fault.endswith("it hangs")


# -------------------------------------------------------------------- killed on the way

KILLED = [("packs", "portrait"), ("packs", "note"), ("logs", ""), ("maps", ""), ("pictures", "")]


def bring_and_die(place: Path | str, campaign: str, one: Sample, at: int, in_pieces: bool) -> None:
    """Bring a file, and be killed at a step: before a statement that changes something, before a commit, after it."""
    count = [0]

    def step() -> None:
        count[0] += 1
        if count[0] == at:
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(_db: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split(maxsplit=1)[0].upper() in ("INSERT", "UPDATE", "DELETE"):
            step()

    async def run() -> None:
        doors = Doors(place)
        doors.campaign = campaign
        store: Any = doors.hall.store
        write = store._write

        def written(work: Callable[[Connection], object]) -> None:
            def work_and_step(db: Connection) -> None:
                work(db)
                step()

            write(work_and_step)
            step()

        def in_no_transaction(work: Callable[[Connection], object]) -> None:
            work(store._connection)

        store._write = in_no_transaction if in_pieces else written
        event.listen(Engine, "before_cursor_execute", dying)
        await doors.bring(one.door, one.raw)
        os._exit(min(count[0], 120))

    asyncio.run(run())


def killed_at(place: Path | str, campaign: str, one: Sample, at: int, in_pieces: bool = False) -> int:
    """How many steps there were; nothing where it was killed at one."""
    return steps_until_killed(bring_and_die, place, campaign, one, at, in_pieces)


def standing_of(place: Path | str, campaign: str = "") -> tuple[str, int]:
    """A campaign there, new if none is named, and how many rows there are."""

    async def run() -> tuple[str, int]:
        doors = Doors(place)
        try:
            doors.campaign = campaign
            if not campaign:
                await doors.new_campaign()
            return doors.campaign, (await doors.standing())[0]
        finally:
            doors.hall.close()

    return asyncio.run(run())


def left_by_kills(place: Path | str, one: Sample, steps: list[int], in_pieces: bool = False) -> list[int]:
    """How many rows each kill leaves, every one in a campaign of its own."""
    left: list[int] = []
    for at in steps:
        campaign, before = standing_of(place)
        assert killed_at(place, campaign, one, at, in_pieces) == 0, at
        left.append(standing_of(place, campaign)[1] - before)
    return left


@pytest.mark.parametrize(("kind", "words"), KILLED if LONG else KILLED[:1])
def test_h13_killed_while_it_is_brought_a_file_is_there_whole_or_not_at_all(
    kind: str, words: str, tmp_path: Path
) -> None:
    place, one = GROUND.place(tmp_path / "data"), sample(kind, words)
    campaign, before = standing_of(place)
    steps = killed_at(place, campaign, one, 10_000)
    whole = standing_of(place, campaign)[1] - before
    assert whole >= 1
    wanted = list(range(1, steps + 1)) if LONG else [steps // 2, steps]
    left = left_by_kills(place, one, wanted)
    assert set(left) == {0, whole}, left
    assert left == sorted(left), "what was kept once stays"


@pytest.mark.sqlite
def test_h13_control_a_pack_kept_in_pieces_is_noticed(tmp_path: Path) -> None:
    (left,) = left_by_kills(tmp_path / "data", sample("packs", "note"), [3], in_pieces=True)
    assert left == 2, "two of three things, which no kill may leave"
