"""Section 9: defence, rolled by characters and fixed for NPCs."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Encounter, Part, Reading, Roll, Table, Tally, Why
from fracas.engine.board import TOTAL_COVER
from fracas.engine.events import BOOKS, SUBJECT, Event
from fracas.rulesets.crisis_3d6 import checks
from fracas.rulesets.crisis_3d6.characters import PerkUsed, ability, modifier, overweight, skill_tally
from fracas.rulesets.crisis_3d6.checks import EASY, LEGENDARY, LEVELS, NO_PARTS, OUTCOMES, THREE, Checked, FaceReading
from fracas.rulesets.crisis_3d6.cover import cover_bonus, cover_from
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, enemies, numbers_known, person
from fracas.rulesets.crisis_3d6.profiles import Weapon
from fracas.rulesets.crisis_3d6.situation import reaches

WAYS: Final = (0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1)
"""In how many ways of 216 three dice show a sum."""


def may_defend(target: Person) -> bool:
    """9.1, 9.8, 6.9, 9.10: characters roll, also when stunned or attacked from hiding, and NPCs do not."""
    return not target.npc and not off_guard(target)


def off_guard(target: Person) -> bool:
    """9.7, 9.12: surprised or unconscious."""
    return target.has("surprised") or target.down


def defence_shown(enc: Encounter, target: Person, melee: bool) -> Tally:
    """9.8: what a character rolls against, or what an NPC takes from the attacker."""
    return npc_defence(enc, target, melee) if target.npc else defence_number(enc, target, melee)


def defence_number(enc: Encounter, target: Person, melee: bool) -> Tally:
    """9.3, 9.4: by ability and skill against weapons of the hand, by Speed alone against shots."""
    return melee_defence(enc, target) if melee else ranged_defence(enc, target)


def melee_defence(enc: Encounter, target: Person) -> Tally:
    """9.3, 9.5: the better of Might and Speed, Melee, armour, circumstances, less 2 for each further enemy."""
    name = "speed" if ability(target, "speed") > ability(target, "might") else "might"
    tally = skill_tally(enc, target, "melee", name)
    add_common(enc, target, tally)
    return tally.add("further enemies", -2 * further_enemies(enc, target), "9.5")


def ranged_defence(enc: Encounter, target: Person) -> Tally:
    """9.4, 14.12: Speed, armour, circumstances; Lightning Reflexes add the Speed modifier."""
    tally = Tally().add("Speed", ability(target, "speed"), "9.4")
    add_common(enc, target, tally)
    if target.has_perk("lightning-reflexes"):
        tally.add("Lightning Reflexes", modifier(target.speed), "14.12")
    return tally


def add_common(enc: Encounter, target: Person, tally: Tally) -> None:
    """9.3, 9.4, 13.12: armour that helps to defend, traits, circumstances, too much weight, and the difficulty."""
    tally.add("armour", target.armour.defence if target.armour is not None else 0, "9.3")
    tally.add("traits", target.bonus("defence"), "14.16")
    checks.add_circumstances(target, tally)
    tally.add("weight", -overweight(target), "13.12")
    checks.add_difficulty(enc, target, tally, EASY, 0)


def pressing(enc: Encounter, target: Person) -> list[Person]:
    """9.5: enemies in reach with nothing solid between, of whom the target knows."""
    near = [other for other in enemies(enc, target) if reaches(enc, other, target, 1) and not other.hidden_from(target)]
    return [other for other in near if cover_from(enc, other, target, None) != TOTAL_COVER]


def further_enemies(enc: Encounter, target: Person) -> int:
    """9.5, 9.6: enemies in reach beyond the first; two are no trouble to somebody with the perk Fighter."""
    near = len(pressing(enc, target))
    if near < 3 and target.has_perk("fighter"):
        return 0
    return max(near - 1, 0)


def fixed_defence(enc: Encounter, target: Person, weapon: Weapon) -> Tally:
    """2.9, 9.8, 9.9: what an NPC's defence takes from the attacker, as one sum, and what further enemies give back."""
    tally = Tally()
    if not off_guard(target):
        tally.add("defence", npc_defence(enc, target, weapon.melee).total, "9.8")
    if weapon.melee:
        tally.add("further enemies", 2 * further_enemies(enc, target), "9.9")
    return tally


def npc_defence(enc: Encounter, target: Person, melee: bool) -> Tally:
    """9.8, 14.12: what an NPC's level, armour and perks take from the attacker."""
    tally = Tally().add("defence of the level", level_modifier(enc, target.level), "9.8")
    tally.add("armour", -target.armour.defence if target.armour is not None else 0, "9.8")
    tally.add("perks", -target.bonus("defence"), "9.8")
    if not melee and target.has_perk("lightning-reflexes"):
        tally.add("Lightning Reflexes", -modifier(target.speed), "14.12")
    return tally


