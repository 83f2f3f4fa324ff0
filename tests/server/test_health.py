"""`/api/health` tells the truth: about a database that cannot be read, written or found, and about damaged tables."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path

import httpx
import pytest
from tests.server.grounds import GROUND, SQLITE
from tests.server.house import Browser, House, Party
from tests.server.test_damage import ROWS, Two

from fracas import __version__
from fracas.server.health import FRESH_SECONDS
from fracas.server.store import MOVED
from fracas.server.store_sqlite import FILE

FIELDS = {"ok", "version", "compiled", "database", "rooms", "damaged", "damaged_tables"}


def asked(house: House) -> httpx.Response:
    return Browser(house.base).http.get("/api/health")


def later(house: House) -> httpx.Response:
    """An answer that looked again."""
    time.sleep(FRESH_SECONDS)
    return asked(house)


def test_all_is_well_and_open_rooms_are_counted(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    assert asked(house).json()["rooms"] == 0
    Party(house)
    told = asked(house)
    assert told.status_code == 200 and set(told.json()) == FIELDS
    assert told.json()["ok"] and told.json()["database"] == "" and told.json()["rooms"] == 1
    assert told.json()["damaged"] == 0 and told.json()["version"] == __version__
    house.stop()


def written(house: House) -> object:
    """What is another after every look that writes."""
    if GROUND.kind == SQLITE:
        return (house.folder / f"{FILE}-wal").stat().st_size
    return GROUND.read(house.folder, "SELECT value FROM keys WHERE name = 'health'")


def test_asking_often_writes_once(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    asked(house)
    before = written(house)
    for _ in range(5):
        asked(house)
    assert written(house) == before
    assert later(house).status_code == 200 and written(house) != before
    house.stop()


def cannot_write(house: House) -> None:
    told = asked(house)
    assert told.status_code == 503 and not told.json()["ok"] and told.json()["database"] == "it cannot be written"
    assert str(house.folder) not in told.text
    house.kill()


def test_a_database_that_takes_nothing_is_told_with_a_status(tmp_path: Path) -> None:
    cannot_write(House(tmp_path / "data", "fast,read_only"))


@pytest.mark.sqlite
def test_a_full_disk_is_told_with_a_status(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (1, 1))
    cannot_write(house)


@pytest.mark.sqlite
def test_a_database_that_is_overwritten_is_told(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    Party(house)
    assert asked(house).status_code == 200
    for name in (FILE, f"{FILE}-wal"):
        path = house.folder / name
        with path.open("r+b") as file:
            file.write(os.urandom(path.stat().st_size))
    told = later(house)
    assert told.status_code == 503 and told.json()["database"] == "it cannot be read"
    assert "Traceback" not in house.kill()


def test_a_database_that_is_gone_is_told_though_its_server_can_still_write(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    assert asked(house).status_code == 200
    GROUND.take_away(house.folder)
    told = later(house)
    said = MOVED if GROUND.kind == SQLITE else "it cannot be read"
    assert told.status_code == 503 and told.json()["database"] == said
    assert "Traceback" not in house.kill()


def test_damaged_tables_are_counted_and_named_to_the_host_alone(tmp_path: Path) -> None:
    two = Two(tmp_path / "data", ROWS["a broken chain"][0])
    told = asked(two.house)
    assert told.status_code == 200, "the other tables go on"
    assert (told.json()["damaged"], told.json()["damaged_tables"]) == (1, [])
    assert two.table not in told.text
    assert two.host.http.get("/api/health").json()["damaged_tables"] == [two.table]
    two.house.stop()
