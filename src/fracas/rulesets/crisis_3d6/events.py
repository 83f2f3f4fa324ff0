"""What can happen in Crisis 3d6 besides what happens in every game."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.encounter import Encounter
from fracas.engine.event import SIGHT, SUBJECT, Event, worded
from fracas.engine.events import About, Vanished, read_parts
from fracas.engine.fields import PUBLIC, SECRET
from fracas.engine.flow import Slot
from fracas.engine.tally import Part, parts_to_json, say_part
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.people import Person, content_of, enemies, numbers_known, person

NO_PARTS: Final[list[Part]] = []
COMPASS: Final = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
SETTLED: Final = {
    "hit": "hits",
    "critical hit": "lands a critical hit on",
    "miss": "misses",
    "fumble": "fumbles against",
}
STRAIN: Final = "the strain of a fight"


class Checked(About):
    """A check was made: against which target number, by what margin, and how it came out."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(
        self,
        who: str,
        why: str,
        target: int,
        parts: list[Part] | list[list[object]],
        margin: int,
        outcome: str,
        about: list[str] | None = None,
    ) -> None:
        self.who = who
        self.why = why
        self.about = about if about is not None else []
        self.target = target
        self.parts: list[Part] = read_parts(parts)
        self.margin = margin
        self.outcome = outcome

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.margin = self.margin
        one.outcome = self.outcome

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "who": self.who,
            "why": self.why,
            "target": self.target,
            "parts": parts_to_json(self.parts),
            "margin": self.margin,
            "outcome": self.outcome,
            "about": self.about,
        }

    def result_word(self) -> str:
        silent = self.why.startswith(("attack", "contest", "stay", "time"))
        return "" if silent else self.outcome

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """Of a foe only the outcome is known, not the sum behind it."""
        if numbers_known(after, self.who, seat):
            return self
        return Checked(self.who, self.why, 0, NO_PARTS, 0, self.outcome, self.about)

    def say(self, enc: Encounter) -> str:
        sums = ", ".join([say_part(part) for part in self.parts])
        by = how_far(self.outcome, self.margin) + f", needing {self.target} or less ({sums})" if self.parts else ""
        return f"{enc.name(self.who)}, {worded(enc, self.why, self.about)}: {self.outcome}{by}"


class Defended(About):
    """A defence was rolled, and stopped the attack or did not."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(
        self, who: str, target: int, parts: list[Part] | list[list[object]], margin: int, outcome: str, stops: bool
    ) -> None:
        self.who = who
        self.target = target
        self.parts: list[Part] = read_parts(parts)
        self.margin = margin
        self.outcome = outcome
        self.stops = stops

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.margin = self.margin
        one.outcome = self.outcome

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "who": self.who,
            "target": self.target,
            "parts": parts_to_json(self.parts),
            "margin": self.margin,
            "outcome": self.outcome,
            "stops": self.stops,
        }

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Defended(self.who, 0, NO_PARTS, 0, self.outcome, self.stops)

    def say(self, enc: Encounter) -> str:
        sums = ", ".join([say_part(part) for part in self.parts])
        by = how_far(self.outcome, self.margin) + f", needing {self.target} or less ({sums})" if self.parts else ""
        end = "" if self.stops else ", not enough" if self.outcome in ("success", "legendary") else ""
        return f"{enc.name(self.who)} defends: {self.outcome}{by}{end}"


class FateTempted(About):
    """A point of experience bought another throw; a level may go with it."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        """1.18: three points are a level."""
        one = person(enc, self.who)
        one.xp -= 1
        lost = max(one.level - one.xp // 3, 0)
        one.level -= lost
        one.perception -= lost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} tempts fate and throws again"


class ContestWon(Event):
    """A contest was decided, or nobody won it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target", "winner")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, winner: str) -> None:
        self.who = who
        self.target = target
        self.winner = winner

    def apply(self, enc: Encounter) -> None:
        crisis(enc).winner = self.winner

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def result_word(self) -> str:
        return "nobody wins" if self.winner == "nobody" else "won" if self.winner == self.who else "lost"

    def say(self, enc: Encounter) -> str:
        if self.winner == "nobody":
            return f"{enc.name(self.who)} against {enc.name(self.target)}: nobody wins"
        return f"{enc.name(self.winner)} wins the contest"


