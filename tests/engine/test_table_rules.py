"""Section 0, paragraph by paragraph: the table's own rules, played with the toy."""

import pytest
from tests.duel import RULESET, arena

from fracas.engine.command import GM, Command
from fracas.engine.dice.terms import DiceError
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game, Outcome
from fracas.engine.paragraphs import numbered
from fracas.engine.reason import paragraphs
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.rulings import check_ruling
from fracas.engine.text import parse_command, parse_ruling
from fracas.lab.faces import ScriptedThrower
from fracas.lab.rulebook import read_rulebook
from fracas.lab.script import read_script, run_script

PLAYER = "player1"


class TableTalk:
    """A game in the arena with Kara in turn, spoken to as people type."""

    def __init__(self, *faces: int) -> None:
        self.thrower = ScriptedThrower([6, 1, 2, *faces])
        self.game = Game(RULESET, arena(), self.thrower)
        self.game.begin()

    def say(self, text: str, seat: str) -> Outcome:
        return self.game.command(parse_command(RULESET, self.game.state, text), seat)

    def answer(self, text: str, seat: str) -> Outcome:
        (asked,) = self.game.waiting
        return self.game.answer(asked.id, parse_command(RULESET, self.game.state, text), seat)

    def rule(self, text: str, seat: str = GM) -> Outcome:
        return self.game.rule(parse_ruling(RULESET, self.game.state, text), "because", seat)

    def value(self, who: str, field: str) -> str:
        return self.game.state.combatants[who].value_of(field)


def refused(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return paragraphs(refusal.value.reasons)


@pytest.mark.parametrize("seat", ["player2", ""])
def test_0_1_a_seat_speaks_for_its_own(seat: str) -> None:
    talk = TableTalk()
    with pytest.raises(Refused) as refusal:
        talk.say("kara pass", seat)
    assert refused(refusal) == ["0.1"]
    talk.say("kara move b3", PLAYER)
    talk.say("kara pass", GM)
    assert talk.game.state.flow.active == ["gob2"]


def test_0_2_an_open_question_holds_up_the_table() -> None:
    talk = TableTalk(15, 3)
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Refused) as refusal:
        talk.say("kara move b3", PLAYER)
    assert refused(refusal) == ["0.2"]
    assert "the GM" in str(refusal.value)
    talk.rule("set gob1 hp 4")
    talk.answer("gob1 pass", GM)
    assert talk.value("gob1", "hp") == "1"


def test_0_3_the_one_who_was_asked_answers_or_the_gm() -> None:
    talk = TableTalk(9)
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Refused) as refusal:
        talk.answer("gob1 guard", PLAYER)
    assert refused(refusal) == ["0.3"]
    talk.answer("gob1 guard", GM)
    assert talk.value("gob1", "guards") == "0"


@pytest.mark.parametrize("text", ["gob1 strike kara", "gob1 move c3"])
def test_0_4_only_what_fits_the_question_is_an_answer(text: str) -> None:
    talk = TableTalk(9)
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Refused) as refusal:
        talk.answer(text, GM)
    assert refused(refusal) == ["0.4"]
    assert talk.game.waiting


def test_0_4_an_answer_for_somebody_else_is_invalid() -> None:
    talk = TableTalk(9)
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Invalid):
        talk.answer("gob2 guard", GM)


def test_0_5_once_over_nothing_is_commanded_or_ruled() -> None:
    talk = TableTalk()
    talk.rule("end heroes")
    with pytest.raises(Refused) as refusal:
        talk.say("kara pass", PLAYER)
    assert "0.5" in refused(refusal)
    with pytest.raises(Refused) as refusal:
        talk.rule("set kara hp 3")
    assert refused(refusal) == ["0.5"]
    talk.rule("note it was close")
    talk.game.undo()
    talk.game.undo()
    assert not talk.game.state.over


def test_0_6_only_the_gm_rules() -> None:
    talk = TableTalk()
    with pytest.raises(Refused) as refusal:
        talk.rule("set gob1 hp 1", PLAYER)
    assert refused(refusal) == ["0.6"]
    talk.rule(f"prefer {PLAYER} guard off", PLAYER)
    assert talk.game.state.seats[PLAYER].preferences == {"guard": "off"}


