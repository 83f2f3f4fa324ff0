"""Section 8: healing up to the maximum, being FALLEN, and what lifts it."""

from __future__ import annotations

from fracas.engine.events import Revealed
from fracas.engine.table import Table
from fracas.rulesets.cap_check.conditions import STANDING, lift, pass_moment
from fracas.rulesets.cap_check.events import Fell, Mended, Recovered
from fracas.rulesets.cap_check.fighter import Fighter, fighter


def heal(table: Table, who: str, amount: int, why: str) -> None:
    """8.1, 13.13: add to the Hit Points, not above the maximum, never for the FALLEN."""
    one = fighter(table.enc, who)
    if can_heal(one):
        table.emit(Mended(who, min(max(amount, 0), missing(one)), why))


def can_heal(one: Fighter) -> bool:
    """8.3: whoever has FALLEN cannot be healed."""
    return one.present


def missing(one: Fighter) -> int:
    """8.2: how many Hit Points there is room for."""
    return one.max_hp - one.hp


def fall(table: Table, who: str) -> None:
    """8.5, 8.6, 8.8: at 0 Hit Points one has FALLEN; sustained effects are interrupted, foes are out."""
    from fracas.rulesets.cap_check.sustain import interrupt_all

    one = fighter(table.enc, who)
    if one.hidden:
        table.emit(Revealed(who, "falls"))
    table.emit(Fell(who))
    interrupt_all(table, who, "FALLEN")
    pass_moment(table, STANDING, who)
    lift(table, who, "sleep", "FALLEN")


def recover(table: Table, who: str, hp: int, why: str) -> None:
    """8.7, 8.11: an effect that names the FALLEN puts them back on their feet with the Hit Points it gives, or 1."""
    one = fighter(table.enc, who)
    if one.down and not one.out:
        table.emit(Recovered(who, min(hp or 1, one.max_hp), why))
