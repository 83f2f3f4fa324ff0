"""The easy bot: a rule of thumb for any ruleset, without trying anything.

It strikes what is in good reach, else helps up the fallen, gets itself ready, comes nearer, tries from afar or braces
itself. It goes by what actions are for (`purpose.py`), so it looks at a part of the menu only, and at nothing secret.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.action import Action
from fracas.engine.board.terms import FAR
from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice, Decision
from fracas.engine.policy import Chance, Policy
from fracas.engine.purpose import BRACE, GO, HARM, HELP, IDLE, READY, VARIES
from fracas.engine.ruleset import Ruleset

NOWHERE: Final[set[int]] = set()
A_LITTLE: Final = 4
"""Of what somebody has left, one part in so many is little."""


@mypyc_attr(allow_interpreted_subclasses=True)
class EasyPolicy(Policy):
    """Strikes what is in good reach, else comes nearer."""

    def __init__(self, seed: int) -> None:
        self.looks = True
        self.chance = Chance(seed)
        self._sorted_for: Ruleset | None = None
        self._strikes: list[Action] = []
        self._readies: list[Action] = []
        self._moves: list[Action] = []
        self._braces: list[Action] = []
        self._others: list[Action] = []
        self._ends: list[Action] = []

    # ---------------------------------------------------------------- one's own turn

    def decide(self, ruleset: Ruleset, enc: Encounter, who: str) -> Command:
        """Kind after kind of action, and no further than the first that has something to do."""
        if enc.modes or who not in enc.combatants:
            return super().decide(ruleset, enc, who)
        if self._sorted_for is not ruleset:
            self._sort(ruleset)
        helps: list[Command] = []
        readies: list[Command] = []
        afar: Command | None = None
        start = self.chance.below(len(self._strikes)) if self._strikes else 0
        for number in range(len(self._strikes)):
            action = self._strikes[(start + number) % len(self._strikes)]
            choice = action.choice(enc, who)
            if choice is not None:
                struck = self._strike(ruleset, enc, action, choice, helps, readies)
                if struck is not None and is_in_reach(ruleset, enc, struck):
                    return struck
                afar = afar if afar is not None else struck
        found = raise_fallen(enc, helps)
        if found is None:
            found = readies[0] if readies else first_open(enc, who, self._readies)
        if found is None:
            found = approach(ruleset, enc, who, open_of(enc, who, self._moves))
        if found is None:
            found = afar if afar is not None else first_open(enc, who, self._braces)
        if found is None and not open_of(enc, who, self._others):
            found = first_open(enc, who, self._ends)
        return found if found is not None else super().decide(ruleset, enc, who)

    def _sort(self, ruleset: Ruleset) -> None:
        """The actions of a game by what they are for."""
        own = [action for action in ruleset.actions.values() if not action.window and not action.asks]
        self._strikes = [action for action in own if action.usual_purpose() in (HARM, VARIES)]
        self._readies = [action for action in own if action.usual_purpose() == READY]
        self._moves = [action for action in own if action.usual_purpose() == GO]
        self._braces = [action for action in own if action.usual_purpose() == BRACE]
        # Only where something other than the end of a turn may be left is the whole menu looked at.
        asking = [action for action in ruleset.actions.values() if not action.window and action.asks]
        self._others = [action for action in asking if action.usual_purpose() != IDLE]
        self._ends = [action for action in own if action.verb == PASS]
        self._sorted_for = ruleset

    def _strike(
        self,
        ruleset: Ruleset,
        enc: Encounter,
        action: Action,
        choice: Choice,
        helps: list[Command],
        readies: list[Command],
    ) -> Command | None:
        """Any command of this action that hurts a foe; what helps or makes ready is kept for later."""
        hits: list[Command] = []
        for command in choice.commands:
            purpose = action.purpose_of(enc, command)
            if purpose == HARM:
                if is_worth_striking(enc, action, command):
                    hits.append(command)
            elif purpose == HELP:
                helps.append(command)
            elif purpose == READY:
                readies.append(command)
        return self._blow(ruleset, enc, hits)

    def _blow(self, ruleset: Ruleset, enc: Encounter, hits: list[Command]) -> Command | None:
        """Any of these that is in good reach; any at all where none is."""
        if not hits:
            return None
        start = self.chance.below(len(hits))
        for number in range(len(hits)):
            command = hits[(start + number) % len(hits)]
            if is_in_reach(ruleset, enc, command):
                return command
        return hits[start]

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        """The same from a menu that somebody made: all of it, or what people leave to bots."""
        if who not in enc.combatants:
            return ruleset.stand_in(enc) or self._any(ruleset, menu)
        sorted_menu = Sorted(ruleset, enc, menu)
        blow = self._blow(ruleset, enc, sorted_menu.strikes)
        if blow is not None and is_in_reach(ruleset, enc, blow):
            return blow
        found = raise_fallen(enc, sorted_menu.helps)
        if found is None and sorted_menu.readies:
            found = sorted_menu.readies[0]
        if found is None:
            found = approach(ruleset, enc, who, sorted_menu.moves)
        if found is None:
            found = blow
        if found is None and sorted_menu.braces:
            found = sorted_menu.braces[0]
        return found if found is not None else self._rest(ruleset, menu)

    def _rest(self, ruleset: Ruleset, menu: list[Choice]) -> Command:
        """The end of one's turn, or what harms nobody and goes nowhere, if there is such a thing."""
        quiet = [choice for choice in menu if ruleset.actions[choice.verb].usual_purpose() == IDLE]
        return self._any(ruleset, quiet or menu)

    def _any(self, ruleset: Ruleset, menu: list[Choice]) -> Command:
        """The end of one's turn, or whatever lets the game go on."""
        for choice in menu:
            if choice.verb == PASS:
                return choice.command(0)
        busy = [choice for choice in menu if not ruleset.actions[choice.verb].idle and choice.size] or menu
        choice = busy[self.chance.below(len(busy))]
        return choice.command(self.chance.below(choice.size))

    # ---------------------------------------------------------------- questions

    def looks_before(self, ruleset: Ruleset, decision: Decision) -> bool:
        """Only where answers are weighed. Any reaction will do, and no seat is offered one that it must not know of."""
        return decision.window in ruleset.replies

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        """Two chances in three to do something are taken, whatever it is; other questions get their default."""
        if decision.window in ruleset.windows:
            acts = [command for command in decision.commands if command.verb != PASS]
        else:
            acts = worthwhile(ruleset, enc, decision)
        if not acts or not self.chance.below(3):
            return decision.default
        return acts[self.chance.below(len(acts))]


