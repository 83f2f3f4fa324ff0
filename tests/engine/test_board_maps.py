"""Maps drawn as text: what each glyph means, marks, drawings, and every way a map can be bad."""

from __future__ import annotations

import pytest

from fracas.engine.board import CLEAR, UNSEEN, Terrain, default_legend, draw, read_map
from fracas.engine.errors import Invalid


def test_marks_are_letters_and_digits_the_legend_does_not_use() -> None:
    grid, marks = read_map(["A.#", ".1T"])
    assert marks == {"A": 0, "1": 4}
    assert grid.rows() == ["..#", "..T"], "a mark stands on floor"


@pytest.mark.parametrize(
    ("glyph", "cost", "sees", "cover", "height", "tags"),
    [
        (".", 1, CLEAR, 0, 0, []),
        ("#", -1, UNSEEN, 2, 0, []),
        ("~", 2, CLEAR, 0, 0, []),
        ("o", 1, CLEAR, 1, 0, []),
        ("O", -1, CLEAR, 2, 0, []),
        ("T", 2, CLEAR, 1, 0, []),
        ("^", 1, CLEAR, 0, 1, []),
        ("=", 1, CLEAR, 0, 0, ["stairs"]),
        ("H", 1, CLEAR, 0, 0, ["ladder"]),
        ("w", 2, CLEAR, 0, 0, ["water"]),
    ],
)
def test_the_default_legend(glyph: str, cost: int, sees: int, cover: int, height: int, tags: list[str]) -> None:
    grid, _ = read_map([f".{glyph}."])
    assert grid.step_cost(0, 1, 1) == cost
    assert grid.sight(0, 1, 2, 1) == sees
    assert grid.terrain_at(1).cover == cover
    assert grid.height_at(1) == height
    assert grid.tags_at(1) == tags
    assert grid.terrain_at(1).glyph == glyph


def test_a_map_may_bring_its_own_legend() -> None:
    grid, marks = read_map(
        ["l.#"], {".": Terrain("sand", "."), "l": Terrain("lava", "l", tags=["fire"]), "#": Terrain("ice", "#")}
    )
    assert marks == {}
    assert [grid.terrain_at(pos).key for pos in range(3)] == ["lava", "sand", "ice"]


def test_every_default_terrain_may_be_laid_later() -> None:
    grid, _ = read_map(["."])
    for terrain in default_legend().values():
        assert grid.with_terrain({0: terrain.key}).tags_at(0) == terrain.tags


@pytest.mark.parametrize(
    ("rows", "key", "value", "expected"),
    [
        ([], "rows", [], "at least one row"),
        ([""], "rows", [""], "at least one square"),
        (["..", "..."], "row 2", "...", "2 squares like row 1, not 3"),
        (["..", ""], "row 2", "", "2 squares like row 1, not 0"),
        (["..", ".?"], "row 2, column 2", "?", "or a letter or digit as a mark"),
        ([". ."], "row 1, column 2", " ", "one of . # ~ o O T ^ = H w"),
        (["é."], "row 1, column 1", "é", "a letter or digit"),
        (["A.", ".A"], "row 2, column 2", "A", "each mark once"),
        (["." * 201], "row 1", 201, "at most 200 columns"),
        (["."] * 201, "rows", 201, "at most 200 rows"),
    ],
)
def test_a_bad_map_names_row_column_glyph_and_what_was_expected(
    rows: list[str], key: str, value: object, expected: str
) -> None:
    with pytest.raises(Invalid) as caught:
        read_map(rows, where="cellar.toml")
    assert caught.value.where == "cellar.toml"
    assert caught.value.key == key
    assert caught.value.value == value
    assert expected in caught.value.expected


def test_a_legend_must_agree_with_its_terrain() -> None:
    with pytest.raises(Invalid, match="terrain drawn as x"):
        read_map(["."], {".": Terrain("floor", "."), "x": Terrain("mud", "m")})
    with pytest.raises(Invalid, match="marks need floor"):
        read_map(["#1"], {"#": Terrain("wall", "#")})
    with pytest.raises(Invalid, match="each terrain key once"):
        read_map(["."], {".": Terrain("floor", "."), "x": Terrain("floor", "x")})


def test_the_largest_map_is_read() -> None:
    grid, marks = read_map(["." * 199 + "Z"] * 1 + ["." * 200] * 199)
    assert grid.size == 40_000
    assert grid.name(marks["Z"]) == "gr1"


def test_a_drawing_has_labels_and_tokens() -> None:
    grid, marks = read_map(["1.#", "~.."])
    assert draw(grid, {marks["1"]: "K", 5: "o"}) == [
        "  a b c",
        "1 K . #",
        "2 ~ . o",
    ]


def test_a_drawing_widens_for_long_labels_and_tokens() -> None:
    grid, _ = read_map(["." * 27] * 10)
    lines = draw(grid, {})
    assert lines[0].startswith("   a  b  c")
    assert lines[0].endswith("z  aa")
    assert lines[1].startswith(" 1 .  .")
    assert lines[10].startswith("10 .")
    assert draw(read_map([".."])[0], {0: "K1"}) == ["  a  b", "1 K1 ."]
