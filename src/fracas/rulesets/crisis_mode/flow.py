"""The flow of a crisis: Turns and Rounds, the attack that is under way, and what lies on the ground."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Flow
from fracas.engine.fields import PUBLIC, SECRET, Field, Flag, Number, Thing, Things, Words, with_own
from fracas.engine.piece import Piece


class Strike(Piece):
    """An attack between its declaration and its end: what Reflexes and Responses are judged by."""

    def __init__(
        self, attacker: str, target: str, verb: str, weapon: str, melee: bool, harm: int, settled: bool
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.verb = verb
        self.weapon = weapon
        self.melee = melee
        self.harm = harm
        self.settled = settled


class Dropped(Piece):
    """Something that lies on a square."""

    def __init__(self, pos: int, thing: str) -> None:
        self.pos = pos
        self.thing = thing


class CrisisFlow(Flow):
    """Turns, Rounds and what the end of the crisis depends on."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Flow.FIELDS,
        [
            Words("surprised", PUBLIC),
            Flag("quiet", PUBLIC),
            Number("quiet_turns", PUBLIC),
            Thing("strike", SECRET, Strike, ids=[".attacker!!", ".target!!"]),
            Things("ground", PUBLIC, Dropped, squares=[".*.pos!"]),
        ],
    )

    def __init__(self) -> None:
        super().__init__()
        self.surprised: list[str] = []
        self.quiet = True
        """No hostile act in this turn so far."""
        self.quiet_turns = 0
        self.strike: Strike | None = None
        self.ground: list[Dropped] = []

    def copy(self) -> CrisisFlow:
        other = CrisisFlow()
        self.copy_into(other)
        other.surprised = self.surprised
        other.quiet, other.quiet_turns, other.strike = self.quiet, self.quiet_turns, self.strike
        other.ground = self.ground[:]
        return other
