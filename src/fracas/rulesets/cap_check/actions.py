"""Section 3: the Action Pool, what actions cost, and the course of an action from its declaration to its end."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import PASS, Choice, Combatant, Command, Encounter, Invalid, Reason, Table
from fracas.engine.board.terms import CLEAR, NO_COVER, TOTAL_COVER
from fracas.engine.events import REST, SUBJECT, About
from fracas.engine.purpose import HARM, HELP
from fracas.rulesets.cap_check.acting import CapAction, Paid, bars_points, hindrances
from fracas.rulesets.cap_check.aiming import aims, bars_use, legal_aims, other_squares
from fracas.rulesets.cap_check.amplify import bars_declared, declare, declared_boosts
from fracas.rulesets.cap_check.course import carry_out
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fighter import Fighter, content_of, fighter, known_card, rounds
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.situation import situation
from fracas.rulesets.cap_check.sustain import bars_sustain
from fracas.rulesets.cap_check.targets import area_squares, caught, covered
from fracas.rulesets.cap_check.tide_turners import bars_charge, charge_of

SPEEDS = ("Free", "Fast, 1 point", "Slow, 2 points", "Slow and Fast, 3 points", "Slow and Slow, 4 points")


class Passed(About):
    """A turn was ended by its owner."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = REST

    def apply(self, enc: Encounter) -> None:
        rounds(enc).passed = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is done"


class Pass(CapAction):
    """2.6: a turn ends when its owner says so."""

    def __init__(self) -> None:
        super().__init__(PASS, "End the turn", "2.6")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return hindrances(enc, fighter(enc, who))[0]

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free"

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Passed(command.who))


