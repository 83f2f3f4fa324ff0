"""The child that reads files of strangers: pictures and Universal VTT maps, hostile ones among them."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import math
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.server.hostile_files import SVG, flood, picture, png_of, turned

from fracas.engine.errors import Invalid
from fracas.server.reading import child
from fracas.server.reading.child import Answer, Held, Reader
from fracas.server.reading.lines import UNIT, crossed
from fracas.server.reading.masking import read_masked
from fracas.server.reading.pictures import encoded
from fracas.server.reading.uvtt import read_uvtt
from fracas.server.reading.wrong import Wrong

MAPS = Path(__file__).parent / "maps"


def read(raw: bytes, use: str = "map") -> Held:
    return asyncio.run(Reader().picture(raw, use))


def opened(held: Held) -> Image.Image:
    return Image.open(io.BytesIO(held.data))


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_sound_picture_is_encoded_anew(kind: str) -> None:
    held = read(picture(kind))
    assert (held.type, held.width, held.height) == ("image/jpeg", 60, 40)
    assert opened(held).format == "JPEG"


def test_what_one_can_see_through_stays_so() -> None:
    held = read(picture("PNG", mode="RGBA"), "portrait")
    assert held.type == "image/webp"


def test_a_picture_is_turned_by_its_exif_which_is_dropped() -> None:
    raw = turned()
    assert b"secret camp" in raw
    held = read(raw)
    assert (held.width, held.height) == (40, 60)
    assert b"secret camp" not in held.data
    assert not opened(held).getexif()
    red, _, blue = opened(held).convert("RGB").getpixel((20, 5))  # type: ignore[misc]
    assert red > 200 > blue


def test_large_pictures_are_scaled() -> None:
    held = read(picture("JPEG", (9000, 300)))
    assert (held.width, held.height) == (4096, 137)
    held = read(picture("PNG", (2000, 1000)), "portrait")
    assert (held.width, held.height) == (512, 256)


def test_the_first_frame_counts() -> None:
    out = io.BytesIO()
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    red, _, blue = opened(read(out.getvalue())).convert("RGB").getpixel((5, 5))  # type: ignore[misc]
    assert red > 200 > blue


def test_what_hangs_on_to_a_picture_is_dropped() -> None:
    """A file that is a picture and a page: only the picture is kept."""
    held = read(picture("JPEG") + b"<script>alert(1)</script>")
    assert b"script" not in held.data


BROKEN = {
    "40000 x 40000 pixels": flood(),
    "<svg xmlns=": SVG,
    "GIF89a": b"GIF89a" + b"\0" * 100,
    "%PDF": b"%PDF-1.4 " + picture("JPEG"),
    "PNG, 57 bytes": png_of(100, 100, b""),
    "JPEG, ": picture("JPEG")[:-200],
    "WEBP, ": picture("WEBP")[:60],
}


@pytest.mark.parametrize("shown", BROKEN)
def test_what_is_no_sound_picture_is_refused_in_words(shown: str) -> None:
    with pytest.raises(Invalid) as wrong:
        read(BROKEN[shown])
    assert shown in str(wrong.value)
    assert wrong.value.key == "picture"


def test_a_picture_that_stays_too_large_is_made_smaller() -> None:
    noise = Image.effect_noise((4096, 4096), 255).convert("RGB")
    assert len(encoded(noise).data) <= 5_000_000


def test_the_child_can_open_nothing() -> None:
    """It has no number left for a file or a socket. Without its limits both would work."""
    code = """
import socket, sys
from fracas.server.reading.limits import confine
if sys.argv[1] == "confined":
    confine()
for what in (lambda: open("/dev/zero"), socket.socket):
    try:
        what()
        print("opened")
    except OSError as error:
        print(error.strerror)
