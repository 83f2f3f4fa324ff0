"""What a GM keeps: campaigns and the things in them, in the database. Nothing here knows of rules.

Plain calls for the store's thread (`store.run`); each is one transaction, on the disk when it returns.
"""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Select, delete, func, insert, literal, select, update

from fracas.engine.errors import Invalid
from fracas.server.limits import room_for_campaign, room_in_campaign
from fracas.server.store import NotKept, Store
from fracas.server.tables import CAMPAIGNS, EVENTS, GRANTS, PAST, PICTURES, PLAYERS, TABLES, THINGS, TRIAL

T = TypeVar("T")
Data = dict[str, Any]
LETTERS: Final = string.ascii_letters + string.digits
MOST_THINGS: Final = 2_000
MOST_BODY: Final = 200_000
"""Characters of one thing: room for the largest map with everybody on it."""
IN_BIN: Final = 30 * 24 * 3600
"""Seconds for which what was deleted can be brought back."""
LISTED: Final = [column for column in THINGS.c if column.name != "body"]


class Gone(Exception):
    """There is no such campaign or thing."""


class Stale(Exception):
    """Somebody else has saved it since: nothing was changed."""


def new_id() -> str:
    return "".join([secrets.choice(LETTERS) for _ in range(10)])


def now() -> int:
    return int(time.time())


