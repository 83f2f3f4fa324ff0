"""A small ruleset with all the promises are about: hidden foes, large creatures, windows asked together, guards.

For tests of `prove`, which break it on purpose, one promise at a time, and look whether that is noticed.
"""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.action import Action
from fracas.engine.board import Board, Reach, read_map
from fracas.engine.card import Card, Turn, pips, track
from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, PASS, TABLE, Command
from fracas.engine.dice import parse
from fracas.engine.duration import ENCOUNTER, Condition, Duration
from fracas.engine.encounter import Content, Encounter
from fracas.engine.event import SUBJECT, Event
from fracas.engine.events import (
    About,
    ConditionEnded,
    ConditionGained,
    Ended,
    Moved,
    PhaseBegan,
    Revealed,
    RoundBegan,
    SlotBegan,
    SlotEnded,
)
from fracas.engine.fields import KEEPER, PUBLIC, Field, Number
from fracas.engine.flow import Slot
from fracas.engine.offer import Choice
from fracas.engine.options import Choices, Options
from fracas.engine.reason import Reason
from fracas.engine.roll import AtLeast, Roll, Why
from fracas.engine.ruleset import Ruleset, ScenarioInfo, Step
from fracas.engine.seat import Seat
from fracas.engine.table import Table
from fracas.engine.tally import Tally

D20, D8 = parse("1d20"), parse("1d8")
KINDS = {"knight": 16, "goblin": 7, "ogre": 22}
GROUND = ["........", "........", "..#.....", "........", ".....~..", "........"]
SCENARIOS = {
    "pit": [("knight", "kara", "b3", "heroes", "player", False), ("ogre", "ugg", "e3", "foes", GM, False)],
    "gate": [
        ("knight", "kara", "b2", "heroes", "player", False),
        ("knight", "tom", "b5", "heroes", "other", False),
        ("goblin", "gob1", "f2", "foes", GM, False),
        ("goblin", "gob2", "f4", "foes", GM, False),
        ("goblin", "gob3", "e5", "foes", GM, True),
    ],
}


class Duellist(Combatant):
    FIELDS: ClassVar[tuple[Field, ...]] = (
        *Combatant.FIELDS,
        Number("hp", KEEPER, 0, 50),
        Number("ap", PUBLIC, 0, 50),
        Number("guards", PUBLIC),
    )

    def __init__(self, id: str, name: str, kind: str, side: str, seat: str, pos: int) -> None:
        super().__init__(id, name, kind, side, seat, pos, 2 if kind == "ogre" else 1)
        self.hp = KINDS[kind]
        self.ap = 0
        self.guards = 0

    def copy(self) -> Duellist:
        other = Duellist(self.id, self.name, self.kind, self.side, self.seat, self.pos)
        self.copy_into(other)
        other.hp, other.ap, other.guards = self.hp, self.ap, self.guards
        return other

    def assign(self, field: str, value: str) -> None:
        super().assign(field, value)
        self.down = self.hp <= 0


class Ring(Content):
    def kinds(self) -> list[str]:
        return list(KINDS)

    def fresh(self, kind: str) -> Duellist:
        return Duellist("", "", kind, "", "", 0)


def duellist(enc: Encounter, who: str) -> Duellist:
    one = enc.combatants[who]
    assert isinstance(one, Duellist)
    return one


def near(enc: Encounter, a: Combatant, b: Combatant) -> bool:
    return enc.board.gap(a.pos, a.size, b.pos, b.size) <= 1


def taken(enc: Encounter, who: str) -> set[int]:
    """The squares somebody else stands on."""
    squares: set[int] = set()
    for other in enc.combatants.values():
        if other.id != who and not other.out:
            squares.update(enc.board.footprint(other.pos, other.size))
    return squares


class Paid(About):
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, what: str) -> None:
        self.who = who
        self.what = what

    def apply(self, enc: Encounter) -> None:
        one = duellist(enc, self.who)
        if self.what == "guard":
            one.guards = max(one.guards - 1, 0)
        else:
            one.ap = max(one.ap - 1, 0)


class Readied(About):
    SEEN: ClassVar[str] = SUBJECT

    def apply(self, enc: Encounter) -> None:
        one = duellist(enc, self.who)
        one.ap, one.guards = 2, 1


class Hurt(About):
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, harm: int) -> None:
        self.who = who
        self.harm = harm

    def apply(self, enc: Encounter) -> None:
        one = duellist(enc, self.who)
        one.hp -= self.harm
        one.down = one.hp <= 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} is hurt: {self.harm}"

    def result_word(self) -> str:
        return "hit"


class Act(Action):
    """1.2, 1.3"""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        reasons: list[Reason] = []
        one = duellist(enc, who)
        if who not in enc.flow.active or not one.present:
            reasons.append(Reason("1.3", f"it is not {one.name}'s turn"))
        if one.ap < 1 and self.verb != PASS:
            reasons.append(Reason("1.2", "needs 1 point, has 0", "wait for the next turn"))
        return reasons


class Pass(Act):
    """1.3"""

    def perform(self, table: Table, command: Command) -> None:
        end_slot(table)


