"""Sections 15.13 to 15.15: Rest and first aid, which are slow, and what they restore."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fracas.engine.api import Action, Command, Encounter, Reason, Roll, Table
from fracas.engine.purpose import HELP
from fracas.rulesets.phases_of_play.abilities import just_begun, over, resolve_pending, spoils
from fracas.rulesets.phases_of_play.acting import PlayAction, choose, spend
from fracas.rulesets.phases_of_play.aiming import bars_distance
from fracas.rulesets.phases_of_play.being import Being, being, beings, content_of
from fracas.rulesets.phases_of_play.carrying_out import ANY_REACH, begin_slow, started
from fracas.rulesets.phases_of_play.conditions import PoolChanged, bars_reaction, clear_fleeting, on_ability
from fracas.rulesets.phases_of_play.damage import heal, heal_vitality, set_shield, wake
from fracas.rulesets.phases_of_play.distances import SWINGING, enemies
from fracas.rulesets.phases_of_play.lasting import AbilityUsed
from fracas.rulesets.phases_of_play.pause import RESTS, bars_slow
from fracas.rulesets.phases_of_play.pieces import Pending
from fracas.rulesets.phases_of_play.reactions import bars_beats
from fracas.rulesets.phases_of_play.tests import D10, MIXED, test


class Slow(PlayAction):
    """2.3, 15.13, 19.7: a basic Slow Action: done at the start of the next turn, at once where nobody counts time."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_slow(enc, one, self.verb)

    def act(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        name = f"{self.verb}-{command.thing}" if command.thing else self.verb
        if enc.flow.phase == "main":
            begin_slow(table, who, name, command)
            return
        on, net = started(table, who, name, list(command.targets), ANY_REACH)
        if on:
            self.resolve(table, who, command.targets, command.thing, net)

    def carry_through(self, before: Encounter, table: Table) -> str:
        pending = just_begun(before, table)
        if pending is None:
            return ""
        take_effect(table, table.command.who)
        return spoils(table.enc, pending)

    def resolve(self, table: Table, who: str, targets: Sequence[str], thing: str, net: int) -> None:
        raise NotImplementedError


class Rest(Slow):
    """15.13, 15.14: a Shield, a Dodge Point, or with a Recovery Vitality or Health."""

    purpose = HELP

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_rest(being(enc, command.who), command.thing)

    def resolve(self, table: Table, who: str, targets: Sequence[str], thing: str, net: int) -> None:
        enc = table.enc
        one = being(enc, who)
        table.emit(AbilityUsed(who, "rest", MIXED, []))
        if enc.flow.phase == "freeplay" or enc.flow.phase == "end":
            clear_fleeting(table, who, "a Rest")
        if thing == "shield":
            set_shield(table, who, 1, "a Rest")
        elif thing == "dodge":
            table.emit(PoolChanged(who, "dodges", min(one.max_dodges, one.dodges + 1), "a Rest"))
        elif not bars_rest(one, thing):
            recover(table, who, thing, "a Rest")


def bars_rest(one: Being, thing: str) -> list[Reason]:
    """15.13, 15.14, 7.6: there must be something to gain, and a Recovery or a kit for some of it."""
    if thing in ("vitality", "health") and one.recoveries <= 0 and one.kits <= 0:
        return [Reason("7.6", f"{one.name} has neither a Recovery nor a first aid kit")]
    full = (
        (thing == "shield" and one.shield >= 1)
        or (thing == "dodge" and one.dodges >= one.max_dodges)
        or (thing == "vitality" and one.vitality >= one.max_vitality)
        or (thing == "health" and one.health >= one.max_health)
    )
    return [Reason("15.13", f"{one.name} has nothing to gain from that")] if full else []


def recover(table: Table, who: str, thing: str, why: str) -> None:
    """15.14, 15.15: a Recovery for a point of Vitality, or a die of Health."""
    use_recovery(table, who)
    if thing == "vitality":
        heal_vitality(table, who, 1, why)
    else:
        heal(table, who, table.roll(Roll(who, D10, why)), why)


def use_recovery(table: Table, who: str) -> None:
    """15.14: a Recovery before a kit."""
    one = being(table.enc, who)
    if one.recoveries > 0:
        table.emit(PoolChanged(who, "recoveries", one.recoveries - 1, "used"))
    else:
        table.emit(PoolChanged(who, "kits", max(0, one.kits - 1), "used"))


class FirstAid(Slow):
    """15.15: a kit and a Tinkering Test give a Recovery, to be used at once on a Pass."""

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, patient = being(enc, command.who), being(enc, command.target)
        return bars_aid(enc, one, patient)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, (p.id,)) for p in beings(enc) if not p.out and not enemies(one, p)]

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).kits > 0

    def resolve(self, table: Table, who: str, targets: Sequence[str], thing: str, net: int) -> None:
        enc = table.enc
        one, patient = being(enc, who), targets[0]
        if bars_aid(enc, one, being(enc, patient)):
            return
        table.emit(PoolChanged(who, "kits", max(0, one.kits - 1), "first aid"))
        score = test(table, who, "tinkering", net + on_ability(enc, one, patient != who), "first aid")
        table.emit(AbilityUsed(who, "first-aid", score.outcome, [patient]))
        table.emit(PoolChanged(patient, "recoveries", being(enc, patient).recoveries + 1, "first aid"))
        if score.passed:
            at_once(table, patient)
        wake(table, patient)


