"""Rulings: the GM may overrule anything. Each is a logged command with a reason, and comes back at its place in every
re-run."""

from __future__ import annotations

from typing import Final

from fracas.engine.board import runs_of
from fracas.engine.board.edges import EDGES, NO_EDGE
from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.covering import COVER, UNCOVER, ground_of
from fracas.engine.doors import standing_across, use_between
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.events import (
    RULING,
    Added,
    Covered,
    EdgeChanged,
    Hid,
    LeaveGiven,
    ModeSet,
    Moved,
    Noted,
    Removed,
    Revealed,
    SeatSet,
    Uncovered,
    ValueSet,
)
from fracas.engine.intake import MOST_COMBATANTS
from fracas.engine.log import read_line
from fracas.engine.names import can_be_id
from fracas.engine.paragraphs import numbered
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table
from fracas.engine.text import ON_ONE

RULINGS: Final[dict[str, str]] = {
    "set": "set a field (thing) of a combatant (target) to a value (text)",
    "move": "put a combatant (target) on a square",
    "add": "add a combatant of a kind (thing) on a square; text may be 'id=..., name=..., side=..., seat=..., hidden'",
    "remove": "take a combatant (target) out of the encounter",
    "hide": "hide a combatant (target)",
    "reveal": "reveal a combatant (target)",
    "cover": "cover ground (thing: squares, room or all; squares, or a text such as 'c3-f6 h2' or a room's name)",
    "uncover": "uncover ground, in the same words",
    "add-condition": "give a combatant (target) a condition (thing), with a number if it counts",
    "end-condition": "end a condition (thing) of a combatant (target)",
    "allow": "allow one refused command (text: the command as JSON) once",
    "mode": "set a paragraph (thing) to refuse, warn or allow (text)",
    "edge": "put a wall, window or door (thing) between two squares, open, close, lock or break one; none clears it",
    "note": "keep a note (text) for the GM's eyes",
    "end-phase": "end the current phase",
    "end": "end the encounter with a result (text)",
    "prefer": "a seat's own: what to do about a reaction (thing): off, ask or auto (text)",
    "dice": "a seat's own: throw its dice by hand or let the table throw (text: hand or server)",
}
SEATS_OWN: Final = ("prefer", "dice")
MODES: Final = ("refuse", "warn", "allow")


def check_ruling(ruleset: Ruleset, enc: Encounter, ruling: Command, seat: str, question_open: bool) -> None:
    """Raise where a ruling makes no sense, or is not this seat's to make."""
    verb = ruling.verb
    if verb not in RULINGS:
        raise Invalid("ruling", "verb", verb, "one of " + ", ".join(RULINGS))
    own = verb in SEATS_OWN and ruling.who == seat
    if seat != GM and not own:
        raise Refused([Reason("0.6", f"only the GM may rule ({verb})")])
    if enc.over and verb != "note" and verb not in SEATS_OWN:
        raise Refused([Reason("0.5", "the encounter is over", "undo its end first")])
    if verb in ("end-phase", "end") and question_open:
        raise Refused([Reason("0.6", "a question is open", "answer it, or withdraw the command, first")])
    if verb in ON_ONE:
        one_target(enc, ruling)
    _check_detail(ruleset, enc, ruling)


def one_target(enc: Encounter, ruling: Command) -> str:
    if len(ruling.targets) != 1 or ruling.target not in enc.combatants:
        raise Invalid("ruling", "targets", list(ruling.targets), "one combatant of this encounter")
    return ruling.target


