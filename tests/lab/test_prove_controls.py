"""Each promise broken on purpose, one at a time: a proof that does not notice proves nothing."""

from __future__ import annotations

from typing import ClassVar

import pytest
from tests.properties import skirmish
from tests.properties.skirmish import Duellist, Hurt, Move, Paid, Pass, React, Ring, Skirmish, Strike, duellist

from fracas.engine.action import Action
from fracas.engine.card import Card, Turn, words
from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import Noted
from fracas.engine.fields import PUBLIC, Field, Numbers
from fracas.engine.game import Game
from fracas.engine.offer import Choice
from fracas.engine.reason import Reason
from fracas.engine.table import Table
from fracas.lab.prove import Report, prove


def proven(ruleset: Skirmish, deep: int) -> Report:
    return prove(ruleset, 24, seed="control", workers=1, deep=deep, most_breaches=1)


class WithActions(Skirmish):
    """The game with some of its actions replaced."""

    def __init__(self, *replaced: Action) -> None:
        self.replaced = list(replaced)
        super().__init__()

    def own_actions(self) -> list[Action]:
        verbs = [action.verb for action in self.replaced]
        return [action for action in super().own_actions() if action.verb not in verbs] + self.replaced


class SecretChange(Pass):
    """Changes the state without an event."""

    def perform(self, table: Table, command: Command) -> None:
        duellist(table.enc, command.who).ap = 7
        super().perform(table, command)


class ListsTooMuch(Strike):
    def choice(self, enc: Encounter, who: str) -> Choice | None:
        return Choice(who, self.verb, self.candidates(enc, who), [], None) if not self.bars(enc, who) else None


class ListsTooLittle(Strike):
    """Never lists the first foe, and yet allows it."""

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        choice = super().choice(enc, who)
        return Choice(who, self.verb, choice.commands[1:], [], None) if choice and choice.commands[1:] else None


class CitesNothing(Move):
    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return [Reason("9.9", "because") for _ in super().bars_pick(enc, command)]


class GreyInSilence(Move):
    """Offers nothing and does not say why."""

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        return None

    def picks(self, enc: Encounter, who: str) -> list[Command]:
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return [Reason("1.4", "nobody moves")]

    def bars_choice(self, enc: Encounter, who: str) -> list[Reason]:
        return []


class NeverEnds(Pass):
    def perform(self, table: Table, command: Command) -> None:
        table.emit(Noted("still here"))


class Avalanche(Pass):
    def perform(self, table: Table, command: Command) -> None:
        for _ in range(1500):
            table.emit(Noted("more"))
        super().perform(table, command)


class Remembers(Pass):
    """Rules that keep count outside the state: the second run is not like the first."""

    runs: ClassVar[list[int]] = [0]

    def perform(self, table: Table, command: Command) -> None:
        self.runs[0] += 1
        table.emit(Noted(str(self.runs[0])))
        super().perform(table, command)


class RemembersInQuestions(Strike):
    """The same inside a command that stops to ask."""

    runs: ClassVar[list[int]] = [0]

    def perform(self, table: Table, command: Command) -> None:
        self.runs[0] += 1
        table.emit(Noted(str(self.runs[0])))
        super().perform(table, command)


class TouchesWhileJudging(React):
    """A legality check that changes what it looks at."""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        duellist(enc, who).hp -= 1
        return super().bars(enc, who)


class BearsGrudges(Strike):
    """Being refused out of turn hurts; seats other than the GM's are judged on a copy and get away with it."""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        if who not in enc.flow.active:
            duellist(enc, who).hp -= 1
        return super().bars(enc, who)


class Overspent(Paid):
    def apply(self, enc: Encounter) -> None:
        duellist(enc, self.who).ap -= 3


class Swept(Paid):
    """Changes everybody and does not say so."""

    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        for one in enc.combatants.values():
            duellist(enc, one.id).guards = 0


