"""The encounter: plain data that only events change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.board import Board
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.duration import CURED, Condition
from fracas.engine.entries import Index, Tables, names_in
from fracas.engine.flow import Flow
from fracas.engine.options import Options
from fracas.engine.profile import Scenario
from fracas.engine.seat import Seat

if TYPE_CHECKING:
    from fracas.engine.event import Event


class Added:
    """Somebody who was added to a game without content files: a kind of the game with some values of its own."""

    def __init__(self, like: str, name: str, values: dict[str, str]) -> None:
        self.like = like
        self.name = name
        self.values = values

    def made_of(self, one: Combatant) -> None:
        """Make somebody fresh of that kind into this one; a gauge that gets a number is full at it."""
        one.name = self.name
        for gauge in one.shape().gauges:
            if isinstance(gauge.most, str) and gauge.typed in self.values:
                setattr(one, gauge.most, int(self.values[gauge.typed]))
        for field, value in self.values.items():
            one.assign(field, value)


@mypyc_attr(allow_interpreted_subclasses=True)
class Content:
    """What the cards and tables of a game say, and how its state is read back; each ruleset subclasses it and lists its
    own sections as annotations. Nothing in play changes it."""

    ALWAYS: ClassVar[tuple[str, ...]] = ("condition",)
    """What the rules name in code, so that every saved game carries it: sections, and single entries as section.id."""

    def __init__(self) -> None:
        self.hash = ""
        """Names it: equal content, equal hash."""
        self.tables: Tables = {}
        """What its files say as plain data, for look-ups and for saved games."""
        self.icons: dict[str, dict[str, str]] = {}
        """The icons its files name, by section and id."""
        self._names: dict[str, str] | None = None
        self._index: Index | None = None
        self.scenarios: dict[str, Scenario] = {}
        self.warnings: list[str] = []
        """What is sound about it but will not play well, for its authors."""
        self.own: list[str] = []
        """Ids of entries that a GM brought: players learn of one only when it is before their eyes."""
        self.added: dict[str, Added] = {}
        """People that somebody added to a game without content files, by id."""

    @property
    def index(self) -> Index:
        """Its entries by id, to find those that a game uses."""
        if self._index is None:
            self._index = Index(self.tables, self.ALWAYS)
        return self._index

    def names(self) -> dict[str, str]:
        """What each thing of its files is called, by its id."""
        if self._names is None:
            self._names = names_in(self.tables)
        return self._names

    def thing_name(self, id: str) -> str:
        """What the thing of a command is called: one id, or several one after the other."""
        names = self.names()
        return names.get(id, ", ".join([names.get(word, word) for word in id.split()]))

    def forget(self) -> None:
        """Forget what followed from its tables; it is worked out again."""
        self._names, self._index = None, None

    def people(self) -> list[str]:
        """Every kind of combatant there is to play with: the game's, and those that somebody added."""
        return [*self.kinds(), *self.added]

    def newcomer(self, kind: str) -> Combatant:
        """A fresh combatant of any of them. Somebody added is, in rules and saved games, of the kind it is like."""
        own = self.added.get(kind)
        if own is None:
            return self.fresh(kind)
        one = self.fresh(own.like)
        own.made_of(one)
        for icons in self.icons.values():
            one.icon = icons.get(kind, one.icon)
        return one

    def kinds(self) -> list[str]:
        """Every kind of combatant the game has. Must be written."""
        return []

    def fresh(self, kind: str) -> Combatant:
        """A combatant of a kind as its card gives it, without id, side, seat and place. Must be written."""
        raise NotImplementedError(f"{type(self).__name__} needs a method fresh that makes a combatant of a kind")

    def new_flow(self) -> Flow:
        """The flow of an encounter in which nothing has happened."""
        return Flow()

    def combatant(self, data: dict[str, object]) -> Combatant:
        """The combatant behind its JSON."""
        one = self.fresh(str(data["kind"]))
        one.read_json(data)
        return one

    def flow(self, data: dict[str, object]) -> Flow:
        """The flow behind its JSON."""
        flow = self.new_flow()
        flow.read_json(data)
        return flow

    def condition_title(self, name: str) -> str:
        """What the table calls a condition."""
        return name

    def brief(self, name: str, value: int) -> str:
        """A condition in a word or two, with how much there is of it."""
        return f"{self.condition_title(name)} {value}" if value > 1 else self.condition_title(name)

    def say_condition(self, enc: Encounter, held: Condition) -> str:
        """A condition that holds from now on, in words: what it is, how much of it, and until when."""
        value = f" {held.value}" if held.value > 1 else ""
        # What ends only by help says so in its rule; of the dead it would be a strange thing to say.
        lasts = f", {held.until.say(enc.name_if(held.until.whose))}" if held.until.moment != CURED else ""
        return f"{self.condition_title(held.name)}{value}{lasts}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Situation:
    """What follows from one state: worked out when somebody first asks, then shared by all who ask before anything
    happens. A ruleset subclasses it with what its rules ask for again and again."""


