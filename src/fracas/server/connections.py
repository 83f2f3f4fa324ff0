"""Connections as uvicorn takes them, with the two limits it lacks: none stays open without asking for anything, and no
address has more than its share."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: float = 10
"""In this time the head of a request must be there: counted from the beginning, and from each answer."""
MOST_OF_ONE: int = 300
"""How many connections one address may have open. A club behind one address has perhaps sixty."""


class Connection(H11Protocol):
    """One connection, until a WebSocket takes over."""

    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.is_one_too_many():
            transport.close()
        else:
            self.await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.await_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.stop_waiting()
        super().handle_websocket_upgrade(event)

    def await_head(self) -> None:
        """uvicorn's own limit, for connections that were used before, ends with the first byte; this one does not."""
        self.stop_waiting()
        self.patience = self.loop.call_later(HEAD_SECONDS, self.end_if_idle)

    def stop_waiting(self) -> None:
        if self.patience is not None:
            self.patience.cancel()

    def end_if_idle(self) -> None:
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is None or cycle.response_complete:
            self.transport.close()

    def is_one_too_many(self) -> bool:
        """Has the address too many connections, WebSockets among them? A trusted proxy has those of everybody."""
        if self.client is None or is_proxy(self.config.loaded_app, self.client[0]):
            return False
        everybody: Any = self.connections  # HTTP and WebSockets: both kinds have a `client`
        same = [one for one in everybody if one.client and one.client[0] == self.client[0]]
        return len(same) > MOST_OF_ONE


def is_proxy(app: Any, address: str) -> bool:
    return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts
