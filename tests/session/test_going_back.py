"""Undo and redo cost what they change: live, on opening and on import. Work is counted in events applied."""

from __future__ import annotations

import random

import pytest
from tests.duel import Duel, Spent, arena

from fracas.engine.canon import canon
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Refused
from fracas.engine.event import event_from_json
from fracas.engine.folds import MOST_MARKS, MOST_RECENT, Folds
from fracas.engine.game import Game
from fracas.engine.log import EVENT
from fracas.engine.saved import load_game
from fracas.session.marking import SessionMark
from fracas.session.session import Session
from fracas.session.stream import Stream


class Work:
    """How many events of the game's own were applied to any state."""

    def __init__(self) -> None:
        self.done = 0

    def since(self, before: int) -> int:
        return self.done - before


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    counted, apply = Work(), Spent.apply

    def counting(self: Spent, enc: Encounter) -> None:
        counted.done += 1
        apply(self, enc)

    monkeypatch.setattr(Spent, "apply", counting)
    return counted


def seats(session: Session) -> list[str]:
    return [GM, "", *sorted({one.seat for one in session.game.state.combatants.values()} - {GM})]


def look(session: Session) -> None:
    """As a server does after every change."""
    for seat in seats(session):
        session.stream(seat)
        session.can_undo(seat)
        session.can_redo(seat)


def played(deeds: int) -> Session:
    """A game in which so many turns were passed, everybody looking on."""
    session = Session(Game(Duel(), arena(["a", "b"])))
    for _ in range(deeds):
        play_on(session)
    return session


def play_on(session: Session) -> None:
    session.command(Command(session.game.ruleset.actors(session.game.state)[0], "pass"), GM)
    look(session)


def go_back(session: Session) -> None:
    session.undo(GM)
    look(session)


def go_forth(session: Session) -> None:
    session.redo(GM)
    look(session)


def folded(game: Game) -> str:
    """The state from the log alone, event by event from the start."""
    enc = game.start.copy()
    for line in game.log.in_force():
        if line.kind == EVENT:
            event_from_json(game.ruleset.kinds, line.data).apply(enc)
    return canon(enc.to_json())


def test_undo_and_redo_cost_what_a_deed_costs(work: Work) -> None:
    session = played(150)
    before = work.done
    for _ in range(100):
        play_on(session)
    plain, before = work.since(before), work.done
    for _ in range(50):
        go_back(session)
        go_forth(session)
    assert work.since(before) <= 2 * plain
    assert canon(session.game.state.to_json()) == folded(session.game)


def test_going_back_all_the_way_and_forth_again_stays_cheap(work: Work) -> None:
    session = played(0)
    before = work.done
    for _ in range(150):
        play_on(session)
    plain, before = work.since(before), work.done
    for _ in range(150):
        go_back(session)
    for _ in range(150):
        go_forth(session)
    assert work.since(before) <= 10 * plain
    assert canon(session.game.state.to_json()) == folded(session.game)


def test_a_log_full_of_undos_opens_like_any_other(work: Work) -> None:
    plain, undone = played(240), played(120)
    for _ in range(60):
        go_back(undone)
        go_forth(undone)
    before = work.done
    look(Session(load_game(Duel(), plain.game.save())))
    cheap, before = work.since(before), work.done
    again = Session(load_game(Duel(), undone.game.save()))
    look(again)
    assert work.since(before) <= 2 * cheap
    for seat in seats(again):
        told = [entry.to_json() for entry in again.stream(seat).entries]
        assert told == [entry.to_json() for entry in undone.stream(seat).entries]


def test_states_kept_are_few_and_right_wherever_one_goes() -> None:
    dice = random.Random(4)
    session = played(30)
    for _ in range(300):
        what = dice.choice(["on", "on", "on", "undo", "redo", "jump"])
        if what == "on":
            play_on(session)
        elif what == "undo" and session.can_undo(GM):
            go_back(session)
        elif what == "redo" and session.can_redo(GM):
            go_forth(session)
        elif what == "jump":
            session.jump(dice.randint(0, len(session.game.log.lines)), GM)
            look(session)
        assert canon(session.game.state.to_json()) == folded(session.game)
    game = session.game
    for seat in seats(session):
        fresh = Stream(game.ruleset, game.start, seat, Folds(game.ruleset, game.start))
        fresh.read_on(game.log)
        assert [e.to_json() for e in fresh.entries] == [e.to_json() for e in session.stream(seat).entries]
    assert len(game.folds) <= MOST_RECENT + MOST_MARKS


def test_redo_takes_back_one_undo_after_the_other_and_nothing_once_something_was_done() -> None:
    session = played(5)
    tip = session.game.log.tip
    go_back(session)
    go_back(session)
    go_forth(session)
    assert session.can_redo(GM)
    go_forth(session)
    assert session.game.log.tip == tip and not session.can_redo(GM)
    go_back(session)
    play_on(session)
    assert not session.can_redo(GM)
    with pytest.raises(Refused):
        session.redo(GM)


def test_what_is_refused_makes_nobody_read_the_log_again(work: Work) -> None:
    session = played(200)
    before = work.done
    for _ in range(20):
        mark = SessionMark(session)
        with pytest.raises(Refused):
            session.command(Command("kara", "guard"), GM)
        mark.restore(session)
        look(session)
    assert work.since(before) == 0


def test_what_was_cut_from_the_log_is_no_state_to_go_back_to() -> None:
    session = played(10)
    for _ in range(3):
        mark = SessionMark(session)
        play_on(session)
        mark.restore(session)
    session.rule(Command(GM, "set", ("kara",), thing="hp", text="1"), "", GM)
    look(session)
    go_back(session)
    go_forth(session)
    assert canon(session.game.state.to_json()) == folded(session.game)
