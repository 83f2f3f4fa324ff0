"""What can happen in Phases of Play besides what happens in every game."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.command import GM
from fracas.engine.duration import CURED, TURN_END, Condition, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.event import PUBLIC, SECRET, SUBJECT, Event, worded
from fracas.engine.events import About, Moved
from fracas.engine.flow import slot_from_json
from fracas.rulesets.phases_of_play.being import FREE_ACTIONS, LASTING, Lasting, Pending, being, beings, lore, phases
from fracas.rulesets.phases_of_play.phase_flow import Request, Trigger, Zone, trigger_from_json


class PhaseChanged(Event):
    """Another phase of play begins; the order of an encounter outlasts a pause."""

    kind: ClassVar[str] = "phase-changed"
    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "before")
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, phase: str, before: str) -> None:
        self.phase = phase
        self.before = before

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.phase = self.phase
        flow.deeds = 0
        flow.harmed = False
        flow.loose, flow.loose_at, flow.waiting = [], 0, []
        if self.phase != "paused":
            flow.escape, flow.away = [], False
        if self.phase == "setup":
            flow.used = {}
            flow.round = 0
            flow.order, flow.at = [], -1
            flow.quiet_rounds = 0
        elif self.phase in ("end", "freeplay", "over"):
            flow.order, flow.at = [], -1
            flow.round = 0
            flow.groups = []
        for one in beings(enc):
            one.loose_done = False

    def say(self, enc: Encounter) -> str:
        words = {
            "freeplay": "Freeplay", "setup": "An Encounter: Set-up", "main": "The Encounter goes on",
            "paused": "The Encounter is paused", "end": "The Encounter has ended", "over": "The episode is over",
        }  # fmt: skip
        return "The Encounter begins" if self.before == "setup" else words[self.phase]


class TookPart(About):
    """Somebody is in the encounter, or no longer."""

    kind: ClassVar[str] = "took-part"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "yes")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, yes: bool) -> None:
        self.who = who
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.taking_part = self.yes
        one.joining = False
        one.used = {}
        one.in_turn = False
        one.turn_over = False
        one.begin_turn()
        one.in_turn = False


class Grouped(Event):
    """The NPC groups, the highest Edge first."""

    kind: ClassVar[str] = "grouped"
    FIELDS: ClassVar[tuple[str, ...]] = ("groups",)
    IDS: ClassVar[tuple[str, ...]] = ("groups.*!",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, groups: list[list[str]]) -> None:
        self.groups = groups

    def apply(self, enc: Encounter) -> None:
        phases(enc).groups = [group[:] for group in self.groups]

    def say(self, enc: Encounter) -> str:
        return "Groups: " + " / ".join([", ".join([enc.name(who) for who in group]) for group in self.groups])


class OrderChanged(Event):
    """The order of turns is another one now, in the middle of a round."""

    kind: ClassVar[str] = "order-changed"
    FIELDS: ClassVar[tuple[str, ...]] = ("order", "at")
    IDS: ClassVar[tuple[str, ...]] = ("order.*.who!",)
    SLOTS: ClassVar[tuple[str, ...]] = ("at",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, order: list[dict[str, object]], at: int) -> None:
        self.order = order
        self.at = at

    def apply(self, enc: Encounter) -> None:
        enc.flow.order = [slot_from_json(slot) for slot in self.order]
        enc.flow.at = self.at

    def say(self, enc: Encounter) -> str:
        return "The order of turns changes"


class TurnBegan(About):
    """Somebody's turn begins: Movement, ranges and Free Actions are fresh."""

    kind: ClassVar[str] = "turn-began"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.begin_turn()
        one.free_actions = FREE_ACTIONS


class TurnClosed(About):
    """Somebody has said that the turn is over."""

    kind: ClassVar[str] = "turn-closed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).turn_over = True

    def say(self, enc: Encounter) -> str:
        name = enc.name(self.who)
        return f"{name} ends the turn" if being(enc, self.who).present else f"{name}'s turn is cut short"


