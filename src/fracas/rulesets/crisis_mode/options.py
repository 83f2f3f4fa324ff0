"""The options of Crisis Mode: variants that its sources name or differ on, and what a table would argue about.

For the ruleset, which asks them in play, and for anyone who sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choices, Encounter, Options, Preset


class CrisisOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        choices.group("At the table")
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
        choices.group("Dice and stats")
        self.exploding = choices.word(
            "exploding",
            "8.8",
            "Exploding dice",
            "The action phase was written before dice exploded.",
            {
                "none": "No die is thrown again for showing its highest face.",
                "checks": "A Check die that shows its highest face is thrown again and added, as often as it happens.",
                "all": "Check, Effect and damage dice that show their highest face are thrown again and added.",
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
        self.full_points = choices.word(
            "full-points",
            "8.4",
            "Hit Points and Mana Points",
            "Two printings differ; only the first gives the nine Hit Points that a worked example begins with.",
            {
                "higher-stat": "The higher of Brawn (for Mana Points: Savvy) and Nerve, plus half of the other.",
                "nerve-halved": "Brawn (for Mana Points: Savvy) plus half of Nerve, even where Nerve is higher.",
            },
        )
        self.ladder = choices.word(
            "ladder",
            "8.6",
            "Ladder of challenges",
            "The six names belong to the edition of the sources; the seven to a later one.",
            {
                "six-rungs": "Challenges are trivial 4, easy 6, hard 8, heroic 10, superhuman 12 and impossible 15.",
                "seven-rungs": "Trivial 3, easy 6, moderate 9, hard 12, heroic 15, superhuman 18 and godly 21.",
            },
        )
        choices.group("Turns")
        self.order = choices.word(
            "order",
            "2.4",
            "Order of a Round",
            "A Reflex leaves one's place in the Round alone, and the order is said to change from Round to Round.",
            {
                "fixed": "The order is set by the Action Points when a Round begins, and holds for the whole Round.",
                "re-sort": "Those who are still to act are sorted again whenever somebody's Action Points change.",
            },
        )
        self.round_ap_limit = choices.flag(
            "round-ap-limit",
            "4.11",
            "Limit on Action Points in a Round",
            "The charge that serves as an example costs five points; a later edition caps the Round at three.",
            {
                False: "No limit is set to the Action Points of a Round, beyond the 3 that may go into movement.",
                True: "Nobody spends more than 3 Action Points in one opportunity, except on an Only action.",
            },
        )
        choices.group("Movement")
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
        self.opportunity_attacks = choices.flag(
            "opportunity-attacks",
            "5.11",
            "Opportunity attacks",
            "No source lets anybody strike at those who walk away.",
            {
                False: "Walking out of an enemy's reach is safe.",
                True: "Enemies whose reach somebody walks out of may make a Rushed attack for 1 Action Point.",
            },
        )
        self.rise_cost = choices.word(
            "rise-cost",
            "5.15",
            "Cost of rising",
            "The action table prices postures differently; a later one has a single price.",
            {
                "by-posture": "Rising costs 3 Action Points from prone, else 1; those who start with fewer give all.",
                "two": "Rising costs 2 Action Points from every posture; those who start with fewer give all.",
            },
        )
        choices.group("Combat")
        self.free_move_attack = choices.flag(
            "free-move-attack",
            "6.4",
            "Free Steps, movement and attack",
            "The source forbids it twice; a later edition allows it.",
            {
                False: "Nobody takes Free Steps, moves and attacks in the same Round.",
                True: "An attack may follow Free Steps and a movement in the same Round.",
            },
        )
        self.counterattack_cost = choices.number(
            "counterattack-cost",
            "7.2",
            "Cost of a Counterattack",
            "The action table says one point; a later table says two.",
            {
                1: "A Counterattack costs 1 Action Point, like every Reflex and Response.",
                2: "A Counterattack costs 2 Action Points; every other Reflex or Response costs 1.",
            },
        )
        self.armour_bypass = choices.flag(
            "armour-bypass",
            "10.9",
            "Getting past armour",
            "Armour can be bypassed in the edition of the sources and no longer in the later one.",
            {
                True: "An attack that beats the Defense roll by 4 or more, with a full helm 7, gets past armour.",
                False: "Armour counts against every attack, however well it hits.",
            },
        )
        choices.group("Injury and death")
        self.dying = choices.flag(
            "dying",
            "11.3",
            "Dying",
            "The sources stop at incapacitated; dying and death come from a later edition.",
            {
                True: "At 0 Hit Points one is dying and loses 1 more each turn until helped, healed or dead.",
                False: "At 0 Hit Points one lies incapacitated; nobody is dying, and nobody dies.",
            },
        )
        choices.group("Magic")
        self.mana_recovery = choices.word(
            "mana-recovery",
            "13.13",
            "Recovering Mana Points",
            "The action table gives one Mana Point for a whole turn; a later edition gives more, and some in Reset.",
            {
                "slow": "Recover takes the whole turn and gives 1 Mana Point; Reset by itself gives none.",
                "fast": "Recover costs 3 Action Points and gives 2 Mana Points; every Reset gives 1 more.",
            },
        )


PRESETS: Final[list[Preset]] = [
    Preset(
        "second-printing",
        "Second printing",
        "All dice explode, the second dice table is used, Nerve always counts half, and nobody dies.",
        {"exploding": "all", "dice-table": "second", "full-points": "nerve-halved", "dying": "no"},
    ),
    Preset(
        "later-edition",
        "Later edition",
        "Fewer Action Points a Round but freer combinations, Check dice that explode, and mana that comes back fast.",
        {
            "exploding": "checks",
            "dice-table": "second",
            "full-points": "nerve-halved",
            "ladder": "seven-rungs",
            "round-ap-limit": "yes",
            "rise-cost": "two",
            "free-move-attack": "yes",
            "counterattack-cost": "2",
            "armour-bypass": "no",
            "mana-recovery": "fast",
        },
    ),
]


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
