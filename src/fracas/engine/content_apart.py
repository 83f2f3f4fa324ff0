"""What a content file may hold besides a game's own sections: parties and their members, notes and handouts.

The same in every game. Play never reads them and no log carries them: notes are the GM's.
"""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from fracas.engine.content_entry import FileEntry, Id, Name, PictureId

MOST_VALUES: Final = 100


class Titled(FileEntry):
    """Whatever has a name and a text."""

    name: Name = Field(description="as lists show it")
    text: str = Field(default="", description="whatever is to be said about it")


class PartyEntry(Titled):
    """People who go from fight to fight together."""


class MemberEntry(Titled):
    """Somebody of a party, as they are between fights."""

    party: str = Field(default="", max_length=40, description="id of the party")
    kind: str = Field(max_length=40, description="id of the creature or character in the library")
    player: str = Field(default="", max_length=60, description="who plays it")
    values: dict[str, str] = Field(
        default={}, max_length=MOST_VALUES, description="what lasts from fight to fight, as the GM's `set` takes it"
    )
    lost: bool = Field(default=False, description="does not come along any more")


class NoteEntry(Titled):
    """For the GM alone."""


class HandoutEntry(Titled):
    """For players, when the GM shows it."""

    picture: PictureId = Field(default="", description="id of a picture of the campaign")


class Apart(BaseModel):
    """The sections that every game's files may hold."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    party: dict[Id, PartyEntry] = {}
    member: dict[Id, MemberEntry] = {}
    note: dict[Id, NoteEntry] = {}
    handout: dict[Id, HandoutEntry] = {}


def apart_from(root: type[BaseModel]) -> list[str]:
    """The sections that are not the game's own: where it has one of that name, the game's counts."""
    return [section for section in Apart.model_fields if section not in root.model_fields]
