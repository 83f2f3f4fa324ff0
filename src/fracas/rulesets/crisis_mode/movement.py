"""Section 5: stepping and running, square by square."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import PASS, Choice, Command, Encounter, Question, Reason, Table, Why
from fracas.engine.board import Reach
from fracas.engine.events import MOVE, SUBJECT, About, Moved, Revealed
from fracas.engine.walking import Walking
from fracas.rulesets.crisis_mode.action_points import CrisisAction, bars_condition, bars_held, bars_round_limit
from fracas.rulesets.crisis_mode.attacks import bars_sight
from fracas.rulesets.crisis_mode.blows import blade, opportunity_blow
from fracas.rulesets.crisis_mode.checks import kinds
from fracas.rulesets.crisis_mode.conditions import bars_fear, bars_fear_blow, mark, must_flee, stumble
from fracas.rulesets.crisis_mode.fighter import Fighter, fighter, fighters, living
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price
from fracas.rulesets.crisis_mode.situation import Standing, standing, within

MOST_AP: Final = 3
PARTING: Final = "leaves-reach"
LADDERS: Final = ("ladder", "stairs")


class Paced(About):
    """One square walked at a pace, with the points paid for it."""

    SQUARES: ClassVar[tuple[str, ...]] = ("to",)
    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = MOVE

    def __init__(self, who: str, to: int, mode: str, squares: int, ap: int) -> None:
        self.who = who
        self.to = to
        self.mode = mode
        self.squares = squares
        self.ap = ap

    def apply(self, enc: Encounter) -> None:
        """3.3, 3.6, 3.8, 3.9: Free Steps cost nothing, are gone after one walk, and are no action."""
        one = fighter(enc, self.who)
        one.pos = self.to
        one.paces += self.squares
        if self.mode == "free-step":
            one.free_here = one.stepped_free = True
            one.free_steps = 0
            return
        if self.mode == "run":
            one.ran += self.squares
        else:
            one.stepped += self.squares
        one.ap -= self.ap
        one.spent += self.ap
        one.spent_moving += self.ap
        one.acted = True
        if one.ap <= 0:
            one.free_steps = 0

    def brief(self, enc: Encounter) -> str:
        verb = {"free-step": "free-steps", "step": "steps", "run": "runs"}[self.mode]
        return f"{verb} to {enc.board.name(self.to)}"

    def say(self, enc: Encounter) -> str:
        price = f" ({self.ap} AP)" if self.ap else ""
        return f"{enc.name(self.who)} {self.brief(enc)}{price}"


def in_the_way(enc: Encounter, one: Fighter) -> tuple[set[int], set[int]]:
    """Squares that bar the way, and squares that may be passed but not stopped in; found once a state."""
    return obstacles(standing(enc, one.id))


def obstacles(here: Standing) -> tuple[set[int], set[int]]:
    """5.7, 5.8: enemies bar the way; friends and the fallen may be passed."""
    if here.barred is not None:
        return here.barred, here.passable
    enc, one = here.enc, here.one
    barred: set[int] = set()
    if one.altitude > 0:
        barred.update([square for square in range(enc.board.size) if not ladder_at(enc, square)])
    passable: set[int] = set()
    for other in here.living:
        if other is not one:
            held = passable if other.down or other.side == one.side else barred
            if other.size == 1:
                held.add(other.pos)
            else:
                held.update(enc.board.footprint(other.pos, other.size))
    here.barred, here.passable = barred, passable
    return barred, passable


def bars_path(enc: Encounter, one: Fighter, path: list[int]) -> list[Reason]:
    """5.6, 5.7, 5.8: the way must be open, past no enemy, and end in a free square."""
    if enc.board.path_cost(one.pos, path, one.size) < 0:
        return [Reason("5.6", "there is no open way there square by square")]
    aloft = bars_aloft(enc, one, path)
    if aloft:
        return aloft
    barred, passable = in_the_way(enc, one)
    for square in path:
        for held in enc.board.footprint(square, one.size):
            if held in barred:
                return [Reason("5.7", f"{enc.board.name(held)} is held by somebody who bars the way")]
    for held in enc.board.footprint(path[-1], one.size):
        if held in passable:
            return [Reason("5.8", f"{enc.board.name(held)} is taken")]
    return []


def bars_aloft(enc: Encounter, one: Fighter, path: list[int]) -> list[Reason]:
    """5.13: up on level 1 there is only the ladder or the stairs to walk on."""
    if one.altitude > 0:
        for square in path:
            if not ladder_at(enc, square):
                return [Reason("5.13", f"there is no floor up there at {enc.board.name(square)}", "climb down first")]
    return []


def ladder_at(enc: Encounter, square: int) -> bool:
    """5.13: is there a ladder or a stair on this square?"""
    return enc.board.tagged(square, LADDERS)


def path_squares(enc: Encounter, one: Fighter, path: list[int]) -> int:
    """5.5, 5.6: how many squares a path counts; rough ground counts double."""
    return enc.board.path_cost(one.pos, path, one.size)


def price_of_run(squares: int) -> int:
    """5.2: a point for every two squares, an odd one at the end counts as two."""
    return (squares + 1) // 2


class Ways(Walking):
    """Where a fighter can go; what fear bars is no square to go to."""

    def __init__(self, here: Standing, budget: int) -> None:
        barred, passable = obstacles(here)
        super().__init__(here.enc, here.one, budget, barred, passable)
        self.here = here
        self.flees = must_flee(here.one)

    def at_hand(self) -> bool:
        here = self.here
        if here.reach is not None or self.flees:
            return False
        if here.next_to < 0 and super().at_hand():
            here.next_to = self.budget
        return 0 <= here.next_to <= self.budget

    def reach(self) -> Reach:
        """One flood, as far as the fastest pace goes, does for all paces."""
        here = self.here
        if here.reach is None or here.budget < self.budget:
            here.budget = max(self.budget, farthest(here.one))
            here.reach = self.enc.board.reach(self.one.pos, self.one.size, here.budget, self.barred, self.passable)
        return here.reach.within(self.budget)

    def squares(self, reach: Reach) -> list[int]:
        found = super().squares(reach)
        return [to for to in found if not bars_fear(self.enc, self.here.one, to)] if self.flees else found


def farthest(one: Fighter) -> int:
    """The most squares that any pace may still take this fighter in this opportunity."""
    running = 0 if one.moved_here else 2 * min(one.ap, MOST_AP)
    return max(running, one.free_steps)


class Walk(CrisisAction):
    """5.1, 5.2: moving for Action Points, stepping or running."""

    def __init__(self, verb: str, title: str, paragraph: str) -> None:
        super().__init__(verb, title, paragraph, Price(1), "path")
        self.running = verb == "run"
        self.marker = "ran" if self.running else ""

    def drawback(self, enc: Encounter, command: Command) -> str:
        """Running counts by the points spent on it (5.2)."""
        left = super().drawback(enc, command)
        return left.replace(" until", " for each AP until") if left else ""

    def price(self, enc: Encounter, command: Command) -> Price:
        """5.1, 5.2: a point a square, or for two squares run; how diagonals count is the board's."""
        if not command.squares:
            return self.usual
        return self.price_of(path_squares(enc, fighter(enc, command.who), list(command.squares)))

    def price_of(self, squares: int) -> Price:
        """What so many squares cost at this pace."""
        return Price(price_of_run(squares) if self.running else max(squares, 0))

    def toll(self, enc: Encounter, command: Command) -> int:
        return self.price(enc, command).ap

    def fare(self, enc: Encounter, who: str, units: int) -> tuple[str, int]:
        price = self.price_of(units)
        return price.say(), price.ap

    def cost(self, enc: Encounter, command: Command) -> str:
        if command.squares:
            return super().cost(enc, command)
        return "1 AP for 2 squares" if self.running else "1 AP a square"

    def bars_in_turn(self, here: Standing) -> list[Reason]:
        if here.free and here.one.standing:
            return []
        held = bars_held(here, "move") + bars_held(here, "action") if here.one.conditions else []
        fallen, second = bars_on_feet(here.one), bars_second_movement(here.one)
        return held + fallen + second if held or fallen or second else []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        one = fighter(enc, command.who)
        reasons = bars_path(enc, one, list(command.squares))
        if reasons:
            return reasons
        squares = path_squares(enc, one, list(command.squares))
        return bars_fear(enc, one, command.squares[-1]) + self.bars_length(enc, one, self.price(enc, command), squares)

    def bars_length(self, enc: Encounter, one: Fighter, price: Price, squares: int) -> list[Reason]:
        """4.3: what a way this long costs must be there, and no limit be passed."""
        reasons = bars_distance(one, price, squares)
        if price.ap > one.ap:
            text = f"{one.name} needs {price.ap} AP and has {one.ap}"
            reasons.append(Reason("4.3", text, "choose a shorter way", "path"))
        return reasons + bars_round_limit(enc, one, price)

    def budget(self, enc: Encounter, one: Fighter) -> int:
        """How many squares are left to this fighter in this Round at this pace."""
        ap = min(one.ap, MOST_AP - one.spent_moving)
        if options(enc).round_ap_limit:
            ap = min(ap, MOST_AP - one.spent)
        return within_limit(one, 2 * ap if self.running else ap)

    def ways(self, here: Standing) -> Ways:
        return Ways(here, self.budget(here.enc, here.one))

    def choice_in_turn(self, here: Standing) -> Choice | None:
        return self.ways(here).choice(self.verb) if self.possible(here) and not self.bars_in_turn(here) else None

    def walking(self, enc: Encounter, who: str) -> Walking:
        return self.ways(standing(enc, who))

    def perform(self, table: Table, command: Command) -> None:
        """6.3: the movement itself, after Free Steps or without."""
        walk(table, command.who, list(command.squares), self.verb)