class Sorted:
    """A menu by what its commands are for; moves stay choices, because their squares are many."""

    def __init__(self, ruleset: Ruleset, enc: Encounter, menu: list[Choice]) -> None:
        self.strikes: list[Command] = []
        self.helps: list[Command] = []
        self.readies: list[Command] = []
        self.braces: list[Command] = []
        self.moves: list[Choice] = []
        for choice in menu:
            action = ruleset.actions[choice.verb]
            usual = action.usual_purpose()
            if usual == GO:
                self.moves.append(choice)
            elif usual != IDLE:
                for command in choice.commands:
                    self._put(enc, action, action.purpose_of(enc, command) if usual == VARIES else usual, command)

    def _put(self, enc: Encounter, action: Action, purpose: str, command: Command) -> None:
        if purpose == HARM:
            if is_worth_striking(enc, action, command):
                self.strikes.append(command)
        elif purpose == HELP:
            self.helps.append(command)
        elif purpose == READY:
            self.readies.append(command)
        elif purpose == BRACE:
            self.braces.append(command)


def worthwhile(ruleset: Ruleset, enc: Encounter, decision: Decision) -> list[Command]:
    """The answers that promise something, to a question that asks for no reaction."""
    action = ruleset.replies.get(decision.window)
    if action is None:
        return []
    found: list[Command] = []
    for command in decision.commands:
        if command.verb != PASS and action.promise(enc, command) > 0:
            if action.purpose_of(enc, command) != HARM or is_worth_striking(enc, action, command):
                found.append(command)
    return found


def side_of(enc: Encounter, who: str) -> str:
    """The side somebody acts for; that of the GM's people for the GM, in whose name the surroundings strike."""
    if who in enc.combatants:
        return enc.combatants[who].side
    for one in enc.combatants.values():
        if one.seat == who:
            return one.side
    return ""


def is_worth_striking(enc: Encounter, action: Action, command: Command) -> bool:
    """Does it reach foes on their feet, and more of them than of one's own?"""
    side = side_of(enc, command.who)
    count = 0
    for who in action.touched(enc, command):
        one = enc.combatants[who]
        if one.side == side:
            count -= 1
        elif one.present:
            count += 1
    return count > 0


