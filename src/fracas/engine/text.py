"""Commands and rulings as people type them: `lunk all-out orc with dagger`, `lunk run c8`, `set lunk ap 3`."""

from __future__ import annotations

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.names import FILLERS
from fracas.engine.ruleset import Ruleset


def parse_command(ruleset: Ruleset, enc: Encounter, text: str) -> Command:
    """Read `WHO VERB ...`. Words are told apart by what they name: a combatant, a square, else a thing."""
    words = text.split()
    if len(words) < 2:
        raise Invalid("command", "", text, "WHO VERB and what the verb needs")
    who, verb = words[0], words[1]
    if who not in enc.combatants and who != GM:
        raise Invalid("command", "who", who, "one of " + ", ".join(enc.combatants))
    return read_rest(ruleset, enc, who, verb, words[2:])


def read_rest(ruleset: Ruleset, enc: Encounter, who: str, verb: str, words: list[str]) -> Command:
    """What follows WHO VERB."""
    targets: list[str] = []
    things: list[str] = []
    squares: list[int] = []
    numbers: list[int] = []
    for word in words:
        if word in enc.combatants:
            targets.append(word)
        elif word.removeprefix("-").isdigit() and word.isascii():
            numbers.append(int(word))
        elif word not in FILLERS:
            found = read_squares(enc, word)
            if found:
                squares.extend(found)
            else:
                things.append(word)
    action = ruleset.actions.get(verb)
    if action is not None and "path" in action.shape.split() and len(squares) == 1 and who in enc.combatants:
        squares = action.route(enc, who, squares[0])
    return Command(who, verb, tuple(targets), " ".join(things), tuple(squares), tuple(numbers))


def read_squares(enc: Encounter, word: str) -> list[int]:
    """`c4`, or `c4-c5-d6`; empty if the word names no squares."""
    try:
        return [enc.board.parse(word)]
    except Invalid:
        pass
    squares: list[int] = []
    for name in word.split("-"):
        try:
            squares.append(enc.board.parse(name))
        except Invalid:
            return []
    return squares


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


def parse_ruling(enc: Encounter, text: str) -> Command:
    """Read a ruling: its verb, then whatever it takes. `set lunk ap 3`, `mode 4.3 warn`, `add orc d4 id=orc9,
    hidden`."""
    verb, _, rest = text.strip().partition(" ")
    words = rest.split()
    if verb in ("prefer", "dice"):
        return _seat_ruling(verb, words)
    if verb == "set" and len(words) >= 3:
        return Command(GM, verb, (words[0],), words[1], text=" ".join(words[2:]))
    if verb in ("note", "end", "allow"):
        return Command(GM, verb, text=rest)
    if verb == "mode" and len(words) == 2:
        return Command(GM, verb, thing=words[0], text=words[1])
    if verb == "add" and len(words) >= 2:
        return Command(GM, verb, thing=words[0], squares=(enc.board.parse(words[1]),), text=" ".join(words[2:]))
    if verb == "move" and len(words) == 2:
        return Command(GM, verb, (words[0],), squares=(enc.board.parse(words[1]),))
    if verb in ("add-condition", "end-condition") and len(words) >= 2:
        numbers = tuple([int(word) for word in words[2:] if word.isascii() and word.isdigit()])
        return Command(GM, verb, (words[0],), words[1], numbers=numbers)
    if verb in ("remove", "hide", "reveal") and len(words) == 1:
        return Command(GM, verb, (words[0],))
    if verb == "end-phase" and not words:
        return Command(GM, verb)
    raise Invalid("ruling", "", text, "a ruling such as 'set WHO FIELD VALUE', 'move WHO SQUARE' or 'end RESULT'")


def _seat_ruling(verb: str, words: list[str]) -> Command:
    """`dice SEAT hand`, `prefer SEAT REACTION off`."""
    if verb == "dice" and len(words) == 2:
        return Command(words[0], verb, text=words[1])
    if verb == "prefer" and len(words) == 3:
        return Command(words[0], verb, thing=words[1], text=words[2])
    raise Invalid("ruling", "", verb, "'dice SEAT hand|server' or 'prefer SEAT REACTION off|ask|auto'")
