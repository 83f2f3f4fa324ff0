"""One server for all tests of a file that do no harm to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.grounds import GROUND, POSTGRES, SQLITE
from tests.server.house import House, close_all

ON_BOTH = (
    "test_admin",
    "test_campaigns",
    "test_own_pictures",
    "test_editing",
    "test_seen_pictures",
    "test_commands",
    "test_table",
    "test_seating",
    "test_talking",
    "test_asides",
    "test_going_back",
    "test_reconnect",
    "test_queue",
    "test_news",
    "test_bots",
    "test_limits",
    "test_import",
    "test_playing",
    "test_parties",
    "test_rights",
    "test_own_options",
)
"""The tests that run on both databases. Those that look at files or system calls run on SQLite, and so do those that
say nothing about what is kept, such as test_web, test_forged and test_thinking."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH:
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
