"""One's own things as content: a ruleset with a campaign's entries laid over what is installed, and what is wrong with
any of them, each fault at its key.

Plain functions without a database; whoever serves calls them away from the event loop.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from fracas.engine.command import GM
from fracas.engine.content import ContentErrors, Nothing, parse_toml
from fracas.engine.content_apart import Apart
from fracas.engine.content_source import places_of, without
from fracas.engine.encounter import Encounter
from fracas.engine.entries import Tables, merged
from fracas.engine.errors import Invalid
from fracas.engine.names import can_be_id
from fracas.engine.ruleset import Ruleset
from fracas.engine.toml_text import toml_entry

PARTY, MEMBER, NOTE, HANDOUT, SCENARIO = "party", "member", "note", "handout", "scenario"
PORTRAIT, PICTURE = "portrait", "picture"
OPTIONS: Final = "options"
BESIDE: Final = tuple(Apart.model_fields)
"""The kinds that every game has besides the sections of its content."""
OF_NO_GAME: Final = (NOTE, HANDOUT)
MOST_ROUNDS: Final = 50
_NOT_KEY = re.compile(r"[^a-z0-9]+")
Entries = Sequence["Entry"]


class Entry(NamedTuple):
    """One thing: its section, its id there, and what it says."""

    kind: str
    key: str
    data: dict[str, Any]


class Fault(NamedTuple):
    """Something wrong with a thing: the key within it, the value there, and what was expected."""

    at: str
    value: str
    expected: str


def kinds_of(ruleset: Ruleset) -> list[str]:
    """What one can have of one's own in a game: its sections, then what every game has."""
    sections = list(ruleset.source.model.model_fields)
    return sections + [kind for kind in BESIDE if kind not in sections]


def tables_of(entries: Iterable[Entry]) -> Tables:
    tables: Tables = {}
    for kind, key, data in entries:
        tables.setdefault(kind, {})[key] = data
    return tables


def read_entry(body: str, where: str = "text") -> Entry:
    """The one entry of a text; `ContentErrors` where there is another number of them."""
    tables: Any = parse_toml(body.encode("utf-8", "replace"), where)
    found = entries_of(tables)
    if len(found) != 1 or len(tables) != 1:
        raise ContentErrors([Invalid(where, "", f"{len(found)} entries", "exactly one, such as [creature.mud-hog]")])
    return found[0]


def entries_of(tables: dict[str, object]) -> list[Entry]:
    return [
        Entry(kind, str(key), data)
        for kind, some in tables.items()
        if isinstance(some, dict)
        for key, data in some.items()
        if isinstance(data, dict)
    ]


def text_of(entry: Entry) -> str:
    check_plain(entry.data, entry.kind)
    return toml_entry(entry.kind, entry.key, entry.data)


def check_plain(value: object, where: str) -> None:
    """Files know no fractions and no gaps in a list; a key without a value is left out."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if inner is not None:
                check_plain(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            check_plain(inner, f"{where}[{index}]")
    elif not isinstance(value, (str, int)):
        raise Invalid("thing", where, value, "a text, a whole number, yes or no, a list or a table")


def key_for(name: str, taken: Iterable[str]) -> str:
    """An id made from a name, which nothing else has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = _NOT_KEY.sub("-", plain).strip("-")[:32].strip("-") or "thing"
    if not base[0].isalpha() or not can_be_id(base):
        base = f"the-{base}"
    known, key, number = set(taken), base, 2
    while key in known:
        key, number = f"{base}-{number}", number + 1
    return key


def name_in(entry: Entry) -> str:
    """What a list calls it."""
    found = entry.data.get("name") or entry.data.get("title")
    return str(found)[:60] if isinstance(found, str) and found.strip() else entry.key


# -------------------------------------------------------------------- pictures


def pictures_in(entry: Entry) -> dict[str, str]:
    """By key: the ids of the pictures that an entry names."""
    found = {name: entry.data.get(name) for name in (PORTRAIT, PICTURE)}
    box = found[PICTURE]
    if isinstance(box, dict):
        found = {PORTRAIT: found[PORTRAIT], f"{PICTURE}.id": box.get("id")}
    return {at: id for at, id in found.items() if isinstance(id, str) and id}


def with_pictures(entry: Entry, ids: dict[str, str]) -> Entry:
    """The same with other pictures, by the ids they had."""
    data = dict(entry.data)
    for name in (PORTRAIT, PICTURE):
        old = data.get(name)
        if isinstance(old, dict):
            data[name] = {**old, "id": ids.get(str(old.get("id")), old.get("id"))}
        elif isinstance(old, str):
            data[name] = ids.get(old, old)
    return Entry(entry.kind, entry.key, data)


def lost_pictures(entry: Entry, held: dict[str, str]) -> list[Fault]:
    """Those that a campaign does not hold, by their types; and a map's that cannot be masked, as it is no JPEG."""
    faults: list[Fault] = []
    for at, id in pictures_in(entry).items():
        if id not in held:
            faults.append(Fault(at, id, "a picture of this campaign; this one is not in it"))
        elif entry.kind == SCENARIO and at != PORTRAIT and held[id] != "image/jpeg":
            faults.append(Fault(at, id, "a picture that was sent as that of a map"))
    return faults


