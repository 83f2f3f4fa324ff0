"""What a GM keeps: campaigns and the things in them, in the database. Nothing here knows of rules.

Plain calls for the store's thread (`store.run`); each is one transaction, on the disk when it returns.
"""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Callable, Iterable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, literal, select, update

from fracas.engine.errors import Invalid
from fracas.server.limits import room_for_one, room_in_campaign
from fracas.server.store import NotKept, Store
from fracas.server.tables import CAMPAIGNS, EVENTS, GRANTS, PAST, PICTURES, PLAYERS, TABLES, THINGS, TRIAL

T = TypeVar("T")
P = ParamSpec("P")
Data = dict[str, Any]
LETTERS: Final = string.ascii_letters + string.digits
MOST_THINGS: Final = 2_000
MOST_BODY: Final = 200_000
"""Characters of one thing: room for the largest map with everybody on it."""
IN_BIN: Final = 30 * 24 * 3600
"""Seconds for which what was deleted can be brought back."""
LISTED: Final = [column for column in THINGS.c if column.name != "body"]
ORDER: Final = (THINGS.c.kind, THINGS.c.place, THINGS.c.name)
IN_NOBODYS_HANDS: Final = {"player_id": "", "lent_to": "", "table_id": ""}
JUST_MADE: Final = {"version": 1, "deleted": 0}


class Gone(Exception):
    """There is no such campaign or thing."""


class Stale(Exception):
    """Somebody else has saved it since: nothing was changed."""


def new_id() -> str:
    return "".join([secrets.choice(LETTERS) for _ in range(10)])


def now() -> int:
    return int(time.time())


def transaction(work: Callable[Concatenate[Library, Connection, P], T]) -> Callable[Concatenate[Library, P], T]:
    """Run a method as one transaction. Of two that take one key at a time, the second finds it taken when it tries
    again."""

    def transacted(library: Library, /, *args: P.args, **kwargs: P.kwargs) -> T:
        def once(db: Connection) -> T:
            return work(library, db, *args, **kwargs)

        try:
            return library.store.transact(once)
        except NotKept:
            return library.store.transact(once)

    return transacted