class TurnLeft(About):
    """A turn is over and what was gained for it is gone."""

    kind: ClassVar[str] = "turn-left"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).leave_turn()


class TurnDelayed(About):
    """A turn that has begun goes on later in this round."""

    kind: ClassVar[str] = "turn-delayed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = False, True

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} goes later"


class TurnTaken(About):
    """A delayed turn goes on now."""

    kind: ClassVar[str] = "turn-taken"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.in_turn, one.delayed = True, False


class TurnUsed(About):
    """Something was done on this turn, which can no longer be delayed."""

    kind: ClassVar[str] = "turn-used"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).acted = True


class RoundCounted(Event):
    """How many rounds in a row have passed without harm."""

    kind: ClassVar[str] = "round-counted"
    FIELDS: ClassVar[tuple[str, ...]] = ("quiet",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, quiet: int) -> None:
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.quiet_rounds = self.quiet
        flow.harmed = False
        flow.turn += 1


class DeedCounted(Event):
    """One more command was given in this phase; something new to those who waited, unless it was to wait as well."""

    kind: ClassVar[str] = "deed-counted"
    FIELDS: ClassVar[tuple[str, ...]] = ("idle",)
    SEEN: ClassVar[str] = SECRET

    def __init__(self, idle: bool = False) -> None:
        self.idle = idle

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.deeds += 1
        if not self.idle:
            flow.waiting = []


class PoolChanged(About):
    """One of the counted things of somebody is now this many."""

    kind: ClassVar[str] = "pool-changed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "pool", "value", "why")
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


class Scored(About):
    """A Test has its Score."""

    kind: ClassVar[str] = "scored"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "why", "score", "outcome", "about")
    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, why: str, score: str, outcome: str, about: list[str] | None = None) -> None:
        self.who = who
        self.why = why
        self.score = score
        self.outcome = outcome
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.score = self.score
        one.outcome = self.outcome
        if self.outcome in OUTCOMES:
            one.passed = "yes" if self.outcome in ("mixed", "high", "crit") else "no"

    def result_word(self) -> str:
        """A Score that only counts beside those of others is no result by itself."""
        return self.outcome if self.outcome in OUTCOMES and not self.why.startswith(AMONG_OTHERS) else ""

    def say(self, enc: Encounter) -> str:
        word = OUTCOME_WORDS.get(self.outcome, self.outcome)
        why = worded(enc, self.why, self.about)
        return f"{enc.name(self.who)}, {why}: " + (f"{self.score}, {word}" if self.score else word)


class ScoredUnseen(Scored):
    """A Test the GM made for somebody, who does not know of it."""

    kind: ClassVar[str] = "scored-unseen"
    FIELDS: ClassVar[tuple[str, ...]] = Scored.FIELDS
    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    SEEN: ClassVar[str] = SECRET

    def apply(self, enc: Encounter) -> None:
        """What its maker shows by it is nothing."""


OUTCOMES: Final = ("fumble", "low", "mixed", "high", "crit")
AMONG_OTHERS: Final = ("turn order", "group test", "with the group's help", "contest")
OUTCOME_WORDS: Final = {
    "fumble": "critical failure", "low": "Low", "mixed": "Mixed", "high": "High", "crit": "critical success",
    "impossible": "not possible",
}  # fmt: skip
BASIC_NAMES: Final = {"melee": "a Melee Attack", "shoot": "a Ranged Attack", "rest": "a Rest", "first-aid": "first aid"}
COUNTED: Final = {
    "beats": ("Beat", "Beats"), "free_actions": ("Free Action", "Free Actions"),
    "kits": ("first aid kit", "first aid kits"), "dodges": ("Dodge Point", "Dodge Points"),
    "recoveries": ("Recovery", "Recoveries"), "favors": ("Favor", "Favors"),
    "xp": ("Experience Point", "Experience Points"), "breath": ("turn of breath", "turns of breath"),
    "legendary_left": ("legendary ability", "legendary abilities"),
}  # fmt: skip


