"""What zones do to those who touch them (section 12): fire burns, airlessness chokes, noise hurts.

Apart from `zones.py` because harm needs to know zones first.
"""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Encounter, Table
from fracas.engine.events import GAIN, SUBJECT, About, Moved
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.conditions import gain
from fracas.rulesets.phases_of_play.damage import suffer
from fracas.rulesets.phases_of_play.distances import deep_water
from fracas.rulesets.phases_of_play.ranges import range_now
from fracas.rulesets.phases_of_play.tests import CRIT, FUMBLE, HIGH, LOW, Score, test
from fracas.rulesets.phases_of_play.zones import ORDER, zones_of

NOTHING: Final[dict[str, int]] = {}


class Touched(About):
    """A zone has done to somebody what it does, for this turn."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = GAIN

    def __init__(self, who: str, zone: str) -> None:
        self.who = who
        self.zone = zone

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).touched.append(self.zone)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is {self.brief(enc)}"

    def brief(self, enc: Encounter) -> str:
        return f"in {'an' if self.zone[0] in 'aeiou' else 'a'} {self.zone} zone"


def in_water(enc: Encounter, one: Being) -> bool:
    """12.7: in deep water, and not above it."""
    return one.altitude == 0 and deep_water(enc, one.pos)


def airlessness(enc: Encounter, one: Being, zones: dict[str, int]) -> int:
    """12.7, 11.7: stacks of Airless for those who need air; deep water is one for those who cannot breathe it."""
    if one.card.breathes == "none":
        return 0
    stacks = zones.get("airless", 0) if one.card.breathes in ("air", "both", "water") else 0
    if in_water(enc, one) and one.card.breathes == "air":
        if range_now(one, "swim") <= 0:
            stacks = max(stacks, 1)
    return stacks


def felt(enc: Encounter, one: Being) -> dict[str, int]:
    """12.3, 12.7: the zones somebody is in, as they feel them."""
    return with_air(enc, one, zones_of(enc, one))


def with_air(enc: Encounter, one: Being, zones: dict[str, int]) -> dict[str, int]:
    """12.7: what is airless depends on who breathes what, and deep water is airless too."""
    air = airlessness(enc, one, zones)
    return zones if air == zones.get("airless", 0) else {**zones, "airless": air}


def arrive(table: Table, who: str, before: dict[str, int], passed: dict[str, int] = NOTHING) -> None:
    """12.3: on one's own turn zones act once; without turns those act that one was not in before.

    `passed` are zones of cubes above or below that were crossed on the way.
    """
    enc = table.enc
    one = being(enc, who)
    zones = zones_of(enc, one)
    for name, stacks in passed.items():
        zones[name] = max(zones.get(name, 0), stacks)
    zones = with_air(enc, one, zones)
    if enc.flow.phase != "main":
        touch(table, who, zones, list(before))
    elif one.in_turn:
        touch(table, who, zones, one.touched[:])


def touch(table: Table, who: str, zones: dict[str, int], spared: list[str]) -> None:
    """12.3: zones act, in the order of the list."""
    enc = table.enc
    for name in ORDER:
        stacks = zones.get(name, 0)
        if stacks and name not in spared and being(enc, who).present and acts(enc, being(enc, who), name, stacks):
            table.emit(Touched(who, name))
            if name == "fire":
                burn(table, who, stacks)
            elif name == "airless":
                choke(table, who, stacks)
            else:
                suffer(table, who, 1, "fluid", "", "a loud zone")


def shift(table: Table, moved: Moved) -> None:
    """12.3: somebody is moved by somebody else, or by an ability, and touches what is there."""
    before = felt(table.enc, being(table.enc, moved.who))
    table.emit(moved)
    arrive(table, moved.who, before)


def acts(enc: Encounter, one: Being, name: str, stacks: int) -> bool:
    """12.4, 12.7, 12.10: fire, airlessness and great noise do something; the others only change Tests."""
    if name == "loud":
        return stacks >= 2 and not one.has("deafened")
    return name in ("fire", "airless")


def burn(table: Table, who: str, stacks: int) -> None:
    """12.4: a Grit Save, or as much damage as there are stacks."""
    if not saved(table, who, "grit", "fire"):
        suffer(table, who, stacks, "fire", "", "a fire zone")


def choke(table: Table, who: str, stacks: int) -> None:
    """12.7, 12.8: Silenced; beyond two stacks a Grit Save or Choked, unless one holds one's breath."""
    more = being(table.enc, who).stacks("silenced") + stacks > 2
    gain(table, who, "silenced", stacks, "", "no air")
    if more and being(table.enc, who).breath <= 0 and not saved(table, who, "grit", "no air"):
        add_choked(table, who, "")


def add_choked(table: Table, who: str, source: str) -> None:
    """15.21: with the third stack one falls unconscious; from then on it hurts."""
    if being(table.enc, who).stacks("choked") >= 3:
        suffer(table, who, 1, "true", source, "choked")
        return
    gain(table, who, "choked", 1, source, "choked")
    if being(table.enc, who).stacks("choked") >= 3:
        gain(table, who, "unconscious", 1, source, "choked")


def saved(table: Table, who: str, save: str, why: str, net: int = 0) -> bool:
    """7.8, 13.15: a Save; the helpless fail Grit and Edge."""
    if being(table.enc, who).has("unconscious") and save != "focus":
        return False
    return test(table, who, save, net, f"Save against {why}").passed


def withstands(table: Table, who: str, save: str, score: Score, why: str, eased: int = 0) -> bool:
    """7.8, 15.16: the user's Score says how the Save is made."""
    if score.outcome in (CRIT, FUMBLE):
        return score.outcome == FUMBLE
    net = 1 if score.outcome == LOW else -1 if score.outcome == HIGH else 0
    return saved(table, who, save, why, net + eased)