class Encounter:
    """Everything there is to know about one encounter."""

    VISIBILITY: ClassVar[dict[str, str]] = {
        "title": "public",
        "options": "public",
        "board": "public",
        "combatants": "public",
        "flow": "public",
        "modes": "public",
        "result": "public",
        "seats": "gm",
        "seeds": "gm",
        "rolls": "gm",
        "secret_rolls": "gm",
        "leaves": "gm",
        "notes": "gm",
        "rooms": "gm",
        "seq": "gm",
    }
    IDS: ClassVar[tuple[str, ...]] = ("rolls.%", "secret_rolls.%", "leaves.*.who!!", "leaves.*.targets!!")
    """Where ids stand in it besides its combatants and its flow, which say so themselves."""

    def __init__(self, title: str, options: Options, board: Board, flow: Flow, content: Content) -> None:
        self.title = title
        self.options = options
        self.board = board
        self.flow = flow
        self.content = content
        self.combatants: dict[str, Combatant] = {}
        self.seats: dict[str, Seat] = {}
        self.seeds: list[str] = ["", ""]
        """The seed of the public dice and that of the GM's."""
        self.rolls: dict[str, int] = {}
        """How many rolls each combatant (or seat) has made."""
        self.secret_rolls: dict[str, int] = {}
        """How many of them nobody but the GM saw: counted apart, so that a secret shifts nobody's dice."""
        self.modes: dict[str, str] = {}
        """Paragraphs set by the GM to warn or allow instead of refuse."""
        self.leaves: list[Command] = []
        """Commands that the GM allows once although refused."""
        self.notes: list[str] = []
        self.rooms: dict[str, list[int]] = {}
        """The rooms that the scenario names, as runs of squares: the GM covers and uncovers by them."""
        self.result = ""
        """Who won, in the ruleset's word, once the encounter is over."""
        self.seq = 0
        """How many commands have been finished; it numbers questions."""
        self.situation: Situation | None = None
        """What was worked out of this state so far; no part of it."""
        self._tried: Encounter | None = None
        """For a trial: the encounter that it tries something on."""

    def happen(self, event: Event) -> None:
        """Let an event change this state; whatever was worked out of it before no longer holds."""
        if self._tried is not None:
            self._leave_behind(event)
        event.apply(self)
        if self.board.dark:
            self.dim()
        self.situation = None

    def dim(self) -> None:
        """0.11: whoever the GM runs is hidden for as long as it stands wholly on covered ground."""
        shroud = self.board.shroud
        for one in self.combatants.values():
            dark = shroud is not None and one.seat == GM and shroud.swallows(self.board.footprint(one.pos, one.size))
            if dark and not one.hidden:
                self._leave_one_behind(one)
                one.hidden = one.shrouded = True
            elif one.shrouded and not dark:
                self._leave_one_behind(one)
                one.hidden = one.shrouded = False

    def trodden(self) -> list[int]:
        """0.12: the covered squares on which somebody stands whom a player runs: they do not stay covered."""
        found: list[int] = []
        for one in self.combatants.values():
            if one.seat != GM and not one.out:
                found.extend([s for s in self.board.footprint(one.pos, one.size) if self.board.covers(s)])
        return found

    def _leave_one_behind(self, one: Combatant) -> None:
        """In a trial: a copy of somebody stays as it was."""
        tried = self._tried
        if tried is not None and tried.combatants.get(one.id) is one:
            tried.combatants[one.id] = one.copy()
            tried.situation = None

    def _leave_behind(self, event: Event) -> None:
        """Those whom an event changes stay behind as they were. It is the copies that stay: rules hold on to whoever
        they have in hand."""
        for who in self.combatants if event.SWEEPS else event.named():
            one = self.combatants.get(who)
            if one is not None:
                self._leave_one_behind(one)

    @property
    def over(self) -> bool:
        return self.result != ""

    def sees(self, seat: str, who: str) -> bool:
        """May this seat know that this combatant exists?"""
        combatant = self.combatants.get(who)
        if combatant is None:
            return False
        return seat == GM or not combatant.hidden or combatant.seat == seat

    def listed(self, seat: str, who: str) -> bool:
        """Does this combatant stand in an order shown to this seat? Not once it was taken out."""
        return self.sees(seat, who) and not self.combatants[who].out

    def seen_by(self, seat: str) -> list[str]:
        """Everybody this seat may know of."""
        if seat == GM:
            return list(self.combatants)
        return [who for who, one in self.combatants.items() if not one.hidden or one.seat == seat]

    def seat_of(self, who: str) -> str:
        """The seat that decides for a combatant; names that are no combatant (the GM) stand for themselves."""
        combatant = self.combatants.get(who)
        return combatant.seat if combatant is not None else who

    def name(self, who: str) -> str:
        """What people call a combatant; whoever is not known is somebody."""
        combatant = self.combatants.get(who)
        if combatant is not None:
            return combatant.name
        return "the GM" if who == GM else who or "somebody"

    def name_if(self, who: str) -> str:
        """The name of somebody, or nothing where nobody is meant."""
        return self.name(who) if who else ""

    def sides_left(self) -> list[str]:
        """The sides that still have somebody who can act, in list order."""
        return list(dict.fromkeys([one.side for one in self.combatants.values() if not one.out and not one.down]))

    @property
    def decided(self) -> bool:
        """Is at most one of at least two sides left?"""
        left = ""
        for one in self.combatants.values():
            if not one.out and not one.down:
                if left and one.side != left:
                    return False
                left = one.side
        return len({one.side for one in self.combatants.values()}) > 1

    def has_leave(self, command: Command) -> bool:
        """Has the GM allowed this very command once?"""
        return bool(self.leaves) and bool([leave for leave in self.leaves if leave.same(command)])

    def copy(self) -> Encounter:
        other = self._alike()
        other.combatants = {key: one.copy() for key, one in self.combatants.items()}
        other.seats = self.seats.copy()
        other.seeds = self.seeds[:]
        other.modes = self.modes.copy()
        other.leaves = self.leaves[:]
        other.notes = self.notes[:]
        return other

    def imagined(self) -> Encounter:
        """A copy for trials, in which nobody throws by hand."""
        other = self.copy()
        other.seats = {key: seat.throwing(False) for key, seat in self.seats.items()}
        return other

    def trial(self) -> Encounter:
        """A copy to try something on and throw away, which costs what it changes: combatants are shared until an event
        changes them, and what the GM and the seats decide is replaced by events, never changed. Only for an encounter
        nobody else looks at, one trial at a time."""
        other = self._alike()
        other.combatants = self.combatants.copy()
        other.seats = self.seats
        other.seeds = self.seeds
        other.modes = self.modes
        other.leaves = self.leaves
        other.notes = self.notes
        other._tried = self
        return other

    def _alike(self) -> Encounter:
        other = Encounter(self.title, self.options, self.board, self.flow.copy(), self.content)
        other.rolls = self.rolls.copy()
        other.secret_rolls = self.secret_rolls.copy()
        other.rooms = self.rooms
        other.result = self.result
        other.seq = self.seq
        return other

    def to_json(self) -> dict[str, object]:
        return {
            "board": self.board.to_json(),
            "combatants": [one.to_json() for one in self.combatants.values()],
            "flow": self.flow.to_json(),
            **self.rest_json(),
        }

    def rest_json(self) -> dict[str, object]:
        """All but board, combatants and flow."""
        rooms: dict[str, object] = {"rooms": self.rooms} if self.rooms else {}
        return {
            "title": self.title,
            "options": self.options.to_json(),
            "seats": [seat.to_json() for seat in self.seats.values()],
            "seeds": self.seeds,
            "rolls": self.rolls,
            "secret_rolls": self.secret_rolls,
            "modes": self.modes,
            "leaves": [leave.to_json() for leave in self.leaves],
            "notes": self.notes,
            **rooms,
            "result": self.result,
            "seq": self.seq,
        }


def misplaced(enc: Encounter, standing: Sequence[Combatant], sharing: bool = False) -> list[str]:
    """Who of these is off the board or, where squares are not shared, in somebody else's."""
    wrong: list[str] = []
    held: dict[int, str] = {}
    for one in standing:
        squares = enc.board.footprint(one.pos, one.size)
        if not squares:
            wrong.append(f"{one.id} is off the board")
        for square in squares:
            if square in held and not sharing:
                wrong.append(f"{one.id} and {held[square]} share {enc.board.name(square)}")
            held[square] = one.id
    return wrong