def held(pool: str, value: int) -> str:
    """A counted thing in words: has 1 Beat, has no Dodge Points, has Health 7."""
    words = COUNTED.get(pool)
    if words is None:
        return f"has {pool.replace('_', ' ').capitalize()} {value}"
    return f"has {value or 'no'} {words[0] if value == 1 else words[1]}"


def place(enc: Encounter, pos: int) -> str:
    """A square or a place as one says it."""
    return enc.board.name(pos).replace("_", " ")


def condition_name(enc: Encounter, name: str) -> str:
    """A condition as its card calls it; a Wound's is lasting."""
    plain = name.removeprefix(LASTING)
    kind = lore(enc).conditions.get(plain)
    return ("lastingly " if name != plain else "") + (kind.name if kind is not None else plain.capitalize())


def ability_name(enc: Encounter, ability: str) -> str:
    """An ability by its name; a Rest with what it is for."""
    found = lore(enc).abilities.get(ability)
    if found is not None:
        return found.name
    if ability in BASIC_NAMES:
        return BASIC_NAMES[ability]
    if ability.startswith("rest-"):
        return f"a Rest ({ability.removeprefix('rest-').capitalize()})"
    return ability.replace("-", " ").title()


class Averted(About):
    """What would have hurt somebody did not."""

    kind: ClassVar[str] = "averted"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "why")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        pass

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} takes no damage ({self.why})"


class StacksSet(About):
    """So many stacks of a condition are there now; 0 ends it."""

    kind: ClassVar[str] = "stacks-set"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "name", "stacks", "source", "why", "about")
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
        kind = lore(enc).conditions.get(self.name)
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
        name, why = condition_name(enc, self.name), worded(enc, self.why, self.about)
        if not self.stacks:
            return f"{enc.name(self.who)} is no longer {name} ({why})"
        count = f" {self.stacks}" if self.stacks > 1 else ""
        return f"{enc.name(self.who)} is {name}{count} ({why})"


class Foiled(About):
    """Something was begun and does not happen."""

    kind: ClassVar[str] = "foiled"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str) -> None:
        self.who = who
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        pass

    def subjects(self) -> list[str]:
        return [self.who] if self.who != GM else []

    def say(self, enc: Encounter) -> str:
        name = enc.name(self.who) if self.who != GM else "The surroundings"
        return f"{name}: {ability_name(enc, self.ability)} comes to nothing"


class Harmed(About):
    """Damage was taken, from the shield first."""

    kind: ClassVar[str] = "harmed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "shield", "health", "vitality", "why")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, shield: int, health: int, vitality: int, why: str) -> None:
        self.who = who
        self.shield = shield
        self.health = health
        self.vitality = vitality
        self.why = why

    def harm_done(self) -> int:
        return self.shield + self.health + self.vitality

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.shield -= self.shield
        one.health -= self.health
        one.vitality -= self.vitality
        phases(enc).harmed = True

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if figures_known(after, self.who, seat) else WasHurt(self.who, self.why)

    def say(self, enc: Encounter) -> str:
        parts = [
            f"{lost} {word}"
            for lost, word in ((self.shield, "Shield"), (self.health, "Health"), (self.vitality, "Vitality"))
            if lost
        ]
        return f"{enc.name(self.who)} loses {', '.join(parts) or 'nothing'} ({self.why})"


class WasHurt(About):
    """The public half of `Harmed`. Never part of a log."""

    kind: ClassVar[str] = "was-hurt"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "why")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        raise NotImplementedError("a public half is shown, never folded")

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hurt ({self.why})"


class WentDown(About):
    """An NPC is out of the fight."""

    kind: ClassVar[str] = "went-down"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "yes")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, yes: bool) -> None:
        self.who = who
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).down = self.yes

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {'goes down' if self.yes else 'is up again'}"


