"""The ruleset object of Crisis Mode: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import (
    GM,
    PASS,
    RESET,
    TABLE,
    Action,
    Choice,
    Combatant,
    Command,
    Content,
    Encounter,
    Lying,
    Options,
    Place,
    Ruleset,
    Scenario,
    Table,
    misplaced,
)
from fracas.engine.board import Board, read_map
from fracas.engine.card import Card, Row
from fracas.engine.event import events_of
from fracas.engine.events import ConditionGained, Event, PhaseBegan, ValueSet
from fracas.engine.rules_odds import apart_from_foes
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_second_action, bars_turn
from fracas.rulesets.crisis_mode.attacks import ATTACKS, Attack, Reload
from fracas.rulesets.crisis_mode.blows import WORDS
from fracas.rulesets.crisis_mode.conditions import KNOCKED, PostureChanged, gain, lift, mark
from fracas.rulesets.crisis_mode.content import SCHEMA_MODEL, load
from fracas.rulesets.crisis_mode.doors import Door
from fracas.rulesets.crisis_mode.ending import LastSide, bars_over, conclude
from fracas.rulesets.crisis_mode.explaining import explain
from fracas.rulesets.crisis_mode.fighter import (
    Fighter,
    content_of,
    crisis,
    fighter,
    fighters,
    living,
    numbers_known,
    own_content,
    thing_name,
)
from fracas.rulesets.crisis_mode.flow import Dropped
from fracas.rulesets.crisis_mode.free_steps import FreeStep
from fracas.rulesets.crisis_mode.gear import Draw, PickUp, defense_tally
from fracas.rulesets.crisis_mode.injury import FirstAid, WentDown, come_to, die, fell, stabilise
from fracas.rulesets.crisis_mode.items import Drink, ItemUsed, Read
from fracas.rulesets.crisis_mode.magic import Cast, Recover
from fracas.rulesets.crisis_mode.movement import PARTING, Walk
from fracas.rulesets.crisis_mode.options import CrisisOptions, options
from fracas.rulesets.crisis_mode.postures import Climb, GoDown, Rise
from fracas.rulesets.crisis_mode.profiles import Crisis, Post, Price
from fracas.rulesets.crisis_mode.reflexes_and_responses import REACTIONS
from fracas.rulesets.crisis_mode.reset import Reset
from fracas.rulesets.crisis_mode.setup import DEFAULT_AP, SetUp, make_ready, skip
from fracas.rulesets.crisis_mode.showing import card_of, heading_of, row_of
from fracas.rulesets.crisis_mode.situation import standing
from fracas.rulesets.crisis_mode.spells import CAST, SpellCast
from fracas.rulesets.crisis_mode.turns import Next, Pass, opportunity_over
from fracas.rulesets.crisis_mode.unknown import fill

METRIC: Final = {"one": "diagonal-1", "alternating": "alternating", "orthogonal": "orthogonal"}


class CrisisMode(Ruleset):
    """The game of the sources, from set-up to the last Reset."""

    card_flow: ClassVar[tuple[str, ...] | None] = ("turn", "surprised")

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "crisis_mode",
            "Crisis Mode",
            "1",
            "Action points spent in Rounds, highest first, with Reflexes and Responses.",
            "fracas.rulesets.crisis_mode",
            extra,
        )
        self.rank = 10
        self.life = "hp"
        self.lasting = ["name", "hp", "mp"]
        self.over_reason = bars_over
        self.results = [*reversed(WORDS), "works", "fails", "stopped"]
        self.check_dice = "2d10"
        self.slot_word = "opportunity"
        self.offer_options(CrisisOptions)
        self.gauge_words = {"hp": "Hit Points", "ap": "Action Points", "mp": "Mana Points"}
        self.section_rules = {"weapon": "10.1", "armour": "10.7", "shield": "10.11", "spell": "13.14", "item": "14.1"}
        self.use_content(load, SCHEMA_MODEL)
        self.register(
            [
                FreeStep("free-step", "Free Steps", "3.1"),
                Walk("step", "Step", "5.1"),
                Walk("run", "Run", "5.2"),
                *ATTACKS,
                FirstAid("first-aid", "First aid", "11.8", Price(3, True), "target"),
                Cast(CAST, "Cast a spell", "13.1", Price(1), "thing target? square?", by_pick=True),
                Drink("drink", "Drink a potion", "14.1", "thing", "potion"),
                Read("read", "Read a scroll", "14.3", "thing target? square?", "scroll"),
                Door("door", "Door", "5.18", Price(1), "thing square", by_pick=True),
                Climb("climb", "Climb", "5.13", Price(2, True), "thing"),
                Recover("recover", "Recover", "13.13", Price(0, True)),
                Rise("rise", "Rise", "5.15", Price(2, True)),
                GoDown("go-down", "Go down", "5.14", Price(1), "thing", idle=True),
                Draw("draw", "Draw or put away", "10.2", Price(1), "thing", idle=True),
                PickUp("pick-up", "Pick up", "10.3", Price(1), "thing"),
                Reload("reload", "Reload", "9.17", Price(3)),
                Pass(PASS, "End turn", "2.10", Price(0), idle=True),
                *REACTIONS,
            ],
            [
                SetUp("set-up", "Set-up", "1.1"),
                Next("next", "Next opportunity", "2.3"),
                Reset("reset", "Reset Phase", "15.1"),
                LastSide("last-side", "One side left", "16.1"),
            ],
            events_of(self.package),
            [Action("rushed", "Rushed attack", "5.11", window=PARTING)],
        )
        others = [
            action for action in self.actions.values() if isinstance(action, CrisisAction) and action not in ATTACKS
        ]
        self.doings: list[CrisisAction] = [*ATTACKS, *others]
        """What is done in one's own turn, attacks first."""
        self.movements = [action for action in self.doings if isinstance(action, (Attack, Walk, Pass))]

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(section, data, names)

    # ------------------------------------------------------------ starting

    def set_scene(self, enc: Encounter, plan: Scenario) -> None:
        assert isinstance(plan, Crisis)
        crisis(enc).surprised = plan.surprised[:]
        super().set_scene(enc, plan)
        crisis(enc).ground = [Dropped(enc.board.parse(thing.at), thing.thing) for thing in plan.ground]

    def place(self, enc: Encounter, place: Place) -> Fighter:
        """Those of a scenario may sit or lie, carry more than their cards say, and roll before they have points."""
        assert isinstance(place, Post)
        super().place(enc, place)
        one = fighter(enc, place.id)
        one.ap = one.ap_start = 0
        one.posture = place.posture or "standing"
        one.items = one.items + place.items
        return one

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """5.5: the option says how diagonals are counted."""
        return read_map(rows, metric=METRIC[options.values["diagonal"]])[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        one = super().make(enc, kind, id, pos, side, seat)
        assert isinstance(one, Fighter)
        make_ready(one, options(enc))
        if enc.flow.phase == "":
            one.ap = one.ap_start = DEFAULT_AP
        return one

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        if field == "defense":
            return str(defense_tally(fighter(enc, who)).total)
        return super().value_of(enc, who, field)

    def skip_setup(self, enc: Encounter) -> None:
        skip(enc)

    # ------------------------------------------------------------ going on

    def choices(self, enc: Encounter, who: str) -> list[Choice]:
        """The same lists as action by action, without asking each whether it is this one's turn."""
        if bars_turn(enc, who):
            return super().choices(enc, who)
        here = standing(enc, who)
        choices: list[Choice] = []
        # After a movement or an action 2.8 bars everything that is neither an attack, a movement nor a pass.
        for action in self.movements if bars_second_action(here.one) else self.doings:
            choice = action.choice_in_turn(here)
            if choice is not None:
                choices.append(choice)
        return choices

    def next_step(self, enc: Encounter) -> Command | None:
        if enc.over:
            return None
        phase = enc.flow.phase
        if phase == "":
            return Command(TABLE, "set-up")
        if enc.decided:
            return Command(TABLE, "last-side")
        if phase == "reset":
            return Command(TABLE, "reset")
        slot = enc.flow.current
        if slot is not None and not opportunity_over(enc, slot.who[0]):
            return None
        return Command(TABLE, "next")

    def end_phase(self, table: Table) -> None:
        if table.enc.flow.phase == "action":
            table.emit(PhaseBegan("reset", table.enc.flow.turn))

    def end(self, table: Table, result: str) -> None:
        """16.5: at any moment, by the GM's word."""
        conclude(table, result, "the GM ends it")

    # ------------------------------------------------------------ the GM's word

    def condition_names(self) -> list[str]:
        return list(own_content(self.content).conditions)

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        kind = content_of(table.enc).conditions[name]
        if name == "incapacitated":
            if fighter(table.enc, who).hp > 0:
                table.emit(ValueSet(who, "hp", "0"))
            table.emit(WentDown(who, name))
            gain(table, who, kind, 1, 0, GM)
        elif name == "stabilised":
            stabilise(table, who, "ruling")
            gain(table, who, kind, 1, 0, GM)
        elif name == "dead":
            die(table, who)
        elif kind.ends == "reset":
            mark(table, who, name, value)
        elif kind.ends == "turns":
            gain(table, who, kind, 1, value, GM)
        else:
            gain(table, who, kind, value, 0, GM)

    def end_condition(self, table: Table, who: str, name: str) -> None:
        lift(table, who, name, "ruling")
        if name in ("incapacitated", "dead"):
            come_to(table, who)

    def value_set(self, table: Table, who: str, field: str) -> None:
        """11.2, 11.11: Hit Points set by the GM fell or raise like any others."""
        one = fighter(table.enc, who)
        if field == "hp" and not one.has("dead"):
            if one.hp <= 0 and not one.down:
                fell(table, who)
            come_to(table, who)

    # ------------------------------------------------------------ knowing

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return numbers_known(enc, who, seat)

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Of a foe's health only the word is known; what is in its pockets is not."""
        assert isinstance(one, Fighter)
        one.max_hp, one.max_mp, one.mp = 10, 10, 10
        one.hp = {"healthy": 10, "bruised": 7, "wounded": 3}.get(one.status, 0)
        one.items = [item for item in one.items if item.kind == "worn"]
        one.carried = [weapon for weapon in one.carried if weapon.natural]
        one.spares = []

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        assert isinstance(one, Fighter)
        if not numbers_known(enc, one.id, seat):
            fill(one, sturdy)

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        return "" if numbers_known(enc, who, seat) else "Hit Points and abilities"

    def lying(self, enc: Encounter) -> list[Lying]:
        return [
            Lying(thing.pos, thing_name(content_of(enc), thing.thing), thing=thing.thing)
            for thing in crisis(enc).ground
        ]

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        return card_of(enc, who, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        return row_of(enc, who)

    def heading(self, enc: Encounter) -> str:
        return heading_of(enc)

    # ------------------------------------------------------------ for bots and proofs

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        one = fighter(enc, who)
        return {"hp": one.hp, "ap": one.ap, "mp": one.mp}

    def left(self, enc: Encounter, who: str) -> int:
        return fighter(enc, who).hp

    def answers(self, enc: Encounter, who: str) -> int:
        """A Reflex costs a point."""
        one = fighter(enc, who)
        able = one.shield is not None or [action for action in REACTIONS if action.verb in one.creature.abilities]
        return one.ap if able else 0

    def score(self, enc: Encounter, side: str) -> int:
        """Health and people of a side against those of the others, and a little for closing in."""
        total = 0
        for one in fighters(enc):
            if one.out:
                continue
            health = max(one.hp, 0) * 1000 // max(one.max_hp, 1) + (1000 if one.present else 0)
            hindrance = 40 * len([c for c in one.conditions if c.until.moment != RESET])
            worth = max(health - hindrance, 0) + one.ap * 4
            total += worth if one.side == side else -worth
        return total - 2 * apart_from_foes(enc, side)

    def invariants(self, enc: Encounter) -> list[str]:
        """Points below 0, two in a square, the fallen in turn, health out of bounds."""
        wrong: list[str] = []
        for one in fighters(enc):
            if one.ap < 0 or one.free_steps < 0 or one.mp < 0:
                wrong.append(f"{one.id} has points below 0")
            if one.mp > one.max_mp or one.hp > one.max_hp:
                wrong.append(f"{one.id} has more than its full points")
            if one.hp <= 0 and not one.down:
                wrong.append(f"{one.id} stands at {one.hp} HP")
            if one.down and one.hp > 0 and not one.has("dead"):
                wrong.append(f"{one.id} is down at {one.hp} HP")
        for who in enc.flow.active:
            if not fighter(enc, who).present:
                wrong.append(f"{who} is in turn and cannot act")
        return wrong + misplaced(enc, living(enc))

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, ItemUsed):
            return [f"item:{event.item}"]
        if isinstance(event, SpellCast):
            return [f"spell:{event.spell}"] if event.result not in ("miss", "fails", "stopped", "0 affected") else []
        if isinstance(event, ConditionGained):
            return [f"condition:{event.condition.name}"]
        if isinstance(event, PhaseBegan):
            return [f"transition:{event.phase}"]
        if isinstance(event, PostureChanged) and event.why == KNOCKED:
            return [f"transition:{KNOCKED}"]
        return []

    def inventory(self) -> list[str]:
        content = own_content(self.content)
        items = [f"item:{id}" for id, item in content.items.items() if item.kind != "worn"]
        spells = [f"spell:{id}" for id in content.spells]
        conditions = [f"condition:{id}" for id in content.conditions]
        moments = [f"transition:{name}" for name in ("action", "reset", "over", KNOCKED)]
        return items + spells + conditions + moments
