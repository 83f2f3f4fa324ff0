"""Twin worlds on the wire: two tables that differ only in secrets give players and spectators the same bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest
from tests.cli.referee_table import RefereeTable
from tests.duel import RULESET, Fighter, arena

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.policy import Chance
from fracas.engine.registry import load_ruleset, ruleset_ids

Worlds = tuple[RefereeTable, RefereeTable]


def with_hidden(hp: int, down: bool, *, notes: str = "") -> Encounter:
    """The arena and a goblin nobody knows of."""
    enc = arena()
    one = RULESET.make(enc, "goblin", "gob3", enc.board.parse("f4"), "foes", GM)
    assert isinstance(one, Fighter)
    one.hidden, one.down, one.hp = True, down, hp
    enc.combatants["gob3"] = one
    enc.seeds[1] = f"another seed {hp}"
    enc.notes = [notes]
    return enc


def line(type: str, seat: str, **fields: Any) -> bytes:
    return json.dumps({"type": type, "seat": seat, **fields}).encode()


def looks(seat: str, own: list[str]) -> list[bytes]:
    """What a seat can find out by asking."""
    asked = [line(type, seat) for type in ("hello", "state", "events", "log", "options")]
    return [*asked, line("roll", seat, dice="3d6"), *[line("offers", seat, who=who) for who in own]]


def probes(seat: str, own: list[str], verbs: list[str], who: str) -> list[bytes]:
    """Every way to name somebody."""
    asked = [line("offers", seat, who=who), line("answer", seat, to="q1", answer={"who": who, "verb": "pass"})]
    for order in ({"who": who, "verb": "pass"}, f"{who} pass"):
        asked += [line(type, seat, command=order) for type in ("command", "preview", "odds")]
    asked += [line("ruling", seat, ruling=f"{verb} {who}") for verb in ("hide", "reveal", "remove")]
    for mine in own:
        for verb in verbs:
            for aimed in ({"who": mine, "verb": verb, "targets": [who]}, f"{mine} {verb} {who}"):
                asked += [line(type, seat, command=aimed) for type in ("command", "preview", "odds")]
    return asked


def compare(worlds: Worlds, seats: dict[str, list[str]], hidden: str) -> None:
    """Both worlds look alike, and in both a hidden id is answered like one that nobody has."""
    verbs = [verb for verb, action in worlds[0].session.game.ruleset.actions.items() if "target" in action.shape]
    for seat, own in seats.items():
        for asked in looks(seat, own):
            assert worlds[0].raw(asked) == worlds[1].raw(asked)
        other = "x" * len(hidden)
        for first, second in zip(probes(seat, own, verbs, hidden), probes(seat, own, verbs, other), strict=True):
            said = worlds[0].raw(first)
            assert said == worlds[1].raw(first)
            assert said.replace(hidden.encode(), other.encode()) == worlds[0].raw(second)


def let_hidden_pass(table: RefereeTable) -> None:
    """The GM plays on for those nobody sees, and answers what the GM is asked."""
    for _ in range(100):
        state = table.ask("state")
        if state["over"]:
            return
        asked = [d for d in state["decisions"] if table.session.game.state.seat_of(d["who"]) == GM]
        hidden = [who for who in state["actors"] if table.session.game.state.combatants[who].hidden]
        if asked:
            table.ask("answer", to=asked[0]["id"], answer=asked[0]["default"])
        elif hidden:
            assert table.ask("command", command=f"{hidden[0]} pass")["type"] == "ok"
        else:
            return
    raise AssertionError("the hidden never come to an end")


def public_step(worlds: Worlds, chance: Chance, seats: dict[str, list[str]]) -> list[tuple[bytes, bytes]]:
    """One thing everybody sees done, in both worlds alike: an answer of a player, or a command of somebody visible."""
    plain = worlds[1]
    for seat in seats:
        for question in plain.ask("state", seat)["decisions"]:
            answer = (
                question["answers"][chance.below(len(question["answers"]))]
                if question["answers"]
                else question["default"]
            )
            said = line("answer", seat, to=question["id"], answer=answer)
            return [(worlds[0].raw(said), worlds[1].raw(said))]
    who = plain.ask("state", "")["actors"][0]
    seat = plain.session.game.state.seat_of(who)
    # The GM sees both worlds whole, so for the GM's own the fuller one says what can be done in either.
    offers = [one for one in worlds[0].ask("offers", seat, who=who)["offers"] if one["open"]]
    offer = offers[chance.below(len(offers))]
    picks = [pick["command"] for pick in offer["picks"] if not pick["blocked"]]
    command = picks[chance.below(len(picks))]
    done: list[tuple[bytes, bytes]] = []
    if seat != GM:
        for type in ("preview", "odds"):
            said = line(type, seat, command=command)
            done.append((worlds[0].raw(said), worlds[1].raw(said)))
    said = line("command", seat, command=command)
    replies = (worlds[0].raw(said), worlds[1].raw(said))
    return [*done, replies] if seat != GM else done


def run(worlds: Worlds, seats: dict[str, list[str]], hidden: str, seed: int, steps: int, direct: bool) -> int:
    """Play both worlds alike and compare after every step; returns how many steps there were."""
    chance = Chance(seed)
    for step in range(steps):
        for table in worlds:
            let_hidden_pass(table)
        known = worlds[0].session.game.state.combatants.get(hidden)
        if worlds[1].ask("state", "")["over"] or known is None or not known.hidden:
            return step
        compare(worlds, seats, hidden)
        replies = public_step(worlds, chance, seats)
        for first, second in replies if direct else replies[:-1]:
            assert first == second
    return steps


LONG = bool(os.environ.get("FRACAS_LONG"))
SEEDS = 6 if LONG else 3
DUEL_SEATS = {"player1": ["kara"], "": []}
PAIRS: dict[str, Callable[[], tuple[Encounter, Encounter]]] = {
    "hidden and absent": lambda: (with_hidden(8, True), arena()),
    "other numbers": lambda: (with_hidden(8, True, notes="x"), with_hidden(3, True, notes="beware of the canary")),
}


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("pair", list(PAIRS))
def test_l1_a_hidden_foe_that_does_nothing_changes_no_byte(pair: str, seed: int) -> None:
    first, second = PAIRS[pair]()
    assert run((RefereeTable(first), RefereeTable(second)), DUEL_SEATS, "gob3", seed, 25, direct=True) > 3


@pytest.mark.parametrize("seed", range(SEEDS))
def test_l6_a_hidden_foe_that_takes_turns_leaves_no_trace(seed: int) -> None:
    assert (
        run((RefereeTable(with_hidden(8, False)), RefereeTable(arena())), DUEL_SEATS, "gob3", seed, 25, direct=False)
        > 3
    )


def test_the_control_a_revealed_foe_is_noticed() -> None:
    enc = with_hidden(8, True)
    enc.combatants["gob3"].hidden = False
    with pytest.raises(AssertionError):
        compare((RefereeTable(enc), RefereeTable(arena())), DUEL_SEATS, "gob3")


def installed_pairs() -> list[tuple[str, str, str]]:
    """One of each kind that is hidden in a shipped scenario; with FRACAS_LONG=1 everybody who is."""
    found: list[tuple[str, str, str]] = []
    for id in ruleset_ids():
        ruleset = load_ruleset(id)
        for info in ruleset.scenarios():
            enc = ruleset.start(info.id, {}, ["1", "2"])
            hidden = {who: one.kind for who, one in enc.combatants.items() if one.hidden and one.seat == GM}
            kinds = list(hidden.values())
            found += [
                (id, info.id, who)
                for index, (who, kind) in enumerate(hidden.items())
                if LONG or kind not in kinds[:index]
            ]
    return found


@pytest.mark.parametrize("pair", installed_pairs(), ids="/".join)
def test_l1_hidden_foes_of_shipped_scenarios(pair: tuple[str, str, str]) -> None:
    ruleset = load_ruleset(pair[0])
    first, second = ruleset.start(pair[1], {}, ["7", "8"]), ruleset.start(pair[1], {}, ["7", "8"])
    del second.combatants[pair[2]]
    seats: dict[str, list[str]] = {"": []}
    for who, one in second.combatants.items():
        if one.seat != GM:
            seats.setdefault(one.seat, []).append(who)
    run(
        (RefereeTable(first, ruleset=ruleset), RefereeTable(second, ruleset=ruleset)),
        seats,
        pair[2],
        1,
        5,
        direct=False,
    )
