"""Section 7: the abilities of one's own sheet: when each may be used, what it costs, and slow ones taking effect."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Choice, Command, Encounter, Reason, Table
from fracas.engine.purpose import HARM, HELP, VARIES
from fracas.rulesets.phases_of_play.acting import PlayAction, before_blood, no_beat, no_free_action, spend, spend_free
from fracas.rulesets.phases_of_play.aiming import (
    AREAS,
    ability_name,
    bars_aim,
    bars_kind,
    covered,
    drafts,
    find,
    has_ability,
    need_ability,
    reached,
)
from fracas.rulesets.phases_of_play.being import Being, being, content_of
from fracas.rulesets.phases_of_play.carrying_out import STRAINS, begin_slow, carry_out, use
from fracas.rulesets.phases_of_play.conditions import bars_charm, bars_stunned, bars_voice
from fracas.rulesets.phases_of_play.effects import receivers
from fracas.rulesets.phases_of_play.expecting import POINT, harm_of
from fracas.rulesets.phases_of_play.lasting import (
    PendingOver,
    stop,
)
from fracas.rulesets.phases_of_play.pause import bars_breaking, bars_slow, break_pause
from fracas.rulesets.phases_of_play.pieces import Pending
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.situation import situation

OWN_TURN: Final = ("action", "free-action", "slow-action")
SLIGHT: Final = POINT // 2
"""What an ability promises that hurts nobody by itself."""


def bars_requirements(one: Being, ability: Ability) -> list[Reason]:
    """7.6: what an ability requires must be there."""
    for word in ability.requires:
        there = (
            (word == "sneaky" and one.has("sneaky"))
            or (word == "shield" and one.shield > 0)
            or (word == "standing" and not one.has("prone"))
            or (word == "free-hand" and not one.has("grappling"))
            or (word == "recovery" and (one.recoveries > 0 or one.kits > 0))
            or (word == "kit" and one.kits > 0)
            or (word == "unhurt" and one.health >= one.max_health)
        )
        if not there:
            return [Reason("7.6", f"{ability.name} requires {word.replace('-', ' ')}")]
    return []


def bars_using(one: Being, ability: Ability) -> list[Reason]:
    """7.6, 7.17, 13.8: requirements, uses, and a voice for spells."""
    reasons = bars_requirements(one, ability)
    if ability.uses and one.used.get(ability.id, 0) >= ability.uses:
        reasons.append(Reason("7.17", f"{ability.name} is used up for this encounter"))
    if ability.spell:
        reasons.extend(bars_voice(one))
    return reasons


class Use(PlayAction):
    """7.1, 7.2: an ability from one's own sheet, begun on one's turn."""

    purpose = VARIES

    def purpose_of(self, enc: Encounter, command: Command) -> str:
        return HARM if find(enc, command.thing).harmful else HELP

    def for_bots(self, enc: Encounter, choice: Choice) -> Choice | None:
        if not before_blood(enc):
            return choice
        mild = [command for command in choice.commands if not find(enc, command.thing).harmful]
        return Choice(choice.who, choice.verb, mild, [], None) if mild else None

    def carry_through(self, before: Encounter, table: Table) -> str:
        """What a Slow Action will do, as things stand now."""
        pending = just_begun(before, table)
        if pending is None:
            return ""
        resolve_pending(table, table.command.who, pending)
        return spoils(table.enc, pending)

    def touched(self, enc: Encounter, command: Command) -> list[str]:
        one = being(enc, command.who)
        return reached(enc, one, find(enc, command.thing), command, one.pos)

    def carries(self, enc: Encounter, command: Command) -> int:
        return find(enc, command.thing).range

    def area(self, enc: Encounter, command: Command) -> list[int]:
        one, ability = being(enc, command.who), find(enc, command.thing)
        if ability.target not in AREAS:
            return []
        return covered(enc, ability, command.squares[0] if command.squares else one.pos, one.pos)

    def promise(self, enc: Encounter, command: Command) -> int:
        """The harm to be expected of it, or a little for whatever else it does; nothing where it brings only conditions
        that its targets have already."""
        ability = find(enc, command.thing)
        harm = self.harm(enc, command, ability) if ability.harmful else 0
        return harm if harm or not self.brings_more(enc, ability, command) else SLIGHT

    def harm(self, enc: Encounter, command: Command, ability: Ability) -> int:
        """The harm to be expected of it, for each it reaches."""
        return harm_of(enc, being(enc, command.who), ability, self.touched(enc, command))

    def brings_more(self, enc: Encounter, ability: Ability, command: Command) -> bool:
        """Would it do anything but give people conditions they have?"""
        hit = self.touched(enc, command)
        for effect in ability.effects:
            if effect.kind not in ("condition", "reveal"):
                return True
            for target in receivers(enc, command.who, effect, hit):
                one = being(enc, target)
                if one.stacks("sneaky") if effect.kind == "reveal" else one.stacks(effect.name) < effect.amount:
                    return True
        return False

    def special(self, enc: Encounter, command: Command) -> bool:
        """What strains, or can be used a few times only, is spent on purpose."""
        ability = find(enc, command.thing)
        return ability.uses > 0 or bool(ability.strain)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        need_ability(enc, command)

    def price(self, enc: Encounter, command: Command) -> int:
        found = content_of(enc).abilities.get(command.thing)
        return found.beats if found is not None else 0

    def drawback(self, enc: Encounter, command: Command) -> str:
        """Some strain or exhaust whoever passes their Test (7.15)."""
        found = content_of(enc).abilities.get(command.thing)
        strain = STRAINS.get(found.strain, "") if found is not None else ""
        return f"{strain.capitalize()} if it is passed" if strain else ""

    def label(self, enc: Encounter, command: Command) -> str:
        named = Command(command.who, command.verb, command.targets, find(enc, command.thing).name, command.squares)
        return super().label(enc, named)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        own = [ability for ability in one.card.abilities if ability.time in OWN_TURN]
        return [draft for ability in own for draft in drafts(enc, one, self.verb, ability)]

    def choice_if_open(self, enc: Encounter, who: str) -> Choice | None:
        """What bars an ability at whomever it is aimed is asked once."""
        one, legal = being(enc, who), list[Command]()
        for ability in one.card.abilities:
            if not self.bars_when(enc, one, ability) and not self.bars_ability(enc, one, ability):
                for draft in drafts(enc, one, self.verb, ability, likely=True):
                    if not self.bars_aimed(enc, one, ability, draft):
                        legal.append(draft)
        return Choice(who, self.verb, legal, [], None) if legal else None

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, ability = being(enc, command.who), find(enc, command.thing)
        if not has_ability(one, ability.id):
            return [Reason("7.2", f"{one.name} does not have {ability.name}")]
        reasons = self.bars_when(enc, one, ability)
        if reasons:
            return reasons
        return self.bars_ability(enc, one, ability) + self.bars_aimed(enc, one, ability, command)

    def bars_when(self, enc: Encounter, one: Being, ability: Ability) -> list[Reason]:
        """1.4, 7.1: what is not done on one's own turn, or in the End phase."""
        if ability.time not in OWN_TURN:
            return [Reason("7.1", f"{ability.name} is no action of one's own turn")]
        if ability.harmful and enc.flow.phase == "end":
            return [Reason("1.4", "nobody fights in the End phase")]
        return []

    def bars_aimed(self, enc: Encounter, one: Being, ability: Ability, command: Command) -> list[Reason]:
        """What bars aiming it so."""
        if ability.time == "slow-action" and enc.flow.phase == "main":
            return bars_slow_aim(enc, one, ability, command)
        return bars_aim(enc, one, ability, command)

    def bars_ability(self, enc: Encounter, one: Being, ability: Ability) -> list[Reason]:
        """What bars it at whomever it is aimed."""
        known, key = situation(enc).abilities, (one.id, ability.id)
        found = known.get(key)
        if found is None:
            found = known[key] = bars_using(one, ability) + self.bars_time(enc, one, ability)
        return found

    def bars_time(self, enc: Encounter, one: Being, ability: Ability) -> list[Reason]:
        """5.3, 5.6, 5.7, 7.9, 13.12, 18.3: Beats, Free Actions, one Slow Action at a time, none in a pause."""
        reasons: list[Reason] = []
        if ability.time != "free-action":
            reasons.extend(bars_stunned(one))
        if ability.time == "slow-action":
            reasons.extend(bars_slow(enc, one, ability.id))
        if enc.flow.phase == "paused" and ability.harmful:
            reasons.extend(bars_breaking(one, ability.beats))
        if enc.flow.phase != "main":
            return reasons
        if one.beats < ability.beats:
            reasons.append(no_beat(one, ability.beats))
        if ability.time == "free-action" and one.free_actions <= 0:
            reasons.append(no_free_action(one))
        return reasons

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        ability = find(enc, command.thing)
        if enc.flow.phase == "paused" and ability.harmful:
            break_pause(table, who, ability.beats)
        elif ability.time == "free-action":
            spend_free(table, who, ability.name)
        else:
            spend(table, who, ability.beats, ability.name)
        if ability.time == "slow-action" and enc.flow.phase == "main":
            begin_slow(table, who, ability.id, command)
        else:
            use(table, who, ability, command)


