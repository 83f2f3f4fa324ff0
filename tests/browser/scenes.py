"""Which scenario of a ruleset is small enough for a test, and what the GM takes out of it to keep it so."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from tests.browser.playing import between

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset

SEVERAL_FIGHTS = ("long-day",)
"""Scenarios that do not end with the first fight."""
LONG = os.environ.get("FRACAS_LONG") == "1"
TUTORIAL = "standoff"


def shared_out(turn: int, tutorial: bool = True) -> list[str]:
    """Every ruleset and the tutorial's with FRACAS_LONG=1; else one of them, another for each test."""
    ids = [*ruleset_ids(), *[TUTORIAL] * tutorial]
    return ids if LONG else [ids[turn % len(ids)]]


class Scene:
    """The smallest scenario with two seats for players: two of them against the last of their foes.

    `beside` are the squares next to the first player's character, those nearest to the other's first; `near` are those
    next to the foe.
    """

    def __init__(self, ruleset: Ruleset, seed: str = "7") -> None:
        self.ruleset, self.seed = ruleset, seed
        sizes = []
        for info in ruleset.scenarios():
            enc = ruleset.start(info.id, {}, ["", ""])
            seats = [seat for seat in enc.seats if seat != GM]
            if len(seats) >= 2 and info.id not in SEVERAL_FIGHTS:
                sizes.append((len(enc.combatants), info.id, info.title))
        _, self.scenario, self.title = min(sizes)
        enc = ruleset.start(self.scenario, {}, ["", ""])
        players = sorted([seat for seat in enc.seats if seat != GM])[:2]
        mine = [one for one in enc.combatants.values() if enc.seat_of(one.id) in players]
        foes = [one for one in enc.combatants.values() if one.side != mine[0].side]
        self.side, self.foes = mine[0].side, foes[0].side
        kept = [one.id for one in [*mine, foes[-1]]]
        out = [one for one in enc.combatants.values() if one.id not in kept]
        self.surplus = {one.id: one.name for one in out}
        self.hero, self.foe, self.foe_id = mine[0].name, foes[-1].name, foes[-1].id
        taken = [one.pos for one in enc.combatants.values()]
        beside = [pos for pos in enc.board.neighbours(mine[0].pos, 1) if pos not in taken]
        other = enc.board.name(mine[-1].pos)
        self.beside = sorted([enc.board.name(pos) for pos in beside], key=lambda square: between(square, other))
        near = [pos for pos in enc.board.neighbours(foes[-1].pos, foes[-1].size) if pos not in taken]
        self.near = [enc.board.name(pos) for pos in near]
        self.free_squares = [*[enc.board.name(one.pos) for one in out], *self.near]


def scene_of(id: str, site: Path) -> Scene:
    """Of an installed ruleset, or of one in a folder of its own."""
    if id in ruleset_ids():
        return Scene(load_ruleset(id))
    sys.path.insert(0, str(site))
    try:
        return Scene(import_module(id).RULESET)
    finally:
        sys.path.remove(str(site))
