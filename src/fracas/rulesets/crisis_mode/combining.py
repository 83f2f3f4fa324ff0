"""Section 6: which attacks may follow which movement in one Round."""

from __future__ import annotations

from fracas.engine.api import Encounter, Reason, stands
from fracas.rulesets.crisis_mode.fighter import Fighter
from fracas.rulesets.crisis_mode.options import options

WAIT = "wait for the next Round"


def bars_combination(enc: Encounter, one: Fighter, verb: str, only: bool) -> list[Reason]:
    """What went before in this opportunity decides whether this attack may follow."""
    if not one.moved_here:
        return []
    reasons = bars_all_three(enc, one)
    if stands(enc, reasons):
        return reasons
    if verb == "normal":
        return reasons + bars_normal(one)
    if verb == "rushed":
        return reasons + bars_rushed(one)
    if verb == "aimed":
        return reasons + bars_aimed(one)
    return reasons + (bars_only_charge(one) if verb == "all-out" and only else [])


def bars_all_three(enc: Encounter, one: Fighter) -> list[Reason]:
    """6.4: Free Steps, a movement and an attack never share a Round, unless the option allows it."""
    if one.free_here and not options(enc).free_move_attack:
        return [Reason("6.4", f"{one.name} has taken Free Steps and moved in this Round", WAIT)]
    return []


def bars_normal(one: Fighter) -> list[Reason]:
    """6.5: a Normal attack after one square of stepping, never after running."""
    if one.ran:
        return [Reason("6.5", f"{one.name} has run, too much for a Normal attack", WAIT)]
    if one.stepped > 1:
        return [Reason("6.5", f"{one.name} has stepped {one.stepped} squares, more than a Normal attack allows", WAIT)]
    return []


def bars_rushed(one: Fighter) -> list[Reason]:
    """6.6: a Rushed attack after at most two points of movement."""
    if one.spent_moving > 2:
        return [
            Reason("6.6", f"{one.name} has moved for {one.spent_moving} AP, more than a Rushed attack allows", WAIT)
        ]
    return []


def bars_aimed(one: Fighter) -> list[Reason]:
    """6.7: no Aimed attack after a movement paid with points."""
    return [Reason("6.7", f"{one.name} has moved, too much for an Aimed attack", WAIT)] if one.moved_here else []


def bars_only_charge(one: Fighter) -> list[Reason]:
    """6.9: an All-Out attack follows any movement, but not when it is an Only action."""
    return [Reason("6.9", f"{one.name} has moved, and an Only attack cannot follow", WAIT)] if one.moved_here else []
