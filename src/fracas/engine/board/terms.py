"""The terms every board shares: positions, grades of sight and cover, and how far is out of reach.

For the boards themselves and for rulesets that compare their answers.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Pos: TypeAlias = int

OFF_BOARD: Final = -1
# Larger than any range, so a combatant off the board is never in reach of anybody.
FAR: Final = 1_000_000

CLEAR: Final = 0
PARTIAL: Final = 1
MINIMAL: Final = 2
UNSEEN: Final = 3

NO_COVER: Final = 0
COVER: Final = 1
HEAVY_COVER: Final = 2
TOTAL_COVER: Final = 3

SIGHT_WORDS: Final = ("clear", "partial", "minimal", "none")
COVER_WORDS: Final = ("none", "cover", "heavy", "total")

# Floods sort by weight into buckets, so a single step may not weigh the world.
HIGHEST_COST: Final = 1_000

# Cache keys pack two sizes into one number; three is the largest a ruleset uses today.
SIZE_LIMIT: Final = 8
