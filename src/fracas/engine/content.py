"""Content files: TOML in, checked models out, and every mistake named by file, key, value and what was expected.

For rulesets, which bring a root model of nothing but sections, each a table of entries by id.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.engine.canon import digest
from fracas.engine.cleaning import is_clean, is_plain
from fracas.engine.content_apart import Apart, apart_from
from fracas.engine.content_entry import LOOKS, MAX_NAME, FileEntry, IconName, Id, Name
from fracas.engine.content_expected import MAX_COMPARED, MAX_ERRORS, Nothing, did_you_mean, explain, listed, nearest
from fracas.engine.content_files import read_bytes
from fracas.engine.entries import Tables
from fracas.engine.errors import Invalid

__all__ = [
    "GIVEN", "MAX_BYTES", "MAX_COMPARED", "MAX_DEPTH", "MAX_DOTS", "MAX_ERRORS", "MAX_FILES", "MAX_INT",
    "MAX_LOOKED_AT", "MAX_NAME", "MAX_TEXT", "BeyondLimits", "ContentErrors", "FileEntry", "IconName", "Id", "Loaded",
    "Name", "Nothing", "Place", "content_hash", "did_you_mean", "given", "listed", "load_models", "load_sound",
    "nearest", "parse_toml", "pieces", "plain_tables", "read_icons", "read_tables", "read_toml", "schema",
    "short_names", "toml_files",
]  # fmt: skip
Place = Path | str | Tables
"""Where content is: a file, a folder, or entries as plain data."""
GIVEN: Final = "entries"
"""What errors call entries that come from no file."""

MAX_BYTES: Final = 1 << 20
MAX_DEPTH: Final = 10
MAX_INT: Final = 10**6
MAX_TEXT: Final = 50_000
"""A drawn map of 200 by 200 squares is about 40,000 characters long."""
MAX_DOTS: Final = 40
MAX_FILES: Final = 500
MAX_LOOKED_AT: Final = 20_000

_DOT = re.compile(r"""[\w"'-][ \t]*\.[ \t]*(?=[\w"'-])""")
_LINE = re.compile(r"at line (\d+), column (\d+)")


class ContentErrors(Exception):
    """Everything wrong with a set of content files, all at once."""

    def __init__(self, errors: list[Invalid]) -> None:
        super().__init__("\n".join([str(error) for error in errors]))
        self.errors = errors


class BeyondLimits(ContentErrors):
    """Content that can be read, with values no content may have."""

    def __init__(self, errors: list[Invalid], data: dict[str, object]) -> None:
        super().__init__(errors)
        self.data = data


M = TypeVar("M", bound=BaseModel)


class Loaded(Generic[M]):
    """What a set of files amounts to: the merged model, its plain data, and the file each entry came from."""

    def __init__(self, model: M, data: dict[str, dict[str, object]], origin: dict[str, str]) -> None:
        self.model = model
        self.data = data
        self.origin = origin
        self.errors: list[Invalid] = []
        """What is wrong with entries by themselves; those are left out of all the rest."""
        self.left_out: set[str] = set()
        """Their ids: whatever else names them is not to be blamed for it."""


def read_toml(path: Path, where: str = "") -> dict[str, object]:
    """One file as plain data within the limits; `ContentErrors` otherwise."""
    where = where or path.name
    try:
        raw = read_bytes(path, MAX_BYTES, where)
    except Invalid as wrong:
        raise ContentErrors([wrong]) from None
    except OSError as error:
        raise ContentErrors([Invalid(where, "", error.strerror or "an error", "a file that can be read")]) from None
    return parse_toml(raw, where)


@lru_cache(maxsize=256)
def parse_toml(raw: bytes, where: str) -> dict[str, object]:
    """The text of a file as plain data within the limits, shared and never changed; `ContentErrors` otherwise."""
    if len(raw) > MAX_BYTES:
        raise ContentErrors([Invalid(where, "", f"{len(raw)} bytes", f"a file of at most {MAX_BYTES} bytes")])
    try:
        # Some editors put a mark before everything else.
        text = raw.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContentErrors([Invalid(where, f"byte {error.start}", raw[error.start], "UTF-8 text")]) from None
    _refuse_long_keys(text, where)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentErrors([_syntax(where, text, str(error))]) from None
    except RecursionError:
        raise ContentErrors([_too_deep(where, "")]) from None
    except ValueError:
        # The parser hands a number of thousands of digits, or a date that does not exist, straight to Python.
        raise ContentErrors([Invalid(where, "", "a number or date", "one that can be read")]) from None
    return _limited(where, data)


def given(tables: Tables) -> dict[str, object]:
    """Entries that no file of ours holds, within the same limits; `ContentErrors` otherwise."""
    return _limited(GIVEN, dict(tables))


def _limited(where: str, data: dict[str, object]) -> dict[str, object]:
    errors: list[Invalid] = []
    _check_limits(where, "", data, 1, errors)
    if errors:
        raise BeyondLimits(errors[:MAX_ERRORS], data)
    return data


def _refuse_long_keys(text: str, where: str) -> None:
    # The parser's time grows with the cube of the parts of a dotted key, so long ones never reach it.
    for number, line in enumerate(text.splitlines(), 1):
        head = line if line.lstrip().startswith("[") else line.rpartition("=")[0]
        if head.count(".") > MAX_DOTS and len(_DOT.findall(head)) > MAX_DOTS:
            raise ContentErrors([Invalid(where, f"line {number}", head.strip(), f"a key of at most {MAX_DOTS} parts")])


def _syntax(where: str, text: str, message: str) -> Invalid:
    found = _LINE.search(message)
    said = _LINE.sub("", message).replace(" ()", "").replace("(at end of document)", "").strip()
    said = said[:1].lower() + said[1:]
    lines = text.splitlines()
    number = int(found.group(1)) if found else len(lines)
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return Invalid(where, f"line {max(number, 1)}", line, f"valid TOML ({said})")


def _too_deep(where: str, key: str) -> Invalid:
    return Invalid(where, key, "deeper nesting", f"at most {MAX_DEPTH} levels")


def _check_limits(where: str, key: str, value: object, depth: int, errors: list[Invalid]) -> None:
    """Depth is bounded here before anything else walks, shows or copies the data."""
    if len(errors) >= MAX_ERRORS:
        return
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            errors.append(_too_deep(where, key))
        elif isinstance(value, dict):
            for name, inner in value.items():
                inside = f"{key}.{name}" if key else name
                if not is_clean(name) or len(name) > MAX_NAME:
                    errors.append(Invalid(where, key, name, f"a printable key (NFC) of at most {MAX_NAME} characters"))
                else:
                    _check_limits(where, inside, inner, depth + 1, errors)
        else:
            for index, inner in enumerate(value):
                _check_limits(where, f"{key}[{index}]", inner, depth + 1, errors)
    elif isinstance(value, str):
        if len(value) > MAX_TEXT:
            errors.append(Invalid(where, key, f"{len(value)} characters", f"a text of at most {MAX_TEXT} characters"))
        elif not is_plain(value):
            errors.append(Invalid(where, key, value, "printable text in Unicode normal form NFC"))
    elif isinstance(value, int):
        if not -MAX_INT <= value <= MAX_INT:
            # Past a few thousand digits Python refuses even to show a number.
            shown: object = value if value.bit_length() < 100 else "a far larger number"
            errors.append(Invalid(where, key, shown, f"a whole number from {-MAX_INT} to {MAX_INT}"))
    else:
        errors.append(Invalid(where, key, value, "a text, a whole number, true or false, a list or a table"))


def _cut(value: object, depth: int = 1) -> Any:
    """The same within the limits: something else stands for whatever `_check_limits` complains of."""
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            return None
        if isinstance(value, list):
            return [_cut(inner, depth + 1) for inner in value]
        named = {name: inner for name, inner in value.items() if is_clean(name) and len(name) <= MAX_NAME}
        return {name: _cut(inner, depth + 1) for name, inner in named.items()}
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT and is_plain(value) else ""
    return max(-MAX_INT, min(value, MAX_INT)) if isinstance(value, int) else None


def toml_files(places: Iterable[Path]) -> list[Path]:
    """Files as given, folders as the TOML files in and under them, in an order that is the same everywhere."""
    files: list[Path] = []
    for place in places:
        inside = sorted(_inside(place), key=lambda path: path.as_posix()) if place.is_dir() else [place]
        if not inside:
            raise ContentErrors([Invalid(place.as_posix(), "", "a folder without any", "TOML files")])
        files.extend(inside)
    return files


def _inside(folder: Path) -> list[Path]:
    """The TOML files in and under a folder, which is content and not somebody's whole disk."""
    found: list[Path] = []
    for number, path in enumerate(folder.rglob("*")):
        if path.suffix == ".toml":
            found.append(path)
        if number > MAX_LOOKED_AT or len(found) > MAX_FILES:
            most = f"a folder of at most {MAX_FILES} content files, and not much else"
            raise ContentErrors([Invalid(folder.as_posix(), "", "a folder with far more", most)])
    return found


def read_tables(places: Sequence[Place], sections: Iterable[str]) -> Tables:
    """Content of these sections merged as plain data, checked already by `load_models`: for look-ups and logs."""
    tables: Tables = {}
    wanted = list(sections)
    for piece in pieces(places):
        for section, entries in plain_tables(piece).items():
            if section in wanted and isinstance(entries, dict):
                tables.setdefault(section, {}).update({id: _rules_alone(entry) for id, entry in entries.items()})
    return tables


def read_icons(places: Sequence[Place]) -> dict[str, dict[str, str]]:
    """The icons that content names, by section and id."""
    icons: dict[str, dict[str, str]] = {}
    for piece in pieces(places):
        for section, entries in plain_tables(piece).items():
            for id, entry in entries.items() if isinstance(entries, dict) else []:
                if isinstance(entry, dict) and "icon" in entry:
                    icons.setdefault(section, {})[id] = str(entry["icon"])
    return icons


def plain_tables(piece: Path | Tables, where: str = "") -> Mapping[str, object]:
    """The tables of a file, or tables as they were given."""
    return read_toml(piece, where) if isinstance(piece, Path) else piece


def pieces(places: Sequence[Place]) -> list[Path | Tables]:
    """Places one by one: each file of a folder, and tables as they are."""
    found: list[Path | Tables] = []
    for place in places:
        found.extend([place] if isinstance(place, dict) else toml_files([Path(place)]))
    return found


def load_models(paths: Sequence[Path | Tables], root_model: type[M]) -> Loaded[M]:
    """Read, check and merge content files; every error of every file in one `ContentErrors`."""
    loaded = load_sound(paths, root_model)
    if loaded.errors:
        raise ContentErrors(loaded.errors[:MAX_ERRORS])
    return loaded


def load_sound(paths: Sequence[Path | Tables], root_model: type[M]) -> Loaded[M]:
    """What is sound by itself, with the errors of what is not; `ContentErrors` where a file cannot be read at all."""
    errors: list[Invalid] = []
    sound: list[tuple[str, dict[str, object]]] = []
    left_out: set[str] = set()
    names = short_names([path for path in paths if isinstance(path, Path)])
    unread = False
    for path in paths:
        where = names[path] if isinstance(path, Path) else GIVEN
        try:
            data, beyond = _within(path, where)
        except ContentErrors as error:
            errors.extend(error.errors)
            unread = True
            continue
        told = [fault.key for fault in beyond.errors] if beyond is not None else []
        errors.extend(beyond.errors if beyond is not None else [])
        beside = apart_from(root_model)
        for model, part in ((Apart, set(data) & set(beside)), (root_model, set(data) - set(beside))):
            own = {section: entries for section, entries in data.items() if section in part}
            try:
                model.model_validate(own)
            except ValidationError as error:
                errors.extend([one for one in explain(where, model, error) if one.key not in told])
                own = _sift(own, error, left_out)
            if beyond is not None:
                own = _untouched(own, beyond.data, left_out)
            if model is root_model:
                sound.append((where, own))
    merged, origin = _merge(sound, errors)
    if unread:
        raise ContentErrors(errors[:MAX_ERRORS])
    loaded = Loaded(root_model.model_validate(merged), merged, origin)
    loaded.errors, loaded.left_out = errors, left_out
    return loaded


def _within(path: Path | Tables, where: str) -> tuple[dict[str, object], BeyondLimits | None]:
    """A file or tables cut to the limits, so that whatever else is wrong there is found too, and what was beyond."""
    try:
        return read_toml(path, where) if isinstance(path, Path) else given(path), None
    except BeyondLimits as wrong:
        return _cut(wrong.data), wrong


def _sift(data: dict[str, object], error: ValidationError, left_out: set[str]) -> dict[str, object]:
    """The entries of a file without those an error lies in."""
    kept = {section: dict(entries) for section, entries in data.items() if isinstance(entries, dict)}
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        section, id = str(detail["loc"][0]), str(detail["loc"][1]) if len(detail["loc"]) > 1 else ""
        if id:
            left_out.add(id)
            kept.get(section, {}).pop(id, None)
        else:
            left_out.update(kept.pop(section, {}))
    return dict(kept)


def _untouched(cut: dict[str, object], whole: Mapping[str, object], left_out: set[str]) -> dict[str, object]:
    """The entries of a file without those that were cut to the limits."""
    kept: dict[str, object] = {}
    for section, entries in cut.items():
        before = whole[section]
        if not isinstance(entries, dict) or not isinstance(before, dict):
            continue
        kept[section] = {id: entry for id, entry in entries.items() if entry == before[id]}
        left_out.update([id for id, entry in before.items() if entries.get(id) != entry])
    return kept


def short_names(paths: Sequence[Path]) -> dict[Path, str]:
    """The bare file name where it is the only one so named, else with its folder."""
    bare = [path.name for path in paths]
    return {path: path.name if bare.count(path.name) == 1 else path.as_posix() for path in paths}


def _merge(
    files: list[tuple[str, dict[str, object]]], errors: list[Invalid]
) -> tuple[dict[str, dict[str, object]], dict[str, str]]:
    merged: dict[str, dict[str, object]] = {}
    origin: dict[str, str] = {}
    for where, data in files:
        for section, entries in data.items():
            assert isinstance(entries, dict), "a root model holds nothing but sections"
            kept = merged.setdefault(section, {})
            for entry_id, entry in entries.items():
                key = f"{section}.{entry_id}"
                replacing = isinstance(entry, dict) and bool(entry.get("replace", False))
                if entry_id in kept and not replacing:
                    expected = f"an id that {origin[key]} does not define already, or replace = true"
                    errors.append(Invalid(where, key, entry_id, expected))
                    continue
                if replacing and entry_id not in kept:
                    near = did_you_mean(entry_id, kept)
                    errors.append(Invalid(where, f"{key}.replace", True, f"an earlier entry to replace{near}"))
                    continue
                kept[entry_id] = _rules_alone(entry)
                origin[key] = where
    return merged, origin


def _rules_alone(entry: object) -> object:
    """An entry without what is about files or looks."""
    if not isinstance(entry, dict):
        return entry
    return {name: value for name, value in entry.items() if name not in ("replace", *LOOKS)}


def content_hash(data: object) -> str:
    """The SHA-256 of all loaded content as canonical JSON: equal content, equal hash, whatever file it stood in."""
    return digest(data)


def schema(root_model: type[BaseModel]) -> dict[str, object]:
    """The JSON Schema of a ruleset's content files, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root_model.model_json_schema()}