class Sweeping(Skirmish):
    def own_events(self) -> list[type[Event]]:
        return [Paid, skirmish.Readied, Hurt, Swept]

    def own_actions(self) -> list[Action]:
        return [*[action for action in super().own_actions() if action.verb != PASS], Sweeps(PASS, "Pass", "1.3")]


class Sweeps(Pass):
    def perform(self, table: Table, command: Command) -> None:
        table.emit(Swept(command.who, "guard"))
        super().perform(table, command)


class HalfWritten(Hurt):
    """Part of what it does is not in its text."""

    def __init__(self, who: str, harm: int) -> None:
        super().__init__(who, harm)
        self.fresh = False

    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        if self.fresh:
            duellist(enc, self.who).guards = 0


class Overspending(Skirmish):
    def own_events(self) -> list[type[Event]]:
        return [Overspent, *super().own_events()[1:]]


class HalfWriting(Skirmish):
    def own_events(self) -> list[type[Event]]:
        return [*super().own_events()[:2], HalfWritten]


class ForgetsGuards(Ring):
    def combatant(self, data: dict[str, object]) -> Duellist:
        one = super().combatant(data)
        assert isinstance(one, Duellist)
        one.guards = 0
        return one


class Forgetting(Skirmish):
    def __init__(self) -> None:
        super().__init__()
        self.content = ForgetsGuards()


class SharesConditions(Duellist):
    """A copy that is not one: both hold the same list."""

    FIELDS: ClassVar[tuple[Field, ...]] = (*Duellist.FIELDS, Numbers("log", PUBLIC))

    def copy(self) -> Duellist:
        other = SharesConditions(self.id, self.name, self.kind, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.size, other.hp, other.ap, other.guards = self.size, self.hp, self.ap, self.guards
        other.log = self.log
        return other

    def __init__(self, id: str, name: str, kind: str, side: str, seat: str, pos: int) -> None:
        super().__init__(id, name, kind, side, seat, pos)
        self.log: list[int] = []


class Sharing(Skirmish):
    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Duellist:
        return SharesConditions(id, id.title(), kind, side, seat, pos)

    def own_events(self) -> list[type[Event]]:
        return [Paid, skirmish.Readied, Logged]


class Logged(Hurt):
    def apply(self, enc: Encounter) -> None:
        super().apply(enc)
        one = enc.combatants[self.who]
        if isinstance(one, SharesConditions):
            one.log.append(self.harm)


class NamesSeats(Skirmish):
    """Shows a seat what another of the same standing is not shown."""

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        card = super().card(enc, who, seat)
        card.fields.append(words("Seen by", seat))
        return card


class VeilsByName(Skirmish):
    """Blanks a number for some seats that know as little of somebody as the spectator, who gets it."""

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        if seat:
            assert isinstance(one, Duellist)
            one.hp = 1


class OrdersByName(Skirmish):
    """Has another order of action for each seat."""

    def in_order(self, enc: Encounter, seat: str) -> list[Turn]:
        return [Turn(who, False, False) for who in sorted(enc.combatants, reverse=bool(seat))]


ALONE = "a seat is shown what it would be shown alone"
WALKED = [
    ("fold equals state", WithActions(SecretChange(PASS, "Pass", "1.3"))),
    ("offers agree", WithActions(ListsTooMuch("strike", "Strike", "1.5", "target"))),
    ("offers agree", WithActions(ListsTooLittle("strike", "Strike", "1.5", "target"))),
    ("offers agree", WithActions(GreyInSilence("move", "Move", "1.4", "path"))),
    ("refusals", WithActions(CitesNothing("move", "Move", "1.4", "path"))),
    ("every phase ends", WithActions(NeverEnds(PASS, "Pass", "1.3"))),
    ("events are bounded", WithActions(Avalanche(PASS, "Pass", "1.3"))),
    ("events change whom they name", Sweeping()),
    (ALONE, NamesSeats()),
    (ALONE, VeilsByName()),
    (ALONE, OrdersByName()),
    ("fold equals state", WithActions(TouchesWhileJudging("guard", "Guard", "1.6", window="struck"))),
]
DEEP = [
    ("a repeated command has the same dice", WithActions(Remembers(PASS, "Pass", "1.3"))),
    ("no fault", WithActions(RemembersInQuestions("strike", "Strike", "1.5", "target"))),
    ("paused play equals bots inline", Forgetting()),
    ("refusals change nothing", WithActions(BearsGrudges("strike", "Strike", "1.5", "target"))),
    ("offers agree", WithActions(ListsTooMuch("strike", "Strike", "1.5", "target"))),
    (ALONE, NamesSeats()),
]


def name(case: tuple[str, Skirmish]) -> str:
    promise, ruleset = case
    faulty = ruleset.replaced[0] if isinstance(ruleset, WithActions) else ruleset
    return f"{type(faulty).__name__}: {promise}"


@pytest.mark.parametrize("case", WALKED, ids=name)
def test_a_walk_notices(case: tuple[str, Skirmish]) -> None:
    promise, ruleset = case
    assert promise in [breach.promise for breach in proven(ruleset, deep=0).breaches]


@pytest.mark.parametrize("case", DEEP, ids=name)
def test_a_play_in_depth_notices(case: tuple[str, Skirmish]) -> None:
    promise, ruleset = case
    found = prove(ruleset, 24, seed="control", workers=1, deep=1, most_breaches=6).breaches
    assert promise in [breach.promise for breach in found]


def test_points_below_zero_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "Paid", Overspent)
    assert "invariants" in [breach.promise for breach in proven(Overspending(), deep=0).breaches]


