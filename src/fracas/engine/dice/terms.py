"""What dice are once read: pools and constants with their signs, and the limits they keep.

For everybody who throws, prints or weighs dice; all of it is immutable and may be shared freely.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.errors import Invalid
from fracas.engine.keeping import keep

MAX_CHARACTERS: Final = 500
MAX_DEPTH: Final = 20
MAX_DICE: Final = 1_000
MAX_SIDES: Final = 1_000_000
MAX_TERMS: Final = 200
MAX_DIGITS: Final = 7
MAX_CONSTANT: Final = 9_999_999
MAX_CHAIN: Final = 100  # faces of one exploding die, the first included


class DiceError(Invalid):
    """Dice that cannot be read, thrown by hand, or weighed."""


class Pool:
    """Like dice thrown together: how many, their sides, how many of the lowest and highest are dropped."""

    def __init__(
        self, count: int, sides: int, drop_low: int = 0, drop_high: int = 0, exploding: bool = False, coin: bool = False
    ) -> None:
        self.count: Final[int] = count
        self.sides: Final[int] = sides
        self.drop_low: Final[int] = drop_low
        self.drop_high: Final[int] = drop_high
        # A die of one side shows its maximum for ever, so it never explodes.
        self.exploding: Final[bool] = exploding and sides > 1
        self.coin: Final[bool] = coin
        self.keep: Final[int] = count - drop_low - drop_high
        self.plain: Final[bool] = not self.exploding and self.keep == count

    def exploded(self) -> Pool:
        return Pool(self.count, self.sides, self.drop_low, self.drop_high, True, self.coin)

    def text(self) -> str:
        if self.coin:
            spelled = "coin"
        elif self.count == 1:
            spelled = f"d{self.sides}"
        else:
            spelled = f"{self.count}d{self.sides}"
        if self.exploding:
            spelled += "!"
        if self.drop_low and self.drop_high:
            return f"{spelled}dl{self.drop_low}dh{self.drop_high}"
        if self.drop_low:
            return f"{spelled}kh{self.keep}"
        if self.drop_high:
            return f"{spelled}kl{self.keep}"
        return spelled

    def show(self, face: int) -> str:
        """One face as the table says it: a number, or a side of the coin."""
        if self.coin:
            return "heads" if face == 2 else "tails"
        return str(face)


class Term:
    """One signed part of a sum: a pool, or a constant where `pool` is None."""

    def __init__(self, sign: int, pool: Pool | None, constant: int) -> None:
        self.sign: Final[int] = sign
        self.pool: Final[Pool | None] = pool
        self.constant: Final[int] = constant


class Dice:
    """A sum of pools and at most one constant, in the order written; equal dice have equal `text`."""

    def __init__(self, rolled: list[Term], flat: int) -> None:
        if not -MAX_CONSTANT <= flat <= MAX_CONSTANT:
            raise DiceError("dice", "constants", flat, f"a sum of constants from -{MAX_CONSTANT} to {MAX_CONSTANT}")
        self.rolled: Final[list[Term]] = rolled
        self.flat: Final[int] = flat
        self.terms: Final[list[Term]] = _with_constant(rolled, flat)
        self.text: Final[str] = _spell(self.terms)
        self.low: Final[int | None] = _bound(rolled, flat, False)
        self.high: Final[int | None] = _bound(rolled, flat, True)
        self.plain: Final[bool] = _all_plain(rolled)
        self._exploding: Dice | None = None
        self._plus: dict[int, Dice] = {}

    def plus(self, n: int) -> Dice:
        """The same dice with `n` more in the constant."""
        if n == 0:
            return self
        raised = self._plus.get(n)
        if raised is None:
            raised = keep(self._plus, n, Dice(self.rolled, self.flat + n), 64)
        return raised

    def exploding(self) -> Dice:
        """The same dice with every pool of two or more sides exploding."""
        if self._exploding is None:
            changed = False
            rolled: list[Term] = []
            for term in self.rolled:
                pool = term.pool
                assert pool is not None
                if pool.exploding or pool.sides == 1:
                    rolled.append(term)
                else:
                    rolled.append(Term(term.sign, pool.exploded(), 0))
                    changed = True
            self._exploding = Dice(rolled, self.flat) if changed else self
        return self._exploding

    def count(self) -> int:
        """How many dice leave the hand, explosions aside."""
        total = 0
        for term in self.rolled:
            assert term.pool is not None
            total += term.pool.count
        return total

    def can_explode(self) -> bool:
        for term in self.rolled:
            if term.pool is not None and term.pool.exploding:
                return True
        return False

    def __repr__(self) -> str:
        return f"Dice({self.text})"


def _with_constant(rolled: list[Term], flat: int) -> list[Term]:
    if flat == 0 and rolled:
        return list(rolled)
    return [*rolled, Term(-1 if flat < 0 else 1, None, abs(flat))]


def _spell(terms: list[Term]) -> str:
    spelled = ""
    for term in terms:
        if term.sign < 0:
            spelled += "-"
        elif spelled:
            spelled += "+"
        spelled += str(term.constant) if term.pool is None else term.pool.text()
    return spelled


def _all_plain(rolled: list[Term]) -> bool:
    for term in rolled:
        if term.pool is not None and not term.pool.plain:
            return False
    return True


def _bound(rolled: list[Term], flat: int, upper: bool) -> int | None:
    """The highest or lowest total; None where an exploding pool leaves that side open."""
    bound = flat
    for term in rolled:
        pool = term.pool
        assert pool is not None
        if (term.sign > 0) == upper:
            if pool.exploding:
                return None
            bound += term.sign * pool.keep * pool.sides
        else:
            bound += term.sign * pool.keep
    return bound
