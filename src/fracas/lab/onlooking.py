"""Everybody looks on at a proof: what a table shows them, much of it shared, is what each would be shown alone.

For `prove`. Seats that know the same are shown the same cards, rows and order (`session/peers.py`). That is right while
a ruleset asks of a seat no more than how it stands to somebody: one that asks more would show a seat what is another's.
"""

from __future__ import annotations

from typing import Any, Final

from fracas.engine.canon import canon
from fracas.engine.encounter import Encounter
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import known
from fracas.lab.broken import Broken, first_difference
from fracas.lab.tallying import Tallies
from fracas.session.knowledge import Knowledge
from fracas.session.looking import look_at
from fracas.session.parts import assembled
from fracas.session.seats import viewers_of
from fracas.session.sight import Sight

STRANGER: Final = "onlooker"
"""A seat that runs nobody. With the spectator there are always two who know the same."""
NOTHING: Final[dict[str, Any]] = {"now/last": 0, "decisions": [], "proposals": {}}


class Onlookers:
    """All seats of an encounter, each with what a table would show it."""

    def __init__(self, ruleset: Ruleset, tallies: Tallies) -> None:
        self.ruleset = ruleset
        self.tallies = tallies
        self.knowledge = Knowledge(ruleset)
        self.sights: dict[str, Sight] = {}
        self._looks = 0

    def look(self, enc: Encounter) -> None:
        """At a state that nobody will change."""
        self._looks += 1
        for seat in [*viewers_of(enc), STRANGER]:
            view = self.knowledge.then(seat, enc, self._looks)
            if seat not in self.sights:
                self.sights[seat] = Sight(self.knowledge.of_seat(seat))
            self.sights[seat].see(enc, view, True)
            alone = look_at(self.ruleset, enc, known(self.ruleset, enc, seat), seat)
            self.tallies.figures["views compared"] += 1
            compare(self.sights[seat], alone)


def compare(sight: Sight, alone: dict[str, Any]) -> None:
    """What a seat is shown with what it would be shown alone and from scratch."""
    shown = assembled({**NOTHING, **sight.parts.values()})
    for name, value in alone.items():
        one, other = canon(shown[name]), canon(value)
        if one != other:
            where = f"{sight.seat or 'a spectator'}: {name}{first_difference(one, other)}"
            raise Broken("a seat is shown what it would be shown alone", where)
