"""Crisis 3d6: three dice under a target number, action points that can be saved, cover and Overwatch."""

from fracas.rulesets.crisis_3d6.ruleset import Crisis3d6

RULESET = Crisis3d6()
"""Found by the entry point `fracas.rulesets`."""
