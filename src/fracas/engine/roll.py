"""Rolls a rule asks for, and the readings it takes of them; odds group by the reading, not by the faces."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.dice import Dice, Thrown
from fracas.engine.tally import Tally


class Why:
    """What a roll is for, or why something happens: words in which `{0}` is the first of those it is about. Nobody is
    named in the words themselves, so that each reads them with the names it knows."""

    def __init__(self, text: str, about: list[str]) -> None:
        self.text = text
        self.about = about

    def more(self, text: str) -> Why:
        return Why(self.text + text, self.about)


def plain(why: str | Why) -> Why:
    """A reason that is about nobody, or one as it is."""
    return why if isinstance(why, Why) else Why(why, [])


class Roll:
    """A request: who throws which dice, what for, and what is added."""

    def __init__(
        self,
        who: str,
        dice: Dice,
        why: str | Why,
        tally: Tally | None = None,
        secret: bool = False,
    ) -> None:
        self.who = who
        self.dice = dice
        self.why = plain(why).text
        self.about = plain(why).about
        """Whom `why` speaks of: `{0}` in it is the first."""
        self.tally = tally if tally is not None else Tally()
        self.secret = secret

    def key(self) -> str:
        return f"{self.dice.text}|{self.tally.total}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Reading:
    """What a rule wants to know of one or more totals. Subclasses answer with a small whole number."""

    by_faces: bool = False
    """Does the rule look at single faces? Then `digest` makes of each roll the number that `read` gets."""

    in_any_order: bool = False
    """Is the digest the same in whatever order the faces were thrown? Then odds look at each set of them once."""

    by_die: bool = False
    """Is the digest a sum over the dice, to which each adds the `worth` of its face? Then odds stay exact however many
    dice there are."""

    by_lead: bool = False
    """Of two totals, does it only matter by how much the first is ahead?"""

    steady: bool = False
    """Is the answer how much of something is lost or gained? Then each more of it is at most one more of anything, and
    never less, and whatever else comes of it begins or ends at some number and stays so: where the same came of two
    answers but for how much, odds need not follow those between."""

    waits: bool = False
    """Is it settled only by a later reading `against` it which of the answers of one gist it was?"""

    against: Reading | None = None
    """The reading of an earlier throw with which this one is compared."""

    def after(self, value: int) -> Reading:
        """For odds: this reading, compared with that answer of the one it is `against`."""
        raise NotImplementedError

    def digest(self, faces: list[int]) -> int:
        """All that matters about the faces of one roll, in the order thrown, packed into one number."""
        return sum([self.worth(face) for face in faces])

    def worth(self, face: int) -> int:
        """What one die adds to the digest."""
        raise NotImplementedError

    def number(self, thrown: Thrown, total: int) -> int:
        """The number that is shown of one roll: its total, unless the rule counts something else."""
        return total

    def read(self, totals: list[int]) -> int:
        raise NotImplementedError

    def word(self, value: int) -> str:
        """The answer in the ruleset's words, shown with the dice."""
        return ""

    def gist(self, value: int) -> int:
        """For odds: one answer for all those after which the same may happen, where the rest of it is only told."""
        return value

    def key(self) -> str:
        """Two readings with the same key read alike; used to remember exact odds."""
        raise NotImplementedError

    def faces_key(self) -> str:
        """Two readings with the same make the same digests."""
        return self.key()


def read_thrown(reading: Reading, thrown: list[Thrown], totals: list[int]) -> int:
    """The reading of dice that lie: of their faces or of their totals, as it asks."""
    if reading.by_faces:
        return reading.read([reading.digest(die.faces()) for die in thrown])
    return reading.read(totals)


class Sum(Reading):
    """The total itself."""

    def read(self, totals: list[int]) -> int:
        return totals[0]

    def key(self) -> str:
        return "sum"


class Within(Reading):
    """The total, where nothing below one number and nothing above another makes a difference."""

    def __init__(self, low: int, high: int, steady: bool = False) -> None:
        self.steady = steady
        self.low = low
        self.high = high

    def read(self, totals: list[int]) -> int:
        return max(min(totals[0], self.high), self.low)

    def key(self) -> str:
        return f"{self.low}..{self.high}"


class AtLeast(Reading):
    """1 when the total reaches a number, else 0."""

    def __init__(self, goal: int, yes: str = "success", no: str = "failure") -> None:
        self.goal = goal
        self.yes = yes
        self.no = no

    def read(self, totals: list[int]) -> int:
        return 1 if totals[0] >= self.goal else 0

    def word(self, value: int) -> str:
        return self.yes if value else self.no

    def key(self) -> str:
        return f">={self.goal}"


class Successes(Reading):
    """How many dice of a pool show a number or more: that count is what people see, not the sum of the faces. It gets
    better or worse by more or fewer dice; a tally adds nothing."""

    def __init__(self, goal: int, one: str = "success", many: str = "successes") -> None:
        self.by_faces = True
        self.by_die = True
        self.goal = goal
        self.one = one
        self.many = many

    def worth(self, face: int) -> int:
        return 1 if face >= self.goal else 0

    def number(self, thrown: Thrown, total: int) -> int:
        return self.digest(thrown.faces())

    def read(self, totals: list[int]) -> int:
        return totals[0]

    def word(self, value: int) -> str:
        return f"{value or 'no'} {self.one if value == 1 else self.many}"

    def key(self) -> str:
        return f"successes{self.goal}"


class Beats(Reading):
    """1 when the first total wins against the second, else 0; who wins a tie is the rule's to say."""

    def __init__(self, tie: bool, yes: str = "success", no: str = "failure") -> None:
        self.by_lead = True
        self.tie = tie
        self.yes = yes
        self.no = no

    def read(self, totals: list[int]) -> int:
        if totals[0] == totals[1]:
            return 1 if self.tie else 0
        return 1 if totals[0] > totals[1] else 0

    def word(self, value: int) -> str:
        return self.yes if value else self.no

    def key(self) -> str:
        return f"beats{self.tie}"
