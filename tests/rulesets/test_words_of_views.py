"""What pages and terminals say without knowing the game must be in its words."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from fracas.engine.command import GM
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.showing import rail_of


@pytest.mark.parametrize("id", ruleset_ids())
def test_every_gauge_is_called_as_on_cards(id: str) -> None:
    ruleset = load_ruleset(id)
    gauges: set[str] = set()
    labels: set[str] = set()
    for info in ruleset.scenarios():
        enc = ruleset.start(info.id, {}, ["1", "2"])
        for who in enc.combatants:
            gauges.update(ruleset.gauges(enc, who))
            labels.update([field.label for field in ruleset.card(enc, who, GM).fields])
    assert set(ruleset.gauge_words) == gauges
    text = "".join([path.read_text(encoding="utf-8") for path in rules_of(ruleset.package).glob("*.md")])
    for word in set(ruleset.gauge_words.values()) - labels:
        assert word in text or word.split()[0] in labels, f"{word} is neither on a card nor in the rules"


def rules_of(package: str) -> Path:
    return Path(str(resources.files(package))) / "rules"


@pytest.mark.parametrize("id", ruleset_ids())
def test_before_the_first_step_the_order_has_a_heading(id: str) -> None:
    """Players see it for as long as only hidden combatants act."""
    ruleset = load_ruleset(id)
    enc = ruleset.start(ruleset.scenarios()[0].id, {}, ["1", "2"])
    assert rail_of(ruleset, enc, GM).heading in ("Set-up", "Freeplay", "Before the first round")
