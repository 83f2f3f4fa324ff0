"""Rulesets that break are left out of the start page and named to the host alone; the others can be played."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest
from tests.duel import Duel

from fracas.engine.encounter import Encounter
from fracas.engine.registry import installed
from fracas.server import catalogue
from fracas.server.app import make_app
from fracas.server.hall import Hall

BASE = "http://127.0.0.1:1"


class Stumbling(Duel):
    """Loads well and cannot begin."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "stumbling"

    def start(self, scenario: str, options: dict[str, str], seeds: list[str]) -> Encounter:
        raise LookupError("no such arena")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed().broken, "wobbly", "KeyError: 'first' (wobbly.py:4)")
    monkeypatch.setitem(installed().rulesets, "stumbling", Stumbling())
    found = catalogue.Catalogue()
    monkeypatch.setattr("fracas.server.app.catalogue", lambda: found)


async def ask(hall: Hall, *ways: str, token: str = "") -> list[httpx.Response]:
    """What the server answers while it runs, after joining with a token if there is one."""
    app = make_app(hall)
    transport = httpx.ASGITransport(app)
    headers = {"X-Fracas": "1", "Origin": BASE}
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url=BASE) as web:
        if token:
            joined = await web.post("/api/join", json={"token": token}, headers=headers)
            assert joined.status_code == 200, joined.text
        return [await web.get(way) for way in ways]


def test_the_others_are_offered_and_the_log_names_what_is_left_out(
    broken: None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        offered, left_out = asyncio.run(ask(Hall(tmp_path, BASE), "/api/rulesets", "/api/rulesets/left-out"))
    ids = [one["id"] for one in offered.json()]
    assert "crisis_mode" in ids and "wobbly" not in ids and "stumbling" not in ids
    assert left_out.status_code == 403, "it names files of the host"
    assert "ruleset wobbly is left out: KeyError: 'first' (wobbly.py:4)" in caplog.text
    assert f"ruleset stumbling is left out: LookupError: no such arena ({__file__}:" in caplog.text


def test_the_host_is_told_why(broken: None, tmp_path: Path) -> None:
    hall = Hall(tmp_path, BASE)
    token = hall.host_link().partition("#")[2]
    (left_out,) = asyncio.run(ask(hall, "/api/rulesets/left-out", token=token))
    told = {one["id"]: one["why"] for one in left_out.json()}
    assert told["wobbly"] == "KeyError: 'first' (wobbly.py:4)" and "no such arena" in told["stumbling"]
