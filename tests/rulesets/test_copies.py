"""Copies of combatants and flows, which rulesets write out by hand, hold everything that the fields declare."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from fracas.engine.duration import condition_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.fields import Counts, Entries, Entry, Field, Flag, Number, Numbers, Rows, Thing, Things, Word, Words
from fracas.engine.flow import slot_from_json
from fracas.engine.piece import read_piece
from fracas.engine.record import Record
from fracas.engine.registry import load_ruleset, ruleset_ids

FIXED = ("kind",)
"""Fields that follow from the card of a combatant."""
SAMPLES: dict[object, dict[str, object]] = {
    condition_from_json: {"name": "x", "value": 7, "source": "x", "until": ["turns", "x", 7, "x"]},
    slot_from_json: {"who": ["x"], "kind": "x", "value": 7, "done": True},
}
"""What the functions read that make pieces out of JSON; classes of pieces say it themselves."""
PLAIN: dict[str, object] = {
    "str": "x",
    "int": 7,
    "bool": True,
    "list[str]": ["x"],
    "list[int]": [7],
    "list[list[str]] | None": [["x"]],
}


def begun(name: str) -> Encounter:
    ruleset = load_ruleset(name)
    return ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"])


def sample(field: Thing | Things) -> Any:
    """A piece unlike any in play; None where its class is compiled and tells no types."""
    data = SAMPLES.get(field.read_one)
    if data is None:
        taken = inspect.signature(field.read_one).parameters.values()
        if any(parameter.annotation is parameter.empty for parameter in taken):
            return None
        data = {parameter.name: PLAIN[str(parameter.annotation)] for parameter in taken}
    return read_piece(field.read_one, data)


def unlike(record: Record, field: Field) -> Any:
    """A value for a field that differs from the one it has."""
    value = getattr(record, field.name)
    if isinstance(field, Number):
        return value + 1
    if isinstance(field, Flag):
        return not value
    if isinstance(field, Word):
        return value + "x"
    if isinstance(field, Words):
        return [*value, "x"]
    if isinstance(field, Rows):
        return [*value, ["x"]]
    if isinstance(field, Numbers):
        return [*value, 7]
    if isinstance(field, Counts):
        return {**value, "x": 7}
    if isinstance(field, Entry):
        return next(entry for entry in record.entries(field.section).values() if entry is not value)
    if isinstance(field, Entries):
        return [*value, next(iter(record.entries(field.section).values()))]
    assert isinstance(field, Thing | Things), f"say here what {type(field).__name__} can hold"
    piece = sample(field)
    if piece is None:
        return value
    return [*value, piece] if isinstance(field, Things) else piece


def change_everything(record: Record) -> list[str]:
    """Give each field another value; returns those that have one."""
    before = record.to_json()
    for field in record.FIELDS:
        if field.kept and type(field).read is not Field.read and field.name not in FIXED:
            setattr(record, field.name, unlike(record, field))
    after = record.to_json()
    return [name for name, value in after.items() if value != before.get(name)]


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_copied_combatant_has_every_field_and_is_read_back_with_it(name: str) -> None:
    enc = begun(name)
    for one in enc.combatants.values():
        assert len(change_everything(one)) > len(one.FIELDS) / 2
        assert one.copy().to_json() == one.to_json()
        assert enc.content.combatant(one.to_json()).to_json() == one.to_json()
        for apart in one.APART:
            assert getattr(one.copy(), apart) is getattr(one, apart)


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_copied_flow_has_every_field_and_is_read_back_with_it(name: str) -> None:
    enc = begun(name)
    flow = enc.flow
    assert len(change_everything(flow)) > len(flow.FIELDS) / 2
    assert flow.copy().to_json() == flow.to_json()
    assert enc.content.flow(flow.to_json()).to_json() == flow.to_json()
