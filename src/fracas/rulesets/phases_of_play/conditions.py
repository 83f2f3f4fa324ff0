"""Section 13: conditions, how stacks come and go, and what they do to Tests and deeds; and counted things."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import CURED, TURN_END, Condition, Duration, Encounter, Reason, Table, Why, plain
from fracas.engine.events import BOOKS, GAIN, LOSE, SUBJECT, About, Event, worded
from fracas.rulesets.phases_of_play.being import Being, being, content_of, phases
from fracas.rulesets.phases_of_play.knowing import figures_known
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.profiles import LASTING

MORE_THAN_TWO: Final = ("concentrating", "exhausted", "strained", "choked")


COUNTED: Final = {
    "beats": ("Beat", "Beats"), "free_actions": ("Free Action", "Free Actions"),
    "kits": ("first aid kit", "first aid kits"), "dodges": ("Dodge Point", "Dodge Points"),
    "recoveries": ("Recovery", "Recoveries"), "favors": ("Favor", "Favors"),
    "xp": ("Experience Point", "Experience Points"), "breath": ("turn of breath", "turns of breath"),
    "legendary_left": ("legendary ability", "legendary abilities"),
}  # fmt: skip


class PoolChanged(About):
    """One of the counted things of somebody is now this many."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, pool: str, value: int, why: str) -> None:
        self.who = who
        self.pool = pool
        self.value = value
        self.why = why

    def is_reward(self) -> bool:
        return self.pool == "xp"

    def apply(self, enc: Encounter) -> None:
        setattr(being(enc, self.who), self.pool, self.value)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """The figures of NPCs are the GM's."""
        return self if figures_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {held(self.pool, self.value)} ({self.why})"

    def tells(self) -> str:
        """What a turn is counted in is bookkeeping; what keeps somebody on their feet is told."""
        return BOOKS if self.pool in COUNTED else GAIN

    def brief(self, enc: Encounter) -> str:
        return f"{self.pool.replace('_', ' ').capitalize()} {self.value}"


def held(pool: str, value: int) -> str:
    """A counted thing in words: has 1 Beat, has no Dodge Points, has Health 7."""
    words = COUNTED.get(pool)
    if words is None:
        return f"has {pool.replace('_', ' ').capitalize()} {value}"
    return f"has {value or 'no'} {words[0] if value == 1 else words[1]}"


