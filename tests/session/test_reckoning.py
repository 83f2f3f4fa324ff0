"""The reckoning of a fight: figures worked out by hand, alike in any ruleset, and nothing in them that a seat was not
told."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from tests.duel import RULESET, arena
from tests.session.test_story import GOLDEN, session_of

from fracas.engine.command import GM, PASS, Command
from fracas.engine.game import Game
from fracas.engine.log import EVENT
from fracas.engine.registry import load_ruleset
from fracas.lab.faces import ScriptedThrower
from fracas.session.bots import Bots, make_policy
from fracas.session.luck import chance_of
from fracas.session.reckoning import Reckoning, Walk
from fracas.session.reckoning_text import as_markdown, lasted, lucky, used_by
from fracas.session.session import Session

BARE = "bare"
"""A strike against which nobody guards."""
AFTER = Path(__file__).parent.parent / "golden" / "after"


def fight(faces: list[int], *deeds: str) -> Session:
    """Kara's first turn in the arena: strikes at gob1, who guards or not, and a pass."""
    session = Session(Game(RULESET, arena(), ScriptedThrower([6, 3, 2, *faces])))
    for deed in deeds:
        if deed == PASS:
            session.command(Command("kara", PASS), "player1")
            continue
        session.command(Command("kara", "strike", ("gob1",)), "player1")
        session.answer(session.decisions(GM)[0][0], Command("gob1", PASS if deed == BARE else deed), GM)
    return session


# ------------------------------------------------------------------ the toy, by hand


def test_luck_is_what_came_beside_the_exact_chance() -> None:
    """10 or more on a d20 hits: 11 faces of 20. A guard makes it harder."""
    session = fight([15, 4, 9, 12, 1], BARE, BARE, "guard")
    kara = Reckoning(session, GM).people["kara"]
    harder = Fraction(11 - 4, 20)
    assert kara.luck.expected == {"hit": Fraction(11, 20) * 2 + harder}
    assert (kara.luck.got, kara.luck.deeds) == ({"hit": 1}, 3)
    assert kara.luck.line("hit") == [Fraction(9, 20), -Fraction(2, 20), -Fraction(2, 20) - harder]
    assert lucky(kara.luck, ["hit"]) == ["hit: expected 1.4, got 1"]


def test_what_was_used_and_let_pass_and_left_over() -> None:
    session = fight([15, 4, 9], BARE, "guard", PASS)
    for goblin in ("gob1", "gob2"):
        session.command(Command(goblin, PASS), GM)
    found = Reckoning(session, GM).people
    left = "3 AP left at the end of 1 turn"
    assert used_by(found["gob1"]) == ["reactions: Guard 1", "1 reaction offered and not taken", left]
    assert found["kara"].used == {("Strike", False): 2}
    assert (found["kara"].unspent, found["kara"].turns) == ({"AP": 1}, 1), "two of three points were spent"


def test_dice_are_held_against_their_own_average() -> None:
    kara = Reckoning(fight([15, 4, 9], BARE, BARE), "player1").people["kara"]
    assert (kara.rolls, kara.rolled) == (4, 6 + 15 + 4 + 9)
    assert kara.usual == Fraction(7, 2) + Fraction(21, 2) + Fraction(9, 2) + Fraction(21, 2)


def test_what_was_taken_back_does_not_count() -> None:
    session = fight([15, 4, 9], BARE, BARE)
    session.undo(GM)
    assert Reckoning(session, GM).people["kara"].luck.deeds == 1


def test_a_turn_takes_as_long_as_the_clock_says() -> None:
    session = fight([15, 4], BARE, PASS)
    clock = {line.n: 100 + line.n for line in session.game.log.lines}
    lines = {line.data["kind"]: line.n for line in reversed(session.game.log.lines) if line.kind == EVENT}
    kara = Reckoning(session, "player1", clock).people["kara"]
    assert kara.seconds == [lines["slot-ended"] - lines["slot-began"]]
    assert Reckoning(session, "player1").people["kara"].clock() is None
    assert [lasted(seconds) for seconds in (40, 125, 120, 11_400)] == ["40 s", "2 min 5 s", "2 min", "3 h 10 min"]


# ------------------------------------------------------------------ rulesets


@pytest.mark.parametrize("name", ["crisis_mode-ambush", "crisis_3d6-ambush", "cap_check-lamp-room"])
def test_harm_adds_up_to_what_the_log_says(name: str) -> None:
    session = session_of(GOLDEN / f"{name}.jsonl")
    kinds = session.game.ruleset.kinds
    events = [line.read_event(kinds) for line in session.game.log.in_force() if line.kind == EVENT]
    found = Reckoning(session, GM)
    whole = sum([event.harm_done() for event in events])
    assert whole == sum([row.amount for row in found.blows.values()]) > 0
    assert whole == sum([person.taken for person in found.people.values()])
    dealt = sum([person.dealt for person in found.people.values()])
    assert dealt == whole - sum([row.amount for row in found.blows.values() if not row.by])


