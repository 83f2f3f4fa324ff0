"""What proofs, scripts and checks ask of a game: its facts, its invariants and what play must be able to use.

Optional for a ruleset: without it less is proven.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.event import Event
from fracas.engine.rules_odds import Weighed


@mypyc_attr(allow_interpreted_subclasses=True)
class Proven(Weighed):
    """A game as its tests see it."""

    def fact(self, enc: Encounter, name: str) -> str:
        """A fact about the flow as people type it: turn, round, phase, active, order, result."""
        flow = enc.flow
        if name == "turn":
            return str(flow.turn)
        if name == "round":
            return str(flow.round)
        if name == "phase":
            return flow.phase
        if name == "active":
            return " ".join(flow.active)
        if name == "order":
            return " ".join([" ".join(slot.who) for slot in flow.order])
        if name == "result":
            return enc.result
        raise Invalid("fact", name, "", "turn, round, phase, active, order or result")

    def invariants(self, enc: Encounter) -> list[str]:
        """What is wrong with a state that no play may ever reach; empty when all is well."""
        return []

    def uses(self, event: Event) -> list[str]:
        """Which pieces of content this event shows used with effect: "item:x", "spell:y"; for `prove`."""
        return []

    def inventory(self) -> list[str]:
        """All pieces of content and transitions that play must be able to use, in the words of `uses`."""
        return []
