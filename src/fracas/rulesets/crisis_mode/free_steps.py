"""Section 3: Free Steps, once each Action Phase, before anything else of a Round."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.rulesets.crisis_mode.action_points import Price, bars_condition
from fracas.rulesets.crisis_mode.checks import kinds
from fracas.rulesets.crisis_mode.conditions import bars_fear
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter
from fracas.rulesets.crisis_mode.movement import Walk, bars_distance, bars_path, path_squares, step_limit, walk
from fracas.rulesets.crisis_mode.worn import worn_steps


def allowance(one: Fighter) -> int:
    """3.2: the card's number, worn things and conditions; nothing for who does not stand (3.7)."""
    if not one.standing or one.down:
        return 0
    squares = one.creature.free_steps + worn_steps(one)
    for kind, times in kinds(one):
        squares += kind.free_steps * times
    return max(squares, 0)


class FreeStep(Walk):
    """3.1, 3.3, 3.6, 3.8, 3.9: all Free Steps in one go, at no cost, before an action of any kind."""

    def __init__(self) -> None:
        super().__init__("free-step", "Free Steps", "3.1")

    def price(self, enc: Encounter, command: Command) -> Price:
        return Price(0)

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free"

    def bars_in_turn(self, enc: Encounter, one: Fighter) -> list[Reason]:
        held = bars_condition(one, "no_action") + bars_condition(one, "no_free_steps")
        return held or bars_free_steps(one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = fighter(enc, command.who)
        path = list(command.squares)
        reasons = bars_path(enc, one, path)
        if not reasons and 0 < one.free_steps < enc.board.path_cost(one.pos, path, one.size):
            reasons.append(
                Reason("3.2", f"{one.name} has {one.free_steps} Free Steps", "choose a shorter way, or step", "path")
            )
        return reasons or bars_fear(enc, one, path[-1]) + bars_distance(one, Price(0), path_squares(enc, one, path))

    def budget(self, enc: Encounter, one: Fighter) -> int:
        limit = step_limit(one)
        return min(one.free_steps, limit - one.paces) if limit else one.free_steps

    def perform(self, table: Table, command: Command) -> None:
        walk(table, command.who, list(command.squares), self.verb)


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