class Library:
    """All campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _do(self, work: Callable[[Connection], T]) -> T:
        """Two that take one key at a time: the second finds it taken when it tries again."""
        try:
            return self.store.transact(work)
        except NotKept:
            return self.store.transact(work)

    # ---------------------------------------------------------------- campaigns

    def campaigns(self) -> list[Data]:
        """All of them in their order, those in the bin too."""

        def work(db: Connection) -> list[Data]:
            empty_bin(db)
            counts = dict(
                rows(
                    db,
                    select(THINGS.c.campaign_id, func.count())
                    .where(THINGS.c.deleted == 0)
                    .group_by(THINGS.c.campaign_id),
                    plain=True,
                )
            )
            found = rows(db, select(CAMPAIGNS).order_by(CAMPAIGNS.c.place, CAMPAIGNS.c.created))
            return [{**one, "things": int(counts.get(one["id"], 0))} for one in found]

        return self._do(work)

    def campaign(self, id: str) -> Data:
        return self._do(lambda db: campaign_in(db, id, binned=True))

    def make_campaign(self, name: str) -> Data:
        def work(db: Connection) -> Data:
            room_for_campaign(db)
            row = fresh_campaign(name, 1 + int(db.execute(select(func.max(CAMPAIGNS.c.place))).scalar() or 0))
            db.execute(insert(CAMPAIGNS).values(**row))
            return row

        return self._do(work)

    def change_campaign(self, id: str, **values: object) -> Data:
        """Another name, archived or not, deleted or brought back."""

        def work(db: Connection) -> Data:
            one = campaign_in(db, id, binned=True)
            db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(**values))
            touch(db, id)
            return {**one, **values}

        return self._do(work)

    def copy_campaign(self, id: str, name: str) -> Data:
        """Everything but players, links and past fights."""

        def work(db: Connection) -> Data:
            one = campaign_in(db, id)
            room_for_campaign(db)
            row = fresh_campaign(name or f"{one['name']} (copy)"[:200], int(one["place"]) + 1)
            db.execute(insert(CAMPAIGNS).values(**row))
            for thing in rows(db, living(id)):
                copied = {
                    **thing,
                    "id": new_id(),
                    "campaign_id": row["id"],
                    "player_id": "",
                    "lent_to": "",
                    "table_id": "",
                }
                db.execute(insert(THINGS).values(**copied))
            copy_pictures(db, id, row["id"])
            return row

        return self._do(work)

    def order_campaigns(self, ids: list[str]) -> None:
        def work(db: Connection) -> None:
            for place, id in enumerate(ids, 1):
                db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(place=place))

        self._do(work)

    # ---------------------------------------------------------------- things

    def things(self, campaign: str, binned: bool = False) -> list[Data]:
        """Everything in a campaign in its order, without the texts."""

        def work(db: Connection) -> list[Data]:
            campaign_in(db, campaign, binned=True)
            wanted = select(*LISTED).where(THINGS.c.campaign_id == campaign)
            wanted = wanted.where(THINGS.c.deleted > 0) if binned else wanted.where(THINGS.c.deleted == 0)
            return rows(db, wanted.order_by(THINGS.c.kind, THINGS.c.place, THINGS.c.name))

        return self._do(work)

    def bodies(self, campaign: str, ruleset: str | None = None) -> list[Data]:
        """The same with their texts; of one game, or all."""

        def work(db: Connection) -> list[Data]:
            wanted = living(campaign)
            if ruleset is not None:
                wanted = wanted.where(THINGS.c.ruleset == ruleset)
            return rows(db, wanted.order_by(THINGS.c.kind, THINGS.c.place, THINGS.c.name))

        return self._do(work)

    def thing(self, campaign: str, id: str) -> Data:
        return self._do(lambda db: thing_in(db, campaign, id, binned=True))

    def add_things(self, campaign: str, things: list[Data], replace: bool = False) -> list[Data]:
        """New ones, all or none. `replace`: those with the key of one that is there take its place."""

        return self._do(lambda db: add_in(db, campaign, things, replace))

    def save_thing(self, campaign: str, id: str, version: int, values: Data) -> Data:
        """What was changed since it was read at this version is not written over."""

        def work(db: Connection) -> Data:
            one = thing_in(db, campaign, id)
            if version and int(one["version"]) != version:
                raise Stale
            key = values.get("key", one["key"])
            others = living(campaign).where(
                THINGS.c.ruleset == one["ruleset"], THINGS.c.kind == one["kind"], THINGS.c.key == key, THINGS.c.id != id
            )
            if rows(db, others):
                raise taken(str(key))
            saved = save_in(db, one, values)
            room_in_campaign(db, campaign)
            touch(db, campaign)
            return saved

        return self._do(work)

    def change_things(self, campaign: str, ids: Iterable[str], **values: object) -> None:
        """What is about a thing beside its text: who plays it, where it is."""

        def work(db: Connection) -> None:
            campaign_in(db, campaign)
            for id in ids:
                db.execute(update(THINGS).where(THINGS.c.id == id, THINGS.c.campaign_id == campaign).values(**values))
            touch(db, campaign)

        self._do(work)

    def note_faults(self, campaign: str, version: int, faults: dict[str, int]) -> bool:
        """How many faults each of some things has, counted when the campaign had this version; nothing is noted, and
        no is the answer, where it has changed since."""

        def work(db: Connection) -> bool:
            if campaign_in(db, campaign, binned=True)["version"] != version:
                return False
            changed = 0
            for id, count in faults.items():
                other = update(THINGS).where(THINGS.c.id == id, THINGS.c.faults != count)
                changed += db.execute(other.values(faults=count)).rowcount
            if changed:
                # A game may have been laid out since the thing was saved, with it or without.
                touch(db, campaign)
            return True

        return self._do(work)

    def delete_thing(self, campaign: str, id: str) -> None:
        def work(db: Connection) -> None:
            thing_in(db, campaign, id)
            db.execute(update(THINGS).where(THINGS.c.id == id).values(deleted=now()))
            touch(db, campaign)

        self._do(work)

    def bring_back(self, campaign: str, id: str) -> Data:
        def work(db: Connection) -> Data:
            one = thing_in(db, campaign, id, binned=True)
            same = living(campaign).where(
                THINGS.c.ruleset == one["ruleset"],
                THINGS.c.kind == one["kind"],
                THINGS.c.key == one["key"],
                THINGS.c.id != id,
            )
            if rows(db, same):
                raise taken(str(one["key"]))
            db.execute(update(THINGS).where(THINGS.c.id == id).values(deleted=0))
            touch(db, campaign)
            return {**one, "deleted": 0}

        return self._do(work)

    def order_things(self, campaign: str, ids: list[str]) -> None:
        def work(db: Connection) -> None:
            campaign_in(db, campaign)
            for place, id in enumerate(ids, 1):
                db.execute(
                    update(THINGS).where(THINGS.c.id == id, THINGS.c.campaign_id == campaign).values(place=place)
                )
            touch(db, campaign)

        self._do(work)

    # ---------------------------------------------------------------- players and tables

    def players(self, campaign: str) -> list[Data]:
        wanted = select(PLAYERS).where(PLAYERS.c.campaign_id == campaign, PLAYERS.c.deleted == 0)
        return self._do(lambda db: rows(db, wanted.order_by(PLAYERS.c.created, PLAYERS.c.name)))

    def player(self, campaign: str, id: str) -> Data:
        def work(db: Connection) -> Data:
            wanted = select(PLAYERS).where(
                PLAYERS.c.id == id, PLAYERS.c.campaign_id == campaign, PLAYERS.c.deleted == 0
            )
            found = rows(db, wanted)
            if not found:
                raise Gone("no such player")
            one: Data = found[0]
            return one

        return self._do(work)

    def add_player(self, campaign: str, name: str) -> Data:
        def work(db: Connection) -> Data:
            campaign_in(db, campaign)
            row = {"id": new_id(), "campaign_id": campaign, "name": name, "created": now(), "deleted": 0}
            db.execute(insert(PLAYERS).values(**row))
            touch(db, campaign)
            return row

        return self._do(work)

    def change_player(self, campaign: str, id: str, **values: object) -> None:
        def work(db: Connection) -> None:
            db.execute(update(PLAYERS).where(PLAYERS.c.id == id, PLAYERS.c.campaign_id == campaign).values(**values))
            touch(db, campaign)

        self._do(work)

    def given_through(self, through: str) -> list[tuple[str, str]]:
        """The seats that were given to the holder of a player's link, by table."""
        wanted = select(GRANTS.c.table_id, GRANTS.c.seat).where(GRANTS.c.through == through, GRANTS.c.revoked <= 0)
        return list(dict.fromkeys(self._do(lambda db: rows(db, wanted, plain=True))))

    def tables(self, campaign: str) -> list[Data]:
        """The tables of a campaign but for trials, those changed last first."""
        shown = [column for column in TABLES.c if column.name != "header"]
        mine = (TABLES.c.campaign_id == campaign, TABLES.c.deleted == 0, TABLES.c.thing_id.not_like(f"{TRIAL}%"))
        wanted = select(*shown).where(*mine).order_by(TABLES.c.changed.desc(), TABLES.c.id)
        return self._do(lambda db: rows(db, wanted))


