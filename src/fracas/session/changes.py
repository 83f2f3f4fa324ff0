"""What has changed of an encounter since it was last looked at, combatant by combatant.

For sights: a card is remade when its stamp is new. Nothing here knows a ruleset: records are compared field by field,
whom else a change concerns follows from the ids that fields declare and from who stands beside whom, and what concerns
nobody in particular concerns everybody. Of the flow only what cards speak of concerns anybody (`Shown.card_flow`).
"""

from __future__ import annotations

from typing import Final

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.fields import Field
from fracas.engine.flow import Flow
from fracas.engine.ids import ids_in
from fracas.engine.record import Record, attributes

WHOSE: Final = ("seat", "side", "name", "alias", "hidden")
"""Who may know what about others, and what they are called, may depend on these fields of anybody."""


def values_of(record: Record) -> dict[str, object]:
    """All a record keeps, to be compared with that of another."""
    if hasattr(type(record), "__mypyc_attrs__"):
        # Compiled, or a game of its own on a compiled kernel: then its dictionary holds only what it adds.
        return {name: getattr(record, name) for name in attributes(record)}
    return record.__dict__


def suspects(before: Record, now: Record) -> list[Field]:
    """The declared fields in which two records of one kind may differ: states that came about apart have each made
    things of their own, which say the same."""
    was, are = values_of(before), values_of(now)
    found: list[Field] = []
    for field in now.FIELDS:
        if field.kept:
            name = field.name
            # What follows from other fields is kept nowhere.
            old = was[name] if name in was else getattr(before, name)
            new = are[name] if name in are else getattr(now, name)
            if old is not new and (old != new or type(old) is not type(new)):
                found.append(field)
    return found


def fields_changed(before: Record, now: Record) -> list[Field]:
    """The declared fields in which they do differ."""
    return [field for field in suspects(before, now) if field.json(before) != field.json(now)]


def is_same(before: Record, now: Record) -> bool:
    """Do two records of one kind hold the same values?"""
    if values_of(before) == values_of(now):
        return True
    if [name for name in now.APART if getattr(before, name) is not getattr(now, name)]:
        return False
    return not fields_changed(before, now)


class Changes:
    """Stamps that go up: of a combatant when it has changed, or somebody it names or stands beside, or what the
    flow says of it."""

    def __init__(self, reach: int, speaks_of: tuple[str, ...] | None = None) -> None:
        self.reach = reach
        """How far away somebody may be and change another's card by what they do."""
        self.speaks_of = speaks_of
        """The fields of the flow that cards speak of; none given: any of them."""
        self.stamps: dict[str, int] = {}
        self.flow = 0
        """The stamp of the flow."""
        self.latest = 0
        """The stamp of the last change of anything."""
        self.whose = 0
        """The stamp of who there is, and of whose they are and what they are called."""
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
            if before is None or not is_same(before, one):
                touched.append(who)
                everybody = everybody or before is None or self._whose(before, one)
        if everybody:
            self.whose = self._count
        everybody = self._surroundings(enc) or everybody
        said, concerned = self._flow_says(enc.flow)
        if touched or everybody or self.flow == self._count:
            self.latest = self._count
        for who in touched:
            one, before = enc.combatants[who], old.get(who)
            concerned.extend(self._beside(enc, one))
            if before is not None and (before.pos, before.size) != (one.pos, one.size):
                concerned.extend(self._beside(enc, before))
            old[who] = one.copy()
            self._named[who] = [other for other in named_in(one) if other != who]
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
        fields = fields_changed(old, flow) if old is not None and type(old) is type(flow) else None
        if fields is not None and not fields:
            return True, []
        self.flow, self._flow = self._count, flow.copy()
        if old is None or fields is None:
            return False, []
        concerned: list[str] = []
        for field in fields:
            if self.speaks_of is not None and field.name not in self.speaks_of:
                continue
            named = whom_concerns(field, old, flow)
            if not named:
                return False, []
            concerned.extend(named)
        return True, concerned


def whom_concerns(field: Field, before: Flow, now: Flow) -> list[str]:
    """Those whom a changed field of the flow names where it has changed; nobody stands for everybody."""
    if field.name == "at":
        slots = [each.order[each.at] for each in (before, now) if 0 <= each.at < len(each.order)]
        return [who for slot in slots for who in slot.who]
    named: list[str] = []
    if field.ids:
        for value in changed(field.json(before), field.json(now)):
            for item in value if isinstance(value, list) else [value]:
                found = ids_in({field.name: [item] if isinstance(value, list) else item}, field.ids)
                if not found and item:
                    return []
                named.extend(found)
    return named


def named_in(one: Combatant) -> list[str]:
    """Everybody whom the fields of a combatant name."""
    found: list[str] = []
    for field in one.shape().holders:
        if getattr(one, field.name):
            found.extend(ids_in({field.name: field.json(one)}, field.ids))
    return found


def changed(before: object, now: object) -> tuple[object, object]:
    """Two values without what they share: of lists only the items that differ."""
    if not isinstance(before, list) or not isinstance(now, list):
        return before, now
    shared = min(len(before), len(now))
    pairs = [(a, b) for a, b in zip(before, now) if a != b]
    return [a for a, _ in pairs] + before[shared:], [b for _, b in pairs] + now[shared:]
