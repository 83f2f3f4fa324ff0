"""The example language: a situation, dice, commands and what must come of them, in rules documents and script files.

For the worked examples of any ruleset and for `fracas run`; the lines that set the scene are carried out in `staging`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import NamedTuple

from fracas.engine.blame import told
from fracas.engine.canon import canon
from fracas.engine.cleaning import clean
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.event import Event
from fracas.engine.game import Game, Outcome
from fracas.engine.reason import paragraphs
from fracas.engine.ruleset import Ruleset
from fracas.engine.teller import tell_all
from fracas.engine.text import parse_command, parse_ruling, say_command
from fracas.engine.views import Eyes, view_json
from fracas.lab.staging import SITUATION, Staging
from fracas.session.stream import name_squares

COMMENT = re.compile(r"(^|\s)#.*$")
PLAY = (">", "?", "=", "~", "!", ":", "*", "undo", "redo")
CHECKS = ("=", "~", "!", ":")
LAST_EVENTS = 6
INVALID = "invalid"


class Line(NamedTuple):
    """One line: its number in the file, its first word or mark, and the rest."""

    number: int
    word: str
    rest: str

    def __str__(self) -> str:
        return f"{self.word} {self.rest}".strip()


class Script(NamedTuple):
    """A script ready to run: its title, the paragraph it stands under (if any) and its lines."""

    title: str
    file: str
    line: int
    paragraph: str
    lines: list[Line]

    @property
    def name(self) -> str:
        return f"{self.paragraph} {self.title}".strip()

    @property
    def checks(self) -> bool:
        """Does it say anything that must hold?"""
        return bool([line for line in self.lines if line.word in CHECKS])

    def first(self, word: str) -> str:
        """What the first line of this kind says; empty if there is none."""
        for line in self.lines:
            if line.word == word:
                return line.rest
        return ""


class Failure(Exception):
    """A script that did not come out as written: where, what was expected, what was got, and what happened last."""

    def __init__(self, script: Script, line: Line | None, expected: str, got: str, events: list[str]) -> None:
        self.script = script
        self.line = line
        self.expected = expected
        self.got = got
        self.events = events
        super().__init__(self.report())

    def report(self) -> str:
        number = self.line.number if self.line is not None else self.script.line
        shown = str(self.line) if self.line is not None else "(at the end)"
        rows = [f"{self.script.file}:{number}: {self.script.name}", f"    {shown}"]
        rows += [f"  expected: {self.expected}", f"  got:      {self.got}"]
        if self.events:
            rows.append("  events before:")
            rows.extend([f"    {event}" for event in self.events])
        return "\n".join(rows)


def read_script(title: str, file: str, first: int, rows: list[str], paragraph: str = "") -> Script:
    """Lines of text as a script; `first` is the number of the first row in its file."""
    lines: list[Line] = []
    for number, raw in enumerate(rows, start=first):
        row = clean(raw)
        if row.startswith("|"):
            lines.append(Line(number, "|", row[1:].strip()))
            continue
        text = COMMENT.sub("", row).strip()
        if not text:
            continue
        word, _, rest = text.partition(" ")
        if word not in SITUATION and word not in PLAY:
            known = ", ".join((*SITUATION, *PLAY))
            raise Invalid(f"{file}:{number}", "", text, f"a line that begins with one of {known}")
        lines.append(Line(number, word, rest.strip()))
    return Script(title, file, max(1, first - 1), paragraph, lines)


def run_script(ruleset: Ruleset, script: Script) -> list[str]:
    """Run a script to its end and return what happened, line by line; raise `Failure` where it comes out otherwise."""
    run = Run(ruleset, script)
    run.play()
    return run.transcript


class Run:
    """One performance of a script."""

    def __init__(self, ruleset: Ruleset, script: Script) -> None:
        self.ruleset = ruleset
        self.script = script
        self.staging = Staging(ruleset)
        self.game: Game | None = None
        self.line: Line | None = None
        self.transcript: list[str] = []
        self.told: list[str] = []
        self.fresh: list[Event] = []
        """Events of the last command that no ":" line has read yet."""
        self.refusal: Exception | None = None
        self.refused: Line | None = None
        self.deeds: dict[str, Callable[[str], None]] = {
            ">": self.command,
            "?": self.answer,
            "*": self.rule,
            "undo": self.undo,
            "redo": self.undo,
            "=": self.check,
            "~": self.check_seen,
            ":": self.check_event,
            "!": self.check_refusal,
        }

    def play(self) -> None:
        try:
            for line in self.script.lines:
                self.line = line
                if line.word == "dice":
                    self.staging.dice(line.rest)
            for line in self.script.lines:
                self.line = line
                self.transcript.append(str(line))
                self.perform(line)
        except Failure:
            raise
        except Exception as error:  # whatever an author's rule raises is that script's failure and nobody else's
            self.blame_scene()
            raise self.failed("a line that can be carried out", told(error)) from error
        self.expect_no_refusal()
        self.line = None
        self.finish()

    def perform(self, line: Line) -> None:
        if line.word in SITUATION:
            if self.game is not None and line.word != "dice":
                raise Invalid("script", line.word, line.rest, "the situation before the first line of play")
            self.staging.take(line.word, line.rest, line.number)
            return
        if line.word != "!":
            self.expect_no_refusal()
        self.deeds[line.word](line.rest)

    def finish(self) -> None:
        """Nothing may be left open: no question, no die; and something must have been looked at."""
        game = self.table()
        if game.waiting:
            raise self.failed("no open question", "the table waits for " + ", ".join(game.waiting_for(GM)))
        left = self.staging.left_over()
        if left:
            raise self.failed("every die thrown", "left over: " + " ".join([str(face) for face in left]))
        if not self.script.checks:
            raise self.failed("something that must hold", "no line with " + " ".join(CHECKS))

    def blame_scene(self) -> None:
        """What is wrong with the scene is found when play begins: it is the fault of the line that set it."""
        if self.game is None and self.staging.at:
            self.line = next(line for line in self.script.lines if line.number == self.staging.at)

    def failed(self, expected: str, got: str) -> Failure:
        return Failure(self.script, self.line, expected, got, [*self.told[-LAST_EVENTS:], *self.open_questions()])

    def open_questions(self) -> list[str]:
        """What nobody has answered yet: often all that is wrong with a script."""
        if self.game is None:
            return []
        state, found = self.game.state, list[str]()
        for decision in self.game.waiting:
            answers = [say_command(state, command) for command in decision.commands]
            found.append("(open question: " + ", ".join([f"? {answer}" for answer in answers]) + ")")
        return found

    def table(self) -> Game:
        """The game, begun when the first line of play needs it."""
        if self.game is None:
            self.game = Game(self.ruleset, self.staging.encounter(), self.staging.thrower())
            self.tell(self.game.begin)
        return self.game

    def tell(self, play: Callable[[], Outcome]) -> None:
        """Do something, and put each of its events into words as things stood when it happened."""
        assert self.game is not None
        before = self.game.state.copy()
        self.fresh = list(play().events)
        said = [told.text for told in tell_all(self.ruleset, before, self.fresh, GM)]
        self.told.extend([sentence for sentence in said if sentence])
        self.transcript.extend(["    " + sentence for sentence in said if sentence])

    # ---------------------------------------------------------------- play

    def attempt(self, play: Callable[[], Outcome]) -> None:
        """Do something that may be refused; the next line says whether that was expected."""
        try:
            self.tell(play)
        except (Refused, Invalid) as refusal:
            self.refusal, self.refused = refusal, self.line
            self.transcript.append(f"    refused: {refusal}")

    def command(self, text: str) -> None:
        game = self.table()
        seat = game.state.seat_of(text.partition(" ")[0])
        self.attempt(lambda: game.command(self.read_command(text, seat), seat))

    def answer(self, text: str) -> None:
        game = self.table()
        who = text.partition(" ")[0]
        asked = [decision for decision in game.waiting if decision.who == who]
        if not asked:
            waiting = ", ".join([decision.who for decision in game.waiting]) or "nobody"
            raise self.failed(f"a question to {who}", f"the table waits for {waiting}")
        seat = game.state.seat_of(who)
        # An answer is typed like a command, with its verb alone where there is nothing to choose.
        answers = asked[0].commands
        self.attempt(lambda: game.answer(asked[0].id, self.read_command(text, seat, answers), seat))

    def read_command(self, text: str, seat: str, answers: list[Command] | None = None) -> Command:
        """A command as typed, with the ids of the script, as the seat that gives it says it."""
        state = self.table().state
        command, eyes = parse_command(self.ruleset, state, text, answers), Eyes(state, seat)
        # Whoever names somebody unknown is answered as if that one were not there.
        return eyes.command(command) if eyes.knows(command) else command

    def rule(self, text: str) -> None:
        game = self.table()
        self.attempt(lambda: game.rule(self.read_ruling(text), "script"))

    def read_ruling(self, text: str) -> Command:
        """A ruling as typed; what is allowed may be a command as typed."""
        game = self.table()
        verb, _, rest = text.partition(" ")
        if verb == "allow" and not rest.startswith("{"):
            text = "allow " + canon(parse_command(self.ruleset, game.state, rest).to_json())
        return parse_ruling(self.ruleset, game.state, text)

    def undo(self, text: str) -> None:
        game = self.table()
        assert self.line is not None
        step = game.undo if self.line.word == "undo" else game.redo
        try:
            step()
        except Refused as refusal:
            self.refusal, self.refused = refusal, self.line

    # ---------------------------------------------------------------- what must hold

    def expect_no_refusal(self) -> None:
        if self.refusal is not None:
            self.line = self.refused
            raise self.failed("no refusal", f"refused: {self.refusal}")

    def check_refusal(self, text: str) -> None:
        """The line before must have been refused, by exactly these paragraphs."""
        expected = sorted(text.split())
        refusal, self.refusal = self.refusal, None
        if refusal is None:
            raise self.failed("a refusal by " + " ".join(expected), "no refusal")
        if isinstance(refusal, Refused):
            got = sorted(paragraphs(refusal.reasons))
            if got != expected:
                raise self.failed("a refusal by " + " ".join(expected), f"refused by {' '.join(got)} ({refusal})")
        elif expected != [INVALID]:
            raise self.failed("a refusal by " + " ".join(expected), f"invalid: {refusal}")

    def check(self, text: str) -> None:
        game = self.table()
        who, _, rest = text.partition(" ")
        one = game.state.combatants.get(who)
        if one is None:
            got = self.ruleset.fact(game.state, who)
            if got != " ".join(rest.split()):
                raise self.failed(f"{who} {rest}", f"{who} {got}")
            return
        field, _, value = rest.partition(" ")
        got = self.value(one, field, value)
        if got != value.strip():
            raise self.failed(f"{who} {field} {value}", f"{who} {field} {got}")

    def check_seen(self, text: str) -> None:
        """What a seat gets to see of a combatant: `~ SEAT ID FIELD VALUE`; what neither view nor card shows is
        `secret`."""
        game = self.table()
        words = text.split()
        if len(words) == 3 and words[2] == "absent":
            words = [*words[:2], "name", "absent"]
        if len(words) != 4:
            raise Invalid("script", "~", text, "SEAT ID FIELD VALUE, or SEAT ID absent")
        seat, who, field, value = words
        people = view_json(self.ruleset, game.state, seat)["combatants"]
        assert isinstance(people, list)
        alias = Eyes(game.state, seat).alias(who)
        seen = [person for person in people if person["id"] == alias]
        got = str(seen[0].get(field.replace("-", "_"), self.on_card(seat, alias, field))) if seen else "absent"
        if got != value:
            raise self.failed(f"{seat} sees {field} {value} of {who}", got)

    def on_card(self, seat: str, who: str, field: str) -> str:
        """A line of the card as the seat reads it, `hand-to-hand` for the label "Hand to hand"; `secret` without it."""
        game = self.table()
        for line in self.ruleset.card(game.known(seat), who, seat).fields:
            if "-".join(re.findall("[a-z0-9]+", line.label.lower())) == field:
                return line.text or str(line.value)
        return "secret"

    def value(self, one: Combatant, field: str, value: str) -> str:
        """What the state says about a field, in the words the script uses for it."""
        game = self.table()
        if field == "at":
            return game.state.board.name(one.pos)
        if field in ("has", "lacks"):
            held = [condition.name for condition in one.conditions]
            return value if (value in held) == (field == "has") else "(conditions: " + (", ".join(held) or "none") + ")"
        if field == "carries":
            carried = one.value_of("carries")
            return value if value in carried.split(",") else f"({carried or 'nothing'})"
        return self.ruleset.value_of(game.state, one.id, field)

    def check_event(self, text: str) -> None:
        """The next event of the last command: its kind, then its fields in order."""
        expected = shlex.split(text)
        if not self.fresh:
            raise self.failed(text, "no further event")
        event = self.fresh.pop(0)
        fields = [name for name in event.FIELDS if name != "about"]
        got = [event.kind, *[self.field_text(getattr(event, name)) for name in fields]]
        names = [event.kind, *[self.named_text(event, name) for name in fields]]
        if len(got) != len(expected) or any(want not in pair for want, *pair in zip(expected, got, names, strict=True)):
            raise self.failed(text, shlex.join(names))

    def field_text(self, value: object) -> str:
        return value if isinstance(value, str) else canon(value) if isinstance(value, (int, list, dict)) else str(value)

    def named_text(self, event: Event, field: str) -> str:
        """A field as people read it: squares by name, phrases in words."""
        value = getattr(event, field)
        if field in event.PHRASES:
            return event.in_words(self.table().state, field)
        if field not in event.SQUARES:
            return self.field_text(value)
        named = name_squares(self.table().state.board, value)
        return ",".join([str(one) for one in named]) if isinstance(named, list) else self.field_text(named)