def bars_on_feet(one: Fighter) -> list[Reason]:
    """5.9: only who stands moves."""
    return [] if one.standing else [Reason("5.9", f"{one.name} is {one.posture}", "rise first", "rise")]


def bars_second_movement(one: Fighter) -> list[Reason]:
    """5.4: one movement a Round, at one pace."""
    if one.moved_here:
        return [Reason("5.4", f"{one.name} has already moved in this Round", "wait for the next Round")]
    if one.acted_here:
        return [Reason("2.8", f"{one.name} has already acted in this opportunity", "wait for the next Round")]
    return []


def bars_distance(one: Fighter, price: Price, squares: int) -> list[Reason]:
    """5.3, 12.3: at most 3 points of movement a Round, and no more squares than a condition leaves."""
    reasons: list[Reason] = []
    if one.spent_moving + price.ap > MOST_AP:
        text = f"{one.name} would spend {one.spent_moving + price.ap} AP on movement"
        reasons.append(Reason("5.3", text, "choose a shorter way", "path"))
    limit = step_limit(one)
    if limit and one.paces + squares > limit:
        for kind, _ in kinds(one):
            if kind.step_limit == limit:
                text = f"{one.name} is {kind.name.lower()} and goes at most {limit} square a Round"
                reasons.append(Reason(kind.paragraph, text))
    return reasons


