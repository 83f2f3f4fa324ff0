"""Section 3: Tests, their Scores, critical rolls, Advantages, Favors, group tests and contests."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Command, Encounter, Invalid, Reading, Reason, Roll, Table, Why, parse, plain
from fracas.engine.events import BOOKS, RESULT, SECRET, SUBJECT, About, worded
from fracas.rulesets.phases_of_play.acting import choose
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.conditions import PoolChanged, afraid
from fracas.rulesets.phases_of_play.profiles import NUMBERS

D10: Final = parse("1d10")
COIN: Final = parse("1d2")
UNSETTLED: Final = -1
"""For odds: no coin has been thrown yet."""
TEN: Final = 1000
NOUGHT: Final = 1001
"""For odds: the die that counts is a ten, or one that its coin made 0."""
MOST_EXTRA: Final = 3
LOW, MIXED, HIGH = "low", "mixed", "high"
CRIT, FUMBLE = "crit", "fumble"
RANK: Final = {FUMBLE: 0, LOW: 1, MIXED: 2, HIGH: 3, CRIT: 4}
TYPICAL: Final = (3, 8, 11)
"""One number in each range, for odds that do not ask for more."""
NUMBERED, RANGED, PASSED = "number", "range", "passed"
"""What odds tell apart in a Score: its number, its range, or only whether it passes."""
SAVES: Final = ("grit", "edge", "focus")
BEYOND: Final = 1000


OUTCOMES: Final = ("fumble", "low", "mixed", "high", "crit")
AMONG_OTHERS: Final = ("turn order", "group test", "with the group's help", "contest")
OUTCOME_WORDS: Final = {
    "fumble": "critical failure", "low": "Low", "mixed": "Mixed", "high": "High", "crit": "critical success",
    "impossible": "not possible",
}  # fmt: skip


class Scored(About):
    """A Test has its Score."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    PHRASES: ClassVar[tuple[str, ...]] = ("why",)
    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, why: str, score: str, outcome: str, about: list[str] | None = None) -> None:
        self.who = who
        self.why = why
        self.score = score
        self.outcome = outcome
        self.about = about if about is not None else []

    def apply(self, enc: Encounter) -> None:
        one = being(enc, self.who)
        one.score = self.score
        one.outcome = self.outcome
        if self.outcome in OUTCOMES:
            one.passed = "yes" if self.outcome in ("mixed", "high", "crit") else "no"

    def result_word(self) -> str:
        """A Score that only counts beside those of others is no result by itself."""
        return self.outcome if self.outcome in OUTCOMES and not self.why.startswith(AMONG_OTHERS) else ""

    def say(self, enc: Encounter) -> str:
        word = OUTCOME_WORDS.get(self.outcome, self.outcome)
        why = worded(enc, self.why, self.about)
        return f"{enc.name(self.who)}, {why}: " + (f"{self.score}, {word}" if self.score else word)

    def brief(self, enc: Encounter) -> str:
        return OUTCOME_WORDS.get(self.outcome, self.outcome)

    def tells(self) -> str:
        """A Score that only counts beside those of others is bookkeeping."""
        return RESULT if self.result_word() else BOOKS


class ScoredUnseen(Scored):
    """A Test the GM made for somebody, who does not know of it."""

    IDS: ClassVar[tuple[str, ...]] = ("who", "about=")
    SEEN: ClassVar[str] = SECRET

    def apply(self, enc: Encounter) -> None:
        """What its maker shows by it is nothing."""


class Score:
    """The end of a Test: a number, or one of the two criticals."""

    def __init__(self, number: int, outcome: str) -> None:
        self.number = number
        self.outcome = outcome

    @property
    def passed(self) -> bool:
        """3.3: Mixed and High pass."""
        return RANK[self.outcome] >= RANK[MIXED]

    @property
    def high(self) -> bool:
        return RANK[self.outcome] >= RANK[HIGH]

    @property
    def value(self) -> int:
        """3.5: a Score where Scores are compared: criticals are beyond all others."""
        if self.outcome == CRIT:
            return BEYOND
        return -BEYOND if self.outcome == FUMBLE else self.number

    def say(self) -> str:
        if self.outcome == CRIT:
            return "10!"
        return "0!" if self.outcome == FUMBLE else str(self.number)


MIXED_SCORE: Final = Score(8, MIXED)
"""What an ability without a Test counts as."""


def range_of(number: int) -> str:
    """3.2: up to 6 Low, 7 to 9 Mixed, 10 and more High, for every Test alike."""
    if number <= 6:
        return LOW
    return MIXED if number <= 9 else HIGH


def net_of(net: int) -> int:
    """3.7: what is left after cancelling counts at most three times."""
    return max(-MOST_EXTRA, min(MOST_EXTRA, net))


