"""What seats share is what each would be shown alone: at tables where people come, go, and change seats and sides."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import pytest
from tests.session.test_sights import Breaking, Viewer, Watched

from fracas.engine.command import GM, Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.event import Event
from fracas.engine.game import Game
from fracas.engine.meeting import met
from fracas.engine.policy import Chance, RandomPolicy
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.seat import Seat
from fracas.engine.teller import Teller, Told, tell_together
from fracas.lab.mixing import dice_for, mix_start, random_ground
from fracas.session import sight, stream
from fracas.session.faces import SHARED
from fracas.session.peers import Peers
from fracas.session.seats import viewers_of
from fracas.session.session import Session
from fracas.session.stream import Entry, Stream

Data = dict[str, Any]
LONG = bool(os.environ.get("FRACAS_LONG"))
STEPS = 300 if LONG else 30
SEEDS = 10 if LONG else 1
SEATS = ("one", "two", "three", "nobody's")
"""Shared out at random: of two players one may run several, and one nobody."""


class Crowd(Watched):
    """A table with other options, creatures and seats each time, at which not everybody looks on all the time."""

    def __init__(self, ruleset_id: str, seed: int) -> None:
        ruleset = load_ruleset(ruleset_id)
        dice = dice_for(ruleset_id, seed)
        start = mix_start(ruleset, [plan.id for plan in ruleset.scenarios()], dice, f"crowd {seed}")
        for one in start.combatants.values():
            if one.seat != GM:
                one.seat = dice.pick(SEATS[:-1])
        start.seats = {seat: start.seats.get(seat) or Seat(seat) for seat in (*SEATS, GM)}
        self.dice = dice
        self.chance, self.policy = Chance(seed + 7), RandomPolicy(seed)
        self.session = Session(Game(ruleset, met(start)))
        self.viewers: dict[str, Viewer] = {}
        self.session.deed_ended = self.ended
        self.midway = 0
        self.look()

    def look(self) -> None:
        """Most of those who may look on do, in any order; some have left and come again."""
        viewers = [seat for seat in viewers_of(self.session.game.state) if not self.dice.one_in(4)]
        for seat in sorted(viewers, key=lambda _: self.dice.below(1 << 20)):
            if seat not in self.viewers or self.dice.one_in(12):
                self.viewers[seat] = Viewer(self.session, seat)
            self.session.stream(seat)
            self.viewers[seat].look(None, not self.dice.one_in(4))

    def play(self, steps: int) -> None:
        super().play(steps)
        game = self.session.game
        for seat, heard in self.session.streams[self.session.name].items():
            alone = Stream(game.ruleset, game.start, seat, game.folds)
            alone.read_on(game.log)
            assert [told(one) for one in self.session.stream(seat).entries] == [told(one) for one in alone.entries], (
                seat
            )
            assert heard.lines == alone.lines

    def step(self) -> bool:
        if self.dice.one_in(10):
            with suppress(Refused, Invalid):
                self.session.redo(GM)
        elif self.dice.one_in(15):
            with suppress(Refused, Invalid):
                self.session.jump(self.dice.pick(self.session.game.log.lines).n, GM)
        return super().step()

    def rule(self) -> None:
        state = self.session.game.state
        who = self.dice.pick(list(state.combatants))
        one, square = state.combatants[who], self.dice.below(state.board.size)
        sides = [other.side for other in state.combatants.values()]
        rulings = [
            Command(GM, "reveal" if one.hidden else "hide", (who,)),
            Command(GM, "set", (who,), "seat", text=self.dice.pick((*SEATS, GM))),
            Command(GM, "set", (who,), "side", text=self.dice.pick(sides)),
            Command(GM, "set", (who,), "name", text="Somebody else"),
            Command(GM, "move", (who,), squares=(square,)),
            Command(GM, "remove", (who,)),
            Command(GM, "add", thing=one.kind, squares=(square,), text=f"seat={self.dice.pick((*SEATS, GM))}, hidden"),
            random_ground(state, self.dice.pick(("cover", "uncover")), self.dice),
        ]
        with suppress(Refused, Invalid):
            self.session.rule(self.dice.pick(rulings), "", GM)


def told(entry: Entry) -> Data:
    """All of an entry but what is behind it."""
    return {name: value for name, value in vars(entry).items() if name != "told"}


def crowd(ruleset: str, seeds: range, steps: int) -> None:
    for seed in seeds:
        Crowd(ruleset, seed).play(steps)


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_whoever_comes_and_goes_each_is_shown_what_it_would_be_shown_alone(ruleset: str) -> None:
    crowd(ruleset, range(SEEDS), STEPS)


def test_ground_that_was_never_covered_after_all_is_shown_bare() -> None:
    """A map without cover does not say so: its list of covered ground is left out, and must not stay on pages."""
    ruleset = load_ruleset("crisis_mode")
    session = Session(Game(ruleset, met(ruleset.start("first-duel", {}, ["bare", "gm"]))))
    viewers = [Viewer(session, seat) for seat in viewers_of(session.game.state)]

    def look() -> None:
        for viewer in viewers:
            session.stream(viewer.seat)
            viewer.look(None, True)

    look()
    session.rule(Command(GM, "cover", thing="all"), "", GM)
    look()
    session.undo(GM)
    look()


def as_the_first(tellers: list[Teller], event: Event) -> list[Told | None]:
    """Tell every seat that hears of it what the first of them learns, but for the GM."""
    found = tell_together(tellers, event)
    heard = [told for teller, told in zip(tellers, found, strict=True) if told is not None and teller.seat != GM]
    return [
        told if told is None or teller.seat == GM else heard[0].again()
        for teller, told in zip(tellers, found, strict=True)
    ]


BROKEN: dict[str, Breaking] = {
    "whose numbers they know": lambda patch: patch.setattr(
        Peers, "alike", lambda self, eyes, knows: self.eyes.same(eyes) and (self.eyes.seat == GM) == (eyes.seat == GM)
    ),
    "whom they know, by which names, and whose numbers": lambda patch: patch.setattr(
        Peers, "alike", lambda self, eyes, knows: (self.eyes.seat == GM) == (eyes.seat == GM)
    ),
    "what each is told": lambda patch: patch.setattr(stream, "tell_together", as_the_first),
    "how each stands to somebody": lambda patch: patch.setattr(sight, "standing_of", lambda *_: SHARED),
}
"""What seats that share must have in common, and how it is left out."""


@pytest.mark.parametrize("what", BROKEN)
def test_control_what_seats_do_not_have_in_common_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BROKEN[what](monkeypatch)
    with pytest.raises((AssertionError, KeyError)):
        crowd("phases_of_play", range(6), 40)
