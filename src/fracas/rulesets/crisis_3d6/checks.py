"""Section 1: checks of 3d6 against a target number, their difficulty, contests, and what single faces mean."""

from __future__ import annotations

from typing import Final

from fracas.engine.board import NONE
from fracas.engine.command import PASS, Command
from fracas.engine.dice import Dice, parse
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.offer import Choice
from fracas.engine.reason import Reason
from fracas.engine.roll import Reading, Roll, Why, plain
from fracas.engine.table import Question, Table
from fracas.engine.tally import Tally
from fracas.rulesets.crisis_3d6.action_points import CrisisAction, bars_fight
from fracas.rulesets.crisis_3d6.characters import CHECKABLE, overweight, skill_tally, title
from fracas.rulesets.crisis_3d6.events import Checked, ContestWon, FateTempted, TaskDone
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, people, person
from fracas.rulesets.crisis_3d6.profiles import SKILLS

EASY: Final = 4
LEVELS: Final = (3, 2, 1, 0, -2, -4, -6, -8, -10, -12)
LEVEL_NAMES: Final = (
    "Mundane",
    "Routine",
    "Simple",
    "Easy",
    "Normal",
    "Demanding",
    "Challenging",
    "Hard",
    "Very Hard",
    "Impossible",
)
FAILURE: Final = "failure"
SUCCESS: Final = "success"
LEGENDARY: Final = "legendary"
FUMBLE: Final = "fumble"
NOBODY: Final = "nobody"
AGAIN: Final = "again"
FATE_WINDOW: Final = "fate"
THREE: Final = parse("3d6")
ONE_OF: Final = "one of " + ", ".join(CHECKABLE)


class Result:
    """A check that was made."""

    def __init__(self, margin: int, outcome: str, stunts: int) -> None:
        self.margin = margin
        self.outcome = outcome
        self.stunts = stunts

    @property
    def succeeded(self) -> bool:
        return self.outcome in (SUCCESS, LEGENDARY)

    @property
    def rank(self) -> int:
        """1.14: fumbles below everything, legendary checks above."""
        return {FUMBLE: 0, FAILURE: 1, SUCCESS: 2, LEGENDARY: 3}[self.outcome]


class FaceReading(Reading):
    """1.2, 1.10, 1.13, 8.11: the sum that counts, how many dice show the stunt face, and whether three are alike."""

    def __init__(self, stunt_face: int, legendary_face: int) -> None:
        self.by_faces = True
        self.stunt_face = stunt_face
        self.legendary_face = legendary_face

    def digest(self, faces: list[int]) -> int:
        kept = sorted(faces)[:3]
        stunts = faces.count(self.stunt_face)
        triple = 0
        if kept[0] == kept[1] == kept[2]:
            triple = 1 if kept[0] == self.legendary_face else 2 if kept[0] == 7 - self.legendary_face else 0
        return sum(kept) * 1000 + stunts * 10 + triple

    def read(self, totals: list[int]) -> int:
        return totals[0]

    def key(self) -> str:
        return f"faces{self.stunt_face}{self.legendary_face}"


def stunt_face(enc: Encounter) -> int:
    """1.13: ones, or sixes by the option."""
    return 1 if options(enc).stunt_face == "ones" else 6


def legendary_face(enc: Encounter) -> int:
    """1.13: three of these always succeed, three of the opposite never."""
    return 6 if options(enc).stunt_face == "sixes" else 1


def roll_check(table: Table, who: str, why: str | Why, target: Tally, extra: int = 0, secret: bool = False) -> Result:
    """1.2, 1.9: throw against a target number; further dice only where a rate of fire adds them."""
    enc = table.enc
    reading = FaceReading(stunt_face(enc), legendary_face(enc))
    value = read_fated(table, Roll(who, dice_of(extra), why, None, secret), reading)
    result = judge(value, target.total)
    told = plain(why)
    table.emit(Checked(who, told.text, target.total, target.parts, result.margin, result.outcome, told.about))
    return result


