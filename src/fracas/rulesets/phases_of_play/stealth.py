"""Section 16: being Sneaky and losing it, covert Tests and Alert, reactions from the shadow, and getting away."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Command, Encounter, Reason, Step, Table, Why
from fracas.engine.events import NEWS, PUBLIC, Event
from fracas.rulesets.phases_of_play.acting import GmAction, PlayAction, bars_loose, bars_state
from fracas.rulesets.phases_of_play.basic_abilities import attack, bars_melee, bars_shot
from fracas.rulesets.phases_of_play.being import Being, being, beings, party, phases
from fracas.rulesets.phases_of_play.carrying_out import ANY_REACH, started
from fracas.rulesets.phases_of_play.conditions import PoolChanged, end, gain
from fracas.rulesets.phases_of_play.distances import SHOOTING, SPITTING, apart, enemies, half_covered, sees
from fracas.rulesets.phases_of_play.effects import move_free
from fracas.rulesets.phases_of_play.lasting import AbilityUsed
from fracas.rulesets.phases_of_play.on_the_way import bars_grip
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pause import PAUSED
from fracas.rulesets.phases_of_play.phase_changes import change
from fracas.rulesets.phases_of_play.pieces import Trigger
from fracas.rulesets.phases_of_play.ranges import range_now
from fracas.rulesets.phases_of_play.reactions import ReactionAction, alter, foe_behind, give_back
from fracas.rulesets.phases_of_play.tests import HIGH, MIXED, RANK, test
from fracas.rulesets.phases_of_play.zones import darkness, fog, unseen_net

SNEAKY: Final = "sneaky"
COVERT: Final = ("stealth", "sleight", "hiding")
ALERT: Final = 2


class EscapeWatched(Event):
    """Who is Sneaky as a round begins, and whether the whole party was for the whole of the last one."""

    IDS: ClassVar[tuple[str, ...]] = ("who",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, who: list[str], away: bool) -> None:
        self.who = who
        self.away = away

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        flow.escape, flow.away = self.who[:], self.away

    def say(self, enc: Encounter) -> str:
        return "Nobody has seen the party for a whole round" if self.away else ""


class Sneak(PlayAction):
    """16.4: an Action, and one is Sneaky."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return not being(enc, who).has(SNEAKY)

    def bars_now(self, enc: Encounter, one: Being) -> list[Reason]:
        if enc.flow.phase == "end":
            return [Reason("1.4", "nobody sneaks in this phase")]
        return [Reason("16.4", f"{one.name} is Sneaky already")] if one.has(SNEAKY) else []

    def act(self, table: Table, command: Command) -> None:
        if not started(table, command.who, "sneak", [], ANY_REACH)[0]:
            return
        table.emit(AbilityUsed(command.who, "sneak", MIXED, []))
        gain(table, command.who, SNEAKY, 1, "", "sneaks")


def plain_sight(table: Table, npc: str) -> None:
    """16.3: at the end of an NPC's turn whoever is in its plain sight is Sneaky no longer."""
    enc = table.enc
    watcher = being(enc, npc)
    if watcher.pc or not watcher.present:
        return
    for one in beings(enc):
        if one.has(SNEAKY) and enemies(watcher, one) and in_the_open(enc, watcher, one):
            end(table, one.id, SNEAKY, Why("in plain sight of {0}", [npc]))


def in_the_open(enc: Encounter, watcher: Being, one: Being) -> bool:
    """16.3: seen, and without half cover, dark or fog."""
    if not sees(enc, watcher, one) or half_covered(enc, watcher, one):
        return False
    return darkness(enc, one) == 0 and fog(enc, one) == 0


