"""The options of Phases of Play: every gap or conflict of its sources that had to be decided, each with its default.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.options import Option

OPTIONS: Final[list[Option]] = [
    Option("gm", "person", ["person", "automatic"], "1.6",
           "Only the GM announces phases; play by machines needs somebody to stand in.",
           title="The GM", says={
               "person": "A person is the GM, who begins and ends Encounters and answers what players ask for.",
               "automatic":
                   "The table stands in for the GM: it begins and ends Encounters and answers requests by itself.",
           }),
    Option("loose-order", "overlapping", ["overlapping", "strict"], "2.5",
           "Loose turns are said to overlap in time; a stricter table takes them one by one.",
           says={
               "overlapping":
                   "In a loose order, those who have had their turn may go on acting; those still to come wait.",
               "strict": "Of those named in a loose order, only the one whose turn it is may act.",
           }),
    Option("critical-scores", "beyond", ["beyond", "plus-modifier"], "3.5",
           "Criticals are the best and the worst; no source gives them a number for comparing.",
           title="Comparing criticals", says={
               "beyond":
                   "Where Scores are compared, a critical success beats all others, a critical failure loses to all.",
               "plus-modifier":
                   "Where Scores are compared, a critical success counts 10, a critical failure 0, plus the Modifier.",
           }),
    Option("favor-die", "any", ["any", "kept"], "3.9",
           "One die is rolled again; with Advantage it is not said which.",
           title="Die of a Favor", says={
               "any": "A Favor rolls any one die of a Test again.",
               "kept": "A Favor rolls only that die of a Test again which counts.",
           }),
    Option("group-gifts", "die", ["die", "plus-one"], "3.11",
           "Gifts are Advantages in words, and points in the source's example.",
           title="Help in a Group Test", says={
               "die": "Whoever is helped in a Group Test rolls one more d10 for each help, and keeps the best result.",
               "plus-one":
                   "Whoever is helped in a Group Test adds 1 to the Score for each help, unless it is critical.",
           }),
    Option("contest-ties", "coin", ["coin", "challenger"], "3.12",
           "Ties are a coin toss in general, while one place lets a meeting Score win.",
           title="Ties in a contest", says={
               "coin": "A coin decides a tie in a contest.",
               "challenger": "A tie in a contest goes to the one who began it.",
           }),
    Option("group-split", "gm", ["gm", "even"], "4.4",
           "Dividing groups is the GM's choice; machines may want halves.",
           title="Dividing groups of NPCs", says={
               "gm": "NPCs of equal Edge are one group in the turn order, unless the GM divides it.",
               "even": "Groups of four or more NPCs of equal Edge are halved by themselves; the GM may divide further.",
           }),
    Option("rolling", "upwards", ["upwards", "downwards"], "4.6",
           "The list is descending and the prose gives no direction; the example works from the bottom up.",
           title="Rolling for the turn order", says={
               "upwards": "Player characters roll for the turn order from the last group of NPCs up to the first.",
               "downwards": "Player characters roll for the turn order from the first group of NPCs down to the last.",
           }),
    Option("carry-on", "pass", ["pass", "mixed"], "4.8",
           "The prose lets a Mixed Score go on; the example lets every Pass.",
           title="A Pass in the turn order", says={
               "pass": "Whoever passes against a group of NPCs rolls against the next; whoever passes all goes first.",
               "mixed":
                   "A Mixed Score against a group of NPCs leads on to the next; a High one at once goes before all.",
           }),
    Option("order-ties", "agree", ["agree", "scores"], "4.10",
           "Both ways are given; agreeing comes first.",
           title="Several in one place of the order", says={
               "agree":
                   "Player characters in the same place agree on their order, or else the higher Score goes first.",
               "scores": "Of player characters in the same place, the higher Score goes first, without asking.",
           }),
    Option("alert-penalty", "slowed-restrained", ["slowed-restrained", "slowed-slowed"], "4.12",
           "One text names Slowed twice, its own example Slowed and Restrained.",
           title="NPCs caught unprepared", says={
               "slowed-restrained":
                   "NPCs who are not fully alert come into an Encounter Slowed and Restrained, with fewer Beats.",
               "slowed-slowed": "NPCs who are not fully alert come into an Encounter Slowed, but with all their Beats.",
           }),
    Option("npc-groups", "row", ["row", "shared"], "4.13",
           "Not said whether a group shares a turn or takes turns in a row.",
           says={
               "row": "The NPCs of a group take their turns one after the other, in an order the GM may change.",
               "shared": "The NPCs of a group have their turns together and act in any order, until each has passed.",
           }),
    Option("late-comers", "placed", ["placed", "last"], "4.15",
           "No source speaks of those who come later.",
           says={
               "placed": "Late NPCs take the place of their Edge in the order, late player characters roll for theirs.",
               "last": "Whoever comes after the order is rolled stands at its end.",
           }),
    Option("delaying", "no", ["no", "yes"], "4.16",
           "No source speaks of going later than one's place in the order.",
           title="Delaying a turn", says={
               "no": "Nobody delays a turn; whoever passes has had it.",
               "yes": "A turn not yet used may be put off until after somebody still to come, and keeps its new place.",
           }),
    Option("first-beats", "two", ["two", "none"], "5.5",
           "Beats come at the end of a turn; what one has before the first is not said.",
           title="Beats before the first turn", says={
               "two": "Everybody has Beats when an Encounter begins, and may react before the first own turn.",
               "none":
                   "Nobody who is there when an Encounter begins has Beats to react with before the first own turn.",
           }),
    Option("big-costs", "whole", ["whole", "split"], "5.6",
           "Some Abilities cost more than a Beat; whether turns may share the price is not said.",
           title="Abilities for 2 Beats", says={
               "whole": "An Ability that costs 2 Beats is paid for at once.",
               "split": "With 1 Beat left, one may begin an Ability for 2; it is paid up and happens at the next turn.",
           }),
    Option("free-actions", "three", ["three", "five"], "5.7",
           "Three are promised, five or more are possible by leave.",
           title="Free Actions in a turn", says={
               "three": "Everybody has 3 Free Actions in a turn; the GM may allow more.",
               "five": "Everybody has 5 Free Actions in a turn; the GM may allow more.",
           }),
    Option("end-order", "stacks-first", ["stacks-first", "beats-first"], "6.6",
           "The order of what happens at the end of a turn is not given, and matters for Restrained.",
           title="The end of a turn", says={
               "stacks-first":
                   "Stacks are erased before Beats are set, so a stack of Restrained that goes costs no Beat any more.",
               "beats-first":
                   "Beats are set before stacks are erased, so a stack of Restrained that goes still costs a Beat.",
           }),
    Option("slow-spoiled", "target", ["target", "damage"], "7.10",
           "Slow Actions can be interrupted; only lost targets and Requirements are named.",
           title="Slow Actions and damage", says={
               "target": "Damage does not spoil a Slow Action, as long as its user stays up.",
               "damage": "A Slow Action is spoiled if its user loses Health or Vitality before it takes effect.",
           }),
    Option("concentration", "every", ["every", "beyond-first"], "7.14",
           "Two accounts differ on whether the first effect already burdens.",
           title="The burden of concentration", says={
               "every": "Every Ability held by concentration is a Disadvantage on Focus Saves.",
               "beyond-first": "Every Ability held by concentration beyond the first is a Disadvantage on Focus Saves.",
           }),
    Option("concentration-check", "save", ["save", "retest"], "7.14",
           "Concentration is a Component: when one is disturbed, one account has a Save, another the Test again.",
           title="Hurt while concentrating", says={
               "save": "Whoever is hurt makes a Focus Save, or all Abilities held by concentration end.",
               "retest":
                   "Whoever is hurt makes the Test of each Ability held by concentration again; those that fail end.",
           }),
    Option("reaction-limit", "creature", ["creature", "player"], "8.2",
           "The text says player; a GM with ten creatures would react once.",
           title="Reactions to one trigger", says={
               "creature": "Each creature may react once to the same trigger.",
               "player": "Each player, and the GM too, may react to the same trigger with only one creature.",
           }),
    Option("free-chain", "chain", ["chain", "trigger"], "8.7",
           "Free Reactions are one for each trigger; whether a chain of them ends is not said.",
           title="Free Reactions in a chain", says={
               "chain": "In a chain of Reactions to Reactions, nobody uses the same Free Reaction twice.",
               "trigger": "In Encounters, a Free Reaction may answer each trigger in a chain anew, eight deep at most.",
           }),
    Option("diagonals", "one", ["one", "alternating"], "9.3",
           "No source counts diagonals; one is the quickest to count.",
           says={
               "one": "A diagonal step counts as one square.",
               "alternating": "Every second diagonal step counts as two squares.",
           }),
    Option("half-cover", "lines", ["lines", "things"], "9.8",
           "Only half cover is named; how much must be hidden is not.",
           says={
               "lines":
                   "Half cover comes from low things in between, and from a corner that hides a part of the target.",
               "things": "Half cover comes only from things that stand in between; a corner gives none.",
           }),
    Option("sizes", "squares", ["squares", "units"], "9.9",
           "A table gives even the Medium two units a side, while most maps draw a person in one square.",
           title="Space of creatures", says={
               "squares":
                   "Creatures up to Medium fill 1 square, Large ones 2 by 2, Huge ones 3 by 3, Gargantuan ones 4 by 4.",
               "units":
                   "Tiny creatures fill 1 square, Small and Medium 2 by 2, Large 3 by 3, Huge 4 by 4, others 6 by 6.",
           }),
    Option("improvised-range", "largest", ["largest", "half"], "10.10",
           "The size of a temporary Range is not given.",
           title="Size of an improvised Range", says={
               "largest": "A Range that the GM grants for a turn is as large as the largest one has.",
               "half": "A Range that the GM grants for a turn is half as large as the largest one has, rounded down.",
           }),
    Option("improvised-count", "spent", ["spent", "distance"], "10.10",
           "Whether a temporary Range counts Movement spent or distance gained is not said.",
           title="Using up an improvised Range", says={
               "spent": "A granted Range is used up by the Movement spent in it, mostly 2 for each unit of the way.",
               "distance": "A granted Range is used up by the units of the way, whatever Movement they cost.",
           }),
    Option("second-dash", "triple", ["triple", "quadruple"], "10.14",
           "Doubling twice or adding twice: a later edition adds.",
           title="What a second Dash gives", says={
               "triple": "A second Dash that works makes all Ranges three times as large.",
               "quadruple": "A second Dash that works doubles all Ranges again, to four times their size.",
           }),
    Option("failed-dash", "nothing", ["nothing", "counts"], "10.15",
           "A Fail makes Slowed; whether the Dash still works is not said.",
           title="A failed second Dash", says={
               "nothing": "A second Dash whose Test fails adds nothing to the Ranges, and makes Slowed.",
               "counts": "A second Dash whose Test fails works all the same, but makes Slowed.",
           }),
    Option("slowed-halves", "pool-and-ranges", ["pool-and-ranges", "pool"], "10.16",
           "Movement is halved; the word may mean the pool or the Ranges too.",
           title="What Slowed halves", says={
               "pool-and-ranges": "A stack of Slowed halves one's Movement and each Range.",
               "pool": "A stack of Slowed halves one's Movement only; the Ranges stay as they are.",
           }),
    Option("provoking", "exit", ["exit", "turn"], "10.17",
           "Once for each time of leaving, or once for each mover: not said.",
           title="Blows at those who leave", says={
               "exit": "An enemy may strike at somebody each time they move out of its reach.",
               "turn": "An enemy may strike at somebody only once in a turn, however often they move out of its reach.",
           }),
    Option("leaving", "own", ["own", "any"], "10.18",
           "Moving out of reach provokes; whether being moved does is not said.",
           title="Being moved out of reach", says={
               "own": "Whoever is pushed or pulled out of an enemy's reach is not struck at.",
               "any": "Enemies may strike at whoever leaves their reach, also at those who are pushed or pulled.",
           }),
    Option("standing-up", "one", ["one", "half"], "11.3",
           "Prone is undefined in the source; the price is borrowed from a later edition.",
           says={
               "one": "Standing up costs 1 unit of Movement.",
               "half": "Standing up costs half of one's Movement for the turn, rounded up.",
           }),
    Option("jump", "over", ["over", "through"], "11.4",
           "Jumping is nowhere defined; a jump is there to get over things.",
           title="Jumping", says={
               "over":
                   "A jump touches neither fire nor water nor anything else on its way, only what is where it lands.",
               "through": "A jump touches all that a walk along its way would touch, such as fire.",
           }),
    Option("climb", "surface", ["surface", "marked"], "11.6",
           "Climbing is nowhere defined; a table may want its faces marked.",
           title="What can be climbed", says={
               "surface": "Every face on the map can be climbed.",
               "marked": "Only ladders on the map and ground marked as climbable can be climbed.",
           }),
    Option("swim", "surface", ["surface", "under"], "11.7",
           "Swimming is nowhere defined; water is airless for those who cannot breathe it.",
           title="Swimmers and air", says={
               "surface": "Whoever can swim keeps their head above deep water and has air.",
               "under": "Whoever is in deep water and cannot breathe it has no air, even if they can swim.",
           }),
    Option("levitate", "low", ["low", "free"], "11.10",
           "Levitation is nowhere defined but said to have limits of its own.",
           title="Height of levitation", says={
               "low": "Levitation leads no more than 2 units above the ground.",
               "free": "Levitation leads as high as one likes.",
           }),
    Option("fall-threshold", "three", ["three", "four"], "11.11",
           "One text says three units or more, another more than three.",
           title="Falls that hurt", says={
               "three": "A fall hurts from 3 units on.",
               "four": "A fall hurts from 4 units on.",
           }),
    Option("fall-bands", "ten", ["ten", "sixty", "hundred"], "11.13",
           "The bands of falls end at different heights in text and picture, and their actions are of an older game.",
           title="Two tries to catch hold", says={
               "ten": "Catching hold in a fall may be tried twice from 10 units on, for a Beat each; else once.",
               "sixty": "Catching hold in a fall may be tried twice from 60 units on, for a Beat each; else once.",
               "hundred": "Catching hold in a fall may be tried twice from 100 units on, for a Beat each; else once.",
           }),
    Option("falling-beat", "edges", ["edges", "any"], "11.13",
           "A moment is given before every fall; out of the air there is seldom anything to hold on to.",
           title="Where one may catch hold", says={
               "edges": "Whoever falls over an edge may try to catch hold; whoever falls out of the air may not.",
               "any": "Whoever falls may try to catch hold, even out of the air, and then comes down unhurt.",
           }),
    Option("zone-timing", "once", ["once", "each-cube"], "12.3",
           "Zones act on touch; whether each cube counts anew is not said.",
           title="Zones in the same turn", says={
               "once": "Each kind of zone acts once in a turn on the same creature, however much of it is crossed.",
               "each-cube":
                   "A zone acts on a creature anew in each square of it that is entered in the creature's turn.",
           }),
    Option("bright-light", "near-two", ["near-two", "far-two"], "12.6",
           "The printed figures look swapped: more stacks further away.",
           title="Bright Light", says={
               "near-two": "Bright Light takes 2 stacks of a Dark Zone away within 5 units, and 1 within 10.",
               "far-two": "Bright Light takes 2 stacks of a Dark Zone away within 10 units.",
           }),
    Option("condition-words", "prose", ["prose", "sheet"], "13.3",
           "The character sheet words some conditions otherwise than the text.",
           title="Wording of conditions", says={
               "prose":
                   "Conditions follow the text: Blunted hinders all Abilities, Frightened Tests against its source.",
               "sheet": "Conditions follow the sheet: Blunted hinders Abilities against others, Frightened all Tests.",
           }),
    Option("stunned", "tests", ["tests", "beats"], "13.12",
           "Named only; the rule is our own.",
           says={
               "tests":
                   "Each stack of Stunned is a Disadvantage on Tests; two stop Actions and Reactions but free ones.",
               "beats": "Each stack of Stunned takes a Beat, as Restrained does.",
           }),
    Option("surprised", "no-reactions", ["no-reactions", "no-beats"], "13.13",
           "Named only; the rule is our own.",
           says={
               "no-reactions": "The Surprised take no Reactions, not even free ones, until the end of their next turn.",
               "no-beats":
                   "Whoever becomes Surprised loses all Beats, and has new ones only when a turn of theirs ends.",
           }),
    Option("unconscious", "helpless", ["helpless", "still"], "13.15",
           "Named only; the rule is our own.",
           says={
               "helpless":
                   "The unconscious lie Prone and fail Grit and Edge Saves; melee hits on them are High at least.",
               "still": "The unconscious lie Prone and do nothing; their Saves and melee hits on them count as rolled.",
           }),
    Option("halvings", "once", ["once", "each"], "14.3",
           "Several halvings at once are not settled.",
           title="Several halvings of damage", says={
               "once": "Several Resistances, and cover with them, halve damage only once.",
               "each": "Each of several Resistances halves damage again, and so does cover.",
           }),
    Option("vitality-threshold", "over-ten", ["over-ten", "ten"], "14.6",
           "Over ten in one place, ten or more in another.",
           title="Great damage at 0 Health", says={
               "over-ten":
                   "Damage at 0 Health costs 1 Vitality, and if it is more than 10 points, 1 more for each full 10.",
               "ten": "Damage at 0 Health costs 1 Vitality, and if it is 10 points or more, 1 more for each full 10.",
           }),
    Option("vitality-loss", "unstable", ["unstable", "always"], "14.6",
           "One text takes a tenth of all damage from Vitality, another only from the unstable.",
           title="What costs Vitality", says={
               "unstable": "Only damage at 0 Health and long falls cost Vitality.",
               "always": "Damage above 0 Health, too, takes a tenth of itself, rounded down, from Vitality as well.",
           }),
    Option("wounds", "hit", ["hit", "point"], "14.7",
           "One Wound for a hit or for each point lost: not settled.",
           title="Number of Wounds", says={
               "hit": "Damage that costs Vitality causes one Wound, however many points are lost.",
               "point": "Damage that costs Vitality causes a Wound for each point that is lost.",
           }),
    Option("npc-death", "health", ["health", "vitality"], "14.10",
           "NPCs may have more or fewer Vitality; none is simplest for all but bosses.",
           title="When NPCs fall", says={
               "health": "NPCs are down at 0 Health; only bosses among them have Vitality and Wounds.",
               "vitality": "All NPCs have Vitality, most of them 2, and are wounded and die like player characters.",
           }),
    Option("unarmed", "block", ["block", "sheet"], "15.2",
           "Three figures for bare hands; the attack's own block is the fullest.",
           title="Bare hands", says={
               "block":
                   "Bare hands do 1 damage with a Low Score, 2 with a Mixed, 3 with a High, 5 with a critical success.",
               "sheet": "Bare hands attack with a Disadvantage and do 1 damage when they hit, whatever the Score.",
           }),
    Option("sneaky-halves", "solid", ["solid", "all"], "16.5",
           "Half of all damage in one place, of Solid damage in another.",
           title="Damage to the Sneaky", says={
               "solid": "The Sneaky take half the Solid damage of Abilities, and other damage in full.",
               "all": "The Sneaky take half of all damage of Abilities, except True damage.",
           }),
    Option("sneak-attack", "advantage", ["advantage", "damage"], "16.9",
           "Two accounts of what the covert attack gains.",
           title="Sneak Attack", says={
               "advantage":
                   "A Sneak Attack on an NPC has an Advantage; one stays Sneaky only after a High Score in Sleight.",
               "damage": "A Sneak Attack does 1 more damage but has no Advantage of its own, and ends Sneaky.",
           }),
    Option("escape", "announced", ["announced", "at-once"], "16.10",
           "Phases change by the GM's word; one chapter lets an escape pause the Encounter by itself.",
           title="Getting away", says={
               "announced":
                   "When all of the party were Sneaky for a round, the GM may announce a pause while the foes search.",
               "at-once":
                   "When all of the party were Sneaky for a round, a pause comes by itself while the foes search.",
           }),
    Option("legendary-count", "per-pc", ["per-pc", "one"], "17.1",
           "Only the name is given; an editor's note ties such acts to the number of players.",
           title="Legendary abilities in a round", says={
               "per-pc": "A boss may use as many legendary abilities in a round as there are player characters.",
               "one": "A boss may use one legendary ability in a round.",
           }),
    Option("legendary-when", "pc-turn", ["pc-turn", "any-turn"], "17.2",
           "Only the name is given.",
           title="Turns that bosses answer", says={
               "pc-turn": "A boss may use a legendary ability after the turn of a player character.",
               "any-turn": "A boss may use a legendary ability after the turn of anybody else, NPCs too.",
           }),
    Option("environment", "top", ["top", "end"], "17.4",
           "The environment has abilities too; when is not said.",
           title="The surroundings", says={
               "top": "The GM may use an ability of the surroundings at the top of each round.",
               "end": "The GM may use an ability of the surroundings at the end of each round.",
           }),
    Option("pause-pending", "kept", ["kept", "lost"], "18.5",
           "What a pause does to pending Slow Actions is not said.",
           title="Slow Actions in a pause", says={
               "kept": "A Slow Action that was begun is kept through a pause of the Encounter.",
               "lost": "A Slow Action that was begun is lost when the Encounter is paused.",
           }),
    Option("end-pending", "lost", ["lost", "effect"], "19.1",
           "What the end of an Encounter does to pending Slow Actions is not said.",
           title="Slow Actions at the end", says={
               "lost": "A Slow Action that was begun is lost when the Encounter ends.",
               "effect": "A Slow Action that was begun takes effect when the Encounter ends.",
           }),
    Option("experience", "one", ["one", "two"], "19.2",
           "One point, or two in another chapter.",
           title="Experience Points", says={
               "one": "An Encounter brings 1 Experience Point, or 2 if the GM sees a second goal or a great result.",
               "two": "An Encounter brings 2 Experience Points, or 3 if the GM sees a second goal or a great result.",
           }),
    Option("level-up", "leave", ["leave", "free"], "19.5",
           "One should ask the GM first.",
           title="Levelling up", says={
               "leave": "Whoever has the points for a level asks the GM before taking it.",
               "free": "Whoever has the points for a level may take it without asking.",
           }),
]  # fmt: skip
