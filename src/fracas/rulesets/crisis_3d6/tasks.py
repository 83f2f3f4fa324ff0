"""Section 1 as people use it: checks, contests and tasks that need no check."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Choice, Command, Encounter, Reason, Table
from fracas.engine.events import RESULT, SUBJECT, About
from fracas.engine.offer import Crossed
from fracas.rulesets.crisis_3d6.action_points import NOTHING, CrisisAction, bars_fight
from fracas.rulesets.crisis_3d6.characters import CHECKABLE, title
from fracas.rulesets.crisis_3d6.checks import EASY, NOBODY, Result, contest_winner, roll_check, target_number
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.people import Between, Person, person
from fracas.rulesets.crisis_3d6.situation import sees, situation

ONE_OF: Final = "one of " + ", ".join(CHECKABLE)


def level_of(command: Command) -> int:
    """1.5: the level that was named, or Easy."""
    return command.numbers[0] if command.numbers else EASY


def bars_level(command: Command) -> list[Reason]:
    """1.5: levels run from 1 to 10."""
    level = level_of(command)
    known = 1 <= level <= 10
    return [] if known else [Reason("1.5", f"there is no difficulty level {level}", "name a level from 1 to 10")]


class SkillAction(CrisisAction):
    """1.17: something that takes a skill or an ability."""

    def knows(self, enc: Encounter, thing: str) -> bool:
        return thing in CHECKABLE

    def things(self) -> str:
        return ONE_OF

    def names(self, enc: Encounter, one: Person) -> list[str]:
        return CHECKABLE

    alike = True

    def judged_picks(self, enc: Encounter, who: str) -> list[tuple[Command, list[Reason]]]:
        """Person by person, and no skill by itself; without a number the level is Easy, which is always there (1.5)."""
        one = person(enc, who)
        names = self.names(enc, one)
        judged: list[tuple[Command, list[Reason]]] = []
        for target in self.targets(enc, one):
            reasons = self.bars_target(enc, one, person(enc, target)) if target else []
            judged.extend([(Command(who, self.verb, (target,) if target else (), name), reasons) for name in names])
        return judged

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """Anybody may try anything: no skill is judged by itself."""
        return Crossed(one.id, self.verb, NOTHING, self.names(enc, one))

    def label(self, enc: Encounter, command: Command) -> str:
        """No skill is a thing of the content."""
        skill = command.thing.replace("-", " ")
        if not command.targets:
            return skill or self.title
        return f"{skill} {enc.name(command.target)}" if skill else enc.name(command.target)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """1.5: without a number the level is Easy, which is always there."""
        return super().bars_pick(enc, command) + bars_level(command)

    def roll(self, table: Table, command: Command, why: str) -> Result:
        """1.2, 1.5: against the level that was named."""
        level = min(max(level_of(command), 1), 10)
        target = target_number(table.enc, person(table.enc, command.who), command.thing, level)
        return roll_check(table, command.who, f"{why} {title(command.thing)}", target)


class Check(SkillAction):
    """1.2, 1.17: a task that may fail."""

    def act(self, table: Table, command: Command) -> None:
        self.roll(table, command, "check of")


def may_contest(enc: Encounter, one: Person, other: Person) -> bool:
    """1.12: between two who see each other."""
    return one is not other and other.present and see_each_other(enc, one, other)


def see_each_other(enc: Encounter, one: Person, other: Person) -> bool:
    """6.1, 6.4: is neither hidden from the other, nor out of sight?"""
    return other.id not in one.unseen_by and not other.hidden_from(one) and sees(enc, one, other)


def bars_contest(enc: Encounter, one: Person, other: Person) -> list[Reason]:
    """1.12: which of these it is."""
    if may_contest(enc, one, other):
        return []
    if one is other or not other.present:
        return [Reason("1.12", f"{other.name} cannot answer")]
    unseeing = f"{one.name} and {other.name} do not see each other"
    return [Reason("1.12", unseeing, "move into sight", "path")]


class Contest(SkillAction):
    """Both roll, the better wins."""

    def special(self, enc: Encounter, command: Command) -> bool:
        """It is about something other than a wound."""
        return True

    def targets(self, enc: Encounter, one: Person) -> list[str]:
        others = [other for other in situation(enc).living if not other.down and other is not one]
        return [other.id for other in others if see_each_other(enc, one, other)]

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """Nobody is offered whom anything speaks against."""
        targets = self.targets(enc, one)
        return Crossed(one.id, self.verb, targets, CHECKABLE) if targets else None

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return [Reason("1.12", f"there is nobody for {enc.name(who)} to measure up against")]

    def bars_target(self, enc: Encounter, one: Person, other: Person) -> list[Reason]:
        return bars_contest(enc, one, other)

    def act(self, table: Table, command: Command) -> None:
        """1.12: the one who began it rolls first."""
        enc = table.enc
        why = f"contest of {title(command.thing)}"
        mine = roll_check(table, command.who, why, target_number(enc, person(enc, command.who), command.thing))
        theirs = roll_check(table, command.target, why, target_number(enc, person(enc, command.target), command.thing))
        won = contest_winner(mine, theirs)
        winner = NOBODY if won == 0 else command.who if won > 0 else command.target
        table.emit(ContestWon(command.who, command.target, winner))


class Task(SkillAction):
    """What anybody gets done in time; a check only tells in what time."""

    def names(self, enc: Encounter, one: Person) -> list[str]:
        return ["", *CHECKABLE]

    def possible(self, enc: Encounter, one: Person) -> bool:
        return situation(enc).respite

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """1.15: only between fights."""
        return bars_fight(enc, "1.15")

    def act(self, table: Table, command: Command) -> None:
        """1.15, 1.16: done without dice, or with a check for the minutes."""
        if not command.thing:
            table.emit(TaskDone(command.who, 0))
            return
        table.emit(TaskDone(command.who, minutes_for(self.roll(table, command, "time it takes by").margin)))


def minutes_for(margin: int) -> int:
    """1.16: half an hour, five minutes less for each point of margin, never less than five."""
    return max(30 - 5 * margin, 5)


class ContestWon(Between):
    """A contest was decided, or nobody won it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "target", "winner")
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RESULT

    def __init__(self, who: str, target: str, winner: str) -> None:
        self.who = who
        self.target = target
        self.winner = winner

    def apply(self, enc: Encounter) -> None:
        crisis(enc).winner = self.winner

    def result_word(self) -> str:
        return "nobody wins" if self.winner == "nobody" else "won" if self.winner == self.who else "lost"

    def say(self, enc: Encounter) -> str:
        if self.winner == "nobody":
            return f"{enc.name(self.who)} against {enc.name(self.target)}: nobody wins"
        return f"{enc.name(self.winner)} wins the contest"


class TaskDone(About):
    """A task that needs no check is done, in so many minutes if anybody asked."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = RESULT

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

    def brief(self, enc: Encounter) -> str:
        return self.result_word() or "done"