# -------------------------------------------------------------------- within a transaction


def rows(db: Connection, wanted: Select[Any], plain: bool = False) -> list[Any]:
    found = db.execute(wanted)
    return [tuple(row) for row in found] if plain else [dict(row) for row in found.mappings()]


def living(campaign: str) -> Select[Any]:
    return select(THINGS).where(THINGS.c.campaign_id == campaign, THINGS.c.deleted == 0)


def campaign_in(db: Connection, id: str, binned: bool = False) -> Data:
    found = rows(db, select(CAMPAIGNS).where(CAMPAIGNS.c.id == id))
    if not found or (found[0]["deleted"] and not binned):
        raise Gone("no such campaign")
    one: Data = found[0]
    return one


def thing_in(db: Connection, campaign: str, id: str, binned: bool = False) -> Data:
    found = rows(db, select(THINGS).where(THINGS.c.id == id, THINGS.c.campaign_id == campaign))
    if not found or (found[0]["deleted"] and not binned):
        raise Gone("no such thing in this campaign")
    one: Data = found[0]
    return one


def add_in(db: Connection, campaign: str, things: list[Data], replace: bool) -> list[Data]:
    campaign_in(db, campaign)
    there = rows(db, select(*LISTED).where(THINGS.c.campaign_id == campaign, THINGS.c.deleted == 0))
    if len(there) + len(things) > MOST_THINGS:
        raise Invalid("campaign", "", f"{len(there) + len(things)} things", f"at most {MOST_THINGS}")
    places = {(one["ruleset"], one["kind"]): 0 for one in [*there, *things]}
    for one in there:
        group = (one["ruleset"], one["kind"])
        places[group] = max(places[group], int(one["place"]))
    known = {(one["ruleset"], one["kind"], one["key"]): one for one in there}
    added: list[Data] = []
    for one in things:
        old = known.get((one["ruleset"], one["kind"], one["key"]))
        group = (one["ruleset"], one["kind"])
        if old is not None and replace:
            added.append(save_in(db, old, one))
            continue
        if old is not None:
            raise taken(str(one["key"]))
        places[group] += 1
        row = fresh_thing(campaign, one, places[group])
        db.execute(insert(THINGS).values(**row))
        known[row["ruleset"], row["kind"], row["key"]] = row
        added.append(row)
    room_in_campaign(db, campaign)
    touch(db, campaign)
    return added


