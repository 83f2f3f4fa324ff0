"""Scenarios by the names people use for them, and the seeds a game starts from.

For the command line, the protocol's examples and servers; no ruleset is named here.
"""

from __future__ import annotations

import difflib

from fracas.engine.errors import Invalid
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset


def find_scenario(ref: str, content: list[str] | None = None) -> tuple[Ruleset, str]:
    """The ruleset and the scenario id behind `ruleset/name`, a bare name, or nothing (the very first)."""
    ids = ruleset_ids()
    if not ids:
        raise Invalid("scenario", "", ref, "a ruleset to be installed; none is")
    wanted, slash, name = ref.partition("/")
    if not slash:
        wanted, name = "", ref
    elif wanted not in ids:
        raise Invalid("scenario", "ruleset", wanted, "one of " + ", ".join(ids))
    known: list[str] = []
    if not wanted:
        ids = [id for _, id in sorted([(load_ruleset(id).rank, id) for id in ids])]
    for id in [wanted] if wanted else ids:
        ruleset = load_ruleset(id, content if wanted or len(ids) == 1 else None)
        for info in ruleset.scenarios():
            if name in ("", info.id):
                return (load_ruleset(id, content) if content else ruleset), info.id
            known.append(f"{id}/{info.id}")
    near = difflib.get_close_matches(ref, known, 3, 0.4) or known
    raise Invalid("scenario", "", ref, "one of " + ", ".join(near) + " (fracas scenarios lists all)")


def seeds_of(seed: int) -> list[str]:
    """The seed of the public dice and that of the GM's."""
    return [str(seed), f"{seed} gm"]
