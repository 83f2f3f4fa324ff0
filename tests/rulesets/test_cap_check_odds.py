"""Exact odds of CAP Check against closed forms worked out here, in fractions and without the code of the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.game import Game
from fracas.engine.ledger import Share
from fracas.engine.odds import Odds, odds
from fracas.engine.text import parse_command
from fracas.lab.faces import ScriptedThrower
from fracas.lab.staging import staged
from fracas.rulesets.cap_check import RULESET
from fracas.rulesets.cap_check.fighter import own_content
from fracas.rulesets.cap_check.profiles import Card, Effect, Foe, Hero

CONTENT = own_content(RULESET.content)
Spread = dict[int, Fraction]
TARGET = "drowned-duke"
"""Large enough in HP that no single action fells it, and with no Trigger that an action sets off."""


# Closed forms


def sums(count: int, sides: int, flat: int = 0) -> Spread:
    """How often the sum of some dice comes up, by counting."""
    found: Spread = {flat: Fraction(1)}
    for _ in range(count):
        nearer: Spread = {}
        for total, share in found.items():
            for face in range(1, sides + 1):
                nearer[total + face] = nearer.get(total + face, Fraction(0)) + share / sides
        found = nearer
    return found


def changed(spread: Spread, change: Callable[[int], int]) -> Spread:
    """The same chances with every total changed; totals that become equal are added up."""
    found: Spread = {}
    for total, share in spread.items():
        found[change(total)] = found.get(change(total), Fraction(0)) + share
    return found


def at_most(value: int, net: int = 0) -> Fraction:
    """The chance of no more than `value` on a d20: of `net` more dice the lowest counts, of fewer the highest."""
    one = Fraction(min(max(value, 0), 20), 20)
    return 1 - (1 - one) ** (1 + net) if net >= 0 else one ** (1 - net)


def cap(c: int, a: int, p: int, net: int = 0) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Critical, hit past the barrier, hit against it, miss."""
    crit = at_most(c, net)
    hit = max(at_most(a, net), crit)
    past = max(at_most(min(p, a), net), crit)
    return crit, past - crit, hit - past, 1 - hit


def harm(chances: tuple[Fraction, Fraction, Fraction, Fraction], rolled: Spread, barrier: int) -> Spread:
    """HP lost to one action: the most on a critical, all of it past the barrier, the rest less the barrier, or none."""
    crit, past, against, miss = chances
    found: Spread = {0: miss}
    for total, share in rolled.items():
        found[total] = found.get(total, Fraction(0)) + past * share
        left = max(total - barrier, 0)
        found[left] = found.get(left, Fraction(0)) + against * share
    most = max(rolled)
    found[most] = found.get(most, Fraction(0)) + crit
    return {lost: share for lost, share in found.items() if share}


def dice(text: str) -> Spread:
    """`3d8` or `2d10+15` or `d6`, read here by hand."""
    pools, _, flat = text.partition("+")
    count, _, sides = pools.partition("d")
    return sums(int(count or 1), int(sides), int(flat or 0))


# The same from the rules


def fraction(share: Share) -> Fraction:
    return Fraction(share.part, share.whole)


def stage(*lines: str) -> Encounter:
    return staged(RULESET, *lines)


def when_it_is_the_turn_of(enc: Encounter, who: str) -> Encounter:
    """The same table after everybody before has passed."""
    game = Game(RULESET, enc, ScriptedThrower([]))
    game.begin()
    while who not in game.state.flow.active:
        waiting = game.state.flow.active[0]
        game.command(Command(waiting, PASS), game.state.seat_of(waiting))
    return game.state


def ask(enc: Encounter, text: str) -> Odds:
    found = odds(RULESET, enc, parse_command(RULESET, enc, text), GM)
    assert found.sampled == 0 and found.cut.part == 0, "exact, and nothing cut off"
    return found


def lost(found: Odds, who: str, gauge: str = "hp") -> Spread:
    """HP lost, each with its chance; one who never changes lost 0 for certain."""
    changes = found.changes.get(who, {}).get(gauge, {0: Share(1, 1)})
    return {-change: fraction(share) for change, share in changes.items() if share.part}


def duel(hero: str, foe: str = TARGET, *more: str) -> Encounter:
    return stage(f"cast {hero} at c4 side heroes", f"cast {foe} as foe at d4 side foes", *more)


