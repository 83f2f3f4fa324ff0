"""The options of CAP Check: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.options import Choices, Options


class CapOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
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
        self.first_pool = choices.word(
            "first-pool",
            "1.4",
            "The first pool",
            "No source says what is in the pool before the first own turn; nobody starts out helpless.",
            {
                "full": "Heroes have 4 points for Triggers before their first turn.",
                "empty": "Heroes have no points for Triggers before their first turn.",
            },
        )
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
        self.fair_fight = choices.word(
            "fair-fight",
            "1.9",
            "HP of the foes",
            "No source says how many foes are a fair fight; whoever writes a scenario decides.",
            {
                "scenario": "Foes have the HP of their cards, however many heroes there are.",
                "heroes": "Foes there at set-up have a quarter of their HP for every hero, so four heroes meet them in full.",
            },
        )
        self.empty_slots = choices.word(
            "empty-slots",
            "2.3",
            "Empty slots",
            "The order has four slots for heroes, and nothing says what becomes of those that nobody takes.",
            {
                "skipped": "With fewer than four heroes, the slots that nobody takes are passed over.",
                "again": "With fewer than four heroes, the same heroes take the empty slots too and act more often.",
            },
        )
        self.limits_reset = choices.word(
            "limits-reset",
            "2.8",
            "Triggers and Amplifies anew",
            "The limits are said to hold per round.",
            {
                "round": "A hero's Triggers and Amplifies are counted anew when a round begins.",
                "turn": "A hero's Triggers and Amplifies are counted anew when its own turn begins.",
            },
        )
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
        self.cover_corners = choices.word(
            "cover-corners",
            "5.10",
            "Corners of Cover",
            "What lies between is not defined; a line that only touches a corner slips past it.",
            {
                "both": "A line through a corner is blocked only if both squares beside it are Cover.",
                "either": "A line through a corner is blocked if one of the squares beside it is Cover.",
            },
        )
        self.bodies = choices.word(
            "bodies",
            "5.15",
            "Others in between",
            "Only squares of Cover are said to block; those who stand about are not.",
            {
                "open": "Combatants between user and target do not block.",
                "cover": "Combatants between user and target block like Cover, unless they have FALLEN or are hidden.",
            },
        )
        self.auto_hit_piercing = choices.word(
            "auto-hit-piercing",
            "6.9",
            "AUTO-HIT with PIERCING",
            "A printed action is both and bypasses; read strictly, AUTO-HIT never does.",
            {
                "bypasses": "An action that is both AUTO-HIT and PIERCING gets past the target's barrier.",
                "never": "An action that is both AUTO-HIT and PIERCING has its damage reduced by the target's barrier.",
            },
        )
        self.cap_values = choices.word(
            "cap-values",
            "6.10",
            "CAP values",
            "No face of the die is said to be special, and no value to be limited.",
            {
                "plain": "C, A and P count as they add up, even below 1 or above 20.",
                "clamped": "C, A and P count as 1 where they add up to less, and as 20 where they add up to more.",
            },
        )
        self.cap_roll = choices.word(
            "cap-roll",
            "6.12",
            "CAP roll",
            "The source speaks of one d20 for an action, however many foes it includes.",
            {
                "one": "One CAP check holds for all foes an action targets.",
                "each": "An action has a CAP check for each foe it targets.",
            },
        )
        self.harmless_actions = choices.word(
            "harmless-actions",
            "6.13",
            "Actions without damage",
            "C and P are about damage; what hits without any only has to hit.",
            {
                "a": "An action without damage hits with a roll of at most C or at most A.",
                "p": "An action without damage hits with a roll of at most C, or of at most A and P both.",
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
        self.natural_faces = choices.word(
            "natural-faces",
            "6.15",
            "Ones and twenties",
            "No source gives a meaning to a 1 or a 20 as such.",
            {
                "plain": "A 1 and a 20 are numbers like the others.",
                "special": "A CAP check of 1 is always a critical hit, and one of 20 always a miss.",
            },
        )
        self.damage_roll = choices.word(
            "damage-roll",
            "7.7",
            "Damage roll",
            "The damage dice belong to the action, not to its targets.",
            {
                "one": "Damage is rolled once for all targets an action hits.",
                "each": "Damage is rolled for each target an action hits.",
            },
        )
        self.damage_floor = choices.word(
            "damage-floor",
            "7.5",
            "Least damage",
            "No source says how far a barrier reduces damage; less than nothing makes no sense.",
            {
                "zero": "A barrier can stop all the damage of a hit.",
                "one": "A barrier never stops the last point of damage.",
            },
        )
        self.critical_healing = choices.word(
            "critical-healing",
            "8.4",
            "Critical healing",
            "A critical hit is said to deal the most damage; healing is not spoken of.",
            {
                "rolled": "Healing dice are always thrown, even if the action is a critical hit.",
                "maximum": "An action that is a critical hit also heals the most its dice can show.",
            },
        )
        self.fallen_foes = choices.word(
            "fallen-foes",
            "8.8",
            "Fallen foes",
            "Foes are called FALLEN too, but nothing is said to lift it.",
            {
                "removed": "A foe at 0 HP is taken off the board.",
                "lie": "A foe at 0 HP lies in its square, which stays taken.",
            },
        )
        self.revive_hp = choices.word(
            "revive-hp",
            "8.11",
            "HP of the raised",
            "Most effects that raise the FALLEN say how far; where one does not, just on the feet again.",
            {
                "one": "Whoever is raised has 1 HP, unless the effect names a number.",
                "half": "Whoever is raised has half of the maximum HP, rounded up, unless the effect names a number.",
            },
        )
        self.own_turn_triggers = choices.word(
            "own-turn-triggers",
            "9.5",
            "Triggers in one's own turn",
            "Triggers can be used out of order, which does not forbid them in order.",
            {
                "allowed": "Heroes can use Triggers in their own turn too.",
                "barred": "Heroes can use Triggers only in the turns of others.",
            },
        )
        self.triggers_at_once = choices.word(
            "triggers-at-once",
            "9.7",
            "Triggers at once",
            "No source keeps several heroes from answering the same thing.",
            {
                "all": "Everybody who has a Trigger for a moment can use one.",
                "first": "Only the first of several Triggers for the same moment is carried out; the others are dropped.",
            },
        )
        self.sustain_check = choices.word(
            "sustain-check",
            "10.4",
            "Check of a sustained effect",
            "Every action that includes foes needs a check, and applying the effect again is no exception.",
            {
                "anew": "A sustained effect on foes needs a new CAP check whenever it is applied again.",
                "none": "A sustained effect on foes hits without a check whenever it is applied again.",
            },
        )
        self.sustain_full = choices.word(
            "sustain-full",
            "10.7",
            "At the Sustain limit",
            "The limit is a limit; what gives way is for the hero to choose.",
            {
                "refused": "A hero at the Sustain limit cannot begin another effect until one is released.",
                "oldest": "A hero at the Sustain limit can begin another effect, and the oldest one ends.",
            },
        )
        self.sustain_miss = choices.word(
            "sustain-miss",
            "10.12",
            "A sustained effect that misses",
            "What interrupts is not listed; a miss is bad luck and no interruption.",
            {
                "goes-on": "A sustained effect that misses goes on.",
                "ends": "A sustained effect that misses ends, even at its first use.",
            },
        )
        self.silence_sustain = choices.word(
            "silence-sustain",
            "10.14",
            "Silence and sustained Spells",
            "Silence forbids using Spells, and a sustained one is not used again.",
            {
                "goes-on": "Silence leaves the Spells alone that a hero already sustains.",
                "ends": "Silence ends the Spells and Tide-Turners that a hero sustains.",
            },
        )
        self.sustain_targets = choices.word(
            "sustain-targets",
            "10.17",
            "Targets of a sustained effect",
            "An effect is sustained, not used anew, so it stays where it was put.",
            {
                "same": "A sustained effect keeps the targets it was begun with.",
                "anew": "A sustained effect can take other targets when it is applied again, unless it lies on squares.",
            },
        )
        self.amplify_when = choices.word(
            "amplify-when",
            "11.5",
            "When to Amplify",
            "Deciding after the dice is a right and no duty, and more targets must be named before.",
            {
                "any": "Amplifies are declared with the action or after the dice; those for range or targets only with it.",
                "after": "Amplifies are declared after the dice; only those for range or targets come with the action.",
            },
        )
        self.amplify_order = choices.word(
            "amplify-order",
            "11.9",
            "Sums and multiples",
            "No source orders sums and multiples; adding first makes both worth more.",
            {
                "add-first": "What Amplifies add to damage is added first, and then everything is multiplied.",
                "multiply-first": "Only the damage of the action itself is multiplied, and then what Amplifies add is added.",
            },
        )
        self.charges = choices.word(
            "charges",
            "12.4",
            "Tide-Turner charges",
            "When charges come back is not said; an encounter by itself starts with all of them.",
            {
                "all": "Heroes begin with all the Tide-Turner charges of their cards.",
                "one": "Heroes begin with one Tide-Turner charge at most.",
            },
        )
        self.tide_limits = choices.word(
            "tide-limits",
            "12.5",
            "Limits for Tide-Turners",
            "The charge is said to come on top of all other costs, so the limits hold as well.",
            {
                "count": "A Tide-Turner that is also a Trigger, Sustain or Amplify counts towards that limit.",
                "apart": "A Tide-Turner counts towards no limit of Triggers, Sustains or Amplifies.",
            },
        )
        self.no_check = choices.word(
            "no-check",
            "13.5",
            "Foes' actions that name no roll",
            "An action that names no roll gives none to make.",
            {
                "hits": "A foe's action that names no roll hits without one.",
                "dodge": "A foe's action that names no roll can be dodged, unless it is AUTO-HIT.",
            },
        )
        self.defence_rolls = choices.word(
            "defence-rolls",
            "13.7",
            "Defence rolls",
            "The hero rolls, so each hero rolls.",
            {
                "each": "Each hero a foe's action targets makes its own roll.",
                "one": "The first hero a foe's action targets throws one d20 for all, against each hero's own value.",
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
        self.foe_triggers = choices.word(
            "foe-triggers",
            "13.10",
            "Triggers of foes",
            "Foes have no limit on their cards; one of each in a round is like the heroes' usual one.",
            {
                "once": "A foe can use each of its Triggers once in a round.",
                "always": "A foe can use its Triggers whenever their condition is met.",
            },
        )
        self.foe_move = choices.word(
            "foe-move",
            "13.14",
            "How far foes move",
            "No source says how far foes move; five squares as for heroes, unless a card says otherwise.",
            {
                "card": "A foe moves up to as many squares as its card says, 5 if it says nothing.",
                "five": "Every foe moves up to 5 squares.",
            },
        )
        self.foe_targets = choices.word(
            "foe-targets",
            "14.4",
            "Whom foes go for",
            "Only one sample foe says whom it goes for; the others need a rule of their own.",
            {
                "card": "A foe goes for the hero its card says: nearest, weakest, strongest, or by a die.",
                "nearest": "Every foe goes for the nearest hero.",
            },
        )
        self.veteran = choices.word(
            "veteran",
            "14.9",
            "Veteran hexes",
            "The hexes off the spokes are called optional, and nothing says how they are reached.",
            {
                "off": "The veteran hexes on the cards of foes are left out.",
                "on": "The veteran hexes on the cards of foes take the place of the usual ones.",
            },
        )
        self.barrier_floor = choices.word(
            "barrier-floor",
            "15.5",
            "Lowest barrier",
            "A barrier that makes things worse than no barrier would be a strange one.",
            {
                "zero": "Vulnerability lowers barriers to 0 and no further.",
                "none": "Vulnerability can lower barriers below 0, which adds to damage.",
            },
        )
        self.sleeping_hero = choices.word(
            "sleeping-hero",
            "15.10",
            "Foes against a sleeping hero",
            "The condition reads the same for heroes and foes, though foes have no criticals of their own.",
            {
                "critical": "A foe's action against a sleeping hero alone is a critical hit without a roll.",
                "plain": "A foe's action against a sleeping hero goes like any other.",
            },
        )
        self.stack_dice = choices.word(
            "stack-dice",
            "15.14",
            "Dice of Poison and Burning",
            "It is written as a die times the stacks.",
            {
                "one": "Poison and Burning deal one die of damage times their stacks.",
                "many": "Poison and Burning deal one die of damage for each of their stacks.",
            },
        )
        self.fading = choices.word(
            "fading",
            "15.15",
            "How Poison and Burning fade",
            "No end is given; a fire that never goes out would decide every fight.",
            {
                "stack": "Poison and Burning lose one stack each time after they have dealt damage.",
                "removed": "Poison and Burning stay until something removes them.",
            },
        )
        self.lingering = choices.word(
            "lingering",
            "15.16",
            "How Daze, Off-Guard and Chill end",
            "No end is given for three conditions whose like ends with the next own turn.",
            {
                "next-turn": "Daze, Off-Guard and Chill end at the end of one's own next turn.",
                "removed": "Daze, Off-Guard and Chill stay until something removes them.",
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
        self.quiet_rounds = choices.word(
            "quiet-rounds",
            "18.3",
            "Quiet rounds",
            "Nothing ends a fight in which nobody gets hurt.",
            {
                "5": "The encounter is a draw after 5 whole rounds in a row in which nobody's HP changes.",
                "3": "The encounter is a draw after 3 whole rounds in a row in which nobody's HP changes.",
                "never": "The encounter goes on, whether HP change or not, while somebody stands who does not go by a card.",
            },
        )


def options(enc: Encounter) -> CapOptions:
    chosen = enc.options
    assert isinstance(chosen, CapOptions)
    return chosen
