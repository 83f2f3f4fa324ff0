"""Scenarios by the names people use for them, open floor to try something on, and the seeds a game starts from.

For the command line, the lab, the protocol's examples and servers; no ruleset is named here.
"""

from __future__ import annotations

import difflib
from typing import Any

from fracas.engine.board import Grid
from fracas.engine.command import GM
from fracas.engine.content import ContentErrors
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.engine.seat import Seat

FLOOR = ["." * 16] * 10
MOST_NAMED = 3
ALIKE = 0.5
ALMOST = 0.15
"""How like a name must be to be offered at all, and how much less like than the best one."""


def open_floor(ruleset: Ruleset, options: dict[str, str], seed: str) -> Encounter:
    """An encounter without anybody yet, on open floor where maps have squares."""
    enc = ruleset.stage([], options)
    if isinstance(enc.board, Grid):
        enc = ruleset.stage(FLOOR, options)
    enc.seeds = [seed, seed]
    enc.seats.setdefault(GM, Seat(GM))
    return enc


def floor_square(enc: Encounter, x: int, y: int) -> int:
    """A square of open floor; without squares everybody meets in the first place."""
    return y * enc.board.width + x if isinstance(enc.board, Grid) else 0


def find_scenario(ref: str, content: list[Any] | None = None) -> tuple[Ruleset, str]:
    """The ruleset and the scenario id behind `ruleset/name`, a bare name, or nothing (the very first)."""
    if not ruleset_ids():
        raise Invalid("scenario", "", ref, "an installed ruleset; there is none")
    wanted, slash, name = ref.partition("/")
    if not slash:
        wanted, name = "", ref
    found = [load_ruleset(wanted, content)] if wanted else all_rulesets(content)
    known: list[str] = []
    for ruleset in found:
        for info in ruleset.scenarios():
            if name in ("", info.id):
                return ruleset, info.id
            known.append(f"{ruleset.id}/{info.id}")
    raise Invalid("scenario", "", ref, f"{_nearest(ref, known)} (fracas scenarios lists all)")


def check_scenario(ruleset: Ruleset, id: str) -> None:
    """Raise `Invalid` unless a ruleset has this scenario."""
    if id not in [info.id for info in ruleset.scenarios()]:
        raise Invalid("scenario", "id", id, "a scenario of this ruleset")


def ids_in_order() -> list[str]:
    """Every installed ruleset, those to begin with first."""
    return [id for _, id in sorted([(load_ruleset(id).rank, id) for id in ruleset_ids()])]


def first_ruleset() -> str:
    """The ruleset that is meant where nobody names one."""
    ids = ids_in_order()
    if not ids:
        raise Invalid("ruleset", "id", "", "an installed ruleset; there is none")
    return ids[0]


def all_rulesets(content: list[Any] | None = None) -> list[Ruleset]:
    """Every ruleset, those to begin with first, with extra content where it is content of that game."""
    found: list[Ruleset] = []
    wrong: list[ContentErrors] = []
    without: list[Invalid] = []
    """Games that have no content files say nothing about these."""
    for id in ids_in_order():
        try:
            found.append(load_ruleset(id, content))
        except ContentErrors as errors:
            wrong.append(errors)
        except Invalid as error:
            without.append(error)
    if wrong and not [one for one in found if one.content.hash != load_ruleset(one.id).content.hash]:
        # Content no game takes: the game it was written for complains least.
        raise min(wrong, key=lambda one: strangeness(one.errors))
    if without and not found:
        raise without[0]
    return found


def strangeness(wrong: list[Invalid]) -> tuple[int, int]:
    """How little content seems to be written for a game: the sections it does not know, and how much else is wrong."""
    return len([error for error in wrong if "." not in error.key]), len(wrong)


def _nearest(ref: str, known: list[str]) -> str:
    """The few names that are most like what was typed, with or without the ruleset before them."""
    likeness = {
        name: max([difflib.SequenceMatcher(None, ref, part).ratio() for part in (name, name.partition("/")[2])])
        for name in known
    }
    best = max(likeness.values(), default=0.0)
    near = [name for name in known if likeness[name] >= max(ALIKE, best - ALMOST)]
    # Whoever types a ruleset alone means one of its scenarios.
    own = [name for name in known if name.startswith(f"{ref}/")]
    near = (own or sorted(near, key=lambda name: -likeness[name]))[:MOST_NAMED]
    return "the name of a scenario" + (f", perhaps {' or '.join(near)}" if near else "")


def seeds_of(seed: int) -> list[str]:
    """The seed of the public dice and that of the GM's."""
    return [str(seed), f"{seed} gm"]
