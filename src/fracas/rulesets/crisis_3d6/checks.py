"""Section 1: checks of 3d6 against a target number, their difficulty, contests, and what single faces mean."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import PASS, Command, Encounter, Part, Question, Table, Tally
from fracas.engine.dice import Dice, parse
from fracas.engine.events import BOOKS, NEWS, RESULT, SUBJECT, About, Event, read_parts
from fracas.engine.roll import Reading, Roll, Why, plain
from fracas.engine.tally import parts_to_json, say_part
from fracas.rulesets.crisis_3d6.characters import overweight, skill_tally
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import Person, numbers_known, person
from fracas.rulesets.crisis_3d6.profiles import SKILLS

EASY: Final = 4
LEVELS: Final = (3, 2, 1, 0, -2, -4, -6, -8, -10, -12)
NAMES: Final = "Mundane, Routine, Simple, Easy, Normal, Demanding, Challenging, Hard, Very Hard, Impossible"
LEVEL_NAMES: Final = NAMES.split(", ")
FAILURE: Final = "failure"
SUCCESS: Final = "success"
LEGENDARY: Final = "legendary"
FUMBLE: Final = "fumble"
OUTCOMES: Final = (FUMBLE, FAILURE, SUCCESS, LEGENDARY)
"""Worst first."""
NOBODY: Final = "nobody"
AGAIN: Final = "again"
FATE_WINDOW: Final = "fate"
THREE: Final = parse("3d6")
NO_PARTS: Final[list[Part]] = []


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
        return OUTCOMES.index(self.outcome)


class FaceReading(Reading):
    """1.2, 1.10, 1.13, 8.11: the sum that counts, how many dice show the stunt face, and whether three are alike."""

    def __init__(self, stunt_face: int, legendary_face: int) -> None:
        self.by_faces = self.in_any_order = True
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
        return self.faces_key()

    def faces_key(self) -> str:
        return f"faces{self.stunt_face}{self.legendary_face}"


def stunt_face(enc: Encounter) -> int:
    """1.13: ones, or sixes by the option."""
    return 1 if options(enc).stunt_face == "ones" else 6


def legendary_face(enc: Encounter) -> int:
    """1.13: three of these always succeed, three of the opposite never."""
    return 6 if options(enc).stunt_face == "sixes" else 1


def roll_check(
    table: Table,
    who: str,
    why: str | Why,
    target: Tally,
    extra: int = 0,
    secret: bool = False,
    reading: Reading | None = None,
) -> Result:
    """1.2, 1.9: throw against a target number; further dice only where a rate of fire adds them."""
    enc = table.enc
    if reading is None:
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
    margin, stunts = target - value // 1000, value % 1000 // 10
    outcome = SUCCESS if margin >= 0 else FAILURE
    return Result(margin, (outcome, LEGENDARY, FUMBLE)[value % 10], stunts)


# ---------------------------------------------------------------- target numbers


def target_number(enc: Encounter, one: Person, skill: str, level: int = EASY, easier: int = 0) -> Tally:
    """1.2, 1.3: ability, skill, circumstances and difficulty."""
    tally = skill_tally(enc, one, skill)
    add_circumstances(one, tally)
    if SKILLS.get(skill, skill) == "speed":
        tally.add("weight", -overweight(one), "13.12")
    return add_difficulty(enc, one, tally, level, easier)


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
    lead = mine.margin - theirs.margin if mine.outcome == theirs.outcome else mine.rank - theirs.rank
    return 1 if lead > 0 else -1 if lead < 0 else 0


class Checked(About):
    """A check was made: against which target number, by what margin, and how it came out."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(
        self,
        who: str,
        why: str,
        target: int,
        parts: list[Part] | list[list[object]],
        margin: int,
        outcome: str,
        about: list[str] | None = None,
    ) -> None:
        self.who = who
        self.why = why
        self.about = about if about is not None else []
        self.target = target
        self.parts: list[Part] = read_parts(parts)
        self.margin = margin
        self.outcome = outcome

    def apply(self, enc: Encounter) -> None:
        one = person(enc, self.who)
        one.margin = self.margin
        one.outcome = self.outcome

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "parts": parts_to_json(self.parts)}

    def result_word(self) -> str:
        silent = self.why.startswith(("attack", "contest", "stay", "time"))
        return "" if silent else self.outcome

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """Of a foe only the outcome is known, not the sum behind it."""
        if numbers_known(after, self.who, seat):
            return self
        return Checked(self.who, self.why, 0, NO_PARTS, 0, self.outcome, self.about)

    def sums(self) -> str:
        """How it came out, and against what, where that is known."""
        if not self.parts:
            return self.outcome
        # Three of a kind ask for no margin.
        by = f" by {abs(self.margin)}" if self.outcome in (SUCCESS, FAILURE) else ""
        parts = ", ".join([say_part(part) for part in self.parts])
        return f"{self.outcome}{by}, needing {self.target} or less ({parts})"

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)}, {self.in_words(enc, 'why')}: {self.sums()}"

    def tells(self) -> str:
        """What only leads to something else is bookkeeping."""
        return RESULT if self.result_word() else BOOKS


class FateTempted(About):
    """A point of experience bought another throw; a level may go with it."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = NEWS

    def apply(self, enc: Encounter) -> None:
        """1.18: three points are a level."""
        one = person(enc, self.who)
        one.xp -= 1
        lost = max(one.level - one.xp // 3, 0)
        one.level -= lost
        one.perception -= lost

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} tempts fate and throws again"
