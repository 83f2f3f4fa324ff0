"""What a Test is likely to come to: the harm to be expected of a blow, a shot or an ability, for bots and for the
order in which attacks are offered."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Encounter, parse
from fracas.rulesets.phases_of_play.being import Being, being
from fracas.rulesets.phases_of_play.carrying_out import test_net
from fracas.rulesets.phases_of_play.damage import defended, halved_by_cover
from fracas.rulesets.phases_of_play.distances import enemies
from fracas.rulesets.phases_of_play.effects import applies, left_by_save
from fracas.rulesets.phases_of_play.profiles import Ability, Effect
from fracas.rulesets.phases_of_play.tests import MIXED, OUTCOMES, net_of, own_net, pick, score_of
from fracas.rulesets.phases_of_play.zones import vulnerable_in

POINT: Final = 100
"""A point of damage, in what actions promise."""
FACES: Final = 11
"""What a d10 can show once its tens are settled: 0 to 10."""
WHOLE: Final = 20
"""The faces 1 to 9 come twice in so many throws, 0 and 10 once each."""
ONLY_MIXED: Final = [10_000 if outcome == MIXED else 0 for outcome in OUTCOMES]

_CHANCES: Final[dict[tuple[int, int], list[int]]] = {}
"""By Modifier and what helps or hinders; both have few values."""


def chances(modifier: int, net: int) -> list[int]:
    """How likely each outcome of a Test is, in ten thousandths, from critical failure to critical success."""
    found = _CHANCES.get((modifier, net))
    if found is None:
        found, dice = [0] * len(OUTCOMES), 1 + abs(net)
        for face in range(FACES):
            below, upto = max(2 * face - 1, 0), min(2 * face + 1, WHOLE)
            if net < 0:
                below, upto = WHOLE - upto, WHOLE - below
            weight = (upto**dice - below**dice) * 10_000 // WHOLE**dice
            found[OUTCOMES.index(score_of(pick([face], net), modifier).outcome)] += weight
        _CHANCES[modifier, net] = found
    return found


def expected(enc: Encounter, one: Being, target: Being, name: str, net: int, harms: list[int], type: str) -> int:
    """What is left on average of these amounts, one for each outcome of a Test, once cover and Defenses have had
    their share; in hundredths of a point. Where there is no Test the outcome is Mixed."""
    covered = halved_by_cover(enc, one.id, target.id, type)
    more = 1 if target.stacks("vulnerable") or vulnerable_in(enc, target) else 0
    total = 0
    weights = chances(one.numbers[name], net_of(net + own_net(enc, one, name))) if name else ONLY_MIXED
    for chance, harm in zip(weights, harms, strict=True):
        if harm > 0:
            total += chance * defended(target, harm + more, type, covered)
    return total * POINT // 10_000


def harm_of(enc: Encounter, one: Being, ability: Ability, hit: list[str]) -> int:
    """The same of an ability, for each of those it reaches and for each of its Beats."""
    foes = [other for other in [being(enc, who) for who in hit] if enemies(one, other)]
    effects = [effect for effect in ability.effects if effect.kind == "damage" and effect.to in ("target", "area")]
    if not foes or not effects:
        return 0
    total, net = 0, test_net(enc, one, ability, hit) if ability.test else 0
    for effect in effects:
        harms = [typical(effect) if applies(ability, effect, outcome) else 0 for outcome in OUTCOMES]
        harm = expected(enc, one, foes[0], ability.test, net, harms, effect.type)
        # Every other Save is passed.
        total += (harm + harm * left_by_save(effect, POINT) // POINT) // 2 if ability.save else harm
    beats = ability.beats + 1 if ability.time == "slow-action" else ability.beats
    return total // max(beats, 1)


def typical(effect: Effect) -> int:
    """A fixed amount, or what its dice come to on average."""
    if not effect.dice:
        return effect.amount
    dice = parse(effect.dice)
    return ((dice.low or 0) + (dice.high or 0)) // 2
