"""An encounter as one file: JSON lines, gzipped or plain, the first of which says what it is. Read whole or not at all.

A file holds what was done at a table and the replies, no links and no cookies. Seeds are in it: it is the GM's.
"""

from __future__ import annotations

import base64
import json
import re
import time
import zlib
from typing import Any, Final

from fracas.engine.canon import canon
from fracas.engine.cleaning import is_clean
from fracas.engine.errors import Invalid
from fracas.engine.intake import MOST_BYTES, Intake
from fracas.engine.log import log_from_text, read_line
from fracas.engine.saved import MISFITS
from fracas.server.command_ids import TABLE, own_id
from fracas.server.frames import Asides, RoomOut, View
from fracas.server.kinds import FACT, LINES, START
from fracas.server.opening import open_room
from fracas.server.room import Room
from fracas.server.showing import asides_for, room_for
from fracas.server.store import Row, Standing, Store
from fracas.server.tables import EVENTS, longest
from fracas.session.seats import viewers_of

FORMAT: Final = 1
MOST_ROWS: Final = 200_000
TEXTS: Final = ("command_id", "seat", "kind", "game")
WHOLE: Final = ("seq", "at")
BYTES: Final = ("request", "body", "after", "reply")
FLAT: Final = re.compile(r'\{(?:"[a-z_]{1,20}":(?:"(?:[^"\\]++|\\.)*+"|\d{1,15})(?:,|(?=\})))*+\}')
"""Texts and numbers by name, nothing inside one another: whatever is larger is a text, and costs no more than that."""
KINDS: Final = (LINES, START, FACT, "branch", "switch")


def pack(table: dict[str, Any], rows: list[Row]) -> bytes:
    """The file of a table; the same rows always give the same bytes."""
    first = {
        "fracas": FORMAT,
        "scenario": table["scenario"],
        "header": bytes(table["header"]).decode("utf-8", "replace"),
    }
    lines = [canon(first)]
    for row in rows:
        data: dict[str, object] = {name: getattr(row, name) for name in (*TEXTS, *WHOLE)}
        data["request"] = base64.b64encode(row.request).decode()
        for name in ("body", "after", "reply"):
            data[name] = getattr(row, name).decode()
        lines.append(canon(data))
    squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
    return squeeze.compress(("\n".join(lines) + "\n").encode()) + squeeze.flush()


def unpack(raw: bytes) -> tuple[str, bytes, list[Row]]:
    """Scenario, header and rows of a file; a bare log of a game will do as well."""
    intake = Intake("file")
    lines = (plain(raw) if raw.startswith(b"{") else inflate(raw)).split("\n")
    if lines[-1] != "":
        raise Invalid("file", "", "its last line is cut off", "a whole file")
    lines.pop()
    if not lines or len(lines) > MOST_ROWS:
        raise Invalid("file", "", f"{len(lines)} lines", f"1 to {MOST_ROWS} lines")
    if not FLAT.fullmatch(lines[0]):
        return bare_log("\n".join(lines) + "\n")
    first = read(lines[0], 1)
    if set(first) != {"fracas", "scenario", "header"} or first["fracas"] != FORMAT:
        raise Invalid("file", "line 1", lines[0][:60], "an encounter saved by Fracas")
    header, scenario = str(first["header"]), str(first["scenario"])
    if len(scenario) > 64 or not is_clean(scenario):
        raise Invalid("file", "line 1: scenario", scenario, "the name of a scenario")
    log_from_text(header, intake)
    return scenario, header.encode(), [row_of(line, n, intake) for n, line in enumerate(lines[1:], 1)]


def inflate(raw: bytes) -> str:
    """The text, never unpacking more than the limit."""
    inflater = zlib.decompressobj(31)
    try:
        text = inflater.decompress(raw, MOST_BYTES + 1)
    except zlib.error:
        raise Invalid("file", "", "not gzip", "a file of JSON lines, gzipped or plain") from None
    if len(text) > MOST_BYTES or inflater.unconsumed_tail:
        raise Invalid("file", "", "too large", f"at most {MOST_BYTES} bytes unpacked")
    if not inflater.eof or inflater.unused_data:
        raise Invalid("file", "", "cut off or with something after its end", "a whole file")
    return plain(text)


