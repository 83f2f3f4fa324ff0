"""Things as files: TOML, or a pack of several with their pictures, each named by the id that the TOML has for it."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from fracas.engine.content import MAX_BYTES, BeyondLimits, ContentErrors, parse_toml
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.server import homebrew
from fracas.server.bodies import MOST_PICTURE
from fracas.server.gallery import MOST_PICTURES
from fracas.server.homebrew import HANDOUT, PORTRAIT, SCENARIO, Entry
from fracas.server.library import Data
from fracas.session.scenarios import ids_in_order, strangeness

ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""A pack begins with one of these; the second is that of an empty one."""
MOST_FILES: Final = 200
MOST_PACK: Final = 16_000_000
"""Bytes of all TOML files of a pack, unpacked."""
FOLDER: Final = "pictures"
ENDINGS: Final = {"image/jpeg": "jpg", "image/webp": "webp"}
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


def files_of(things: list[Data]) -> dict[str, str]:
    """TOML files by name: one for each game, or one for each section of a game where that would be too long."""
    files: dict[str, str] = {}
    for game in dict.fromkeys([thing["ruleset"] for thing in things]):
        mine = [thing for thing in things if thing["ruleset"] == game]
        whole = "\n".join([one["body"].rstrip() + "\n" for one in mine])
        if len(whole.encode()) <= MAX_BYTES:
            files[f"{game or 'notes'}.toml"] = whole
            continue
        for kind in dict.fromkeys([one["kind"] for one in mine]):
            part, number = "", 1
            for one in [one for one in mine if one["kind"] == kind]:
                if part and len((part + one["body"]).encode()) > MAX_BYTES - 2:
                    files[f"{game or 'notes'}/{kind}-{number}.toml"] = part
                    part, number = "", number + 1
                part += one["body"].rstrip() + "\n\n"
            files[f"{game or 'notes'}/{kind}-{number}.toml"] = part
    return files


def pack(files: Mapping[str, str | bytes]) -> bytes:
    """Several files as one ZIP file; the same things always give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in sorted(files.items()):
            how = zipfile.ZIP_DEFLATED if isinstance(text, str) else zipfile.ZIP_STORED
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, how)
    return out.getvalue()


def unpack(raw: bytes) -> list[tuple[str, bytes]]:
    """The TOML files of a pack, or the single file that was sent, within the limits."""
    if not raw.startswith(ZIP):
        return [("file", raw)]
    found: list[tuple[str, bytes]] = []
    with opened(raw) as packed:
        infos = [info for info in packed.infolist() if info.filename.endswith(".toml") and not is_hidden(info.filename)]
        if not infos or len(infos) > MOST_FILES:
            raise Invalid("file", "", f"{len(infos)} TOML files", f"a pack of 1 to {MOST_FILES} of them")
        for info in infos:
            with packed.open(info) as file:
                found.append((info.filename[-100:], file.read(MAX_BYTES + 1)))
            if sum([len(one) for _, one in found]) > MOST_PACK:
                raise Invalid("file", "", "too large", f"at most {MOST_PACK} bytes unpacked")
    return found


def is_hidden(name: str) -> bool:
    """Is it a hidden file, or one that macOS adds to every ZIP file?"""
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")


def read_file(name: str, raw: bytes, wanted: str) -> tuple[str, list[Entry], list[Invalid]]:
    """The game a file was written for, its entries, and everything wrong with it."""
    try:
        tables: Any = parse_toml(raw, name)
    except BeyondLimits as wrong:
        # A game tells this among whatever else is wrong.
        tables = wrong.data
    except ContentErrors as wrong:
        return "", [], wrong.errors
    if not tables:
        return "", [], [Invalid(name, "", "nothing", "entries such as [creature.mud-hog]")]
    entries = homebrew.entries_of(tables)
    game = wanted or next((id for id in ruleset_ids() if name.startswith((f"{id}.", f"{id}/"))), "")
    games = [load_ruleset(id) for id in ([game] if game else ids_in_order())]
    tried = [(one, homebrew.errors_in_tables(one, tables)) for one in games]
    # Content that no game takes was written for the one that complains least.
    best, found = min(tried, key=lambda one: strangeness(one[1]))
    own = [Invalid(name, error.key, error.value, error.expected, error.near) for error in found]
    if not found:
        own = [
            Invalid(name, f"{kind}.{key}.{fault.at}", fault.value, fault.expected)
            for (kind, key), faults in homebrew.faults_by_entry(best, entries).items()
            for fault in faults
        ]
    if not own and not entries:
        own = [Invalid(name, "", "nothing", "entries such as [creature.mud-hog]")]
    return best.id, entries, own


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


# -------------------------------------------------------------------- pictures


def name_of(row: Data) -> str:
    return f"{FOLDER}/{row['id']}.{ENDINGS.get(row['type'], 'jpg')}"


def pictures_in_pack(raw: bytes) -> list[Packed]:
    """The pictures of a pack, never more than a campaign may have."""
    if not raw.startswith(ZIP):
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
