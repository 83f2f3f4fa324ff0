"""What abilities do, one kind of effect at a time (section 7)."""

from __future__ import annotations

from fracas.engine.api import GM, Command, Encounter, Roll, Table, parse
from fracas.rulesets.phases_of_play.acting import choose
from fracas.rulesets.phases_of_play.being import being, content_of, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, end, gain, lose
from fracas.rulesets.phases_of_play.damage import heal, heal_vitality, land_blow, set_shield, strike
from fracas.rulesets.phases_of_play.distances import holders, without_unseen
from fracas.rulesets.phases_of_play.falling import interrupt, shove
from fracas.rulesets.phases_of_play.lasting import PreparedSet, set_boon
from fracas.rulesets.phases_of_play.laying import clear, lay
from fracas.rulesets.phases_of_play.movement_ranges import MovementGained, RangeImprovised, able, flood
from fracas.rulesets.phases_of_play.on_the_way import bars_grip, bars_still, go
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.profiles import LASTING, Ability, Effect
from fracas.rulesets.phases_of_play.reactions import alter


def applies(ability: Ability, effect: Effect, outcome: str) -> bool:
    """7.7: an effect comes with the outcomes it names; a critical success counts as High where nothing else is said."""
    if outcome in effect.on:
        return True
    if outcome != "crit" or "high" not in effect.on:
        return False
    return not [other for other in ability.effects if other.kind == effect.kind and "crit" in other.on]


def apply_effects(
    table: Table, who: str, ability: Ability, outcome: str, hit: list[str], passed: list[str], area: list[int],
    blows: dict[str, Trigger],
) -> None:  # fmt: skip
    """7.7, 7.8, 7.26: every effect, on everybody it is for; a passed Save spares what it says."""
    for effect in ability.effects:
        if not applies(ability, effect, outcome):
            continue
        if effect.kind in ("zone", "clear-zone"):
            on_zone(table, who, ability, effect, area, hit)
            continue
        for target in receivers(table.enc, who, effect, hit):
            spared = target in passed and effect.to in ("target", "area")
            if effect.kind == "damage" and target in blows and effect.to in ("target", "area"):
                foreseen = blows.pop(target)
                amount = 0 if foreseen.cancelled else foreseen.amount
                amount = left_by_save(effect, amount) if spared else amount
                land_blow(table, target, amount, effect.type, who, ability.name)
            elif not spared or effect.saved != "none":
                amount = amount_of(table, who, ability, effect, target)
                on_one(table, who, ability, effect, target, left_by_save(effect, amount) if spared else amount)


def left_by_save(effect: Effect, amount: int) -> int:
    """7.26: what a passed Save leaves: nothing, half of the damage rounded down, or all."""
    if effect.saved == "none":
        return 0
    return amount // 2 if effect.saved == "half" and effect.kind == "damage" else amount


def amount_of(table: Table, who: str, ability: Ability, effect: Effect, target: str) -> int:
    """7.7: a fixed amount, or what its dice say."""
    if not effect.dice:
        return effect.amount
    secret = being(table.enc, target).hidden
    return table.roll(Roll(who if who != GM else target, parse(effect.dice), ability.name, secret=secret))


def receivers(enc: Encounter, who: str, effect: Effect, hit: list[str]) -> list[str]:
    """7.5: the targets, oneself, or those the trigger names."""
    if effect.to == "self":
        return [who] if who != GM else []
    trigger = phases(enc).trigger
    if effect.to in ("cause", "victim"):
        name = (trigger.cause if effect.to == "cause" else trigger.victim) if trigger is not None else ""
        return [name] if name in enc.combatants else []
    return hit


