"""Random situations for any ruleset: mixed casts and options, a restless GM, and commands nobody should give.

For `prove` and the property tests; everything follows from one `Chance`, so that a seed gives the same again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from fracas.engine.board.rooms import ALL
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.covering import COVER, ROOM, SQUARES, UNCOVER
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.offer import Choice
from fracas.engine.policy import Chance
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import MODES, check_ruling, perform_ruling
from fracas.engine.table import Answerer, Table, Thrower

T = TypeVar("T")
MOST_ADDED = 4
FAR_ENOUGH = 40
IDLE_ONE_IN = 8
"""One command in so many is picked among all, those that neither hurt nor help included."""
STROLL_ONE_IN = 4
"""One walk in so many is taken although there is something else to do, and one leads anywhere, not to an enemy."""
TRIES = 4
"""A walk goes to the one of so many squares that is nearest to an enemy; of two deeds the plainer is done."""
MOST_SQUARES = 200
"""How many squares are named one by one at most."""
KEPT_FIELDS = ("size", "side", "seat")
"""Fields a random GM leaves alone: changed blindly they make states no table would play."""
RULINGS = (
    "set",
    "set",
    "move",
    "add",
    "remove",
    "hide",
    "reveal",
    "cover",
    "uncover",
    "uncover",
    "add-condition",
    "add-condition",
    "end-condition",
    "mode",
    "note",
    "end-phase",
    "prefer",
    "dice",
)


class Dice:
    """Chance with the few words we need; it holds one, since the compiled class cannot be extended."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)

    def below(self, n: int) -> int:
        return self.chance.below(n)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0


def dice_for(*words: object) -> Dice:
    """A generator that depends on all these words."""
    text = "/".join([str(word) for word in words])
    return Dice(int(hashlib.sha256(text.encode("utf-8")).hexdigest()[:12], 16))


def mix_start(ruleset: Ruleset, scenarios: Sequence[str], chance: Dice, label: str) -> Encounter:
    """A scenario, half the time with other options, a third of the time with more creatures in it."""
    options: dict[str, str] = {}
    if chance.one_in(2):
        for option in ruleset.options:
            if chance.one_in(3):
                options[option.name] = chance.pick(option.choices)
    enc = ruleset.start(chance.pick(scenarios), options, [f"{label} public", f"{label} gm"])
    if ruleset.content.people() and chance.one_in(3):
        for _ in range(1 + chance.below(MOST_ADDED)):
            ruling = addition(ruleset, enc, chance)
            if ruling is not None:
                perform_ruling(Table(ruleset, enc, ruling, Answerer(), Thrower()), ruling)
    return enc


def addition(ruleset: Ruleset, enc: Encounter, chance: Dice) -> Command | None:
    """One more creature of any kind, beside somebody of any side."""
    people = [one for one in enc.combatants.values() if enc.board.holds(one.pos)]
    if not people:
        return None
    kind, friend = chance.pick(ruleset.content.people()), chance.pick(people)
    size = ruleset.make(enc, kind, "probe", friend.pos, friend.side, friend.seat).size
    square = free_square(enc, "", size, chance)
    if square < 0:
        return None
    hidden = ", hidden" if friend.seat == GM and chance.one_in(6) else ""
    return Command(GM, "add", thing=kind, squares=(square,), text=f"side={friend.side}, seat={friend.seat}{hidden}")


def free_square(enc: Encounter, who: str, size: int, chance: Dice) -> int:
    """A square somebody of this size could have walked to, or -1."""
    taken: set[int] = set()
    for one in enc.combatants.values():
        if one.id != who and not one.out:
            taken.update(enc.board.footprint(one.pos, one.size))
    starts = [one.pos for one in enc.combatants.values() if enc.board.holds(one.pos)]
    if not starts:
        return -1
    start = chance.pick(starts)
    if not enc.board.footprint(start, size):
        return -1
    squares = [
        square
        for square in enc.board.reach(start, size, FAR_ENOUGH, taken).costs
        if not [part for part in enc.board.footprint(square, size) if part in taken]
    ]
    return chance.pick(squares) if squares else -1


def pick_of(choice: Choice, chance: Dice) -> Command:
    """First the thing, then what it is used on: else a thing with many squares would crowd out the others."""
    if choice.reach is not None:
        return choice.command(chance.below(choice.size))
    things = list(dict.fromkeys([command.thing for command in choice.commands]))
    thing = chance.pick(things)
    return chance.pick([command for command in choice.commands if command.thing == thing])


