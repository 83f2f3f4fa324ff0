"""A ready-made order of action: everybody in list order, round after round, until one side stands.

For rulesets without an order of their own; each part can be used alone.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.action import Action
from fracas.engine.command import PASS, TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import Ended, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.flow import Slot
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Step
from fracas.engine.table import Table

NEXT = "next"


def bars_turn(enc: Encounter, who: str, paragraph: str) -> list[Reason]:
    """Only in one's own turn."""
    return [] if who in enc.flow.active else [Reason(paragraph, f"it is not {enc.name(who)}'s turn", "wait")]


def end_turn(table: Table, who: str) -> None:
    """The turn of the one who acts is over; nobody ends anybody else's."""
    flow = table.enc.flow
    if who in flow.active:
        table.emit(SlotEnded(flow.at, flow.active))


def standing_sides(enc: Encounter) -> list[str]:
    """The sides with somebody who can act, in list order."""
    return list(dict.fromkeys([one.side for one in enc.combatants.values() if one.present]))


@mypyc_attr(allow_interpreted_subclasses=True)
class PassTurn(Action):
    """Letting one's turn go by."""

    def __init__(self, title: str, paragraph: str) -> None:
        super().__init__(PASS, title, paragraph)
        self.idle = True

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_turn(enc, who, self.paragraph)

    def perform(self, table: Table, command: Command) -> None:
        end_turn(table, command.who)


@mypyc_attr(allow_interpreted_subclasses=True)
class NextInOrder(Step):
    """The next one who can act, a new round when all had their turn, or the end when one side stands alone."""

    def __init__(self, paragraph: str) -> None:
        super().__init__(NEXT, "Next", paragraph)

    def due(self, enc: Encounter) -> Command | None:
        """The step, unless somebody who can act has the turn and there is somebody to act against."""
        acting = [who for who in enc.flow.active if enc.combatants[who].present]
        waiting = acting and len(standing_sides(enc)) > 1
        return None if enc.over or waiting else Command(TABLE, NEXT)

    def order(self, enc: Encounter) -> list[Slot]:
        """Who acts in a new round, first to last."""
        return [Slot([one.id]) for one in enc.combatants.values() if one.present]

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        sides = standing_sides(enc)
        if len(sides) < 2:
            table.emit(Ended(sides[0] if sides else "draw", "nobody else stands"))
            return
        flow = enc.flow
        later = [at for at in range(flow.at + 1, len(flow.order)) if enc.combatants[flow.order[at].who[0]].present]
        if not later:
            table.emit(RoundBegan(flow.round + 1, [slot.to_json() for slot in self.order(enc)]))
            later = [0]
        table.emit(SlotBegan(later[0], enc.flow.order[later[0]].who))
