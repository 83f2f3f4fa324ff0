"""Section 2: surprise, what a fight costs, and how one begins."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Slot, Step, Table
from fracas.engine.events import BOOKS, MARK, PUBLIC, SUBJECT, Event, Warned
from fracas.rulesets.crisis_3d6.conditions import exhaust, lift, startle
from fracas.rulesets.crisis_3d6.damage import EnduranceChanged
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, enemies, numbers_known, people, person
from fracas.rulesets.crisis_3d6.profiles import HARD_TO_HIT, Post
from fracas.rulesets.crisis_3d6.turn_order import FIGHT, begin_turn, roll_order
from fracas.rulesets.crisis_3d6.unseen import WentUnseen

FEE = 10
DEFAULT_AP = 4
MUSTER = "muster"
STRAIN: Final = "the strain of a fight"


class SetUp(Step):
    """2.1: everybody is in place; surprise turns or the fight itself begin."""

    def perform(self, table: Table, command: Command) -> None:
        for one in people(table.enc):
            warn_of_level(table, one)
        open_fight(table, 1, 1, crisis(table.enc).surprised)
        muster(table)


class Muster(Step):
    """15.9: another fight begins; a step of its own, because ties in turn order may be rolled without end."""

    def perform(self, table: Table, command: Command) -> None:
        muster(table)


def open_fight(table: Table, number: int, wave: int, surprised: list[str]) -> None:
    """2.1, 2.3, 6.4: a fight is about to begin: nobody sees the hidden, and whole sides may be surprised."""
    enc = table.enc
    table.emit(FightBegan(number, wave))
    for one in people(enc):
        watching = [other.id for other in enemies(enc, one)]
        if one.hidden and [id for id in watching if id not in one.unseen_by]:
            table.emit(WentUnseen(one.id, watching))
    if unsurprised(enc, surprised):
        for one in people(enc):
            if one.present and one.side in surprised:
                startle(table, one.id, one.id)


def unsurprised(enc: Encounter, surprised: list[str]) -> list[str]:
    """2.4, 2.5: everybody on sides of which nobody is surprised."""
    startled = [one.side for one in people(enc) if one.present and one.has("surprised")]
    return [one.id for one in people(enc) if one.present and one.side not in surprised + startled]


def muster(table: Table) -> None:
    """2.4, 2.5: an extra turn in list order for those who surprise others, or else the fight itself."""
    ready = unsurprised(table.enc, [])
    startled = [one.id for one in people(table.enc) if one.present and one.has("surprised")]
    if ready and startled:
        begin_turn(table, 0, [Slot([who]) for who in ready])
    else:
        begin_fight(table)


def warn_of_level(table: Table, one: Person) -> None:
    """Whoever runs an NPC hears when next to nothing can hit it."""
    if one.npc and one.level >= HARD_TO_HIT and options(table.enc).npc_defence != "half-level":
        text = f"{{0}} is of level {one.level}: by this option next to nothing hits it"
        table.emit(Warned(one.id, "9.8", text))


def begin_fight(table: Table) -> None:
    """2.1, 2.5, 2.6, 2.7: nobody is surprised any more, everybody tires, and the turn order is rolled in list order."""
    enc = table.enc
    for one in people(enc):
        lift(table, one.id, "surprised", "the fight begins")
    collect_fees(table)
    begin_turn(table, 1, roll_order(table, [one.id for one in people(enc) if one.present]))


def collect_fees(table: Table) -> None:
    """2.7: once for each fight, from everybody who took part in it, those who have left it too."""
    for one in people(table.enc):
        if not one.strained:
            pay_fee(table, one.id)


def pay_fee(table: Table, who: str) -> None:
    """2.7, 2.8: 10 points of Endurance, never below 0."""
    one = person(table.enc, who)
    if one.has("dead"):
        return
    table.emit(Strained(who, -min(FEE, one.ep), STRAIN))
    if person(table.enc, who).ep <= 0:
        exhaust(table, who)


def outfit(one: Person, post: Post) -> None:
    """2.1: what its line in a scenario adds to somebody's card."""
    one.items = one.items + post.items
    one.assets, one.unfavourable = post.assets, post.unfavourable
    for name in post.conditions:
        one.begin_with(name)


def skip(enc: Encounter) -> None:
    """The first turn of a fight in list order, nobody having rolled or paid: for worked examples only."""
    flow = crisis(enc)
    flow.phase, flow.turn, flow.fights = FIGHT, 1, 1
    flow.order = [Slot([one.id]) for one in people(enc) if one.present]
    flow.at = 0 if flow.order else -1
    for one in people(enc):
        one.strained = True
        if one.hidden:
            one.unseen_by = [other.id for other in enemies(enc, one)]


class FightBegan(Event):
    """A fight begins: the first of the encounter, or another after a respite."""

    SEEN: ClassVar[str] = PUBLIC
    SWEEPS: ClassVar[bool] = True
    TELLS: ClassVar[str] = MARK

    def __init__(self, number: int, wave: int) -> None:
        self.number = number
        self.wave = wave

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        flow.fights = self.number
        flow.wave = self.wave
        for one in people(enc):
            one.ap = 0
            one.aim = 0
            one.turn_over = False
            # Whoever has left before is none of this fight's people.
            one.strained = one.out

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return FightBegan(self.number, 0)

    def say(self, enc: Encounter) -> str:
        return f"Fight {self.number} begins"


class Strained(EnduranceChanged):
    """What a fight costs everybody, once: nobody's doing, and no harm."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        person(enc, self.who).strained = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """Everybody pays it, and it shows on nobody who has breath left, or had none."""
        shows = self.change and person(after, self.who).has("exhausted")
        return super().as_seen(before, after, seat) if shows or numbers_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return super().say(enc) if self.change else ""

    def tells(self) -> str:
        return BOOKS
