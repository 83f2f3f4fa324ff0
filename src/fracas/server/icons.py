"""Every icon there is, for those who pick one: looked for by name in the file that is built with the pages."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from fastapi import FastAPI, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from fracas.engine.icons import authors
from fracas.protocol.messages import Message

STATIC: Final = Path(__file__).parent / "static"
MOST: Final = 60


class IconOut(Message):
    name: str
    author: str = Field(description="who drew it; several names where several drew one of that name")
    outline: str = Field(description="a path in a box of 512 by 512")


class IconsOut(Message):
    icons: list[IconOut] = Field(description=f"at most {MOST}, those that begin so first")
    more: bool = Field(description="were there more?")


@lru_cache(maxsize=1)
def outlines() -> dict[str, str]:
    path = STATIC / "icons.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def look_for_icons(find: str, names: str) -> IconsOut:
    """By name, or by words that all stand in one."""
    all_of_them = outlines()
    if names:
        found = [name for name in dict.fromkeys(names.split(",")) if name in all_of_them]
    else:
        words = find.lower().replace("-", " ").split()
        found = [name for name in all_of_them if all([word in name for word in words])]
        found.sort(key=lambda name: (not words or not name.startswith(words[0]), name))
    who = authors()
    shown = [IconOut(name=name, author=who[name], outline=all_of_them[name]) for name in found[:MOST]]
    return IconsOut(icons=shown, more=len(found) > MOST)


def add_icons(app: FastAPI) -> None:
    @app.get("/api/icons")
    async def icons(
        find: Annotated[str, Query(max_length=60)] = "", names: Annotated[str, Query(max_length=4000)] = ""
    ) -> IconsOut:
        """Icons as outlines: those with these names, separated by commas, or those whose names contain every word."""
        return await run_in_threadpool(look_for_icons, find, names)
