"""The ruleset object of CAP Check: its table of sections, its scenarios, and what others ask of it."""

from __future__ import annotations

from typing import Final

from fracas.engine.board import Board, read_map
from fracas.engine.card import Card, Row
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, TABLE, Command
from fracas.engine.encounter import Content, Encounter, misplaced
from fracas.engine.event import Event
from fracas.engine.events import ConditionEnded, ConditionGained, PhaseBegan
from fracas.engine.fields import Number
from fracas.engine.options import Options
from fracas.engine.profile import Place
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table
from fracas.rulesets.cap_check import (
    actions,
    amplify,
    behaviour,
    cap_check,
    course,
    damage,
    fields,
    healing_and_fallen,
    maneuvers,
    pool,
    sustain,
    triggers,
    turns,
)
from fracas.rulesets.cap_check.actions import Pass, Use
from fracas.rulesets.cap_check.amplify import Amplified, AmplifyAnswer
from fracas.rulesets.cap_check.behaviour import Hex, HexTaken, Spoke
from fracas.rulesets.cap_check.conditions import ACTION, ROLL, grant, inflict, value_tally
from fracas.rulesets.cap_check.content import load
from fracas.rulesets.cap_check.course import ActionBegan
from fracas.rulesets.cap_check.ending import Decision, conclude, decided
from fracas.rulesets.cap_check.explaining import explain
from fracas.rulesets.cap_check.fighter import (
    FULL_POOL,
    VALUES,
    Fighter,
    content_of,
    fighter,
    fighters,
    own_content,
    rounds,
)
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.knowing import numbers_known, whole_card_known
from fracas.rulesets.cap_check.leftovers import ClearAway, leftovers
from fracas.rulesets.cap_check.legend import map_legend
from fracas.rulesets.cap_check.maneuvers import ManeuverTried, ManeuverWalk, Try
from fracas.rulesets.cap_check.movement import Walk
from fracas.rulesets.cap_check.options import PRESETS, CapOptions
from fracas.rulesets.cap_check.profiles import BOONS, Post
from fracas.rulesets.cap_check.saying import say_answer
from fracas.rulesets.cap_check.setup import SetUp, skip
from fracas.rulesets.cap_check.showing import card_of, row_of
from fracas.rulesets.cap_check.sustain import Release
from fracas.rulesets.cap_check.triggers import TriggerAnswer
from fracas.rulesets.cap_check.turns import NextSlot, Rise, TurnStart, in_order, turn_over
from fracas.rulesets.cap_check.unknown import fill_card, fill_health
from fracas.rulesets.cap_check.wording import BOON

METRIC: Final = {"one": "diagonal-1", "alternating": "alternating"}
FOR_ACTION: Final = ("c", "a", "p", "damage", "die", "piercing")
UNKNOWN_HP: Final = 60
UNKNOWN_BARRIER: Final = 5


