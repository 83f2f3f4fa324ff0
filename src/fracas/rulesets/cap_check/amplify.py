"""Section 11: Amplify Effects, declared with an action or after all its dice were seen."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Invalid, Reason, Roll, Table, Why
from fracas.engine.events import BOOKS, GAIN, PUBLIC, Event
from fracas.rulesets.cap_check.acting import Paid, Worded, bars_pool
from fracas.rulesets.cap_check.damage import most
from fracas.rulesets.cap_check.doing import CRITICAL, Boost, Doing
from fracas.rulesets.cap_check.fighter import Fighter, Told, content_of, fighter, has_fallen, rounds, title_of
from fracas.rulesets.cap_check.flow import Underway
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import Amplify, Card, Effect, does
from fracas.rulesets.cap_check.tide_turners import bars_charge, charge_of
from fracas.rulesets.cap_check.wording import points_said

WINDOW = "amplify"
ON_ONE = ("condition", "fell", "push", "pull", "strip")


class DiceSeen(Event):
    """All dice of an action lie on the table; what may still be amplified is judged by this."""

    IDS: ClassVar[tuple[str, ...]] = ("hits",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, hits: list[str], harms: bool, heals: bool, boosts: list[str]) -> None:
        self.hits = hits
        self.harms = harms
        self.heals = heals
        self.boosts = boosts

    def apply(self, enc: Encounter) -> None:
        rounds(enc).dice_seen(WINDOW, self.hits, self.harms, self.heals, self.boosts)


class Amplified(Told):
    """An Amplify Effect was applied to an action."""

    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, name: str, on: str) -> None:
        self.who = who
        self.name = name
        self.on = on

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} amplifies: {title_of(enc, self.name)}"

    def brief(self, enc: Encounter) -> str:
        return f"amplified by {title_of(enc, self.name)}"


def boosts_for(one: Fighter, card: Card) -> list[Amplify | Card]:
    """11.2, 11.3: what is built into the action, and the Amplify Actions of the card."""
    return [*card.amplifies, *one.amplifiers()]


def boost_named(one: Fighter, card: Card, id: str) -> Boost | None:
    for found in boosts_for(one, card):
        if found.id == id:
            return Boost(found)
    return None


def card_under_way(enc: Encounter) -> Card | None:
    """What is being done now, if it is an action off a card."""
    underway = rounds(enc).latest
    return content_of(enc).cards.get(underway.card) if underway is not None else None


def boost_offered(enc: Encounter, command: Command) -> Boost | None:
    """The Amplify that an answer names."""
    card = card_under_way(enc)
    return boost_named(fighter(enc, command.who), card, command.thing) if card is not None else None


def declared_boosts(one: Fighter, card: Card, words: list[str]) -> list[Boost]:
    """What is declared with an action; words that name nothing of one's own are judged by `bars_declared`."""
    named = [boost_named(one, card, word) for word in words]
    return [boost for boost in named if boost is not None]


def extra(one: Fighter, card: Card, words: list[str], kind: str) -> int:
    """11.5: range or targets that what is declared beforehand adds."""
    return added(declared_boosts(one, card, words), kind) if words else 0


def added(boosts: list[Boost], kind: str) -> int:
    return sum([effect.amount for boost in boosts for effect in boost.effects if effect.kind == kind])


def bars_declared(enc: Encounter, one: Fighter, card: Card, words: list[str]) -> list[Reason]:
    """11.5, 11.11: under the option not before the dice; else one's own, within the limit, and of use to the action."""
    if not words:
        return []
    reasons = [bars_own(enc, one, card, word) for word in words if boost_named(one, card, word) is None]
    boosts = declared_boosts(one, card, words)
    if len(set(words)) < len(words):
        reasons.append(Reason("11.11", "the same Amplify goes with an action only once"))
    if options(enc).amplify_when == "after" and [boost for boost in boosts if not beforehand(boost.effects)]:
        reasons.append(Reason("11.5", "Amplifies are declared after the dice", "wait for the question"))
    if len(boosts) + one.amplifies_used > one.amplify_limit:
        reasons.append(over_limit(one))
    for boost in boosts:
        fits = bars_fit(boost, does(card.effects, "damage"), does(card.effects, "heal"))
        reasons.extend(fits + bars_boost_card(one, boost))
    return reasons


