"""Who sits where: which seats people hold, which bots hold, and how the bots decide.

For `play`.
"""

from __future__ import annotations

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.game import Game
from fracas.engine.offer import Decision
from fracas.engine.policy import Policy, RandomPolicy
from fracas.engine.views import Eyes, decision_for, known


def seats_of(enc: Encounter) -> list[str]:
    """Every seat of the encounter, the GM's last."""
    seats = [seat for seat in enc.seats if seat != GM]
    for one in enc.combatants.values():
        if one.seat not in seats and one.seat != GM:
            seats.append(one.seat)
    return [*seats, GM]


def seat_people(enc: Encounter, all_bots: bool, bots: list[str], people: list[str]) -> list[str]:
    """The seats held by people: those named, or all but the GM's, less those given to bots."""
    seats = seats_of(enc)
    for seat in [*bots, *people]:
        if seat not in seats:
            raise Invalid("seat", "", seat, "one of " + ", ".join(seats))
    if all_bots:
        held = list[str]()
    elif people:
        held = [seat for seat in seats if seat in people]
    else:
        held = [seat for seat in seats if seat != GM] or [GM]
    return [seat for seat in held if seat not in bots]


def make_policy(name: str, seed: int) -> Policy:
    """A way to decide, by name."""
    if name == "random":
        return RandomPolicy(seed)
    if name == "greedy":
        from fracas.session.greedy import GreedyPolicy

        return GreedyPolicy(seed)
    raise Invalid("--policy", "", name, "greedy or random")


class Bots:
    """The seats nobody holds. Each decides by what its own seat knows."""

    def __init__(self, policies: dict[str, Policy]) -> None:
        self.policies = policies

    def act(self, game: Game, who: str) -> Command:
        """A command, in the seat's own words for ids."""
        seat = game.state.seat_of(who)
        view, alias = known(game.ruleset, game.state, seat), Eyes(game.state, seat).alias(who)
        menu = game.ruleset.menu(view, alias)
        if not menu:
            raise EngineFault(f"{who} may act and has nothing to do")
        return self.policies[seat].act(game.ruleset, view, alias, game.ruleset.bot_menu(game.state, menu))

    def choose(self, game: Game, decision: Decision) -> Command:
        seat = game.state.seat_of(decision.who)
        view = known(game.ruleset, game.state, seat)
        return self.policies[seat].choose(game.ruleset, view, decision_for(game.ruleset, game.state, decision, seat))