def on_one(table: Table, who: str, ability: Ability, effect: Effect, target: str, amount: int) -> None:
    """7.18 and the like: one effect on one creature."""
    kind = effect.kind
    one = being(table.enc, target)
    source = who if who != GM else ""
    if kind == "damage":
        strike(table, target, amount, effect.type, who, ability.name)
    elif kind == "heal":
        heal(table, target, amount, ability.name)
    elif kind == "shield":
        set_shield(table, target, amount, ability.name)
    elif kind == "dodge":
        table.emit(PoolChanged(target, "dodges", min(max(one.max_dodges, 1), one.dodges + amount), ability.name))
    elif kind == "vitality":
        heal_vitality(table, target, amount, ability.name)
    elif kind == "condition":
        name = LASTING + effect.name if effect.lasting else effect.name
        gain(table, target, name, amount, source, ability.name)
    elif kind == "prone":
        gain(table, target, "prone", 1, source, ability.name)
    elif kind == "cleanse":
        cleanse(table, target, effect.name, amount)
    elif kind in ("push", "pull"):
        origin = being(table.enc, who).pos if who != GM else one.pos
        shove(table, target, origin, amount if kind == "push" else -amount)
    elif kind == "interrupt":
        interrupt(table, target)
    else:
        on_more(table, who, ability, effect, target, amount)


def on_more(table: Table, who: str, ability: Ability, effect: Effect, target: str, amount: int) -> None:
    """7.11, 7.18, 7.21, 7.22, 7.23, 7.25: what helps, hinders, prepares and reveals."""
    enc = table.enc
    kind = effect.kind
    one = being(enc, target)
    if kind == "prepare":
        others = [id for id in one.prepared if id != effect.name]
        table.emit(PreparedSet(target, [*others, effect.name]))
    elif kind == "range":
        table.emit(RangeImprovised(target, effect.name, 1))
    elif kind == "movement":
        table.emit(MovementGained(target, amount))
    elif kind == "beats":
        table.emit(PoolChanged(target, "beats", max(0, min(2, one.beats + amount)), ability.name))
    elif kind == "boon":
        set_boon(table, target, effect.name, amount)
    elif kind == "sneaky":
        gain(table, target, "sneaky", 1, "", ability.name)
    elif kind == "reveal":
        end(table, target, "sneaky", ability.name)
    elif kind == "move-free":
        move_free(table, target, amount)
    elif phases(enc).trigger is not None:
        now = phases(enc).triggers[-1]
        hinder = now.hinder + (amount if kind == "hinder" else 0)
        alter(table, hinder=hinder, cancelled=now.cancelled or kind == "cancel")


def cleanse(table: Table, who: str, name: str, stacks: int) -> None:
    """7.20: stacks of one condition go, or of every Fleeting Condition that does not help."""
    for condition in being(table.enc, who).conditions[:]:
        kind = content_of(table.enc).conditions.get(condition.name.removeprefix(LASTING))
        hurts = kind is not None and kind.fleeting and not kind.good and not condition.name.startswith(LASTING)
        if condition.name == name or (name == "any" and hurts):
            lose(table, who, condition.name, stacks, "cleansed")


def on_zone(table: Table, who: str, ability: Ability, effect: Effect, area: list[int], hit: list[str]) -> None:
    """12.11, 7.24: zones are laid on or cleared from the area, or where the targets are."""
    squares = area[:]
    if not squares:
        squares = [being(table.enc, target).pos for target in hit]
    for square in squares:
        if table.enc.board.blocked(square):
            continue
        if effect.kind == "clear-zone":
            clear(table, effect.name, square, effect.amount)
        elif ability.lasts and who != GM:
            lay(table, effect.name, square, effect.amount, who, ability.id)
        else:
            lay(table, effect.name, square, effect.amount)


def move_free(table: Table, who: str, units: int) -> None:
    """7.23: some units at once, without Movement and without being struck; on foot, or in the air as one is there."""
    enc = table.enc
    one = being(enc, who)
    if not one.present or bars_grip(enc, one) or bars_still(one):
        return
    mode = "walk"
    if one.altitude > 0:
        mode = "fly" if able(one, "fly") else "levitate"
    view = without_unseen(enc, one.seat)
    reach = flood(view, one, mode, units)
    squares = [square for square in reach.costs if square != one.pos and not holders(view, one, square, one.altitude)]
    if not squares:
        return
    commands = [Command(who, "go", squares=(square,)) for square in sorted(squares)]
    answer = choose(table, who, "free-move", f"Move up to {units} units. Where to?", commands)
    if answer is not None:
        go(table, who, mode, reach.path_to(answer.squares[0]), one.altitude, free=True)
