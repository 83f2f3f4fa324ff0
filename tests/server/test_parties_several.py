"""Players of a campaign among several servers: a link that ends at one ends at all of them, and so does a loan."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.server.grounds import GROUND, POSTGRES
from tests.server.house import Line
from tests.server.several import Pair
from tests.server.test_campaigns import ok
from tests.server.test_parties import Fight, closing

from fracas.server.subscribers import GONE

SECOND = 1.0
"""So long a link may still open something elsewhere."""


@pytest.fixture(scope="module")
def pair(ground: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    GROUND.kind = POSTGRES
    found = Pair(tmp_path_factory.mktemp("pair") / "data")
    yield found
    found.stop()


@pytest.fixture
def fight(pair: Pair) -> Fight:
    """The GM is at the first server, the players at the second."""
    return Fight(pair.host(0), pair.houses[1])


def test_a_loan_that_ends_at_one_server_ends_at_the_other_within_a_second(fight: Fight) -> None:
    noor = Line(fight.noor, fight.table, "player2")
    fight.lend()
    begun = time.monotonic()
    assert closing(noor) == GONE and not fight.opens(fight.noor, "player2")
    assert time.monotonic() - begun < SECOND


def test_a_link_that_is_revoked_at_one_server_ends_at_the_other_within_a_second(fight: Fight) -> None:
    mia, player = Line(fight.mia, fight.table, "player1"), fight.players[0]["id"]
    ok(fight.host.post(f"{fight.url}/players/{player}/revoke", {}))
    begun = time.monotonic()
    assert closing(mia) == GONE
    while fight.opens(fight.mia, "player1") or fight.mia.http.get(f"/api/c/{fight.id}/{player}").status_code != 403:
        assert time.monotonic() - begun < SECOND
    assert fight.mia.post("/api/join", {"token": fight.token(0)}).status_code == 403
    assert time.monotonic() - begun < SECOND
