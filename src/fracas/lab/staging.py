"""Staging: the lines of a script that set the scene, carried out on an empty encounter of any ruleset.

For `script`; once play begins nothing here is used any more.
"""

from __future__ import annotations

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, check_choice
from fracas.engine.names import can_be_id
from fracas.engine.recorded import Recorded
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.engine.table import Table, Thrower
from fracas.lab.faces import ScriptedThrower

SITUATION = ("ruleset", "scenario", "seed", "map", "|", "cast", "option", "surprise", "hide", "start", "setup", "dice")
FOES = "foes"


class Staging:
    """A scene being set. Lines are kept until play begins, because options and map must come before people."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rows: list[str] = []
        self.options: dict[str, str] = {}
        self.scenario = ""
        self.seed = "1"
        self.with_setup = False
        self.casts: list[tuple[int, str]] = []
        self.later: list[tuple[int, str, str]] = []
        self.lines: dict[str, int] = {}
        """The number of the first line that begins with this word."""
        self.at = 0
        """The number of the line that is carried out."""
        self.faces: list[int] = []
        self.scripted: ScriptedThrower | None = None

    def take(self, word: str, rest: str, number: int = 0) -> None:
        """One line of the situation."""
        self.at = number
        self.lines.setdefault(word, number)
        if word == "|":
            self.rows.append(rest)
        elif word == "option":
            name, _, value = rest.partition(" ")
            self.options[name] = value.strip()
            self.ruleset.settle(self.options)
        elif word == "cast":
            self.casts.append((number, rest))
        elif word == "scenario":
            self.scenario = rest
        elif word == "seed":
            self.seed = rest
        elif word == "setup":
            self.with_setup = True
        elif word in ("surprise", "hide", "start"):
            self.later.append((number, word, rest))

    def dice(self, rest: str) -> None:
        """Faces to come; all such lines of a script are read before it begins."""
        for face in rest.split():
            if not (face.isascii() and face.isdigit()):
                raise Invalid("script", "dice", face, "faces as whole numbers")
            self.faces.append(int(face))

    def thrower(self) -> Thrower:
        """Scripted faces, except in a shipped scenario without any, where the seed throws."""
        if self.scenario and not self.faces:
            return Thrower()
        self.scripted = ScriptedThrower(self.faces)
        return self.scripted

    def left_over(self) -> list[int]:
        return self.scripted.left_over() if self.scripted is not None else []

    def encounter(self) -> Encounter:
        """The scene as it stands when play begins. Where that fails, `at` says which line is wrong."""
        self.at = self.lines.get("scenario" if self.scenario else "|", 0)
        if self.scenario:
            enc = self.ruleset.start(self.scenario, self.options, [self.seed, self.seed + " gm"])
        else:
            enc = self.ruleset.stage(self.rows, self.options)
        enc.seats.setdefault(GM, Seat(GM))
        for number, rest in self.casts:
            self.at = number
            self._cast(enc, rest)
        for number, word, rest in self.later:
            self.at = number
            self._arrange(enc, word, rest)
        self.at = 0
        if not self.with_setup and not self.scenario:
            self.ruleset.skip_setup(enc)
        return enc

    def _cast(self, enc: Encounter, rest: str) -> None:
        """`KIND [as ID] at SQUARE side SIDE [seat SEAT]`; foes sit with the GM, others in a seat of the side's name."""
        kind, *words = rest.split() or [""]
        if not kind or len(words) % 2:
            raise Invalid("script", "cast", rest, "KIND [as ID] at SQUARE side SIDE [seat SEAT]")
        said = dict(zip(words[::2], words[1::2], strict=True))
        strange = [word for word in said if word not in ("as", "at", "side", "seat")]
        if strange or "at" not in said or "side" not in said:
            raise Invalid("script", "cast", rest, "KIND [as ID] at SQUARE side SIDE [seat SEAT]")
        id, side = said.get("as", kind), said["side"]
        if not can_be_id(id):
            raise Invalid("script", "cast", id, "an id that is no word of commands and no square")
        if id in enc.combatants:
            raise Invalid("script", "cast", id, "an id nobody has yet")
        check_choice("script", "cast", kind, self.ruleset.example_content().people())
        seat = said.get("seat", GM if side == FOES else side)
        enc.seats.setdefault(seat, Seat(seat))
        enc.combatants[id] = self.ruleset.make(enc, kind, id, enc.board.parse(said["at"]), side, seat)

    def _arrange(self, enc: Encounter, word: str, rest: str) -> None:
        if word == "surprise":
            surprised = getattr(enc.flow, "surprised", None)
            if not isinstance(surprised, list):
                raise Invalid("script", word, rest, "a game whose flow knows surprise")
            setattr(enc.flow, "surprised", [*surprised, rest])  # noqa: B010
            return
        who, _, rest = rest.partition(" ")
        check_choice("script", word, who, enc.combatants)
        one = enc.combatants[who]
        if word == "hide":
            one.hidden = True
            return
        field, _, value = rest.strip().partition(" ")
        value = value.strip()
        if field == "at":
            one.pos = enc.board.parse(value)
        elif field == "condition":
            name, _, count = value.partition(" ")
            self._give(enc, who, name, int(count) if count.strip().isdigit() else 1)
        else:
            one.check_value(field, value)
            one.assign(field, value)

    def _give(self, enc: Encounter, who: str, name: str, value: int) -> None:
        """A condition by the ruleset's own hand, so that it has its usual duration."""
        check_choice("script", "condition", name, self.ruleset.condition_names())
        ruling = Command(GM, "add-condition", (who,), name, numbers=(value,))
        table = Table(self.ruleset, enc, ruling, Recorded({}, {}), ScriptedThrower([]))
        self.ruleset.give_condition(table, who, name, value)


def staged(ruleset: Ruleset, *lines: str) -> Encounter:
    """The scene that these lines set."""
    staging = Staging(ruleset)
    for line in lines:
        word, _, rest = line.partition(" ")
        staging.take(word, rest)
    return staging.encounter()
