"""Errands: whoever cannot get at the one it was sent at has more to do than wait."""

from __future__ import annotations

from tests.duel import Duel, arena

from fracas.engine.command import GM
from fracas.engine.game import Game
from fracas.session.errands import Errand, next_of
from fracas.session.session import Session


def kara_in_turn() -> Session:
    session = Session(Game(Duel(), arena(["a", "b"])))
    session.begin()
    while session.actors("player1") != ["kara"]:
        session.command(session.read_command(f"{session.actors(GM)[0]} pass", GM), GM)
    return session


def deeds(session: Session, errand: Errand) -> list[tuple[str, tuple[str, ...]]]:
    """All it comes to while she may act."""
    found = []
    while session.actors("player1") == ["kara"]:
        command = next_of(session, errand, "player1")
        if command is None:
            break
        found.append((command.verb, command.targets))
        session.command(command, "player1")
        while session.game.waiting:
            session.game.answer(session.game.waiting[0].id, session.game.waiting[0].default)
    return found


def test_the_one_it_was_sent_at_comes_first() -> None:
    errand = Errand("kara", "gob2", walk=True)
    assert deeds(kara_in_turn(), errand)[-1] == ("strike", ("gob2",))
    assert not errand.missed and not errand.why


def test_where_that_one_has_fallen_the_nearest_other_is_attacked() -> None:
    session = kara_in_turn()
    session.rule(session.read_ruling("set gob1 hp 0", GM), "", GM)
    errand = Errand("kara", "gob1", walk=True)
    assert deeds(session, errand)[-1] == ("strike", ("gob2",))
    assert errand.missed == ["gob1"] and not errand.why


def test_where_nobody_can_be_attacked_it_says_whom_it_was_sent_at() -> None:
    session = kara_in_turn()
    errand = Errand("kara", "gob2", walk=False)
    session.rule(session.read_ruling("move gob1 f4", GM), "", GM)
    session.rule(session.read_ruling("move gob2 f3", GM), "", GM)
    assert deeds(session, errand) == []
    assert errand.why == "Kara has nothing to attack Gob2 with from there"
