"""Section 1: turns, shots, steadying, ducking and the end."""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.dice import parse
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.engine.roll import AtLeast, Roll, Why
from fracas.engine.table import Table
from fracas.engine.tally import Tally
from fracas.engine.turns import bars_turn, end_turn
from standoff.state import Aimed, Hit, gun

SHOT_AT = "shot-at"


class Shoot(Action):
    """A bullet for somebody."""

    def __init__(self) -> None:
        super().__init__("shoot", "Shoot", "1.2", "target")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        """1.1: only in your own turn."""
        return bars_turn(enc, who, "1.1")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """1.2: neither friends nor the fallen."""
        one, target = gun(enc, command.who), gun(enc, command.target)
        if one.side == target.side or not target.present:
            return [Reason("1.2", f"nobody shoots at {target.name}", "choose a foe who stands")]
        return []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        foes = [one.id for one in enc.combatants.values() if one.side != gun(enc, who).side]
        return [Command(who, self.verb, (foe,)) for foe in foes]

    def perform(self, table: Table, command: Command) -> None:
        """1.2, 1.3, 1.4: the target may duck; then the die, with the aim, against 4 or 5."""
        ducked = table.react(SHOT_AT, [command.target], Why("{0} shoots", [command.who]))
        aim = Tally().add("aim", gun(table.enc, command.who).aim, "1.3")
        goal = AtLeast(5 if ducked else 4, "hit", "miss")
        hit = table.read([Roll(command.who, parse("d6"), Why("shot at {0}", [command.target]), aim)], goal)
        table.emit(Aimed(command.who, 0))
        if hit:
            table.emit(Hit(command.target))
        end_turn(table, command.who)


class Steady(Action):
    """1.3: +1 on the next shot, at most +2."""

    def __init__(self) -> None:
        super().__init__("steady", "Steady the hand", "1.3")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        full = [Reason("1.3", "the hand is as steady as it gets", "shoot")] if gun(enc, who).aim >= 2 else []
        return bars_turn(enc, who, "1.1") + full

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Aimed(command.who, min(gun(table.enc, command.who).aim + 1, 2)))
        end_turn(table, command.who)


class Duck(Action):
    """1.4: harder to hit, at the price of your aim."""

    def __init__(self) -> None:
        super().__init__("duck", "Duck", "1.4", window=SHOT_AT)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Aimed(command.who, 0))
