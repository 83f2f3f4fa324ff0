"""The ruleset object: what the engine asks of a game, answered for the vigil."""

from __future__ import annotations

from fracas.engine.board import Board
from fracas.engine.command import Command
from fracas.engine.encounter import Content, Encounter
from fracas.engine.events import ConditionEnded
from fracas.engine.options import Options
from fracas.engine.rules_odds import apart_from_foes
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table
from fracas.engine.turns import PassTurn
from vigil.content import FileModel, load, read_house
from vigil.nerves import MARKED, SHAKEN, check_nerve, give
from vigil.options import PRESETS, VigilOptions
from vigil.state import Frayed, Wounded
from vigil.strikes import FRAY, MARK, REACTIONS, TROUBLE, Strike
from vigil.turns import CatchBreath, Go, Next

SAYS = {FRAY: "1 stress", MARK: "marked until the start of their next turn"}


class Vigil(Ruleset):
    """Hunters and beasts in a dark house."""

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__("vigil", "Vigil", "1", "Dice pools, pushes and frayed nerves.", "vigil", extra)
        self.life = "health"
        self.offer_options(VigilOptions, PRESETS)
        self.use_content(load, FileModel)
        self.turns = Next("1.1")
        actions = [Strike(), Go(), CatchBreath(), PassTurn("Wait", "1.1"), *REACTIONS]
        self.register(actions, [self.turns], [Frayed, Wounded])

    def next_step(self, enc: Encounter) -> Command | None:
        """1.1, 1.4: in list order until one side is left."""
        return self.turns.due(enc)

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """1.2: places and the ways between them."""
        return read_house(rows)

    def stage(self, rows: list[str], chosen: dict[str, str]) -> Encounter:
        return super().stage(rows or ["hall stairs near"], chosen)

    def condition_names(self) -> list[str]:
        return [SHAKEN, MARKED]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        give(table, who, name)

    def end_condition(self, table: Table, who: str, name: str) -> None:
        table.emit(ConditionEnded(who, name, "ruling"))

    def value_set(self, table: Table, who: str, field: str) -> None:
        """3.2: stress can become full by the GM's word, too."""
        check_nerve(table, who)

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """What stands on the GM's buttons."""
        return SAYS.get(command.verb, "") if window == TROUBLE else ""

    def score(self, enc: Encounter, side: str) -> int:
        """For bots: health counts most; then it is better to be near a foe and to be calm."""
        return 100 * super().score(enc, side) - apart_from_foes(enc, side)
