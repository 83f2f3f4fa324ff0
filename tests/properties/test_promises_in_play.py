"""Every promise of the table under random play, for every installed ruleset and for one of our own.

The counts are cut for every-day runs; FRACAS_LONG=1 plays those of `make soak`.
"""

from __future__ import annotations

import os

import pytest
from tests.properties.skirmish import SKIRMISH

from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.prove import Report, prove

LONG = os.environ.get("FRACAS_LONG") == "1"
WALKS = 600 if LONG else 12
"""Encounters walked: offers against reasons, strange commands, folds, invariants (V1, V5)."""
DEPTHS = 80 if LONG else 2
"""Encounters played through a Game: refusals, undo, reloads, heavy mode (V6, V7, P3)."""
WORKERS = 2 if LONG else 1
TURNS = 200 if LONG else 8
"""Where encounters are cut."""

RULESETS = [*ruleset_ids(), SKIRMISH.id]
_reports: dict[tuple[str, bool], Report] = {}


def ruleset_of(id: str) -> Ruleset:
    return SKIRMISH if id == SKIRMISH.id else load_ruleset(id)


def report_of(id: str, deep: bool) -> Report:
    """One report serves all tests of its kind in this process."""
    if (id, deep) not in _reports:
        count, every = (DEPTHS, 1) if deep else (WALKS, 0)
        _reports[(id, deep)] = prove(
            ruleset_of(id), count, seed="properties", workers=WORKERS, deep=every, most_turns=TURNS
        )
    return _reports[(id, deep)]


@pytest.mark.parametrize("id", RULESETS)
def test_no_promise_breaks_on_random_walks(id: str) -> None:
    report = report_of(id, deep=False)
    assert not report.breaches, "\n".join(report.breaches[0].lines(id))
    figures = report.tallies.figures
    assert figures["menu commands judged"] > 20 * WALKS
    assert figures["strange commands refused"] > 5 * WALKS
    assert figures["folds compared"] >= WALKS


@pytest.mark.parametrize("id", RULESETS)
def test_no_promise_breaks_in_depth(id: str) -> None:
    report = report_of(id, deep=True)
    assert not report.breaches, "\n".join(report.breaches[0].lines(id))
    figures = report.tallies.figures
    for counted in ("refusals that changed nothing", "reloads", "undos"):
        assert figures[counted] >= DEPTHS, counted
    for counted in ("redos", "deeds repeated after undo"):  # a toss chooses which of the two follows an undo
        assert figures[counted] >= DEPTHS // 2, counted
    assert figures["events folded heavily"] > 50 * DEPTHS
    assert figures["deeds played at once"] > 10 * DEPTHS


@pytest.mark.parametrize("id", RULESETS)
def test_the_number_of_workers_changes_nothing(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fracas.lab.prove.BATCH", 1)
    ruleset = ruleset_of(id)
    alone = prove(ruleset, 2, seed="workers", workers=1, most_turns=1)
    shared = prove(ruleset, 2, seed="workers", workers=2, most_turns=1)
    assert alone.lines() == shared.lines()
