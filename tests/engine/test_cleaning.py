"""Text from people: one plain line where it comes in, and harmless on a terminal whatever it holds."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.cleaning import clean, is_clean, is_plain, printable
from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset, ruleset_ids

DANGEROUS = [chr(code) for code in (*range(32), *range(127, 160))] + list(
    "\u2028\u2029\u202a\u202e\u2066\u2069\u200e\u200f"
)
DANGEROUS += list("\u061c\u200b\u2060\ufeff\u00ad\u180e\U000e0041\ud800\ufff9")
SAMPLES = st.text(st.one_of(st.characters(), st.sampled_from([*DANGEROUS, "\u200c", "\u200d", "\u0301", "é", "ش"])))


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("Lunk", "Lunk"),
        ("Lunk\x1b[2J\x07", "Lunk[2J"),
        ("a note\n6: Mira dies", "a note 6: Mira dies"),
        ("line\u2028break\x85and\r\nmore", "line break and  more"),
        ("evil\u202egnp.exe\u202c", "evilgnp.exe"),
        ("Go\u200bblin\ufeff", "Goblin"),
        ("e\u0301", "é"),
        ("\u3164\u2800", "  "),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("Lu\u200dnk", "Lunk"),
        ("שלום", "שלום"),
    ],
)
def test_what_is_left_of_a_text(raw: str, kept: str) -> None:
    assert clean(raw) == kept and is_clean(kept) and (is_clean(raw) == (raw == kept))


def test_a_heap_of_accents_is_cut_down() -> None:
    assert len(clean("a" + "\u0334" * 10_000)) <= 8


def test_a_note_may_have_lines_of_its_own_and_nothing_else() -> None:
    assert is_plain("one\n\ttwo") and not is_plain("one\r") and not is_plain("\x1b")


@given(SAMPLES)
def test_cleaning_is_done_once(text: str) -> None:
    found = clean(text)
    assert clean(found) == found and len(found.splitlines()) <= 1
    assert not [mark for mark in found if mark in DANGEROUS]


@given(SAMPLES)
def test_a_terminal_gets_every_mark_in_its_column_and_obeys_none(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text) and not [mark for mark in shown if mark in DANGEROUS]
    assert not [mark for mark in shown if unicodedata.category(mark) == "Cc"]


@pytest.mark.parametrize("mark", ["\x1b", "\x07", "\u202e", "\u200b", "\x9b"])
@pytest.mark.parametrize("id", ruleset_ids())
def test_nothing_a_terminal_obeys_gets_into_a_log(id: str, mark: str) -> None:
    ruleset = load_ruleset(id)
    game = Game(ruleset, ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"]))
    before = game.save()
    one = next(iter(game.state.combatants))
    for ruling, reason in (
        (Command(GM, "note", text=f"a{mark}b"), ""),
        (Command(GM, "note", text="a"), f"because{mark}"),
        (Command(GM, "set", (one,), "name", text=f"Lu{mark}nk"), ""),
    ):
        with pytest.raises(Invalid):
            game.rule(ruling, reason)
    with pytest.raises(Invalid):
        game.rule(Command(GM, "set", (one,), "name", text="two\nlines"))
    with pytest.raises(Invalid):
        game.command(Command(one, "pass", text=mark))
    assert game.save() == before