class CapCheck(Ruleset):
    """The game of the sources, from set-up to the aftermath."""

    def __init__(self, extra: list[str] | None = None) -> None:
        super().__init__(
            "cap_check",
            "CAP Check",
            "1",
            "One d20 against C, A and P; a pool of four points; Triggers, Sustains, Amplifies and Tide-Turners.",
            "fracas.rulesets.cap_check",
            extra,
        )
        self.life = "hp"
        self.offer_options(CapOptions, PRESETS)
        gauges = [field for field in Fighter.FIELDS if isinstance(field, Number) and field.most]
        self.gauge_words = {field.typed: field.title for field in gauges}
        self.field_words = {field.typed: field.title for field in Fighter.FIELDS if field.title}
        self.section_rules = {"card": "3.9", "condition": "15.1", "field": "16.1", "maneuver": "17.1"}
        self.use_content(load)
        self.register(
            [
                Use(),
                Walk("move", "Move", "4.1"),
                Walk("shift", "Shift", "4.2"),
                Try(),
                ManeuverWalk("tumble", "Tumble", "17.18"),
                ManeuverWalk("spring", "Spring", "17.14"),
                Rise(),
                Release(),
                Pass(),
                TriggerAnswer(),
                AmplifyAnswer(),
            ],
            [SetUp(), NextSlot(), TurnStart(), Spoke(), Hex(), ClearAway(), Decision()],
            [
                *actions.EVENTS,
                *amplify.EVENTS,
                *behaviour.EVENTS,
                *cap_check.EVENTS,
                *course.EVENTS,
                *damage.EVENTS,
                *fields.EVENTS,
                *healing_and_fallen.EVENTS,
                *maneuvers.EVENTS,
                *pool.EVENTS,
                *sustain.EVENTS,
                *triggers.EVENTS,
                *turns.EVENTS,
            ],
        )

    def explain(self, section: str, data: dict[str, object], names: dict[str, str]) -> list[str] | None:
        return explain(own_content(self.content), section, data)

    # ------------------------------------------------------------ starting

    def place(self, enc: Encounter, place: Place) -> Combatant:
        """A scenario may give a hero another maneuver."""
        assert isinstance(place, Post)
        super().place(enc, place)
        one = fighter(enc, place.id)
        one.maneuver = content_of(enc).maneuvers.get(place.maneuver, one.maneuver)
        return one

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        """4.7: the option says how diagonals are counted."""
        return read_map(rows, map_legend(own_content(content).fields), METRIC[options.values["diagonal"]])[0]

    def trial_options(self) -> dict[str, str]:
        return {"foes": "free"}

    def lasting(self) -> list[str]:
        return ["name", "hp", "charges"]

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
            there = [slot for slot in enc.flow.order if in_order(fighter(enc, slot.who[0]))]
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
        if decided(enc):
            return Command(TABLE, "decision")
        if leftovers(enc):
            return Command(TABLE, "clear-away")
        slot = enc.flow.current
        if slot is None:
            return Command(TABLE, "next")
        who = slot.who[0]
        if not rounds(enc).begun:
            return Command(TABLE, "turn-start")
        if turn_over(enc, who):
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

    def peril(self, enc: Encounter, who: str, square: int) -> int:
        """16.3: a Local Field Effect that hurts."""
        field = fields.field_at(enc, square)
        return 1 if field is not None and (field.dice is not None or field.condition) else 0

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
            worth += 60 * len({held.card for held in one.sustaining}) + one.pool * 4 + one.charges * 120
            total += worth if one.side == side else -worth
            if one.side == side:
                gaps = [enc.board.distance(one.pos, o.pos) for o in fighters(enc) if o.side != side and o.present]
                total -= 3 * min(gaps) if gaps else 0
        return total

    def invariants(self, enc: Encounter) -> list[str]:
        return broken(enc)

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, ActionBegan) and event.how != "move":
            return [f"card:{event.card}"]
        if isinstance(event, Amplified):
            return [f"amplify:{event.name}"]
        if isinstance(event, ManeuverTried):
            return [f"maneuver:{event.name}"] if event.worked else []
        if isinstance(event, ConditionGained):
            return [f"condition:{event.condition.name}"]
        if isinstance(event, HexTaken):
            return [f"hex:{event.place}"]
        if isinstance(event, PhaseBegan):
            return [f"transition:{event.phase}"]
        return []

    def inventory(self) -> list[str]:
        content = own_content(self.content)
        found: list[str] = []
        boosts: list[str] = []
        for hero in content.heroes.values():
            for card in hero.all_cards:
                boosts.extend([f"amplify:{built.id}" for built in card.amplifies])
                if "amplify" in card.types:
                    boosts.append(f"amplify:{card.id}")
                else:
                    found.append(f"card:{card.id}")
        hexes: list[str] = []
        for foe in content.foes.values():
            found.extend([f"card:{card.id}" for card in foe.all_cards])
            hexes.append(f"hex:{foe.id}/centre")
            for spoke, words in enumerate(foe.spokes, start=1):
                hexes.extend([f"hex:{foe.id}/{spoke}.{ring}" for ring in range(1, len(words) + 1)])
            hexes.extend([f"hex:{foe.id}/{place}v" for place in foe.veteran])
        maneuvers = [f"maneuver:{id}" for id in content.maneuvers]
        conditions = [f"condition:{id}" for id in content.conditions]
        return sorted(set(found + boosts)) + hexes + maneuvers + conditions + ["transition:play", "transition:over"]


HARMFUL: Final = ("boon-disadvantage", "boon-no-move")


def broken(enc: Encounter) -> list[str]:
    """What no play may reach: limits exceeded, points below 0, two in a square, health out of bounds."""
    wrong: list[str] = []
    for one in fighters(enc):
        if one.pool < 0 or one.charges < 0 or one.actions < 0 or one.shield < 0:
            wrong.append(f"{one.id} has points below 0")
        if one.pool > 2 * FULL_POOL or one.hp > one.max_hp or one.hp < 0:
            wrong.append(f"{one.id} has more or less than there can be")
        if one.is_hero and (one.triggers_used > one.trigger_limit or one.amplifies_used > one.amplify_limit):
            wrong.append(f"{one.id} is over a limit")
        if one.is_hero and len(one.sustaining) > one.sustain_limit:
            wrong.append(f"{one.id} sustains more than its limit")
        if (one.hp <= 0) != one.down and not one.out:
            wrong.append(f"{one.id} is {one.status} at {one.hp} HP")
        if one.down and one.sustaining:
            wrong.append(f"{one.id} has FALLEN and sustains")
    return wrong + misplaced(enc, [one for one in fighters(enc) if not one.out])