# -------------------------------------------------------------------- rulings


def random_ruling(
    ruleset: Ruleset, enc: Encounter, paragraphs: Sequence[str], chance: Dice, question_open: bool
) -> Command | None:
    """A ruling that makes sense here, or None."""
    # Under leniency every menu is judged the long way, so it does not last.
    verb = "mode" if enc.modes and chance.one_in(2) else chance.pick(RULINGS)
    ruling = _draft(ruleset, enc, verb, paragraphs, chance)
    if ruling is None:
        return None
    seat = ruling.who
    try:
        check_ruling(ruleset, enc, ruling, seat, question_open)
    except (Invalid, Refused):
        return None
    trial = enc.copy()
    perform_ruling(Table(ruleset, trial, ruling, Answerer(), Thrower()), ruling)
    # A GM may make any state by hand; one that no play could reach says nothing about the rules.
    return None if ruleset.invariants(trial) else ruling


def _draft(ruleset: Ruleset, enc: Encounter, verb: str, paragraphs: Sequence[str], chance: Dice) -> Command | None:
    people = [one for one in enc.combatants.values() if not one.out]
    if not people:
        return None
    one = chance.pick(people)
    if verb == "set":
        field = chance.pick([name for name in one.settable() if name not in KEPT_FIELDS])
        return Command(GM, verb, (one.id,), field, text=_nudged(_value(one, field), chance))
    if verb == "move":
        square = free_square(enc, one.id, one.size, chance)
        return Command(GM, verb, (one.id,), squares=(square,)) if square >= 0 else None
    if verb == "add":
        return addition(ruleset, enc, chance) if ruleset.content.people() and len(people) < 14 else None
    if verb == "add-condition" and ruleset.condition_names():
        name = chance.pick(ruleset.condition_names())
        return Command(GM, verb, (one.id,), name, numbers=(1 + chance.below(3),))
    if verb == "end-condition" and one.conditions:
        return Command(GM, verb, (one.id,), chance.pick(one.conditions).name)
    if verb == "mode":
        if enc.modes:
            return Command(GM, verb, thing=chance.pick(sorted(enc.modes)), text="refuse")
        rules = [number for number in paragraphs if not number.startswith("0.")]
        return Command(GM, verb, thing=chance.pick(rules), text=chance.pick(MODES)) if rules else None
    if verb == "prefer":
        reactions = [name for name, action in ruleset.actions.items() if action.window]
        if reactions and enc.seats:
            seat = chance.pick(list(enc.seats))
            return Command(seat, verb, thing=chance.pick(reactions), text=chance.pick(("off", "ask", "auto")))
        return None
    if verb == "dice":
        return Command(chance.pick(list(enc.seats)), verb, text=chance.pick(("hand", "server"))) if enc.seats else None
    if verb in ("note", "end-phase"):
        return Command(GM, verb, text="a note" if verb == "note" else "")
    if verb in ("remove", "hide", "reveal"):
        return Command(GM, verb, (one.id,))
    return random_ground(enc, verb, chance) if verb in (COVER, UNCOVER) else None


def random_ground(enc: Encounter, verb: str, chance: Dice) -> Command:
    """Some part of the map to cover or uncover: all of it, a room, or the squares around one of its own."""
    board, at = enc.board, chance.below(enc.board.size)
    kind = chance.below(6)
    if kind == 0:
        return Command(GM, verb, thing=ALL)
    if kind == 1:
        return Command(GM, verb, thing=ROOM, squares=(at,))
    return Command(GM, verb, thing=SQUARES, squares=tuple(board.burst(at, 1 + chance.below(3))[:MOST_SQUARES]))


def _value(one: Combatant, field: str) -> str:
    try:
        return one.value_of(field)
    except Invalid:
        return ""


def _nudged(value: str, chance: Dice) -> str:
    """A number a little larger or smaller; a word as it is."""
    if value.lstrip("-").isdigit():
        return str(int(value) + chance.below(7) - 3)
    return value


# -------------------------------------------------------------------- commands that are open


