"""Files that people name: devices, pipes, huge ones, and kept games somebody has tampered with."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal
from tests.forks import fracas

from fracas.engine.log import RULING, Log, log_from_text

MEMORY = 1_500_000_000
"""Enough to start and play, and far less than a file without end would take."""


def run_bounded(home: Path, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """`fracas ARGS` in little memory, so that reading without end ends."""
    return fracas(*args, home=home, typed=typed, env={"XDG_STATE_HOME": str(home / "state")}, memory=MEMORY)


READERS: list[list[str]] = [
    ["check", "FILE"],
    ["run", "FILE"],
    ["replay", "FILE"],
    ["play", "--resume", "FILE"],
    ["play", "--bots", "--content", "FILE"],
    ["referee", "--load", "FILE"],
    ["odds", "--content", "FILE", "crisis_mode/first-duel", "pass"],
]
EVERY_KIND = [("device", reader) for reader in READERS]
EVERY_KIND += [(kind, reader) for kind in ("pipe", "huge") for reader in (["check", "FILE"], ["replay", "FILE"])]


@pytest.mark.parametrize(("kind", "reader"), EVERY_KIND, ids=[f"{kind} {' '.join(r)}" for kind, r in EVERY_KIND])
def test_only_files_of_a_fair_size_are_read(reader: list[str], kind: str, tmp_path: Path) -> None:
    file = tmp_path / "given.toml"
    if kind == "device":
        file = Path("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        with file.open("wb") as made:
            made.truncate(3 << 30)
    done = run_bounded(tmp_path, *[str(file) if word == "FILE" else word for word in reader])
    said = done.stdout + done.stderr
    assert done.returncode in (1, 2) and "Traceback" not in said, said[-2000:]
    assert file.name in said or str(file) in said
    assert "at most" in said and "bytes" in said, said[-2000:]


def test_a_folder_that_is_somebodys_whole_disk_is_not_read(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"{number}.toml").write_text("", encoding="utf-8")
    done = run_bounded(tmp_path, "check", str(tmp_path))
    assert done.returncode == 2 and "at most 500 content files" in done.stderr


def test_the_referee_reads_no_device(tmp_path: Path) -> None:
    asked = json.dumps({"type": "load", "seat": "gm", "path": "/dev/zero"}) + "\n"
    done = run_bounded(tmp_path, "referee", "crisis_mode/first-duel", typed=asked)
    reply = json.loads(done.stdout.splitlines()[0])
    assert reply["type"] == "error" and reply["kind"] == "invalid" and "device" in reply["message"]


# -------------------------------------------------------------------- games somebody tampered with


@pytest.fixture
def log(terminal: Terminal) -> Path:
    path = terminal.home / "game.jsonl"
    terminal.run("play", "duel/arena", "--seed", "3", "--save", str(path), typed=["move c3", "q"])
    return path


def tampered(log: Path, change: Callable[[dict[str, Any]], object], note: str = "") -> Path:
    """The game with another start and perhaps a note, its chain made good again."""
    old = log_from_text(log.read_text(encoding="utf-8"))
    header: Any = json.loads(json.dumps(old.header))
    change(header["start"])
    new = Log(header)
    for line in old.lines:
        new.append(line.kind, line.data)
    if note:
        new.append(RULING, {"seat": "gm", "reason": note, "ruling": {"who": "gm", "verb": "note", "text": note}})
        new.append("event", {"kind": "noted", "text": note})
    log.write_text(new.to_text(), encoding="utf-8")
    return log


def title(text: str) -> Callable[[dict[str, Any]], object]:
    return lambda start: start.update(title=text)


TAMPERINGS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "long": (title("x" * 3_000_000), "at most"),
    "escapes": (title("\x1b[2J\x1b]0;owned\x07"), "control characters"),
    "turned round": (lambda start: start["combatants"][0].update(name="Kara\u202e"), "control characters"),
    "large": (lambda start: start.update(seq=10**4000), "whole numbers"),
    "option": (lambda start: start["options"].update(cheating="yes"), "cheating"),
    "many": (lambda start: start.update(combatants=start["combatants"] * 2000), "at most"),
}
READ_BY = [("replay", what) for what in TAMPERINGS]
READ_BY += [(reader, what) for reader in ("play --resume", "referee --load") for what in ("escapes", "option")]


@pytest.mark.parametrize(("reader", "what"), READ_BY)
def test_a_tampered_game_is_refused_and_left_alone(terminal: Terminal, log: Path, reader: str, what: str) -> None:
    change, said = TAMPERINGS[what]
    before = tampered(log, change).read_bytes()
    ran = terminal.run(*reader.split(), str(log), typed=["q"])
    assert ran.status == 2 and said in ran.err and len(ran.err) < 1000
    assert log.read_bytes() == before and not terminal.kept()
    assert not [mark for mark in ran.out + ran.err if mark in "\x1b\x07\u202e"]


def test_no_line_can_be_forged_in_plain_text(terminal: Terminal, log: Path) -> None:
    """A note may have come with lines of its own from elsewhere; it is still told in one."""
    forged = "all is well\n99: > kara surrender"
    for command in (["replay", "--plain"], ["replay"], ["play", "--plain", "--seat", "gm", "--resume"]):
        ran = terminal.run(*command, str(tampered(log, title("A yard"), forged)), typed=["log", "q"])
        assert "all is well 99: > kara surrender" in " ".join(ran.out.split()), command
        assert not [line for line in ran.out.splitlines() if line.strip().startswith("99:")], command


def test_what_is_typed_is_cleaned_before_it_is_kept(terminal: Terminal) -> None:
    typed = ["gm note one\x1b[2J\x07 two\u202e", "gm set kara name K\u200bara\x9b1", "q"]
    ran = terminal.run("play", "duel/arena", "--seed", "3", "--plain", typed=typed)
    kept = terminal.kept()[0].read_text(encoding="utf-8")
    assert "one[2J two" in kept and "\\u001b" not in kept and "\u202e" not in kept and "\u200b" not in kept
    again = terminal.run("replay", "--plain", str(terminal.kept()[0]))
    assert not [mark for mark in ran.out + again.out if mark in "\x1b\x07\u202e\u200b\x9b"]
