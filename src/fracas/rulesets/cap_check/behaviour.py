"""Section 14: what a foe does by its hex card: spoke, chain, quarry, and hex after hex."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.board.terms import FAR
from fracas.engine.command import Command
from fracas.engine.dice import parse
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.roll import Roll
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.cap_check.actions import pay
from fracas.rulesets.cap_check.aiming import bars_aim
from fracas.rulesets.cap_check.conditions import has_boon, lift
from fracas.rulesets.cap_check.course import carry_out
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fighter import Fighter, fighter, fighters
from fracas.rulesets.cap_check.foes import stride
from fracas.rulesets.cap_check.movement import go_along, in_the_way, pay_move
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.targets import NAMED, apart, bars_target

NOTHING = "nothing"
MOVE = "move"
BASIC = "basic"


def say_chain(one: Fighter, chain: list[str]) -> str:
    """What a foe does hex by hex, in the names of its cards."""
    return ", ".join([say_hex(one, entry.partition("=")[2]) for entry in chain])


def say_hex(one: Fighter, word: str) -> str:
    foe = one.foe
    if foe is not None and word == "basic":
        return foe.basic.name
    if foe is not None and word in foe.cards:
        return foe.cards[word].name
    return word.capitalize()


class SpokeRolled(About):
    """A foe's behaviour for this turn: the spoke, and the chain of hexes along it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, spoke: int, chain: list[str], quarry: str) -> None:
        self.who = who
        self.spoke = spoke
        self.chain = chain
        self.quarry = quarry

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.spoke = self.spoke
        one.chain = self.chain[:]
        one.quarry = self.quarry

    def say(self, enc: Encounter) -> str:
        after = f", after {enc.name(self.quarry)}" if self.quarry else ""
        chain = say_chain(fighter(enc, self.who), self.chain) or "Nothing"
        return f"{enc.name(self.who)}, spoke {self.spoke}: {chain}{after}"


class HexTaken(About):
    """A foe goes about the next hex of its chain."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, hex: str, place: str) -> None:
        self.who = who
        self.hex = hex
        self.place = place
        """Which hex of which card: KIND/SPOKE.RING, with a v for a veteran's."""

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.chain = one.chain[1:]


class HexLost(About):
    """A hex found nothing to be done to anybody."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, hex: str) -> None:
        self.who = who
        self.hex = hex

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        one = fighter(enc, self.who)
        return f"{one.name} has nobody in reach for {say_hex(one, self.hex)}"


class QuarryChosen(About):
    """A foe turns to somebody else."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, quarry: str) -> None:
        self.who = who
        self.quarry = quarry

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).quarry = self.quarry

    def subjects(self) -> list[str]:
        return [self.who, self.quarry] if self.quarry else [self.who]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} turns to {enc.name(self.quarry)}" if self.quarry else ""


EVENTS: Final[list[type[Event]]] = [SpokeRolled, HexTaken, HexLost, QuarryChosen]


class Spoke(Step):
    """14.1: the die says what a foe does in this turn."""

    def __init__(self) -> None:
        super().__init__("spoke", "The spoke", "14.1")

    def perform(self, table: Table, command: Command) -> None:
        who = table.enc.flow.active[0]
        spoke = table.roll(Roll(who, parse("d6"), "spoke"))
        one = fighter(table.enc, who)
        chain = chain_of(table.enc, one, spoke)
        quarry = choose_quarry(table, one) if chain else ""
        table.emit(SpokeRolled(who, spoke, chain, quarry))
        lift(table, who, "prone", "gets up")


class Hex(Step):
    """14.2: the next hex of the chain."""

    def __init__(self) -> None:
        super().__init__("hex", "The next hex", "14.2")
        self.foreseeable = True

    def perform(self, table: Table, command: Command) -> None:
        who = table.enc.flow.active[0]
        place, _, word = fighter(table.enc, who).chain[0].partition("=")
        table.emit(HexTaken(who, word, f"{fighter(table.enc, who).kind}/{place}"))
        turn_to_another(table, who)
        take_hex(table, fighter(table.enc, who), word)


def chain_of(enc: Encounter, one: Fighter, spoke: int) -> list[str]:
    """14.2, 14.9, 14.3: the centre, then the spoke outwards, with veteran hexes under the option; a ring a hex."""
    foe = one.foe
    assert foe is not None
    chain = [f"centre={foe.centre}"]
    for ring, word in enumerate(foe.spokes[spoke - 1], start=1):
        place = f"{spoke}.{ring}"
        if options(enc).veteran and place in foe.veteran:
            chain.append(f"{place}v={foe.veteran[place]}")
        else:
            chain.append(f"{place}={word}")
    return shorten(one, chain)


def shorten(one: Fighter, chain: list[str]) -> list[str]:
    """15.9, 15.10, 15.11, 15.12, 15.13: Prone takes the first hex, Sleep all, Silence the letters, Chill the last."""
    if one.has("sleep"):
        return []
    if one.has("prone"):
        chain = chain[1:]
    if one.has("chill"):
        chain = chain[:-1]
    if one.has("silence"):
        chain = [entry for entry in chain if entry.partition("=")[2] in (MOVE, BASIC, NOTHING)]
    return chain[:1] if one.has("paralysis") else chain


def standing_enemies(enc: Encounter, one: Fighter) -> list[Fighter]:
    """Whom a foe can go for: those of the other side that stand and can be seen."""
    found: list[Fighter] = []
    for other in fighters(enc):
        if other.side != one.side and other.present and not other.hidden and not has_boon(other, "faded"):
            found.append(other)
    return found


