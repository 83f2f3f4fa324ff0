"""Any icon there is can be looked for by name, by anybody: none of it is a secret."""

from __future__ import annotations

from tests.server.house import Browser, House

from fracas.engine.icons import authors
from fracas.server.icons import MOST


def test_icons_are_found_by_the_words_of_their_names(house: House) -> None:
    stranger = Browser(house.base)
    found = stranger.http.get("/api/icons", params={"find": "head wolf"}).json()
    names = [icon["name"] for icon in found["icons"]]
    assert "wolf-head" in names and not found["more"]
    wolf = next(icon for icon in found["icons"] if icon["name"] == "wolf-head")
    assert wolf["author"] == authors()["wolf-head"] and wolf["outline"].startswith("M")


def test_those_that_begin_so_come_first_and_never_too_many(house: House) -> None:
    found = Browser(house.base).http.get("/api/icons", params={"find": "sword"}).json()
    assert len(found["icons"]) <= MOST and found["icons"][0]["name"].startswith("sword")
    assert Browser(house.base).http.get("/api/icons").json()["more"]


def test_icons_are_given_by_name_and_what_is_none_is_left_out(house: House) -> None:
    found = Browser(house.base).http.get(
        "/api/icons", params={"names": "wolf-head,no-such-thing,../../etc/passwd,wolf-head"}
    )
    assert [icon["name"] for icon in found.json()["icons"]] == ["wolf-head"]
    assert Browser(house.base).http.get("/api/icons", params={"names": "x" * 5000}).status_code == 422
