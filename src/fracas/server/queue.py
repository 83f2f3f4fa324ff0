"""The queues of a room, one a seat: errands that become ordinary commands, one after the other, each judged at its
moment.

A queue rests while somebody is asked or another one is in turn, and says so. It ends when its own seat takes something
back; what others take back it may know nothing of. Nothing of it is kept but the commands that were given: each stands
in the log by itself and is taken back by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid
from fracas.session.errands import Errand, next_of

if TYPE_CHECKING:
    from fracas.server.messages import ErrandIn
    from fracas.server.room import Room

Data = dict[str, Any]
ENDS = ("undo", "redo", "jump", "branch", "switch", "withdraw", "take_back")
"""Messages after which whoever sent them does not want to go on as told before."""


class Queue:
    """What is left to do for one seat."""

    def __init__(self, seat: str, errands: list[Errand]) -> None:
        self.seat = seat
        self.errands = errands
        self.count = len(errands)
        self.done = 0
        """Commands given so far."""
        self.ended: list[str] = []
        """Those who are done and end whatever turn they get while the others are not."""
        self.told: list[str] = []
        """What came of errands that could not be done."""
        self.stopped = ""
        """Why it ended early."""

    @property
    def running(self) -> bool:
        return bool(self.errands) and not self.stopped

    def stop(self, why: str) -> None:
        if self.running:
            self.stopped = why

    def is_due(self, room: Room) -> bool:
        """Can one of the errands go on now?"""
        game = room.session.game
        if not self.running or not room.facts.started or game.waiting or room.facts.paused:
            return False
        return game.state.over or self._now(room) is not None

    def _now(self, room: Room) -> Errand | None:
        """The first errand of somebody who may act, or who no longer fights; else the end of a turn nobody needs."""
        able = room.session.actors(self.seat)
        found = next(
            (errand for errand in self.errands if errand.who in able or not self._fights(room, errand.who)), None
        )
        return found or next((Errand(who, end=True) for who in self.ended if who in able), None)

    def _fights(self, room: Room, who: str) -> bool:
        one = room.session.known(self.seat).combatants.get(who)
        return one is not None and one.present

    def next(self, room: Room) -> Command | None:
        """The next command; none where there is none left to give now."""
        if room.session.game.state.over:
            self.stop("the encounter is over")
        while self.is_due(room):
            errand = self._now(room)
            assert errand is not None
            command = next_of(room.session, errand, self.seat) if self._fights(room, errand.who) else None
            if command is not None:
                return command
            if errand in self.errands:
                self.errands.remove(errand)
                self.ended += [errand.who] if errand.ends else []
                self.told += [errand.why] if errand.why else []
            else:
                self.ended.remove(errand.who)
        return None

    def to_json(self, room: Room) -> Data:
        """How it goes, for the seat whose it is."""
        return {
            "left": len(self.errands),
            "count": self.count,
            "done": self.done,
            "who": self.errands[0].who if self.running else "",
            "told": self.told,
            "stopped": self.stopped,
            "waits": self._waits(room) if self.running else "",
        }

    def _waits(self, room: Room) -> str:
        """What it waits for, if it does. Players see whose turn it is: that it rests all the same would tell them that
        somebody they do not know of is asked or acts."""
        if self.seat != GM:
            return ""
        session = room.session
        asked = session.waiting_for(self.seat)
        if session.game.waiting:
            return f"waits for an answer from {', '.join(asked)}" if asked else "waits for an answer"
        if room.facts.paused:
            return "waits until the table goes on"
        who = session.known(self.seat).name(self.errands[0].who)
        return "" if self.is_due(room) else f"waits for the turn of {who}"


def queue_for(room: Room, seat: str) -> Data | None:
    """How the errands of a seat go; nobody else is told of them."""
    return room.queues[seat].to_json(room) if seat in room.queues else None


def due_queue(room: Room) -> Queue | None:
    """The queue that can go on now. Players' come first: how long theirs take does not tell that the GM's has something
    to do."""
    queues = sorted(room.queues.values(), key=lambda one: one.seat == GM)
    return next((queue for queue in queues if queue.is_due(room)), None)


def took_back(room: Room, seat: str) -> None:
    """A seat has taken something back."""
    if seat in room.queues:
        room.queues[seat].stop("something was taken back")


def make_queue(room: Room, seat: str, errands: list[ErrandIn]) -> Queue:
    """Errands as a page tells them, for combatants its seat speaks for."""
    view = room.session.known(seat)
    found: list[Errand] = []
    for errand in errands:
        room.session.check_own(errand.who, seat, "queue")
        if errand.target and errand.target not in view.combatants:
            raise Invalid("queue", "target", errand.target, "a combatant of this encounter")
        square = view.board.parse(errand.square) if errand.square else -1
        found.append(Errand(errand.who, errand.target, square, errand.walk, errand.end))
    return Queue(seat, found)
