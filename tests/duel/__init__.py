"""A toy ruleset on the real engine: move, strike with a guard reaction, two sides, over when one side is down.

For tests of everything that must work for any ruleset.
"""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.action import Action
from fracas.engine.board import Pos
from fracas.engine.card import Card, Row, Turn, pips, track
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.dice import parse
from fracas.engine.duration import TURN_END, Condition, Duration
from fracas.engine.encounter import Content, Encounter
from fracas.engine.errors import Invalid
from fracas.engine.event import BOOKS, NEWS, SUBJECT, Event
from fracas.engine.events import (
    About,
    ConditionEnded,
    ConditionGained,
    Ended,
    Moved,
    PhaseBegan,
    RoundBegan,
    SlotBegan,
    SlotEnded,
)
from fracas.engine.fields import KEEPER, PUBLIC, Field, Number
from fracas.engine.options import Choices, Options
from fracas.engine.reason import Reason
from fracas.engine.roll import AtLeast, Roll, Why
from fracas.engine.ruleset import Ruleset, ScenarioInfo, Step
from fracas.engine.seat import Seat
from fracas.engine.table import Table
from fracas.engine.tally import Tally

D20: Final = parse("1d20")
D8: Final = parse("1d8")
D6: Final = parse("1d6")
STRUCK: Final = "struck"


class DuelOptions(Options):
    """The one switch of the duel."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        adds = {4: "A guard adds 4.", 2: "A guard adds 2."}
        self.guard = choices.number("guard", "2.3", "Guard", "How much a guard adds.", adds)


KINDS: Final[dict[str, tuple[int, int]]] = {"kara": (20, 1), "goblin": (8, 1), "dummy": (5, 0)}
"""Health and guards by kind."""


class Fighter(Combatant):
    """Health, action points and guards."""

    FIELDS: ClassVar[tuple[Field, ...]] = (
        *Combatant.FIELDS,
        Number("hp", KEEPER, 0, 50),
        Number("max_hp", KEEPER),
        Number("ap", PUBLIC, 0, 50),
        Number("guards", PUBLIC, 0, 50),
    )

    def __init__(self, id: str, kind: str, side: str, seat: str, pos: Pos) -> None:
        super().__init__(id, id.capitalize(), kind, side, seat, pos, 1)
        self.max_hp, self.guards = KINDS[kind]
        self.hp = self.max_hp
        self.ap = 3

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.kind, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.name = self.name
        other.hp, other.max_hp, other.ap, other.guards = self.hp, self.max_hp, self.ap, self.guards
        return other

    def assign(self, field: str, value: str) -> None:
        super().assign(field, value)
        if field == "hp":
            self.down = self.hp <= 0

    def value_of(self, field: str) -> str:
        if field == "status":
            return "down" if self.down else "up"
        if field == "carries":
            return "sword,shield"
        return super().value_of(field)


class DuelContent(Content):
    """Reads fighters back."""

    def __init__(self) -> None:
        super().__init__()
        self.hash = "toy"

    def kinds(self) -> list[str]:
        return list(KINDS)

    def fresh(self, kind: str) -> Fighter:
        return Fighter("", kind, "", "", 0)


def fighter(enc: Encounter, who: str) -> Fighter:
    one = enc.combatants[who]
    assert isinstance(one, Fighter)
    return one


# -------------------------------------------------------------------- events


class Spent(About):
    """Points or guards were used up, or given."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, what: str, count: int) -> None:
        super().__init__(who)
        self.what = what
        self.count = count

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        if self.what == "ap":
            one.ap -= self.count
        else:
            one.guards -= self.count

    def tells(self) -> str:
        return BOOKS if self.what == "ap" else NEWS

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.count} {self.what}" if self.count > 0 else ""


