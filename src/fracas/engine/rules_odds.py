"""What odds and bots ask of a game: which numbers matter, how well a side stands, and what a seat cannot know.

Optional for a ruleset: without it odds and bots go by the gauges among its fields.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.rules_shown import Shown
from fracas.engine.showing import gauges_of


def apart_from_foes(enc: Encounter, side: str) -> int:
    """How far all of a side who are on their feet are from the nearest foe who is, added up."""
    standing = [one for one in enc.combatants.values() if one.present]
    foes = [one.pos for one in standing if one.side != side]
    if not foes:
        return 0
    distance = enc.board.distance
    return sum([min([distance(one.pos, foe) for foe in foes]) for one in standing if one.side == side])


@mypyc_attr(allow_interpreted_subclasses=True)
class Weighed(Shown):
    """A game as odds and bots see it."""

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        """The numbers of a combatant whose change is worth odds: health, points."""
        return gauges_of(enc.combatants[who])

    def score(self, enc: Encounter, side: str) -> int:
        """How well a side stands, for policies that look one step ahead: by what keeps people on their feet."""
        total = 0
        for one in enc.combatants.values():
            life = int(one.value_of(self.life)) if self.life else int(one.present)
            total += life if one.side == side else -life
        return total

    def left(self, enc: Encounter, who: str) -> int:
        """How much still keeps somebody on their feet: bots strike at those who have least of it, and help them."""
        one = enc.combatants[who]
        return int(one.value_of(self.life)) if self.life else int(one.present)

    def perils(self, enc: Encounter, who: str) -> dict[int, int]:
        """What the ground would do to somebody, by square, wherever it does anything. Bots do not walk into it."""
        return {}

    def answers(self, enc: Encounter, who: str) -> int:
        """How many reactions somebody can still pay for; 0 where they cost nothing. Bots do not waste the last."""
        return 0

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        """For odds: fill in, in a copy made for a seat, whatever it does not know of this combatant, frail or sturdy
        (`views.py`). Both must be possible, look alike, differ wherever something is not known, and follow from what
        is known alone. `enc` is what the seat knows."""

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        """What a seat does not know of this combatant, in words that follow its name; empty where it knows all."""
        return ""

    def stand_in(self, enc: Encounter) -> Command | None:
        """What a bot in the GM's seat says when the GM is one of the actors; None when it has nothing to say."""
        return None
