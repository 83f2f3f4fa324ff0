"""What is forged, cut off or far too large is refused in words and quickly, and nothing of it is kept."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.house import House, Party
from tests.server.test_import import rechained

from fracas.engine.log import EVENT, Log, log_from_text

QUICKLY = 5
"""Seconds, on a machine that has much else to do."""
SIDE = 1000
Data = dict[str, Any]


def log_of(party: Party) -> str:
    """The game of a table as the terminal keeps it."""
    raw = gzip.decompress(party.host.http.get(f"/api/t/{party.table}/gm/export").content).decode().splitlines()
    return str(json.loads(raw[0])["header"] + "".join(json.loads(row)["body"] for row in raw[1:]))


def with_events(log: str, change: Callable[[Data], object]) -> str:
    """The last event changed, and all hashes made to fit."""
    old = log_from_text(log)
    new = Log(old.header)
    last = max([number for number, line in enumerate(old.lines) if line.kind == EVENT])
    for number, line in enumerate(old.lines):
        data: Any = json.loads(json.dumps(line.data))
        if number == last:
            change(data)
        new.append(line.kind, data)
    return new.to_text()


def huge(side: int) -> Callable[[Data], None]:
    """A board of so many squares each way in place of the real one."""

    def change(start: Data) -> None:
        assert "rows" in start["board"], sorted(start["board"])
        start["board"]["rows"] = [start["board"]["rows"][0][0] * side] * side

    return change


def one_letter(log: str) -> str:
    assert '"text":"x"' in log
    return log.replace('"text":"x"', '"text":"y"', 1)


FORGED: dict[str, tuple[Callable[[str], str], str]] = {
    "one letter changed": (one_letter, "its hash does not fit"),
    "another event, hashes made to fit": (
        lambda log: with_events(log, lambda one: one.update(kind="x")),
        "event: kind",
    ),
    "a field more, hashes made to fit": (lambda log: with_events(log, lambda one: one.update(extra=1)), "the fields"),
    "a line left out": (lambda log: "".join(log.splitlines(True)[:2] + log.splitlines(True)[3:]), "out of order"),
    "a map of a million squares": (lambda log: rechained(log, huge(SIDE)), "at most 1000000"),
    "a map of nearly so many": (lambda log: rechained(log, huge(950)), "200"),
}
"""By what was done to it: how, and what the refusal says."""


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_log_is_refused(house: House, what: str) -> None:
    party = Party(house)
    for _ in range(3):
        party.gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "x"}, reason="")
    change, said = FORGED[what]
    forged = change(log_of(party))
    tables = len(party.host.http.get("/api/tables").json())
    began = time.monotonic()
    reply = party.host.http.post("/api/tables/import", content=gzip.compress(forged.encode()))
    took = time.monotonic() - began
    assert reply.status_code == 422 and said in reply.json()["error"], reply.text[:300]
    assert len(reply.text) < 2000 and reply.json()["error"].isprintable()
    assert took < QUICKLY
    assert len(party.host.http.get("/api/tables").json()) == tables


def test_control_the_same_log_as_it_is_is_taken(house: House) -> None:
    party = Party(house)
    reply = party.host.http.post("/api/tables/import", content=gzip.compress(log_of(party).encode()))
    assert reply.status_code == 200, reply.text[:300]


def test_an_encounter_of_a_million_squares_is_refused(house: House) -> None:
    host = house.host()
    campaign = host.post("/api/campaigns", {"name": "Vast"}).json()["id"]
    text = "\n".join(["." * SIDE] * SIDE)
    toml = f'[scenario.vast]\ntitle = "Vast"\nmap = """\n{text}"""\n'
    began = time.monotonic()
    place = f"/api/campaigns/{campaign}"
    reply = host.http.post(f"{place}/import", params={"ruleset": "crisis_mode"}, content=toml.encode())
    assert time.monotonic() - began < QUICKLY
    assert reply.status_code == 422 and "scenario.vast.map" in reply.json()["problems"][0]["at"], reply.text[:500]
    assert host.http.get(f"{place}/things").json() == []
