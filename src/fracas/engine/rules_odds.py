"""What odds and bots ask of a game: which numbers matter, how well a side stands, and what a seat cannot know.

Optional for a ruleset: without it odds and bots go by the gauges among its fields.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.combatant import Combatant
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Choice
from fracas.engine.rules_shown import Shown
from fracas.engine.showing import gauges_of
from fracas.engine.table import Table


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

    def peril(self, enc: Encounter, who: str, square: int) -> int:
        """What the ground there would do to somebody: 0 where it does nothing. Bots do not walk into it."""
        return 0

    def perilous(self, enc: Encounter, who: str) -> list[int]:
        """The only squares for which bots ask that; replace it if your game knows them without trying each."""
        return list(range(enc.board.size)) if type(self).peril is not Weighed.peril else []

    def plunge(self, enc: Encounter, command: Command) -> int:
        """How far somebody would fall on this way and be hurt; 0 for not at all. Bots do not go over edges."""
        return 0

    def answers(self, enc: Encounter, who: str) -> int:
        """How many reactions somebody can still pay for; 0 where they cost nothing. Bots do not waste the last."""
        return 0

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        """For odds: fill in, in a copy made for a seat, whatever it does not know of this combatant, frail or sturdy
        (`views.py`). Both must be possible, look alike, differ wherever something is not known, and follow from what
        is known alone. `enc` is what the seat knows."""

    def is_model(self, one: Combatant, model: Combatant) -> bool:
        """For bots that think: may somebody who looks like `one` have the card of `model`, a fresh combatant?"""
        return True

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        """What a seat does not know of this combatant, in words that follow its name; empty where it knows all."""
        return ""

    def carry_through(self, before: Encounter, table: Table) -> str:
        """For odds: let what a command has only begun take effect; returns what that leaves out; empty if nothing."""
        return ""

    def outcome_words(self, before: Encounter, after: Encounter) -> list[str]:
        """For odds: what came of a command in words, where no event of it says so."""
        return []

    def stand_in(self, enc: Encounter) -> Command | None:
        """What a bot in the GM's seat says when the GM is one of the actors; None when it has nothing to say."""
        return None

    def bot_menu(self, enc: Encounter, menu: list[Choice]) -> list[Choice]:
        """What bots consider of a menu; a ruleset may leave some of it to people."""
        return menu
