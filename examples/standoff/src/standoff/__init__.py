"""Standoff: a tiny ruleset for Fracas. People shoot, steady their hands and duck until one side stands."""

from standoff.game import Standoff

RULESET = Standoff()
