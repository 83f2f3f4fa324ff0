"""What every entry of a content file has: an id, and the keys that are about files and looks."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from fracas.engine.icons import what_it_should_be
from fracas.engine.names import can_be_id

MAX_NAME: Final = 60
FARTHEST: Final = 100_000
_PICTURE = re.compile(r"[0-9a-f]{64}\Z")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")


def _well_named(value: str) -> str:
    if not value.strip() or len(value) > MAX_NAME or "\n" in value or "\t" in value or value != value.strip():
        raise ValueError(f"a name of 1 to {MAX_NAME} characters on one line, without space at either end")
    return value


def _well_keyed(value: str) -> str:
    if len(value) > 40 or not _ID.match(value):
        raise ValueError("an id of small letters, digits and single dashes, at most 40 characters")
    if not can_be_id(value):
        raise ValueError("an id that is not the GM's or the table's name, a filler word or the name of a square")
    return value


def _well_hung(value: str) -> str:
    if value and not _PICTURE.match(value):
        raise ValueError("the id of a picture: 64 digits and small letters from a to f")
    return value


def _placed(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


def _known_icon(value: str) -> str:
    expected = what_it_should_be(value)
    if expected:
        raise ValueError(expected)
    return value


Id = Annotated[str, AfterValidator(_well_keyed)]
Name = Annotated[str, AfterValidator(_well_named)]
IconName = Annotated[str, AfterValidator(_known_icon)]
PictureId = Annotated[str, AfterValidator(_well_hung)]
LOOKS: Final = ("icon", "portrait", "picture")
"""Keys that no rule reads: they are kept out of saved games and of hashes. Pictures are those of a campaign."""


class FileEntry(BaseModel):
    """One entry of a section: strict, no unknown keys, and able to replace an earlier entry only by saying so."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    replace: bool = Field(default=False, description="true to take the place of an entry that an earlier file defines")
    icon: IconName = Field(default="", description="name of an icon of game-icons.net; left out = by kind")
    portrait: PictureId = Field(default="", description="id of a picture of the campaign; left out = its icon")


class PictureBox(BaseModel):
    """A picture that lies over a map, in hundredths of a square."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    id: PictureId = Field(description="id of a picture of the campaign")
    left: int = Field(default=0, ge=-FARTHEST, le=FARTHEST)
    top: int = Field(default=0, ge=-FARTHEST, le=FARTHEST)
    width: int = Field(default=0, ge=0, le=FARTHEST, description="0 = as wide as the map")
    height: int = Field(default=0, ge=0, le=FARTHEST, description="0 = as high as the map")


MapPicture = Annotated[PictureBox, BeforeValidator(_placed, json_schema_input_type=PictureId | PictureBox)]