class Natural(Reading):
    """For odds: what the die itself shows, whatever was added to it when it was thrown."""

    def __init__(self) -> None:
        self.by_faces = True

    def digest(self, faces: list[int]) -> int:
        return faces[0]

    def read(self, totals: list[int]) -> int:
        return totals[0]

    def key(self) -> str:
        return self.faces_key()

    def faces_key(self) -> str:
        return "natural"


class Kept(Natural):
    """For odds: how many tens a throw shows, and into which range the best or worst of the others falls. What that
    comes to depends on the coins."""

    def __init__(self, highest: bool, modifier: int, grain: str) -> None:
        super().__init__()
        self.waits = True
        self.highest = highest
        self.modifier = modifier
        self.grain = grain

    def read(self, totals: list[int]) -> int:
        tens = totals.count(10)
        others = [face for face in totals if face != 10] if tens else totals
        if not others:
            return tens * 100
        face = max(others) if self.highest else min(others)
        if self.grain == NUMBERED:
            return tens * 100 + face
        rank = RANK[range_of(face + self.modifier)]
        return tens * 100 + (min(rank, RANK[MIXED]) if self.grain == PASSED else rank)

    def gist(self, value: int) -> int:
        return UNSETTLED

    def key(self) -> str:
        return f"kept{self.highest}{self.modifier if self.grain != NUMBERED else ''}{self.grain}"


class Coins(Reading):
    """For odds: a throw of which this was kept, once there is a coin for each of its tens."""

    def __init__(self, kept: int, against: Kept) -> None:
        self.against = against
        self.highest = against.highest
        self.kept = kept

    def after(self, value: int) -> Reading:
        assert isinstance(self.against, Kept)
        return Coins(value, self.against)

    def read(self, totals: list[int]) -> int:
        tens, face = self.kept // 100, self.kept % 100
        if (2 if self.highest else 1) in totals[:tens]:
            return TEN if self.highest else NOUGHT
        return face or (NOUGHT if self.highest else TEN)

    def key(self) -> str:
        return f"coins{self.kept}{self.highest}"


def test(table: Table, who: str, name: str, net: int, why: str | Why, grain: str = RANGED) -> Score:  # noqa: PT028
    """3.1: a d10 and the Modifier it names; `net` is what helps and hinders besides the roller's own state."""
    one = being(table.enc, who)
    modifier = one.numbers[name]
    net = net_of(net + own_net(table.enc, one, name))
    if table.thrower.enumerates:
        score = weigh(table, who, name, net, why, grain)
    else:
        score = throw(table, who, name, net, why)
    told = plain(why).more(f" ({name.capitalize()} {modifier:+d})")
    table.emit(Scored(who, told.text, score.say(), score.outcome, told.about))
    return score


def test_unseen(table: Table, who: str, name: str, net: int, why: Why) -> Score:
    """4.18: a Test whose maker must not know of it: the GM rolls, and no Favor changes it."""
    one = being(table.enc, who)
    score = throw(table, who, name, net_of(net + own_net(table.enc, one, name)), why, secret=True)
    told = why.more(f" ({name.capitalize()} {one.numbers[name]:+d})")
    table.emit(ScoredUnseen(who, told.text, score.say(), score.outcome, told.about))
    return score


def dice_of(who: str, net: int, why: str | Why, secret: bool = False) -> list[Roll]:
    """3.6: each Advantage and each Disadvantage adds a d10."""
    return [Roll(who, D10, why, secret=secret) for _ in range(1 + abs(net))]


def faces_of(table: Table, dice: list[Roll], name: str, modifier: int) -> list[int]:
    """The log adds the Modifier to each die; what is natural about a die is judged without it."""
    for roll in dice:
        roll.tally.add(name.capitalize(), modifier, "3.1")
    return [total - modifier for total in table.roll_all(dice)]


def weigh(table: Table, who: str, name: str, net: int, why: str | Why, grain: str) -> Score:
    """The same Test for exact odds, with all faces that come to the same taken together."""
    one = being(table.enc, who)
    modifier = one.numbers[name]
    if one.favors > 0:
        die = favored(table, who, 1 + abs(net), plain(why).more(": spend a Favor on one die?"))
        if die >= 0:
            return weigh_favor(table, who, name, net, why, die)
    kept = Kept(net >= 0, modifier, grain)
    value = table.read(dice_of(who, net, why), kept)
    coins = 1 + abs(net) if value == UNSETTLED else value // 100
    if coins:
        value = table.read([Roll(who, COIN, why) for _ in range(coins)], Coins(value, kept))
    if value in (TEN, NOUGHT) or grain == NUMBERED:
        return score_of(10 if value == TEN else 0 if value == NOUGHT else value, modifier)
    number = TYPICAL[value - 1]
    return Score(number, range_of(number))