class Strode(About):
    """One step of a movement, with the Movement it cost."""

    kind: ClassVar[str] = "strode"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "to", "mode", "cost", "altitude")
    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, to: int, mode: str, cost: int, altitude: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.cost = cost
        self.altitude = altitude

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.pos = self.to
        one.altitude = self.altitude
        one.toward, one.way = -1, 0
        one.spent += self.cost
        one.spent_in[self.mode] = one.spent_in.get(self.mode, 0) + self.cost

    def say(self, enc: Encounter) -> str:
        up = f" ({self.altitude} up)" if self.altitude else ""
        verb = {"walk": "walks", "jump": "jumps", "climb": "climbs", "swim": "swims", "fly": "flies"}.get(
            self.mode, "drifts"
        )
        return f"{enc.name(self.who)} {verb} to {place(enc, self.to)}{up}"


class WentOnWay(About):
    """A part of the way to another place was covered."""

    kind: ClassVar[str] = "went-on-way"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "toward", "way", "mode", "cost")
    SQUARES: ClassVar[tuple[str, ...]] = ("toward",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, toward: int, way: int, mode: str, cost: int) -> None:
        self.who = who
        self.toward = toward
        self.way = way
        self.mode = mode
        self.cost = cost

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.toward, one.way = self.toward, self.way
        one.spent += self.cost
        one.spent_in[self.mode] = one.spent_in.get(self.mode, 0) + self.cost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is on the way to {place(enc, self.toward)}"


class Carried(Moved):
    """Somebody was moved to another place by somebody else; what was covered of a way is lost."""

    kind: ClassVar[str] = "carried"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "to", "how")
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        one = being(enc, self.who)
        one.toward, one.way = -1, 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} {self.how} to {place(enc, self.to)}"


class Stayed(About):
    """Somebody was pushed or pulled, and stays in the same place."""

    kind: ClassVar[str] = "stayed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "how")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, how: str) -> None:
        self.who = who
        self.how = how

    def apply(self, enc: Encounter) -> None:
        """Nothing changes."""

    def say(self, enc: Encounter) -> str:
        here = place(enc, being(enc, self.who).pos)
        return f"{enc.name(self.who)} {self.how}, and not far enough to leave {here}"


class MovementSpent(About):
    """Movement went into something that changes no place, such as getting up."""

    kind: ClassVar[str] = "movement-spent"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "units", "on")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, units: int, on: str) -> None:
        self.who = who
        self.units = units
        self.on = on

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.spent += self.units
        one.spent_in["walk"] = one.spent_in.get("walk", 0) + self.units

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.units} Movement: {self.on}"


class MovementGained(About):
    """Movement beyond the ranges."""

    kind: ClassVar[str] = "movement-gained"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "units")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, units: int) -> None:
        self.who = who
        self.units = units

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).extra += self.units


class Dashed(About):
    """A Dash, whether or not it came to anything."""

    kind: ClassVar[str] = "dashed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "worked")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, worked: int) -> None:
        self.who = who
        self.worked = worked
        """How many times the ranges it adds; 0 for nothing."""

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.dashes += 1
        one.factor += self.worked

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} dashes" + ("" if self.worked else " and gains nothing")


class RangeImprovised(About):
    """The GM gives a temporary range, at so many Movement for a unit."""

    kind: ClassVar[str] = "range-improvised"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "mode", "cost")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, mode: str, cost: int) -> None:
        self.who = who
        self.mode = mode
        self.cost = cost

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).improvised[self.mode] = self.cost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} may {self.mode} for now, {self.cost} Movement a unit"


class Requested(About):
    """Somebody asks the GM for something, and waits or goes on meanwhile."""

    kind: ClassVar[str] = "requested"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "what", "words", "targets")
    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, what: str, words: str, targets: list[str] | None = None) -> None:
        self.who = who
        self.what = what
        self.words = words
        self.targets = targets or []

    def apply(self, enc: Encounter) -> None:
        phases(enc).requests.append(Request(self.who, self.what, self.words, self.targets))

    def say(self, enc: Encounter) -> str:
        on = " on " + ", ".join([enc.name(one) for one in self.targets]) if self.targets else ""
        asks = {
            "range": f"asks for a way to {self.words}", "free-action": "asks for one more Free Action",
            "slow": f"asks for the time to {self.words}{on}", "level-up": f"asks to level up as a {self.words}",
        }  # fmt: skip
        return f"{enc.name(self.who)} {asks.get(self.what, f'asks the GM: {self.words}')}"


