"""What zones do to those who touch them (section 12): fire burns, airlessness chokes, noise hurts.

Apart from `zones.py` because harm needs to know zones first.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play.being import Being, being, range_now
from fracas.rulesets.phases_of_play.conditions import gain
from fracas.rulesets.phases_of_play.damage import suffer
from fracas.rulesets.phases_of_play.distances import deep_water
from fracas.rulesets.phases_of_play.events import Touched
from fracas.rulesets.phases_of_play.tests import test
from fracas.rulesets.phases_of_play.zones import ORDER, zones_of


def in_water(enc: Encounter, one: Being) -> bool:
    """12.7: in deep water, and not above it."""
    return one.altitude == 0 and deep_water(enc, one.pos)


def airlessness(enc: Encounter, one: Being, zones: dict[str, int]) -> int:
    """12.7, 11.7: stacks of Airless for those who need air; deep water is one for who cannot breathe it."""
    if one.card.breathes == "none":
        return 0
    stacks = zones.get("airless", 0) if one.card.breathes in ("air", "both", "water") else 0
    if in_water(enc, one) and one.card.breathes == "air":
        floats = range_now(one, "swim") > 0 and enc.options["swim"] == "surface"
        if not floats:
            stacks = max(stacks, 1)
    return stacks


def touch(table: Table, who: str) -> None:
    """12.3: on one's own turn each zone acts once, or anew in each cube; in the order of the list."""
    enc = table.enc
    one = being(enc, who)
    zones = zones_of(enc, one)
    air = airlessness(enc, one, zones)
    if air != zones.get("airless", 0):
        zones = {**zones, "airless": air}
    for name in ORDER:
        stacks = zones.get(name, 0)
        if not stacks or not being(enc, who).present:
            continue
        if name in being(enc, who).touched and enc.options["zone-timing"] == "once":
            continue
        if acts(enc, being(enc, who), name, stacks):
            table.emit(Touched(who, name))
            act(table, who, name, stacks)


def acts(enc: Encounter, one: Being, name: str, stacks: int) -> bool:
    """12.4, 12.7, 12.10: fire, airlessness and great noise do something; the others only change Tests."""
    if name == "loud":
        return stacks >= 2 and not one.has("deafened")
    return name in ("fire", "airless")


def act(table: Table, who: str, name: str, stacks: int) -> None:
    if name == "fire":
        burn(table, who, stacks)
    elif name == "airless":
        choke(table, who, stacks)
    else:
        suffer(table, who, 1, "fluid", "", "a loud zone")


def burn(table: Table, who: str, stacks: int) -> None:
    """12.4: a Grit Save, or as much damage as there are stacks."""
    if not saved(table, who, "grit", "fire"):
        suffer(table, who, stacks, "fire", "", "a fire zone")


def choke(table: Table, who: str, stacks: int) -> None:
    """12.7, 12.8: Silenced; beyond two stacks a Grit Save or Choked, unless one holds one's breath."""
    one = being(table.enc, who)
    more = one.stacks("silenced") + stacks > 2
    gain(table, who, "silenced", stacks, "", "no air")
    if more and being(table.enc, who).breath <= 0 and not saved(table, who, "grit", "no air"):
        add_choked(table, who, "")


def add_choked(table: Table, who: str, source: str) -> None:
    """15.21: with the third stack one falls unconscious; from then on it hurts."""
    one = being(table.enc, who)
    if one.stacks("choked") >= 3:
        suffer(table, who, 1, "true", source, "choked")
        return
    gain(table, who, "choked", 1, source, "choked")
    if being(table.enc, who).stacks("choked") >= 3:
        gain(table, who, "unconscious", 1, source, "choked")


def saved(table: Table, who: str, save: str, why: str, net: int = 0) -> bool:
    """7.8, 13.15: a Save; the helpless fail Grit and Edge."""
    enc = table.enc
    one = being(enc, who)
    if one.has("unconscious") and save != "focus" and enc.options["unconscious"] == "helpless":
        return False
    return test(table, who, save, net, f"Save against {why}").passed