def level_modifier(enc: Encounter, level: int) -> int:
    """9.8: half the level, or by the option the modifier of that difficulty level or the whole of it."""
    if options(enc).npc_defence == "document-table":
        return LEVELS[min(max(level, 1), 10) - 1]
    return -level if options(enc).npc_defence == "assumed-roll" else -(level // 2)


class AttackReading(FaceReading):
    """For odds: an attack hits or misses; how well matters only where a defence is rolled against it, and stunt
    faces only where they buy another stunt or more of it."""

    def __init__(self, enc: Encounter, target: int, contested: bool, of_use: list[int]) -> None:
        super().__init__(checks.stunt_face(enc), checks.legendary_face(enc))
        self.target = target
        self.waits = contested
        self.of_use = of_use

    def gist(self, value: int) -> int:
        result = checks.judge(value, self.target)
        stunts = max([count for count in self.of_use if count <= result.stunts], default=0)
        return 1000 * (self.target if result.margin >= 0 else self.target + 1) + 10 * stunts + value % 10

    def key(self) -> str:
        return f"attack{self.target},{self.waits},{self.of_use}"


class DefenceReading(FaceReading):
    """9.1, 9.2, 9.11, 8.14: does this defence stop the attack, and how did it come out?"""

    def __init__(
        self, legendary_face: int, target: int, mine: checks.Result, margins: bool, against: AttackReading
    ) -> None:
        super().__init__(legendary_face, legendary_face)
        self.target = target
        self.mine = mine
        self.margins = margins
        self.attack = against
        if margins:
            self.against = against

    def after(self, value: int) -> Reading:
        mine = checks.judge(value, self.attack.target)
        return DefenceReading(self.legendary_face, self.target, mine, self.margins, self.attack)

    def read(self, totals: list[int]) -> int:
        theirs = checks.judge(totals[0], self.target)
        stops = theirs.succeeded
        if (self.mine.outcome == LEGENDARY) != (theirs.outcome == LEGENDARY):
            stops = theirs.outcome == LEGENDARY
        elif self.margins:
            stops = theirs.succeeded and checks.contest_winner(self.mine, theirs) <= 0
        return 100 * (theirs.margin + 500) + 10 * OUTCOMES.index(theirs.outcome) + (1 if stops else 0)

    def word(self, value: int) -> str:
        return "defended" if value % 10 else "not defended"

    def gist(self, value: int) -> int:
        """Whether it stops the attack; margin and outcome are only told."""
        return 100 * 500 + value % 10

    def key(self) -> str:
        return f"defence{self.legendary_face},{self.target},{self.mine.margin},{self.mine.outcome},{self.margins}"


def tell_perks(table: Table, who: str, weapon: Weapon) -> None:
    """Put on record which perk makes this defence better."""
    one = person(table.enc, who)
    if not weapon.melee and one.has_perk("lightning-reflexes"):
        table.emit(PerkUsed(who, "lightning-reflexes"))
    if weapon.melee and len(pressing(table.enc, one)) > 1 and one.has_perk("fighter"):
        table.emit(PerkUsed(who, "fighter"))


def hits_of_thousand(attack: int, defence: int) -> int:
    """How often in a thousand an attack number is rolled and beats the defence, if there is one; for bots."""
    hits = 0
    for roll in range(3, min(attack, 17) + 1):
        stops = defence - (attack - roll) if defence else 0
        hits += WAYS[roll] * (216 - sum(WAYS[: max(0, min(stops, 18) + 1)]))
    return hits * 1000 // (216 * 216)


def defended(table: Table, who: str, target: str, weapon: Weapon, mine: checks.Result, attack: AttackReading) -> bool:
    """9.1, 9.2: attack and defence are a contest, and the defender wins a tie."""
    enc = table.enc
    number = defence_number(enc, person(enc, target), weapon.melee)
    number.add("cover", cover_bonus(enc, person(enc, who), person(enc, target), weapon), "10.2")
    tell_perks(table, target, weapon)
    margins = options(enc).defence == "margins"
    reading = DefenceReading(checks.legendary_face(enc), number.total, mine, margins, attack)
    value = checks.read_fated(table, Roll(target, THREE, Why("defence against {0}", [who])), reading)
    outcome, stops = OUTCOMES[value // 10 % 10], value % 10 == 1
    table.emit(Defended(target, number.total, number.parts, value // 100 - 500, outcome, stops))
    return stops


class Defended(Checked):
    """A defence was rolled, and stopped the attack or did not."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    PHRASES: ClassVar[tuple[str, ...]] = ()
    SEEN: ClassVar[str] = SUBJECT

    def __init__(
        self, who: str, target: int, parts: list[Part] | list[list[object]], margin: int, outcome: str, stops: bool
    ) -> None:
        super().__init__(who, "", target, parts, margin, outcome)
        self.stops = stops

    def result_word(self) -> str:
        return ""

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Defended(self.who, 0, NO_PARTS, 0, self.outcome, self.stops)

    def say(self, enc: Encounter) -> str:
        end = ", not enough" if not self.stops and self.outcome in ("success", LEGENDARY) else ""
        return f"{enc.name(self.who)} defends: {self.sums()}{end}"

    def tells(self) -> str:
        return BOOKS
