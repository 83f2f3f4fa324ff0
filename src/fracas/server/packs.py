"""The pictures of a pack: files beside its TOML, each named by the id that the TOML has for it."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from fracas.engine.errors import Invalid
from fracas.server import homebrew
from fracas.server.gallery import MOST_PICTURES
from fracas.server.homebrew import HANDOUT, PORTRAIT, SCENARIO, Entry
from fracas.server.library import Data

FOLDER: Final = "pictures"
ENDINGS: Final = {"image/jpeg": "jpg", "image/webp": "webp"}
MOST_PICTURE: Final = 32_000_000
MOST_BYTES: Final = 200_000_000
"""Of all pictures of a pack."""
PICTURE: Final = re.compile(r"(?:.*/)?pictures/([0-9a-f]{64})\.(?:jpe?g|png|webp)\Z", re.ASCII)


class Packed(NamedTuple):
    """A picture in a pack."""

    name: str
    id: str
    data: bytes

    @property
    def whole(self) -> bool:
        """Is it, byte for byte, the picture that its name says?"""
        return hashlib.sha256(self.data).hexdigest() == self.id


def name_of(row: Data) -> str:
    return f"{FOLDER}/{row['id']}.{ENDINGS.get(row['type'], 'jpg')}"


@contextmanager
def opened(raw: bytes) -> Iterator[zipfile.ZipFile]:
    """A pack to read from; `Invalid` where it is damaged, in whatever way."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            yield packed
    except Invalid:
        raise
    except Exception:  # noqa: BLE001  # every way of packing has errors of its own
        raise Invalid("file", "", "a damaged pack", "TOML, or a ZIP file of TOML files") from None


def pictures_in_pack(raw: bytes) -> list[Packed]:
    """The pictures of a pack, never more than a campaign may have."""
    if not raw.startswith(b"PK\x03\x04"):
        return []
    found: list[Packed] = []
    with opened(raw) as packed:
        for info in packed.infolist():
            named = PICTURE.match(info.filename)
            if named is None:
                continue
            with packed.open(info) as file:
                found.append(Packed(info.filename[-100:], named[1], file.read(MOST_PICTURE + 1)))
            check_size(found)
    return found


def check_size(found: list[Packed]) -> None:
    if len(found) > MOST_PICTURES:
        raise Invalid("file", FOLDER, f"{len(found)} pictures", f"at most {MOST_PICTURES}")
    if len(found[-1].data) > MOST_PICTURE or sum([len(one.data) for one in found]) > MOST_BYTES:
        raise Invalid("file", FOLDER, "too large", f"at most {MOST_BYTES // 1_000_000} MB of pictures")


def uses_in(entries: list[Entry]) -> dict[str, str]:
    """By id of a picture: what the things that name it use it for."""
    uses: dict[str, str] = {}
    for entry in entries:
        for at, id in homebrew.pictures_in(entry).items():
            uses[id] = PORTRAIT if at == PORTRAIT else "map" if entry.kind == SCENARIO else HANDOUT
    return uses
