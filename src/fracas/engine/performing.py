"""Performing: takes commands, answers and rulings, gives events and open decisions, and writes the log.

A paused command is kept as the checkpoint before it plus the answers so far, and is run again when an answer arrives.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas import __version__
from fracas.engine.canon import canon
from fracas.engine.command import GM, PASS, TABLE, Command, check_plain
from fracas.engine.dice import parse, typed
from fracas.engine.encounter import Content, Encounter
from fracas.engine.errors import EngineFault, Invalid, Refused
from fracas.engine.event import Event
from fracas.engine.events import Finished, Rolled
from fracas.engine.folds import Folds
from fracas.engine.log import ANSWER, COMMAND, CONTENT, EVENT, RULING, Line, Log
from fracas.engine.meeting import met
from fracas.engine.offer import Decision
from fracas.engine.reason import Reason
from fracas.engine.recorded import Recorded
from fracas.engine.ruleset import Ruleset
from fracas.engine.rulings import check_ruling, perform_ruling
from fracas.engine.steps import due_step
from fracas.engine.table import FACES, ROLL_WINDOW, Pause, Table, Thrower
from fracas.engine.versions import FORMAT, same_setting
from fracas.engine.views import Eyes, as_meant, decision_for, known


class Outcome:
    """What came of a command, an answer or a ruling: the new events, and what the table waits for."""

    def __init__(self, events: list[Event], waiting: list[Decision]) -> None:
        self.events = events
        self.waiting = waiting


class Mark:
    """A game as it stands, by reference (its states are never changed in place), to go back to when a step breaks."""

    def __init__(self, game: Performing) -> None:
        self.lines = len(game.log.lines)
        self.tip, self.last = game.log.tip, game.log.last_hash
        self.checkpoint, self.state = game.checkpoint, game.state
        self.open, self.answers, self.rulings = game.open, game.answers, game.rulings
        self.shown, self.waiting = game.shown, game.waiting
        self.asked_at, self.faces_used = game._asked_at, game._faces_used

    def restore(self, game: Performing) -> None:
        """All or nothing: whatever was begun since has not happened."""
        game.log.cut(self.lines, self.tip, self.last)
        game.checkpoint, game.state = self.checkpoint, self.state
        game.open, game.answers, game.rulings = self.open, self.answers, self.rulings
        game.shown, game.waiting = self.shown, self.waiting
        game._asked_at, game._faces_used = self.asked_at, self.faces_used


@mypyc_attr(allow_interpreted_subclasses=True)
class Performing:
    """One encounter being played: commands, answers and rulings in, events and open questions out."""

    def __init__(
        self, ruleset: Ruleset, start: Encounter, thrower: Thrower | None = None, log: Log | None = None
    ) -> None:
        self.ruleset = ruleset
        self.thrower = thrower if thrower is not None else Thrower()
        self.start = met(start)
        self.checkpoint = self.start
        self.state = self.start
        """What is to be seen now; while a question is open it is ahead of the checkpoint."""
        self.log = log if log is not None else Log(header_of(ruleset, self.start))
        self._setting = setting_of(ruleset, self.start.content)
        self.read_only = ""
        self.notice = ""
        """What those at the table should know about its opening."""
        self.held = False
        """Nobody has begun yet: rulings are taken, and the table takes no step of its own."""
        self.open: Command | None = None
        self.answers: dict[str, Command] = {}
        self.rulings: dict[int, list[Command]] = {}
        self.shown: list[Event] = []
        self.waiting: list[Decision] = []
        self._asked_at = 0
        self._faces_used = 0
        self.folds = Folds(ruleset, self.start)

    # ---------------------------------------------------------------- playing

    def begin(self) -> Outcome:
        """Perform what the table itself has to do before anybody must choose."""
        self._writable()
        mark = Mark(self)
        try:
            return Outcome(self._proceed(), self.waiting)
        except BaseException:
            mark.restore(self)
            raise

    def command(self, command: Command, seat: str = GM) -> Outcome:
        """Judge a command by what its seat knows, and perform it."""
        self._writable()
        command.check_words()
        self.judge(command, seat)
        mark = Mark(self)
        try:
            events = self._attempt(as_meant(self.state, command, seat), seat)
            events.extend(self._proceed())
        except BaseException:
            mark.restore(self)
            raise
        return Outcome(events, self.waiting)

    def judge(self, command: Command, seat: str = GM) -> None:
        """Raise `Refused` with every reason against a command, or `Invalid` where it makes no sense. The command is in
        the seat's own words for ids, and so are the reasons."""
        if self.state.over:
            raise Refused([self.ruleset.over_reason()])
        view = known(self.ruleset, self.state, seat)
        reasons = self._table_reasons(view, command, seat)
        rules = self.ruleset.reasons(view, command)
        if rules and not self.state.has_leave(as_meant(self.state, command, seat)):
            reasons.extend(rules)
        if reasons:
            raise Refused(reasons)

    def _table_reasons(self, view: Encounter, command: Command, seat: str) -> list[Reason]:
        """The table's own rules, section 0."""
        reasons: list[Reason] = []
        if self.waiting:
            whom = ", ".join(self.waiting_for(seat))
            reasons.append(Reason("0.2", f"the table waits for {whom}", "wait for the answer"))
        if seat != GM and view.seat_of(command.who) != seat:
            reasons.append(Reason("0.1", f"{seat or 'a spectator'} does not speak for {view.name(command.who)}"))
        action = self.ruleset.actions.get(command.verb)
        if action is not None and action.window:
            reasons.append(Reason("0.4", f"{command.verb} answers a question and is not given by itself"))
        return reasons

    def answer(self, id: str, command: Command, seat: str = GM, how: str = "person") -> Outcome:
        """Answer an open question; the GM may answer for anybody."""
        self._writable()
        command.check_words()
        self.judge_answer(id, command, seat)
        command = as_meant(self.state, command, seat)
        line: dict[str, object] = {"to": id, "seat": seat, "how": how, "command": command.to_json()}
        mark = Mark(self)
        try:
            self.answers = {**self.answers, id: command}
            events = self._run(ANSWER, line)
            events.extend(self._proceed())
        except BaseException:
            mark.restore(self)
            raise
        return Outcome(events, self.waiting)

    def decision(self, id: str) -> Decision:
        for decision in self.waiting:
            if decision.id == id:
                return decision
        open_ids = ", ".join([d.id for d in self.waiting]) or "none is open"
        raise Invalid("answer", "to", id, f"the id of an open question ({open_ids})")

    def judge_answer(self, id: str, command: Command, seat: str) -> None:
        """Raise where an answer, in the seat's own words for ids, is none to this question."""
        asked = self.decision(id)
        if seat != GM and self.state.seat_of(asked.who) != seat:
            raise Refused([Reason("0.3", "the question is for somebody else")])
        decision = decision_for(self.ruleset, self.state, asked, seat)
        if command.who != decision.who:
            raise Invalid("answer", "who", command.who, decision.who)
        if decision.window == ROLL_WINDOW:
            if command.verb != FACES:
                raise Invalid("answer", "verb", command.verb, FACES)
            if command.numbers:
                typed(parse(decision.default.thing), list(command.numbers))
            return
        if [c for c in decision.commands if c.same(command)]:
            return
        if decision.window in self.ruleset.windows and command.verb != PASS:
            action = self.ruleset.action(command)
            if action.window != decision.window:
                raise Refused([Reason("0.4", f"{command.verb} is no answer to this question")])
            reasons = self.ruleset.reasons(known(self.ruleset, self.state, seat), command)
            if reasons and not self.state.has_leave(as_meant(self.state, command, seat)):
                raise Refused(reasons)
            return
        raise Refused([Reason("0.4", f"{command.verb} is not one of the answers offered")])

    def rule(self, ruling: Command, reason: str = "", seat: str = GM) -> Outcome:
        """A ruling of the GM (or a seat's own preference), at the open question if there is one."""
        self._writable()
        ruling.check_words()
        check_plain("reason", reason)
        check_ruling(self.ruleset, self.state, ruling, seat, bool(self.waiting))
        data: dict[str, object] = {"seat": seat, "reason": reason, "ruling": ruling.to_json()}
        mark = Mark(self)
        try:
            events = self._rule_now(ruling, data) if self.open is None else self._rule_at_question(ruling, data)
            events.extend(self._proceed())
        except BaseException:
            mark.restore(self)
            raise
        return Outcome(events, self.waiting)

    def _rule_now(self, ruling: Command, data: dict[str, object]) -> list[Event]:
        table = Table(self.ruleset, self.checkpoint.copy(), ruling, Recorded({}, {}), self._thrower())
        try:
            perform_ruling(table, ruling)
        except Pause:
            raise EngineFault(f"{ruling} asks something, and a ruling asks nobody") from None
        self._write(RULING, data, table.events)
        self._settle(table.enc, table.events)
        return table.events

    def _rule_at_question(self, ruling: Command, data: dict[str, object]) -> list[Event]:
        """Its events come at this question in every re-run."""
        at = self._asked_at
        data["at"] = at
        self.rulings = {**self.rulings, at: [*self.rulings.get(at, []), ruling]}
        return self._run(RULING, data)

    def _attempt(self, command: Command, seat: str, on: Encounter | None = None) -> list[Event]:
        self.open, self.answers, self.rulings, self.shown = command, {}, {}, []
        return self._run(COMMAND, {"seat": seat, "command": command.to_json()}, on)

    def _proceed(self) -> list[Event]:
        """Steps nobody commands, until somebody must choose.

        There may be hundreds in a row, so they share one copy; the state before the step that asks is folded."""
        base, events = self.checkpoint, list[Event]()
        on: Encounter | None = None
        taken = 0
        while (free := self._free()) is not None and (step := due_step(self.ruleset, free, taken)) is not None:
            taken += 1
            if on is None:
                on = base.copy()
            count = len(events)
            events.extend(self._attempt(step, TABLE, on))
            if self.open is not None:
                self.checkpoint = base.copy()
                for event in events[:count]:
                    self.checkpoint.happen(event)
        self._keep_fold()
        return events

    def _free(self) -> Encounter | None:
        """The state from which the table may go on by itself; none while somebody is asked."""
        return self.checkpoint if self.open is None and not self.held else None

    def _keep_fold(self) -> None:
        """Whoever goes back goes to where somebody had to choose: that state is there already."""
        at = self.log.tip
        if self.open is not None:
            at = self.open_lines()[-1].parent
        if at > 0 and self.log.line(at).kind == EVENT:
            self.folds.keep(self.log.line(at), self.checkpoint, self._faces_used)

    def open_lines(self) -> list[Line]:
        """The lines of the open command, newest first."""
        found: list[Line] = []
        if self.open is not None:
            for line in self.log.backwards():
                found.append(line)
                if line.kind == COMMAND:
                    break
        return found

    def _run(self, kind: str, data: dict[str, object], on: Encounter | None = None) -> list[Event]:
        """Run the open command again from its checkpoint, record what is new, and return it.

        `on` is a state like the checkpoint that may be changed; else a copy is made."""
        assert self.open is not None
        record = Recorded(self.answers, self.rulings)
        enc = on if on is not None else self.checkpoint.copy()
        table = Table(self.ruleset, enc, self.open, record, self._thrower())
        waiting: list[Decision] = []
        try:
            self.ruleset.perform(table, self.open)
            table.emit(Finished())
        except Pause as pause:
            waiting = pause.waiting
        new = self._beyond_shown(table.events)
        self._write(kind, data, new)
        self.waiting, self._asked_at = waiting, record.at
        if waiting:
            self.state, self.shown = table.enc, table.events
        else:
            self._settle(table.enc, table.events)
        return new

    def _beyond_shown(self, events: list[Event]) -> list[Event]:
        """The events not shown yet; those shown must be a prefix, or the rules are not deterministic."""
        count = len(self.shown)
        for old, new in zip(self.shown, events, strict=False):
            if canon(old.to_json()) != canon(new.to_json()):
                raise EngineFault(f"rules are not deterministic: {canon(old.to_json())} became {canon(new.to_json())}")
        if len(events) < count:
            raise EngineFault("rules are not deterministic: events shown before are missing")
        return events[count:]

    def _settle(self, enc: Encounter, events: list[Event]) -> None:
        """A command is finished: its state is the next checkpoint."""
        self._faces_used += faces_in(events)
        self.checkpoint = self.state = enc
        self.open, self.answers, self.rulings, self.shown, self.waiting = None, {}, {}, [], []

    def _write(self, kind: str, data: dict[str, object], events: list[Event]) -> None:
        """A line and the events that follow from it; without a kind, more events of the line before. What they are the
        first to use of the content, or the first to be played with, comes before all of them."""
        index, have = self.start.content.index, self.log.entries
        told = [event.to_json() for event in events]
        used = index.beyond(told, have) if index.tables else {}
        if used or not same_setting(self._setting, self.log.setting()):
            self.log.append(CONTENT, {**self._setting, "entries": used})
        if kind:
            self.log.append(kind, data)
        for event, spoken in zip(events, told, strict=True):
            self.log.append(EVENT, spoken).event = event

    def _thrower(self) -> Thrower:
        self.thrower.rewind(self._faces_used)
        return self.thrower

    def _writable(self) -> None:
        if self.read_only:
            raise Invalid("log", "", "read-only", self.read_only)

    def is_secret(self, decision: Decision, seat: str) -> bool:
        """Would a seat learn of somebody it does not know by hearing that this is asked? It is asked of somebody
        unknown, or would not be asked if there were no others than those it knows."""
        if decision.who in self.state.combatants and not self.state.sees(seat, decision.who):
            return True
        eyes = Eyes(self.state, seat)
        return decision.required and len([command for command in decision.commands if eyes.knows(command)]) < 2

    def waiting_for(self, seat: str) -> list[str]:
        """Whom the table waits for, as this seat may know: names of combatants, or the GM for anything of the GM's.

        Somebody unseen is told of only when nobody else is asked, and then without a name."""
        names: list[str] = []
        unseen: list[str] = []
        for decision in self.waiting:
            owner = self.state.seat_of(decision.who)
            name = self.state.name(decision.who)
            if seat not in (GM, owner):
                if owner == GM:
                    name = "the GM"
                if self.is_secret(decision, seat):
                    unseen.append("the GM" if owner == GM else "somebody")
                    continue
            if name not in names:
                names.append(name)
        return names or unseen[:1]


def header_of(ruleset: Ruleset, start: Encounter) -> dict[str, object]:
    """What a log begins with: the game it is of, and how it starts."""
    state = met(start).to_json()
    entries = start.content.index.needed(state)
    return {**setting_of(ruleset, start.content), "ruleset": ruleset.id, "entries": entries, "start": state}


def setting_of(ruleset: Ruleset, content: Content) -> dict[str, object]:
    """What everything is played with from here on: format, program, rules and content."""
    return {"format": FORMAT, "fracas": __version__, "version": ruleset.version, "content": content.hash}


def faces_in(events: list[Event]) -> int:
    """How many faces of the source were used, hand-thrown ones not counted."""
    count = 0
    for event in events:
        if isinstance(event, Rolled) and event.source != "hand":
            count += len(event.thrown.faces())
    return count
