"""Exact odds of Crisis 3d6 against closed forms that were worked out without the engine, by counting dice alone.

A triple of ones is the only throw of 3 and a triple of sixes the only throw of 18, so sums tell everything but ones.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.fair import FairPolicy
from fracas.engine.ledger import Share
from fracas.engine.odds import Odds, odds
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Inline, Policy, RandomPolicy
from fracas.engine.preview import sighted
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Thrower
from fracas.engine.text import parse_command
from fracas.engine.views import known
from fracas.lab.staging import staged

RULESET = load_ruleset("crisis_3d6")
ALL = 216


# Counting dice


def ways(total: int, sides: int = 6) -> int:
    """Throws of three dice that add up to a total, by inclusion and exclusion."""
    return sum((-1) ** k * comb(3, k) * comb(total - sides * k - 1, 2) for k in range(4) if total - sides * k >= 3)


def ways_with_one(total: int) -> int:
    """Those of them that show a one: all but the throws of three dice with faces from 2 to 6."""
    return ways(total) - (ways(total - 3, 5) if total >= 6 else 0)


def succeed(target: int) -> Fraction:
    """At or under the target; three ones always, three sixes never."""
    return Fraction(1 + sum(ways(n) for n in range(4, min(target, 17) + 1)), ALL)


def succeed_with_one(target: int) -> Fraction:
    return Fraction(1 + sum(ways_with_one(n) for n in range(4, min(target, 17) + 1)), ALL)


def undefended(target: int, defence: int, weigh: dict[int, int]) -> Fraction:
    """Attack throws, weighed, that succeed and beat a defence throw: by margins, and a tie is the defender's."""
    total = Fraction(0)
    for attack, weight in weigh.items():
        if attack == 3:
            # Legendary: only a legendary defence is compared with it, and then by its margin.
            stopped = Fraction(1 if defence >= target else 0, ALL)
        elif attack <= min(target, 17):
            stopped = Fraction(1 + sum(ways(n) for n in range(4, min(defence - (target - attack), 17) + 1)), ALL)
        else:
            continue
        total += Fraction(weight, ALL) * (1 - stopped)
    return total


ANY = {n: ways(n) for n in range(3, 19)}
WITH_ONE = {n: ways_with_one(n) for n in range(3, 19)}


def test_the_counts_themselves() -> None:
    thrown = list(product(range(1, 7), repeat=3))
    assert [ways(n) for n in range(3, 19)] == [len([t for t in thrown if sum(t) == n]) for n in range(3, 19)]
    assert [ways_with_one(n) for n in range(3, 19)] == [
        len([t for t in thrown if sum(t) == n and 1 in t]) for n in range(3, 19)
    ]
    assert [round(succeed_with_one(n) * 1000) for n in (8, 10, 12, 14)] == [213, 338, 407, 421]


# Asking the rules


def scene(*lines: str) -> Encounter:
    return staged(RULESET, *lines)


def ask(enc: Encounter, text: str) -> Odds:
    found = odds(RULESET, enc, parse_command(RULESET, enc, text), GM)
    assert found.sampled == 0 and found.cut.part == 0
    return found


def exact(share: Share | None) -> Fraction:
    return Fraction(share.part, share.whole) if share is not None else Fraction(0)


def change(found: Odds, who: str, gauge: str, by: int) -> Fraction:
    row = found.changes.get(who, {}).get(gauge)
    if row is None:
        return Fraction(1 if by == 0 else 0)
    return exact(row.get(by))


ANNA = "cast anna at c4 side heroes"


# Checks


@pytest.mark.parametrize(
    ("level", "modifier"),
    [(1, 3), (2, 2), (3, 1), (4, 0), (5, -2), (6, -4), (7, -6), (8, -8), (9, -10), (10, -12)],
)
def test_a_check_at_every_level(level: int, modifier: int) -> None:
    enc = scene(ANNA, "cast bruno at k4 side foes")
    assert exact(ask(enc, f"anna check search {level}").results.get("success")) + exact(
        ask(enc, f"anna check search {level}").results.get("legendary")
    ) == succeed(12 + modifier)


# Attacks against a fixed defence


@pytest.mark.parametrize("kind", ["thug", "rifler", "bruiser", "champion"])
@pytest.mark.parametrize("circumstance", [-5, -3, -1, 0, 1, 4])
def test_a_sword_against_a_level(kind: str, circumstance: int) -> None:
    level = {"thug": 1, "rifler": 4, "bruiser": 5, "champion": 10}[kind]
    enc = scene(ANNA, f"cast {kind} at d4 side foes", f"start anna circumstance {circumstance}")
    target = 13 + circumstance - level // 2
    found = ask(enc, f"anna attack {kind}")
    assert change(found, kind, "ep", -20) == succeed(target)
    assert change(found, kind, "hp", -10) == succeed_with_one(target)


