"""Looking ahead from an open question: what speaks against an answer, what it costs and what may come of it.

For sessions; everything is worked out from what the seat knows, on copies.
"""

from __future__ import annotations

from fracas.engine.command import GM, PASS, Command
from fracas.engine.errors import Refused
from fracas.engine.game import Game
from fracas.engine.odds import Odds, odds
from fracas.engine.offer import Decision
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.preview import Preview, warnings
from fracas.engine.reason import Reason
from fracas.session.answer_odds import has_odds, odds_of_answer


def foresee_answer(
    game: Game, decision: Decision, command: Command, seat: str, patience: Patience = FOREVER
) -> Preview:
    """Judge an answer, and weigh what comes of the open command with it."""
    found = Preview(command)
    view = game.known(seat)
    try:
        game.judge_answer(decision.id, command, seat)
    except Refused as refused:
        found.reasons = refused.reasons
    if command.verb in game.ruleset.actions and command.verb != PASS:
        found.cost = game.ruleset.action(command).cost(view, command)
        found.warnings = warnings(game, view, command)
    if not found.reasons and has_odds(decision):
        found.odds = odds_of_answer(game, command, seat, patience)
    return found


def foresee_odds(game: Game, command: Command, seat: str, answers: list[Command], patience: Patience = FOREVER) -> Odds:
    """The odds of a command somebody may speak for and the rules allow, with these answers assumed."""
    view = game.known(seat)
    reasons: list[Reason] = []
    if seat not in (GM, view.seat_of(command.who)):
        reasons.append(Reason("0.1", f"{seat or 'a spectator'} does not speak for {view.name(command.who)}"))
    action = game.ruleset.actions.get(command.verb)
    if action is not None and action.window and not reasons:
        return _odds_of_reaction(game, command, seat, action.window, patience)
    against = game.ruleset.reasons(view, command)
    if not view.has_leave(command):
        reasons.extend(against)
    if reasons:
        raise Refused(reasons)
    given = {answer.who: answer for answer in answers}
    return odds(game.ruleset, view, command, seat, given, patience=patience)


def _odds_of_reaction(game: Game, command: Command, seat: str, window: str, patience: Patience) -> Odds:
    """A reaction has odds only as the answer to an open question: those of what it answers, with it."""
    for decision in game.decisions(seat):
        if decision.who == command.who and decision.window == window:
            found = foresee_answer(game, decision, command, seat, patience)
            if found.reasons:
                raise Refused(found.reasons)
            if found.odds is not None:
                return found.odds
            unknown = Odds()
            unknown.left_out.append("odds: too much of what this answers is unknown")
            return unknown
    raise Refused([Reason("0.4", f"{command.verb} answers a question, and none for it is open")])
