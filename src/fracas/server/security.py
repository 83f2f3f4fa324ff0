"""The guard in front of every route: Host, Origin, the header that keeps other sites out, sizes, rates, and the headers
of every answer.

A GM's laptop is a web server that any page in any tab can reach; being local gives no right.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fracas.protocol.wire import MOST_BYTES
from fracas.server.bodies import body_of, limit_of, replayed
from fracas.server.grants import Grant
from fracas.server.others import Others

CSP: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HSTS: Final = "max-age=31536000"
LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
JOIN: Final = "/api/join"
LASTING: Final = re.compile(r"/api/(campaigns/[^/]{1,40}|t/[^/]{1,40}/[^/]{1,64})/pictures/[^/]{1,80}\Z")
"""Pictures never change under their address, so a browser may keep them, for itself."""
HOST_ONLY: Final = "only for the host: open the link the server printed when it started"


class Rates:
    """How often somebody may do something, by a key of who and what."""

    def __init__(self, others: Others | None = None) -> None:
        self._others = others or Others()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self.requests = parse("1200/minute")
        self.wrong_tokens = parse("10/minute")
        self.new_tables = parse("60/minute")
        self.messages = parse("40/2 seconds")
        """Twenty a second, with bursts of forty: faster than any person."""
        self.connections = parse("300/minute")

    def hit(self, item: RateLimitItem, *key: str) -> bool:
        """Count one; false when it is one too many, of this server or, as far as it knows, of all together."""
        return self._limiter.hit(item, *key) and self._others.within(" ".join(key), item.get_expiry(), item.amount)

    async def hit_exactly(self, item: RateLimitItem, *key: str) -> bool:
        """The same with all servers asked, for what is rare and dear."""
        if not self._limiter.hit(item, *key):
            return False
        return await self._others.within_exactly(" ".join(key), item.get_expiry(), item.amount)


class Guard:
    """Wraps the whole application, so that nothing is answered past it."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: list[str],
        rates: Rates,
        note: Callable[[str, Exception], None],
        holder: Callable[[dict[str, str]], Grant | None],
        secure: bool = False,
        find: Callable[[dict[str, str]], Awaitable[None]] | None = None,
        hosted: Callable[[dict[str, str]], bool] = lambda _: False,
    ) -> None:
        self.app = app
        self.note = note
        self.holder = holder
        self.find = find
        self.hosted = hosted
        self.hosts = [host.lower() for host in [*LOCAL, *hosts]]
        self.rates = rates
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        guarded = self._with_headers(scope, sending)
        barred = self._barred(scope, headers)
        if barred is not None:
            await self._refuse(scope, receive, guarded, *barred)
            return
        if self.find is not None:
            await self.find(HTTPConnection(scope).cookies)
        if scope["type"] == "http" and scope["method"] == "POST":
            try:
                body = await self._body(scope, receive)
            except HTTPException as error:
                await self._refuse(scope, receive, guarded, error.status_code, error.detail, error.headers)
                return
            if body is None:
                return
            receive = replayed(body, receive)
        try:
            await self.app(scope, receive, guarded)
        except Exception as error:
            # Here and not outside, so that this answer too carries the headers.
            self.note("a request failed", error)
            if begun or scope["type"] != "http":
                raise
            await self._refuse(scope, receive, guarded, 500, "a bug of ours; nothing was changed")

    def _barred(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Why this is refused before anybody looks at it; nothing if it is not."""
        host = headers.get("host", "")
        if host_name(host) not in self.hosts or len(headers.getlist("host")) != 1:
            return 403, "this server is not known by that name"
        origin = headers.get("origin")
        if scope["type"] == "websocket":
            if not same_origin(origin, host) or len(headers.getlist("origin")) != 1:
                return 403, "a page of another site"
        elif scope["method"] not in ("GET", "HEAD"):
            if scope["method"] != "POST":
                return 405, "GET and POST only"
            if (origin is not None and not same_origin(origin, host)) or headers.get("x-fracas") != "1":
                return 403, "a page of another site"
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api"):
            return 403, "a page of another site"
        what = self.rates.connections if scope["type"] == "websocket" else self.rates.requests
        if limited(scope["path"]) and not self.rates.hit(what, self._who(scope), scope["type"]):
            return 429, "too many requests; wait a minute"
        return None

    def _who(self, scope: Scope) -> str:
        """Whose requests these count as: those of the right in a cookie, else those of the address. A home or a club
        has one address, and nobody in it who holds a right is refused for what the others do."""
        grant = self.holder(HTTPConnection(scope).cookies)
        return f"grant {grant.id}" if grant is not None else client_of(scope)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The body of a request. More than a message is taken from the host alone, who is asked for before it is read:
        whatever is sent is held in memory."""
        most, _ = limit_of(scope["path"])
        if most > MOST_BYTES and not self.hosted(HTTPConnection(scope).cookies):
            raise HTTPException(403, HOST_ONLY)
        return await body_of(scope["path"], receive)

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        private = scope["path"].startswith("/api")
        lasting = LASTING.match(scope["path"]) is not None

        async def guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                names = {name for name, _ in message["headers"]}
                extra = dict(HEADERS)
                if self.secure:
                    extra["strict-transport-security"] = HSTS
                kept_by_browsers = lasting and message["status"] == 200
                if (private and not kept_by_browsers) or b"cache-control" not in names:
                    extra["cache-control"] = "no-store"
                kept = [pair for pair in message["headers"] if pair[0].decode().lower() not in extra]
                message = {**message, "headers": [*kept, *[(k.encode(), v.encode()) for k, v in extra.items()]]}
            await send(message)

        return guarded

    async def _refuse(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        status: int,
        why: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        response = JSONResponse({"error": why, "problems": []}, status, headers)
        if scope["type"] == "websocket":
            await deny(send, response)
        else:
            await response(scope, receive, send)


async def deny(send: Send, response: JSONResponse) -> None:
    """Refuse a WebSocket before it is accepted, with an answer in HTTP."""
    await send(
        {"type": "websocket.http.response.start", "status": response.status_code, "headers": response.raw_headers}
    )
    await send({"type": "websocket.http.response.body", "body": bytes(response.body)})


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def same_origin(origin: str | None, host: str) -> bool:
    """Is this the origin of a page of ours?"""
    if not origin:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() and not parts.path


def limited(path: str) -> bool:
    """What is counted. Following a link is not: it counts the wrong ones itself, and a right one is always good."""
    return path.startswith("/api") and path != JOIN


def client_of(scope: Scope) -> str:
    """Who asks, by address; forwarded headers are not believed."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"
