"""The options of Crisis 3d6: every gap or conflict of its sources that had to be decided, each with its default.

For the ruleset, which asks them in play, and for whoever sets up a table and wants the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.options import Option

OPTIONS: Final[list[Option]] = [
    Option("difficulty-modifiers", "level", ["level", "number"], "1.6",
           "The table heads its signs with the level, and aim moves the level; as plain numbers they would be weaker.",
           title="Assets and bad circumstances", says={
               "level":
                   "An Asset makes a check one difficulty level easier, an Unfavourable Circumstance one level harder.",
               "number":
                   "An Asset adds 1 to the target number of a check, an Unfavourable Circumstance takes 1 from it.",
           }),
    Option("stunt-face", "ones", ["ones", "sixes", "mixed"], "1.13",
           "Low rolls are good, so a one fits a critical; the older page still says sixes, and for a day it was "
           "sixes for stunts and ones for legends.",
           title="Dice that buy stunts", says={
               "ones": "Ones buy stunts such as critical hits; three ones always succeed, three sixes always fail.",
               "sixes": "Sixes buy stunts such as critical hits; three sixes always succeed, three ones always fail.",
               "mixed":
                   "Sixes buy stunts such as critical hits, but three ones always succeed and three sixes always fail.",
           }),
    Option("task-cost", "two", ["two", "free"], "1.17",
           "A check in a fight has no price anywhere; two points is what most actions cost.",
           title="Price of a check", says={
               "two": "Trying something in a fight, by a check or a contest, costs 2 Action Points.",
               "free": "Trying something in a fight, by a check or a contest, costs no Action Points.",
           }),
    Option("fate", "none", ["none", "experience"], "1.18",
           "The pages on characters let them buy another throw with experience, the one on crises says nothing of it.",
           title="Buying another throw", says={
               "none": "The dice of a check stay as they fell.",
               "experience":
                   "Characters may throw the dice of a check, attack or defence again, each time for 1 experience.",
           }),
    Option("fee-payers", "everyone", ["everyone", "characters"], "2.7",
           "Combat tires the character, it says; nothing spares the others.",
           title="Whom a fight tires", says={
               "everyone": "Each fight costs everybody 10 Endurance.",
               "characters": "Each fight costs characters 10 Endurance, and NPCs none.",
           }),
    Option("fee-time", "start", ["start", "end"], "2.7",
           "A fight strains whatever its outcome; when the points go is not said; from the start they are felt.",
           title="When a fight tires", says={
               "start":
                   "The Endurance a fight costs goes when the turn order is rolled, on coming in late, or at the end.",
               "end": "The Endurance a fight costs is paid when it is over, by all who have survived it.",
           }),
    Option("fee-exhausts", "yes", ["yes", "no"], "2.8",
           "Nothing says that the strain of a fight stops short of the last point; it may also be meant to leave one.",
           title="Exhausted by a fight as such", says={
               "yes": "The Endurance a fight costs can be one's last, which leaves one exhausted.",
               "no": "The Endurance a fight costs never includes the last point.",
           }),
    Option("secrets", "health", ["health", "open"], "2.9",
           "No source says what players may know of their foes; wounds show, numbers do not.",
           title="What players know", says={
               "health": "Players see how hurt the GM's combatants look; their level, numbers and pack stay secret.",
               "open": "Players see every number of everybody who is not hidden.",
           }),
    Option("ties", "again", ["again", "once"], "3.2",
           "The tied roll again; what happens if they are equal once more is not said.",
           title="Ties in the turn order", says={
               "again": "Those with equal totals for the turn order roll again, until none of them are equal.",
               "once":
                   "Those with equal totals for the turn order roll again once; who is still equal acts in list order.",
           }),
    Option("hidden-ties", "lose", ["lose", "roll"], "3.2",
           "The tied roll again, it says; but by such a roll those who are seen would learn of somebody hidden.",
           title="Ties with the hidden", says={
               "lose":
                   "The hidden act after those with the same total who are seen; no roll between them gives them away.",
               "roll": "The hidden roll again with everybody else who has the same total.",
           }),
    Option("newcomers", "roll", ["roll", "last"], "3.8",
           "Everybody involved rolls for the order, it says, without a word on those who come later.",
           title="Place of newcomers", says={
               "roll": "Whoever comes into a fight rolls for a place in the turn order.",
               "last": "Whoever comes into a fight is put at the end of the turn order, without a roll.",
           }),
    Option("attacks-per-turn", "any", ["any", "one"], "3.4",
           "Nothing forbids a second attack while the points last; many tables expect it to be forbidden.",
           title="Attacks in a turn", says={
               "any": "Everybody may attack in their turn as often as their Action Points allow.",
               "one": "Everybody may attack once in their own turn; Overwatch in the turns of others does not count.",
           }),
    Option("ap-gain", "own-turn", ["own-turn", "round"], "4.3",
           "Points come at the start of each turn, and a turn is once one's own and once the whole cycle.",
           title="When Action Points come", says={
               "own-turn": "Action Points come to everybody at the start of their own turn.",
               "round": "Action Points come to everybody at once, when a turn of the whole table begins.",
           }),
    Option("opening-points", "none", ["none", "four"], "4.3",
           "Points come at the beginning of a crisis and with each turn, which may be meant once or twice.",
           title="Action Points at the opening", says={
               "none": "Nobody gains extra Action Points when a fight begins.",
               "four":
                   "Everybody gains 4 Action Points as a fight begins, 2 if exhausted, besides those of own turns.",
           }),
    Option("stunned-and-exhausted", "none", ["none", "two"], "4.5",
           "One regains no points, the other two; which of them holds for somebody who is both is not said.",
           title="Both stunned and exhausted", says={
               "none": "Whoever is stunned gains no Action Points, exhausted or not.",
               "two": "Whoever is both stunned and exhausted still gains 2 Action Points.",
           }),
    Option("cancelled-points", "lost", ["lost", "kept"], "4.7",
           "Another action is said to cancel it, which leaves nothing of what was put in.",
           title="Long actions broken off", says={
               "lost": "Action Points put into an action of several turns are lost when something cancels it.",
               "kept":
                   "A cancelled action of several turns keeps its Action Points, until one begins another such action.",
           }),
    Option("parallel-acts", "free", ["free", "cancel"], "4.8",
           "Short commands while reloading are the example of what does not disturb; the GM may be stricter.",
           title="Shouting during a long action", says={
               "free": "A shout does not cancel an action of several turns.",
               "cancel": "Even a shout cancels an action of several turns.",
           }),
    Option("diagonal", "one", ["one", "alternating"], "5.4",
           "Distances are in metres without a grid; one is the quickest to count.",
           title="Diagonals", says={
               "one": "A diagonal square counts as one, for movement, reach and range.",
               "alternating": "Every second diagonal square counts as two, for movement and range.",
           }),
    Option("prone-cost", "one", ["one", "free"], "5.9",
           "Only standing up has a price; dropping takes a moment all the same.",
           title="Price of going prone", says={
               "one": "Going prone, or turning while prone, costs 1 Action Point.",
               "free": "Going prone, or turning while prone, costs nothing.",
           }),
    Option("hide-from", "each", ["each", "all"], "6.1",
           "Hiding needs that the others have no sight of one; whether one of them spoils it for all is not said.",
           title="Hiding in sight of some", says={
               "each":
                   "Whoever hides is hidden from each enemy who has no sight of it and whom the Stealth check fools.",
               "all": "Hiding needs that no enemy has sight, and works only if the Stealth check fools all of them.",
           }),
    Option("perception", "penalty", ["penalty", "contest"], "6.3",
           "Stealth is opposed by a value that is never rolled: a penalty, or a contest that a tie does not win.",
           title="Stealth against Perception", says={
               "penalty":
                   "What an enemy's Perception has beyond 10 is a penalty for Stealth; barely succeeding is enough.",
               "contest":
                   "Stealth has to succeed by more than what an enemy's Perception has beyond 10; a tie hides nobody.",
           }),
    Option("hidden-attack", "plain", ["plain", "no-defence"], "6.9",
           "Only the surprised are said to have no defence.",
           title="Attacks from hiding", says={
               "plain": "An attack from hiding is defended against like any other.",
               "no-defence": "Whoever is attacked from hiding has no defence roll, and an NPC no defence modifier.",
           }),
    Option("aim-hit", "kept", ["kept", "lost"], "7.5",
           "What loses the aim is not said; a hit would make aiming in the open useless.",
           title="Aim and being hit", says={
               "kept": "Being hit does not disturb one's aim.",
               "lost": "A hit that is not defended makes its target lose all aim.",
           }),
    Option("overwatch-attacks", "one", ["one", "each-square"], "7.8",
           "Points may be spent on attacks in the turn of another, and nothing says on how many of one walk.",
           title="Overwatch against movement", says={
               "one": "Somebody on Overwatch may attack once during the whole movement of an enemy.",
               "each-square":
                   "Somebody on Overwatch may attack at each square an enemy enters, while the Action Points last.",
           }),
    Option("overwatch-lasts", "own-turn", ["own-turn", "round"], "7.11",
           "One's turn is delayed, and until when is not said: until it comes again, or until everybody had theirs.",
           title="How long Overwatch lasts", says={
               "own-turn": "Overwatch lasts until the start of one's own next turn.",
               "round": "Overwatch ends when the turn of the whole table is over.",
           }),
    Option("first-increment", "free", ["free", "counts"], "8.7",
           "Each increment costs two; nobody says whether the first does, and it would make point-blank shots hard.",
           title="The first range increment", says={
               "free": "Each range increment after the first takes 2 from the target number of a shot.",
               "counts": "Each range increment takes 2 from the target number of a shot, the first included.",
           }),
    Option("rate-of-fire", "lowest-three", ["lowest-three", "extra-stunts"], "8.11",
           "An extra shot adds a die to the attack, which in a low roll must mean the best three.",
           title="Dice for extra shots", says={
               "lowest-three":
                   "Each extra shot adds a die to the attack roll; the lowest three count, and all of them buy stunts.",
               "extra-stunts":
                   "Each extra shot adds a die that only buys stunts; the first three dice are the attack roll.",
           }),
    Option("defence", "margins", ["margins", "success"], "9.1",
           "Attack and defence are called a contest with ties, and contests compare margins.",
           title="What stops an attack", says={
               "margins":
                   "A defence roll stops an attack if it succeeds by at least as much, three ones or sixes aside.",
               "success": "Every successful defence roll stops the attack, three ones or sixes aside.",
           }),
    Option("fighter-perk", "whole", ["whole", "reduced"], "9.6",
           "The penalty starts with the third enemy; how large it is then is not said.",
           title="The perk Fighter", says={
               "whole":
                   "To a Fighter two enemies in reach are no penalty hand to hand, three are -4, and each more -2.",
               "reduced":
                   "To a Fighter two enemies in reach are no penalty hand to hand, three are -2, and each more -2.",
           }),
    Option("npc-defence", "half-level", ["half-level", "document-table", "assumed-roll"], "9.8",
           "The level as a difficulty makes high levels impossible to hit, and so does 10 and the level against a roll "
           "assumed to be average; half of it keeps them within reach.",
           title="Defence of NPCs", says={
               "half-level": "Half of an NPC's level, rounded down, is taken from the target number of attacks on it.",
               "document-table":
                   "Attacks on an NPC have its level as a difficulty, from +3 for level 1 to -12 for level 10.",
               "assumed-roll": "The whole level of an NPC is taken from the target number of attacks on it.",
           }),
    Option("stunned-defence", "rolls", ["rolls", "none"], "9.10",
           "The stunned cannot act or react; defending is asked of everybody who is attacked.",
           title="Defence of the stunned", says={
               "rolls": "The stunned defend like everybody else.",
               "none": "The stunned have no defence roll, and stunned NPCs no defence modifier.",
           }),
    Option("cover-as", "penalty", ["penalty", "bonus"], "10.2",
           "The table gives cover as a difficulty with a minus; a later page turns it into a bonus for the defender.",
           title="What cover does", says={
               "penalty": "Cover takes 2 or 4 from the target number of the attack.",
               "bonus":
                   "Cover adds 2 or 4 to the defence of a character who rolls for it; else the attack loses them.",
           }),
    Option("prone-cover", "faced", ["faced", "all-round"], "10.8",
           "Lying straight towards somebody is heavy cover, it says, and elsewhere that prone may help against shots.",
           title="Lying down as cover", says={
               "faced": "The prone have heavy cover from shots from beyond reach, if they face the shooter.",
               "all-round": "The prone have heavy cover from all shots from beyond reach, whichever way they lie.",
           }),
    Option("take-cover", "better", ["better", "needed"], "10.9",
           "Taking cover is no action of the sources; where somebody stands decides, and pressing close improves it.",
           title="Taking cover", says={
               "better":
                   "Cover comes from one's place; taking cover close to it makes plain cover heavy, except at a car.",
               "needed": "Whoever has not taken cover has none from the board, except out of sight.",
           }),
    Option("melee-damage", "might", ["might", "plain"], "11.3",
           "The damage of a melee weapon is said to be influenced by Might.",
           title="Might in hand-to-hand damage", says={
               "might":
                   "A character adds the modifier of the ability it fights with, mostly Might, to hand-to-hand damage.",
               "plain": "No ability changes hand-to-hand damage.",
           }),
    Option("critical", "both", ["both", "instead"], "11.6",
           "A critical deals damage to Health; whether the blow still tires is not said.",
           title="Critical hits", says={
               "both": "A critical hit wounds Health and takes Endurance as well, while there is any.",
               "instead": "A critical hit wounds Health and takes no Endurance.",
           }),
    Option("critical-on-miss", "no", ["no", "yes"], "11.6",
           "Stunts of a failed attack may be used where they apply; a wound without a hit hardly does.",
           title="Wounds by a missed attack", says={
               "no": "An attack that misses never wounds, whatever stunt dice it shows.",
               "yes": "An attack that misses may wound Health by its stunt dice, unless it is a fumble.",
           }),
    Option("armour", "whole", ["whole", "points"], "11.8",
           "Armour prevents the damage, it says, and sets no limit to it.",
           title="What armour stops", says={
               "whole": "Armour with Durability left stops a wound altogether, however large, and loses 1 Durability.",
               "points": "Armour stops as many points of a wound as it has Durability, and loses 1 Durability.",
           }),
    Option("death", "dead", ["dead", "dying"], "11.9",
           "No Health left is death; the next day's edition lets people die slowly.",
           title="At 0 Health", says={
               "dead": "Whoever has no Health left is dead.",
               "dying": "At 0 Health one is dying and may faint; first aid saves, and minus the full Health is death.",
           }),
    Option("exhausted-ends", "above-zero", ["above-zero", "full"], "12.2",
           "Exhaustion comes with zero Endurance, so it goes with it.",
           title="End of exhaustion", says={
               "above-zero": "Exhaustion ends with the first point of Endurance one regains.",
               "full": "Exhaustion ends only when Endurance is full again.",
           }),
    Option("drunk-lasts", "encounter", ["encounter", "fight"], "12.3",
           "Nothing says when one is sober again; drink lasts longer than a fight.",
           title="How long drink lasts", says={
               "encounter": "The drunk stay so for the whole encounter, unless a rest or some cure sobers them up.",
               "fight": "The drunk are sober when the fight is over, if no cure comes first.",
           }),
    Option("prone-shot", "none", ["none", "asset"], "12.5",
           "Lying down may help one's shots, it says, and leaves it there.",
           title="Shooting while prone", says={
               "none": "Lying down does not help one's shots.",
               "asset": "Lying down makes one's shots one difficulty level easier.",
           }),
    Option("stunned-lasts", "own-turn", ["own-turn", "round"], "12.6",
           "It is for the current turn, and a turn is once one's own and once the whole cycle.",
           title="How long the stunned are out", says={
               "own-turn": "The stunned lose their next turn, or the rest of the one under way.",
               "round": "The stunned cannot act or answer until the turn of the whole table is over.",
           }),
    Option("ability-modifier", "full", ["full", "half"], "14.2",
           "Modifiers are used but no longer defined since ranks start at ten; the distance from ten is the plainest.",
           says={
               "full": "The modifier of an ability is its rank minus 10.",
               "half": "The modifier of an ability is its rank minus 10, halved and rounded down.",
           }),
    Option("initiative", "intelligence", ["intelligence", "might"], "14.4",
           "The text says Intelligence, a later formula beside it Might.",
           says={
               "intelligence": "Initiative is a quarter of Speed and Intelligence together, rounded down.",
               "might": "Initiative is a quarter of Speed and Might together, rounded down.",
           }),
    Option("slots", "fifteen", ["fifteen", "twice-might"], "14.7",
           "Fifteen and twice the modifier when it was written, twice Might one day later.",
           title="Slots for what one carries", says={
               "fifteen": "A character has 15 slots for what it carries, plus twice the modifier of Might.",
               "twice-might":
                   "A character has twice its Might in slots in play; cards are checked by the other rule.",
           }),
    Option("tactics", "average", ["average", "easy"], "14.9",
           "An average skill at first, an easy one on a later page.",
           title="Untrained Tactics", says={
               "average": "Tactics is an average skill: -5 for characters who never learned it.",
               "easy": "Tactics is an easy skill: -4 for characters who never learned it.",
           }),
    Option("npc-pools", "ten-based", ["ten-based", "large"], "14.20",
           "The larger numbers belong to the game before its dice were turned round.",
           title="Health and Endurance of NPCs", says={
               "ten-based": "An NPC has 10 plus its level of Health, and four times as much Endurance.",
               "large": "An NPC has 20 Health and 50 Endurance, 5 and 10 more a level, and simple attacks to match.",
           }),
    Option("healing-check", "level", ["level", "margin"], "15.6",
           "The result is to be translated into a difficulty level; a later page takes the margin.",
           title="What a treatment heals", says={
               "level":
                   "A treatment adds to the next rest the highest difficulty level at which its roll would succeed.",
               "margin": "A treatment adds to the next rest the margin by which its roll succeeds.",
           }),
    Option("aftermath", "end", ["end", "respite"], "16.2",
           "A fight is over when it is over; those who play a whole day go on.",
           title="After the fight", says={
               "end": "The encounter ends with the fight, unless the scenario itself gives a respite.",
               "respite": "The winners may rest, heal and fight again, if there is a character among them.",
           }),
]  # fmt: skip
