"""A fight of the lab played once more as a game with a log, which opens at the table and in the terminal."""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.errors import EngineFault
from fracas.engine.game import Game
from fracas.engine.log import Log
from fracas.engine.performing import header_of
from fracas.engine.policy import Inline
from fracas.engine.views import Eyes, decision_for, known
from fracas.lab.fights import MOST_TURNS, fight, outcome
from fracas.lab.setups import Setup


def record(setup: Setup, seed: str, number: int) -> Game:
    """The same fight as `fight` plays, with a log; that it is the same is checked."""
    start = setup.start(seed, number)
    remembered = {"scenario": f"{setup.ruleset.id}/{setup.scenario}"}
    game = Game(setup.ruleset, start, log=Log({**header_of(setup.ruleset, start), **remembered}))
    policies, fallback = setup.policies(start, number)
    inline = Inline(policies, fallback)
    game.begin()
    while not game.state.over and game.state.flow.turn <= MOST_TURNS and step(setup, game, inline):
        pass
    told = fight(setup, seed, number).result
    if outcome(game.state) != told:
        raise EngineFault(f"fight {number} of seed {seed} ended in {told}, and in {outcome(game.state)} when recorded")
    return game


def step(setup: Setup, game: Game, inline: Inline) -> bool:
    """One answer or one command; False where nobody may act."""
    ruleset, enc = setup.ruleset, game.state
    if game.waiting:
        decision = next(question for question in game.waiting if question.id not in game.answers)
        policy, seat = inline.policy_of(enc, decision.who), enc.seat_of(decision.who)
        asked = decision_for(ruleset, enc, decision, seat) if policy.looks else decision
        view = known(ruleset, enc, seat) if policy.looks else enc
        game.answer(decision.id, Eyes(enc, seat).meant(policy.choose(ruleset, view, asked)), GM, "bot")
        return True
    actors = ruleset.actors(enc)
    if not actors:
        return False
    who = actors[0]
    policy, eyes = inline.policy_of(enc, who), Eyes(enc, enc.seat_of(who))
    view = policy.view(ruleset, enc, eyes)
    game.command(eyes.meant(policy.decide(ruleset, view, eyes.alias(who))))
    return True
