"""Section 13: spells, their checks, targets and effects, and Recover."""

from __future__ import annotations

from fracas.engine.api import Choice, Command, Encounter, Invalid, Reason, Table
from fracas.engine.board import UNSEEN
from fracas.engine.purpose import HARM, HELP, IDLE
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_held, bars_price, pay
from fracas.rulesets.crisis_mode.attacks import bars_sight, bars_unknown
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price, Spell
from fracas.rulesets.crisis_mode.situation import Standing, standing
from fracas.rulesets.crisis_mode.spells import ManaChanged, area_of, give_mana, in_area, work


class SpellAction(CrisisAction):
    """Whatever lets a spell go, from a card or a scroll: each is aimed the way the spell asks for."""

    def spells(self, one: Fighter) -> list[tuple[str, Spell]]:
        """The spells at hand, each with the thing that a command names for it."""
        return []

    def spell(self, enc: Encounter, thing: str) -> Spell | None:
        """The spell behind such a thing, where there is one."""
        return None

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        spell = self.spell(enc, command.thing)
        if spell is not None:
            check_aim(command, spell)

    def purpose_of(self, enc: Encounter, command: Command) -> str:
        spell = self.spell(enc, command.thing)
        return spell_purpose(spell) if spell is not None else IDLE

    def touched(self, enc: Encounter, command: Command) -> list[str]:
        spell = self.spell(enc, command.thing)
        found = spell_touches(enc, command, spell) if spell is not None else []
        return found or super().touched(enc, command)

    def carries(self, enc: Encounter, command: Command) -> int:
        spell = self.spell(enc, command.thing)
        return spell.range if spell is not None else 0

    def area(self, enc: Encounter, command: Command) -> list[int]:
        spell = self.spell(enc, command.thing)
        return area_of(enc, spell, command.squares[0]) if spell is not None and command.squares else []

    def promise(self, enc: Encounter, command: Command) -> int:
        """Mana that nobody spends is of no use."""
        spell = self.spell(enc, command.thing)
        return 60 + 20 * spell.mp if spell is not None else 0

    def special(self, enc: Encounter, command: Command) -> bool:
        """Mana and scrolls are spent on purpose."""
        return True

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        here = standing(enc, who)
        return [command for thing, spell in self.spells(here.one) for command in aims(here, self.verb, thing, spell)]

    def left(self, here: Standing) -> Choice | None:
        legal: list[Command] = []
        for thing, spell in self.spells(here.one):
            if not self.bars_thing(here, thing):
                legal += aims(here, self.verb, thing, spell, True)
        return Choice(here.one.id, self.verb, legal, [], None) if legal else None

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        here, spell = standing(enc, command.who), self.spell(enc, command.thing)
        return self.bars_thing(here, command.thing) + (bars_aim(here, spell, command) if spell is not None else [])

    def elsewhere(self, enc: Encounter, who: str) -> list[Command]:
        spells = self.spells(fighter(enc, who))
        return [command for thing, spell in spells for command in other_squares(enc, self, who, thing, spell)]


class Cast(SpellAction):
    """13.1: casting a spell from one's card."""

    def spells(self, one: Fighter) -> list[tuple[str, Spell]]:
        return [(spell.id, spell) for spell in one.creature.spells]

    def spell(self, enc: Encounter, thing: str) -> Spell | None:
        return content_of(enc).spells[thing]

    def things(self) -> str:
        return "a spell"

    def known(self, enc: Encounter) -> list[str]:
        return list(content_of(enc).spells)

    def price(self, enc: Encounter, command: Command) -> Price:
        return content_of(enc).spells[command.thing].price if command.thing else self.usual

    def cost(self, enc: Encounter, command: Command) -> str:
        if not command.thing:
            return "as its card says"
        return f"{super().cost(enc, command)}, {content_of(enc).spells[command.thing].mp} MP"

    def possible(self, here: Standing) -> bool:
        return bool(here.one.creature.spells)

    def barred_as(self) -> str:
        return "spell"

    def bars_own(self, here: Standing) -> list[Reason]:
        one = here.one
        return [] if one.creature.spells else [Reason("13.2", f"{one.name} knows no spell")]

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        return bars_spell(here, here.one.content.spells[thing])

    def perform(self, table: Table, command: Command) -> None:
        spell = content_of(table.enc).spells[command.thing]
        pay(table, command.who, self.price(table.enc, command), f"cast {spell.name}")
        spent = min(spell.mp, fighter(table.enc, command.who).mp)
        if spent:
            table.emit(ManaChanged(command.who, -spent, spell.name))
        work(table, command, spell)


def spell_purpose(spell: Spell) -> str:
    """By whom it is aimed at."""
    return HELP if spell.target in ("self", "ally") or spell.heal else HARM


def spell_touches(enc: Encounter, command: Command, spell: Spell) -> list[str]:
    """Everybody in the area it is aimed at."""
    return in_area(enc, spell, command.squares[0]) if spell.target == "square" else []


def check_aim(command: Command, spell: Spell) -> None:
    """Raise unless the command is aimed the way the spell's card asks for."""
    if spell.target == "square":
        if len(command.squares) != 1 or command.targets:
            raise Invalid("command", "squares", list(command.squares), "one square to aim at")
    elif spell.target == "self" or spell.affects == "effect":
        if command.squares or [t for t in command.targets if t != command.who]:
            raise Invalid("command", "targets", list(command.targets), "no target: the spell starts with the caster")
    elif len(command.targets) != 1 or command.squares:
        raise Invalid("command", "targets", list(command.targets), "one target")


