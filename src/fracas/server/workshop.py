"""The workshop: a GM's things are made, checked, saved, brought in, taken out, and laid over a game for a table.

It joins the library (what is kept) and homebrew (what the rules say about it); all checking is done off the loop.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from fracas.engine.content import MAX_BYTES, MAX_ERRORS, ContentErrors, parse_toml
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.server import homebrew, packs
from fracas.server.editing import SceneOut, scene_of
from fracas.server.facts import Fact
from fracas.server.gallery import Gallery, check_use, keep_in
from fracas.server.gallery import row_of as picture_row
from fracas.server.homebrew import BESIDE, HANDOUT, MEMBER, OF_NO_GAME, PICTURE, PORTRAIT, SCENARIO, Entry, Fault
from fracas.server.library import MOST_BODY, Data, Library, add_in
from fracas.server.reading.child import Held, Reader
from fracas.server.sampling import HEAD, SampleOut, sample
from fracas.server.store import Store
from fracas.session.scenarios import ids_in_order, strangeness

T = TypeVar("T")
MOST_KEPT: Final = 32
MOST_FILES: Final = 200
MOST_PACK: Final = 16_000_000
"""Bytes of all files of a pack, unpacked."""


class Workshop:
    """What routes and halls ask about one's own things."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.library = Library(store)
        self.gallery = Gallery(store)
        self.reader = Reader()
        self._laid: dict[tuple[str, str], tuple[int, Ruleset]] = {}
        """By campaign and game: the version of the campaign, and the game with its things."""

    async def ask(self, call: Callable[..., T], *args: Any) -> T:
        """A call of the library."""
        return await self.store.run(call, *args)

    # ---------------------------------------------------------------- games with one's own things

    async def ruleset(self, campaign: str, id: str) -> Ruleset:
        """A game with the sound things of a campaign."""
        row = await self.ask(self.library.campaign, campaign)
        kept = self._laid.get((campaign, id))
        if kept is not None and kept[0] == row["version"]:
            return kept[1]
        bodies = await self.ask(self.library.bodies, campaign, id)
        laid = await off_loop(lay, load_ruleset(id), [one["body"] for one in bodies if not one["faults"]])
        while len(self._laid) >= MOST_KEPT:
            del self._laid[next(iter(self._laid))]
        self._laid[campaign, id] = (row["version"], laid)
        return laid

    async def encounter(self, campaign: str, id: str) -> tuple[Ruleset, Data]:
        """An encounter that can be played, and its game."""
        one = await self.ask(self.library.thing, campaign, id)
        if one["kind"] != SCENARIO:
            raise Invalid("table", "thing", one["name"], "an encounter")
        ruleset = await self.ruleset(campaign, one["ruleset"])
        if one["faults"] or one["deleted"] or one["key"] not in ruleset.content.scenarios:
            raise Invalid("table", "thing", one["name"], "an encounter without faults; its page says what is wrong")
        return ruleset, one

    # ---------------------------------------------------------------- one thing

    async def make(self, campaign: str, kind: str, ruleset: str, key: str, data: Data) -> Data:
        """A new thing, which is kept also where it has faults."""
        check_kind(kind, ruleset)
        entry = Entry(kind, key or await self._key(campaign, kind, ruleset, data), data)
        row = {**row_of(entry), "ruleset": ruleset}
        made = (await self.ask(self.library.add_things, campaign, [row]))[0]
        return await self._recount(campaign, ruleset, made)

    async def _key(self, campaign: str, kind: str, ruleset: str, data: Data) -> str:
        things = await self.ask(self.library.things, campaign)
        mine = [one["key"] for one in things if (one["kind"], one["ruleset"]) == (kind, ruleset)]
        built_in = homebrew.shelf_of(load_ruleset(ruleset)).get(kind, {}) if ruleset else {}
        return homebrew.key_for(homebrew.name_in(Entry(kind, kind, data)), [*mine, *built_in])

    async def save(self, campaign: str, id: str, version: int, key: str, data: Data | None, body: str) -> Data:
        """What somebody has typed is kept, whatever is wrong with it, and the faults are told."""
        one = await self.ask(self.library.thing, campaign, id)
        if data is None:
            values = row_of_text(one, body)
        else:
            values = row_of(Entry(one["kind"], key or one["key"], data))
        saved = await self.ask(self.library.save_thing, campaign, id, version, values)
        return await self._recount(campaign, one["ruleset"], saved)

    async def _recount(self, campaign: str, ruleset: str, one: Data) -> Data:
        """Count the faults of everything that may hang on what was saved; the thing with its own faults in it."""
        noted = False
        while not noted:
            version = (await self.ask(self.library.campaign, campaign))["version"]
            bodies = await self.ask(self.library.bodies, campaign, ruleset)
            found = await off_loop(faults_of, ruleset, bodies, await self._held(campaign))
            counts = {id: len(faults) for id, faults in found.items()}
            noted = await self.ask(self.library.note_faults, campaign, version, counts)
        mine = found.get(one["id"], [])
        return {**one, "faults": len(mine), "problems": mine}

    async def recount(self, campaign: str, ruleset: str) -> None:
        await self._recount(campaign, ruleset, {"id": ""})

    async def read(self, campaign: str, id: str) -> Data:
        """A thing with its faults."""
        one = await self.ask(self.library.thing, campaign, id)
        bodies = await self.ask(self.library.bodies, campaign, one["ruleset"])
        things = [*[b for b in bodies if b["id"] != id], one]
        found = await off_loop(faults_of, one["ruleset"], things, await self._held(campaign))
        return {**one, "problems": found.get(id, [])}

    async def judge(self, campaign: str, ruleset: str, entry: Entry, id: str) -> list[Fault]:
        """The faults a thing would have, were it saved so."""
        bodies = await self.ask(self.library.bodies, campaign, ruleset)
        row = {**row_of(entry), "id": id or "new", "ruleset": ruleset, "kind": entry.kind}
        things = [*[b for b in bodies if b["id"] != id], row]
        found = await off_loop(faults_of, ruleset, things, await self._held(campaign))
        return found.get(row["id"], [])

    async def sample(self, campaign: str, ruleset: str, entry: Entry, against: str) -> SampleOut:
        """A thing without faults, tried out beside what is saved."""
        return await self._tried(campaign, ruleset, entry, lambda game: sample(game, entry.kind, entry.key, against))

    async def scene(self, campaign: str, ruleset: str, entry: Entry) -> SceneOut:
        """How an encounter without faults would begin."""
        return await self._tried(campaign, ruleset, entry, lambda game: scene_of(game, entry.key))

    async def _tried(self, campaign: str, ruleset: str, entry: Entry, work: Callable[[Ruleset], T]) -> T:
        bodies = await self.ask(self.library.bodies, campaign, ruleset)
        entries = [homebrew.readable(one["body"]) for one in bodies if not one["faults"]]
        others = [one for one in entries if one is not None and one[:2] != entry[:2]]

        def laid() -> T:
            return work(homebrew.laid_over(load_ruleset(ruleset), [*others, entry]))

        return await asyncio.get_running_loop().run_in_executor(HEAD, laid)

    async def copy(self, campaign: str, id: str) -> Data:
        one = await self.ask(self.library.thing, campaign, id)
        entry = homebrew.readable(one["body"])
        if entry is None:
            raise Invalid("thing", "", one["name"], "one that can be read; mend it first")
        name = f"{homebrew.name_in(entry)[:50]} (copy)"
        data = {**entry.data, "title" if "title" in entry.data else "name": name}
        return await self.make(campaign, one["kind"], one["ruleset"], "", data)

    # ---------------------------------------------------------------- pictures

    async def keep_picture(self, campaign: str, raw: bytes, use: str) -> Data:
        """A file that somebody sent, read by the child and kept; its row without the bytes."""
        await self.ask(self.library.campaign, campaign)
        return await self.keep_read_picture(campaign, await self.reader.picture(raw, check_use(use)), use)

    async def keep_read_picture(self, campaign: str, held: Held, use: str) -> Data:
        """The same for a picture that the child has read already, out of a map say."""
        return (await self.ask(self.gallery.keep, campaign, [(held, check_use(use))]))[0]

    async def _held(self, campaign: str) -> dict[str, str]:
        return await self.ask(self.gallery.types, campaign)

    async def hung(self, campaign: str, ruleset: str, scenario: str) -> Fact:
        """The pictures of a table that is made from an encounter of a campaign, as a fact of its room."""
        bodies = [one for one in await self.ask(self.library.bodies, campaign, ruleset) if not one["faults"]]
        return await off_loop(hung_from, [one["body"] for one in bodies], scenario)

    async def handouts(self, campaign: str) -> list[Entry]:
        """What a GM has ready to hand out."""
        bodies = await self.ask(self.library.bodies, campaign, "")
        found = [homebrew.readable(one["body"]) for one in bodies if one["kind"] == HANDOUT and not one["faults"]]
        return [entry for entry in found if entry is not None]

    # ---------------------------------------------------------------- files

    async def export(self, campaign: str, ids: list[str] | None) -> dict[str, str]:
        """Files by name: everything, or some things. Those of one game are together."""
        bodies = await self.ask(self.library.bodies, campaign)
        wanted = [one for one in bodies if ids is None or one["id"] in ids]
        return files_of(wanted)

    async def export_pictures(self, campaign: str) -> dict[str, bytes]:
        """All pictures of a campaign, by the names of their files."""
        rows = await self.ask(self.gallery.all, campaign)
        return {packs.name_of(row): (await self.ask(self.gallery.one, campaign, row["id"]))["data"] for row in rows}

    async def bring(self, campaign: str, raw: bytes, ruleset: str, replace: bool) -> list[Data]:
        """Things out of a file or a pack of files, all or none; `ContentErrors` with everything that is wrong."""
        texts = await off_loop(unpack, raw)
        found: list[tuple[str, Entry]] = []
        errors: list[Invalid] = []
        for name, text in texts:
            game, entries, wrong = await off_loop(read_file, name, text, ruleset)
            errors.extend(wrong)
            found.extend([("" if entry.kind in OF_NO_GAME else game, entry) for entry in entries])
        there = {
            (one["ruleset"], one["kind"], one["key"])
            for one in await self.ask(self.library.things, campaign)
            if not replace
        }
        for game, entry in found:
            if (game, entry.kind, entry.key) in there:
                expected = "an id that nothing else in this campaign has, or to replace what has it"
                errors.append(Invalid("file", f"{entry.kind}.{entry.key}", entry.key, expected))
        if errors:
            raise ContentErrors(errors[:MAX_ERRORS])
        held = await self._read_pictures(campaign, raw, [entry for _, entry in found])
        ids = {id: picture_row(campaign, *one)["id"] for id, one in held.items()}
        rows = [{**row_of(homebrew.with_pictures(entry, ids)), "ruleset": game} for game, entry in found]

        def work(db: Connection) -> list[Data]:
            if held:
                keep_in(db, campaign, list(held.values()))
            return add_in(db, campaign, rows, replace)

        added: list[Data] = await self.ask(self.store.transact, work)
        for game in {game for game, _ in found}:
            await self.recount(campaign, game)
        return added

    async def _read_pictures(self, campaign: str, raw: bytes, entries: list[Entry]) -> dict[str, tuple[Held, str]]:
        """The pictures of a pack that the campaign does not have, by the ids they have there, each with its use."""
        packed, known = await off_loop(packs.pictures_in_pack, raw), await self._held(campaign)
        uses, errors = packs.uses_in(entries), list[Invalid]()
        held: dict[str, tuple[Held, str]] = {}
        for one in packed:
            if one.id in known and one.whole:
                continue
            use = uses.get(one.id, "handout")
            try:
                held[one.id] = (await self.reader.picture(one.data, use), use)
            except Invalid as wrong:
                errors.append(Invalid(one.name, wrong.key, wrong.value, wrong.expected))
        if errors:
            raise ContentErrors(errors[:MAX_ERRORS])
        return held


