"""Names of squares: columns a to z, then aa, ab and on; rows from 1.

For the grid, for maps' labels and for anybody typing a square.
"""

from __future__ import annotations

from fracas.engine.board.terms import Pos
from fracas.engine.errors import Invalid


def column_name(x: int) -> str:
    letters = ""
    x += 1
    while x > 0:
        x -= 1
        letters = chr(ord("a") + x % 26) + letters
        x //= 26
    return letters


def parse_square(text: str, width: int, depth: int) -> Pos:
    """The square called "c4" (capitals allowed) on a grid of this size."""
    wanted = text.strip().lower()
    expected = f"a square from a1 to {column_name(width - 1)}{depth}"
    column = 0
    i = 0
    while i < len(wanted) and "a" <= wanted[i] <= "z":
        column = column * 26 + ord(wanted[i]) - ord("a") + 1
        i += 1
    digits = wanted[i:]
    if i == 0 or i > 3 or not digits.isascii() or not digits.isdigit() or len(digits) > 4 or digits[0] == "0":
        raise Invalid("board", "square", text, expected)
    row = int(digits)
    if column > width or row > depth:
        raise Invalid("board", "square", text, expected)
    return (row - 1) * width + column - 1