def read_fated(table: Table, roll: Roll, reading: Reading) -> int:
    """1.18: the dice of a check as they fell, or as they fall again for a point of experience."""
    value = table.read([roll], reading)
    while options(table.enc).fate and tempts_fate(table, roll):
        table.emit(FateTempted(roll.who))
        value = table.read([roll], reading)
    return value


def tempts_fate(table: Table, roll: Roll) -> bool:
    """1.18: characters with experience left are asked, and may be again."""
    one = person(table.enc, roll.who)
    if one.npc or one.xp < 1:
        return False
    again, stay = Command(one.id, AGAIN), Command(one.id, PASS)
    prompt = Why(f"Throw again for {roll.why}? It costs 1 of {one.xp} points of experience", roll.about)
    return table.ask(Question(one.id, FATE_WINDOW, prompt, [again, stay], stay)).verb == AGAIN


def dice_of(extra: int) -> Dice:
    """8.11: three dice, and one more for each further shot; the lowest three count."""
    return parse(f"{3 + extra}d6kl3") if extra else THREE


def judge(value: int, target: int) -> Result:
    """1.2, 1.9, 1.10: at or under the target number succeeds; three alike overrule it."""
    margin = target - value // 1000
    stunts, triple = value % 1000 // 10, value % 10
    if triple == 1:
        return Result(margin, LEGENDARY, stunts)
    if triple == 2:
        return Result(margin, FUMBLE, stunts)
    return Result(margin, SUCCESS if margin >= 0 else FAILURE, stunts)


# ---------------------------------------------------------------- target numbers


def target_number(enc: Encounter, one: Person, skill: str, level: int = EASY, stand_in: str = "") -> Tally:
    """1.2, 1.3: ability, skill, circumstances and difficulty."""
    tally = skill_tally(enc, one, skill, stand_in)
    add_circumstances(one, tally)
    if (stand_in or SKILLS.get(skill, skill)) == "speed":
        tally.add("weight", -overweight(one), "13.12")
    return add_difficulty(enc, one, tally, level, 0)


def add_circumstances(one: Person, tally: Tally) -> Tally:
    """1.8, 12.3: what the GM finds fit, and drink."""
    tally.add("circumstance", one.circumstance, "1.8")
    return tally.add("drunk", -2 if one.has("drunk") else 0, "12.3")


def add_difficulty(enc: Encounter, one: Person, tally: Tally, level: int, easier: int) -> Tally:
    """1.4, 1.6, 1.7, 7.1, 7.3: the level's modifier, after Assets, Unfavourable Circumstances and aim moved it."""
    helps = one.assets - one.unfavourable
    if options(enc).difficulty_modifiers == "number":
        tally.add("assets and circumstances", helps, "1.6")
        helps = 0
    level = min(max(level - helps - easier, 1), 10)
    return tally.add(LEVEL_NAMES[level - 1], LEVELS[level - 1], "1.4")


# ---------------------------------------------------------------- contests


def contest_winner(mine: Result, theirs: Result) -> int:
    """1.12, 1.14: 1 if the first wins, -1 if the second does, 0 if nobody."""
    if mine.rank != theirs.rank:
        return 1 if mine.rank > theirs.rank else -1
    if mine.margin == theirs.margin:
        return 0
    return 1 if mine.margin > theirs.margin else -1


def need_skill(command: Command) -> None:
    """Raise unless the command names a skill or an ability."""
    if command.thing not in CHECKABLE:
        raise Invalid("command", "thing", command.thing, ONE_OF)


def level_of(command: Command) -> int:
    """1.5: the level that was named, or Easy."""
    return command.numbers[0] if command.numbers else EASY


def bars_level(command: Command) -> list[Reason]:
    """1.5: levels run from 1 to 10."""
    if 1 <= level_of(command) <= 10:
        return []
    return [Reason("1.5", f"there is no difficulty level {level_of(command)}", "name a level from 1 to 10")]