def random_choice(ruleset: Ruleset, enc: Encounter, menu: list[Choice], chance: Dice) -> Command:
    """Any command of a menu; rarely one that gets nobody anywhere, and rather another action than a walk."""
    telling = [choice for choice in menu if not ruleset.actions[choice.verb].idle]
    choice = chance.pick(telling if telling and not chance.one_in(IDLE_ONE_IN) else menu)
    if _walks(ruleset, choice) and not chance.one_in(STROLL_ONE_IN):
        choice = chance.pick([other for other in telling if not _walks(ruleset, other)] or [choice])
    if not _walks(ruleset, choice):
        return min([pick_of(choice, chance), pick_of(choice, chance)], key=lambda command: bool(command.thing))
    picks = [chance.below(choice.size) for _ in range(TRIES)]
    if chance.one_in(STROLL_ONE_IN):
        return choice.command(picks[0])
    return choice.command(min(picks, key=lambda at: _gap(enc, choice, at)))


def _walks(ruleset: Ruleset, choice: Choice) -> bool:
    """Asked of the action, since asking for the reach would work it out."""
    return "path" in ruleset.actions[choice.verb].shape.split()


def _gap(enc: Encounter, choice: Choice, at: int) -> int:
    """How far from the nearest enemy a walk would end."""
    one = enc.combatants[choice.who]
    end = choice.squares[at] if choice.reach is not None else choice.commands[at].squares[-1]
    foes = [other for other in enc.combatants.values() if other.side != one.side and other.present]
    return min([enc.board.gap(end, one.size, foe.pos, foe.size) for foe in foes], default=0)


# -------------------------------------------------------------------- commands that may be barred


def random_command(ruleset: Ruleset, enc: Encounter, who: str, chance: Dice) -> Command | None:
    """Any command one could utter: a candidate of some action with a part exchanged, or a walk to nowhere."""
    action = chance.pick(list(ruleset.actions.values()))
    people = list(enc.combatants)
    if chance.one_in(4):
        who = chance.pick(people)
    if "path" in action.shape.split():
        walker = who if who in enc.combatants else chance.pick(people)
        return Command(walker, action.verb, squares=tuple(_walk(enc, walker, chance)))
    drafts = action.candidates(enc, who if chance.below(3) else chance.pick(people))
    if not drafts:
        return Command(who, action.verb)
    base = chance.pick(drafts)
    targets, thing, squares = base.targets, base.thing, base.squares
    twist = chance.below(4)
    if twist == 0 and targets:
        targets = (chance.pick(people),)
    elif twist == 1 and squares:
        squares = (chance.below(enc.board.size),)
    elif twist == 2 and thing:
        thing = chance.pick(drafts).thing
    return Command(who, action.verb, targets, thing, squares, base.numbers, base.text)


def _walk(enc: Encounter, who: str, chance: Dice) -> list[int]:
    one = enc.combatants[who]
    at, path = one.pos, list[int]()
    for _ in range(1 + chance.below(7)):
        near = enc.board.neighbours(at, one.size) if enc.board.holds(at) else []
        at = chance.pick(near) if near and chance.below(12) else chance.below(enc.board.size)
        path.append(at)
    return path


def listed(menu: list[Choice], command: Command) -> bool:
    """Is exactly this command among the legal ones?"""
    for choice in menu:
        if choice.verb == command.verb and choice.who == command.who:
            for index in range(choice.size):
                if choice.reach is not None and choice.squares[index] != command.squares[-1]:
                    continue
                if choice.command(index).same(command):
                    return True
    return False


def covered(enc: Encounter, menu: list[Choice], command: Command) -> bool:
    """Does the menu list this command, or the same thing put differently?

    Targets in another order, another way to a listed square, a walk back to where one stands, a square to aim at where
    nobody would be hit, and a part left out that goes without saying (the weapon in hand, oneself) are legal and not
    worth a line of their own.
    """
    if command.thing and len(command.squares) == 1:
        return True
    mover = enc.combatants.get(command.who)
    if mover is not None and command.squares and command.squares[-1] == mover.pos:
        return True
    for choice in menu:
        if choice.verb != command.verb or choice.who != command.who:
            continue
        if choice.reach is not None:
            return command.squares[-1] in choice.squares
        for one in choice.commands:
            if _alike(one, command):
                return True
    return False


def _alike(one: Command, other: Command) -> bool:
    things = one.thing == other.thing or not one.thing or not other.thing
    targets = [sorted([who for who in c.targets if who != c.who]) for c in (one, other)]
    return things and targets[0] == targets[1] and bool(one.squares) == bool(other.squares)