async def off_loop(call: Callable[..., T], *args: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, call, *args)


def check_kind(kind: str, ruleset: str) -> None:
    if kind in OF_NO_GAME and not ruleset:
        return
    if not ruleset:
        raise Invalid("thing", "ruleset", ruleset, "one of " + ", ".join(ruleset_ids()))
    known = homebrew.kinds_of(load_ruleset(ruleset))
    if kind not in known:
        raise Invalid("thing", "kind", kind, "one of " + ", ".join(known))


def lay(ruleset: Ruleset, bodies: list[str]) -> Ruleset:
    entries = [entry for entry in map(homebrew.readable, bodies) if entry is not None]
    return homebrew.laid_over(ruleset, entries)


def hung_from(bodies: list[str], scenario: str) -> Fact:
    fact: Fact = {"what": "pictures", "map": "", "box": [], "kinds": {}, "people": {}}
    for kind, key, data in [entry for entry in map(homebrew.readable, bodies) if entry is not None]:
        box, portrait = data.get(PICTURE), data.get(PORTRAIT)
        if kind == SCENARIO and key == scenario and box:
            whole = box if isinstance(box, dict) else {"id": box}
            fact["map"] = whole["id"]
            fact["box"] = [whole.get(side, 0) for side in ("left", "top", "width", "height")]
        elif portrait and kind == MEMBER:
            fact["people"][key] = fact["people"][f"{key}-x"] = portrait
        elif portrait and kind not in BESIDE:
            fact["kinds"][key] = portrait
    return fact