def _check_detail(ruleset: Ruleset, enc: Encounter, ruling: Command) -> None:
    verb = ruling.verb
    if verb == "set":
        one = enc.combatants[ruling.target]
        one.check_value(ruling.thing, ruling.text)
        if ruling.thing == "size" and not ruleset.fits(enc, one, one.pos, one.size_from(ruling.text)):
            raise Invalid("ruling", "size", ruling.text, "a size for which there is room where it stands")
    elif verb in ("move", "add"):
        _check_square(ruleset, enc, ruling)
    elif verb == "add-condition":
        if ruling.thing not in ruleset.condition_names():
            raise Invalid("ruling", "thing", ruling.thing, "one of " + ", ".join(ruleset.condition_names()))
        if ruling.numbers and not 1 <= ruling.numbers[0] <= 1000:
            raise Invalid("ruling", "numbers", ruling.numbers[0], "a number from 1 to 1000")
    elif verb == "end-condition":
        if not enc.combatants[ruling.target].has(ruling.thing):
            raise Invalid("ruling", "thing", ruling.thing, "a condition this combatant has")
    elif verb in (COVER, UNCOVER):
        ground_of(enc, ruling)
    elif verb == "reveal":
        if enc.combatants[ruling.target].shrouded:
            raise Invalid("ruling", "targets", ruling.target, "somebody who is not on covered ground: uncover it first")
    elif verb == "allow":
        allowed = read_allowed(ruling)
        ruleset.action(allowed).check(enc, allowed)
    elif verb == "mode":
        _check_mode(ruleset, ruling)
    elif verb == "edge":
        _check_edge(enc, ruling)
    elif verb == "note" and not ruling.text:
        raise Invalid("ruling", "text", ruling.text, "a note")
    elif verb in SEATS_OWN:
        _check_seat(ruleset, enc, ruling)


def _check_mode(ruleset: Ruleset, ruling: Command) -> None:
    """A paragraph there is; section 0 is the table's own and never lifted. A game without documents numbers none."""
    known = numbered(ruleset.package)
    if known and ruling.thing not in known:
        section = ruling.thing.partition(".")[0] + "."
        near = [number for number in known if number.startswith(section)]
        some = f"a paragraph of the rules of {ruleset.name}, such as {known[0]}"
        raise Invalid("ruling", "paragraph", ruling.thing, "one of " + ", ".join(near) if near else some)
    if ruling.text not in MODES:
        raise Invalid("ruling", "text", ruling.text, "refuse, warn or allow")


def _check_edge(enc: Encounter, ruling: Command) -> None:
    """Two squares that share a side, something that can stand between them, and nobody there whom it would cut."""
    if ruling.thing not in EDGES and ruling.thing != NO_EDGE:
        raise Invalid("ruling", "thing", ruling.thing, "one of " + ", ".join([*EDGES, NO_EDGE]))
    if len(ruling.squares) != 2:
        raise Invalid("ruling", "squares", list(ruling.squares), "two squares that share a side")
    if enc.board.edge_at(ruling.squares[0], ruling.squares[1]) == ruling.thing:
        raise Invalid("ruling", "thing", ruling.thing, "something other than what stands there already")
    for one in standing_across(enc, ruling.squares[0], ruling.squares[1], ruling.thing):
        raise Invalid("ruling", "squares", one.name, "an edge that nobody stands across")


def _check_square(ruleset: Ruleset, enc: Encounter, ruling: Command) -> None:
    if len(ruling.squares) != 1 or not 0 <= ruling.squares[0] < enc.board.size:
        raise Invalid("ruling", "squares", list(ruling.squares), "one position on the board")
    pos = ruling.squares[0]
    if ruling.verb == "move":
        one = enc.combatants[ruling.target]
    else:
        _check_addition(ruleset, enc, ruling)
        one = ruleset.make(enc, ruling.thing, "newcomer", pos, "foes", GM)
        words = read_words(ruling.text)
        for key in ("name", "side", "seat"):
            if key in words:
                one.check_value(key, words[key])
    if not ruleset.fits(enc, one, pos, one.size):
        raise Invalid("ruling", "squares", enc.board.name(pos), f"free ground for size {one.size}")


def _check_addition(ruleset: Ruleset, enc: Encounter, ruling: Command) -> None:
    if ruling.thing not in enc.content.people():
        raise Invalid("ruling", "thing", ruling.thing, "one of " + ", ".join(enc.content.people()))
    words = read_words(ruling.text)
    for key in words:
        if key not in ("id", "name", "side", "seat", "hidden"):
            raise Invalid("ruling", "text", key, "id, name, side, seat or hidden")
    if words.get("id", "") in enc.combatants:
        raise Invalid("ruling", "text", words["id"], "an id nobody has yet")
    if "id" in words and not can_be_id(words["id"]):
        raise Invalid("ruling", "text", words["id"], "letters, digits and dashes, not the GM's or the table's name")
    if len(enc.combatants) >= MOST_COMBATANTS:
        raise Invalid("ruling", "thing", ruling.thing, f"at most {MOST_COMBATANTS} combatants in one encounter")


