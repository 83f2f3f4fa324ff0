"""Sections 3.10 to 3.12: group tests and contests."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import PASS, Action, Command, Encounter, Invalid, Question, Reason, Roll, Table
from fracas.engine.events import NEWS, PUBLIC, Event
from fracas.rulesets.phases_of_play.acting import GmAction
from fracas.rulesets.phases_of_play.being import being, phases
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.tests import (
    COIN,
    CRIT,
    D10,
    FUMBLE,
    MOST_EXTRA,
    NUMBERED,
    OUTCOME_WORDS,
    RANGED,
    Score,
    Scored,
    bars_tested,
    need_number,
    range_of,
    score_of,
    settle_tens,
    test,
)


class Compared(Event):
    """The result of a contest or a group test."""

    IDS: ClassVar[tuple[str, ...]] = ("winner",)
    SEEN: ClassVar[str] = PUBLIC
    TELLS: ClassVar[str] = NEWS

    def __init__(self, what: str, result: str, winner: str = "") -> None:
        self.what = what
        self.result = result
        """The group's Score; of a contest, which of the two won."""
        self.winner = winner
        """Who won a contest; empty: nobody, or somebody not known."""

    def apply(self, enc: Encounter) -> None:
        flow = phases(enc)
        if self.what == "contest":
            flow.winner = self.winner
        else:
            flow.group = self.result

    def result_word(self) -> str:
        return self.result

    def say(self, enc: Encounter) -> str:
        if self.what == "contest":
            return f"{enc.name(self.winner)} wins the contest"
        return f"The group's Score: {OUTCOME_WORDS.get(self.result, self.result)}"


class Shared(GmAction):
    """3.10, 3.12: Tests of several are made by several, each of them once."""

    people: str = "at least two characters, each once"

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(set(command.targets)) < max(2, len(command.targets)):
            raise Invalid("command", "targets", list(command.targets), self.people)
        for word in command.thing.split() or [""]:
            need_number(word)

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_tested(enc, command.targets)


class Contest(Shared):
    """3.12: two roll, and the higher Score wins; a coin decides a tie."""

    people: str = "two different characters"

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if len(command.targets) != 2:
            raise Invalid("command", "targets", list(command.targets), self.people)
        if len(command.thing.split()) > 2:
            raise Invalid("command", "thing", command.thing, "one Modifier for both, or one for each")

    def commands(self, enc: Encounter) -> list[Command]:
        people = [one.id for one in enc.combatants.values() if one.present][:2]
        return [self.command(people, "athletics")] if len(people) == 2 else []

    def perform(self, table: Table, command: Command) -> None:
        words = command.thing.split()
        first, second = command.targets
        one = test(table, first, words[0], 0, "contest", NUMBERED)
        other = test(table, second, words[-1], 0, "contest", NUMBERED)
        wins = one.value > other.value
        if one.value == other.value:
            wins = table.roll(Roll(first, COIN, "a tie")) == 2
        won = "the first wins" if wins else "the second wins"
        table.emit(Compared("contest", won, first if wins else second))


class GroupTest(Shared):
    """3.10: everybody rolls, those who do well help, and the lowest counts."""

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        need_number(command.thing)

    def commands(self, enc: Encounter) -> list[Command]:
        people = [one.id for one in enc.combatants.values() if one.present and being(enc, one.id).pc]
        return [self.command(people, "stealth")] if len(people) > 1 else []

    def perform(self, table: Table, command: Command) -> None:
        enc, name = table.enc, command.thing
        whos = [who for who in enc.combatants if who in command.targets]
        scores: dict[str, Score] = {}
        # A point more on a Score may change its range, a die more replaces the Score.
        grain = NUMBERED if options(enc).group_gifts == "plus-one" else RANGED
        for who in whos:
            scores[who] = test(table, who, name, 0, "group test", grain)
        given = gifts(table, whos, scores)
        for who in whos:
            if given.get(who, 0):
                scores[who] = with_gifts(table, who, name, scores[who], given[who])
        worst = min([scores[who].value for who in whos])
        table.emit(Compared("group", next(scores[who].outcome for who in whos if scores[who].value == worst)))


def gifts(table: Table, whos: list[str], scores: dict[str, Score]) -> dict[str, int]:
    """3.10: a Mixed Score gives one Advantage to another roller, a High Score two, while somebody can be helped.

    Those help each other who know of each other.
    """
    enc = table.enc
    questions: list[Question] = []
    for who in whos:
        known = [other for other in whos if enc.sees(enc.seat_of(who), other) and enc.sees(enc.seat_of(other), who)]
        others = [other for other in known if other != who]
        if not scores[who].passed:
            continue
        commands = [Command(who, "give", (other,)) for other in others]
        if scores[who].high:
            commands.extend([Command(who, "give", (a, b)) for i, a in enumerate(others) for b in others[i + 1 :]])
            commands.extend([Command(who, "give", (a, a)) for a in others])
        default = Command(who, PASS)
        needy = [other for other in others if not scores[other].high]
        if needy:
            questions.append(Question(who, "gift", "Whom do you help?", [*commands, default], default))
    given: dict[str, int] = {}
    for answer in table.ask_all(questions) if questions else []:
        for other in answer.targets:
            given[other] = given.get(other, 0) + 1
    return given


def with_gifts(table: Table, who: str, name: str, score: Score, count: int) -> Score:
    """3.11: a gift is one more die for the receiver, or one more on the Score."""
    modifier = being(table.enc, who).numbers[name]
    if options(table.enc).group_gifts == "plus-one":
        best = score if score.outcome in (CRIT, FUMBLE) else Score(score.number + count, range_of(score.number + count))
    else:
        faces = table.roll_all([Roll(who, D10, "a gift") for _ in range(min(count, MOST_EXTRA))])
        faces = settle_tens(table, who, faces, "a gift")
        best = score_of(max(faces), modifier)
        if best.value < score.value:
            best = score
    table.emit(Scored(who, "with the group's help", best.say(), best.outcome))
    return best


ACTIONS: Final[list[Action]] = [
    GroupTest("group-test", "Group Test", "3.10", "targets thing", idle=True),
    Contest("contest", "Contest", "3.12", "targets thing", idle=True),
]
