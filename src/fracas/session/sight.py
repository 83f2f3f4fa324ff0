"""What one seat knows and is shown, brought up to date by what has changed and not remade.

For servers. `look_at` (`looking.py`) makes the same from scratch; a test compares the two in random play of every
ruleset.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fracas.engine.board import Board
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.options import Options
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, pick_public
from fracas.session.changes import Changes
from fracas.session.faces import SEEN, Face, standing_of
from fracas.session.parts import Parts
from fracas.session.peers import Peers

Data = dict[str, Any]


class Known:
    """What a seat knows of an encounter, and who knows the same."""

    def __init__(
        self, ruleset: Ruleset, changes: Changes, seat: str, find: Callable[[Eyes, dict[str, bool]], Peers]
    ) -> None:
        self.ruleset = ruleset
        self.changes = changes
        self.seat = seat
        self.find = find
        """The peers of a seat with these eyes that knows all of these people."""
        self.eyes: Eyes | None = None
        self.peers: Peers | None = None
        self.standing: dict[str, str] = {}
        """By id of everybody known: how the seat stands to them."""
        self._stamps: dict[str, int] = {}

    def of(self, enc: Encounter) -> Encounter:
        """The encounter without what is hidden from this seat, to be looked at only; `changes` have followed it."""
        eyes, before = Eyes(enc, self.seat), self.eyes
        if before is not None and eyes.same(before):
            eyes = before
        else:
            self.eyes, self.peers, self.standing, self._stamps = eyes, None, {}, {}
        stamps, mine = self.changes.stamps, self._stamps
        for who in [who for who in eyes.seen if who not in mine or mine[who] != stamps[who]]:
            mine[who] = stamps[who]
            standing = standing_of(self.ruleset, enc, who, self.seat)
            if self.standing.get(who) != standing:
                self.standing[who], self.peers = standing, None
        if self.peers is None:
            self.peers = self.find(eyes, {who: standing != SEEN for who, standing in self.standing.items()})
        return self.peers.know(enc, eyes)


class Sight:
    """What one seat is shown, as parts."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.ruleset, self.changes, self.seat = known.ruleset, known.changes, known.seat
        self.parts = Parts()
        self.board: Board | None = None
        """The board as this seat knows it."""
        self._peers: Peers | None = None
        self._stamps: dict[str, int] = {}
        """By id: the stamp of the face that is shown."""
        self._faces: dict[str, Face] = {}
        """By alias: what is shown of somebody."""
        self._placed: dict[str, tuple[Face, bool, bool]] = {}
        """By key of a row: the face and flags it was made with."""
        self._laid: list[str] = []
        """The groups of board and flow that are shown."""
        self._lists: dict[str, list[str]] = {}
        self._options: Options | None = None
        self._latest = -1
        """The last change that is shown."""

    def copy(self) -> Sight:
        """A copy, to look further ahead than the seat is shown."""
        other = Sight(self.known)
        other.parts = self.parts.copy()
        other.board, other._peers, other._options = self.board, self._peers, self._options
        other._stamps, other._faces = self._stamps.copy(), self._faces.copy()
        other._placed, other._lists, other._latest = self._placed.copy(), self._lists.copy(), self._latest
        other._laid = self._laid
        return other

    @property
    def people(self) -> dict[str, Combatant]:
        """Whom it shows, by their aliases, as this seat knows them."""
        return {alias: face.one for alias, face in self._faces.items()}

    def id_of(self, alias: str) -> str:
        eyes = self.known.eyes
        return eyes.id_of(alias) if eyes is not None else alias

    def see(self, enc: Encounter, view: Encounter, active: bool) -> None:
        """Look at an encounter of which this seat knows `view`; `active`: say whose turn it is."""
        peers, latest = self.known.peers, self.changes.latest
        assert peers is not None
        if self._peers is not peers:
            self._peers, self._stamps, self._latest = peers, {}, -1
        if self._latest != latest:
            self._latest = latest
            peers.look(view, self.seat)
            self._meet(view, peers)
            self._people(view)
            self._ground(view, peers)
        self._rail(peers, active)
        self._rest(enc, view)

    def _meet(self, view: Encounter, peers: Peers) -> None:
        """Token and card of everybody who has changed."""
        eyes, standing = self.known.eyes, self.known.standing
        assert eyes is not None
        stamps, mine = self.changes.stamps, self._stamps
        for who in [who for who in eyes.seen if who not in mine or mine[who] != stamps[who]]:
            mine[who], alias = stamps[who], eyes.alias(who)
            face = self._faces[alias] = peers.face(view, who, eyes, standing[who])
            self.parts.lay(f"token/{alias}", face.token)
            self.parts.lay(f"card/{alias}", face.card)

    def _people(self, view: Encounter) -> None:
        """Who there is."""
        people = list(view.combatants)
        if self._lists.get("people") != people:
            for alias in [alias for alias in self._faces if alias not in view.combatants]:
                del self._faces[alias]
                self.parts.drop_group(f"token/{alias}")
                self.parts.drop_group(f"card/{alias}")
            self._list("people", people)

    def _list(self, name: str, items: list[str]) -> None:
        if self._lists.get(name) != items:
            self._lists[name] = items
            self.parts.put(name, items)

    def _ground(self, view: Encounter, peers: Peers) -> None:
        """Board, flow and what lies about, and the order of action without its rows."""
        self.board = view.board
        for name in [name for name in self._laid if name not in peers.ground]:
            self.parts.drop_group(name)
        self._laid = list(peers.ground)
        for name, group in peers.ground.items():
            self.parts.lay(name, group)
        self.parts.put("lying", peers.lying)
        self.parts.put("heading", peers.heading)
        for key in [key for key in self._placed if key not in peers.turns]:
            del self._placed[key]
            self.parts.drop_group(f"row/{key}")
        self._list("order", list(peers.turns))

    def _rail(self, peers: Peers, active: bool) -> None:
        """The rows in that order."""
        for key, turn in peers.turns.items():
            made = (self._faces[turn.who], turn.active and active, turn.acted)
            if key not in self._placed or self._placed[key] != made:
                self._placed[key] = made
                self.parts.lay(f"row/{key}", made[0].placed(key, made[1], made[2]))

    def _rest(self, enc: Encounter, view: Encounter) -> None:
        """What is neither board nor flow nor anybody's."""
        rest = enc.rest_json() if self.seat == GM else pick_public(view.rest_json(), view.VISIBILITY, False)
        options = rest.pop("options")
        self.parts.spread("state", rest)
        if view.options is not self._options:
            self._options = view.options
            self.parts.put("options", options)
