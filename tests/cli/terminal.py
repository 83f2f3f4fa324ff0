"""Runs `fracas` as a person would: a process of its own, scripted input, a toy ruleset beside the installed ones."""

from __future__ import annotations

from pathlib import Path

from tests.forks import fracas


class Ran:
    """What came of a run."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err


class Terminal:
    """A terminal with a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        info = home / "site" / "toy-0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 0\n")
        (info / "entry_points.txt").write_text("[fracas.rulesets]\nduel = tests.duel:RULESET\n")

    def run(self, *args: str, typed: list[str] | None = None, hurried: bool = False, **extra: str) -> Ran:
        """Run `fracas ARGS` with these lines typed; then the input ends."""
        env = {"XDG_STATE_HOME": str(self.home / "state"), "COLUMNS": "100", **extra}
        lines = "".join([line + "\n" for line in typed or []])
        done = fracas(*args, home=self.home, typed=lines, env=env, site=str(self.home / "site"), hurried=hurried)
        assert "Traceback" not in done.stderr, done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    def kept(self) -> list[Path]:
        """The games kept so far, oldest first."""
        return sorted((self.home / "state" / "fracas").glob("*.jsonl"))
