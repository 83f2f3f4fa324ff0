"""C1-C4, R4, R5: each command is done once or refused with a reason, whoever else speaks, however often it is sent."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.server.house import LONG, House, Party, kept

COLLISIONS = 1_200 if LONG else 6
TOGETHER = 2_500 if LONG else 6
AGAIN = 10_000 if LONG else 20
CLICKS = 2_500 if LONG else 6
CUTS = 250 if LONG else 6
TABS = 600 if LONG else 6
ONE_TABLE = 200
"""So many rounds are played at one table: people do not play longer either."""
BATCH = 20
LOST_AFTER = 5
"""Seconds."""


@pytest.fixture(scope="function" if LONG else "module")
def party(house: House) -> Party:
    return Party(house)


@pytest.fixture(autouse=True)
def doors_closed() -> None:
    """This file plays on at one table, so its doors stay open."""


def afresh(party: Party, rounds: int) -> Iterator[Party]:
    """So many rounds, at a new table now and then."""
    for number in range(rounds):
        if number and number % ONE_TABLE == 0:
            for line in party.lines.values():
                line.close()
            party = Party(party.house)
        yield party


def collide(party: Party) -> list[dict[str, Any]]:
    """Everybody who may sends the same pass for the same step at once; what each got."""
    line, who = party.in_turn()
    rivals = [line, party.sit(line.seat), party.gm, party.sit("gm")]
    for one in rivals:
        one.settle()
    steps = [one.view["step"] for one in rivals]
    ids = [one.send("command", command=f"{who} pass", step=step) for one, step in zip(rivals, steps, strict=True)]
    got = []
    for one, id in zip(rivals, ids, strict=True):
        while True:
            frame = one.next()
            if frame.get("id") == id:
                got.append(frame)
                break
    for one in (rivals[1], rivals[3]):
        one.close()
    return got


def test_c1_of_conflicting_commands_one_wins_and_the_others_hear_why(party: Party) -> None:
    for table in afresh(party, COLLISIONS):
        _, who = table.in_turn()
        name = next(one["name"] for one in table.gm.view["state"]["combatants"] if one["id"] == who)
        got = collide(table)
        losers = [frame for frame in got if frame["type"] != "ok"]
        assert len(losers) == len(got) - 1, got
        for frame in losers:
            assert frame["type"] == "stale" and f"is over: {name} passes" in frame["message"], frame


def at_once(party: Party) -> list[str]:
    """Everybody rolls at the same time; what each got."""
    lines = [party.gm, *[party.lines[seat] for seat in party.seats]]
    ids = [line.send("aside", dice="1d6", why="together") for line in lines]
    got = []
    for line, id in zip(lines, ids, strict=True):
        frame = line.next()
        while frame.get("id") != id:
            frame = line.next()
        got.append(frame["type"])
    return got


def test_c2_commands_that_do_not_conflict_are_all_taken(party: Party) -> None:
    for table in afresh(party, TOGETHER):
        assert set(at_once(table)) == {"roll"}


def test_c1_control_losers_that_are_told_yes_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,yes_sayer")
    got = [frame["type"] for frame in collide(Party(house))]
    house.kill()
    assert got.count("ok") > 1


def test_c2_control_a_room_that_takes_one_at_a_time_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,busy")
    got = at_once(Party(house))
    house.kill()
    assert set(got) != {"roll"}


def send_twice(party: Party) -> tuple[list[str], int]:
    """The same commands again from another tab: the replies, and how often each was kept."""
    line, who = party.in_turn()
    id = secrets.token_hex(8)
    step = line.view["step"]
    line.send("command", id=id, command=f"{who} pass", step=step)
    first = line.until("ok", id=id)
    other = party.sit(line.seat)
    replies = [line.frames[-1]]
    for _ in range(3):
        other.send("command", id=id, command=f"{who} pass", step=step)
        while other.next().get("id") != id:
            pass
        replies.append(other.frames[-1])
    other.close()
    assert first
    return replies, len([1 for _, command in kept(party.house, party.table) if command.endswith(id)])


def test_c3_sent_again_it_is_done_once_with_the_same_reply(party: Party) -> None:
    replies, rows = send_twice(party)
    assert len(set(replies)) == 1 and rows == 1


def send_many_again(party: Party) -> tuple[dict[str, set[str]], list[str]]:
    """Many ids at once, each three times over two connections: the replies of each, and which were kept."""
    ids = [secrets.token_hex(8) for _ in range(BATCH)]
    other = party.sit("gm")
    replies: dict[str, set[str]] = {id: set() for id in ids}
    for id in ids:
        for line in (party.gm, other, other):
            line.send("aside", id=id, dice="1d6", why="again")
    for line, count in ((party.gm, BATCH), (other, 2 * BATCH)):
        while count:
            answered = line.next().get("id")
            if answered in replies:
                replies[answered].add(line.frames[-1])
                count -= 1
    other.close()
    return replies, [id for _, command in kept(party.house, party.table) for id in ids if command.endswith(id)]


def test_c3_many_sent_again_are_done_once_each(party: Party) -> None:
    for table in afresh(party, AGAIN // BATCH):
        replies, rows = send_many_again(table)
        assert {len(got) for got in replies.values()} == {1}
        assert sorted(rows) == sorted(replies)


def test_c3_the_same_id_for_something_else_is_refused(party: Party) -> None:
    id = secrets.token_hex(8)
    party.gm.do("aside", id=id, dice="1d6", why="one thing")
    refused = party.gm.ask("aside", id=id, dice="1d6", why="another")
    assert refused["kind"] == "invalid" and refused["problems"][0]["at"] == "request.id"


def test_c3_ids_of_one_seat_tell_nothing_to_another(party: Party) -> None:
    id = secrets.token_hex(8)
    party.gm.do("ruling", id=id, ruling={"who": "gm", "verb": "note", "text": "a secret"})
    reply = party.lines[party.seats[0]].ask("aside", id=id, dice="1d6", why="my own")
    assert reply["type"] == "roll"


def double_click(party: Party) -> str:
    line, who = party.in_turn()
    step = line.view["step"]
    first = line.send("command", command=f"{who} pass", step=step)
    second = line.send("command", command=f"{who} pass", step=step)
    line.until("ok", id=first)
    while True:
        frame = line.next()
        if frame.get("id") == second:
            return str(frame["type"])


def test_c4_a_double_click_does_not_act_in_the_next_step(party: Party) -> None:
    for table in afresh(party, CLICKS):
        assert double_click(table) == "stale"


def test_a_stale_command_gets_a_fresh_view_and_an_answer_to_a_closed_question_too(party: Party) -> None:
    line, who = party.in_turn()
    stale = line.ask("command", command=f"{who} pass", step=line.view["step"] + 7)
    assert stale["type"] == "stale" and stale["view"]["step"] == line.view["step"] and stale["message"]
    closed = line.ask("answer", to="q999", answer="pass", step=line.view["step"])
    assert closed["type"] == "stale"


def test_a_newer_event_alone_is_not_stale(party: Party) -> None:
    line, who = party.in_turn()
    step = line.view["step"]
    party.gm.do("ruling", ruling={"who": "gm", "verb": "note", "text": "something else happens"})
    party.gm.do("aside", dice="1d6", why="noise")
    assert line.ask("command", command=f"{who} pass", step=step)["type"] == "ok"


class Cut(NamedTuple):
    """A command whose connection was cut right after it, and which was sent again from another tab."""

    reply: str
    kept: int
    """How often."""
    arrived: bool
    """Before it was sent again; a cut may also lose what is on its way."""


def cut_off(party: Party) -> Cut:
    line, who = party.in_turn()
    tab = party.sit(line.seat)
    if who not in tab.view["actors"]:
        # What the others were told last is a step behind.
        tab.close()
        return cut_off(party)
    step, id = tab.view["step"], secrets.token_hex(8)

    def times_kept() -> int:
        return len([1 for _, command in kept(party.house, party.table) if command.endswith(id)])

    tab.send("command", id=id, command=f"{who} pass", step=step)
    tab.ws.socket.close()
    again = party.sit(line.seat)
    end = time.monotonic() + LOST_AFTER
    while not times_kept() and time.monotonic() < end:
        line.settle()
    arrived = bool(times_kept())
    reply = again.ask("command", id=id, command=f"{who} pass", step=step)
    again.close()
    return Cut(reply["type"], times_kept(), arrived)


def test_r4_cut_before_the_acknowledgement_it_is_done_once(party: Party) -> None:
    cuts = [cut_off(table) for table in afresh(party, CUTS)]
    assert {(cut.reply, cut.kept) for cut in cuts} == {("ok", 1)}
    assert len([cut for cut in cuts if cut.arrived]) > len(cuts) / 2


def test_r4_control_a_server_that_forgets_what_it_did_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,forgetful")
    got = cut_off(Party(house))
    house.kill()
    assert (got.reply, got.kept) != ("ok", 1)


def tabs_agree(party: Party) -> bool:
    """Two tabs of a seat after something was done in one: do they show the same?"""
    line, who = party.in_turn()
    other = party.sit(line.seat)
    line.do("command", command=f"{who} pass", step=line.view["step"])
    for one in (line, other):
        one.settle()
    other.close()
    return line.view == other.view and line.events[-1] == other.events[-1]


def test_r5_two_tabs_of_a_seat_see_the_same(party: Party) -> None:
    for table in afresh(party, TABS):
        assert tabs_agree(table)


def test_r5_control_a_tab_that_is_told_nothing_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,first_tab_only")
    agree = tabs_agree(Party(house))
    house.kill()
    assert not agree


def test_c3_control_ids_that_are_forgotten_are_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,forgetful")
    replies, _ = send_twice(Party(house))
    house.kill()
    assert len(set(replies)) > 1


def test_c4_control_a_second_click_that_acts_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,never_stale")
    got = double_click(Party(house))
    house.kill()
    assert got != "stale"


def test_a_paragraph_there_is_not_cannot_be_softened(party: Party) -> None:
    reply = party.gm.ask("ruling", ruling={"who": "gm", "verb": "mode", "thing": "99.9", "text": "warn"})
    assert (reply["type"], reply["kind"]) == ("error", "invalid") and "99.9" in reply["message"]
    party.gm.settle()
    assert not party.gm.view["state"]["modes"]


def failures(house: House) -> tuple[bool, list[tuple[int, str]]]:
    """Rolls at a table whose disk fails now and then: does what is in memory still agree with what is on the disk?"""
    party = Party(house)
    texts: list[str] = []
    for number in range(25):
        reply = party.gm.ask("ruling", ruling={"who": "gm", "verb": "note", "text": f"note {number}"})
        if reply["type"] == "ok":
            texts.append(f"note {number}")
        else:
            assert reply["kind"] == "fault"
    party.gm.settle()
    notes = [note for note in party.gm.view["state"]["notes"] if note.startswith("note ")]
    return notes == texts, kept(house, party.table)


def test_what_could_not_be_kept_has_not_happened(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,failing_disk")
    same, rows = failures(house)
    house.kill()
    assert same and [seq for seq, _ in rows] == list(range(1, len(rows) + 1)) and len(rows) < 26


def test_control_what_could_not_be_kept_and_stays_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,failing_disk,no_rollback")
    same, _ = failures(house)
    house.kill()
    assert not same
