"""Section 10: Sustain Effects, begun by an action, applied at each later turn start, and interrupted."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import EFFECT, Command, Duration, Encounter, Question, Reason, Table, Why
from fracas.engine.events import BOOKS, NEWS, SUBJECT, About
from fracas.engine.purpose import IDLE
from fracas.rulesets.cap_check.acting import CapAction, hindrances
from fracas.rulesets.cap_check.conditions import boons, end_effect, grant
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fields import lift_laid
from fracas.rulesets.cap_check.fighter import KEY, Fighter, fighter, known_card, rounds, title_of
from fracas.rulesets.cap_check.flow import Sustained
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.targets import bars_body, bars_place, bars_side, reaches


class SustainBegan(About):
    """A Sustain Effect is active from now on."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, card: str, targets: list[str], squares: list[int], serial: int) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.serial = serial

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.serial = self.serial
        one.sustaining = [*one.sustaining, Sustained(self.card, self.targets, self.squares, self.serial)]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} sustains {title_of(enc, self.card)}"


class SustainTurned(About):
    """A Sustain Effect has other targets from now on."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, card: str, serial: int, targets: list[str]) -> None:
        self.who = who
        self.card = card
        self.serial = serial
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        held = {held.serial: held for held in one.sustaining}
        turned = Sustained(self.card, self.targets, held[self.serial].squares, self.serial)
        one.sustaining = list({**held, self.serial: turned}.values())

    def say(self, enc: Encounter) -> str:
        names = " and ".join([enc.name(who) for who in self.targets]) or "nobody in sight"
        return f"{enc.name(self.who)} sustains {title_of(enc, self.card)} on {names}"


class SustainEnded(About):
    """A Sustain Effect is over."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, card: str, serial: int, why: str) -> None:
        self.who = who
        self.card = card
        self.serial = serial
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.sustaining = [held for held in one.sustaining if held.serial != self.serial]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} no longer sustains {title_of(enc, self.card)} ({self.why})"


def sustains(card: Card) -> bool:
    return "sustain" in card.types


def bars_sustain(one: Fighter, card: Card) -> list[Reason]:
    """10.7, 10.8, 12.5: no more at once than the limit; copies of one effect and Tide-Turners count each."""
    if sustains(card) and one.is_hero and len(one.sustaining) >= one.sustain_limit:
        text = f"{one.name} sustains {len(one.sustaining)} of {one.sustain_limit}"
        return [Reason("10.7", text, "release one first", "release")]
    return []


def key_of(serial: int) -> str:
    """The name under which boons of its user last as long as the effect."""
    return f"{KEY}{serial}"


def begin_sustain(table: Table, doing: Doing) -> None:
    """10.1, 10.7, 10.16: from now on the effect is active; where the GM allows one too many, the oldest makes room."""
    one = fighter(table.enc, doing.who)
    if one.sustain_limit <= 0:
        return
    for held in one.sustaining:
        if len(one.sustaining) >= one.sustain_limit:
            end_sustain(table, doing.who, held, "another takes its place")
    serial = one.serial + 1
    table.emit(SustainBegan(doing.who, doing.card.id, doing.targets, doing.squares, serial))
    doing.key = key_of(serial)


def end_sustain(table: Table, who: str, held: Sustained, why: str) -> None:
    """10.15: the effect is over with everything that hung on it; to begin it again is to pay again."""
    table.emit(SustainEnded(who, held.card, held.serial, why))
    end_effect(table, who, key_of(held.serial))
    lift_laid(table, who, key_of(held.serial))
    hold_on(table, who, held.card)


def hold_on(table: Table, who: str, name: str) -> None:
    """10.8: another copy that is still sustained goes on giving what both gave."""
    card, one = known_card(table.enc, name), fighter(table.enc, who)
    for held in one.sustaining if card.hold and one.present else []:
        if held.card != name:
            continue
        for effect in card.effects:
            for target in [who] if effect.to == "self" else held.targets:
                if effect.kind == "boon" and effect.until == "sustain" and lacks(table.enc, target, effect.name, name):
                    kept = Duration(EFFECT, who, note=key_of(held.serial))
                    grant(table, target, effect.name, effect.amount, effect.until, name, kept)


