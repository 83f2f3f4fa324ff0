"""What can happen in Crisis Mode besides what happens in every game."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import About
from fracas.engine.fields import PUBLIC
from fracas.rulesets.crisis_mode.fighter import content_of, crisis, fighter, status_word, thing_name
from fracas.rulesets.crisis_mode.flow import Dropped, Strike
from fracas.rulesets.crisis_mode.options import options


class PointsGranted(About):
    """A new Action Phase: so many Action Points and Free Steps."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ap: int, free_steps: int) -> None:
        self.who = who
        self.ap = ap
        self.free_steps = free_steps

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.begin_phase()
        one.ap = one.ap_start = self.ap
        one.free_steps = self.free_steps

    def say(self, enc: Encounter) -> str:
        surprised = enc.flow.turn == 1 and fighter(enc, self.who).side in crisis(enc).surprised
        return f"{enc.name(self.who)}: {self.ap} AP{' (surprised)' if surprised else ''}, Free Steps {self.free_steps}"


class Spent(About):
    """Action Points were spent on something other than movement; at 0 the Free Steps are forfeit."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ap: int, on: str, reaction: bool) -> None:
        self.who = who
        self.ap = ap
        self.on = on
        self.reaction = reaction

    def apply(self, enc: Encounter) -> None:
        """3.5: who spends the last point loses the Free Steps."""
        one = fighter(enc, self.who)
        one.ap -= self.ap
        one.acted = True
        if not self.reaction:
            one.acted_here = True
            one.spent += self.ap
        if one.ap <= 0:
            one.free_steps = 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.ap} AP: {self.on}"


class Paced(About):
    """One square walked at a pace, with the points paid for it."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, to: int, mode: str, squares: int, ap: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.squares = squares
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.pos = self.to
        if self.mode == "free-step":
            one.free_here = one.stepped_free = True
            one.free_steps = 0
            one.paces += self.squares
            return
        if self.mode == "run":
            one.ran += self.squares
        else:
            one.stepped += self.squares
        one.paces += self.squares
        one.ap -= self.ap
        one.spent += self.ap
        one.spent_moving += self.ap
        one.acted = True
        if one.ap <= 0:
            one.free_steps = 0

    def say(self, enc: Encounter) -> str:
        verb = {"free-step": "free-steps", "step": "steps", "run": "runs"}[self.mode]
        price = f" ({self.ap} AP)" if self.ap else ""
        return f"{enc.name(self.who)} {verb} to {enc.board.name(self.to)}{price}"


class Passed(About):
    """An opportunity was given up; it counts as a pass only if nothing was done in it."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, counts: bool) -> None:
        self.who = who
        self.counts = counts

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.acted_here = True
        one.passed = self.counts

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} passes" if self.counts else f"{enc.name(self.who)} is done"


class AttackDeclared(Event):
    """An attack is on its way; Reflexes are judged by it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, verb: str, weapon: str, melee: bool) -> None:
        self.who = who
        self.target = target
        self.verb = verb
        self.weapon = weapon
        self.melee = melee

    def apply(self, enc: Encounter) -> None:
        """16.3: an attack declared is a hostile act, hit or miss."""
        flow = crisis(enc)
        flow.quiet = False
        flow.strike = Strike(self.who, self.target, self.verb, self.weapon, self.melee, 0, False)

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def say(self, enc: Encounter) -> str:
        content = content_of(enc)
        known = content.weapons.get(self.weapon)
        with_what = known.name if known is not None else content.spells[self.weapon].name
        return f"{enc.name(self.who)}: {self.verb} on {enc.name(self.target)} with {with_what}"


