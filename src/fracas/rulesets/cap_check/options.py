"""The options of CAP Check: every gap or conflict of its sources that had to be decided, each with its default.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.options import Option

OPTIONS: Final[list[Option]] = [
    Option("slots", "listed", ["listed", "chosen", "rounds"], "1.3",
           "Who takes which slot is only said to be chosen; listing the heroes is a choice, and it stays.",
           title="Hero slots", says={
               "listed": "The heroes act in the order in which they are listed.",
               "chosen": "Up to four heroes agree on their order at set-up; if they do not, they act as listed.",
               "rounds": "Up to four heroes agree on their order in every round; if they do not, it stays as it was.",
           }),
    Option("first-pool", "full", ["full", "empty"], "1.4",
           "No source says what is in the pool before the first own turn; nobody starts out helpless.",
           title="The first pool", says={
               "full": "Heroes have 4 points for Triggers before their first turn.",
               "empty": "Heroes have no points for Triggers before their first turn.",
           }),
    Option("secrets", "health", ["health", "open"], "1.6",
           "A maneuver that looks at a foe's card means that it is hidden before.",
           title="What players know", says={
               "health": "Players learn a foe's HP, barriers and actions only by studying it.",
               "open": "Players see everything on the cards of the foes.",
           }),
    Option("fair-fight", "scenario", ["scenario", "heroes"], "1.9",
           "No source says how many foes are a fair fight; whoever writes a scenario decides.",
           title="HP of the foes", says={
               "scenario": "Foes have the HP of their cards, however many heroes there are.",
               "heroes":
                   "Foes there at set-up have a quarter of their HP for every hero, so four heroes meet them in full.",
           }),
    Option("empty-slots", "skipped", ["skipped", "again"], "2.3",
           "The order has four slots for heroes, and nothing says what becomes of those that nobody takes.",
           says={
               "skipped": "With fewer than four heroes, the slots that nobody takes are passed over.",
               "again": "With fewer than four heroes, the same heroes take the empty slots too and act more often.",
           }),
    Option("limits-reset", "round", ["round", "turn"], "2.8",
           "The limits are said to hold per round.",
           title="Triggers and Amplifies anew", says={
               "round": "A hero's Triggers and Amplifies are counted anew when a round begins.",
               "turn": "A hero's Triggers and Amplifies are counted anew when its own turn begins.",
           }),
    Option("diagonal", "one", ["one", "alternating"], "4.7",
           "No source counts diagonals; one is the quickest to count.",
           title="Diagonals", says={
               "one": "A diagonal step counts as one square.",
               "alternating": "Every second diagonal step counts as two squares.",
           }),
    Option("cover-blocks", "all", ["all", "ranged"], "5.8",
           "The source stops every action at Cover; an older edition only ranged ones.",
           title="What Cover stops", says={
               "all": "Cover in between stops every action, melee ones too.",
               "ranged": "Cover in between stops ranged actions only; melee actions ignore it.",
           }),
    Option("cover-corners", "both", ["both", "either"], "5.10",
           "What lies between is not defined; a line that only touches a corner slips past it.",
           title="Corners of Cover", says={
               "both": "A line through a corner is blocked only if both squares beside it are Cover.",
               "either": "A line through a corner is blocked if one of the squares beside it is Cover.",
           }),
    Option("bodies", "open", ["open", "cover"], "5.15",
           "Only squares of Cover are said to block; those who stand about are not.",
           title="Others in between", says={
               "open": "Combatants between user and target do not block.",
               "cover": "Combatants between user and target block like Cover, unless they have FALLEN or are hidden.",
           }),
    Option("auto-hit-piercing", "bypasses", ["bypasses", "never"], "6.9",
           "A printed action is both and bypasses; read strictly, AUTO-HIT never does.",
           title="AUTO-HIT with PIERCING", says={
               "bypasses": "An action that is both AUTO-HIT and PIERCING gets past the target's barrier.",
               "never": "An action that is both AUTO-HIT and PIERCING has its damage reduced by the target's barrier.",
           }),
    Option("cap-values", "plain", ["plain", "clamped"], "6.10",
           "No face of the die is said to be special, and no value to be limited.",
           says={
               "plain": "C, A and P count as they add up, even below 1 or above 20.",
               "clamped": "C, A and P count as 1 where they add up to less, and as 20 where they add up to more.",
           }),
    Option("cap-roll", "one", ["one", "each"], "6.12",
           "The source speaks of one d20 for an action, however many foes it includes.",
           says={
               "one": "One CAP check holds for all foes an action targets.",
               "each": "An action has a CAP check for each foe it targets.",
           }),
    Option("harmless-actions", "a", ["a", "p"], "6.13",
           "C and P are about damage; what hits without any only has to hit.",
           title="Actions without damage", says={
               "a": "An action without damage hits with a roll of at most C or at most A.",
               "p": "An action without damage hits with a roll of at most C, or of at most A and P both.",
           }),
    Option("mixed-miss", "foes-only", ["foes-only", "whole"], "6.14",
           "The check is there because of the foes, so missing them costs the friends nothing.",
           title="A miss with mixed targets", says={
               "foes-only": "If an action on heroes and foes misses, the heroes still get their part of it.",
               "whole": "If an action on heroes and foes misses, all of it is lost.",
           }),
    Option("natural-faces", "plain", ["plain", "special"], "6.15",
           "No source gives a meaning to a 1 or a 20 as such.",
           title="Ones and twenties", says={
               "plain": "A 1 and a 20 are numbers like the others.",
               "special": "A CAP check of 1 is always a critical hit, and one of 20 always a miss.",
           }),
    Option("damage-roll", "one", ["one", "each"], "7.7",
           "The damage dice belong to the action, not to its targets.",
           says={
               "one": "Damage is rolled once for all targets an action hits.",
               "each": "Damage is rolled for each target an action hits.",
           }),
    Option("damage-floor", "zero", ["zero", "one"], "7.5",
           "No source says how far a barrier reduces damage; less than nothing makes no sense.",
           title="Least damage", says={
               "zero": "A barrier can stop all the damage of a hit.",
               "one": "A barrier never stops the last point of damage.",
           }),
    Option("critical-healing", "rolled", ["rolled", "maximum"], "8.4",
           "A critical hit is said to deal the most damage; healing is not spoken of.",
           says={
               "rolled": "Healing dice are always thrown, even if the action is a critical hit.",
               "maximum": "An action that is a critical hit also heals the most its dice can show.",
           }),
    Option("fallen-foes", "removed", ["removed", "lie"], "8.8",
           "Foes are called FALLEN too, but nothing is said to lift it.",
           says={
               "removed": "A foe at 0 HP is taken off the board.",
               "lie": "A foe at 0 HP lies in its square, which stays taken.",
           }),
    Option("revive-hp", "one", ["one", "half"], "8.11",
           "Most effects that raise the FALLEN say how far; where one does not, just on the feet again.",
           title="HP of the raised", says={
               "one": "Whoever is raised has 1 HP, unless the effect names a number.",
               "half": "Whoever is raised has half of the maximum HP, rounded up, unless the effect names a number.",
           }),
    Option("own-turn-triggers", "allowed", ["allowed", "barred"], "9.5",
           "Triggers can be used out of order, which does not forbid them in order.",
           title="Triggers in one's own turn", says={
               "allowed": "Heroes can use Triggers in their own turn too.",
               "barred": "Heroes can use Triggers only in the turns of others.",
           }),
    Option("triggers-at-once", "all", ["all", "first"], "9.7",
           "No source keeps several heroes from answering the same thing.",
           says={
               "all": "Everybody who has a Trigger for a moment can use one.",
               "first":
                   "Only the first of several Triggers for the same moment is carried out; the others are dropped.",
           }),
    Option("sustain-check", "anew", ["anew", "none"], "10.4",
           "Every action that includes foes needs a check, and applying the effect again is no exception.",
           title="Check of a sustained effect", says={
               "anew": "A sustained effect on foes needs a new CAP check whenever it is applied again.",
               "none": "A sustained effect on foes hits without a check whenever it is applied again.",
           }),
    Option("sustain-full", "refused", ["refused", "oldest"], "10.7",
           "The limit is a limit; what gives way is for the hero to choose.",
           title="At the Sustain limit", says={
               "refused": "A hero at the Sustain limit cannot begin another effect until one is released.",
               "oldest": "A hero at the Sustain limit can begin another effect, and the oldest one ends.",
           }),
    Option("sustain-miss", "goes-on", ["goes-on", "ends"], "10.12",
           "What interrupts is not listed; a miss is bad luck and no interruption.",
           title="A sustained effect that misses", says={
               "goes-on": "A sustained effect that misses goes on.",
               "ends": "A sustained effect that misses ends, even at its first use.",
           }),
    Option("silence-sustain", "goes-on", ["goes-on", "ends"], "10.14",
           "Silence forbids using Spells, and a sustained one is not used again.",
           title="Silence and sustained Spells", says={
               "goes-on": "Silence leaves the Spells alone that a hero already sustains.",
               "ends": "Silence ends the Spells and Tide-Turners that a hero sustains.",
           }),
    Option("sustain-targets", "same", ["same", "anew"], "10.17",
           "An effect is sustained, not used anew, so it stays where it was put.",
           title="Targets of a sustained effect", says={
               "same": "A sustained effect keeps the targets it was begun with.",
               "anew": "A sustained effect can take other targets when it is applied again, unless it lies on squares.",
           }),
    Option("amplify-when", "any", ["any", "after"], "11.5",
           "Deciding after the dice is a right and no duty, and more targets must be named before.",
           title="When to Amplify", says={
               "any":
                   "Amplifies are declared with the action or after the dice; those for range or targets only with it.",
               "after": "Amplifies are declared after the dice; only those for range or targets come with the action.",
           }),
    Option("amplify-order", "add-first", ["add-first", "multiply-first"], "11.9",
           "No source orders sums and multiples; adding first makes both worth more.",
           title="Sums and multiples", says={
               "add-first": "What Amplifies add to damage is added first, and then everything is multiplied.",
               "multiply-first":
                   "Only the damage of the action itself is multiplied, and then what Amplifies add is added.",
           }),
    Option("charges", "all", ["all", "one"], "12.4",
           "When charges come back is not said; an encounter by itself starts with all of them.",
           title="Tide-Turner charges", says={
               "all": "Heroes begin with all the Tide-Turner charges of their cards.",
               "one": "Heroes begin with one Tide-Turner charge at most.",
           }),
    Option("tide-limits", "count", ["count", "apart"], "12.5",
           "The charge is said to come on top of all other costs, so the limits hold as well.",
           title="Limits for Tide-Turners", says={
               "count": "A Tide-Turner that is also a Trigger, Sustain or Amplify counts towards that limit.",
               "apart": "A Tide-Turner counts towards no limit of Triggers, Sustains or Amplifies.",
           }),
    Option("no-check", "hits", ["hits", "dodge"], "13.5",
           "An action that names no roll gives none to make.",
           title="Foes' actions that name no roll", says={
               "hits": "A foe's action that names no roll hits without one.",
               "dodge": "A foe's action that names no roll can be dodged, unless it is AUTO-HIT.",
           }),
    Option("defence-rolls", "each", ["each", "one"], "13.7",
           "The hero rolls, so each hero rolls.",
           says={
               "each": "Each hero a foe's action targets makes its own roll.",
               "one": "The first hero a foe's action targets throws one d20 for all, against each hero's own value.",
           }),
    Option("foes", "cards", ["cards", "free"], "13.8",
           "Foes can be played by their cards or by a GM; the cards need nobody.",
           title="Who runs the foes", says={
               "cards": "Foes act by the hexes of their cards, without any commands.",
               "free": "The GM chooses what each foe does.",
           }),
    Option("foe-triggers", "once", ["once", "always"], "13.10",
           "Foes have no limit on their cards; one of each in a round is like the heroes' usual one.",
           title="Triggers of foes", says={
               "once": "A foe can use each of its Triggers once in a round.",
               "always": "A foe can use its Triggers whenever their condition is met.",
           }),
    Option("foe-move", "card", ["card", "five"], "13.14",
           "No source says how far foes move; five squares as for heroes, unless a card says otherwise.",
           title="How far foes move", says={
               "card": "A foe moves up to as many squares as its card says, 5 if it says nothing.",
               "five": "Every foe moves up to 5 squares.",
           }),
    Option("foe-targets", "card", ["card", "nearest"], "14.4",
           "Only one sample foe says whom it goes for; the others need a rule of their own.",
           title="Whom foes go for", says={
               "card": "A foe goes for the hero its card says: nearest, weakest, strongest, or by a die.",
               "nearest": "Every foe goes for the nearest hero.",
           }),
    Option("veteran", "off", ["off", "on"], "14.9",
           "The hexes off the spokes are called optional, and nothing says how they are reached.",
           title="Veteran hexes", says={
               "off": "The veteran hexes on the cards of foes are left out.",
               "on": "The veteran hexes on the cards of foes take the place of the usual ones.",
           }),
    Option("barrier-floor", "zero", ["zero", "none"], "15.5",
           "A barrier that makes things worse than no barrier would be a strange one.",
           title="Lowest barrier", says={
               "zero": "Vulnerability lowers barriers to 0 and no further.",
               "none": "Vulnerability can lower barriers below 0, which adds to damage.",
           }),
    Option("sleeping-hero", "critical", ["critical", "plain"], "15.10",
           "The condition reads the same for heroes and foes, though foes have no criticals of their own.",
           title="Foes against a sleeping hero", says={
               "critical": "A foe's action against a sleeping hero alone is a critical hit without a roll.",
               "plain": "A foe's action against a sleeping hero goes like any other.",
           }),
    Option("stack-dice", "one", ["one", "many"], "15.14",
           "It is written as a die times the stacks.",
           title="Dice of Poison and Burning", says={
               "one": "Poison and Burning deal one die of damage times their stacks.",
               "many": "Poison and Burning deal one die of damage for each of their stacks.",
           }),
    Option("fading", "stack", ["stack", "removed"], "15.15",
           "No end is given; a fire that never goes out would decide every fight.",
           title="How Poison and Burning fade", says={
               "stack": "Poison and Burning lose one stack each time after they have dealt damage.",
               "removed": "Poison and Burning stay until something removes them.",
           }),
    Option("lingering", "next-turn", ["next-turn", "removed"], "15.16",
           "No end is given for three conditions whose like ends with the next own turn.",
           title="How Daze, Off-Guard and Chill end", says={
               "next-turn": "Daze, Off-Guard and Chill end at the end of one's own next turn.",
               "removed": "Daze, Off-Guard and Chill stay until something removes them.",
           }),
    Option("foe-durations", "end", ["end", "start"], "15.17",
           "Two sources differ for foes; ending alike for both sides is easier to remember.",
           title="Fragility and Silence of foes", says={
               "end": "Fragility and Silence of a foe end at the end of its next turn, as a hero's do.",
               "start": "Fragility and Silence of a foe end at the start of its next turn.",
           }),
    Option("quiet-rounds", "5", ["5", "3", "never"], "18.3",
           "Nothing ends a fight in which nobody gets hurt.",
           says={
               "5": "The encounter is a draw after 5 whole rounds in a row in which nobody's HP changes.",
               "3": "The encounter is a draw after 3 whole rounds in a row in which nobody's HP changes.",
               "never":
                   "The encounter goes on, whether HP change or not, while somebody stands who does not go by a card.",
           }),
]  # fmt: skip
