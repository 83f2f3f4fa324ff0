"""Rulesets: the questions the engine asks of any game. A ruleset answers them and registers its actions, steps and
events."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from fracas.engine.action import Action, soften, soften_offer
from fracas.engine.board import Board, read_map
from fracas.engine.card import Card, Rail, Row
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.content_source import Load, Source
from fracas.engine.encounter import Content, Encounter, Seat, encounter_from_json
from fracas.engine.entries import Tables
from fracas.engine.errors import Invalid
from fracas.engine.event import Event, register_events
from fracas.engine.events import ENGINE_EVENTS, Ended, LeaveUsed, SlotEnded, ValueSet, Warned
from fracas.engine.glossary import (
    Entry,
    action_entries,
    option_entries,
    table_entries,
    terrain_entries,
)
from fracas.engine.lying import Lying
from fracas.engine.offer import Choice, Offer
from fracas.engine.options import Option, Options, Preset, declared, settle
from fracas.engine.paragraphs import numbered
from fracas.engine.profile import Place, Scenario
from fracas.engine.reason import Reason, paragraphs, with_remedies
from fracas.engine.showing import card_of, gauges_of, rail_of, row_of
from fracas.engine.table import Table
from fracas.engine.versions import Conversion


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Something nobody commands: the table gives it to itself when it falls due. A step never refuses."""

    def __init__(self, verb: str, title: str, paragraph: str) -> None:
        self.verb = verb
        self.title = title
        self.paragraph = paragraph
        self.foreseeable = False
        """Can be weighed from what a seat knows, as long as that seat sees whoever is in turn."""

    def perform(self, table: Table, command: Command) -> None:
        raise NotImplementedError


OPEN_FLOOR: Final = ["." * 12] * 8
"""The map where none is drawn."""


