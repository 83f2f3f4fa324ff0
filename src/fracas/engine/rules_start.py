"""How encounters of a game begin: its scenarios, who comes in where, and what outlasts an encounter.

Optional for a ruleset: scenarios, people and boards follow from its content.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.board import Board, read_map
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Content, Encounter, Seat
from fracas.engine.errors import Invalid
from fracas.engine.events import ValueSet
from fracas.engine.options import Options
from fracas.engine.profile import Place, Scenario
from fracas.engine.rules_judging import Judging

BOARDS_KEPT: Final = 16
OPEN_FLOOR: Final = ["." * 12] * 8
"""The map where none is drawn."""


class ScenarioInfo:
    """A scenario as a list shows it."""

    def __init__(self, id: str, title: str, text: str) -> None:
        self.id = id
        self.title = title
        self.text = text


@mypyc_attr(allow_interpreted_subclasses=True)
class Starting(Judging):
    """Encounters before their first step."""

    def scenarios(self) -> list[ScenarioInfo]:
        """The ready-made encounters, easy ones first, as their ranks say."""
        plans = sorted(self.content.scenarios.values(), key=lambda plan: plan.rank)
        return [ScenarioInfo(plan.id, plan.title, plan.description) for plan in plans]

    def start(self, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """An encounter of a scenario, before its first step: its people in its order, on its squares."""
        plan = self.content.scenarios.get(scenario)
        if plan is None:
            raise Invalid("scenario", "id", scenario, "one of " + ", ".join(self.content.scenarios))
        enc = self.empty(plan.title, plan.rows, chosen, self.content)
        enc.seeds = seeds[:]
        enc.notes = [plan.notes] if plan.notes else []
        self.set_scene(enc, plan)
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
        enc = Encounter(title, options, self.board_of(rows, options, content), content.new_flow(), content)
        enc.seats[GM] = Seat(GM)
        return enc

    def board_of(self, rows: list[str], options: Options, content: Content) -> Board:
        """One board for all encounters on the same drawing: boards never change, and know more with each encounter."""
        key = (content.hash, *rows, *options.values.values())
        board = self._boards.get(key)
        if board is None:
            if len(self._boards) >= BOARDS_KEPT:
                self._boards.clear()
            board = self._boards[key] = self.draw_board(rows, options, content)
        return board

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """The board behind a drawing."""
        return read_map(rows)[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        """A combatant of a kind, fresh, for `Added` and set-up."""
        one = enc.content.fresh(kind)
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

    def goes_on(self, one: Combatant) -> bool:
        """Does this one come along to the next encounter?"""
        return one.seat != GM and not one.out

    def follow_up(self, before: Encounter, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """A scenario begun with the party of another encounter as it stands, in the places of the scenario's own."""
        enc = self.start(scenario, chosen, seeds)
        places = [one for one in enc.combatants.values() if one.seat != GM]
        party = [one for one in before.combatants.values() if self.goes_on(one)]
        if not party:
            raise Invalid("next", "party", "", "somebody left to go on")
        for one in party:
            if one.kind in before.content.kinds() and one.kind not in enc.content.kinds():
                raise Invalid("next", "party", one.name, f"people of kinds that are installed ({one.kind} is not)")
        foes = [one for one in enc.combatants.values() if one.seat == GM]
        enc.combatants = {}
        for index, one in enumerate(party):
            id = one.id
            while [foe for foe in foes if foe.id == id]:
                id += "-x"
            pos = self._place_for(enc, [place.pos for place in places], foes, one, index)
            fresh = self.make(enc, one.kind, id, pos, places[0].side if places else one.side, one.seat)
            enc.combatants[id] = fresh
            self._bring_over(before, one, enc, id)
            if one.seat not in enc.seats:
                enc.seats[one.seat] = Seat(one.seat)
        for foe in foes:
            enc.combatants[foe.id] = foe
        return enc

    def _bring_over(self, before: Encounter, one: Combatant, enc: Encounter, id: str) -> None:
        """What outlasts an encounter; whoever lay down gets up with the least that lets them stand."""
        for field in self.lasting():
            value = self.value_of(before, one.id, field)
            if field == self.life and int(value) < 1:
                value = "1"
            try:
                enc.combatants[id].check_value(field, value)
            except Invalid:
                continue
            enc.happen(ValueSet(id, field, value))

    def _place_for(self, enc: Encounter, places: list[int], foes: list[Combatant], one: Combatant, index: int) -> int:
        """The scenario's own place for the one who comes in this order; beyond those, the free one nearest to it."""
        if index < len(places):
            return places[index]
        taken = list(places)
        for other in [*foes, *enc.combatants.values()]:
            taken.extend(enc.board.footprint(other.pos, other.size))
        best, least = -1, 0
        for pos in range(enc.board.size):
            squares = enc.board.footprint(pos, one.size)
            if squares and not [s for s in squares if s in taken or enc.board.blocked(s)]:
                far = enc.board.distance(places[0] if places else 0, pos)
                if best < 0 or far < least:
                    best, least = pos, far
        if best < 0:
            raise Invalid("next", "party", one.name, "room for everybody")
        return best
