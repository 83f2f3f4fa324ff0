"""How encounters of a game begin: its scenarios, who comes in where, and what outlasts an encounter.

Optional for a ruleset: scenarios, people and boards follow from its content.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.board import Board, read_map
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.covering import lay_cover
from fracas.engine.encounter import Content, Encounter
from fracas.engine.errors import Invalid
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
