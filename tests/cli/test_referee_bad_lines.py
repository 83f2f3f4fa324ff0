"""H1, H2, V6: whatever is written to the referee gets one typed reply, and a line that fails changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.referee_table import RefereeTable

from fracas.protocol.messages import BY_TYPE
from fracas.protocol.replies import REPLY_BY_TYPE
from fracas.protocol.wire import MOST_BYTES

HELLO = b'{"type":"hello","seat":"gm","id":%s}'
JUMP = b'{"type":"jump","seat":"gm","to":%s}'
HARD = [
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e400",
    b"1e5",
    b"-0.0",
    b"1.0",
    b"true",
    b"null",
    b'"12"',
    b"-1",
    b"2147483648",
    b"9007199254740993",
    b"9223372036854775808",
    b"18446744073709551616",
    b"9" * 4000,
    b"9" * 5000,
    b"[]",
    b"{}",
    b'{"a":1,"a":2}',
    b"01",
    b"0x1",
    b"+1",
    b"1_000",
]
LINES = {
    "nothing": b"",
    "blank": b"  ",
    "not json": b"{type:hello}",
    "two objects": b"{} {}",
    "a list": b"[1]",
    "a text": b'"hello"',
    "not utf-8": b'{"type":"hello\xff","seat":"gm"}',
    "surrogate bytes": b'{"type":"hello","seat":"gm","id":"\xed\xa0\x80"}',
    "lone surrogate": b'{"type":"hello","seat":"gm","id":"\\ud800"}',
    "surrogate key": b'{"type":"hello","seat":"gm","\\udfff":1}',
    "NUL escaped": b'{"type":"hello","seat":"gm","id":"\\u0000"}',
    "NUL raw": b'{"type":"hello","seat":"gm","id":"\x00"}',
    "key twice": b'{"type":"hello","type":"state","seat":"gm"}',
    "surrogate key twice": b'{"\\ud800":1,"\\ud800":2}',
    "deep list": b'{"type":"hello","seat":"gm","id":' + b"[" * 17 + b"]" * 17 + b"}",
    "deeper list": b"[" * 30_000,
    "deepest object": b'{"a":' * 10_000,
    "too long": b'{"type":"hello","seat":"gm","id":"' + b"x" * MOST_BYTES + b'"}',
    "many keys": b"{" + b",".join([b'"k%d":1' % n for n in range(6000)]) + b"}",
    "byte order mark": b'\xef\xbb\xbf{"type":"hello","seat":"gm"}',
    "unknown type": b'{"type":"hello2","seat":"gm"}',
    "type as list": b'{"type":["hello"],"seat":"gm"}',
    "no type": b'{"seat":"gm"}',
    "no seat": b'{"type":"hello"}',
    "seat null": b'{"type":"hello","seat":null}',
    "unknown seat": b'{"type":"hello","seat":"player99"}',
    "mass assignment": b'{"type":"undo","seat":"gm","role":"gm","hp":99,"seed":1,"__class__":"x"}',
    "command twice signed": b'{"type":"command","seat":"gm","command":"kara move --5"}',
    "command of digits": b'{"type":"command","seat":"gm","command":"kara move ' + b"9" * 1500 + b'"}',
    "command blank": b'{"type":"command","seat":"gm","command":" "}',
    "command number": b'{"type":"command","seat":"gm","command":5}',
    "command for the table": b'{"type":"command","seat":"gm","command":{"who":"table","verb":"set-up"}}',
    "square outside": b'{"type":"command","seat":"gm","command":{"who":"kara","verb":"move","squares":[999]}}',
    "square below": b'{"type":"command","seat":"gm","command":{"who":"kara","verb":"move","squares":[-1]}}',
    "square true": b'{"type":"command","seat":"gm","command":{"who":"kara","verb":"move","squares":[true]}}',
    "big number": b'{"type":"command","seat":"gm","command":{"who":"kara","verb":"pass","numbers":[9007199254740992]}}',
    "ruling nonsense": b'{"type":"ruling","seat":"gm","ruling":"set kara hp 99999999999"}',
    "ruling allow nothing": b'{"type":"ruling","seat":"gm","ruling":"allow"}',
    "ruling allow deep": b'{"type":"ruling","seat":"gm","ruling":"allow {\\"a\\":' + b"[" * 900 + b'"}',
    "ruling for another": b'{"type":"ruling","seat":"","ruling":"prefer player1 guard off"}',
    "load nothing": b'{"type":"load","seat":"gm"}',
    "load a folder": b'{"type":"load","seat":"gm","path":"/"}',
    "save into nowhere": b'{"type":"save","seat":"gm","path":"/nowhere/at/all"}',
    "jump past the end": b'{"type":"jump","seat":"gm","to":100000}',
    "events to come": b'{"type":"events","seat":"gm","since":100000}',
    "rule unknown": b'{"type":"rule","seat":"gm","number":"99.99"}',
}


def check(table: RefereeTable, line: bytes) -> dict[str, Any]:
    """One reply, of a known type and shape; after an error all is as before."""
    before = table.mark()
    out = table.raw(line)
    assert out.endswith(b"\n") and out.count(b"\n") == 1
    reply: dict[str, Any] = json.loads(out)
    REPLY_BY_TYPE[reply["type"]].model_validate(reply)
    if reply["type"] == "error":
        assert reply["kind"] in ("invalid", "refused"), reply
        assert bool(reply["reasons"]) == (reply["kind"] == "refused")
        assert "Traceback" not in reply["message"]
        assert table.mark() == before
    return reply


@pytest.mark.parametrize("name", list(LINES))
def test_h2_bad_lines(name: str) -> None:
    assert check(RefereeTable(), LINES[name] + b"\n")["type"] == "error"


@pytest.mark.parametrize("number", HARD, ids=lambda number: number[:20].decode())
def test_h2_hard_numbers_where_a_line_number_belongs(number: bytes) -> None:
    assert check(RefereeTable(), JUMP % number)["kind"] == "invalid"


@pytest.mark.parametrize("number", HARD, ids=lambda number: number[:20].decode())
def test_h2_hard_numbers_as_id_are_echoed_or_refused(number: bytes) -> None:
    reply = check(RefereeTable(), HELLO % number)
    if reply["type"] == "hello":
        assert reply["id"] == json.loads(number)
        assert number in (b"null", b'"12"', b"-1", b"2147483648")


def test_a_control_that_fails_would_be_seen() -> None:
    table = RefereeTable()
    before = table.mark()
    table.ask("ruling", ruling="note something")
    assert table.mark() != before


@given(st.lists(st.binary(max_size=200), max_size=5))
@settings(max_examples=300)
def test_h1_any_bytes(lines: list[bytes]) -> None:
    table = RefereeTable()
    for line in lines:
        check(table, line)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["type", "seat", "id", "command", "to", "who"]) | st.text(max_size=5), VALUES))
@settings(max_examples=300)
def test_h1_any_json(data: dict[str, Any]) -> None:
    check(RefereeTable(), json.dumps(data).encode("utf-8"))


IDS = st.sampled_from(["kara", "gob1", "gob2", "gm", "table", "nobody", "", "player1"])
VERBS = st.sampled_from(
    ["move", "strike", "pass", "guard", "faces", "set-up", "fly", "set", "hide", "end", "note", "dice"]
)
ORDERS = st.fixed_dictionaries(
    {"who": IDS, "verb": VERBS},
    optional={
        "targets": st.lists(IDS, max_size=3),
        "squares": st.lists(st.sampled_from(["a1", "b2", "c3", "zz9", ""]) | st.integers(-3, 40), max_size=4),
        "numbers": st.lists(st.integers(-5, 30), max_size=3),
        "thing": st.sampled_from(["", "hp", "guard", "sword", "dazed", "hp\n"]),
        "text": st.sampled_from(["", "5", "-1", "hand", "off", "{}", "id=table", "heroes"]),
    },
)
OTHERS = st.sampled_from(["a1", "c2-c3", "5", "-7", "with", "hand", "2.2", "warn"])
WORDS = st.lists(IDS | VERBS | OTHERS, max_size=5).map(" ".join)
RULINGS = st.sampled_from(
    [
        "set kara hp 5",
        "set kara hp 0",
        "set gob1 seat player1",
        "set kara size 3",
        "set kara seat nobody",
        "move kara a4",
        "move kara c2",
        "add goblin a1",
        "add goblin a1 id=table",
        "add goblin a1 id=gm",
        "add goblin a1 seat=, side=",
        "add goblin f4 id=gob9, name=Gnarl, seat=player1, hidden",
        "remove gob2",
        "remove kara",
        "hide gob1",
        "hide kara",
        "reveal gob1",
        "add-condition kara dazed 2",
        "end-condition kara dazed",
        "allow kara strike gob2",
        "allow gob2 strike kara",
        "mode 2.2 warn",
        "mode 1.1 allow",
        "mode 1.2 allow",
        "note x",
        "end-phase",
        "end heroes",
        "dice player1 hand",
        "dice gm hand",
        "prefer player1 guard auto",
        "prefer gm guard off",
    ]
)
DEEDS = st.sampled_from(["pass", "strike kara", "strike gob1", "strike gob2", "move b1", "move c3", "move d2"])
PLAY = st.tuples(st.sampled_from(["kara", "gob1", "gob2"]), DEEDS).map(" ".join)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.sampled_from(["gm", "gm", "player1", "", "player9"]),
    "id": st.none() | st.integers(-5, 5),
    "who": IDS,
    "command": PLAY | ORDERS | WORDS,
    "answer": st.sampled_from(["pass", "guard", "faces 3", "faces"]) | ORDERS | WORDS,
    "ruling": RULINGS | ORDERS | WORDS,
    "answers": st.lists(ORDERS | WORDS, max_size=2),
    "commands": st.lists(PLAY | ORDERS | WORDS, max_size=3),
    "at": st.integers(0, 60),
    "since": st.integers(0, 60),
    "name": st.sampled_from(["", "main", "other", "../x"]),
    "number": st.sampled_from(["0.1", "1.1", "x", ""]),
    "dice": st.sampled_from(["d6", "4d6kh3", "", "d", "2d6!", "((d6)", "-d8+2"]),
    "reason": st.sampled_from(["", "because"]),
    "how": st.sampled_from(["person", "bot", "default", "nobody"]),
    "log": st.sampled_from(["", "{}", "x\ny\n"]),
    "here": st.sampled_from(["a1", "c3", "zz9", "", "7"]),
    "there": st.sampled_from(["a1", "c3", "zz9", "", "7"]),
    "path": st.just(""),
}
TO = {"jump": st.integers(0, 60), "switch": st.sampled_from(["main", "other", "branch-1"])}
QUESTIONS = st.sampled_from(["q1", "q2", "q3", *[f"{n}.{m}" for n in range(12) for m in (1, 2)], ""])


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """A request that fits its type, most of the time."""
    often = ["command"] * 12 + ["ruling"] * 8 + ["answer"] * 6 + ["undo", "redo", "offers", "preview", "odds"]
    word = draw(st.sampled_from([name for name in BY_TYPE if name not in ("quit", "scenarios")] + often))
    data: dict[str, Any] = {"type": word}
    for field, info in BY_TYPE[word].model_fields.items():
        if field == "type" or (not info.is_required() and draw(st.booleans())):
            continue
        data[field] = draw(TO.get(word, QUESTIONS) if field == "to" else FIELDS[field])
    if draw(st.integers(0, 9)) == 0:
        data[draw(st.sampled_from(sorted(data)))] = draw(VALUES)
    return data


@given(st.lists(requests(), min_size=1, max_size=12))
@settings(max_examples=200)
def test_h1_requests_that_nearly_fit(run: list[dict[str, Any]]) -> None:
    table = RefereeTable()
    for data in run:
        check(table, json.dumps(data).encode("utf-8"))
