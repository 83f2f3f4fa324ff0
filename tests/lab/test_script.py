from pathlib import Path

import pytest
from tests.duel import RULESET, Duel

from fracas.engine.action import Action
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.events import About
from fracas.engine.registry import load_ruleset
from fracas.engine.roll import Roll
from fracas.engine.table import Table
from fracas.lab.script import Failure, read_script, run_script

SCENE = """
cast kara at b2 side heroes
cast goblin at c2 side foes
"""


def run(text: str) -> list[str]:
    return run_script(RULESET, read_script("A script", "a.txt", 1, text.splitlines()))


def failure(text: str) -> Failure:
    with pytest.raises(Failure) as caught:
        run(text)
    return caught.value


FAILING = {
    "a value that is not so": ("= kara hp 19", "kara hp 19", "kara hp 20"),
    "a place that is not so": ("= kara at b3", "kara at b3", "kara at b2"),
    "a fact that is not so": ("= turn 2", "turn 2", "turn 1"),
    "a condition not held": ("= kara has dazed", "kara has dazed", "kara has (conditions: none)"),
    "a condition held": ("* add-condition kara dazed\n= kara lacks dazed", "kara lacks dazed", "(conditions: dazed)"),
    "somebody seen who should not be": ("~ heroes goblin absent", "heroes does not know of goblin", "sees Goblin"),
    "somebody not seen": ("* hide goblin\n~ heroes goblin ap 3", "heroes sees ap 3 of goblin", "absent"),
    "a thing not carried": ("= kara carries rope", "kara carries rope", "(sword,shield)"),
    "a refusal nobody expected": ("> goblin pass\n= turn 1", "no refusal", "refused: 1.1"),
    "a refusal at the very end": ("> goblin pass", "no refusal", "refused: 1.1"),
    "a refusal that did not come": ("> kara pass\n! 1.1", "a refusal by 1.1", "no refusal"),
    "a refusal for other reasons": ("> goblin pass\n! 1.2", "a refusal by 1.2", "refused by 1.1"),
    "a command that makes no sense": ("> kara fly\n! 1.2", "a refusal by 1.2", "invalid: command: verb: got 'fly'"),
    "a missing die": ("start goblin guards 0\n> kara strike goblin", "no refusal", "die 1 (d20, kara, strike)"),
    "a die left over": ("dice 4 5\n> kara pass", "every die thrown", "left over: 4 5"),
    "a question left open": ("> kara strike goblin", "no open question", "the table waits for Goblin"),
    "dice that are none": ("dice 4 x\n= turn 1", "a line that can be carried out", "'x'"),
    "nothing that must hold": ("> kara pass", "something that must hold", "no line with ="),
    "a question nobody asked": ("? goblin guard", "a question to goblin", "the table waits for nobody"),
    "another event": ("> kara pass\n: moved kara b3 walks", "moved kara b3 walks", "slot-ended"),
    "no further event": (
        "> kara move b3\n: spent kara ap 1\n: moved kara b3 walks\n: finished\n: x",
        "x",
        "no further",
    ),
    "an unknown field": ("= kara luck 3", "a line that can be carried out", "luck"),
    "an unknown fact": ("= weather fine", "a line that can be carried out", "weather"),
    "an unknown cast": ("cast dragon at d4 side foes\n= turn 1", "a line that can be carried out", "'dragon'"),
    "an id twice": ("cast kara at d4 side heroes\n= turn 1", "a line that can be carried out", "nobody has yet"),
    "half a cast": ("cast kara as k2 at\n= turn 1", "a line that can be carried out", "KIND [as ID] at SQUARE"),
    "a bad value": ("start kara ap many\n= turn 1", "a line that can be carried out", "'many'"),
    "somebody unknown": ("start nobody ap 3\n= turn 1", "a line that can be carried out", "'nobody'"),
    "an unknown condition": ("start kara condition vexed\n= turn 1", "a line that can be carried out", "'vexed'"),
    "an unknown option": ("option luck high\n= turn 1", "a line that can be carried out", "luck"),
    "surprise where there is none": ("surprise foes\n= turn 1", "a line that can be carried out", "knows surprise"),
    "a scene changed in play": ("= turn 1\nstart kara ap 1", "a line that can be carried out", "before the first line"),
    "a bad ruling": ("* set kara luck 3\n= turn 1", "no refusal", "luck"),
    "nothing to undo": ("undo\n= turn 1", "no refusal", "0.7"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_script_fails_on(name: str) -> None:
    lines, expected, got = FAILING[name]
    fault = failure(SCENE + lines)
    assert expected in fault.expected
    assert got in fault.got


def test_a_failure_names_file_line_and_what_happened() -> None:
    report = str(failure(SCENE + "> kara move b3\n= kara ap 3"))
    assert report.startswith("a.txt:5: A script\n    = kara ap 3\n  expected: kara ap 3\n  got:      kara ap 2")
    assert "Kara walks to b3" in report


def test_a_refusal_is_reported_at_the_line_that_was_refused() -> None:
    fault = failure(SCENE + "> goblin pass\n= turn 1")
    assert fault.line is not None
    assert str(fault.line) == "> goblin pass"


def test_an_unknown_line_is_invalid_with_its_place() -> None:
    with pytest.raises(Invalid, match=r"a\.txt:3: got 'jump kara', expected a line that begins with one of"):
        read_script("A script", "a.txt", 2, ["= turn 1", "jump kara"])


def test_a_comment_ends_a_line_but_not_a_row_of_the_map() -> None:
    run("map\n| ..#.\n# so\ncast kara at a1 side heroes # here\ncast goblin at d1 side foes\n> kara move c1\n! 1.3")


def test_a_shipped_scenario_runs_on_its_seed() -> None:
    told = run("scenario arena\nseed 5\n= turn 1\n= phase fight")
    assert told == run("scenario arena\nseed 5\n= turn 1\n= phase fight")
    assert [row for row in told if "order" in row]


def test_commands_are_judged_by_what_their_seat_knows() -> None:
    run(SCENE + "hide goblin\n= goblin hidden yes\n> kara strike goblin\n! invalid")


def test_a_seat_may_throw_by_hand() -> None:
    run(
        SCENE + "start goblin guards 0\n* dice heroes hand\n"
        "> kara strike goblin\n? kara faces 15\n? kara faces 3\n= goblin hp 5"
    )


def test_the_gm_allows_a_command_as_typed() -> None:
    run(SCENE + "start kara ap 0\n> kara move b3\n! 1.2\n* allow kara move b3\n> kara move b3\n= kara at b3")


def test_what_the_gm_sets_holds_at_an_open_question() -> None:
    run(SCENE + "dice 15 1\n> kara strike goblin\n* set goblin hp 2\n? goblin pass\n= goblin hp 1")


def test_events_may_be_checked_one_by_one() -> None:
    run(SCENE + '> kara move b3\n: spent kara ap 1\n: moved kara b3 walks\n: "finished"')


def test_the_script_in_the_documentation_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scripts.md").read_text(encoding="utf-8")
    script = read_script("The page", "scripts.md", 1, page.partition("```script\n")[2].partition("```")[0].splitlines())
    run_script(load_ruleset(script.first("ruleset")), script)


# What goes wrong in an author's rules


HANDS: dict[str, int] = {}


class Stray(About):
    """An event nobody registered."""

    def apply(self, enc: Encounter) -> None:
        pass


class Wave(Action):
    """A rule that is not finished: it breaks in one way or another."""

    def __init__(self, how: str) -> None:
        super().__init__("wave", "Wave", "1.1")
        self.how = how

    def perform(self, table: Table, command: Command) -> None:
        if self.how == "stray":
            table.emit(Stray(command.who))
        elif self.how == "engine":
            table.roll(Roll(command.who, None, "a wave"))  # type: ignore[arg-type]
        else:
            assert HANDS["hand"]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("stray", "EngineFault: Stray is not registered: give it to register() in the ruleset"),
        ("engine", "Error: "),
        ("hand", "KeyError: 'hand'"),
    ],
)
def test_a_rule_that_breaks_fails_that_script_and_names_the_authors_line(how: str, said: str) -> None:
    ruleset = Duel()
    ruleset.actions["wave"] = Wave(how)
    with pytest.raises(Failure) as caught:
        run_script(ruleset, read_script("A script", "a.txt", 1, (SCENE + "> kara wave\n= turn 1").splitlines()))
    assert str(caught.value.line) == "> kara wave" and said in caught.value.got
    number = int(caught.value.got.rpartition(":")[2].rstrip(")"))
    assert f"({__file__}:{number})" in caught.value.got
    mine = Path(__file__).read_text(encoding="utf-8").splitlines()[number - 1]
    assert {"stray": "table.emit", "engine": "table.roll", "hand": "assert HANDS"}[how] in mine


