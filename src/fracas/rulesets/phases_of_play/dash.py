"""Section 10: Dash, and asking for a range one does not have."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Reason, Table
from fracas.rulesets.phases_of_play.acting import PlayAction
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.carrying_out import ANY_REACH, started
from fracas.rulesets.phases_of_play.conditions import gain, on_ability
from fracas.rulesets.phases_of_play.movement_ranges import Dashed, able
from fracas.rulesets.phases_of_play.phase_changes import Requested, bars_request
from fracas.rulesets.phases_of_play.profiles import MODES
from fracas.rulesets.phases_of_play.tests import test


class Dash(PlayAction):
    """10.13, 10.14, 10.15, 15.8: all ranges once more for this turn; the second time needs a Test."""

    PHASES: ClassVar[tuple[str, ...]] = ("main",)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase != "main":
            return [Reason("15.8", "Movement is not counted now, so there is nothing to double")]
        return []

    def act(self, table: Table, command: Command) -> None:
        who, enc = command.who, table.enc
        one = being(enc, who)
        on, hindered = started(table, who, "dash", [], ANY_REACH)
        if not on:
            return
        if one.dashes == 0:
            table.emit(Dashed(who, 1))
            return
        passed = test(table, who, "athletics", hindered + on_ability(enc, one, False), "a second Dash").passed
        table.emit(Dashed(who, int(passed)))
        if not passed:
            gain(table, who, "slowed", 1, "", "a second Dash")


class ImproviseRange(PlayAction):
    """10.9: asking for a range one does not have."""

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        return bars_request(enc, one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = being(enc, command.who)
        return [Reason("10.9", f"{one.name} can {command.thing} already")] if able(one, command.thing) else []

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        one = being(enc, who)
        return [Command(who, self.verb, thing=mode) for mode in MODES if not able(one, mode)]

    def act(self, table: Table, command: Command) -> None:
        table.emit(Requested(command.who, "range", command.thing))


ACTIONS: Final[list[Action]] = [
    Dash("dash", "Dash", "15.8", beats=1),
    ImproviseRange("improvise-range", "Improvise a way to move", "10.9", "thing", known=MODES, idle=True, asks=True),
]