class ScenarioInfo:
    """A scenario as a list shows it."""

    def __init__(self, id: str, title: str, text: str) -> None:
        self.id = id
        self.title = title
        self.text = text


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset:
    """One game."""

    def __init__(
        self, id: str, name: str, version: str, summary: str, package: str, extra: list[str] | None = None
    ) -> None:
        self.id = id
        self.name = name
        self.version = version
        self.summary = summary
        self.package = package
        """The import package that holds `rules/` and `data/`."""
        self.rank = 50
        """Where nothing is named, the game of the lowest rank is offered first: the one to begin with."""
        self.life = ""
        """The field without which nobody stands: those who come from another encounter have at least one of it."""
        self.slot_word = "turn"
        """What this game calls the time in which somebody may act."""
        self.gauge_words: dict[str, str] = {}
        """What each of the gauges is called on cards."""
        self.field_words: dict[str, str] = {}
        """What the fields a GM may set are called, where the field's own name does not say it."""
        self.section_rules: dict[str, str] = {}
        """The paragraph behind each section of the content files, for those who look something up."""
        self.options: list[Option] = []
        """Every switch of the game, as people see it."""
        self.presets: list[Preset] = []
        self._options_kind: type[Options] = Options
        self.actions: dict[str, Action] = {}
        self.steps: dict[str, Step] = {}
        self.windows: dict[str, list[Action]] = {}
        self.kinds: dict[str, type[Event]] = {}
        self.extra: list[str] = extra if extra is not None else []
        """Content files or folders that somebody adds."""
        self.content: Content = Content()
        self._source: Source | None = None
        self._examples: Content | None = None
        self._paragraphs: list[str] | None = None
        self.conversions: dict[str, Conversion] = {}
        """By version of these rules: what brings its events and states into the shape of the next version."""

    def register(self, actions: list[Action], steps: list[Step], events: list[type[Event]]) -> None:
        """Take in what the sections of the rules define."""
        self.kinds = register_events(ENGINE_EVENTS + events)
        for action in actions:
            assert action.verb not in self.actions, f"two actions are called {action.verb}"
            self.actions[action.verb] = action
            if action.window:
                self.windows.setdefault(action.window, []).append(action)
        for step in steps:
            assert step.verb not in self.actions and step.verb not in self.steps
            self.steps[step.verb] = step

    def offer_options(self, kind: type[Options], presets: list[Preset]) -> None:
        """The switches of the game are those that `kind` asks for."""
        self.options = declared(kind, presets)
        self.presets = presets
        self._options_kind = kind

    def settle(self, chosen: dict[str, str]) -> Options:
        """The options of an encounter: what was chosen, and defaults for the rest."""
        return settle(self._options_kind, self.presets, chosen)

    def use_content(self, load: Load) -> None:
        """The content of the game is what `load` makes of its files in `data/` and of those that somebody adds."""
        self._source = Source(self.package, load, self.extra)
        self.content = self._source.content()

    @property
    def content_hash(self) -> str:
        return self.content.hash

    def with_content(self, paths: list[str]) -> Ruleset:
        """The same rules with extra content; an error names file, key, value and what was expected."""
        if self._source is None:
            raise Invalid("content", "", ", ".join(paths), f"nothing: {self.name} has no content files")
        kind: Any = type(self)
        other: Ruleset = kind(paths)
        return other

    # ------------------------------------------------- what a game must answer

    def scenarios(self) -> list[ScenarioInfo]:
        """The ready-made encounters, easy ones first, as their ranks say."""
        plans = sorted(self.content.scenarios.values(), key=lambda plan: plan.rank)
        return [ScenarioInfo(plan.id, plan.title, plan.description) for plan in plans]

    def start(self, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """An encounter of a scenario, before its first step: its people in its order, on its squares."""
        plan = self.content.scenarios.get(scenario)
        if plan is None:
            raise Invalid("scenario", "id", scenario, "one of " + ", ".join(self.content.scenarios))
        enc = self.empty(plan.title, plan.rows, chosen, self.content)
        enc.seeds = seeds[:]
        enc.notes = [plan.notes] if plan.notes else []
        self.set_scene(enc, plan)
        return enc

    def set_scene(self, enc: Encounter, plan: Scenario) -> None:
        """Bring in the people of a scenario; overridden where it says more than that."""
        for place in plan.entries:
            self.place(enc, place)

    def place(self, enc: Encounter, place: Place) -> Combatant:
        """Bring somebody of a scenario in."""
        pos = enc.board.parse(place.at)
        one = self.make(enc, place.kind, place.id, pos, place.side, place.seat)
        one.name = place.name or one.name
        one.hidden = place.hidden
        enc.combatants[one.id] = one
        if one.seat not in enc.seats:
            enc.seats[one.seat] = Seat(one.seat)
        return one

    def lasting(self) -> list[str]:
        """The fields of a combatant, among those a GM may set, that outlast an encounter."""
        return ["name"]

    def goes_on(self, one: Combatant) -> bool:
        """Does this one come along to the next encounter?"""
        return one.seat != GM and not one.out

    def follow_up(self, before: Encounter, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """A scenario begun with the party of another encounter as it stands, in the places of the scenario's own."""
        enc = self.start(scenario, chosen, seeds)
        places = [one for one in enc.combatants.values() if one.seat != GM]
        party = [one for one in before.combatants.values() if self.goes_on(one)]
        if not party:
            raise Invalid("next", "party", "", "somebody left to go on")
        for one in party:
            if one.kind in before.content.kinds() and one.kind not in enc.content.kinds():
                raise Invalid("next", "party", one.name, f"people of kinds that are installed ({one.kind} is not)")
        foes = [one for one in enc.combatants.values() if one.seat == GM]
        enc.combatants = {}
        for index, one in enumerate(party):
            id = one.id
            while [foe for foe in foes if foe.id == id]:
                id += "-x"
            pos = self._place_for(enc, [place.pos for place in places], foes, one, index)
            fresh = self.make(enc, one.kind, id, pos, places[0].side if places else one.side, one.seat)
            enc.combatants[id] = fresh
            self._bring_over(before, one, enc, id)
            if one.seat not in enc.seats:
                enc.seats[one.seat] = Seat(one.seat)
        for foe in foes:
            enc.combatants[foe.id] = foe
        self.gathered(enc)
        return enc

    def _bring_over(self, before: Encounter, one: Combatant, enc: Encounter, id: str) -> None:
        """What outlasts an encounter; whoever lay down gets up with the least that lets them stand."""
        for field in self.lasting():
            value = self.value_of(before, one.id, field)
            if field == self.life and int(value) < 1:
                value = "1"
            try:
                enc.combatants[id].check_value(field, value)
            except Invalid:
                continue
            ValueSet(id, field, value).apply(enc)

    def gathered(self, enc: Encounter) -> None:
        """The people of a scenario were exchanged for others before its first step: whatever names them, follows."""

    def _place_for(self, enc: Encounter, places: list[int], foes: list[Combatant], one: Combatant, index: int) -> int:
        """The scenario's own place for the one who comes in this order; beyond those, the free one nearest to it."""
        if index < len(places):
            return places[index]
        taken = list(places)
        for other in [*foes, *enc.combatants.values()]:
            taken.extend(enc.board.footprint(other.pos, other.size))
        best, least = -1, 0
        for pos in range(enc.board.size):
            squares = enc.board.footprint(pos, one.size)
            if squares and not [s for s in squares if s in taken or enc.board.blocked(s)]:
                far = enc.board.distance(places[0] if places else 0, pos)
                if best < 0 or far < least:
                    best, least = pos, far
        if best < 0:
            raise Invalid("next", "party", one.name, "room for everybody")
        return best

    def empty(self, title: str, rows: list[str], chosen: dict[str, str], content: Content) -> Encounter:
        """An encounter on a drawn map with nobody in it."""
        options = self.settle(chosen)
        enc = Encounter(title, options, self.draw_board(rows, options, content), content.new_flow(), content)
        enc.seats[GM] = Seat(GM)
        return enc

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """The board behind a drawing."""
        return read_map(rows)[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        """A combatant of a kind, fresh, for `Added` and set-up."""
        one = enc.content.fresh(kind)
        one.id, one.pos, one.side, one.seat = id, pos, side, seat
        return one

    def trial_options(self) -> dict[str, str]:
        """The options under which everybody takes commands: for trying creatures out one by one."""
        return {}

    def skip_setup(self, enc: Encounter) -> None:
        """Put a fresh encounter where play begins, without rolling for anything: for worked examples."""

    def fact(self, enc: Encounter, name: str) -> str:
        """A fact about the flow as people type it: turn, round, phase, active, order, result."""
        flow = enc.flow
        if name == "turn":
            return str(flow.turn)
        if name == "round":
            return str(flow.round)
        if name == "phase":
            return flow.phase
        if name == "active":
            return " ".join(flow.active)
        if name == "order":
            return " ".join([" ".join(slot.who) for slot in flow.order])
        if name == "result":
            return enc.result
        raise Invalid("fact", name, "", "turn, round, phase, active, order or result")

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        """A field of a combatant as people type it; overridden where a number depends on more than the combatant."""
        return enc.combatants[who].value_of(field)

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """An answer as a person would say it, where the command alone does not; else empty."""
        return ""

    def invariants(self, enc: Encounter) -> list[str]:
        """What is wrong with a state that no play may ever reach; empty when all is well."""
        return []

    def next_step(self, enc: Encounter) -> Command | None:
        """What the table itself has to do next; None when somebody must choose (or all is over)."""
        raise NotImplementedError

    def actors(self, enc: Encounter) -> list[str]:
        """Who may give a command now."""
        return enc.flow.active

    def stand_in(self, enc: Encounter) -> Command | None:
        """What a bot in the GM's seat says when the GM is one of the actors; None when it has nothing to say."""
        return None

    def bot_menu(self, enc: Encounter, menu: list[Choice]) -> list[Choice]:
        """What bots consider of a menu; a ruleset may leave the first step to people."""
        return menu

    def end_phase(self, table: Table) -> None:
        """The GM ends the present phase: without phases, the turn of whoever acts."""
        flow = table.enc.flow
        if flow.current is not None:
            table.emit(SlotEnded(flow.at, flow.active))

    def end(self, table: Table, result: str) -> None:
        """The GM ends the encounter."""
        table.emit(Ended(result, "the GM ends it"))

    def condition_names(self) -> list[str]:
        """Every condition this game knows."""
        return []

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        """A condition at the GM's word, with its usual duration."""
        raise NotImplementedError

    def end_condition(self, table: Table, who: str, name: str) -> None:
        """End a condition at the GM's word, with whatever follows from that."""
        raise NotImplementedError

    def fits(self, enc: Encounter, one: Combatant, pos: int, size: int) -> bool:
        """Is there room for this combatant there: on the board, on ground, and with nobody else in the way?"""
        squares = enc.board.footprint(pos, size)
        for other in enc.combatants.values():
            if other.id == one.id or not self.takes_room(other):
                continue
            for held in enc.board.footprint(other.pos, other.size):
                if held in squares:
                    return False
        return bool(squares) and not [square for square in squares if enc.board.blocked(square)]

    def takes_room(self, one: Combatant) -> bool:
        """Does this combatant keep others out of its squares?"""
        return not one.out

    def value_set(self, table: Table, who: str, field: str) -> None:
        """The GM has set a field: whatever must follow for the state to make sense, follows."""

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        """May a seat that does not run this combatant know its keeper's numbers all the same?"""
        return False

    def over_reason(self) -> Reason:
        """Why nothing can be done once the encounter is over."""
        return Reason("0.5", "the encounter is over", "undo, or begin another")

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Blank, in a copy made for a seat, the numbers of a combatant this seat may not know."""

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        """For odds: fill in, in a copy made for a seat, whatever it does not know of this combatant, frail or sturdy
        (`views.py`). Both must be possible, look alike, differ wherever something is not known, and follow from what
        is known alone. `enc` is what the seat knows."""

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        """What a seat does not know of this combatant, in words that follow its name; empty where it knows all."""
        return ""

    def carry_through(self, before: Encounter, table: Table) -> str:
        """For odds: let what a command has only begun take effect; returns what that leaves out, empty without any."""
        return ""

    def outcome_words(self, before: Encounter, after: Encounter) -> list[str]:
        """For odds: what came of a command in words, where no event of it says so."""
        return []

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        """The numbers of a combatant whose change is worth odds: health, points."""
        return gauges_of(enc.combatants[who])

    def score(self, enc: Encounter, side: str) -> int:
        """How well a side stands, for policies that look one step ahead: by what keeps people on their feet."""
        total = 0
        for one in enc.combatants.values():
            life = int(one.value_of(self.life)) if self.life else int(one.present)
            total += life if one.side == side else -life
        return total

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        """What a seat sees of a combatant: every field with a title that it may know."""
        return card_of(self, enc, who, seat)

    def rail(self, enc: Encounter, seat: str) -> Rail:
        """The order of action as a seat sees it, then everybody who has no place in it."""
        return rail_of(self, enc, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        """One line of that order."""
        return row_of(self, enc, who, seat)

    def heading(self, enc: Encounter) -> str:
        """What stands above it."""
        return f"Round {enc.flow.round}" if enc.flow.round else "Before the first round"

    def lying(self, enc: Encounter) -> list[Lying]:
        """Things that lie about, and zones, for maps."""
        return []

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        """What the rules make of an entry of the content files, in sentences; None leaves it to its fields."""
        return None

    def glossary(self, enc: Encounter) -> list[Entry]:
        """Everything a person may ask about; creatures and scenarios keep their secrets."""
        tables = enc.content.tables
        kinds, plans = enc.content.kinds(), list(enc.content.scenarios)
        closed: list[str] = []
        for section, entries in tables.items():
            if not [id for id in entries if id not in kinds] or not [id for id in entries if id not in plans]:
                closed.append(section)
        things: list[Entry] = []
        for entry in table_entries(tables, closed, self.section_rules):
            data = tables[entry.section][entry.id]
            told = self.explain(entry.section, data, enc.content.names()) if isinstance(data, dict) else None
            things.append(entry if told is None else entry.explained(told))
        return (
            action_entries(self.actions)
            + things
            + terrain_entries(enc.board)
            + option_entries(self.options, enc.options.values)
        )

    def uses(self, event: Event) -> list[str]:
        """Which pieces of content this event shows used with effect: "item:x", "spell:y"; for `prove`."""
        return []

    def inventory(self) -> list[str]:
        """All pieces of content and transitions that play must be able to use, in the words of `uses`."""
        return []

    # ------------------------------------------------- what every game shares

    def rule_numbers(self) -> list[str]:
        """The numbers of all its rules, read from its documents once."""
        if self._paragraphs is None:
            self._paragraphs = numbered(self.package)
        return self._paragraphs

    def stage(self, rows: list[str], chosen: dict[str, str]) -> Encounter:
        """An empty encounter on a drawn map, for worked examples and experiments."""
        return self.empty("stage", rows or OPEN_FLOOR, chosen, self.example_content())

    def example_content(self) -> Content:
        """The content with the people of the worked examples, read once."""
        if self._examples is None:
            self._examples = self._source.content_with_cast() if self._source is not None else self.content
        return self._examples

    def creature_kinds(self) -> list[str]:
        """Every kind of combatant there is to play with."""
        return self.content.kinds()

    def kinds_in(self, enc: Encounter) -> list[str]:
        """The kinds that can be added to this encounter: worked examples know a few more."""
        return enc.content.kinds()

    def cast_kinds(self) -> list[str]:
        """Kinds that appear only in worked examples."""
        known = self.creature_kinds()
        return [kind for kind in self.example_content().kinds() if kind not in known]

    def action(self, command: Command) -> Action:
        action = self.actions.get(command.verb)
        if action is None:
            raise Invalid("command", "verb", command.verb, "one of " + ", ".join(self.actions))
        return action

    def reasons(self, enc: Encounter, command: Command) -> list[Reason]:
        """Every reason against a well-formed command, after the GM's refuse / warn / allow per paragraph."""
        action = self.action(command)
        action.check(enc, command)
        reasons = soften(enc, action.reasons_against(enc, command))
        if [reason for reason in reasons if reason.needs]:
            return with_remedies(reasons, self._open_shapes(enc, command.who, [reason.needs for reason in reasons]))
        return reasons

    def _open_shapes(self, enc: Encounter, who: str, needs: list[str]) -> list[str]:
        """Which of these verbs and shapes somebody can still use now."""
        found: list[str] = []
        for action in self.actions.values():
            words = [word for word in [action.verb, *action.shape.split()] if word in needs and word not in found]
            if words and not action.window:
                choice = action.choice(enc, who)
                if choice is not None and choice.size:
                    found.extend(words)
        return found

    def open_to(self, who: str) -> list[Action]:
        """The actions that are somebody's to choose from, legal or not."""
        return list(self.actions.values())

    def menu(self, enc: Encounter, who: str) -> list[Choice]:
        """The legal commands of somebody in turn, for machines."""
        choices: list[Choice] = []
        for action in self.open_to(who):
            if action.window:
                continue
            choice = action.choice(enc, who) if not enc.modes else self._softened_choice(enc, who, action)
            if choice is not None:
                choices.append(choice)
        return choices

    def _softened_choice(self, enc: Encounter, who: str, action: Action) -> Choice | None:
        if soften(enc, action.bars(enc, who)):
            return None
        plain = action.choice(enc, who) if "path" in action.shape.split() else None
        # Where nothing speaks against a walk it need not be judged again, square by square.
        clear = dict.fromkeys(plain.squares) if plain is not None else {}
        legal = [
            c for c in action.picks(enc, who) if (c.squares and c.squares[-1] in clear) or not self.reasons(enc, c)
        ]
        if plain is not None and len(legal) == plain.size:
            return plain
        return Choice(who, action.verb, legal, [], None) if legal else None

    def offers(self, enc: Encounter, who: str, window: str = "") -> list[Offer]:
        """Every action as a person sees it, greyed ones included; with a window, its reactions."""
        offers: list[Offer] = []
        for action in self.open_to(who):
            if action.window == window:
                offer = action.offer(enc, who)
                soften_offer(enc, action, offer)
                offers.append(offer)
        shapes = [word for offer in offers if offer.open for word in [offer.verb, *offer.shape.split()]]
        for offer in offers:
            offer.blocked = with_remedies(offer.blocked, shapes)
            for pick in offer.picks:
                pick.blocked = with_remedies(pick.blocked, shapes)
        return offers

    def reactions(self, enc: Encounter, who: str, window: str) -> list[Command]:
        """The legal reactions of somebody in a window."""
        commands: list[Command] = []
        for action in self.windows[window]:
            choice = action.choice(enc, who) if not enc.modes else self._softened_choice(enc, who, action)
            if choice is not None:
                for index in range(choice.size):
                    commands.append(choice.command(index))
        return commands

    def perform(self, table: Table, command: Command) -> None:
        """Do a judged command or a step."""
        if command.who == TABLE:
            self.steps[command.verb].perform(table, command)
            return
        action = self.action(command)
        enc = table.enc
        if enc.modes or enc.leaves:
            self._note_leniency(table, command, action)
        action.perform(table, command)

    def _note_leniency(self, table: Table, command: Command, action: Action) -> None:
        """Put on record what a warning or the GM's leave let pass."""
        enc = table.enc
        reasons = action.reasons_against(enc, command)
        for reason in reasons:
            if enc.modes.get(reason.paragraph) == "warn":
                table.emit(Warned(command.who, reason.paragraph))
        left = soften(enc, reasons)
        if left and enc.has_leave(command):
            table.emit(LeaveUsed(command.who, command.to_json(), paragraphs(left)))

    def content_with(self, entries: Tables) -> Content:
        """The content of a saved game: what is installed, with the entries that the game carries."""
        return self.content if self._source is None else self._source.content_with(self.content, entries)

    def read(self, data: dict[str, object], content: Content, board: Board | None = None) -> Encounter:
        """The encounter behind its JSON; on a board that is known already, or the one in the data."""
        options = data["options"]
        assert isinstance(options, dict)
        return encounter_from_json(data, content, self.settle(options), board)

    def passes(self, who: str) -> Command:
        return Command(who, PASS)
