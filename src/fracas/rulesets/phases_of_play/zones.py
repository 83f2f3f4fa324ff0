"""Section 12: where zones are, what they do to Tests and sight, and light."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter
from fracas.rulesets.phases_of_play.being import Being, phases
from fracas.rulesets.phases_of_play.distances import SWINGING, apart
from fracas.rulesets.phases_of_play.pieces import Zone

ORDER: Final = ("fire", "dark", "airless", "fog", "loud", "wind")
"""In which order zones of one cube act."""


def zones_at(enc: Encounter, pos: int, altitude: int) -> dict[str, int]:
    """12.1: the stacks of each zone on one cube, taken together."""
    found: dict[str, int] = {}
    for zone in phases(enc).zones:
        if zone.pos == pos and zone.low <= altitude <= zone.high:
            found[zone.name] = found.get(zone.name, 0) + zone.stacks
    return found


def zones_of(enc: Encounter, one: Being) -> dict[str, int]:
    """12.1, 12.12, 12.13: the zones a body is in, each at its strongest."""
    return zones_between(enc, one, one.altitude, one.altitude)


def zones_between(enc: Encounter, one: Being, low: int, high: int) -> dict[str, int]:
    """12.3: the zones of the cubes where somebody is, from one altitude to another, each at its strongest."""
    found: dict[str, int] = {}
    if not phases(enc).zones:
        return found
    for square in enc.board.footprint(one.pos, one.size):
        for altitude in range(low, high + 1):
            for name, stacks in zones_at(enc, square, altitude).items():
                found[name] = max(found.get(name, 0), stacks)
    return found


def darkness(enc: Encounter, one: Being) -> int:
    """12.5, 12.6: the stacks of Dark that light has not taken away."""
    stacks = zones_of(enc, one).get("dark", 0)
    return max(0, stacks - light(enc, one)) if stacks else 0


def light(enc: Encounter, one: Being) -> int:
    """12.6: how many stacks of Dark the light here takes away."""
    best = 0
    for zone in lights(enc):
        distance = enc.board.gap(one.pos, one.size, zone.pos, 1)
        bright = zone.name == "bright"
        if distance <= 5:
            best = max(best, 2 if bright else 1)
        elif distance <= 10 and bright:
            best = max(best, 1)
    return best


TONES: Final = {"fire": "hot", "water": "cold", "fog": "mist", "wind": "mist", "dark": "dark", "dim": "dark"}
"""How zones and lights look on a map."""


def lights(enc: Encounter) -> list[Zone]:
    """12.4, 12.6: lamps, and fires: dim with one stack, bright with more."""
    flow = phases(enc)
    found = flow.lights[:]
    for zone in flow.zones:
        if zone.name == "fire":
            found.append(Zone("bright" if zone.stacks >= 2 else "dim", zone.pos, 1))
    return found


def fog(enc: Encounter, one: Being) -> int:
    """12.9: the stacks of Fog that Wind has not cancelled."""
    zones = zones_of(enc, one)
    return max(0, zones.get("fog", 0) - zones.get("wind", 0))


def vulnerable_in(enc: Encounter, one: Being) -> bool:
    """12.5, 12.9: whoever is in the dark or in fog is Vulnerable."""
    if not phases(enc).zones:
        return False
    return darkness(enc, one) > 0 or fog(enc, one) > 0


def sight_net(enc: Encounter, one: Being, target: Being) -> int:
    """12.5, 12.9: Disadvantages for the dark and the fog at either end."""
    if not phases(enc).zones:
        return 0
    net = -darkness(enc, one) - darkness(enc, target)
    if apart(enc, one, target) > SWINGING:
        net -= fog(enc, one) + fog(enc, target)
    return net


def unseen_net(enc: Encounter, one: Being) -> int:
    """12.5, 12.9, 12.10, 16.7: Advantages not to be seen or heard."""
    if not phases(enc).zones:
        return 0
    return darkness(enc, one) + fog(enc, one) + zones_of(enc, one).get("loud", 0)


def zones_said(enc: Encounter, square: str) -> str:
    """12.1: the zones of a square, by name."""
    found: dict[str, int] = {}
    pos = enc.board.parse(square)
    for zone in phases(enc).zones:
        if zone.pos == pos:
            found[zone.name] = found.get(zone.name, 0) + zone.stacks
    return " ".join([f"{name} {found[name]}" for name in sorted(found)])
