"""The options of Crisis Mode: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.options import Choices, Options


class CrisisOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.group_ap = choices.word(
            "group-ap",
            "1.7",
            "Action Points of a group",
            "Group cards are named, but not whether their members roll together; single rolls need no groups.",
            {
                "singly": "Every creature rolls its own Action Points.",
                "together": "Creatures of one kind on one side share a die for Action Points; each adds its own adjustments.",
            },
        )
        self.secrets = choices.word(
            "secrets",
            "1.11",
            "What players know",
            "No source says what players may know of their foes; wounds show, numbers do not.",
            {
                "health": "Players see in words how hurt a foe is; its Hit Points, Mana Points and pack stay secret.",
                "open": "Players see every number of everybody who is not hidden.",
            },
        )
        self.order = choices.word(
            "order",
            "2.4",
            "Order of a Round",
            "A Reflex leaves one's place in the Round alone, and the order is said to change from Round to Round.",
            {
                "fixed": "The order is set by the Action Points when a Round begins, and holds for the whole Round.",
                "re-sort": "Those who are still to act are put in order anew whenever somebody's Action Points change.",
            },
        )
        self.tie_stat = choices.word(
            "tie-stat",
            "2.6",
            "Equal Action Points",
            "A Modified stat counts for every purpose, and nothing exempts ties.",
            {
                "modified": "Equal Action Points go by Finesse as it is now, with all that raises or lowers it.",
                "base": "Equal Action Points go by the Finesse on the card.",
            },
        )
        self.ties = choices.word(
            "ties",
            "2.7",
            "Equal Finesse",
            "Ties matter only where order matters, which is between opponents.",
            {
                "opponents": "Opponents who are still equal roll for who goes first; allies among themselves go in list order.",
                "all": "All who are still equal roll for who goes first, also allies among themselves.",
            },
        )
        self.phase_end = choices.word(
            "phase-end",
            "2.12",
            "End of the Action Phase",
            "The Phase is said to end when all have spent everything or passed in the final Round.",
            {
                "spent-or-passed": "The Action Phase ends after a Round in which all who have Action Points left passed.",
                "nobody-acted": "With Action Points left, the Action Phase ends only after a Round in which nobody acted.",
            },
        )
        self.free_steps_before = choices.word(
            "free-steps-before",
            "3.8",
            "What may follow Free Steps",
            "Free Steps are said to come before any other action; only the combination with both is barred.",
            {
                "any": "Any kind of action may follow Free Steps in the same Round.",
                "move-or-attack": "Only a movement or an attack may follow Free Steps in the same Round.",
            },
        )
        self.reflex_bars_only = choices.flag(
            "reflex-bars-only",
            "4.7",
            "Only actions after a Reflex",
            "An Only action must be all one does in a turn, and a Reflex is an action.",
            {
                True: "Whoever paid for a Reflex or Response cannot take an Only action, the only one of a turn.",
                False: "An Only action, otherwise the only one of a turn, may follow Reflexes and Responses.",
            },
        )
        self.round_ap_limit = choices.word(
            "round-ap-limit",
            "4.11",
            "Action Points in a Round",
            "The charge that serves as an example costs five points; a later edition caps the Round at three.",
            {
                "none": "No limit is set to the Action Points of a Round, beyond the 3 that may go into movement.",
                "three": "Nobody spends more than 3 Action Points when their place in a Round comes, save on an Only action.",
            },
        )
        self.movement_modes = choices.word(
            "movement-modes",
            "5.4",
            "Movements in a Round",
            "Limits are given for stepping or for running, never for both.",
            {
                "one": "Everybody moves once in a Round, stepping or running the whole way.",
                "mixed": "Everybody may step and run several times in a Round, for at most 3 Action Points together.",
            },
        )
        self.diagonal = choices.word(
            "diagonal",
            "5.5",
            "Diagonals",
            "No source counts diagonals; one is the quickest to count.",
            {
                "one": "A diagonal square counts as one, for movement, reach and range.",
                "alternating": "Every second diagonal square counts as two.",
                "orthogonal": "There are no diagonal steps; distances are counted along rows and columns.",
            },
        )
        self.pass_through = choices.word(
            "pass-through",
            "5.7",
            "Walking through others",
            "No source speaks of occupied squares; friends make way for each other.",
            {
                "allies": "Allies may be walked through, enemies may not; those who lie incapacitated may be walked over.",
                "nobody": "Neither allies nor enemies may be walked through; those who lie incapacitated may be walked over.",
            },
        )
        self.leaving_reach = choices.word(
            "leaving-reach",
            "5.11",
            "Leaving an enemy's reach",
            "No source lets anybody strike at those who walk away.",
            {
                "safe": "Walking out of an enemy's reach is safe.",
                "rushed": "An enemy whose reach one walks out of may answer with a Rushed attack for 1 Action Point.",
            },
        )
        self.free_move_attack = choices.word(
            "free-move-attack",
            "6.4",
            "Free Steps, movement and attack",
            "The source forbids it twice; a later edition allows it.",
            {
                "never": "Nobody takes Free Steps, moves and attacks in the same Round.",
                "allowed": "An attack may follow Free Steps and a movement in the same Round.",
            },
        )
        self.counterattack_cost = choices.number(
            "counterattack-cost",
            "7.2",
            "Counterattack cost",
            "The action table says one point; a later table says two.",
            {
                1: "A Counterattack costs 1 Action Point, like every Reflex and Response.",
                2: "A Counterattack costs 2 Action Points; every other Reflex or Response costs 1.",
            },
        )
        self.failed_reflex = choices.word(
            "failed-reflex",
            "7.6",
            "A failed Reflex",
            "Reflexes cost points and a failed one keeps its penalties; the later wording adds the points.",
            {
                "paid": "A Reflex that fails still costs its Action Points, and its penalties apply.",
                "free": "A Reflex that fails costs no Action Points, but its penalties apply.",
            },
        )
        self.shield_block_against = choices.word(
            "shield-block-against",
            "7.7",
            "What a Shield Block stops",
            "The table speaks of the incoming attack without saying which; a later one of melee.",
            {
                "any": "A Shield Block works against blows, shots, throws and spells aimed at one target.",
                "hand-to-hand": "A Shield Block works against hand-to-hand attacks only.",
            },
        )
        self.dice_table = choices.word(
            "dice-table",
            "8.2",
            "Dice table",
            "Two printings differ for 13, 17, 19 and 20; the first belongs to the text of the action phase.",
            {
                "first": "Stats of 17, 19 and 20 check with 3d10+2, 3d12+1 and 3d12+2; the Effect dice of 13 are 2d6.",
                "second": "Stats of 17, 19 and 20 check with 3d12-1, 2d20-1 and 2d20; the Effect die of 13 is 1d12+1.",
            },
        )
        self.hit_points = choices.word(
            "hit-points",
            "8.4",
            "Hit points",
            "Only this formula gives Audacia the nine Hit Points of her example.",
            {
                "higher-plus-half": "Full Hit Points are the higher of Brawn and Nerve plus half the other, if no card says otherwise.",
                "brawn-plus-half-nerve": "Full Hit Points are Brawn plus half of Nerve, if no card says otherwise.",
            },
        )
        self.mana_points = choices.word(
            "mana-points",
            "8.4",
            "Mana points",
            "Mana Points follow the formula of Hit Points.",
            {
                "higher-plus-half": "Full Mana Points are the higher of Savvy and Nerve plus half the other, if no card says otherwise.",
                "savvy-plus-half-nerve": "Full Mana Points are Savvy plus half of Nerve, if no card says otherwise.",
            },
        )
        self.ladder = choices.word(
            "ladder",
            "8.6",
            "Ladder of challenges",
            "The six names belong to the edition of the sources; the seven to a later one.",
            {
                "six-rungs": "Challenges are trivial 4, easy 6, hard 8, heroic 10, superhuman 12 and impossible 15.",
                "seven-rungs": "Challenges are trivial 3, easy 6, moderate 9, hard 12, heroic 15, superhuman 18 and godly 21.",
            },
        )
        self.exploding = choices.word(
            "exploding",
            "8.8",
            "Exploding dice",
            "The action phase was written before dice exploded.",
            {
                "none": "No die is thrown again for showing its highest face.",
                "checks": "A Check die that shows its highest face is thrown again and added, as often as it happens.",
                "all": "Every die of checks, effects and damage that shows its highest face is thrown again and added.",
            },
        )
        self.reach = choices.word(
            "reach",
            "9.11",
            "Reach of weapons",
            "Reach comes from a later weapon table; without it every weapon strikes the next square.",
            {
                "weapon": "Most hand-to-hand weapons reach 1 square, some long ones 2 or 3.",
                "adjacent": "Every hand-to-hand weapon reaches 1 square.",
            },
        )
        self.minimal_sight = choices.word(
            "minimal-sight",
            "9.13",
            "Barely in sight",
            "One sentence gives a penalty for minimal sight, another asks for clear or partial sight.",
            {
                "penalty": "A target that is barely in sight can be attacked, at -6 on the attack roll.",
                "refused": "A target that is barely in sight cannot be attacked.",
            },
        )
        self.posture = choices.word(
            "posture",
            "9.19",
            "Lying down",
            "Postures exist in the sources without effect on fighting; the figures are borrowed.",
            {
                "prone-counts": "Lying down helps with crossbows and against shots; other attacks and Defense against blows suffer.",
                "ignored": "Lying down makes no difference to attacks or Defense.",
            },
        )
        self.unconscious_target = choices.number(
            "unconscious-target",
            "9.20",
            "Hitting the incapacitated",
            "Two borrowed tables give two numbers; the published one says six.",
            {
                6: "An attack roll of 6 or more hits somebody incapacitated.",
                9: "An attack roll of 9 or more hits somebody incapacitated.",
            },
        )
        self.bypass = choices.word(
            "bypass",
            "10.9",
            "Past the armour",
            "Armour can be bypassed in the edition of the sources and no longer in the later one.",
            {
                "margin": "An attack that beats the Defense roll by 4 or more gets past the armour.",
                "never": "Armour counts against every attack, however well it hits.",
            },
        )
        self.dying = choices.word(
            "dying",
            "11.3",
            "Dying",
            "The sources stop at incapacitated; dying and death are borrowed.",
            {
                "bleed-out": "Whoever drops to 0 Hit Points is dying and loses 1 more each turn until helped, healed or dead.",
                "out-of-play": "Whoever drops to 0 Hit Points lies incapacitated; nobody is dying, and nobody dies.",
            },
        )
        self.stunning_blow = choices.word(
            "stunning-blow",
            "11.6",
            "Stunning blow",
            "Borrowed from the later edition, where the sources are silent.",
            {
                "on": "Whoever loses more than half of the full Hit Points at once makes a check, or is stunned.",
                "off": "No blow stuns by its damage, however heavy it is.",
            },
        )
        self.first_aid = choices.word(
            "first-aid",
            "11.8",
            "First aid",
            "The table says that it stops bleeding; how well it works is borrowed.",
            {
                "check": "First aid needs a Savvy check, which is harder for the badly hurt and for oneself.",
                "sure": "First aid always succeeds, without a roll.",
            },
        )
        self.healing_cap = choices.word(
            "healing-cap",
            "11.11",
            "Limit of healing",
            "Not said anywhere; nobody is healthier than healthy.",
            {
                "maximum": "Healing never lifts Hit Points above the full number.",
                "none": "Healing can lift Hit Points above the full number.",
            },
        )
        self.recover = choices.word(
            "recover",
            "13.13",
            "Recover",
            "The action table gives one Mana Point for an Only action; a later one two for 3/Only.",
            {
                "one": "Recover takes the whole turn with all its Action Points and gives 1 Mana Point.",
                "two": "Recover costs 3 Action Points, or the whole turn if one has fewer, and gives 2 Mana Points.",
            },
        )
        self.rise = choices.word(
            "rise",
            "5.15",
            "Rising",
            "The action table prices postures differently; a later one has a single price.",
            {
                "by-posture": "Rising costs 3 Action Points from prone, else 1; who starts the turn with fewer gives all.",
                "two": "Rising costs 2 Action Points from every posture; who starts the turn with fewer gives all.",
            },
        )
        self.reset_mana = choices.word(
            "reset-mana",
            "15.5",
            "Mana in each Reset",
            "Only a later edition gives a Mana Point in every Reset.",
            {
                "none": "Reset gives Mana Points only where something worn or a condition does.",
                "one": "Reset gives everybody conscious 1 Mana Point, up to the full number.",
            },
        )
        self.ap_floor = choices.number(
            "ap-floor",
            "15.8",
            "Fewest Action Points",
            "Everybody is promised at least one action in each Action Phase.",
            {
                1: "A roll for Action Points gives at least 1, whatever lowers it.",
                0: "A roll for Action Points can come to 0, and whoever has 0 cannot act in that turn.",
            },
        )
        self.last_side = choices.word(
            "last-side",
            "16.1",
            "One side left",
            "Victory is not defined; with nobody left to act against, nobody acts against anybody.",
            {
                "at-once": "The crisis ends as soon as all on the other sides are incapacitated, dead or gone.",
                "ask": "The GM is asked whether the crisis is over when only one side is left.",
            },
        )
        self.quiet_turn = choices.word(
            "quiet-turn",
            "16.2",
            "A quiet turn",
            "The crisis ends when neither side acts against the other, which a whole quiet turn suggests.",
            {
                "ask": "After a turn in which nobody does anything hostile, the GM is asked whether the crisis is over.",
                "go-on": "The crisis goes on, however many turns pass in which nobody does anything hostile.",
                "end": "The crisis is over after a turn in which nobody does anything hostile.",
            },
        )


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