def choose_quarry(table: Table, one: Fighter) -> str:
    """14.4: the nearest, the weakest, the strongest, or by a die; the first in list order among equals."""
    enemies = standing_enemies(table.enc, one)
    if not enemies or one.foe is None:
        return ""
    how = one.foe.targeting
    if how == "random":
        if len(enemies) == 1:
            return enemies[0].id
        face = table.roll(Roll(one.id, parse(f"d{len(enemies)}"), "whom to go for"))
        return enemies[face - 1].id
    ranks: list[int] = []
    for other in enemies:
        near = apart(table.enc, one, other)
        ranks.append(other.hp if how == "weakest" else -other.hp if how == "strongest" else near)
    return enemies[ranks.index(min(ranks))].id


def turn_to_another(table: Table, who: str) -> None:
    """14.4: whose quarry has fallen, or faded, chooses anew."""
    one = fighter(table.enc, who)
    if one.quarry not in [other.id for other in standing_enemies(table.enc, one)]:
        quarry = choose_quarry(table, one)
        if quarry != one.quarry:
            table.emit(QuarryChosen(who, quarry))


def take_hex(table: Table, one: Fighter, word: str) -> None:
    """14.5, 14.6, 14.7, 14.8: go, strike, use an ability, or nothing."""
    foe = one.foe
    assert foe is not None
    if word == MOVE:
        approach(table, one)
    elif word != NOTHING:
        card = foe.basic if word == BASIC else foe.cards[word]
        targets, squares = aim(table.enc, one, card)
        if bars_aim(table.enc, one, card, [], targets, squares):
            table.emit(HexLost(one.id, word))
        else:
            pay(table, one, card, "turn")
            carry_out(table, Doing(one.id, card, targets, squares, ""))


def aim(enc: Encounter, one: Fighter, card: Card) -> tuple[list[str], list[int]]:
    """14.6, 14.7: the quarry if it can be a target, else the nearest that can; friends: the most hurt in range."""
    if card.target == "enemy":
        return aim_at_enemies(enc, one, card), []
    if card.target in NAMED:
        hurt = most_hurt(enc, one, card)
        if card.target == "ally+enemy":
            enemies = aim_at_enemies(enc, one, card)[:1]
            return ([hurt] if hurt else []) + enemies, []
        return [hurt] if hurt else [], []
    if card.target == "square":
        for other in by_preference(enc, one):
            if not bars_aim(enc, one, card, [], [], [other.pos]):
                return [], [other.pos]
        return [], []
    return [], []


def by_preference(enc: Encounter, one: Fighter) -> list[Fighter]:
    """14.6: the quarry first, then by distance, then by list order."""
    ranked: list[tuple[int, int, int]] = []
    enemies = standing_enemies(enc, one)
    for index, other in enumerate(enemies):
        ranked.append((0 if other.id == one.quarry else 1, apart(enc, one, other), index))
    ranked.sort()
    return [enemies[row[2]] for row in ranked]


def aim_at_enemies(enc: Encounter, one: Fighter, card: Card) -> list[str]:
    """14.6: as many as the card allows."""
    legal: list[str] = []
    for other in by_preference(enc, one):
        if len(legal) < card.count and not bars_target(enc, card, one, other):
            legal.append(other.id)
    return legal


def most_hurt(enc: Encounter, one: Fighter, card: Card) -> str:
    """14.7: whoever of its side lacks most Hit Points, itself included; nobody if nobody is hurt."""
    best, most = "", 0
    for other in fighters(enc):
        if other.side == one.side and other.max_hp - other.hp > most and not bars_target(enc, card, one, other):
            best, most = other.id, other.max_hp - other.hp
    return best


def approach(table: Table, one: Fighter) -> None:
    """14.5: towards the quarry by the shortest way, until the basic attack reaches it."""
    enc = table.enc
    foe = one.foe
    if foe is None or not one.quarry or has_boon(one, "no-move"):
        return
    quarry = fighter(enc, one.quarry)
    if not bars_target(enc, foe.basic, one, quarry):
        return
    squares = stride(one)
    path = path_towards(enc, one, quarry, foe.basic, squares)
    if path:
        pay_move(table, one, 0, MOVE)
        go_along(table, one.id, path, MOVE)


def path_towards(enc: Encounter, one: Fighter, quarry: Fighter, card: Card, squares: int) -> list[int]:
    """14.5: to the nearest square from which the attack reaches, else as near as it gets, on foot or, where nothing
    leads to the quarry, as the crow flies."""
    barred, passable = in_the_way(enc, one, False)
    reach = enc.board.reach(one.pos, one.size, squares, barred, passable)
    here = one.pos
    probe = one.copy()
    if apart(enc, one, quarry) <= squares + card.range:
        for square in reach.costs:  # in order of cost
            probe.pos = square
            if square != here and not bars_target(enc, card, probe, quarry):
                return reach.path_to(square)
    walk = distances(enc, one, quarry)
    if here not in walk:
        walk = {square: enc.board.gap(square, one.size, quarry.pos, quarry.size) for square in reach.costs}
    best = here
    for square in reach.costs:
        if walk.get(square, FAR) < walk[best]:
            best = square
    return reach.path_to(best)


def distances(enc: Encounter, one: Fighter, quarry: Fighter) -> dict[int, int]:
    """How far each square is from the quarry on foot, past everybody but those two."""
    barred: set[int] = set()
    for other in fighters(enc):
        if not other.out and other is not one and other is not quarry and other.side != one.side:
            barred.update(enc.board.footprint(other.pos, other.size))
    return enc.board.walks(quarry.pos, one.size, barred) if enc.board.footprint(quarry.pos, one.size) else {}


def chain_over(enc: Encounter, who: str) -> bool:
    """14.10: nothing is left to do, nobody to do it, or nobody to do it to."""
    one = fighter(enc, who)
    return not one.chain or not one.present or one.has("sleep")