class Covert(PlayAction):
    """16.6: something done in secret in Freeplay."""

    PHASES: ClassVar[tuple[str, ...]] = ("freeplay",)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        if enc.flow.phase != "freeplay":
            return [Reason("1.4", "covert Tests belong to Freeplay")]
        one = being(enc, who)
        return bars_state(one) or bars_loose(enc, one)

    def act(self, table: Table, command: Command) -> None:
        """16.6, 16.7, 16.8: Alert for all who might notice; whoever is found out is not Sneaky."""
        enc, who = table.enc, command.who
        one = being(enc, who)
        near = watchers(enc, one)
        net = unseen_net(enc, one)
        if [other for other in near if apart(enc, one, other) <= SPITTING and enc.sees(one.seat, other.id)]:
            net -= 1
        score = test(table, who, command.thing, net, "covert")
        noticed = ALERT + 1 - min(RANK[HIGH], max(1, RANK[score.outcome]))
        found = False
        for other in near:
            after = min(ALERT, other.alert + noticed)
            if after > other.alert:
                table.emit(PoolChanged(other.id, "alert", after, "notices something"))
                found = found or after >= ALERT
        if found:
            end(table, who, SNEAKY, "found out")


def watchers(enc: Encounter, one: Being) -> list[Being]:
    """16.6: NPCs of the other side within Shooting Distance that see one."""
    return [
        other
        for other in beings(enc)
        if not other.pc
        and other.present
        and enemies(one, other)
        and apart(enc, one, other) <= SHOOTING
        and sees(enc, other, one)
    ]