def step_limit(one: Fighter) -> int:
    """The fewest squares a Round that a condition leaves; 0 for no limit."""
    if not one.conditions:
        return 0
    limits = [kind.step_limit for kind, _ in kinds(one) if kind.step_limit]
    return min(limits) if limits else 0


def within_limit(one: Fighter, squares: int) -> int:
    """So many squares, or the fewer that conditions leave."""
    limit = step_limit(one)
    return min(squares, limit - one.paces) if limit else squares


def walk(table: Table, who: str, path: list[int], mode: str) -> None:
    """5.12: square by square; what stops the mover ends the movement, and squares not walked are not paid."""
    enc = table.enc
    one = fighter(enc, who)
    start = resting = one.pos
    done = 0
    for index, to in enumerate(path):
        if not can_go_on(one) or not enc.board.footprint(to, one.size):
            break
        if finds_hidden(table, one, to, "{0} ran into it", [o for o in living(enc) if o.side != one.side]):
            break
        leave_reach(table, one, to)
        if not can_go_on(one):
            break
        total = max(enc.board.path_cost(start, path[: index + 1], one.size), done + 1)
        pace(table, one, to, mode, done, total)
        done = total
        if is_free(enc, one):
            resting = to
    if one.pos != resting and not is_free(enc, one):
        table.emit(Moved(who, resting, "falls back"))
    stumble(table, who, done)


