"""Sound files of every kind that can be brought, and what becomes of them on the way: cut, changed, mixed up."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.server.hostile_files import picture

from fracas import __version__
from fracas.server.homebrew import Entry, text_of
from fracas.server.packs import pack

GOLDEN: Final = Path(__file__).parents[1] / "golden"
MAPS: Final = Path(__file__).parent / "maps"
GAME: Final = "crisis_mode"
TABLE, THINGS, MAP, PICTURE = "table", "things", "map", "picture"


class Sample(NamedTuple):
    """A file, by what it is brought as."""

    name: str
    door: str
    raw: bytes


def logs(every: bool) -> Iterator[Sample]:
    """Games as the terminal saves them, plain and packed."""
    for path in sorted(GOLDEN.glob("*/*.jsonl")) if every else [GOLDEN / __version__ / "cap_check-lamp-room.jsonl"]:
        raw = path.read_bytes()
        yield Sample(f"log {path.parent.name} {path.stem}", TABLE, raw)
        yield Sample(f"packed log {path.parent.name} {path.stem}", TABLE, gzip.compress(raw, mtime=0))


def hog(number: int, **more: Any) -> Entry:
    abilities = {"build": "small", "brawn": 5, "finesse": 6, "savvy": 2, "nerve": 6, "weapons": ["talons"]}
    return Entry("creature", f"hog-{number}", {"name": f"Hog {number}", "text": "Bristle.", **abilities, **more})


def packs(every: bool) -> Iterator[Sample]:
    """One's own things: a file, a pack, and a pack with a picture."""
    for number in range(1, 13 if every else 2):
        people = [text_of(hog(each)) for each in range(number + 1)]
        note = text_of(Entry("note", "secret", {"name": "Secret", "text": "two\nlines"}))
        yield Sample(f"{number + 1} hogs", THINGS, "\n".join(people).encode())
        files = {f"{GAME}.toml": "\n".join(people), "notes.toml": note}
        yield Sample(f"{number + 1} hogs and a note", THINGS, pack(files))
        raw = picture("JPEG", (30 + number, 20))
        id = hashlib.sha256(raw).hexdigest()
        portrayed: dict[str, str | bytes] = {f"{GAME}.toml": text_of(hog(1, portrait=id)), f"pictures/{id}.jpg": raw}
        yield Sample(f"a hog and its portrait of {number}", THINGS, pack(portrayed))


def maps(every: bool) -> Iterator[Sample]:
    for path in sorted(MAPS.iterdir()):
        yield Sample(f"map {path.name}", MAP, path.read_bytes())
    for number in range(30 if every else 0):
        corners = [{"x": number % 4, "y": 0}, {"x": number % 4, "y": 3}]
        drawn = {
            "resolution": {"map_size": {"x": 4 + number, "y": 3}, "pixels_per_grid": 10},
            "line_of_sight": [corners],
            "image": base64.b64encode(picture(size=(40 + 10 * number, 30))).decode(),
        }
        yield Sample(f"map of {4 + number} x 3", MAP, json.dumps(drawn).encode())


def pictures(every: bool) -> Iterator[Sample]:
    for kind in ("PNG", "JPEG", "WEBP"):
        for mode in ("RGB", "L") if kind == "JPEG" else ("RGB", "RGBA"):
            for side in (16, 33, 40, 64, 77, 120, 200, 256) if every else (40,):
                yield Sample(f"{kind} {mode} {side}", PICTURE, picture(kind, (side, side - 3), mode))


KINDS: Final[dict[str, Callable[[bool], Iterator[Sample]]]] = {
    "logs": logs,
    "packs": packs,
    "maps": maps,
    "pictures": pictures,
}
"""About two hundred files if it is to be every one, else one or two of each kind."""


def sample(kind: str, words: str = "") -> Sample:
    """The first of a kind with these words in its name."""
    return next(one for one in KINDS[kind](False) if words in one.name)


# -------------------------------------------------------------------- what becomes of them


def cut(raw: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randrange(len(raw))]


def flipped(raw: bytes, chance: random.Random) -> bytes:
    """One bit, as a bad cable has it; or a whole byte."""
    at = chance.randrange(len(raw))
    other = raw[at] ^ (1 << chance.randrange(8)) if chance.random() < 0.5 else raw[at] ^ 0xFF
    return raw[:at] + bytes([other]) + raw[at + 1 :]


def parts(raw: bytes, chance: random.Random) -> list[bytes]:
    """Four parts; of a text, whole lines as a rule."""
    lines = raw.splitlines(keepends=True)
    whole: Any = lines if len(lines) > 3 and chance.random() < 0.7 else raw
    ends = sorted(chance.sample(range(1, len(whole)), 3))
    cuts = [whole[a:b] for a, b in zip([0, *ends], [*ends, len(whole)], strict=True)]
    return [b"".join(one) if isinstance(one, list) else one for one in cuts]


def swapped(raw: bytes, chance: random.Random) -> bytes:
    a, b, c, d = parts(raw, chance)
    return a + c + b + d


def left_out(raw: bytes, chance: random.Random) -> bytes:
    a, _, c, d = parts(raw, chance)
    return a + c + d


def doubled(raw: bytes, chance: random.Random) -> bytes:
    a, b, c, d = parts(raw, chance)
    return a + b + b + c + d


def with_more(raw: bytes, chance: random.Random) -> bytes:
    return raw + chance.choice([b"\0", b"x" * 5000, b"\n{}\n", raw])


def wrong_length(raw: bytes, chance: random.Random) -> bytes:
    """Another number where a length may stand: as bytes, or as digits of a text."""
    digits = [at for at, byte in enumerate(raw) if 0x30 <= byte <= 0x39]
    if digits and chance.random() < 0.5:
        at = chance.choice(digits)
        return raw[:at] + chance.choice([b"-1", b"0", b"1e99", b"9" * 30, b"9" * 5000]) + raw[at + 1 :]
    at, number = chance.randrange(len(raw)), chance.choice([0, 1, 0x7FFF, 0x7FFF_FFFF, 0xFFFF_FFFF])
    return raw[:at] + struct.pack(chance.choice("<>") + "I", number) + raw[at + 4 :]


WAYS: Final[list[Callable[[bytes, random.Random], bytes]]] = [
    cut,
    flipped,
    swapped,
    left_out,
    doubled,
    with_more,
    wrong_length,
]


def damaged(raw: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """So many files that were this one, by what was done to them; those that come out unchanged are left out."""
    chance = random.Random(hashlib.sha256(raw).digest())
    for number in range(count):
        way = WAYS[number % len(WAYS)]
        found = way(raw, chance)
        if found != raw:
            yield f"{way.__name__} ({number})", found