@pytest.mark.parametrize(
    ("kind", "percents"), [("thug", [50, 74, 91]), ("bruiser", [26, 50, 74]), ("champion", [5, 16, 38])]
)
def test_the_chances_that_the_rules_name(kind: str, percents: list[int]) -> None:
    for target, percent in zip((10, 12, 14), percents, strict=True):
        enc = scene(ANNA, f"cast {kind} at d4 side foes", f"start anna circumstance {target - 13}")
        assert round(change(ask(enc, f"anna attack {kind}"), kind, "ep", -20) * 100) == percent


@pytest.mark.parametrize(("kind", "modifier"), [("thug", 3), ("rifler", 0), ("bruiser", -2), ("champion", -12)])
def test_the_difficulty_table_as_defence(kind: str, modifier: int) -> None:
    enc = scene("option npc-defence document-table", ANNA, f"cast {kind} at d4 side foes")
    assert change(ask(enc, f"anna attack {kind}"), kind, "ep", -20) == succeed(13 + modifier)


# Attacks against a defence roll


def test_margins_and_faces_from_which_nothing_follows_are_no_branches() -> None:
    defended = ask(scene(ANNA, "cast bruno at d4 side foes"), "anna attack bruno")
    assert len(defended.results) == 5 and defended.branches < 60
    fixed = ask(scene(ANNA, "cast thug at d4 side foes"), "anna attack thug")
    assert fixed.branches < 12, "no margin matters where no defence is rolled"


@pytest.mark.parametrize("bonus", [-6, -3, -1, 0, 2, 5])
@pytest.mark.parametrize("defence", [4, 7, 10, 12, 14])
def test_attack_against_defence(bonus: int, defence: int) -> None:
    enc = scene(
        ANNA,
        "cast bruno at d4 side foes",
        f"start anna circumstance {bonus}",
        f"start bruno circumstance {defence - 10}",
    )
    found = ask(enc, "anna attack bruno")
    assert change(found, "bruno", "ep", -20) == undefended(13 + bonus, defence, ANY)
    assert change(found, "bruno", "hp", -10) == undefended(13 + bonus, defence, WITH_ONE)


def test_a_successful_defence_stops_everything_by_the_option() -> None:
    enc = scene("option defence success", ANNA, "cast bruno at d4 side foes")
    # Three ones beat every defence but three ones, whatever the option.
    plain = succeed(13) - Fraction(1, ALL)
    hit = plain * (1 - succeed(10)) + Fraction(1, ALL) * (1 - Fraction(1, ALL))
    assert change(ask(enc, "anna attack bruno"), "bruno", "ep", -20) == hit


def test_two_further_enemies_take_four_off_the_defence() -> None:
    enc = scene(ANNA, "cast carla at e4 side heroes", "cast sentry at d3 side heroes", "cast bruno at d4 side foes")
    assert change(ask(enc, "anna attack bruno"), "bruno", "ep", -20) == undefended(13, 6, ANY)


def test_a_shot_is_defended_with_speed_alone() -> None:
    enc = scene(ANNA, "cast carla at g4 side foes", "start anna weapon pistol")
    assert change(ask(enc, "anna attack carla"), "carla", "ep", -15) == undefended(12, 12, ANY)


def test_range_cover_and_aim_move_the_target_number() -> None:
    rows = ["| ............", "| ............", "| ............", "| .......o....", "| ............"]
    enc = scene(*rows, ANNA, "cast thug at i4 side foes", "start anna weapon pistol", "start anna aim 2")
    # Six metres are one increment of five beyond the first, the low wall is cover, and aim counts +2.
    assert change(ask(enc, "anna attack thug"), "thug", "ep", -15) == succeed(12 - 2 - 2 + 2)


# Damage and death


def test_at_no_endurance_every_hit_takes_health() -> None:
    enc = scene(ANNA, "cast bruno at d4 side foes", "start bruno ep 0")
    found = ask(enc, "anna attack bruno")
    hit = undefended(13, 10, ANY)
    assert change(found, "bruno", "hp", -10) == hit
    assert exact(found.downs.get("bruno")) == hit
    assert "ep" not in found.changes["bruno"]


