"""Grants: who may sit where. A link carries a random token once; a cookie carries the signed number of its grant.

Rights come from here alone, never from being on the same machine.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeSerializer

from fracas.server.others import Others
from fracas.server.store import Store

TOKEN_BYTES: Final = 16
LASTS: Final = 90 * 24 * 3600
"""Seconds until a link and its cookie end by themselves."""
ALWAYS: Final = 100 * 365 * 24 * 3600
"""The same for links that do not expire."""
HOST: Final = "host"
ADMIN: Final = "admin"
"""Who may see, limit and delete what is on the server, but look into no fight."""
SCOPE: Final = "c-"
"""What the table of a player's link begins with; the ids of tables are letters and digits alone."""
PLAIN: Final = re.compile(r"[A-Za-z0-9_-]")


class Grant:
    """One right: a seat of a table, the host's, or the administrator's."""

    def __init__(self, id: str, table: str, seat: str, expires: int, through: str = "") -> None:
        self.id = id
        self.table = table
        self.seat = seat
        self.expires = expires
        self.through = through
        self.revoked = False
        self.in_bin = False
        """Is what it leads to in the bin? Then it holds again once that is brought back."""

    @property
    def holds(self) -> bool:
        return not self.revoked and not self.in_bin and time.time() < self.expires


class Grants:
    """All that hold, in memory and in the store."""

    def __init__(self, store: Store, secure: bool = False) -> None:
        self.store = store
        self.secure = secure
        self.others = Others()
        self._signer = URLSafeSerializer(store.now(store.key, "cookies", secrets.token_bytes(32)), salt="fracas-grant")
        self._by_id: dict[str, Grant] = {}
        self._by_token: dict[bytes, Grant] = {}
        self._giving = asyncio.Lock()
        self._take(store.now(store.grants))

    def _take(self, rows: list[dict[str, Any]]) -> None:
        """What the store has, added to what is known; a right that is known stays the same object."""
        for row in rows:
            grant = self._by_id.get(row["id"])
            if grant is None:
                grant = Grant(row["id"], row["table_id"], row["seat"], row["expires"], row["through"])
                self._keep(grant, row["token"])
            grant.revoked = grant.revoked or row["revoked"] > 0
            grant.in_bin = row["revoked"] < 0

    async def renew(self, table: str) -> None:
        """Rights to a table as other servers have given and ended them."""
        self._take(await self.store.run(self.store.grants_of, table))

    async def find_token(self, token: str) -> None:
        """A link may have been made by another server a moment ago."""
        if self.store.shared and hashed(token) not in self._by_token:
            self._take(await self.store.run(self.store.grants_behind, "", hashed(token)))

    async def find_cookies(self, cookies: dict[str, str]) -> None:
        """The same for cookies: of those we have signed, the rights this server has not heard of yet."""
        if not self.store.shared:
            return
        for name, value in cookies.items():
            id = self._signed(name, value)
            if id and id not in self._by_id:
                self._take(await self.store.run(self.store.grants_behind, id, b""))

    def _keep(self, grant: Grant, token: bytes) -> None:
        self._by_id[grant.id] = grant
        self._by_token[token] = grant

    async def give(self, table: str, seat: str, through: str = "", lasts: int = LASTS) -> tuple[Grant, str]:
        """A new right and the token that stands for it, which nobody can be told again. `through` names the player of a
        campaign with whose link it ends."""
        row, token, grant = _fresh(table, seat, through, lasts)
        await self.store.run(self.store.add_grant, row)
        self._keep(grant, hashed(token))
        self.others.rights_changed(table)
        return grant, token

    async def give_once(self, table: str, seat: str, through: str) -> Grant:
        """The right to a seat that a player has through a campaign's link: the one there is, else a new one. However
        often somebody comes, what is limited by right is limited for that player."""
        async with self._giving:
            if self.store.shared:
                await self.renew(table)
            for one in self._by_id.values():
                if (one.table, one.seat, one.through) == (table, seat, through) and one.holds:
                    return one
            grant, _ = await self.give(table, seat, through, ALWAYS)
            return grant

    def give_now(self, table: str, seat: str, lasts: int = LASTS) -> tuple[Grant, str]:
        """The same before there is a loop: for the links that a server prints."""
        row, token, grant = _fresh(table, seat, lasts=lasts)
        self.store.now(self.store.add_grant, row)
        self._keep(grant, hashed(token))
        return grant, token

    async def revoke(self, table: str, seat: str) -> None:
        """All rights to a seat end, at once."""
        for grant in self._by_id.values():
            if (grant.table, grant.seat) == (table, seat):
                grant.revoked = True
        await self.store.run(self.store.revoke, table, seat)
        self.others.rights_changed(table)

    def given(self, table: str, seat: str) -> bool:
        """Does anybody hold such a right?"""
        return bool([one for one in self._by_id.values() if (one.table, one.seat) == (table, seat) and one.holds])

    def behind_token(self, token: str) -> Grant | None:
        grant = self._by_token.get(hashed(token))
        return grant if grant is not None and grant.holds else None

    # ---------------------------------------------------------------- cookies

    def cookie_name(self, table: str, seat: str) -> str:
        bare = f"fracas-{seat}" if not table else f"fracas-{table}-{spelled(seat)}"
        return f"__Host-{bare}" if self.secure else bare

    def cookie_value(self, grant: Grant) -> str:
        return str(self._signer.dumps(grant.id))

    def behind_cookie(self, cookies: dict[str, str], table: str, seat: str) -> Grant | None:
        """The right a browser holds to a seat, if it does."""
        name = self.cookie_name(table, seat)
        return self._behind(name, cookies[name]) if name in cookies else None

    def behind_any(self, cookies: dict[str, str]) -> Grant | None:
        """A right that a browser holds, whatever to."""
        for name, value in cookies.items():
            grant = self._behind(name, value)
            if grant is not None:
                return grant
        return None

    def _signed(self, name: str, value: str) -> str:
        """The id of a right in a cookie of ours; nothing in any other."""
        if "fracas-" not in name or len(value) > 200:
            return ""
        try:
            return str(self._signer.loads(value))
        except BadSignature:
            return ""

    def _behind(self, name: str, value: str) -> Grant | None:
        grant = self._by_id.get(self._signed(name, value))
        if grant is None or not grant.holds or self.cookie_name(grant.table, grant.seat) != name:
            return None
        return grant


