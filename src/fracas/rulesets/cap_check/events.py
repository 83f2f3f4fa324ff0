"""What can happen in CAP Check besides what happens in every game."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.fields import PUBLIC, SECRET
from fracas.engine.tally import parts_from_json
from fracas.rulesets.cap_check.fighter import Fighter, Sustained, fighter, fighters, lore, rounds
from fracas.rulesets.cap_check.flow import Deed, Laid
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.wording import source_title

STUDIED: Final = "studied"
PART: Final = 1
WHOLE: Final = 2
"""How much of a studied foe's card is known: its numbers, or all of it."""


def title_of(enc: Encounter, word: str) -> str:
    """What a card, an Amplify, a maneuver, a field or a condition is called; any other word as one would write it."""
    content = lore(enc)
    if word in content.conditions:
        return content.conditions[word].name
    return source_title(content, word) or word.replace("-", " ").capitalize()


def points_said(points: int) -> str:
    """1 point, 2 points."""
    return f"{points} point" if points == 1 else f"{points} points"


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.6: heroes hide nothing; a foe's health and barriers are the GM's until it is studied, or under the option."""
    if seat == GM or options(enc).secrets == "open":
        return True
    one = fighter(enc, who)
    return one.is_hero or one.seat == seat or one.has(STUDIED)


def whole_card_known(enc: Encounter, who: str, seat: str) -> bool:
    """A foe's actions and behaviour are the GM's until it is studied in full, or under the option."""
    held = fighter(enc, who).condition(STUDIED)
    whole = held is not None and held.value >= WHOLE
    return seat == GM or whole or options(enc).secrets == "open" or fighter(enc, who).seat == seat


class RoundCleared(Event):
    """A new round: what is counted by the round starts anew."""

    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, round: int, quiet: int) -> None:
        self.round = round
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        flow.turn = self.round
        flow.quiet = self.quiet
        flow.changed = False
        for one in fighters(enc):
            one.begin_round()


class SlotsTaken(Event):
    """The heroes have taken their slots."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, who: list[str]) -> None:
        self.who = who

    def apply(self, enc: Encounter) -> None:
        for place, who in enumerate(self.who, start=1):
            fighter(enc, who).slot = place

    def say(self, enc: Encounter) -> str:
        return "Slots: " + ", ".join([enc.name(who) for who in self.who])


class TurnBegan(About):
    """The start of a turn is under way."""

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        flow.begun = True
        flow.passed = False


class PoolRestored(About):
    """The Action Pool is full again (a foe: its actions)."""

    def __init__(self, who: str, points: int) -> None:
        self.who = who
        self.points = points

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if one.is_hero:
            one.pool = self.points
        else:
            one.actions = self.points

    def say(self, enc: Encounter) -> str:
        one = fighter(enc, self.who)
        return f"{one.name} has {points_said(self.points)}" if one.is_hero else ""


class Paid(About):
    """Points left the pool (a foe: one of its actions), and whatever else an action costs."""

    def __init__(self, who: str, points: int, what: str, charge: int, limit: str) -> None:
        self.who = who
        self.points = points
        self.what = what
        self.charge = charge
        self.limit = limit
        """trigger or amplify where the use counts against that limit, turn for an action of the own turn."""

    def apply(self, enc: Encounter) -> None:
        """What is allowed against the rules may cost more than there is; nobody owes anything."""
        one = fighter(enc, self.who)
        if one.is_hero:
            one.pool = max(one.pool - self.points, 0)
        else:
            one.actions = max(one.actions - self.points, 0)
        one.charges = max(one.charges - self.charge, 0)
        one.used[self.what] = one.used.get(self.what, 0) + 1
        one.round_used[self.what] = one.round_used.get(self.what, 0) + 1
        if self.limit == "trigger":
            one.triggers_used = min(one.triggers_used + 1, max(one.trigger_limit, one.triggers_used))
        elif self.limit == "amplify":
            one.amplifies_used = min(one.amplifies_used + 1, max(one.amplify_limit, one.amplifies_used))
        elif self.limit == "turn":
            one.acted += 1

    def say(self, enc: Encounter) -> str:
        if not fighter(enc, self.who).is_hero or not (self.points or self.charge):
            return ""
        parts = [points_said(self.points)] if self.points else []
        cost = " and ".join(parts + (["a Tide-Turner Charge"] if self.charge else []))
        return f"{enc.name(self.who)} spends {cost} on {title_of(enc, self.what)}"


class Passed(About):
    """A turn was ended by its owner."""

    def apply(self, enc: Encounter) -> None:
        rounds(enc).passed = True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is done"


