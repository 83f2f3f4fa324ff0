"""Questions that hold up the table: asked together, agreed on, ruled upon, taken back, run again."""

from __future__ import annotations

import pytest
from tests.duel import Duel, Spent, arena

from fracas.engine.action import Action
from fracas.engine.canon import canon
from fracas.engine.command import Command
from fracas.engine.dice import DiceError, parse
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.policy import Inline, RandomPolicy, ScriptedPolicy
from fracas.engine.roll import Roll
from fracas.engine.saved import load_game
from fracas.engine.seat import Seat
from fracas.engine.table import Question, Table
from fracas.engine.text import parse_ruling


class Vote(Action):
    """Everybody else is asked at once; each yes costs its giver a point."""

    def __init__(self) -> None:
        super().__init__("vote", "Vote", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        voters = [who for who in table.enc.combatants if who != command.who]
        questions = []
        for who in voters:
            answers = [Command(who, "yes"), Command(who, "no")]
            questions.append(Question(who, "vote", "Yes or no?", answers, answers[1]))
        for answer in table.ask_all(questions):
            if answer.verb == "yes":
                table.emit(Spent(answer.who, "ap", 1))
        table.emit(Spent(command.who, "ap", 1))


class Agree(Action):
    """All agree on a number of points to spend, or spend none."""

    def __init__(self) -> None:
        super().__init__("agree", "Agree", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        options = [Command("x", "spend", numbers=(n,)) for n in (1, 2)]
        common = table.agree(list(table.enc.combatants), "how many", "How many?", options)
        for who in table.enc.combatants:
            if common is not None:
                table.emit(Spent(who, "ap", common.numbers[0]))


class Debate(Action):
    """A vote, then an agreement."""

    def __init__(self) -> None:
        super().__init__("debate", "Debate", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        Vote().perform(table, command)
        Agree().perform(table, command)


class Throw(Action):
    """Everybody throws at once."""

    def __init__(self) -> None:
        super().__init__("throw", "Throw", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        table.roll_all([Roll(who, parse("2d6"), "luck") for who in table.enc.combatants])


class Fickle(Action):
    """A rule that is not deterministic: it remembers how often it ran."""

    def __init__(self) -> None:
        super().__init__("fickle", "Fickle", "1.1")
        self.runs = 0

    def perform(self, table: Table, command: Command) -> None:
        self.runs += 1
        table.emit(Spent(command.who, "ap", self.runs % 2))
        answers = [Command(command.who, "yes")]
        table.ask(Question(command.who, "sure", "Sure?", answers, answers[0]))


class Parley(Duel):
    def __init__(self) -> None:
        super().__init__()
        for action in (Vote(), Agree(), Debate(), Throw(), Fickle()):
            self.actions[action.verb] = action

    def end_phase(self, table: Table) -> None:
        """Wrong on purpose: a ruling has no place for an answer."""
        table.roll_all([Roll(who, parse("2d6"), "luck") for who in table.enc.combatants])


def table_of() -> Game:
    game = Game(Parley(), arena(["seed", "gm"]))
    game.begin()
    return game


def first(game: Game) -> str:
    return game.ruleset.actors(game.state)[0]


def points(enc: Encounter) -> dict[str, str]:
    return {who: one.value_of("ap") for who, one in enc.combatants.items()}


def answer(game: Game, who: str, verb: str, numbers: tuple[int, ...] = ()) -> None:
    decision = next(d for d in game.waiting if d.who == who)
    game.answer(decision.id, Command(who, verb, numbers=numbers))


def test_answers_to_questions_asked_together_are_sealed_until_the_last_is_in() -> None:
    game = table_of()
    before = points(game.state)
    game.command(Command(first(game), "vote"))
    asked = [decision.who for decision in game.waiting]
    assert len(asked) == len(before) - 1
    for who in reversed(asked[1:]):
        answer(game, who, "yes")
        assert points(game.state) == before, "an answer showed before the last was in"
    answer(game, asked[0], "no")
    after = points(game.state)
    assert [who for who in asked if after[who] != before[who]] == asked[1:]


def test_an_agreement_shows_proposals_may_change_and_holds_when_all_are_equal() -> None:
    game = table_of()
    before = points(game.state)
    game.command(Command(first(game), "agree"))
    people = [decision.who for decision in game.waiting]
    for who in people[:-1]:
        answer(game, who, "spend", (2,))
    assert {who: c.numbers for who, c in game.proposals().items()} == dict.fromkeys(people[:-1], (2,))
    answer(game, people[0], "spend", (1,))
    answer(game, people[0], "spend", (2,))
    answer(game, people[-1], "spend", (2,))
    assert not game.waiting
    assert {who: int(before[who]) - 2 for who in people} == {who: int(ap) for who, ap in points(game.state).items()}


def test_answers_to_an_earlier_question_are_no_proposals() -> None:
    game = table_of()
    game.command(Command(first(game), "debate"))
    for decision in list(game.waiting):
        answer(game, decision.who, "no")
    assert game.waiting[0].agree
    assert game.proposals() == {}
    answer(game, game.waiting[0].who, "spend", (2,))
    assert list(game.proposals()) == [game.waiting[0].who]


def test_an_agreement_that_fails_falls_back() -> None:
    game = table_of()
    before = points(game.state)
    game.command(Command(first(game), "agree"))
    for number, decision in enumerate(list(game.waiting)):
        answer(game, decision.who, "spend", (1 if number else 2,))
    assert points(game.state) == before


def test_a_ruling_at_an_open_question_comes_back_there_in_every_re_run() -> None:
    game = table_of()
    actor = first(game)
    game.command(Command(actor, "vote"))
    people = [decision.who for decision in game.waiting]
    game.rule(parse_ruling(game.ruleset, game.state, f"set {people[0]} ap 9"), "why not")
    answer(game, people[-1], "yes")
    reloaded = load_game(game.ruleset, game.save())
    assert [d.id for d in reloaded.waiting] == [d.id for d in game.waiting]
    for who in people[:-1]:
        answer(game, who, "yes")
        answer(reloaded, who, "yes")
    assert points(game.state)[people[0]] == "8"
    assert canon(game.state.to_json()) == canon(reloaded.state.to_json())


def test_taking_back_an_answer_keeps_those_to_questions_opened_no_later() -> None:
    game = table_of()
    game.rule(parse_ruling(game.ruleset, game.state, "add goblin f4"))
    game.command(Command(first(game), "vote"))
    ids = {decision.who: decision.id for decision in game.waiting}
    people = list(ids)
    answer(game, people[0], "yes")
    answer(game, people[1], "yes")
    game.take_back(ids[people[0]])
    assert people[0] in [d.who for d in game.waiting]
    assert people[1] not in [d.who for d in game.waiting]


def test_hand_throwers_of_one_moment_are_asked_together() -> None:
    enc = arena(["seed", "gm"])
    for name in sorted({one.seat for one in enc.combatants.values()}):
        enc.seats[name] = Seat(name, hand=True)
    game = Game(Parley(), enc)
    game.begin()
    while game.waiting:
        game.answer(game.waiting[0].id, Command(game.waiting[0].who, "faces", numbers=(3,)))
    game.command(Command(first(game), "throw"))
    assert [decision.who for decision in game.waiting] == list(game.state.combatants)
    one = game.waiting[0]
    with pytest.raises(DiceError):
        game.answer(one.id, Command(one.who, "faces", numbers=(3, 7)))
    with pytest.raises(DiceError):
        game.answer(one.id, Command(one.who, "faces", numbers=(3,)))
    for decision in list(game.waiting):
        outcome = game.answer(decision.id, Command(decision.who, "faces", numbers=(6, 5)))
    rolled = [event for event in outcome.events if event.kind == "rolled"]
    assert [event.to_json()["total"] for event in rolled] == [11] * len(game.state.combatants)


def test_rules_that_are_not_deterministic_are_caught() -> None:
    game = table_of()
    actor = first(game)
    game.command(Command(actor, "fickle"))
    before = game.save()
    with pytest.raises(EngineFault, match="not deterministic"):
        game.answer(game.waiting[0].id, Command(actor, "yes"))
    assert game.save() == before and game.waiting, "a fault must leave everything as it was"


def test_a_ruling_that_would_have_to_wait_is_caught_and_nothing_is_lost() -> None:
    game = table_of()
    seat = game.state.seat_of(first(game))
    game.rule(Command(seat, "dice", text="hand"))
    before = game.save()
    with pytest.raises(EngineFault, match="a ruling asks nobody"):
        game.rule(parse_ruling(game.ruleset, game.state, "end-phase"))
    assert game.save() == before and not game.waiting


def test_a_refused_or_invalid_answer_changes_nothing() -> None:
    game = table_of()
    game.command(Command(first(game), "vote"))
    before = game.save()
    decision = game.waiting[0]
    for wrong in (Command(decision.who, "maybe"), Command(decision.who, "guard")):
        with pytest.raises(Refused):
            game.answer(decision.id, wrong)
    with pytest.raises(Invalid):
        game.answer("7.7", Command(decision.who, "yes"))
    assert game.save() == before


def test_a_scripted_policy_gives_its_commands_in_order() -> None:
    rules = Parley()
    enc = arena(["seed", "gm"])
    game = Game(rules, enc)
    game.begin()
    who = first(game)
    policy = ScriptedPolicy([Command(who, "vote"), Command(who, "pass")], RandomPolicy(1))
    inline = Inline({}, policy)
    menu = rules.menu(game.state, who)
    assert inline.policy_of(game.state, who).act(rules, game.state, who, menu).verb == "vote"
    assert policy.act(rules, game.state, who, menu).verb == "pass"
    assert policy.act(rules, game.state, who, menu).who == who
