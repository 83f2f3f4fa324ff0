"""Section 1: turns, shots, steadying, ducking and the end."""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import PASS, Command
from fracas.engine.dice import parse
from fracas.engine.encounter import Encounter
from fracas.engine.events import Ended, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.flow import Slot
from fracas.engine.reason import Reason
from fracas.engine.roll import AtLeast, Roll, Why
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.engine.tally import Tally
from standoff.state import Aimed, Hit, gun

SHOT_AT = "shot-at"


def bars_turn(enc: Encounter, who: str) -> list[Reason]:
    """1.1: only in one's own turn."""
    return [] if who in enc.flow.active else [Reason("1.1", f"it is not {enc.name(who)}'s turn", "wait")]


class Shoot(Action):
    """1.2: a d6 against 4, or 5 if the target ducks (1.4)."""

    def __init__(self) -> None:
        super().__init__("shoot", "Shoot", "1.2", "target")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_turn(enc, who)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """1.2: neither friends nor the fallen."""
        one, target = gun(enc, command.who), gun(enc, command.target)
        if one.side == target.side or not target.present:
            return [Reason("1.2", f"nobody shoots at {target.name}")]
        return []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, (other,)) for other in enc.combatants if other != who]

    def perform(self, table: Table, command: Command) -> None:
        """1.2, 1.3, 1.4: the target may duck; then the die, with the aim, against 4 or 5."""
        enc = table.enc
        goal = 4
        for answer in table.window(SHOT_AT, [command.target], Why("{0} shoots", [command.who])):
            table.ruleset.actions[answer.verb].perform(table, answer)
            goal = 5
        aim = Tally().add("aim", gun(enc, command.who).aim, "1.3")
        hit = table.read([Roll(command.who, parse("d6"), "shot", aim)], AtLeast(goal, "hit", "miss"))
        table.emit(Aimed(command.who, 0))
        if hit:
            table.emit(Hit(command.target))
        table.emit(SlotEnded(enc.flow.at, [command.who]))


class Steady(Action):
    """1.3: +1 on the next shot, at most +2."""

    def __init__(self) -> None:
        super().__init__("steady", "Steady the hand", "1.3")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        full = [Reason("1.3", "the hand is as steady as it gets", "shoot")] if gun(enc, who).aim >= 2 else []
        return bars_turn(enc, who) + full

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Aimed(command.who, min(gun(table.enc, command.who).aim + 1, 2)))
        table.emit(SlotEnded(table.enc.flow.at, [command.who]))


class Hold(Action):
    """1.1: letting the turn go by."""

    def __init__(self) -> None:
        super().__init__(PASS, "Hold fire", "1.1")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return bars_turn(enc, who)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(SlotEnded(table.enc.flow.at, [command.who]))


class Duck(Action):
    """1.4: harder to hit, at the price of one's aim."""

    def __init__(self) -> None:
        super().__init__("duck", "Duck", "1.4", window=SHOT_AT)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Aimed(command.who, 0))


class Next(Step):
    """1.1, 1.5: the next one standing, a new round, or the end."""

    def __init__(self) -> None:
        super().__init__("next", "Next", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        sides = standing_sides(enc)
        if len(sides) < 2:
            table.emit(Ended(sides[0] if sides else "draw", "nobody else stands"))
            return
        following = [i for i, slot in enumerate(enc.flow.order) if i > enc.flow.at and gun(enc, slot.who[0]).present]
        if not following:
            slots = [Slot([who]).to_json() for who in enc.combatants if gun(enc, who).present]
            table.emit(RoundBegan(enc.flow.round + 1, slots))
            following = [0]
        table.emit(SlotBegan(following[0], enc.flow.order[following[0]].who))


def standing_sides(enc: Encounter) -> list[str]:
    """1.5: the sides with somebody standing."""
    sides: list[str] = []
    for one in enc.combatants.values():
        if one.present and one.side not in sides:
            sides.append(one.side)
    return sides


ACTIONS: list[Action] = [Shoot(), Steady(), Hold(), Duck()]
