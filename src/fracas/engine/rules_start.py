"""How encounters of a game begin: its scenarios, who comes in where, and what outlasts an encounter.

Optional for a ruleset: scenarios, people and boards follow from its content.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.board import Board, read_map
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.covering import cover_start, lay_cover
from fracas.engine.encounter import Content, Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import ValueSet
from fracas.engine.options import PRESET, Options
from fracas.engine.profile import Place, Scenario
from fracas.engine.rules_judging import Judging
from fracas.engine.seat import Seat

OPEN_FLOOR: Final = ["." * 12] * 8
"""The map where none is drawn."""


class ScenarioInfo:
    """A scenario as a list shows it."""

    def __init__(self, id: str, title: str, text: str, options: dict[str, str] | None = None) -> None:
        self.id = id
        self.title = title
        self.text = text
        self.options = options if options is not None else {}
        """Those of its own."""


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


@mypyc_attr(allow_interpreted_subclasses=True)
class Starting(Judging):
    """Encounters before their first step."""

    def scenarios(self) -> list[ScenarioInfo]:
        """The ready-made encounters, easy ones first, as their ranks say."""
        plans = sorted(self.content.scenarios.values(), key=lambda plan: plan.rank)
        return [ScenarioInfo(plan.id, plan.title, plan.description, plan.options) for plan in plans]

    def start(self, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """An encounter of a scenario, before its first step: its people in its order, on its squares. What was chosen
        counts over the scenario's own options, and a preset over all of them."""
        plan = self.content.scenarios.get(scenario)
        if plan is None:
            raise Invalid("scenario", "id", scenario, "one of " + ", ".join(self.content.scenarios))
        if PRESET not in chosen:
            chosen = {**plan.options, **chosen}
        enc = self.empty(plan.title, plan.rows, chosen, self.content)
        enc.seeds = seeds[:]
        enc.notes = [plan.notes] if plan.notes else []
        self.set_scene(enc, plan)
        lay_cover(enc, plan.covered, plan.rooms)
        return enc

    def set_scene(self, enc: Encounter, plan: Scenario) -> None:
        """Bring in the people of a scenario; overridden where it says more than that."""
        for place in plan.entries:
            self.place(enc, place)

    def place(self, enc: Encounter, place: Place) -> Combatant:
        """Bring somebody of a scenario in."""
        pos = enc.board.parse(place.at)
        one = self.make(enc, place.kind, place.id, pos, place.side, place.seat)
        one.name = place.name or one.name
        one.hidden = place.hidden
        enc.combatants[one.id] = one
        if one.seat not in enc.seats:
            enc.seats[one.seat] = Seat(one.seat)
        return one

    def empty(self, title: str, rows: list[str], chosen: dict[str, str], content: Content) -> Encounter:
        """An encounter on a drawn map with nobody in it."""
        options = self.settle(chosen)
        enc = Encounter(title, options, self.draw_board(rows, options, content), content.new_flow(), content)
        enc.seats[GM] = Seat(GM)
        return enc

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """The board behind a drawing."""
        return read_map(rows)[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        """A combatant of a kind, fresh, for `Added` and set-up."""
        one = enc.content.newcomer(kind)
        one.id, one.pos, one.side, one.seat = id, pos, side, seat
        return one

    def stage(self, rows: list[str], chosen: dict[str, str]) -> Encounter:
        """An empty encounter on a drawn map, for worked examples and experiments."""
        return self.empty("stage", rows or OPEN_FLOOR, chosen, self.example_content())

    def skip_setup(self, enc: Encounter) -> None:
        """Put a fresh encounter where play begins, without rolling for anything: for worked examples."""

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        """A field of a combatant as people type it; overridden where a number depends on more than the combatant."""
        return enc.combatants[who].value_of(field)

    def lasting(self) -> list[str]:
        """The fields of a combatant, among those a GM may set, that outlast an encounter."""
        return ["name"]

    def after_rest(self, one: Combatant, values: dict[str, str]) -> dict[str, str]:
        """What is left to carry over after a long rest, of the values somebody of this kind (here fresh) came with: by
        default every gauge that is good to have is as at first, and so is left out."""
        bad = [field.typed for field in one.shape().gauges if field.bad]
        full = [self.life, *self.gauge_words, *[field.typed for field in one.shape().gauges]]
        full = [field for field in full if field not in bad]
        return {field: value for field, value in values.items() if field not in full}

    def goes_on(self, one: Combatant) -> bool:
        """Does this one come along to the next encounter?"""
        return one.seat != GM and one.alive

    def carried(self, enc: Encounter, who: str) -> PartyMember:
        """Somebody as they leave an encounter, with what they lost, gained and learnt."""
        one = enc.combatants[who]
        values: dict[str, str] = {}
        for field in self.lasting():
            value = self.value_of(enc, who, field)
            # Whoever lay down gets up with the least that lets them stand.
            values[field] = "1" if field == self.life and int(value) < 1 else value
        return PartyMember(one.id, one.kind, one.name, one.icon, one.side, one.seat, one.size, values)

    def follow_up(self, before: Encounter, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """A scenario begun with the party of another encounter as it stands, in the places of the scenario's own."""
        party = [one for one in before.combatants.values() if self.goes_on(one)]
        if not party:
            raise Invalid("next", "party", "", "somebody left to go on")
        for one in party:
            if one.kind in before.content.people() and one.kind not in self.content.people():
                raise Invalid("next", "party", one.name, f"people of kinds that are installed ({one.kind} is not)")
        return self.start_with([self.carried(before, one.id) for one in party], scenario, chosen, seeds)

    def start_with(
        self, party: list[PartyMember], scenario: str, chosen: dict[str, str], seeds: list[str]
    ) -> Encounter:
        """A scenario begun with these people in the places of its own."""
        enc = self.start(scenario, chosen, seeds)
        places = [one for one in enc.combatants.values() if one.seat != GM]
        foes = [one for one in enc.combatants.values() if one.seat == GM]
        enc.combatants = {}
        for index, one in enumerate(party):
            id = one.id
            while [foe for foe in foes if foe.id == id]:
                id += "-x"
            pos = self._place_for(enc, [place.pos for place in places], foes, one, index)
            fresh = self.make(enc, one.kind, id, pos, places[0].side if places else one.side, one.seat)
            fresh.name, fresh.icon = one.name, one.icon
            enc.combatants[id] = fresh
            self._bring_over(one, enc, id)
            if one.seat not in enc.seats:
                enc.seats[one.seat] = Seat(one.seat)
        for foe in foes:
            enc.combatants[foe.id] = foe
        if enc.board.shroud is not None:
            cover_start(enc, enc.board.shroud.squares)
        return enc

    def _bring_over(self, member: PartyMember, enc: Encounter, id: str) -> None:
        """What outlasts an encounter."""
        for field, value in member.values.items():
            try:
                enc.combatants[id].check_value(field, value)
            except Invalid:
                continue
            enc.happen(ValueSet(id, field, value))

    def _place_for(
        self, enc: Encounter, places: list[int], foes: list[Combatant], member: PartyMember, index: int
    ) -> int:
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
