"""What each seat of a session knows, made once for as long as the game stands where it does."""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes
from fracas.session.changes import Changes
from fracas.session.peers import Peers
from fracas.session.sight import Known


class Knowledge:
    """By seat, what it knows; and what has changed since anybody looked."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._changes = Changes(ruleset.card_reach, ruleset.card_flow)
        self._followed: object = None
        """What those have followed: a state of the game, or the game and the line a stream stands at."""
        self._known: dict[str, tuple[object, Encounter]] = {}
        """By seat: what it knows, and of which of those."""
        self._known_at: dict[str, tuple[Game, int]] = {}
        """By seat: the game of that state, and how many lines its log had."""
        self._seats: dict[str, Known] = {}

    def forget(self) -> None:
        """What was looked at last has not happened."""
        self._known_at.clear()
        self._followed = None

    def now(self, seat: str, game: Game) -> Encounter:
        """What a seat knows of a game as it stands."""
        state = game.state
        found = self._known.get(seat)
        if found is None or found[0] is not state or self._followed is not state:
            found = (state, self._of(seat, state, state))
            self._known_at[seat] = (game, len(game.log.lines))
            self._known[seat] = found
        return found[1]

    def then(self, seat: str, enc: Encounter, moment: object) -> Encounter:
        """What a seat knows of a moment its stream stands at."""
        self._known.pop(seat, None)
        return self._of(seat, enc, moment)

    def last(self, game: Game, lines: dict[str, int]) -> list[Encounter | None]:
        """What seats knew when they looked last, each if that was at its line, to be brought up to date by others. All
        who knew the same get the same one."""
        shared: dict[tuple[Peers, int], Encounter] = {}
        found: list[Encounter | None] = []
        for seat, line in lines.items():
            known = self.of_seat(seat)
            if seat == GM or known.peers is None or seat not in self._known or self._known_at.get(seat) != (game, line):
                found.append(None)
                continue
            key = (known.peers, line)
            if key not in shared:
                old = self._known[seat][1]
                shared[key] = Encounter(old.title, old.options, old.board, old.flow, old.content)
                shared[key].combatants = old.combatants.copy()
            found.append(shared[key])
        return found

    def of_seat(self, seat: str) -> Known:
        if seat not in self._seats:
            self._seats[seat] = Known(self.ruleset, self._changes, seat, self._peers)
        return self._seats[seat]

    def _peers(self, eyes: Eyes, knows: dict[str, bool]) -> Peers:
        """Those who know the same, or the first of them."""
        for known in self._seats.values():
            if known.peers is not None and known.peers.alike(eyes, knows):
                return known.peers
        return Peers(self.ruleset, self._changes, eyes, knows)

    def _of(self, seat: str, enc: Encounter, moment: object) -> Encounter:
        """What a seat knows of an encounter. The stamps of changes are those of this moment and of no other."""
        self.follow(enc, moment)
        return self.of_seat(seat).of(enc)

    def follow(self, enc: Encounter, moment: object) -> None:
        if self._followed is not moment and self._followed != moment:
            self._changes.follow(enc)
            self._followed = moment

    def whose(self, state: Encounter) -> int:
        """A number that changes with who there is, whose they are and what they are called."""
        self.follow(state, state)
        return self._changes.whose
