"""What counts as a change: for whom the flow speaks, at which moment, and what tells two parts apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.flow import Slot
from fracas.engine.game import Game
from fracas.engine.registry import load_ruleset
from fracas.engine.views import known
from fracas.session import changes
from fracas.session.changes import Changes
from fracas.session.looking import look_at
from fracas.session.parts import Parts, assembled
from fracas.session.session import Session


def started() -> Encounter:
    return load_ruleset("crisis_mode").start("first-duel", {}, ["a seed", "gm"])


def restamped(before: list[Slot], now: list[Slot], speaks_of: tuple[str, ...] | None = None) -> list[str]:
    """Whose stamp goes up when one order takes the place of another."""
    enc, followed = started(), Changes(1, speaks_of)
    enc.flow.order = before
    followed.follow(enc)
    old = followed.stamps.copy()
    enc.flow.order = now
    followed.follow(enc)
    return [who for who, stamp in followed.stamps.items() if stamp != old[who]]


def test_a_change_of_the_flow_concerns_those_it_names() -> None:
    one, two = list(started().combatants)
    assert restamped([Slot([one]), Slot([two])], [Slot([one], done=True), Slot([two])]) == [one]


def test_a_change_of_the_flow_that_names_nobody_concerns_everybody() -> None:
    one, two = list(started().combatants)
    assert restamped([Slot([one]), Slot([])], [Slot([one], done=True), Slot([], "group")]) == [one, two]


def test_what_cards_do_not_speak_of_concerns_nobody() -> None:
    one, _ = list(started().combatants)
    assert restamped([Slot([one])], [Slot([one], done=True)], ("turn",)) == []


def test_things_made_apart_that_say_the_same_are_no_change() -> None:
    one, two = list(started().combatants)
    enc, followed = started(), Changes(1)
    enc.flow.order = [Slot([one]), Slot([two])]
    followed.follow(enc)
    before = (followed.latest, followed.flow)
    enc.flow.order = [Slot([one]), Slot([two])]
    followed.follow(enc)
    assert (followed.latest, followed.flow) == before


def test_control_only_what_they_say_makes_them_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "fields_changed", changes.suspects)
    with pytest.raises(AssertionError):
        test_things_made_apart_that_say_the_same_are_no_change()


def test_a_seat_that_has_looked_before_another_went_elsewhere_sees_what_is_so() -> None:
    """Stamps are those of one moment: whoever takes up an earlier look must not take them for its own."""
    ruleset = load_ruleset("crisis_mode")
    session = Session(Game(ruleset, started()))
    first = session.game.state
    session.stream("")
    sight = session.sight("")
    session.see(sight, True)
    who = next(iter(first.combatants))
    session.rule(Command(GM, "set", (who,), "name", text="Somebody else"), "", GM)
    now = session.game.state
    session.known("")
    session.knowledge.follow(first, first)
    session.see(sight, True)
    session.undo(GM)
    session.see(sight, True)
    for state in (now, session.game.state):
        wanted = look_at(ruleset, state, known(ruleset, state, ""), "")["cards"]
        assert (shown(sight.parts)["cards"] == wanted) == (state is session.game.state)


def moments_followed(seats: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """How often anybody looks for changes when these seats see the ends of two deeds at once."""
    session = Session(Game(load_ruleset("crisis_mode"), started()))
    sights = {seat: session.sight(seat) for seat in seats}
    for seat, sight in sights.items():
        session.stream(seat).deed_ended = lambda seat, enc, last: session.see(sights[seat], False, enc)
        session.see(sight, True)
    who = next(iter(session.game.state.combatants))
    for name in ("Somebody", "Somebody else"):
        session.game.rule(Command(GM, "set", (who,), "name", text=name), "", GM)
    count: list[Encounter] = []
    real = Changes.follow

    def follow(self: Changes, enc: Encounter) -> None:
        count.append(enc)
        real(self, enc)

    monkeypatch.setattr(Changes, "follow", follow)
    for seat in seats:
        session.stream(seat)
    monkeypatch.undo()
    return len(count)


def test_however_many_look_on_each_moment_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = list(dict.fromkeys([one.seat for one in started().combatants.values() if one.seat != GM]))
    assert moments_followed([""], monkeypatch) == moments_followed(["", *seats], monkeypatch) == 2


def shown(parts: Parts) -> dict[str, Any]:
    now = {"now/last": 0, "decisions": [], "proposals": {}}
    return assembled({**now, **json.loads(parts.whole())["set"]})


@pytest.mark.parametrize("pair", [([1], [True]), ({"a": 0}, {"a": False}), ([[1, 2]], [[True, 2]]), (1, True)])
def test_a_part_that_turns_from_a_number_into_a_flag_is_new(pair: tuple[object, object]) -> None:
    parts = Parts()
    parts.put("one", pair[0])
    parts.frame()
    parts.put("one", pair[1])
    assert json.loads(parts.frame()[1])["set"]["one"] == pair[1]
    assert repr(json.loads(parts.whole())["set"]["one"]) == repr(pair[1])


def test_a_part_that_is_the_same_is_not_new() -> None:
    parts = Parts()
    parts.put("one", {"a": [1, str(b"not interned", "ascii")]})
    parts.frame()
    parts.put("one", {"a": [1, "not interned"]})
    assert parts.frame()[1] == ""
