"""Opening a saved game: finished commands are folded without running a rule; only an open one is run again."""

from __future__ import annotations

from typing import Final

from fracas.engine.board.terms import SIZE_LIMIT
from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Invalid, check_choice
from fracas.engine.game import Game
from fracas.engine.intake import Intake
from fracas.engine.log import Log, log_from_text, read_on
from fracas.engine.performing import setting_of
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import MODES
from fracas.engine.table import Thrower
from fracas.engine.versions import same_setting

SMALL: Final = 2_000
MISFITS: Final = (AssertionError, AttributeError, EngineFault, LookupError, RecursionError, TypeError, ValueError)
"""What reading a file or a row that is not what it should be can end in."""


def load_game(
    ruleset: Ruleset,
    text: str,
    thrower: Thrower | None = None,
    held: bool = False,
    intake: Intake | None = None,
    damage: str = "",
) -> Game:
    """The game behind a saved log, with the content it carries. Damaged, it can only be read and says why; a command
    that another version left open is taken back.

    Held, it takes no step of its own until it is let go. With an intake it is somebody else's file, of which nothing is
    taken for granted. `damage` is what a keeper knows to be missing after the last line."""
    log = log_from_text(text, intake, ruleset.conversions)
    log.damage = log.damage or damage
    if log.header.get("ruleset") != ruleset.id:
        raise Invalid("log", "ruleset", log.header.get("ruleset"), ruleset.id)
    start = log.header.get("start")
    if not isinstance(start, dict):
        raise Invalid("log", "start", start, "the state at the start")
    if intake is not None:
        check_options(ruleset, start)
    try:
        enc = ruleset.read(start, ruleset.content_with(log.entries))
        return _open(ruleset, enc, thrower, log, held, intake is not None)
    except MISFITS as error:
        if isinstance(error, Invalid):
            raise
        raise Invalid("log", "", type(error).__name__, f"a log that folds ({error})") from None


def follow(game: Game, text: str) -> None:
    """Go on with lines that another process has written to this game's log: folded, as on opening. They were played
    with the same rules and content as here, or the game has to be opened again."""
    wrong = read_on(game.log, text, game.ruleset.conversions)
    if not wrong and not same_setting(setting_of(game.ruleset, game.start.content), game.log.setting()):
        wrong = "played with other rules or content"
    if wrong:
        raise Invalid("log", "", wrong, "lines that go on from here")
    game.refold()


def load_imported(ruleset: Ruleset, text: str, thrower: Thrower | None = None) -> Game:
    """The game behind a log that somebody brings."""
    return load_game(ruleset, text, thrower, intake=Intake("log"))


def check_options(ruleset: Ruleset, start: dict[str, object]) -> None:
    """Every option of these rules and no other, each with a value it can have."""
    options = start.get("options")
    if not isinstance(options, dict):
        raise Invalid("log", "options", options, "the options it was played with")
    ruleset.settle({str(name): str(value) for name, value in options.items()})
    for option in ruleset.options:
        if option.name not in options and not option.later:
            raise Invalid("log", "options", f"no {option.name}", "one of " + ", ".join(option.choices))


def check_state(ruleset: Ruleset, enc: Encounter) -> None:
    """Names, seats and numbers of all combatants, within the bounds the GM is held to; and the GM's modes."""
    for paragraph, mode in enc.modes.items():
        check_choice("log", f"modes.{paragraph}", mode, MODES)
    for one in enc.combatants.values():
        if not 0 < one.size < SIZE_LIMIT:
            raise Invalid("log", f"size of {one.id}", one.size, f"a whole number from 1 to {SIZE_LIMIT - 1}")
        for field in one.settable():
            try:
                value = ruleset.value_of(enc, one.id, field)
            except Invalid:
                # Of some there is only a setting.
                continue
            if value.removeprefix("-").isdigit() or field in ("name", "side", "seat"):
                check_field(one, field, value)


def check_field(one: Combatant, field: str, value: str) -> None:
    """Some pools may rise past what the GM could set: what any number on a sheet may be is no trouble."""
    if value.removeprefix("-").isdigit() and len(value) < 10 and abs(int(value)) <= SMALL:
        return
    try:
        one.check_value(field, value)
    except Invalid as wrong:
        raise Invalid("log", f"{field} of {one.id}", wrong.value, wrong.expected) from None


def _open(ruleset: Ruleset, start: Encounter, thrower: Thrower | None, log: Log, held: bool, strange: bool) -> Game:
    """Fold it, and run again what is open. What is strange to us is looked at before rules are run on it."""
    if strange:
        check_state(ruleset, start)
    if len(start.seeds) != 2:
        raise Invalid("log", "seeds", len(start.seeds), "two seeds")
    for one in start.combatants.values():
        if not start.board.footprint(one.pos, one.size):
            raise Invalid("log", "pos", one.pos, f"a place on the board for {one.id}")
    game = Game(ruleset, start, thrower, log)
    game.held = held
    game.read_only = log.damage
    game.refold()
    if strange:
        check_state(ruleset, game.state)
    if not game.read_only:
        game.resume()
    return game


def difference(game: Game) -> str:
    """How the rules differ from those a game was played under, wholly or in part; empty when they do not."""
    mine = setting_of(game.ruleset, game.start.content)
    for _, theirs in game.log.settings:
        for name, what in (("fracas", "Fracas"), ("version", game.ruleset.name)):
            if theirs.get(name) != mine[name]:
                return f"it was played with version {theirs.get(name)} of {what}, this is {mine[name]}"
        if not same_setting(theirs, mine):
            return "the content differs from that it was played with"
    return ""
