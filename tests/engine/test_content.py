"""Content files of any ruleset: limits, messages, merging, hash and schema.

The sections here belong to no game; every message is held to its exact words, because people read them.
"""
# ruff: noqa: E501 - a message stands on one line, as it is shown

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from fracas.engine.content import (
    MAX_BYTES,
    MAX_ERRORS,
    ContentErrors,
    FileEntry,
    Id,
    Name,
    content_hash,
    load_models,
    load_sound,
    nearest,
    parse_toml,
    read_toml,
    schema,
    toml_files,
)
from fracas.engine.errors import Invalid


class Lid(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    weight: Annotated[int, Field(ge=0, le=9)] = 0


class Box(FileEntry):
    name: Name
    width: int = Field(ge=1, le=20, description="how wide")
    colour: Literal["red", "green"] = "red"
    open: bool = False
    lids: list[Lid] = Field(default=[], max_length=2)


class Store(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    box: dict[Id, Box] = {}
    crate: dict[Id, Box] = {}


GOOD = '[box.small]\nname = "Small"\nwidth = 2\n'


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


def messages(error: ContentErrors) -> list[str]:
    assert all(isinstance(one, Invalid) for one in error.errors)
    return [str(one) for one in error.errors]


def refuse(folder: Path, text: str) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        load_models([write(folder, "f.toml", text)], Store)
    return messages(caught.value)


BAD_TEXTS = {
    "syntax": ("[box.small]\nname = \n", "f.toml: line 2: got 'name =', expected valid TOML (invalid value)"),
    "cut short": ('x = "a', "f.toml: line 1: got 'x = \"a', expected valid TOML (unterminated string)"),
    "same key twice": ("[box]\n[box]\n", "f.toml: line 2: got '[box]', expected valid TOML (cannot declare ('box',) twice)"),
    "too many digits": ("x = " + "9" * 5000, "f.toml: got 'a number or date', expected one that can be read"),
    "date": ("x = 2020-01-01", "f.toml: x: got datetime.date(2020, 1, 1), expected a text, a whole number, true or false, a list or a table"),
    "fraction": ('[box.small]\nname = "S"\nwidth = 1.5', "f.toml: box.small.width: got 1.5, expected a text, a whole number, true or false, a list or a table"),
    "large number": ("x = 1000001", "f.toml: x: got 1000001, expected a whole number from -1000000 to 1000000"),
    "far larger number": ("x = 0x" + "f" * 9000, "f.toml: x: got 'a far larger number', expected a whole number from -1000000 to 1000000"),
    "long text": (f'x = "{"a" * 50001}"', "f.toml: x: got '50001 characters', expected a text of at most 50000 characters"),
    "control character": ('x = "a\\u0007"', "f.toml: x: got 'a\\x07', expected printable text in Unicode normal form NFC"),
    "direction override": ('x = "a\\u202e"', "f.toml: x: got 'a\\u202e', expected printable text in Unicode normal form NFC"),
    "not NFC": ('x = "e\\u0301"', "f.toml: x: got 'e\u0301', expected printable text in Unicode normal form NFC"),
    "unprintable key": ('[box]\n"a\\u0007" = 1', "f.toml: box: got 'a\\x07', expected a printable key (NFC) of at most 60 characters"),
    "very deep list": ("x = " + "[" * 9000, "f.toml: got 'deeper nesting', expected at most 10 levels"),
    "long dotted key": ("a" + ".a" * 50 + " = 1", "f.toml: line 1: got '" + ("a" + ".a" * 50)[:76] + "..., expected a key of at most 40 parts"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_text_outside_the_limits_is_named_exactly(tmp_path: Path, name: str) -> None:
    text, expected = BAD_TEXTS[name]
    assert [line.replace("\u2026", "...") for line in refuse(tmp_path, text)] == [expected]


BAD_ENTRIES = {
    "missing": ('[box.a]\nname = "A"\n', "f.toml: box.a.width: got nothing, expected a whole number from 1 to 20 (required)"),
    "out of range": ('[box.a]\nname = "A"\nwidth = 21\n', "f.toml: box.a.width: got 21, expected a whole number from 1 to 20"),
    "wrong type": ('[box.a]\nname = "A"\nwidth = "2"\n', "f.toml: box.a.width: got '2', expected a whole number from 1 to 20"),
    "bool for number": ('[box.a]\nname = "A"\nwidth = true\n', "f.toml: box.a.width: got True, expected a whole number from 1 to 20"),
    "number for bool": ('[box.a]\nname = "A"\nwidth = 2\nopen = 1\n', "f.toml: box.a.open: got 1, expected true or false"),
    "unknown key, near": ('[box.a]\nname = "A"\nwidth = 2\ncolor = "red"\n', "f.toml: box.a.color: got 'red', expected a known key; did you mean 'colour'?"),
    "unknown key, far": ('[box.a]\nname = "A"\nwidth = 2\nzzz = 1\n', "f.toml: box.a.zzz: got 1, expected one of the keys replace, icon, portrait, name, width, colour, open, lids"),
    "unknown section": ("[boxx.a]\n", "f.toml: boxx: got {'a': {}}, expected a known key; did you mean 'box'?"),
    "choice": ('[box.a]\nname = "A"\nwidth = 2\ncolour = "gren"\n', "f.toml: box.a.colour: got 'gren', expected one of red, green; did you mean 'green'?"),
    "bad id": ('[box."A b"]\nname = "A"\nwidth = 2\n', "f.toml: box.A b: got 'A b', expected an id of small letters, digits and single dashes, at most 40 characters"),
    "bad name": ('[box.a]\nname = " A"\nwidth = 2\n', "f.toml: box.a.name: got ' A', expected a name of 1 to 60 characters on one line, without space at either end"),
    "list wanted": ('[box.a]\nname = "A"\nwidth = 2\nlids = 3\n', "f.toml: box.a.lids: got 3, expected a list"),
    "too many": ('[box.a]\nname = "A"\nwidth = 2\nlids = [{}, {}, {}]\n', "f.toml: box.a.lids: got [{}, {}, {}], expected a list of at most 2 entries"),
    "inside a list": ('[box.a]\nname = "A"\nwidth = 2\nlids = [{ weight = 10 }]\n', "f.toml: box.a.lids[0].weight: got 10, expected a whole number from 0 to 9"),
    "table wanted": ("box = 3\n", "f.toml: box: got 3, expected a table"),
    "entry wanted": ("[box]\na = 3\n", "f.toml: box.a: got 3, expected a table"),
    "text wanted": ("[box.a]\nname = 3\nwidth = 2\n", "f.toml: box.a.name: got 3, expected a text"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_ENTRIES)
def test_a_wrong_entry_is_named_by_file_key_value_and_expectation(tmp_path: Path, name: str) -> None:
    text, expected = BAD_ENTRIES[name]
    assert refuse(tmp_path, text) == [expected]


def test_all_errors_of_all_files_come_at_once(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", '[box.a]\nwidth = 0\nzzz = 1\n[box.b]\nname = "B"\n')
    two = write(tmp_path, "two.toml", "not toml")
    with pytest.raises(ContentErrors) as caught:
        load_models([one, two], Store)
    assert [(error.where, error.key) for error in caught.value.errors] == [
        ("one.toml", "box.a.name"),
        ("one.toml", "box.a.width"),
        ("one.toml", "box.a.zzz"),
        ("one.toml", "box.b.width"),
        ("two.toml", "line 1"),
    ]
    assert str(caught.value) == "\n".join(messages(caught.value))


def test_what_is_beyond_the_limits_hides_nothing_else_that_is_wrong(tmp_path: Path) -> None:
    sound, short = 'name = "A"\nwidth = 2\n', 'name = "A"\n'
    text = f"[box.a]\nwidth = 0x{'f' * 99}\nlids = [[[[[[[[[]]]]]]]]]\n[box.b]\n{short}[box.c]\n{sound}[bax.d]\n"
    assert [line.partition(": got")[0] for line in refuse(tmp_path, text)] == [
        "f.toml: box.a.width",
        "f.toml: box.a.lids[0][0][0][0][0][0][0]",
        "f.toml: box.a.name",
        "f.toml: box.a.lids[0]",
        "f.toml: box.b.width",
        "f.toml: bax",
    ]
    loaded = load_sound([{"box": {"a": {"name": "A", "width": 10**7}, "c": {"name": "C", "width": 2}}}], Store)
    assert (list(loaded.model.box), loaded.left_out) == (["c"], {"a"})


def test_a_flood_of_errors_is_cut(tmp_path: Path) -> None:
    assert len(refuse(tmp_path, "".join([f"x{number} = 1\n" for number in range(3000)]))) == MAX_ERRORS
    assert len(refuse(tmp_path, "".join([f"x{number} = 1.5\n" for number in range(3000)]))) == MAX_ERRORS


def test_the_nearest_words_come_best_first() -> None:
    assert nearest("boxx", ["bag", "box", "boxes"]) == ["box", "boxes"]
    assert nearest("boxx", ["crate"]) == []
    assert nearest("boxx", [f"x{number}" for number in range(600)] + ["box"]) == ["box"]


def test_the_same_id_in_two_files_names_both(tmp_path: Path) -> None:
    one, two = write(tmp_path, "one.toml", GOOD), write(tmp_path, "two.toml", GOOD)
    with pytest.raises(ContentErrors) as caught:
        load_models([one, two], Store)
    expected = "an id that one.toml does not define already, or replace = true"
    assert messages(caught.value) == [f"two.toml: box.small: got 'small', expected {expected}"]


def test_the_same_id_in_two_sections_is_fine(tmp_path: Path) -> None:
    loaded = load_models([write(tmp_path, "f.toml", GOOD + GOOD.replace("box", "crate"))], Store)
    assert loaded.origin == {"box.small": "f.toml", "crate.small": "f.toml"}


def test_replace_takes_the_place_of_an_earlier_entry(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", GOOD)
    two = write(tmp_path, "two.toml", '[box.small]\nreplace = true\nname = "Smaller"\nwidth = 1\n')
    loaded = load_models([one, two], Store)
    assert loaded.model.box["small"].name == "Smaller"
    assert loaded.origin == {"box.small": "two.toml"}
    assert loaded.data == {"box": {"small": {"name": "Smaller", "width": 1}}}


def test_replace_needs_something_to_replace(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", GOOD)
    two = write(tmp_path, "two.toml", '[box.smal]\nreplace = true\nname = "Smaller"\nwidth = 1\n')
    with pytest.raises(ContentErrors) as caught:
        load_models([one, two], Store)
    expected = "an earlier entry to replace; did you mean 'small'?"
    assert messages(caught.value) == [f"two.toml: box.smal.replace: got True, expected {expected}"]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    one, two = write(tmp_path, "a/f.toml", GOOD), write(tmp_path, "b/f.toml", GOOD)
    with pytest.raises(ContentErrors) as caught:
        load_models([one, two], Store)
    assert caught.value.errors[0].where == two.as_posix()
    assert one.as_posix() in caught.value.errors[0].expected


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ContentErrors) as caught:
        read_toml(tmp_path / "gone.toml")
    expected = "gone.toml: got 'No such file or directory', expected a file that can be read"
    assert messages(caught.value) == [expected]


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = write(tmp_path, "big.toml", "#" * (MAX_BYTES + 1))
    with pytest.raises(ContentErrors) as caught:
        read_toml(path)
    assert messages(caught.value) == ["big.toml: got '1048577 bytes', expected a file of at most 1048576 bytes"]


def test_bytes_that_are_not_utf8() -> None:
    with pytest.raises(ContentErrors) as caught:
        parse_toml(b'x = "\xff"', "f.toml")
    assert messages(caught.value) == ["f.toml: byte 5: got 255, expected UTF-8 text"]


def test_a_row_of_a_drawn_map_is_no_dotted_key() -> None:
    row = "." * 60 + "=" + "." * 60
    assert parse_toml(f"map = '''\n{row}\n'''".encode(), "f.toml") == {"map": row + "\n"}


def test_folders_are_read_in_one_order_everywhere(tmp_path: Path) -> None:
    for name in ("b.toml", "a/z.toml", "a.toml", "notes.txt"):
        write(tmp_path, name, "")
    names = [path.relative_to(tmp_path).as_posix() for path in toml_files([tmp_path, tmp_path / "b.toml"])]
    assert names == ["a.toml", "a/z.toml", "b.toml", "b.toml"]


def test_the_hash_depends_on_content_alone(tmp_path: Path) -> None:
    other = '[box.tall]\nname = "Tall"\nwidth = 1\n'
    together = load_models([write(tmp_path, "f.toml", other + GOOD)], Store)
    apart = load_models([write(tmp_path, "a.toml", "# a\n" + GOOD), write(tmp_path, "b.toml", other)], Store)
    wider = load_models([write(tmp_path, "w.toml", other + GOOD.replace("2", "3"))], Store)
    assert content_hash(together.data) == content_hash(apart.data) != content_hash(wider.data)
    assert content_hash({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


def test_the_schema_forbids_unknown_keys_and_tells_what_each_is_for() -> None:
    made: Any = schema(Store)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    box = made["$defs"]["Box"]
    assert box["additionalProperties"] is False
    assert box["properties"]["width"] == {
        "description": "how wide",
        "maximum": 20,
        "minimum": 1,
        "title": "Width",
        "type": "integer",
    }


VALUES = st.recursive(
    st.one_of(
        st.integers(-(10**9), 10**9).map(str),
        st.sampled_from(["true", "1.5", "nan", "inf", "1979-05-27", "07:32:00", '""', "'''\n'''", "{", "]", "\x00"]),
        st.text(max_size=12).map(lambda text: "'" + text + "'"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: "[" + ", ".join(parts) + "]"),
        st.lists(inner, max_size=3).map(
            lambda parts: "{" + ", ".join([f"k{i} = {p}" for i, p in enumerate(parts)]) + "}"
        ),
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["name", "width", "colour", "open", "lids", "lids.weight", "replace", "zzz", '""', "a.b.c.d"])
HEADS = st.sampled_from(["[box.a]", "[[box.a]]", "[box]", "[crate.b]", "[box.a.lids]", "[[box.a.lids]]", "[x]", ""])
LINES = st.one_of(HEADS, st.tuples(KEYS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"), st.text(max_size=8))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=8))
def test_hostile_text_raises_content_errors_or_nothing(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "f.toml"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    found: list[Invalid] = []
    try:
        load_models([path], Store)
    except ContentErrors as error:
        found = error.errors
    for one in found:
        assert "\n" not in str(one)


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=60))
def test_hostile_bytes_raise_content_errors_or_nothing(raw: bytes) -> None:
    found: list[Invalid] = []
    try:
        parse_toml(raw, "f.toml")
    except ContentErrors as error:
        found = error.errors
    for one in found:
        assert one.where == "f.toml"


def test_pictures_are_about_looks_and_change_no_content(tmp_path: Path) -> None:
    plain = load_models([write(tmp_path, "a.toml", GOOD)], Store)
    shown = load_models([write(tmp_path, "b.toml", GOOD + f'portrait = "{"0a" * 32}"\n')], Store)
    assert content_hash(shown.data) == content_hash(plain.data)
    with pytest.raises(ContentErrors) as caught:
        load_models([write(tmp_path, "c.toml", GOOD + 'portrait = "../x"\n')], Store)
    assert [(one.key, one.expected) for one in caught.value.errors] == [
        ("box.small.portrait", "the id of a picture: 64 digits and small letters from a to f")
    ]
