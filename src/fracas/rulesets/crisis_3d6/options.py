"""The options of Crisis 3d6: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for people who set up a table and want the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choices, Encounter, Options, Preset
from fracas.engine.options import YES


class CrisisOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        choices.group("At the table")
        self.secrets = choices.word(
            "secrets",
            "2.9",
            "What players know",
            "No source says what players may know of their foes; wounds show, numbers do not.",
            {
                "health": "Players see how hurt the GM's combatants look; their level, numbers and pack stay secret.",
                "open": "Players see every number of everybody who is not hidden.",
            },
        )
        self.aftermath = choices.word(
            "aftermath",
            "16.2",
            "After the fight",
            "A fight is over when it is over; those who play a whole day go on.",
            {
                "end": "The encounter ends with the fight, unless the scenario itself gives a respite.",
                "respite": "The winners may rest, heal and fight again, if there is a character among them.",
            },
        )
        choices.group("Checks")
        self.stunt_face = choices.word(
            "stunt-face",
            "1.13",
            "Dice that buy stunts",
            "Low rolls are good, so a one fits a critical; older pages say sixes, and for a day both were in use.",
            {
                "ones": "Ones buy stunts such as critical hits; three ones always succeed, three sixes always fail.",
                "sixes": "Sixes buy stunts such as critical hits; three sixes always succeed, three ones always fail.",
                "mixed": "Sixes buy stunts such as critical hits, but three ones always succeed and three sixes fail.",
            },
        )
        self.difficulty_modifiers = choices.word(
            "difficulty-modifiers",
            "1.6",
            "Assets and bad circumstances",
            "The table heads its signs with the level, and aim moves the level; as plain numbers they would be weaker.",
            {
                "level": "An Asset makes checks one difficulty level easier, an Unfavourable Circumstance one harder.",
                "number": "An Asset adds 1 to the target number of checks, an Unfavourable Circumstance takes 1 away.",
            },
        )
        self.fate = choices.flag(
            "fate",
            "1.18",
            "Buying another throw",
            "The pages on characters let them buy another throw with experience; the one on crises is silent.",
            {
                False: "The dice of a check stay as they fell.",
                True: "Characters may reroll a check, attack or defence, each time for 1 experience.",
            },
        )
        self.tactics = choices.word(
            "tactics",
            "14.9",
            "Untrained Tactics",
            "An average skill at first, an easy one on a later page.",
            {
                "average": "Tactics is an average skill: -5 for characters who never learned it.",
                "easy": "Tactics is an easy skill: -4 for characters who never learned it.",
            },
        )
        choices.group("Turns and movement")
        self.initiative = choices.word(
            "initiative",
            "14.4",
            "Initiative",
            "The text says Intelligence, a later formula beside it Might.",
            {
                "intelligence": "Initiative is a quarter of Speed and Intelligence together, rounded down.",
                "might": "Initiative is a quarter of Speed and Might together, rounded down.",
            },
        )
        self.ap_gain = choices.word(
            "ap-gain",
            "4.3",
            "When Action Points come",
            "Points come at the start of each turn, and a turn is sometimes one's own and sometimes the whole cycle.",
            {
                "own-turn": "Action Points come to everybody at the start of their own turn.",
                "round": "Action Points come to everybody at once, when a turn of the whole table begins.",
            },
        )
        self.fee_payers = choices.word(
            "fee-payers",
            "2.7",
            "Whom a fight tires",
            "Combat tires the character, the source says; nothing spares the others.",
            {
                "everyone": "Each fight costs everybody 10 Endurance.",
                "characters": "Each fight costs characters 10 Endurance, and NPCs none.",
            },
        )
        self.diagonal = choices.word(
            "diagonal",
            "5.4",
            "Diagonals",
            "Distances are in metres without a grid; counting every square as one is the quickest.",
            {
                "one": "A diagonal square counts as one, for movement, reach and range.",
                "alternating": "Every second diagonal square counts as two, for movement and range.",
            },
        )
        choices.group("Attack and defence")
        self.defence = choices.word(
            "defence",
            "9.1",
            "What stops an attack",
            "Attack and defence are called a contest with ties, and contests compare margins.",
            {
                "margins": "A defence that succeeds by at least as much stops the attack, three ones or sixes aside.",
                "success": "Every successful defence stops the attack, three ones or sixes aside.",
            },
        )
        self.cover_effect = choices.word(
            "cover-effect",
            "10.2",
            "What cover does",
            "The table gives cover as a difficulty with a minus; a later page turns it into a bonus for the defender.",
            {
                "penalty": "Cover takes 2 or 4 from the target number of the attack.",
                "bonus": "Cover adds 2 or 4 to a character's defence roll; where nobody rolls, the attack loses them.",
            },
        )
        self.overwatch_attacks = choices.word(
            "overwatch-attacks",
            "7.8",
            "Overwatch against movement",
            "Points may be spent on attacks in another's turn; how many during one movement is not said.",
            {
                "one": "Somebody on Overwatch may attack once during the whole movement of an enemy.",
                "each-square": "Somebody on Overwatch may attack at each square an enemy enters, while points last.",
            },
        )
        choices.group("Injury and healing")
        self.death = choices.word(
            "death",
            "11.9",
            "At 0 Health",
            "No Health left is death; the next day's edition lets people die slowly.",
            {
                "dead": "Whoever has no Health left is dead.",
                "dying": "At 0 Health people are dying and may faint; first aid saves them.",
            },
        )
        self.healing_check = choices.word(
            "healing-check",
            "15.6",
            "What a treatment heals",
            "The result is to be translated into a difficulty level; a later page takes the margin.",
            {
                "level": "A treatment adds as many points to the next rest as the highest level its roll would pass.",
                "margin": "A treatment adds as many points to the next rest as the margin of its roll.",
            },
        )
        choices.group("Characters and NPCs")
        self.npc_defence = choices.word(
            "npc-defence",
            "9.8",
            "Defence of NPCs",
            "What the pages say makes high levels next to impossible to hit; half the level keeps them within reach.",
            {
                "half-level": "Half of an NPC's level, rounded down, is taken from the target number of attacks on it.",
                "document-table": "Attacks on an NPC have its level as a difficulty: +3 for level 1, -12 for level 10.",
                "assumed-roll": "The whole level of an NPC is taken from the target number of attacks on it.",
            },
        )
        self.npc_pools = choices.word(
            "npc-pools",
            "14.20",
            "Health and Endurance of NPCs",
            "The larger numbers belong to the game before low rolls became good.",
            {
                "ten-based": "An NPC has 10 plus its level of Health, and four times as much Endurance.",
                "large": "An NPC has 20 Health and 50 Endurance, 5 and 10 more a level, and simple attacks to match.",
            },
        )
        self.slots = choices.word(
            "slots",
            "14.7",
            "Slots for what one carries",
            "Fifteen and twice the modifier when it was written, twice Might one day later.",
            {
                "fifteen": "A character has 15 slots for what it carries, plus twice the modifier of Might.",
                "twice-might": "A character has twice its Might in slots in play; cards are checked by the other rule.",
            },
        )


PRESETS: Final[list[Preset]] = [
    Preset(
        "first-pages",
        "The first pages",
        "What the pages beside the source document said on the day it was written.",
        {"stunt-face": "sixes", "fate": YES, "npc-defence": "document-table", "npc-pools": "large"},
    ),
    Preset(
        "later-pages",
        "The later pages",
        "What the same pages said one day later: people die slowly, and cover helps those who defend.",
        {
            "initiative": "might",
            "cover-effect": "bonus",
            "death": "dying",
            "healing-check": "margin",
            "npc-defence": "assumed-roll",
            "slots": "twice-might",
            "tactics": "easy",
        },
    ),
]


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
