"""The options of Crisis Mode: every gap or conflict of its sources that had to be decided, each with its default.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.options import Option

OPTIONS: Final[list[Option]] = [
    Option("group-ap", "singly", ["singly", "together"], "1.7",
           "Group cards are named, but not whether their members roll together; single rolls need no groups.",
           title="Action Points of a group", says={
               "singly": "Every creature rolls its own Action Points.",
               "together":
                   "Creatures of one kind on one side share a die for Action Points; each adds its own adjustments.",
           }),
    Option("secrets", "health", ["health", "open"], "1.11",
           "No source says what players may know of their foes; wounds show, numbers do not.",
           title="What players know", says={
               "health": "Players see in words how hurt a foe is; its Hit Points, Mana Points and pack stay secret.",
               "open": "Players see every number of everybody who is not hidden.",
           }),
    Option("order", "fixed", ["fixed", "re-sort"], "2.4",
           "A Reflex leaves one's place in the Round alone, and the order is said to change from Round to Round.",
           title="Order of a Round", says={
               "fixed": "The order is set by the Action Points when a Round begins, and holds for the whole Round.",
               "re-sort": "Those who are still to act are put in order anew whenever somebody's Action Points change.",
           }),
    Option("tie-stat", "modified", ["modified", "base"], "2.6",
           "A Modified stat counts for every purpose, and nothing exempts ties.",
           title="Equal Action Points", says={
               "modified": "Equal Action Points go by Finesse as it is now, with all that raises or lowers it.",
               "base": "Equal Action Points go by the Finesse on the card.",
           }),
    Option("ties", "opponents", ["opponents", "all"], "2.7",
           "Ties matter only where order matters, which is between opponents.",
           title="Equal Finesse", says={
               "opponents":
                   "Opponents who are still equal roll for who goes first; allies among themselves go in list order.",
               "all": "All who are still equal roll for who goes first, also allies among themselves.",
           }),
    Option("phase-end", "spent-or-passed", ["spent-or-passed", "nobody-acted"], "2.12",
           "The Phase is said to end when all have spent everything or passed in the final Round.",
           title="End of the Action Phase", says={
               "spent-or-passed":
                   "The Action Phase ends after a Round in which all who have Action Points left passed.",
               "nobody-acted":
                   "With Action Points left, the Action Phase ends only after a Round in which nobody acted.",
           }),
    Option("free-steps-before", "any", ["any", "move-or-attack"], "3.8",
           "Free Steps are said to come before any other action; only the combination with both is barred.",
           title="What may follow Free Steps", says={
               "any": "Any kind of action may follow Free Steps in the same Round.",
               "move-or-attack": "Only a movement or an attack may follow Free Steps in the same Round.",
           }),
    Option("reflex-bars-only", "yes", ["yes", "no"], "4.7",
           "An Only action must be all one does in a turn, and a Reflex is an action.",
           title="Only actions after a Reflex", says={
               "yes": "Whoever paid for a Reflex or Response cannot take an Only action, the only one of a turn.",
               "no": "An Only action, otherwise the only one of a turn, may follow Reflexes and Responses.",
           }),
    Option("round-ap-limit", "none", ["none", "three"], "4.11",
           "The charge that serves as an example costs five points; a later edition caps the Round at three.",
           title="Action Points in a Round", says={
               "none": "No limit is set to the Action Points of a Round, beyond the 3 that may go into movement.",
               "three":
                   "Nobody spends more than 3 Action Points when their place in a Round comes, save on an Only action.",
           }),
    Option("movement-modes", "one", ["one", "mixed"], "5.4",
           "Limits are given for stepping or for running, never for both.",
           title="Movements in a Round", says={
               "one": "Everybody moves once in a Round, stepping or running the whole way.",
               "mixed": "Everybody may step and run several times in a Round, for at most 3 Action Points together.",
           }),
    Option("diagonal", "one", ["one", "alternating", "orthogonal"], "5.5",
           "No source counts diagonals; one is the quickest to count.",
           title="Diagonals", says={
               "one": "A diagonal square counts as one, for movement, reach and range.",
               "alternating": "Every second diagonal square counts as two.",
               "orthogonal": "There are no diagonal steps; distances are counted along rows and columns.",
           }),
    Option("pass-through", "allies", ["allies", "nobody"], "5.7",
           "No source speaks of occupied squares; friends make way for each other.",
           title="Walking through others", says={
               "allies":
                   "Allies may be walked through, enemies may not; those who lie incapacitated may be walked over.",
               "nobody":
                   "Neither allies nor enemies may be walked through; those who lie incapacitated may be walked over.",
           }),
    Option("leaving-reach", "safe", ["safe", "rushed"], "5.11",
           "No source lets anybody strike at those who walk away.",
           title="Leaving an enemy's reach", says={
               "safe": "Walking out of an enemy's reach is safe.",
               "rushed": "An enemy whose reach one walks out of may answer with a Rushed attack for 1 Action Point.",
           }),
    Option("free-move-attack", "never", ["never", "allowed"], "6.4",
           "The source forbids it twice; a later edition allows it.",
           title="Free Steps, movement and attack", says={
               "never": "Nobody takes Free Steps, moves and attacks in the same Round.",
               "allowed": "An attack may follow Free Steps and a movement in the same Round.",
           }),
    Option("counterattack-cost", "1", ["1", "2"], "7.2",
           "The action table says one point; a later table says two.",
           says={
               "1": "A Counterattack costs 1 Action Point, like every Reflex and Response.",
               "2": "A Counterattack costs 2 Action Points; every other Reflex or Response costs 1.",
           }),
    Option("failed-reflex", "paid", ["paid", "free"], "7.6",
           "Reflexes cost points and a failed one keeps its penalties; the later wording adds the points.",
           title="A failed Reflex", says={
               "paid": "A Reflex that fails still costs its Action Points, and its penalties apply.",
               "free": "A Reflex that fails costs no Action Points, but its penalties apply.",
           }),
    Option("shield-block-against", "any", ["any", "hand-to-hand"], "7.7",
           "The table speaks of the incoming attack without saying which; a later one of melee.",
           title="What a Shield Block stops", says={
               "any": "A Shield Block works against blows, shots, throws and spells aimed at one target.",
               "hand-to-hand": "A Shield Block works against hand-to-hand attacks only.",
           }),
    Option("dice-table", "first", ["first", "second"], "8.2",
           "Two printings differ for 13, 17, 19 and 20; the first belongs to the text of the action phase.",
           says={
               "first": "Stats of 17, 19 and 20 check with 3d10+2, 3d12+1 and 3d12+2; the Effect dice of 13 are 2d6.",
               "second": "Stats of 17, 19 and 20 check with 3d12-1, 2d20-1 and 2d20; the Effect die of 13 is 1d12+1.",
           }),
    Option("hit-points", "higher-plus-half", ["higher-plus-half", "brawn-plus-half-nerve"], "8.4",
           "Only this formula gives Audacia the nine Hit Points of her example.",
           says={
               "higher-plus-half":
                   "Full Hit Points are the higher of Brawn and Nerve plus half the other, if no card says otherwise.",
               "brawn-plus-half-nerve": "Full Hit Points are Brawn plus half of Nerve, if no card says otherwise.",
           }),
    Option("mana-points", "higher-plus-half", ["higher-plus-half", "savvy-plus-half-nerve"], "8.4",
           "Mana Points follow the formula of Hit Points.",
           says={
               "higher-plus-half":
                   "Full Mana Points are the higher of Savvy and Nerve plus half the other, if no card says otherwise.",
               "savvy-plus-half-nerve": "Full Mana Points are Savvy plus half of Nerve, if no card says otherwise.",
           }),
    Option("ladder", "six-rungs", ["six-rungs", "seven-rungs"], "8.6",
           "The six names belong to the edition of the sources; the seven to a later one.",
           title="Ladder of challenges", says={
               "six-rungs": "Challenges are trivial 4, easy 6, hard 8, heroic 10, superhuman 12 and impossible 15.",
               "seven-rungs":
                   "Challenges are trivial 3, easy 6, moderate 9, hard 12, heroic 15, superhuman 18 and godly 21.",
           }),
    Option("exploding", "none", ["none", "checks", "all"], "8.8",
           "The action phase was written before dice exploded.",
           title="Exploding dice", says={
               "none": "No die is thrown again for showing its highest face.",
               "checks": "A Check die that shows its highest face is thrown again and added, as often as it happens.",
               "all": "Every die of checks, effects and damage that shows its highest face is thrown again and added.",
           }),
    Option("reach", "weapon", ["weapon", "adjacent"], "9.11",
           "Reach comes from a later weapon table; without it every weapon strikes the next square.",
           title="Reach of weapons", says={
               "weapon": "Most hand-to-hand weapons reach 1 square, some long ones 2 or 3.",
               "adjacent": "Every hand-to-hand weapon reaches 1 square.",
           }),
    Option("minimal-sight", "penalty", ["penalty", "refused"], "9.13",
           "One sentence gives a penalty for minimal sight, another asks for clear or partial sight.",
           title="Barely in sight", says={
               "penalty": "A target that is barely in sight can be attacked, at -6 on the attack roll.",
               "refused": "A target that is barely in sight cannot be attacked.",
           }),
    Option("posture", "prone-counts", ["prone-counts", "ignored"], "9.19",
           "Postures exist in the sources without effect on fighting; the figures are borrowed.",
           title="Lying down", says={
               "prone-counts":
                   "Lying down helps with crossbows and against shots; other attacks and Defense against blows suffer.",
               "ignored": "Lying down makes no difference to attacks or Defense.",
           }),
    Option("unconscious-target", "6", ["6", "9"], "9.20",
           "Two borrowed tables give two numbers; the published one says six.",
           title="Hitting the incapacitated", says={
               "6": "An attack roll of 6 or more hits somebody incapacitated.",
               "9": "An attack roll of 9 or more hits somebody incapacitated.",
           }),
    Option("bypass", "margin", ["margin", "never"], "10.9",
           "Armour can be bypassed in the edition of the sources and no longer in the later one.",
           title="Past the armour", says={
               "margin": "An attack that beats the Defense roll by 4 or more gets past the armour.",
               "never": "Armour counts against every attack, however well it hits.",
           }),
    Option("dying", "bleed-out", ["bleed-out", "out-of-play"], "11.3",
           "The sources stop at incapacitated; dying and death are borrowed.",
           says={
               "bleed-out":
                   "Whoever drops to 0 Hit Points is dying and loses 1 more each turn until helped, healed or dead.",
               "out-of-play": "Whoever drops to 0 Hit Points lies incapacitated; nobody is dying, and nobody dies.",
           }),
    Option("stunning-blow", "on", ["on", "off"], "11.6",
           "Borrowed from the later edition, where the sources are silent.",
           says={
               "on": "Whoever loses more than half of the full Hit Points at once makes a check, or is stunned.",
               "off": "No blow stuns by its damage, however heavy it is.",
           }),
    Option("first-aid", "check", ["check", "sure"], "11.8",
           "The table says that it stops bleeding; how well it works is borrowed.",
           says={
               "check": "First aid needs a Savvy check, which is harder for the badly hurt and for oneself.",
               "sure": "First aid always succeeds, without a roll.",
           }),
    Option("healing-cap", "maximum", ["maximum", "none"], "11.11",
           "Not said anywhere; nobody is healthier than healthy.",
           title="Limit of healing", says={
               "maximum": "Healing never lifts Hit Points above the full number.",
               "none": "Healing can lift Hit Points above the full number.",
           }),
    Option("recover", "one", ["one", "two"], "13.13",
           "The action table gives one Mana Point for an Only action; a later one two for 3/Only.",
           says={
               "one": "Recover takes the whole turn with all its Action Points and gives 1 Mana Point.",
               "two":
                   "Recover costs 3 Action Points, or the whole turn if one has fewer, and gives 2 Mana Points.",
           }),
    Option("rise", "by-posture", ["by-posture", "two"], "5.15",
           "The action table prices postures differently; a later one has a single price.",
           title="Rising", says={
               "by-posture":
                   "Rising costs 3 Action Points from prone, else 1; who starts the turn with fewer gives all.",
               "two": "Rising costs 2 Action Points from every posture; who starts the turn with fewer gives all.",
           }),
    Option("reset-mana", "none", ["none", "one"], "15.5",
           "Only a later edition gives a Mana Point in every Reset.",
           title="Mana in each Reset", says={
               "none": "Reset gives Mana Points only where something worn or a condition does.",
               "one": "Reset gives everybody conscious 1 Mana Point, up to the full number.",
           }),
    Option("ap-floor", "1", ["1", "0"], "15.8",
           "Everybody is promised at least one action in each Action Phase.",
           title="Fewest Action Points", says={
               "1": "A roll for Action Points gives at least 1, whatever lowers it.",
               "0": "A roll for Action Points can come to 0, and whoever has 0 cannot act in that turn.",
           }),
    Option("last-side", "at-once", ["at-once", "ask"], "16.1",
           "Victory is not defined; with nobody left to act against, nobody acts against anybody.",
           title="One side left", says={
               "at-once": "The crisis ends as soon as all on the other sides are incapacitated, dead or gone.",
               "ask": "The GM is asked whether the crisis is over when only one side is left.",
           }),
    Option("quiet-turn", "ask", ["ask", "go-on", "end"], "16.2",
           "The crisis ends when neither side acts against the other, which a whole quiet turn suggests.",
           title="A quiet turn", says={
               "ask": "After a turn in which nobody does anything hostile, the GM is asked whether the crisis is over.",
               "go-on": "The crisis goes on, however many turns pass in which nobody does anything hostile.",
               "end": "The crisis is over after a turn in which nobody does anything hostile.",
           }),
]  # fmt: skip
