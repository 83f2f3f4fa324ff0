"""The flow of a crisis: Turns and Rounds, the attack that is under way, and what lies on the ground."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.flow import Flow


class Strike:
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

    def to_json(self) -> list[object]:
        return [self.attacker, self.target, self.verb, self.weapon, self.melee, self.harm, self.settled]


class Dropped:
    """Something that lies on a square."""

    def __init__(self, pos: int, thing: str) -> None:
        self.pos = pos
        self.thing = thing

    def to_json(self) -> list[object]:
        return [self.pos, self.thing]


class CrisisFlow(Flow):
    """Turns, Rounds and what the end of the crisis depends on."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        **Flow.VISIBILITY,
        "surprised": "public",
        "quiet": "public",
        "quiet_turns": "public",
        "strike": "gm",
        "ground": "public",
    }
    IDS: ClassVar[tuple[str, ...]] = (*Flow.IDS, "strike.0!!", "strike.1!!")

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

    def to_json(self) -> dict[str, object]:
        return {
            **super().to_json(),
            "surprised": self.surprised,
            "quiet": self.quiet,
            "quiet_turns": self.quiet_turns,
            "strike": self.strike.to_json() if self.strike is not None else [],
            "ground": [thing.to_json() for thing in self.ground],
        }
