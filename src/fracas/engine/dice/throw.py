"""Throws dice from any source of faces and keeps every face, so that a total can be shown, stored and checked.

For the table and the log. Faces come pool by pool as written, and an exploding die's further faces straight after it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from fracas.engine.dice.grammar import parse_canonical
from fracas.engine.dice.terms import MAX_CHAIN, Dice, DiceError, Pool

MOST_SHOWN: Final = 40
"""How many faces of a throw are spelled out; nobody reads more."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Faces:
    """Where faces come from: a generator, a script, a hand."""

    def next(self, sides: int) -> int:
        """The next face, from 1 to `sides`."""
        raise NotImplementedError


class DieFace:
    """One face shown: whether it counts, whether another followed it, and whether it followed one itself."""

    def __init__(self, face: int, kept: bool, exploded: bool, extra: bool) -> None:
        self.face: Final[int] = face
        self.kept: Final[bool] = kept
        self.exploded: Final[bool] = exploded
        self.extra: Final[bool] = extra


class ThrownPool:
    """A pool on the table: its faces in the order thrown, and what the kept ones add up to before the sign."""

    def __init__(self, sign: int, pool: Pool, dice: list[DieFace], total: int) -> None:
        self.sign: Final[int] = sign
        self.pool: Final[Pool] = pool
        self.dice: Final[list[DieFace]] = dice
        self.total: Final[int] = total

    def shown(self, most: int = MOST_SHOWN) -> list[tuple[str, bool]]:
        """Each die as people read it, an exploded one as `8!+4`, and whether it counts; no more than so many dice."""
        found: list[tuple[str, bool]] = []
        chain = ""
        for die in self.dice[:most]:
            chain += self.pool.show(die.face)
            if die.exploded:
                chain += "!+"
            else:
                found.append((chain, die.kept))
                chain = ""
        if chain:
            found.append((chain, True))
        return found

    def say(self, most: int) -> str:
        """`5 3`, a dropped die in brackets, an exploded one as `8!+4`; no more than so many dice."""
        said = [text if kept else f"({text})" for text, kept in self.shown(most)]
        if len(self.dice) > most:
            said.append(f"… {len(self.dice) - most} more")
        return " ".join(said)


class Thrown:
    """Dice that lie: total, constants, and every pool with every face."""

    def __init__(self, dice: Dice, total: int, raw: list[int], pools: list[ThrownPool] | None) -> None:
        self.dice: Final[Dice] = dice
        self.total: Final[int] = total
        self._raw: list[int] = raw
        self._pools: list[ThrownPool] | None = pools

    @property
    def flat(self) -> int:
        return self.dice.flat

    @property
    def pools(self) -> list[ThrownPool]:
        # Most throws are only ever asked for their total, so plain pools are laid out when somebody looks.
        if self._pools is None:
            self._pools = _lay_out(self.dice, _Recorded(self.dice, self._raw))
        return self._pools

    def faces(self) -> list[int]:
        """All faces in the order thrown."""
        return list(self._raw)

    def say(self, added: bool = True) -> str:
        """A line for the log: `2d8-1: 5 3 = 7`; without the sum where nobody adds the faces up."""
        said = ""
        left = MOST_SHOWN
        for thrown in self.pools:
            if left == 0:
                said += " …"
                break
            if said:
                said += " - " if thrown.sign < 0 else " + "
            elif thrown.sign < 0:
                said = "-"
            said += thrown.say(left)
            left = max(0, left - len(thrown.dice))
        if not said:
            return f"{self.dice.text} = {self.total}"
        plain = not added or said == str(self.total)
        return f"{self.dice.text}: {said}" if plain else f"{self.dice.text}: {said} = {self.total}"

    def to_json(self) -> dict[str, object]:
        return {"dice": self.dice.text, "faces": list(self._raw), "total": self.total}

    @staticmethod
    def from_json(data: dict[str, object]) -> Thrown:
        text = data.get("dice")
        if not isinstance(text, str):
            raise DiceError("thrown dice", "dice", text, "dice as text")
        listed = data.get("faces")
        if not isinstance(listed, list):
            raise DiceError("thrown dice", "faces", listed, "a list of faces")
        faces: list[int] = []
        for face in listed:
            if not isinstance(face, int) or isinstance(face, bool):
                raise DiceError("thrown dice", "faces", face, "a face as an integer")
            faces.append(face)
        thrown = thrown_from(parse_canonical(text), faces)
        total = data.get("total")
        if not isinstance(total, int) or isinstance(total, bool) or total != thrown.total:
            raise DiceError("thrown dice", "total", total, f"{thrown.total}, which these faces make")
        return thrown