class SneakAttack(ReactionAction):
    """16.9: out of the shadow, when an enemy moves or begins something."""

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).has(SNEAKY)

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        reasons: list[Reason] = []
        if not one.has(SNEAKY):
            reasons.append(Reason("16.9", f"{one.name} is not Sneaky"))
        cause = foe_behind(enc, one, trigger)
        if cause is None:
            return [*reasons, Reason("16.9", "only an enemy can be attacked this way")]
        if not cause.present or (bars_melee(enc, one, cause) and bars_shot(enc, one, cause)):
            reasons.append(Reason("16.9", f"{cause.name} is out of reach"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        trigger = phases(enc).triggers[-1]
        if trigger.cause not in enc.combatants:
            return
        score = test(table, who, "sleight", 0, "sneak attack")
        table.emit(AbilityUsed(who, "sneak-attack", score.outcome, [trigger.cause]))
        if not score.passed:
            end(table, who, SNEAKY, "the Sneak Attack failed")
            give_back(table, who)
            return
        ambush(table, who, trigger.cause, score.high)


def ambush(table: Table, who: str, target: str, high: bool) -> None:
    """16.9: one Advantage in all, and a High Score keeps one hidden; or one more damage, and Sneaky is over."""
    enc = table.enc
    stays = high and options(enc).sneak_attack == "advantage"
    if not stays:
        end(table, who, SNEAKY, "out of the shadow")
    # Against an NPC somebody still Sneaky has that Advantage already.
    net = 1 if options(enc).sneak_attack == "advantage" and (not stays or being(enc, target).pc) else 0
    more = 1 if options(enc).sneak_attack == "damage" else 0
    near = not bars_melee(enc, being(enc, who), being(enc, target))
    attack(table, who, target, "melee" if near else "shoot", net, more)
    if stays and not being(enc, who).has(SNEAKY) and being(enc, who).present:
        gain(table, who, SNEAKY, 1, "", "still in the shadow")


class CovertReaction(ReactionAction):
    """16.12, 16.13: somebody Sneaky answers what an enemy begins against them; a Fail costs nothing."""

    skill: str = "stealth"

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).has(SNEAKY)

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        reasons: list[Reason] = []
        if not one.has(SNEAKY):
            reasons.append(Reason(self.paragraph, f"{one.name} is not Sneaky"))
        if trigger.victim != one.id or foe_behind(enc, one, trigger) is None:
            reasons.append(Reason(self.paragraph, f"that is not aimed at {one.name} by an enemy"))
        return reasons

    def act(self, table: Table, command: Command) -> None:
        who = command.who
        on, hindered = started(table, who, self.verb, [], ANY_REACH)
        if not on:
            return
        score = test(table, who, self.skill, hindered, self.title)
        table.emit(AbilityUsed(who, self.verb, score.outcome, []))
        if score.passed:
            self.succeed(table, who, score.high)
        else:
            give_back(table, who)

    def succeed(self, table: Table, who: str, high: bool) -> None:
        raise NotImplementedError


class SneakDash(CovertReaction):
    """16.12: as far as one walks, at once; only a High Score keeps one Sneaky."""

    def bars_trigger(self, enc: Encounter, one: Being, trigger: Trigger) -> list[Reason]:
        return super().bars_trigger(enc, one, trigger) + bars_grip(enc, one)

    def succeed(self, table: Table, who: str, high: bool) -> None:
        move_free(table, who, range_now(being(table.enc, who), "walk"))
        if not high:
            end(table, who, SNEAKY, "on the run")


class SneakEvade(CovertReaction):
    """16.13: the enemy loses sight of one, and with a High Score so do all until one's next turn."""

    skill: str = "hiding"

    def succeed(self, table: Table, who: str, high: bool) -> None:
        alter(table, cancelled=True)
        if high:
            gain(table, who, "elusive", 1, "", "well hidden")


# ---------------------------------------------------------------- getting away


def watch_escape(table: Table, whole: bool) -> None:
    """16.10: at the top of a round it is noted who is Sneaky, and whether all were for the whole of the last one."""
    flow = phases(table.enc)
    ours = party(table.enc)
    away = whole and bool(ours) and not [one for one in ours if one.id not in flow.escape]
    hidden = [one.id for one in ours if one.has(SNEAKY)]
    if hidden != flow.escape or away != flow.away:
        table.emit(EscapeWatched(hidden, away))


class Escape(GmAction):
    """16.10: the party is out of sight: a pause, in which the foes search."""

    def bars_now(self, enc: Encounter) -> list[Reason]:
        if phases(enc).away:
            return []
        return [Reason("16.10", "not everybody in the party has been Sneaky for a whole round")]

    def perform(self, table: Table, command: Command) -> None:
        get_away(table)


def get_away(table: Table) -> None:
    """16.10: every foe who is up has an Alert of 2, and the Encounter is paused."""
    sides = [one.side for one in party(table.enc)]
    for one in beings(table.enc):
        if not one.pc and one.present and one.side not in sides and one.alert < ALERT:
            table.emit(PoolChanged(one.id, "alert", ALERT, "searches"))
    change(table, PAUSED)


class GetAway(Step):
    """16.10: under the option the pause comes by itself."""

    def perform(self, table: Table, command: Command) -> None:
        get_away(table)


def gone(enc: Encounter) -> bool:
    """16.10: has the party got away, where nobody has to say so?"""
    return phases(enc).away and enc.flow.phase == "main" and options(enc).escape == "at-once"


def calm_down(table: Table, who: str) -> None:
    """16.11: an NPC that ends its turn in Freeplay or a pause and sees no foe in the open is less alert."""
    enc = table.enc
    one = being(enc, who)
    if one.pc or one.alert <= 0 or enc.flow.phase not in ("freeplay", "paused"):
        return
    for other in beings(enc):
        if other.present and enemies(one, other) and not other.has(SNEAKY) and sees(enc, one, other):
            return
    table.emit(PoolChanged(who, "alert", one.alert - 1, "nothing to be seen"))


ACTIONS: Final[list[Action]] = [
    Sneak("sneak", "Sneak", "16.4", beats=1),
    Covert("covert", "Covert Test", "16.6", "thing", known=COVERT),
    SneakAttack("sneak-attack", "Sneak Attack", "16.9", ("moves", "starts")),
    SneakDash("sneak-dash", "Sneak Dash", "16.12", ("starts",)),
    SneakEvade("sneak-evade", "Sneak Evade", "16.13", ("starts",)),
    Escape("escape", "The party gets away", "16.10", "none", ("main",)),
]
STEPS: Final[list[Step]] = [GetAway("get-away", "The party gets away", "16.10")]
