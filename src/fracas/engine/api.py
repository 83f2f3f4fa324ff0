"""The names in which rules are written, behind one door: an author need not know by heart which module has which.

For rulesets. What events are made of stands in `events`; what only state, cards, boards or content files take, in
`fields`, `card`, `board` and `content*`.
"""

from __future__ import annotations

from fracas.engine.action import Action, stands
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.dice import Dice, parse
from fracas.engine.duration import CURED, EFFECT, ENCOUNTER, RESET, TURN_END, TURN_START, Condition, Duration
from fracas.engine.encounter import Content, Encounter, Situation, misplaced
from fracas.engine.errors import Invalid
from fracas.engine.flow import Flow, Slot
from fracas.engine.lying import Lying
from fracas.engine.offer import Choice, Moves, Offer
from fracas.engine.options import Choices, Options, Preset
from fracas.engine.profile import Place, Profile, Scenario, changed
from fracas.engine.reason import Reason
from fracas.engine.roll import AtLeast, Beats, Reading, Roll, Sum, Why, plain
from fracas.engine.ruleset import Ruleset
from fracas.engine.step import Step
from fracas.engine.table import Question, Table
from fracas.engine.tally import Part, Tally, counted

__all__ = [
    "CURED", "EFFECT", "ENCOUNTER", "GM", "PASS", "RESET", "TABLE", "TURN_END", "TURN_START",
    "Action", "AtLeast", "Beats", "Choice", "Choices", "Combatant", "Command", "Condition", "Content", "Dice",
    "Duration", "Encounter", "Flow", "Invalid", "Lying", "Moves", "Offer", "Options", "Part", "Place", "Preset",
    "Profile", "Question", "Reading", "Reason", "Roll", "Ruleset", "Scenario", "Situation", "Slot", "Step", "Sum",
    "Table", "Tally", "Why", "changed", "counted", "misplaced", "parse", "plain", "stands",
]  # fmt: skip
