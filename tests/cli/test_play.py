from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from tests.cli.terminal import Ran, Terminal
from typer.testing import CliRunner

from fracas.cli import app, screen_events

DUEL = "duel/arena"


def duel(terminal: Terminal, *typed: str, more: tuple[str, ...] = (), seed: int = 4) -> Ran:
    """The toy duel with somebody on Kara's seat, in plain sentences; afterwards the input ends."""
    return terminal.run("play", DUEL, "--plain", "--seed", str(seed), "--policy", "random", *more, typed=list(typed))


def without_paths(text: str) -> str:
    return re.sub(r"\S+\.jsonl", "FILE", text)


# ------------------------------------------------------------------ bots


def test_bots_play_the_first_scenario_to_its_end_and_leave_with_status_0(terminal: Terminal) -> None:
    ran = terminal.run("play", "--bots", "--plain", "--seed", "1")
    assert ran.status == 0, ran.err
    assert re.search(r"^Result: \w+\. \d+ turns?, \d+ rounds?\.$", ran.out, re.MULTILINE)
    assert "expected" in ran.out and "dealt" in ran.out and "took" in ran.out
    assert len(terminal.kept()) == 1


def test_the_same_seed_gives_the_same_encounter_and_another_seed_another(terminal: Terminal) -> None:
    outs = [terminal.run("play", DUEL, "--bots", "--plain", "--seed", seed).out for seed in ("3", "3", "5")]
    assert without_paths(outs[0]) == without_paths(outs[1])
    assert without_paths(outs[0]) != without_paths(outs[2])


def test_what_was_printed_is_not_worded_again_with_every_deed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    painted, kept = Mock(wraps=screen_events._painted), tmp_path / "it.jsonl"
    monkeypatch.setattr(screen_events, "_painted", painted)
    CliRunner().invoke(app, ["play", "--bots", "--plain", "--seed", "1", "--save", str(kept)])
    assert 50 < painted.call_count < len(kept.read_text(encoding="utf-8").splitlines())


def test_bots_that_find_no_end_are_stopped_and_it_is_said(terminal: Terminal) -> None:
    ran = terminal.run("play", DUEL, "--bots", "--plain", "--policy", "random", "--seed", "1", "--turns", "2")
    assert ran.status == 1
    assert ran.err == "fracas: no end after 2 turns\n"


# ------------------------------------------------------------------ leaving


def test_a_question_nobody_answers_ends_with_status_2_and_the_game_kept(terminal: Terminal) -> None:
    ran = duel(terminal)
    assert ran.status == 2
    assert ran.err == "fracas: nobody answers for Kara: the input has ended\n"
    assert f"fracas play --resume {terminal.kept()[0]}" in ran.out


def test_a_kept_game_is_resumed_where_it_was_left(terminal: Terminal) -> None:
    duel(terminal, "move c3")
    path = terminal.kept()[0]
    lines = path.read_text().splitlines()
    ran = terminal.run("play", "--resume", str(path), "--plain", "--policy", "random", typed=["pass"])
    assert "What happened last:" in ran.out
    assert "Kara walks to c3." in ran.out
    assert "Heroes: Kara at c3" in ran.out
    assert path.read_text().splitlines()[: len(lines)] == lines
    assert len(path.read_text().splitlines()) > len(lines)
    assert terminal.kept() == [path]


@pytest.mark.parametrize("lines", [1, 4, 7, -1])
def test_a_game_cut_between_two_lines_is_whole_again_after_it_was_resumed(terminal: Terminal, lines: int) -> None:
    duel(terminal, "move c3")
    path = terminal.kept()[0]
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:lines]))
    assert terminal.run("play", "--resume", str(path), "--bots", "--plain").status == 0
    again = terminal.run("replay", "--prove", "--plain", str(path))
    assert again.status == 0, again.err


def test_a_game_of_which_only_a_header_without_its_end_is_left_is_written_anew(terminal: Terminal) -> None:
    duel(terminal, "move c3")
    path = terminal.kept()[0]
    path.write_text(path.read_text().splitlines()[0])
    assert terminal.run("play", "--resume", str(path), "--bots", "--plain").status == 0
    assert terminal.run("replay", "--plain", str(path)).status == 0


def test_a_file_with_something_in_it_is_not_written_over(terminal: Terminal) -> None:
    letter = terminal.home / "letter.txt"
    letter.write_text("Dear aunt\n")
    ran = terminal.run("play", DUEL, "--bots", "--plain", "--save", "letter.txt")
    assert ran.status == 2 and "a new file" in ran.err
    assert "a new file" in duel(terminal, "save letter.txt", "save own.jsonl", "save own.jsonl").out
    assert letter.read_text() == "Dear aunt\n"
    assert (terminal.home / "own.jsonl").exists()


def test_a_damaged_game_goes_on_from_its_last_good_line_in_a_new_file(terminal: Terminal) -> None:
    duel(terminal, "move c3")
    path = terminal.kept()[0]
    path.write_text(path.read_text()[:-20])
    damaged = path.read_text()
    ran = terminal.run("play", "--resume", str(path), "--plain", typed=["quit", ""])
    assert ran.status == 0
    assert "is cut off" in ran.out
    assert path.read_text() == damaged
    assert len(terminal.kept()) == 2


