"""What is brought up to date is what would be made from scratch: everybody's view in random play of every ruleset."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from tests.held import Held

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid, Refused
from fracas.engine.game import Game
from fracas.engine.policy import Chance, RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.views import known
from fracas.session import changes, parts, sight
from fracas.session.changes import Changes
from fracas.session.faces import SHARED
from fracas.session.looking import look_at
from fracas.session.parts import Parts, assembled
from fracas.session.seats import viewers_of
from fracas.session.session import Session
from fracas.session.sight import Sight

Data = dict[str, Any]
LONG = bool(os.environ.get("FRACAS_LONG"))
STEPS = 400 if LONG else 40
SEEDS = 10 if LONG else 1
NOTHING: Data = {"now": {"last": 0}, "decisions": [], "proposals": {}}


class Viewer:
    """A seat with its sight and a page that gets the frames."""

    def __init__(self, session: Session, seat: str) -> None:
        self.session, self.seat = session, seat
        self.sight: Sight = session.sight(seat)
        self.page = Held()

    def look(self, enc: Encounter | None, active: bool) -> None:
        """See this moment, and compare with one made from scratch."""
        session, sight = self.session, self.sight
        session.see(sight, active, enc)
        for name, value in NOTHING.items():
            sight.parts.spread(name, value) if name == "now" else sight.parts.put(name, value)
        text = sight.parts.frame()[1]
        if text:
            self.page.take(json.loads(text))
        ruleset, state = session.game.ruleset, enc or session.game.state
        wanted = look_at(ruleset, state, known(ruleset, state, self.seat), self.seat)
        if not active:
            wanted["rail"]["rows"] = [{**row, "active": False} for row in wanted["rail"]["rows"]]
        found = assembled(self.page.parts)
        for name, value in wanted.items():
            assert found[name] == json.loads(parts.encode(value)), f"{self.seat or 'spectator'}: {name}"


class Watched:
    """A game played at random, with everybody looking on after every deed and at the end of each within it."""

    def __init__(self, ruleset_id: str, scenario: str, seed: int) -> None:
        ruleset = load_ruleset(ruleset_id)
        enc = ruleset.start(scenario, {}, [f"sights {seed}", "gm"])
        self.session = Session(Game(ruleset, enc))
        self.chance, self.policy = Chance(seed + 7), RandomPolicy(seed)
        self.viewers: dict[str, Viewer] = {}
        self.session.deed_ended = self.ended
        self.midway = 0
        self.look()

    def ended(self, seat: str, enc: Encounter, last: int) -> None:
        if seat != GM and seat in self.viewers:
            self.midway += not self.session.streams[self.session.name][seat].caught_up
            self.viewers[seat].look(enc, False)

    def look(self) -> None:
        for seat in viewers_of(self.session.game.state):
            if seat not in self.viewers:
                self.viewers[seat] = Viewer(self.session, seat)
            self.session.stream(seat)
            self.viewers[seat].look(None, True)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.step():
                return
            self.look()

    def step(self) -> bool:
        """A command, an answer, a ruling or a going back."""
        game, session = self.session.game, self.session
        if game.state.over or not self.chance.below(15):
            with suppress(Refused):  # fewer deeds than that may be left
                session.undo(GM, 1 + self.chance.below(3))
        elif not self.chance.below(6):
            self.rule()
        elif game.waiting:
            decision = session.unanswered()[0]
            choice = self.policy.choose(game.ruleset, game.state, decision)
            session.answer_for(decision.id, choice, GM, "person")
        else:
            actors = [who for who in game.ruleset.actors(game.state) if who in game.state.combatants or who == GM]
            if not actors:
                return False
            who = actors[self.chance.below(len(actors))]
            session.command(self.policy.act(game.ruleset, game.state, who, game.ruleset.menu(game.state, who)), GM)
        return True

    def rule(self) -> None:
        """Something the GM changes by hand; what is refused here does not matter."""
        state = self.session.game.state
        people = list(state.combatants)
        who = people[self.chance.below(len(people))]
        square = (self.chance.below(state.board.size),)
        rulings = [
            Command(GM, "reveal" if state.combatants[who].hidden else "hide", (who,)),
            Command(GM, "move", (who,), squares=square),
            Command(GM, "set", (who,), "name", text="Somebody else"),
            Command(GM, "set", (who,), "side", text="others"),
            Command(GM, "remove", (who,)),
            Command(GM, "note", text="a note"),
            Command(GM, "add", thing=state.combatants[who].kind, squares=square),
        ]
        try:
            self.session.rule(rulings[self.chance.below(len(rulings))], "", GM)
        except (Refused, Invalid):
            return


def watch(ruleset: str, scenario: str, seeds: int, steps: int) -> None:
    for seed in range(seeds):
        Watched(ruleset, scenario, seed).play(steps)


def scenarios() -> list[tuple[str, str]]:
    return [(id, plan.id) for id in ruleset_ids() for plan in load_ruleset(id).scenarios()[: None if LONG else 2]]


@pytest.mark.parametrize(("ruleset", "scenario"), scenarios())
def test_sights_are_what_a_look_from_scratch_shows(ruleset: str, scenario: str) -> None:
    watch(ruleset, scenario, SEEDS, STEPS)


def blind_to(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Part of what is followed is not."""
    return lambda patch: patch.setattr(Changes, name, lambda *_: [])


Breaking = Callable[[pytest.MonkeyPatch], None]
BROKEN: dict[str, tuple[str, str, Breaking]] = {
    "who stands beside somebody": ("crisis_3d6", "bar-brawl", blind_to("_beside")),
    "what the flow says": (
        "crisis_mode", "first-duel", lambda patch: patch.setattr(Changes, "_flow_says", lambda *_: (True, []))
    ),
    "a field": (
        "cap_check", "drowned-hall",
        lambda patch: patch.setattr(changes, "is_same", lambda before, now: before.pos == now.pos),
    ),
    "parts that are gone": (
        "cap_check", "drowned-hall", lambda patch: patch.setattr(Parts, "drop", lambda self, name: None)
    ),
    "how a seat stands to somebody": (
        "crisis_mode", "first-duel", lambda patch: patch.setattr(sight, "standing_of", lambda *_: SHARED)
    ),
    "the eyes of a seat": (
        "crisis_mode", "first-duel", lambda patch: patch.setattr(Sight, "_list", lambda *_: None)
    ),
}  # fmt: skip
"""By what is left out: where that soon shows, and how it is left out."""


@pytest.mark.parametrize("what", BROKEN)
def test_control_what_is_not_followed_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, scenario, broken = BROKEN[what]
    broken(monkeypatch)
    with pytest.raises((AssertionError, KeyError)):
        watch(ruleset, scenario, 6, 120)
