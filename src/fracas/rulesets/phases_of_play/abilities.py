"""Section 7: using abilities of one's own: paying, Tests and Saves, slow, prepared and lasting ones."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.reason import Reason
from fracas.engine.roll import Why
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.acting import PlayAction, no_beat, no_free_action, spend, spend_free
from fracas.rulesets.phases_of_play.aiming import (
    abilities_of,
    bars_aim,
    bars_distance,
    bars_kind,
    bars_sight,
    covered,
    drafts,
    find,
    has_ability,
    reached,
)
from fracas.rulesets.phases_of_play.being import Being, Pending, being, beings, lore, phases
from fracas.rulesets.phases_of_play.conditions import (
    against,
    bars_charm,
    bars_reaction,
    bars_stunned,
    bars_voice,
    gain,
    on_ability,
)
from fracas.rulesets.phases_of_play.damage import answered, stop
from fracas.rulesets.phases_of_play.distances import apart, enemies
from fracas.rulesets.phases_of_play.effects import amount_of, applies, apply_effects
from fracas.rulesets.phases_of_play.events import (
    AbilityUsed,
    Began,
    EffectBegan,
    EnvironmentActed,
    Foiled,
    PendingOver,
    SlowAllowed,
    ability_name,
)
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pause import bars_breaking, bars_slow, break_pause
from fracas.rulesets.phases_of_play.phase_flow import Trigger
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.reactions import ReactionAction, bars_beats, note, react, ready_for
from fracas.rulesets.phases_of_play.tests import CRIT, FUMBLE, HIGH, LOW, MIXED_SCORE, Score, test
from fracas.rulesets.phases_of_play.touching import saved
from fracas.rulesets.phases_of_play.zones import sight_net

OWN_TURN: Final = ("action", "free-action", "slow-action")
ANY_REACH: Final = -1
"""For what is not spoiled by somebody getting out of its reach."""


# ---------------------------------------------------------------- what speaks against using one


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


def bars_using(enc: Encounter, one: Being, ability: Ability) -> list[Reason]:
    """7.6, 7.17, 13.8: requirements, uses, and a voice for spells."""
    reasons = bars_requirements(one, ability)
    if ability.uses and one.used.get(ability.id, 0) >= ability.uses:
        reasons.append(Reason("7.17", f"{ability.name} is used up for this encounter"))
    if ability.spell:
        reasons.extend(bars_voice(one))
    return reasons


def test_net(enc: Encounter, one: Being, ability: Ability, targets: list[str]) -> int:
    """7.7, 7.15, 13.8: what helps and hinders the Test of an ability."""
    others = [who for who in targets if who != one.id and enc.sees(one.seat, who)]
    net = on_ability(enc, one, bool(others))
    if ability.spell and one.stacks("silenced"):
        net -= 1
    if ability.strain == "straining":
        net -= one.stacks("strained")
    elif ability.strain == "exhausting":
        net -= one.stacks("exhausted")
    if others:
        net += target_net(enc, one, being(enc, others[0]), ability.harmful)
    return net


def target_net(enc: Encounter, one: Being, target: Being, harmful: bool) -> int:
    """12.5, 12.9, 13.4, 13.6, 16.1: the dark, the fog, charm and fear, and the help of being Sneaky."""
    net = against(enc, one, target, harmful) + sight_net(enc, one, target)
    if one.has("sneaky") and not target.pc:
        net += 1
    return net


# ---------------------------------------------------------------- using one


def started(table: Table, who: str, ability: str, targets: list[str], reach: int) -> tuple[bool, int]:
    """8.5, 7.22: after aiming and before the Test others may react: is it still on, and with which hindrance?"""
    enc = table.enc
    whos = ready_for(enc, "starts", who)
    if not whos:
        return True, 0
    if who == GM:
        return on_whim(table, ability, targets, whos)
    victim = targets[0] if targets else who
    near = apart(enc, being(enc, who), being(enc, victim)) <= reach
    after = react(
        table, Trigger("starts", who, victim, ability), whos, Why(f"{{0}} begins {ability_name(enc, ability)}", [who])
    )
    on = not after.cancelled and being(enc, who).present and not (near and slipped(enc, who, victim, reach))
    if not on:
        table.emit(Foiled(who, ability))
    return on, -after.hinder


def on_whim(table: Table, ability: str, targets: list[str], whos: list[str]) -> tuple[bool, int]:
    """8.5, 17.4: the surroundings are nobody's enemy; what they do may be stopped all the same."""
    victim = targets[0] if targets else ""
    prompt = f"The surroundings begin {ability_name(table.enc, ability)}"
    after = react(table, Trigger("starts", GM, victim, ability), whos, prompt)
    if after.cancelled:
        table.emit(Foiled(GM, ability))
    return not after.cancelled, 0


