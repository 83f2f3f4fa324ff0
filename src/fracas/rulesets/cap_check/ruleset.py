"""The ruleset object of CAP Check: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import (
    GM,
    TABLE,
    Combatant,
    Command,
    Content,
    Encounter,
    Options,
    Place,
    Ruleset,
    Table,
    misplaced,
)
from fracas.engine.board import Board, read_map
from fracas.engine.card import Card, Row
from fracas.engine.event import events_of
from fracas.engine.events import ConditionEnded, ConditionGained, Event, PhaseBegan
from fracas.engine.fields import Number
from fracas.engine.rules_odds import apart_from_foes
from fracas.rulesets.cap_check import turns
from fracas.rulesets.cap_check.actions import Pass, Use
from fracas.rulesets.cap_check.amplify import Amplified, AmplifyAnswer
from fracas.rulesets.cap_check.behaviour import Hex, HexTaken, Spoke
from fracas.rulesets.cap_check.cap_check import WORDS
from fracas.rulesets.cap_check.conditions import ACTION, ROLL, grant, inflict, value_tally
from fracas.rulesets.cap_check.content import SCHEMA_MODEL, load
from fracas.rulesets.cap_check.course import ActionBegan
from fracas.rulesets.cap_check.doors import Door
from fracas.rulesets.cap_check.ending import ClearAway, Decision, conclude, leftovers
from fracas.rulesets.cap_check.explaining import card_gist, explain
from fracas.rulesets.cap_check.fields import harmful_fields
from fracas.rulesets.cap_check.fighter import FULL_POOL, VALUES, Fighter, Told, fighter, fighters, own_content, rounds
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.knowing import fill_card, fill_health, numbers_known, whole_card_known
from fracas.rulesets.cap_check.legend import map_legend
from fracas.rulesets.cap_check.maneuvers import ManeuverTried, ManeuverWalk, Try
from fracas.rulesets.cap_check.movement import Walk
from fracas.rulesets.cap_check.older import CONVERSIONS
from fracas.rulesets.cap_check.options import CapOptions
from fracas.rulesets.cap_check.profiles import BOONS, Foe, Hero, Post
from fracas.rulesets.cap_check.saying import say_answer
from fracas.rulesets.cap_check.setup import SetUp, skip
from fracas.rulesets.cap_check.showing import card_of, row_of
from fracas.rulesets.cap_check.sustain import Release
from fracas.rulesets.cap_check.triggers import TriggerAnswer
from fracas.rulesets.cap_check.wording import BOON

METRIC: Final = {"one": "diagonal-1", "alternating": "alternating"}
FOR_ACTION: Final = ("c", "a", "p", "damage", "die", "piercing")
UNKNOWN_HP: Final = 60
UNKNOWN_BARRIER: Final = 5
POINT: Final = 24
"""What a point in the pool is worth to bots, beside 20 for a hit point: two cheap blows may do more than a dear one."""
HARMFUL: Final = ("boon-disadvantage", "boon-no-move")
NOTED: Final = ((Amplified, "amplify", "name"), (HexTaken, "hex", "place"), (PhaseBegan, "transition", "phase"))
"""Events by which things of the content are counted as used, with the field that names them."""


class CapCheck(Ruleset):
    """The game of the sources, from set-up to the aftermath."""

    card_flow: ClassVar[tuple[str, ...] | None] = ()

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "cap_check",
            "CAP Check",
            "3",
            "One d20 against C, A and P; a pool of four points; Triggers, Sustains, Amplifies and Tide-Turners.",
            "fracas.rulesets.cap_check",
            extra,
        )
        self.conversions = CONVERSIONS
        self.life = "hp"
        self.lasting = ["name", "hp", "charges"]
        self.results = [*reversed(WORDS), "avoided", "success", "failure"]
        self.offer_options(CapOptions)
        self.trial_options = {"foes": "free"}
        gauges = [field for field in Fighter.FIELDS if isinstance(field, Number) and field.most]
        self.gauge_words = {field.typed: field.title for field in gauges}
        self.field_words = {field.typed: field.title for field in Fighter.FIELDS if field.title}
        self.section_rules = {"card": "3.9", "condition": "15.1", "field": "16.1", "maneuver": "17.1"}
        self.use_content(load, SCHEMA_MODEL)
        self.register(
            [
                Use(), Walk("move", "Move", "4.1"), Walk("shift", "Shift", "4.2"), Try(),
                ManeuverWalk("tumble", "Tumble", "17.18"), ManeuverWalk("spring", "Spring", "17.14"),
                Door(), turns.Rise(), Release(), Pass(), TriggerAnswer(), AmplifyAnswer(),
            ],
            [SetUp(), turns.NextSlot(), turns.TurnStart(), Spoke(), Hex(), ClearAway(), Decision()],
            [event for event in events_of(self.package) if event is not Told],
        )  # fmt: skip

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(own_content(self.content), section, data)

    def gist(self, section: str, data: dict[str, object], names: dict[str, str]) -> str:
        if section == "card":
            return card_gist(own_content(self.content), data)
        return super().gist(section, data, names)

    # ------------------------------------------------------------ starting

    def place(self, enc: Encounter, place: Place) -> Combatant:
        """A scenario may give a hero another maneuver."""
        assert isinstance(place, Post)
        super().place(enc, place)
        one = fighter(enc, place.id)
        one.maneuver = own_content(enc.content).maneuvers.get(place.maneuver, one.maneuver)
        return one

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """4.7: the option says how diagonals are counted."""
        return read_map(rows, map_legend(own_content(content).fields), METRIC[options.values["diagonal"]])[0]

    def skip_setup(self, enc: Encounter) -> None:
        skip(enc)

    def value_of(self, enc: Encounter, who: str, field: str) -> str:
        one = fighter(enc, who)
        if field in VALUES:
            return str(value_tally(one, field).total)
        return super().value_of(enc, who, field)

    def fact(self, enc: Encounter, name: str) -> str:
        """2.7: those who are out have no slot any more."""
        if name == "order":
            there = [slot for slot in enc.flow.order if turns.in_order(fighter(enc, slot.who[0]))]
            return " ".join([slot.who[0] for slot in there])
        return super().fact(enc, name)

    # ------------------------------------------------------------ going on

    def answer_words(self, enc: Encounter, window: str, command: Command) -> str:
        """Triggers and Amplifies by what they do."""
        return say_answer(enc, command) if command.verb in ("trigger", "amplify") else ""

    def next_step(self, enc: Encounter) -> Command | None:
        if enc.over:
            return None
        if enc.flow.phase == "":
            return Command(TABLE, "set-up")
        if enc.decided:
            return Command(TABLE, "decision")
        if leftovers(enc):
            return Command(TABLE, "clear-away")
        slot = enc.flow.current
        if slot is None:
            return Command(TABLE, "next")
        who = slot.who[0]
        if not rounds(enc).begun:
            return Command(TABLE, "turn-start")
        if turns.turn_over(enc, who):
            return Command(TABLE, "next")
        one = fighter(enc, who)
        if not goes_by_card(enc, one):
            return None
        return Command(TABLE, "hex" if one.spoke else "spoke")

    def end_phase(self, table: Table) -> None:
        """There is one phase: it ends with the encounter."""

    def end(self, table: Table, result: str) -> None:
        """18.5: at any moment, by the GM's word."""
        conclude(table, result, "the GM ends it")

    # ------------------------------------------------------------ the GM's word

    def condition_names(self) -> list[str]:
        return [*own_content(self.content).conditions, *[BOON + name for name in BOONS]]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        if not name.startswith(BOON):
            inflict(table, who, name, value, GM)
            return
        plain = name.removeprefix(BOON)
        until = "end" if plain == "no-move" else ACTION if plain in FOR_ACTION else "turn"
        grant(table, who, plain, value, ROLL if plain.endswith("advantage") else until, GM)

    def end_condition(self, table: Table, who: str, name: str) -> None:
        table.emit(ConditionEnded(who, name, "ruling"))

    # ------------------------------------------------------------ knowing

    def shares(self, enc: Encounter, who: str, seat: str) -> bool:
        return numbers_known(enc, who, seat)

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        """Of a foe's health only whether it stands is known."""
        assert isinstance(one, Fighter)
        one.max_hp = UNKNOWN_HP
        one.hp = UNKNOWN_HP if one.present else 0
        one.shield = 0
        one.toughness = one.resistance = UNKNOWN_BARRIER

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        assert isinstance(one, Fighter)
        if not numbers_known(enc, one.id, seat):
            fill_health(one, sturdy)
        if not whole_card_known(enc, one.id, seat) and not one.is_hero:
            fill_card(one, sturdy)

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        if not numbers_known(enc, who, seat):
            return "HP, barriers and Triggers"
        return "" if whole_card_known(enc, who, seat) or fighter(enc, who).is_hero else "Triggers"

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        return card_of(enc, who, seat)

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        return row_of(enc, who)

    # ------------------------------------------------------------ for bots and proofs

    def left(self, enc: Encounter, who: str) -> int:
        return fighter(enc, who).hp

    def perils(self, enc: Encounter, who: str) -> dict[int, int]:
        """Local Field Effects that hurt."""
        return harmful_fields(enc)

    def answers(self, enc: Encounter, who: str) -> int:
        """Points left in the pool pay for Triggers."""
        one = fighter(enc, who)
        if not one.is_hero or one.triggers_used >= one.trigger_limit:
            return 0
        held = {card.id: card.points for some in one.triggers.values() for card in some}
        return len([points for points in held.values() if 0 < points <= one.pool])

    def score(self, enc: Encounter, side: str) -> int:
        """Health and people of a side against those of the others, and a little for closing in."""
        total = 0
        for one in fighters(enc):
            if one.out or not one.present:
                continue
            worth = one.hp * 20 + 400
            for held in one.conditions:
                good = held.name.startswith(BOON) and held.value > 0 and held.name not in HARMFUL
                worth += 25 if good else -40 * max(held.value, 1)
            worth += 60 * len({held.card for held in one.sustaining}) + one.pool * POINT + one.charges * 120
            total += worth if one.side == side else -worth
        return total - 3 * apart_from_foes(enc, side)

    def invariants(self, enc: Encounter) -> list[str]:
        """What no play may reach: limits exceeded, points below 0, two in a square, health out of bounds."""
        wrong: list[str] = []
        for one in fighters(enc):
            over = one.triggers_used > one.trigger_limit or one.amplifies_used > one.amplify_limit
            broken = {
                "has points below 0": one.pool < 0 or one.charges < 0 or one.actions < 0 or one.shield < 0,
                "has more or less than there can be": one.pool > 2 * FULL_POOL or not 0 <= one.hp <= one.max_hp,
                "is over a limit": one.is_hero and over,
                "sustains more than its limit": one.is_hero and len(one.sustaining) > one.sustain_limit,
                f"is {one.status} at {one.hp} HP": (one.hp <= 0) != one.down and not one.out,
                "has FALLEN and sustains": one.down and bool(one.sustaining),
            }
            wrong.extend([f"{one.id} {what}" for what, holds in broken.items() if holds])
        return wrong + misplaced(enc, [one for one in fighters(enc) if not one.out])

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, ActionBegan):
            return [f"card:{event.card}"] if event.how != "move" else []
        if isinstance(event, ManeuverTried):
            return [f"maneuver:{event.name}"] if event.worked else []
        for kind, section, field in NOTED:
            if isinstance(event, kind):
                return [f"{section}:{getattr(event, field)}"]
        return [f"condition:{event.condition.name}"] if isinstance(event, ConditionGained) else []

    def inventory(self) -> list[str]:
        content = own_content(self.content)
        people: list[Hero | Foe] = [*content.heroes.values(), *content.foes.values()]
        cards = [card for one in people for card in one.all_cards]
        found = [f"{'amplify' if 'amplify' in card.types else 'card'}:{card.id}" for card in cards]
        boosts = [f"amplify:{built.id}" for card in cards for built in card.amplifies]
        hexes: list[str] = []
        for foe in content.foes.values():
            hexes.append(f"hex:{foe.id}/centre")
            for spoke, words in enumerate(foe.spokes, start=1):
                hexes.extend([f"hex:{foe.id}/{spoke}.{ring}" for ring in range(1, len(words) + 1)])
            hexes.extend([f"hex:{foe.id}/{place}v" for place in foe.veteran])
        maneuvers = [f"maneuver:{id}" for id in content.maneuvers]
        conditions = [f"condition:{id}" for id in content.conditions]
        return sorted(set(found + boosts)) + hexes + maneuvers + conditions + ["transition:play", "transition:over"]
