"""Ready-made orders of action: everybody in list order or by choice, round after round, until one side stands.

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
from fracas.engine.step import Step
from fracas.engine.table import Question, Table

NEXT = "next"


def bars_turn(enc: Encounter, who: str, paragraph: str) -> list[Reason]:
    """Only in one's own turn."""
    return [] if who in enc.flow.active else [Reason(paragraph, f"it is not {enc.name(who)}'s turn", "wait")]


def end_turn(table: Table, who: str) -> None:
    """The turn of the one who acts is over; nobody ends anybody else's."""
    flow = table.enc.flow
    if who in flow.active:
        table.emit(SlotEnded(flow.at, flow.active))


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
        waiting = acting and len(enc.sides_left()) > 1
        return None if enc.over or waiting else Command(TABLE, NEXT)

    def order(self, enc: Encounter) -> list[Slot]:
        """Who acts in a new round, first to last."""
        return [Slot([one.id]) for one in enc.combatants.values() if one.present]

    def perform(self, table: Table, command: Command) -> None:
        sides = table.enc.sides_left()
        if len(sides) < 2:
            table.emit(Ended(sides[0] if sides else "draw", "nobody else stands"))
        else:
            self.pass_on(table)

    def pass_on(self, table: Table) -> None:
        """Somebody else gets the turn."""
        enc = table.enc
        flow = enc.flow
        later = [at for at in range(flow.at + 1, len(flow.order)) if enc.combatants[flow.order[at].who[0]].present]
        if not later:
            table.emit(RoundBegan(flow.round + 1, [slot.to_json() for slot in self.order(enc)]))
            later = [0]
        table.emit(SlotBegan(later[0], enc.flow.order[later[0]].who))


@mypyc_attr(allow_interpreted_subclasses=True)
class NextByChoice(NextInOrder):
    """Whoever acted last says who goes next, among those who have not acted in this round.

    The order grows as it is chosen. Those whom the chooser does not know are not among the answers: they act when
    somebody of the GM chooses them, or when nobody else is left."""

    def pass_on(self, table: Table) -> None:
        enc = table.enc
        chooser = self.chooser(enc)
        left = self.left(enc)
        if not left or not enc.flow.round:
            table.emit(RoundBegan(enc.flow.round + 1, []))
            left = self.left(enc)
        answers = [Command(chooser, NEXT, (who,)) for who in left]
        prompt = "Who goes next?" if enc.flow.order else f"Who begins round {enc.flow.round}?"
        question = Question(chooser, NEXT, prompt, answers, answers[0], required=True)
        table.emit(SlotBegan(len(enc.flow.order), [table.ask(question).target]))

    def left(self, enc: Encounter) -> list[str]:
        """Those who can act and have not in this round."""
        placed = [who for slot in enc.flow.order for who in slot.who]
        return [one.id for one in enc.combatants.values() if one.present and one.id not in placed]

    def chooser(self, enc: Encounter) -> str:
        """Whoever acted last of those everybody sees, so that nobody unseen is noticed by having the say."""
        acted = [who for slot in enc.flow.order for who in slot.who]
        able = [one.id for one in enc.combatants.values() if one.present]
        seen = [who for who in able if not enc.combatants[who].hidden]
        last = [who for who in acted if who in seen]
        return last[-1] if last else (seen or able)[0]