class PointsGained(About):
    """Action Points at the start of a turn; what is above the most is lost."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, gain: int, ap: int) -> None:
        self.who = who
        self.gain = gain
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ap = self.ap

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} gains {self.gain} AP and has {self.ap}"


class Spent(About):
    """Action Points were spent on something."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ap: int, on: str) -> None:
        self.who = who
        self.ap = ap
        self.on = on

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ap -= self.ap

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.ap} AP: {said_long(enc, self.on, '')}"


class Poured(About):
    """A long action goes on: so many points are in it now; empty when it takes effect."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "on")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, long: str, progress: int, on: str = "") -> None:
        self.who = who
        self.long = long
        self.progress = progress
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.long, one.long_on = self.long, self.on
        one.progress = self.progress

    def say(self, enc: Encounter) -> str:
        if not self.long or self.progress >= price_of_long(enc, self.long):
            return ""
        return f"{enc.name(self.who)} is not done yet, {said_progress(enc, self.long, self.on, self.progress)}"


class BrokenOff(About):
    """A long action was given up, and the points in it are lost."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "on")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, long: str, on: str = "") -> None:
        self.who = who
        self.long = long
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.long = one.long_on = ""
        one.progress = 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} breaks off: {said_long(enc, self.long, self.on)}, and all AP put into it are lost"


class Paced(About):
    """One square walked, with the points paid for it."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, to: int, mode: str, ap: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.pos = self.to
        one.ap -= self.ap

    def say(self, enc: Encounter) -> str:
        verb = "sneaks" if self.mode == "sneak" else "moves"
        price = f" ({self.ap} AP)" if self.ap else ""
        return f"{enc.name(self.who)} {verb} to {enc.board.name(self.to)}{price}"


class TurnDone(About):
    """Somebody has nothing more to do in this turn."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, how: str) -> None:
        self.who = who
        self.how = how

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).turn_over = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {self.how}"


class Aimed(About):
    """The aim somebody has now."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, aim: int, why: str) -> None:
        self.who = who
        self.aim = aim
        self.why = why

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).aim = self.aim

    def say(self, enc: Encounter) -> str:
        if not self.aim:
            return f"{enc.name(self.who)} loses the aim ({self.why})"
        levels = "1 level" if self.aim == 1 else f"{self.aim} levels"
        return f"{enc.name(self.who)} {self.why}: the next attack is {levels} easier"


class Faced(About):
    """Lying prone, somebody faces this way now; empty for no way in particular."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, facing: str) -> None:
        self.who = who
        self.facing = facing

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).facing = self.facing

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} faces {COMPASS[self.facing]}" if self.facing else ""


class Triggered(About):
    """An action may be answered from Overwatch; with nobody named, no more."""

    SEEN: ClassVar[str] = SECRET

    def apply(self, enc: Encounter) -> None:
        crisis(enc).trigger = self.who


class WentUnseen(About):
    """Somebody is hidden from these observers, besides those it was hidden from already."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "by")
    SEEN: ClassVar[str] = SIGHT
    LOOKS_BACK: ClassVar[bool] = True

    def __init__(self, who: str, by: list[str]) -> None:
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.unseen_by = one.unseen_by + [id for id in self.by if id not in one.unseen_by]
        one.hidden = one.hidden or out_of_sight(enc, one)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        one = after.combatants.get(self.who)
        if one is None:
            return Vanished(self.who)
        return self if one.seat == seat else None

    def result_word(self) -> str:
        return "hidden"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hidden from " + ", ".join([enc.name(id) for id in self.by])


class Spotted(About):
    """Somebody is no longer hidden from these observers."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "by", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT
    SHOWS: ClassVar[bool] = True

    def __init__(self, who: str, by: list[str], why: str, about: list[str] | None = None) -> None:
        self.who = who
        self.by = by
        self.why = why
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        blind = [other.id for other in enemies(enc, one)] if one.hidden else one.unseen_by
        one.unseen_by = [id for id in blind if id not in self.by]
        one.hidden = out_of_sight(enc, one)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is revealed ({worded(enc, self.why, self.about)})"


