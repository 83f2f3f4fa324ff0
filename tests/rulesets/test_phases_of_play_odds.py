"""Exact odds of Phases of Play against closed forms that were worked out without the engine, from one table of a die.

A d10 with its coin shows 0 and 10 one time in twenty each and every other number one time in ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.enumerating import Enumerator
from fracas.engine.game import Game
from fracas.engine.ledger import Share
from fracas.engine.odds import Assumed, Odds, odds
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.preview import preview
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Table, Thrower
from fracas.engine.text import parse_command
from fracas.lab.staging import staged
from fracas.rulesets.phases_of_play.being import being
from fracas.session.answer_odds import odds_of_answer

RULESET: Final = load_ruleset("phases_of_play")
DIE: Final = {0: Fraction(1, 20), **{face: Fraction(1, 10) for face in range(1, 10)}, 10: Fraction(1, 20)}
RANGES: Final = ("fumble", "low", "mixed", "high", "crit")
NETS: Final = (-3, -2, -1, 0, 1, 2, 3)


# Counting


def kept(net: int) -> dict[int, Fraction]:
    """The die that counts among 1 + |net|: the chance that all lie at or under a face, and differences of that."""
    dice = 1 + abs(net)
    faces = sorted(DIE)
    if net < 0:
        beyond = [sum((DIE[f] for f in faces if f >= face), Fraction(0)) ** dice for face in [*faces, 11]]
        return {face: beyond[i] - beyond[i + 1] for i, face in enumerate(faces)}
    under = [sum((DIE[f] for f in faces if f <= face), Fraction(0)) ** dice for face in [-1, *faces]]
    return {face: under[i + 1] - under[i] for i, face in enumerate(faces)}


def range_of(face: int, modifier: int) -> str:
    if face in (0, 10):
        return "crit" if face else "fumble"
    score = face + modifier
    return "low" if score <= 6 else "mixed" if score <= 9 else "high"


def ranges(modifier: int, net: int = 0) -> dict[str, Fraction]:
    found = dict.fromkeys(RANGES, Fraction(0))
    for face, chance in kept(net).items():
        found[range_of(face, modifier)] += chance
    return found


def failed(modifier: int, net: int = 0) -> Fraction:
    found = ranges(modifier, net)
    return found["fumble"] + found["low"]


def scores(modifier: int, net: int = 0) -> dict[int, Fraction]:
    """Scores as they compare: the criticals beyond everything else."""
    return {
        1000 if face == 10 else -1000 if face == 0 else face + modifier: chance for face, chance in kept(net).items()
    }


def percents(modifier: int, net: int) -> list[float]:
    found = ranges(modifier, net)
    return [
        round(float(100 * part), 1)
        for part in (found["fumble"] + found["low"], found["mixed"], found["high"] + found["crit"])
    ]


def test_the_table_itself() -> None:
    assert sum(DIE.values()) == 1
    assert [sum(kept(net).values()) for net in NETS] == [1] * 7
    # Every pair of a face and a coin, by hand, for one Advantage.
    pairs = [10 * (coin - 1) if face == 10 else face for face, coin in product(range(1, 11), (1, 2))]
    both = [max(pair) for pair in product(pairs, repeat=2)]
    assert {face: Fraction(both.count(face), 400) for face in DIE} == kept(1)
    assert percents(0, 0) == [65.0, 30.0, 5.0] and percents(3, 0) == [35.0, 30.0, 35.0]
    assert percents(2, 1) == [20.2, 36.0, 43.8] and percents(2, -1) == [69.8, 24.0, 6.2]
    assert percents(1, 3) == [9.2, 43.0, 47.8] and percents(-1, -3) == [99.6, 0.4, 0.0]


# Asking the rules


def scene(*lines: str) -> Encounter:
    return staged(RULESET, *lines)


def ask(enc: Encounter, text: str, **answers: Command) -> Odds:
    found = odds(RULESET, enc, parse_command(RULESET, enc, text), GM, answers)
    assert found.sampled == 0 and found.cut.part == 0
    return found


def exact(share: Share | None) -> Fraction:
    return Fraction(share.part, share.whole) if share is not None else Fraction(0)


def spread(found: Odds, who: str, gauge: str) -> dict[int, Fraction]:
    row = found.changes.get(who, {}).get(gauge)
    if row is None:
        return {0: Fraction(1)}
    return {change: exact(share) for change, share in row.items() if share.part}


def count(
    enc: Encounter, text: str, read: Callable[[Encounter], str], answers: dict[str, Command] | None = None
) -> dict[str, Fraction]:
    """Every branch of a command by what it leaves behind."""
    command = parse_command(RULESET, enc, text)
    found: dict[str, Fraction] = {}
    source = Enumerator()
    while True:
        source.restart()
        table = Table(RULESET, enc.copy(), command, Assumed(answers or {}), source)
        RULESET.perform(table, command)
        word = read(table.enc)
        found[word] = found.get(word, Fraction(0)) + Fraction(*source.weight())
        if not source.advance():
            break
    assert sum(found.values()) == 1
    return found


def reader(who: str, field: str) -> Callable[[Encounter], str]:
    return lambda enc: RULESET.value_of(enc, who, field)


def fact(name: str) -> Callable[[Encounter], str]:
    return lambda enc: RULESET.fact(enc, name)


def some(found: dict[str, Fraction]) -> dict[str, Fraction]:
    return {word: chance for word, chance in found.items() if chance}


BOB: Final = "cast bob at c4 side heroes"
ALICE: Final = "cast alice at c4 side heroes"


# A Test at each Advantage


@pytest.mark.parametrize("net", NETS)
@pytest.mark.parametrize(("skill", "modifier"), [("history", -1), ("edge", 1), ("focus", 2)])
def test_a_test_at_each_advantage(skill: str, modifier: int, net: int) -> None:
    enc = scene(ALICE, "setup ")
    found = count(enc, f"gm test alice {skill} {net}", reader("alice", "outcome"))
    assert found == some(ranges(modifier, net))


@pytest.mark.parametrize("net", [-5, 5])
def test_no_more_than_three_count(net: int) -> None:
    enc = scene(BOB, "setup ")
    assert count(enc, f"gm test bob athletics {net}", reader("bob", "outcome")) == some(ranges(1, 3 if net > 0 else -3))


def test_advantage_and_disadvantage_cancel() -> None:
    enc = scene(ALICE, "start alice condition susceptible 1", "setup ")
    assert count(enc, "gm test alice focus 2", reader("alice", "outcome")) == some(ranges(2, 1))


# Contests and group tests


def test_a_contest() -> None:
    enc = scene(BOB, "cast orc at h4 side foes", "setup ")
    won = Fraction(0)
    for (mine, a), (theirs, b) in product(scores(3).items(), scores(2).items()):
        won += a * b * (Fraction(1) if mine > theirs else Fraction(1, 2) if mine == theirs else 0)
    found = count(enc, "gm contest bob orc fighter athletics", fact("winner"))
    assert found == {"bob": won, "orc": 1 - won}


def test_a_group_test_without_gifts() -> None:
    enc = scene(BOB, ALICE.replace("c4", "c6"), "cast david at c8 side heroes", "setup ")
    good = (1 - failed(1)) * (1 - failed(-1)) * (1 - failed(0))
    found = count(enc, "gm group-test athletics bob alice david", fact("group"))
    assert found["mixed"] + found.get("high", Fraction(0)) + found.get("crit", Fraction(0)) == good


def test_a_group_test_tells_the_range_of_the_group_and_nothing_else() -> None:
    """The chance that anybody at all rolls Low was once added to the chance that the group does."""
    enc = scene(BOB, ALICE.replace("c4", "c6"), "cast david at c8 side heroes", "setup ")
    found = odds(RULESET, enc, parse_command(RULESET, enc, "gm group-test athletics bob alice david"), GM)
    three = [ranges(modifier) for modifier in (1, -1, 0)]
    beyond = Fraction(1)
    for outcome, higher in zip(RANGES, [*RANGES[1:], ""], strict=True):
        least = Fraction(1)
        for one in three:
            least *= sum((one[word] for word in RANGES[RANGES.index(higher) :]), Fraction(0)) if higher else 0
        share = found.results[outcome]
        assert Fraction(share.part, share.whole) == beyond - least, outcome
        beyond = least


def test_a_contest_tells_who_wins_and_nothing_else() -> None:
    """In words and by no id: who is first and second is in the command, whatever a seat calls them."""
    enc = scene(BOB, "cast orc at h4 side foes", "setup ")
    found = odds(RULESET, enc, parse_command(RULESET, enc, "gm contest bob orc fighter athletics"), GM)
    assert sorted(found.results) == ["the first wins", "the second wins"]
    share = found.results["the first wins"]
    chances = count(enc, "gm contest bob orc fighter athletics", fact("winner"))
    assert Fraction(share.part, share.whole) == chances["bob"]


# The turn order

FOES: Final = ("cast wolf at k1 side foes", "cast goblin at k3 side foes", "cast orc at k5 side foes")


def after(enc: Encounter, text: str) -> Encounter:
    command = parse_command(RULESET, enc, text)
    RULESET.perform(Table(RULESET, enc, command, Assumed({}), Enumerator()), command)
    return enc


def ordered(*lines: str, foes: tuple[str, ...] = FOES) -> dict[str, Fraction]:
    """Where everybody stands after the series of Edge Tests."""
    enc = scene("option order-ties scores", *lines, *foes, "setup ")
    return count(after(enc, "gm encounter"), "gm roll-order", fact("order"))


@pytest.mark.parametrize(("who", "edge"), [("david", 0), ("alice", 1), ("lucky", 2), ("carol", 3)])
def test_the_series_of_one(who: str, edge: int) -> None:
    low = failed(edge)
    found = ordered(f"cast {who} at c4 side heroes")
    assert found == {
        f"wolf goblin orc {who}": low,
        f"wolf goblin {who} orc": (1 - low) * low,
        f"wolf {who} goblin orc": (1 - low) ** 2 * low,
        f"{who} wolf goblin orc": (1 - low) ** 3,
    }


def test_the_series_of_somebody_sneaky_from_one_group() -> None:
    found = ordered("cast david at c4 side heroes", "start david condition sneaky 1", "start orc alert 1")
    low, eased = failed(0), failed(0, 1)
    assert found == {
        "wolf goblin orc david": eased,
        "wolf goblin david orc": (1 - eased) * low,
        "wolf david goblin orc": (1 - eased) * (1 - low) * low,
        "david wolf goblin orc": (1 - eased) * (1 - low) ** 2,
    }


def stops(edge: int, at: int) -> dict[int, Fraction]:
    """The chance to stop at one of two groups, counted from the bottom, by the last Score; 2 is before both."""
    passed = (1 - failed(edge)) ** min(at, 1)
    return {score: passed * chance for score, chance in scores(edge).items() if (score >= 7) == (at == 2)}


def test_the_series_of_two_who_may_meet() -> None:
    """Alice (Edge 1) and Bob (Edge 0): where they meet the higher Score of the last Test goes first, ties as listed."""
    found = ordered("cast alice at c4 side heroes", "cast bob at c6 side heroes", foes=FOES[1:])
    expected: dict[str, Fraction] = {}
    for mine, theirs in product(range(3), repeat=2):
        for (a, chance), (b, other) in product(stops(1, mine).items(), stops(0, theirs).items()):
            ahead = mine > theirs or (mine == theirs and a >= b)
            last, first = (("bob", theirs), ("alice", mine)) if ahead else (("alice", mine), ("bob", theirs))
            order = ["goblin", "orc"]
            for who, at in (last, first):
                order.insert(2 - at, who)
            word = " ".join(order)
            expected[word] = expected.get(word, Fraction(0)) + chance * other
    assert sum(expected.values()) == 1
    assert found == expected


def test_the_odds_of_rolling_the_order_tell_every_place() -> None:
    """Alice (Edge 1) and Sneaky David (Edge 0), for each of whom the chances of all places add up to one."""
    enc = scene(
        "cast alice at c4 side heroes",
        "cast david at c6 side heroes",
        "start david condition sneaky 1",
        "cast orc at h4 side foes",
        "start orc alert 1",
        "cast wolf at h6 side foes",
        "setup ",
    )
    found = ask(after(enc, "gm encounter"), "gm roll-order")
    low, eased, plain = failed(1), failed(0, 1), failed(0)
    assert {word: exact(share) for word, share in found.results.items()} == {
        "Alice after Orc": low,
        "Alice after Wolf": (1 - low) * low,
        "Alice before everybody": (1 - low) ** 2,
        "David after Orc": eased,
        "David after Wolf": (1 - eased) * plain,
        "David before everybody": (1 - eased) * (1 - plain),
    }


def test_the_odds_of_the_order_are_told_before_the_encounter() -> None:
    enc = RULESET.start("weir-parley", {}, ["1", "2"])
    take_steps(RULESET, enc, Inline({}, RandomPolicy(1)), Thrower())
    found = ask(enc, "gm roll-order")
    lurkers, lady = failed(0), failed(0)
    assert exact(found.results["Tamsin after Old lurker and Young lurker"]) == lurkers
    assert exact(found.results["Tamsin after The Lady of the Weir"]) == (1 - lurkers) * lady
    assert exact(found.results["Tamsin before everybody"]) == (1 - failed(0)) ** 3


# Favors

LUCKY: Final = "cast lucky at c4 side heroes"


def test_a_favor_is_passed_unless_assumed() -> None:
    enc = scene(LUCKY, "setup ")
    plain = ask(enc, "gm test lucky grit 1")
    assert {word: exact(share) for word, share in plain.results.items()} == some(ranges(0, 1))
    asked = [(one.who, one.window, [c.verb for c in one.commands]) for one in plain.invited]
    assert asked == [("lucky", "favor", ["favor", "favor", "pass"])]


@pytest.mark.parametrize("seed", range(1, 21))
def test_dice_that_lie_are_read_as_they_were_thrown(seed: int) -> None:
    """Whoever is asked about a Favor has seen the die: to pass leaves what it came to, to spend one throws it again."""
    game = Game(RULESET, RULESET.start("weir-parley", {}, [f"seed {seed}", "gm"]))
    modifier = being(game.state, "quill").numbers["grit"]
    assert modifier
    game.command(Command(GM, "test", targets=("quill",), thing="grit"))
    (decision,) = game.waiting
    shown = int(re.findall(r"the die shows (\d+)", decision.prompt)[0])
    for answer in decision.commands:
        found = odds_of_answer(game, answer, GM)
        assert found is not None
        expected = {range_of(shown, modifier): Fraction(1)} if answer.verb == "pass" else some(ranges(modifier))
        assert {word: exact(share) for word, share in found.results.items()} == expected, (shown, answer.verb)


@pytest.mark.parametrize("net", [0, 1, -1])
def test_a_favor_for_a_die_whatever_it_shows(net: int) -> None:
    """A die that is thrown again at once is as good as the first one; the Favor is gone."""
    enc = scene(LUCKY, "setup ")
    favor = Command("lucky", "favor", numbers=(1,))
    found = count(enc, f"gm test lucky grit {net}", reader("lucky", "outcome"), {"lucky": favor})
    assert found == some(ranges(0, net))
    assert count(enc, "gm test lucky grit", reader("lucky", "favors"), {"lucky": favor}) == {"0": 1}


# Attacks

BLOWS: Final = {"fumble": 0, "low": 1, "mixed": 2, "high": 3, "crit": 5}


def blow(modifier: int, net: int = 0, weapon: int = 0, most: int = 99) -> dict[int, Fraction]:
    """Health lost to a Melee Attack; a weapon adds nothing to a miss or a Low Score."""
    found: dict[int, Fraction] = {}
    for word, chance in ranges(modifier, net).items():
        lost = -min(most, BLOWS[word] + (weapon if word not in ("fumble", "low") else 0))
        found[lost] = found.get(lost, Fraction(0)) + chance
    return {lost: chance for lost, chance in found.items() if chance}


def test_a_melee_attack() -> None:
    enc = scene(BOB, "cast ogre at d4 side foes")
    found = ask(enc, "bob melee ogre")
    assert spread(found, "ogre", "health") == blow(3)
    assert spread(found, "bob", "beats") == {-1: 1}


def test_a_weapon_adds_to_all_but_a_low_score() -> None:
    enc = scene("cast swordsman at c4 side heroes", "cast ogre at d4 side foes")
    assert spread(ask(enc, "swordsman melee ogre"), "ogre", "health") == blow(3, weapon=1)


@pytest.mark.parametrize(("line", "net"), [("start ogre condition prone 1", 1), ("start bob condition blunted 1", -1)])
def test_an_attack_at_an_advantage_and_at_a_disadvantage(line: str, net: int) -> None:
    enc = scene(BOB, "cast ogre at d4 side foes", line)
    assert spread(ask(enc, "bob melee ogre"), "ogre", "health") == blow(3, net)


def test_the_chance_to_take_somebody_down() -> None:
    enc = scene(BOB, "cast orc at d4 side foes", "start orc health 3")
    found = ask(enc, "bob melee orc")
    own = ranges(3)
    assert exact(found.downs.get("orc")) == own["high"] + own["crit"]
    assert spread(found, "orc", "health") == blow(3, most=3)


def test_a_ranged_attack() -> None:
    enc = scene("cast carol at c4 side heroes", "cast ogre at h4 side foes")
    own = ranges(3)
    assert spread(ask(enc, "carol shoot ogre"), "ogre", "health") == {
        0: own["fumble"] + own["low"],
        -1: own["mixed"],
        -2: own["high"],
        -3: own["crit"],
    }


def test_a_ranged_attack_with_an_enemy_too_near() -> None:
    enc = scene("cast carol at c4 side heroes", "cast orc at d4 side foes", "cast ogre at h4 side foes")
    own = ranges(3, -1)
    assert spread(ask(enc, "carol shoot ogre"), "ogre", "health")[0] == own["fumble"] + own["low"]


def test_shield_vulnerable_and_resistance_in_their_order() -> None:
    enc = scene(
        BOB,
        "cast wisp at d4 side foes",
        "start wisp max-health 20",
        "start wisp health 20",
        "start wisp condition vulnerable 1",
        "start wisp shield 1",
    )
    found = spread(ask(enc, "bob melee wisp"), "wisp", "health")
    expected: dict[int, Fraction] = {}
    for word, chance in ranges(3).items():
        damage = (BLOWS[word] + 1) // 2 if BLOWS[word] else 0
        expected[-max(0, damage - 1)] = expected.get(-max(0, damage - 1), Fraction(0)) + chance
    assert found == some_numbers(expected)


def some_numbers(found: dict[int, Fraction]) -> dict[int, Fraction]:
    return {number: chance for number, chance in found.items() if chance}


def test_a_dodge() -> None:
    enc = scene("cast orc at d4 side foes", "cast lucky at c4 side heroes", "start lucky favors 0")
    found = ask(enc, "orc melee lucky", lucky=Command("lucky", "dodge"))
    expected: dict[int, Fraction] = {}
    for (word, chance), (mine, own) in product(ranges(2).items(), ranges(2).items()):
        damage = BLOWS[word]
        if damage:
            damage = {"fumble": damage - 1, "low": damage - 1, "mixed": min(damage - 1, damage // 2)}.get(mine, 0)
        expected[-damage] = expected.get(-damage, Fraction(0)) + chance * own
    assert spread(found, "lucky", "health") == some_numbers(expected)


def test_the_unstable_lose_vitality_and_are_wounded() -> None:
    enc = scene("cast orc at d4 side foes", BOB, "start bob health 0")
    hit = 1 - ranges(2)["fumble"]
    assert spread(ask(enc, "orc melee bob"), "bob", "vitality") == {0: 1 - hit, -1: hit}
    assert count(enc, "orc melee bob", reader("bob", "lasting-slowed")) == {"1": hit / 10, "0": 1 - hit / 10}
    assert count(enc, "orc melee bob", reader("bob", "lasting-bloodied")) == {"1": hit / 20, "0": 1 - hit / 20}


# Abilities and Saves


def saved_against(modifier: int, save: int) -> Fraction:
    """The chance to fail a Save that depends on the user's Score."""
    own = ranges(modifier)
    return own["low"] * failed(save, 1) + own["mixed"] * failed(save) + own["high"] * failed(save, -1) + own["crit"]