class TurnOver(About):
    """A turn is over for good."""

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        flow.begun = False
        flow.passed = False
        fighter(enc, self.who).weathered = False


# ------------------------------------------------------------ actions


class ActionBegan(About):
    """An action (or a move) is under way; Triggers and Amplifies are judged by it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)

    def __init__(self, who: str, card: str, targets: list[str], squares: list[int], how: str) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.how = how

    def apply(self, enc: Encounter) -> None:
        deed = Deed(self.who, self.card, self.targets, self.squares, self.how, "", [], [], [], [], False, False, [])
        rounds(enc).deeds.append(deed)

    def say(self, enc: Encounter) -> str:
        if self.how == "move":
            return ""
        on = ", ".join([enc.name(who) for who in self.targets if who != self.who])
        how = {"trigger": " (Trigger)", "sustain": " (sustained)", "free": " (free)"}.get(self.how, "")
        return f"{enc.name(self.who)}: {title_of(enc, self.card)}{how}" + (f" on {on}" if on else "")


class MomentCame(Event):
    """The condition of some Triggers may hold right now; empty when that is over."""

    IDS: ClassVar[tuple[str, ...]] = ("damaged", "avoided", "fallen")
    SEEN: ClassVar[str] = SECRET

    def __init__(self, moment: str, damaged: list[str], avoided: list[str], fallen: list[str]) -> None:
        self.moment = moment
        self.damaged = damaged
        self.avoided = avoided
        self.fallen = fallen

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        deed = flow.deed
        assert deed is not None
        flow.deeds[-1] = deed.at(self.moment, self.damaged, self.avoided, self.fallen)


class DiceSeen(Event):
    """All dice of an action lie on the table; what may still be amplified is judged by this."""

    IDS: ClassVar[tuple[str, ...]] = ("hits",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, hits: list[str], harms: bool, heals: bool, boosts: list[str]) -> None:
        self.hits = hits
        self.harms = harms
        self.heals = heals
        self.boosts = boosts

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        deed = flow.deed
        assert deed is not None
        flow.deeds[-1] = Deed(
            deed.who,
            deed.card,
            deed.targets,
            deed.squares,
            deed.how,
            "amplify",
            [],
            [],
            [],
            self.hits,
            self.harms,
            self.heals,
            self.boosts,
        )


class ActionLost(About):
    """An action came to nothing before it did anything."""

    def __init__(self, who: str, card: str, why: str) -> None:
        self.who = who
        self.card = card
        self.why = why

    def apply(self, enc: Encounter) -> None:
        pass

    def result_word(self) -> str:
        return self.why

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {title_of(enc, self.card)} is {self.why}"


class ActionEnded(About):
    """An action is done with."""

    def __init__(self, who: str, card: str) -> None:
        self.who = who
        self.card = card

    def apply(self, enc: Encounter) -> None:
        rounds(enc).deeds.pop()


class Checked(Event):
    """How a CAP Check or a defence came out for one target."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, result: str, card: str) -> None:
        self.who = who
        self.target = target
        self.result = result
        self.card = card

    def apply(self, enc: Encounter) -> None:
        pass

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def result_word(self) -> str:
        return self.result

    def say(self, enc: Encounter) -> str:
        if self.result == "avoided":
            return f"{enc.name(self.target)} avoids {title_of(enc, self.card)}"
        verb = {"miss": "misses", "hit": "hits"}.get(self.result, f"scores a {self.result} on")
        return f"{enc.name(self.who)} {verb} {enc.name(self.target)} ({title_of(enc, self.card)})"


class Amplified(About):
    """An Amplify Effect was applied to an action."""

    def __init__(self, who: str, name: str, on: str) -> None:
        self.who = who
        self.name = name
        self.on = on

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} amplifies: {title_of(enc, self.name)}"


class ManeuverTried(About):
    """A maneuver came off, or did not."""

    def __init__(self, who: str, name: str, worked: bool) -> None:
        self.who = who
        self.name = name
        self.worked = worked

    def apply(self, enc: Encounter) -> None:
        if self.worked and self.name == "weather":
            fighter(enc, self.who).weathered = True

    def result_word(self) -> str:
        return "success" if self.worked else "failure"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {title_of(enc, self.name)} {'succeeds' if self.worked else 'fails'}"


# ------------------------------------------------------------ health