def test_quit_keeps_the_game_and_saves_it_where_asked(terminal: Terminal) -> None:
    ran = duel(terminal, "quit", "b", "quit", "mine.jsonl")
    assert ran.status == 0
    assert (terminal.home / "mine.jsonl").read_text() == terminal.kept()[0].read_text()


def test_a_game_that_cannot_be_kept_is_played_all_the_same(terminal: Terminal) -> None:
    (terminal.home / "state").write_text("in the way")
    ran = duel(terminal, "quit", "")
    assert ran.status == 0
    assert ran.out.count("This game cannot be kept") == 1


# ------------------------------------------------------------------ choosing


def test_options_are_numbered_with_cost_and_greyed_ones_say_why(terminal: Terminal) -> None:
    out = duel(terminal).out
    assert "1. Move: 1 AP, 8 squares." in out
    assert "3. Strike, not now: Gob1 is out of reach (2.2): move closer" in out


def test_why_says_of_a_reaction_that_the_table_asks(terminal: Terminal) -> None:
    assert "Guard is a reaction: the table asks when it is possible." in duel(terminal, "why guard").out


def test_why_gives_every_reason_with_the_text_of_its_rule(terminal: Terminal) -> None:
    out = duel(terminal, "why 3", "3", "rule 2.2", "rule 9.9").out
    assert out.count("Gob2 is out of reach") >= 2
    assert "Remedy: move closer" in out
    assert "Reach. Only somebody beside you." in out
    assert "There is no rule 9.9." in out


def test_targets_show_exact_odds_and_reactions_before_anything_is_done(terminal: Terminal) -> None:
    ran = duel(terminal, "move c3", "2", "")
    assert re.search(r"^1\. Gob1: 1 AP, hit 55%;.*Gob1 may answer with Guard\.$", ran.out, re.MULTILINE)
    assert "2. Gob2, not now: Gob2 is out of reach (2.2)" in ran.out
    assert "Kara, strike:" not in ran.out


def test_a_square_is_typed_for_a_move_and_a_bad_one_is_explained(terminal: Terminal) -> None:
    ran = duel(terminal, "1", "z9", "f4", "c3")
    assert "1 AP: b1, a2, c2, b3, a1, c1, a3, c3." in ran.out
    assert "Kara walks to c3." in ran.out


def test_a_refused_command_lists_its_reasons_and_changes_nothing(terminal: Terminal) -> None:
    ran = duel(terminal, "strike gob1", "map")
    assert "2.2 Gob1 is out of reach" in ran.out
    assert "spends" not in ran.out.split("Refused:")[1]


def test_nonsense_gets_a_hint_and_never_a_crash(terminal: Terminal) -> None:
    odd = "strkie gob1|strike nobody|99|why|why 99|card zz|odds|save|rule|gm|gm set|allow|note|prefer x y|dice|\x00|-1"
    more = "move|kara|log x|withdraw|r|u|as|as gob1|odds strike|odds fly|gm allow|gm set kara hp x|allow fly|rule x y"
    odd_lines = [*odd.split("|"), *more.split("|"), "é" * 50]
    ran = duel(terminal, *odd_lines, "quit", "")
    assert ran.status == 0
    assert "perhaps strike" in ran.out


# ------------------------------------------------------------------ reactions, dice, rulings


def test_a_reaction_is_asked_for_with_the_odds_of_each_answer(terminal: Terminal) -> None:
    ran = terminal.run("play", DUEL, "--plain", "--seed", "4", typed=["pass", "guard"])
    assert re.search(r"^1\. Guard: hit 35%;", ran.out, re.MULTILINE)
    assert re.search(r"^2\. Pass: hit 55%;", ran.out, re.MULTILINE)
    assert "Kara spends 1 guards." in ran.out


def test_dice_thrown_by_hand_are_asked_for_and_checked(terminal: Terminal) -> None:
    ran = duel(terminal, "7", "x", "5", more=("--dice", "hand"))
    assert "Throw d6 for order" in ran.out
    assert "7 will not do: expected" in ran.out
    assert "Kara, order: 5 [d6: 5] (by hand)." in ran.out


def test_dice_by_hand_can_be_taken_up_when_a_game_is_resumed(terminal: Terminal) -> None:
    duel(terminal, "move c3")
    again = ["play", "--resume", str(terminal.kept()[0]), "--plain", "--dice", "hand"]
    assert "Throw d20 for strike" in terminal.run(*again, typed=["strike gob1"]).out


def test_an_empty_line_lets_the_table_throw(terminal: Terminal) -> None:
    ran = duel(terminal, "", more=("--dice", "hand"))
    assert re.search(r"Kara, order: \d", ran.out)