def lacks(enc: Encounter, who: str, boon: str, source: str) -> bool:
    """Has somebody who stands no boon of this kind from this card?"""
    standing = who in enc.combatants and fighter(enc, who).present
    return standing and not [held for held in boons(fighter(enc, who), boon, False) if held.source == source]


def interrupt_all(table: Table, who: str, why: str) -> None:
    """10.9, 10.10: whoever has FALLEN or sleeps sustains nothing."""
    for held in fighter(table.enc, who).sustaining:
        end_sustain(table, who, held, why)


def strip(table: Table, who: str, amount: int) -> None:
    """10.13: some effects end what others sustain, the one begun first before the others."""
    for held in fighter(table.enc, who).sustaining[:amount]:
        end_sustain(table, who, held, "torn away")


def still_legal(enc: Encounter, one: Fighter, card: Card, held: Sustained) -> list[str]:
    """10.11, 10.17: those of its targets that still can be: standing, in range or in the area, and in the open."""
    others = [fighter(enc, who) for who in held.targets if who in enc.combatants]
    others = [other for other in others if not bars_side(card, one, other)]
    if needs_target(card):
        return [other.id for other in others if not bars_body(enc, card, one, other)]
    return [other.id for other in others if card.target == "self" or reaches(enc, card, one, other, held.squares)]


def needs_target(card: Card) -> bool:
    return card.target not in ("self", "square", "burst", "field")


def bars_ground(enc: Encounter, one: Fighter, card: Card, held: Sustained) -> list[Reason]:
    """10.11: an effect on a square needs it within range and no Cover between but what it laid itself."""
    if card.target != "square" or not held.squares:
        return []
    square, key = held.squares[0], key_of(held.serial)
    own = {laid.square: laid.before for laid in rounds(enc).laid if laid.who == one.id and laid.by == key}
    if own:
        enc = enc.copy()
        enc.board = enc.board.with_terrain(own)
    return bars_place(enc, card, one, square, 1, enc.board.name(square), 0)


def interrupted(enc: Encounter, one: Fighter, card: Card, held: Sustained, targets: list[str]) -> bool:
    """10.11: nobody is left, or what it was put on is out of reach; the ground itself never runs out."""
    nobody = not targets and (needs_target(card) or (card.hold and held.targets))
    return bool(nobody or bars_ground(enc, one, card, held))


def maintain(table: Table, who: str) -> None:
    """10.3: each active effect is kept or dropped in the order they were begun, and applied if kept."""
    for held in fighter(table.enc, who).sustaining:
        one = fighter(table.enc, who)
        if not one.present or held.serial not in [other.serial for other in one.sustaining]:
            continue
        card = known_card(table.enc, held.card)
        targets = still_legal(table.enc, one, card, held)
        if interrupted(table.enc, one, card, held, targets):
            end_sustain(table, who, held, "no target is left")
            continue
        if (needs_target(card) or card.hold) and len(targets) < len(held.targets):
            let_go(table, who, held, targets)
        if not kept(table, who, card, held):
            end_sustain(table, who, held, "dropped")
        elif not card.hold:
            repeat(table, who, card, held, targets)


def let_go(table: Table, who: str, held: Sustained, targets: list[str]) -> None:
    """10.11: it goes on with those that are left; what hung on it is over for the others."""
    table.emit(SustainTurned(who, held.card, held.serial, targets))
    for target in held.targets:
        if target not in targets and target in table.enc.combatants:
            end_effect(table, who, key_of(held.serial), target)
    hold_on(table, who, held.card)


