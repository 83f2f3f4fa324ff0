"""The options of Phases of Play: variants of its sources, and what a table would argue about.

For the ruleset, which asks them in play, and for those who set up a table and want the other reading.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choices, Encounter, Options, Preset

PRESETS: Final[list[Preset]] = [
    Preset(
        "other-chapters",
        "As the other chapters say",
        "Where another chapter contradicts the one on phases of play, or says more than our reading, it decides.",
        {
            "reaction-limit": "player",
            "sizes": "units",
            "vitality-loss": "always",
            "sneaky-halves": "all",
            "escape": "at-once",
            "experience": "2",
        },
    ),
    Preset(
        "character-sheet",
        "As the character sheet says",
        "Conditions and bare hands work as they are printed on the character sheet.",
        {"condition-words": "sheet", "unarmed": "sheet"},
    ),
]


class PhaseOptions(Options):
    """What can be played differently."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self._at_the_table(choices)
        self._turns(choices)
        self._tests_and_concentration(choices)
        self._map_and_movement(choices)
        self._combat(choices)
        self._injury(choices)
        self._stealth(choices)

    def _at_the_table(self, choices: Choices) -> None:
        choices.group("At the table")
        self.gm = choices.word(
            "gm",
            "1.6",
            "The GM",
            "Only the GM announces phases; play by machines needs somebody to stand in.",
            {
                "person": "A person is the GM, who begins and ends Encounters and answers what players ask for.",
                "automatic": "The table stands in for the GM: it begins and ends Encounters and answers requests.",
            },
        )
        self.experience = choices.number(
            "experience",
            "19.2",
            "Experience Points",
            "One point, or two in another chapter.",
            {
                1: "An Encounter brings 1 Experience Point, or 2 if the GM sees a second goal or a great result.",
                2: "An Encounter brings 2 Experience Points, or 3 if the GM sees a second goal or a great result.",
            },
        )

    def _turns(self, choices: Choices) -> None:
        choices.group("Turns")
        self.order_ties = choices.word(
            "order-ties",
            "4.10",
            "Several in one place of the order",
            "Both ways are given; agreeing comes first.",
            {
                "agree": "Player characters in one place agree on their order, or else the higher Score goes first.",
                "scores": "Of player characters in the same place, the higher Score goes first, without asking.",
            },
        )
        self.delaying = choices.flag(
            "delaying",
            "4.16",
            "Delaying a turn",
            "No source speaks of going later than one's place in the order, and many tables are used to it.",
            {
                False: "Nobody delays a turn; whoever passes has had it.",
                True: "A turn not yet used may be put off until after somebody still to come, and keeps its new place.",
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

    def _tests_and_concentration(self, choices: Choices) -> None:
        choices.group("Tests and concentration")
        self.group_gifts = choices.word(
            "group-gifts",
            "3.11",
            "Help in a Group Test",
            "Help is an Advantage in words, and a point in the source's example.",
            {
                "die": "Each help in a Group Test is one more d10 for the one helped, who keeps the best result.",
                "plus-one": "Each help in a Group Test adds 1 to the Score, unless that is critical.",
            },
        )
        self.concentration = choices.word(
            "concentration",
            "7.14",
            "The burden of concentration",
            "Two accounts differ on whether the first effect already burdens.",
            {
                "every": "Each Ability held by concentration is a Disadvantage on Focus Saves.",
                "beyond-first": "Each Ability held by concentration beyond the first is a Disadvantage on Focus Saves.",
            },
        )
        self.concentration_check = choices.word(
            "concentration-check",
            "7.14",
            "Hurt while concentrating",
            "Concentration is a Component: when one is disturbed, one account has a Save, another the Test again.",
            {
                "save": "Whoever is hurt makes a Focus Save, or all Abilities held by concentration end.",
                "retest": "Whoever is hurt makes the Test of each Ability held by concentration again, or it ends.",
            },
        )

    def _map_and_movement(self, choices: Choices) -> None:
        choices.group("Map and movement")
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
        self.sizes = choices.word(
            "sizes",
            "9.9",
            "Space of creatures",
            "A table gives even the Medium two units a side, while most maps draw a person in one square.",
            {
                "squares": "Creatures up to Medium fill 1 square, Large 2 by 2, Huge 3 by 3, Gargantuan 4 by 4.",
                "units": "Tiny fill 1 square, Small and Medium 2 by 2, Large 3 by 3, Huge 4 by 4, others 6 by 6.",
            },
        )
        self.shoving_provokes = choices.flag(
            "shoving-provokes",
            "10.18",
            "Being moved out of reach",
            "Moving out of reach provokes; whether being moved does is not said.",
            {
                False: "Whoever is pushed or pulled out of an enemy's reach is not struck at.",
                True: "Enemies may strike at whoever leaves their reach, also at those who are pushed or pulled.",
            },
        )
        self.fall_threshold = choices.number(
            "fall-threshold",
            "11.11",
            "Falls that hurt",
            "One text says three units or more, another more than three.",
            {
                3: "A fall hurts from 3 units on.",
                4: "A fall hurts from 4 units on.",
            },
        )

    def _combat(self, choices: Choices) -> None:
        choices.group("Combat and conditions")
        self.unarmed = choices.word(
            "unarmed",
            "15.2",
            "Bare hands",
            "Three figures for bare hands; the attack's own block is the fullest.",
            {
                "block": "Bare hands do 1 damage with a Low Score, 2 with a Mixed, 3 with a High, 5 with a critical.",
                "sheet": "Bare hands attack with a Disadvantage and do 1 damage when they hit, whatever the Score.",
            },
        )
        self.condition_words = choices.word(
            "condition-words",
            "13.3",
            "Wording of conditions",
            "The character sheet words some conditions otherwise than the text.",
            {
                "prose": "By the text: Blunted hinders all Abilities, Frightened only Tests against its source.",
                "sheet": "By the sheet: Blunted hinders only Abilities against others, Frightened all Tests.",
            },
        )

    def _injury(self, choices: Choices) -> None:
        choices.group("Injury and death")
        self.vitality_loss = choices.word(
            "vitality-loss",
            "14.6",
            "What costs Vitality",
            "One text takes a tenth of all damage from Vitality, another only from the unstable.",
            {
                "unstable": "Only damage at 0 Health and long falls cost Vitality; more than 10 points cost extra.",
                "always": "All damage costs a tenth of itself in Vitality too; at 0 Health 10 points cost extra.",
            },
        )
        self.npc_vitality = choices.flag(
            "npc-vitality",
            "14.10",
            "When NPCs fall",
            "NPCs may have more or fewer Vitality; none is simplest for all but bosses.",
            {
                False: "NPCs are down at 0 Health; only bosses among them have Vitality and Wounds.",
                True: "All NPCs have Vitality, most of them 2, and are wounded and die like player characters.",
            },
        )

    def _stealth(self, choices: Choices) -> None:
        choices.group("Stealth")
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
                "advantage": "A Sneak Attack on an NPC has an Advantage; a High Score in Sleight keeps one Sneaky.",
                "damage": "A Sneak Attack does 1 more damage but has no Advantage of its own, and ends Sneaky.",
            },
        )
        self.escape = choices.word(
            "escape",
            "16.10",
            "Getting away",
            "Phases change by the GM's word; one chapter lets an escape pause the Encounter by itself.",
            {
                "announced": "When all of the party were Sneaky for a round, the GM may announce a pause.",
                "at-once": "When all of the party were Sneaky for a round, a pause comes by itself.",
            },
        )


def options(enc: Encounter) -> PhaseOptions:
    chosen = enc.options
    assert isinstance(chosen, PhaseOptions)
    return chosen
