"""The log as a story: one line a deed in every ruleset, and nothing in it, nor on the board, that was cut."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar, cast

import pytest

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import ENGINE_EVENTS, About
from fracas.engine.game import Game
from fracas.engine.log import log_from_text
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.saved import load_imported
from fracas.engine.teller import Sign, Told
from fracas.session.seats import viewers_of
from fracas.session.session import Session
from fracas.session.story import Tale
from fracas.session.stream import tellings

GOLDEN = Path(__file__).parent.parent / "golden" / "0.2.0"
LOGS = {id: min(GOLDEN.glob(f"{id}-*.jsonl")) for id in ruleset_ids()}


def session_of(path: Path) -> Session:
    text = path.read_text(encoding="utf-8")
    ruleset = load_ruleset(str(log_from_text(text.split("\n", 1)[0] + "\n").header["ruleset"]))
    return Session(load_imported(ruleset, text))


def story(session: Session, seat: str = GM) -> list[str]:
    return [telling.text for telling in tellings(session.stream(seat).entries) if telling.text]


# ------------------------------------------------------------------ one line a deed


@pytest.mark.parametrize(
    ("id", "line"),
    [
        ("crisis_mode", r"^(.+) attacks (.+) with (.+): hit( past armour)?, \d+ HP lost"),
        ("cap_check", r"^(.+), (.+) on (.+): hit.*, \d+ HP lost"),
        ("crisis_3d6", r"^(.+) attacks (.+) with (.+): (critical )?hit, \d+ \w+ lost"),
        ("phases_of_play", r"^(.+) hits (.+): (Low|Mixed|High|.*success), \d+ \w+ lost"),
    ],
)
def test_an_attack_is_one_line_with_what_came_of_it(id: str, line: str) -> None:
    lines = [text for path in sorted(GOLDEN.glob(f"{id}-*.jsonl"))[:3] for text in story(session_of(path))]
    assert [text for text in lines if re.search(line, text)], "\n".join(lines)


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_story_is_shorter_than_its_sentences_and_names_nobody_by_id(id: str) -> None:
    session = session_of(LOGS[id])
    entries = session.stream(GM).entries
    lines = story(session)
    assert len(lines) < 0.6 * len([entry for entry in entries if entry.text])
    names = " ".join([one.name.lower() for one in session.game.state.combatants.values()])
    ids = [who for who in session.game.state.combatants if who not in names]
    raw = re.compile(rf"\b({'|'.join([re.escape(who) for who in ids]) or 'nobody at all'})\b")
    assert not [text for text in lines if raw.search(text)]
    for text in lines:
        assert text == text.strip() and "::" not in text and ": :" not in text and not text.endswith(":"), text


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_sentence_is_kept_with_its_line(id: str) -> None:
    entries = session_of(LOGS[id]).stream(GM).entries
    for telling in tellings(entries):
        told = [entry.text for entry in telling.entries if entry.text]
        assert set(telling.details) | {telling.text} >= set(told) or telling.shape == "back"
    assert [entry.n for telling in tellings(entries) for entry in telling.entries] == [entry.n for entry in entries]


@pytest.mark.parametrize("id", ruleset_ids())
def test_turns_begin_with_one_line(id: str) -> None:
    lines = tellings(session_of(max(GOLDEN.glob(f"{id}-*.jsonl"))).stream(GM).entries)
    assert {"mark", "deed"} <= {one.shape for one in lines}
    turns = [one for one in lines if one.shape == "turn"]
    begun = [[entry for entry in one.entries if entry.show and entry.show["tells"] == "turn"] for one in turns]
    assert all([len(found) == 1 for found in begun])


def test_deeds_out_of_hiding_are_lines_of_their_own() -> None:
    """Whoever did not see them begin hears of two deeds, not of one; and that they come out of hiding."""
    ruleset = load_ruleset("crisis_mode")
    session = Session(Game(ruleset, ruleset.start("ambush", {}, ["8", "8 gm"])))
    session.begin()
    session.rule(session.read_ruling("move spider d7", GM), "", GM)
    for who in ("spider", "bolter"):
        while session.actors(GM) != [who]:
            session.command(session.read_command(f"{session.actors(GM)[0]} pass", GM), GM)
        session.command(session.read_command(f"{who} normal sable", GM), GM)
    lines = [text for text in story(session, "player1") if "attacks" in text]
    assert [text.partition(" (comes out of hiding); then attacks ")[0] for text in lines] == [
        "Loom spider is revealed at d7", "Reaver bolter is revealed at q9"
    ]  # fmt: skip


# ------------------------------------------------------------------ how a line is worded

NAMES = {"oriel": "Oriel", "bo": "Bo", "rat": "Rat"}


def happened(tells: str, who: str, text: str, at: list[str] | None = None) -> Told:
    """Something of any ruleset: only what it declares is looked at."""
    sign = SimpleNamespace(tells=tells, who=who, text=text, at=at or [], own=False)
    view = SimpleNamespace(name=lambda one: NAMES[one])
    return cast(Told, SimpleNamespace(sign=sign, view=view, text=f"{NAMES[who]}: {text}", event=Event()))


def line_of(*events: Told) -> str:
    tale = Tale(1, 1, "deed")
    for told in events:
        tale.add(told)
    return tale.text()


def test_whoever_falls_is_not_told_what_else_is_over() -> None:
    shot = happened("act", "bo", "Bo shoots Rat", ["rat"])
    ends = [happened("lose", "rat", f"{name} ends") for name in ("incapacitated", "dying")]
    hit = happened("harm", "rat", "looks incapacitated")
    dead = happened("fall", "rat", "dead")
    told = "Bo shoots Rat: looks incapacitated, dead"
    assert line_of(shot, hit, *ends, dead) == told
    late = [happened("lose", "rat", "dying ends"), happened("lose", "bo", "aimed ends")]
    assert line_of(shot, hit, dead, *late) == "Bo shoots Rat (aimed ends): looks incapacitated, dead"
    assert late[0].tells == "books"
    assert line_of(*ends, happened("fall", "rat", "dead")) == "Rat: dead"
    up = happened("rise", "rat", "up again")
    assert line_of(shot, dead, up, happened("lose", "rat", "dying ends")).endswith("dead, up again, dying ends")


def test_nobody_is_named_twice_in_a_line_while_the_doer_stays_the_same() -> None:
    shot = happened("act", "oriel", "Oriel, Bow shot on Rat", ["rat"])
    hit, hurt = happened("result", "oriel", "hit", ["rat"]), happened("harm", "rat", "3 HP lost")
    keen = happened("gain", "oriel", "amplified by Keen eye")
    more = [happened("act", "oriel", "Oriel, Follow up on Bo", ["bo"]), happened("harm", "bo", "1 HP lost")]
    assert line_of(shot, hit, keen, hurt, *more) == (
        "Oriel, Bow shot on Rat (amplified by Keen eye): hit, 3 HP lost; then Follow up on Bo: 1 HP lost"
    )
    answer = happened("act", "rat", "Rat bites Oriel", ["oriel"])
    assert line_of(shot, hit, hurt, answer).endswith("3 HP lost. Rat bites Oriel")
    own = happened("harm", "oriel", "2 HP lost")
    assert line_of(shot, hit, hurt, own) == "Oriel, Bow shot on Rat: hit, 3 HP lost; Oriel 2 HP lost"


def test_a_result_is_told_with_the_deed_it_belongs_to() -> None:
    """Whoever answers a deed that has only been announced is told first; the dice of that deed come after."""
    answer = [happened("act", "oriel", "Oriel shoots Rat", ["rat"]), happened("result", "oriel", "Low")]
    result, books = happened("result", "rat", "High"), happened("books", "rat", "a point spent")
    bite = happened("act", "rat", "Rat bites Bo", ["bo"])
    assert line_of(*answer, result, books, bite) == "Oriel shoots Rat: Low. Rat bites Bo: High"
    hurt = happened("harm", "rat", "2 HP lost")
    assert line_of(*answer, result, hurt, bite) == "Oriel shoots Rat: Low, High, 2 HP lost. Rat bites Bo"


def test_what_everybody_rolls_for_is_one_line_with_everybodys_result() -> None:
    ruleset = load_ruleset("phases_of_play")
    session = Session(Game(ruleset, ruleset.start("weir-parley", {}, ["8", "8 gm"])))
    session.begin()
    for command in ("gm encounter", "gm roll-order"):
        session.command(session.read_command(command, GM), GM)
    while session.game.waiting:
        for decision in session.game.waiting:
            session.game.answer(decision.id, decision.default)
    assert "Turn order against Old lurker and Young lurker: Bram 6, Tamsin 6, Sable 3" in story(session)


# ------------------------------------------------------------------ what events declare


def declares(event: type[Event]) -> bool:
    """Does it say what it is to those who watch, or does that follow from what it does?"""
    if event.TELLS or event.tells is not Event.tells:
        return True
    return event.harm_done is not Event.harm_done or event.result_word is not Event.result_word


def silent(events: list[type[Event]]) -> list[str]:
    return [event.__name__ for event in events if not declares(event)]


class Undeclared(About):
    """Something a ruleset forgot to declare."""

    SEEN: ClassVar[str] = "public"


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_event_declares_what_it_is_to_those_who_watch(id: str) -> None:
    import_module(load_ruleset(id).package)
    assert silent(list(load_ruleset(id).kinds.values())) == []
    assert silent([*ENGINE_EVENTS, Undeclared]) == ["Undeclared"]


# ------------------------------------------------------------------ nothing that was cut


def strangers(session: Session, seat: str) -> list[str]:
    """Ids that are shown to a seat although the event it was told does not name them."""
    found: list[str] = []
    for entry in session.stream(seat).entries:
        if entry.show is not None and entry.told is not None:
            named = ["", *entry.told.event.named(), *entry.told.event.subjects()]
            at = entry.show["at"]
            assert isinstance(at, list)
            found.extend([str(who) for who in [entry.show["who"], *at] if who not in named])
    return found


def hidden_at_first(id: str) -> Session:
    for path in sorted(GOLDEN.glob(f"{id}-*.jsonl")):
        session = session_of(path)
        if [one for one in session.game.start.combatants.values() if one.hidden]:
            return session
    return session_of(LOGS[id])


@pytest.mark.parametrize("id", ruleset_ids())
def test_only_those_are_shown_whom_the_told_event_names(id: str) -> None:
    session = hidden_at_first(id)
    for seat in viewers_of(session.game.state):
        assert strangers(session, seat) == []


@pytest.mark.pure
def test_a_sign_read_off_the_whole_event_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The switch: somebody shown who is not in what the seat was told."""
    real = Sign.__init__

    def careless(self: Sign, event: Event, view: Encounter) -> None:
        real(self, event, view)
        self.at = [*self.at, "somebody-hidden"]

    monkeypatch.setattr(Sign, "__init__", careless)
    assert "somebody-hidden" in strangers(hidden_at_first("crisis_mode"), "player1")


# ------------------------------------------------------------------ going back


def test_what_was_taken_back_is_a_line_of_its_own() -> None:
    session = session_of(LOGS["crisis_mode"])
    game: Game = session.game
    game.back(game.log.lines[len(game.log.lines) // 2].n, "jump")
    lines = tellings(session.stream(GM).entries)
    assert [one.text for one in lines if one.shape == "back"][-1] == "Back to an earlier moment"
    assert [one for one in lines if not one.holds]


def test_a_ruling_tells_its_reason_once() -> None:
    session = session_of(LOGS["crisis_mode"])
    who = next(iter(session.game.state.combatants))
    session.rule(session.read_ruling(f"set {who} hp 3", GM), "a table slip", GM)
    last = tellings(session.stream(GM).entries)[-1]
    assert last.text.count("a table slip") == 1 and last.text.endswith("(a table slip)")
