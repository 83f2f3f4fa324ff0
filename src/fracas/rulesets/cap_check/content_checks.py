"""What one entry of a content file alone cannot know: that it fits the others, and that its keys fit each other.

For `content.py`, which refuses to build anything before all of it is right.
"""

from __future__ import annotations

from fracas.engine.board.terrain import Terrain
from fracas.engine.content import Loaded
from fracas.engine.content_checks import Checks
from fracas.engine.content_places import check_cover, check_people, check_squares, read_scene
from fracas.rulesets.cap_check.content_cards import check_card
from fracas.rulesets.cap_check.content_models import (
    CardEntry,
    FieldEntry,
    FileModel,
    FoeEntry,
    HeroEntry,
    ManeuverEntry,
    ScenarioEntry,
)
from fracas.rulesets.cap_check.profiles import MANEUVERS, RANKS


class Check(Checks[FileModel]):
    """What the entries of this game must be to each other."""

    def __init__(self, loaded: Loaded[FileModel], legend: dict[str, Terrain]) -> None:
        super().__init__(loaded)
        self.legend = legend

    def field(self, entry: str, field: FieldEntry) -> None:
        if field.condition:
            self.known(entry, "condition", field.condition, self.model.condition, "condition")
        harms = field.dice is not None or bool(field.condition)
        drawn = [id for id, other in self.model.field.items() if other.glyph == field.glyph]
        before = drawn[: drawn.index(entry.removeprefix("field."))]
        blocking = "true for a field that blocks, and dice or a condition for one that harms"
        stacks = "stacks with a condition, and none without"
        versus = "toughness, resistance or piercing with dice, and none without"
        self.must(entry, bool(field.condition) == (field.stacks > 0), "stacks", field.stacks, stacks)
        self.must(entry, (field.dice is not None) == bool(field.versus), "versus", field.versus, versus)
        self.must(entry, field.blocks != harms, "blocks", field.blocks, blocking)
        self.must(entry, not before, "glyph", field.glyph, f"a letter other than that of {', '.join(before[-1:])}")

    def maneuver(self, entry: str, maneuver: ManeuverEntry) -> None:
        id = entry.removeprefix("maneuver.")
        self.must(entry, id in MANEUVERS, "id", id, "one of " + ", ".join(MANEUVERS))

    def card(self, entry: str, card: CardEntry) -> None:
        self.faults(entry, check_card(card, self.model))

    def hero(self, entry: str, hero: HeroEntry) -> None:
        self.known(entry, "maneuver", hero.maneuver, self.model.maneuver, "maneuver")
        named = [("melee", hero.melee), ("ranged", hero.ranged)]
        named += [(f"cards[{index}]", name) for index, name in enumerate(hero.cards)]
        named += [(f"tides[{index}]", name) for index, name in enumerate(hero.tides)]
        seen: list[str] = []
        for key, name in named:
            if name in seen:
                self.wrong(entry, key, name, "each card once")
            elif self.known(entry, key, name, self.model.card, "card"):
                self.hero_card(entry, key, name)
            seen.append(name)

    def hero_card(self, entry: str, key: str, name: str) -> None:
        card = self.model.card[name]
        if not card.speed:
            self.wrong(entry, key, name, "a card with a speed, since heroes pay for actions")
        elif key in ("melee", "ranged"):
            basic = f"a basic {key} attack: basic = true, melee = {str(key == 'melee').lower()}"
            self.must(entry, card.basic and card.melee == (key == "melee"), key, name, basic)
        elif card.basic:
            self.wrong(entry, key, name, "a card that is no basic attack")
        elif card.tide != key.startswith("tides"):
            expected = "a Tide-Turner: tide = true" if key.startswith("tides") else "a card that is no Tide-Turner"
            self.wrong(entry, key, name, expected)

    def foe(self, entry: str, foe: FoeEntry) -> None:
        id = entry.removeprefix("foe.")
        self.must(entry, id not in self.model.hero, "id", id, "an id that no hero has")
        named = [("basic", foe.basic), *[(f"cards.{letter}", name) for letter, name in foe.cards.items()]]
        triggers = [(f"triggers[{index}]", name) for index, name in enumerate(foe.triggers)]
        for key, name in named + triggers:
            if self.known(entry, key, name, self.model.card, "card"):
                card = self.model.card[name]
                if card.speed:
                    self.wrong(entry, key, name, "a card without a speed, since foes pay for nothing")
                elif bool(card.when) != key.startswith("triggers"):
                    self.wrong(entry, key, name, f"a card {'without' if card.when else 'with'} a Trigger condition")
        self.hexes(entry, foe)

    def hexes(self, entry: str, foe: FoeEntry) -> None:
        rings = RANKS.index(foe.rank) + 1
        hexes = [("centre", foe.centre)]
        for index, spoke in enumerate(foe.spokes):
            if len(spoke) != rings:
                self.wrong(entry, f"spokes[{index}]", spoke, f"{rings} {'hex' if rings == 1 else 'hexes'}, one a ring")
            hexes += [(f"spokes[{index}][{ring}]", word) for ring, word in enumerate(spoke)]
        for place, word in foe.veteran.items():
            hexes.append((f"veteran.{place}", word))
            if int(place[2]) > rings:
                self.wrong(entry, f"veteran.{place}", word, f"a ring of at most {rings} for the rank {foe.rank}")
        for key, word in hexes:
            if len(word) == 1 and word not in foe.cards:
                known = ", ".join(sorted(foe.cards)) or "none"
                self.wrong(entry, key, word, f"move, basic, nothing or a letter of its cards ({known})")

    def scenario(self, entry: str, scenario: ScenarioEntry) -> None:
        people = [*self.model.hero, *self.model.foe]
        for index, place in enumerate(scenario.place):
            if self.known(entry, f"place[{index}].creature", place.creature, people, "hero or foe"):
                side = "heroes" if place.creature in self.model.hero else "foes"
                if place.side != side:
                    self.wrong(entry, f"place[{index}].side", place.side, f"{side}, the side of {place.creature}")
            if place.maneuver:
                self.known(entry, f"place[{index}].maneuver", place.maneuver, self.model.maneuver, "maneuver")
                if place.creature in self.model.foe and place.creature not in self.model.hero:
                    self.wrong(entry, f"place[{index}].maneuver", place.maneuver, "no maneuver for a foe")
        sizes = {name: foe.size for name, foe in self.model.foe.items()}
        grid, marks, wrong = read_scene(scenario.map, scenario.edges, self.legend)
        self.faults(entry, wrong)
        if grid is None:
            return
        self.faults(entry, check_people("place", scenario.place))
        self.faults(entry, check_squares("place", grid, marks, scenario.place, sizes))
        self.faults(entry, check_cover([grid], scenario))