# -------------------------------------------------------------------- faults


def errors_in(ruleset: Ruleset, entries: Entries) -> list[Invalid]:
    """Everything wrong with these entries as content of a game."""
    return errors_in_tables(ruleset, tables_of(entries))


def errors_in_tables(ruleset: Ruleset, tables: Tables) -> list[Invalid]:
    """The same of a whole file, where something other than entries may stand."""
    try:
        source = ruleset.source
        source.check([*source.places, tables])
    except ContentErrors as wrong:
        return wrong.errors
    except Invalid as wrong:
        return [wrong]
    return []


def faults_by_entry(ruleset: Ruleset, entries: Entries) -> dict[tuple[str, str], list[Fault]]:
    """The faults of each entry that has any."""
    found: dict[tuple[str, str], list[Fault]] = {}
    for error in errors_in(ruleset, entries):
        place = places_of(ContentErrors([error]))[0]
        found.setdefault(place, []).append(fault_of(error))
    playable = [entry for entry in entries if entry[:2] not in found]
    members = [entry for entry in playable if entry.kind == MEMBER and MEMBER in BESIDE]
    if members:
        laid = laid_over(ruleset, playable)
        for entry in members:
            wrong = wrong_with_member(laid, entry)
            if wrong:
                found[entry[:2]] = wrong
    return found


def fault_of(error: Invalid) -> Fault:
    """Without the section and the id, which whoever fills in a form does not type."""
    parts = error.key.split(".", 2)
    at = parts[2] if len(parts) > 2 else ""
    if not at and len(parts) == 2 and "[" in parts[1]:
        at = parts[1][parts[1].index("[") :]
    value = "" if isinstance(error.value, Nothing) else str(error.value)
    return Fault(at, value[:80], f"{error.expected}{error.hint}")


def wrong_with_member(ruleset: Ruleset, entry: Entry) -> list[Fault]:
    """A member of a party is of a kind there is, and its values are such as the GM could set."""
    kind, values = entry.data.get("kind"), entry.data.get("values", {})
    people = ruleset.content.people()
    if kind not in people:
        return [Fault("kind", str(kind), "somebody of the library")]
    one, faults = ruleset.content.newcomer(str(kind)), list[Fault]()
    for field, value in values.items():
        try:
            one.check_value(field, str(value))
        except Invalid as wrong:
            faults.append(Fault(f"values.{field}", str(value)[:80], wrong.expected))
    return faults


# -------------------------------------------------------------------- laying over


def member_in(start: Encounter, key: str) -> str:
    """The id a member of a party has in an encounter that began so: where a foe has it already, `-x` was added until
    it was free (`Ruleset.start_with`). Empty if it does not take part."""
    heroes = [one.id for one in start.combatants.values() if one.seat != GM and one.id.startswith(key)]
    mine = [id for id in heroes if not id.removeprefix(key).replace("-x", "")]
    return min(mine, key=len, default="")


def laid_over(ruleset: Ruleset, entries: Entries) -> Ruleset:
    """The game with these entries; whatever does not fit, and what names it, is left out."""
    tables = tables_of([entry for entry in entries if entry.kind not in BESIDE or entry.kind in ruleset.content.tables])
    for _ in range(MOST_ROUNDS):
        if not any(tables.values()):
            return ruleset
        try:
            laid = ruleset.with_content([tables])
            laid.content.own = [key for some in tables.values() for key in some]
            return laid
        except ContentErrors as wrong:
            kept = without(tables, places_of(wrong))
            if kept == tables:
                return ruleset
            tables = kept
    return ruleset


def built_in_tables(ruleset: Ruleset) -> Tables:
    """What is built in or installed, as entries one can start from; games that have theirs in code too."""
    content, tables = ruleset.content, ruleset.content.tables
    if ruleset.source.model.model_fields.keys() <= tables.keys():
        return tables
    coded: Tables = {}
    for kind in content.kinds():
        if not any(kind in some for some in tables.values()):
            coded.setdefault("creature", {})[kind] = {"name": content.fresh(kind).name, "like": kind}
    for id, plan in content.scenarios.items():
        if id not in tables.get(SCENARIO, {}):
            people = [
                {"creature": place.kind, "id": place.id, "at": place.at, "side": place.side, "seat": place.seat}
                | ({"name": place.name} if place.name else {})
                | ({"hidden": True} if place.hidden else {})
                for place in plan.entries
            ]
            coded.setdefault(SCENARIO, {})[id] = {
                "title": plan.title,
                "description": plan.description,
                "map": "\n".join(plan.rows),
                "place": people,
            } | ({OPTIONS: plan.options} if plan.options else {})
    return merged(
        tables, {section: some for section, some in coded.items() if section in ruleset.source.model.model_fields}
    )


def readable_ones(bodies: list[str]) -> list[Entry]:
    return [entry for entry in map(readable, bodies) if entry is not None]


def readable(body: str) -> Entry | None:
    """The entry of a kept text; nothing where it is a draft that cannot be read."""
    try:
        tables: Any = tomllib.loads(body)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return None
    found = entries_of(tables)
    return found[0] if len(found) == 1 else None
