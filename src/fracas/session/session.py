"""A session: one game with its branches, and for each seat its own events and questions, without input or output.

For the referee and for servers: what a seat may not know is left out here, and what fails leaves nothing changed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fracas.engine.canon import canon
from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.dice import Derived, Thrown, parse, throw
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused, check_choice
from fracas.engine.game import Game, by_person
from fracas.engine.log import ANSWER, Line
from fracas.engine.offer import Decision, Offer
from fracas.engine.patience import FOREVER, Patience
from fracas.engine.preview import Preview, preview
from fracas.engine.reading import complete
from fracas.engine.reason import Reason
from fracas.engine.saved import MISFITS, load_imported
from fracas.engine.text import parse_command, parse_deed, parse_ruling
from fracas.session.foresight import foresee_answer
from fracas.session.knowledge import Knowledge
from fracas.session.looking import look_at
from fracas.session.questions import Questions
from fracas.session.seats import viewers_of
from fracas.session.sight import Sight
from fracas.session.stream import Entry, Stream, read_together
from fracas.session.taking_back import go, last_undo, own_step, told_since

Data = dict[str, object]

MAIN: Final = "main"


def throw_aside(game: Game, text: str, roller: str, count: int, secret: bool = False) -> Thrown:
    """Dice outside the rules: each roller's follow from its own count, secret ones from the GM's seed."""
    dice = parse(text)
    return throw(dice, Derived(game.start.seeds[1 if secret else 0], "aside", roller, count, dice.text))


class Undone(NamedTuple):
    """An undo of a player: the tip before it, the newest line after it, and where the seat's stream ended."""

    tip: int
    line: int
    last: int


