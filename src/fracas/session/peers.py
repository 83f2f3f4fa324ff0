"""What seats have in common that know the same of everybody: worked out once for all of them.

For sights. What a seat knows of somebody depends only on how it stands to them (`standing_of`), so players and
spectators are shown the same parts of a foe, and of a hero whose numbers are open. `fracas prove` holds
rulesets to it.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.board import Board
from fracas.engine.card import Turn
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.flow import Flow
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, pick_public, renew
from fracas.session.changes import Changes, suspects
from fracas.session.faces import Face, face_of
from fracas.session.looking import lying_on
from fracas.session.parts import NOTHING, Group, amended, renewed

Data = dict[str, Any]


class Peers:
    """One or several seats, and what they know."""

    def __init__(self, ruleset: Ruleset, changes: Changes, eyes: Eyes, knows: dict[str, bool]) -> None:
        self.ruleset, self.changes, self.eyes = ruleset, changes, eyes
        self.knows = knows
        """By id: do they know all of somebody? Of the rest they know what everybody knows."""
        self.view: Encounter | None = None
        """The encounter as they know it; whoever has not changed is the same object as before."""
        self._stamps: dict[str, int] = {}
        self._faces: dict[tuple[str, str], Face] = {}
        """By id, and by how a seat stands to it."""
        self._latest = -1
        """The last change taken in."""
        self.heading = ""
        self.turns: dict[str, Turn] = {}
        """By key of a row: its place in the order of action."""
        self.lying: list[dict[str, object]] = []
        self.ground: dict[str, Group] = {}
        """Board and flow as groups of parts, by the names of the groups."""
        self._board: Board | None = None
        self._flow: Flow | None = None

    def alike(self, eyes: Eyes, knows: dict[str, bool]) -> bool:
        """Would a seat with these eyes know the same?"""
        return self.knows == knows and self.eyes.same(eyes) and (self.eyes.seat == GM) == (eyes.seat == GM)

    def know(self, enc: Encounter, eyes: Eyes) -> Encounter:
        """What one of them knows of an encounter, to be looked at only; `changes` have followed it."""
        if eyes.seat == GM:
            self.view = enc
            return enc
        view = Encounter(enc.title, enc.options, enc.board, enc.flow, enc.content)
        stamps, mine, old = self.changes.stamps, self._stamps, self.view
        stale = [who for who in eyes.seen if who not in mine or mine[who] != stamps[who]]
        if old is not None:
            view.combatants = old.combatants.copy() if stale else old.combatants
        renew(self.ruleset, view, enc, eyes, stale)
        for who in stale:
            mine[who] = stamps[who]
        self.view = view
        return view

    def face(self, view: Encounter, who: str, eyes: Eyes, standing: str) -> Face:
        """How somebody looks to one of them, who knows `view` and stands to them like this."""
        key, stamp = (who, standing), self.changes.stamps[who]
        face = self._faces.get(key)
        if face is None or face.stamp != stamp:
            face = face_of(self.ruleset, view, eyes.alias(who), eyes.seat, stamp, standing, face)
            self._faces[key] = face
        return face

    def look(self, view: Encounter, seat: str) -> None:
        """Bring order and ground up to date, for whichever of them looks first."""
        if self._latest == self.changes.latest:
            return
        self._latest = self.changes.latest
        self.heading = self.ruleset.heading(view)
        self._order(view, seat)
        if view.board is not self._board:
            self._board = view.board
            self._listed("board", view.board.to_json(), True)
        flow, old = view.flow, self._flow
        self._flow = flow
        fresh = old is None or type(old) is not type(flow)
        fields = flow.FIELDS if old is None or fresh else suspects(old, flow)
        said: Data = {field.name: field.json(flow) for field in fields if field.kept}
        if said:
            self._listed("flow", said if seat == GM else pick_public(said, flow.shape().seen, False), fresh)
        self.lying = lying_on(self.ruleset, view)

    def _order(self, view: Encounter, seat: str) -> None:
        """The order of action: a row for each place, of several of one combatant each under a name of its own."""
        turns: dict[str, Turn] = {}
        for turn in self.ruleset.in_order(view, seat):
            key, count = turn.who, 1
            while key in turns:
                count += 1
                key = f"{turn.who}#{count}"
            turns[key] = turn
        self.turns = turns

    def _listed(self, name: str, data: Data, whole: bool) -> None:
        """A table, or some fields of it, of which each item of a list is a part."""
        plain = {key: [] if isinstance(value, list) else value for key, value in data.items()}
        make = renewed if whole else amended
        self.ground[name] = make(name, plain, self.ground.get(name, NOTHING))
        lists = {f"{name}/{key}": value for key, value in data.items() if isinstance(value, list)}
        if whole:
            # Some are left out where there is nothing to say: of a map that is not covered, its cover.
            for group in [group for group in self.ground if group.startswith(f"{name}/") and group not in lists]:
                del self.ground[group]
        for group, value in lists.items():
            items = {str(number): item for number, item in enumerate(value)}
            self.ground[group] = renewed(group, items, self.ground.get(group, NOTHING))