class StacksSet(About):
    """So many stacks of a condition are there now; 0 ends it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "source", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, name: str, stacks: int, source: str, why: str, about: list[str] | None = None) -> None:
        self.who = who
        self.name = name
        self.stacks = stacks
        self.source = source
        self.why = why
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        old = one.condition(self.name)
        before = old.value if old is not None else 0
        one.conditions = [c for c in one.conditions if c.name != self.name]
        kind = content_of(enc).conditions.get(self.name)
        if self.stacks > 0:
            source = self.source or (old.source if old is not None else "")
            until = Duration(TURN_END, self.who) if kind is not None and kind.fleeting else Duration(CURED)
            one.conditions.append(Condition(self.name, self.stacks, source, until))
        if self.stacks > before and one.in_turn:
            one.fresh[self.name] = one.fresh.get(self.name, 0) + self.stacks - before
        if self.name == "sneaky" and not self.stacks:
            one.conditions = [c for c in one.conditions if c.name != "elusive"]
            flow = phases(enc)
            flow.away = flow.away and self.who not in flow.escape
            flow.escape = [who for who in flow.escape if who != self.who]
        if self.name == "unconscious" or self.name == "dead":
            one.down = one.has("unconscious") or one.has("dead") or (one.down and self.stacks > 0)

    def say(self, enc: Encounter) -> str:
        name, why = content_of(enc).condition_title(self.name), worded(enc, self.why, self.about)
        if not self.stacks:
            return f"{enc.name(self.who)} is no longer {name} ({why})"
        count = f" {self.stacks}" if self.stacks > 1 else ""
        return f"{enc.name(self.who)} is {name}{count} ({why})"

    def tells(self) -> str:
        return GAIN if self.stacks else LOSE

    def brief(self, enc: Encounter) -> str:
        name = content_of(enc).condition_title(self.name)
        return f"{name} {self.stacks}" if self.stacks > 1 else name if self.stacks else f"{name} ends"


def most_stacks(enc: Encounter, name: str) -> int:
    """13.1: two, except where a condition counts further."""
    kind = content_of(enc).conditions.get(name.removeprefix(LASTING))
    if kind is not None:
        return kind.most
    return 9 if name in MORE_THAN_TWO else 2


def gain(table: Table, who: str, name: str, stacks: int, source: str, why: str) -> int:
    """13.1: stacks are gained, up to the most there can be; returns how many."""
    one = being(table.enc, who)
    plain = name.removeprefix(LASTING)
    if plain in one.card.immune or stacks <= 0 or one.has("dead"):
        return 0
    held = one.condition(name)
    now = held.value if held is not None else 0
    room = most_stacks(table.enc, name) - one.stacks(plain)
    added = max(0, min(stacks, room))
    if added <= 0:
        return 0
    table.emit(StacksSet(who, name, now + added, source, why))
    lose_beats(table, who, plain, added)
    if plain == "unconscious" and not one.has("prone"):
        gain(table, who, "prone", 1, source, why)
    return added


def lose_beats(table: Table, who: str, name: str, added: int) -> None:
    """13.7: Restrained takes Beats at once."""
    one = being(table.enc, who)
    if name == "restrained" and one.beats > 0:
        table.emit(PoolChanged(who, "beats", max(0, one.beats - added), name))


def lose(table: Table, who: str, name: str, stacks: int, why: str) -> None:
    """13.1: stacks go; with the last one the condition ends."""
    held = being(table.enc, who).condition(name)
    if held is not None:
        table.emit(StacksSet(who, name, max(0, held.value - stacks), "", why))


def end(table: Table, who: str, name: str, why: str | Why) -> None:
    if being(table.enc, who).has(name):
        table.emit(StacksSet(who, name, 0, "", plain(why).text, plain(why).about))


def full_beats(one: Being) -> int:
    """5.1, 5.5, 6.6, 13.7: two Beats, less the stacks of Restrained."""
    return max(0, 2 - one.stacks("restrained"))


def on_ability(enc: Encounter, one: Being, others: bool) -> int:
    """13.3, 15.18, 15.19, 15.21: what hinders the Tests of Abilities."""
    if not one.conditions:
        return 0
    prose = not by_sheet(enc)
    gripped = max(one.stacks("held"), one.stacks("mounted")) if prose else one.stacks("choked")
    return -1 if (one.stacks("blunted") or gripped >= 2) and (others or prose) else 0


def afraid(enc: Encounter, one: Being) -> int:
    """13.6: on the sheet, Frightened is a Disadvantage on every Test."""
    return -1 if one.stacks("frightened") and by_sheet(enc) else 0


def grappled_by(one: Being, who: str) -> bool:
    """15.24, 15.25: is this one held or mounted by somebody?"""
    return bool([grip for grip in one.conditions if grip.name in ("held", "mounted") and grip.source == who])


def by_sheet(enc: Encounter) -> bool:
    """13.3: do conditions work as the character sheet words them?"""
    return options(enc).condition_words == "sheet"


def against(enc: Encounter, one: Being, target: Being, harmful: bool) -> int:
    """13.4, 13.6: what hinders Tests that target the source of one's charm or fear."""
    if not one.conditions:
        return 0
    net = 0
    if harmful and one.stacks("charmed") and one.source_of("charmed") == target.id:
        net -= one.stacks("charmed") if by_sheet(enc) else 1
    if one.stacks("frightened") and one.source_of("frightened") == target.id and not by_sheet(enc):
        net -= 1
    if one.stacks("grappling") and one.source_of("grappling") != target.id:
        net -= 1
    return net


def bars_charm(enc: Encounter, one: Being, target: Being) -> list[Reason]:
    """13.4: with two stacks one cannot harm the one who charmed one."""
    if by_sheet(enc) or one.stacks("charmed") < 2:
        return []
    return [] if one.source_of("charmed") != target.id else [Reason("13.4", f"{one.name} is charmed by {target.name}")]


def bars_voice(one: Being) -> list[Reason]:
    """13.8: with two stacks of Silenced one can neither speak nor cast."""
    return [Reason("13.8", f"{one.name} has no voice")] if one.stacks("silenced") >= 2 or one.stacks("choked") else []


def bars_stunned(one: Being) -> list[Reason]:
    """13.12: with two stacks one takes neither Actions nor Reactions."""
    return [Reason("13.12", f"{one.name} is stunned")] if one.stacks("stunned") >= 2 else []


def bars_reaction(one: Being, free: bool) -> list[Reason]:
    """13.5, 13.12, 13.13: the Dazed take no Reactions, the Surprised not even free ones."""
    if not one.conditions:
        return []
    reasons = [] if free else bars_stunned(one)
    if not free and one.stacks("dazed"):
        reasons.append(Reason("13.5", f"{one.name} is dazed"))
    if one.stacks("surprised"):
        reasons.append(Reason("13.13", f"{one.name} is surprised"))
    return reasons


def fleeting(enc: Encounter, one: Being) -> list[Condition]:
    """The conditions that lose a stack at the end of a turn."""
    kinds = content_of(enc).conditions
    return [condition for condition in one.conditions if condition.name in kinds and kinds[condition.name].fleeting]


def erase(table: Table, who: str) -> None:
    """6.7, 6.8, 6.9: one stack of each Fleeting Condition, unless it is of this turn or kept."""
    one = being(table.enc, who)
    for held in fleeting(table.enc, one):
        if held.value > one.fresh.get(held.name, 0) and held.name not in one.kept:
            table.emit(StacksSet(who, held.name, held.value - 1, "", "the end of the turn"))


def clear_fleeting(table: Table, who: str, why: str) -> None:
    """2.17, 19.1: all Fleeting Conditions go."""
    for held in fleeting(table.enc, being(table.enc, who)):
        table.emit(StacksSet(who, held.name, 0, "", why))
