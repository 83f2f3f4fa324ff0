"""Where faces come from: a reproducible generator, a script that must fit exactly, and dice thrown by hand.

For the table, for tests and worked examples, and for anybody who wants to check a recorded roll in another language.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Final

from fracas.engine.dice.terms import Dice
from fracas.engine.dice.throw import Faces, Thrown, thrown_from
from fracas.engine.errors import Invalid

VERSION: Final = 1
SPACE: Final = 1 << 32


class ScriptError(Invalid):
    """A script of faces that does not fit the dice thrown."""


def face_of(word: int, sides: int, space: int) -> int:
    """The face for a word drawn evenly from 0 to `space` - 1, or 0 to draw again.

    The words that would not fill a whole row of faces are the ones refused, so every face has equally many words.
    """
    if word >= space - space % sides:
        return 0
    return word % sides + 1


class Derived(Faces):
    """Faces that follow from who throws what, and from nothing else. Construction, version 1:

    1. Encode seed, stream, roller and body as UTF-8 (a lone surrogate as the three bytes of its code point).
    2. The message is the 13 ASCII bytes `fracas-dice-1`; the lengths in bytes of seed, stream, roller and body, each a
       4-byte integer; count as an 8-byte integer; then the bytes of seed, stream, roller and body. All integers, here
       and below, are unsigned and big-endian.
    3. Block number i (0, 1, 2, ...) is SHA-256 of the message followed by i as an 8-byte integer. A block is eight
       words of 4 bytes; words are used in order, block after block.
    4. For a die of s sides: where s is 1 the face is 1 and no word is used. Otherwise take the next word w. If
       w >= 2**32 - (2**32 mod s), drop it and take the next. The face is (w mod s) + 1.
    """

    def __init__(self, seed: str, stream: str, roller: str, count: int, body: str) -> None:
        self._message = message(seed, stream, roller, count, body)
        self._block = 0
        self._words: tuple[int, ...] = ()
        self._at = 8

    def next(self, sides: int) -> int:
        if sides == 1:
            return 1
        while True:
            if self._at == 8:
                self._refill()
            word = self._words[self._at]
            self._at += 1
            face = face_of(word, sides, SPACE)
            if face:
                return face

    def _refill(self) -> None:
        block = self._message + self._block.to_bytes(8, "big")
        self._words = struct.unpack(">8I", hashlib.sha256(block).digest())
        self._block += 1
        self._at = 0


def message(seed: str, stream: str, roller: str, count: int, body: str) -> bytes:
    """The bytes every block begins with; all lengths stand before all content, so no two different rolls share them."""
    assert 0 <= count < 1 << 64, "rolls are counted from 0"
    content = f"{seed}{stream}{roller}{body}"
    if content.isascii():
        lengths = struct.pack(">4IQ", len(seed), len(stream), len(roller), len(body), count)
        return b"fracas-dice-1" + lengths + content.encode()
    parts = [text.encode("utf-8", "surrogatepass") for text in (seed, stream, roller, body)]
    lengths = struct.pack(">4IQ", len(parts[0]), len(parts[1]), len(parts[2]), len(parts[3]), count)
    return b"fracas-dice-1" + lengths + b"".join(parts)


class Scripted(Faces):
    """Given faces in their order; each must fit the die it is handed to, and none may be left over."""

    def __init__(self, faces: list[int]) -> None:
        self._faces = list(faces)
        self._at = 0

    def next(self, sides: int) -> int:
        place = f"die {self._at + 1} (d{sides})"
        if self._at >= len(self._faces):
            raise ScriptError("script", place, None, f"a face from 1 to {sides}, but the script ends after {self._at}")
        face = self._faces[self._at]
        if face < 1 or face > sides:
            raise ScriptError("script", place, face, f"a face from 1 to {sides}")
        self._at += 1
        return face

    def finish(self) -> None:
        """Raise if a face was never thrown."""
        if self._at < len(self._faces):
            raise ScriptError("script", "left over", self._faces[self._at :], f"no face after the first {self._at}")


def typed(dice: Dice, faces: list[int]) -> Thrown:
    """Dice thrown by hand and typed in, pool by pool, an exploding die's further faces straight after it."""
    return thrown_from(dice, faces)
