"""Doors: what can be done to one, by whom, and what bars it.

For the door action of each ruleset, which adds its price, and for the GM's rulings. A door is named by the square that
lies beyond it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fracas.engine.board import Board, Pos
from fracas.engine.board.edges import BROKEN, CLOSED, EDGES, LOCKED, OPEN
from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events_board import EdgeChanged
from fracas.engine.purpose import GO, IDLE
from fracas.engine.reason import Reason

if TYPE_CHECKING:
    from fracas.engine.table import Table

OPENING: Final = "open"
LOCKING: Final = ("lock", "unlock")
BREAKING: Final = "break"
RESULT: Final = {"open": OPEN, "close": CLOSED, "lock": LOCKED, "unlock": CLOSED, "break": BROKEN}
"""What each use makes of a door."""
FROM: Final = {
    "open": (CLOSED,), "close": (OPEN,), "lock": (CLOSED,), "unlock": (LOCKED,), "break": (CLOSED, LOCKED)
}  # fmt: skip
"""And to what sort of door it can be done."""
USES: Final = tuple(RESULT)


def say_uses() -> str:
    return "open, close, lock, unlock or break"


def check_use(command: Command) -> None:
    """Raise `Invalid` unless it says what is done to the door."""
    if command.thing not in RESULT:
        raise Invalid("command", "thing", command.thing, say_uses())


def door_commands(enc: Encounter, one: Combatant, verb: str) -> list[Command]:
    """Whatever fits the doors beside somebody; to open a locked one too, so that they learn why not."""
    found: list[Command] = []
    for near, beyond in enc.board.doors_beside(one.pos, one.size) if enc.board.has_doors else []:
        now = enc.board.edge_at(near, beyond)
        for use in USES:
            if now in FROM[use] or (use == OPENING and now == LOCKED):
                found.append(Command(one.id, verb, thing=use, squares=(beyond,)))
    return found


def near_side(board: Board, one: Combatant, beyond: Pos) -> Pos:
    """Where somebody stands at the door to this square; -1 where they stand at none."""
    for near, far in board.doors_beside(one.pos, one.size):
        if far == beyond:
            return near
    return -1


def bars_door(enc: Encounter, one: Combatant, command: Command, paragraph: str) -> list[Reason]:
    """Whoever does something to a door stands beside it, and the door is as it must be for that."""
    beyond, use = command.squares[0], command.thing
    near = near_side(enc.board, one, beyond)
    if near < 0:
        return [Reason(paragraph, f"{one.name} stands at no door to {enc.board.name(beyond)}", "go there", "path")]
    now = enc.board.edge_at(near, beyond)
    if now not in FROM[use]:
        locked = use == OPENING and now == LOCKED
        return [Reason(paragraph, f"it is {EDGES[now].with_article}", "break it down" if locked else "")]
    if EDGES[RESULT[use]].bars:
        for other in standing_across(enc, near, beyond, RESULT[use]):
            return [Reason(paragraph, f"{other.name} stands in the doorway")]
    return []


def bars_lock(command: Command, paragraph: str) -> list[Reason]:
    """Who has the key is for the GM to say."""
    if command.thing in LOCKING:
        return [Reason(paragraph, "it takes a key, and the GM says who has one", "ask the GM")]
    return []


def bars_no_door(enc: Encounter, who: str, paragraph: str) -> list[Reason]:
    """Why somebody is offered no door."""
    return [Reason(paragraph, f"{enc.name(who)} stands beside no door", "go to one", "path")]


def standing_across(enc: Encounter, a: Pos, b: Pos, key: str) -> list[Combatant]:
    """Those who could not stay where they are if this stood between two squares."""
    after = enc.board.with_edge(a, b, key)
    return [
        one
        for one in enc.combatants.values()
        if not one.out and one.size > 1 and enc.board.footprint(one.pos, one.size)
        if not after.footprint(one.pos, one.size)
    ]


def door_purpose(command: Command) -> str:
    """What it is for: whoever opens a door means to go through."""
    return GO if command.thing in (OPENING, BREAKING) else IDLE


def door_label(enc: Encounter, command: Command) -> str:
    """`Open the door to d3`."""
    use = "break down" if command.thing == BREAKING else command.thing
    return f"{use[:1].upper()}{use[1:]} the door to {enc.board.label(command.squares[0])}"


def move_door(table: Table, command: Command) -> None:
    """Do it, also where the GM allowed what the rules refuse."""
    one, beyond = table.enc.combatants[command.who], command.squares[0]
    near = near_side(table.enc.board, one, beyond)
    if near >= 0 and table.enc.board.edge_at(near, beyond) != RESULT[command.thing]:
        table.emit(EdgeChanged(one.id, sorted([near, beyond]), RESULT[command.thing], command.thing))


def use_between(before: str, after: str) -> str:
    """What was done to a door that is another now; empty where one of the two is no door."""
    for use in USES:
        if before in FROM[use] and after == RESULT[use]:
            return use
    if before in EDGES and EDGES[before].door and after in EDGES and EDGES[after].door:
        return {OPEN: "open", CLOSED: "close", LOCKED: "lock", BROKEN: "break"}[after]
    return ""