class RequestSettled(About):
    """A request is answered, or taken back."""

    kind: ClassVar[str] = "request-settled"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "answer")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, answer: str) -> None:
        self.who = who
        self.answer = answer

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        request = flow.request_of(self.who)
        if request is not None and request.kind == "free-action" and self.answer == "not possible":
            being(enc, self.who).denied = True
        flow.requests = [request for request in flow.requests if request.who != self.who]

    def say(self, enc: Encounter) -> str:
        return f"The request of {enc.name(self.who)}: {self.answer}"


class AllowedOnce(Event):
    """An improvised activity will be harder from now on."""

    kind: ClassVar[str] = "allowed-once"
    FIELDS: ClassVar[tuple[str, ...]] = ("words",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, words: str) -> None:
        self.words = words

    def apply(self, enc: Encounter) -> None:
        phases(enc).once.append(self.words)

    def say(self, enc: Encounter) -> str:
        return f"Allowed this once: {self.words}"


class SlowAllowed(About):
    """The GM allows one slow ability in this pause, or it has been used."""

    kind: ClassVar[str] = "slow-allowed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability", "yes")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str, yes: bool) -> None:
        self.who = who
        self.ability = ability
        self.yes = yes

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        key = [self.who, self.ability]
        flow.leaves = [leave for leave in flow.leaves if leave != key] + ([key] if self.yes else [])


class LooseOrdered(Event):
    """A loose order is imposed, or lifted."""

    kind: ClassVar[str] = "loose-ordered"
    FIELDS: ClassVar[tuple[str, ...]] = ("order", "at")
    IDS: ClassVar[tuple[str, ...]] = ("order",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, order: list[str], at: int) -> None:
        self.order = order
        self.at = at

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.loose = self.order[:]
        flow.loose_at = self.at
        for index, who in enumerate(self.order):
            being(enc, who).loose_done = index < self.at

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return LooseOrdered(self.order, phases(after).loose_at)

    def say(self, enc: Encounter) -> str:
        if not self.order:
            return "The loose order is lifted"
        return "A loose order: " + ", ".join([enc.name(who) for who in self.order])


class LooseMoved(Event):
    """The loose order has come to the next."""

    kind: ClassVar[str] = "loose-moved"
    FIELDS: ClassVar[tuple[str, ...]] = ("at",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, at: int) -> None:
        self.at = at

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.loose_at = self.at
        for index, who in enumerate(flow.loose):
            being(enc, who).loose_done = index < self.at

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return LooseMoved(phases(after).loose_at)

    def say(self, enc: Encounter) -> str:
        loose = phases(enc).loose
        return f"It is {enc.name(loose[self.at])}'s turn in the loose order" if self.at < len(loose) else ""


class Waited(About):
    """Somebody wants nothing for now, until something happens."""

    kind: ClassVar[str] = "waited"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        phases(enc).waiting.append(self.who)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} waits"


class Said(About):
    """Somebody spoke, or did something small."""

    kind: ClassVar[str] = "said"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "words", "aloud")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, words: str, aloud: bool) -> None:
        self.who = who
        self.words = words
        self.aloud = aloud

    def apply(self, enc: Encounter) -> None:
        if self.aloud:
            phases(enc).said = self.who
            for one in beings(enc):
                one.replied = False

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} says: {self.words}" if self.aloud else f"{enc.name(self.who)}: {self.words}"


class Replied(Said):
    """A word back."""

    kind: ClassVar[str] = "replied"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "words", "aloud")
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        phases(enc).said = self.who
        being(enc, self.who).replied = True


