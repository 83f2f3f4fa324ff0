"""An action while it is carried out: what was chosen, what the dice said, and what Amplifies added.

For the sections that take an action from its beginning to its end; none of it outlives the command.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import EFFECT, Duration
from fracas.rulesets.cap_check.profiles import Amplify, Card, Effect

MISS: Final = 0
HIT: Final = 1
BYPASS: Final = 2
CRITICAL: Final = 3


class Boost:
    """One Amplify Effect on one action: its effects, whom it is for (empty: all), and the dice it added."""

    def __init__(self, what: Amplify | Card) -> None:
        self.id, self.name = what.id, what.name
        self.points, self.effects = what.points, what.effects
        self.card = what if isinstance(what, Card) else None
        """The Amplify Action it is; None where it is built into another action."""
        self.target = ""
        self.rolled = 0
        self.healed = 0
        """What its dice add to healing."""
        self.most = 0
        """What the added dice could have shown, for critical hits."""


class Doing:
    """One action on its way."""

    def __init__(self, who: str, card: Card, targets: list[str], squares: list[int], how: str) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.how = how
        self.effects: list[Effect] = card.effects
        self.boosts: list[Boost] = []
        self.results: dict[str, int] = {}
        """By enemy: how the check came out."""
        self.raw: dict[int, int] = {}
        """Dice of damage and healing, by number of the effect."""
        self.checked = False
        """Was there a CAP Check?"""
        self.cause = ""
        self.victims: list[str] = []
        self.outer: Doing | None = None
        """What a Trigger answers."""
        self.cancelled = False
        self.redirected = False
        self.escaped = False
        """Did a Trigger bring anybody out of its reach?"""
        self.damaged: list[str] = []
        self.fallen: list[str] = []
        self.avoided: list[str] = []
        self.key = ""
        """Names the user's Sustain Effect this belongs to."""

    def lasting(self) -> Duration | None:
        """As long as the effect this belongs to is sustained; none if it belongs to none."""
        return Duration(EFFECT, self.who, note=self.key) if self.key else None

    @property
    def sustained(self) -> bool:
        """Is it a sustained effect that is applied again, and no action?"""
        return self.how == "sustain"

    @property
    def hits(self) -> list[str]:
        return [who for who, result in self.results.items() if result != MISS]

    def boosts_on(self, who: str) -> list[Boost]:
        """What is amplified for this target."""
        return [boost for boost in self.boosts if not boost.target or boost.target == who]

    def missed_all(self) -> bool:
        return bool(self.results) and not self.hits