def test_armour_stops_health_damage_and_wears() -> None:
    enc = scene(ANNA, "cast sentry at d4 side foes", "start sentry ep 0")
    found = ask(enc, "anna attack sentry")
    assert "hp" not in found.changes.get("sentry", {})
    assert change(found, "sentry", "durability", -1) == undefended(13, 10, ANY)


def test_sixes_as_stunt_faces_by_the_option() -> None:
    enc = scene("option stunt-face sixes", ANNA, "cast thug at d4 side foes")
    thrown = list(product(range(1, 7), repeat=3))
    # Now three sixes always succeed and three ones never do.
    good = [t for t in thrown if (sum(t) <= 13 and sum(t) != 3) or sum(t) == 18]
    found = ask(enc, "anna attack thug")
    assert change(found, "thug", "ep", -20) == Fraction(len(good), ALL)
    assert change(found, "thug", "hp", -10) == Fraction(len([t for t in good if 6 in t]), ALL)


def test_the_last_endurance_has_no_overflow() -> None:
    enc = scene(ANNA, "cast thug at d4 side foes", "start thug ep 12")
    found = ask(enc, "anna attack thug")
    assert change(found, "thug", "ep", -12) == succeed(13)
    assert change(found, "thug", "hp", -10) == succeed_with_one(13)


def test_players_reckon_with_armour_that_still_holds() -> None:
    """How much is left of it is secret; that it holds, or no more, is seen."""
    for durability, told in ((2, ["durability"]), (0, [])):
        worn = ("start thug armour body-armour-1", "start thug ep 0", f"start thug durability {durability}")
        enc = scene(ANNA, "cast thug at d4 side foes", *worn)
        view = known(RULESET, enc, "heroes")
        found = odds(RULESET, view, parse_command(RULESET, view, "anna attack thug"), "heroes")
        assert list(found.changes.get("thug", {})) == told
        assert bool(found.depends) != bool(told)


def test_the_first_wound_hangs_on_endurance_nobody_told() -> None:
    """The chance to hit is told, for what a defence takes is; the wound is not: it may be the last breath or not."""
    for endurance in ("10", "44"):
        enc = scene(ANNA, "cast thug at d4 side foes", f"start thug ep {endurance}")
        command = parse_command(RULESET, enc, "anna attack thug")
        truth, found = odds(RULESET, enc, command, "gm"), odds(RULESET, enc, command, "heroes")
        assert exact(found.results.get("hit")) == exact(truth.results.get("hit"))
        assert "thug" in truth.changes and "thug" not in found.changes and "thug" not in found.downs
        assert found.depends == [
            "What becomes of Thug depends on its numbers and what it carries, which you do not know."
        ]


def test_what_a_defence_takes_is_told_and_not_the_level() -> None:
    """An even level and the odd one above it take the same, and look the same."""
    said = []
    for level in ("4", "5"):
        enc = scene(ANNA, "cast thug at d4 side foes", f"start thug level {level}")
        command = parse_command(RULESET, enc, "anna attack thug")
        reasons = sighted(RULESET, enc, command, "heroes")
        said.append([reason.text for reason in reasons])
    assert said[0] == said[1]
    assert "defence -2" in " ".join(said[0]) and "level" not in " ".join(said[0])


# Rate of fire


def test_two_blows_keep_the_lowest_three_of_four_dice() -> None:
    enc = scene(ANNA, "cast thug at d4 side foes")
    found = ask(enc, "anna attack thug with unarmed 2")
    health: dict[int, int] = {}
    hits = 0
    for thrown in product(range(1, 7), repeat=4):
        kept = sum(sorted(thrown)[:3])
        if kept == 3 or kept <= 10:
            hits += 1
            criticals = min(thrown.count(1), 2)
            health[-2 * criticals] = health.get(-2 * criticals, 0) + 1
    assert change(found, "thug", "ep", -5) == Fraction(hits, 6**4)
    for loss, count in health.items():
        missed = 6**4 - hits if loss == 0 else 0
        assert change(found, "thug", "hp", loss) == Fraction(count + missed, 6**4)


def test_two_blows_against_a_defence() -> None:
    enc = scene(ANNA, "cast bruno at d4 side foes")
    found = ask(enc, "anna attack bruno with unarmed 2")
    kept: dict[int, int] = {}
    for thrown in product(range(1, 7), repeat=4):
        total = sum(sorted(thrown)[:3])
        kept[total] = kept.get(total, 0) + 1
    assert change(found, "bruno", "ep", -5) == undefended(10, 10, kept) * Fraction(ALL, 6**4)


# Other rolls


