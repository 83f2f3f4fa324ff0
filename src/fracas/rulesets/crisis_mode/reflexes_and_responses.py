"""Section 7: Reflexes before an attack is resolved, and Responses after it."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Action, Command, Encounter, Reason, Table, Why
from fracas.rulesets.crisis_mode.action_points import bars_condition, pay, say_marker
from fracas.rulesets.crisis_mode.blows import DECLARED, SETTLED, Blow, blade, defenceless, resolve, reveal
from fracas.rulesets.crisis_mode.checks import check_roll, opposed
from fracas.rulesets.crisis_mode.conditions import bars_fear_blow, mark
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, crisis, fighter, thing_name
from fracas.rulesets.crisis_mode.flow import Strike
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import Price
from fracas.rulesets.crisis_mode.situation import within


class Reaction(Action):
    """7.1, 7.2: something done in answer to an attack, for points, outside the order."""

    def __init__(self, verb: str, title: str, paragraph: str, window: str) -> None:
        super().__init__(verb, title, paragraph, "none", window)

    def price(self, enc: Encounter) -> Price:
        """7.2: a point, like every other one of its kind."""
        return Price(1)

    def cost(self, enc: Encounter, command: Command) -> str:
        return self.price(enc).say()

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = fighter(enc, who)
        strike = crisis(enc).strike
        if strike is None or strike.target != who or strike.settled != (self.window == SETTLED):
            return [Reason(self.paragraph, f"there is nothing for {one.name} to answer")]
        if not fighter(enc, strike.attacker).present:
            return [Reason(self.paragraph, f"{enc.name(strike.attacker)} attacks nobody any more")]
        reasons = bars_alert(one) + bars_points(one, self.price(enc)) + self.bars_ability(one)
        return reasons + self.bars_strike(enc, one, strike)

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return self.candidates(enc, who) if self.mastered(fighter(enc, who)) else []

    def mastered(self, one: Fighter) -> bool:
        """7.3: each of these takes the ability of its name."""
        return self.verb in one.creature.abilities

    def bars_ability(self, one: Fighter) -> list[Reason]:
        """7.3: nobody does what takes an ability without it."""
        return [] if self.mastered(one) else [Reason("7.3", f"{one.name} has not learned {self.title}")]

    def bars_strike(self, enc: Encounter, one: Fighter, strike: Strike) -> list[Reason]:
        """What speaks against answering this very attack so."""
        return []

    def perform(self, table: Table, command: Command) -> None:
        """3.11, 7.2: pay and come out of hiding; Free Steps stay as they are, and the attack takes its course."""
        reveal(table, command.who)
        pay(table, command.who, self.price(table.enc), self.title, True)


def bars_alert(one: Fighter) -> list[Reason]:
    """7.14: conscious, above 0 Hit Points, neither stunned nor dazed."""
    if one.present and one.hp > 0 and not bars_condition(one, "reflex"):
        return []
    return [Reason("7.14", f"{one.name} is not active and alert")]


def bars_points(one: Fighter, price: Price) -> list[Reason]:
    """7.2, 4.4: it costs points like everything else."""
    if one.ap >= price.ap:
        return []
    return [Reason("7.2", f"{one.name} needs {price.ap} AP and has {one.ap}", "wait for the next turn")]


class ShieldBlock(Reaction):
    """The shield counts twice against the incoming attack."""

    def promise(self, enc: Encounter, command: Command) -> int:
        """A point is worth more on one's own turn, unless there might be no other."""
        one = fighter(enc, command.who)
        return 1 if one.hp * 3 <= one.max_hp else 0

    def mastered(self, one: Fighter) -> bool:
        """7.3: a shield on the arm is all it takes."""
        return one.shield is not None

    def bars_ability(self, one: Fighter) -> list[Reason]:
        """Without one there is nothing to block with."""
        if self.mastered(one):
            return []
        return [Reason("7.3", f"{one.name} has no shield on the arm", "draw one", "draw")]

    def bars_strike(self, enc: Encounter, one: Fighter, strike: Strike) -> list[Reason]:
        """7.7: against any attack on Defense, from near or far."""
        if defenceless(one):
            return [Reason("7.7", "no Defense is rolled, so there is nothing to block")]
        return []


