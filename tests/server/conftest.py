"""One server for all tests of a file that do no harm to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.house import House, close_all


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    errors = house.stop()
    assert errors == "", errors


@pytest.fixture(autouse=True)
def doors_closed() -> Iterator[None]:
    """Nothing stays open after a test."""
    yield
    close_all()