def slipped(enc: Encounter, who: str, victim: str, reach: int) -> bool:
    """8.5: whoever was within reach may have got out of it."""
    return apart(enc, being(enc, who), being(enc, victim)) > reach


def carry_out(
    table: Table, who: str, ability: Ability, targets: tuple[str, ...], squares: tuple[int, ...], net: int = 0,
    pos: int = -1,
) -> None:  # fmt: skip
    """7.7, 7.8, 7.16: Test, Saves and effects; `who` is the GM's name for the environment."""
    enc = table.enc
    score = MIXED_SCORE
    if who == GM:
        table.emit(EnvironmentActed(ability.id))
        user = being(enc, targets[0]) if targets else beings(enc)[0]
        hit = reached(enc, user, ability, targets, squares, squares[0] if squares else user.pos)
    else:
        user = being(enc, who)
        hit = reached(enc, user, ability, targets, squares, pos if pos >= 0 else user.pos)
        if ability.test:
            score = test(table, who, ability.test, net + test_net(enc, user, ability, hit), ability.name)
        table.emit(AbilityUsed(who, ability.id, score.outcome, hit))
        strain(table, who, ability, score)
    blows: dict[str, Trigger] = {}
    passed: list[str] = []
    if ability.save:
        for other in hit:
            eased = foresee(table, who, ability, score, other, blows)
            if resists(table, other, ability, score, eased):
                passed.append(other)
    area = covered(enc, ability, squares[0], user.pos) if squares else []
    if ability.target == "burst":
        area = covered(enc, ability, user.pos, user.pos)
    begin_lasting(table, who, ability, score, hit)
    apply_effects(table, who, ability, score.outcome, hit, passed, area, blows)


def strain(table: Table, who: str, ability: Ability, score: Score) -> None:
    """7.15: a straining ability that is passed strains."""
    if score.passed and ability.strain == "straining":
        gain(table, who, "strained", 1, "", ability.name)
    elif score.passed and ability.strain == "exhausting":
        gain(table, who, "exhausted", 1, "", ability.name)


def foresee(table: Table, who: str, ability: Ability, score: Score, target: str, blows: dict[str, Trigger]) -> int:
    """15.9: damage that a Save may lessen is announced before the Save; returns the Advantages a Dodge brings to it."""
    for effect in ability.effects:
        if effect.kind == "damage" and effect.to in ("target", "area") and applies(ability, effect, score.outcome):
            amount = amount_of(table, who, ability, effect, target)
            blows[target] = answered(table, target, amount, effect.type, who, ability.name)
            return blows[target].eased
    return 0


def resists(table: Table, who: str, ability: Ability, score: Score, eased: int) -> bool:
    """7.8: the user's Score says how the Save is made."""
    if score.outcome in (CRIT, FUMBLE):
        return score.outcome == FUMBLE
    net = 1 if score.outcome == LOW else -1 if score.outcome == HIGH else 0
    return saved(table, who, ability.save, ability.name, net + eased)


def begin_lasting(table: Table, who: str, ability: Ability, score: Score, hit: list[str]) -> None:
    """7.12, 7.14: an ability that lasts holds from now on, by concentration or for its rounds."""
    enc = table.enc
    if not ability.lasts or who == GM or not score.passed:
        return
    held = [lasting for lasting in being(enc, who).lasting if find(enc, lasting.ability).lasts < 0]
    if ability.id in [lasting.ability for lasting in being(enc, who).lasting]:
        stop(table, who, ability.id)
        held = [lasting for lasting in held if lasting.ability != ability.id]
    table.emit(EffectBegan(who, ability.id, ability.lasts, hit))
    if ability.lasts < 0 and (held or options(enc).concentration == "every"):
        gain(table, who, "concentrating", 1, "", ability.name)