def plain(raw: bytes) -> str:
    if len(raw) > MOST_BYTES:
        raise Invalid("file", "", "too large", f"at most {MOST_BYTES} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid("file", "", "not UTF-8", "UTF-8") from None


def read(line: str, number: int) -> dict[str, Any]:
    try:
        return read_line(line)
    except (ValueError, RecursionError):
        raise Invalid("file", f"line {number}", line[:60], "a JSON object") from None


def row_of(line: str, seq: int, intake: Intake) -> Row:
    """One row; anything but exactly one is invalid."""
    place = f"line {seq + 1}"
    data = read(line, seq + 1) if FLAT.fullmatch(line) else {}
    if set(data) != {*TEXTS, *WHOLE, *BYTES} or data["seq"] != seq or data["kind"] not in KINDS:
        raise Invalid("file", place, line[:60], "the next row of an encounter")
    for name in (*TEXTS, *BYTES):
        if not isinstance(data[name], str):
            raise Invalid("file", place, name, "a text")
        most = longest(EVENTS.c[name]) if name in TEXTS else 0
        if most and (len(data[name]) > most or not is_clean(data[name])):
            raise Invalid("file", f"{place}: {name}", data[name], f"a text of at most {most} printable characters")
    if type(data["at"]) is not int or not 0 <= data["at"] < 1 << 40:
        raise Invalid("file", place, "at", "a time")
    try:
        data["request"] = base64.b64decode(data["request"], validate=True)
        for name in ("body", "after", "reply"):
            data[name] = data[name].encode("utf-8")
        # The lines of a game are looked at when its log is read.
        for name in ("after", "reply", "body") if data["kind"] == FACT else ("after", "reply"):
            intake.row(data[name].decode(), f"{place}: {name}")
            intake.value(read(data[name].decode(), seq + 1), f"{place}: {name}")
    except ValueError as error:
        if isinstance(error, Invalid):
            raise
        raise Invalid("file", place, line[:60], "a row of valid texts") from None
    return Row(**data)


def bare_log(text: str) -> tuple[str, bytes, list[Row]]:
    """A log as `fracas play` saves it: one row that begins the table."""
    log = log_from_text(text, Intake("file"))
    if log.damage:
        raise Invalid("file", "", log.damage, "a whole log")
    header, _, body = text.partition("\n")
    after = canon({"asked": {}, "open": {}, "steps": {}}).encode()
    row = Row(1, own_id(TABLE, 1), b"", TABLE, START, "main", body.encode(), after, b"{}", int(time.time()))
    return "", (header + "\n").encode(), [row]


def try_out(store: Store, scenario: str, header: bytes, rows: list[Row]) -> tuple[Room, Standing]:
    """Open it in memory before anything is written: what does not open here is not imported."""
    try:
        room = open_room(store, "", scenario, header, rows, brought=True)
        for seat in viewers_of(room.session.game.state):
            RoomOut.model_validate(room_for(room, seat))
            Asides.model_validate({"asides": asides_for(room, seat)})
            View.model_validate(room.screens.snapshots[seat].view)
    except MISFITS as error:
        if isinstance(error, Invalid):
            raise
        raise Invalid("file", "", type(error).__name__, "an encounter that can be opened") from None
    trouble = room.session.game.read_only
    if trouble:
        raise Invalid("file", "", trouble, "an encounter that can be played on")
    enc = room.session.game.state
    return room, Standing(room.facts.started, enc.over, enc.result)


def check_header(header: bytes) -> None:
    """One line, spelled as we spell it."""
    log = log_from_text(header.decode())
    if f"{log.first_line}\n".encode() != header:
        raise Invalid("file", "header", header[:40].decode("utf-8", "replace"), "a header as Fracas writes it")
    json.loads(header)
