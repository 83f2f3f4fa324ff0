"""A slip of a designer's pen is an error that says where it is, not a game that plays on wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
from pydantic import BaseModel
from tests.duel import RULESET, arena

from fracas.engine.combatant import Combatant
from fracas.engine.command import TABLE, Command
from fracas.engine.content_checks import build
from fracas.engine.encounter import Content, Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.event import Event, register_events
from fracas.engine.events import About
from fracas.engine.fields import PUBLIC, Field, Number
from fracas.engine.policy import Inline, PassingPolicy
from fracas.engine.profile import Profile
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower


class Shrugged(About):
    """Nothing came of it."""

    def __init__(self, who: str, shoulders: int) -> None:
        super().__init__(who)
        self.shoulders = shoulders

    def apply(self, enc: Encounter) -> None:
        pass


def slip(**declared: object) -> type[Event]:
    kind: type[Event] = type("Slip", (Shrugged,), declared)
    return kind


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"SEEN": "pubilc"}, "who hears of Slip"),
        ({"TELLS": "hram"}, "what is Slip"),
        ({"IDS": ("whom",)}, "Slip.IDS names 'whom'; its constructor takes who, shoulders"),
        ({"SQUARES": ("there",)}, "Slip.SQUARES names 'there'"),
        ({"SLOTS": ("at",)}, "Slip.SLOTS names 'at'"),
        ({"PHRASES": ("prompt",)}, "Slip.PHRASES names 'prompt'"),
    ],
)
def test_what_an_event_says_of_itself_must_make_sense(declared: dict[str, object], said: str) -> None:
    register_events([slip()])
    with pytest.raises(EngineFault, match=said):
        register_events([slip(**declared)])


@pytest.mark.parametrize("seen", ["pubilc", ""])
def test_who_may_know_a_field_must_be_said_and_spelt(seen: str) -> None:
    with pytest.raises(EngineFault, match="who may know luck"):
        Number("luck", seen)


def test_a_declared_field_that_the_constructor_forgets_is_named() -> None:
    class Forgetful(Combatant):
        FIELDS: ClassVar[tuple[Field, ...]] = (*Combatant.FIELDS, Number("luck", PUBLIC))

    with pytest.raises(EngineFault, match="Forgetful declares luck"):
        Forgetful("", "Forgetful", "forgetful", "", "", 0, 1).to_json()


def test_a_step_that_is_not_registered_is_named() -> None:
    enc = arena()
    table = Table(RULESET, enc, Command(TABLE, "dwan"), Inline({}, PassingPolicy()), Thrower())
    with pytest.raises(EngineFault, match="'dwan', which is not registered"):
        RULESET.perform(table, table.command)


def test_a_profile_names_the_field_that_nobody_gives() -> None:
    class Torch(Profile):
        hours: int

    with pytest.raises(EngineFault, match="Torch.hours is neither given to build nor a field of"):
        build(Torch, "pitch", SimpleNamespace(minutes=120))


def test_a_section_that_hides_a_method_of_every_content_is_named() -> None:
    class Crowd(Content):
        people: dict[str, str]  # type: ignore[assignment]

    def load(places: Sequence[Path | str]) -> Crowd:
        crowd = Crowd()
        crowd.people = {}
        return crowd

    ruleset = Ruleset("crowd", "Crowd", "1", "Nobody.", "fracas.rulesets.crisis_mode")
    with pytest.raises(EngineFault, match="Crowd.people is a method of every Content"):
        ruleset.use_content(load, BaseModel)
