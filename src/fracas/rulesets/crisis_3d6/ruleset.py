"""The ruleset object of Crisis 3d6: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import GM, TABLE, Combatant, Command, Content, Encounter, Ruleset, Table
from fracas.engine.board import Board, read_map
from fracas.engine.card import Card, Row
from fracas.engine.event import events_of
from fracas.engine.events import ConditionGained, Event, PhaseBegan
from fracas.engine.fields import Number
from fracas.engine.offer import Choice
from fracas.engine.options import Options
from fracas.engine.profile import Place, Scenario
from fracas.engine.seat import Seat
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, bars_times
from fracas.rulesets.crisis_3d6.characters import allowance, carried_weight, initiative, make_ready, slots
from fracas.rulesets.crisis_3d6.conditions import fall, gain, lift, rise, startle, stun
from fracas.rulesets.crisis_3d6.content import SCHEMA_MODEL, load
from fracas.rulesets.crisis_3d6.damage import DEAD, DYING, UNCONSCIOUS, come_to, die, knock_out, restore_health
from fracas.rulesets.crisis_3d6.defence import defence_shown
from fracas.rulesets.crisis_3d6.ending import bars_over, conclude, scattered, withered
from fracas.rulesets.crisis_3d6.explaining import explain
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.healing import attack_the_resting
from fracas.rulesets.crisis_3d6.movement import make_room
from fracas.rulesets.crisis_3d6.older import CONVERSIONS
from fracas.rulesets.crisis_3d6.options import CrisisOptions, options
from fracas.rulesets.crisis_3d6.people import Person, numbers_known, own_content, people, person
from fracas.rulesets.crisis_3d6.profiles import Crisis, Post
from fracas.rulesets.crisis_3d6.sections import ACTIONS, STEPS
from fracas.rulesets.crisis_3d6.setup import DEFAULT_AP, MUSTER, outfit, skip
from fracas.rulesets.crisis_3d6.showing import card_of, row_of
from fracas.rulesets.crisis_3d6.situation import RESPITE
from fracas.rulesets.crisis_3d6.terrain import legend
from fracas.rulesets.crisis_3d6.turn_order import FIGHT, SURPRISE, begin_turn, newcomers, turn_over
from fracas.rulesets.crisis_3d6.unknown import fill
from fracas.rulesets.crisis_3d6.worth import broken, score_of

METRIC: Final = {"one": "diagonal-1", "alternating": "alternating"}
USED: Final = {
    "item-used": ("item", "item"),
    "attack-declared": ("weapon", "weapon"),
    "drawn": ("drawn", "weapon"),
    "stunt-used": ("stunt", "stunt"),
    "perk-used": ("perk", "perk"),
    "phase-began": ("transition", "phase"),
}
"""By kind of event: which piece of content it shows used, and in which of its fields."""


class Crisis3d6(Ruleset):
    """The game of the source, from surprise to the last fight of the day."""

    card_flow: ClassVar[tuple[str, ...] | None] = ()

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "crisis_3d6",
            "Crisis 3d6",
            "2",
            "Three dice under a target number, action points that can be saved, cover and Overwatch.",
            "fracas.rulesets.crisis_3d6",
            extra,
        )
        self.conversions = CONVERSIONS
        self.life = "hp"
        self.lasting = ["name", "hp", "ep", "level", "xp", "ammo"]
        self.over_reason = bars_over
        self.rested = {"hp": 1, "ammo": 0}
        self.results = ["critical hit", "hit", "legendary", "success", "won", "hidden", "nobody wins", "defended"]
        self.results += ["miss", "failure", "lost", "fumble"]
        self.check_dice = "3d6"
        self.offer_options(CrisisOptions)
        gauges = [field for field in Person.FIELDS if isinstance(field, Number) and field.most]
        self.gauge_words = {field.typed: field.title for field in gauges}
        self.section_rules = {
            "weapon": "8.6",
            "armour": "11.8",
            "item": "13.7",
            "stunt": "8.15",
            "perk": "14.13",
            "trait": "14.16",
            "flaw": "14.17",
        }
        self.use_content(load, SCHEMA_MODEL)
        self.register(ACTIONS, STEPS, events_of(self.package))
        self.doings = [
            action for action in self.actions.values() if isinstance(action, CrisisAction) and not action.window
        ]
        """What is done in one's own turn or in a respite."""

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(section, data, names)

    # ------------------------------------------------------------ starting

    def set_scene(self, enc: Encounter, plan: Scenario) -> None:
        """2.1, 15.9: later waves have their seats at the table already."""
        assert isinstance(plan, Crisis)
        flow = crisis(enc)
        flow.surprised = plan.surprised[:] if 1 in plan.surprised_in else []
        flow.scenario = plan.id
        flow.aftermath = plan.aftermath
        for place in plan.entries:
            enc.seats.setdefault(place.seat, Seat(place.seat))
        for post in plan.wave(1):
            self.place(enc, post)

    def place(self, enc: Encounter, place: Place) -> Combatant:
        one = super().place(enc, place)
        assert isinstance(one, Person) and isinstance(place, Post)
        outfit(one, place)
        return one

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """5.4: the option says how diagonals are counted."""
        return read_map(rows, legend(), metric=METRIC[options.values["diagonal"]])[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        one = super().make(enc, kind, id, pos, side, seat)
        assert isinstance(one, Person)
        make_ready(one, options(enc))
        if enc.flow.phase == "" and not crisis(enc).scenario:
            one.ap = DEFAULT_AP
        return one

    def fact(self, enc: Encounter, name: str) -> str:
        return str(getattr(enc.flow, name)) if name in ("winner", "fights", "day") else super().fact(enc, name)

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        one = person(enc, who)
        if field in ("melee-defence", "ranged-defence"):
            return str(defence_shown(enc, one, field == "melee-defence").total)
        derived = {"move": allowance(one), "slots": slots(enc, one), "weight": carried_weight(one)}
        derived["initiative"] = initiative(enc, one).total
        return str(derived[field]) if field in derived else super().value_of(enc, who, field)

    def skip_setup(self, enc: Encounter) -> None:
        skip(enc)

    # ------------------------------------------------------------ going on

    def choices(self, enc: Encounter, who: str) -> list[Choice]:
        """The same lists as action by action, without asking each whether this is the moment for it."""
        if who not in enc.combatants:
            return super().choices(enc, who)
        one, against = person(enc, who), bars_times(enc, who)
        choices: list[Choice] = []
        for action in self.doings:
            if not against[action.time]:
                choice = action.choice_in_time(enc, one)
                if choice is not None:
                    choices.append(choice)
        return choices

    def next_step(self, enc: Encounter) -> Command | None:
        if enc.over:
            return None
        if enc.flow.phase == "":
            return Command(TABLE, "set-up")
        if enc.flow.phase == MUSTER:
            return Command(TABLE, "muster")
        if withered(enc):
            return Command(TABLE, "wither")
        if enc.flow.phase == RESPITE:
            return Command(TABLE, "regroup") if scattered(enc) else None
        if enc.decided:
            return Command(TABLE, "last-side")
        if newcomers(enc):
            return Command(TABLE, "join")
        slot = enc.flow.current
        if slot is not None and not turn_over(enc, slot.who[0]):
            return None
        if not enc.sides_left():
            return Command(TABLE, "last-side")
        return Command(TABLE, "next")

    def end_phase(self, table: Table) -> None:
        """15.11, 16.4: the GM cuts a turn of the table, the surprise turns or a respite short."""
        flow = table.enc.flow
        if flow.phase == SURPRISE:
            # The turn order is rolled in a step of its own: a ruling asks nobody, not even for dice thrown by hand.
            for one in people(table.enc):
                lift(table, one.id, "surprised", "the fight begins")
            table.emit(PhaseBegan(MUSTER, 0))
        elif flow.phase == RESPITE:
            assert flow.current is not None
            side = flow.current.kind
            if [one for one in people(table.enc) if one.present and one.side != side]:
                attack_the_resting(table, side)
            else:
                conclude(table, side, "the GM ends it")
        elif flow.phase:
            begin_turn(table, flow.turn + 1, flow.order)

    def end(self, table: Table, result: str) -> None:
        """16.4: at any moment, by the GM's word."""
        conclude(table, result, "the GM ends it")

    # ------------------------------------------------------------ the GM's word

    def condition_names(self) -> list[str]:
        return own_content(self.content).conditions

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        if name == DEAD:
            die(table, who)
        elif name == UNCONSCIOUS:
            knock_out(table, who)
        elif name == "stunned":
            stun(table, who, GM)
        elif name == "surprised":
            startle(table, who, GM)
        elif name == "prone":
            fall(table, who, GM, person(table.enc, who).facing)
        else:
            gain(table, who, name, GM)

    def end_condition(self, table: Table, who: str, name: str) -> None:
        if name == "prone":
            rise(table, who)
            return
        lift(table, who, name, "ruling")
        if name in (DEAD, UNCONSCIOUS):
            if person(table.enc, who).hp <= 0:
                restore_health(table, who, 1 - person(table.enc, who).hp, "by the GM's word")
            come_to(table, who)
            make_room(table, who)

    def value_set(self, table: Table, who: str, field: str) -> None:
        """11.11, 12.9: Health set by the GM wakes people, or by the option `death` leaves them dying."""
        if field not in ("hp", "max-hp"):
            return
        one = person(table.enc, who)
        if one.hp > 0:
            come_to(table, who)
        elif options(table.enc).death == DYING and one.alive:
            gain(table, who, DYING, GM)

    # ------------------------------------------------------------ knowing

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return numbers_known(enc, who, seat)

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Of the GM's people one sees how they look and whether their armour holds, not what they carry."""
        assert isinstance(one, Person)
        if numbers_known(enc, one.id, seat):
            return
        look = enc.combatants[one.id].value_of("status")
        one.max_hp, one.max_ep = 10, 40
        one.hp = 0 if one.hp <= 0 else 5 if "badly" in look else 8 if "wounded" in look else 10
        one.ep = 0 if one.ep <= 0 else 20 if "winded" in look else 40
        one.durability = min(one.durability, 1)
        one.items, one.carried = [], []
        one.loaded, one.spare, one.used = {}, {}, {}

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        assert isinstance(one, Person)
        if not numbers_known(enc, one.id, seat):
            fill(enc, one, sturdy)

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        return "" if numbers_known(enc, who, seat) else "numbers and what it carries"

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        return card_of(enc, who, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        return row_of(enc, who)

    def heading(self, enc: Encounter) -> str:
        flow = crisis(enc)
        heading = f"Round {flow.turn}" if flow.phase == FIGHT else flow.phase.capitalize() or "Set-up"
        return f"{heading}, fight {flow.fights}" if flow.fights > 1 else heading

    # ------------------------------------------------------------ for bots and proofs

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        one = person(enc, who)
        health = {"hp": one.hp, "ep": one.ep} if one.max_ep else {"hp": one.hp}
        return {**health, "ap": one.ap, "durability": one.durability, "medicine": one.medicine}

    def left(self, enc: Encounter, who: str) -> int:
        one = person(enc, who)
        return one.hp + one.ep

    def score(self, enc: Encounter, side: str) -> int:
        return score_of(enc, side)

    def invariants(self, enc: Encounter) -> list[str]:
        return broken(enc)

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, ConditionGained):
            return [f"condition:{event.condition.name}"]
        word, field = USED.get(event.kind, ("", ""))
        return [f"{word}:{getattr(event, field)}"] if word else []

    def inventory(self) -> list[str]:
        content = own_content(self.content)
        used = [weapon for creature in content.creatures.values() for weapon in creature.weapons]
        weapons = [f"weapon:{id}" for id, weapon in content.weapons.items() if not weapon.simple or weapon in used]
        items = [f"item:{id}" for id, item in content.items.items() if item.effect != "asset"]
        perks = [f"perk:{id}" for id, perk in content.perks.items() if perk.effect != "bonus"]
        stunts = [f"stunt:{id}" for id in content.stunts]
        conditions = [f"condition:{id}" for id in content.conditions]
        phases = [f"transition:{phase}" for phase in ("surprise", "fight", "respite", "over")]
        return weapons + items + perks + stunts + conditions + phases
