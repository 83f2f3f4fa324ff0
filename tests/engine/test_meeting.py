"""Meeting: aliases and numbers count in the order of first sight, so that they tell of nobody unseen."""

from __future__ import annotations

from tests.duel import RULESET, arena

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.events import Met, Revealed
from fracas.engine.meeting import meet, meetings


def people(*ids: str, hidden: str = "", seat: str = GM) -> Encounter:
    """Goblins by these ids, of whom some lie hidden; they are called Goblin with the number of their id."""
    enc = arena()
    enc.combatants = {}
    for at, id in enumerate(ids):
        enc.combatants[id] = one = RULESET.make(enc, "goblin", id, at, "foes", seat)
        one.name = f"Goblin {id[-1]}" if id[-1].isdigit() else "Goblin"
        one.hidden = id in hidden.split()
    meet(enc)
    return enc


def show(enc: Encounter, who: str) -> None:
    enc.combatants[who].hidden = False
    for met in meetings(enc):
        enc.happen(met)


def called(enc: Encounter) -> list[tuple[str, str]]:
    return [(one.alias, one.name) for one in enc.combatants.values()]


def test_whoever_stands_there_in_order_keeps_id_and_name() -> None:
    assert called(people("goblin-1", "goblin-2")) == [("goblin-1", "Goblin 1"), ("goblin-2", "Goblin 2")]


def test_the_hidden_third_seen_first_is_the_first() -> None:
    enc = people("goblin-1", "goblin-2", "goblin-3", hidden="goblin-1 goblin-2 goblin-3")
    show(enc, "goblin-3")
    show(enc, "goblin-1")
    assert called(enc) == [("goblin-2", "Goblin 2"), ("", "Goblin 2"), ("goblin-1", "Goblin 1")]


def test_an_alias_once_given_stays() -> None:
    enc = people("goblin-1", "goblin-2", hidden="goblin-1")
    assert enc.combatants["goblin-2"].alias == "goblin-1"
    enc.combatants["goblin-2"].hidden = True
    show(enc, "goblin-1")
    show(enc, "goblin-2")
    assert [alias for alias, _ in called(enc)] == ["goblin-2", "goblin-1"]


def test_of_two_who_bear_one_name_both_are_numbered_when_the_second_is_seen() -> None:
    enc = people("goblin", "sneak", hidden="sneak")
    assert enc.combatants["goblin"].name == "Goblin"
    show(enc, "sneak")
    assert called(enc) == [("goblin", "Goblin 1"), ("sneak", "Goblin 2")]


def test_a_third_of_that_name_gets_the_next_number() -> None:
    enc = people("goblin", "sneak", "brute", hidden="sneak brute")
    show(enc, "brute")
    show(enc, "sneak")
    assert called(enc) == [("goblin", "Goblin 1"), ("sneak", "Goblin 3"), ("brute", "Goblin 2")]


def test_two_of_one_name_seen_at_once_are_numbered_too() -> None:
    assert called(people("goblin", "other")) == [("goblin", "Goblin 1"), ("other", "Goblin 2")]


def test_a_players_own_hidden_one_is_known_by_its_id_which_nobody_else_gets() -> None:
    enc = people("goblin-1", hidden="goblin-1", seat="player1")
    enc.combatants["goblin-2"] = RULESET.make(enc, "goblin", "goblin-2", 5, "foes", GM)
    show(enc, "goblin-2")
    assert enc.combatants["goblin-2"].alias == "goblin-2", "goblin-1 is taken, for the player who runs it"
    show(enc, "goblin-1")
    aliases = [alias for alias, _ in called(enc)]
    assert aliases == ["goblin-1", "goblin-2"]


def test_once_everybody_is_met_nothing_happens() -> None:
    assert meetings(people("goblin-1", "goblin-2")) == []


def test_a_reveal_is_followed_by_the_meeting() -> None:
    enc = people("goblin-1", "goblin-2", hidden="goblin-2")
    assert Revealed.SHOWS and not Met.SHOWS
    enc.happen(Revealed("goblin-2", "seen"))
    assert [(met.who, met.alias, met.name) for met in meetings(enc)] == [("goblin-2", "goblin-2", "Goblin 2")]


def test_a_control_ids_in_place_of_aliases_would_count_the_unseen() -> None:
    enc = people("goblin-1", "goblin-2", "goblin-3", hidden="goblin-1 goblin-2")
    first: Combatant = enc.combatants["goblin-3"]
    assert first.alias != first.id and (first.alias, first.name) == ("goblin-1", "Goblin 1")
