"""How long each condition lasts."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import ENCOUNTER, TURN_END, TURN_START, Duration
from fracas.engine.duration import LASTING, UNTIL

ENDS: Final[dict[str, str]] = {
    "exhausted": "there is Endurance again",
    "prone": "standing up",
    "covered": "leaving the square",
    "surprised": "the fight begins",
    "rallied": "fully healed",
    "marching": "the day is over",
    "dying": "treated",
    "unconscious": "there is Health again",
}


def lasts(name: str, who: str) -> Duration:
    """How long a condition stays with somebody, as the log says it; the rules end it where section 12 says."""
    if name == "stunned":
        return Duration(TURN_END, who)
    if name == "overwatch":
        return Duration(TURN_START, who)
    if name == "dead":
        return Duration(LASTING)
    return Duration(UNTIL, note=ENDS[name]) if name in ENDS else Duration(ENCOUNTER)