def scope_of(campaign: str) -> str:
    """What stands for the table in a player's link, which is for a campaign. It does not expire; what it opened ends
    with it."""
    return SCOPE + campaign


def campaign_of(grant: Grant) -> str:
    """The campaign a player's link is for; empty where it is another kind of link."""
    return grant.table.removeprefix(SCOPE) if grant.table.startswith(SCOPE) else ""


def through(campaign: str, player: str) -> str:
    """The player's link with which a right ends."""
    return f"{campaign}/{player}" if campaign and player else ""


def replace_admin_link(store: Store) -> str:
    """A new administrator's link in place of the one before, made without a server; its token."""
    store.now(store.revoke, "", ADMIN)
    row, token, _ = _fresh("", ADMIN, lasts=ALWAYS)
    store.now(store.add_grant, row)
    store.now(store.announce, "")
    return token


def _fresh(table: str, seat: str, through: str = "", lasts: int = LASTS) -> tuple[dict[str, object], str, Grant]:
    token, now = secrets.token_urlsafe(TOKEN_BYTES), int(time.time())
    grant = Grant(secrets.token_hex(8), table, seat, now + lasts, through)
    row: dict[str, object] = {
        "id": grant.id,
        "table_id": table,
        "seat": seat,
        "token": hashed(token),
        "created": now,
        "expires": grant.expires,
        "revoked": 0,
        "through": through,
    }
    return row, token, grant


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def spelled(seat: str) -> str:
    """A seat's name in letters a cookie's name may hold."""
    return "".join([mark if PLAIN.match(mark) else f".{ord(mark):x}." for mark in seat])