def test_rulings_need_a_word_and_are_kept_with_their_reason(terminal: Terminal) -> None:
    ran = duel(terminal, "gm set kara hp 3 because the roof fell", "strike gob1", "allow because it is dark", "note x")
    assert "The GM sets hp of Kara to 3 (the roof fell)." in ran.out
    assert "Kara goes ahead by the GM's leave, against 2.2." in ran.out
    kept = [json.loads(line) for line in terminal.kept()[0].read_text().splitlines()]
    reasons = [line["data"]["reason"] for line in kept if line["type"] == "ruling"]
    assert reasons == ["the roof fell", "it is dark", ""]


def test_a_paragraph_there_is_not_cannot_be_softened(terminal: Terminal) -> None:
    ran = duel(terminal, "gm mode 99.9 warn", "gm mode 2.2 warn")
    assert "99.9" in ran.out and "a paragraph of the rules of Duel" in ran.out
    assert "Ruled: mode 2.2 warn." in ran.out and "Ruled: mode 99.9" not in ran.out


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns(terminal: Terminal) -> None:
    ran = duel(terminal, "move c3", "pass", "u", "map", "u", "r", "log")
    parts = ran.out.split("Undone: ")
    assert parts[1].startswith("kara pass.")
    assert "Heroes: Kara at c3" in parts[1]
    assert parts[2].startswith("kara move c3.")
    assert "Heroes: Kara at b2" in parts[2].split("Done again.")[0]
    assert "Heroes: Kara at c3" in parts[2].split("Done again.")[1]


# ------------------------------------------------------------------ what is printed


def test_what_is_hidden_from_a_person_is_not_printed_while_bots_run_it(terminal: Terminal) -> None:
    ran = duel(terminal, "gm hide gob1", "pass", "order", "map", "card gob1", "strike gob1", "quit", "")
    after = ran.out.split("Ruled: hide gob1.")[1]
    told = [line for line in after.splitlines() if not line.startswith("Kara>")]
    assert "Gob2" in after
    assert [line for line in told if "Gob1" in line and "out of sight" not in line] == []


def test_seat_gm_shows_all(terminal: Terminal) -> None:
    ran = duel(terminal, "gm hide gob1", "order", "map", more=("--seat", "gm"))
    assert "Gob1" in ran.out.split("Ruled: hide gob1.")[1]


def test_the_screen_changes_hands_before_secrets_are_shown(terminal: Terminal) -> None:
    typed = ["gm hide gob1", "move d1", "pass", "", "map", "pass", "", "pass"]
    ran = duel(terminal, *typed, more=("--people", "player1,gm"), seed=4)
    _, for_player, for_gm, _ = re.split(r"The screen is for .* now\.", ran.out)
    assert "Gob1 is out of sight" in for_player
    assert "Gob1 walks" not in for_player
    assert "Gob2 may act" in for_gm


def test_plain_has_no_escape_codes_boxes_or_drawings(terminal: Terminal) -> None:
    ran = duel(terminal, "help", "odds move c3", "quit", "")
    assert ran.out.isascii()
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(terminal: Terminal, extra: dict[str, str]) -> None:
    ran = terminal.run("play", DUEL, "--seed", "4", typed=["quit", ""], hurried=False, **extra)
    assert "\x1b[3" not in ran.out


def test_narrow_screens_are_not_overrun(terminal: Terminal) -> None:
    ran = terminal.run("play", DUEL, "--seed", "4", "--width", "50", typed=["why 3", "help", "quit", ""])
    long = [line for line in ran.out.splitlines() if len(line) > 50 and ".jsonl" not in line and "Leave?" not in line]
    assert long == []


# ------------------------------------------------------------------ bad usage


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere"], "fracas scenarios lists all"),
        (["nogame/arena"], "one of"),
        ([DUEL, "--bot", "nobody"], "player1, gm"),
        ([DUEL, "--people", "nobody"], "player1, gm"),
        ([DUEL, "--seat", "nobody"], "player1, gm"),
        ([DUEL, "--option", "x"], "name=value"),
        ([DUEL, "--option", "guard=9"], "one of 4, 2"),
        ([DUEL, "--policy", "wise"], "easy (by a rule of thumb) or fair"),
        ([DUEL, "--policy", "greedy"], "easy (by a rule of thumb) or fair"),
        ([DUEL, "--dice", "loaded"], "server or hand"),
        (
            ["--content", "site/toy-0.dist-info"],
            "site/toy-0.dist-info: got 'a folder without any', expected TOML files",
        ),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
    ],
)
def test_bad_usage_is_one_line_on_stderr_and_status_2(terminal: Terminal, args: list[str], said: str) -> None:
    ran = terminal.run("play", *args)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_file_that_is_no_log_is_said_to_be_none(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("hello\n")
    ran = terminal.run("play", "--resume", "note.txt")
    assert ran.status == 2
    assert ran.err == "fracas: note.txt: first line: got 'hello', expected the header of a kept game\n"
    (tmp_path / "note.txt").write_bytes(b"\xff\xfe")
    assert "note.txt: got" in terminal.run("replay", "note.txt").err
