"""What people read: reasons with a subject, look-ups in sentences, drawbacks, remedies that are possible."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import fracas
from fracas.engine.action import Action
from fracas.engine.card import Row
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.reason import Reason, with_remedies
from fracas.engine.registry import load_ruleset
from fracas.engine.showing import glossary_of

ROOT = Path(fracas.__file__).parent
SCENARIOS = {
    "crisis_mode": "first-duel", "crisis_3d6": "bar-brawl", "phases_of_play": "weir-parley", "cap_check": "toll-bridge",
}  # fmt: skip
RAW = re.compile(r"[{}\[\]]|[a-z]_[a-z]|\bNone\b|\.\.|  |\b(id|versus|until end|to enemies)\b")
VERBS = ("has", "is", "does", "needs", "knows", "carries", "costs", "began", "would", "was", "sustains", "cannot")


def reasons_without_subject(source: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
            text = node.args[1] if len(node.args) > 1 else None
            first = text.values[0] if isinstance(text, ast.JoinedStr) else text
            said = first.value if isinstance(first, ast.Constant) else ""
            if isinstance(said, str) and said.split()[:1] and said.split()[0] in VERBS:
                found.append(said)
    return found


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_every_reason_says_who_or_what(ruleset: str) -> None:
    for path in sorted((ROOT / "rulesets" / ruleset).glob("*.py")):
        assert reasons_without_subject(path.read_text(encoding="utf-8")) == [], path.name


def test_a_reason_without_a_subject_is_found() -> None:
    assert reasons_without_subject('Reason("7.3", f"has not learned {title}")') == ["has not learned "]


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_look_ups_speak_sentences(ruleset: str) -> None:
    """No raw keys, no ids, no braces: every entry of the content files but those that keep their secrets."""
    rules = load_ruleset(ruleset)
    enc = rules.start(SCENARIOS[ruleset], {}, ["a", "b"])
    for entry in glossary_of(rules, enc):
        said = f"{entry.text} {entry.say_facts()}".strip()
        assert said.endswith((".", "'.", "!")), (entry.name, said)
        assert not RAW.search(said), (entry.name, said)
        assert not (entry.section and entry.facts), (entry.section, entry.name, entry.facts)


def test_marks_do_not_repeat_health() -> None:
    row = Row("orc", "Orc", "foes", "")
    row.health, row.marks = "dead", ["Dead", "prone", "prone"]
    assert row.told_marks() == ["prone"] == row.to_json()["marks"]


# ------------------------------------------------------------------ drawbacks


def drawback(ruleset: str, verb: str, who: str) -> str:
    rules = load_ruleset(ruleset)
    enc = rules.start(SCENARIOS[ruleset], {}, ["a", "b"])
    return rules.actions[verb].drawback(enc, Command(who, verb))


def test_drawbacks_come_from_the_content() -> None:
    assert drawback("crisis_mode", "all-out", "haldis") == "-3 Defense until Reset"
    assert drawback("crisis_mode", "rushed", "haldis") == "-1 Defense until Reset"
    assert drawback("crisis_mode", "run", "haldis") == "-1 Defense for each AP until Reset"
    assert drawback("crisis_mode", "parry", "haldis") == "-2 on your attack rolls until Reset"
    assert drawback("crisis_mode", "normal", "haldis") == ""
    assert drawback("crisis_3d6", "go-prone", "hobb") == "no melee attacks until you stand up"


class Reckless(Action):
    """An action of a ruleset nobody here wrote."""

    def drawback(self, enc: Encounter, command: Command) -> str:
        return "everybody laughs"


def test_what_an_action_says_of_itself_stands_in_its_offer() -> None:
    rules = load_ruleset("crisis_mode")
    enc = rules.start("first-duel", {}, ["a", "b"])
    offer = Reckless("caper", "Caper", "1.1").offer(enc, "haldis")
    assert offer.drawback == "everybody laughs" == offer.picks[0].drawback


# ------------------------------------------------------------------ remedies


def test_a_remedy_is_told_only_while_it_is_possible() -> None:
    far = Reason("9.11", "the orc is far away", "move closer", "path")
    wait = Reason("4.3", "Lunk needs 3 AP and has 1", "wait for the next turn")
    assert [one.remedy for one in with_remedies([far, wait], ["path"])] == ["move closer", "wait for the next turn"]
    assert [one.remedy for one in with_remedies([far, wait], [])] == ["", "wait for the next turn"]


def test_move_closer_is_no_advice_to_one_who_cannot_move() -> None:
    rules = load_ruleset("cap_check")
    enc = rules.stage(["............"], {})
    for id, kind, pos, side in (("oriel", "oriel", 0, "heroes"), ("foe", "cutter", 11, "foes")):
        kinds = enc.content.kinds()
        enc.combatants[id] = rules.make(enc, kind if kind in kinds else "reed-cutter", id, pos, side, "gm")
    rules.skip_setup(enc)
    enc.flow.at = [slot.who for slot in enc.flow.order].index(["oriel"])
    shot = Command("oriel", "use", ("foe",), "blade-cut")
    assert [one.remedy for one in rules.reasons(enc, shot) if one.paragraph == "5.7"] == ["move closer"]
    enc.combatants["oriel"].assign("pool", "0")
    assert [one.remedy for one in rules.reasons(enc, shot) if one.paragraph == "5.7"] == [""]


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_where_there_is_nothing_to_choose_each_action_says_why_in_its_own_words(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    game = Game(rules, rules.start(SCENARIOS[ruleset], {}, ["a", "b"]))
    game.begin()
    offers = [offer for who in game.state.combatants for offer in game.offers(who)]
    said = [(offer.verb, reason.text) for offer in offers for reason in offer.reasons()]
    assert said and [one for one in said if "has nothing to do that with" in one[1]] == []


def test_reasons_name_places_as_people_do() -> None:
    """Without a map a place goes by its name, and not by the word it has in the files."""
    rules = load_ruleset("phases_of_play")
    said: list[str] = []
    for info in [info for info in rules.scenarios() if info.id.endswith("-told")]:
        game = Game(rules, rules.start(info.id, {}, ["a", "b"]))
        game.begin()
        for who in game.state.combatants:
            said += [reason.text for offer in game.offers(who) for pick in offer.picks for reason in pick.blocked]
    assert [text for text in said if " is not in sight" in text]
    assert [text for text in said if "_" in text] == []