def weigh_favor(table: Table, who: str, name: str, net: int, why: str | Why, die: int) -> Score:
    """For odds: a Favor that is spent on one die whatever the dice show."""
    natural = [table.read([roll], Natural()) for roll in dice_of(who, net, why)]
    faces = settle_tens(table, who, natural, why)
    faces = with_favor(table, who, faces, die, name, why)
    return score_of(pick(faces, net), being(table.enc, who).numbers[name])


def throw(table: Table, who: str, name: str, net: int, why: str | Why, secret: bool = False) -> Score:
    """3.1, 3.9: roll, settle criticals, ask about a Favor, and pick the die that counts."""
    modifier = being(table.enc, who).numbers[name]
    faces = faces_of(table, dice_of(who, net, why, secret), name, modifier)
    faces = settle_tens(table, who, faces, why, secret)
    if not secret:
        faces = spend_favor(table, who, faces, name, net, why)
    return score_of(pick(faces, net), modifier)


def settle_tens(table: Table, who: str, faces: list[int], why: str | Why, secret: bool = False) -> list[int]:
    """3.4, 3.8: a coin for each natural ten, before any die is picked: 10 stays, or becomes 0."""
    tens = [index for index, face in enumerate(faces) if face == 10]
    if not tens:
        return faces
    coins = table.roll_all([Roll(who, COIN, plain(why).more(": the coin"), secret=secret) for _ in tens])
    settled = faces[:]
    for index, coin in zip(tens, coins, strict=True):
        settled[index] = 10 if coin == 2 else 0
    return settled


def pick(faces: list[int], net: int) -> int:
    """3.6: the highest die with Advantage, the lowest with Disadvantage."""
    return max(faces) if net >= 0 else min(faces)


def score_of(face: int, modifier: int) -> Score:
    """3.1, 3.4: the die and the Modifier, unless it is critical."""
    if face == 10:
        return Score(10 + modifier, CRIT)
    if face == 0:
        return Score(modifier, FUMBLE)
    return Score(face + modifier, range_of(face + modifier))


def spend_favor(table: Table, who: str, faces: list[int], name: str, net: int, why: str | Why) -> list[int]:
    """3.9: one Favor rolls one die again, if its roller wants to."""
    one = being(table.enc, who)
    modifier = one.numbers[name]
    if one.favors <= 0:
        return faces
    numbered = ", ".join([f"die {place} shows {face}" for place, face in enumerate(faces, 1)])
    shown = numbered if len(faces) > 1 else f"the die shows {faces[0]}"
    score = score_of(pick(faces, net), modifier)
    alone = not plain(why).text.startswith(AMONG_OTHERS)
    told = f"{score.say()} ({OUTCOME_WORDS[score.outcome]})" if alone else score.say()
    stop = "" if told.endswith("!") else "."
    what = "one die" if len(faces) > 1 else "it"
    asked = plain(why).more(f": {shown}, a Score of {told}{stop} Spend a Favor on {what}?")
    die = favored(table, who, len(faces), Why(asked.text[:1].upper() + asked.text[1:], asked.about))
    return with_favor(table, who, faces, die, name, why) if die >= 0 else faces


def favored(table: Table, who: str, dice: int, prompt: Why) -> int:
    """3.9: on which of so many dice a Favor is spent, counted from 0; -1 for none."""
    answer = choose(table, who, "favor", prompt, [Command(who, "favor", numbers=(die + 1,)) for die in range(dice)])
    return answer.numbers[0] - 1 if answer is not None else -1


def with_favor(table: Table, who: str, faces: list[int], die: int, name: str, why: str | Why) -> list[int]:
    """3.9: this die is rolled again, and the new result stands."""
    one = being(table.enc, who)
    table.emit(PoolChanged(who, "favors", one.favors - 1, "a Favor"))
    again = faces_of(table, [Roll(who, D10, plain(why).more(": a Favor"))], name, one.numbers[name])
    again = settle_tens(table, who, again, why)
    changed = faces[:]
    changed[die] = again[0]
    return changed


def own_net(enc: Encounter, one: Being, name: str) -> int:
    """7.14, 7.18, 13.6, 13.10, 13.12: Advantages less Disadvantages on every Test of this kind."""
    net = one.boons.get("tests", 0) - one.stacks("stunned") + afraid(enc, one)
    if name in SAVES:
        net += one.boons.get("saves", 0) + one.stacks("bolstered")
        if one.stacks("susceptible"):
            net -= 1
        if name == "focus":
            net -= one.stacks("concentrating")
    return net


def need_number(word: str) -> None:
    """3.13: a Test names one of the Modifiers."""
    if word not in NUMBERS:
        raise Invalid("command", "thing", word, "one of " + ", ".join(NUMBERS))


def bars_tested(enc: Encounter, whos: tuple[str, ...]) -> list[Reason]:
    """6.13: the dead and those who are gone make no Tests."""
    reasons: list[Reason] = []
    for who in whos:
        one = being(enc, who)
        if not one.alive:
            reasons.append(Reason("6.13", f"{one.name} is {one.status}"))
    return reasons
