"""One link for the room: whoever has it picks a free seat, which nobody else can take, and which the GM can free."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.server.house import Browser, House, Line, Party, first_scenario
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fracas.server.hall import Hall


def lobby(house: House) -> tuple[Line, list[str]]:
    """A table with nobody but the GM at it."""
    host = house.host()
    gm = host.sit(host.create(*first_scenario()), "gm")
    return gm, [one["seat"] for one in gm.room["seats"] if one["seat"] != "gm"]


def sit(browser: Browser, gm: Line, seat: str, name: str) -> int:
    return browser.post(f"/api/t/{gm.table}/seats/{seat}", {"name": name}).status_code


def test_a_player_picks_a_free_seat_and_the_gm_is_told(house: House) -> None:
    gm, seats = lobby(house)
    ada = gm.door()
    shown = ada.http.get(f"/api/t/{gm.table}/seats").json()
    assert [(one["seat"], one["free"]) for one in shown["seats"]] == [(seat, True) for seat in seats]
    assert sit(ada, gm, seats[0], "Ada") == 200
    line = ada.sit(gm.table, seats[0])
    assert line.welcome["role"] == "player"
    gm.settle()
    assert {one["seat"]: one["person"] for one in gm.room["seats"]}[seats[0]] == "Ada"
    shown = gm.door().http.get(f"/api/t/{gm.table}/seats").json()
    assert [one["free"] for one in shown["seats"]] == [seat != seats[0] for seat in seats]


def test_the_rooms_link_opens_no_seat_by_itself(house: House) -> None:
    gm, seats = lobby(house)
    browser = gm.door()
    for seat in (*seats, "gm", "watch", "*"):
        with pytest.raises(InvalidStatus) as caught:
            browser.sit(gm.table, seat)
        assert caught.value.response.status_code == 403
    assert browser.http.get(f"/api/t/{gm.table}/*/log.txt").status_code == 403
    assert sit(browser, gm, "gm", "Eve") == 422
    assert sit(browser, gm, "watch", "Eve") == 422
    assert sit(browser, gm, seats[0], " ") == 422


def taken_by(house: House) -> list[int]:
    """Six people take the same seat at the same moment: what each is told."""
    gm, seats = lobby(house)
    browsers = [gm.door() for _ in range(6)]
    ready, told = threading.Barrier(len(browsers)), []

    def run(number: int) -> None:
        ready.wait()
        told.append(sit(browsers[number], gm, seats[0], f"Person {number}"))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(browsers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(told)


def test_of_people_who_take_one_seat_at_once_one_gets_it(house: House) -> None:
    assert taken_by(house) == [200, 409, 409, 409, 409, 409]


def test_control_a_seat_that_stays_free_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,free_seats")
    assert taken_by(house) == [200] * 6
    house.kill()


def test_a_seat_where_somebody_is_is_not_free(house: House) -> None:
    party = Party(house, start=False)
    assert sit(party.gm.door(), party.gm, party.seats[0], "Eve") == 409


def test_the_gm_frees_a_seat_and_whoever_sat_there_is_gone(house: House) -> None:
    gm, seats = lobby(house)
    eve = gm.door()
    assert sit(eve, gm, seats[0], "Eve") == 200
    line = eve.sit(gm.table, seats[0])
    gm.do("revoke", seat=seats[0])
    with pytest.raises(ConnectionClosed):
        line.until("never")
    with pytest.raises(InvalidStatus):
        eve.sit(gm.table, seats[0])
    gm.settle()
    assert {one["seat"]: one["person"] for one in gm.room["seats"]}[seats[0]] == ""
    assert sit(gm.door(), gm, seats[0], "Ada") == 200


def test_a_revoked_link_of_the_room_opens_nothing(house: House) -> None:
    gm, seats = lobby(house)
    eve = gm.door()
    gm.do("revoke", seat="*")
    assert sit(eve, gm, seats[0], "Eve") == 403
    assert eve.http.get(f"/api/t/{gm.table}/seats").status_code == 403


def test_whoever_takes_a_bots_seat_plays_it(house: House) -> None:
    gm, seats = lobby(house)
    gm.do("bot", scope="seat", name=seats[0], on=True)
    assert sit(gm.door(), gm, seats[0], "Ada") == 200
    gm.settle()
    assert gm.room["bots"] == []


def test_the_code_says_where_it_works(house: House, tmp_path: Path) -> None:
    gm, _ = lobby(house)
    assert gm.do("link", seat="*")["here_only"] is True
    for base, here in (("http://localhost:1", True), ("http://192.168.1.7:8123", False)):
        hall = Hall(tmp_path / base[-1], base)
        assert hall.here_only is here
        hall.close()
