"""What an action is for, in the few words by which those who play without thinking long sort what they could do.

A ruleset names the purpose of an action on its class (`purpose = READY`); what names nothing is taken by its shape.
"""

from __future__ import annotations

from typing import Final

HARM: Final = "harm"
"""Hurts or hinders a foe."""
HELP: Final = "help"
"""Mends or strengthens one's own side."""
READY: Final = "ready"
"""Mends what keeps one from fighting: gets up, loads, breaks free, goes on."""
GO: Final = "go"
"""Leads somewhere else."""
BRACE: Final = "brace"
"""Makes one harder to hurt, or lies in wait."""
IDLE: Final = "idle"
"""Nothing of that; ending one's turn is the first of its kind."""
VARIES: Final = "varies"
"""Of an action: its commands differ, and each is asked for its own."""
