"""The options of Phases of Play: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.options import Choices, Options


class PhaseOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.gm = choices.word(
            "gm",
            "1.6",
            "The GM",
            "Only the GM announces phases; play by machines needs somebody to stand in.",
            {
                "person": "A person is the GM, who begins and ends Encounters and answers what players ask for.",
                "automatic": "The table stands in for the GM: it begins and ends Encounters and answers requests by itself.",
            },
        )
        self.loose_order = choices.word(
            "loose-order",
            "2.5",
            "Loose order",
            "Loose turns are said to overlap in time; a stricter table takes them one by one.",
            {
                "overlapping": "In a loose order, those who have had their turn may go on acting; those still to come wait.",
                "strict": "Of those named in a loose order, only the one whose turn it is may act.",
            },
        )
        self.critical_scores = choices.word(
            "critical-scores",
            "3.5",
            "Comparing criticals",
            "Criticals are the best and the worst; no source gives them a number for comparing.",
            {
                "beyond": "Where Scores are compared, a critical success beats all others, a critical failure loses to all.",
                "plus-modifier": "Where Scores are compared, a critical success counts 10, a critical failure 0, plus the Modifier.",
            },
        )
        self.favor_die = choices.word(
            "favor-die",
            "3.9",
            "Die of a Favor",
            "One die is rolled again; with Advantage it is not said which.",
            {
                "any": "A Favor rolls any one die of a Test again.",
                "kept": "A Favor rolls only that die of a Test again which counts.",
            },
        )
        self.group_gifts = choices.word(
            "group-gifts",
            "3.11",
            "Help in a Group Test",
            "Gifts are Advantages in words, and points in the source's example.",
            {
                "die": "Whoever is helped in a Group Test rolls one more d10 for each help, and keeps the best result.",
                "plus-one": "Whoever is helped in a Group Test adds 1 to the Score for each help, unless it is critical.",
            },
        )
        self.contest_ties = choices.word(
            "contest-ties",
            "3.12",
            "Ties in a contest",
            "Ties are a coin toss in general, while one place lets a meeting Score win.",
            {
                "coin": "A coin decides a tie in a contest.",
                "challenger": "A tie in a contest goes to the one who began it.",
            },
        )
        self.group_split = choices.word(
            "group-split",
            "4.4",
            "Dividing groups of NPCs",
            "Dividing groups is the GM's choice; machines may want halves.",
            {
                "gm": "NPCs of equal Edge are one group in the turn order, unless the GM divides it.",
                "even": "Groups of four or more NPCs of equal Edge are halved by themselves; the GM may divide further.",
            },
        )
        self.rolling = choices.word(
            "rolling",
            "4.6",
            "Rolling for the turn order",
            "The list is descending and the prose gives no direction; the example works from the bottom up.",
            {
                "upwards": "Player characters roll for the turn order from the last group of NPCs up to the first.",
                "downwards": "Player characters roll for the turn order from the first group of NPCs down to the last.",
            },
        )
        self.carry_on = choices.word(
            "carry-on",
            "4.8",
            "A Pass in the turn order",
            "The prose lets a Mixed Score go on; the example lets every Pass.",
            {
                "pass": "Whoever passes against a group of NPCs rolls against the next; whoever passes all goes first.",
                "mixed": "A Mixed Score against a group of NPCs leads on to the next; a High one at once goes before all.",
            },
        )
        self.order_ties = choices.word(
            "order-ties",
            "4.10",
            "Several in one place of the order",
            "Both ways are given; agreeing comes first.",
            {
                "agree": "Player characters in the same place agree on their order, or else the higher Score goes first.",
                "scores": "Of player characters in the same place, the higher Score goes first, without asking.",
            },
        )
        self.alert_penalty = choices.word(
            "alert-penalty",
            "4.12",
            "NPCs caught unprepared",
            "One text names Slowed twice, its own example Slowed and Restrained.",
            {
                "slowed-restrained": "NPCs who are not fully alert come into an Encounter Slowed and Restrained, with fewer Beats.",
                "slowed-slowed": "NPCs who are not fully alert come into an Encounter Slowed, but with all their Beats.",
            },
        )
        self.npc_groups = choices.word(
            "npc-groups",
            "4.13",
            "NPC groups",
            "Not said whether a group shares a turn or takes turns in a row.",
            {
                "row": "The NPCs of a group take their turns one after the other, in an order the GM may change.",
                "shared": "The NPCs of a group have their turns together and act in any order, until each has passed.",
            },
        )
        self.late_comers = choices.word(
            "late-comers",
            "4.15",
            "Late comers",
            "No source speaks of those who come later.",
            {
                "placed": "Late NPCs take the place of their Edge in the order, late player characters roll for theirs.",
                "last": "Whoever comes after the order is rolled stands at its end.",
            },
        )
        self.delaying = choices.flag(
            "delaying",
            "4.16",
            "Delaying a turn",
            "No source speaks of going later than one's place in the order.",
            {
                False: "Nobody delays a turn; whoever passes has had it.",
                True: "A turn not yet used may be put off until after somebody still to come, and keeps its new place.",
            },
        )
        self.first_beats = choices.word(
            "first-beats",
            "5.5",
            "Beats before the first turn",
            "Beats come at the end of a turn; what one has before the first is not said.",
            {
                "two": "Everybody has Beats when an Encounter begins, and may react before the first own turn.",
                "none": "Nobody who is there when an Encounter begins has Beats to react with before the first own turn.",
            },
        )
        self.big_costs = choices.word(
            "big-costs",
            "5.6",
            "Abilities for 2 Beats",
            "Some Abilities cost more than a Beat; whether turns may share the price is not said.",
            {
                "whole": "An Ability that costs 2 Beats is paid for at once.",
                "split": "With 1 Beat left, one may begin an Ability for 2; it is paid up and happens at the next turn.",
            },
        )
        self.free_actions = choices.word(
            "free-actions",
            "5.7",
            "Free Actions in a turn",
            "Three are promised, five or more are possible by leave.",
            {
                "three": "Everybody has 3 Free Actions in a turn; the GM may allow more.",
                "five": "Everybody has 5 Free Actions in a turn; the GM may allow more.",
            },
        )
        self.end_order = choices.word(
            "end-order",
            "6.6",
            "The end of a turn",
            "The order of what happens at the end of a turn is not given, and matters for Restrained.",
            {
                "stacks-first": "Stacks are erased before Beats are set, so a stack of Restrained that goes costs no Beat any more.",
                "beats-first": "Beats are set before stacks are erased, so a stack of Restrained that goes still costs a Beat.",
            },
        )
        self.slow_spoiled = choices.word(
            "slow-spoiled",
            "7.10",
            "Slow Actions and damage",
            "Slow Actions can be interrupted; only lost targets and Requirements are named.",
            {
                "target": "Damage does not spoil a Slow Action, as long as its user stays up.",
                "damage": "A Slow Action is spoiled if its user loses Health or Vitality before it takes effect.",
            },
        )
        self.concentration = choices.word(
            "concentration",
            "7.14",
            "The burden of concentration",
            "Two accounts differ on whether the first effect already burdens.",
            {
                "every": "Every Ability held by concentration is a Disadvantage on Focus Saves.",
                "beyond-first": "Every Ability held by concentration beyond the first is a Disadvantage on Focus Saves.",
            },
        )
        self.concentration_check = choices.word(
            "concentration-check",
            "7.14",
            "Hurt while concentrating",
            "Concentration is a Component: when one is disturbed, one account has a Save, another the Test again.",
            {
                "save": "Whoever is hurt makes a Focus Save, or all Abilities held by concentration end.",
                "retest": "Whoever is hurt makes the Test of each Ability held by concentration again; those that fail end.",
            },
        )
        self.reaction_limit = choices.word(
            "reaction-limit",
            "8.2",
            "Reactions to one trigger",
            "The text says player; a GM with ten creatures would react once.",
            {
                "creature": "Each creature may react once to the same trigger.",
                "player": "Each player, and the GM too, may react to the same trigger with only one creature.",
            },
        )
        self.free_chain = choices.word(
            "free-chain",
            "8.7",
            "Free Reactions in a chain",
            "Free Reactions are one for each trigger; whether a chain of them ends is not said.",
            {
                "chain": "In a chain of Reactions to Reactions, nobody uses the same Free Reaction twice.",
                "trigger": "In Encounters, a Free Reaction may answer each trigger in a chain anew, eight deep at most.",
            },
        )
        self.diagonals = choices.word(
            "diagonals",
            "9.3",
            "Diagonals",
            "No source counts diagonals; one is the quickest to count.",
            {
                "one": "A diagonal step counts as one square.",
                "alternating": "Every second diagonal step counts as two squares.",
            },
        )
        self.half_cover = choices.word(
            "half-cover",
            "9.8",
            "Half cover",
            "Only half cover is named; how much must be hidden is not.",
            {
                "lines": "Half cover comes from low things in between, and from a corner that hides a part of the target.",
                "things": "Half cover comes only from things that stand in between; a corner gives none.",
            },
        )
        self.sizes = choices.word(
            "sizes",
            "9.9",
            "Space of creatures",
            "A table gives even the Medium two units a side, while most maps draw a person in one square.",
            {
                "squares": "Creatures up to Medium fill 1 square, Large ones 2 by 2, Huge ones 3 by 3, Gargantuan ones 4 by 4.",
                "units": "Tiny creatures fill 1 square, Small and Medium 2 by 2, Large 3 by 3, Huge 4 by 4, others 6 by 6.",
            },
        )
        self.improvised_range = choices.word(
            "improvised-range",
            "10.10",
            "Size of an improvised Range",
            "The size of a temporary Range is not given.",
            {
                "largest": "A Range that the GM grants for a turn is as large as the largest one has.",
                "half": "A Range that the GM grants for a turn is half as large as the largest one has, rounded down.",
            },
        )
        self.improvised_count = choices.word(
            "improvised-count",
            "10.10",
            "Using up an improvised Range",
            "Whether a temporary Range counts Movement spent or distance gained is not said.",
            {
                "spent": "A granted Range is used up by the Movement spent in it, mostly 2 for each unit of the way.",
                "distance": "A granted Range is used up by the units of the way, whatever Movement they cost.",
            },
        )
        self.second_dash = choices.word(
            "second-dash",
            "10.14",
            "What a second Dash gives",
            "Doubling twice or adding twice: a later edition adds.",
            {
                "triple": "A second Dash that works makes all Ranges three times as large.",
                "quadruple": "A second Dash that works doubles all Ranges again, to four times their size.",
            },
        )
        self.failed_dash = choices.word(
            "failed-dash",
            "10.15",
            "A failed second Dash",
            "A Fail makes Slowed; whether the Dash still works is not said.",
            {
                "nothing": "A second Dash whose Test fails adds nothing to the Ranges, and makes Slowed.",
                "counts": "A second Dash whose Test fails works all the same, but makes Slowed.",
            },
        )
        self.slowed_halves = choices.word(
            "slowed-halves",
            "10.16",
            "What Slowed halves",
            "Movement is halved; the word may mean the pool or the Ranges too.",
            {
                "pool-and-ranges": "A stack of Slowed halves one's Movement and each Range.",
                "pool": "A stack of Slowed halves one's Movement only; the Ranges stay as they are.",
            },
        )
        self.provoking = choices.word(
            "provoking",
            "10.17",
            "Blows at those who leave",
            "Once for each time of leaving, or once for each mover: not said.",
            {
                "exit": "An enemy may strike at somebody each time they move out of its reach.",
                "turn": "An enemy may strike at somebody only once in a turn, however often they move out of its reach.",
            },
        )
        self.leaving = choices.word(
            "leaving",
            "10.18",
            "Being moved out of reach",
            "Moving out of reach provokes; whether being moved does is not said.",
            {
                "own": "Whoever is pushed or pulled out of an enemy's reach is not struck at.",
                "any": "Enemies may strike at whoever leaves their reach, also at those who are pushed or pulled.",
            },
        )
        self.standing_up = choices.word(
            "standing-up",
            "11.3",
            "Standing up",
            "Prone is undefined in the source; the price is borrowed from a later edition.",
            {
                "one": "Standing up costs 1 unit of Movement.",
                "half": "Standing up costs half of one's Movement for the turn, rounded up.",
            },
        )
        self.jump = choices.word(
            "jump",
            "11.4",
            "Jumping",
            "Jumping is nowhere defined; a jump is there to get over things.",
            {
                "over": "A jump touches neither fire nor water nor anything else on its way, only what is where it lands.",
                "through": "A jump touches all that a walk along its way would touch, such as fire.",
            },
        )
        self.climb = choices.word(
            "climb",
            "11.6",
            "What can be climbed",
            "Climbing is nowhere defined; a table may want its faces marked.",
            {
                "surface": "Every face on the map can be climbed.",
                "marked": "Only ladders on the map and ground marked as climbable can be climbed.",
            },
        )
        self.swim = choices.word(
            "swim",
            "11.7",
            "Swimmers and air",
            "Swimming is nowhere defined; water is airless for those who cannot breathe it.",
            {
                "surface": "Whoever can swim keeps their head above deep water and has air.",
                "under": "Whoever is in deep water and cannot breathe it has no air, even if they can swim.",
            },
        )
        self.levitate = choices.word(
            "levitate",
            "11.10",
            "Height of levitation",
            "Levitation is nowhere defined but said to have limits of its own.",
            {
                "low": "Levitation leads no more than 2 units above the ground.",
                "free": "Levitation leads as high as one likes.",
            },
        )
        self.fall_threshold = choices.word(
            "fall-threshold",
            "11.11",
            "Falls that hurt",
            "One text says three units or more, another more than three.",
            {
                "three": "A fall hurts from 3 units on.",
                "four": "A fall hurts from 4 units on.",
            },
        )
        self.fall_bands = choices.word(
            "fall-bands",
            "11.13",
            "Two tries to catch hold",
            "The bands of falls end at different heights in text and picture, and their actions are of an older game.",
            {
                "ten": "Catching hold in a fall may be tried twice from 10 units on, for a Beat each; else once.",
                "sixty": "Catching hold in a fall may be tried twice from 60 units on, for a Beat each; else once.",
                "hundred": "Catching hold in a fall may be tried twice from 100 units on, for a Beat each; else once.",
            },
        )
        self.falling_beat = choices.word(
            "falling-beat",
            "11.13",
            "Where one may catch hold",
            "A moment is given before every fall; out of the air there is seldom anything to hold on to.",
            {
                "edges": "Whoever falls over an edge may try to catch hold; whoever falls out of the air may not.",
                "any": "Whoever falls may try to catch hold, even out of the air, and then comes down unhurt.",
            },
        )
        self.zone_timing = choices.word(
            "zone-timing",
            "12.3",
            "Zones in the same turn",
            "Zones act on touch; whether each cube counts anew is not said.",
            {
                "once": "Each kind of zone acts once in a turn on the same creature, however much of it is crossed.",
                "each-cube": "A zone acts on a creature anew in each square of it that is entered in the creature's turn.",
            },
        )
        self.bright_light = choices.word(
            "bright-light",
            "12.6",
            "Bright Light",
            "The printed figures look swapped: more stacks further away.",
            {
                "near-two": "Bright Light takes 2 stacks of a Dark Zone away within 5 units, and 1 within 10.",
                "far-two": "Bright Light takes 2 stacks of a Dark Zone away within 10 units.",
            },
        )
        self.condition_words = choices.word(
            "condition-words",
            "13.3",
            "Wording of conditions",
            "The character sheet words some conditions otherwise than the text.",
            {
                "prose": "Conditions follow the text: Blunted hinders all Abilities, Frightened Tests against its source.",
                "sheet": "Conditions follow the sheet: Blunted hinders Abilities against others, Frightened all Tests.",
            },
        )
        self.stunned = choices.word(
            "stunned",
            "13.12",
            "Stunned",
            "Named only; the rule is our own.",
            {
                "tests": "Each stack of Stunned is a Disadvantage on Tests; two stop Actions and Reactions but free ones.",
                "beats": "Each stack of Stunned takes a Beat, as Restrained does.",
            },
        )
        self.surprised = choices.word(
            "surprised",
            "13.13",
            "Surprised",
            "Named only; the rule is our own.",
            {
                "no-reactions": "The Surprised take no Reactions, not even free ones, until the end of their next turn.",
                "no-beats": "Whoever becomes Surprised loses all Beats, and has new ones only when a turn of theirs ends.",
            },
        )
        self.unconscious = choices.word(
            "unconscious",
            "13.15",
            "Unconscious",
            "Named only; the rule is our own.",
            {
                "helpless": "The unconscious lie Prone and fail Grit and Edge Saves; melee hits on them are High at least.",
                "still": "The unconscious lie Prone and do nothing; their Saves and melee hits on them count as rolled.",
            },
        )
        self.halvings = choices.word(
            "halvings",
            "14.3",
            "Several halvings of damage",
            "Several halvings at once are not settled.",
            {
                "once": "Several Resistances, and cover with them, halve damage only once.",
                "each": "Each of several Resistances halves damage again, and so does cover.",
            },
        )
        self.vitality_threshold = choices.word(
            "vitality-threshold",
            "14.6",
            "Great damage at 0 Health",
            "Over ten in one place, ten or more in another.",
            {
                "over-ten": "Damage at 0 Health costs 1 Vitality, and if it is more than 10 points, 1 more for each full 10.",
                "ten": "Damage at 0 Health costs 1 Vitality, and if it is 10 points or more, 1 more for each full 10.",
            },
        )
        self.vitality_loss = choices.word(
            "vitality-loss",
            "14.6",
            "What costs Vitality",
            "One text takes a tenth of all damage from Vitality, another only from the unstable.",
            {
                "unstable": "Only damage at 0 Health and long falls cost Vitality.",
                "always": "Damage above 0 Health, too, takes a tenth of itself, rounded down, from Vitality as well.",
            },
        )
        self.wounds = choices.word(
            "wounds",
            "14.7",
            "Number of Wounds",
            "One Wound for a hit or for each point lost: not settled.",
            {
                "hit": "Damage that costs Vitality causes one Wound, however many points are lost.",
                "point": "Damage that costs Vitality causes a Wound for each point that is lost.",
            },
        )
        self.npc_death = choices.word(
            "npc-death",
            "14.10",
            "When NPCs fall",
            "NPCs may have more or fewer Vitality; none is simplest for all but bosses.",
            {
                "health": "NPCs are down at 0 Health; only bosses among them have Vitality and Wounds.",
                "vitality": "All NPCs have Vitality, most of them 2, and are wounded and die like player characters.",
            },
        )
        self.unarmed = choices.word(
            "unarmed",
            "15.2",
            "Bare hands",
            "Three figures for bare hands; the attack's own block is the fullest.",
            {
                "block": "Bare hands do 1 damage with a Low Score, 2 with a Mixed, 3 with a High, 5 with a critical success.",
                "sheet": "Bare hands attack with a Disadvantage and do 1 damage when they hit, whatever the Score.",
            },
        )
        self.sneaky_halves = choices.word(
            "sneaky-halves",
            "16.5",
            "Damage to the Sneaky",
            "Half of all damage in one place, of Solid damage in another.",
            {
                "solid": "The Sneaky take half the Solid damage of Abilities, and other damage in full.",
                "all": "The Sneaky take half of all damage of Abilities, except True damage.",
            },
        )
        self.sneak_attack = choices.word(
            "sneak-attack",
            "16.9",
            "Sneak Attack",
            "Two accounts of what the covert attack gains.",
            {
                "advantage": "A Sneak Attack on an NPC has an Advantage; one stays Sneaky only after a High Score in Sleight.",
                "damage": "A Sneak Attack does 1 more damage but has no Advantage of its own, and ends Sneaky.",
            },
        )
        self.escape = choices.word(
            "escape",
            "16.10",
            "Getting away",
            "Phases change by the GM's word; one chapter lets an escape pause the Encounter by itself.",
            {
                "announced": "When all of the party were Sneaky for a round, the GM may announce a pause while the foes search.",
                "at-once": "When all of the party were Sneaky for a round, a pause comes by itself while the foes search.",
            },
        )
        self.legendary_count = choices.word(
            "legendary-count",
            "17.1",
            "Legendary abilities in a round",
            "Only the name is given; an editor's note ties such acts to the number of players.",
            {
                "per-pc": "A boss may use as many legendary abilities in a round as there are player characters.",
                "one": "A boss may use one legendary ability in a round.",
            },
        )
        self.legendary_when = choices.word(
            "legendary-when",
            "17.2",
            "Turns that bosses answer",
            "Only the name is given.",
            {
                "pc-turn": "A boss may use a legendary ability after the turn of a player character.",
                "any-turn": "A boss may use a legendary ability after the turn of anybody else, NPCs too.",
            },
        )
        self.environment = choices.word(
            "environment",
            "17.4",
            "The surroundings",
            "The environment has abilities too; when is not said.",
            {
                "top": "The GM may use an ability of the surroundings at the top of each round.",
                "end": "The GM may use an ability of the surroundings at the end of each round.",
            },
        )
        self.pause_pending = choices.word(
            "pause-pending",
            "18.5",
            "Slow Actions in a pause",
            "What a pause does to pending Slow Actions is not said.",
            {
                "kept": "A Slow Action that was begun is kept through a pause of the Encounter.",
                "lost": "A Slow Action that was begun is lost when the Encounter is paused.",
            },
        )
        self.end_pending = choices.word(
            "end-pending",
            "19.1",
            "Slow Actions at the end",
            "What the end of an Encounter does to pending Slow Actions is not said.",
            {
                "lost": "A Slow Action that was begun is lost when the Encounter ends.",
                "effect": "A Slow Action that was begun takes effect when the Encounter ends.",
            },
        )
        self.experience = choices.word(
            "experience",
            "19.2",
            "Experience Points",
            "One point, or two in another chapter.",
            {
                "one": "An Encounter brings 1 Experience Point, or 2 if the GM sees a second goal or a great result.",
                "two": "An Encounter brings 2 Experience Points, or 3 if the GM sees a second goal or a great result.",
            },
        )
        self.level_up = choices.word(
            "level-up",
            "19.5",
            "Levelling up",
            "One should ask the GM first.",
            {
                "leave": "Whoever has the points for a level asks the GM before taking it.",
                "free": "Whoever has the points for a level may take it without asking.",
            },
        )


def options(enc: Encounter) -> PhaseOptions:
    chosen = enc.options
    assert isinstance(chosen, PhaseOptions)
    return chosen
