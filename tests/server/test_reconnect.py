"""R1, O2: whoever comes back reads on where it stood; a slow reader harms nobody and gets the newest view."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.server.house import LONG, House, Party
from websockets.exceptions import ConnectionClosed

TABLES = 50 if LONG else 1
ROUNDS = 50 if LONG else 8


def cut_and_return(house: House, seed: int = 3) -> bool:
    """Sockets cut at random moments: do all who come back see what those see who stayed?"""
    party = Party(house)
    chance = random.Random(seed)
    seat = party.seats[0]
    goer = party.sit(seat)
    alike = True
    for number in range(ROUNDS):
        for _ in range(chance.randrange(3)):
            line, who = party.in_turn()
            line.do("command", command=f"{who} pass", step=line.view["step"])
        party.settle()
        if number % 3 == 2 and party.gm.view["can"]["undo"]:
            party.gm.do("undo")
        events, view = goer.events, goer.view
        if chance.random() < 0.5:
            goer.ws.socket.close()
        else:
            goer.close()
        goer = party.sit(seat, game=view["game"], since=view["last"])
        goer.events = events + goer.events
        party.settle()
        goer.settle()
        stayed = party.lines[seat]
        alike = alike and goer.view == stayed.view and goer.events == stayed.events
        alike = alike and [event["n"] for event in goer.events] == list(range(1, len(goer.events) + 1))
    for line in (goer, *party.lines.values()):
        line.close()
    return alike


def test_r1_who_comes_back_reads_on(house: House) -> None:
    for seed in range(3, 3 + TABLES):
        assert cut_and_return(house, seed)


def test_r1_control_a_lost_event_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,lose_first")
    assert not cut_and_return(house)
    house.kill()


def test_a_number_of_another_game_or_from_the_future_gets_everything(house: House) -> None:
    party = Party(house)
    for query in ({"game": "other", "since": 1}, {"game": "main", "since": 999_999}, {"game": "main", "since": "x"}):
        line = party.sit("watch", **query)
        assert line.events and line.events[0]["n"] == 1 and line.welcome["complete"]


def test_o2_a_reader_that_stalls_holds_up_nobody(house: House) -> None:
    party = Party(house)
    stalled = [party.sit("watch") for _ in range(3)]
    done = 0
    for number in range(120):
        party.gm.do("aside", dice="5d6", why=f"noise {number} " + "x" * 150)
        done += 1
    watcher = party.lines["watch"]
    watcher.settle()
    assert done == 120 and watcher.asides[-1]["why"].startswith("noise 119")
    for line in stalled:
        try:
            line.settle()
        except ConnectionClosed:
            continue
        assert line.asides[-1]["why"].startswith("noise 119")
        assert len(line.frames) <= 130


def test_o2_control_queues_without_bounds_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from fracas.server.subscribers import Subscriber

    real = Subscriber.reply
    with monkeypatch.context() as patch:
        patch.setattr(Subscriber, "mark", lambda self, what: self._queue.append(what))
        with pytest.raises(AssertionError):
            test_one_mark_stands_for_many(3)
    monkeypatch.setattr(Subscriber, "reply", lambda self, frame: self._queue.append(frame))
    assert real is not Subscriber.reply
    with pytest.raises(AssertionError):
        test_one_mark_stands_for_many(3)


@pytest.mark.parametrize("count", [3])
def test_one_mark_stands_for_many(count: int) -> None:
    from fracas.server.grants import Grant
    from fracas.server.subscribers import MOST_REPLIES, ROOM, UPDATE, Subscriber

    one = Subscriber("", "spectator", Grant("x", "t", "watch", 1 << 40))
    for _ in range(count):
        one.mark(UPDATE)
        one.mark(ROOM)
    assert list(one._queue) == [UPDATE, ROOM]
    for _ in range(MOST_REPLIES):
        one.reply(b"{}")
    assert one.closing is not None and one.closing[0] == 4413