def begin_slow(table: Table, who: str, ability: str, targets: tuple[str, ...], squares: tuple[int, ...]) -> None:
    """7.9, 8.5: begun now, with its target; its Test and effect come at the start of the next turn."""
    on, net = started(table, who, ability, list(targets), ANY_REACH)
    if on:
        pos = being(table.enc, who).pos
        table.emit(Began(who, ability, list(targets), list(squares), pos, -net))


class Use(PlayAction):
    """7.1, 7.2: an ability from one's own sheet, begun on one's turn."""

    def __init__(self) -> None:
        super().__init__("use", "Use an ability", "7.2", "thing")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in lore(enc).abilities:
            raise Invalid("command", "thing", command.thing, abilities_of(being(enc, command.who)))

    def price(self, enc: Encounter, command: Command) -> int:
        found = lore(enc).abilities.get(command.thing)
        return found.beats if found is not None else 0

    def drawback(self, enc: Encounter, command: Command) -> str:
        """Some strain or exhaust whoever passes their Test (7.15)."""
        found = lore(enc).abilities.get(command.thing)
        words = {"straining": "Strained if it is passed", "exhausting": "Exhausted if it is passed"}
        return words.get(found.strain, "") if found is not None else ""

    def label(self, enc: Encounter, command: Command) -> str:
        named = Command(command.who, command.verb, command.targets, find(enc, command.thing).name, command.squares)
        return super().label(enc, named)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        found: list[Command] = []
        for ability in one.card.abilities:
            if ability.time in OWN_TURN:
                for aim in drafts(enc, one, ability):
                    found.append(Command(one.id, self.verb, aim.targets, ability.id, aim.squares))
        return found

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one, ability = being(enc, command.who), find(enc, command.thing)
        if not has_ability(one, ability.id):
            return [Reason("7.2", f"{one.name} does not have {ability.name}")]
        if ability.time not in OWN_TURN:
            return [Reason("7.1", f"{ability.name} is no action of one's own turn")]
        if enc.flow.phase == "end" and ability.harmful:
            return [Reason("1.4", "nobody fights in the End phase")]
        reasons = bars_using(enc, one, ability) + self.bars_time(enc, one, ability)
        if ability.time == "slow-action" and enc.flow.phase == "main":
            return reasons + bars_slow_aim(enc, one, ability, command)
        return reasons + bars_aim(enc, one, ability, command.targets, command.squares)

    def bars_time(self, enc: Encounter, one: Being, ability: Ability) -> list[Reason]:
        """5.3, 5.6, 5.7, 7.9, 13.12, 18.3: Beats, Free Actions, one Slow Action at a time, none in a pause."""
        reasons: list[Reason] = []
        if ability.time != "free-action":
            reasons.extend(bars_stunned(one))
        if ability.time == "slow-action":
            reasons.extend(bars_slow(enc, one, ability.id))
            if one.pending is not None:
                reasons.append(Reason("7.9", f"{one.name} has a Slow Action pending already"))
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
            begin_slow(table, who, ability.id, command.targets, command.squares)
            return
        if [who, ability.id] in phases(enc).leaves:
            table.emit(SlowAllowed(who, ability.id, False))
        on, net = started(table, who, ability.id, list(command.targets), ability.range)
        if on:
            carry_out(table, who, ability, command.targets, command.squares, net)


def bars_slow_aim(enc: Encounter, one: Being, ability: Ability, command: Command) -> list[Reason]:
    """7.10: a Slow Action may be aimed at what is still out of reach, but at the right kind."""
    if ability.target in ("self", "burst", "point"):
        reasons = bars_aim(enc, one, ability, command.targets, command.squares)
        return [reason for reason in reasons if reason.paragraph == "7.5"]
    if not command.targets or len(command.targets) > ability.count or command.squares:
        return bars_aim(enc, one, ability, command.targets, command.squares)
    reasons = []
    for who in command.targets:
        reasons.extend(bars_kind(enc, one, ability, being(enc, who)))
        if ability.harmful:
            reasons.extend(bars_charm(enc, one, being(enc, who)))
    return reasons[:1]


