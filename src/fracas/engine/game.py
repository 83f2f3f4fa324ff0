"""The game: an encounter being played, looked at as seats see it, and gone back and forth in."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import GM, TABLE, Command, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.event import Event, event_from_json
from fracas.engine.events import Finished
from fracas.engine.log import ANSWER, COMMAND, EVENT, RULING, UNDO, Line, Log
from fracas.engine.offer import Decision, Offer
from fracas.engine.playing import Mark, Outcome, Playing, faces_in
from fracas.engine.reason import Reason
from fracas.engine.views import as_told, decision_for, known

__all__ = ["Game", "Outcome", "by_person"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Playing):
    """Playing, and looking at it as a seat does, and going back and forth in its log."""

    # ---------------------------------------------------------------- looking

    def known(self, seat: str) -> Encounter:
        """What a seat knows, as a copy: looking at a game never changes it."""
        return self.state.copy() if seat == GM else known(self.ruleset, self.state, seat)

    def decisions(self, seat: str) -> list[Decision]:
        """The open questions this seat may answer, in words, and in the seat's own words for ids."""
        mine = [d for d in self.waiting if seat == GM or self.state.seat_of(d.who) == seat]
        return [decision_for(self.ruleset, self.state, decision, seat) for decision in mine]

    def proposals(self, seat: str = GM) -> dict[str, Command]:
        """What has been proposed so far in an open agreement, by combatant, as far as a seat knows them."""
        found: dict[str, Command] = {}
        for decision in self.waiting:
            if decision.agree and decision.id in self.answers and self.state.sees(seat, decision.who):
                command = as_told(self.state, self.answers[decision.id], seat)
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

    def redo(self) -> int:
        """Take the last undo back, if nothing was done since."""
        stack: list[int] = []
        for line in self.log.lines:
            if line.kind != UNDO:
                if line.kind != EVENT or not stack:
                    stack = []
            elif line.data["why"] == "undo":
                stack.append(int(str(line.data["from"])))
            elif line.data["why"] == "redo":
                stack.pop()
            else:
                stack = []
        if not stack:
            raise Refused([Reason("0.7", "there is nothing to redo")])
        return self.back(stack[-1], "redo")

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
        lines = [line for line in self.log.in_force() if line.kind == ANSWER and line.data["to"] == id]
        if self.open is None or not lines:
            raise Invalid("answer", "to", id, "an answer given in the open command")
        taken = lines[-1]
        later = [x for x in self.log.in_force() if x.n > taken.n and x.kind == ANSWER]
        mark = Mark(self)
        try:
            at = self.back(taken.parent, "take-back")
            opened = [d.id for d in self.waiting]
            for line in later:
                if line.data["to"] in opened and line.data["to"] != id:
                    command = command_from_json(line.data["command"])
                    self.answer(str(line.data["to"]), command, str(line.data["seat"]), str(line.data["how"]))
        except BaseException:
            mark.restore(self)
            raise
        return at

    def branch(self, n: int) -> Game:
        """A new game that starts as a copy of this one up to line n."""
        if not 0 <= n <= len(self.log.lines):
            raise Invalid("branch", "at", n, f"a line from 0 to {len(self.log.lines)}")
        header = dict(self.log.header)
        header["branch"] = {"hash": self.log.last_hash, "line": n}
        fresh = Log(header)
        for line in self.log.in_force(self._whole(n)):
            fresh.append(line.kind, line.data)
        game = Game(self.ruleset, self.start, self.thrower, fresh)
        game.refold()
        game._proceed()
        return game

    def back(self, to: int, why: str) -> int:
        """Go to where line `to` was the tip."""
        self._writable()
        mark = Mark(self)
        try:
            self.log.append(UNDO, {"to": to, "from": self.log.tip, "why": why})
            self.refold()
            self._proceed()
        except BaseException:
            mark.restore(self)
            raise
        return to

    def refold(self) -> None:
        """State from the log: fold what is finished, run again what is open."""
        enc = self.start.copy()
        self.open, self.answers, self.rulings, self.shown, self.waiting = None, {}, {}, [], []
        self._faces_used = 0
        checkpoint = enc.copy()
        shown: list[Event] = []
        lines = self.log.in_force()
        # Only the last command can be open, so only its checkpoint is worth a copy.
        last = max([line.n for line in lines if line.kind == COMMAND], default=0)
        for line in lines:
            if line.kind == COMMAND:
                checkpoint, shown = enc.copy() if line.n == last else checkpoint, []
                self.open = command_from_json(line.data["command"])
                self.answers, self.rulings = {}, {}
            elif line.kind == ANSWER:
                self.answers[str(line.data["to"])] = command_from_json(line.data["command"])
            elif line.kind == RULING and "at" in line.data:
                at = int(str(line.data["at"]))
                self.rulings.setdefault(at, []).append(command_from_json(line.data["ruling"]))
            elif line.kind == EVENT:
                event = event_from_json(self.ruleset.kinds, line.data)
                event.apply(enc)
                shown.append(event)
                if isinstance(event, Finished):
                    self.open = None
                if self.open is None:
                    self._faces_used += faces_in(shown)
                    shown = []
        self.state = enc
        if self.open is None:
            self.checkpoint = enc
        else:
            self.checkpoint, self.shown = checkpoint, shown
            if not self.read_only:
                self._run("", {})

    # ---------------------------------------------------------------- keeping

    def save(self) -> str:
        """The whole game as text: its log."""
        return self.log.to_text()


def by_person(line: Line) -> bool:
    return (line.kind == COMMAND and line.data["seat"] != TABLE) or line.kind in (ANSWER, RULING)