class AttackSettled(Event):
    """How an attack came out; Responses are judged by it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target")
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, target: str, result: str, harm: int, by: str) -> None:
        self.who = who
        self.target = target
        self.result = result
        self.harm = harm
        self.by = by
        """The command of the opportunity, or the Reflex or Response, this blow belongs to."""

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        strike = flow.strike
        if strike is not None and strike.attacker == self.who and strike.verb == self.by:
            flow.strike = Strike(
                strike.attacker, strike.target, strike.verb, strike.weapon, strike.melee, self.harm, True
            )

    def result_word(self) -> str:
        return self.result if self.by not in ("counterattack", "riposte") else f"{self.by}: {self.result}"

    def subjects(self) -> list[str]:
        return [self.who, self.target]

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.target, seat):
            return self
        return AttackSettled(self.who, self.target, self.result, 0, self.by)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} on {enc.name(self.target)}: {self.result}" if self.result else ""


class StrikeOver(Event):
    """Nothing answers to the last attack any more."""

    SEEN: ClassVar[str] = PUBLIC

    def apply(self, enc: Encounter) -> None:
        crisis(enc).strike = None


class Hurt(About):
    """Hit Points were lost."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def harm_done(self) -> int:
        return self.hp

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp -= self.hp
        one.status = status_word(one)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Looked(self.who, fighter(after, self.who).status, self.why)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} loses {self.hp} HP ({self.why})"


class Healed(About):
    """Hit Points were regained."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, hp: int, why: str) -> None:
        self.who = who
        self.hp = hp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp += self.hp
        one.status = status_word(one)

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        if numbers_known(after, self.who, seat):
            return self
        return Looked(self.who, fighter(after, self.who).status, self.why)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} regains {self.hp} HP ({self.why})"


class Looked(About):
    """The public half of lost or regained Hit Points where the number is secret. Never part of a log."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, status: str, why: str) -> None:
        self.who = who
        self.status = status
        self.why = why

    def apply(self, enc: Encounter) -> None:
        raise NotImplementedError("a public half is shown, never folded")

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} looks {self.status} ({self.why})"


class ManaChanged(About):
    """Mana Points were spent or regained; how many is the caster's business."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, mp: int, why: str) -> None:
        self.who = who
        self.mp = mp
        self.why = why

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).mp += self.mp

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        return self if numbers_known(after, self.who, seat) else None

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}: {self.mp:+d} MP ({self.why})"


KNOCKED: Final = "knocked down"


class PostureChanged(About):
    """Somebody sits, kneels, lies or stands now; who does not stand has no Free Steps."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, posture: str, why: str) -> None:
        self.who = who
        self.posture = posture
        self.why = why

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.posture = self.posture
        if not one.standing:
            one.free_steps = 0

    def result_word(self) -> str:
        return self.why if self.why == KNOCKED else ""

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is {self.posture} ({self.why})"


class WentDown(About):
    """Somebody cannot act any more: incapacitated, or dead."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, status: str) -> None:
        self.who = who
        self.status = status

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = True
        one.posture = "prone"
        one.free_steps = 0
        one.status = self.status

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is {self.status}"


class CameTo(About):
    """Somebody who was down is conscious again."""

    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.down = False
        one.status = status_word(one)

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} comes to"


class Readied(About):
    """Weapon and shield as they are in hand now; the rest is stowed."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, weapon: str, shield: str) -> None:
        self.who = who
        self.weapon = weapon
        self.shield = shield

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        content = content_of(enc)
        weapons = one.weapons()
        one.weapon = content.weapons.get(self.weapon)
        one.carried = weapons
        if one.weapon is not None:
            ids = [weapon.id for weapon in weapons]
            del one.carried[ids.index(self.weapon)]
        shields = ([one.shield] if one.shield is not None else []) + one.spares
        named = [shield for shield in shields if shield.id == self.shield]
        one.shield = named[0] if named else None
        one.spares = shields
        if named:
            del one.spares[shields.index(named[0])]

    def say(self, enc: Encounter) -> str:
        content = content_of(enc)
        weapon = content.weapons[self.weapon].name if self.weapon else "bare hands"
        shield = f" and {content.shields[self.shield].name}" if self.shield else ""
        return f"{enc.name(self.who)} has {weapon}{shield} ready"