def is_in_reach(ruleset: Ruleset, enc: Encounter, command: Command) -> bool:
    """Does it carry well as far as its target? Fights in which people shoot from beyond drag on undecided."""
    carries = ruleset.actions[command.verb].carries(enc, command) if len(command.targets) == 1 else 0
    if not carries:
        return True
    one, other = enc.combatants[command.who], enc.combatants[command.target]
    return enc.board.gap(one.pos, one.size, other.pos, other.size) <= carries


def open_of(enc: Encounter, who: str, actions: list[Action]) -> list[Choice]:
    """What is open of these actions."""
    found: list[Choice] = []
    for action in actions:
        choice = action.choice(enc, who)
        if choice is not None:
            found.append(choice)
    return found


def first_open(enc: Encounter, who: str, actions: list[Action]) -> Command | None:
    """The first thing that can be done of these actions."""
    for action in actions:
        choice = action.choice(enc, who)
        if choice is not None and choice.size:
            return choice.command(0)
    return None


def raise_fallen(enc: Encounter, helps: list[Command]) -> Command | None:
    """Help for somebody who lies on the ground, if there is any."""
    for command in helps:
        for target in command.targets:
            if enc.combatants[target].down:
                return command
    return None


def nearest_foe(enc: Encounter, me: Combatant) -> Combatant | None:
    """The standing foe with the smallest gap, the first in list order among equals."""
    found: Combatant | None = None
    least = FAR + 1
    for one in enc.combatants.values():
        if one.side != me.side and one.present:
            gap = enc.board.gap(me.pos, me.size, one.pos, one.size)
            if gap < least:
                found, least = one, gap
    return found


class Afoot:
    """The way to a foe on foot, whoever stands between and if all doors were open."""

    def __init__(self, ruleset: Ruleset, enc: Encounter, me: Combatant, foe: Combatant) -> None:
        self.far: dict[int, int] = {}
        """How far it is from each square, past what would hurt if a way leads past it; empty where none leads there."""
        self.bears = 0
        """How much more harm than where one stands one walks into: a little where harm hems one in, else none."""
        board = enc.board.opened()
        if not board.holds(foe.pos) or not board.holds(me.pos):
            return
        perils = ruleset.perils(enc, me.id)
        shunned = {square for square, harm in perils.items() if harm > perils.get(me.pos, 0)}
        far = board.walks(foe.pos, me.size, shunned)
        if shunned and me.pos not in far:
            far = board.walks(foe.pos, me.size, NOWHERE)
            self.bears = ruleset.left(enc, me.id) // A_LITTLE
        if me.pos in far:
            self.far = far


def ends_of(ruleset: Ruleset, enc: Encounter, choice: Choice) -> list[int]:
    """Where each command of a move would end; a door that is opened counts for the square beyond."""
    if choice.reach is not None:
        return choice.squares
    action = ruleset.actions[choice.verb]
    return [end_of(command) if action.purpose_of(enc, command) == GO else -1 for command in choice.commands]


def end_of(command: Command) -> int:
    """Where a move would end; -1 where it names no square."""
    return command.squares[-1] if command.squares else -1


def approach(
    ruleset: Ruleset, enc: Encounter, who: str, moves: list[Choice], foe: Combatant | None = None
) -> Command | None:
    """The move that shortens the way to a foe most, by default the nearest, round corners and past what would hurt;
    None if none does."""
    me = enc.combatants[who]
    if foe is None and moves:
        foe = nearest_foe(enc, me)
    if foe is None or not moves:
        return None
    afoot = Afoot(ruleset, enc, me, foe)
    board, size, pos, span = enc.board, me.size, foe.pos, foe.size
    ranked: list[tuple[int, int, int]] = []
    here = afoot.far[me.pos] if afoot.far else board.gap(me.pos, size, pos, span)
    for number, choice in enumerate(moves):
        for index, square in enumerate(ends_of(ruleset, enc, choice)):
            far = afoot.far.get(square, FAR) if afoot.far else board.gap(square, size, pos, span)
            if far < here:
                ranked.append((far, number, index))
    ranked.sort()
    for _, number, index in ranked:
        command = moves[number].command(index)
        if is_safe(ruleset, enc, command, afoot.bears):
            return command
    return None


def is_safe(ruleset: Ruleset, enc: Encounter, command: Command, bears: int = 0) -> bool:
    """Does nothing on this way hurt more than where one stands and what one bears, and no fall?"""
    if ruleset.actions[command.verb].plunge(enc, command):
        return False
    perils = ruleset.perils(enc, command.who) if command.squares else {}
    bears += perils.get(enc.combatants[command.who].pos, 0)
    return not [square for square in command.squares if perils.get(square, 0) > bears]