def beforehand(effects: list[Effect]) -> bool:
    """11.5: what changes range or targets has to be said with the action."""
    return does(effects, "range", "targets")


def bars_own(enc: Encounter, one: Fighter, card: Card, word: str) -> Reason:
    """11.2, 11.8: what is built into one card does nothing for another; what is not one's own does nothing at all."""
    for other in one.cards():
        if [built for built in other.amplifies if built.id == word]:
            return Reason("11.2", f"{title_of(enc, word)} is part of {other.name}")
    return Reason("11.8", f"{title_of(enc, word)} does not amplify {card.name}")


def over_limit(one: Fighter) -> Reason:
    """11.6: Amplify Effects and Amplify Actions of a round together."""
    return Reason("11.6", f"{one.name} has amplified {one.amplifies_used} of {one.amplify_limit} times in this round")


def bars_fit(boost: Boost, harms: bool, heals: bool) -> list[Reason]:
    """11.3: an Amplify Action goes with an action that deals damage, that heals, or any, as it says."""
    if boost.card is None:
        return []
    applies = boost.card.applies
    if (applies == "damage" and not harms) or (applies == "heal" and not heals):
        return [Reason("11.8", f"{boost.name} does not go with this action")]
    return []


def bars_boost_card(one: Fighter, boost: Boost) -> list[Reason]:
    """3.10: what bounds the card itself."""
    from fracas.rulesets.cap_check.actions import bars_silence, bars_uses

    card = boost.card
    if card is None:
        return []
    return bars_uses(one, card) + bars_charge(one, card) + bars_silence(one, card)


def declare(table: Table, doing: Doing, boost: Boost) -> None:
    """11.7: an Amplify costs its points, and counts against the limit of the round."""
    charge = charge_of(boost.card) if boost.card is not None else 0
    table.emit(Paid(doing.who, boost.points, boost.id, charge, WINDOW))
    table.emit(Amplified(doing.who, boost.id, doing.card.id))


def throw_more(table: Table, doing: Doing, boost: Boost) -> None:
    """11.10: additional dice are thrown when the Amplify counts, for damage or healing; none for criticals alone."""
    for effect in boost.effects:
        if effect.kind != "more" or effect.dice is None:
            continue
        roll = Roll(doing.who, effect.dice, f"Amplify, {boost.name}")
        if effect.to == "allies":
            boost.healed += table.roll(roll)
        elif doing.hits:
            boost.most += most(effect.dice)
            if [who for who in doing.hits if doing.results[who] != CRITICAL]:
                boost.rolled += table.roll(roll)


def amplify_after(table: Table, doing: Doing) -> None:
    """11.4, 11.14: once all dice lie there the user may amplify, again and again, until passing."""
    for boost in doing.boosts:
        put_on(table, doing, boost, "")
    if not fighter(table.enc, doing.who).is_hero or doing.how == "sustain":
        return
    harms, heals = does(doing.effects, "damage") and bool(doing.hits), does(doing.effects, "heal")
    table.emit(DiceSeen(doing.hits, harms, heals, [boost.id for boost in doing.boosts]))
    asked = dice_said(doing).more(". Amplify?")
    answers = table.window(WINDOW, [doing.who], asked)
    while answers and table.allows(answers[0]):
        chosen = boost_offered(table.enc, answers[0])
        assert chosen is not None
        declare(table, doing, chosen)
        put_on(table, doing, chosen, answers[0].target)
        doing.boosts.append(chosen)
        table.emit(DiceSeen(doing.hits, harms, heals, [boost.id for boost in doing.boosts]))
        answers = table.window(WINDOW, [doing.who], asked)