def kept(table: Table, who: str, card: Card, held: Sustained) -> bool:
    """10.5: the owner chooses at each turn start."""
    commands = [Command(who, "keep"), Command(who, "drop")]
    where = f" at {table.enc.board.name(held.squares[0])}" if held.squares else ""
    whom = held.targets if needs_target(card) else []
    prompt = Why(f"Go on sustaining {card.name}{where}{{0+ on }}?", whom)
    return table.ask(Question(who, "sustain", prompt, commands, commands[0])).verb == "keep"


def said_on(enc: Encounter, held: Sustained) -> str:
    """On whom or what, so that copies can be told apart; for somebody who knows of this much."""
    if held.squares:
        return f" at {enc.board.name(held.squares[0])}"
    names = [enc.name(who) for who in held.targets if who in enc.combatants]
    return f" on {' and '.join(names)}" if names else ""


def repeat(table: Table, who: str, card: Card, held: Sustained, targets: list[str]) -> None:
    """10.2, 10.4, 10.12: applied again without points, with a check of its own where it targets foes; it may miss."""
    from fracas.rulesets.cap_check.course import resolve
    from fracas.rulesets.cap_check.targets import targets_of

    one = fighter(table.enc, who)
    named = targets if needs_target(card) else targets_of(table.enc, card, one, [], held.squares)
    doing = Doing(who, card, named, held.squares, "sustain")
    doing.effects = card.repeats
    doing.key = key_of(held.serial)
    resolve(table, doing)


def copies_meant(enc: Encounter, command: Command) -> list[Sustained]:
    """10.6: the copies a command may mean: all of the card, or those on whom or what it names."""
    targets, squares = set(command.targets), set(command.squares)
    copies = [held for held in fighter(enc, command.who).sustaining if held.card == command.thing]
    return [held for held in copies if targets <= set(held.targets) and squares <= set(held.squares)]


def differ(copies: list[Sustained]) -> bool:
    """Does it matter which of these copies ends?"""
    return bool([copy for copy in copies if copy.targets != copies[0].targets or copy.squares != copies[0].squares])


class Release(CapAction):
    """10.6: ending one's own sustained effect, at any time in one's turn."""

    purpose = IDLE

    def __init__(self) -> None:
        super().__init__("release", "Release a sustained effect", "10.6", "thing target? square?")

    def check(self, enc: Encounter, command: Command) -> None:
        """Any number of targets, for an effect on several."""
        super().check(enc, command)
        known_card(enc, command.thing)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return hindrances(enc, fighter(enc, who))[0]

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        found: list[Command] = []
        for held in fighter(enc, who).sustaining:
            command = Command(who, self.verb, thing=held.card)
            if differ(copies_meant(enc, command)):
                command = Command(who, self.verb, tuple(held.targets), held.card, tuple(held.squares))
            if not [other for other in found if other.same(command)]:
                found.append(command)
        return found

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("10.6", f"{enc.name(who)} sustains no effect")]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """10.6: only what is there, and of several copies the one that is named."""
        one, copies = fighter(enc, command.who), copies_meant(enc, command)
        title = title_of(enc, command.thing)
        if not copies:
            on = " there" if command.squares else " on them" if command.targets else ""
            return [Reason("10.6", f"{one.name} does not sustain {title}{on}")]
        if differ(copies):
            ways = " or ".join([said_on(enc, held).strip() for held in copies])
            return [Reason("10.6", f"{one.name} sustains {title} {len(copies)} times", f"say which: {ways}")]
        return []

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free"

    def label(self, enc: Encounter, command: Command) -> str:
        if not command.thing:
            return self.title
        copies = copies_meant(enc, command) if command.targets or command.squares else []
        return title_of(enc, command.thing) + "".join([said_on(enc, held) for held in copies[:1]])

    def perform(self, table: Table, command: Command) -> None:
        for held in copies_meant(table.enc, command)[:1]:
            end_sustain(table, command.who, held, "released")
