"""The ruleset object of Phases of Play: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import Final

from fracas.engine.action import Action, soften_offer
from fracas.engine.board import Grid
from fracas.engine.card import Card, Rail
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.content import read_tables
from fracas.engine.encounter import Contents, Encounter, Seat, misplaced
from fracas.engine.errors import Invalid
from fracas.engine.event import Event
from fracas.engine.flow import Slot
from fracas.engine.glossary import Tables
from fracas.engine.lying import Lying
from fracas.engine.offer import Choice, Offer
from fracas.engine.reason import Reason
from fracas.engine.ruleset import Ruleset, ScenarioInfo
from fracas.engine.table import Table
from fracas.rulesets.phases_of_play import content
from fracas.rulesets.phases_of_play.abilities import EndEffect, React, Use
from fracas.rulesets.phases_of_play.acting import UNTIMED, GmAction, bars_loose
from fracas.rulesets.phases_of_play.basic_abilities import Dodge, Hostile, Melee, Shoot, Swing, Trick
from fracas.rulesets.phases_of_play.beats import FreeAct, MoreFree, Reply, Say
from fracas.rulesets.phases_of_play.being import CORE, LASTING, Being, Shelf, being, beings, lore, phases
from fracas.rulesets.phases_of_play.bosses import Legendary, allowance
from fracas.rulesets.phases_of_play.conditions import by_sheet, end, gain
from fracas.rulesets.phases_of_play.damage import die, go_down, vital, wake
from fracas.rulesets.phases_of_play.ending import EndEncounter, EndEpisode, LevelUp, close
from fracas.rulesets.phases_of_play.events import (
    EVENTS,
    AbilityUsed,
    DeedCounted,
    EnvironmentActed,
    PhaseChanged,
    StacksSet,
    Strode,
    Touched,
    ZoneSet,
    ability_name,
    figures_known,
)
from fracas.rulesets.phases_of_play.explaining import explain
from fracas.rulesets.phases_of_play.freeplay import (
    AskTest,
    Deny,
    Grant,
    ImposeOrder,
    Improvise,
    LiftOrder,
    Once,
    TakeBack,
)
from fracas.rulesets.phases_of_play.grapple import (
    BreakFree,
    Choke,
    Deck,
    Drag,
    Grab,
    LetGo,
    Mount,
    Release,
    Wrench,
    broken_grips,
)
from fracas.rulesets.phases_of_play.late_comers import Join, late
from fracas.rulesets.phases_of_play.laying import AddZone, ClearZone
from fracas.rulesets.phases_of_play.maps import read_ground
from fracas.rulesets.phases_of_play.movement import WAYS, Dash, Go, Hover, ImproviseRange
from fracas.rulesets.phases_of_play.movement_ranges import Catch, Fall, stalled
from fracas.rulesets.phases_of_play.options import PRESETS, PhaseOptions, options
from fracas.rulesets.phases_of_play.pause import AskSlow, EndPause, Pause, Resume
from fracas.rulesets.phases_of_play.phase_flow import PhaseFlow, Zone
from fracas.rulesets.phases_of_play.phases import (
    AutomaticGm,
    BeginEncounter,
    Open,
    ToFreeplay,
    all_wait,
    automatic,
    automatic_command,
    automatic_word,
    bars_over,
)
from fracas.rulesets.phases_of_play.postures import Breathe, GoProne, HoldBreath, Stand
from fracas.rulesets.phases_of_play.rest import FirstAid, Rest, take_effect
from fracas.rulesets.phases_of_play.showing import card_of, rail_of
from fracas.rulesets.phases_of_play.stealth import (
    Covert,
    Escape,
    GetAway,
    Sneak,
    SneakAttack,
    SneakDash,
    SneakEvade,
    gone,
)
from fracas.rulesets.phases_of_play.tests import Contest, GroupTest
from fracas.rulesets.phases_of_play.turn_order import Arrange, RollOrder, Split, has_place, places_in_words
from fracas.rulesets.phases_of_play.turns import (
    Delay,
    Keep,
    Next,
    Pass,
    everybody_out,
    note_deed,
    turn_over,
)
from fracas.rulesets.phases_of_play.unknown import fill
from fracas.rulesets.phases_of_play.zones import TONES, zones_of

METRIC: Final = {"one": "diagonal-1", "alternating": "alternating"}
ENCOUNTER: Final = ("setup", "main", "paused")
"""The phases in which whoever comes is a late comer."""
LOOKING: Final = {"well": 10, "hurt": 7, "badly hurt": 4}
"""Health out of ten that stands in for a secret one, so that its owner looks the same."""
GM_FIRST: Final = 3
"""Every so many commands the GM is first in turn, if there is something for the GM to say."""
TRANSITIONS: Final = (
    "->freeplay", "freeplay->setup", "setup->main", "main->paused", "paused->main", "main->end", "paused->end",
    "end->freeplay", "freeplay->over", "end->over",
)  # fmt: skip


class PhasesOfPlay(Ruleset):
    """The game of the source, from freeplay through encounters to the end of the episode."""

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "phases_of_play",
            "Phases of Play",
            "1",
            "Freeplay and encounters: turns of two Beats, Tests on a d10, zones, conditions, reactions and bosses.",
            "fracas.rulesets.phases_of_play",
        )
        self.life = "health"
        self.offer_options(PhaseOptions, PRESETS)
        self.gauge_words = {"health": "Health", "shield": "Shield", "vitality": "Vitality", "beats": "Beats"}
        self.field_words = {
            "xp": "Experience Points", "kits": "first aid kits", "dodges": "Dodge Points",
            "max-dodges": "most Dodge Points", "free-actions": "Free Actions",
            "way": "way covered to another place",
        }  # fmt: skip
        self.section_rules = {"ability": "7.2", "weapon": "15.2", "zone": "12.3"}
        self.extra = extra if extra is not None else []
        loaded = content.load([content.BUILTIN, *self.extra])
        self.content = loaded
        self.contents = Shelf(loaded)
        self.content_hash = loaded.hash
        self.register(
            [*play_actions(), *reaction_actions(), *gm_actions()],
            [Open(), Next(), Join(), Fall(), LetGo(), Legendary(), GetAway(), AutomaticGm()],
            EVENTS,
        )
        self.gm_actions = [action for action in self.actions.values() if isinstance(action, GmAction)]
        self.play_actions = [
            action for action in self.actions.values() if not action.window and not isinstance(action, GmAction)
        ]

    def with_content(self, paths: list[str]) -> PhasesOfPlay:
        return PhasesOfPlay(paths)

    def tables(self) -> Tables:
        return read_tables([content.BUILTIN, *self.extra])

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(section, data, names)

    def read_contents(self, with_cast: bool) -> Contents:
        cast = [content.CAST] if with_cast else []
        return Shelf(content.load([content.BUILTIN, *self.extra, *cast]))

    # ------------------------------------------------------------ starting

    def scenarios(self) -> list[ScenarioInfo]:
        """Easy ones first, as their ranks say."""
        plans = sorted([(one.rank, one.id) for one in self.content.scenarios.values()])
        known = self.content.scenarios
        return [ScenarioInfo(id, known[id].title, known[id].description) for _, id in plans]

    def start(self, scenario: str, chosen: dict[str, str], seeds: list[str]) -> Encounter:
        """The scenario's people in its order, on its squares or in its places."""
        plan = self.content.scenarios.get(scenario)
        if plan is None:
            raise Invalid("scenario", "id", scenario, "one of " + ", ".join(self.content.scenarios))
        enc = self.empty(plan.title, plan.rows, chosen, self.contents)
        enc.seeds = seeds[:]
        enc.notes = [plan.notes] if plan.notes else []
        phases(enc).environment = [ability.id for ability in plan.environment]
        for entry in plan.entries:
            one = self._ready(enc, entry.card.id, entry.id, enc.board.parse(entry.at), entry.side, entry.seat)
            one.name = entry.name or one.name
            one.hidden = entry.hidden
            one.altitude = entry.altitude
            one.xp = entry.xp
            if entry.alert >= 0:
                one.alert = entry.alert
            if not self.fits(enc, one, one.pos, one.size):
                one.pos = self._nearest_room(enc, one)
            enc.combatants[one.id] = one
            if entry.sneaky:
                StacksSet(one.id, "sneaky", 1, "", "from the start").apply(enc)
            if one.seat not in enc.seats:
                enc.seats[one.seat] = Seat(one.seat)
        return enc

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

    def empty(self, title: str, rows: list[str], chosen: dict[str, str], contents: Contents) -> Encounter:
        """9.3, 12.1: the option says how diagonals count; the map brings its zones and lights."""
        assert isinstance(contents, Shelf)
        settled = self.settle(chosen)
        ground = read_ground(rows, "map", METRIC[settled.values["diagonals"]])
        flow = PhaseFlow()
        enc = Encounter(title, settled, ground.board, flow, contents)
        flow.zones = [Zone(z.name, z.pos, z.stacks, z.low, z.high) for z in ground.zones]
        flow.environment = ground.environment
        flow.lights = [Zone(z.name, z.pos, 1) for z in ground.lights]
        for zone in flow.zones:
            if zone.name not in contents.content.zones:
                raise Invalid("map", "zone", zone.name, "one of " + ", ".join(contents.content.zones))
        enc.seats[GM] = Seat(GM)
        return enc

    def _ready(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Being:
        """9.9, 14.10: a fresh card, with what options make of it."""
        shelf = lore(enc)
        card = shelf.cards[kind]
        one = Being(shelf, card, id, card.name, side, seat, pos)
        one.sheet_words = by_sheet(enc)
        one.in_units = options(enc).sizes == "units"
        one.size = one.size_from(card.size)
        if not card.pc and not card.boss and options(enc).npc_vitality:
            one.vitality = one.max_vitality = max(2, card.vitality)
        return one

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        one = self._ready(enc, kind, id, pos, side, seat)
        one.joining = enc.flow.phase in ENCOUNTER
        return one

    def lasting(self) -> list[str]:
        return ["name", "health", "vitality", "recoveries", "kits", "favors", "level", "xp"]

    def goes_on(self, one: Combatant) -> bool:
        return super().goes_on(one) and not one.has("dead")

    def kinds_on(self, contents: Contents) -> list[str]:
        assert isinstance(contents, Shelf)
        return list(contents.content.cards)

    def skip_setup(self, enc: Encounter) -> None:
        """The Main phase, round 1, in the order of the list: for worked examples only."""
        flow = phases(enc)
        flow.phase = "main"
        flow.round, flow.turn = 1, 1
        flow.groups = [[one.id] for one in beings(enc) if not one.pc]
        flow.order = []
        for one in beings(enc):
            one.taking_part = True
            flow.order.append(Slot([one.id], "pc" if one.pc else "npc"))
        for one in beings(enc):
            one.legendary_left = allowance(enc) if one.card.legendary else 0
        flow.at = 0
        if flow.order:
            first = beings(enc)[0]
            spent = first.extra
            first.begin_turn()
            first.extra = spent

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
            return self.zones_said(enc, name.removeprefix("zone-"))
        return super().fact(enc, name)

    def zones_said(self, enc: Encounter, square: str) -> str:
        """12.1: the zones of a square, by name."""
        found: dict[str, int] = {}
        pos = enc.board.parse(square)
        for zone in phases(enc).zones:
            if zone.pos == pos:
                found[zone.name] = found.get(zone.name, 0) + zone.stacks
        return " ".join([f"{name} {found[name]}" for name in sorted(found)])

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        if field == "request":
            request = phases(enc).request_of(who)
            return request.kind if request is not None else ""
        if field == "toward":
            to = being(enc, who).toward
            return enc.board.name(to) if to >= 0 else ""
        return super().value_of(enc, who, field)

    # ------------------------------------------------------------ going on

    def actors(self, enc: Encounter) -> list[str]:
        """2.1, 6.2: who may act now; the GM always may, and comes first now and then when a word is due.

        In Freeplay everybody is first in turn, player characters before NPCs.
        """
        phase = enc.flow.phase
        if enc.over or phase in ("", "over"):
            return []
        people: list[str] = []
        if phase == "main":
            people = [who for who in enc.flow.active if not being(enc, who).turn_over and being(enc, who).present]
        elif phase in UNTIMED:
            able = [one for one in beings(enc) if one.present and not bars_loose(enc, one)]
            people = [one.id for one in able if one.pc] + [one.id for one in able if not one.pc]
            turn = max(0, phases(enc).deeds - 1) % len(people) if people else 0
            people = [*people[turn:], *people[:turn]]
            waiting = phases(enc).waiting
            people = [*[who for who in people if who not in waiting], *[who for who in people if who in waiting]]
        due = (phases(enc).deeds % GM_FIRST == 0 or all_wait(enc)) and automatic_word(enc)
        return [GM, *people] if due else [*people, GM]

    def stand_in(self, enc: Encounter) -> Command | None:
        """What the automatic GM would say now, for bots in the GM's seat."""
        return automatic_command(enc)

    def bot_menu(self, enc: Encounter, menu: list[Choice]) -> list[Choice]:
        """In Freeplay bots strike no first blow: before there is a fight people choose, or the GM announces it."""
        if enc.flow.phase != "freeplay" or phases(enc).harmed:
            return menu
        found: list[Choice] = []
        for choice in menu:
            if choice.verb == "use":
                mild = [command for command in choice.commands if not lore(enc).abilities[command.thing].harmful]
                if mild:
                    found.append(Choice(choice.who, choice.verb, mild, [], None))
            elif not isinstance(self.actions[choice.verb], Hostile):
                found.append(choice)
        return found or menu

    def menu(self, enc: Encounter, who: str) -> list[Choice]:
        actions = self.gm_actions if who == GM else self.play_actions
        choices: list[Choice] = []
        for action in actions:
            choice = action.choice(enc, who) if not enc.modes else self._softened_choice(enc, who, action)
            if choice is not None:
                choices.append(choice)
        return choices

    def offers(self, enc: Encounter, who: str, window: str = "") -> list[Offer]:
        """The GM is offered the GM's commands, everybody else their own."""
        actions: list[Action] = list(self.windows.get(window, []))
        if not window:
            actions = [*(self.gm_actions if who == GM else self.play_actions)]
        offers: list[Offer] = []
        for action in actions:
            offer = action.offer(enc, who)
            soften_offer(enc, action, offer)
            offers.append(offer)
        return offers

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

    def over_reason(self) -> Reason:
        return bars_over()

    def end_phase(self, table: Table) -> None:
        """1.3: the GM may end a phase by a ruling as well as by name."""
        words = {"freeplay": "encounter", "setup": "roll-order", "main": "pause", "paused": "resume", "end": "freeplay"}
        word = words.get(table.enc.flow.phase, "")
        if word and word != "roll-order":
            self.actions[word].perform(table, Command(GM, word))

    def end(self, table: Table, result: str) -> None:
        close(table, "the GM ends it", result)

    # ------------------------------------------------------------ the GM's word

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """Favors by the die, orders by who comes when, squares by where one goes."""
        if command.verb == "favor":
            return f"Roll die {command.numbers[0]} again" if command.numbers else ""
        if command.verb == "place":
            return ", then ".join([enc.name(who) for who in command.targets])
        if command.verb == "go" and window == "free-move":
            return f"To {enc.board.name(command.squares[0])}"
        return ""

    def condition_names(self) -> list[str]:
        return [*self.content.conditions, *[LASTING + name for name in CORE]]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        if name == "dead":
            die(table, who)
        else:
            gain(table, who, name, value, "", "the GM's word")

    def end_condition(self, table: Table, who: str, name: str) -> None:
        end(table, who, name, "the GM's word")

    def takes_room(self, one: Combatant) -> bool:
        return not one.out and not one.has("dead")

    def fits(self, enc: Encounter, one: Combatant, pos: int, size: int) -> bool:
        """Without a map there is always room."""
        return super().fits(enc, one, pos, size) if isinstance(enc.board, Grid) else enc.board.holds(pos)

    def value_set(self, table: Table, who: str, field: str) -> None:
        """14.5, 14.8, 14.10: figures set by the GM have their consequences."""
        one = being(table.enc, who)
        if field == "health" and not one.has("dead"):
            if one.health <= 0 and not vital(table.enc, one) and one.present:
                go_down(table, who, False)
            elif one.health > 0 and (one.down or one.has("unconscious")):
                wake(table, who)
        elif field == "vitality" and one.vitality <= 0 and vital(table.enc, one) and not one.has("dead"):
            die(table, who)

    # ------------------------------------------------------------ knowing

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return figures_known(enc, who, seat)

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Of an NPC only its looks are known."""
        assert isinstance(one, Being)
        looks, one.max_health = one.looks, 10
        one.health = LOOKING.get(looks, 0)
        one.shield = 0
        one.vitality = one.max_vitality = 1 if one.card.boss else 0
        one.pending = None

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        assert isinstance(one, Being)
        if not figures_known(enc, one.id, seat):
            fill(enc, one, sturdy)

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        return "" if figures_known(enc, who, seat) else "figures"

    def lying(self, enc: Encounter) -> list[Lying]:
        """Zones with their stacks, and lights: what a square holds besides its ground."""
        laid = phases(enc).zones + phases(enc).lights
        return [Lying(zone.pos, zone.name, True, zone.stacks, TONES.get(zone.name, "")) for zone in laid]

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        return card_of(self, enc, who, seat)

    def rail(self, enc: Encounter, seat: str) -> Rail:
        return rail_of(self, enc, seat)

    # ------------------------------------------------------------ for bots and proofs

    def carry_through(self, before: Encounter, table: Table) -> str:
        """What a Slow Action will do, as things stand now."""
        who = table.command.who
        if who not in before.combatants or being(before, who).pending is not None:
            return ""
        pending = being(table.enc, who).pending
        if pending is None:
            return ""
        take_effect(table, who)
        name = ability_name(table.enc, pending.ability)
        return f"what may spoil {name} until it takes effect, at the start of the next turn"

    def outcome_words(self, before: Encounter, after: Encounter) -> list[str]:
        rolled = before.flow.phase in ("freeplay", "setup") and after.flow.phase == "main"
        return places_in_words(after) if rolled else []

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        one = being(enc, who)
        return {"health": one.health, "shield": one.shield, "vitality": one.vitality, "beats": one.beats}

    def score(self, enc: Encounter, side: str) -> int:
        """Health and people of a side against those of the others, and a little for closing in."""
        total = 0
        for one in beings(enc):
            if one.out or one.has("dead"):
                continue
            health = one.health * 1000 // max(one.max_health, 1) + (1000 if one.present else 0)
            worth = max(health + one.shield * 60 + one.vitality * 100 - 40 * len(one.conditions), 0)
            total += worth if one.side == side else -worth
            if one.side == side and one.present:
                gaps = [still_to_go(enc, one, o) for o in beings(enc) if o.side != side and o.present]
                total -= 2 * min(gaps) if gaps else 0
        return total

    def invariants(self, enc: Encounter) -> list[str]:
        return broken(enc)

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, AbilityUsed):
            return [f"ability:{event.ability}"]
        if isinstance(event, EnvironmentActed):
            return [f"ability:{event.ability}"]
        if isinstance(event, StacksSet):
            return [f"condition:{event.name}"] if event.stacks else []
        if isinstance(event, PhaseChanged):
            return [f"transition:{event.before}->{event.phase}"]
        if isinstance(event, Strode):
            return [f"range:{event.mode}"]
        if isinstance(event, Touched):
            return [f"zone:{event.zone}"]
        if isinstance(event, ZoneSet):
            return [f"zone:{event.zone}"]
        return []

    def inventory(self) -> list[str]:
        shelf = self.content
        abilities = [f"ability:{id}" for id, ability in shelf.abilities.items() if ability.time != "passive"]
        conditions = [f"condition:{id}" for id in shelf.conditions]
        zones = [f"zone:{id}" for id in shelf.zones]
        ranges = [f"range:{mode}" for mode, _, _ in WAYS]
        return abilities + conditions + zones + ranges + [f"transition:{word}" for word in TRANSITIONS]


def still_to_go(enc: Encounter, one: Being, other: Being) -> int:
    """How far it is to somebody, less what was covered of the way there."""
    gap = enc.board.distance(one.pos, other.pos)
    nearer = one.toward >= 0 and enc.board.distance(one.toward, other.pos) < gap
    return gap - one.way if nearer else gap


def play_actions() -> list[Action]:
    """What beings do."""
    return [
        *[Go(mode, title, paragraph) for mode, title, paragraph in WAYS],
        Hover(), Melee(), Shoot(), Use(), Dash(), Sneak(),
        Trick("trip", "Trip", "15.3"), Trick("shove", "Shove", "15.3"),
        Grab("grab", "Grab", "15.16"), Mount("mount", "Mount", "15.19"), Drag(), Choke("choke", "Choke", "15.21"),
        Deck("deck", "Deck", "15.23"), BreakFree(), Release(), GoProne(), Stand(), HoldBreath(), Breathe(),
        Rest(), FirstAid(), EndEffect(), Keep(), Say(), FreeAct(), Reply(), Improvise(), ImproviseRange(), MoreFree(),
        TakeBack(), Covert(), AskSlow(), EndPause(), LevelUp(), Delay(), Pass(),
    ]  # fmt: skip


def reaction_actions() -> list[Action]:
    """What is done in answer to something."""
    return [Swing(), Dodge(), SneakAttack(), SneakDash(), SneakEvade(), React(), Wrench(), Catch()]


def gm_actions() -> list[Action]:
    """What the GM says."""
    return [
        BeginEncounter(), RollOrder(), Resume(), EndEncounter(), ToFreeplay(), EndEpisode(), Pause(), Escape(), Split(),
        Arrange(), ImposeOrder(), LiftOrder(), Grant(), AskTest(), Once(), Deny(), GroupTest(), Contest(),
        AddZone(), ClearZone(),
    ]  # fmt: skip


def broken(enc: Encounter) -> list[str]:
    """What no play may reach: Beats never had, figures out of bounds, a trigger left open, the fallen in turn."""
    wrong: list[str] = []
    if phases(enc).triggers:
        wrong.append("a trigger is still open")
    for one in beings(enc):
        if not 0 <= one.beats <= 2:
            wrong.append(f"{one.id} has {one.beats} Beats")
        if min(one.shield, one.health, one.vitality, one.favors, one.dodges, one.kits, one.free_actions) < 0:
            wrong.append(f"{one.id} has a figure below 0")
        if one.health > one.max_health or one.vitality > one.max_vitality or one.favors > 4:
            wrong.append(f"{one.id} has more than there can be")
        if one.health <= 0 and not vital(enc, one) and one.present:
            wrong.append(f"{one.id} is up with no Health")
        if vital(enc, one) and one.vitality <= 0 and not one.down and not one.out:
            wrong.append(f"{one.id} is up with no Vitality")
        if one.in_turn and one.present and "fire" not in one.touched and "fire" in zones_of(enc, one):
            wrong.append(f"{one.id} stands in a fire that did nothing on this turn")
        for condition in one.conditions:
            kind = lore(enc).conditions.get(condition.name.removeprefix(LASTING))
            if kind is not None and condition.value > kind.most:
                wrong.append(f"{one.id} has {condition.value} stacks of {condition.name}")
    return wrong + misplaced(enc, [one for one in beings(enc) if not one.out], sharing=True)