def damage_of(card: Card) -> list[Effect]:
    return [effect for effect in card.effects if effect.kind == "damage"]


def barrier(foe: Foe, effect: Effect) -> int:
    return foe.toughness if effect.versus == "toughness" else foe.resistance if effect.versus == "resistance" else 0


# CAP Checks


@pytest.mark.parametrize(
    ("c", "a", "p", "percents"),
    [
        (2, 10, 5, (10, 15, 25, 50)),
        (2, 14, 8, (10, 30, 30, 30)),
        (3, 14, 6, (15, 15, 40, 30)),
        (2, 16, 8, (10, 30, 40, 20)),
        (3, 13, 9, (15, 30, 20, 35)),
        (5, 3, 9, (25, 0, 0, 75)),
        (2, 6, 12, (10, 20, 0, 70)),
        (0, 25, 0, (0, 0, 100, 0)),
    ],
)
def test_four_outcomes_of_a_check(c: int, a: int, p: int, percents: tuple[int, ...]) -> None:
    assert [100 * chance for chance in cap(c, a, p)] == list(percents)
    enc = duel("tamsin", TARGET, f"start tamsin c {c}", f"start tamsin a {a}", f"start tamsin p {p}")
    expected = harm(cap(c, a, p), sums(3, 8), CONTENT.foes[TARGET].toughness)
    assert lost(ask(enc, "tamsin use blade-cut foe"), "foe") == expected


@pytest.mark.parametrize("net", [-3, -2, -1, 1, 2, 3])
def test_advantage_and_disadvantage_stack(net: int) -> None:
    word = "boon-advantage" if net > 0 else "boon-disadvantage"
    enc = duel("tamsin", TARGET, f"start tamsin condition {word} {abs(net)}")
    expected = harm(cap(3, 14, 6, net), sums(3, 8), CONTENT.foes[TARGET].toughness)
    assert lost(ask(enc, "tamsin use blade-cut foe"), "foe") == expected


HITTING = [
    (hero, card)
    for hero in CONTENT.heroes.values()
    for card in hero.all_cards
    if len(damage_of(card)) == 1
    and card.target in ("enemy", "square", "ally+enemy", "burst", "field")
    and not set(card.types) & {"trigger", "amplify"}
]


@pytest.mark.parametrize(("hero", "card"), HITTING, ids=[card.id for _, card in HITTING])
def test_every_action_that_wounds_agrees_with_its_closed_form(hero: Hero, card: Card) -> None:
    foe = CONTENT.foes[TARGET]
    effect = damage_of(card)[0]
    assert effect.dice is not None
    chances = cap(hero.c + card.c, hero.a + card.a, hero.p + card.p)
    if card.auto_crit:
        chances = (Fraction(1), Fraction(0), Fraction(0), Fraction(0))
    elif card.auto_hit:
        chances = (Fraction(0), Fraction(0), Fraction(1), Fraction(0))
    target = {"square": " d4", "burst": "", "field": "", "ally+enemy": f" {hero.id} foe"}.get(card.target, " foe")
    found = ask(duel(hero.id), f"{hero.id} use {card.id}{target}")
    assert lost(found, "foe") == harm(chances, dice(effect.dice.text), barrier(foe, effect))


def test_every_hero_is_among_those_that_wound() -> None:
    assert {hero.id for hero, _ in HITTING} == set(CONTENT.heroes)


def test_a_piercing_action_still_has_to_hit() -> None:
    enc = duel("tamsin", TARGET, "start tamsin condition boon-piercing 1")
    expected = harm(cap(3, 14, 14), sums(3, 8), CONTENT.foes[TARGET].toughness)
    assert lost(ask(enc, "tamsin use blade-cut foe"), "foe") == expected


def test_fragility_takes_the_barrier_away() -> None:
    enc = duel("tamsin", TARGET, "start foe condition fragility 1")
    assert lost(ask(enc, "tamsin use blade-cut foe"), "foe") == harm(cap(3, 14, 14), sums(3, 8), 0)


def test_two_foes_share_one_roll() -> None:
    enc = duel("oriel", TARGET, "cast bone-scrap as scrap at d5 side foes", "start scrap hp 22")
    found = ask(enc, "oriel use pinning-shot foe scrap")
    chances = cap(2, 15, 8)
    assert lost(found, "foe") == harm(chances, sums(2, 8), 8)
    assert lost(found, "scrap") == harm(chances, sums(2, 8), 5)
    both = fraction(found.results["miss"])
    assert both == Fraction(1, 4)


