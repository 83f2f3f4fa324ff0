"""The ruleset object of Phases of Play: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import (
    GM,
    PASS,
    TABLE,
    Choice,
    Combatant,
    Command,
    Content,
    Encounter,
    Invalid,
    Lying,
    Options,
    Place,
    Scenario,
    Table,
)
from fracas.engine.board import Board
from fracas.engine.card import Card, Row, Turn
from fracas.engine.event import events_of
from fracas.engine.events import Event
from fracas.rulesets.phases_of_play.acting import UNTIMED, by_phase, loose_one
from fracas.rulesets.phases_of_play.aiming import find
from fracas.rulesets.phases_of_play.being import (
    Being,
    being,
    own_content,
    phases,
)
from fracas.rulesets.phases_of_play.bosses import ENVIRONMENT
from fracas.rulesets.phases_of_play.conditions import StacksSet, by_sheet
from fracas.rulesets.phases_of_play.content import SCHEMA_MODEL, load
from fracas.rulesets.phases_of_play.distances import gap_at, place, word_of
from fracas.rulesets.phases_of_play.explaining import ability_gist, explain
from fracas.rulesets.phases_of_play.falling import stalled
from fracas.rulesets.phases_of_play.gm_side import GmSide
from fracas.rulesets.phases_of_play.grapple import broken_grips
from fracas.rulesets.phases_of_play.groups import has_place, note_deed
from fracas.rulesets.phases_of_play.knowing import figures_known, veil
from fracas.rulesets.phases_of_play.maps import Ground, drawn
from fracas.rulesets.phases_of_play.options import PhaseOptions, options
from fracas.rulesets.phases_of_play.phase_changes import DeedCounted
from fracas.rulesets.phases_of_play.phases import (
    automatic,
    automatic_word,
    bars_over,
)
from fracas.rulesets.phases_of_play.profiles import Evening, Presence
from fracas.rulesets.phases_of_play.sections import ACTIONS, REPLIES, STEPS
from fracas.rulesets.phases_of_play.showing import card_of, heading_of, row_of
from fracas.rulesets.phases_of_play.stealth import gone
from fracas.rulesets.phases_of_play.tests import OUTCOMES
from fracas.rulesets.phases_of_play.turn_order import late, skip_setup
from fracas.rulesets.phases_of_play.turns import everybody_out, turn_over
from fracas.rulesets.phases_of_play.unknown import fill
from fracas.rulesets.phases_of_play.worth import broken, inventory_of, perils_of, used_by, worth_of
from fracas.rulesets.phases_of_play.zones import TONES, zones_said

GAUGES: Final = ("health", "shield", "vitality", "beats")
METRIC: Final = {"one": "diagonal-1", "alternating": "alternating"}
ENCOUNTER: Final = ("setup", "main", "paused")
"""The phases in which whoever comes is a late comer."""


class PhasesOfPlay(GmSide):
    """The game of the source, from freeplay through encounters to the end of the episode."""

    card_flow: ClassVar[tuple[str, ...] | None] = ("requests",)

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "phases_of_play",
            "Phases of Play",
            "1",
            "Freeplay and encounters: turns of two Beats, Tests on a d10, zones, conditions, reactions and bosses.",
            "fracas.rulesets.phases_of_play",
            extra,
        )
        self.life = "health"
        self.lasting = ["name", "health", "vitality", "recoveries", "kits", "favors", "level", "xp"]
        self.over_reason = bars_over
        self.results = list(reversed(OUTCOMES))
        self.check_dice = "1d10"
        self.offer_options(PhaseOptions)
        self.gauge_words = {name: name.capitalize() for name in GAUGES}
        self.field_words = {field.typed: field.title for field in Being.FIELDS if field.title}
        self.section_rules = {"ability": "7.2", "weapon": "15.2", "zone": "12.3"}
        self.use_content(load, SCHEMA_MODEL)
        self.register(ACTIONS, STEPS, events_of(self.package), REPLIES)
        self.in_phase = by_phase(self.people_actions)
        """What people may do in each phase."""
        self.said_in = by_phase(self.gm_actions)
        """What the GM may say."""

    def distance_words(self, enc: Encounter, here: int, there: int) -> str:
        """In units, and by the word for what reaches so far."""
        units = gap_at(enc, here, 1, 0, there, 1, 0)
        return f"{units} {'unit' if units == 1 else 'units'}, {word_of(units)}"

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(section, data, names)

    def gist(self, section: str, data: dict[str, object], names: dict[str, str]) -> str:
        return ability_gist(data, names) if section == "ability" else super().gist(section, data, names)

    # ------------------------------------------------------------ starting

    def set_scene(self, enc: Encounter, plan: Scenario) -> None:
        assert isinstance(plan, Evening)
        phases(enc).environment = plan.environment[:]
        super().set_scene(enc, plan)

    def place(self, enc: Encounter, place: Place) -> Being:
        """Those of a scenario may be Sneaky, in the air or not alert; by an option they may need more room."""
        assert isinstance(place, Presence)
        super().place(enc, place)
        one = being(enc, place.id)
        one.altitude, one.xp = place.altitude, place.xp
        if place.alert >= 0:
            one.alert = place.alert
        if not self.fits(enc, one, one.pos, one.size):
            one.pos = self._nearest_room(enc, one)
        if place.sneaky:
            enc.happen(StacksSet(one.id, "sneaky", 1, "", "from the start"))
        return one

    def _nearest_room(self, enc: Encounter, one: Being) -> int:
        """9.9: where somebody who is larger by the option finds room, as near as can be."""
        best, least = -1, 0
        for pos in range(enc.board.size):
            far = enc.board.distance(one.pos, pos)
            if (best < 0 or far < least) and self.fits(enc, one, pos, one.size):
                best, least = pos, far
        if best < 0:
            raise Invalid("option", "sizes", options(enc).sizes, f"a map with room for {one.name}")
        return best

    def empty(self, title: str, rows: list[str], chosen: dict[str, str], content: Content) -> Encounter:
        """12.1: the map brings its zones and lights."""
        enc = super().empty(title, rows, chosen, content)
        ground = self.ground(rows, enc.options)
        flow, known = phases(enc), own_content(content).zones
        flow.zones, flow.lights, flow.environment = ground.zones[:], ground.lights[:], ground.environment[:]
        for zone in flow.zones:
            if zone.name not in known:
                raise Invalid("map", "zone", zone.name, "one of " + ", ".join(known))
        return enc

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        return self.ground(rows, options).board

    def ground(self, rows: list[str], options: Options) -> Ground:
        """9.3: the option says how diagonals count."""
        return drawn(rows, METRIC[options.values["diagonals"]])

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Being:
        """9.9, 14.10: a fresh card, with what options make of it."""
        one = super().make(enc, kind, id, pos, side, seat)
        assert isinstance(one, Being)
        one.sheet_words = by_sheet(enc)
        one.in_units = options(enc).sizes == "units"
        one.size = one.size_from(one.size_word)
        if not one.pc and not one.card.boss and options(enc).npc_vitality:
            one.vitality = one.max_vitality = max(2, one.card.vitality)
        one.joining = enc.flow.phase in ENCOUNTER
        return one

    def skip_setup(self, enc: Encounter) -> None:
        skip_setup(enc)

    # ------------------------------------------------------------ facts

    def fact(self, enc: Encounter, name: str) -> str:
        flow = phases(enc)
        if name == "order":
            return " ".join([who for slot in flow.order for who in slot.who if has_place(being(enc, who))])
        if name == "active":
            return " ".join([who for who in self.actors(enc) if who != GM])
        if name == "requests":
            return " ".join([request.who for request in flow.requests])
        if name in ("winner", "group", "said"):
            return str(getattr(flow, name))
        if name == "groups":
            return " / ".join([" ".join(group) for group in flow.groups])
        if name == "trigger":
            return flow.trigger.name if flow.trigger is not None else ""
        if name.startswith("zone-"):
            return zones_said(enc, name.removeprefix("zone-"))
        return super().fact(enc, name)

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        if field == "request":
            request = phases(enc).request_of(who)
            return request.kind if request is not None else ""
        if field == "toward":
            to = being(enc, who).toward
            return enc.board.name(to) if to >= 0 else ""
        return super().value_of(enc, who, field)

    # ------------------------------------------------------------ going on

    def choices(self, enc: Encounter, who: str) -> list[Choice]:
        """What one's turn, one's state and one's pools bar at a price is not asked of each action at that price."""
        if who == GM:
            said = [action.choice(enc, who) for action in self.said_in[enc.flow.phase]]
            return [choice for choice in said if choice is not None]
        one, shut = being(enc, who), dict[int, bool]()
        found: list[Choice] = []
        for action in self.in_phase[enc.flow.phase]:
            rate = action.rate
            if rate >= 0 and rate not in shut:
                shut[rate] = bool(action.bars_alike(enc, one))
            if (rate < 0 or not shut[rate]) and action.possible(enc, who) and not action.bars_besides(enc, one):
                choice = action.choice_if_open(enc, who)
                if choice is not None:
                    found.append(choice)
        return found

    def perform(self, table: Table, command: Command) -> None:
        super().perform(table, command)
        if command.who != TABLE:
            # What nobody saw is no news to those who waited.
            unseen = command.who in table.enc.combatants and table.enc.combatants[command.who].hidden
            table.emit(DeedCounted(command.verb == PASS or unseen))
        if options(table.enc).delaying:
            note_deed(table, command.who)

    def next_step(self, enc: Encounter) -> Command | None:
        if enc.over:
            return None
        phase = enc.flow.phase
        if phase == "":
            return Command(TABLE, "open")
        if stalled(enc):
            return Command(TABLE, "fall")
        if broken_grips(enc):
            return Command(TABLE, "let-go")
        if gone(enc):
            return Command(TABLE, "get-away")
        if late(enc):
            return Command(TABLE, "join")
        if automatic(enc) and automatic_word(enc):
            return Command(TABLE, "automatic-gm")
        if phase != "main":
            return None
        if phases(enc).boss_due:
            return Command(TABLE, "legendary")
        if turn_over(enc) and not everybody_out(enc):
            return Command(TABLE, "next")
        return None

    # ------------------------------------------------------------ the words of answers

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """Favors by the die, orders by who comes when, squares by where one goes."""
        if command.verb == "favor":
            return f"Roll die {command.numbers[0]} again" if command.numbers else ""
        if command.verb == "place":
            return ", then ".join([enc.name(who) for who in command.targets])
        if command.verb == ENVIRONMENT:
            where = [*[enc.name(who) for who in command.targets], *[place(enc, square) for square in command.squares]]
            return f"{find(enc, command.thing).name}: {', '.join(where)}"
        if command.verb == "go" and window == "free-move":
            return f"To {enc.board.label(command.squares[0])}"
        return ""

    # ------------------------------------------------------------ knowing

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return figures_known(enc, who, seat)

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        assert isinstance(one, Being)
        veil(one)

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        assert isinstance(one, Being)
        if not figures_known(enc, one.id, seat):
            fill(enc, one, sturdy)

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        return "" if figures_known(enc, who, seat) else "figures"

    def lying(self, enc: Encounter) -> list[Lying]:
        """Zones with their stacks, and lights: what a square holds besides its ground."""
        laid = phases(enc).zones + phases(enc).lights
        return [Lying(zone.pos, zone.name, True, zone.stacks, TONES.get(zone.name, ""), zone.name) for zone in laid]

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        return card_of(enc, who, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        return row_of(enc, who, seat)

    def in_order(self, enc: Encounter, seat: str) -> list[Turn]:
        """Whoever has ended the turn is not in turn any more; without turns it is the loose order's."""
        turns = super().in_order(enc, seat)
        loose = loose_one(enc) if enc.flow.phase in UNTIMED else ""
        for turn in turns:
            goes_on = turn.active and enc.flow.phase == "main" and not being(enc, turn.who).turn_over
            turn.active = goes_on or turn.who == loose
        return turns

    def heading(self, enc: Encounter) -> str:
        return heading_of(enc)

    # ------------------------------------------------------------ for bots and proofs

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        one = being(enc, who)
        return {name: int(getattr(one, name)) for name in GAUGES}

    def left(self, enc: Encounter, who: str) -> int:
        one = being(enc, who)
        return one.health + one.shield

    def perils(self, enc: Encounter, who: str) -> dict[int, int]:
        return perils_of(enc, being(enc, who))

    def score(self, enc: Encounter, side: str) -> int:
        return worth_of(enc, side)

    def invariants(self, enc: Encounter) -> list[str]:
        return broken(enc)

    def uses(self, event: Event) -> list[str]:
        return used_by(event)

    def inventory(self) -> list[str]:
        return inventory_of(own_content(self.content))