def row_of(entry: Entry) -> Data:
    """A thing as it is kept."""
    body = homebrew.text_of(entry)
    if len(body) > MOST_BODY:
        raise Invalid("thing", "", f"{len(body)} characters", f"at most {MOST_BODY} characters")
    return {"kind": entry.kind, "key": entry.key, "name": homebrew.name_in(entry), "body": body}


def row_of_text(one: Data, body: str) -> Data:
    """A thing out of a text that somebody typed. One that cannot be read is kept as it is."""
    if len(body) > MOST_BODY:
        raise Invalid("thing", "", f"{len(body)} characters", f"at most {MOST_BODY} characters")
    entry = homebrew.readable(body)
    if entry is None or entry.kind != one["kind"]:
        return {"key": one["key"], "name": one["name"], "body": body}
    return {**row_of(entry), "body": body}


def faults_of(ruleset: str, things: list[Data], held: dict[str, str]) -> dict[str, list[Fault]]:
    """The faults of things of one game, by id, in a campaign with these pictures; an empty list for those without."""
    found: dict[str, list[Fault]] = {one["id"]: [] for one in things}
    entries: dict[tuple[str, str], str] = {}
    readable: list[Entry] = []
    for one in things:
        try:
            entry = homebrew.read_entry(one["body"])
        except ContentErrors as wrong:
            found[one["id"]] = [Fault("", str(error.value)[:80], told(error)) for error in wrong.errors]
            continue
        if entry.kind != one["kind"]:
            found[one["id"]] = [Fault("", entry.kind, f"[{one['kind']}.{one['key']}] at its beginning")]
            continue
        entries[entry[:2]] = one["id"]
        readable.append(entry)
    for place, faults in homebrew.faults_by_entry(any_ruleset(ruleset), readable).items():
        if place in entries:
            found[entries[place]].extend(faults)
    for entry in readable:
        told_already = {fault.at for fault in found[entries[entry[:2]]]}
        lost = [fault for fault in homebrew.lost_pictures(entry, held) if fault.at not in told_already]
        found[entries[entry[:2]]].extend(lost)
    return found


