"""Bots do what may only be done in answer to a question: legendary abilities, the place itself, a blow at parting."""

from __future__ import annotations

from functools import cache

import pytest

from fracas.engine.command import GM, PASS, Command
from fracas.engine.easy import EasyPolicy
from fracas.engine.encounter import Encounter
from fracas.engine.fair import FairPolicy
from fracas.engine.hard import HardPolicy
from fracas.engine.offer import Decision
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat
from fracas.rulesets.crisis_mode.movement import PARTING
from fracas.rulesets.phases_of_play.aiming import find
from fracas.rulesets.phases_of_play.being import being
from fracas.rulesets.phases_of_play.bosses import ENVIRONMENT, LEGENDARY, feats, whims

BOTS = [EasyPolicy, FairPolicy, HardPolicy]
TRIES = 24
"""Easy takes two chances in three: so often it is asked."""


@cache
def phases() -> Ruleset:
    return load_ruleset("phases_of_play")


def scene(rows: list[str], people: dict[str, tuple[str, str, str]]) -> Encounter:
    """By id: kind, square, side; foes are the GM's."""
    enc = phases().stage(rows, {})
    enc.seats["heroes"] = Seat("heroes")
    for id, (kind, at, side) in people.items():
        seat = GM if side == "foes" else "heroes"
        enc.combatants[id] = phases().make(enc, kind, id, enc.board.parse(at), side, seat)
        being(enc, id).taking_part = True
    enc.flow.phase = "main"
    return enc


def asked(window: str, who: str, commands: list[Command]) -> Decision:
    default = Command(who, PASS)
    return Decision("1.1", who, window, "What?", [], [*commands, default], default, False)


def answers(bot: type[EasyPolicy], ruleset: Ruleset, enc: Encounter, decision: Decision) -> list[Command]:
    return [bot(1000 * seed).choose(ruleset, enc, decision) for seed in range(TRIES)]


def legendary(enc: Encounter) -> Decision:
    return asked(LEGENDARY, "boss", feats(enc, being(enc, "boss")))


def by_the_place(enc: Encounter, ability: str) -> Decision:
    return asked(ENVIRONMENT, GM, whims(enc, find(enc, ability)))


@pytest.mark.parametrize("bot", BOTS)
def test_a_boss_uses_what_hurts_whoever_is_beside_it(bot: type[EasyPolicy]) -> None:
    enc = scene(["." * 8] * 4, {"boss": ("weir-lady", "d2", "foes"), "quill": ("quill", "c2", "heroes")})
    given = answers(bot, phases(), enc, legendary(enc))
    used = {command.thing for command in given if command.verb != PASS}
    assert used <= {"undertow", "drowning-mist", "cold-hand"}
    assert "cold-hand" in used
    if bot is not EasyPolicy:
        assert used == {"cold-hand"} and PASS not in {command.verb for command in given}


@pytest.mark.parametrize("bot", BOTS)
def test_a_boss_spits_no_fire_at_its_own(bot: type[EasyPolicy]) -> None:
    """Ember spit is aimed at squares: one on which only a friend stands is offered and never taken."""
    people = {
        "boss": ("cinder-drake", "a1", "foes"),
        "pup": ("hound", "d3", "foes"),
        "quill": ("quill", "f4", "heroes"),
    }
    enc = scene(["." * 8] * 4, people)
    spots = {command.squares for command in legendary(enc).commands if command.thing == "ember-spit"}
    given = answers(bot, phases(), enc, legendary(enc))
    friend, foe = (enc.combatants[id].pos for id in ("pup", "quill"))
    assert {(friend,), (foe,)} <= spots
    assert {command.squares for command in given if command.thing == "ember-spit"} == {(foe,)}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("ability", ["stone-slide", "falling-embers"])
def test_the_place_strikes_those_whom_the_gm_does_not_play(bot: type[EasyPolicy], ability: str) -> None:
    enc = scene(["." * 8] * 4, {"hound": ("hound", "a1", "foes"), "quill": ("quill", "f4", "heroes")})
    given = [one for one in answers(bot, phases(), enc, by_the_place(enc, ability)) if one.verb != PASS]
    quill = enc.combatants["quill"].pos
    assert given
    assert {one.target or one.squares for one in given} <= {"quill", (quill,)}


@pytest.mark.parametrize("bot", BOTS)
def test_whoever_is_left_in_crisis_mode_strikes(bot: type[EasyPolicy]) -> None:
    """5.11 with `opportunity-attacks`."""
    crisis = load_ruleset("crisis_mode")
    enc = crisis.start("first-duel", {}, ["1", "1 gm"])
    who = next(iter(enc.combatants))
    parting = asked(PARTING, who, [Command(who, "rushed")])
    assert "rushed" in {one.verb for one in answers(bot, crisis, enc, parting)}


@pytest.mark.parametrize("bot", BOTS)
def test_what_no_action_speaks_for_gets_its_default(bot: type[EasyPolicy]) -> None:
    enc = scene(["." * 8] * 4, {"quill": ("quill", "f4", "heroes")})
    favor = asked("favor", "quill", [Command("quill", "favor", numbers=(1,))])
    assert {one.verb for one in answers(bot, phases(), enc, favor)} == {PASS}


@pytest.mark.parametrize("bot", [EasyPolicy, FairPolicy, HardPolicy])
@pytest.mark.parametrize("id", ["crisis_mode", "phases_of_play"])
def test_what_is_weighed_is_weighed_on_what_the_seat_knows(bot: type[EasyPolicy], id: str) -> None:
    """Where a bot says that it does not look, it is given the true encounter."""
    ruleset = load_ruleset(id)
    assert ruleset.replies
    for window in ruleset.replies:
        answer = Command("somebody", PASS)
        asked = Decision("1.1", "somebody", window, "Do it?", [], [answer], answer, False)
        assert bot(1).looks_before(ruleset, asked), window
