"""Reads dice as people write them: `2d6+1`, `4d6kh3`, `d8!`, `coin`, `10-(d4+2)`.

For anything that takes dice as text; a text too long, too deep or too large is refused before any of it is built.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.dice.terms import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_DICE,
    MAX_DIGITS,
    MAX_SIDES,
    MAX_TERMS,
    Dice,
    DiceError,
    Pool,
    Term,
)
from fracas.engine.keeping import keep

# A canonical text can outgrow the text it was read from (`k` becomes `kh`, exploding adds `!`), though never twofold.
MAX_CANONICAL: Final = 2 * MAX_CHARACTERS
MAX_REMEMBERED: Final = 1_024

_remembered: Final[dict[str, Dice]] = {}


def parse(text: str) -> Dice:
    """The dice that `text` writes down, or `DiceError` naming the place that cannot be read."""
    dice = _remembered.get(text)
    if dice is None:
        dice = keep(_remembered, text, _Reader(text, MAX_CHARACTERS).read(), MAX_REMEMBERED)
    return dice


def parse_canonical(text: str) -> Dice:
    """As `parse`, for a `Dice.text` coming back from a record."""
    if len(text) <= MAX_CHARACTERS:
        return parse(text)
    return _Reader(text, MAX_CANONICAL).read()


class _Reader:
    """One pass over one text, left to right; brackets are a stack of signs, so depth costs no recursion."""

    def __init__(self, text: str, limit: int) -> None:
        self.source = text
        if len(text) > limit:
            raise DiceError("dice", "length", text[:40] + "...", f"at most {limit} characters, not {len(text)}")
        if not text.isascii():
            for at in range(len(text)):
                if ord(text[at]) > 127:
                    raise DiceError("dice", f"character {at + 1}", text, "plain letters, digits and signs")
        self.text = text.lower()
        self.end = len(text)
        self.at = 0
        self.dice = 0
        self.written = 0
        self.flat = 0
        self.rolled: list[Term] = []

    def read(self) -> Dice:
        signs: list[int] = [1]  # the sign in force inside each open bracket
        sign = self._sign(1)
        while True:
            if self._take("("):
                if len(signs) > MAX_DEPTH:
                    raise self._refusal(f"brackets at most {MAX_DEPTH} deep")
                signs.append(sign)
                sign = self._sign(sign)
                continue
            self._term(sign)
            while self._take(")"):
                if len(signs) == 1:
                    self.at -= 1
                    raise self._refusal("no bracket closed that was never opened")
                signs.pop()
            self._skip()
            if self.at == self.end:
                break
            if self.text[self.at] not in "+-":
                raise self._refusal("+ or - before the next term")
            sign = self._sign(signs[-1])
        if len(signs) > 1:
            raise self._refusal("a closing bracket")
        return Dice(self.rolled, self.flat)

    def _refusal(self, expected: str) -> DiceError:
        place = "end" if self.at >= self.end else f"character {self.at + 1}"
        return DiceError("dice", place, self.source, expected)

    def _skip(self) -> None:
        while self.at < self.end and self.text[self.at] in " \t":
            self.at += 1

    def _take(self, word: str) -> bool:
        self._skip()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def _sign(self, outer: int) -> int:
        """The sign of the next term: the bracket's own, turned by a minus."""
        if self._take("-"):
            return -outer
        self._take("+")
        return outer

    def _number(self) -> int:
        """A run of digits, or -1 where none stands."""
        self._skip()
        start = self.at
        number = 0
        while self.at < self.end and "0" <= self.text[self.at] <= "9":
            if self.at - start >= MAX_DIGITS:
                self.at = start
                raise self._refusal(f"a number of at most {MAX_DIGITS} digits")
            number = number * 10 + (ord(self.text[self.at]) - 48)
            self.at += 1
        return number if self.at > start else -1

    def _term(self, sign: int) -> None:
        self.written += 1
        if self.written > MAX_TERMS:
            raise self._refusal(f"at most {MAX_TERMS} terms")
        self._skip()
        start = self.at
        if self._take("coin"):
            self._count(1, start)
            self.rolled.append(Term(sign, self._pool(1, 2, True), 0))
            return
        number = self._number()
        if self._take("d"):
            if number == -1:
                number = 1
            if number == 0:
                self.at = start
                raise self._refusal("at least one die")
            self._count(number, start)
            self._skip()
            place = self.at
            sides = self._number()
            if sides < 1 or sides > MAX_SIDES:
                self.at = place
                raise self._refusal(f"sides from 1 to {MAX_SIDES}")
            self.rolled.append(Term(sign, self._pool(number, sides, False), 0))
        elif number >= 0:
            self.flat += sign * number
        else:
            raise self._refusal("a number, dice such as 2d6, coin, or an opening bracket")

    def _count(self, dice: int, start: int) -> None:
        self.dice += dice
        if self.dice > MAX_DICE:
            self.at = start
            raise self._refusal(f"at most {MAX_DICE} dice")

    def _pool(self, count: int, sides: int, coin: bool) -> Pool:
        """The marks after a die: `!` once, and any row of keeps and drops, each working on what the last left over."""
        low = 0
        high = 0
        exploding = False
        while True:
            if self._take("!"):
                if exploding:
                    self.at -= 1
                    raise self._refusal("one ! only")
                exploding = True
            elif self._take("kh"):
                low += self._kept(count - low - high)
            elif self._take("kl"):
                high += self._kept(count - low - high)
            elif self._take("k"):
                low += self._kept(count - low - high)
            elif self._take("dh"):
                high += self._dropped(count - low - high)
            elif self._take("dl"):
                low += self._dropped(count - low - high)
            else:
                return Pool(count, sides, low, high, exploding, coin)

    def _kept(self, left: int) -> int:
        """How many a keep leaves out."""
        self._skip()
        place = self.at
        number = self._number()
        if not 1 <= number <= left:
            self.at = place
            raise self._refusal(f"how many to keep, 1 to {left}")
        return left - number

    def _dropped(self, left: int) -> int:
        self._skip()
        place = self.at
        number = self._number()
        if not 1 <= number < left:
            self.at = place
            raise self._refusal(f"how many to drop, fewer than {left}" if left > 1 else "no drop from a single die")
        return number