def aims(here: Standing, verb: str, thing: str, spell: Spell, legal: bool = False) -> list[Command]:
    """The ways to aim a spell that are worth offering, or of these only the legal ones."""
    one, who, people = here.one, here.one.id, here.living
    if spell.target == "self" or spell.affects == "effect":
        return [Command(who, verb, thing=thing)]
    if spell.target == "square":
        squares = dict.fromkeys([other.pos for other in people if other.side != one.side])
        near = [square for square in squares if not legal or not bars_square(here.enc, one, spell, square)]
        return [Command(who, verb, thing=thing, squares=(square,)) for square in near]
    if spell.target == "foe":
        people = here.foes()
    elif spell.target == "ally":
        people = [other for other in people if other.side == one.side]
    if legal:
        close = [other for other in people if other is one or here.gap(other) <= spell.range]
        people = [other for other in close if not bars_whom(here, spell, other)]
    return [Command(who, verb, (other.id,), thing) for other in people]


def other_squares(enc: Encounter, action: CrisisAction, who: str, thing: str, spell: Spell) -> list[Command]:
    """The legal squares for an area beyond those worth offering: with nobody in the middle of it."""
    found: list[Command] = []
    if spell.target == "square":
        near = [command.squares for command in aims(standing(enc, who), action.verb, thing, spell)]
        for square in range(enc.board.size):
            command = Command(who, action.verb, thing=thing, squares=(square,))
            if command.squares not in near and not action.bars_pick(enc, command):
                found.append(command)
    return found


def bars_spell(here: Standing, spell: Spell) -> list[Reason]:
    """Whatever bars casting a spell, whatever it is aimed at."""
    found = here.spells.get(spell.id)
    if found is None:
        one = here.one
        voice = bars_held(here, "voice") if spell.voice else []
        found = bars_price(here, spell.price) + bars_known(one, spell) + bars_mana(one, spell) + voice
        here.spells[spell.id] = found
    return found


def bars_known(one: Fighter, spell: Spell) -> list[Reason]:
    """13.2: only spells on the card; to those who know none that is said already."""
    spells = one.creature.spells
    return [] if spell in spells or not spells else [Reason("13.2", f"{one.name} does not know {spell.name}")]


def bars_mana(one: Fighter, spell: Spell) -> list[Reason]:
    """13.3: enough Mana Points."""
    if one.mp >= spell.mp:
        return []
    return [Reason("13.3", f"{one.name} needs {spell.mp} MP and has {one.mp}", "recover", "recover")]


def bars_aim(here: Standing, spell: Spell, command: Command) -> list[Reason]:
    """13.5, 13.6: what speaks against the target or the square it is aimed at."""
    if spell.target == "square":
        return bars_square(here.enc, here.one, spell, command.squares[0])
    return bars_whom(here, spell, fighter(here.enc, command.target)) if command.targets else []


def bars_whom(here: Standing, spell: Spell, target: Fighter) -> list[Reason]:
    """13.5, 13.6: the right kind of target, within range and in sight."""
    one = here.one
    wrong = bars_kind(one, spell, target)
    if wrong or target is one:
        return wrong
    return bars_range(spell, target.name, here.gap(target)) or bars_sight(here.enc, one, target)


def bars_range(spell: Spell, name: str, gap: int) -> list[Reason]:
    """13.6: within range."""
    if gap <= spell.range:
        return []
    return [Reason("13.6", f"{name} is {gap} squares away, range is {spell.range}", "move closer", "path")]


def bars_kind(one: Fighter, spell: Spell, target: Fighter) -> list[Reason]:
    """13.5: the caster alone, an ally, a foe or anybody, but nobody dead."""
    right = (
        spell.target == "any"
        or (spell.target == "ally" and target.side == one.side)
        or (spell.target == "foe" and target.side != one.side)
        or target is one
    )
    if (target is one and spell.target == "foe") or not right or not target.alive:
        return [Reason("13.5", f"{spell.name} cannot be aimed at {target.name}")]
    return bars_unknown(target) if target.side != one.side else []


def bars_square(enc: Encounter, one: Fighter, spell: Spell, square: int) -> list[Reason]:
    """13.6: a square within range and in sight."""
    name = enc.board.name(square)
    far = bars_range(spell, name, enc.board.gap(one.pos, one.size, square, 1))
    if not far and square != one.pos and enc.board.sight(one.pos, one.size, square, 1) == UNSEEN:
        return [Reason("9.12", f"{name} is out of sight")]
    return far


class Recover(CrisisAction):
    """13.13: a quiet moment for a Mana Point."""

    def fixed_price(self, enc: Encounter, one: Fighter) -> Price:
        return Price(3, True) if options(enc).mana_recovery == "fast" else self.usual

    def bars_own(self, here: Standing) -> list[Reason]:
        return [] if self.possible(here) else [Reason("13.13", f"{here.one.name} has full Mana Points already")]

    def possible(self, here: Standing) -> bool:
        return here.one.mp < here.one.max_mp

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "recover")
        give_mana(table, command.who, 2 if options(table.enc).mana_recovery == "fast" else 1, "recover")