class Hurt(About):
    """Hit Points were lost."""

    def __init__(self, who: str, hp: int, why: str, dealt: int, past: bool, parts: list[list[object]]) -> None:
        self.who = who
        self.hp = hp
        self.why = why
        self.dealt = dealt
        """The damage before anything protected from it; 0 where Hit Points are simply lost."""
        self.past = past
        """Did it get past the barriers?"""
        self.parts = parts
        """The sum from the dice to what came through."""

    def harm_done(self) -> int:
        return self.hp

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).hp -= self.hp
        if self.hp:
            rounds(enc).changed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return HealthChanged(self.who, False, self.dealt, self.past, self.why)

    def say(self, enc: Encounter) -> str:
        loss = f"{enc.name(self.who)} loses {self.hp} HP ({title_of(enc, self.why)})"
        if not self.parts:
            return loss
        came = sum([part.value for part in parts_from_json(self.parts)])
        left = f"; {self.hp} were left" if came > self.hp else ""
        total = f" = {came}" if len(self.parts) > 1 else ""
        return f"{loss}: {say_sum(self.parts)}{total}" + (", past the barriers" if self.past else "") + left


def say_sum(parts: list[list[object]]) -> str:
    """A sum as one would write it: 12 rolled + 2 boons - 4 Toughness."""
    said = ""
    for part in parts_from_json(parts):
        sign = " - " if part.value < 0 else " + "
        said += f"{sign if said else ''}{abs(part.value)} {part.label}"
    return said


class Unhurt(About):
    """Damage was dealt to somebody who takes none."""

    def __init__(self, who: str, damage: int) -> None:
        self.who = who
        self.damage = damage

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is immune to {self.damage} damage"


class Shielded(About):
    """Damage was ignored by what a foe ignores each round."""

    def __init__(self, who: str, damage: int) -> None:
        self.who = who
        self.damage = damage

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).shield -= self.damage

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if numbers_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} ignores {self.damage} damage"


class Mended(About):
    """Hit Points were regained."""

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).hp += self.hp
        if self.hp:
            rounds(enc).changed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return HealthChanged(self.who, True, 0, False, self.why)

    def say(self, enc: Encounter) -> str:
        if not self.hp:
            return f"{enc.name(self.who)} is unhurt already ({title_of(enc, self.why)})"
        return f"{enc.name(self.who)} regains {self.hp} HP ({title_of(enc, self.why)})"


class Fell(About):
    """Somebody has FALLEN: a hero lies there, a foe is out."""

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp = 0
        one.down = True
        one.out = not one.is_hero

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has FALLEN"


class Recovered(About):
    """Somebody is FALLEN no more."""

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = False
        one.hp = self.hp
        rounds(enc).changed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return HealthChanged(self.who, True, 0, False, self.why)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} stands again with {self.hp} HP ({title_of(enc, self.why)})"


class HealthChanged(About):
    """The public half of what changes Hit Points one may not know. Never part of a log."""

    def __init__(self, who: str, better: bool, dealt: int, past: bool, why: str) -> None:
        self.who = who
        self.better = better
        self.dealt = dealt
        self.past = past
        self.why = why

    def apply(self, enc: Encounter) -> None:
        raise NotImplementedError("a public half is shown, never folded")

    def say(self, enc: Encounter) -> str:
        if not self.dealt:
            return f"{enc.name(self.who)} is {'better' if self.better else 'weaker'}"
        barrier = "past its barriers" if self.past else "less its barrier"
        return f"{enc.name(self.who)} takes {self.dealt} damage {barrier} ({title_of(enc, self.why)})"


# ------------------------------------------------------------ Sustain, fields, behaviour


class SustainBegan(About):
    """A Sustain Effect is active from now on."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)

    def __init__(self, who: str, card: str, targets: list[str], squares: list[int], serial: int) -> None:
        self.who = who
        self.card = card
        self.targets = targets
        self.squares = squares
        self.serial = serial

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.serial = self.serial
        one.sustaining = [*one.sustaining, Sustained(self.card, self.targets, self.squares, self.serial)]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} sustains {title_of(enc, self.card)}"


class SustainTurned(About):
    """A Sustain Effect has other targets from now on."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")

    def __init__(self, who: str, card: str, serial: int, targets: list[str]) -> None:
        self.who = who
        self.card = card
        self.serial = serial
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        turned: list[Sustained] = []
        for held in one.sustaining:
            mine = held.serial == self.serial
            turned.append(Sustained(held.card, self.targets, held.squares, held.serial) if mine else held)
        one.sustaining = turned

    def say(self, enc: Encounter) -> str:
        names = " and ".join([enc.name(who) for who in self.targets]) or "nobody in sight"
        return f"{enc.name(self.who)} sustains {title_of(enc, self.card)} on {names}"


