"""Phases of Play: freeplay and encounters, turns of two Beats, Tests on a d10, zones, conditions and bosses."""

from fracas.rulesets.phases_of_play.ruleset import PhasesOfPlay

RULESET = PhasesOfPlay()
"""Found by the entry point `fracas.rulesets`."""
