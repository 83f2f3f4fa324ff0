"""The content an encounter of Crisis 3d6 is played with, and how its state is read back from JSON."""

from __future__ import annotations

from fracas.engine.canon import counts, texts
from fracas.engine.combatant import identity
from fracas.engine.encounter import Contents, Encounter
from fracas.rulesets.crisis_3d6.flow import CrisisFlow
from fracas.rulesets.crisis_3d6.people import FLAGS, NUMBERS, WORDS, Person
from fracas.rulesets.crisis_3d6.profiles import Content


class Shelf(Contents):
    """The loaded content, and how state is read back from JSON."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def combatant(self, data: dict[str, object]) -> Person:
        creature = self.content.creatures[str(data["kind"])]
        one = Person(self.content, creature, *identity(data))
        one.read_json(data)
        for name in NUMBERS:
            setattr(one, name, int(str(data[name])))
        for name in WORDS:
            setattr(one, name, str(data[name]))
        for name in FLAGS:
            setattr(one, name, bool(data[name]))
        one.weapon = self.content.weapons.get(str(data["weapon"]))
        one.armour = self.content.armours.get(str(data["armour"]))
        one.carried = [self.content.weapons[id] for id in texts(data["carried"])]
        one.items = [self.content.items[id] for id in texts(data["items"])]
        one.unseen_by = texts(data["unseen_by"])
        one.loaded, one.spare, one.used = counts(data["loaded"]), counts(data["spare"]), counts(data["used"])
        return one

    def flow(self, data: dict[str, object]) -> CrisisFlow:
        flow = CrisisFlow()
        flow.read_json(data)
        flow.surprised = texts(data["surprised"])
        flow.winner, flow.trigger = str(data["winner"]), str(data["trigger"])
        flow.scenario, flow.aftermath = str(data["scenario"]), str(data["aftermath"])
        flow.fights, flow.day, flow.wave = int(str(data["fights"])), int(str(data["day"])), int(str(data["wave"]))
        return flow


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
