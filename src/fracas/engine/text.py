"""Commands and rulings as people type them: `lunk all-out orc with dagger`, `lunk run c8`, `set lunk ap 3`."""

from __future__ import annotations

from typing import Final

from fracas.engine.board.edges import EDGES
from fracas.engine.command import GM, Command
from fracas.engine.covering import COVER, UNCOVER, parse_ground
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.naming import Names, Unclear, longest, say_name
from fracas.engine.reading import Begun, Interpreter, read_squares
from fracas.engine.ruleset import Ruleset

ON_ONE: Final = ("set", "move", "remove", "hide", "reveal", "add-condition", "end-condition")
"""Rulings about one combatant."""


def parse_command(ruleset: Ruleset, enc: Encounter, text: str, asked: list[Command] | None = None) -> Command:
    """Read `WHO VERB ...` by what words name; `asked` are the answers to an open question, if it answers one."""
    words = text.split(None, 1)
    if len(words) < 2:
        raise Invalid("command", "", text, "WHO VERB and what the verb needs")
    who = words[0] if words[0] == GM else _known(enc, words[0])
    return parse_deed(ruleset, enc, who, words[1], asked)


def parse_deed(ruleset: Ruleset, enc: Encounter, who: str, text: str, asked: list[Command] | None = None) -> Command:
    """Read `VERB ...`, of somebody known; a verb nobody knows is left for the game to refuse."""
    interpreter = Interpreter(ruleset, enc, who, asked=asked)
    begun = interpreter.begin(text)
    if begun is None:
        verb, _, rest = text.strip().partition(" ")
        begun = Begun(verb, "", rest)
    return interpreter.command(begun)


def _known(enc: Encounter, who: str) -> str:
    if who not in enc.combatants:
        raise Invalid("command", "who", who, "one of " + ", ".join(enc.combatants))
    return who


def say_command(enc: Encounter, command: Command) -> str:
    """The command as it would be typed."""
    words = [command.who, command.verb]
    if command.thing:
        words.append(command.thing)
    words.extend(command.targets)
    if command.squares:
        words.append("-".join([enc.board.name(square) for square in command.squares]))
    words.extend([str(number) for number in command.numbers])
    return " ".join(words)


def parse_ruling(ruleset: Ruleset, enc: Encounter, text: str) -> Command:
    """Read a ruling: its verb, then whatever it takes. `set lunk ap 3`, `mode 4.3 warn`, `add orc d4 id=orc9,
    hidden`."""
    verb, _, rest = text.strip().partition(" ")
    words = rest.split()
    if verb in ("prefer", "dice"):
        return _seat_ruling(ruleset, verb, words)
    if verb in ("note", "end", "allow"):
        return Command(GM, verb, text=rest)
    if verb == "mode" and len(words) == 2:
        return Command(GM, verb, thing=words[0], text=words[1])
    if verb == "end-phase" and not words:
        return Command(GM, verb)
    if verb == "edge" and len(words) >= 2:
        return _edge_ruling(enc, words)
    if verb == "add" and len(words) >= 2:
        return _addition(ruleset, enc, words)
    if verb in (COVER, UNCOVER) and words:
        return parse_ground(verb, rest)
    if verb in ON_ONE and words:
        return _ruling_on_one(ruleset, enc, verb, rest)
    raise _no_ruling(text)


def _no_ruling(text: str) -> Invalid:
    return Invalid("ruling", "", text, "a ruling such as 'set WHO FIELD VALUE', 'move WHO SQUARE' or 'end RESULT'")


def _ruling_on_one(ruleset: Ruleset, enc: Encounter, verb: str, rest: str) -> Command:
    """A ruling that names somebody first."""
    people: Names = {id: [id, one.name] for id, one in enc.combatants.items()}
    who, words = _first(rest.split(), people)
    if verb == "set" and len(words) >= 2:
        one = enc.combatants.get(who)
        fields: Names = {}
        for field in one.settable() if one is not None else []:
            fields[field] = [field, ruleset.field_words.get(field, ruleset.gauge_words.get(field, field))]
        field, left = _first(words, fields)
        if left:
            return Command(GM, verb, (who,), field, text=" ".join(left))
    if verb == "move" and words:
        return Command(GM, verb, (who,), squares=(enc.board.parse(" ".join(words)),))
    if verb in ("add-condition", "end-condition") and words:
        conditions: Names = {name: [name, enc.content.condition_title(name)] for name in ruleset.condition_names()}
        name, left = _first(words, conditions)
        numbers = tuple([int(word) for word in left if word.isascii() and word.isdigit()])
        return Command(GM, verb, (who,), name, numbers=numbers)
    if verb in ("remove", "hide", "reveal") and not words:
        return Command(GM, verb, (who,))
    raise _no_ruling(f"{verb} {rest}")


def _addition(ruleset: Ruleset, enc: Encounter, words: list[str]) -> Command:
    """`add goblin d4 id=gob7, hidden`."""
    names = enc.content.names()
    kinds: Names = {kind: [kind, names.get(kind, kind)] for kind in enc.content.people()}
    kind, left = _first(words, kinds)
    for count in range(len(left), 0, -1):
        squares = read_squares(enc, " ".join(left[:count]))
        if len(squares) == 1:
            return Command(GM, "add", thing=kind, squares=(squares[0],), text=" ".join(left[count:]))
    return Command(GM, "add", thing=kind, squares=(enc.board.parse(left[0] if left else ""),))


def _edge_ruling(enc: Encounter, words: list[str]) -> Command:
    """`edge c3|d3 locked`."""
    squares = [enc.board.parse(name) for name in words[0].split("|")]
    kinds: Names = {key: [key, kind.name] for key, kind in EDGES.items()}
    kind, left = _first(words[1:], kinds)
    if left:
        raise _no_ruling(f"edge {' '.join(words)}")
    return Command(GM, "edge", thing=kind, squares=tuple(squares))


def _first(words: list[str], names: Names) -> tuple[str, list[str]]:
    """The id that the first words name, or the first word as it was typed; and the words after it."""
    if words[0] in names:
        return words[0], words[1:]
    found, count = longest(words, names, True)
    if not found:
        found, count = longest(words, names, False)
    if len(found) > 1:
        raise Unclear(" ".join(words[:count]), [say_name(id, names) for id in found])
    return (found[0], words[count:]) if found else (words[0], words[1:])


def _seat_ruling(ruleset: Ruleset, verb: str, words: list[str]) -> Command:
    """`dice SEAT hand`, `prefer SEAT REACTION off`."""
    if verb == "dice" and len(words) == 2:
        return Command(words[0], verb, text=words[1])
    if verb == "prefer" and len(words) >= 3:
        reactions: Names = {id: [id, one.title] for id, one in ruleset.actions.items() if one.window}
        reaction, left = _first(words[1:], reactions)
        return Command(words[0], verb, thing=reaction, text=" ".join(left))
    raise Invalid("ruling", "", verb, "'dice SEAT hand|server' or 'prefer SEAT REACTION off|ask|auto'")
