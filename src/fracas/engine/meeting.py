"""Meeting: what players call somebody from the moment they first set eyes on it.

An id such as `stalker-3` would tell whoever meets it first that there are two others, and so would a name. So players
are told an alias that counts in the order of first sight, and numbered names are counted in that order too.
"""

from __future__ import annotations

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.events import Met

DIGITS = "0123456789"


def met(start: Encounter) -> Encounter:
    """A copy of an encounter before its first step in which everybody who can be seen is met."""
    enc = start.copy()
    meet(enc)
    return enc


def meet(enc: Encounter) -> None:
    """Let everybody who can be seen be met."""
    for meeting in meetings(enc):
        enc.happen(meeting)


def meetings(enc: Encounter) -> list[Met]:
    """What changes because somebody stands before everybody's eyes for the first time; most often nothing."""
    fresh = [one for one in enc.combatants.values() if not one.hidden and not one.alias]
    if not fresh:
        return []
    aliases, names = _taken(enc, fresh)
    found: list[Met] = []
    for one in fresh:
        alias, name = _alias(one.id, aliases), _name(one.name, names)
        if name == f"{one.name} 2" and one.name in names:
            found = _first_numbered(enc, found, one.name)
            names.append(f"{one.name} 1")
        aliases.append(alias)
        names.append(name)
        found.append(Met(one.id, alias, name))
    return found


def _taken(enc: Encounter, fresh: list[Combatant]) -> tuple[list[str], list[str]]:
    """The aliases and names players know already. Whoever a player runs unseen is known to that player by its id."""
    aliases: list[str] = []
    names: list[str] = []
    for one in enc.combatants.values():
        if one.alias:
            aliases.append(one.alias)
            names.append(one.name)
        elif one.seat != GM and one not in fresh:
            aliases.append(one.id)
    return aliases, names


def _alias(id: str, taken: list[str]) -> str:
    """The id itself where it counts nothing; else its stem and the next number."""
    stem = id.rstrip(DIGITS)
    if not stem or (stem == id and id not in taken):
        return id
    number = 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def _name(name: str, taken: list[str]) -> str:
    """A name with a number at its end, or one that somebody bears already, gets the next number, written as it was."""
    stem = name.rstrip(DIGITS)
    base = stem.rstrip(" -")
    if not base or (base == name and name not in taken and f"{name} 1" not in taken):
        return name
    if stem == name:
        stem = f"{name} "
    number = 2 if base in taken else 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def _first_numbered(enc: Encounter, found: list[Met], name: str) -> list[Met]:
    """Whoever bore a name alone until now, met earlier or just before, is called the first of that name."""
    first = f"{name} 1"
    earlier = [Met(one.id, one.alias, first) for one in enc.combatants.values() if one.alias and one.name == name]
    return earlier + [Met(met.who, met.alias, first if met.name == name else met.name) for met in found]
