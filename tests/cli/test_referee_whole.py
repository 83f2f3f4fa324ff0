"""A program plays whole encounters of every installed ruleset over the wire, knowing nothing but the protocol."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from tests.cli.referee_table import RefereeTable

from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids

MOST = 120
LONG = bool(os.environ.get("FRACAS_LONG"))


def scenarios() -> list[tuple[str, str]]:
    return [(id, info.id) for id in ruleset_ids() for info in load_ruleset(id).scenarios()[: 2 if LONG else 1]]


def next_request(table: RefereeTable, chance: Chance) -> dict[str, Any] | None:
    """Answer what is asked, else let whoever is in turn do something, at a target if there is one."""
    state = table.ask("state")
    if state["over"]:
        return None
    for question in state["decisions"]:
        answers = question["answers"] or [question["default"]]
        return {"type": "answer", "to": question["id"], "answer": answers[chance.below(len(answers))]}
    offers = [one for one in table.ask("offers", who=state["actors"][0])["offers"] if one["open"]]
    picks = [[pick["text"] for pick in one["picks"] if not pick["blocked"]] for one in offers]
    aimed = [one for one, offer in zip(picks, offers, strict=True) if "target" in offer["shape"]]
    chosen = aimed[chance.below(len(aimed))] if aimed and chance.below(3) else picks[chance.below(len(picks))]
    return {"type": "command", "command": chosen[chance.below(len(chosen))]}


@pytest.mark.parametrize("ref", scenarios(), ids="/".join)
def test_whole_encounters_and_all_the_way_back(ref: tuple[str, str]) -> None:
    ruleset = load_ruleset(ref[0])
    table = RefereeTable(ruleset.start(ref[1], {}, ["5", "6"]), ruleset=ruleset)
    seats = table.ask("hello")["seats"] + [""]
    begun = table.ask("state")["state"]
    told = {seat: table.ask("events", seat)["events"] for seat in seats}
    chance, done = Chance(1), 0
    while done < MOST:
        request = next_request(table, chance)
        if request is None:
            break
        reply = json.loads(table.raw(json.dumps({**request, "seat": "gm"}).encode()))
        assert reply["type"] == "ok", (request, reply)
        done += 1
        for seat in seats:
            told[seat] += table.ask("events", seat, since=len(told[seat]))["events"]
    assert done > 5
    ended = table.ask("state")["state"]
    table.session.load(table.session.save("gm"), "again", "gm")
    assert table.ask("state")["state"] == ended
    for seat in seats:
        assert table.ask("events", seat)["events"] == told[seat]
    while table.ask("undo")["type"] == "ok":
        done -= 1
    assert table.ask("state")["state"] == begun and done == 0