class Move(Act):
    """1.4"""

    def reach(self, enc: Encounter, who: str) -> Reach:
        one = enc.combatants[who]
        return enc.board.reach(one.pos, one.size, 3, taken(enc, who))

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        if self.bars(enc, who):
            return None
        reach = self.reach(enc, who)
        squares = [square for square in reach.costs if square != enc.combatants[who].pos]
        return Choice(who, self.verb, [], squares, reach) if squares else None

    def picks(self, enc: Encounter, who: str) -> list[Command]:
        reach, here = self.reach(enc, who), enc.combatants[who].pos
        return [Command(who, self.verb, squares=tuple(reach.path_to(goal))) for goal in reach.costs if goal != here]

    def route(self, enc: Encounter, who: str, goal: int) -> list[int]:
        reach = self.reach(enc, who)
        return reach.path_to(goal) if goal in reach else [goal]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = enc.combatants[command.who]
        cost = enc.board.path_cost(one.pos, list(command.squares), one.size)
        reach = self.reach(enc, command.who)
        wrong = cost < 0 or cost > 3 or [square for square in command.squares if square not in reach]
        if wrong or command.squares[-1] == one.pos:
            return [Reason("1.4", "no free way of at most 3 squares")]
        return []

    def perform(self, table: Table, command: Command) -> None:
        enc, who = table.enc, command.who
        me = duellist(enc, who)
        table.emit(Paid(who, "move"))
        for square in command.squares:
            way = enc.board.footprint(square, me.size)
            foes = [c.id for c in enc.combatants.values() if c.side != me.side and c.present and near(enc, c, me)]
            met = [o for o in enc.combatants.values() if o.id != who and not o.out and overlap(enc, o, way)]
            if met or not way:
                if met and met[0].hidden:
                    table.emit(Revealed(met[0].id, "walked into"))
                return
            for blow in table.window("leaves", foes, Why("{0} goes away", [who])):
                if table.allows(blow):
                    table.emit(Paid(blow.who, "guard"))
                    strike(table, blow.who, who)
            if not me.present:
                return
            table.emit(Moved(who, square, "goes"))


def overlap(enc: Encounter, one: Combatant, squares: list[int]) -> bool:
    return bool([square for square in enc.board.footprint(one.pos, one.size) if square in squares])


class Strike(Act):
    """1.5"""

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        mine = enc.combatants[who].side
        return [Command(who, self.verb, (c.id,)) for c in enc.combatants.values() if c.side != mine]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        me, foe = enc.combatants[command.who], enc.combatants[command.target]
        if me.side == foe.side or not foe.present or not near(enc, me, foe):
            return [Reason("1.5", f"{foe.name} is no foe within one square")]
        return []

    def perform(self, table: Table, command: Command) -> None:
        table.emit(Paid(command.who, "strike"))
        strike(table, command.who, command.target)


class React(Action):
    """1.6"""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = duellist(enc, who)
        return [] if one.guards and one.present else [Reason("1.6", "no guard left this turn")]


def strike(table: Table, attacker: str, target: str) -> None:
    if table.enc.combatants[attacker].hidden:
        table.emit(Revealed(attacker, "struck"))
    guarded = table.window("struck", [target], Why("{0} strikes", [attacker]))
    if guarded:
        table.emit(Paid(target, "guard"))
    goal = 18 if guarded else 14
    if table.read([Roll(attacker, D20, "strike", Tally().add("skill", 5))], AtLeast(goal, "hit", "miss")):
        table.emit(Hurt(target, table.roll(Roll(attacker, D8, "harm"))))


def end_slot(table: Table) -> None:
    flow = table.enc.flow
    slot = flow.current
    if slot is not None:
        table.emit(SlotEnded(flow.at, slot.who))


class NewTurn(Step):
    """1.1"""

    def perform(self, table: Table, command: Command) -> None:
        enc = table.enc
        fit = [one.id for one in enc.combatants.values() if one.present]
        table.emit(PhaseBegan("fight", enc.flow.turn + 1))
        values = table.roll_all([Roll(who, D8, "order") for who in fit])
        for who in fit:
            table.emit(Readied(who))
        ranked = sorted(range(len(fit)), key=lambda index: (-values[index], index))
        table.emit(RoundBegan(1, [Slot([fit[i]], "", values[i]).to_json() for i in ranked]))


class NextSlot(Step):
    """1.1"""

    def perform(self, table: Table, command: Command) -> None:
        end_slot(table)
        order = table.enc.flow.order
        for at in range(len(order)):
            if not order[at].done:
                table.emit(SlotBegan(at, order[at].who))
                return


class Finish(Step):
    """1.7"""

    def perform(self, table: Table, command: Command) -> None:
        left = standing(table.enc)
        table.emit(Ended(left[0] if left else "draw", "one side is down"))


def standing(enc: Encounter) -> list[str]:
    sides: list[str] = []
    for one in enc.combatants.values():
        if one.present and one.side not in sides:
            sides.append(one.side)
    return sides