SHIELDED = "cast fenna at c4 side heroes", "cast gatebreaker as foe at g4 side foes"


def test_a_foe_that_shields_ignores_the_first_points() -> None:
    found = ask(stage(*SHIELDED), "fenna use patient-rot foe")
    assert lost(found, "foe") == harm(cap(2, 14, 7), changed(sums(2, 6), lambda total: max(total - 6, 0)), 0)


def test_a_foe_next_to_the_hero_may_strike_first_and_cancel() -> None:
    found = ask(stage(SHIELDED[0], SHIELDED[1].replace("g4", "d4")), "fenna use patient-rot foe")
    avoided = Fraction(8, 20)
    crit, past, against, miss = [avoided * chance for chance in cap(2, 14, 7)]
    expected = harm((crit, past, against, miss), changed(sums(2, 6), lambda total: max(total - 6, 0)), 0)
    expected[0] += 1 - avoided
    assert lost(found, "foe") == expected
    struck = changed(sums(1, 10, 6), lambda total: max(total - 5, 0))
    assert lost(found, "fenna") == {0: avoided, **{hurt: share * (1 - avoided) for hurt, share in struck.items()}}


def test_vulnerability_lowers_the_barrier_but_not_below_zero() -> None:
    for stacks in (3, 12):
        enc = duel("brannoc", TARGET, f"start foe condition vulnerability {stacks}")
        expected = harm(cap(2, 13, 8), sums(3, 8), max(8 - stacks, 0))
        assert lost(ask(enc, "brannoc use axe-swing foe"), "foe") == expected


def test_weakness_and_daze_of_a_hero() -> None:
    enc = duel("brannoc", TARGET, "start brannoc condition weakness 5", "start brannoc condition daze 1")
    weaker = changed(sums(3, 8), lambda total: max(total - 5, 0))
    assert lost(ask(enc, "brannoc use axe-swing foe"), "foe") == harm(cap(2, 9, 8), weaker, 8)


def test_off_guard_and_sleep_of_a_foe() -> None:
    enc = duel("brannoc", TARGET, "start foe condition off-guard 1")
    assert lost(ask(enc, "brannoc use axe-swing foe"), "foe") == harm(cap(2, 15, 8), sums(3, 8), 8)
    asleep = duel("brannoc", TARGET, "start foe condition sleep 1")
    assert lost(ask(asleep, "brannoc use axe-swing foe"), "foe") == {24: Fraction(1)}


