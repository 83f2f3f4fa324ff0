"""Parties: who leaves an encounter with what, and how the next one begins with them.

What outlasts an encounter is the ruleset's to say (`lasting`).
"""

from __future__ import annotations

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.covering import cover_start
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import ValueSet
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat


class PartyMember:
    """Somebody between two encounters: who it is, who plays it, and the fields that last, as people type them."""

    def __init__(
        self, id: str, kind: str, name: str, icon: str, side: str, seat: str, size: int, values: dict[str, str]
    ) -> None:
        self.id = id
        self.kind = kind
        self.name = name
        self.icon = icon
        self.side = side
        self.seat = seat
        self.size = size
        self.values = values


def goes_on(one: Combatant) -> bool:
    """Does this one come along to the next encounter?"""
    return one.seat != GM and one.alive


def carried(ruleset: Ruleset, enc: Encounter, who: str) -> PartyMember:
    """Somebody as they leave an encounter, with what they lost, gained and learnt."""
    one = enc.combatants[who]
    values: dict[str, str] = {}
    for field in ruleset.lasting:
        value = ruleset.value_of(enc, who, field)
        # Whoever lay down gets up with the least that lets them stand.
        values[field] = "1" if field == ruleset.life and int(value) < 1 else value
    return PartyMember(one.id, one.kind, one.name, one.icon, one.side, one.seat, one.size, values)


def follow_up(
    ruleset: Ruleset, before: Encounter, scenario: str, chosen: dict[str, str], seeds: list[str]
) -> Encounter:
    """A scenario begun with the party of another encounter as it stands, in the places of the scenario's own."""
    party = [one for one in before.combatants.values() if goes_on(one)]
    if not party:
        raise Invalid("next", "party", "", "somebody left to go on")
    for one in party:
        if one.kind in before.content.people() and one.kind not in ruleset.content.people():
            raise Invalid("next", "party", one.name, f"people of kinds that are installed ({one.kind} is not)")
    return start_with(ruleset, [carried(ruleset, before, one.id) for one in party], scenario, chosen, seeds)


def start_with(
    ruleset: Ruleset, party: list[PartyMember], scenario: str, chosen: dict[str, str], seeds: list[str]
) -> Encounter:
    """A scenario begun with these people in the places of its own."""
    enc = ruleset.start(scenario, chosen, seeds)
    places = [one for one in enc.combatants.values() if one.seat != GM]
    foes = [one for one in enc.combatants.values() if one.seat == GM]
    enc.combatants = {}
    for index, one in enumerate(party):
        id = one.id
        while [foe for foe in foes if foe.id == id]:
            id += "-x"
        pos = _place_for(enc, [place.pos for place in places], foes, one, index)
        fresh = ruleset.make(enc, one.kind, id, pos, places[0].side if places else one.side, one.seat)
        fresh.name, fresh.icon = one.name, one.icon
        enc.combatants[id] = fresh
        _bring_over(one, enc, id)
        if one.seat not in enc.seats:
            enc.seats[one.seat] = Seat(one.seat)
    for foe in foes:
        enc.combatants[foe.id] = foe
    if enc.board.shroud is not None:
        cover_start(enc, enc.board.shroud.squares)
    return enc


def _bring_over(member: PartyMember, enc: Encounter, id: str) -> None:
    """What outlasts an encounter."""
    for field, value in member.values.items():
        try:
            enc.combatants[id].check_value(field, value)
        except Invalid:
            continue
        enc.happen(ValueSet(id, field, value))


def _place_for(enc: Encounter, places: list[int], foes: list[Combatant], member: PartyMember, index: int) -> int:
    """The scenario's own place for the one who comes in this order; beyond those, the free one nearest to it."""
    if index < len(places):
        return places[index]
    taken = list(places)
    for other in [*foes, *enc.combatants.values()]:
        taken.extend(enc.board.footprint(other.pos, other.size))
    best, least = -1, 0
    for pos in range(enc.board.size):
        squares = enc.board.footprint(pos, member.size)
        if squares and not [s for s in squares if s in taken or enc.board.blocked(s)]:
            far = enc.board.distance(places[0] if places else 0, pos)
            if best < 0 or far < least:
                best, least = pos, far
    if best < 0:
        raise Invalid("next", "party", member.name, "room for everybody")
    return best


def after_rest(ruleset: Ruleset, one: Combatant, values: dict[str, str]) -> dict[str, str]:
    """What is left to carry over after a long rest, of the values somebody of this kind (here fresh) came with: what is
    full is as at first, and so is left out."""
    gauges = one.shape().gauges
    bad = [field.typed for field in gauges if field.bad]
    full = [ruleset.life, *ruleset.gauge_words, *[field.typed for field in gauges]]
    left: dict[str, str] = {}
    for field, value in values.items():
        back = ruleset.rested.get(field, 0)
        if back:
            left[field] = str(min(int(value) + back, int(one.value_of(field))))
        elif field in bad or (field not in full and field not in ruleset.rested):
            left[field] = value
    return left