def test_events_that_keep_something_to_themselves_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fresh(who: str, harm: int) -> Hurt:
        event = HalfWritten(who, harm)
        event.fresh = True
        return event

    monkeypatch.setattr(skirmish, "Hurt", fresh)
    breaches = proven(HalfWriting(), deep=1).breaches
    assert {"undo and redo", "save and reload"} & {breach.promise for breach in breaches}


@pytest.mark.pure
def test_wrong_answers_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that takes any answer from anybody."""
    monkeypatch.setattr(Game, "judge_answer", lambda game, id, command, seat: None)
    found = proven(skirmish.SKIRMISH, deep=1).breaches
    assert [breach.promise for breach in found] == ["only legal things are accepted"]


@pytest.mark.pure
def test_reactions_nobody_asked_for_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "_table_reasons", lambda game, view, command, seat: [])
    found = proven(skirmish.SKIRMISH, deep=1).breaches
    assert [breach.promise for breach in found] == ["only legal things are accepted"]


@pytest.mark.pure
def test_an_undo_that_keeps_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refolding that starts from where the last fold ended."""
    refold = Game.refold

    def leaky(game: Game) -> None:
        refold(game)
        game.state.notes.append("undone once")

    monkeypatch.setattr(Game, "refold", leaky)
    found = prove(skirmish.SKIRMISH, 6, seed="control", workers=1, deep=1).breaches
    assert {"undo and redo", "save and reload"} & {breach.promise for breach in found}


def test_copies_that_share_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "Hurt", Logged)
    monkeypatch.setattr(skirmish, "Duellist", SharesConditions)
    assert proven(Sharing(), deep=1).breaches


def test_what_is_never_used_fails_the_proof() -> None:
    class Rich(Skirmish):
        def inventory(self) -> list[str]:
            return [*super().inventory(), "item:philosophers-stone"]

    report = prove(Rich(), 20, workers=1)
    assert not report.breaches
    assert report.unused == ["item:philosophers-stone"]
    assert report.failed()
    assert "philosophers-stone" in "\n".join(report.lines())


def test_a_breach_says_how_to_see_it_again() -> None:
    ruleset = WithActions(SecretChange(PASS, "Pass", "1.3"))
    first = proven(ruleset, deep=0).breaches[0]
    again = prove(ruleset, 0, seed=first.seed, workers=1, deep=0, only=[first.index]).breaches[0]
    assert (again.promise, again.detail, again.record) == (first.promise, first.detail, first.record)
    assert f"--seed {first.seed} --only {first.index}" in "\n".join(first.lines("skirmish"))