class AttackDeclared(Event):
    """An attack is on its way."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, weapon: str, shots: int) -> None:
        self.who = who
        self.target = target
        self.weapon = weapon
        self.shots = shots

    def apply(self, enc: Encounter) -> None:
        """8.9, 8.12: a shot is gone when it is fired, hit or miss."""
        one = person(enc, self.who)
        if self.weapon in one.loaded:
            one.loaded[self.weapon] = max(one.loaded[self.weapon] - self.shots, 0)

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def say(self, enc: Encounter) -> str:
        weapon = content_of(enc).weapons[self.weapon]
        shots = f", {self.shots} {'blows' if weapon.melee else 'shots'}" if self.shots > 1 else ""
        return f"{enc.name(self.who)} attacks {enc.name(self.target)} with {weapon.name.lower()}{shots}"


class AttackSettled(Event):
    """How an attack came out."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, result: str, reaction: bool) -> None:
        self.who = who
        self.target = target
        self.result = result
        self.reaction = reaction

    def apply(self, enc: Encounter) -> None:
        pass

    def result_word(self) -> str:
        return f"react: {self.result}" if self.reaction else self.result

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def say(self, enc: Encounter) -> str:
        one, other = enc.name(self.who), enc.name(self.target)
        if self.result == "defended":
            return f"{other} fends off {one}"
        return f"{one} {SETTLED[self.result]} {other}"


class StuntUsed(About):
    """Stunt faces bought something."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, stunt: str) -> None:
        self.who = who
        self.stunt = stunt

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} uses a stunt: {content_of(enc).stunts[self.stunt].name}"


class PerkUsed(About):
    """A perk made a difference."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, perk: str) -> None:
        self.who = who
        self.perk = perk

    def apply(self, enc: Encounter) -> None:
        pass

    def subjects(self) -> list[str]:
        return [self.who]


class EnduranceChanged(About):
    """Endurance was lost or regained."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, change: int, why: str) -> None:
        self.who = who
        self.change = change
        self.why = why

    def harm_done(self) -> int:
        return max(0, -self.change)

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).ep += self.change

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        one = person(after, self.who)
        return Looked(self.who, self.deed(), one.status if one.hp > 0 else "", self.why)

    def deed(self) -> str:
        """What others notice of it."""
        return "is worn down" if self.change < 0 else "breathes more freely"

    def say(self, enc: Encounter) -> str:
        one = person(enc, self.who)
        pool = f"{one.endurance_word} ({self.why})"
        return f"{one.name} {changed(self.change)} {pool}, {left(self.change, one.ep, one.max_ep)}"


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


class HealthChanged(EnduranceChanged):
    """Health was lost or regained."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).hp += self.change

    def say(self, enc: Encounter) -> str:
        one = person(enc, self.who)
        pool = f"{one.health_word} ({self.why})"
        return f"{one.name} {changed(self.change)} {pool}, {left(self.change, one.hp, one.max_hp)}"

    def deed(self) -> str:
        return "is wounded" if self.change < 0 else "mends"


class Looked(About):
    """The public half of what was lost or regained where the number is secret. Never part of a log."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, deed: str, status: str, why: str) -> None:
        self.who = who
        self.deed = deed
        self.status = status
        self.why = why

    def apply(self, enc: Encounter) -> None:
        raise NotImplementedError("a public half is shown, never folded")

    def say(self, enc: Encounter) -> str:
        looks = f" and looks {self.status}" if self.status else ""
        return f"{enc.name(self.who)} {self.deed} ({self.why}){looks}"


class ArmourHeld(About):
    """Armour kept a wound off and is worth one less."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, durability: int) -> None:
        self.who = who
        self.durability = durability

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).durability = self.durability

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Looked(self.who, "is not wounded", "", "the armour holds")

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is not wounded (the armour holds), Durability {self.durability} left"


