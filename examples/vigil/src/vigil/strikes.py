"""Section 2: the pool, the push, those who step in, and trouble."""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import GM, Command
from fracas.engine.dice import parse
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.engine.roll import Roll, Successes, Why
from fracas.engine.table import Question, Table
from fracas.engine.tally import Tally, counted
from fracas.engine.turns import bars_turn, end_turn
from vigil.nerves import MARKED, bars_shaken, fray, give
from vigil.state import Wounded, being

STRUCK, ROLLED, TROUBLE = "struck", "rolled", "trouble"
FRAY, MARK = "fray", "mark"

POOL = Successes(5)
"""2.1: how many dice show 5 or 6."""


def pool(enc: Encounter, who: str, target: str) -> Tally:
    """2.1, 3.4: the dice of a strike, with what each is for."""
    one = being(enc, who)
    dice = Tally().add("skill", one.skill, "2.1")
    if one.gear is not None:
        dice.add(one.gear.name.lower(), one.gear.dice, "2.1")
    return dice.add("marked", int(enc.combatants[target].has(MARKED)), "3.4")


def throw_pool(table: Table, who: str, dice: int) -> int:
    """2.1, 2.3: the successes of a pool. Whoever threw it may push once for more."""
    found = table.read([Roll(who, parse(f"{dice}d6"), "strike")], POOL)
    if found < dice and table.react(ROLLED, [who], f"{POOL.word(found)} of {dice} dice"):
        found += table.read([Roll(who, parse(f"{dice - found}d6"), "push")], POOL)
    return found


class Strike(Action):
    """A pool of dice against somebody's health."""

    def __init__(self) -> None:
        super().__init__("strike", "Strike", "2.1", "target")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_turn(enc, who, "1.1") + bars_shaken(enc, who)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """2.2: foes who stand, within reach."""
        one, target = being(enc, command.who), enc.combatants[command.target]
        reach = one.gear.reach if one.gear is not None else 0
        if one.side == target.side or not target.present:
            return [Reason("2.2", f"{target.name} is no foe who stands")]
        if enc.board.distance(one.pos, target.pos) > reach:
            return [Reason("2.2", f"{target.name} is out of reach", "go closer", "go")]
        return []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        foes = [one.id for one in enc.combatants.values() if one.side != enc.combatants[who].side]
        return [Command(who, self.verb, (foe,)) for foe in foes]

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        return counted("2.1", pool(enc, command.who, command.target))

    def perform(self, table: Table, command: Command) -> None:
        """2.1, 2.4, 2.5: somebody may step in; then the dice, and wounds or trouble."""
        target = step_in(table, command)
        found = throw_pool(table, command.who, pool(table.enc, command.who, target).total)
        if found:
            table.emit(Wounded(target, found))
        else:
            make_trouble(table, command.who)
        end_turn(table, command.who)


class ForStress(Action):
    """2.3, 2.4: a reaction that takes 1 stress: a push, or stepping in for somebody."""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_shaken(enc, who)

    def cost(self, enc: Encounter, command: Command) -> str:
        return "1 stress"

    def perform(self, table: Table, command: Command) -> None:
        fray(table, command.who, 1)


REACTIONS = [ForStress("push", "Push", "2.3", window=ROLLED), ForStress("step-in", "Step in", "2.4", window=STRUCK)]


def step_in(table: Table, command: Command) -> str:
    """2.4: who is struck in the end. Companions are asked one after the other, so that only one steps in."""
    target = table.enc.combatants[command.target]
    for one in list(table.enc.combatants.values()):
        beside = one.pos == target.pos and one.side == target.side and one.present and not one.hidden
        asked = beside and one is not target
        if asked and table.react(STRUCK, [one.id], Why("{0} strikes at {1}", [command.who, target.id])):
            return one.id
    return target.id


def make_trouble(table: Table, who: str) -> None:
    """2.5: the GM chooses what a miss costs."""
    answers = [Command(GM, FRAY), Command(GM, MARK)]
    question = Question(GM, TROUBLE, Why("{0} misses. What goes wrong?", [who]), answers, answers[0], required=True)
    if table.ask(question).verb == MARK:
        give(table, who, MARKED)
    else:
        fray(table, who, 1)
