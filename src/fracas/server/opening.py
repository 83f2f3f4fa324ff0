"""Opening a room from what was kept: the logs of its games, the facts beside them, numbers of questions and steps.

For the store's tables and for imported files alike; nothing is written here.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.intake import Intake
from fracas.engine.log import Log, log_from_text
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.saved import MISFITS, load_game
from fracas.server.facts import check_fields, read_fact
from fracas.server.kinds import BRANCH, FACT, LINES, START, SWITCH
from fracas.server.room import Room
from fracas.server.store import Kept, Row, Store
from fracas.session.questions import Questions
from fracas.session.session import MAIN, Session

HASH = b',"hash":"'
RANDOM_SEED = 64
"""Seeds nobody chose have this many letters: only the hash of such a seed gives nothing away."""


def header_line(header: dict[str, object]) -> bytes:
    """The first line of a log."""
    return f"{Log(header).first_line}\n".encode()


def open_room(
    store: Store,
    id: str,
    scenario: str,
    header: bytes,
    rows: list[Row],
    brought: bool = False,
    damage: str = "",
    ruleset: Ruleset | None = None,
) -> Room:
    """The room as it stood after its last row. Rows that somebody brought are looked at closely; with damage more was
    kept than can be read, and the room is there to be looked at only. Without a ruleset it is the one installed."""
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
    ruleset = ruleset or load_ruleset(str(log_from_text(header.decode()).header.get("ruleset")))
    games: dict[str, Game] = {}
    for each, parts in texts.items():
        intake = Intake("file") if brought else None
        games[each] = load_game(ruleset, b"".join(parts).decode(), None, not started, intake, damage)
    session = Session(games[MAIN])
    session.reopen(games, name)
    room = Room(id, store, session, scenario, seed_hash(games[MAIN].start.seeds[0]))
    _remember(room, rows)
    return room


class Unreadable(Exception):
    """A table of which nothing can be shown, and why."""


def open_kept(store: Store, table: dict[str, Any], kept: Kept, ruleset: Ruleset | None = None) -> Room:
    """A table of the store. Where rows of it are damaged it stands as it did before them, to be looked at only."""
    rows, damage = good_part(kept)
    header, scenario = bytes(table["header"]), str(table["scenario"])
    try:
        return open_room(store, str(table["id"]), scenario, header, rows, damage=damage, ruleset=ruleset)
    except MISFITS as error:
        what = str(error) if isinstance(error, Invalid) else f"it cannot be played through ({type(error).__name__})"
        raise Unreadable(f"this table cannot be opened: {what}") from error


def good_part(kept: Kept) -> tuple[list[Row], str]:
    """The rows before the first that is damaged, and what is wrong with that one."""
    for at, row in enumerate(kept.rows):
        wrong = wrong_within(row)
        if wrong:
            return kept.rows[:at], f"row {row.seq} is damaged ({wrong}); everything before it is good"
    return kept.rows, f"{kept.damage}; everything before it is good" if kept.damage else ""


def wrong_within(row: Row) -> str:
    """What is wrong inside a row whose columns are all there."""
    if row.kind not in (LINES, START, FACT, BRANCH, SWITCH):
        return "kind"
    for name in ("body", "after", "reply"):
        try:
            text = getattr(row, name).decode("utf-8")
            if name != "body" and not isinstance(json.loads(text), dict):
                return str(name)
        except (ValueError, RecursionError):
            return str(name)
    try:
        if row.kind == FACT:
            check_fields(read_fact(row.body))
        after = json.loads(row.after)
        return "" if {"asked", "open", "steps"} <= set(after) else "after"
    except (ValueError, RecursionError):
        return "body"


def trouble_in(table: dict[str, Any], kept: Kept) -> str:
    """What is wrong with a table, found without opening it: its rows, its first line, and the chain of its lines."""
    rows, damage = good_part(kept)
    try:
        first = log_from_text(bytes(table["header"]).decode())
    except (ValueError, RecursionError) as error:
        other = isinstance(error, Invalid) and error.key in ("format", "fracas")
        return str(error) if other else "its first line is damaged"
    last: dict[str, str] = {MAIN: first.last_hash}
    for row in rows:
        if row.kind == BRANCH:
            last[row.game] = log_from_text(row.body.decode()).last_hash
        elif row.kind in (LINES, START):
            if row.game not in last:
                return f"row {row.seq} belongs to no game"
            for line in row.body.splitlines():
                last[row.game] = link_of(line, last[row.game])
                if not last[row.game]:
                    return f"row {row.seq} is damaged (its hash does not fit); everything before it is good"
    return damage


def link_of(line: bytes, previous: str) -> str:
    """The hash of a line as it was written, if it is the right one; nothing if not. No JSON is read for that."""
    at = line.rfind(HASH)
    told = line[at + len(HASH) : at + len(HASH) + 64].decode("ascii", "replace")
    bare = line[:at] + line[at + len(HASH) + 65 :]
    return told if at > 0 and hashlib.sha256(previous.encode() + bare).hexdigest() == told else ""


def _remember(room: Room, rows: list[Row]) -> None:
    questions = Questions()
    for row in rows:
        room.remember(row, questions)
    questions.settle(room.session.game)
    room.session.questions = questions
    room.steps.take(room.steps.news(room.session))
    room.screens.look_around()


def seed_hash(seed: str) -> str:
    """Shown before anything is rolled; of a seed somebody typed it would give the seed away."""
    return hashlib.sha256(seed.encode()).hexdigest() if len(seed) == RANDOM_SEED else ""
