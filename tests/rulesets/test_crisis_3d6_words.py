"""What players of Crisis 3d6 read: what a hit did, names instead of ids, and no number they may not know."""

from __future__ import annotations

import re

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.fair import FairPolicy
from fracas.engine.play import next_command, take_steps
from fracas.engine.policy import Inline
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import rail_of
from fracas.engine.table import Table, Thrower
from fracas.engine.teller import tell_all
from fracas.engine.text import parse_command
from fracas.engine.views import known
from fracas.lab.staging import staged
from fracas.rulesets.crisis_3d6.people import content_of

RULESET = load_ruleset("crisis_3d6")


def scene(*lines: str) -> Encounter:
    return staged(RULESET, *lines)


def perform(enc: Encounter, command: Command, inline: Inline, seat: str) -> list[str]:
    """What a seat reads of a command; the encounter goes on from it."""
    before = enc.copy()
    table = Table(RULESET, enc, command, inline, Thrower())
    RULESET.perform(table, command)
    return [told.text for told in tell_all(RULESET, before, table.events, seat) if told.text]


def told(enc: Encounter, text: str, seat: str) -> list[str]:
    return perform(enc, parse_command(RULESET, enc, text), Inline({}, FairPolicy(1)), seat)


SURE = "start anna circumstance 20"


def test_a_hit_tells_players_what_it_did_without_the_number() -> None:
    enc = scene("cast anna at c4 side heroes", SURE, "cast thug at d4 side foes", "start thug ep 21")
    said = told(enc, "anna attack thug", "heroes")
    assert [line for line in said if "worn down" in line] == ["Thug is worn down (Sword) and looks winded"]
    assert not [line for line in said if re.search(r"\bThug\b.*\d", line) and "Anna" not in line]


def test_the_hit_that_empties_endurance_tells_exhausted() -> None:
    enc = scene("cast anna at c4 side heroes", SURE, "cast thug at d4 side foes", "start thug ep 11")
    said = told(enc, "anna attack thug", "heroes")
    assert [line for line in said if "worn down" in line] == ["Thug is worn down (Sword) and looks exhausted"]


def announced(*lines: str) -> list[str]:
    """What players read when the turn goes on to the next in the order."""
    enc = scene("cast anna at c4 side heroes", "cast thug at h4 side foes", *lines)
    step = Command("table", "next")
    return perform(enc, step, Inline({}, FairPolicy(1)), "heroes")


def test_only_those_who_can_act_are_announced_as_able_to() -> None:
    assert "Thug may act" in announced()
    stunned = announced("start thug condition stunned")
    assert "Thug is stunned and cannot act" in stunned and "Thug may act" not in stunned
    pointless = announced("option ap-gain round", "start thug ap 0")
    assert "Thug has no Action Points and cannot act" in pointless and "Thug may act" not in pointless


def test_neither_order_nor_card_says_anything_twice() -> None:
    thug = ("cast thug at h4 side foes", "start thug ep 0", "start thug hp 3", "start thug condition prone")
    enc = scene("cast anna at c4 side heroes", *thug)
    row = next(row for row in rail_of(RULESET, enc, "heroes").rows if row.who == "thug")
    assert (row.health, row.marks) == ("badly wounded and exhausted", ["prone"])
    rule_on(enc, "thug", "dead")
    row = next(row for row in rail_of(RULESET, enc, "heroes").rows if row.who == "thug")
    assert (row.health, row.marks) == ("dead", [])
    texts = [field.text for field in RULESET.card(enc, "thug", "heroes").fields]
    assert texts.count("dead") == 1


def rule_on(enc: Encounter, who: str, condition: str) -> None:
    table = Table(RULESET, enc, Command(GM, "add-condition", (who,), condition), Inline({}, FairPolicy(1)), Thrower())
    RULESET.give_condition(table, who, condition, 1)


def test_the_gm_reads_the_number_and_what_is_left() -> None:
    enc = scene("cast anna at c4 side heroes", SURE, "cast thug at d4 side foes", "start thug ep 21")
    assert "Thug loses 20 Endurance (Sword), 1 of 44 left" in told(enc, "anna attack thug", GM)


def test_armour_that_holds_is_seen_to_hold() -> None:
    enc = scene("cast anna at c4 side heroes", SURE, "cast sentry at d4 side foes", "start sentry ep 0")
    enc.combatants["sentry"].assign("circumstance", "-20")
    said = told(enc, "anna attack sentry", "heroes")
    assert "Sentry is not wounded (the armour holds)" in said
    assert not [line for line in said if "Durability" in line]


def test_the_strain_of_a_fight_shows_on_nobody() -> None:
    enc = scene("cast anna at c4 side heroes", "cast thug at d4 side foes", "setup")
    step = RULESET.next_step(enc)
    assert step is not None
    said = perform(enc, step, Inline({}, FairPolicy(1)), "heroes")
    assert "Anna loses 10 Endurance (the strain of a fight), 30 of 40 left" in said
    assert not [line for line in said if line.startswith("Thug") and "turn order" not in line]


def test_a_long_action_broken_off_is_told() -> None:
    enc = scene(
        "cast musketeer at c4 side heroes",
        "cast bruno at h4 side foes",
        "start musketeer ammo 0",
        "start musketeer ap 3",
    )
    said = told(enc, "musketeer reload", "heroes")
    assert "Musketeer is not done yet, reload flintlock musket: 3 of 10 AP" in said
    enc.combatants["musketeer"].assign("ap", "4")
    said = told(enc, "musketeer move d4", "heroes")
    assert "Musketeer breaks off: reload flintlock musket, and all AP put into it are lost" in said


