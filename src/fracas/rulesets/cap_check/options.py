"""The options of CAP Check: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choices, Encounter, Options, Preset
from fracas.engine.options import NO

PRESETS: Final[list[Preset]] = [
    Preset(
        "older-edition",
        "The older edition",
        "As the game was first published: melee actions reach past Cover, and Amplifies wait for the dice.",
        {"cover-blocks": "ranged", "amplify-when": "after"},
    ),
    Preset(
        "by-the-letter",
        "By the letter",
        "What no source grants does not happen: a miss loses everything, and no condition fades unless it says so.",
        {"auto-hit-pierces": NO, "own-turn-triggers": NO, "mixed-miss": "whole", "conditions-fade": NO},
    ),
    Preset(
        "game-master",
        "With a game master",
        "The GM plays the foes and decides when a fight is over, and the heroes agree on their order.",
        {"foes": "free", "slots": "chosen", "quiet-draw": NO},
    ),
]


class CapOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        choices.group("At the table")
        self.secrets = choices.word(
            "secrets",
            "1.6",
            "What players know",
            "A maneuver that looks at a foe's card means that it is hidden before.",
            {
                "health": "Players learn a foe's HP, barriers and actions only by studying it.",
                "open": "Players see everything on the cards of the foes.",
            },
        )
        self.foes = choices.word(
            "foes",
            "13.8",
            "Who runs the foes",
            "Foes can be played by their cards or by a GM; the cards need nobody.",
            {
                "cards": "Foes act by the hexes of their cards, without any commands.",
                "free": "The GM chooses what each foe does.",
            },
        )
        self.veteran = choices.flag(
            "veteran",
            "14.9",
            "Veteran hexes",
            "The hexes off the spokes are called optional, and nothing says how they are reached.",
            {
                False: "The veteran hexes on the cards of foes are left out.",
                True: "The veteran hexes on the cards of foes take the place of the usual ones.",
            },
        )
        choices.group("Turns")
        self.slots = choices.word(
            "slots",
            "1.3",
            "Hero slots",
            "Who takes which slot is only said to be chosen; listing the heroes is a choice, and it stays.",
            {
                "listed": "The heroes act in the order in which they are listed.",
                "chosen": "Up to four heroes agree on their order at set-up; if they do not, they act as listed.",
                "rounds": "Up to four heroes agree on their order in every round; if they do not, it stays as it was.",
            },
        )
        self.own_turn_triggers = choices.flag(
            "own-turn-triggers",
            "9.5",
            "Triggers in one's own turn",
            "Triggers can be used out of order, which does not forbid them in order.",
            {
                True: "Heroes can use Triggers in their own turn too.",
                False: "Heroes can use Triggers only in the turns of others.",
            },
        )
        self.quiet_draw = choices.flag(
            "quiet-draw",
            "18.3",
            "Draws",
            "No source ends a fight in which nobody gets hurt.",
            {
                True: "The encounter is a draw after 5 whole rounds in a row in which nobody's HP changes.",
                False: "The encounter goes on for as long as somebody stands who does not go by a card.",
            },
        )
        choices.group("Movement and Cover")
        self.diagonal = choices.word(
            "diagonal",
            "4.7",
            "Diagonals",
            "No source counts diagonals; one is the quickest to count.",
            {
                "one": "A diagonal step counts as one square.",
                "alternating": "Every second diagonal step counts as two squares.",
            },
        )
        self.cover_blocks = choices.word(
            "cover-blocks",
            "5.8",
            "What Cover stops",
            "The source stops every action at Cover; an older edition only ranged ones.",
            {
                "all": "Cover in between stops every action, melee ones too.",
                "ranged": "Cover in between stops ranged actions only; melee actions ignore it.",
            },
        )
        choices.group("Actions")
        self.auto_hit_pierces = choices.flag(
            "auto-hit-pierces",
            "6.9",
            "AUTO-HIT with PIERCING",
            "A printed action is both and bypasses; read strictly, AUTO-HIT never does.",
            {
                True: "An action that is both AUTO-HIT and PIERCING gets past the target's barrier.",
                False: "An action that is both AUTO-HIT and PIERCING has its damage reduced by the target's barrier.",
            },
        )
        self.mixed_miss = choices.word(
            "mixed-miss",
            "6.14",
            "A miss with mixed targets",
            "The check is there because of the foes, so missing them costs the friends nothing.",
            {
                "foes-only": "If an action on heroes and foes misses, the heroes still get their part of it.",
                "whole": "If an action on heroes and foes misses, all of it is lost.",
            },
        )
        self.amplify_when = choices.word(
            "amplify-when",
            "11.5",
            "When to Amplify",
            "Deciding after the dice is a right; early answers of the makers tell it as a duty.",
            {
                "any": "Amplifies come with the action or after the dice; those for range or targets only with it.",
                "after": "Amplifies come after the dice; only those for range or targets come with the action.",
            },
        )
        choices.group("Conditions")
        self.conditions_fade = choices.flag(
            "conditions-fade",
            "15.15",
            "Conditions that name no end",
            "No end is given for five conditions; a fire that never goes out would decide every fight.",
            {
                True: "Poison and Burning lose a stack a turn; Daze, Off-Guard and Chill end with one's next turn.",
                False: "Poison, Burning, Daze, Off-Guard and Chill stay until something removes them.",
            },
        )
        self.die_per_stack = choices.flag(
            "die-per-stack",
            "15.14",
            "Dice of Poison and Burning",
            "It is written as a die times the stacks, which some read as so many dice.",
            {
                False: "Poison and Burning deal one die of damage times their stacks.",
                True: "Poison and Burning deal one die of damage for each of their stacks.",
            },
        )
        self.foe_durations = choices.word(
            "foe-durations",
            "15.17",
            "Fragility and Silence of foes",
            "Two sources differ for foes; ending alike for both sides is easier to remember.",
            {
                "end": "Fragility and Silence of a foe end at the end of its next turn, as a hero's do.",
                "start": "Fragility and Silence of a foe end at the start of its next turn.",
            },
        )


def options(enc: Encounter) -> CapOptions:
    chosen = enc.options
    assert isinstance(chosen, CapOptions)
    return chosen
