"""Vigil: hunters and beasts in a dark house. Dice pools that can be pushed, named places, nerves that fray."""

from vigil.game import Vigil

RULESET = Vigil()
