from __future__ import annotations

import re

from tests.cli.terminal import Terminal

DUEL = "duel/arena"


def test_odds_of_a_strike_are_exact_and_name_what_they_assume(terminal: Terminal) -> None:
    ran = terminal.run("odds", DUEL, "kara strike gob1", "--plain", "--anyway")
    assert ran.status == 0, ran.err
    assert "hit: 55%, exactly 11/20." in ran.out
    assert "-8: 7%, exactly 11/160." in ran.out
    assert "Gob1 goes down: 7% (11/160)" in ran.out
    assert re.search(r"Kara is left with \d AP", ran.out)
    assert "Invites: Gob1 may answer with Guard (taken here as a pass)." in ran.out
    assert "exact, over 9 branches" in ran.out


def test_an_assumed_answer_changes_them(terminal: Terminal) -> None:
    ran = terminal.run("odds", DUEL, "kara strike gob1", "--plain", "--anyway", "--assume", "gob1 guard")
    assert "hit: 35%, exactly 7/20." in ran.out
    assert "Invites: Gob1 may answer with Guard (taken here as Guard)." in ran.out


def test_a_choice_of_ones_own_is_no_reaction_and_is_taken_as_said(terminal: Terminal) -> None:
    ran = terminal.run("odds", "crisis_3d6/toll-house", "hobb attack gun", "--plain", "--anyway", "--seat", "player2")
    assert "Hobb Garrick chooses between critical and trip and daze (taken here as critical)." in ran.out
    assert "Invites" not in ran.out and "a pass" not in ran.out


def test_a_favor_is_asked_for_and_may_be_assumed(terminal: Terminal) -> None:
    plain = ("odds", "phases_of_play/weir-parley", "gm test quill grit", "--plain")
    assert "Invites: Quill may answer with favor (taken here as a pass)." in terminal.run(*plain).out
    assert terminal.run(*plain, "--assume", "quill favor 1").status == 0
    assert "one of quill favor 1, quill pass" in terminal.run(*plain, "--assume", "quill favor 2").err


def test_the_turn_order_is_foretold_from_freeplay(terminal: Terminal) -> None:
    ran = terminal.run("odds", "phases_of_play/weir-parley", "gm roll-order", "--plain", "--anyway")
    assert "Sable before everybody: 17%, exactly 1331/8000." in ran.out
    assert "exact, over" in ran.out


def test_bars_fit_a_narrow_screen(terminal: Terminal) -> None:
    ran = terminal.run("odds", DUEL, "kara strike gob1", "--anyway", "--width", "60")
    assert max([len(line) for line in ran.out.splitlines()]) <= 60
    assert "█" in ran.out


def test_a_refused_command_has_status_1_and_nonsense_2(terminal: Terminal) -> None:
    refused = terminal.run("odds", DUEL, "kara strike gob2", "--seed", "2")
    assert refused.status == 1
    assert "rule 2.2" in refused.err
    for words in ("kara", "nobody strike gob1", "kara sing", "kara strike", "kara strike zz9"):
        ran = terminal.run("odds", DUEL, words)
        assert (ran.status, len(ran.err.splitlines())) == (2, 1), (words, ran.err)


def test_odds_from_a_kept_game(terminal: Terminal) -> None:
    terminal.run("play", DUEL, "--plain", "--seed", "4", "--policy", "random", typed=["move c3"])
    ran = terminal.run("odds", str(terminal.kept()[0]), "kara strike gob1", "--plain")
    assert "hit: 55%" in ran.out


def test_a_seat_that_is_not_there_and_an_answer_that_may_not_be_given_are_said(terminal: Terminal) -> None:
    strike = ("odds", DUEL, "kara strike gob1", "--plain", "--anyway")
    for words, said in (
        (("--seat", "zz"), "--seat: got 'zz', expected one of player1, gm"),
        (("--assume", "gob2 guard"), "expected an answer of somebody who is asked (gob1 here)"),
        (("--assume", "gob1 strike kara"), "expected one of gob1 guard, gob1 pass"),
    ):
        ran = terminal.run(*strike, *words)
        assert ran.status == 2 and said in ran.err, ran.err
        assert len(ran.err.splitlines()) == 1 and ran.out == ""