def can_go_on(one: Fighter) -> bool:
    """5.12: nothing has felled, stunned or rooted the mover on the way, and no condition says it is far enough."""
    limit = step_limit(one)
    return one.present and not bars_condition(one, "move") and (not limit or one.paces < limit)


def pace(table: Table, one: Fighter, to: int, mode: str, before: int, after: int) -> None:
    """5.1, 5.2, 6.10: pay for one square and take it; every point run is 1 off Defense until Reset."""
    if mode == "run":
        ap = min(price_of_run(after) - price_of_run(before), one.ap)
    else:
        ap = min(after - before, one.ap) if mode == "step" else 0
    table.emit(Paced(one.id, to, mode, after - before, ap))
    if mode == "run" and ap:
        mark(table, one.id, "ran", ap)


def finds_hidden(table: Table, one: Fighter, to: int, how: str, others: list[Fighter]) -> bool:
    """1.9, 5.12, 13.15: one of these stands there unseen; the move stops, and the hidden one is revealed."""
    board = table.enc.board
    squares = board.footprint(to, one.size)
    for other in others:
        if other.hidden and other is not one:
            if [held for held in board.footprint(other.pos, other.size) if held in squares]:
                table.emit(Revealed(other.id, how, [one.id]))
                return True
    return False


def is_free(enc: Encounter, one: Fighter) -> bool:
    """5.8: may this fighter stay where it stands?"""
    barred, passable = in_the_way(enc, one)
    held = enc.board.footprint(one.pos, one.size)
    return not [square for square in held if square in barred or square in passable]


def leave_reach(table: Table, one: Fighter, to: int) -> None:
    """5.11: leaving reach is safe, unless the option gives every enemy left behind a Rushed attack."""
    enc = table.enc
    if not options(enc).opportunity_attacks or one.hidden:
        return
    questions: list[Question] = []
    for other in fighters(enc):
        if leaves_reach(enc, one, other, to):
            commands = [Command(other.id, "rushed"), Command(other.id, PASS)]
            prompt = Why("{0} leaves your reach", [one.id])
            questions.append(Question(other.id, PARTING, prompt, commands, commands[1]))
    for answer in table.ask_all(questions) if questions else []:
        if answer.verb != PASS and one.present and can_answer(fighter(enc, answer.who)):
            opportunity_blow(table, answer.who, one.id)


def leaves_reach(enc: Encounter, one: Fighter, other: Fighter, to: int) -> bool:
    """5.11: does this step leave the hand-to-hand reach of an enemy who sees it and can answer?"""
    weapon = blade(other)
    if other.side == one.side or weapon is None or not can_answer(other):
        return False
    near = weapon.reach_high
    if not within(enc, other, one, near) or bars_sight(enc, other, one):
        return False
    return not enc.board.in_reach(other.pos, other.size, to, one.size, near)


def can_answer(other: Fighter) -> bool:
    """5.11, 7.14: on one's feet of mind, with a point left, and neither dazed nor afraid."""
    if not other.present or other.ap < 1:
        return False
    held = bars_condition(other, "reflex") + bars_condition(other, "attack")
    return not held and not bars_fear_blow(other, True)
