"""Sections 7.11 and 8.1: reactions of one's own sheet, and whom they answer."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import GM, Action, Command, Encounter, Reason, Table
from fracas.rulesets.phases_of_play.abilities import bars_using
from fracas.rulesets.phases_of_play.acting import spend
from fracas.rulesets.phases_of_play.aiming import bars_aim, bars_distance, bars_sight, find, has_ability, need_ability
from fracas.rulesets.phases_of_play.being import Being, being, beings, content_of, phases
from fracas.rulesets.phases_of_play.carrying_out import use
from fracas.rulesets.phases_of_play.conditions import bars_reaction
from fracas.rulesets.phases_of_play.distances import is_kind
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.reactions import ReactionAction, bars_beats, note

ANSWERS: Final = ("leaving", "entering", "moves", "starts", "damage", "hurt", "fall")


class React(ReactionAction):
    """5.11, 7.11, 8.1: a reaction of one's own or a prepared one."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        need_ability(enc, command)

    def cost(self, enc: Encounter, command: Command) -> str:
        found = content_of(enc).abilities.get(command.thing)
        return f"{found.beats} Beat" if found is not None and found.beats and enc.flow.phase == "main" else "free"

    def label(self, enc: Encounter, command: Command) -> str:
        return find(enc, command.thing).name

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        trigger = phases(enc).trigger
        found: list[Command] = []
        names = [ability.id for ability in one.card.abilities] + one.prepared
        for id in names:
            ability = find(enc, id)
            answers = ability.trigger and (trigger is None or ability.trigger == trigger.name)
            if answers and id not in [c.thing for c in found] and (id in one.prepared or not prepared_only(one, id)):
                found.extend([Command(one.id, self.verb, aim, id) for aim in self.aims_of(enc, one, ability)])
        return found

    def aims_of(self, enc: Encounter, one: Being, ability: Ability) -> list[tuple[str, ...]]:
        """7.5: a reaction is aimed by its trigger, or at somebody the user chooses."""
        if needs_target(ability):
            return [(other.id,) for other in beings(enc) if not other.out and enc.sees(one.seat, other.id)]
        return [()]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, ability = being(enc, command.who), find(enc, command.thing)
        trigger = phases(enc).trigger
        if not has_ability(one, ability.id):
            return [Reason("7.2", f"{one.name} does not have {ability.name}")]
        if trigger is None or ability.trigger != trigger.name:
            return [Reason("8.1", f"{ability.name} does not answer this")]
        reasons = bars_using(one, ability) + bars_subject(enc, one, ability, trigger)
        if ability.time == "reaction":
            reasons = reasons + bars_reaction(one, False) + bars_beats(enc, one, ability.beats)
        elif [one.id, ability.id] in trigger.reacted:
            reasons.append(Reason("8.7", f"{ability.name} was used in this chain already"))
        if needs_target(ability):
            reasons = reasons + bars_aim(enc, one, ability, command)
        elif command.targets:
            reasons.append(Reason("7.5", f"{ability.name} is aimed by its trigger"))
        return reasons

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        ability = find(enc, command.thing)
        spend(table, who, ability.beats, ability.name)
        if ability.time == "free-reaction":
            note(table, who, ability.id)
        trigger = phases(enc).triggers[-1]
        targets = command.targets
        if not targets and ability.target not in ("self", "burst", "point"):
            targets = (subject(trigger, ability),)
        use(table, who, ability, Command(who, self.verb, targets, ability.id))


def prepared_only(one: Being, id: str) -> bool:
    """Is this ability only ever had by preparing it?"""
    for ability in one.card.abilities:
        for effect in ability.effects:
            if effect.kind == "prepare" and effect.name == id:
                return True
    return False


def needs_target(ability: Ability) -> bool:
    """Does its user choose a target besides what its trigger names?"""
    if ability.target in ("self", "burst", "point", "cause", "victim"):
        return False
    return bool([effect for effect in ability.effects if effect.to == "target"]) and ability.of == "self"


def subject(trigger: Trigger, ability: Ability) -> str:
    """7.5: whom a reaction is about: who caused its trigger; for help, or with nobody behind it, the victim."""
    helps = not ability.harmful or trigger.cause == GM
    return trigger.victim if helps and trigger.victim else trigger.cause


def bars_subject(enc: Encounter, one: Being, ability: Ability, trigger: Trigger) -> list[Reason]:
    """8.1, 7.3, 7.4: the trigger is about the right one, who is within distance and in sight."""
    about = trigger.victim if trigger.name in ("damage", "hurt", "fall") else trigger.cause
    if about == GM and ability.of == "any":
        about = trigger.victim
    if about not in enc.combatants:
        return [Reason("8.1", "nobody caused this")]
    whom = being(enc, about)
    if not is_kind(ability.of, one, whom):
        return [Reason("8.1", f"{ability.name} does not answer what {whom.name} does")]
    other = subject(trigger, ability)
    if other not in enc.combatants:
        return [Reason("8.1", "nobody caused this")]
    if ability.target in ("self", "burst") or needs_target(ability):
        return []
    target = being(enc, other)
    return bars_distance(enc, one, ability.range, target) or bars_sight(enc, one, target, ability.true)


ACTIONS: Final[list[Action]] = [React("react", "React", "8.1", ANSWERS, "thing", free=True)]