def test_an_amplify_declared_beforehand() -> None:
    enc = duel("tamsin")
    expected = harm(cap(5, 14, 6), changed(sums(3, 8), lambda total: total * 3 // 2), 8)
    assert lost(ask(enc, "tamsin use heart-seeker twist-the-blade foe"), "foe") == expected


def test_an_amplify_declared_after_the_dice_comes_to_the_same() -> None:
    enc = duel("tamsin")
    command = parse_command(RULESET, enc, "tamsin use heart-seeker foe")
    answer = parse_command(RULESET, enc, "tamsin amplify twist-the-blade")
    after = odds(RULESET, enc, command, GM, {"tamsin": answer})
    assert lost(after, "foe") == lost(ask(enc, "tamsin use heart-seeker twist-the-blade foe"), "foe")
    # Declared beforehand it is paid for in any case; afterwards only where there is a hit to amplify.
    assert lost(after, "tamsin", "pool") == {2: cap(5, 14, 6)[3], 3: 1 - cap(5, 14, 6)[3]}


# Healing


@pytest.mark.parametrize("hp", [1, 30, 35, 40, 43])
def test_healing_stops_at_the_maximum(hp: int) -> None:
    enc = duel("brannoc", TARGET, f"start brannoc hp {hp}")
    expected = changed(sums(1, 10), lambda total: -min(total, 44 - hp))
    assert lost(ask(enc, "brannoc use second-wind"), "brannoc") == expected


def test_a_miss_takes_nothing_from_the_heroes_of_a_mixed_action() -> None:
    enc = duel("fenna", TARGET, "start fenna hp 10")
    found = ask(enc, "fenna use borrowed-breath fenna foe")
    assert lost(found, "fenna") == {-total: share for total, share in sums(2, 6).items()}
    assert lost(found, "foe") == harm(cap(2, 14, 7), sums(2, 8), 7)


# Foes: the hero's defence

WOUNDING = [
    (foe, card)
    for foe in CONTENT.foes.values()
    for card in [foe.basic, *foe.cards.values()]
    if len(damage_of(card)) == 1
]
HERO = CONTENT.heroes["brannoc"]


def defence(check: str) -> Fraction:
    """The chance that Brannoc avoids it."""
    values = {"": 0, "none": 0, "dodge": HERO.dodge, "willpower": HERO.willpower, **HERO.skills}
    return Fraction(values[check], 20)


@pytest.mark.parametrize(("foe", "card"), WOUNDING, ids=[card.id for _, card in WOUNDING])
def test_every_wounding_action_of_a_foe_agrees_with_its_closed_form(foe: Foe, card: Card) -> None:
    effect = damage_of(card)[0]
    assert effect.dice is not None
    against = {"toughness": HERO.toughness, "resistance": HERO.resistance, "piercing": 0}[effect.versus]
    enc = stage(
        "option foes free",
        "cast oriel at l1 side heroes",
        f"cast {foe.id} as foe at d4 side foes",
        "cast brannoc at c4 side heroes",
        "start brannoc hp 44",
    )
    enc = when_it_is_the_turn_of(enc, "foe")
    avoided = defence(card.check)
    expected: Spread = {0: avoided}
    for hurt, share in changed(dice(effect.dice.text), lambda total: max(total - against, 0)).items():
        expected[hurt] = expected.get(hurt, Fraction(0)) + (1 - avoided) * share
    target = {"square": " c4", "burst": "", "field": "", "self": ""}.get(card.target, " brannoc")
    found = ask(enc, f"foe use {card.id}{target}")
    assert lost(found, "brannoc") == {value: share for value, share in expected.items() if share}


def test_a_trigger_that_strikes_first_and_cancels() -> None:
    enc = stage("option foes free", "cast tamsin at c4 side heroes", f"cast {TARGET} as foe at d4 side foes")
    enc = when_it_is_the_turn_of(enc, "foe")
    command = parse_command(RULESET, enc, "foe use drowned-hand tamsin")
    answer = parse_command(RULESET, enc, "tamsin trigger nerve-jab")
    found = odds(RULESET, enc, command, GM, {"tamsin": answer})
    jabbed = cap(3, 14, 6)
    assert lost(found, "foe") == harm(jabbed, sums(1, 6), 0)
    # Only a jab that missed lets the blow come, and then Tamsin still may dodge with 10 of 20.
    comes = jabbed[3] * Fraction(1, 2)
    struck = changed(sums(2, 10, 8), lambda total: max(total - 6, 0))
    assert lost(found, "tamsin") == {0: 1 - comes, **{hurt: comes * share for hurt, share in struck.items()}}


def test_a_shield_held_between_lowers_what_comes_through() -> None:
    enc = stage(
        "option foes free",
        "cast oriel at c4 side heroes",
        "cast brannoc at c5 side heroes",
        f"cast {TARGET} as foe at d4 side foes",
    )
    enc = when_it_is_the_turn_of(enc, "foe")
    command = parse_command(RULESET, enc, "foe use drowned-hand oriel")
    answer = parse_command(RULESET, enc, "brannoc trigger shield-between")
    avoided = Fraction(9, 20)
    expected: Spread = {0: avoided}
    for hurt, share in changed(sums(2, 10, 8), lambda total: max(total - 5 - 6, 0)).items():
        expected[hurt] = expected.get(hurt, Fraction(0)) + (1 - avoided) * share
    assert lost(odds(RULESET, enc, command, GM, {"brannoc": answer}), "oriel") == expected


# Every other action


def test_odds_of_every_action_that_is_offered_are_exact_and_whole() -> None:
    asked = 0
    for hero in CONTENT.heroes.values():
        enc = stage(
            f"cast {hero.id} as one at c4 side heroes",
            "cast brannoc as two at c5 side heroes",
            f"cast {TARGET} as foe at d4 side foes",
            "start two hp 20",
            "start one hp 20",
            "start two condition poison 2",
        )
        for choice in RULESET.menu(enc, "one"):
            commands = [command for command in choice.commands if command.verb != PASS]
            for command in commands[:: max(1, len(commands) // 40)]:
                found = odds(RULESET, enc, command, GM)
                assert found.sampled == 0 and found.cut.part == 0, command
                asked += 1
    assert asked > 80