@pytest.mark.parametrize("scenario", ["bar-brawl", "siege"])
def test_no_id_is_read_where_there_is_a_name(scenario: str) -> None:
    enc = RULESET.start(scenario, {}, ["words", "words gm"])
    inline = Inline({}, FairPolicy(5))
    content = content_of(enc)
    hyphened = [id for id in [*enc.combatants, *content.weapons, *content.items, *content.armours] if "-" in id]
    for _ in range(60):
        take_steps(RULESET, enc, inline, Thrower())
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        for line in perform(enc, command, inline, GM):
            assert not [id for id in hyphened if re.search(rf"\b{re.escape(id)}\b", line)], line


def test_a_card_names_what_its_sums_are_made_of() -> None:
    enc = RULESET.start("toll-house", {}, ["1", "1"])
    card = {field.label: field.text for field in RULESET.card(enc, "sorrel", GM).fields}
    assert card["Skills"] == "Light Weapons +1, Acrobatics -1, Melee -1, Search +0"
    assert (card["Traits"], card["Stunts"]) == ("Specialized", "Critical hit, Bracket")
    assert {field.label: field.text for field in RULESET.card(enc, "musketeer", GM).fields}["Specialised in"] == (
        "Light Weapons, Melee"
    )
    assert not {"Skills", "Specialised in", "Stunts"} & {f.label for f in RULESET.card(enc, "gun", "player1").fields}


def test_drawing_costs_a_gunslinger_nothing_on_the_button_too() -> None:
    enc = scene("cast carla at c4 side heroes", "cast thug at h4 side foes")
    assert RULESET.actions["draw"].offer(enc, "carla").cost == "0 or 1 AP"
    enc = scene("cast anna at c4 side heroes", "cast thug at h4 side foes")
    assert RULESET.actions["draw"].offer(enc, "anna").cost == "1 AP"


def test_machines_have_integrity_and_power() -> None:
    enc = scene("option secrets open", "cast anna at c4 side heroes", "cast drone at d4 side foes", SURE)
    labels = [field.label for field in RULESET.card(enc, "drone", "heroes").fields]
    assert "Integrity" in labels and "Power" in labels and "Health" not in labels and "Endurance" not in labels
    said = " / ".join(told(enc, "anna attack drone", GM))
    assert "Power (Sword)" in said and "Endurance" not in said
    assert "Health" in [field.label for field in RULESET.card(enc, "anna", "heroes").fields]


def against(enc: Encounter, text: str) -> list[tuple[str, str]]:
    """What speaks against a command, each with its remedy."""
    command = parse_command(RULESET, enc, text)
    return [(reason.text, reason.remedy) for reason in RULESET.reasons(enc, command)]


def test_closer_is_a_remedy_only_where_there_is_a_point_to_move_with() -> None:
    cast = ("cast anna at c4 side heroes", "cast thug at h4 side foes", "option death dying")
    enc = scene(*cast, "cast bruno at h8 side heroes", "start bruno hp -1", "start bruno condition dying")
    assert against(enc, "anna attack thug") == [("Thug is 5 squares away, reach is 1", "move closer")]
    assert against(enc, "anna first-aid bruno") == [("Bruno is out of reach", "move closer")]
    enc.combatants["anna"].assign("ap", "0")
    needs = ("Anna needs 2 AP and has 0", "save up for it")
    assert against(enc, "anna attack thug") == [needs, ("Thug is 5 squares away, reach is 1", "")]
    assert ("Bruno is out of reach", "") in against(enc, "anna first-aid bruno")


def test_first_aid_names_the_option_under_which_somebody_can_be_dying() -> None:
    cast = ("cast medic at c4 side heroes", "cast thug at h4 side foes")
    offer = RULESET.actions["first-aid"].offer(scene(*cast), "medic")
    assert [reason.text for reason in offer.reasons()] == [
        "nobody is ever dying here: that takes the option death=dying"
    ]
    offer = RULESET.actions["first-aid"].offer(scene("option death dying", *cast), "medic")
    assert [reason.text for reason in offer.reasons()] == ["nobody on the side of Medic is dying"]


@pytest.mark.parametrize("scenario", ["bar-brawl", "long-day", "siege"])
def test_every_reason_has_a_subject(scenario: str) -> None:
    """No sentence of a button begins with its verb."""
    enc = RULESET.start(scenario, {"aftermath": "respite"}, ["words", "words gm"])
    inline = Inline({}, FairPolicy(7))
    for _ in range(40):
        take_steps(RULESET, enc, inline, Thrower())
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        for offer in RULESET.offers(enc, command.who):
            for reason in [*offer.blocked, *[r for pick in offer.picks for r in pick.blocked]]:
                assert reason.text.split()[0] not in ("needs", "has", "is", "cannot", "does", "carries"), reason
        perform(enc, command, inline, GM)


def test_players_read_what_a_defence_takes_and_not_the_level_behind_it() -> None:
    enc = scene("cast anna at c4 side heroes", "cast riot-sergeant at d4 side foes")
    view = known(RULESET, enc, "heroes")
    command = parse_command(RULESET, enc, "anna attack riot-sergeant")
    before = [reason.text for reason in RULESET.actions["attack"].sighted(view, command, "heroes")]
    after = [line for line in told(enc, "anna attack riot-sergeant", "heroes") if "needing" in line]
    card = [field.to_json() for field in RULESET.card(view, "riot-sergeant", "heroes").fields]
    assert [line for line in before if "defence -3" in line]
    assert [line for line in after if "-3 defence (9.8)" in line]
    parts = {str(field["label"]): field.get("parts") for field in card}
    assert parts["Defence, hand to hand"] == parts["Defence, shots"] == [["defence", -3, "9.8"]]
    assert "level" not in str([before, after, card]).lower()