def at_once(table: Table, who: str) -> None:
    """15.15: the Recovery may be used as a Reaction, for Health or Vitality; whoever is not awake is given Health."""
    one = being(table.enc, who)
    gains = [thing for thing in ("health", "vitality") if not bars_rest(one, thing)]
    if not gains:
        return
    if not one.present:
        recover(table, who, gains[0], "first aid")
        return
    if bars_reaction(one, False) or bars_beats(table.enc, one, 1):
        return
    commands = [Command(who, "recover", thing=thing) for thing in gains]
    answer = choose(table, who, "recover", "Use the Recovery now, as a Reaction? What for?", commands)
    if answer is not None:
        spend(table, who, 1, "a Recovery")
        recover(table, who, answer.thing, "first aid")


def bars_aid(enc: Encounter, one: Being, patient: Being) -> list[Reason]:
    """15.15, 7.3: a kit, and somebody near and willing who is neither construct nor undead."""
    if one.kits <= 0:
        return [Reason("15.15", f"{one.name} has no first aid kit")]
    lifeless = [tag for tag in ("construct", "undead") if tag in patient.card.tags]
    if lifeless or enemies(one, patient) or not patient.alive:
        return [Reason("15.15", f"first aid does nothing for {patient.name}")]
    return bars_distance(enc, one, SWINGING, patient)


def take_effect(table: Table, who: str) -> None:
    """7.9: what is pending happens, be it an ability of the sheet or a basic one."""
    pending = being(table.enc, who).pending
    if pending is None:
        return
    if pending.ability in content_of(table.enc).abilities:
        resolve_pending(table, who, pending)
    else:
        resolve_basic(table, who, pending)


def resolve_basic(table: Table, who: str, pending: Pending) -> None:
    """7.9, 15.13, 15.15: a Rest or first aid begun a turn ago."""
    verb = "first-aid" if pending.ability.startswith("first-aid") else "rest"
    thing = pending.ability.removeprefix("rest-") if verb == "rest" else ""
    action = table.ruleset.actions[verb]
    assert isinstance(action, Slow)
    if over(table, who):
        action.resolve(table, who, pending.targets, thing, -pending.hinder)


ACTIONS: Final[list[Action]] = [
    Rest("rest", "Rest", "15.13", "thing", beats=1, known=RESTS),
    FirstAid("first-aid", "First aid", "15.15", "target", beats=1),
]
REPLIES: Final[list[Action]] = [Action("recover", "Use the Recovery now", "15.15", "thing", "recover")]