class ZoneSet(Event):
    """So many stacks of a zone are on a square or place now; 0 ends it."""

    kind: ClassVar[str] = "zone-set"
    FIELDS: ClassVar[tuple[str, ...]] = ("zone", "pos", "stacks", "low", "high", "source", "ability")
    IDS: ClassVar[tuple[str, ...]] = ("source~ability",)
    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, zone: str, pos: int, stacks: int, low: int, high: int, source: str, ability: str) -> None:
        self.zone = zone
        self.pos = pos
        self.stacks = stacks
        self.low = low
        self.high = high
        self.source = source
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        kept = [
            z
            for z in flow.zones
            if not (z.name == self.zone and z.pos == self.pos and z.low == self.low and z.high == self.high
                    and z.source == self.source and z.ability == self.ability)
        ]  # fmt: skip
        if self.stacks > 0:
            kept.append(Zone(self.zone, self.pos, self.stacks, self.low, self.high, self.source, self.ability))
        flow.zones = kept

    def say(self, enc: Encounter) -> str:
        up = f" ({self.low} to {self.high} up)" if self.high else ""
        here = place(enc, self.pos) + up
        zone = lore(enc).zones[self.zone].name if self.zone in lore(enc).zones else self.zone
        return f"{zone} {self.stacks} at {here}" if self.stacks else f"No more {zone} at {here}"


class ZonesEnded(Event):
    """Whatever zones this ability kept up are gone."""

    kind: ClassVar[str] = "zones-ended"
    FIELDS: ClassVar[tuple[str, ...]] = ("source", "ability")
    IDS: ClassVar[tuple[str, ...]] = ("source~ability",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, source: str, ability: str) -> None:
        self.source = source
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.zones = [z for z in flow.zones if z.source != self.source or z.ability != self.ability]


class Touched(About):
    """A zone has done to somebody what it does, for this turn."""

    kind: ClassVar[str] = "touched"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "zone")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, zone: str) -> None:
        self.who = who
        self.zone = zone

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).touched.append(self.zone)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is in {'an' if self.zone[0] in 'aeiou' else 'a'} {self.zone} zone"


class TriggerOpened(Event):
    """Something others may react to is about to happen, or has happened."""

    kind: ClassVar[str] = "trigger-opened"
    FIELDS: ClassVar[tuple[str, ...]] = ("trigger",)
    IDS: ClassVar[tuple[str, ...]] = ("trigger.1", "trigger.2", "trigger.10.*.0!")
    SEEN: ClassVar[str] = SECRET

    def __init__(self, trigger: Trigger | list[object]) -> None:
        self.trigger: Trigger = trigger if isinstance(trigger, Trigger) else trigger_from_json(trigger)

    def apply(self, enc: Encounter) -> None:
        phases(enc).triggers.append(self.trigger.copy())

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "trigger": self.trigger.to_json()}


class TriggerChanged(Event):
    """A reaction changed what it answers: the amount, a hindrance, or that it happens at all."""

    kind: ClassVar[str] = "trigger-changed"
    FIELDS: ClassVar[tuple[str, ...]] = ("amount", "hinder", "eased", "cancelled", "reacted", "ability")
    IDS: ClassVar[tuple[str, ...]] = ("reacted",)
    SEEN: ClassVar[str] = SECRET

    def __init__(self, amount: int, hinder: int, eased: int, cancelled: bool, reacted: str, ability: str = "") -> None:
        self.amount = amount
        self.hinder = hinder
        self.eased = eased
        self.cancelled = cancelled
        self.reacted = reacted
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        trigger = phases(enc).triggers[-1]
        trigger.amount = self.amount
        trigger.hinder = self.hinder
        trigger.eased = self.eased
        trigger.cancelled = self.cancelled
        if self.reacted:
            trigger.reacted.append([self.reacted, self.ability])


class TriggerClosed(Event):
    """What others could react to is settled."""

    kind: ClassVar[str] = "trigger-closed"
    FIELDS: ClassVar[tuple[str, ...]] = ()
    SEEN: ClassVar[str] = SECRET

    def apply(self, enc: Encounter) -> None:
        phases(enc).triggers.pop()


