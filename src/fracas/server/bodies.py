"""The bodies of requests: how much may be sent where, how slowly, and how it is read."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from fracas.engine.errors import Invalid
from fracas.protocol.wire import MOST_BYTES, read_object

MOST_TABLE: Final = 8_000_000
MOST_PICTURE: Final = 32_000_000
MOST_PACK: Final = 220_000_000
"""Everything a campaign may hold, with its pictures."""
MOST_THING: Final = 300_000
TABLES: Final = re.compile(r"/api/tables/import\Z")
PACKS: Final = re.compile(r"/api/campaigns/[^/]{1,40}/import\Z")
PICTURES: Final = re.compile(r"/api/campaigns/[^/]{1,40}/(pictures|maps)\Z")
THINGS: Final = re.compile(r"/api/campaigns/[^/]{1,40}/(things|try|scene)(/[^/]{1,40})?\Z")
"""Where one of a GM's own things is sent: a map with everybody on it is larger than a message."""
STRETCH: Final = MOST_BYTES
STRETCH_SECONDS: float = 30
"""A body must bring this many bytes, or its end, in each such time. So a message is there within that time, a file of
any size may come over a line of 2 kB a second, and nobody keeps a request open by a byte now and then."""


def limit_of(path: str) -> tuple[int, bool]:
    """How many bytes may be sent there, and whether they are a file instead of JSON."""
    if PICTURES.match(path):
        return MOST_PICTURE, True
    if PACKS.match(path):
        return MOST_PACK, True
    if TABLES.match(path):
        return MOST_TABLE, True
    return (MOST_THING if THINGS.match(path) else MOST_BYTES), False


async def body_of(path: str, receive: Receive) -> bytes | None:
    """The body, within its limits, and JSON strictly: no key twice, no floats, not too deep. Nothing if its sender went
    away; `HTTPException` says what is wrong with it."""
    most, upload = limit_of(path)
    body = await read(receive, most)
    if body and not upload:
        try:
            read_object(body, most)
        except Invalid as error:
            raise HTTPException(400, str(error)) from None
    return body


async def read(receive: Receive, most: int) -> bytes | None:
    """All that is sent, unless that is too much or takes too long."""
    body, more = bytearray(), True
    while more:
        wanted = len(body) + STRETCH
        try:
            async with asyncio.timeout(STRETCH_SECONDS):
                while more and len(body) < wanted:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise HTTPException(413, f"at most {most} bytes")
                    more = message.get("more_body", False)
        except TimeoutError:
            raise HTTPException(408, "the request did not arrive in time", {"Connection": "close"}) from None
    return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """The same request again, for whoever reads it next."""
    sent = False

    async def again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