def test_a_cap_check_is_weighed_by_its_three_numbers() -> None:
    """Tamsin's first attack: critical at 3 or less, a hit at 14 or less, past the barrier at 6 or less, on a d20."""
    found = Reckoning(session_of(GOLDEN / "cap_check-lamp-room.jsonl"), GM).people["tamsin"].luck
    first = {word: (found.got[word] and found.line(word)[0]) or found.line(word)[0] for word in found.expected}
    chances = {word: (1 - ahead if ahead > 0 else -ahead) for word, ahead in first.items()}
    assert chances == {
        "critical hit": Fraction(3, 20), "hit": Fraction(8, 20), "hit past the barrier": Fraction(3, 20),
        "miss": Fraction(6, 20),
    }  # fmt: skip


def test_points_of_a_table_turn_are_left_over_when_it_ends() -> None:
    """In Crisis Mode points last over the rounds of a turn."""
    found = Reckoning(session_of(GOLDEN / "crisis_mode-ambush.jsonl"), GM)
    assert found.turns == 1 and found.rounds > 1
    assert {person.turns for person in found.people.values()} == {0}, "its first turn goes on"


# ------------------------------------------------------------------ nothing that was not told


def ambush() -> Session:
    """An ambush with one bat, in hiding, which acts as well."""
    ruleset = load_ruleset("crisis_mode")
    start = ruleset.start("ambush", {}, ["replay", "replay gm"])
    start.combatants["bat"].hidden = True
    session = Session(Game(ruleset, start))
    bots = Bots(session, lambda who: True, lambda seat: make_policy("easy", 1))
    for _ in range(24):
        bots.move()
    assert session.game.state.combatants["bat"].hidden
    return session


def spoilers(session: Session, seat: str) -> list[str]:
    """What of the hidden, or of what others let pass, stands in a seat's reckoning."""
    found = Reckoning(session, seat)
    text = json.dumps(found.to_json()) + as_markdown(found)
    secret = [word for word in ("bat", "Screech") if word in text]
    idle = [one.name for one in found.people.values() if not one.mine and (one.used or one.passed or one.unspent)]
    return secret + idle


def test_nobody_finds_what_they_were_not_told() -> None:
    session = ambush()
    assert [spoilers(session, seat) for seat in ("player1", "player2", "")] == [[], [], []]
    assert "bat" in spoilers(session, GM), "the GM is told all"


def as_gm(self: Session, seat: str, name: str = "") -> object:
    return STREAM(self, GM, name)


STREAM: Callable[..., object] = Session.stream


def test_a_reckoning_from_the_whole_log_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The switches: another's stream, and everybody's doings."""
    session = ambush()
    monkeypatch.setattr(Session, "stream", as_gm)
    assert "bat" in spoilers(session, "player1")
    monkeypatch.undo()
    monkeypatch.setattr(Reckoning, "own", lambda self, enc, who: self.people.get(who))
    assert "Brisk Underbough" in spoilers(session, "player1")


def test_what_secret_people_are_given_back_is_no_news_to_others() -> None:
    """Only what comes back by itself is told as left over; which points do is not learnt from those a seat cannot
    fathom."""
    session = ambush()

    def refilled(seat: str, who: str) -> set[str]:
        walk = Walk(Reckoning(session, seat))
        walk.enc = session.game.state
        walk._refill({who: {"ap": -1}})
        return walk.refilled

    foe = next(who for who, one in session.game.state.combatants.items() if one.seat == GM and not one.hidden)
    hero = next(who for who, one in session.game.state.combatants.items() if one.seat == "player1")
    assert (refilled("player1", "bat"), refilled("player1", foe), refilled("", "bat")) == (set(), set(), set())
    assert refilled("player1", hero) == refilled(GM, "bat") == {"ap"}


def test_chances_of_those_whose_numbers_are_secret_are_the_gms() -> None:
    session = ambush()
    foes = [one for one in Reckoning(session, "player1").people.values() if one.side == "foes"]
    assert foes and not [one.name for one in foes if one.luck.deeds]


def test_whoever_was_weighed_with_the_gms_eyes_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., object] = chance_of
    monkeypatch.setattr("fracas.session.reckoning.chance_of", lambda *given: real(*given[:4], GM, given[5]))
    foes = [one for one in Reckoning(ambush(), "player1").people.values() if one.side == "foes"]
    assert [one.name for one in foes if one.luck.deeds]


# ------------------------------------------------------------------ as Markdown


@pytest.mark.parametrize("seat", [GM, "player1"])
def test_the_markdown_is_as_kept(seat: str) -> None:
    """What was written once; a changed figure is a changed reckoning."""
    found = as_markdown(
        Reckoning(session_of(GOLDEN / "crisis_mode-barrow-door.jsonl"), seat, {n: n * 3 for n in range(400)})
    )
    path = AFTER / f"crisis_mode-barrow-door-{seat}.md"
    assert found == path.read_text(encoding="utf-8")


def test_a_name_is_no_markup() -> None:
    enc = arena()
    enc.combatants["kara"].name = "Kara|*x*<b>"
    found = as_markdown(Reckoning(Session(Game(RULESET, enc)), GM))
    assert "Kara\\|\\*x\\*\\<b\\>" in found
