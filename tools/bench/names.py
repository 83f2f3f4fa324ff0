"""What is measured of each ruleset, and the names under which every part of the bench speaks of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
RULESETS: Final = ("crisis_mode", "crisis_3d6", "cap_check", "phases_of_play")
PARTY: Final = {
    "crisis_mode": "party-against-band",
    "crisis_3d6": "shoot-out",
    "cap_check": "drowned-hall",
    "phases_of_play": "counting-house",
}
"""The party scenario of each ruleset: four heroes against what the scenario brings."""
MOST_TURNS: Final = 200
"""Encounters are cut after this many turns."""
BOTS: Final = ("easy", "fair")
OLD: Final = "df77c09"
"""The commit at which 0.1.0 ended."""
GROWING: Final = ("menu", "offers", "command", "odds", "view", "copy")
"""What a table does again and again; `view` is what a player knows."""
