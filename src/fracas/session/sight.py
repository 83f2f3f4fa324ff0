"""What one seat knows and is shown, brought up to date by what has changed and not remade.

For servers. `look_at` (`looking.py`) makes the same from scratch; a test compares the two in random play of every
ruleset.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.board import Board
from fracas.engine.card import Turn
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.flow import Flow
from fracas.engine.options import Options
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, pick_public, renew
from fracas.session.changes import Changes, suspects
from fracas.session.looking import drawn, lying_on
from fracas.session.parts import Parts
from fracas.session.rail import card_for, complete

Data = dict[str, Any]


class Known:
    """What a seat knows of an encounter: whoever has not changed is the same object as before."""

    def __init__(self, ruleset: Ruleset, changes: Changes, seat: str) -> None:
        self.ruleset = ruleset
        self.changes = changes
        self.seat = seat
        self.eyes: Eyes | None = None
        self._view: Encounter | None = None
        self._stamps: dict[str, int] = {}

    def of(self, enc: Encounter) -> Encounter:
        """The encounter without what is hidden from this seat, to be looked at only; `changes` have followed it."""
        before, eyes = self.eyes, Eyes(enc, self.seat)
        same = before is not None and eyes.same(before)
        self.eyes = eyes = before if before is not None and same else eyes
        if self.seat == GM:
            return enc
        old = self._view
        view = Encounter(enc.title, enc.options, enc.board, enc.flow, enc.content)
        if old is None or not same:
            self._stamps = {}
        else:
            view.combatants = old.combatants.copy()
        stamps, mine = self.changes.stamps, self._stamps
        stale = [who for who in eyes.seen if mine.get(who) != stamps[who]]
        renew(self.ruleset, view, enc, eyes, stale)
        for who in stale:
            mine[who] = stamps[who]
        self._view = view
        return view

    def again(self) -> Encounter | None:
        """What the seat knew at the last look once more, to be brought up to date by others."""
        old = self._view
        if old is None:
            return None
        view = Encounter(old.title, old.options, old.board, old.flow, old.content)
        view.combatants = old.combatants.copy()
        return view


class Shown:
    """A combatant as its parts show it: the record, and may this seat know what is its keeper's?"""

    __slots__ = ("keeper", "one")

    def __init__(self, one: Combatant, keeper: bool) -> None:
        self.one = one
        self.keeper = keeper


