"""Grants: who may sit where. A link carries a random token once; a cookie carries the signed number of its grant.

Rights come from here alone, never from being on the same machine.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from fracas.server.store import Store

TOKEN_BYTES: Final = 16
LASTS: Final = 90 * 24 * 3600
"""Seconds until a link and its cookie end by themselves."""
HOST: Final = "host"
PLAIN: Final = re.compile(r"[A-Za-z0-9_-]")


class Grant:
    """One right: a seat of a table, or the host's."""

    def __init__(self, id: str, table: str, seat: str, expires: int) -> None:
        self.id = id
        self.table = table
        self.seat = seat
        self.expires = expires
        self.revoked = False

    @property
    def holds(self) -> bool:
        return not self.revoked and time.time() < self.expires


class Grants:
    """All that hold, in memory and in the store."""

    def __init__(self, store: Store, secure: bool = False) -> None:
        self.store = store
        self.secure = secure
        self._signer = URLSafeSerializer(store.now(store.key, "cookies", secrets.token_bytes(32)), salt="fracas-grant")
        self._by_id: dict[str, Grant] = {}
        self._by_token: dict[bytes, Grant] = {}
        for row in store.now(store.grants):
            self._keep(Grant(row["id"], row["table_id"], row["seat"], row["expires"]), row["token"])

    def _keep(self, grant: Grant, token: bytes) -> None:
        self._by_id[grant.id] = grant
        self._by_token[token] = grant

    async def give(self, table: str, seat: str) -> tuple[Grant, str]:
        """A new right and the token that stands for it, which nobody can be told again."""
        row, token, grant = _fresh(table, seat)
        await self.store.run(self.store.add_grant, row)
        self._keep(grant, hashed(token))
        return grant, token

    def give_now(self, table: str, seat: str) -> tuple[Grant, str]:
        """The same before there is a loop: for the host's link."""
        row, token, grant = _fresh(table, seat)
        self.store.now(self.store.add_grant, row)
        self._keep(grant, hashed(token))
        return grant, token

    async def revoke(self, table: str, seat: str) -> None:
        """All rights to a seat end, at once."""
        for grant in self._by_id.values():
            if (grant.table, grant.seat) == (table, seat):
                grant.revoked = True
        await self.store.run(self.store.revoke, table, seat)

    def behind_token(self, token: str) -> Grant | None:
        grant = self._by_token.get(hashed(token))
        return grant if grant is not None and grant.holds else None

    # ---------------------------------------------------------------- cookies

    def cookie_name(self, table: str, seat: str) -> str:
        bare = "fracas-host" if not table else f"fracas-{table}-{spelled(seat)}"
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

    def _behind(self, name: str, value: str) -> Grant | None:
        if "fracas-" not in name or len(value) > 200:
            return None
        try:
            grant = self._by_id.get(str(self._signer.loads(value)))
        except BadSignature:
            return None
        if grant is None or not grant.holds or self.cookie_name(grant.table, grant.seat) != name:
            return None
        return grant


def _fresh(table: str, seat: str) -> tuple[dict[str, object], str, Grant]:
    token, now = secrets.token_urlsafe(TOKEN_BYTES), int(time.time())
    grant = Grant(secrets.token_hex(8), table, seat, now + LASTS)
    row: dict[str, object] = {
        "id": grant.id,
        "table_id": table,
        "seat": seat,
        "token": hashed(token),
        "created": now,
        "expires": grant.expires,
        "revoked": 0,
    }
    return row, token, grant


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def spelled(seat: str) -> str:
    """A seat's name in letters a cookie's name may hold."""
    return "".join([mark if PLAIN.match(mark) else f".{ord(mark):x}." for mark in seat])
