"""Looking ahead from an open question: what speaks against an answer, what it costs and what may come of it.

For sessions; everything is worked out from what the seat knows, on copies.
"""

from __future__ import annotations

from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.errors import Refused
from fracas.engine.events import Rolled
from fracas.engine.game import Game
from fracas.engine.odds import Enumerator, Odds, odds
from fracas.engine.offer import Decision
from fracas.engine.preview import Preview, warnings
from fracas.engine.reason import Reason
from fracas.engine.views import known
from fracas.lab.answer_odds import STEP_LEAVES, AnswersSoFar, can_weigh, odds_of_answer


def foresee_answer(game: Game, decision: Decision, command: Command, seat: str) -> Preview:
    """Judge an answer, and weigh what comes of the open command with it."""
    found = Preview(command)
    view = game.known(seat)
    try:
        game._judge_answer(decision, command, seat)
    except Refused as refused:
        found.reasons = refused.reasons
    if command.verb in game.ruleset.actions and command.verb != PASS:
        found.cost = game.ruleset.action(command).cost(view, command)
        found.warnings = warnings(game, view, command)
    if not found.reasons and decision.window in game.ruleset.windows:
        found.odds = (
            odds_of_answer(game, decision, command, seat) if seat == GM else _odds_from_start(game, command, seat)
        )
    return found


def _odds_from_start(game: Game, answer: Command, seat: str) -> Odds | None:
    """For those who may not know all: the open command from its beginning, unless a die of it was seen already.

    Nothing here may depend on what the seat does not see, least of all on whether there is anything.
    """
    before = known(game.ruleset, game.checkpoint, seat)
    for event in game.shown:
        if isinstance(event, Rolled) and event.source != "gm" and event.who in before.combatants:
            return None
    if game.open is None or not can_weigh(game, before):
        return None
    own = [given for given in game.answers.values() if game.state.seat_of(given.who) == seat]
    assumed = AnswersSoFar([*own, answer])
    if game.open.who == TABLE:
        return odds(game.ruleset, before, game.open, seat, None, assumed, Enumerator(), STEP_LEAVES)
    return odds(game.ruleset, before, game.open, seat, None, assumed)


def foresee_odds(game: Game, command: Command, seat: str, answers: list[Command]) -> Odds:
    """The odds of a command somebody may speak for and the rules allow, with these answers assumed."""
    view = game.known(seat)
    reasons: list[Reason] = []
    if seat not in (GM, view.seat_of(command.who)):
        reasons.append(Reason("0.1", f"{seat or 'a spectator'} does not speak for {view.name(command.who)}"))
    against = game.ruleset.reasons(view, command)
    if command.body() not in view.leaves:
        reasons.extend(against)
    if reasons:
        raise Refused(reasons)
    return odds(game.ruleset, view, command, seat, {answer.who: answer for answer in answers})
