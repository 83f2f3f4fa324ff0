"""The game: an encounter being played, looked at as seats see it, and gone back and forth in."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import GM, TABLE, Command, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.events import Finished
from fracas.engine.log import ANSWER, COMMAND, CONTENT, EVENT, OTHER_VERSION, RULING, TAKEN_BACK, UNDO, Line, Log
from fracas.engine.offer import Decision, Offer
from fracas.engine.performing import Mark, Outcome, Performing
from fracas.engine.reason import Reason
from fracas.engine.versions import same_setting
from fracas.engine.views import Eyes, as_told, decision_for, known

__all__ = ["Game", "Outcome", "by_person"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Performing):
    """Playing it, looking at it as a seat does, and going back and forth in its log."""

    # ---------------------------------------------------------------- looking

    def known(self, seat: str) -> Encounter:
        """What a seat knows, as a copy: looking at a game never changes it."""
        return self.state.copy() if seat == GM else known(self.ruleset, self.state, seat)

    @property
    def asked_at(self) -> int:
        """The number of the first question open now: answers to earlier ones are no longer sealed."""
        return self._asked_at

    def still(self) -> Game:
        """This moment by itself, to be thought about while this game goes on. Its log is not to be written."""
        game = Game(self.ruleset, self.start, None, self.log)
        game.read_only, game.held = self.read_only, self.held
        game.checkpoint, game.state = self.checkpoint.copy(), self.state.copy()
        game.open, game.answers, game.rulings = self.open, self.answers, self.rulings
        game.shown, game.waiting = self.shown, self.waiting
        game._asked_at, game._faces_used = self._asked_at, self._faces_used
        return game

    def decisions(self, seat: str) -> list[Decision]:
        """The open questions this seat may answer, in words, and in the seat's own words for ids."""
        mine = [d for d in self.waiting if seat == GM or self.state.seat_of(d.who) == seat]
        return [decision_for(self.ruleset, self.state, decision, seat) for decision in mine]

    def proposals(self, seat: str = GM) -> dict[str, Command]:
        """What has been proposed so far in an open agreement, by combatant, as far as a seat knows them."""
        found: dict[str, Command] = {}
        eyes = Eyes(self.state, seat)
        for decision in self.waiting:
            if decision.agree and decision.id in self.answers and eyes.knows(self.answers[decision.id]):
                command = eyes.command(self.answers[decision.id])
                found[command.who] = command
        return found

    def offers(self, who: str, seat: str = GM) -> list[Offer]:
        """Every action of a combatant as this seat sees it, greyed ones with all their reasons."""
        view = self.known(seat)
        # In some games the GM has actions of its own.
        acts = who in view.combatants or (who == seat == GM and GM in self.ruleset.actors(view))
        if not acts:
            raise Invalid("offers", "who", who, "a combatant of this encounter")
        for decision in self.decisions(seat):
            if decision.who == who and decision.window in self.ruleset.windows:
                return self.ruleset.offers(view, who, decision.window)
        return self.ruleset.offers(view, who)

    # ---------------------------------------------------------------- going back

    def undo(self, deeds: int = 1) -> int:
        """Go back before the last thing persons did, or so many of them, with all after it; the line now in force."""
        for line in self.log.backwards():
            if by_person(line):
                deeds -= 1
                if deeds == 0:
                    return self.back(line.parent, "undo")
        raise Refused([Reason("0.7", "there is nothing to undo")])

    def redo(self, undo: int = 0) -> int:
        """Take an undo back, by its line: the last one, if nothing was done since."""
        undo = undo or (self.log.lines[-1].undone if self.log.lines else 0)
        if not undo:
            raise Refused([Reason("0.7", "there is nothing to redo")])
        return self.back(int(str(self.log.line(undo).data["from"])), "redo")

    def jump(self, n: int) -> int:
        """Go to the moment just after line n (0: the start)."""
        if not 0 <= n <= len(self.log.lines):
            raise Invalid("jump", "to", n, f"a line from 0 to {len(self.log.lines)}")
        return self.back(self.log.tip_after(self._whole(n)), "jump")

    def _whole(self, n: int) -> int:
        """A ruling is one deed: a line in the middle of one stands for its end."""
        lines = self.log.lines
        start = n
        while start > 0 and lines[start - 1].kind == EVENT:
            start -= 1
        if start > 0 and lines[start - 1].kind == RULING and "at" not in lines[start - 1].data:
            while n < len(lines) and lines[n].kind == EVENT:
                n += 1
        return n

    def withdraw(self, seat: str = GM) -> int:
        """Take back the open command of a person, whatever was answered in it."""
        for line in self.log.backwards():
            if line.kind == COMMAND:
                mine = seat == GM or line.data["seat"] == seat
                if self.open is None or line.data["seat"] == TABLE or not mine:
                    break
                return self.back(line.parent, "withdraw")
        raise Refused([Reason("0.8", "there is no open command of yours to withdraw")])

    def take_back(self, id: str) -> int:
        """Take back one answer of the open command; answers to questions opened no later stay."""
        given = [line for line in reversed(self.open_lines()) if line.kind == ANSWER]
        lines = [line for line in given if line.data["to"] == id]
        if not lines:
            raise Invalid("answer", "to", id, "an answer given in the open command")
        taken = lines[-1]
        later = [line for line in given if line.n > taken.n]
        mark = Mark(self)
        try:
            at = self.back(taken.parent, "take-back")
            opened = [d.id for d in self.waiting]
            for line in later:
                if line.data["to"] in opened and line.data["to"] != id:
                    self.do_again(line)
        except BaseException:
            mark.restore(self)
            raise
        return at

    def do_again(self, line: Line) -> None:
        """Do once more what somebody did by a line of a log. Lines hold ids as they are; seats say their aliases."""
        seat = str(line.data["seat"])
        if line.kind == RULING:
            self.rule(command_from_json(line.data["ruling"]), str(line.data["reason"]), seat)
            return
        command = as_told(self.state, command_from_json(line.data["command"]), seat)
        if line.kind == ANSWER:
            self.answer(str(line.data["to"]), command, seat, str(line.data["how"]))
        else:
            self.command(command, seat)

    def branch(self, n: int) -> Game:
        """A new game that starts as a copy of this one up to line n."""
        if not 0 <= n <= len(self.log.lines):
            raise Invalid("branch", "at", n, f"a line from 0 to {len(self.log.lines)}")
        header = dict(self.log.header)
        header["branch"] = {"hash": self.log.last_hash, "line": n}
        fresh = Log(header)
        tip = self._can_run(self.log.tip_after(self._whole(n)))
        counts = {line.n for line in self.log.in_force(tip)}
        for line in self.log.lines[:tip]:
            if line.n in counts or line.kind == CONTENT:
                fresh.append(line.kind, line.data)
        game = Game(self.ruleset, self.start, self.thrower, fresh)
        game.refold()
        game._proceed()
        return game

    def back(self, to: int, why: str) -> int:
        """Go to where line `to` was the tip."""
        self._writable()
        to = self._can_run(to)
        mark = Mark(self)
        try:
            self._write(UNDO, {"to": to, "from": self.log.tip, "why": why}, [])
            self.refold()
            self._proceed()
        except BaseException:
            mark.restore(self)
            raise
        return to

    def resume(self) -> None:
        """Go on after opening. A command that another version left open cannot be run again and is taken back."""
        if self._can_run(self.log.tip) == self.log.tip:
            self.begin()
        else:
            self.back(self.log.tip, OTHER_VERSION)
            self.notice = TAKEN_BACK

    def _can_run(self, tip: int) -> int:
        """This line, or the one before a command that is open there and was given under another version."""
        lines = self._unfinished(tip)
        if not lines or same_setting(self._setting, self.log.setting(lines[0].n)):
            return tip
        return lines[0].parent

    def refold(self) -> None:
        """State from the log: fold what is finished, run again what is open."""
        self.open, self.answers, self.rulings, self.shown, self.waiting = None, {}, {}, [], []
        lines = self._unfinished(self.log.tip)
        fold = self.folds.at(self.log, lines[0].parent if lines else self.log.tip)
        self.checkpoint = self.state = fold.enc
        self._faces_used = fold.faces
        for line in lines:
            if line.kind == COMMAND:
                self.open = command_from_json(line.data["command"])
            elif line.kind == ANSWER:
                self.answers[str(line.data["to"])] = command_from_json(line.data["command"])
            elif line.kind == RULING:
                at = int(str(line.data["at"]))
                self.rulings.setdefault(at, []).append(command_from_json(line.data["ruling"]))
            elif line.kind == EVENT:
                self.shown.append(line.read_event(self.ruleset.kinds))
        if self.open is None:
            return
        if self.read_only or self._can_run(self.log.tip) != self.log.tip:
            self.state = self.folds.at(self.log, self.log.tip).enc
        else:
            self._run("", {})

    def _unfinished(self, tip: int) -> list[Line]:
        """The lines of a command that is not finished where this is the last line in force, oldest first; none if
        nothing is open."""
        found: list[Line] = []
        for line in self.log.backwards(tip):
            if line.kind == RULING and "at" not in line.data:
                break
            if line.kind == EVENT and line.data["kind"] == Finished.kind:
                break
            found.append(line)
            if line.kind == COMMAND:
                found.reverse()
                return found
        return []

    # ---------------------------------------------------------------- keeping

    def save(self) -> str:
        """The whole game as text: its log."""
        return self.log.to_text()


def by_person(line: Line) -> bool:
    return (line.kind == COMMAND and line.data["seat"] != TABLE) or line.kind in (ANSWER, RULING)