"""

    def said(how: str) -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", code, how], capture_output=True, text=True, check=True
        ).stdout.split("\n")

    assert said("confined")[:2] == ["Too many open files"] * 2
    assert said("free")[:2] == ["opened"] * 2


def test_a_child_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    with pytest.raises(Invalid, match="less time"):
        asyncio.run(Reader(patience=0.5).picture(picture(), "map"))


def test_a_child_that_dies_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "COMMAND", (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"))
    with pytest.raises(Invalid, match="less memory and time"):
        asyncio.run(Reader().picture(picture(), "map"))


# ---------------------------------------------------------------- lines


def line(*points: float) -> list[tuple[int, int, str]]:
    a, b = (round(points[0] * UNIT), round(points[1] * UNIT)), (round(points[2] * UNIT), round(points[3] * UNIT))
    return crossed(a, b, 4, 4)


def test_a_line_on_the_grid_parts_the_squares_along_it() -> None:
    assert line(2, 1, 2, 3) == [(1, 1, "right"), (1, 2, "right")]
    assert line(1, 2, 3, 2) == [(1, 1, "below"), (2, 1, "below")]


def test_a_line_off_the_grid_counts_where_it_runs_between_centres() -> None:
    assert line(1.7, 1.2, 1.7, 1.8) == [(1, 1, "right")]
    assert line(1.3, 1.6, 1.3, 2.4) == []
    """It passes no centre: too short to part two squares."""


def test_the_rim_of_the_map_is_no_edge() -> None:
    assert line(0, 0, 4, 0) == []
    assert line(4, 0, 4, 4) == []
    assert line(-5, 2, 9, 2) == [(x, 1, "below") for x in range(4)]


def walled_off(points: list[tuple[float, float]], side: int = 8) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The squares one can walk to from a corner, and the others."""
    scaled = [(round(x * UNIT), round(y * UNIT)) for x, y in points]
    edges = {edge for a, b in pairwise(scaled) for edge in crossed(a, b, side, side)}
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        for to, edge in (
            ((x + 1, y), (x, y, "right")),
            ((x - 1, y), (x - 1, y, "right")),
            ((x, y + 1), (x, y, "below")),
            ((x, y - 1), (x, y - 1, "below")),
        ):
            if edge not in edges and to not in seen and 0 <= to[0] < side and 0 <= to[1] < side:
                seen.add(to)
                todo.append(to)
    return seen, {(x, y) for x in range(side) for y in range(side)} - seen


@pytest.mark.parametrize("shift", [0, 0.25, 0.5, 0.5001, 0.75])
def test_a_line_without_gaps_leaves_none(shift: float) -> None:
    """Also where it runs through centres, along rows of them, and at any slope."""
    for shape in (
        [(1, 1), (6, 1), (6, 6), (1, 6), (1, 1)],
        [(1, 3), (4, 0.5), (6.5, 3), (4, 6), (1, 3)],
        [(0.5, 0.5), (5.5, 2.5), (6.5, 6.5), (2.5, 5.5), (0.5, 0.5)],
    ):
        _, within = walled_off([(x + shift, y + shift) for x, y in shape])
        assert within
        assert (4, 4) in within
    for slope in ([(0, 0), (8, 8)], [(8, 0), (0, 8)], [(0, 1.5), (8, 6.5)]):
        ends = [(x + shift * 2 - 1, y) for x, y in slope]
        far = [(ends[0][0] - (ends[1][0] - ends[0][0]) / 2, ends[0][1] - (ends[1][1] - ends[0][1]) / 2)]
        far.append((ends[1][0] + (ends[1][0] - ends[0][0]) / 2, ends[1][1] + (ends[1][1] - ends[0][1]) / 2))
        reached, beyond = walled_off(far)
        assert reached
        assert beyond


# ---------------------------------------------------------------- Universal VTT


def sample(name: str) -> Answer:
    return asyncio.run(Reader().uvtt((MAPS / name).read_bytes()))


def drawing(answer: Answer) -> list[str]:
    """Squares as dots with the edges between them."""
    marks = {"wall": "#", "door": "D", "open-door": "O"}
    edges = {(x, y, side): marks[kind] for x, y, side, kind in answer.told["edges"]}
    lines: list[str] = []
    for y in range(answer.told["rows"]):
        lines.append("".join(["." + edges.get((x, y, "right"), " ") for x in range(answer.told["columns"])]).rstrip())
        lines.append("".join([edges.get((x, y, "below"), " ") + " " for x in range(answer.told["columns"])]).rstrip())
    return lines


def test_two_rooms() -> None:
    answer = sample("two-rooms.dd2vtt")
    assert drawing(answer) == [
        ". . . . . . . . . . . .",
        "  # # # # # # # # # #",
        ".#. . . . .#. . . . .#.",
        "",
        ".#. . . . .#. . . . .#.",
        "",
        ".#. . . . .D. . . . .#.",
        "",
        ".#. . . . .#. . . . .#.",
        "",
        ".#. . . . .#. . . . .O.",
        "",
        ".#. . . . .#. . . . .#.",
        "  # # # # # # # # # #",
        ". . . . . . . . . . . .",
        "",
    ]
    assert answer.told["told"] == ["1 light: left out"]
    assert answer.picture is not None
    assert (answer.picture.width, answer.picture.height) == (240, 160)