class Session:
    """A table as its seats see it. Every method takes the seat it works for."""

    def __init__(self, game: Game) -> None:
        self.go_to({MAIN: game}, MAIN)
        self.streams: dict[str, dict[str, Stream]] = {MAIN: {}}
        """By game and seat; made when somebody asks for them."""
        self.questions = Questions()
        self.deed_ended: Callable[[str, Encounter, int], None] | None = None
        """Called whenever a seat's stream has come to the end of a deed that it heard of: with the state of that moment
        and the number of the last entry."""
        self._rolls: dict[str, int] = {}
        self.knowledge = Knowledge(game.ruleset)
        self.undone: dict[str, Undone] = {}
        """By seat: its last undo."""
        if not game.log.lines and not game.read_only:
            game.begin()
        self.questions.renew(game)

    def go_to(self, games: dict[str, Game], name: str) -> None:
        """These are the games of this session, and this one of them is played."""
        self.games = games
        self.name = name
        self.game = games[name]

    def reopen(self, games: dict[str, Game], name: str) -> None:
        """Go on with several games that were kept, at this one of them."""
        self.go_to(games, name)
        self.streams = {each: {} for each in games}

    # ---------------------------------------------------------------- looking

    def check_seat(self, seat: str) -> None:
        """A seat is the GM's, a spectator's (no name), or one that is in the encounter."""
        if seat not in viewers_of(self.game.state):
            raise Invalid("request", "seat", seat, "a seat of this encounter, gm, or nothing for a spectator")

    def known(self, seat: str) -> Encounter:
        """What a seat knows, to be looked at only: made once for as long as the game stands where it does."""
        return self.knowledge.now(seat, self.game)

    @property
    def whose(self) -> int:
        """A number that changes with who there is, whose they are and what they are called."""
        return self.knowledge.whose(self.game.state)

    def look(self, seat: str) -> dict[str, Any]:
        """What there is to see for a seat, from scratch."""
        return look_at(self.game.ruleset, self.game.state, self.known(seat), seat)

    def sight(self, seat: str) -> Sight:
        """Nothing yet of what a seat is shown, to be filled by `see`."""
        return Sight(self.knowledge.of_seat(seat))

    def see(self, sight: Sight, active: bool, enc: Encounter | None = None) -> None:
        """Bring up to date what a seat is shown, to now or to a moment its stream stands at."""
        seat = sight.seat
        if enc is None or self.streams[self.name][seat].caught_up:
            sight.see(self.game.state, self.known(seat), active)
            return
        # The same state for every seat that stands at this line, though each has come there by itself.
        moment = (self.game, self.streams[self.name][seat].read)
        sight.see(enc, self.knowledge.then(seat, enc, moment), active)

    def stream(self, seat: str, name: str = "") -> Stream:
        """The seat's stream, of this game or one by name, read on to the end of the log together with all others."""
        streams, game = self.streams[name or self.name], self.games[name or self.name]
        if seat not in streams:
            streams[seat] = Stream(game.ruleset, game.start, seat, game.folds)
            # What happened before anybody listened ends no deed now.
            streams[seat].read_on(game.log)
            streams[seat].deed_ended = self.deed_ended
        stream = streams[seat]
        if stream.read < len(game.log.lines):
            known = self.knowledge.last(game, {each: one.read for each, one in streams.items()})
            read_together(list(streams.values()), game.log, known)
        return stream

    def own(self, seat: str) -> list[str]:
        """The combatants a seat speaks for, as far as it knows; a spectator speaks for nobody."""
        return [one.id for one in self.known(seat).combatants.values() if seat and one.seat == seat]

    def actors(self, seat: str) -> list[str]:
        """Who may act, as far as the seat knows; nobody while a question is open."""
        return [] if self.game.waiting else self.game.ruleset.actors(self.known(seat))

    def decisions(self, seat: str) -> list[tuple[str, Decision]]:
        """The open questions of a seat, under the seat's own numbers for them."""
        return [(self.questions.shown_id(seat, d), d) for d in self.game.decisions(seat)]

    def unanswered(self) -> list[Decision]:
        """The open questions, by the engine's ids; a proposal made in an agreement is an answer."""
        return [d for d in self.game.waiting if d.id not in self.game.answers]

    def waiting_for(self, seat: str) -> list[str]:
        return self.game.waiting_for(seat)

    def offers(self, who: str, seat: str) -> list[Offer]:
        """Every action of a combatant, for those who speak for it; and the GM's own, where the GM is an actor."""
        self.check_own(who, seat, "offers")
        return self.game.offers(who, seat)

    def check_own(self, who: str, seat: str, where: str) -> None:
        """Raise unless this seat speaks for a combatant; `where` is asked."""
        view = self.known(seat)
        if who == seat == GM:
            return
        if who not in view.combatants:
            raise Invalid(where, "who", who, "a combatant of this encounter")
        if seat not in (GM, view.seat_of(who)):
            raise Refused([Reason("0.1", f"{seat or 'a spectator'} does not speak for {view.name(who)}")])

    def still(self) -> Session:
        """This moment by itself: to be thought about elsewhere while the game goes on."""
        found = copy.copy(self)
        found.go_to({self.name: self.game.still()}, self.name)
        found.streams = {self.name: {}}
        found.questions = self.questions.copy()
        found.knowledge = Knowledge(self.game.ruleset)
        return found

    def preview(self, command: Command, seat: str, to: str = "", patience: Patience = FOREVER) -> Preview:
        """Judge a command, or an answer to an open question, without performing it."""
        if to:
            return foresee_answer(self.game, self._decision(to, seat), command, seat, patience)
        return preview(self.game, command, seat, patience)

    def roll(self, text: str, seat: str) -> Thrown:
        """Dice outside the rules, part of no log."""
        thrown = throw_aside(self.game, text, seat, self._rolls.get(seat, 0))
        self._rolls[seat] = self._rolls.get(seat, 0) + 1
        return thrown

    # ---------------------------------------------------------------- reading what people type

    def read_command(self, text: str, seat: str) -> Command:
        """A command as text, held to the same bounds as one given as an object."""
        return command_from_json(parse_command(self.game.ruleset, self.game.known(seat), text).to_json())

    def read_answer(self, text: str, to: str, seat: str) -> Command:
        """An answer as text; the name of whoever is asked may be left out."""
        decision = self._decision(to, seat)
        who, _, rest = text.strip().partition(" ")
        said = rest.strip() if who == decision.who else text.strip()
        if not said:
            raise Invalid("answer", "", text, "a verb and what it needs")
        read = parse_deed(self.game.ruleset, self.game.known(seat), decision.who, said, decision.commands)
        return complete(command_from_json(read.to_json()), decision.commands)

    def read_ruling(self, text: str, seat: str) -> Command:
        """A ruling as text; what `allow` allows may be typed like any command."""
        view = self.game.known(seat)
        ruling = command_from_json(parse_ruling(self.game.ruleset, view, text).to_json())
        if ruling.verb == "allow" and not ruling.text.lstrip().startswith("{"):
            return Command(GM, "allow", text=canon(parse_command(self.game.ruleset, view, ruling.text).to_json()))
        return ruling

    def _decision(self, to: str, seat: str) -> Decision:
        for shown, decision in self.decisions(seat):
            if shown == to:
                return decision
        mine = ", ".join([shown for shown, _ in self.decisions(seat)]) or "none is open"
        raise Invalid("answer", "to", to, f"the id of a question open for you ({mine})")

    # ---------------------------------------------------------------- doing

    def _do(self, seat: str, act: Callable[[], object]) -> list[Entry]:
        """Perform something whole or not at all, and collect what the seat learns from it."""
        before = self.stream(seat).last
        act()
        self.questions.renew(self.game)
        return self.stream(seat).since(before)

    def command(self, command: Command, seat: str) -> list[Entry]:
        return self._do(seat, lambda: self.game.command(command, seat))

    def answer(self, to: str, command: Command, seat: str, how: str = "person") -> list[Entry]:
        decision = self._decision(to, seat)
        return self._do(seat, lambda: self.game.answer(decision.id, command, seat, how))

    def answer_for(self, id: str, command: Command, seat: str, how: str) -> list[Entry]:
        """Answer a question by the engine's id: for bots and clocks."""
        return self._do(seat, lambda: self.game.answer(id, command, seat, how))

    def begin(self) -> list[Entry]:
        """Let a game go that was held."""
        self.game.held = False
        return self._do(GM, self.game.begin)

    def rule(self, ruling: Command, reason: str, seat: str) -> list[Entry]:
        return self._do(seat, lambda: self.game.rule(ruling, reason, seat))

    def withdraw(self, seat: str) -> list[Entry]:
        opened = self.game.open_lines()
        if opened:
            self._nothing_seen_since(opened[-1].n, seat, "0.8")
        return self._do(seat, lambda: self.game.withdraw(seat))

    def take_back(self, to: str, seat: str) -> list[Entry]:
        """Take back one's own answer to a question of the open command."""
        id = self.questions.engine_id(seat, to)
        given = [line for line in self.game.open_lines() if line.kind == ANSWER and line.data["to"] == id]
        mine = [line for line in given if seat in (GM, self._answerer(line))]
        if not mine:
            raise Invalid("answer", "to", to, "an answer of yours in the open command")
        self._nothing_seen_since(mine[0].n, seat, "0.8")
        return self._do(seat, lambda: self.game.take_back(id))

    def _answerer(self, line: Line) -> str:
        """The seat of whoever an answer was given for."""
        return self.game.state.seat_of(command_from_json(line.data["command"]).who)

    def _nothing_seen_since(self, line: int, seat: str, paragraph: str) -> None:
        """Only the GM takes back what has taught anybody something: it would be choosing again with open eyes."""
        if seat == GM:
            return
        if told_since(self.stream(seat), line):
            raise Refused([Reason(paragraph, "something was seen since", "ask the GM to undo it")])

    def undo(self, seat: str, deeds: int = 1) -> list[Entry]:
        """The GM takes anything back; a player their own last step, while nobody has learnt anything from it."""
        if seat == GM:
            return self._do(seat, lambda: self.game.undo(deeds))
        step, tip = own_step(self.game, self.stream(seat)), self.game.log.tip
        if step is None:
            raise Refused([Reason("0.7", "the last step was not yours", "ask the GM to undo it")])
        self._nothing_seen_since(step.n, seat, "0.7")
        told = self._do(seat, lambda: go(self.game, step.parent, "undo", step.n))
        self.undone[seat] = Undone(tip, len(self.game.log.lines), self.stream(seat).last)
        return told

    def redo(self, seat: str) -> list[Entry]:
        """The GM, or whoever made the undo that came last, as far as its seat knows."""
        if seat == GM:
            return self._do(seat, lambda: self.game.redo(last_undo(self.game.log)))
        if not self.can_redo(seat):
            raise Refused([Reason("0.7", "the last undo was not yours", "ask the GM to redo it")])
        undone = self.undone.pop(seat)
        return self._do(seat, lambda: go(self.game, undone.tip, "redo", undone.line))

    def can_undo(self, seat: str) -> bool:
        """Is there a step to take back?"""
        if seat == GM:
            return any(by_person(line) for line in self.game.log.backwards())
        stream = self.stream(seat)
        step = own_step(self.game, stream)
        return step is not None and not told_since(stream, step.n)

    def can_redo(self, seat: str) -> bool:
        """Was the last this seat heard of its own undo? The GM may redo whatever can be redone."""
        if seat == GM:
            return last_undo(self.game.log) > 0
        return seat in self.undone and self.undone[seat].last == self.stream(seat).last

    def jump(self, n: int, seat: str) -> list[Entry]:
        self._gm_only(seat, "go to another moment")
        return self._do(seat, lambda: self.game.jump(n))

    # ---------------------------------------------------------------- several games

    def branch(self, n: int, name: str, seat: str) -> list[Entry]:
        """Play on from line n of this game in a copy; this one stays as it is, under its name."""
        self._gm_only(seat, "branch")
        self._free(name)
        game = self.game.branch(n)
        return self._enter(name or self._next_name("branch"), game)

    def load(self, text: str, name: str, seat: str) -> list[Entry]:
        """Play on from a saved log; the current game stays as it is, under its name."""
        self._gm_only(seat, "load")
        self._free(name)
        try:
            game = load_imported(self.game.ruleset, text, self.game.thrower)
        except MISFITS as error:
            if isinstance(error, Invalid):
                raise
            raise Invalid("log", "", type(error).__name__, "a log that can be played through") from None
        return self._enter(name or self._next_name("loaded"), game)

    def switch(self, name: str, seat: str) -> list[Entry]:
        self._gm_only(seat, "change to another game")
        check_choice("switch", "to", name, self.games)
        return self._enter(name, self.games[name])

    def save(self, seat: str) -> str:
        self._gm_only(seat, "save")
        return self.game.save()

    def _enter(self, name: str, game: Game) -> list[Entry]:
        self.follow_to(name, game)
        self.questions.renew(game)
        return []

    def follow_to(self, name: str, game: Game) -> None:
        """Play on with another game, new or not. Whose numbers its questions have is the caller's affair."""
        self.go_to({**self.games, name: game}, name)
        self.streams.setdefault(name, {})
        self.undone = {}

    def _free(self, name: str) -> None:
        if name in self.games:
            raise Invalid("game", "name", name, "a name no game of this session has")

    def _next_name(self, stem: str) -> str:
        number = 1
        while f"{stem}-{number}" in self.games:
            number += 1
        return f"{stem}-{number}"

    def _gm_only(self, seat: str, what: str) -> None:
        if seat != GM:
            raise Refused([Reason("0.7", f"only the GM may {what}")])
