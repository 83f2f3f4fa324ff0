"""Section 3: Free Steps, once each Action Phase, before anything else of a Round."""

from __future__ import annotations

from fracas.engine.api import Command, Encounter, Reason, Tally
from fracas.rulesets.crisis_mode.action_points import bars_held
from fracas.rulesets.crisis_mode.checks import adjust
from fracas.rulesets.crisis_mode.fighter import Fighter
from fracas.rulesets.crisis_mode.movement import Walk, bars_distance, within_limit
from fracas.rulesets.crisis_mode.profiles import Price
from fracas.rulesets.crisis_mode.situation import Standing


def allowance(one: Fighter) -> int:
    """3.2: the card's number, worn things and conditions; nothing for those who do not stand (3.7)."""
    if not one.standing or one.down:
        return 0
    return max(one.creature.free_steps + adjust(Tally(), one, "free_steps").total, 0)


class FreeStep(Walk):
    """3.1: all Free Steps in one go, at no cost, before an action of any kind."""

    def price(self, enc: Encounter, command: Command) -> Price:
        return Price(0)

    def price_of(self, squares: int) -> Price:
        return Price(0)

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free"

    def possible(self, here: Standing) -> bool:
        return here.one.free_steps > 0 and not here.one.stepped_free

    def bars_in_turn(self, here: Standing) -> list[Reason]:
        return bars_held(here, "action") + bars_held(here, "free_steps") or bars_free_steps(here.one)

    def bars_length(self, enc: Encounter, one: Fighter, price: Price, squares: int) -> list[Reason]:
        """3.2: no farther than the card, worn things and conditions allow."""
        reasons: list[Reason] = []
        if 0 < one.free_steps < squares:
            text = f"{one.name} has {one.free_steps} Free Steps"
            reasons.append(Reason("3.2", text, "choose a shorter way, or step", "path"))
        return reasons + bars_distance(one, price, squares)

    def budget(self, enc: Encounter, one: Fighter) -> int:
        return within_limit(one, one.free_steps)


def bars_free_steps(one: Fighter) -> list[Reason]:
    """3.1, 3.4, 3.7: once a Phase, first in the Round, on one's feet and not forfeited."""
    if one.stepped_free:
        return [Reason("3.1", f"{one.name} has taken Free Steps in this Phase", "wait for the next turn")]
    reasons: list[Reason] = []
    if one.moved_here or one.acted_here:
        reasons.append(Reason("3.4", f"{one.name} has already moved or acted in this Round", "wait for the next Round"))
    if not one.standing:
        reasons.append(Reason("3.7", f"{one.name} is {one.posture}", "stand when the next Phase begins"))
    elif one.free_steps <= 0:
        reasons.append(Reason("3.7", f"{one.name} has no Free Steps in this Phase", "stand when the next Phase begins"))
    return reasons