def test_a_save_after_the_users_score() -> None:
    enc = scene(ALICE, "cast orc at f4 side foes")
    hurt = saved_against(2, 0)
    assert spread(ask(enc, "alice use ember-ring f4"), "orc", "health") == {0: 1 - hurt, -2: hurt}


def test_an_ability_with_a_test_and_no_save() -> None:
    enc = scene(ALICE, "cast orc at f4 side foes")
    assert spread(ask(enc, "alice use spark orc"), "orc", "health") == {0: failed(2), -2: 1 - failed(2)}


def test_a_slow_action_tells_what_it_will_do() -> None:
    enc = scene("cast david at c4 side heroes", "cast bob at d4 side heroes", "start bob health 2")
    found = ask(enc, "david first-aid bob", bob=Command("bob", "recover", thing="health"))
    low = failed(0)
    expected = {0: low, **dict.fromkeys(range(1, 8), (1 - low) / 10), 8: (1 - low) * 3 / 10}
    assert spread(found, "bob", "health") == expected
    assert spread(found, "bob", "beats") == {0: low, -1: 1 - low}
    assert found.left_out == ["what may spoil first aid until it takes effect, at the start of the next turn"]
    assert RULESET.value_of(enc, "david", "pending") == ""


def test_hindered_by_a_reaction() -> None:
    enc = scene(ALICE, "cast guard at d4 side foes")
    found = ask(enc, "alice use spark guard", guard=Command("guard", "react", thing="guard-shout"))
    assert spread(found, "guard", "health") == {0: failed(2, -1), -2: 1 - failed(2, -1)}
    assert spread(found, "guard", "beats") == {-1: 1}