def contested(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    """Chances of either side in a contest: legendary, success, failure, fumble, and within each the margin."""

    def rank(roll: int, target: int) -> tuple[int, int]:
        grade = 3 if roll == 3 else 0 if roll == 18 else 2 if roll <= target else 1
        return grade, target - roll

    won = lost = 0
    for a in range(3, 19):
        for b in range(3, 19):
            if rank(a, mine) > rank(b, theirs):
                won += ways(a) * ways(b)
            elif rank(a, mine) < rank(b, theirs):
                lost += ways(a) * ways(b)
    return Fraction(won, ALL * ALL), Fraction(lost, ALL * ALL)


def test_a_contest_may_be_won_by_nobody() -> None:
    enc = scene(ANNA, "cast bruno at d4 side foes")
    found = ask(enc, "anna contest bruno with athletics")
    won, lost = contested(12, 10)
    assert exact(found.results.get("won")) == won
    assert exact(found.results.get("lost")) == lost
    assert exact(found.results.get("nobody wins")) == 1 - won - lost


def test_hiding_is_harder_from_the_perceptive() -> None:
    rows = ["| ............", "| ............", "| ....#.......", "| ....#.......", "| ....#......."]
    for kind, perception in (("bruno", 10), ("veteran", 13)):
        enc = scene(*rows, "cast prowler at b4 side heroes", f"cast {kind} at j4 side foes")
        found = ask(enc, "prowler hide")
        assert exact(found.results.get("hidden")) == succeed(12 - (perception - 10))


# Healing

RESPITE = (
    "option aftermath respite",
    "option death dying",
    "cast medic at c4 side heroes",
    "cast anna at c5 side heroes",
)


def after_a_fight(*lines: str) -> Encounter:
    """A respite: the foe is gone before anybody has acted."""
    enc = scene(*RESPITE, "cast thug at h4 side foes", *lines)
    enc.combatants["thug"].out = True
    take_steps(RULESET, enc, Inline({}, RandomPolicy(1)), Thrower())
    assert enc.flow.phase == "respite"
    return enc


@pytest.mark.parametrize("health", [0, -1, -4, -8])
def test_first_aid_is_harder_the_deeper_below_nothing(health: int) -> None:
    hurt = (f"start anna hp {health}", "start anna condition dying", "start anna condition unconscious")
    enc = scene(*RESPITE, "cast thug at h4 side foes", *hurt)
    found = ask(enc, "medic first-aid anna")
    saved = succeed(12 + health)
    assert exact(found.results.get("success")) + exact(found.results.get("legendary")) == saved
    assert change(found, "anna", "hp", -1) == 1 - saved


def test_first_aid_on_oneself() -> None:
    enc = scene(*RESPITE, "cast thug at h4 side foes", "start medic hp -2", "start medic condition dying")
    assert change(ask(enc, "medic first-aid medic"), "medic", "hp", -1) == 1 - succeed(12 - 2 - 5)


@pytest.mark.parametrize("assets", [0, 2])
def test_treatment_by_the_highest_level_that_would_still_succeed(assets: int) -> None:
    """With N levels of help level L has the modifier of level L - N; no help goes beyond that of level 1."""
    modifiers = [3, 2, 1, 0, -2, -4, -6, -8, -10, -12]
    enc = after_a_fight("start anna hp 2", f"start medic assets {assets}")
    found = ask(enc, "medic treat anna")
    points: dict[int, int] = {}
    for thrown in range(3, 19):
        reached = [n for n in range(1, 11) if thrown <= 12 + modifiers[max(n - assets, 1) - 1]]
        best = 10 if thrown == 3 else 0 if thrown == 18 or not reached else max(reached)
        points[best] = points.get(best, 0) + ways(thrown)
    for best, count in points.items():
        assert change(found, "anna", "medicine", best) == Fraction(count, ALL)


def test_treatment_by_margin_by_the_option() -> None:
    enc = after_a_fight("option healing-check margin", "start anna hp 2")
    found = ask(enc, "medic treat anna")
    for margin in range(1, 9):
        assert change(found, "anna", "medicine", margin) == Fraction(ways(12 - margin), ALL)


def test_breaks_and_rests_are_certain() -> None:
    enc = after_a_fight("start anna hp 2", "start anna ep 7")
    assert change(ask(enc, "medic break"), "anna", "ep", 33) == 1
    assert change(ask(enc, "medic rest"), "anna", "hp", 1) == 1


def test_a_rally_needs_two_ones_and_a_success() -> None:
    people = ["cast captain at c4 side heroes", "cast anna at c5 side heroes", "cast bruno at k4 side foes"]
    enc = scene(*people, "start anna ep 5", "start captain circumstance -7")
    # Charisma 12 and Command +2, less 7.
    target = 7
    good = [t for t in product(range(1, 7), repeat=3) if t.count(1) >= 2 and (sum(t) <= target or sum(t) == 3)]
    found = ask(enc, "captain rally")
    for face in range(1, 7):
        assert change(found, "anna", "ep", 5 + face) == Fraction(len(good), ALL * 6)


@pytest.mark.parametrize(("level", "modifier"), [(1, 3), (4, 0), (10, -12)])
def test_a_task_takes_longer_the_worse_the_throw(level: int, modifier: int) -> None:
    """Half an hour, and five minutes for each point between throw and target, from five minutes on."""
    minutes: dict[str, int] = {}
    for thrown in range(3, 19):
        word = f"{max(30 + 5 * (thrown - 12 - modifier), 5)} minutes"
        minutes[word] = minutes.get(word, 0) + ways(thrown)
    found = ask(after_a_fight(), f"anna task search {level}")
    assert {word: exact(share) for word, share in found.results.items()} == {
        word: Fraction(count, ALL) for word, count in minutes.items()
    }


def test_sixes_for_stunts_and_ones_for_legends_by_the_option() -> None:
    enc = scene("option stunt-face mixed", ANNA, "cast thug at d4 side foes")
    thrown = list(product(range(1, 7), repeat=3))
    good = [t for t in thrown if sum(t) <= 13]
    found = ask(enc, "anna attack thug")
    assert change(found, "thug", "ep", -20) == Fraction(len(good), ALL)
    assert change(found, "thug", "hp", -10) == Fraction(len([t for t in good if 6 in t]), ALL)


@pytest.mark.parametrize(("kind", "level"), [("thug", 1), ("rifler", 4), ("champion", 10)])
def test_an_average_throw_assumed_for_a_level(kind: str, level: int) -> None:
    """A defence of 10 and the level with a throw of 10.5 has a margin half a point below the level."""
    enc = scene("option npc-defence assumed-roll", ANNA, f"cast {kind} at d4 side foes")
    beaten = [n for n in range(3, 19) if n == 3 or (n < 18 and 13 - n > level - 0.5)]
    assert change(ask(enc, f"anna attack {kind}"), kind, "ep", -20) == Fraction(sum(map(ways, beaten)), ALL)


# Every action


def one_of_each(enc: Encounter, who: str) -> list[Command]:
    """For every action on the menu its first command, and its last where there are several."""
    found: list[Command] = []
    for choice in RULESET.menu(enc, who):
        found.append(choice.command(0))
        if choice.size > 1:
            found.append(choice.command(choice.size - 1))
    return found


def ask_through(enc: Encounter, policy: Policy, most: int, asked: set[str]) -> None:
    """Ask for the odds of every action at the start, and of each when it is first offered; play on."""
    inline = Inline({}, policy)
    take_steps(RULESET, enc, inline, Thrower())
    for number in range(most):
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        for one in one_of_each(enc, command.who):
            if one.verb in asked and number:
                continue
            asked.add(one.verb)
            found = odds(RULESET, enc, one, GM)
            assert found.sampled == 0 and found.cut.part == 0, one
            for row in [row for gauges in found.changes.values() for row in gauges.values()]:
                assert sum([exact(share) for share in row.values()]) == 1, one
        perform(RULESET, enc, command, inline, Thrower())
        take_steps(RULESET, enc, inline, Thrower())


def weaken(enc: Encounter) -> None:
    for who in list(enc.combatants):
        if enc.combatants[who].side == "foes":
            enc.combatants[who].assign("hp", "1")
            enc.combatants[who].assign("ep", "0")


def test_exact_odds_work_for_every_action() -> None:
    """In every scenario, in a fight and in the respite after it; where odds are exact they add up to certainty."""
    asked: set[str] = set()
    for scenario in RULESET.scenarios():
        enc = RULESET.start(scenario.id, {"death": "dying"}, ["odds", "odds gm"])
        ask_through(enc, RandomPolicy(len(scenario.id)), 90, asked)
    for id in ("long-day", "toll-house"):
        enc = RULESET.start(id, {"death": "dying", "aftermath": "respite"}, ["odds", "odds gm"])
        weaken(enc)
        enc.combatants["sorrel"].assign("hp", "4")
        ask_through(enc, FairPolicy(3), 90, asked)
    played = [verb for verb, action in RULESET.actions.items() if not action.window]
    # No scenario that ships has a door to open.
    assert [verb for verb in played if verb not in asked] == ["door"]
