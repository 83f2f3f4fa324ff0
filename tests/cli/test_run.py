"""`fracas run` and `fracas rules`, as a person calls them."""

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

GOOD = "ruleset duel\ncast kara at b2 side heroes\ncast goblin at c2 side foes\n> kara pass\n= active goblin\n"
RULES = Path(__file__).parents[1] / "duel" / "rules"


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_a_script_that_comes_out_as_written(terminal: Terminal) -> None:
    (terminal.home / "turn.txt").write_text(GOOD)
    ran = terminal.run("run", "turn.txt")
    assert (ran.status, ran.out) == (0, "ok      turn\n1 of 1 came out as written\n")


def test_a_script_that_does_not(terminal: Terminal) -> None:
    (terminal.home / "turn.txt").write_text(GOOD + "= active kara\n")
    ran = terminal.run("run", "turn.txt")
    assert ran.status == 1
    assert (
        "FAILED  turn\nturn.txt:6: turn\n    = active kara\n  expected: active kara\n  got:      active goblin"
        in ran.out
    )


def test_the_examples_of_a_document(terminal: Terminal) -> None:
    ran = terminal.run("run", "--ruleset", "duel", str(RULES / "1-turns.md"), str(RULES / "2-strikes.md"))
    assert ran.status == 0
    assert "ok      1.3 Kara walks" in ran.out
    assert ran.out.endswith("14 of 14 came out as written\n")


def test_a_document_of_an_installed_ruleset_is_run_by_its_rules(terminal: Terminal) -> None:
    assert terminal.run("run", str(RULES / "2-strikes.md")).status == 0


def test_events_are_shown_on_request(terminal: Terminal) -> None:
    ran = terminal.run("run", "-v", "--only", "Kara walks", "--ruleset", "duel", str(RULES / "1-turns.md"))
    assert ran.status == 0
    assert "> kara move b1-c2" in ran.out
    assert "Kara walks to b1" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hop\n", "turn.txt:1"),
        ("ruleset chess\n= turn 1\n", "'chess'"),
        ("ruleset duel\n", "something that must hold"),
        (None, "turn.txt: No such file or directory"),
    ],
)
def test_what_cannot_be_run_is_said_in_one_line(terminal: Terminal, text: str | None, said: str) -> None:
    if text is not None:
        (terminal.home / "turn.txt").write_text(text)
    ran = terminal.run("run", "turn.txt")
    assert ran.status != 0
    assert said in ran.err + ran.out


def test_files_that_are_no_text_and_folders_are_said_to_be_so(terminal: Terminal) -> None:
    (terminal.home / "turn.txt").write_bytes(b"\xff\xfe")
    ran = terminal.run("run", "turn.txt", "site")
    assert ran.status == 1
    assert "turn.txt: not a text file" in ran.out and "site: Is a directory" in ran.out
    assert "Errno" not in ran.out and "codec" not in ran.out


def test_rules_lists_sections_and_paragraphs(terminal: Terminal) -> None:
    ran = terminal.run("rules", "duel")
    assert ran.status == 0
    assert "0 The table\n  0.1 Speaking for one's own" in ran.out
    assert "1 Turns\n  1.1 In turn" in ran.out
    assert "1.8 Manners  (left to the GM)" in ran.out


def test_rules_shows_a_section(terminal: Terminal) -> None:
    ran = terminal.run("rules", "duel", "2")
    assert "Whoever is dazed does not strike." in ran.out
    assert "Manners" not in ran.out


def test_rules_shows_a_paragraph_with_examples_and_code(terminal: Terminal) -> None:
    ran = terminal.run("rules", "duel", "2.2")
    assert ran.status == 0
    assert "2.2 Reach\n\nOnly somebody beside you." in ran.out
    assert "Example: Too far" in ran.out
    assert "Strike" in ran.out.partition("Code:")[2]


def test_rules_shows_a_rule_of_the_table(terminal: Terminal) -> None:
    assert "An open question holds up the table" in terminal.run("rules", "duel", "0.2").out


@pytest.mark.parametrize("args", [("duel", "9.9"), ("duel", "7"), ("chess",)])
def test_rules_that_are_not_there(terminal: Terminal, args: tuple[str, ...]) -> None:
    ran = terminal.run("rules", *args)
    assert ran.status == 2
    assert "expected" in ran.err


def test_rules_lists_options_with_what_each_value_does(terminal: Terminal) -> None:
    out = terminal.run("rules", "crisis_mode", "--options").out
    assert "\nrise-cost  Cost of rising, rule 5.15\n" in out
    assert "\n    open: Players see every number of everybody who is not hidden.\n" in out
    assert "\n    no (default): Walking out of" in out


def test_rules_lists_options_of_a_toy(terminal: Terminal) -> None:
    told = terminal.run("rules", "duel", "--options").out
    assert "\n    4 (default): A guard adds 4.\n    2: A guard adds 2.\n" in told


def test_coverage_of_a_whole_book(terminal: Terminal) -> None:
    ran = terminal.run("rules", "--coverage", "duel")
    assert (ran.status, ran.out.splitlines()[-1].endswith(": 0 gaps")) == (0, True)


def test_coverage_exits_with_1_on_a_gap(terminal: Terminal) -> None:
    """The toy without its second document."""
    (terminal.home / "site" / "gappy.py").write_text(
        "from tests.duel import Duel\n\nRULESET = Duel()\nRULESET.package = 'gappy_book'\n"
    )
    book = terminal.home / "site" / "gappy_book"
    (book / "rules").mkdir(parents=True)
    (book / "__init__.py").write_text("")
    (book / "rules" / "1-turns.md").write_text((RULES / "1-turns.md").read_text())
    (terminal.home / "site" / "toy-0.dist-info" / "entry_points.txt").write_text(
        "[fracas.rulesets]\ngappy = gappy:RULESET\n"
    )
    ran = terminal.run("rules", "--coverage", "gappy")
    assert ran.status == 1
    assert "no code cites it" in ran.out


def test_a_failing_script_names_squares_and_leaves_numbers_alone(terminal: Terminal) -> None:
    script = (
        "ruleset crisis_mode\ncast haldis at c4 side heroes\ncast bristle-brute at k8 side foes\n"
        "start haldis ap 4\nstart bristle-brute ap 1\n> haldis step d4\n: paced haldis e4 step 1 1\n"
    )
    (terminal.home / "walk.txt").write_text(script)
    ran = terminal.run("run", "walk.txt")
    assert ran.status == 1
    assert "expected: paced haldis e4 step 1 1\n  got:      paced haldis d4 step 1 1" in ran.out, ran.out