def told(error: Invalid) -> str:
    return f"{error.expected} ({error.key})" if error.key else error.expected


def any_ruleset(id: str) -> Ruleset:
    """The game of a thing; what belongs to none is the same in all of them."""
    return load_ruleset(id or ids_in_order()[0])


# -------------------------------------------------------------------- files


def files_of(things: list[Data]) -> dict[str, str]:
    """TOML by the name of its file: one for each game, or one for each of its sections where that would be too long."""
    files: dict[str, str] = {}
    for game in dict.fromkeys([one["ruleset"] for one in things]):
        mine = [one for one in things if one["ruleset"] == game]
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
    """Several files as one; the same things always give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in sorted(files.items()):
            how = zipfile.ZIP_DEFLATED if isinstance(text, str) else zipfile.ZIP_STORED
            packed.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, how)
    return out.getvalue()


def unpack(raw: bytes) -> list[tuple[str, bytes]]:
    """The TOML files of a pack, or the one file that it is; never more than the limits."""
    if not raw.startswith(b"PK\x03\x04"):
        return [("file", raw)]
    found: list[tuple[str, bytes]] = []
    with packs.opened(raw) as packed:
        infos = [info for info in packed.infolist() if info.filename.endswith(".toml")]
        if not infos or len(infos) > MOST_FILES:
            raise Invalid("file", "", f"{len(infos)} TOML files", f"a pack of 1 to {MOST_FILES} of them")
        for info in infos:
            with packed.open(info) as file:
                found.append((info.filename[-100:], file.read(MAX_BYTES + 1)))
            if sum([len(one) for _, one in found]) > MOST_PACK:
                raise Invalid("file", "", "too large", f"at most {MOST_PACK} bytes unpacked")
    return found


def read_file(name: str, raw: bytes, wanted: str) -> tuple[str, list[Entry], list[Invalid]]:
    """The game a file is written for, its entries, and everything that is wrong with it."""
    try:
        tables = parse_toml(raw, name)
    except ContentErrors as wrong:
        return "", [], wrong.errors
    entries = homebrew.entries_of(tables)
    if not entries:
        return "", [], [Invalid(name, "", "nothing", "entries such as [creature.mud-hog]")]
    game = wanted or next((id for id in ruleset_ids() if name.startswith((f"{id}.", f"{id}/"))), "")
    tried = [(load_ruleset(game), homebrew.errors_in(load_ruleset(game), entries))] if game else []
    if not tried:
        tried = [(load_ruleset(id), homebrew.errors_in(load_ruleset(id), entries)) for id in ids_in_order()]
    # Content that no game takes was written for the one that complains least.
    best, found = min(tried, key=lambda one: strangeness(one[1]))
    own = [Invalid(name, error.key, error.value, error.expected, error.near) for error in found]
    if not found:
        own = [
            Invalid(name, f"{kind}.{key}.{fault.at}", fault.value, fault.expected)
            for (kind, key), faults in homebrew.faults_by_entry(best, entries).items()
            for fault in faults
        ]
    odd = [section for section in tables if section not in homebrew.kinds_of(best)]
    assert own or not odd, "a section that no model knows is an error"
    return best.id, entries, own


__all__ = ["BESIDE", "Workshop", "pack"]
