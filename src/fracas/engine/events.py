"""The events every ruleset shares: dice, moves, conditions, order of action, and what a GM rules.

This is also where rulesets find what events of their own are made of, so those names are passed on.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.event import (
    ACT,
    AREA,
    BOOKS,
    FALL,
    GAIN,
    HARM,
    HEAL,
    LOSE,
    MARK,
    MOVE,
    NEWS,
    REST,
    RESULT,
    RISE,
    ROLL,
    SIGHT,
    SUBJECT,
    TURN,
    Event,
    worded,
)
from fracas.engine.events_board import EdgeChanged
from fracas.engine.events_dice import Rolled, read_parts
from fracas.engine.events_gm import (
    Added,
    Appeared,
    LeaveGiven,
    LeaveUsed,
    ModeSet,
    Noted,
    Removed,
    SeatSet,
    ValueSet,
    Warned,
)
from fracas.engine.events_ground import ENTERED, Covered, Uncovered
from fracas.engine.events_order import Ended, Finished, PhaseBegan, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.events_people import (
    RULING,
    About,
    ConditionEnded,
    ConditionGained,
    ConditionTicked,
    Hid,
    Met,
    Moved,
    Revealed,
    Vanished,
)
from fracas.engine.fields import KEEPER, PUBLIC, SECRET

__all__ = [
    "ACT", "AREA", "BOOKS", "ENGINE_EVENTS", "ENTERED", "FALL", "GAIN", "HARM", "HEAL", "KEEPER", "LOSE", "MARK",
    "MOVE", "NEWS", "PUBLIC", "REST", "RESULT", "RISE", "ROLL", "RULING", "SECRET", "SIGHT", "SUBJECT", "TURN",
    "About", "Added", "Appeared", "ConditionEnded", "ConditionGained", "ConditionTicked", "Covered", "EdgeChanged",
    "Ended", "Event", "Finished", "Hid", "LeaveGiven", "LeaveUsed", "Met", "ModeSet", "Moved", "Noted", "PhaseBegan",
    "Removed", "Revealed", "Rolled", "RoundBegan", "SeatSet", "SlotBegan", "SlotEnded", "Uncovered", "ValueSet",
    "Vanished", "Warned", "read_parts", "worded",
]  # fmt: skip

ENGINE_EVENTS: Final[list[type[Event]]] = [
    Rolled,
    Moved,
    ConditionGained,
    ConditionEnded,
    ConditionTicked,
    Hid,
    Revealed,
    Met,
    PhaseBegan,
    RoundBegan,
    SlotBegan,
    SlotEnded,
    ValueSet,
    Added,
    Removed,
    EdgeChanged,
    LeaveGiven,
    LeaveUsed,
    Warned,
    ModeSet,
    Noted,
    SeatSet,
    Covered,
    Uncovered,
    Ended,
    Finished,
]
