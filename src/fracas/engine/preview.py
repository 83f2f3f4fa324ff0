"""Previews: a command judged and not performed: what speaks against it, what it costs and what may come of it.

For buttons, terminals and programs; everything is worked out from what the seat knows, on copies.
"""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.odds import Odds, odds
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import FRAIL, STURDY, known


class Preview:
    """A command judged and not performed."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.reasons: list[Reason] = []
        self.warnings: list[Reason] = []
        self.cost = ""
        self.drawback = ""
        self.sighted: list[Reason] = []
        """What matters for the aim: range, cover, what counts for the dice."""
        self.area: list[int] = []
        """The squares it fills."""
        self.touched: list[str] = []
        """Whom it reaches there, as far as the seat knows."""
        self.odds: Odds | None = None


def preview(game: Game, command: Command, seat: str, patience: Patience = FOREVER) -> Preview:
    """Judge a command; odds only of what is legal, and only where they tell something."""
    found = Preview(command)
    view = game.known(seat)
    try:
        game.judge(command, seat)
    except Refused as refused:
        found.reasons = refused.reasons
    action = game.ruleset.action(command)
    if seat in (GM, view.seat_of(command.who)) and is_whole(action, view, command):
        found.cost, found.drawback = action.cost(view, command), action.drawback(view, command)
        found.warnings = warnings(game, view, command)
        found.sighted = sighted(game.ruleset, view, command, seat)
        found.area = action.area(view, command)
        found.touched = action.touched(view, command) if found.area else []
    if not found.reasons and action.foretold:
        found.odds = odds(game.ruleset, view, command, seat, patience=patience)
    return found


def is_whole(action: Action, view: Encounter, command: Command) -> bool:
    """Does it name what it needs? What is refused for somebody it names may lack the rest."""
    try:
        action.check(view, command)
    except Invalid:
        return False
    return True


def sighted(ruleset: Ruleset, enc: Encounter, command: Command, seat: str) -> list[Reason]:
    """What matters for the aim, without whatever depends on something the seat does not know."""
    action = ruleset.action(command)
    if seat == GM:
        return action.sighted(enc, command, seat)
    sturdy = action.sighted(known(ruleset, enc, seat, STURDY), command, seat)
    same = [reason.text for reason in sturdy]
    frail = action.sighted(known(ruleset, enc, seat, FRAIL), command, seat)
    return [reason for reason in frail if reason.text in same]


def warnings(game: Game, view: Encounter, command: Command) -> list[Reason]:
    """What the rules say against a command that goes ahead all the same: rules set to warn, and the GM's leave."""
    against = game.ruleset.action(command).reasons_against(view, command)
    if view.has_leave(command):
        return against
    return [reason for reason in against if view.modes.get(reason.paragraph) == "warn"]
