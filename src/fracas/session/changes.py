"""What has changed of an encounter since it was last looked at, combatant by combatant.

For sights: a card is remade when its stamp is new. Nothing here knows a ruleset: records are compared field by field,
whom else a change concerns follows from the ids that fields declare and from who stands beside whom, and what concerns
nobody in particular concerns everybody.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.fields import Record, attributes
from fracas.engine.flow import Flow
from fracas.engine.ids import ids_in

WHOSE: Final = ("seat", "side", "name", "alias", "hidden")
"""Who may know what of others, and what they are called, may hang on these of anybody."""


def values_of(one: Record) -> object:
    """All a record keeps, to be compared with that of another."""
    if hasattr(type(one), "__mypyc_attrs__"):
        # Compiled, or a game of its own on a compiled kernel: then its dictionary holds only what it adds.
        return {name: getattr(one, name) for name in attributes(one)}
    return one.__dict__


class Changes:
    """Stamps that go up: of a combatant when it has changed, or somebody it names or stands beside, or what the
    flow says of it."""

    def __init__(self, reach: int) -> None:
        self.reach = reach
        """How far away somebody may be and change another's card by what they do."""
        self.stamps: dict[str, int] = {}
        self.flow = 0
        """The stamp of the flow."""
        self._count = 0
        self._enc: Encounter | None = None
        """Board, options, modes and result as they were last looked at."""
        self._people: dict[str, Combatant] = {}
        self._named: dict[str, list[str]] = {}
        self._flow: Flow | None = None

    def follow(self, enc: Encounter) -> None:
        """Look at an encounter: whatever differs from the last one looked at gets a new stamp."""
        self._count += 1
        old, everybody = self._people, list(enc.combatants) != list(self._people)
        touched: list[str] = []
        for who, one in enc.combatants.items():
            before = old.get(who)
            if before is None or values_of(before) != values_of(one):
                touched.append(who)
                everybody = everybody or before is None or self._whose(before, one)
        everybody = self._surroundings(enc) or everybody
        said, concerned = self._flow_says(enc.flow)
        for who in touched:
            one, before = enc.combatants[who], old.get(who)
            concerned.extend(self._beside(enc, one))
            if before is not None and (before.pos, before.size) != (one.pos, one.size):
                concerned.extend(self._beside(enc, before))
            old[who] = one.copy()
            self._named[who] = [other for other in ids_in(one.to_json(), one.shape().ids) if other != who]
        if everybody or not said:
            self._people = {who: old[who] for who in enc.combatants}
            self._named = {who: self._named[who] for who in enc.combatants}
            self.stamps = dict.fromkeys(enc.combatants, self._count)
            return
        for who in [*touched, *concerned]:
            if who in self.stamps:
                self.stamps[who] = self._count
        for who, named in self._named.items():
            if named and [other for other in named if other in touched]:
                self.stamps[who] = self._count

    def _beside(self, enc: Encounter, one: Combatant) -> list[str]:
        """Everybody within reach of where somebody stands or stood."""
        gap, pos, size, reach = enc.board.gap, one.pos, one.size, self.reach
        return [who for who, other in enc.combatants.items() if gap(pos, size, other.pos, other.size) <= reach]

    def _whose(self, before: Combatant, now: Combatant) -> bool:
        return bool([name for name in WHOSE if getattr(before, name) != getattr(now, name)])

    def _surroundings(self, enc: Encounter) -> bool:
        """Has anything changed that is nobody's?"""
        old, self._enc = self._enc, Encounter(enc.title, enc.options, enc.board, enc.flow, enc.content)
        self._enc.modes, self._enc.result = enc.modes.copy(), enc.result
        if old is None or (old.title, old.result, old.modes) != (enc.title, enc.result, enc.modes):
            return True
        return old.options is not enc.options or old.board is not enc.board or old.content is not enc.content

    def _flow_says(self, flow: Flow) -> tuple[bool, list[str]]:
        """Whom a change of the flow concerns; false if it names nobody and so concerns everybody."""
        old = self._flow
        if old is not None and type(old) is type(flow) and values_of(old) == values_of(flow):
            return True, []
        self.flow, self._flow = self._count, flow.copy()
        if old is None or type(old) is not type(flow):
            return False, []
        concerned: list[str] = []
        for field in flow.FIELDS:
            if getattr(old, field.name) == getattr(flow, field.name):
                continue
            if field.name == "at":
                for each in (old, flow):
                    concerned.extend(each.order[each.at].who if 0 <= each.at < len(each.order) else [])
            elif field.ids:
                before, now = changed(field.json(old), field.json(flow))
                concerned.extend(ids_in({field.name: before}, field.ids) + ids_in({field.name: now}, field.ids))
            else:
                return False, []
        return True, concerned


def changed(before: object, now: object) -> tuple[object, object]:
    """Two values without what they share: of lists only the items that differ."""
    if not isinstance(before, list) or not isinstance(now, list):
        return before, now
    shared = min(len(before), len(now))
    pairs = [(a, b) for a, b in zip(before, now) if a != b]
    return [a for a, _ in pairs] + before[shared:], [b for _, b in pairs] + now[shared:]
