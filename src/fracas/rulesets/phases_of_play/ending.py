"""Section 19: how an Encounter ends, what it brings, levels, and the end of the episode."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import GM, Action, Command, Encounter, Invalid, Reason, Table
from fracas.engine.events import NEWS, SUBJECT, About, Ended
from fracas.rulesets.phases_of_play.acting import GmAction, PlayAction, bars_loose, bars_state
from fracas.rulesets.phases_of_play.being import Being, being, beings, party, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, StacksSet, clear_fleeting, end
from fracas.rulesets.phases_of_play.lasting import PendingOver, PreparedSet, stop
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.phase_changes import Requested, RequestSettled, TookPart, bars_request, change

FOR_A_LEVEL: Final = 20
LAST_LEVEL: Final = 15
ARCHETYPES: Final = ("fighter", "rogue", "mage")
RESTFUL: Final = ("freeplay", "end")
OF_THE_MOMENT: Final = ("range", "free-action", "slow")
"""Requests that mean nothing once the Encounter is over."""


class Advanced(About):
    """A level more."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

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


def points_for(enc: Encounter, said: int) -> int:
    """19.2: none, the usual points, or one more; `said` counts from the usual one."""
    return said - 1 + options(enc).experience if said else 0


class EndEncounter(GmAction):
    """1.4, 18.7, 19.1, 19.2: the GM announces the end and gives experience."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.numbers) > 2 or (len(command.numbers) == 2 and not command.targets):
            known = "the points for each, or these and the points for those named"
            raise Invalid("command", "numbers", list(command.numbers), known)

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        """19.3: two points at most, and only for living player characters."""
        reasons: list[Reason] = []
        for said in command.numbers:
            if said > 2:
                reasons.append(Reason("19.3", f"{said} points are more than two"))
            elif said < 0:
                reasons.append(Reason("19.3", "nobody loses points"))
        for who in command.targets:
            if not being(enc, who).pc:
                reasons.append(Reason("19.3", f"{enc.name(who)} is an NPC and gains no experience"))
            elif being(enc, who).has("dead"):
                reasons.append(Reason("19.3", f"{enc.name(who)} is dead and gains no experience"))
        return reasons

    def commands(self, enc: Encounter) -> list[Command]:
        """One for each, two or none; or a second for one or two, unless that is everybody who took part."""
        ours = {one.id for one in party(enc)}
        living = [one.id for one in beings(enc) if one.pc and not one.has("dead")]
        some = [(who,) for who in living] + [(a, b) for i, a in enumerate(living) for b in living[i + 1 :]]
        found = [Command(GM, self.verb), Command(GM, self.verb, numbers=(2,)), Command(GM, self.verb, numbers=(0,))]
        return found + [Command(GM, self.verb, named, numbers=(1, 2)) for named in some if not ours <= {*named}]

    def label(self, enc: Encounter, command: Command) -> str:
        said = [points_for(enc, points) for points in command.numbers] or [points_for(enc, 1)]
        names = " and ".join([enc.name(who) for who in command.targets])
        each = said_points(said[0])
        if len(said) > 1:
            return f"{each} for each, {said_points(said[1])} for {names}"
        return f"{each} for {names}" if names else f"{each} for each"

    def perform(self, table: Table, command: Command) -> None:
        finish(table, gains(table.enc, command.numbers, list(command.targets)))


def said_points(points: int) -> str:
    return f"{points or 'no'} point" + ("" if points == 1 else "s")


def gains(enc: Encounter, said: tuple[int, ...], named: list[str]) -> dict[str, int]:
    """19.2: a number is for everybody who took part, or for those named alone; a second one is for those named."""
    each = points_for(enc, said[0]) if said else points_for(enc, 1)
    if len(said) < 2:
        return dict.fromkeys(named or [one.id for one in party(enc)], each)
    found = {one.id: each for one in party(enc)}
    for who in named:
        found[who] = points_for(enc, said[1])
    return found


def finish(table: Table, gained: dict[str, int]) -> None:
    """7.9, 19.1, 19.2: everything of the Encounter goes, and experience is gained."""
    enc = table.enc
    for one in beings(enc):
        settle(table, one.id)
    for who, points in gained.items():
        if points:
            table.emit(PoolChanged(who, "xp", being(enc, who).xp + points, "experience"))
    for one in beings(enc):
        if one.taking_part or one.joining:
            table.emit(TookPart(one.id, False))
    for request in phases(enc).requests[:]:
        if request.kind in OF_THE_MOMENT:
            table.emit(RequestSettled(request.who, "no longer needed"))
    change(table, "end")


def settle(table: Table, who: str) -> None:
    """19.1: fleeting stacks go, lasting effects end, what was pending or prepared is lost."""
    enc = table.enc
    for lasting in being(enc, who).lasting[:]:
        stop(table, who, lasting.ability)
    clear_fleeting(table, who, "the Encounter is over")
    end(table, who, "elusive", "the Encounter is over")
    if being(enc, who).pending is not None:
        table.emit(PendingOver(who, "is lost"))
    if being(enc, who).prepared:
        table.emit(PreparedSet(who, []))


class EndEpisode(GmAction):
    """1.7, 19.8: the GM ends the episode."""

    def perform(self, table: Table, command: Command) -> None:
        close(table, "the GM ends the episode")


def close(table: Table, why: str, result: str = "episode") -> None:
    """19.8: player characters are as at its beginning, and play is over."""
    for one in beings(table.enc):
        settle(table, one.id)
        if one.pc and one.alive:
            restore(table, one.id)
    change(table, "over")
    table.emit(Ended(result, why))


def restore(table: Table, who: str) -> None:
    """19.8: Recoveries, Dodge Points, Shield, Health and Vitality come back, and all conditions go."""
    enc = table.enc
    for condition in being(enc, who).conditions[:]:
        table.emit(StacksSet(who, condition.name, 0, "", "the episode is over"))
    one = being(enc, who)
    for pool, full in (
        ("health", one.max_health),
        ("vitality", one.max_vitality),
        ("shield", one.card.shield),
        ("dodges", one.max_dodges),
        ("recoveries", one.card.recoveries),
    ):
        if getattr(being(enc, who), pool) != full:
            table.emit(PoolChanged(who, pool, full, "the episode is over"))


class LevelUp(PlayAction):
    """19.4, 19.5: with enough points one asks to level up."""

    PHASES: ClassVar[tuple[str, ...]] = RESTFUL

    def possible(self, enc: Encounter, who: str) -> bool:
        return being(enc, who).xp >= FOR_A_LEVEL

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = being(enc, who)
        return bars_level_now(enc, one) or bars_loose(enc, one) + bars_level(one) + bars_request(enc, one)

    def commands(self, enc: Encounter, one: Being) -> list[Command]:
        return super().commands(enc, one) if one.pc else []

    def cost(self, enc: Encounter, command: Command) -> str:
        return f"{FOR_A_LEVEL} Experience Points"

    def act(self, table: Table, command: Command) -> None:
        table.emit(Requested(command.who, "level-up", command.thing))


def bars_level_now(enc: Encounter, one: Being) -> list[Reason]:
    """19.5: in Freeplay or the End phase, by somebody who is up."""
    if enc.flow.phase not in RESTFUL:
        return [Reason("1.4", "nobody levels up in this phase", "wait for Freeplay")]
    return bars_state(one)


def bars_level(one: Being) -> list[Reason]:
    """19.4: twenty points and fifteen levels."""
    reasons: list[Reason] = []
    if one.xp < FOR_A_LEVEL:
        reasons.append(Reason("19.4", f"a level takes {FOR_A_LEVEL} points, {one.name} has {one.xp}"))
    if one.level >= LAST_LEVEL:
        reasons.append(Reason("19.4", f"there is no level beyond {LAST_LEVEL}"))
    return reasons


def advance(table: Table, who: str, archetype: str) -> None:
    """19.4, 19.6: a level more, an empty tracker, and what the level gives."""
    table.emit(Advanced(who, being(table.enc, who).level + 1, archetype, 0))


ACTIONS: Final[list[Action]] = [
    EndEncounter("end-encounter", "End the Encounter", "19.1", "targets", ("main", "paused")),
    EndEpisode("end-episode", "End the episode", "1.7", "none", RESTFUL),
    LevelUp("level-up", "Level up", "19.5", "thing", known=ARCHETYPES, asks=True),
]
