"""Keeping the game: every line of the log is on disk before the next question is asked, so nothing is lost.

For `play`.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from fracas.engine.content_files import read_text
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.intake import MOST_BYTES, Intake
from fracas.engine.log import log_from_text


def own_folder() -> Path:
    """Where games are kept unless somebody names a file."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "state") / "fracas"


def fresh_path(name: str) -> Path:
    """A file nobody uses yet, named after the scenario and the moment."""
    stem = name.replace("/", "-") + datetime.now().strftime("-%Y%m%d-%H%M%S")
    path = own_folder() / f"{stem}.jsonl"
    number = 2
    while path.exists():
        path = own_folder() / f"{stem}-{number}.jsonl"
        number += 1
    return path


def holds_something(path: Path) -> bool:
    """A file with anything in it, which must not be written over."""
    return path.is_file() and path.stat().st_size > 0


def is_game(path: Path) -> bool:
    """A file that holds a kept game."""
    try:
        log_from_text(read_text(path, MOST_BYTES).split("\n", 1)[0] + "\n", Intake("log"))
    except (Invalid, UnicodeDecodeError):
        return False
    return True


class Keeper:
    """Writes a log as it grows. A log is never shortened, so only its new lines are written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept = -1
        self.trouble = ""
        """Why nothing can be written, told once."""

    def keep(self, game: Game) -> bool:
        """Write what is new; false when that failed."""
        try:
            if self.kept < 0:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.write_text(game.save(), encoding="utf-8")
            else:
                new = [line.text() + "\n" for line in game.log.lines[self.kept :]]
                if new:
                    with self.path.open("a", encoding="utf-8") as file:
                        file.write("".join(new))
        except OSError as error:
            self.trouble = f"{self.path}: {error.strerror or error}"
            return False
        self.kept = len(game.log.lines)
        return True

    def goes_on(self, game: Game) -> None:
        """The file holds this game already, though perhaps not its last lines: opening it may have carried on."""
        kept = read_text(self.path, MOST_BYTES)
        if game.save().startswith(kept) and kept.endswith("\n"):
            self.kept = kept.count("\n") - 1