class _Recorded(Faces):
    """Reads faces back and says exactly which one does not fit."""

    def __init__(self, dice: Dice, given: list[int]) -> None:
        self.dice = dice
        self.given = given
        self.at = 0

    def next(self, sides: int) -> int:
        if self.at >= len(self.given):
            raise self._too_few(sides)
        face = self.given[self.at]
        self.at += 1
        if face < 1 or face > sides:
            raise DiceError(self.dice.text, f"face {self.at}", face, f"1 to {sides}, as this die is a d{sides}")
        return face

    def _too_few(self, sides: int) -> DiceError:
        count = self.dice.count()
        if len(self.given) >= count:
            expected = f"a further face, 1 to {sides}: each d{sides} showing {sides} is followed by its next throw"
        elif self.dice.can_explode():
            expected = f"at least {count} faces, one a die, and one more straight after each that explodes"
        else:
            expected = _exactly(count)
        return DiceError(self.dice.text, "faces", self.given, expected)

    def finish(self) -> None:
        if self.at < len(self.given):
            raise DiceError(self.dice.text, "faces", self.given, _exactly(self.at))


def _exactly(count: int) -> str:
    if count == 0:
        return "no faces"
    return "exactly 1 face" if count == 1 else f"exactly {count} faces"


def throw(dice: Dice, faces: Faces) -> Thrown:
    """Throw `dice` once, taking each face from `faces`."""
    if not dice.plain:
        return _gather(dice, _lay_out(dice, faces))
    raw: list[int] = []
    total = dice.flat
    for term in dice.rolled:
        pool = term.pool
        assert pool is not None
        sides = pool.sides
        subtotal = 0
        for _ in range(pool.count):
            face = faces.next(sides)
            assert 0 < face <= sides, "a source gave a face the die does not have"
            raw.append(face)
            subtotal += face
        total += subtotal if term.sign > 0 else -subtotal
    return Thrown(dice, total, raw, None)


def thrown_from(dice: Dice, faces: list[int]) -> Thrown:
    """Dice whose faces are known already; `DiceError` unless they fit to the last face."""
    recorded = _Recorded(dice, faces)
    pools = _lay_out(dice, recorded)
    recorded.finish()
    return _gather(dice, pools)


def _gather(dice: Dice, pools: list[ThrownPool]) -> Thrown:
    raw: list[int] = []
    total = dice.flat
    for thrown in pools:
        total += thrown.sign * thrown.total
        for die in thrown.dice:
            raw.append(die.face)
    return Thrown(dice, total, raw, pools)


def _lay_out(dice: Dice, faces: Faces) -> list[ThrownPool]:
    pools: list[ThrownPool] = []
    for term in dice.rolled:
        pool = term.pool
        assert pool is not None
        pools.append(_throw_pool(term.sign, pool, faces))
    return pools


def _throw_pool(sign: int, pool: Pool, faces: Faces) -> ThrownPool:
    sides = pool.sides
    chains: list[list[int]] = []
    values: list[int] = []
    for _ in range(pool.count):
        face = faces.next(sides)
        assert 0 < face <= sides, "a source gave a face the die does not have"
        chain = [face]
        value = face
        while pool.exploding and face == sides and len(chain) < MAX_CHAIN:
            face = faces.next(sides)
            assert 0 < face <= sides, "a source gave a face the die does not have"
            chain.append(face)
            value += face
        chains.append(chain)
        values.append(value)
    kept = _kept(pool, values)
    dice: list[DieFace] = []
    total = 0
    for number in range(pool.count):
        if kept[number]:
            total += values[number]
        chain = chains[number]
        last = len(chain) - 1
        for link in range(len(chain)):
            dice.append(DieFace(chain[link], kept[number], link < last, link > 0))
    return ThrownPool(sign, pool, dice, total)


def _kept(pool: Pool, values: list[int]) -> list[bool]:
    """Which dice stay, each judged by its whole chain; of equal dice the later is dropped first."""
    kept = [True] * pool.count
    if pool.keep == pool.count:
        return kept
    ranked = sorted([(values[number], -number) for number in range(pool.count)])
    for place in range(pool.drop_low):
        kept[-ranked[place][1]] = False
    ranked = sorted([(values[number], number) for number in range(pool.count) if kept[number]])
    for place in range(pool.keep, pool.keep + pool.drop_high):
        kept[ranked[place][1]] = False
    return kept
