"""CAP Check: a pool of four points, one d20 against C, A and P, and foes that act by their cards."""

from fracas.rulesets.cap_check.ruleset import CapCheck

RULESET = CapCheck()
"""Found by the entry point `fracas.rulesets`."""
