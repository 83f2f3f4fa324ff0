"""The child: one order and one file in, one answer out.

In: a line of JSON that says what is wanted, then the bytes of the file. Out: a line of JSON, then the bytes of a
picture, if there is one.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from fracas.server.reading.limits import confine
from fracas.server.reading.masking import read_masked
from fracas.server.reading.pictures import Picture, load_readers, read_picture
from fracas.server.reading.uvtt import read_uvtt
from fracas.server.reading.wrong import Wrong


def answer(order: dict[str, Any], raw: bytes) -> tuple[dict[str, Any], bytes]:
    """What the file holds, and the picture in it."""
    what = order["what"]
    if what == "uvtt":
        drawn = read_uvtt(raw)
        edges = [[x, y, side, kind] for (x, y, side), kind in drawn.edges.items()]
        found: dict[str, Any] = {"columns": drawn.columns, "rows": drawn.rows, "edges": edges, "told": drawn.told}
        found["covers"] = drawn.covers
        picture = drawn.picture
    else:
        found = {}
        picture = read_masked(raw, order) if what == "mask" else read_picture(raw, str(order["use"]))
    return found | {"picture": about(picture)}, picture.data if picture is not None else b""


def about(picture: Picture | None) -> dict[str, object] | None:
    if picture is None:
        return None
    return {"type": picture.type, "width": picture.width, "height": picture.height}


def main() -> None:
    load_readers()
    confine()
    order = json.loads(sys.stdin.buffer.readline())
    try:
        found, data = answer(order, sys.stdin.buffer.read())
    except Wrong as wrong:
        found, data = {"wrong": [wrong.key, str(wrong.value)[:200], wrong.expected]}, b""
    except MemoryError:
        found, data = {"wrong": ["file", "too much", "a file that takes less memory to read"]}, b""
    sys.stdout.buffer.write(json.dumps(found).encode() + b"\n" + data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