class WentDown(About):
    """Somebody is out of the fight where they fell, or back on their feet."""

    SEEN: ClassVar[str] = SUBJECT

    SHOWS: ClassVar[bool] = True

    def __init__(self, who: str, down: bool) -> None:
        self.who = who
        self.down = down

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.down = self.down
        if self.down:
            one.hidden = False
            one.unseen_by = []

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes down" if self.down else f"{enc.name(self.who)} comes to"


class Drawn(About):
    """Another weapon is in hand."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, weapon: str) -> None:
        self.who = who
        self.weapon = weapon

    def apply(self, enc: Encounter) -> None:
        person(enc, self.who).take_in_hand(self.weapon)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} draws {content_of(enc).weapons[self.weapon].name.lower()}"


class Reloaded(About):
    """A weapon is loaded again."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, weapon: str) -> None:
        self.who = who
        self.weapon = weapon

    def apply(self, enc: Encounter) -> None:
        """13.4, 13.6: a fresh magazine, one less in the pocket where they are counted."""
        one = person(enc, self.who)
        one.loaded[self.weapon] = content_of(enc).weapons[self.weapon].cap
        if self.weapon in one.spare:
            one.spare[self.weapon] = max(one.spare[self.weapon] - 1, 0)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has reloaded {content_of(enc).weapons[self.weapon].name.lower()}"


class Restocked(About):
    """All magazines are full again."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        for weapon in one.weapons():
            one.fill(weapon)


class ItemUsed(Event):
    """A thing was used on somebody; the last use of it uses it up."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, item: str, target: str) -> None:
        self.who = who
        self.item = item
        self.target = target

    def apply(self, enc: Encounter) -> None:
        """13.8: so many uses, then it is gone."""
        one = person(enc, self.who)
        found = content_of(enc).items[self.item]
        if not found.uses:
            return
        used = one.used.pop(self.item, 0) + 1
        if used < found.uses:
            one.used[self.item] = used
            return
        for index, item in enumerate(one.items):
            if item.id == self.item:
                one.items = one.items[:index] + one.items[index + 1 :]
                return

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def say(self, enc: Encounter) -> str:
        on = "" if self.target == self.who else f" on {enc.name(self.target)}"
        return f"{enc.name(self.who)} uses {content_of(enc).items[self.item].name.lower()}{on}"


class Said(About):
    """Somebody called out a few words."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, words: str) -> None:
        self.who = who
        self.words = words

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        words = " ".join(self.words.split())
        loud = "" if words.endswith((".", "!", "?", "…")) else "!"
        return f"{enc.name(self.who)}: {words}{loud}" if words else f"{enc.name(self.who)} calls out"


class Treated(About):
    """A healer has seen to somebody today; so much Health comes with the next day of rest."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, medicine: int) -> None:
        self.who = who
        self.medicine = medicine

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.medicine = self.medicine
        one.treated = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is treated: {self.medicine} more Health with a day of rest"