class TaskAction(CrisisAction):
    """Something that takes a check in a fight."""

    def things(self) -> str:
        return ONE_OF

    def ap(self, enc: Encounter, command: Command) -> int:
        """1.17: 2 points."""
        return 2


class Check(TaskAction):
    """1.2, 1.17: a task that may fail."""

    def __init__(self) -> None:
        super().__init__("check", "Check", "1.2", "thing")
        self.takes_number = True
        self.in_respite = True
        self.idle = True

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        need_skill(command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, thing=skill) for skill in CHECKABLE]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_level(command)

    def act(self, table: Table, command: Command) -> None:
        one = person(table.enc, command.who)
        target = target_number(table.enc, one, command.thing, min(max(level_of(command), 1), 10))
        roll_check(table, command.who, f"check of {title(command.thing)}", target)


def bars_contest(enc: Encounter, one: Person, other: Person) -> list[Reason]:
    """1.12: between two who see each other."""
    if one is other or not other.present:
        return [Reason("1.12", f"{other.name} cannot answer")]
    unseen = other.id in one.unseen_by or other.hidden_from(one)
    if unseen or enc.board.sight(one.pos, one.size, other.pos, other.size) == NONE:
        unseeing = f"{one.name} and {other.name} do not see each other"
        return [Reason("1.12", unseeing, "move into sight", "path")]
    return []


class Contest(TaskAction):
    """Both roll, the better wins."""

    def __init__(self) -> None:
        super().__init__("contest", "Contest", "1.12", "target thing")
        self.in_respite = True
        self.reveals = True
        self.idle = True

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        need_skill(command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        one = person(enc, who)
        seen = [other for other in people(enc) if not bars_contest(enc, one, other)]
        return [Command(who, self.verb, (other.id,), skill) for other in seen for skill in CHECKABLE]

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        if self.bars(enc, who):
            return None
        legal = self.candidates(enc, who)
        return Choice(who, self.verb, legal, [], None) if legal else None

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_contest(enc, person(enc, command.who), person(enc, command.target))

    def act(self, table: Table, command: Command) -> None:
        """1.12: the one who began it rolls first."""
        enc = table.enc
        why = f"contest of {title(command.thing)}"
        mine = roll_check(table, command.who, why, target_number(enc, person(enc, command.who), command.thing))
        theirs = roll_check(table, command.target, why, target_number(enc, person(enc, command.target), command.thing))
        won = contest_winner(mine, theirs)
        winner = NOBODY if won == 0 else command.who if won > 0 else command.target
        table.emit(ContestWon(command.who, command.target, winner))


class Task(CrisisAction):
    """What anybody gets done in time; a check only tells in what time."""

    def __init__(self) -> None:
        super().__init__("task", "Task without a check", "1.15", "thing?")
        self.takes_number = True
        self.idle = True
        self.in_respite = True
        self.in_fight = False

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        if command.thing:
            need_skill(command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb), *[Command(who, self.verb, thing=skill) for skill in CHECKABLE]]

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """1.15: only between fights."""
        return bars_fight(enc, "1.15")

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_level(command)

    def act(self, table: Table, command: Command) -> None:
        """1.15, 1.16: done without dice, or with a check for the minutes."""
        if not command.thing:
            table.emit(TaskDone(command.who, 0))
            return
        one = person(table.enc, command.who)
        target = target_number(table.enc, one, command.thing, min(max(level_of(command), 1), 10))
        result = roll_check(table, command.who, f"time it takes by {title(command.thing)}", target)
        table.emit(TaskDone(command.who, minutes_for(result.margin)))


def minutes_for(margin: int) -> int:
    """1.16: half an hour, five minutes less for each point of margin, never less than five."""
    return max(30 - 5 * margin, 5)


def last_winner(enc: Encounter) -> str:
    return crisis(enc).winner
