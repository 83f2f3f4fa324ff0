"""Unknown ground: no seat sends anybody or aims anything where its players do not know what is there.

For judging, whatever the ruleset: it works on the board as a seat knows it, and so tells nothing of the true one.
"""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.doors import USES, near_side
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice
from fracas.engine.reason import Reason


def bars_ground(enc: Encounter, action: Action, command: Command) -> list[Reason]:
    """0.11: covered squares are neither entered nor aimed at."""
    unknown = [square for square in command.squares if enc.board.covers(square)]
    one = enc.combatants.get(command.who)
    if not unknown and one is not None and one.size > 1 and action.walks:
        held = [part for square in command.squares for part in enc.board.footprint(square, one.size)]
        unknown = [square for square in held if enc.board.covers(square)]
    if unknown and one is not None and command.thing in USES and not action.walks:
        # A door is known from this side, and named by the square beyond.
        unknown = [square for square in unknown if near_side(enc.board, one, square) < 0]
    if not unknown:
        return []
    where = enc.board.label(unknown[0])
    return [Reason("0.11", f"nobody knows what is at {where}", "wait until the GM uncovers it")]


def on_known_ground(enc: Encounter, action: Action, choice: Choice) -> Choice | None:
    """0.11: what is left of a choice of commands."""
    if choice.reach is None:
        legal = [choice.command(index) for index in range(choice.size)]
        kept = [command for command in legal if not command.squares or not bars_ground(enc, action, command)]
        if len(kept) == len(legal):
            return choice
        return Choice(choice.who, choice.verb, kept, [], None) if kept else None
    open_ways = [index for index in range(choice.size) if not bars_ground(enc, action, choice.command(index))]
    if len(open_ways) == choice.size:
        return choice
    squares = [choice.squares[index] for index in open_ways]
    return Choice(choice.who, choice.verb, [], squares, choice.reach) if squares else None
