"""One server for all tests of a file that do no harm to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import House, close_all

ONE_DATABASE = {
    "test_backups": "each test says where it runs, or goes from one database to the other",
    "test_restoring": "each test says where it runs",
    "test_admin_several": "several servers need PostgreSQL",
    "test_parties_several": "several servers need PostgreSQL",
    "test_next_several": "several servers need PostgreSQL",
    "test_several_servers": "several servers need PostgreSQL",
    "test_postgres": "PostgreSQL's kills, cuts and restarts",
    "test_same_on_both": "each test runs on both",
    "test_api": "each request goes to servers of both",
    "test_kill": "SQLite's settings, file and lock; test_postgres kills the other",
    "test_power_cut": "traces of system calls, which only SQLite does in our process",
    "test_shared_sync": "how SQLite's one writer shares a sync",
    "test_files_that_last": "files of earlier versions, which were SQLite's; test_backups takes them to PostgreSQL",
    "test_serve": "`--data`; test_postgres has `--database`",
    "test_after": "nothing is kept",
    "test_forecasts": "nothing is kept",
    "test_icons": "nothing is kept",
    "test_left_out": "nothing is kept",
    "test_reading": "nothing is kept",
    **dict.fromkeys(
        ("test_canaries", "test_chosen_order", "test_frames", "test_hidden_turns", "test_leaks", "test_twin_worlds"),
        "what seats are sent, which test_same_on_both compares byte by byte",
    ),
}
"""The modules whose tests do not run on both databases, and why. In the others, `sqlite` marks tests that run there
alone."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] not in ONE_DATABASE:
        grounds = [SQLITE] if metafunc.definition.get_closest_marker("sqlite") else [SQLITE, POSTGRES]
        metafunc.parametrize("ground", grounds, indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def ground(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which database servers get."""
    GROUND.kind = getattr(request, "param", SQLITE)
    yield GROUND.kind
    GROUND.kind = SQLITE


@pytest.fixture(scope="module")
def house(ground: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    errors = house.stop()
    assert errors == "", errors


@pytest.fixture(autouse=True)
def doors_closed() -> Iterator[None]:
    """Nothing stays open after a test."""
    yield
    close_all()
