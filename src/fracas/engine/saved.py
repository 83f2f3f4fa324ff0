"""Opening a saved game: finished commands are folded without running a rule; only an open one is run again."""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.events import Finished
from fracas.engine.game import Game
from fracas.engine.log import COMMAND, EVENT, Log, log_from_text
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Thrower


def load_game(ruleset: Ruleset, text: str, thrower: Thrower | None = None, held: bool = False) -> Game:
    """The game behind a saved log. Damaged, or open under other rules, it can only be read and says why.

    Held, it takes no step of its own until it is let go."""
    log = log_from_text(text)
    if log.header.get("ruleset") != ruleset.id:
        raise Invalid("log", "ruleset", log.header.get("ruleset"), ruleset.id)
    start = log.header.get("start")
    if not isinstance(start, dict):
        raise Invalid("log", "start", start, "the state at the start")
    try:
        return _open(ruleset, ruleset.read(start), thrower, log, held)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, AssertionError, EngineFault) as error:
        if isinstance(error, Invalid):
            raise
        raise Invalid("log", "", type(error).__name__, f"a log that folds ({error})") from None


def _open(ruleset: Ruleset, start: Encounter, thrower: Thrower | None, log: Log, held: bool) -> Game:
    """Fold it, and run again what is open."""
    if len(start.seeds) != 2:
        raise Invalid("log", "seeds", len(start.seeds), "two seeds")
    for one in start.combatants.values():
        if not start.board.footprint(one.pos, one.size):
            raise Invalid("log", "pos", one.pos, f"a place on the board for {one.id}")
    game = Game(ruleset, start, thrower, log)
    game.held = held
    game.read_only = log.damage
    changed = difference(log.header, ruleset)
    if changed and _ends_open(log):
        game.read_only = game.read_only or f"a command is open, and cannot be run again because {changed}"
    game.refold()
    if not game.read_only:
        game.begin()
    return game


def difference(header: dict[str, object], ruleset: Ruleset) -> str:
    """How the rules differ from those a log was played under; empty when they do not."""
    if header.get("version") != ruleset.version:
        return f"the log is of version {header.get('version')} of {ruleset.id}, this is {ruleset.version}"
    if header.get("content") != ruleset.content_hash:
        return "the content files differ from those the log was played with"
    return ""


def _ends_open(log: Log) -> bool:
    open_command = False
    for line in log.in_force():
        if line.kind == COMMAND:
            open_command = True
        elif line.kind == EVENT and line.data.get("kind") == Finished.kind:
            open_command = False
    return open_command
