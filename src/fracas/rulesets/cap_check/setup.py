"""Section 1: ready cards, hero slots, and the first round."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import PhaseBegan
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.cap_check.fighter import FULL_POOL, Fighter, fighter, fighters, rounds
from fracas.rulesets.cap_check.foes import actions_of
from fracas.rulesets.cap_check.profiles import Content
from fracas.rulesets.cap_check.turns import begin_round, slots_of


def ready_card(content: Content, kind: str, id: str, pos: int, side: str, seat: str) -> Fighter:
    """1.2, 1.4, 1.9, 12.4, 13.2: standing, with the Hit Points and Charges of the card and a full pool."""
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
        one.charges = hero.charges
        one.trigger_limit, one.sustain_limit = hero.trigger_limit, hero.sustain_limit
        one.amplify_limit = hero.amplify_limit
        one.pool = FULL_POOL
    elif foe is not None:
        one.hp = one.max_hp = foe.hp
        one.values = {"toughness": foe.toughness, "resistance": foe.resistance}
        one.shield = foe.shield
    return one


class SetUp(Step):
    """1.1, 1.3: everybody is placed; the heroes take their slots, and the first round begins."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        table.emit(PhaseBegan("play", 1))
        begin_round(table)


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
