"""The content an encounter of Crisis 3d6 is played with, and how its state is read back from JSON."""

from __future__ import annotations

from fracas.engine.encounter import Contents, Encounter
from fracas.rulesets.crisis_3d6.flow import CrisisFlow
from fracas.rulesets.crisis_3d6.people import NUMBERS, WORDS, Person
from fracas.rulesets.crisis_3d6.profiles import Content


class Shelf(Contents):
    """The loaded content, and how state is read back from JSON."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def combatant(self, data: dict[str, object]) -> Person:
        creature = self.content.creatures[str(data["kind"])]
        one = Person(
            self.content,
            creature,
            str(data["id"]),
            str(data["name"]),
            str(data["side"]),
            str(data["seat"]),
            int(str(data["pos"])),
        )
        one.read_json(data)
        one.size = int(str(data["size"]))
        for name in NUMBERS:
            setattr(one, name, int(str(data[name])))
        for name in WORDS:
            setattr(one, name, str(data[name]))
        one.treated, one.turn_over = bool(data["treated"]), bool(data["turn_over"])
        one.attacked = bool(data["attacked"])
        one.weapon = self.content.weapons.get(str(data["weapon"]))
        one.armour = self.content.armours.get(str(data["armour"]))
        carried, items, unseen_by = data["carried"], data["items"], data["unseen_by"]
        assert isinstance(carried, list) and isinstance(items, list) and isinstance(unseen_by, list)
        one.carried = [self.content.weapons[str(id)] for id in carried]
        one.items = [self.content.items[str(id)] for id in items]
        one.unseen_by = [str(id) for id in unseen_by]
        one.loaded, one.spare, one.used = counts(data["loaded"]), counts(data["spare"]), counts(data["used"])
        return one

    def flow(self, data: dict[str, object]) -> CrisisFlow:
        flow = CrisisFlow()
        flow.read_json(data)
        surprised = data["surprised"]
        assert isinstance(surprised, list)
        flow.surprised = [str(side) for side in surprised]
        flow.winner, flow.trigger = str(data["winner"]), str(data["trigger"])
        flow.scenario, flow.aftermath = str(data["scenario"]), str(data["aftermath"])
        flow.fights, flow.day, flow.wave = int(str(data["fights"])), int(str(data["day"])), int(str(data["wave"]))
        return flow


def counts(data: object) -> dict[str, int]:
    assert isinstance(data, dict)
    return {str(key): int(str(value)) for key, value in data.items()}


def lore(enc: Encounter) -> Content:
    shelf = enc.contents
    assert isinstance(shelf, Shelf)
    return shelf.content


def thing_name(enc: Encounter, id: str) -> str:
    """The name of whatever a command or event names by id; what has none is a plain word."""
    content = lore(enc)
    if id in content.weapons:
        return content.weapons[id].name
    return content.items[id].name if id in content.items else id.replace("-", " ")