class SkirmishOptions(Options):
    """How squares are counted."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        says = {"diagonal-1": "A diagonal counts one.", "orthogonal": "No diagonals."}
        self.metric = choices.word("metric", "1.4", "Diagonals", "Tables count them in two ways.", says)


class Skirmish(Ruleset):
    """1.1-1.7: two sides, moves, strikes, guards."""

    def __init__(self) -> None:
        super().__init__("skirmish", "Skirmish", "1", "Blows, for tests.", "tests.properties.skirmish_rules")
        self.offer_options(SkirmishOptions, [])
        self.content = Ring()
        self.register(self.own_actions(), self.own_steps(), self.own_events())

    def own_actions(self) -> list[Action]:
        return [
            Pass(PASS, "Pass", "1.3"),
            Move("move", "Move", "1.4", "path"),
            Strike("strike", "Strike", "1.5", "target"),
            React("guard", "Guard", "1.6", window="struck"),
            React("blow", "Blow", "1.4", window="leaves"),
        ]

    def own_steps(self) -> list[Step]:
        return [NewTurn("turn", "Turn", "1.1"), NextSlot("slot", "Next", "1.1"), Finish("finish", "End", "1.7")]

    def own_events(self) -> list[type[Event]]:
        return [Paid, Readied, Hurt]

    def with_content(self, paths: list[str]) -> Ruleset:
        return self

    def scenarios(self) -> list[ScenarioInfo]:
        return [ScenarioInfo(name, name.title(), "A test.") for name in SCENARIOS]

    def start(self, scenario: str, options: dict[str, str], seeds: list[str]) -> Encounter:
        enc = self.stage(GROUND, options)
        enc.title, enc.seeds = scenario, seeds
        for kind, id, square, side, seat, hidden in SCENARIOS[scenario]:
            enc.combatants[id] = self.make(enc, kind, id, enc.board.parse(square), side, seat)
            enc.combatants[id].hidden = hidden
            enc.seats[seat] = Seat(seat)
        return enc

    def draw_board(self, rows: list[str], options: Options, content: Content) -> Board:
        return read_map(rows, metric=options.values["metric"])[0]

    def make(self, enc: Encounter, kind: str, id: str, pos: int, side: str, seat: str) -> Combatant:
        return Duellist(id, id.title(), kind, side, seat, pos)

    def next_step(self, enc: Encounter) -> Command | None:
        if enc.over:
            return None
        if len(standing(enc)) < 2:
            return Command(TABLE, "finish")
        active = enc.flow.active
        if active and duellist(enc, active[0]).present:
            return None
        if [slot for slot in enc.flow.order if not slot.done]:
            return Command(TABLE, "slot")
        return Command(TABLE, "turn")

    def end_phase(self, table: Table) -> None:
        for at, slot in enumerate(table.enc.flow.order):
            if not slot.done:
                table.emit(SlotEnded(at, slot.who))

    def end(self, table: Table, result: str) -> None:
        table.emit(Ended(result, "ruling"))

    def condition_names(self) -> list[str]:
        return ["winded"]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        table.emit(ConditionGained(who, Condition(name, value, GM, Duration(ENCOUNTER))))

    def end_condition(self, table: Table, who: str, name: str) -> None:
        table.emit(ConditionEnded(who, name, "ruling"))

    def gauges(self, enc: Encounter, who: str) -> dict[str, int]:
        return {"hp": duellist(enc, who).hp, "ap": duellist(enc, who).ap}

    def score(self, enc: Encounter, side: str) -> int:
        total = 0
        for one in enc.combatants.values():
            assert isinstance(one, Duellist)
            worth = max(one.hp, 0) * 20 + (100 if one.present else 0)
            total += worth if one.side == side else -worth
            if one.side == side and one.present:
                foes = [f for f in enc.combatants.values() if f.side != side and f.present]
                total -= min([enc.board.gap(one.pos, one.size, f.pos, f.size) for f in foes], default=0)
        return total

    def card(self, enc: Encounter, who: str, seat: str) -> Card:
        one = duellist(enc, who)
        card = Card(who, one.name, one.kind, one.side)
        card.fields = [track("Health", one.hp, KINDS[one.kind]), pips("Points", one.ap, 2)]
        return card

    def in_order(self, enc: Encounter, seat: str) -> list[Turn]:
        return []

    def heading(self, enc: Encounter) -> str:
        return f"Turn {enc.flow.turn}"

    def uses(self, event: Event) -> list[str]:
        if isinstance(event, PhaseBegan):
            return ["transition:turn"]
        if isinstance(event, Ended):
            return ["transition:end"]
        return []

    def inventory(self) -> list[str]:
        return ["transition:turn", "transition:end"]

    def invariants(self, enc: Encounter) -> list[str]:
        wrong: list[str] = []
        for one in enc.combatants.values():
            assert isinstance(one, Duellist)
            if not 0 <= one.ap <= 50 or one.hp > 50:
                wrong.append(f"1.2: {one.id} has {one.ap} points and {one.hp} health")
        return wrong


SKIRMISH = Skirmish()
