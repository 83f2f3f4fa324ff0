"""For bots and proofs: how well a side stands, what no play may reach, and what play must be able to use."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, misplaced
from fracas.engine.events import Event
from fracas.rulesets.phases_of_play.being import Being, PhaseContent, beings, content_of, phases
from fracas.rulesets.phases_of_play.conditions import StacksSet
from fracas.rulesets.phases_of_play.damage import vital
from fracas.rulesets.phases_of_play.lasting import AbilityUsed, EnvironmentActed
from fracas.rulesets.phases_of_play.laying import ZoneSet
from fracas.rulesets.phases_of_play.on_the_way import Strode
from fracas.rulesets.phases_of_play.phase_changes import PhaseChanged
from fracas.rulesets.phases_of_play.profiles import LASTING, MODES
from fracas.rulesets.phases_of_play.touching import Touched
from fracas.rulesets.phases_of_play.zones import zones_at, zones_of


def worth_of(enc: Encounter, side: str) -> int:
    """Health and people of a side against those of the others, and a little for closing in."""
    total = 0
    foes = [one for one in beings(enc) if one.side != side and one.present]
    for one in beings(enc):
        if not one.alive:
            continue
        health = one.health * 1000 // max(one.max_health, 1) + (1000 if one.present else 0)
        worth = max(health + one.shield * 60 + one.vitality * 100 - 40 * len(one.conditions), 0)
        total += worth if one.side == side else -worth
        if foes and one.side == side and one.present:
            total -= 2 * min([still_to_go(enc, one, foe) for foe in foes])
    return total


def still_to_go(enc: Encounter, one: Being, other: Being) -> int:
    """How far it is to somebody, less what was covered of the way there."""
    gap = enc.board.distance(one.pos, other.pos)
    if one.toward < 0 or not one.way:
        return gap
    return gap - one.way if enc.board.distance(one.toward, other.pos) < gap else gap


def perils_of(enc: Encounter, one: Being) -> dict[int, int]:
    """Fire burns and airlessness chokes whoever is in it; for bots."""
    burnt = "fire" not in one.card.immune
    perils: dict[int, int] = {}
    for square in dict.fromkeys([zone.pos for zone in phases(enc).zones]):
        found = zones_at(enc, square, one.altitude)
        harm = (found.get("fire", 0) if burnt else 0) + found.get("airless", 0)
        if harm:
            perils[square] = harm
    return perils


def broken(enc: Encounter) -> list[str]:
    """What no play may reach: Beats never had, figures out of bounds, a trigger left open, the fallen in turn."""
    wrong: list[str] = []
    if phases(enc).triggers:
        wrong.append("a trigger is still open")
    for one in beings(enc):
        if not 0 <= one.beats <= 2:
            wrong.append(f"{one.id} has {one.beats} Beats")
        if min(one.shield, one.health, one.vitality, one.favors, one.dodges, one.kits, one.free_actions) < 0:
            wrong.append(f"{one.id} has a figure below 0")
        if one.health > one.max_health or one.vitality > one.max_vitality or one.favors > 4:
            wrong.append(f"{one.id} has more than there can be")
        if one.health <= 0 and not vital(enc, one) and one.present:
            wrong.append(f"{one.id} is up with no Health")
        if vital(enc, one) and one.vitality <= 0 and not one.down and not one.out:
            wrong.append(f"{one.id} is up with no Vitality")
        if one.in_turn and one.present and "fire" not in one.touched and "fire" in zones_of(enc, one):
            wrong.append(f"{one.id} stands in a fire that did nothing on this turn")
        for condition in one.conditions:
            kind = content_of(enc).conditions.get(condition.name.removeprefix(LASTING))
            if kind is not None and condition.value > kind.most:
                wrong.append(f"{one.id} has {condition.value} stacks of {condition.name}")
    return wrong + misplaced(enc, [one for one in beings(enc) if not one.out], sharing=True)


TRANSITIONS: Final = (
    "->freeplay", "freeplay->setup", "setup->main", "main->paused", "paused->main", "main->end", "paused->end",
    "end->freeplay", "freeplay->over", "end->over",
)  # fmt: skip


def used_by(event: Event) -> list[str]:
    """Which piece of content, range or transition an event shows used."""
    if isinstance(event, (AbilityUsed, EnvironmentActed)):
        return [f"ability:{event.ability}"]
    if isinstance(event, StacksSet):
        return [f"condition:{event.name}"] if event.stacks else []
    if isinstance(event, PhaseChanged):
        return [f"transition:{event.before}->{event.phase}"]
    if isinstance(event, Strode):
        return [f"range:{event.mode}"]
    return [f"zone:{event.zone}"] if isinstance(event, (Touched, ZoneSet)) else []


def inventory_of(content: PhaseContent) -> list[str]:
    """All of them, in the same words."""
    abilities = [f"ability:{id}" for id, ability in content.abilities.items() if ability.time != "passive"]
    conditions = [f"condition:{id}" for id in content.conditions]
    zones = [f"zone:{id}" for id in content.zones]
    ranges = [f"range:{mode}" for mode in MODES]
    return abilities + conditions + zones + ranges + [f"transition:{word}" for word in TRANSITIONS]
