"""Odds are thought about away from the table: nobody else waits for them, and whoever asked is answered soon."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import House, Party

from fracas.engine.command import GM
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.protocol.messages import Preview
from fracas.server.thinking import Thought
from fracas.session.session import Session

Data = dict[str, Any]


class Firing(Party):
    """Heroes on Overwatch and foes that run: every square is an opening to answer."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.host = house.host()
        self.table = self.host.create("crisis_3d6", "shoot-out", 1, **{"overwatch-attacks": "each-square"})
        self.gm = self.host.sit(self.table, "gm")
        self.gm.do("start")
        self.gm.settle()
        for _ in range(60):
            asked = [one for one in self.gm.view["decisions"] if self.seat_of(one["who"]) != "gm"]
            if asked:
                self.question = asked[0]
                break
            self.go_on()
        self.player = self.gm.link(self.seat_of(self.question["who"])).sit(
            self.table, self.seat_of(self.question["who"])
        )

    def seat_of(self, who: str) -> str:
        return str(next(one["seat"] for one in self.gm.view["state"]["combatants"] if one["id"] == who))

    def go_on(self) -> None:
        gm = self.gm
        if gm.view["decisions"]:
            question = gm.view["decisions"][0]
            gm.do("answer", to=question["id"], answer=question["default"], step=gm.view["step"])
        else:
            who = gm.view["actors"][0]
            offers = {one["verb"]: one for one in gm.do("offers", who=who)["offers"]}
            gm.do("command", command=self.wanted(who, offers), step=gm.view["step"])
        gm.settle()

    def wanted(self, who: str, offers: dict[str, Data]) -> Any:
        if self.seat_of(who) != "gm":
            return f"{who} overwatch" if offers["overwatch"]["open"] else f"{who} pass"
        ways = [one["command"] for one in offers["move"]["picks"] if not one["blocked"]]
        return max(ways, key=lambda one: len(one["squares"])) if ways else f"{who} pass"

    def react(self) -> Data:
        (mine,) = self.player.view["decisions"]
        command = next(one for one in mine["answers"] if one["verb"] == "react")
        return {"to": mine["id"], "command": command}


@pytest.fixture
def firing(tmp_path: Path) -> Iterator[Firing]:
    house = House(tmp_path / "data", "fast,deep_in_thought")
    yield Firing(house)
    assert house.stop() == ""


def test_the_table_goes_on_while_somebody_thinks(firing: Firing) -> None:
    asked = firing.react()
    first = firing.player.do("preview", **asked)
    assert first["thinking"] and first["legal"] and first["cost"]
    assert first["odds"]["left_out"] == ["the odds, which are still being worked out"] and not first["odds"]["results"]
    done = 0
    while firing.player.do("preview", **asked)["thinking"]:
        firing.gm.do("aside", dice="1d6")
        done += 1
    assert done > 0
    known = firing.player.do("preview", **asked)
    assert not known["thinking"] and (known["odds"]["sampled"] or known["odds"]["left_out"])


def test_a_newer_question_takes_the_place_of_an_older(firing: Firing) -> None:
    asked = firing.react()
    old = firing.player.send("preview", **asked)
    new = firing.player.send("preview", **{**asked, "command": f"{asked['command']['who']} pass"})
    got: dict[str, Data] = {}
    while len(got) < 2:
        frame = firing.player.next()
        if frame.get("id") in (old, new):
            got[frame["id"]] = frame
    assert got[old]["thinking"] and got[old]["type"] == got[new]["type"] == "preview"
    assert firing.player.do("hello")
    # And what is wrong is told as ever.
    assert firing.player.ask("preview", command="nobody walks", to=asked["to"])["kind"] == "invalid"
    assert firing.player.ask("preview", command=asked["command"], to="q999")["kind"] == "invalid"
    assert firing.gm.ask("odds", command=f"{firing.gm.view['state']['combatants'][0]['id']} pass")["kind"] == "refused"


def test_results_reach_the_page_in_the_order_in_which_they_are_read(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast")
    host = house.host()
    gm = host.sit(host.create("crisis_3d6", "shoot-out", 1), "gm")
    gm.do("start")
    gm.settle()
    shots: list[Data] = []
    for _ in range(20):
        who = gm.view["actors"][0]
        offers = {offer["verb"]: offer for offer in gm.do("offers", who=who)["offers"]}
        shots = [pick["command"] for pick in offers["attack"]["picks"] if not pick["blocked"]]
        if shots:
            break
        gm.do("command", command=f"{who} pass", step=gm.view["step"])
        gm.settle()
    known = gm.do("preview", command=shots[0])
    while known["thinking"]:
        known = gm.do("preview", command=shots[0])
    results = list(known["odds"]["results"])
    assert len(results) > 2 and results == [word for word in load_ruleset("crisis_3d6").results if word in results]
    assert house.stop() == ""


@pytest.mark.sqlite
def test_control_waiting_for_odds_is_noticed(tmp_path: Path) -> None:
    house = House(tmp_path / "data", "fast,deep_in_thought,slow_to_answer")
    with pytest.raises(AssertionError):
        test_the_table_goes_on_while_somebody_thinks(Firing(house))
    assert house.stop() == ""


@pytest.mark.sqlite
def test_whoever_is_answered_soon_gets_a_moment_of_its_own() -> None:
    """Odds are tried out on the other, in another thread: what is tried leaves its marks until it is taken back."""

    async def run() -> tuple[Session, Session]:
        session = Session(Game(ruleset, ruleset.start("first-duel", {}, ["1", "2"])))
        who = session.actors(GM)[0]
        thought = Thought("", session, Preview(type="preview", seat=GM, command=f"{who} pass"))
        await asyncio.wait([thought.work])
        return thought.moment, thought.glimpsed

    ruleset = load_ruleset("crisis_mode")
    one, other = asyncio.run(run())
    assert one.game is not other.game and one.game.state is not other.game.state
    shared = [who for who, each in one.game.state.combatants.items() if other.game.state.combatants[who] is each]
    assert not shared
