"""What a table may decide for itself."""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.options import Choices, Options, Preset

SHAKEN, FLEES = "shaken", "flees"


class VigilOptions(Options):
    """The switches of the game."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        says = {
            SHAKEN: "Stress falls to 0, and they are shaken until the end of their next turn.",
            FLEES: "They leave the house for good.",
        }
        why = "Some tables want a setback, others a horror story."
        self.full_stress = choices.word("full-stress", "3.2", "Full stress", why, says)


PRESETS = [Preset("grim", "Grim", "Nerves break for good.", {"full-stress": FLEES})]


def options(enc: Encounter) -> VigilOptions:
    assert isinstance(enc.options, VigilOptions)
    return enc.options