CAVE = """
. . . . . . . . . . . . . . . . . . . .
              # # # # # #
. . . . . . .#. . . . . .#. . . . . . .
            #             #
. . . . . .#. . . . . . . .#. . . . . .
          #             #   #
. . . . .#. . . . . . . .#. .#. . . . .
        #                 #   #
. . . .#. . . . . . . . . .#. .#. . . .
      #       #             #   #
. . .#. . . .#.#. . . . . . .#. .#. . .
    #                         #   #
. .#. . . . .#.#. . . . . . . .#. .#. .
              #
. .#. . . . . . . . . . . . . . . .#. .
  #                                 #
.#. . . . . . . . . . . . . . . . . .#.
  #                                 #
. .#. . . . . . . . . . . . . . . .#. .
    # #                         # #
. . . .#. . . . . . . . . . . .#. . . .
        # #                 # #
. . . . . .#. . . . . . . .#. . . . . .
            # #         # #
. . . . . . . .#. . . .#. . . . . . . .
                # # # #
. . . . . . . . . . . . . . . . . . . .
"""


def test_the_cave() -> None:
    """Off the grid, from an origin that is not 0, with a diagonal wall and a rock that stands on two squares."""
    answer = sample("cave.uvtt")
    assert drawing(answer)[:-1] == CAVE.strip("\n").split("\n")
    assert answer.told["told"] == ["the light of the surroundings: left out", "not known, and left out: generator"]
    assert answer.picture is not None
    assert (answer.picture.width, answer.picture.height) == (320, 224)


def uvtt(**changes: Any) -> bytes:
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 4, "y": 3}, "pixels_per_grid": 10}
    return json.dumps({"format": 0.3, "resolution": size, **changes}).encode()


def at(x: object, y: object) -> dict[str, object]:
    return {"x": x, "y": y}


def test_what_may_be_missing_is() -> None:
    found = read_uvtt(uvtt())
    assert (found.columns, found.rows, found.edges, found.picture) == (4, 3, {}, None)
    assert found.told == ["the file has no picture"]
    found = read_uvtt(b"\xef\xbb\xbf" + json.dumps({"resolution": {"map_size": {"x": "2", "y": 2.6}}}).encode())
    assert (found.columns, found.rows) == (2, 3)
    assert "the map has 2 x 2.6 squares and is taken as 2 x 3" in found.told[-1]


@pytest.mark.parametrize(("size", "pixels"), [(10.5, 100), (11, 100), (10.5, None), (10.5, 37)])
def test_a_map_that_ends_within_a_square_is_not_stretched(size: float, pixels: int | None) -> None:
    """A picture of 1050 x 800 pixels, of a map with 100 a square; the size may be rounded, and the pixels unknown or
    those of a picture before somebody made it smaller."""
    out = io.BytesIO()
    Image.new("RGB", (1050, 800)).save(out, "PNG")
    grid = {"map_size": at(size, 8), "pixels_per_grid": pixels}
    found = read_uvtt(uvtt(resolution=grid, image=base64.b64encode(out.getvalue()).decode()))
    assert (found.columns, found.rows, found.covers) == (11, 8, (1050, 800))
    assert "10.5 x 8 squares and is taken as 11 x 8: it keeps its scale" in found.told[-1]


def test_a_picture_may_be_broken_into_lines() -> None:
    lines = base64.encodebytes(picture("PNG")).decode()
    assert "\n" in lines.strip()
    assert read_uvtt(uvtt(image=lines)).picture == read_uvtt(uvtt(image=lines.replace("\n", ""))).picture


def test_doors_stand_where_walls_would() -> None:
    wall = [[at(2, 0), at(2, 3)]]
    doors = [
        {"bounds": [at(2, 1.1), at(2, 1.4)], "closed": True},
        {"bounds": [at(2, 2), at(2, 3)], "closed": False},
        {"bounds": [at(0, 0), at(0, 1)]},
        {"position": at(1, 1)},
    ]
    found = read_uvtt(uvtt(line_of_sight=wall, portals=doors))
    assert found.edges == {(1, 0, "right"): "wall", (1, 1, "right"): "door", (1, 2, "right"): "open-door"}
    """The first is narrower than half a square, and still the door of its square."""
    assert "2 doors at the edge of the map or without bounds: left out" in found.told


def test_what_lies_within_a_square_is_told() -> None:
    found = read_uvtt(uvtt(objects_line_of_sight=[[at(1.1, 1.1), at(1.4, 1.1), at(1.4, 1.4)]]))
    assert found.edges == {}
    assert found.told[0] == "1 of 1 walls lie inside a square and separate no squares; they are left out"


def test_a_key_with_half_a_character_is_told_all_the_same() -> None:
    found = read_uvtt(uvtt(**{"\ud800x": 1}))
    assert found.told[-2:] == ["not known, and left out: ?x", "the file has no picture"]


