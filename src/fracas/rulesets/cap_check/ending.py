"""Section 18: victory, defeat, a draw, and what becomes of everybody afterwards."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.events import ConditionEnded, Ended, PhaseBegan
from fracas.engine.ruleset import Step
from fracas.engine.table import Table
from fracas.rulesets.cap_check.fighter import FOES, HEROES, fighters, rounds
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.healing_and_fallen import Mended, Recovered
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.sustain import interrupt_all

WHY: Final = {HEROES: "all foes are down", FOES: "all heroes have FALLEN"}

QUIET_ROUNDS: Final = 5


def sides_left(enc: Encounter) -> list[str]:
    """18.1, 18.2: the sides that still have somebody standing."""
    sides: list[str] = []
    for one in fighters(enc):
        if one.present and one.side not in sides:
            sides.append(one.side)
    return sides


def decided(enc: Encounter) -> bool:
    """18.1, 18.2: at most one of the sides that came is left."""
    everybody = [one.side for one in fighters(enc)]
    return bool(everybody) and everybody.count(everybody[0]) < len(everybody) and len(sides_left(enc)) < 2


class Decision(Step):
    """18.1, 18.2: heroes win when no foe stands, and foes when no hero does."""

    def __init__(self) -> None:
        super().__init__("decision", "One side left", "18.1")

    def perform(self, table: Table, command: Command) -> None:
        left = sides_left(table.enc)
        result = left[0] if left else "draw"
        conclude(table, result, WHY.get(result, "nobody else stands"))


def stalemate(table: Table) -> bool:
    """18.3: a draw after so many rounds without any change of Hit Points; true if it is one."""
    enc = table.enc
    flow = rounds(enc)
    if flow.round == 0 or flow.changed or flow.quiet + 1 < QUIET_ROUNDS or not may_draw(enc):
        return False
    conclude(table, "draw", f"{QUIET_ROUNDS} rounds without any change")
    return True


def may_draw(enc: Encounter) -> bool:
    """18.3: by the option; foes that all go by their cards would never stop, and nobody is there to stop them."""
    return options(enc).quiet_draw or not [one for one in fighters(enc) if one.present and not goes_by_card(enc, one)]


def conclude(table: Table, result: str, why: str) -> None:
    """18.4: when heroes win, all of them get up, are whole and free of conditions; sustained effects end."""
    enc = table.enc
    for one in fighters(enc):
        interrupt_all(table, one.id, "the fight is over")
        if result == HEROES and one.side == HEROES and not one.out:
            if one.down:
                table.emit(Recovered(one.id, one.max_hp, "victory"))
            if one.hp < one.max_hp:
                table.emit(Mended(one.id, one.max_hp - one.hp, "victory"))
            for held in one.conditions[:]:
                table.emit(ConditionEnded(one.id, held.name, "victory"))
    table.emit(PhaseBegan("over", enc.flow.turn))
    table.emit(Ended(result, why))
