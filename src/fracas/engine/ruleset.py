"""Rulesets: one game each. A ruleset registers its actions, steps and events and answers the engine's questions.

What must be written: `next_step` here, and in its `Content` the kinds of people and how a fresh one looks. The rest has
working answers, each part in a file of its own: beginning (`rules_start.py`), the GM's powers (`rules_gm.py`), what
people see (`rules_shown.py`), odds and bots (`rules_odds.py`), proofs (`rules_proofs.py`). What no game changes is in
`rules_basis.py` and `rules_judging.py`.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.rules_proofs import Proven
from fracas.engine.rules_start import ScenarioInfo
from fracas.engine.step import Step

__all__ = ["Ruleset", "ScenarioInfo", "Step"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Proven):
    """One game."""

    def next_step(self, enc: Encounter) -> Command | None:
        """What the table itself has to do next; None when somebody must choose (or all is over).

        Must be written; `turns.py` has ready-made ones."""
        raise NotImplementedError(f"{type(self).__name__} needs a next_step")

    def actors(self, enc: Encounter) -> list[str]:
        """Who may give a command now."""
        return enc.flow.active
