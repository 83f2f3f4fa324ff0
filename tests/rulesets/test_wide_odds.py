"""Odds of a command whose dice have far too many results: the page of whoever looks must not wait for all of them."""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.enumerating import MOST_BRANCHES, PROBE, Enumerator
from fracas.engine.game import Game
from fracas.engine.odds import odds
from fracas.engine.registry import load_ruleset


class Counting(Enumerator):
    """Counts how often it is started over."""

    def __init__(self) -> None:
        super().__init__()
        self.runs = 0

    def restart(self) -> None:
        super().restart()
        self.runs += 1


def test_a_tree_that_is_much_too_wide_is_given_up_early() -> None:
    ruleset = load_ruleset("phases_of_play")
    game = Game(ruleset, ruleset.start("counting-house", {}, ["1", "2"]))
    game.begin()
    for title in ("Begin an Encounter", "Roll the turn order"):
        command = next(offer for offer in game.offers(GM) if offer.title == title).picks[0].command
        if title == "Begin an Encounter":
            game.command(command)
    source = Counting()
    found = odds(ruleset, game.known(GM), command, GM, source=source)
    assert found.left_out and source.runs == PROBE < MOST_BRANCHES