# Movement and zones


def test_the_second_dash() -> None:
    enc = after(scene(BOB, "cast orc at l8 side foes"), "bob dash")
    assert count(enc, "bob dash", reader("bob", "slowed")) == {"0": 1 - failed(1), "1": failed(1)}


@pytest.mark.parametrize("stacks", [1, 2, 3])
def test_walking_into_fire(stacks: int) -> None:
    enc = scene("| ....", f"| zone b1 fire {stacks}", "cast bob at a1 side heroes")
    low = failed(1)
    assert spread(ask(enc, "bob walk b1"), "bob", "health") == {0: 1 - low, -stacks: low}


def test_leaving_swinging_distance() -> None:
    enc = scene("cast orc at d4 side foes", BOB)
    found = ask(enc, "orc walk h4", bob=Command("bob", "swing"))
    assert spread(found, "orc", "health") == blow(3, most=6)
    assert spread(found, "bob", "beats") == {-1: 1}


# Every action


def one_of_each(enc: Encounter, who: str) -> list[Command]:
    """For every action on the menu its first command, and its last where there are several."""
    found: list[Command] = []
    for choice in RULESET.menu(enc, who):
        found.append(choice.command(0))
        if choice.size > 1:
            found.append(choice.command(choice.size - 1))
    return found


