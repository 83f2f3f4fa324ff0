"""Opening a room from what was kept: the logs of its games, the facts beside them, numbers of questions and steps.

For the store's tables and for imported files alike; nothing is written here.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from fracas.engine.canon import canon
from fracas.engine.errors import Invalid
from fracas.engine.log import chain, log_from_text
from fracas.engine.registry import load_ruleset
from fracas.engine.saved import load_game
from fracas.lab.questions import Questions
from fracas.lab.session import MAIN, Session
from fracas.server.room import BRANCH, FACT, LINES, START, SWITCH, Room
from fracas.server.store import Row, Store

RANDOM_SEED = 64
"""Seeds nobody chose have so many letters: only of such a hash tells nothing."""


def header_line(header: dict[str, object]) -> bytes:
    """The first line of a log."""
    return (canon({"type": "header", "data": header, "hash": chain("", canon(header))}) + "\n").encode()


def open_room(store: Store, id: str, scenario: str, header: bytes, rows: list[Row]) -> Room:
    """The room as it stood after its last row."""
    texts: dict[str, list[bytes]] = {MAIN: [header]}
    name, started = MAIN, False
    for row in rows:
        if row.kind in (LINES, START):
            texts[row.game].append(row.body)
            started = started or row.kind == START
        elif row.kind == BRANCH:
            texts[row.game] = [row.body]
        if row.kind in (BRANCH, SWITCH):
            name = row.game
    ruleset = load_ruleset(str(log_from_text(header.decode()).header.get("ruleset")))
    games = {each: load_game(ruleset, b"".join(parts).decode(), held=not started) for each, parts in texts.items()}
    session = Session(games[MAIN])
    session.games, session.name = games, name
    session._streams = {each: {} for each in games}
    room = Room(id, store, session, scenario, seed_hash(games[MAIN].start.seeds[0]))
    _remember(room, rows)
    return room


def _remember(room: Room, rows: list[Row]) -> None:
    questions = Questions()
    for row in rows:
        room.seq = row.seq
        room.done[row.command_id] = (row.request, row.reply)
        room.take_after(row.after, questions)
        if row.kind == START:
            room.facts.take({"what": "start"})
        elif row.kind == FACT:
            room.facts.take(read_fact(row.body))
    questions.settle(room.session.game)
    room.session._questions = questions
    room.steps.take(room.steps.news(room.session))
    room.look_around()


def read_fact(body: bytes) -> dict[str, Any]:
    fact = json.loads(body)
    if not isinstance(fact, dict) or "what" not in fact:
        raise Invalid("room", "fact", body[:40].decode("utf-8", "replace"), "an object with what")
    return fact


def seed_hash(seed: str) -> str:
    """Shown before anything is rolled; of a seed somebody typed it would give the seed away."""
    return hashlib.sha256(seed.encode()).hexdigest() if len(seed) == RANDOM_SEED else ""