class Parry(Reaction):
    """7.8: stops a hand-to-hand attack altogether."""

    def promise(self, enc: Encounter, command: Command) -> int:
        """More than any other Reflex does."""
        return 2

    def drawback(self, enc: Encounter, command: Command) -> str:
        """What it leaves (12.5)."""
        return say_marker(content_of(enc).conditions["parried"])

    def perform(self, table: Table, command: Command) -> None:
        super().perform(table, command)
        mark(table, command.who, "parried", 1)

    def bars_strike(self, enc: Encounter, one: Fighter, strike: Strike) -> list[Reason]:
        """7.8: hand to hand, with a hand-to-hand weapon in hand."""
        reasons: list[Reason] = []
        if not strike.melee:
            reasons.append(Reason("7.8", "only hand-to-hand attacks can be parried"))
        if one.weapon is None or not one.weapon.reach_high:
            reasons.append(Reason("7.8", f"{one.name} has no hand-to-hand weapon in hand", "draw one", "draw"))
        return reasons


class StrikeBack(Reaction):
    """A Counterattack strikes the attacker first, at -2; a Riposte strikes back afterwards."""

    def price(self, enc: Encounter) -> Price:
        """7.2: a Counterattack is dearer under the option."""
        return Price(options(enc).counterattack_cost if self.verb == "counterattack" else 1)

    def bars_strike(self, enc: Encounter, one: Fighter, strike: Strike) -> list[Reason]:
        """7.9, 7.12: the attacker must be within reach of the defender's weapon."""
        attacker = fighter(enc, strike.attacker)
        weapon = blade(one)
        if not attacker.present or weapon is None or not within(enc, one, attacker, weapon.reach_high):
            return [Reason(self.paragraph, f"{attacker.name} is not within reach")]
        return bars_condition(one, "attack") + bars_fear_blow(one, True)


def reflex(table: Table, blow: Blow) -> bool:
    """7.4, 7.5, 7.13: one Reflex at most, declared before any roll and won by a contest; false if the attack is
    stopped."""
    strike = crisis(table.enc).strike
    what = thing_name(content_of(table.enc), strike.weapon) if strike is not None else blow.weapon.name
    prompt = Why(f"{{0}} attacks ({blow.verb}, {what})", [blow.who])
    for command in table.react(DECLARED, [blow.target], prompt):
        if contest(table, command, blow.who):
            return carry_out(table, command, blow)
    return True


def contest(table: Table, command: Command, attacker: str) -> bool:
    """7.5, 7.6: the Reflex was paid for, win or lose; the defender wins ties."""
    why = f"Reflex: {table.ruleset.actions[command.verb].title}"
    mine = check_roll(table.enc, command.who, "finesse", why)
    return opposed(table, mine, check_roll(table.enc, attacker, "finesse", why))


def carry_out(table: Table, command: Command, blow: Blow) -> bool:
    """7.7, 7.8, 7.9, 7.10: what a Reflex that succeeds does before the attack; false if it stops it."""
    if command.verb == "parry":
        return False
    if command.verb == "shield-block":
        blow.blocked = True
    else:
        strike_back(table, blow, command.verb, -2, "7.9")
    return True


def response(table: Table, blow: Blow) -> None:
    """7.11, 7.12, 7.13: one Response at most, after the attack, without a contest."""
    strike = crisis(table.enc).strike
    for command in table.react(SETTLED, [blow.target], Why("{0}'s attack is over", [blow.who])):
        strike_back(table, blow, command.verb, -strike.harm if strike is not None else 0, "7.12")


def strike_back(table: Table, blow: Blow, verb: str, adjustment: int, paragraph: str) -> None:
    """7.15: the weapon in hand, rolled like a Normal attack, unanswerable."""
    weapon = blade(fighter(table.enc, blow.target))
    if weapon is None:
        return
    back = Blow(blow.target, blow.who, verb, weapon, True)
    back.attack.add("Counterattack" if verb == "counterattack" else "pain", adjustment, paragraph)
    resolve(table, back)


REACTIONS: Final[list[Action]] = [
    ShieldBlock("shield-block", "Shield Block", "7.7", DECLARED),
    Parry("parry", "Parry", "7.8", DECLARED),
    StrikeBack("counterattack", "Counterattack", "7.9", DECLARED),
    StrikeBack("riposte", "Riposte", "7.12", SETTLED),
]
