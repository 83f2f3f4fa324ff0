"""Catching up: what another server has done at a table is taken in here as if it had been done here.

Row by row, so that whoever looks on from this server is sent the same frames as on the one that did it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fracas.engine.log import UNDO
from fracas.engine.saved import follow, load_game
from fracas.server.facts import read_fact
from fracas.server.kinds import BRANCH, FACT, LINES, START, SWITCH
from fracas.server.queue import took_back
from fracas.server.store import Row

if TYPE_CHECKING:
    from fracas.server.room import Room


class Behind(Exception):
    """A room that cannot take in what others have done: it has to be opened again."""


def take_in(room: Room, row: Row) -> None:
    """One row of another server, up to what everybody here is to be shown; away from the loop, under the lock."""
    assert row.seq == room.seq + 1
    session, back = room.session, row.kind in (BRANCH, SWITCH)
    if row.kind in (LINES, START):
        game = session.games[row.game]
        if row.kind == START:
            game.held = False
        lines = len(game.log.lines)
        follow(game, row.body.decode())
        back = bool([line for line in game.log.lines[lines:] if line.kind == UNDO])
    elif row.kind == BRANCH:
        game = load_game(session.game.ruleset, row.body.decode(), None, not room.facts.started)
        session.follow_to(row.game, game)
    elif row.kind == SWITCH:
        session.follow_to(row.game, session.games[row.game])
    room.remember(row, session.questions)
    session.questions.settle(session.game)
    if back:
        took_back(room, row.seat)
    room.screens.look_around()


def fact_in(row: Row) -> dict[str, object]:
    """What a row says alongside the game; nothing if it says something else."""
    return read_fact(row.body) if row.kind == FACT else {}