WRONG: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"\x00\x01", "map"),
    "cut short": (uvtt()[:-5], "map"),
    "nested": (b"[" * 100_000, "map"),
    "another file": (b'{"name": "a scene"}', "map.resolution"),
    "no size": (json.dumps({"resolution": {}}).encode(), "map.resolution.map_size"),
    "a million squares": (uvtt(resolution={"map_size": at(1000, 1000)}), "map.resolution.map_size"),
    "nothing": (uvtt(resolution={"map_size": at(0, 4)}), "map.resolution.map_size"),
    "no number": (uvtt(line_of_sight=[[at("here", 1), at(1, 1)]]), "map.line_of_sight[0].x"),
    "not a number": (uvtt(line_of_sight=[[at(float("nan"), 1), at(1, 1)]]), "map.line_of_sight[0].x"),
    "endless": (uvtt(line_of_sight=[[at(float("inf"), 1), at(1, 1)]]), "map.line_of_sight[0].x"),
    "huge": (uvtt(line_of_sight=[[at(10**400, 1), at(1, 1)]]), "map.line_of_sight[0].x"),
    "no list": (uvtt(line_of_sight={"a": 1}), "map.line_of_sight"),
    "no points": (uvtt(line_of_sight=["wall"]), "map.line_of_sight[0]"),
    "too many points": (uvtt(line_of_sight=[[at(1, 1)] * 200_001]), "map.line_of_sight"),
    "no base64": (uvtt(image="?!"), "map.image"),
    "no text": (uvtt(image=[1]), "map.image"),
    "no picture": (uvtt(image="AAAA"), "picture"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_map_is_told_by_its_key(name: str) -> None:
    raw, key = WRONG[name]
    with pytest.raises(Wrong) as wrong:
        read_uvtt(raw)
    assert wrong.value.key == key


def test_a_map_cut_anywhere_is_refused_whole() -> None:
    raw = (MAPS / "two-rooms.dd2vtt").read_bytes()
    for end in range(0, len(raw), 7):
        with pytest.raises(Wrong):
            read_uvtt(raw[:end])


# ---------------------------------------------------------------- masks


def test_a_masked_picture_shows_known_squares_alone() -> None:
    """Four by two squares, the picture a bit larger than the board; beyond the board nothing is shown either."""
    image = Image.new("RGB", (500, 300), "red")
    order = {"left": -50, "top": -50, "width": 500, "height": 300, "columns": 4, "rows": 2, "known": [0, 5]}
    found = read_masked(encoded(image).data, order)
    shown = Image.open(io.BytesIO(found.data)).convert("RGB")
    red = [
        (x, y)
        for y in range(2)
        for x in range(4)
        if shown.getpixel((100 + x * 100, 100 + y * 100))[0] > 200  # type: ignore[index]
    ]
    assert red == [(0, 0), (1, 1)]
    assert shown.getpixel((20, 20))[0] < 120  # type: ignore[index]
    assert shown.getpixel((480, 280))[0] < 120  # type: ignore[index]


def noise(seed: int, size: tuple[int, int]) -> Image.Image:
    """Colours that no compression leaves as they are."""
    return Image.frombytes("RGB", size, random.Random(seed).randbytes(size[0] * size[1] * 3))


@pytest.mark.parametrize("box", [(0, 0, 600, 400), (-37, 23, 613, 391)])
def test_not_a_byte_of_a_masked_picture_hangs_on_what_is_covered(box: tuple[int, int, int, int]) -> None:
    """Two pictures that differ in covered squares alone; the control shows that these are in them."""
    left, top, width, height = box
    known = [0, 1, 2, 6, 7, 8, 13]
    one, other = noise(1, (333, 222)), noise(1, (333, 222))
    hidden = noise(2, (333, 222))
    for y in range(222):
        for x in range(333):
            column, row = (
                math.floor((left / 100) + x * width / 100 / 333),
                math.floor((top / 100) + y * height / 100 / 222),
            )
            if 0 <= column < 6 and 0 <= row < 4 and row * 6 + column not in known:
                other.paste(hidden.crop((x, y, x + 1, y + 1)), (x, y))
    order = {"left": left, "top": top, "width": width, "height": height, "columns": 6, "rows": 4}
    masked = [read_masked(encoded(image).data, {**order, "known": known}).data for image in (one, other)]
    assert masked[0] == masked[1]
    shown = Image.open(io.BytesIO(masked[0])).convert("RGB")
    assert len(shown.crop((40, 40, 120, 90)).getcolors(100_000) or []) > 1000, "what is known is shown"
    control = [read_masked(encoded(image).data, {**order, "known": [*known, 3]}).data for image in (one, other)]
    assert control[0] != control[1]


def test_a_map_lies_flat() -> None:
    assert read(picture("PNG", mode="RGBA"), "map").type == "image/jpeg"
