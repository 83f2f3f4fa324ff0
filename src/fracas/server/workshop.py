"""The workshop: a GM's things are made, checked, saved, brought in, taken out, and laid over a game for a table.

It joins the library (what is kept) and homebrew (what the rules say about it); all checking is done off the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from fracas.engine.content import MAX_ERRORS, BeyondLimits, ContentErrors
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, check_choice
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.server import homebrew, packs
from fracas.server.editing import SceneOut, scene_of
from fracas.server.facts import Fact
from fracas.server.gallery import Gallery, check_use, keep_in
from fracas.server.gallery import row_of as picture_row
from fracas.server.homebrew import BESIDE, HANDOUT, MEMBER, OF_NO_GAME, PICTURE, PORTRAIT, SCENARIO, Entry, Fault
from fracas.server.hung import BOX
from fracas.server.library import MOST_BODY, Data, Library, add_in
from fracas.server.reading.child import Held, Reader
from fracas.server.sampling import HEAD, SampleOut, sample
from fracas.server.store import Store
from fracas.session.scenarios import ids_in_order

T = TypeVar("T")
MOST_KEPT: Final = 32


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
        entries = await self._sound(campaign, id)
        laid = await off_loop(homebrew.laid_over, load_ruleset(id), entries)
        while len(self._laid) >= MOST_KEPT:
            del self._laid[next(iter(self._laid))]
        self._laid[campaign, id] = (row["version"], laid)
        return laid

    async def _sound(self, campaign: str, ruleset: str) -> list[Entry]:
        """The things of a game, or of none, that have no faults."""
        bodies = await self.ask(self.library.bodies, campaign, ruleset)
        return await off_loop(homebrew.readable_ones, [one["body"] for one in bodies if not one["faults"]])

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
        """A new thing; it is kept even if it has faults."""
        check_kind(kind, ruleset)
        entry = Entry(kind, key or await self._key(campaign, kind, ruleset, data), data)
        row = {**row_of(entry), "ruleset": ruleset}
        made = (await self.ask(self.library.add_things, campaign, [row]))[0]
        return await self._recount(campaign, ruleset, made)

    async def _key(self, campaign: str, kind: str, ruleset: str, data: Data) -> str:
        things = await self.ask(self.library.things, campaign)
        mine = [thing["key"] for thing in things if (thing["kind"], thing["ruleset"]) == (kind, ruleset)]
        built_in = homebrew.built_in_tables(load_ruleset(ruleset)).get(kind, {}) if ruleset else {}
        return homebrew.key_for(homebrew.name_in(Entry(kind, kind, data)), [*mine, *built_in])

    async def save(self, campaign: str, id: str, version: int, key: str, data: Data | None, body: str) -> Data:
        """Keep what somebody typed, whatever is wrong with it, and tell the faults."""
        one = await self.ask(self.library.thing, campaign, id)
        if data is None:
            values = row_of_text(one, body)
        else:
            values = row_of(Entry(one["kind"], key or one["key"], data))
        saved = await self.ask(self.library.save_thing, campaign, id, version, values)
        return await self._recount(campaign, one["ruleset"], saved)

    async def _recount(self, campaign: str, ruleset: str, one: Data) -> Data:
        """Count again the faults of everything that may depend on what was saved; the thing with its own faults."""
        noted = False
        while not noted:
            version = (await self.ask(self.library.campaign, campaign))["version"]
            bodies = await self.ask(self.library.bodies, campaign, ruleset)
            found = await self._faults(campaign, ruleset, bodies)
            counts = {id: len(faults) for id, faults in found.items()}
            noted = await self.ask(self.library.note_faults, campaign, version, counts)
        mine = found.get(one["id"], [])
        return {**one, "faults": len(mine), "problems": mine}

    async def recount(self, campaign: str, ruleset: str) -> None:
        await self._recount(campaign, ruleset, {"id": ""})

    async def _faults(self, campaign: str, ruleset: str, things: list[Data]) -> dict[str, list[Fault]]:
        return await off_loop(faults_of, ruleset, things, await self._held(campaign))

    async def _faults_beside(self, campaign: str, one: Data) -> list[Fault]:
        """The faults of a thing among all that is saved beside it."""
        bodies = await self.ask(self.library.bodies, campaign, one["ruleset"])
        things = [*[each for each in bodies if each["id"] != one["id"]], one]
        return (await self._faults(campaign, one["ruleset"], things))[one["id"]]

    async def read(self, campaign: str, id: str) -> Data:
        """A thing with its faults."""
        one = await self.ask(self.library.thing, campaign, id)
        return {**one, "problems": await self._faults_beside(campaign, one)}

    async def judge(self, campaign: str, ruleset: str, entry: Entry, id: str) -> list[Fault]:
        """The faults a thing would have if it were saved like this."""
        return await self._faults_beside(campaign, {**row_of(entry), "id": id or "new", "ruleset": ruleset})

    async def sample(self, campaign: str, ruleset: str, entry: Entry, against: str) -> SampleOut:
        """A thing without faults, tried out beside what is saved."""
        return await self._tried(campaign, ruleset, entry, lambda game: sample(game, entry.kind, entry.key, against))

    async def scene(self, campaign: str, ruleset: str, entry: Entry) -> SceneOut:
        """How an encounter without faults would begin."""
        return await self._tried(campaign, ruleset, entry, lambda game: scene_of(game, entry.key))

    async def _tried(self, campaign: str, ruleset: str, entry: Entry, work: Callable[[Ruleset], T]) -> T:
        others = [thing for thing in await self._sound(campaign, ruleset) if thing[:2] != entry[:2]]

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

    async def hung(self, campaign: str, game: Game, scenario: str) -> Fact:
        """The pictures of a table that is made from an encounter of a campaign, as a fact of its room."""
        return hung_from(await self._sound(campaign, game.ruleset.id), scenario, game.start)

    async def handouts(self, campaign: str) -> list[Entry]:
        """What a GM has ready to hand out."""
        return [entry for entry in await self._sound(campaign, "") if entry.kind == HANDOUT]

    # ---------------------------------------------------------------- files

    async def export(self, campaign: str, ids: list[str] | None) -> dict[str, str]:
        """Files by name: everything, or some things. Those of one game are together."""
        bodies = await self.ask(self.library.bodies, campaign)
        wanted = [one for one in bodies if ids is None or one["id"] in ids]
        return packs.files_of(wanted)

    async def export_pictures(self, campaign: str) -> dict[str, bytes]:
        """All pictures of a campaign, by the names of their files."""
        rows = await self.ask(self.gallery.all, campaign)
        return {packs.name_of(row): (await self.ask(self.gallery.one, campaign, row["id"]))["data"] for row in rows}

    async def bring(self, campaign: str, raw: bytes, ruleset: str, replace: bool) -> list[Data]:
        """Import things from a file or a pack, all or none; `ContentErrors` with everything that is wrong."""
        texts = await off_loop(packs.unpack, raw)
        found: list[tuple[str, Entry]] = []
        errors: list[Invalid] = []
        for name, text in texts:
            game, entries, wrong = await off_loop(packs.read_file, name, text, ruleset)
            errors.extend(wrong)
            found.extend([("" if entry.kind in OF_NO_GAME else game, entry) for entry in entries])
        there = {
            (thing["ruleset"], thing["kind"], thing["key"])
            for thing in await self.ask(self.library.things, campaign)
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
        for picture in packed:
            if picture.id in known and picture.whole:
                continue
            use = uses.get(picture.id, "handout")
            try:
                held[picture.id] = (await self.reader.picture(picture.data, use), use)
            except Invalid as wrong:
                errors.append(Invalid(picture.name, wrong.key, wrong.value, wrong.expected))
        if errors:
            raise ContentErrors(errors[:MAX_ERRORS])
        return held


async def off_loop(call: Callable[..., T], *args: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, call, *args)


def check_kind(kind: str, ruleset: str) -> None:
    if kind in OF_NO_GAME and not ruleset:
        return
    if not ruleset:
        check_choice("thing", "ruleset", ruleset, ruleset_ids())
    check_choice("thing", "kind", kind, homebrew.kinds_of(load_ruleset(ruleset)))


def hung_from(entries: list[Entry], scenario: str, start: Encounter) -> Fact:
    fact: Fact = {"what": "pictures", "map": "", "box": [], "kinds": {}, "people": {}}
    for kind, key, data in entries:
        box, portrait = data.get(PICTURE), data.get(PORTRAIT)
        if kind == SCENARIO and key == scenario and box:
            whole = box if isinstance(box, dict) else {"id": box}
            fact["map"] = whole["id"]
            fact["box"] = [whole.get(side, 0) for side in BOX]
        elif portrait and kind == MEMBER:
            fact["people"][homebrew.member_in(start, key) or key] = portrait
        elif portrait and kind not in BESIDE:
            fact["kinds"][key] = portrait
    return fact


def row_of(entry: Entry) -> Data:
    """A thing as it is kept."""
    body = homebrew.text_of(entry)
    check_length(body)
    return {"kind": entry.kind, "key": entry.key, "name": homebrew.name_in(entry), "body": body}


def check_length(body: str) -> None:
    if len(body) > MOST_BODY:
        raise Invalid("thing", "", f"{len(body)} characters", f"at most {MOST_BODY} characters")


def row_of_text(one: Data, body: str) -> Data:
    """A thing from a text that somebody typed. One that cannot be read is kept as it is."""
    check_length(body)
    entry = homebrew.readable(body)
    if entry is None or entry.kind != one["kind"]:
        return {"key": one["key"], "name": one["name"], "body": body}
    return {**row_of(entry), "body": body}


def faults_of(ruleset: str, things: list[Data], held: dict[str, str]) -> dict[str, list[Fault]]:
    """By id: the faults of each thing of one game, in a campaign with these pictures; none for sound things."""
    found: dict[str, list[Fault]] = {thing["id"]: [] for thing in things}
    entries: dict[tuple[str, str], str] = {}
    readable: list[Entry] = []
    for thing in things:
        try:
            entry = homebrew.read_entry(thing["body"])
        except BeyondLimits as wrong:
            found[thing["id"]] = [homebrew.fault_of(error) for error in wrong.errors]
            continue
        except ContentErrors as wrong:
            found[thing["id"]] = [Fault("", str(error.value)[:80], told(error)) for error in wrong.errors]
            continue
        if entry.kind != thing["kind"]:
            found[thing["id"]] = [Fault("", entry.kind, f"[{thing['kind']}.{thing['key']}] at its beginning")]
            continue
        entries[entry[:2]] = thing["id"]
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
