"""Starting the child and hearing it out: a few at a time, each with its time, and whatever it says is checked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from typing import Any, Final, NamedTuple

from fracas.engine.errors import Invalid

PATIENCE: Final = 60.0
"""Seconds of the clock for one file."""
AT_ONCE: Final = 2
MOST_ANSWER: Final = 12_000_000
COMMAND: tuple[str, ...] = (sys.executable, "-I", "-m", "fracas.server.reading")
TYPES: Final = ("image/jpeg", "image/webp")


class Held(NamedTuple):
    """A picture that was read: as it is to be kept."""

    type: str
    width: int
    height: int
    data: bytes


class Answer(NamedTuple):
    """What the child found in a file."""

    told: dict[str, Any]
    picture: Held | None


class Reader:
    """Reads files that strangers made."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def picture(self, raw: bytes, use: str) -> Held:
        """A picture for a map, a portrait or a handout."""
        return some_picture(await self.read({"what": "picture", "use": use}, raw, "picture"))

    async def uvtt(self, raw: bytes) -> Answer:
        return await self.read({"what": "uvtt"}, raw, "map")

    async def masked(self, raw: bytes, order: dict[str, Any]) -> Held:
        return some_picture(await self.read({"what": "mask", **order}, raw, "picture"))

    async def read(self, order: dict[str, Any], raw: bytes, where: str) -> Answer:
        async with self._turn:
            try:
                out = await asyncio.wait_for(converse(json.dumps(order).encode() + b"\n" + raw), self.patience)
            except TimeoutError:
                raise Invalid("file", where, f"{len(raw)} bytes", "a file that can be read in less time") from None
        return understood(out, where, len(raw))


async def converse(sent: bytes) -> bytes:
    """Start a child, give it a file, and take its answer; it is gone when this returns, however that comes."""
    child = await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={name: os.environ[name] for name in ("FRACAS_PURE", "SYSTEMROOT") if name in os.environ},
    )
    assert child.stdin is not None and child.stdout is not None
    giving = asyncio.create_task(give(child.stdin, sent))
    try:
        parts: list[bytes] = []
        size = 0
        while (part := await child.stdout.read(1 << 16)) and size <= MOST_ANSWER:
            parts.append(part)
            size += len(part)
        if part:
            return b""
        await giving
        await child.wait()
        return b"".join(parts)
    finally:
        giving.cancel()
        if child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()


async def give(stdin: asyncio.StreamWriter, sent: bytes) -> None:
    """A child that has died takes no more; its answer says enough."""
    try:
        stdin.write(sent)
        await stdin.drain()
        stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        return


def understood(out: bytes, where: str, size: int) -> Answer:
    """The answer, or what is wrong with the file as an error of ours. A child that was ended says nothing."""
    line, _, data = out.partition(b"\n")
    try:
        found = json.loads(line)
    except ValueError:
        raise Invalid("file", where, f"{size} bytes", "a file that takes less memory and time to read") from None
    if "wrong" in found:
        key, value, expected = found["wrong"]
        raise Invalid("file", key, value, expected)
    about = found.pop("picture")
    if about is None:
        return Answer(found, None)
    assert about["type"] in TYPES, "the child writes no other"
    return Answer(found, Held(about["type"], about["width"], about["height"], data))


def some_picture(answer: Answer) -> Held:
    assert answer.picture is not None, "asked for a picture, the child gives one or says what is wrong"
    return answer.picture
