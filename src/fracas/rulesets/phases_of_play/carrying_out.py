"""Section 7: what comes of an ability once it is begun: others may answer, then Test, Saves and effects.

For abilities.py and for whatever else others may answer before it happens.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import GM, Command, Encounter, Table, Why
from fracas.rulesets.phases_of_play.aiming import (
    ability_name,
    covered,
    find,
    reached,
)
from fracas.rulesets.phases_of_play.being import Being, being, beings
from fracas.rulesets.phases_of_play.conditions import against, gain, on_ability
from fracas.rulesets.phases_of_play.damage import answered
from fracas.rulesets.phases_of_play.distances import apart
from fracas.rulesets.phases_of_play.effects import amount_of, applies, apply_effects
from fracas.rulesets.phases_of_play.lasting import (
    AbilityUsed,
    Began,
    EffectBegan,
    EnvironmentActed,
    Foiled,
    stop,
)
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import Ability
from fracas.rulesets.phases_of_play.reactions import react, ready_for
from fracas.rulesets.phases_of_play.tests import MIXED_SCORE, Score, test
from fracas.rulesets.phases_of_play.touching import withstands
from fracas.rulesets.phases_of_play.zones import sight_net

STRAINS: Final = {"straining": "strained", "exhausting": "exhausted"}
ANY_REACH: Final = -1
"""For what is not spoiled by somebody getting out of its reach."""


def test_net(enc: Encounter, one: Being, ability: Ability, targets: list[str]) -> int:
    """7.7, 7.15, 13.8: what helps and hinders the Test of an ability."""
    others = [who for who in targets if who != one.id and enc.sees(one.seat, who)]
    net = on_ability(enc, one, bool(others))
    if ability.spell and one.stacks("silenced"):
        net -= 1
    net -= one.stacks(STRAINS.get(ability.strain, ""))
    if others:
        net += target_net(enc, one, being(enc, others[0]), ability.harmful)
    return net


def target_net(enc: Encounter, one: Being, target: Being, harmful: bool) -> int:
    """12.5, 12.9, 13.4, 13.6, 16.1: the dark, the fog, charm and fear, and the help of being Sneaky."""
    net = against(enc, one, target, harmful) + sight_net(enc, one, target)
    if one.has("sneaky") and not target.pc:
        net += 1
    return net


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
    after = react(table, Trigger("starts", who, victim, ability), whos, beginning(enc, who, ability, victim))
    on = (
        not after.cancelled
        and being(enc, who).present
        and not (near and apart(enc, being(enc, who), being(enc, victim)) > reach)
    )
    if not on:
        table.emit(Foiled(who, ability))
    return on, -after.hinder


def beginning(enc: Encounter, who: str, ability: str, victim: str) -> Why:
    """What those who may react are told; a target they cannot know of is left out."""
    aimed = victim not in ("", who) and not enc.combatants[victim].hidden
    return Why(f"{{0}} begins {ability_name(enc, ability)}" + " on {1}" * aimed, [who, victim][: 1 + aimed])


def on_whim(table: Table, ability: str, targets: list[str], whos: list[str]) -> tuple[bool, int]:
    """8.5, 17.4: the surroundings are nobody's enemy; what they do may be stopped all the same."""
    victim = targets[0] if targets else ""
    prompt = f"The surroundings begin {ability_name(table.enc, ability)}"
    after = react(table, Trigger("starts", GM, victim, ability), whos, prompt)
    if after.cancelled:
        table.emit(Foiled(GM, ability))
    return not after.cancelled, 0


def carry_out(table: Table, who: str, ability: Ability, aim: Command, net: int = 0, pos: int = -1) -> None:
    """7.7, 7.8, 7.16: Test, Saves and effects; `who` is the GM's name for the environment."""
    enc, squares = table.enc, aim.squares
    score = MIXED_SCORE
    if who == GM:
        table.emit(EnvironmentActed(ability.id))
        user = being(enc, aim.targets[0]) if aim.targets else beings(enc)[0]
        hit = reached(enc, user, ability, aim, squares[0] if squares else user.pos)
    else:
        user = being(enc, who)
        hit = reached(enc, user, ability, aim, pos if pos >= 0 else user.pos)
        if ability.test:
            score = test(table, who, ability.test, net + test_net(enc, user, ability, hit), ability.name)
        table.emit(AbilityUsed(who, ability.id, score.outcome, hit))
        strain(table, who, ability, score)
    blows: dict[str, Trigger] = {}
    passed: list[str] = []
    if ability.save:
        for other in hit:
            eased = foresee(table, who, ability, score, other, blows)
            if withstands(table, other, ability.save, score, ability.name, eased):
                passed.append(other)
    area = covered(enc, ability, squares[0], user.pos) if squares else []
    if ability.target == "burst":
        area = covered(enc, ability, user.pos, user.pos)
    begin_lasting(table, who, ability, score)
    apply_effects(table, who, ability, score.outcome, hit, passed, area, blows)


def use(table: Table, who: str, ability: Ability, aim: Command) -> None:
    """8.5, 17.3, 17.4: others may answer before it takes effect."""
    enc, aimed = table.enc, [target for target in aim.targets if target in table.enc.combatants]
    if who == GM and aim.squares:
        aimed = reached(enc, beings(enc)[0], ability, aim, aim.squares[0])
    on, net = started(table, who, ability.id, aimed, ability.range)
    if on:
        carry_out(table, who, ability, aim, net)


def strain(table: Table, who: str, ability: Ability, score: Score) -> None:
    """7.15: a straining ability that is passed strains."""
    if score.passed and ability.strain in STRAINS:
        gain(table, who, STRAINS[ability.strain], 1, "", ability.name)


def foresee(table: Table, who: str, ability: Ability, score: Score, target: str, blows: dict[str, Trigger]) -> int:
    """15.9: damage that a Save may lessen is announced before the Save; returns the Advantages a Dodge brings to it."""
    for effect in ability.effects:
        if effect.kind == "damage" and effect.to in ("target", "area") and applies(ability, effect, score.outcome):
            amount = amount_of(table, who, ability, effect, target)
            blows[target] = answered(table, target, amount, effect.type, who, ability.name)
            return blows[target].eased
    return 0


def begin_lasting(table: Table, who: str, ability: Ability, score: Score) -> None:
    """7.12, 7.14: an ability that lasts holds from now on, by concentration or for its rounds."""
    enc = table.enc
    if not ability.lasts or who == GM or not score.passed:
        return
    held = [lasting for lasting in being(enc, who).lasting if find(enc, lasting.ability).lasts < 0]
    if ability.id in [lasting.ability for lasting in being(enc, who).lasting]:
        stop(table, who, ability.id)
        held = [lasting for lasting in held if lasting.ability != ability.id]
    table.emit(EffectBegan(who, ability.id, ability.lasts))
    if ability.lasts < 0 and (held or options(enc).concentration == "every"):
        gain(table, who, "concentrating", 1, "", ability.name)


def begin_slow(table: Table, who: str, ability: str, aim: Command) -> None:
    """7.9, 8.5: begun now, with its target; its Test and effect come at the start of the next turn."""
    on, net = started(table, who, ability, list(aim.targets), ANY_REACH)
    if on:
        table.emit(Began(who, ability, list(aim.targets), list(aim.squares), being(table.enc, who).pos, -net))