def resolve_pending(table: Table, who: str, pending: Pending) -> None:
    """7.9, 7.10: what was begun a turn ago takes effect, if nothing is missing now."""
    enc = table.enc
    one = being(enc, who)
    ability = find(enc, pending.ability)
    missing = bars_aim(enc, one, ability, pending.targets, pending.squares) + bars_using(enc, one, ability)
    if missing or not one.present:
        table.emit(PendingOver(who, "comes to nothing"))
        return
    table.emit(PendingOver(who, "takes effect"))
    carry_out(table, who, ability, pending.targets, pending.squares, -pending.hinder, pending.pos)


class EndEffect(PlayAction):
    """7.13: ending a lasting effect of one's own for a Beat."""

    beats: int = 1

    def __init__(self) -> None:
        super().__init__("end-effect", "End an effect of one's own", "7.13", "thing")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        if command.thing in [lasting.ability for lasting in one.lasting]:
            return []
        return [Reason("7.13", f"no such effect of {one.name} lasts")]

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return [Command(one.id, self.verb, thing=lasting.ability) for lasting in one.lasting]

    def perform(self, table: Table, command: Command) -> None:
        spend(table, command.who, 1, "to end an effect")
        if command.thing in [lasting.ability for lasting in being(table.enc, command.who).lasting]:
            stop(table, command.who, command.thing)


class React(ReactionAction):
    """5.11, 7.11, 8.1: a reaction of one's own or a prepared one."""

    is_free: bool = True

    def __init__(self) -> None:
        answers = ("leaving", "entering", "moves", "starts", "damage", "hurt", "fall")
        super().__init__("react", "React", "8.1", answers, "thing")

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing not in lore(enc).abilities:
            raise Invalid("command", "thing", command.thing, abilities_of(being(enc, command.who)))

    def cost(self, enc: Encounter, command: Command) -> str:
        found = lore(enc).abilities.get(command.thing)
        return f"{found.beats} Beat" if found is not None and found.beats and enc.flow.phase == "main" else "free"

    def label(self, enc: Encounter, command: Command) -> str:
        return find(enc, command.thing).name

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        trigger = phases(enc).trigger
        found: list[Command] = []
        names = [ability.id for ability in one.card.abilities] + one.prepared
        for id in names:
            ability = find(enc, id)
            if (
                ability.trigger
                and (trigger is None or ability.trigger == trigger.name)
                and id not in [c.thing for c in found]
            ):
                if ability.time == "free-reaction" or ability.time == "reaction":
                    if id in one.prepared or not prepared_only(one, id):
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
        reasons = bars_using(enc, one, ability) + bars_subject(enc, one, ability, trigger)
        if ability.time == "reaction":
            reasons = reasons + bars_reaction(one, False) + bars_beats(enc, one, ability.beats)
        elif [one.id, ability.id] in trigger.reacted:
            reasons.append(Reason("8.7", f"{ability.name} was used in this chain already"))
        if needs_target(ability):
            reasons = reasons + bars_aim(enc, one, ability, command.targets, ())
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
        on, net = started(table, who, ability.id, [t for t in targets if t in enc.combatants], ability.range)
        if on:
            carry_out(table, who, ability, targets, (), net)


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
    fits = (
        (ability.of == "self" and whom.id == one.id)
        or (ability.of == "ally" and not enemies(one, whom))
        or (ability.of == "enemy" and enemies(one, whom))
        or ability.of == "any"
    )
    if not fits:
        return [Reason("8.1", f"{ability.name} does not answer what {whom.name} does")]
    other = subject(trigger, ability)
    if other not in enc.combatants:
        return [Reason("8.1", "nobody caused this")]
    if ability.target in ("self", "burst") or needs_target(ability):
        return []
    target = being(enc, other)
    return bars_distance(enc, one, ability.range, target) or bars_sight(enc, one, target, ability.true)
