"""The few names that 0.1.0 had otherwise, so that the same lines measure both versions."""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.policy import Policy

__all__ = ["meet", "policy_of"]

try:
    from fracas.engine.meeting import meet
    from fracas.session.bots import make_policy
except ImportError:
    # 0.1.0: nobody had to meet, and the bots were the terminal's.
    from fracas.cli.play_seats import make_policy  # type: ignore[import-not-found, no-redef]

    def meet(enc: Encounter) -> None:
        """Everybody knew everybody by name."""


BEFORE = {"fair": "greedy"}
"""What stood in a bot's place before there was one of this name."""


def policy_of(bot: str, seed: int) -> tuple[str, Policy | None]:
    """A bot by its name, or what stood in its place, under the name it really has; None where there was neither."""
    for name in (bot, BEFORE.get(bot, "")):
        try:
            return name, make_policy(name, seed)
        except Invalid:
            continue
    return "", None