@pytest.mark.parametrize("text", ["end-phase", "end heroes"])
def test_0_6_no_phase_ends_at_an_open_question(text: str) -> None:
    talk = TableTalk()
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Refused) as refusal:
        talk.rule(text)
    assert refused(refusal) == ["0.6"]


@pytest.mark.parametrize("number", ["99.9", "1.99", "0.6", "2", "2.2.", "", "two"])
def test_0_6_only_a_paragraph_there_is_can_be_set(number: str) -> None:
    talk = TableTalk()
    with pytest.raises(Invalid) as caught:
        talk.game.rule(Command(GM, "mode", thing=number, text="warn"))
    assert (caught.value.key, caught.value.value) == ("paragraph", number)
    assert talk.game.state.modes == {}


@pytest.mark.parametrize("name", ruleset_ids())
def test_0_6_every_paragraph_of_a_game_can_be_set(name: str) -> None:
    ruleset = load_ruleset(name)
    numbers = [paragraph.number for paragraph in read_rulebook(ruleset.package).paragraphs]
    assert numbered(ruleset.package) == numbers
    enc = ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "1"])
    for number in numbers:
        check_ruling(ruleset, enc, Command(GM, "mode", thing=number, text="warn"), GM, False)
    with pytest.raises(Invalid, match=f"a paragraph of the rules of {ruleset.name}, such as "):
        check_ruling(ruleset, enc, Command(GM, "mode", thing="99.9", text="warn"), GM, False)


def test_0_7_undo_goes_back_and_redo_forward_with_the_same_dice() -> None:
    talk = TableTalk(15, 3)
    for deed in (talk.game.undo, talk.game.redo):
        with pytest.raises(Refused) as refusal:
            deed()
        assert refused(refusal) == ["0.7"]
    talk.say("kara strike gob1", PLAYER)
    talk.answer("gob1 pass", GM)
    talk.game.undo()
    assert [decision.who for decision in talk.game.waiting] == ["gob1"]
    talk.game.undo()
    assert talk.value("kara", "ap") == "3"
    talk.game.redo()
    talk.game.redo()
    assert (talk.value("gob1", "hp"), talk.value("kara", "ap")) == ("5", "2")


def test_0_8_an_open_command_may_be_withdrawn() -> None:
    talk = TableTalk()
    with pytest.raises(Refused) as refusal:
        talk.game.withdraw(PLAYER)
    assert refused(refusal) == ["0.8"]
    talk.say("kara strike gob1", PLAYER)
    with pytest.raises(Refused) as refusal:
        talk.game.withdraw("player2")
    assert refused(refusal) == ["0.8"]
    talk.game.withdraw(PLAYER)
    assert (talk.game.waiting, talk.value("kara", "ap")) == ([], "3")


def test_0_9_dice_thrown_by_hand_are_checked() -> None:
    talk = TableTalk()
    talk.rule(f"dice {PLAYER} hand", PLAYER)
    talk.rule("set gob1 guards 0")
    talk.say("kara strike gob1", PLAYER)
    for wrong in ("kara faces 21", "kara faces 3 4", "kara faces 0"):
        with pytest.raises(DiceError):
            talk.answer(wrong, PLAYER)
    with pytest.raises(Invalid):
        talk.answer("kara guard", PLAYER)
    talk.answer("kara faces 17", PLAYER)
    talk.answer("kara faces 8", PLAYER)
    assert talk.value("gob1", "status") == "down"


def test_0_9_an_answer_without_faces_lets_the_table_throw() -> None:
    talk = TableTalk(2)
    talk.rule(f"dice {PLAYER} hand", PLAYER)
    talk.rule("set gob1 guards 0")
    talk.say("kara strike gob1", PLAYER)
    (asked,) = talk.game.waiting
    talk.game.answer(asked.id, Command("kara", "faces"), PLAYER)
    assert talk.thrower.left_over() == []
    assert talk.value("gob1", "hp") == "8"


def test_a_ruling_at_a_reaction_leaves_the_choice_to_pass() -> None:
    """The answers are listed afresh after a ruling; passing must be among them."""
    text = "cast kara at b2 side heroes\ncast goblin at c2 side foes\ndice 9\n> kara strike goblin\n* set goblin hp 4\n"
    run_script(RULESET, read_script("A ruling", "a.txt", 1, (text + "? goblin pass\n= goblin hp 4").splitlines()))
