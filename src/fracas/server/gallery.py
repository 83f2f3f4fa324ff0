"""The pictures of a campaign in the database, each under the hash of its bytes. Nothing here reads a picture.

Plain calls for the store's thread, as in `library`.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from fracas.engine.errors import Invalid, check_choice
from fracas.server.kinds import FACT
from fracas.server.library import Gone, campaign_in, living, now, rows, touch, tuples
from fracas.server.limits import room_in_campaign
from fracas.server.reading.child import Held
from fracas.server.store import Store
from fracas.server.tables import EVENTS, PAST, PICTURES, TABLES

Data = dict[str, Any]
MOST_PICTURES: Final = 200
"""In one campaign; how large they may be together is a limit of the administrator's (`limits.py`)."""
USES: Final = ("map", "portrait", "handout")
_ID: Final = re.compile(rb"[0-9a-f]{64}")
LISTED: Final = [column for column in PICTURES.c if column.name != "data"]


class Gallery:
    """The pictures of all campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def all(self, campaign: str) -> list[Data]:
        """What a campaign has, the newest first, without the bytes."""

        def work(db: Connection) -> list[Data]:
            campaign_in(db, campaign, binned=True)
            return listed(db, campaign)

        return self.store.transact(work)

    def types(self, campaign: str) -> dict[str, str]:
        return {picture["id"]: picture["type"] for picture in self.all(campaign)}

    def one(self, campaign: str, id: str) -> Data:
        """A picture with its bytes."""
        found = self.store.picture(campaign, id)
        if found is None:
            raise Gone("no such picture in this campaign")
        return found

    def keep(self, campaign: str, some: list[tuple[Held, str]]) -> list[Data]:
        """Pictures with what each is for, all or none. One that is there already is not kept twice."""

        return self.store.transact(lambda db: keep_in(db, campaign, some))

    def drop(self, campaign: str, id: str) -> None:
        """Delete a picture that nothing names any more; fights that began with it still show it."""

        def work(db: Connection) -> None:
            found = [picture for picture in listed(db, campaign) if picture["id"] == id]
            if not found:
                raise Gone("no such picture in this campaign")
            named = [row["name"] for row in rows(db, living(campaign)) if id in row["body"]]
            if named:
                more = f" and {len(named) - 3} more" if len(named) > 3 else ""
                raise Invalid("picture", "", ", ".join(named[:3]) + more, "a picture that nothing uses")
            db.execute(update(PICTURES).where(*one_of(campaign, id)).values(use=PAST))
            forget_past(db, campaign)
            touch(db, campaign)

        self.store.transact(work)


def keep_in(db: Connection, campaign: str, some: list[tuple[Held, str]]) -> list[Data]:
    campaign_in(db, campaign)
    forget_past(db, campaign)
    known = {picture["id"]: picture for picture in listed(db, campaign)}
    past = ids_past(db, campaign)
    kept: list[Data] = []
    for held, use in some:
        row = row_of(campaign, held, use)
        if row["id"] not in known:
            check_count(known)
            if row["id"] in past:
                db.execute(update(PICTURES).where(*one_of(campaign, row["id"])).values(use=use))
            else:
                db.execute(insert(PICTURES).values(**row, data=held.data))
            known[row["id"]] = row
        kept.append(known[row["id"]])
    room_in_campaign(db, campaign)
    touch(db, campaign)
    return kept


def ids_past(db: Connection, campaign: str) -> set[str]:
    wanted = select(PICTURES.c.id).where(PICTURES.c.campaign_id == campaign, PICTURES.c.use == PAST)
    return {str(id) for (id,) in tuples(db, wanted)}


def forget_past(db: Connection, campaign: str) -> None:
    """Deleted pictures that no fight shows any more are gone for good."""
    past = ids_past(db, campaign)
    if not past:
        return
    fights = select(TABLES.c.id).where(TABLES.c.campaign_id == campaign)
    facts = select(EVENTS.c.body).where(EVENTS.c.kind == FACT, EVENTS.c.table_id.in_(fights))
    shown = {id.decode() for (body,) in db.execute(facts) for id in _ID.findall(bytes(body))}
    for id in past - shown:
        db.execute(delete(PICTURES).where(*one_of(campaign, id)))


def one_of(campaign: str, id: str) -> tuple[ColumnElement[bool], ...]:
    return PICTURES.c.campaign_id == campaign, PICTURES.c.id == id


def listed(db: Connection, campaign: str) -> list[Data]:
    """Those one can pick."""
    wanted = select(*LISTED).where(PICTURES.c.campaign_id == campaign, PICTURES.c.use != PAST)
    return rows(db, wanted.order_by(PICTURES.c.created.desc(), PICTURES.c.id))


def row_of(campaign: str, held: Held, use: str) -> Data:
    return {
        "campaign_id": campaign,
        "id": hashlib.sha256(held.data).hexdigest(),
        "use": use,
        "type": held.type,
        "width": held.width,
        "height": held.height,
        "size": len(held.data),
        "created": now(),
    }


def check_count(known: dict[str, Data]) -> None:
    if len(known) >= MOST_PICTURES:
        most = f"at most {MOST_PICTURES} pictures in a campaign; delete some first"
        raise Invalid("picture", "", f"{len(known) + 1} pictures", most)


def check_use(use: str) -> str:
    check_choice("picture", "use", use, USES)
    return use
