"""The course of an action, from its beginning through Triggers, check, dice and Amplifies to its end."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Condition, Encounter, Table
from fracas.engine.events import ACT, BOOKS, RESULT, SUBJECT, About, ConditionEnded
from fracas.rulesets.cap_check.amplify import added, amplify_after
from fracas.rulesets.cap_check.cap_check import check_cap, settle
from fracas.rulesets.cap_check.conditions import ACTION
from fracas.rulesets.cap_check.damage import throw_damage
from fracas.rulesets.cap_check.doing import HIT, Doing
from fracas.rulesets.cap_check.effects import apply_effects, throw_healing
from fracas.rulesets.cap_check.fighter import Fighter, Told, fighter, fighters, rounds, title_of
from fracas.rulesets.cap_check.flow import Underway
from fracas.rulesets.cap_check.foes import defend
from fracas.rulesets.cap_check.healing_and_fallen import reveal
from fracas.rulesets.cap_check.profiles import Card, does
from fracas.rulesets.cap_check.sustain import begin_sustain, sustains
from fracas.rulesets.cap_check.targets import NAMED, bars_body, bars_target, split, targets_of


class ActionBegan(About):
    """An action (or a move) is under way; Triggers and Amplifies are judged by it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, card: str, targets: list[str], squares: list[int], how: str) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.how = how

    def apply(self, enc: Encounter) -> None:
        begun = (self.who, self.card, self.targets, self.squares, self.how)
        rounds(enc).underway.append(Underway(*begun, "", [], [], [], [], False, False, []))

    def say(self, enc: Encounter) -> str:
        if self.how == "move":
            return ""
        on = ", ".join([enc.name(who) for who in self.targets if who != self.who])
        how = {"trigger": " (Trigger)", "sustain": " (sustained)", "free": " (free)"}.get(self.how, "")
        return f"{enc.name(self.who)}: {title_of(enc, self.card)}{how}" + (f" on {on}" if on else "")

    def brief(self, enc: Encounter) -> str:
        return self.say(enc).replace(":", ",", 1)


class ActionLost(Told):
    """An action came to nothing before it did anything."""

    TELLS: ClassVar[str] = RESULT

    def __init__(self, who: str, card: str, why: str) -> None:
        self.who = who
        self.card = card
        self.why = why

    def result_word(self) -> str:
        return self.why

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {title_of(enc, self.card)} is {self.why}"


