"""The ruleset object: what the engine asks of a game, answered for the stand-off."""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.engine.turns import NextInOrder, PassTurn
from standoff.shots import Duck, Shoot, Steady
from standoff.state import Aimed, Hit, Saloon


class Standoff(Ruleset):
    """Four verbs and a street."""

    def __init__(self) -> None:
        super().__init__("standoff", "Standoff", "1", "Shoot, steady, duck.", "standoff")
        self.life = "grit"
        self.content = Saloon()
        self.turns = NextInOrder("1.1")
        self.register([Shoot(), Steady(), PassTurn("Hold fire", "1.1"), Duck()], [self.turns], [Aimed, Hit])

    def next_step(self, enc: Encounter) -> Command | None:
        """1.1, 1.5: in list order until one side stands."""
        return self.turns.due(enc)