def bars_slow_aim(enc: Encounter, one: Being, ability: Ability, command: Command) -> list[Reason]:
    """7.10: a Slow Action may be aimed at what is still out of reach, but at the right kind."""
    if ability.target in ("self", "burst", "point"):
        return [reason for reason in bars_aim(enc, one, ability, command) if reason.paragraph == "7.5"]
    if not command.targets or len(command.targets) > ability.count or command.squares:
        return bars_aim(enc, one, ability, command)
    reasons: list[Reason] = []
    for who in command.targets:
        reasons.extend(bars_kind(enc, one, ability, being(enc, who)))
        if ability.harmful:
            reasons.extend(bars_charm(enc, one, being(enc, who)))
    return reasons[:1]


def resolve_pending(table: Table, who: str, pending: Pending) -> None:
    """7.9, 7.10: an ability begun a turn ago takes effect, if nothing is missing now."""
    enc = table.enc
    ability = find(enc, pending.ability)
    aim = Command(who, "use", tuple(pending.targets), ability.id, tuple(pending.squares))
    missing = bars_aim(enc, being(enc, who), ability, aim) + bars_using(being(enc, who), ability)
    if over(table, who, bool(missing)):
        carry_out(table, who, ability, aim, -pending.hinder, pending.pos)


def just_begun(before: Encounter, table: Table) -> Pending | None:
    """What the command of the table has begun and not finished."""
    who = table.command.who
    started = who in before.combatants and being(before, who).pending is None
    return being(table.enc, who).pending if started else None


def spoils(enc: Encounter, pending: Pending) -> str:
    """What odds leave out that take it for done."""
    return f"what may spoil {ability_name(enc, pending.ability)} until it takes effect, at the start of the next turn"


def over(table: Table, who: str, missing: bool = False) -> bool:
    """7.10: what was pending takes effect now, or never; tells which."""
    happens = being(table.enc, who).present and not missing
    table.emit(PendingOver(who, "takes effect" if happens else "comes to nothing"))
    return happens


class EndEffect(PlayAction):
    """7.13: ending a lasting effect of one's own for a Beat."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return bool(being(enc, who).lasting)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        if command.thing in [lasting.ability for lasting in one.lasting]:
            return []
        return [Reason("7.13", f"no such effect of {one.name} lasts")]

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("7.13", f"no effect of {enc.name(who)} lasts")]

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=lasting.ability) for lasting in one.lasting]

    def act(self, table: Table, command: Command) -> None:
        if command.thing in [lasting.ability for lasting in being(table.enc, command.who).lasting]:
            stop(table, command.who, command.thing)


ACTIONS: Final[list[Action]] = [
    Use("use", "Use an ability", "7.2", "thing"),
    EndEffect("end-effect", "End an effect of one's own", "7.13", "thing", beats=1),
]