class ActionEnded(About):
    """An action is done with."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, card: str) -> None:
        self.who = who
        self.card = card

    def apply(self, enc: Encounter) -> None:
        rounds(enc).underway.pop()


def carry_out(table: Table, doing: Doing) -> None:
    """3.12: before-Triggers, checks and dice, Amplifies, effects, after-Triggers; in this order."""
    from fracas.rulesets.cap_check.triggers import answer_moment

    enc = table.enc
    one = fighter(enc, doing.who)
    if doing.card.target in ("square", "burst", "field", "self"):
        doing.targets = targets_of(enc, doing.card, one, doing.targets, doing.squares)
    reveal(table, [one], "acts")
    table.emit(ActionBegan(doing.who, doing.card.id, doing.targets, doing.squares, doing.how))
    if doing.how == "":
        answer_moment(table, doing, "before")
    why = thwarted(enc, doing)
    if why:
        table.emit(ActionLost(doing.who, doing.card.id, why))
        finish(table, doing)
    else:
        proceed(table, doing)


def places_of(enc: Encounter) -> dict[str, int]:
    return {one.id: one.pos for one in fighters(enc)}


def escape(enc: Encounter, doing: Doing, places: dict[str, int], rebuilt: bool) -> None:
    """9.15: whom a Trigger has brought out of reach of the action, or behind Cover, is no target of it any more."""
    if not rebuilt and places == places_of(enc):
        return
    one = fighter(enc, doing.who)
    caught = doing.targets
    if doing.card.target in ("square", "burst", "field"):
        caught = targets_of(enc, doing.card, one, [], doing.squares)
    elif doing.card.target in NAMED:
        more = added(doing.boosts, "range")
        caught = [who for who in caught if not bars_body(enc, doing.card, one, fighter(enc, who), more)]
    moved = rebuilt or places[one.id] != one.pos
    left = [who for who in doing.targets if who in caught or not (moved or places[who] != fighter(enc, who).pos)]
    doing.escaped = len(left) < len(doing.targets)
    doing.targets = left


def thwarted(enc: Encounter, doing: Doing) -> str:
    """9.8, 9.10: cancelled by a Trigger, or lost because its user cannot go on; empty if it takes its course."""
    one = fighter(enc, doing.who)
    if doing.cancelled:
        return "cancelled"
    astray = not doing.targets and (doing.redirected or doing.escaped)
    return "lost" if astray or not one.present or one.has("sleep") else ""


def proceed(table: Table, doing: Doing) -> None:
    """3.12: from the check to the after-Triggers."""
    enc = table.enc
    doing.targets = [who for who in doing.targets if fighter(enc, who).present or fighter(enc, who).down]
    if sustains(doing.card) and fighter(enc, doing.who).is_hero:
        begin_sustain(table, doing)
    inner(table, doing)
    finish(table, doing)


def resolve(table: Table, doing: Doing) -> None:
    """10.4: the repetition of a Sustain Effect: like an action, without price, Triggers or Amplifies."""
    table.emit(ActionBegan(doing.who, doing.card.id, doing.targets, doing.squares, doing.how))
    inner(table, doing)
    table.emit(ActionEnded(doing.who, doing.card.id))


def inner(table: Table, doing: Doing) -> None:
    """6.2: the check if there is anybody to check against, then dice, Amplifies and effects."""
    enc = table.enc
    one = fighter(enc, doing.who)
    enemies = [who for who in split(enc, one, doing.targets)[0] if fighter(enc, who).present]
    reveal(table, [fighter(enc, who) for who in enemies], "is caught")
    if doing.redirected:
        settle(table, doing, doing.targets, HIT)
    elif strikes_only(doing.card):
        doing.results = dict.fromkeys(enemies, HIT)
    elif enemies and one.is_hero:
        check_cap(table, doing, enemies)
    elif enemies:
        defend(table, doing, enemies)
    throw_damage(table, doing)
    throw_healing(table, doing)
    amplify_after(table, doing)
    spent = spent_boons(fighter(enc, doing.who), doing)
    apply_effects(table, doing)
    for held in spent:
        if fighter(enc, doing.who).condition(held.name) is held:
            table.emit(ConditionEnded(doing.who, held.name, "used"))


def spent_boons(one: Fighter, doing: Doing) -> list[Condition]:
    """15.20: a boon for the next action is spent by the first one it could help, hit or miss."""
    if doing.how == "sustain" or not one.conditions:
        return []
    harms, heals = does(doing.effects, "damage"), does(doing.effects, "heal")
    helped = (*(("c", "a", "p") if doing.checked else ()), *(("damage", "piercing") if harms else ()))
    helped = (*helped, "die") if harms or heals else helped
    found = [held for held in one.conditions if held.until.moment == ACTION]
    return [held for held in found if held.name.removeprefix("boon-").split("-")[0] in helped]


def finish(table: Table, doing: Doing) -> None:
    """9.5: what happened may meet the condition of Triggers."""
    from fracas.rulesets.cap_check.triggers import answer_moment

    if doing.how == "":
        answer_moment(table, doing, "after")
    table.emit(ActionEnded(doing.who, doing.card.id))


def strikes_only(card: Card) -> bool:
    """3.13: what gives a free strike and does nothing else to foes needs no check of its own."""
    kinds = [effect.kind for effect in card.effects if effect.to in ("enemies", "cause", "victim")]
    return "basic" in kinds and len(kinds) == kinds.count("basic")


def strike_free(table: Table, doing: Doing, target: str) -> None:
    """3.13: a basic melee attack that costs nothing, if the target is still there to be struck."""
    one, other = fighter(table.enc, doing.who), fighter(table.enc, target)
    card = one.cards()[0]
    if one.present and other.present and not bars_target(table.enc, card, one, other):
        carry_out(table, Doing(doing.who, card, [target], [], "free"))
