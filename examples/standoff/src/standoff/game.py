"""The ruleset object: what the engine asks of a game, answered for the stand-off."""

from __future__ import annotations

from fracas.engine.board import read_map
from fracas.engine.card import Card, Rail, Row, pips, track
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, TABLE, Command
from fracas.engine.encounter import Contents, Encounter, Seat
from fracas.engine.errors import Invalid
from fracas.engine.event import Event
from fracas.engine.events import Ended, SlotEnded
from fracas.engine.flow import Flow
from fracas.engine.ruleset import Ruleset, ScenarioInfo
from fracas.engine.table import Table
from standoff.shots import ACTIONS, Next, standing_sides
from standoff.state import GRIT, Aimed, Gunfighter, Hit, Saloon, gun

STREET = [".....", ".....", "....."]
CAST = [("drifter", "ada", "a2", "heroes", "player1"), ("drifter", "bo", "a3", "heroes", "player2")]
RUSTLERS = [("rustler", "cole", "e1", "foes", GM), ("rustler", "dell", "e3", "foes", GM)]


class Standoff(Ruleset):
    """Four verbs and a street."""

    def __init__(self) -> None:
        super().__init__("standoff", "Standoff", "1", "Shoot, steady, duck.", "standoff")
        self.contents = Saloon()
        self.register(ACTIONS, [Next()], [Aimed, Hit])

    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo("high-noon", "High noon", "Two drifters, two rustlers, one street.")]

    def start(self, scenario: str, options: dict[str, str], seeds: list[str]) -> Encounter:
        if scenario != "high-noon":
            raise Invalid("scenario", "id", scenario, "high-noon")
        enc = self.empty("High noon", STREET, options, self.contents)
        enc.seeds = seeds[:]
        for kind, id, square, side, seat in CAST + RUSTLERS:
            enc.seats.setdefault(seat, Seat(seat))
            enc.combatants[id] = self.make(enc, kind, id, enc.board.parse(square), side, seat)
        return enc

    def empty(self, title: str, rows: list[str], options: dict[str, str], contents: Contents) -> Encounter:
        board, _ = read_map(rows)
        enc = Encounter(title, self.settle(options), board, Flow(), contents)
        enc.seats[GM] = Seat(GM)
        return enc

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        return Gunfighter(id, kind, side, seat, pos)

    def kinds_on(self, contents: Contents) -> list[str]:
        return list(GRIT)

    def skip_setup(self, enc: Encounter) -> None:
        """There is no set-up to skip."""

    def next_step(self, enc: Encounter) -> Command | None:
        slot = enc.flow.current
        waiting = slot is not None and gun(enc, slot.who[0]).present and len(standing_sides(enc)) > 1
        return None if enc.over or waiting else Command(TABLE, "next")

    def end_phase(self, table: Table) -> None:
        if table.enc.flow.current is not None:
            table.emit(SlotEnded(table.enc.flow.at, table.enc.flow.active))

    def end(self, table: Table, result: str) -> None:
        table.emit(Ended(result, "the GM ends it"))

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        return {"grit": gun(enc, who).grit, "aim": gun(enc, who).aim}

    def score(self, enc: Encounter, side: str) -> int:
        return sum(
            [
                (10 * gun(enc, who).grit + gun(enc, who).aim) * (1 if one.side == side else -1)
                for who, one in enc.combatants.items()
            ]
        )

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        one = gun(enc, who)
        card = Card(who, one.name, one.kind, one.side)
        card.fields = [track("Grit", one.grit, GRIT[one.kind]), pips("Aim", one.aim, 2)]
        return card

    def rail(self, enc: Encounter, seat: str) -> Rail:
        rows: list[Row] = []
        for one in enc.combatants.values():
            if enc.listed(seat, one.id):
                row = Row(one.id, one.name, one.side, f"grit {gun(enc, one.id).grit}")
                row.active, row.down = one.id in enc.flow.active, one.down
                rows.append(row)
        return Rail(f"Round {enc.flow.round}", rows)

    def uses(self, event: Event) -> list[str]:
        return ["a hit"] if isinstance(event, Hit) else []

    def inventory(self) -> list[str]:
        return ["a hit"]