def _check_seat(ruleset: Ruleset, enc: Encounter, ruling: Command) -> None:
    if ruling.who not in enc.seats:
        raise Invalid("ruling", "who", ruling.who, "a seat: " + ", ".join(enc.seats))
    if ruling.verb == "dice":
        if ruling.text not in ("hand", "server"):
            raise Invalid("ruling", "text", ruling.text, "hand or server")
        return
    reactions = [verb for verb, action in ruleset.actions.items() if action.window]
    if ruling.thing not in reactions:
        raise Invalid("ruling", "thing", ruling.thing, "one of the reactions " + ", ".join(reactions))
    if ruling.text not in ("off", "ask", "auto"):
        raise Invalid("ruling", "text", ruling.text, "off, ask or auto")


def read_allowed(ruling: Command) -> Command:
    """The command that an `allow` ruling is about."""
    try:
        return command_from_json(read_line(ruling.text))
    except (ValueError, RecursionError) as error:
        raise Invalid("ruling", "text", ruling.text, f"a command as JSON ({error})") from None


def read_words(text: str) -> dict[str, str]:
    """'id=gob7, hidden' as a small dictionary."""
    words: dict[str, str] = {}
    for part in text.split(","):
        key, _, value = part.strip().partition("=")
        if key:
            words[key.strip()] = value.strip()
    return words


def free_id(enc: Encounter, kind: str) -> str:
    """The next unused id for one more of a kind: goblin-2 after goblin-1; numbers are kept for good."""
    number = 1
    while f"{kind}-{number}" in enc.combatants:
        number += 1
    return f"{kind}-{number}"


def perform_ruling(table: Table, ruling: Command) -> None:
    """Let a checked ruling take effect."""
    enc, verb, who = table.enc, ruling.verb, ruling.target
    if verb == "set":
        table.emit(ValueSet(who, ruling.thing, ruling.text))
        table.ruleset.value_set(table, who, ruling.thing)
    elif verb == "move":
        table.emit(Moved(who, ruling.squares[0], RULING))
    elif verb == "add":
        _add(table, ruling)
    elif verb == "remove":
        table.emit(Removed(who, RULING))
    elif verb == "hide":
        table.emit(Hid(who))
    elif verb == "reveal":
        table.emit(Revealed(who, RULING))
    elif verb == COVER:
        table.emit(Covered(runs_of(ground_of(enc, ruling))))
    elif verb == UNCOVER:
        table.emit(Uncovered(runs_of(ground_of(enc, ruling)), RULING))
    elif verb == "add-condition":
        table.ruleset.give_condition(table, who, ruling.thing, ruling.numbers[0] if ruling.numbers else 1)
    elif verb == "end-condition":
        table.ruleset.end_condition(table, who, ruling.thing)
    elif verb == "allow":
        table.emit(LeaveGiven(read_allowed(ruling).to_json()))
    elif verb == "mode":
        table.emit(ModeSet(ruling.thing, ruling.text))
    elif verb == "edge":
        squares = sorted(ruling.squares)
        use = use_between(enc.board.edge_at(squares[0], squares[1]), ruling.thing)
        table.emit(EdgeChanged(GM, squares, ruling.thing, use))
    elif verb == "note":
        table.emit(Noted(ruling.text))
    elif verb == "end-phase":
        table.ruleset.end_phase(table)
    elif verb == "end":
        table.ruleset.end(table, ruling.text or "ended")
    else:
        assert verb in SEATS_OWN and ruling.who in enc.seats
        table.emit(SeatSet(ruling.who, "dice" if verb == "dice" else ruling.thing, ruling.text))


def _add(table: Table, ruling: Command) -> None:
    words = read_words(ruling.text)
    enc = table.enc
    id = words.get("id") or free_id(enc, ruling.thing)
    seat = words.get("seat", GM)
    one = table.ruleset.make(enc, ruling.thing, id, ruling.squares[0], words.get("side", "foes"), seat)
    if words.get("name"):
        one.name = words["name"]
    one.hidden = "hidden" in words
    table.emit(Added(one.to_json()))