class PickedUp(About):
    """Something was taken from the ground."""

    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, thing: str, pos: int) -> None:
        self.who = who
        self.thing = thing
        self.pos = pos

    def apply(self, enc: Encounter) -> None:
        one, flow, content = fighter(enc, self.who), crisis(enc), content_of(enc)
        for index, lying in enumerate(flow.ground):
            if lying.pos == self.pos and lying.thing == self.thing:
                del flow.ground[index]
                break
        if self.thing in content.weapons:
            one.carried = [*one.carried, content.weapons[self.thing]]
        elif self.thing in content.shields:
            one.spares = [*one.spares, content.shields[self.thing]]
        else:
            one.items = [*one.items, content.items[self.thing]]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} picks up {thing_name(content_of(enc), self.thing)}"


class LeftHand(About):
    """A thrown weapon lies where it was thrown."""

    SQUARES: ClassVar[tuple[str, ...]] = ("pos",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, weapon: str, pos: int) -> None:
        self.who = who
        self.weapon = weapon
        self.pos = pos

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if one.weapon is not None and one.weapon.id == self.weapon:
            one.weapon = None
        crisis(enc).ground.append(Dropped(self.pos, self.weapon))

    def say(self, enc: Encounter) -> str:
        return f"{content_of(enc).weapons[self.weapon].name} of {enc.name(self.who)} lies at {enc.board.name(self.pos)}"


class Loaded(About):
    """A crossbow was shot, or is ready again."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, weapon: str, loaded: bool) -> None:
        self.who = who
        self.weapon = weapon
        self.loaded = loaded

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        others = [id for id in one.empty if id != self.weapon]
        one.empty = others if self.loaded else [*others, self.weapon]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} has reloaded" if self.loaded else ""


class ItemUsed(About):
    """A potion was drunk or a scroll read; one that is used up is gone."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, item: str, consumed: bool) -> None:
        self.who = who
        self.item = item
        self.consumed = consumed

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if self.consumed:
            ids = [item.id for item in one.items]
            if self.item in ids:
                at = ids.index(self.item)
                one.items = one.items[:at] + one.items[at + 1 :]

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} uses {content_of(enc).items[self.item].name}"


class SpellCast(About):
    """A spell was cast, with this result; a hostile one makes the turn unquiet."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, spell: str, result: str, hostile: bool) -> None:
        self.who = who
        self.spell = spell
        self.result = result
        self.hostile = hostile

    def apply(self, enc: Encounter) -> None:
        if self.hostile:
            crisis(enc).quiet = False

    def doer(self) -> str:
        return self.who

    def result_word(self) -> str:
        return self.result

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} casts {content_of(enc).spells[self.spell].name}: {self.result}"


class Climbed(About):
    """Somebody is one level higher or lower."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, level: int) -> None:
        self.who = who
        self.level = level

    def apply(self, enc: Encounter) -> None:
        fighter(enc, self.who).altitude = self.level

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} climbs to level {self.level}"


class TurnCounted(Event):
    """Whether the turn that ends was a quiet one."""

    SEEN: ClassVar[str] = PUBLIC

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet

    def apply(self, enc: Encounter) -> None:
        flow = crisis(enc)
        flow.quiet_turns = flow.quiet_turns + 1 if self.quiet else 0
        flow.quiet = True


class RoundCleared(Event):
    """A new Round: nobody has acted in it yet."""

    SEEN: ClassVar[str] = PUBLIC

    def apply(self, enc: Encounter) -> None:
        for one in enc.combatants.values():
            one.begin_slot()


EVENTS: Final[list[type[Event]]] = [
    PointsGranted,
    Spent,
    Paced,
    Passed,
    AttackDeclared,
    AttackSettled,
    StrikeOver,
    Hurt,
    Healed,
    ManaChanged,
    PostureChanged,
    WentDown,
    CameTo,
    Readied,
    PickedUp,
    LeftHand,
    Loaded,
    ItemUsed,
    SpellCast,
    Climbed,
    TurnCounted,
    RoundCleared,
]


def numbers_known(enc: Encounter, who: str, seat: str) -> bool:
    """1.11: may this seat know the numbers of this combatant? Its keeper may; the others by the option `secrets`."""
    one = enc.combatants.get(who)
    if one is None or seat == GM or one.seat == seat:
        return True
    return one.seat != GM or options(enc).secrets == "open"
