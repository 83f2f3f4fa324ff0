from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

DUEL = "duel/arena"


@pytest.fixture
def log(terminal: Terminal) -> Path:
    """A game with a ruling, an undo, and bots to its end."""
    typed = ["move c3", "u", "move c2", "gm set kara hp 3 because of the roof", "pass"]
    terminal.run("play", DUEL, "--plain", "--seed", "4", "--policy", "random", typed=typed)
    return terminal.kept()[0]


def test_a_log_is_told_line_by_line_with_undone_parts_marked(terminal: Terminal, log: Path) -> None:
    ran = terminal.run("replay", str(log), "--plain")
    assert ran.status == 0
    assert "undone, > kara move c3" in ran.out
    assert "undone, Kara walks to c3" in ran.out
    assert "<< undo: back to line" in ran.out
    assert "> kara move c2" in ran.out
    assert "* gm set hp kara 3 because of the roof" in ran.out
    assert "lines holds." in ran.out


def test_replay_to_a_line_stops_there(terminal: Terminal, log: Path) -> None:
    ran = terminal.run("replay", str(log), "--plain", "--to", "3")
    numbers = [int(line.split(":")[0]) for line in ran.out.splitlines() if line.split(":")[0].isdigit()]
    assert numbers and max(numbers) <= 3
    assert terminal.run("replay", str(log), "--to", "99999").status == 2


def test_a_seat_nobody_has_names_those_there_are(terminal: Terminal, log: Path) -> None:
    ran = terminal.run("replay", str(log), "--seat", "nobody")
    assert (ran.status, ran.err) == (2, "fracas: --seat: got 'nobody', expected one of player1, gm\n")


def test_a_player_reads_only_what_the_seat_may_know(terminal: Terminal, log: Path) -> None:
    terminal.run("play", "--resume", str(log), "--plain", "--policy", "random", typed=["gm hide gob1", "pass"])
    told = terminal.run("replay", str(log), "--plain", "--seat", "player1").out
    assert "hide gob1" not in told
    assert "Gob1 is out of sight" in told
    assert "Gob1" not in told.split("Gob1 is out of sight")[1]
    assert "Gob1" in terminal.run("replay", str(log), "--plain").out.split("hide gob1")[1]


def test_a_players_lines_count_nothing_of_what_was_hidden(terminal: Terminal) -> None:
    """Neither lines nor undos that the seat was not told of."""
    secret = ["gm hide gob2", "gm set gob2 hp 3", "gm note nobody knows", "u"]
    typed = ["move c3", "u", "move c2", *secret, "pass"]
    terminal.run("play", DUEL, "--plain", "--seed", "4", "--policy", "random", typed=typed)
    path = str(terminal.kept()[0])
    whole = terminal.run("replay", path, "--plain").out.splitlines()
    assert len([line for line in whole if "<< undo" in line]) == 2
    told = terminal.run("replay", path, "--plain", "--seat", "player1").out.splitlines()
    numbers = [int(line.split(":")[0]) for line in told if line.split(":")[0].isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
    back = [line for line in told if "<< undo" in line]
    assert len(back) == 1 and int(back[0].split()[-1]) < int(back[0].split(":")[0])
    assert "The chain of its lines holds." in told
    some = terminal.run("replay", path, "--plain", "--seat", "player1", "--to", "4").out.splitlines()
    assert some[:5] == told[:5] and told[5] not in some
    assert terminal.run("replay", path, "--seat", "player1", "--to", str(len(numbers) + 1)).status == 2


def test_every_command_run_again_gives_the_same_log(terminal: Terminal, log: Path) -> None:
    ran = terminal.run("replay", str(log), "--prove", "--plain")
    assert ran.status == 0, ran.err
    assert "Proven:" in ran.out


def test_a_changed_line_is_found_and_said(terminal: Terminal, log: Path) -> None:
    lines = log.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"kind":"rolled"' in line)
    lines[at] = lines[at].replace('"total":5', '"total":6')
    log.write_text("\n".join(lines) + "\n")
    ran = terminal.run("replay", str(log), "--plain")
    assert ran.status == 1
    assert f"line {at}: its hash does not fit; the log is good up to line {at - 1}" in ran.err


def test_a_forged_chain_is_found_by_running_it_again(terminal: Terminal, log: Path) -> None:
    """Hashes alone do not prove that the dice fell so: whoever writes the file can write the hashes."""
    from fracas.engine.log import Log

    lines = [json.loads(line) for line in log.read_text().splitlines()]
    forged = Log(lines[0]["data"])
    for line in lines[1:]:
        data = line["data"]
        if data.get("kind") == "rolled" and data["who"] == "kara":
            data["thrown"] = {**data["thrown"], "faces": [6], "total": 6}
            data["total"] = 6
        forged.append(line["type"], data)
    log.write_text(forged.to_text())
    ran = terminal.run("replay", str(log), "--prove", "--plain")
    assert ran.status == 1
    assert "the rules give" in ran.err


def test_an_ended_game_closes_with_its_summary(terminal: Terminal) -> None:
    terminal.run("play", DUEL, "--bots", "--plain", "--seed", "1")
    ran = terminal.run("replay", str(terminal.kept()[0]), "--prove", "--plain")
    assert ran.status == 0
    assert "Result: " in ran.out


def test_step_waits_and_leaves_cleanly_when_nobody_is_there(terminal: Terminal, log: Path) -> None:
    assert terminal.run("replay", str(log), "--step", "--plain", typed=["", ""]).status == 0


def test_what_is_no_log_is_refused_in_one_line(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    for name in ("x", "missing"):
        ran = terminal.run("replay", name)
        assert (ran.status, len(ran.err.splitlines())) == (2, 1), ran.err