class TaskDone(About):
    """A task that needs no check is done, in so many minutes if anybody asked."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, minutes: int) -> None:
        self.who = who
        self.minutes = minutes

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.minutes = self.minutes
        if not self.minutes:
            one.outcome = "done"

    def result_word(self) -> str:
        return f"{self.minutes} minutes" if self.minutes else ""

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} gets it done" + (f" in {self.minutes} minutes" if self.minutes else "")


class DayPassed(Event):
    """A day of rest is over; everybody may be treated again."""

    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, day: int) -> None:
        self.day = day

    def apply(self, enc: Encounter) -> None:
        crisis(enc).day = self.day
        for one in enc.combatants.values():
            if isinstance(one, Person):
                one.treated = False
                one.medicine = 0

    def say(self, enc: Encounter) -> str:
        return f"Day {self.day} begins"


class FightBegan(Event):
    """A fight begins: the first of the encounter, or another after a respite."""

    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, number: int, wave: int) -> None:
        self.number = number
        self.wave = wave

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        flow.fights = self.number
        flow.wave = self.wave
        for one in enc.combatants.values():
            if isinstance(one, Person):
                one.ap = 0
                one.aim = 0
                one.turn_over = False
                # Whoever has left before is none of this fight's people.
                one.strained = one.out

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return FightBegan(self.number, 0)

    def say(self, enc: Encounter) -> str:
        return f"Fight {self.number} begins"


class FightOver(Event):
    """A fight is over: no points, no aim, no long action outlasts it."""

    SEEN: ClassVar[str] = PUBLIC

    def apply(self, enc: Encounter) -> None:
        """16.3: hands down."""
        for one in enc.combatants.values():
            if isinstance(one, Person):
                one.ap = one.aim = one.progress = 0
                one.long = one.long_on = ""
                one.facing = ""


class Joined(About):
    """A newcomer has the place in the order that its roll gives, or the last without one."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, total: int) -> None:
        self.who = who
        self.total = total

    def apply(self, enc: Encounter) -> None:
        """3.8: behind everybody with as much; a place that has passed comes again in the next turn."""
        flow = enc.flow
        place = len([slot for slot in flow.order if slot.value >= self.total])
        flow.order.insert(place, Slot([self.who], "", self.total, place <= flow.at))
        if place <= flow.at:
            flow.at += 1

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} " + (f"joins the order with {self.total}" if self.total else "acts last")


def how_far(outcome: str, margin: int) -> str:
    """By how much a check was made or missed; three of a kind ask for no margin."""
    return f" by {abs(margin)}" if outcome in ("success", "failure") else ""


def changed(change: int) -> str:
    return f"regains {change}" if change > 0 else f"loses {-change}"


def left(change: int, now: int, most: int) -> str:
    return f"now {now} of {most}" if change > 0 else f"{now} of {most} left"


def said_long(enc: Encounter, typed: str, on: str) -> str:
    """A long action as typed, with the names of things for their ids, and whom it is meant for."""
    content = content_of(enc)
    words: list[str] = []
    for word in typed.split(" "):
        if word in content.weapons:
            words.append(content.weapons[word].name.lower())
        elif word in content.items:
            words.append(content.items[word].name.lower())
        else:
            words.append(word)
    return " ".join(words) + (f" on {enc.name(on)}" if on else "")


def said_progress(enc: Encounter, typed: str, on: str, progress: int) -> str:
    """A long action with what is in it of what it costs."""
    return f"{said_long(enc, typed, on)}: {progress} of {price_of_long(enc, typed)} AP"


def price_of_long(enc: Encounter, typed: str) -> int:
    """What a long action as typed costs by the card of its weapon or item."""
    content = content_of(enc)
    price = 0
    for word in typed.split(" "):
        if word in content.weapons:
            weapon = content.weapons[word]
            price = weapon.rel if typed.startswith("reload") else weapon.ap
        elif word in content.items:
            price = content.items[word].ap
    return price


def out_of_sight(enc: Encounter, one: Person) -> bool:
    """6.4: hidden from every enemy there is."""
    watching = enemies(enc, one)
    return bool(watching) and not [other for other in watching if other.id not in one.unseen_by]


EVENTS: Final[list[type[Event]]] = [
    Checked,
    Defended,
    FateTempted,
    ContestWon,
    PointsGained,
    Spent,
    Poured,
    BrokenOff,
    Paced,
    TurnDone,
    Aimed,
    Faced,
    Triggered,
    WentUnseen,
    Spotted,
    AttackDeclared,
    AttackSettled,
    StuntUsed,
    PerkUsed,
    EnduranceChanged,
    Strained,
    HealthChanged,
    ArmourHeld,
    WentDown,
    Drawn,
    Reloaded,
    Restocked,
    ItemUsed,
    Said,
    Treated,
    TaskDone,
    DayPassed,
    FightBegan,
    FightOver,
    Joined,
]
