"""Section 14: what a foe does by its hex card: spoke, chain, quarry, and hex after hex."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Roll, Step, Table, parse
from fracas.engine.board.edges import CLOSED, OPEN
from fracas.engine.board.terms import FAR
from fracas.engine.events import BOOKS, NEWS, SUBJECT, About, EdgeChanged
from fracas.rulesets.cap_check.actions import pay
from fracas.rulesets.cap_check.aiming import bars_aim
from fracas.rulesets.cap_check.conditions import has_boon, lift
from fracas.rulesets.cap_check.course import carry_out
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fighter import Fighter, Told, fighter, fighters
from fracas.rulesets.cap_check.foes import stride
from fracas.rulesets.cap_check.healing_and_fallen import missing
from fracas.rulesets.cap_check.movement import go_along, pay_move
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.situation import in_the_way
from fracas.rulesets.cap_check.targets import NAMED, apart, bars_target, within

MOVE = "move"
BASIC = "basic"


def say_chain(one: Fighter, chain: list[str]) -> str:
    """What a foe does hex by hex, in the names of its cards."""
    return ", ".join([say_hex(one, entry.partition("=")[2]) for entry in chain])


def say_hex(one: Fighter, word: str) -> str:
    card = card_of_hex(one, word)
    return card.name if card is not None else word.capitalize()


def card_of_hex(one: Fighter, word: str) -> Card | None:
    """What a foe uses in a hex; None where it goes or waits."""
    foe = one.foe
    assert foe is not None
    return foe.basic if word == BASIC else foe.cards.get(word)


class SpokeRolled(About):
    """A foe's behaviour for this turn: the spoke, and the chain of hexes along it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

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
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, hex: str, place: str) -> None:
        self.who = who
        self.hex = hex
        self.place = place
        """Which hex of which card: KIND/SPOKE.RING, with a v for a veteran's."""

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.chain = one.chain[1:]


class HexLost(Told):
    """A hex found nothing to be done to anybody."""

    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: str, hex: str) -> None:
        self.who = who
        self.hex = hex

    def say(self, enc: Encounter) -> str:
        one = fighter(enc, self.who)
        return f"{one.name} has nobody in reach for {say_hex(one, self.hex)}"


