"""Section 1: ready cards, hero slots, and the first round."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import PhaseBegan
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.cap_check.events import FoeMeasured
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, fighter, fighters, rounds
from fracas.rulesets.cap_check.foes import actions_of
from fracas.rulesets.cap_check.options import CapOptions, options
from fracas.rulesets.cap_check.profiles import Content, Hero
from fracas.rulesets.cap_check.turns import begin_round, slots_of

USUAL_HEROES = 4


def ready_card(content: Content, options: CapOptions, kind: str, id: str, pos: int, side: str, seat: str) -> Fighter:
    """1.2, 1.4, 13.2: standing, unhurt, with all Charges, and a full pool or none by the option."""
    hero, foe = content.heroes.get(kind), content.foes.get(kind)
    if hero is None and foe is None:
        raise Invalid("combatant", "kind", kind, "a hero or foe: " + ", ".join([*content.heroes, *content.foes]))
    name = hero.name if hero is not None else foe.name if foe is not None else ""
    one = Fighter(content, hero, foe, id, name, side, seat, pos)
    if hero is not None:
        one.hp = one.max_hp = hero.hp
        one.values = {
            "c": hero.c,
            "a": hero.a,
            "p": hero.p,
            "toughness": hero.toughness,
            "resistance": hero.resistance,
            "dodge": hero.dodge,
            "willpower": hero.willpower,
        }
        one.skills = dict(hero.skills)
        one.charges = first_charges(options, hero)
        one.trigger_limit, one.sustain_limit = hero.trigger_limit, hero.sustain_limit
        one.amplify_limit = hero.amplify_limit
        one.pool = FULL_POOL if options.first_pool == "full" else 0
    elif foe is not None:
        one.hp = one.max_hp = foe.hp
        one.values = {"toughness": foe.toughness, "resistance": foe.resistance}
        one.shield = foe.shield
    return one


def first_charges(options: CapOptions, hero: Hero) -> int:
    """12.4: all of the card in every encounter, or no more than one under the option."""
    return hero.charges if options.charges == "all" else min(hero.charges, 1)


class SetUp(Step):
    """1.1, 1.3: everybody is placed; the heroes take their slots, and the first round begins."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        table.emit(PhaseBegan("play", 1))
        measure_foes(table)
        begin_round(table)


def measure_foes(table: Table) -> None:
    """1.9: foes come as their cards say, or with a quarter of their Hit Points for each hero under the option."""
    if options(table.enc).fair_fight == "scenario":
        return
    heroes = len([one for one in fighters(table.enc) if one.is_hero and not one.out])
    for one in fighters(table.enc):
        if not one.is_hero and not one.out:
            hp = max((one.max_hp * heroes + USUAL_HEROES - 1) // USUAL_HEROES, 1)
            table.emit(FoeMeasured(one.id, hp))


def skip(enc: Encounter) -> None:
    """The first turn has begun and nothing was done: for worked examples only."""
    flow = rounds(enc)
    flow.phase = "play"
    flow.turn = flow.round = 1
    place = 0
    for one in fighters(enc):
        if one.is_hero:
            place += 1
            one.slot = place
    flow.order = slots_of(enc)
    for index, slot in enumerate(flow.order):
        one = fighter(enc, slot.who[0])
        if one.present:
            flow.at = index
            flow.begun = True
            if one.is_hero:
                one.pool = max(one.pool, 0)
            else:
                one.actions = actions_of(one)
            return