class AbilityUsed(About):
    """An ability, basic or not, had its Score."""

    kind: ClassVar[str] = "ability-used"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability", "outcome", "targets")
    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str, outcome: str, targets: list[str]) -> None:
        self.who = who
        self.ability = ability
        self.outcome = outcome
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.used[self.ability] = one.used.get(self.ability, 0) + 1
        if self.ability in one.prepared:
            one.prepared = [id for id in one.prepared if id != self.ability]

    def result_word(self) -> str:
        return self.outcome

    def say(self, enc: Encounter) -> str:
        found = lore(enc).abilities.get(self.ability)
        who, others = enc.name(self.who), [target for target in self.targets if target != self.who]
        at = f" on {', '.join([enc.name(other) for other in others])}" if others else ""
        if self.ability in ("melee", "shoot") and others:
            missed = self.outcome == "fumble" or (self.ability == "shoot" and self.outcome == "low")
            return f"{who} {'misses' if missed else 'hits'} {enc.name(others[0])}"
        tested = found is None or found.test
        word = f": {OUTCOME_WORDS[self.outcome]}" if tested and self.ability not in ("rest", "sneak") else ""
        return f"{who} uses {ability_name(enc, self.ability)}{at}{word}"


class EnvironmentActed(Event):
    """An ability of the environment itself."""

    kind: ClassVar[str] = "environment-acted"
    FIELDS: ClassVar[tuple[str, ...]] = ("ability",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, ability: str) -> None:
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        used = phases(enc).used
        used[self.ability] = used.get(self.ability, 0) + 1

    def say(self, enc: Encounter) -> str:
        return f"The surroundings: {lore(enc).abilities[self.ability].name}"


class Began(About):
    """A Slow Action was begun."""

    kind: ClassVar[str] = "began"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability", "targets", "squares", "pos", "hinder")
    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SQUARES: ClassVar[tuple[str, ...]] = ("squares", "pos")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str, targets: list[str], squares: list[int], pos: int, hinder: int) -> None:
        self.who = who
        self.ability = ability
        self.targets = targets
        self.squares = squares
        self.pos = pos
        self.hinder = hinder

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        targets, squares = tuple(self.targets), tuple(self.squares)
        one.pending = Pending(self.ability, targets, squares, self.pos, self.hinder)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} begins {ability_name(enc, self.ability)}"


class PendingOver(About):
    """What was pending takes effect now, or never."""

    kind: ClassVar[str] = "pending-over"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "why")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).pending = None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: what was begun {self.why}"


class PreparedSet(About):
    """What somebody holds ready."""

    kind: ClassVar[str] = "prepared-set"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "abilities")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, abilities: list[str]) -> None:
        self.who = who
        self.abilities = abilities

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).prepared = self.abilities[:]


class EffectBegan(About):
    """A lasting ability holds from now on, for so many turns."""

    kind: ClassVar[str] = "effect-began"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability", "left", "targets")
    IDS: ClassVar[tuple[str, ...]] = ("who", "targets")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str, left: int, targets: list[str]) -> None:
        self.who = who
        self.ability = ability
        self.left = left
        self.targets = targets

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [e for e in one.lasting if e.ability != self.ability]
        one.lasting.append(Lasting(self.ability, self.left, tuple(self.targets)))

    def say(self, enc: Encounter) -> str:
        return f"{lore(enc).abilities[self.ability].name} of {enc.name(self.who)} holds"


class EffectEnded(About):
    """A lasting ability is over."""

    kind: ClassVar[str] = "effect-ended"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str) -> None:
        self.who = who
        self.ability = ability

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [e for e in one.lasting if e.ability != self.ability]

    def say(self, enc: Encounter) -> str:
        return f"{lore(enc).abilities[self.ability].name} of {enc.name(self.who)} is over"


class EffectTicked(About):
    """A lasting ability has so many turns left."""

    kind: ClassVar[str] = "effect-ticked"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "ability", "left")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ability: str, left: int) -> None:
        self.who = who
        self.ability = ability
        self.left = left

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.lasting = [
            Lasting(e.ability, self.left, e.targets) if e.ability == self.ability else e for e in one.lasting
        ]