def save_in(db: Connection, one: Data, values: Data) -> Data:
    saved = {**one, **values, "id": one["id"], "version": int(one["version"]) + 1, "changed": now()}
    kept = {name: saved[name] for name in ("key", "name", "body", "faults", "version", "changed")}
    db.execute(update(THINGS).where(THINGS.c.id == one["id"]).values(**kept))
    return saved


def touch(db: Connection, campaign: str) -> None:
    """Something in it has changed: whoever keeps what follows from it works it out again."""
    db.execute(
        update(CAMPAIGNS).where(CAMPAIGNS.c.id == campaign).values(version=CAMPAIGNS.c.version + 1, changed=now())
    )


def empty_bin(db: Connection) -> None:
    """What was deleted long ago goes. Fights that were not deleted stay, also those of a campaign that goes."""
    before = now() - IN_BIN
    tables = select(TABLES.c.id).where(TABLES.c.deleted > 0, TABLES.c.deleted < before)
    for part in (EVENTS, GRANTS):
        db.execute(delete(part).where(part.c.table_id.in_(tables)))
    db.execute(delete(TABLES).where(TABLES.c.deleted > 0, TABLES.c.deleted < before))
    db.execute(delete(THINGS).where(THINGS.c.deleted > 0, THINGS.c.deleted < before))
    old = select(CAMPAIGNS.c.id).where(CAMPAIGNS.c.deleted > 0, CAMPAIGNS.c.deleted < before)
    db.execute(delete(THINGS).where(THINGS.c.campaign_id.in_(old)))
    db.execute(delete(PLAYERS).where(PLAYERS.c.campaign_id.in_(old)))
    db.execute(delete(PICTURES).where(PICTURES.c.campaign_id.in_(old)))
    db.execute(delete(CAMPAIGNS).where(CAMPAIGNS.c.deleted > 0, CAMPAIGNS.c.deleted < before))


def copy_pictures(db: Connection, old: str, new: str) -> None:
    """Within the database: they may be many megabytes."""
    rest = [column for column in PICTURES.c if column.name != "campaign_id"]
    mine = select(literal(new), *rest).where(PICTURES.c.campaign_id == old, PICTURES.c.use != PAST)
    db.execute(insert(PICTURES).from_select(["campaign_id", *[column.name for column in rest]], mine))


def fresh_campaign(name: str, place: int) -> Data:
    at = now()
    return {
        "id": new_id(),
        "name": name,
        "place": place,
        "version": 1,
        "created": at,
        "changed": at,
        "archived": 0,
        "deleted": 0,
    }


def fresh_thing(campaign: str, one: Data, place: int) -> Data:
    at = now()
    return {
        "id": new_id(),
        "campaign_id": campaign,
        "kind": one["kind"],
        "ruleset": one["ruleset"],
        "key": one["key"],
        "name": one["name"],
        "place": place,
        "body": one["body"],
        "faults": one.get("faults", 0),
        "version": 1,
        "player_id": "",
        "lent_to": "",
        "table_id": "",
        "created": at,
        "changed": at,
        "deleted": 0,
    }


def taken(key: str) -> Invalid:
    return Invalid("thing", "key", key, "an id that nothing else of its kind in this campaign has")