class Hurt(About):
    """Somebody lost health; at 0 it is down."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, harm: int) -> None:
        super().__init__(who)
        self.harm = harm

    def apply(self, enc: Encounter) -> None:
        one = fighter(enc, self.who)
        one.hp = max(0, one.hp - self.harm)
        one.down = one.hp == 0

    def result_word(self) -> str:
        return "hit"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hurt for {self.harm}"


# -------------------------------------------------------------------- section 1: turns


def needs_turn(enc: Encounter, who: str) -> list[Reason]:
    """1.1: only in one's own turn, and only on one's feet."""
    if who not in enc.flow.active or not enc.combatants[who].present:
        return [Reason("1.1", f"it is not the turn of {enc.name(who)}", "wait")]
    return []


def needs_point(enc: Encounter, who: str) -> list[Reason]:
    """1.2: an action costs a point."""
    ap = fighter(enc, who).ap
    return [] if ap >= 1 else [Reason("1.2", f"needs 1 AP, has {ap}")]


class Move(Action):
    """1.3: one square at a time, as far as the points go."""

    def __init__(self) -> None:
        super().__init__("move", "Move", "1.3", "path")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return needs_turn(enc, who) + needs_point(enc, who)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        taken = [one.pos for one in enc.combatants.values() if not one.out]
        at = enc.combatants[command.who].pos
        for square in command.squares:
            if square in taken or enc.board.step_cost(at, square, 1) < 0 or square not in enc.board.neighbours(at, 1):
                return [Reason("1.3", f"{enc.board.name(square)} cannot be entered")]
            at = square
        if len(command.squares) > max(1, fighter(enc, command.who).ap):
            return [Reason("1.2", f"needs {len(command.squares)} AP")]
        return []

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, squares=(to,)) for to in enc.board.neighbours(enc.combatants[who].pos, 1)]

    def cost(self, enc: Encounter, command: Command) -> str:
        return f"{max(1, len(command.squares))} AP"

    def perform(self, table: Table, command: Command) -> None:
        for square in command.squares:
            table.emit(Spent(command.who, "ap", 1))
            table.emit(Moved(command.who, square, "walks"))


class Pass(Action):
    """1.4: a turn ends when its owner passes."""

    def __init__(self) -> None:
        super().__init__(PASS, "Pass", "1.4")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return needs_turn(enc, who)

    def perform(self, table: Table, command: Command) -> None:
        table.emit(SlotEnded(table.enc.flow.at, [command.who]))


class SetUp(Step):
    """1.5: everybody rolls for the order."""

    def __init__(self) -> None:
        super().__init__("set-up", "Set-up", "1.5")

    def perform(self, table: Table, command: Command) -> None:
        people = list(table.enc.combatants)
        rolled = table.roll_all([Roll(who, D6, "order") for who in people])
        begin(table, sorted(people, key=lambda who: -rolled[people.index(who)]))


class TurnStart(Step):
    """1.6: a new turn gives everybody standing 3 points."""

    def __init__(self) -> None:
        super().__init__("turn", "Turn", "1.6")

    def perform(self, table: Table, command: Command) -> None:
        for one in table.enc.combatants.values():
            if one.has("dazed"):
                table.emit(ConditionEnded(one.id, "dazed", "the turn is over"))
        begin(table, [one.id for one in table.enc.combatants.values() if one.present])


def begin(table: Table, order: list[str]) -> None:
    table.emit(PhaseBegan("fight", table.enc.flow.turn + 1))
    for who in order:
        table.emit(Spent(who, "ap", fighter(table.enc, who).ap - 3))
    table.emit(RoundBegan(1, [{"who": [who], "kind": "", "value": 0, "done": False} for who in order]))


class SlotStart(Step):
    """1.6: one after the other."""

    def __init__(self) -> None:
        super().__init__("slot", "Slot", "1.6")

    def perform(self, table: Table, command: Command) -> None:
        flow = table.enc.flow
        table.emit(SlotBegan(flow.at + 1, flow.order[flow.at + 1].who))


class SlotLost(Step):
    """1.1: whoever is down loses the turn."""

    def __init__(self) -> None:
        super().__init__("lose", "Lost", "1.1")

    def perform(self, table: Table, command: Command) -> None:
        flow = table.enc.flow
        table.emit(SlotEnded(flow.at, flow.order[flow.at].who))


class Over(Step):
    """1.7: over when one side has nobody standing."""

    def __init__(self) -> None:
        super().__init__("over", "Over", "1.7")

    def perform(self, table: Table, command: Command) -> None:
        left = sides_standing(table.enc)
        table.emit(Ended(left[0] if left else "draw", "nobody else stands"))


def sides_standing(enc: Encounter) -> list[str]:
    """1.7: the sides that still have somebody standing."""
    left: list[str] = []
    for one in enc.combatants.values():
        if one.present and one.side not in left:
            left.append(one.side)
    return left


# -------------------------------------------------------------------- section 2: strikes


class Strike(Action):
    """2.1, 2.2, 2.4: a blow at somebody beside you."""

    def __init__(self) -> None:
        super().__init__("strike", "Strike", "2.1", "target")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        dazed = [Reason("2.4", "dazed")] if enc.combatants[who].has("dazed") else []
        return needs_turn(enc, who) + needs_point(enc, who) + dazed

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        me, you = enc.combatants[command.who], enc.combatants[command.target]
        reasons: list[Reason] = []
        if me.side == you.side or not you.present:
            reasons.append(Reason("2.1", f"{you.name} is no foe that stands"))
        if enc.board.distance(me.pos, you.pos) > 1:
            reasons.append(Reason("2.2", f"{you.name} is out of reach", "move closer"))
        return reasons

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, (one.id,)) for one in enc.combatants.values() if one.id != who]

    def cost(self, enc: Encounter, command: Command) -> str:
        return "1 AP"

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Spent(command.who, "ap", 1))
        guarded = table.window(STRUCK, [command.target], Why("{0} strikes", [command.who]))
        goal = 10
        for answer in guarded:
            table.emit(Spent(answer.who, "guards", 1))
            goal += guard_bonus(table.enc)
        tally = Tally()
        if table.read([Roll(command.who, D20, "strike", tally)], AtLeast(goal, "hit", "miss")):
            table.emit(Hurt(command.target, table.roll(Roll(command.who, D8, "damage"))))


class Guard(Action):
    """2.3: the one who is struck may guard before the roll."""

    def __init__(self) -> None:
        super().__init__("guard", "Guard", "2.3", window=STRUCK)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        return [] if fighter(enc, who).guards else [Reason("2.3", "no guard left")]


def guard_bonus(enc: Encounter) -> int:
    """2.3: what a guard adds."""
    options = enc.options
    assert isinstance(options, DuelOptions)
    return options.guard


# -------------------------------------------------------------------- the game


class Duel(Ruleset):
    """The toy."""

    def __init__(self) -> None:
        super().__init__("duel", "Duel", "1", "A toy for tests.", "tests.duel")
        self.offer_options(DuelOptions, [])
        self.content = DuelContent()
        actions: list[Action] = [Move(), Strike(), Pass(), Guard()]
        events: list[type[Event]] = [Spent, Hurt]
        self.register(actions, [SetUp(), TurnStart(), SlotStart(), SlotLost(), Over()], events)

    def with_content(self, paths: list[str]) -> Ruleset:
        return self

    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo("arena", "The arena", "Kara against two goblins.")]

    def start(self, scenario: str, options: dict[str, str], seeds: list[str]) -> Encounter:
        if scenario != "arena":
            raise Invalid("scenario", "id", scenario, "arena")
        return arena(seeds, options)

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        if kind not in KINDS:
            raise Invalid("creature", "kind", kind, "one of " + ", ".join(KINDS))
        return Fighter(id, kind, side, seat, pos)

    def skip_setup(self, enc: Encounter) -> None:
        enc.flow.phase, enc.flow.turn, enc.flow.round = "fight", 1, 1
        RoundBegan(1, [{"who": [who], "kind": "", "value": 0, "done": False} for who in enc.combatants]).apply(enc)

    def next_step(self, enc: Encounter) -> Command | None:
        flow = enc.flow
        if enc.over:
            return None
        if not flow.phase:
            return Command(TABLE, "set-up")
        if len(sides_standing(enc)) < 2:
            return Command(TABLE, "over")
        if flow.current is not None:
            return None if enc.combatants[flow.active[0]].present else Command(TABLE, "lose")
        return Command(TABLE, "slot" if flow.at + 1 < len(flow.order) else "turn")

    def end_phase(self, table: Table) -> None:
        for index, slot in enumerate(table.enc.flow.order):
            if not slot.done:
                table.emit(SlotBegan(index, slot.who))
                table.emit(SlotEnded(index, slot.who))

    def end(self, table: Table, result: str) -> None:
        table.emit(Ended(result or "ended", "ruling"))

    def condition_names(self) -> list[str]:
        return ["dazed"]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        table.emit(ConditionGained(who, Condition(name, value, "", Duration(TURN_END))))

    def end_condition(self, table: Table, who: str, name: str) -> None:
        table.emit(ConditionEnded(who, name, "ruling"))

    def veil(self, one: Combatant, enc: Encounter, seat: str) -> None:
        if isinstance(one, Fighter) and one.seat == GM:
            one.hp = one.max_hp = 1

    def fill(self, one: Combatant, enc: Encounter, seat: str, sturdy: bool) -> None:
        if isinstance(one, Fighter) and one.seat == GM:
            one.hp = one.max_hp = 99 if sturdy else 1

    def veiled(self, enc: Encounter, who: str, seat: str) -> str:
        return "Health" if seat != GM and enc.seat_of(who) == GM else ""

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        one = fighter(enc, who)
        return {"hp": one.hp, "ap": one.ap}

    def score(self, enc: Encounter, side: str) -> int:
        return sum([fighter(enc, one.id).hp * (10 if one.side == side else -10) for one in enc.combatants.values()])

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        one = fighter(enc, who)
        card = Card(who, one.name, one.kind, one.side)
        if not self.veiled(enc, who, seat):
            card.fields.append(track("Health", one.hp, one.max_hp))
        card.fields.append(pips("AP", one.ap, 3))
        return card

    def in_order(self, enc: Encounter, seat: str) -> list[Turn]:
        return [Turn(who, False, False) for who in enc.combatants]

    def row(self, enc: Encounter, who: str, seat: str) -> Row:
        return Row(who, enc.name(who), enc.combatants[who].side, "")

    def heading(self, enc: Encounter) -> str:
        return f"Turn {enc.flow.turn}"

    def uses(self, event: Event) -> list[str]:
        return ["event:hurt"] if isinstance(event, Hurt) else []

    def inventory(self) -> list[str]:
        return ["event:hurt"]


def arena(seeds: list[str] | None = None, options: dict[str, str] | None = None) -> Encounter:
    """Kara between two goblins, before set-up."""
    enc = RULESET.stage(["......", "......", "......", "......"], options or {})
    enc.title = "The arena"
    enc.seeds = seeds if seeds is not None else ["1", "2"]
    enc.seats["player1"] = Seat("player1")
    for kind, id, square, side, seat in (
        ("kara", "kara", "b2", "heroes", "player1"),
        ("goblin", "gob1", "c2", "foes", GM),
        ("goblin", "gob2", "e3", "foes", GM),
    ):
        enc.combatants[id] = RULESET.make(enc, kind, id, enc.board.parse(square), side, seat)
    return enc


RULESET: Final = Duel()