class KeptStack(About):
    """A stack that helps will not be erased this time."""

    kind: ClassVar[str] = "kept-stack"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "name")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, name: str) -> None:
        self.who = who
        self.name = name

    def apply(self, enc: Encounter) -> None:
        being(enc, self.who).kept.append(self.name)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} keeps {condition_name(enc, self.name)}"


class BoonChanged(About):
    """What an ability lends while it lasts."""

    kind: ClassVar[str] = "boon-changed"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "name", "change")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, name: str, change: int) -> None:
        self.who = who
        self.name = name
        self.change = change

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.boons[self.name] = one.boons.get(self.name, 0) + self.change


class Advanced(About):
    """A level more."""

    kind: ClassVar[str] = "advanced"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "level", "archetype", "xp")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, level: int, archetype: str, xp: int) -> None:
        self.who = who
        self.level = level
        self.archetype = archetype
        self.xp = xp

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.level = self.level
        one.xp = self.xp
        save = {"fighter": "grit", "rogue": "edge", "mage": "focus"}[self.archetype]
        raised = {name: one.numbers[name] + 1 for name in (self.archetype, save)}
        one.numbers = {**one.numbers, **raised}

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} reaches level {self.level} ({self.archetype})"


class Compared(Event):
    """The result of a contest or a group test."""

    kind: ClassVar[str] = "compared"
    FIELDS: ClassVar[tuple[str, ...]] = ("what", "result", "winner")
    IDS: ClassVar[tuple[str, ...]] = ("winner",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, what: str, result: str, winner: str = "") -> None:
        self.what = what
        self.result = result
        self.winner = winner
        """Who won a contest; empty: nobody, or somebody not known."""

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        if self.what == "contest":
            flow.winner = self.winner
        else:
            flow.group = self.result

    def result_word(self) -> str:
        return self.result or self.winner

    def say(self, enc: Encounter) -> str:
        if self.what == "contest":
            return f"{enc.name(self.winner)} wins the contest"
        return f"The group's Score: {OUTCOME_WORDS.get(self.result, self.result)}"


class BossDue(Event):
    """A player's turn is over, so bosses may act; or they have had their say."""

    kind: ClassVar[str] = "boss-due"
    FIELDS: ClassVar[tuple[str, ...]] = ("after",)
    IDS: ClassVar[tuple[str, ...]] = ("after",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, after: str) -> None:
        self.after = after

    def apply(self, enc: Encounter) -> None:
        phases(enc).boss_due = self.after


class EscapeWatched(Event):
    """Who is Sneaky as a round begins, and whether the whole party was for the whole of the last one."""

    kind: ClassVar[str] = "escape-watched"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "away")
    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, who: list[str], away: bool) -> None:
        self.who = who
        self.away = away

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.escape, flow.away = self.who[:], self.away

    def say(self, enc: Encounter) -> str:
        return "Nobody has seen the party for a whole round" if self.away else ""


def figures_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.8: the figures of characters are open, those of NPCs are the GM's."""
    one = enc.combatants.get(who)
    return one is None or seat == GM or one.seat == seat or being(enc, who).pc


EVENTS: Final[list[type[Event]]] = [
    PhaseChanged, TookPart, Grouped, OrderChanged, TurnBegan, TurnClosed, TurnLeft, RoundCounted, DeedCounted,
    TurnDelayed, TurnTaken, TurnUsed,
    PoolChanged, Scored, ScoredUnseen, StacksSet, Averted, Foiled, Harmed, WentDown, Strode, WentOnWay, MovementSpent,
    Carried, Stayed,
    MovementGained, Dashed, RangeImprovised, Requested, RequestSettled, AllowedOnce, SlowAllowed, LooseOrdered,
    LooseMoved, Waited, Said, Replied, ZoneSet, ZonesEnded, Touched, TriggerOpened, TriggerChanged, TriggerClosed,
    AbilityUsed, EnvironmentActed, Began, PendingOver, PreparedSet, EffectBegan, EffectEnded, EffectTicked,
    KeptStack, BoonChanged, Advanced, Compared, BossDue, EscapeWatched,
]  # fmt: skip
