"""Canaries: encounters whose people bear ids and names that stand nowhere else, and a look for where these turn up.

For proofs and tests of secrecy: an id in a field that does not declare it, or a name inside a text of the engine, is
one that nobody would cut for a seat that must not know of it.
"""

from __future__ import annotations

from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import Added, Met, ValueSet
from fracas.engine.ids import Recast, strays
from fracas.engine.offer import Decision
from fracas.engine.ruleset import Ruleset

MARK = "zq-"
"""Begins every id of a marked encounter: no word of any content does."""
NAME = "Zq "


def marked(ruleset: Ruleset, enc: Encounter) -> Encounter:
    """The same encounter with ids and names that nobody could take for anything else."""
    ids = {who: MARK + who for who in enc.combatants}
    data = Recast(ids, []).of(enc.to_json(), enc.IDS)
    people = [Recast(ids, []).of(one.to_json(), one.shape().ids) for one in enc.combatants.values()]
    data["combatants"] = [{**one, "name": NAME + str(one["name"])} for one in people]
    data["flow"] = Recast(ids, []).of(enc.flow.to_json(), enc.flow.shape().ids)
    return ruleset.read(data, enc.content, enc.board)


def strays_in_event(event: Event) -> list[str]:
    """Where an event carries somebody's id or name without saying so. What somebody is called is told by three alone,
    and what the GM types is the GM's."""
    if isinstance(event, Met | Added | ValueSet):
        return []
    return _found(event.kind, strays(event.to_json(), event.IDS, [MARK, NAME]))


def strays_in_state(enc: Encounter) -> list[str]:
    """The same for a state. A name stands in its own field, and a note is the GM's own words."""
    data = {key: value for key, value in enc.to_json().items() if key not in ("combatants", "flow", "notes", "title")}
    found = _found("encounter", strays(data, enc.IDS, [MARK, NAME]))
    found += _found("flow", strays(enc.flow.to_json(), enc.flow.shape().ids, [MARK, NAME]))
    for one in enc.combatants.values():
        person = {key: value for key, value in one.to_json().items() if key not in ("name", "alias")}
        found += _found("combatant", strays(person, one.shape().ids, [MARK, NAME]))
    return found


def strays_in_question(decision: Decision) -> list[str]:
    """The same for a question: its prompt names nobody, and its answers name people as who and targets alone."""
    paths = ["who", "about", "commands.*.who", "commands.*.targets", "default.who", "default.targets"]
    return _found(f"question {decision.window}", strays(decision.to_json(), paths, [MARK, NAME]))


def _found(where: str, places: list[str]) -> list[str]:
    return [f"{where}, {place}" for place in places]