class SustainEnded(About):
    """A Sustain Effect is over."""

    def __init__(self, who: str, card: str, serial: int, why: str) -> None:
        self.who = who
        self.card = card
        self.serial = serial
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.sustaining = [held for held in one.sustaining if held.serial != self.serial]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} no longer sustains {title_of(enc, self.card)} ({self.why})"


class FieldLaid(Event):
    """Squares changed: a Local Field Effect was laid."""

    IDS: ClassVar[tuple[str, ...]] = ("who~by",)
    SQUARES: ClassVar[tuple[str, ...]] = ("squares",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, squares: list[int], field: str, who: str, by: str) -> None:
        self.squares = squares
        self.field = field
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        for square in self.squares:
            flow.laid.append(Laid(square, terrain_key(enc, square), self.who, self.by))
        enc.board = enc.board.with_terrain(dict.fromkeys(self.squares, self.field))

    def say(self, enc: Encounter) -> str:
        where = ", ".join([enc.board.name(square) for square in self.squares])
        return f"{title_of(enc, self.field)} on {where}"


class FieldLifted(Event):
    """What somebody laid with a card is gone, and the squares are what they were."""

    IDS: ClassVar[tuple[str, ...]] = ("who~by",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, who: str, by: str) -> None:
        self.who = who
        self.by = by

    def apply(self, enc: Encounter) -> None:
        flow = rounds(enc)
        mine = [one for one in flow.laid if one.who == self.who and one.by == self.by]
        enc.board = enc.board.with_terrain({one.square: one.before for one in reversed(mine)})
        flow.laid = [one for one in flow.laid if one.who != self.who or one.by != self.by]

    def say(self, enc: Encounter) -> str:
        return f"What {enc.name(self.who)} laid on the field is gone"


def terrain_key(enc: Encounter, square: int) -> str:
    """The field or ground of a square by its key; boards of this game tag every square with it."""
    return enc.board.tags_at(square)[0]


def say_chain(one: Fighter, chain: list[str]) -> str:
    """What a foe does hex by hex, in the names of its cards."""
    return ", ".join([say_hex(one, entry.partition("=")[2]) for entry in chain])


def say_hex(one: Fighter, word: str) -> str:
    foe = one.foe
    if foe is not None and word == "basic":
        return foe.basic.name
    if foe is not None and word in foe.cards:
        return foe.cards[word].name
    return word.capitalize()


class SpokeRolled(About):
    """A foe's behaviour for this turn: the spoke, and the chain of hexes along it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")

    def __init__(self, who: str, spoke: int, chain: list[str], quarry: str) -> None:
        self.who = who
        self.spoke = spoke
        self.chain = chain
        self.quarry = quarry

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.spoke = self.spoke
        one.chain = self.chain[:]
        one.quarry = self.quarry

    def say(self, enc: Encounter) -> str:
        after = f", after {enc.name(self.quarry)}" if self.quarry else ""
        chain = say_chain(fighter(enc, self.who), self.chain) or "Nothing"
        return f"{enc.name(self.who)}, spoke {self.spoke}: {chain}{after}"


class HexTaken(About):
    """A foe goes about the next hex of its chain."""

    def __init__(self, who: str, hex: str, place: str) -> None:
        self.who = who
        self.hex = hex
        self.place = place
        """Which hex of which card: KIND/SPOKE.RING, with a v for a veteran's."""

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.chain = one.chain[1:]


class HexLost(About):
    """A hex found nothing to be done to anybody."""

    def __init__(self, who: str, hex: str) -> None:
        self.who = who
        self.hex = hex

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        one = fighter(enc, self.who)
        return f"{one.name} has nobody in reach for {say_hex(one, self.hex)}"


class QuarryChosen(About):
    """A foe turns to somebody else."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "quarry")

    def __init__(self, who: str, quarry: str) -> None:
        self.who = who
        self.quarry = quarry

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).quarry = self.quarry

    def subjects(self) -> list[str]:
        return [self.who, self.quarry] if self.quarry else [self.who]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} turns to {enc.name(self.quarry)}" if self.quarry else ""


EVENTS: Final[list[type[Event]]] = [
    RoundCleared,
    SlotsTaken,
    TurnBegan,
    PoolRestored,
    Paid,
    Passed,
    TurnOver,
    ActionBegan,
    MomentCame,
    DiceSeen,
    ActionLost,
    ActionEnded,
    Checked,
    Amplified,
    ManeuverTried,
    Hurt,
    Unhurt,
    Shielded,
    Mended,
    Fell,
    Recovered,
    SustainBegan,
    SustainTurned,
    SustainEnded,
    FieldLaid,
    FieldLifted,
    SpokeRolled,
    HexTaken,
    HexLost,
    QuarryChosen,
]
