"""Crisis Mode: action points spent in Rounds, highest first, with Reflexes and Responses."""

from fracas.rulesets.crisis_mode.ruleset import CrisisMode

RULESET = CrisisMode()
"""Found by the entry point `fracas.rulesets`."""