@pytest.mark.parametrize(
    "line",
    [
        "cast dragon at d4 side foes",
        "cast kara as k2 at z99 side heroes",
        "cast kara at d4 side heroes",
        "start kara ap many",
        "start kara condition vexed",
        "start nobody ap 3",
        "option luck high",
        "hide nobody",
        "surprise foes",
        "scenario nowhere",
    ],
)
def test_a_mistake_in_the_scene_is_blamed_on_its_own_line(line: str) -> None:
    fault = failure(SCENE + f"{line}\nstart goblin ap 1\n> kara pass\n= turn 1")
    assert str(fault.line) == line and fault.report().startswith("a.txt:4:"), fault.report()


def test_a_map_that_cannot_be_read_is_blamed_on_its_first_row() -> None:
    fault = failure("map\n| ..?\n| ...\ncast kara at a1 side heroes\n= turn 1")
    assert str(fault.line) == "| ..?", fault.report()


def test_a_report_shows_the_question_that_nobody_answered() -> None:
    report = failure(SCENE + "> kara strike goblin\n= goblin hp 1").report()
    assert "(open question: ? goblin guard, ? goblin pass)" in report


STUNNED = """
cast anna at c4 side heroes
cast bruno at h4 side foes
start bruno condition stunned
> anna pass
= bruno lacks stunned
"""


def test_events_are_told_as_things_stood_when_they_happened() -> None:
    """Whoever is stunned at the start of a turn that the same line ends is not said to be able to act."""
    told = run_script(load_ruleset("crisis_3d6"), read_script("A script", "a.txt", 1, STUNNED.splitlines()))
    assert "    Bruno is stunned and cannot act" in told
    assert "    Bruno may act" not in told