def dice_said(doing: Doing) -> Why:
    """What came of the dice, for whoever is asked about more of them."""
    if doing.hits:
        return Why(doing.card.name + " hits{0+ }", doing.hits)
    return Why(f"{doing.card.name} {'misses' if doing.results else 'is under way'}", [])


def put_on(table: Table, doing: Doing, boost: Boost, target: str) -> None:
    """11.13: what an Amplify does to foes it does to one that was hit, the first unless another is named; with the dice
    it adds."""
    if does(boost.effects, *ON_ONE) and doing.hits:
        boost.target = target or doing.hits[0]
    throw_more(table, doing, boost)


class AmplifyAnswer(Worded):
    """11.4: an Amplify declared when all dice have been seen."""

    def __init__(self) -> None:
        super().__init__("amplify", "Amplify", "11.4", "thing target?", WINDOW)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.squares or len(command.targets) > 1:
            raise Invalid("command", "thing", command.thing, "an Amplify, and at most one target")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        underway = rounds(enc).latest
        if underway is None or underway.who != who or underway.moment != WINDOW:
            return [Reason("11.4", "there is nothing to amplify")]
        one = fighter(enc, who)
        return [] if one.present else [has_fallen(one)]

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        underway, card = rounds(enc).latest, card_under_way(enc)
        if underway is None or card is None:
            return []
        found: list[Command] = []
        for boost in boosts_for(fighter(enc, who), card):
            if does(boost.effects, *ON_ONE) and len(underway.hits) > 1:
                found.extend([Command(who, self.verb, (hit,), boost.id) for hit in underway.hits])
            else:
                found.append(Command(who, self.verb, (), boost.id))
        return found

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        underway, card = rounds(enc).latest, card_under_way(enc)
        if underway is None or card is None:
            return []
        one, boost = fighter(enc, command.who), boost_offered(enc, command)
        if boost is None:
            return [bars_own(enc, one, card, command.thing)]
        reasons = bars_boost_card(one, boost) + bars_boost_price(one, boost)
        if command.thing in underway.boosts:
            reasons.append(Reason("11.11", f"{boost.name} already goes with this action"))
        return (
            reasons
            + bars_late(enc, boost, underway)
            + bars_fit(boost, underway.harms, underway.heals)
            + bars_whom(enc, command, underway)
        )

    def cost(self, enc: Encounter, command: Command) -> str:
        boost = boost_offered(enc, command)
        if boost is None:
            return ""
        return points_said(boost.points) + (", 1 Charge" if boost.card is not None and boost.card.tide else "")


def bars_boost_price(one: Fighter, boost: Boost) -> list[Reason]:
    """3.5, 11.6: its points, and the limit of the round."""
    over = [over_limit(one)] if one.amplifies_used >= one.amplify_limit else []
    return bars_pool(one, boost.points) + over


def bars_late(enc: Encounter, boost: Boost, underway: Underway) -> list[Reason]:
    """11.5, 11.8: what changes range or targets comes too late; so does what needs a hit after a miss."""
    if beforehand(boost.effects):
        return [Reason("11.5", f"{boost.name} must be declared with the action")]
    for effect in boost.effects:
        if effect.kind == "more":
            useful = underway.heals if effect.to == "allies" else underway.harms
        elif effect.kind in ("multiply", "bypass"):
            useful = underway.harms
        elif effect.kind == "fell":
            useful = bool([who for who in underway.hits if fighter(enc, who).rank == effect.name])
        else:
            useful = effect.to != "enemies" or bool(underway.hits)
        if useful:
            return []
    return [Reason("11.8", f"{boost.name} would change nothing")]


def bars_whom(enc: Encounter, command: Command, underway: Underway) -> list[Reason]:
    """11.13: only one that was hit."""
    if command.target and command.target not in underway.hits:
        return [Reason("11.13", f"{enc.name(command.target)} was not hit by this action")]
    return []
