"""The options of Crisis 3d6: every gap or conflict of its sources that had to be decided, each with its default.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.options import Option

OPTIONS: Final[list[Option]] = [
    Option("difficulty-modifiers", "level", ["level", "number"], "1.6",
           "The table heads its signs with the level, and aim moves the level; as plain numbers they would be weaker."),
    Option("stunt-face", "ones", ["ones", "sixes"], "1.13",
           "Low rolls are good, so a one fits a critical; the older page still says sixes."),
    Option("task-cost", "two", ["two", "free"], "1.17",
           "A check in a fight has no price anywhere; two points is what most actions cost."),
    Option("fee-payers", "everyone", ["everyone", "characters"], "2.7",
           "Combat tires the character, it says; nothing spares the others."),
    Option("secrets", "health", ["health", "open"], "2.9",
           "No source says what players may know of their foes; wounds show, numbers do not."),
    Option("ap-gain", "own-turn", ["own-turn", "round"], "4.3",
           "Points come at the start of each turn, and a turn is once one's own and once the whole cycle."),
    Option("cancelled-points", "lost", ["lost", "kept"], "4.7",
           "Another action is said to cancel it, which leaves nothing of what was put in."),
    Option("parallel-acts", "free", ["free", "cancel"], "4.8",
           "Short commands while reloading are the example of what does not disturb; the GM may be stricter."),
    Option("diagonal", "one", ["one", "alternating"], "5.4",
           "Distances are in metres without a grid; one is the quickest to count."),
    Option("hidden-attack", "plain", ["plain", "no-defence"], "6.9",
           "Only the surprised are said to have no defence."),
    Option("first-increment", "free", ["free", "counts"], "8.7",
           "Each increment costs two; nobody says whether the first does, and it would make point-blank shots hard."),
    Option("rate-of-fire", "lowest-three", ["lowest-three", "extra-stunts"], "8.11",
           "An extra shot adds a die to the attack, which in a low roll must mean the best three."),
    Option("defence", "margins", ["margins", "success"], "9.1",
           "Attack and defence are called a contest with ties, and contests compare margins."),
    Option("fighter-perk", "whole", ["whole", "reduced"], "9.6",
           "The penalty starts with the third enemy; how large it is then is not said."),
    Option("npc-defence", "half-level", ["half-level", "document-table"], "9.8",
           "The level as a difficulty makes high levels impossible to hit; half of it keeps them within reach."),
    Option("stunned-defence", "rolls", ["rolls", "none"], "9.10",
           "The stunned cannot act or react; defending is asked of everybody who is attacked."),
    Option("cover-as", "penalty", ["penalty", "bonus"], "10.2",
           "The table gives cover as a difficulty with a minus; a later page turns it into a bonus for the defender."),
    Option("take-cover", "better", ["better", "needed"], "10.9",
           "Taking cover is no action of the sources; where somebody stands decides, and pressing close improves it."),
    Option("melee-damage", "might", ["might", "plain"], "11.3",
           "The damage of a melee weapon is said to be influenced by Might."),
    Option("critical", "both", ["both", "instead"], "11.6",
           "A critical deals damage to Health; whether the blow still tires is not said."),
    Option("death", "dead", ["dead", "dying"], "11.9",
           "No Health left is death; the next day's edition lets people die slowly."),
    Option("exhausted-ends", "above-zero", ["above-zero", "full"], "12.2",
           "Exhaustion comes with zero Endurance, so it goes with it."),
    Option("prone-shot", "none", ["none", "asset"], "12.5",
           "Lying down may help one's shots, it says, and leaves it there."),
    Option("ability-modifier", "full", ["full", "half"], "14.2",
           "Modifiers are used but no longer defined since ranks start at ten; the distance from ten is the plainest."),
    Option("initiative", "intelligence", ["intelligence", "might"], "14.4",
           "The text says Intelligence, a later formula beside it Might."),
    Option("npc-pools", "ten-based", ["ten-based", "large"], "14.20",
           "The larger numbers belong to the game before its dice were turned round."),
    Option("healing-check", "level", ["level", "margin"], "15.6",
           "The result is to be translated into a difficulty level; a later page takes the margin."),
    Option("aftermath", "end", ["end", "respite"], "16.2",
           "A fight is over when it is over; those who play a whole day go on."),
]  # fmt: skip