class Use(CapAction):
    """An action off one's card."""

    def purpose_of(self, enc: Encounter, command: Command) -> str:
        """By what its card does, and to whom."""
        card = known_card(enc, command.thing.split()[0])
        return HARM if card.target == "enemy" or harms(card) else HELP

    def touched(self, enc: Encounter, command: Command) -> list[str]:
        one, card = fighter(enc, command.who), known_card(enc, command.thing.split()[0])
        return list(command.targets) or caught(enc, card, one, list(command.squares))

    def carries(self, enc: Encounter, command: Command) -> int:
        return known_card(enc, command.thing.split()[0]).range

    def area(self, enc: Encounter, command: Command) -> list[int]:
        one, card = fighter(enc, command.who), known_card(enc, command.thing.split()[0])
        return area_squares(enc, card, one, list(command.squares)) if card.target != "field" else []

    def line(self, enc: Encounter, one: Combatant, other: Combatant) -> tuple[int, int]:
        """Cover lets nothing through, whatever it is."""
        far = enc.board.gap(one.pos, one.size, other.pos, other.size)
        hidden = covered(enc, False, one.pos, one.size, other.pos, other.size, far)
        return CLEAR, TOTAL_COVER if hidden else NO_COVER

    def promise(self, enc: Encounter, command: Command) -> int:
        """Twice what it deals or heals on average, something for whatever else it does, and a little for its price."""
        words = command.thing.split()
        card = known_card(enc, words[0])
        effects = card.effects + [effect for more in card.amplifies if more.id in words for effect in more.effects]
        dealt = sum([(effect.dice.low or 0) + (effect.dice.high or 0) if effect.dice else 4 for effect in effects])
        return 1 + 2 * card.points + (dealt * 3 // 2 if card.auto_crit else dealt)

    def special(self, enc: Encounter, command: Command) -> bool:
        """Charges, and what can be used a few times only, are spent on purpose."""
        card = known_card(enc, command.thing.split()[0])
        return card.tide or card.uses > 0

    def __init__(self) -> None:
        super().__init__("use", "Use an action", "3.12", "thing target? square?")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        words = command.thing.split()
        known_card(enc, words[0] if words else "")
        for word in words[1:]:
            if not amplify_exists(enc, word):
                raise Invalid("command", "thing", word, "a combatant, a square or the id of an Amplify")

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = fighter(enc, who)
        ways = [(card, words) for card in one.cards() for words in card.ways]
        return [command for card, words in ways for command in aims(enc, one, card, words)]

    def elsewhere(self, enc: Encounter, who: str) -> list[Command]:
        """An area may be aimed at every square in range and without Cover between, with or without somebody there."""
        one = fighter(enc, who)
        ways = open_ways(enc, one, [card for card in one.cards() if card.target == "square"])
        return [command for card, words in ways for command in other_squares(enc, one, card, words)]

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        """The same as card by card and target by target, with what speaks against a card looked up once."""
        if who not in enc.flow.active or self.bars(enc, who):
            return None
        one = fighter(enc, who)
        ways = open_ways(enc, one, one.cards())
        legal = [command for card, words in ways for command in legal_aims(enc, one, card, words)]
        return Choice(who, self.verb, legal, [], None) if legal else None

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """3.9: only what is on one's own card; else everything that speaks against it."""
        one = fighter(enc, command.who)
        words = command.thing.split()
        card = one.card(words[0])
        if card is None:
            return [Reason("3.9", f"{known_card(enc, words[0]).name} is not on {one.name}'s card")]
        targets, squares = list(command.targets), list(command.squares)
        return bars_kind(card) or (
            bars_way(enc, one, card, words[1:]) + bars_use(enc, one, card, words[1:], targets, squares)
        )

    def cost(self, enc: Encounter, command: Command) -> str:
        card = content_of(enc).cards.get(command.thing.split()[0]) if command.thing else None
        if card is None:
            return ""
        return price_of(card) if fighter(enc, command.who).is_hero else "1 action"

    def perform(self, table: Table, command: Command) -> None:
        """3.12: pay, then carry it out."""
        one, words = fighter(table.enc, command.who), command.thing.split()
        card = known_card(table.enc, words[0])
        pay(table, one, card, "turn")
        doing = Doing(one.id, card, list(command.targets), list(command.squares), "")
        doing.boosts = declared_boosts(one, card, words[1:])
        for boost in doing.boosts:
            declare(table, doing, boost)
        carry_out(table, doing)


def harms(card: Card) -> bool:
    """Does it do anything to enemies?"""
    return bool([effect for effect in card.effects if effect.to == "enemies"])


def open_ways(enc: Encounter, one: Fighter, cards: list[Card]) -> list[tuple[Card, list[str]]]:
    """The ways to use these cards against which nothing speaks, whatever the target."""
    ways = [(card, words) for card in cards for words in card.ways]
    return [(card, words) for card, words in ways if not bars_way(enc, one, card, words)]


def bars_way(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[Reason]:
    """What speaks against a card, and against what is declared with it, whatever the target."""
    known, key = situation(enc).ways_barred, (one.id, card.id, *words)
    if key not in known:
        known[key] = bars_price(one, card, words) + bars_card(one, card) + bars_declared(enc, one, card, words)
    return known[key]


def price_of(card: Card) -> str:
    """What a card costs a hero, in words."""
    return SPEEDS[card.points] + (", 1 Charge" if card.tide else "")


def amplify_exists(enc: Encounter, word: str) -> bool:
    cards = content_of(enc).cards
    built = [boost.id for card in cards.values() for boost in card.amplifies]
    return word in built or (word in cards and "amplify" in cards[word].types)


# ------------------------------------------------------------ what speaks against it


def bars_kind(card: Card) -> list[Reason]:
    """9.13, 11.12: a Trigger answers its condition; an Amplify goes with another action."""
    if "trigger" in card.types:
        return [Reason("9.13", f"{card.name} is a Trigger", "wait for its condition")]
    if "amplify" in card.types:
        return [Reason("11.12", f"{card.name} amplifies another action", "use it with one")]
    return []


def bars_price(one: Fighter, card: Card, words: list[str]) -> list[Reason]:
    """3.5: the points of the action and of what is declared with it."""
    points = card.points + sum([boost.points for boost in declared_boosts(one, card, words)] if words else [])
    return bars_points(one, points) + bars_charge(one, card)


def bars_card(one: Fighter, card: Card) -> list[Reason]:
    """3.10: how often a card may be used, the Sustain Limit, and Silence."""
    if not card.bounded and not one.conditions:
        return []
    return bars_uses(one, card) + bars_sustain(one, card) + bars_silence(one, card)


def bars_silence(one: Fighter, card: Card) -> list[Reason]:
    """15.11: no Spells and no Tide-Turners for a silenced hero; a silenced foe has only its basic actions."""
    foe = one.foe
    voiced = card.tag == "spell" or card.tide if foe is None else not card.basic and card is not foe.basic
    return [Reason("15.11", f"{one.name} is silenced")] if voiced and one.has("silence") else []


def bars_uses(one: Fighter, card: Card) -> list[Reason]:
    """3.10: once used up, a card is used up for the encounter or for the round."""
    if card.uses and one.used.get(card.id, 0) >= card.uses:
        return [Reason("3.10", f"{card.name} is used up for this encounter")]
    if card.round_uses and one.round_used.get(card.id, 0) >= card.round_uses:
        return [Reason("3.10", f"{card.name} is used up for this round", "wait for the next round")]
    return []


# ------------------------------------------------------------ doing it


def pay(table: Table, one: Fighter, card: Card, limit: str) -> None:
    """3.2, 3.3, 3.4, 3.7, 12.2: the speed in points, and a Charge if the card takes one; a foe pays an action."""
    points = card.points if one.is_hero else 1 if limit == "turn" and options(table.enc).foes == "free" else 0
    table.emit(Paid(one.id, points, card.id, charge_of(card), limit))