class Library:
    """All campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ---------------------------------------------------------------- campaigns

    @transaction
    def campaigns(self, db: Connection) -> list[Data]:
        """All of them in their order, those in the bin too."""
        empty_bin(db)
        things = select(THINGS.c.campaign_id, func.count()).where(THINGS.c.deleted == 0)
        counts = dict(tuples(db, things.group_by(THINGS.c.campaign_id)))
        found = rows(db, select(CAMPAIGNS).order_by(CAMPAIGNS.c.place, CAMPAIGNS.c.created))
        return [{**one, "things": int(counts.get(one["id"], 0))} for one in found]

    @transaction
    def campaign(self, db: Connection, id: str) -> Data:
        return campaign_in(db, id, binned=True)

    @transaction
    def make_campaign(self, db: Connection, name: str) -> Data:
        return new_campaign(db, name, 1 + int(db.execute(select(func.max(CAMPAIGNS.c.place))).scalar() or 0))

    @transaction
    def change_campaign(self, db: Connection, /, id: str, **values: object) -> Data:
        """Another name, archived or not, deleted or brought back."""
        one = campaign_in(db, id, binned=True)
        db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(**values))
        touch(db, id)
        return {**one, **values}

    @transaction
    def copy_campaign(self, db: Connection, id: str, name: str) -> Data:
        """Everything but players, links and past fights."""
        one = campaign_in(db, id)
        row = new_campaign(db, name or f"{one['name']} (copy)"[:200], int(one["place"]) + 1)
        for thing in rows(db, living(id)):
            copied = {**thing, "id": new_id(), "campaign_id": row["id"], **IN_NOBODYS_HANDS}
            db.execute(insert(THINGS).values(**copied))
        copy_pictures(db, id, row["id"])
        return row

    @transaction
    def order_campaigns(self, db: Connection, ids: list[str]) -> None:
        for place, id in enumerate(ids, 1):
            db.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == id).values(place=place))

    # ---------------------------------------------------------------- things

    @transaction
    def things(self, db: Connection, campaign: str, binned: bool = False) -> list[Data]:
        """Everything in a campaign in its order, without the texts."""
        campaign_in(db, campaign, binned=True)
        wanted = select(*LISTED).where(THINGS.c.campaign_id == campaign, (THINGS.c.deleted > 0) == binned)
        return rows(db, wanted.order_by(*ORDER))

    @transaction
    def bodies(self, db: Connection, campaign: str, ruleset: str | None = None) -> list[Data]:
        """The same with their texts; of one game, or all."""
        wanted = living(campaign)
        if ruleset is not None:
            wanted = wanted.where(THINGS.c.ruleset == ruleset)
        return rows(db, wanted.order_by(*ORDER))

    @transaction
    def thing(self, db: Connection, campaign: str, id: str) -> Data:
        return thing_in(db, campaign, id, binned=True)

    @transaction
    def add_things(self, db: Connection, campaign: str, things: list[Data], replace: bool = False) -> list[Data]:
        """Add things, all or none. With `replace`, one whose key is taken replaces what has it."""
        return add_in(db, campaign, things, replace)

    @transaction
    def save_thing(self, db: Connection, campaign: str, id: str, version: int, values: Data) -> Data:
        """Save a thing; nothing is written over that was changed since it was read at this version."""
        one = thing_in(db, campaign, id)
        if version and int(one["version"]) != version:
            raise Stale
        check_key_free(db, one, values.get("key") or one["key"])
        saved = save_in(db, one, values)
        room_in_campaign(db, campaign)
        touch(db, campaign)
        return saved

    @transaction
    def change_things(self, db: Connection, campaign: str, ids: Iterable[str], values: Data) -> None:
        """Change what is kept alongside the text of things: who plays them, where they are."""
        campaign_in(db, campaign)
        for id in ids:
            db.execute(update(THINGS).where(*one_thing(campaign, id)).values(**values))
        touch(db, campaign)

    @transaction
    def note_faults(self, db: Connection, campaign: str, version: int, faults: dict[str, int]) -> bool:
        """Note how many faults each of some things has, as counted at this version of the campaign. False, with nothing
        noted, if it has changed since."""
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

    @transaction
    def delete_thing(self, db: Connection, campaign: str, id: str) -> None:
        thing_in(db, campaign, id)
        db.execute(update(THINGS).where(THINGS.c.id == id).values(deleted=now()))
        touch(db, campaign)

    @transaction
    def bring_back(self, db: Connection, campaign: str, id: str) -> Data:
        one = thing_in(db, campaign, id, binned=True)
        check_key_free(db, one, one["key"])
        db.execute(update(THINGS).where(THINGS.c.id == id).values(deleted=0))
        touch(db, campaign)
        return {**one, "deleted": 0}

    @transaction
    def order_things(self, db: Connection, campaign: str, ids: list[str]) -> None:
        campaign_in(db, campaign)
        for place, id in enumerate(ids, 1):
            db.execute(update(THINGS).where(*one_thing(campaign, id)).values(place=place))
        touch(db, campaign)

    # ---------------------------------------------------------------- players and tables

    @transaction
    def players(self, db: Connection, campaign: str) -> list[Data]:
        return rows(db, playing(campaign).order_by(PLAYERS.c.created, PLAYERS.c.name))

    @transaction
    def player(self, db: Connection, campaign: str, id: str) -> Data:
        return one_row(db, playing(campaign).where(PLAYERS.c.id == id), "no such player")

    @transaction
    def add_player(self, db: Connection, campaign: str, name: str) -> Data:
        campaign_in(db, campaign)
        row = {"id": new_id(), "campaign_id": campaign, "name": name, "created": now(), "deleted": 0}
        db.execute(insert(PLAYERS).values(**row))
        touch(db, campaign)
        return row

    @transaction
    def remove_player(self, db: Connection, campaign: str, id: str) -> None:
        db.execute(update(PLAYERS).where(PLAYERS.c.id == id, PLAYERS.c.campaign_id == campaign).values(deleted=now()))
        touch(db, campaign)

    @transaction
    def given_through(self, db: Connection, through: str) -> list[tuple[str, str]]:
        """The seats that were given to the holder of a player's link, by table."""
        wanted = select(GRANTS.c.table_id, GRANTS.c.seat).where(GRANTS.c.through == through, GRANTS.c.revoked <= 0)
        return list(dict.fromkeys(tuples(db, wanted)))

    @transaction
    def tables(self, db: Connection, campaign: str) -> list[Data]:
        """The tables of a campaign but for trials, those changed last first."""
        shown = [column for column in TABLES.c if column.name != "header"]
        mine = (TABLES.c.campaign_id == campaign, TABLES.c.deleted == 0, TABLES.c.thing_id.not_like(f"{TRIAL}%"))
        return rows(db, select(*shown).where(*mine).order_by(TABLES.c.changed.desc(), TABLES.c.id))


# -------------------------------------------------------------------- within a transaction


def rows(db: Connection, wanted: Select[Any]) -> list[Data]:
    return [dict(row) for row in db.execute(wanted).mappings()]


def tuples(db: Connection, wanted: Select[Any]) -> list[Any]:
    return [tuple(row) for row in db.execute(wanted)]


def one_row(db: Connection, wanted: Select[Any], missing: str, binned: bool = False) -> Data:
    """The row that is wanted; `Gone` where there is none, or where it is in the bin."""
    found = rows(db, wanted)
    if not found or (found[0]["deleted"] and not binned):
        raise Gone(missing)
    return found[0]


