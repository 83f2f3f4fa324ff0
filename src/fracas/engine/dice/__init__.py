"""Dice: read from text, thrown from a source, shown face by face, and weighed exactly.

For the rest of the engine and the rulesets, which need only the names below.
"""

from fracas.engine.dice.grammar import parse
from fracas.engine.dice.sources import VERSION, Derived, Scripted, ScriptError, typed
from fracas.engine.dice.spread import Spread, spread
from fracas.engine.dice.terms import Dice, DiceError, Pool, Term
from fracas.engine.dice.throw import MOST_SHOWN, DieFace, Faces, Thrown, ThrownPool, throw

__all__ = [
    "MOST_SHOWN",
    "VERSION",
    "Derived",
    "Dice",
    "DiceError",
    "DieFace",
    "Faces",
    "Pool",
    "ScriptError",
    "Scripted",
    "Spread",
    "Term",
    "Thrown",
    "ThrownPool",
    "parse",
    "spread",
    "throw",
    "typed",
]