class Sight:
    """What one seat is shown, as parts."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.ruleset, self.changes, self.seat = known.ruleset, known.changes, known.seat
        self.parts = Parts()
        self._stamps: dict[str, int] = {}
        """By id: the stamp its parts were made at."""
        self._shown: dict[str, Shown] = {}
        """By alias: whom its token shows."""
        self._rows: dict[str, tuple[int, Data]] = {}
        """By alias: a row without what its place in the order adds, and that stamp."""
        self._placed: dict[str, tuple[int, bool, bool]] = {}
        """By key of a row: stamp and flags it was made with."""
        self._turns: dict[str, Turn] = {}
        """By key of a row: its place in the order."""
        self._lists: dict[str, list[str]] = {}
        self._board: Board | None = None
        self._options: Options | None = None
        self._flow: Flow | None = None
        self._latest = -1
        """The last change that is shown."""
        self._eyes: tuple[list[str], dict[str, str]] = ([], {})

    def copy(self) -> Sight:
        """A copy, to look further ahead than the seat is shown."""
        other = Sight(self.known)
        other.parts = self.parts.copy()
        other._stamps, other._shown = self._stamps.copy(), self._shown.copy()
        other._rows, other._placed, other._turns = self._rows.copy(), self._placed.copy(), self._turns
        other._lists, other._board, other._options = self._lists.copy(), self._board, self._options
        other._flow, other._latest, other._eyes = self._flow, self._latest, self._eyes
        return other

    @property
    def people(self) -> dict[str, Combatant]:
        """Whom it shows, by their aliases, as this seat knows them."""
        return {alias: shown.one for alias, shown in self._shown.items()}

    @property
    def board(self) -> Board | None:
        """The board as this seat knows it."""
        return self._board

    def id_of(self, alias: str) -> str:
        eyes = self.known.eyes
        return eyes.id_of(alias) if eyes is not None else alias

    def see(self, enc: Encounter, view: Encounter, active: bool) -> None:
        """Look at an encounter of which this seat knows `view`; `active`: say whose turn it is."""
        eyes, changes = self.known.eyes, self.changes
        assert eyes is not None
        if self._latest != changes.latest:
            self._latest = changes.latest
            if self._eyes != (eyes.seen, eyes.names):
                self._eyes, self._stamps, self._flow = (eyes.seen, eyes.names), {}, None
            stamps, mine = changes.stamps, self._stamps
            for who in [who for who in eyes.seen if mine.get(who) != stamps[who]]:
                self._person(view, eyes.alias(who), stamps[who])
                mine[who] = stamps[who]
            self._people(view)
            self._order(view)
            self._ground(view)
        self._rail(active)
        self._rest(enc, view)

    def _people(self, view: Encounter) -> None:
        """Who there is."""
        people = list(view.combatants)
        if self._lists.get("people") != people:
            for alias in [alias for alias in self._rows if alias not in view.combatants]:
                del self._rows[alias], self._shown[alias]
                self.parts.drop_group(f"token/{alias}")
                self.parts.drop_group(f"card/{alias}")
            self._list("people", people)

    def _list(self, name: str, items: list[str]) -> None:
        if self._lists.get(name) != items:
            self._lists[name] = items
            self.parts.put(name, items)

    def _person(self, view: Encounter, who: str, stamp: int) -> None:
        """Token, card and row of one combatant."""
        self._token(view, who)
        ruleset, seat = self.ruleset, self.seat
        card = card_for(ruleset, view, who, seat)
        fields: Data = {"name": card.name, "kind": card.kind, "side": card.side, "icon": card.icon}
        for number, field in enumerate(card.fields):
            fields[str(number)] = field.to_json()
        self.parts.spread(f"card/{who}", fields)
        row = ruleset.row(view, who, seat)
        complete(ruleset, row, card)
        self._rows[who] = (stamp, row.to_json())

    def _token(self, view: Encounter, who: str) -> None:
        """What a combatant keeps, as far as this seat may know it; of one that is shown already what has changed."""
        one, seat = view.combatants[who], self.seat
        keeper = seat == GM or one.seat == seat or self.ruleset.shares(view, who, seat)
        old = self._shown.get(who)
        self._shown[who] = Shown(one, keeper)
        fresh = old is None or old.keeper != keeper or type(old.one) is not type(one)
        fields = one.FIELDS if old is None or fresh else suspects(old.one, one)
        token: Data = {field.name: field.json(one) for field in fields if field.kept}
        if seat != GM:
            token = pick_public(token, one.shape().seen, keeper)
        fill = self.parts.spread if fresh else self.parts.amend
        fill(f"token/{who}", drawn(self.ruleset, view, one, token))

    def _order(self, view: Encounter) -> None:
        """The order of action: a row for each place, of several of one combatant each under a name of its own."""
        self.parts.put("heading", self.ruleset.heading(view))
        self._turns = {}
        for turn in self.ruleset.in_order(view, self.seat):
            key, count = turn.who, 1
            while key in self._turns:
                count += 1
                key = f"{turn.who}#{count}"
            self._turns[key] = turn
        for key in [key for key in self._placed if key not in self._turns]:
            del self._placed[key]
            self.parts.drop_group(f"row/{key}")
        self._list("order", list(self._turns))

    def _rail(self, active: bool) -> None:
        """The rows in that order."""
        for key, turn in self._turns.items():
            stamp, row = self._rows[turn.who]
            made = (stamp, turn.active and active, turn.acted)
            if self._placed.get(key) != made:
                self._placed[key] = made
                self.parts.spread(f"row/{key}", {**row, "active": made[1], "acted": made[2]})

    def _ground(self, view: Encounter) -> None:
        if view.board is not self._board:
            self._board = view.board
            self._listed("board", view.board.to_json(), True)
        flow, old = view.flow, self._flow
        self._flow = flow
        fresh = old is None or type(old) is not type(flow)
        fields = flow.FIELDS if old is None or fresh else suspects(old, flow)
        said: Data = {field.name: field.json(flow) for field in fields if field.kept}
        self._listed("flow", said if self.seat == GM else pick_public(said, flow.shape().seen, False), fresh)
        self.parts.put("lying", lying_on(self.ruleset, view))

    def _listed(self, name: str, data: Data, whole: bool) -> None:
        """A table, or some fields of it, of which each item of a list is a part."""
        fill = self.parts.spread if whole else self.parts.amend
        fill(name, {key: [] if isinstance(value, list) else value for key, value in data.items()})
        for key, value in data.items():
            if isinstance(value, list):
                self.parts.spread(f"{name}/{key}", {str(number): item for number, item in enumerate(value)})

    def _rest(self, enc: Encounter, view: Encounter) -> None:
        """What is neither board nor flow nor anybody's."""
        rest = enc.rest_json() if self.seat == GM else pick_public(view.rest_json(), view.VISIBILITY, False)
        options = rest.pop("options")
        self.parts.spread("state", rest)
        if view.options is not self._options:
            self._options = view.options
            self.parts.put("options", options)