class QuarryChosen(About):
    """A foe turns to somebody else."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, quarry: str) -> None:
        self.who = who
        self.quarry = quarry

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).quarry = self.quarry

    def subjects(self) -> list[str]:
        return [self.who, self.quarry] if self.quarry else [self.who]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} turns to {enc.name(self.quarry)}" if self.quarry else ""


class Spoke(Step):
    """14.1: the die says what a foe does in this turn."""

    def __init__(self) -> None:
        super().__init__("spoke", "The spoke", "14.1")

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, table.enc.flow.active[0])
        spoke = table.roll(Roll(one.id, parse("d6"), "spoke"))
        chain = chain_of(table.enc, one, spoke)
        quarry = choose_quarry(table, one) if chain else ""
        table.emit(SpokeRolled(one.id, spoke, chain, quarry))
        lift(table, one.id, "prone", "gets up")


class Hex(Step):
    """14.2: the next hex of the chain."""

    def __init__(self) -> None:
        super().__init__("hex", "The next hex", "14.2")
        self.foreseeable = True

    def perform(self, table: Table, command: Command) -> None:
        one = fighter(table.enc, table.enc.flow.active[0])
        place, _, word = one.chain[0].partition("=")
        table.emit(HexTaken(one.id, word, f"{one.kind}/{place}"))
        turn_to_another(table, fighter(table.enc, one.id))
        take_hex(table, fighter(table.enc, one.id), word)


def chain_of(enc: Encounter, one: Fighter, spoke: int) -> list[str]:
    """14.2, 14.9, 14.3: the centre, then the spoke outwards, with veteran hexes under the option; a ring a hex."""
    foe = one.foe
    assert foe is not None
    chain = [f"centre={foe.centre}"]
    for ring, word in enumerate(foe.spokes[spoke - 1], start=1):
        place = f"{spoke}.{ring}"
        instead = foe.veteran.get(place) if options(enc).veteran else None
        chain.append(f"{place}={word}" if instead is None else f"{place}v={instead}")
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
        chain = [entry for entry in chain if entry.partition("=")[2] in (MOVE, BASIC, "nothing")]
    return chain[:1] if one.has("paralysis") else chain


def standing_enemies(enc: Encounter, one: Fighter) -> list[Fighter]:
    """Whom a foe can go for."""
    return [other for other in fighters(enc) if may_be_quarry(one, other)]


def may_be_quarry(one: Fighter, other: Fighter) -> bool:
    """14.4: somebody of the other side that stands and can be seen."""
    return other.side != one.side and other.present and not other.hidden and not has_boon(other, "faded")


def choose_quarry(table: Table, one: Fighter) -> str:
    """14.4: the nearest, the weakest, the strongest, or by a die; the first in list order among equals."""
    enemies = standing_enemies(table.enc, one)
    if not enemies or one.foe is None:
        return ""
    how = one.foe.targeting
    if how == "random":
        several = len(enemies) > 1
        face = table.roll(Roll(one.id, parse(f"d{len(enemies)}"), "whom to go for")) if several else 1
        return enemies[face - 1].id
    if how == "nearest":
        ranks = [apart(table.enc, one, other) for other in enemies]
    else:
        ranks = [other.hp if how == "weakest" else -other.hp for other in enemies]
    return enemies[ranks.index(min(ranks))].id


def turn_to_another(table: Table, one: Fighter) -> None:
    """14.4: whose quarry has fallen, or faded, chooses again."""
    if one.quarry not in table.enc.combatants or not may_be_quarry(one, fighter(table.enc, one.quarry)):
        quarry = choose_quarry(table, one)
        if quarry != one.quarry:
            table.emit(QuarryChosen(one.id, quarry))


def take_hex(table: Table, one: Fighter, word: str) -> None:
    """14.5, 14.6, 14.7, 14.8: go, strike, use an ability, or nothing."""
    card = card_of_hex(one, word)
    if word == MOVE:
        approach(table, one)
    elif card is not None:
        targets, squares = aim(table.enc, one, card)
        if bars_aim(table.enc, one, card, [], targets, squares):
            table.emit(HexLost(one.id, word))
        else:
            pay(table, one, card, "turn")
            carry_out(table, Doing(one.id, card, targets, squares, ""))


def aim(enc: Encounter, one: Fighter, card: Card) -> tuple[list[str], list[int]]:
    """14.6, 14.7: the quarry if it can be a target, else the nearest that can; friends: the most hurt in range."""
    if card.target == "square":
        for other in by_preference(enc, one):
            if not bars_aim(enc, one, card, [], [], [other.pos]):
                return [], [other.pos]
    if card.target not in NAMED:
        return [], []
    friends = most_hurt(enc, one, card) if card.target != "enemy" else []
    enemies = aim_at_enemies(enc, one, card) if card.target in ("enemy", "ally+enemy") else []
    return friends + enemies, []


def by_preference(enc: Encounter, one: Fighter) -> list[Fighter]:
    """14.6: the quarry first, then by distance, then by list order."""
    enemies = standing_enemies(enc, one)
    ranked = [(other.id != one.quarry, apart(enc, one, other), index) for index, other in enumerate(enemies)]
    return [enemies[index] for _, _, index in sorted(ranked)]


def aim_at_enemies(enc: Encounter, one: Fighter, card: Card) -> list[str]:
    """14.6: as many as the card allows."""
    if card.count == 1 and is_quarry_at_hand(enc, one, card):
        return [one.quarry]
    legal: list[str] = []
    for other in by_preference(enc, one):
        if len(legal) < card.count and not bars_target(enc, card, one, other):
            legal.append(other.id)
    return legal


def is_quarry_at_hand(enc: Encounter, one: Fighter, card: Card) -> bool:
    """Can the quarry be a target? Then nobody else need be looked at."""
    if one.quarry not in enc.combatants:
        return False
    quarry = fighter(enc, one.quarry)
    return may_be_quarry(one, quarry) and not bars_target(enc, card, one, quarry)


def most_hurt(enc: Encounter, one: Fighter, card: Card) -> list[str]:
    """14.7: whoever of its side lacks most Hit Points, itself included; nobody if nobody is hurt."""
    best, most = list[str](), 0
    for other in fighters(enc):
        if other.side == one.side and missing(other) > most and not bars_target(enc, card, one, other):
            best, most = [other.id], missing(other)
    return best


def approach(table: Table, one: Fighter) -> None:
    """14.5: towards the quarry by the shortest way, until the basic attack reaches it."""
    foe = one.foe
    if foe is None or not one.quarry or has_boon(one, "no-move"):
        return
    quarry = fighter(table.enc, one.quarry)
    if bars_target(table.enc, foe.basic, one, quarry):
        open_ahead(table, one, quarry)
        path = path_towards(table.enc, one, quarry, foe.basic, stride(one))
        if path:
            pay_move(table, one, 0, MOVE)
            go_along(table, one.id, path, MOVE)


def open_ahead(table: Table, one: Fighter, quarry: Fighter) -> None:
    """4.16: a foe that goes by its card opens the closed door that is in its way before it moves."""
    if not table.enc.board.has_doors:
        return
    walk = distances(table.enc, one, quarry)
    for near, beyond in table.enc.board.doors_beside(one.pos, one.size):
        if table.enc.board.edge_at(near, beyond) == CLOSED and walk.get(beyond, FAR) < walk.get(one.pos, FAR):
            table.emit(EdgeChanged(one.id, sorted([near, beyond]), OPEN, "open"))
            return


def path_towards(enc: Encounter, one: Fighter, quarry: Fighter, card: Card, squares: int) -> list[int]:
    """14.5: to the nearest square from which the attack reaches, else as near as it gets, on foot or, where nothing
    leads to the quarry, as the crow flies."""
    barred, passable = in_the_way(enc, one, False)
    reach = enc.board.reach(one.pos, one.size, squares, barred, passable)
    here = one.pos
    away = apart(enc, one, quarry) - card.range
    if away <= squares:
        for index, square in enumerate(reach.squares):  # in order of cost, which tells how near one gets at best
            if reach.spent[index] + 1 >= away and square != here:
                if within(enc, card, square, one.size, quarry.pos, quarry.size):
                    return reach.path_to(square)
    walk = distances(enc, one, quarry)
    if here not in walk:
        walk = {square: enc.board.gap(square, one.size, quarry.pos, quarry.size) for square in reach.squares}
    best = here
    for square in reach.squares:
        if walk.get(square, FAR) < walk[best]:
            best = square
    return reach.path_to(best)


def distances(enc: Encounter, one: Fighter, quarry: Fighter) -> dict[int, int]:
    """How far each square is from the quarry on foot, past everybody but those two."""
    others = [other for other in fighters(enc) if not other.out and other is not quarry and other.side != one.side]
    barred = {square for other in others for square in enc.board.footprint(other.pos, other.size)}
    board = enc.board.opened(locked=False)
    return board.walks(quarry.pos, one.size, barred) if board.footprint(quarry.pos, one.size) else {}


def chain_over(one: Fighter) -> bool:
    """14.10: nothing is left to do, nobody to do it, or nobody to do it to."""
    return not one.chain or not one.present or one.has("sleep")
