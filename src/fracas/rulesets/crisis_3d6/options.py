"""The options of Crisis 3d6: what its sources name as variants or tell differently, and what a table would argue about.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.options import Choices, Options


class CrisisOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.difficulty_modifiers = choices.word(
            "difficulty-modifiers",
            "1.6",
            "Assets and bad circumstances",
            "The table heads its signs with the level, and aim moves the level; as plain numbers they would be weaker.",
            {
                "level": "An Asset makes a check one difficulty level easier, an Unfavourable Circumstance one level harder.",
                "number": "An Asset adds 1 to the target number of a check, an Unfavourable Circumstance takes 1 from it.",
            },
        )
        self.stunt_face = choices.word(
            "stunt-face",
            "1.13",
            "Dice that buy stunts",
            "Low rolls are good, so a one fits a critical; the older page still says sixes, and for a day it was sixes for stunts and ones for legends.",
            {
                "ones": "Ones buy stunts such as critical hits; three ones always succeed, three sixes always fail.",
                "sixes": "Sixes buy stunts such as critical hits; three sixes always succeed, three ones always fail.",
                "mixed": "Sixes buy stunts such as critical hits, but three ones always succeed and three sixes always fail.",
            },
        )
        self.task_cost = choices.word(
            "task-cost",
            "1.17",
            "Price of a check",
            "A check in a fight has no price anywhere; two points is what most actions cost.",
            {
                "two": "Trying something in a fight, by a check or a contest, costs 2 Action Points.",
                "free": "Trying something in a fight, by a check or a contest, costs no Action Points.",
            },
        )
        self.fate = choices.word(
            "fate",
            "1.18",
            "Buying another throw",
            "The pages on characters let them buy another throw with experience, the one on crises says nothing of it.",
            {
                "none": "The dice of a check stay as they fell.",
                "experience": "Characters may throw the dice of a check, attack or defence again, each time for 1 experience.",
            },
        )
        self.fee_payers = choices.word(
            "fee-payers",
            "2.7",
            "Whom a fight tires",
            "Combat tires the character, it says; nothing spares the others.",
            {
                "everyone": "Each fight costs everybody 10 Endurance.",
                "characters": "Each fight costs characters 10 Endurance, and NPCs none.",
            },
        )
        self.fee_time = choices.word(
            "fee-time",
            "2.7",
            "When a fight tires",
            "A fight strains whatever its outcome; when the points go is not said; from the start they are felt.",
            {
                "start": "The Endurance a fight costs goes when the turn order is rolled, on coming in late, or at the end.",
                "end": "The Endurance a fight costs is paid when it is over, by all who have survived it.",
            },
        )
        self.fee_exhausts = choices.flag(
            "fee-exhausts",
            "2.8",
            "Exhausted by a fight as such",
            "Nothing says that the strain of a fight stops short of the last point; it may also be meant to leave one.",
            {
                True: "The Endurance a fight costs can be one's last, which leaves one exhausted.",
                False: "The Endurance a fight costs never includes the last point.",
            },
        )
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
        self.ties = choices.word(
            "ties",
            "3.2",
            "Ties in the turn order",
            "The tied roll again; what happens if they are equal once more is not said.",
            {
                "again": "Those with equal totals for the turn order roll again, until none of them are equal.",
                "once": "Those with equal totals for the turn order roll again once; who is still equal acts in list order.",
            },
        )
        self.hidden_ties = choices.word(
            "hidden-ties",
            "3.2",
            "Ties with the hidden",
            "The tied roll again, it says; but by such a roll those who are seen would learn of somebody hidden.",
            {
                "lose": "The hidden act after those with the same total who are seen; no roll between them gives them away.",
                "roll": "The hidden roll again with everybody else who has the same total.",
            },
        )
        self.newcomers = choices.word(
            "newcomers",
            "3.8",
            "Place of newcomers",
            "Everybody involved rolls for the order, it says, without a word on those who come later.",
            {
                "roll": "Whoever comes into a fight rolls for a place in the turn order.",
                "last": "Whoever comes into a fight is put at the end of the turn order, without a roll.",
            },
        )
        self.attacks_per_turn = choices.word(
            "attacks-per-turn",
            "3.4",
            "Attacks in a turn",
            "Nothing forbids a second attack while the points last; many tables expect it to be forbidden.",
            {
                "any": "Everybody may attack in their turn as often as their Action Points allow.",
                "one": "Everybody may attack once in their own turn; Overwatch in the turns of others does not count.",
            },
        )
        self.ap_gain = choices.word(
            "ap-gain",
            "4.3",
            "When Action Points come",
            "Points come at the start of each turn, and a turn is once one's own and once the whole cycle.",
            {
                "own-turn": "Action Points come to everybody at the start of their own turn.",
                "round": "Action Points come to everybody at once, when a turn of the whole table begins.",
            },
        )
        self.opening_points = choices.word(
            "opening-points",
            "4.3",
            "Action Points at the opening",
            "Points come at the beginning of a crisis and with each turn, which may be meant once or twice.",
            {
                "none": "Nobody gains extra Action Points when a fight begins.",
                "four": "Everybody gains 4 Action Points as a fight begins, 2 if exhausted, besides those of own turns.",
            },
        )
        self.stunned_and_exhausted = choices.word(
            "stunned-and-exhausted",
            "4.5",
            "Both stunned and exhausted",
            "One regains no points, the other two; which of them holds for somebody who is both is not said.",
            {
                "none": "Whoever is stunned gains no Action Points, exhausted or not.",
                "two": "Whoever is both stunned and exhausted still gains 2 Action Points.",
            },
        )
        self.cancelled_points = choices.word(
            "cancelled-points",
            "4.7",
            "Long actions broken off",
            "Another action is said to cancel it, which leaves nothing of what was put in.",
            {
                "lost": "Action Points put into an action of several turns are lost when something cancels it.",
                "kept": "A cancelled action of several turns keeps its Action Points, until one begins another such action.",
            },
        )
        self.parallel_acts = choices.word(
            "parallel-acts",
            "4.8",
            "Shouting during a long action",
            "Short commands while reloading are the example of what does not disturb; the GM may be stricter.",
            {
                "free": "A shout does not cancel an action of several turns.",
                "cancel": "Even a shout cancels an action of several turns.",
            },
        )
        self.diagonal = choices.word(
            "diagonal",
            "5.4",
            "Diagonals",
            "Distances are in metres without a grid; one is the quickest to count.",
            {
                "one": "A diagonal square counts as one, for movement, reach and range.",
                "alternating": "Every second diagonal square counts as two, for movement and range.",
            },
        )
        self.prone_cost = choices.word(
            "prone-cost",
            "5.9",
            "Price of going prone",
            "Only standing up has a price; dropping takes a moment all the same.",
            {
                "one": "Going prone, or turning while prone, costs 1 Action Point.",
                "free": "Going prone, or turning while prone, costs nothing.",
            },
        )
        self.hide_from = choices.word(
            "hide-from",
            "6.1",
            "Hiding in sight of some",
            "Hiding needs that the others have no sight of one; whether one of them spoils it for all is not said.",
            {
                "each": "Whoever hides is hidden from each enemy who has no sight of it and whom the Stealth check fools.",
                "all": "Hiding needs that no enemy has sight, and works only if the Stealth check fools all of them.",
            },
        )
        self.perception = choices.word(
            "perception",
            "6.3",
            "Stealth against Perception",
            "Stealth is opposed by a value that is never rolled: a penalty, or a contest that a tie does not win.",
            {
                "penalty": "What an enemy's Perception has beyond 10 is a penalty for Stealth; barely succeeding is enough.",
                "contest": "Stealth has to succeed by more than what an enemy's Perception has beyond 10; a tie hides nobody.",
            },
        )
        self.hidden_attack = choices.word(
            "hidden-attack",
            "6.9",
            "Attacks from hiding",
            "Only the surprised are said to have no defence.",
            {
                "plain": "An attack from hiding is defended against like any other.",
                "no-defence": "Whoever is attacked from hiding has no defence roll, and an NPC no defence modifier.",
            },
        )
        self.aim_hit = choices.word(
            "aim-hit",
            "7.5",
            "Aim and being hit",
            "What loses the aim is not said; a hit would make aiming in the open useless.",
            {
                "kept": "Being hit does not disturb one's aim.",
                "lost": "A hit that is not defended makes its target lose all aim.",
            },
        )
        self.overwatch_attacks = choices.word(
            "overwatch-attacks",
            "7.8",
            "Overwatch against movement",
            "Points may be spent on attacks in the turn of another, and nothing says on how many of one walk.",
            {
                "one": "Somebody on Overwatch may attack once during the whole movement of an enemy.",
                "each-square": "Somebody on Overwatch may attack at each square an enemy enters, while the Action Points last.",
            },
        )
        self.overwatch_lasts = choices.word(
            "overwatch-lasts",
            "7.11",
            "How long Overwatch lasts",
            "One's turn is delayed, and until when is not said: until it comes again, or until everybody had theirs.",
            {
                "own-turn": "Overwatch lasts until the start of one's own next turn.",
                "round": "Overwatch ends when the turn of the whole table is over.",
            },
        )
        self.first_increment = choices.word(
            "first-increment",
            "8.7",
            "The first range increment",
            "Each increment costs two; nobody says whether the first does, and it would make point-blank shots hard.",
            {
                "free": "Each range increment after the first takes 2 from the target number of a shot.",
                "counts": "Each range increment takes 2 from the target number of a shot, the first included.",
            },
        )
        self.rate_of_fire = choices.word(
            "rate-of-fire",
            "8.11",
            "Dice for extra shots",
            "An extra shot adds a die to the attack, which in a low roll must mean the best three.",
            {
                "lowest-three": "Each extra shot adds a die to the attack roll; the lowest three count, and all of them buy stunts.",
                "extra-stunts": "Each extra shot adds a die that only buys stunts; the first three dice are the attack roll.",
            },
        )
        self.defence = choices.word(
            "defence",
            "9.1",
            "What stops an attack",
            "Attack and defence are called a contest with ties, and contests compare margins.",
            {
                "margins": "A defence roll stops an attack if it succeeds by at least as much, three ones or sixes aside.",
                "success": "Every successful defence roll stops the attack, three ones or sixes aside.",
            },
        )
        self.fighter_perk = choices.word(
            "fighter-perk",
            "9.6",
            "The perk Fighter",
            "The penalty starts with the third enemy; how large it is then is not said.",
            {
                "whole": "To a Fighter two enemies in reach are no penalty hand to hand, three are -4, and each more -2.",
                "reduced": "To a Fighter two enemies in reach are no penalty hand to hand, three are -2, and each more -2.",
            },
        )
        self.npc_defence = choices.word(
            "npc-defence",
            "9.8",
            "Defence of NPCs",
            "The level as a difficulty makes high levels impossible to hit, and so does 10 and the level against a roll assumed to be average; half of it keeps them within reach.",
            {
                "half-level": "Half of an NPC's level, rounded down, is taken from the target number of attacks on it.",
                "document-table": "Attacks on an NPC have its level as a difficulty, from +3 for level 1 to -12 for level 10.",
                "assumed-roll": "The whole level of an NPC is taken from the target number of attacks on it.",
            },
        )
        self.stunned_defence = choices.word(
            "stunned-defence",
            "9.10",
            "Defence of the stunned",
            "The stunned cannot act or react; defending is asked of everybody who is attacked.",
            {
                "rolls": "The stunned defend like everybody else.",
                "none": "The stunned have no defence roll, and stunned NPCs no defence modifier.",
            },
        )
        self.cover_as = choices.word(
            "cover-as",
            "10.2",
            "What cover does",
            "The table gives cover as a difficulty with a minus; a later page turns it into a bonus for the defender.",
            {
                "penalty": "Cover takes 2 or 4 from the target number of the attack.",
                "bonus": "Cover adds 2 or 4 to the defence of a character who rolls for it; else the attack loses them.",
            },
        )
        self.prone_cover = choices.word(
            "prone-cover",
            "10.8",
            "Lying down as cover",
            "Lying straight towards somebody is heavy cover, it says, and elsewhere that prone may help against shots.",
            {
                "faced": "The prone have heavy cover from shots from beyond reach, if they face the shooter.",
                "all-round": "The prone have heavy cover from all shots from beyond reach, whichever way they lie.",
            },
        )
        self.take_cover = choices.word(
            "take-cover",
            "10.9",
            "Taking cover",
            "Taking cover is no action of the sources; where somebody stands decides, and pressing close improves it.",
            {
                "better": "Cover comes from one's place; taking cover close to it makes plain cover heavy, except at a car.",
                "needed": "Whoever has not taken cover has none from the board, except out of sight.",
            },
        )
        self.melee_damage = choices.word(
            "melee-damage",
            "11.3",
            "Might in hand-to-hand damage",
            "The damage of a melee weapon is said to be influenced by Might.",
            {
                "might": "A character adds the modifier of the ability it fights with, mostly Might, to hand-to-hand damage.",
                "plain": "No ability changes hand-to-hand damage.",
            },
        )
        self.critical = choices.word(
            "critical",
            "11.6",
            "Critical hits",
            "A critical deals damage to Health; whether the blow still tires is not said.",
            {
                "both": "A critical hit wounds Health and takes Endurance as well, while there is any.",
                "instead": "A critical hit wounds Health and takes no Endurance.",
            },
        )
        self.critical_on_miss = choices.flag(
            "critical-on-miss",
            "11.6",
            "Wounds by a missed attack",
            "Stunts of a failed attack may be used where they apply; a wound without a hit hardly does.",
            {
                False: "An attack that misses never wounds, whatever stunt dice it shows.",
                True: "An attack that misses may wound Health by its stunt dice, unless it is a fumble.",
            },
        )
        self.armour = choices.word(
            "armour",
            "11.8",
            "What armour stops",
            "Armour prevents the damage, it says, and sets no limit to it.",
            {
                "whole": "Armour with Durability left stops a wound altogether, however large, and loses 1 Durability.",
                "points": "Armour stops as many points of a wound as it has Durability, and loses 1 Durability.",
            },
        )
        self.death = choices.word(
            "death",
            "11.9",
            "At 0 Health",
            "No Health left is death; the next day's edition lets people die slowly.",
            {
                "dead": "Whoever has no Health left is dead.",
                "dying": "At 0 Health one is dying and may faint; first aid saves, and minus the full Health is death.",
            },
        )
        self.exhausted_ends = choices.word(
            "exhausted-ends",
            "12.2",
            "End of exhaustion",
            "Exhaustion comes with zero Endurance, so it goes with it.",
            {
                "above-zero": "Exhaustion ends with the first point of Endurance one regains.",
                "full": "Exhaustion ends only when Endurance is full again.",
            },
        )
        self.drunk_lasts = choices.word(
            "drunk-lasts",
            "12.3",
            "How long drink lasts",
            "Nothing says when one is sober again; drink lasts longer than a fight.",
            {
                "encounter": "The drunk stay so for the whole encounter, unless a rest or some cure sobers them up.",
                "fight": "The drunk are sober when the fight is over, if no cure comes first.",
            },
        )
        self.prone_shot = choices.word(
            "prone-shot",
            "12.5",
            "Shooting while prone",
            "Lying down may help one's shots, it says, and leaves it there.",
            {
                "none": "Lying down does not help one's shots.",
                "asset": "Lying down makes one's shots one difficulty level easier.",
            },
        )
        self.stunned_lasts = choices.word(
            "stunned-lasts",
            "12.6",
            "How long the stunned are out",
            "It is for the current turn, and a turn is once one's own and once the whole cycle.",
            {
                "own-turn": "The stunned lose their next turn, or the rest of the one under way.",
                "round": "The stunned cannot act or answer until the turn of the whole table is over.",
            },
        )
        self.ability_modifier = choices.word(
            "ability-modifier",
            "14.2",
            "Ability modifier",
            "Modifiers are used but no longer defined since ranks start at ten; the distance from ten is the plainest.",
            {
                "full": "The modifier of an ability is its rank minus 10.",
                "half": "The modifier of an ability is its rank minus 10, halved and rounded down.",
            },
        )
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
        self.npc_pools = choices.word(
            "npc-pools",
            "14.20",
            "Health and Endurance of NPCs",
            "The larger numbers belong to the game before its dice were turned round.",
            {
                "ten-based": "An NPC has 10 plus its level of Health, and four times as much Endurance.",
                "large": "An NPC has 20 Health and 50 Endurance, 5 and 10 more a level, and simple attacks to match.",
            },
        )
        self.healing_check = choices.word(
            "healing-check",
            "15.6",
            "What a treatment heals",
            "The result is to be translated into a difficulty level; a later page takes the margin.",
            {
                "level": "A treatment adds to the next rest the highest difficulty level at which its roll would succeed.",
                "margin": "A treatment adds to the next rest the margin by which its roll succeeds.",
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


def options(enc: Encounter) -> CrisisOptions:
    chosen = enc.options
    assert isinstance(chosen, CrisisOptions)
    return chosen
