"""Fair beats easy with the same party on both sides of a symmetric map.

400 fights with FRACAS_LONG=1, else a sample that would notice an upset."""

from __future__ import annotations

import os

import pytest
from tests.session.matches import MATCHES, wins

LONG = os.environ.get("FRACAS_LONG") == "1"
FIGHTS = 400 if LONG else 16
SHARE = 0.7 if LONG else 0.5


@pytest.mark.parametrize("id", list(MATCHES))
def test_fair_beats_easy(id: str) -> None:
    won, drawn = wins(id, FIGHTS)
    assert won >= SHARE * FIGHTS, f"{won} of {FIGHTS}, {drawn} drawn"