def living(campaign: str) -> Select[Any]:
    return select(THINGS).where(THINGS.c.campaign_id == campaign, THINGS.c.deleted == 0)


def playing(campaign: str) -> Select[Any]:
    return select(PLAYERS).where(PLAYERS.c.campaign_id == campaign, PLAYERS.c.deleted == 0)


def one_thing(campaign: str, id: str) -> tuple[ColumnElement[bool], ...]:
    return THINGS.c.id == id, THINGS.c.campaign_id == campaign


def campaign_in(db: Connection, id: str, binned: bool = False) -> Data:
    return one_row(db, select(CAMPAIGNS).where(CAMPAIGNS.c.id == id), "no such campaign", binned)


def thing_in(db: Connection, campaign: str, id: str, binned: bool = False) -> Data:
    wanted = select(THINGS).where(*one_thing(campaign, id))
    return one_row(db, wanted, "no such thing in this campaign", binned)


def check_key_free(db: Connection, one: Data, key: str) -> None:
    """`Invalid` where another thing of the same kind has this key."""
    alike = [THINGS.c[name] == one[name] for name in ("ruleset", "kind")]
    if rows(db, living(one["campaign_id"]).where(*alike, THINGS.c.key == key, THINGS.c.id != one["id"])):
        raise taken(str(key))


def add_in(db: Connection, campaign: str, things: list[Data], replace: bool) -> list[Data]:
    campaign_in(db, campaign)
    there = rows(db, living(campaign).with_only_columns(*LISTED))
    if len(there) + len(things) > MOST_THINGS:
        raise Invalid("campaign", "", f"{len(there) + len(things)} things", f"at most {MOST_THINGS}")
    places = {(thing["ruleset"], thing["kind"]): 0 for thing in [*there, *things]}
    for one in there:
        group = (one["ruleset"], one["kind"])
        places[group] = max(places[group], int(one["place"]))
    known = {(one["ruleset"], one["kind"], one["key"]): one for one in there}
    added: list[Data] = []
    for thing in things:
        old = known.get((thing["ruleset"], thing["kind"], thing["key"]))
        group = (thing["ruleset"], thing["kind"])
        if old is not None and replace:
            added.append(save_in(db, old, thing))
            continue
        if old is not None:
            raise taken(str(thing["key"]))
        places[group] += 1
        row = fresh_thing(campaign, thing, places[group])
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
    """Note that something in a campaign has changed: whatever is derived from it is worked out again."""
    db.execute(
        update(CAMPAIGNS).where(CAMPAIGNS.c.id == campaign).values(version=CAMPAIGNS.c.version + 1, changed=now())
    )


def empty_bin(db: Connection) -> None:
    """Remove what was deleted long ago. Fights that were not deleted stay, even those of a campaign that is removed."""
    old = {table: (table.c.deleted > 0) & (table.c.deleted < now() - IN_BIN) for table in (TABLES, THINGS, CAMPAIGNS)}
    for part in (EVENTS, GRANTS):
        db.execute(delete(part).where(part.c.table_id.in_(select(TABLES.c.id).where(old[TABLES]))))
    for part in (THINGS, PLAYERS, PICTURES):
        db.execute(delete(part).where(part.c.campaign_id.in_(select(CAMPAIGNS.c.id).where(old[CAMPAIGNS]))))
    for part, ended in old.items():
        db.execute(delete(part).where(ended))


def copy_pictures(db: Connection, old: str, new: str) -> None:
    """Copied within the database, as they may be many megabytes."""
    rest = [column for column in PICTURES.c if column.name != "campaign_id"]
    mine = select(literal(new), *rest).where(PICTURES.c.campaign_id == old, PICTURES.c.use != PAST)
    db.execute(insert(PICTURES).from_select(["campaign_id", *[column.name for column in rest]], mine))


def new_campaign(db: Connection, name: str, place: int) -> Data:
    room_for_one(db, CAMPAIGNS)
    row = {"id": new_id(), "name": name, "place": place, **JUST_MADE, "created": now(), "changed": now(), "archived": 0}
    db.execute(insert(CAMPAIGNS).values(**row))
    return row


def fresh_thing(campaign: str, one: Data, place: int) -> Data:
    said = {name: one[name] for name in ("kind", "ruleset", "key", "name", "body")}
    kept = {"id": new_id(), "campaign_id": campaign, **said, "place": place, "faults": one.get("faults", 0)}
    return {**kept, **JUST_MADE, **IN_NOBODYS_HANDS, "created": now(), "changed": now()}


def taken(key: str) -> Invalid:
    return Invalid("thing", "key", key, "an id that nothing else of its kind in this campaign has")
