"""What the content models of rulesets are made of: words with a pattern, dice, and the parts that all games share."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from fracas.engine.board.edges import EDGES
from fracas.engine.content import FileEntry, Id, Name
from fracas.engine.content_entry import MapPicture
from fracas.engine.dice import DiceError, parse


def matching(pattern: str, expected: str) -> AfterValidator:
    """Whole texts of this pattern alone."""
    compiled = re.compile(pattern)

    def check(value: str) -> str:
        if not compiled.fullmatch(value):
            raise ValueError(expected)
        return value

    return AfterValidator(check)


def as_dice(value: str) -> str:
    """Dice as the table writes them, or an error."""
    try:
        return parse(value).text
    except DiceError as error:
        raise ValueError(f"dice such as 1d6+1 ({error.expected})") from None


Dice = Annotated[str, AfterValidator(as_dice)]
Side = Literal["heroes", "foes"]
Spot = Annotated[str, matching(r"[A-Za-z0-9]|[a-z]{1,2}[1-9][0-9]{0,2}", "a mark or a square such as c4")]
Seat = Annotated[str, matching(r"gm|player[1-9]", "gm, or player1 to player9")]
Paragraph = Annotated[str, matching(r"[0-9]{1,2}\.[0-9]{1,2}", "a rule paragraph such as 12.3")]
Border = Annotated[
    str,
    matching(r"[a-z]{1,2}[1-9][0-9]{0,2}\|[a-z]{1,2}[1-9][0-9]{0,2}", "two squares that share a side such as c3|d3"),
]
EdgeWord = Annotated[str, matching("|".join(EDGES), "one of " + ", ".join(EDGES)), WithJsonSchema({"enum": [*EDGES]})]
Line = Annotated[str, matching(r"[^\n\t]{1,160}", "one line of 1 to 160 characters")]


class Part(BaseModel):
    """A part of an entry."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Named(FileEntry):
    """An entry with a card of its own."""

    name: Name = Field(description="as shown at the table")
    text: str = Field(default="", description="one or two sentences for the card")


class PlaceModel(Part):
    """Somebody in a scenario."""

    creature: Id = Field(description="id of the creature")
    id: Id = Field(default="", description="its id in the encounter; left out = the creature's")
    name: Name = Field(default="", description="left out = the creature's")
    at: Spot = Field(description="a mark of the map or a square such as c4")
    side: Side
    seat: Seat = Field(default="gm", description="gm, player1, player2, ...")
    hidden: bool = False


class ScenarioModel(FileEntry):
    """What lists and the GM are told of a scenario."""

    title: Name
    description: Line = Field(description="one line for lists")
    rank: int = Field(default=50, ge=1, le=99, description="lists show lower ranks first")
    teaches: str = Field(default="", max_length=400, description="what a new table learns from it")
    notes: str = Field(default="", description="for the GM alone")
    covered: list[Name] = Field(
        default=[],
        max_length=400,
        description="what players do not know of the map at first: squares (c3), rectangles (c3-f6), rooms, or all",
    )
    rooms: dict[Name, list[Name]] = Field(
        default={},
        max_length=100,
        description="names for parts of the map, as squares and rectangles, to cover and uncover by",
    )
    options: dict[Name, Name] = Field(
        default={}, max_length=200, description="the options it is played with unless others are chosen"
    )
    picture: MapPicture | None = Field(
        default=None, description="a picture of the campaign under the map: its id, or its id and where it lies"
    )
    edges: dict[Border, EdgeWord] = Field(default={}, description='what stands between two squares: "c3|d3" = "door"')
