"""A map's picture with nothing but the squares somebody knows.

A picture that was compressed has a little of every pixel in the pixels around it. So of the blocks it is made of only
those are shown in which, and next to which, nothing is unknown; the rest of the known ground is filled in with the
colours of the nearest block that is shown.
"""

from __future__ import annotations

import io
import math
from typing import Any, Final

from PIL import Image, ImageChops

from fracas.server.reading.pictures import BLOCK, Picture, encoded
from fracas.server.reading.wrong import Wrong

UNKNOWN: Final = (96, 96, 96)
"""What stands for ground that is not known; the page draws over it."""
KNOWN: Final = 255
MARGIN: Final = 4
"""How many pixels around a block may have come into it when the picture was scaled."""
Place = tuple[float, float, float, float, float, float]
"""How pixels become squares: across, 0, left, 0, down, top."""


def read_masked(raw: bytes, order: dict[str, Any]) -> Picture:
    """The picture as far as it shows `known` squares of a board with so many `columns` and `rows`. `left`, `top`,
    `width` and `height` say which part of the board it covers, in hundredths of a square."""
    try:
        with Image.open(io.BytesIO(raw), formats=["JPEG"]) as found:
            image = found.convert("RGB")
    except Exception:  # noqa: BLE001  # a row that is damaged
        raise Wrong("picture", f"{len(raw)} bytes", "a picture that was kept; this one is damaged") from None
    columns, rows = order["columns"], order["rows"]
    squares = bytearray(columns * rows)
    for square in order["known"]:
        squares[square] = KNOWN
    small = Image.frombytes("L", (columns, rows), bytes(squares))
    across, down = order["width"] / 100 / image.width, order["height"] / 100 / image.height
    place = (across, 0, order["left"] / 100, 0, down, order["top"] / 100)
    # What lies beyond the board is filled with 0, and so is not shown either.
    shown = small.transform(image.size, Image.Transform.AFFINE, place, Image.Resampling.NEAREST)
    blocks = whole_blocks(image.size, squares, columns, place)
    blank = Image.new("RGB", image.size, UNKNOWN)
    if not blocks.getbbox():
        return encoded(blank)
    sure = grown(blocks, image.size, Image.Resampling.NEAREST)
    if ImageChops.difference(sure, shown).getbbox():
        blank.paste(around(image, sure, blocks), mask=shown)
    blank.paste(image, mask=ImageChops.darker(sure, shown))
    return encoded(blank)


def whole_blocks(size: tuple[int, int], squares: bytearray, columns: int, place: Place) -> Image.Image:
    """One pixel for each block: is all the ground known that it may have something of?"""
    rows = len(squares) // columns
    across = [touched(at, place[0], place[2], columns) for at in range(0, size[0], BLOCK)]
    down = [touched(at, place[4], place[5], rows) for at in range(0, size[1], BLOCK)]
    unknown = [[0] * (columns + 1)]
    """How many unknown squares there are above and to the left."""
    for row in range(rows):
        line, count = [0], 0
        for column in range(columns):
            count += not squares[row * columns + column]
            line.append(unknown[-1][column + 1] + count)
        unknown.append(line)
    found = bytearray()
    for top, bottom in down:
        above, below = unknown[top], unknown[bottom]
        found.extend([KNOWN * (below[b] - below[a] - above[b] + above[a] == 0) for a, b in across])
    return Image.frombytes("L", (len(across), len(down)), bytes(found))


def touched(at: int, scale: float, start: float, most: int) -> tuple[int, int]:
    """The first square of a row, and the one after the last, of which a block that begins here may have something. What
    lies beyond the board is no secret."""
    first = math.floor(start + scale * (at - MARGIN + 0.5))
    last = math.floor(start + scale * (at + BLOCK + MARGIN - 0.5))
    return min(max(first, 0), most), min(max(last + 1, 0), most)


def around(image: Image.Image, sure: Image.Image, blocks: Image.Image) -> Image.Image:
    """The colours of the blocks that are shown, spread into those beside them."""
    only = Image.new("RGB", image.size, UNKNOWN)
    only.paste(image, mask=sure)
    size = (blocks.width * BLOCK, blocks.height * BLOCK)
    padded = Image.new("RGB", size, UNKNOWN)
    padded.paste(only)
    small, filled = padded.reduce(BLOCK), blocks.copy()
    for _ in range(3):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, there = ImageChops.offset(small, dx, dy), ImageChops.offset(filled, dx, dy)
            fresh = ImageChops.subtract(there, filled)
            small.paste(near, mask=fresh)
            filled = ImageChops.lighter(filled, fresh)
    return grown(small, image.size, Image.Resampling.BILINEAR)


def grown(blocks: Image.Image, size: tuple[int, int], how: Image.Resampling) -> Image.Image:
    """Blocks as large as they are in the picture."""
    whole = blocks.resize((blocks.width * BLOCK, blocks.height * BLOCK), how)
    return whole.crop((0, 0, *size))
