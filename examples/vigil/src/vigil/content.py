"""The content files: what may stand in them, what is wrong with them, and the cards that play uses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from fracas.engine.board import Band, Places
from fracas.engine.content import FileEntry, Id, Name, content_hash
from fracas.engine.content_checks import Checks, build, build_place, load_checked
from fracas.engine.content_places import check_people
from fracas.engine.errors import Invalid
from fracas.engine.profile import Place, Scenario
from vigil.state import Condition, Gear, House, Kind

BANDS = [Band("near", 1), Band("far", 3)]


class GearEntry(FileEntry):
    name: Name
    text: str
    dice: int = Field(ge=0, le=2, description="dice it adds to a pool")
    reach: int = Field(ge=0, le=1, description="0 = the same place, 1 = a near way off as well")


class BeingEntry(FileEntry):
    name: Name
    text: str
    skill: int = Field(ge=1, le=3)
    health: int = Field(ge=1, le=20)
    nerve: int = Field(ge=2, le=20, description="stress is full at this number")
    gear: Id


class ConditionEntry(FileEntry):
    name: Name
    text: str


class PlacePart(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    creature: Id
    id: Id = Field(default="", description="left out = the creature's")
    name: Name = Field(default="", description="left out = the creature's")
    at: str = Field(description="a place that one of the links names")
    side: Literal["heroes", "foes"]
    seat: str = "gm"
    hidden: bool = False


class ScenarioEntry(FileEntry):
    title: Name
    description: str
    teaches: str = ""
    notes: str = Field(default="", description="for the GM alone")
    rank: int = 50
    options: dict[str, str] = Field(default={}, description="those it is played with unless others are chosen")
    links: list[str] = Field(min_length=1, description="`hall stairs near`: two places and how far they are apart")
    place: list[PlacePart] = Field(min_length=2)


class FileModel(BaseModel):
    """The sections of a content file; a file may hold any of them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    gear: dict[Id, GearEntry] = {}
    condition: dict[Id, ConditionEntry] = {}
    being: dict[Id, BeingEntry] = {}
    scenario: dict[Id, ScenarioEntry] = {}


def read_house(rows: list[str]) -> Places:
    """The board behind rows such as `hall stairs near`."""
    links: list[dict[str, object]] = []
    for row in rows:
        words = row.split()
        if len(words) != 3:
            raise Invalid("map", "row", row, "two places and how far they are apart: hall stairs near")
        links.append({"a": words[0], "b": words[1], "band": words[2]})
    keys = list(dict.fromkeys([str(link[end]) for link in links for end in ("a", "b")]))
    return Places.from_json({"places": keys, "links": links, "bands": [band.to_json() for band in BANDS]}, "map")


class Check(Checks[FileModel]):
    """What entries must be to each other."""

    def all(self) -> list[Invalid]:
        for id, being in self.model.being.items():
            self.known(f"being.{id}", "gear", being.gear, self.model.gear, "piece of gear")
        for id, scenario in self.model.scenario.items():
            self.scenario(f"scenario.{id}", scenario)
        return self.errors

    def scenario(self, entry: str, scenario: ScenarioEntry) -> None:
        self.faults(entry, check_people("place", scenario.place))
        try:
            places = [place.key for place in read_house(scenario.links).places]
        except Invalid as error:
            self.wrong(entry, "links", error.value, error.expected)
            return
        for index, one in enumerate(scenario.place):
            self.known(entry, f"place[{index}].creature", one.creature, self.model.being, "being")
            self.known(entry, f"place[{index}].at", one.at, places, "place of the links")


def load(places: Sequence[Path | str]) -> House:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, FileModel, Check)
    model, house = loaded.model, House()
    house.hash = content_hash(loaded.data)
    house.gear = {id: build(Gear, id, entry) for id, entry in model.gear.items()}
    house.conditions = {id: build(Condition, id, entry) for id, entry in model.condition.items()}
    house.beings = {id: build(Kind, id, entry, gear=house.gear[entry.gear]) for id, entry in model.being.items()}
    for id, entry in model.scenario.items():
        people = [build_place(Place, one, {}) for one in entry.place]
        house.scenarios[id] = build(Scenario, id, entry, rows=entry.links, entries=people)
    return house
