"""`docs/server.md` and the OpenAPI document, written from the types of routes, messages and frames.

For `make docs` and for the pages' types; a test keeps the file and the types together.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from fracas.protocol.messages import type_of
from fracas.protocol.page import page_of, parts_of, rows
from fracas.server import frames
from fracas.server.app import make_app
from fracas.server.hall import Hall
from fracas.server.messages import CHANGING, LOOKS, OWN, PageRequest

INTRO = """# The server's messages

This page is made by `make docs` from the types in `fracas.server`. `fracas serve` (or `make serve`) starts the server;
`tools/openapi.py FILE` writes the OpenAPI document with every type below.

- **Rights.** A link holds a random token behind `#`, which the page exchanges for a cookie (`POST /api/join`): one for
  each seat, signed, HttpOnly, SameSite=Strict, revocable by the GM. Seats are `gm`, the players' names, and `watch` for
  spectators; the seat is part of the address. The room's link (`*`) opens no seat: it shows which are free, and whoever
  takes one gets a right to that seat alone. Being on the same machine gives no rights.
- **Other sites.** The server answers only to its own names (Host), gives sockets only to its own pages (Origin), and
  requires the header `X-Fracas: 1` on every POST.
- **Once.** A message that changes something has its own `id`: sent again, from any tab or after any
  restart, it is done once and gets the same reply. Reusing an id for something else is refused.
- **Order.** A message is judged, written to the disk with a sync, acknowledged, and told to everybody, in this order.
  What could not be kept has not happened.
- **Stale.** `command` and `answer` carry the `step` of the view they were made for. It changes with the phase, the turn
  and whose turn it is; a newer event alone does not change it.
- **Secrets.** Each viewer has its own view, room and stream of events, numbered from 1 without gaps. Every
  event is sent as it happens; a deed ends in a view *between turns*, which stays until somebody the viewer knows of is
  to act or to answer. What cannot be hidden is time.
- **Lines.** What the server sends is text with one frame on each line: all that waits for a connection comes in one
  message. Where messages end means nothing.
- **Left out.** Events on a socket and in a replay lack every field that stands at its default, and `data` every field
  that is empty ([EventOut](protocol.md#eventout)); replies to `events` have them all.
- **Several servers.** With PostgreSQL, any number of servers act as one ([Running a server](running.md)): a page may
  connect to any of them, and reconnect to another; what it sends again is still done once.
- **Limits.** 65536 bytes per message, 20 messages per second for each seat (40 at once), whole numbers only, no unknown
  fields.

Codes of a closed socket: 4404 no such seat, 4409 revoked, 4410 ended by the administrator, 4413 too slow or too long,
4429 too many messages or the server is full, 1012 the server restarts. What is refused before a socket opens gets HTTP
403, 404 or 429.
"""


def document() -> dict[str, Any]:
    """The OpenAPI document: every route and every message."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), "http://127.0.0.1")
        try:
            return make_app(hall).openapi()
        finally:
            hall.close()


def server_text() -> str:
    """The whole page."""
    parts = [INTRO, "## HTTP\n", _routes(document()), "## What a page sends\n"]
    parts.append(
        "Over `/api/t/TABLE/SEAT/ws?game=NAME&since=N`; with `game` and `since` a page says where it stood before. "
        "Every message has a `type` and an `id`. Looks and deeds are the protocol's requests "
        "([protocol.md](protocol.md)) without `seat`.\n"
    )
    for title, models in (("Looks", LOOKS), ("Deeds", CHANGING), ("The room's own", OWN)):
        parts.append(f"### {title}\n")
        parts += [_message(model) for model in models]
    parts.append("## What the server sends\n")
    for frame in frames.FRAMES:
        parts.append(f"### `{type_of(frame)}`\n\n{frame.ABOUT}\n\n{rows(frame, ('type',))}")
    return page_of([*parts, "## Parts of frames\n", *parts_of(frames.RECORDS)])


def _routes(openapi: dict[str, Any]) -> str:
    lines = ["| route | what |", "|---|---|"]
    for path, methods in openapi["paths"].items():
        for method, about in methods.items():
            what = " ".join(about.get("description", "").split())
            lines.append(f"| `{method.upper()} {path}` | {what} |")
    return "\n".join(lines) + '\n\nErrors are `{"error": text, "problems": [{"at", "expected"}]}`.\n'


def _message(model: type[PageRequest]) -> str:
    who = ", ".join(model.MAY)
    kept = "kept" if model.CHANGES else "not kept"
    about = f"{model.ABOUT} For: {who}; {kept}; answered by `{model.ANSWERED}`."
    return f"#### `{type_of(model)}`\n\n{about}\n\n{rows(model, ('type', 'id'))}"
