"""Sections 7.9 to 7.14: abilities that were begun, prepared, used or foiled, what holds on, and how it ends."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import GM, Encounter, Table
from fracas.engine.events import ACT, BOOKS, NEWS, PUBLIC, SUBJECT, About, Event
from fracas.rulesets.phases_of_play.aiming import ability_name
from fracas.rulesets.phases_of_play.being import being, content_of, phases
from fracas.rulesets.phases_of_play.conditions import lose
from fracas.rulesets.phases_of_play.pieces import Lasting, Pending
from fracas.rulesets.phases_of_play.tests import OUTCOME_WORDS


class AbilityUsed(About):
    """An ability, basic or not, had its Score."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, ability: str, outcome: str, targets: list[str]) -> None:
        self.who = who
        self.ability = ability
        self.outcome = outcome
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.used[self.ability] = one.used.get(self.ability, 0) + 1
        if self.ability in one.prepared:
            one.prepared = [id for id in one.prepared if id != self.ability]

    def result_word(self) -> str:
        return self.outcome

    def say(self, enc: Encounter) -> str:
        found = content_of(enc).abilities.get(self.ability)
        tested = found is None or found.test
        attack = self.ability in ("melee", "shoot") and [one for one in self.targets if one != self.who]
        word = f": {OUTCOME_WORDS[self.outcome]}" if tested and self.ability not in ("rest", "sneak") else ""
        return self.brief(enc) + ("" if attack else word)

    def brief(self, enc: Encounter) -> str:
        who, others = enc.name(self.who), [target for target in self.targets if target != self.who]
        at = f" on {', '.join([enc.name(other) for other in others])}" if others else ""
        if self.ability in ("melee", "shoot") and others:
            missed = self.outcome == "fumble" or (self.ability == "shoot" and self.outcome == "low")
            return f"{who} {'misses' if missed else 'hits'} {enc.name(others[0])}"
        return f"{who} uses {ability_name(enc, self.ability)}{at}"


class EnvironmentActed(Event):
    """An ability of the environment itself."""

    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = ACT

    def __init__(self, ability: str) -> None:
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        used = phases(enc).used
        used[self.ability] = used.get(self.ability, 0) + 1

    def say(self, enc: Encounter) -> str:
        return f"The surroundings: {content_of(enc).abilities[self.ability].name}"


class Began(About):
    """A Slow Action was begun."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares", "pos")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = ACT

    def __init__(self, who: str, ability: str, targets: list[str], squares: list[int], pos: int, hinder: int) -> None:
        self.who = who
        self.ability = ability
        self.targets = targets
        self.squares = squares
        self.pos = pos
        self.hinder = hinder

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).pending = Pending(self.ability, self.targets, self.squares, self.pos, self.hinder)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} begins {ability_name(enc, self.ability)}"


class PendingOver(About):
    """What was pending takes effect now, or never."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).pending = None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: what was begun {self.why}"


class PreparedSet(About):
    """What somebody holds ready."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, abilities: list[str]) -> None:
        self.who = who
        self.abilities = abilities

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).prepared = self.abilities[:]


class EffectBegan(About):
    """A lasting ability holds from now on, for so many turns."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, ability: str, left: int) -> None:
        self.who = who
        self.ability = ability
        self.left = left

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [e for e in one.lasting if e.ability != self.ability]
        one.lasting.append(Lasting(self.ability, self.left))

    def say(self, enc: Encounter) -> str:
        return f"{content_of(enc).abilities[self.ability].name} of {enc.name(self.who)} holds"


class OfAbility(About):
    """Something about an ability of somebody."""

    def __init__(self, who: str, ability: str) -> None:
        self.who = who
        self.ability = ability


class EffectEnded(OfAbility):
    """A lasting ability is over."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [e for e in one.lasting if e.ability != self.ability]

    def say(self, enc: Encounter) -> str:
        return f"{content_of(enc).abilities[self.ability].name} of {enc.name(self.who)} is over"


class Foiled(OfAbility):
    """Something was begun and does not happen."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def apply(self, enc: Encounter) -> None:
        pass

    def subjects(self) -> list[str]:
        return [self.who] if self.who != GM else []

    def say(self, enc: Encounter) -> str:
        name = enc.name(self.who) if self.who != GM else "The surroundings"
        return f"{name}: {ability_name(enc, self.ability)} comes to nothing"


class EffectTicked(EffectBegan):
    """A lasting ability has so many turns left."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [Lasting(e.ability, self.left) if e.ability == self.ability else e for e in one.lasting]

    def say(self, enc: Encounter) -> str:
        return ""


class BoonChanged(About):
    """What an ability lends while it lasts."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, who: str, name: str, change: int) -> None:
        self.who = who
        self.name = name
        self.change = change

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.boons[self.name] = one.boons.get(self.name, 0) + self.change


class ZonesEnded(Event):
    """Whatever zones this ability kept up are gone."""

    IDS: ClassVar[tuple[str, ...]] = ("source~ability",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, source: str, ability: str) -> None:
        self.source = source
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.zones = [z for z in flow.zones if z.source != self.source or z.ability != self.ability]


def let_go(table: Table, who: str) -> None:
    """7.10, 7.14, 15.26: whoever falls no longer holds anything: no slow action, no concentration, no grip."""
    one = being(table.enc, who)
    if one.pending is not None:
        table.emit(PendingOver(who, "comes to nothing"))
    for lasting in one.lasting[:]:
        stop(table, who, lasting.ability)


def stop(table: Table, who: str, ability: str) -> None:
    """7.12, 12.11: a lasting effect is over, with the zones it kept up."""
    found = content_of(table.enc).abilities[ability]
    table.emit(EffectEnded(who, ability))
    table.emit(ZonesEnded(who, ability))
    for effect in found.effects:
        if effect.kind == "boon":
            set_boon(table, who, effect.name, -effect.amount)
    if found.lasts < 0 and being(table.enc, who).has("concentrating"):
        lose(table, who, "concentrating", 1, "over")


def set_boon(table: Table, who: str, name: str, change: int) -> None:
    """7.12: a bonus that an ability lends while it lasts is part of the one who has it."""
    table.emit(BoonChanged(who, name, change))