def kind_of(command: Command) -> str:
    return f"{command.verb} {command.thing}" if command.verb == "use" else command.verb


@pytest.mark.parametrize("scenario", ["weir-parley", "drakes-ledge-told"])
def test_exact_odds_work_for_whatever_is_offered(scenario: str) -> None:
    """Odds are exact and add up to certainty."""
    enc = RULESET.start(scenario, {"gm": "automatic"}, ["odds", "odds gm"])
    inline, asked = Inline({}, RandomPolicy(len(scenario))), set[str]()
    take_steps(RULESET, enc, inline, Thrower())
    for _ in range(70):
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        for one in one_of_each(enc, command.who):
            if kind_of(one) in asked:
                continue
            asked.add(kind_of(one))
            found = odds(RULESET, enc, one, GM)
            assert found.sampled == 0 and found.cut.part == 0, one
            for row in [row for gauges in found.changes.values() for row in gauges.values()]:
                assert sum([exact(share) for share in row.values()]) == 1, one
        perform(RULESET, enc, command, inline, Thrower())
        take_steps(RULESET, enc, inline, Thrower())
    assert len(asked) > 10


def test_the_preview_of_the_turn_order_does_without_odds() -> None:
    """They tell nothing anybody could decide by; who asks for them still gets them, exactly and in time."""
    game = Game(RULESET, RULESET.start("counting-house", {}, ["1", "2"]))
    game.begin()
    game.command(Command(GM, "encounter"))
    command = Command(GM, "roll-order")
    assert preview(game, command, GM).odds is None
    found = odds(RULESET, game.known(GM), command, GM)
    assert found.sampled == 0 and found.branches < 10_000
    assert found.changes["hound2"]["beats"]
