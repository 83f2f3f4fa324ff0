"""Section 9: attacks from declaration to wound, hand to hand and at range."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choice, Command, Encounter, Reason, Table, counted, parse
from fracas.engine.board import NONE
from fracas.engine.purpose import READY
from fracas.rulesets.crisis_mode.action_points import (
    CrisisAction,
    as_only,
    bars_condition,
    bars_price,
    bars_second_action,
    pay,
)
from fracas.rulesets.crisis_mode.blows import Blow, apart, attack_tally, defense_for, deliver, hand_to_hand, reveal
from fracas.rulesets.crisis_mode.checks import modified
from fracas.rulesets.crisis_mode.combining import bars_combination
from fracas.rulesets.crisis_mode.conditions import bars_fear_blow, mark
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter, living
from fracas.rulesets.crisis_mode.gear import Loaded, at_hand, bars_hands, bars_weapon, weapon_for
from fracas.rulesets.crisis_mode.profiles import Price, Weapon


class Attack(CrisisAction):
    """9.1: an attack of one of the four kinds."""

    def __init__(self, verb: str, title: str, paragraph: str, price: Price, attack: int, damage: int) -> None:
        super().__init__(verb, title, paragraph, price, "target thing?")
        self.attack = attack
        self.damage = damage
        self.marker = verb if verb in ("rushed", "aimed", "all-out") else ""

    def promise(self, enc: Encounter, command: Command) -> int:
        """9.3: how far the attack roll is ahead of the Defense roll."""
        blow = self.blow(enc, command)
        mine = attack_tally(enc, blow).total + modified(fighter(enc, blow.who), blow.weapon.check)
        theirs = defense_for(enc, blow).total + modified(fighter(enc, blow.target), "finesse")
        harm = 4 if blow.weapon.half_brawn else (parse(blow.weapon.damage).high or 8) + self.damage
        return max(1, 10 + mine - theirs) * harm

    def things(self) -> str:
        return "a weapon"

    def known(self, enc: Encounter) -> list[str]:
        return list(content_of(enc).weapons)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        """Every enemy with the readied weapon, and with each other weapon that is at hand."""
        one = fighter(enc, who)
        commands: list[Command] = []
        ready = at_hand(one)
        for other in living(enc):
            for index, weapon in enumerate(ready if other.side != one.side else []):
                commands.append(Command(who, self.verb, (other.id,), weapon.id if index else ""))
        return commands

    def likely(self, enc: Encounter, who: str) -> list[Command]:
        return [Command(who, self.verb, (target,), thing) for target, thing in in_range(enc, fighter(enc, who))]

    def bars_in_turn(self, enc: Encounter, one: Fighter) -> list[Reason]:
        reasons = bars_condition(one, "attack")
        if one.acted_here:
            reasons.extend(bars_second_action(one))
        reasons.extend(bars_price(enc, one, self.usual))
        return reasons + bars_combination(enc, one, self.verb, as_only(one, self.usual))

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """9.10: the right target, a weapon at hand, within reach or range, in sight; All-Out only hand to hand."""
        one, target = fighter(enc, command.who), fighter(enc, command.target)
        reasons = bars_target(enc, one, target) + bars_weapon(one, command.thing)
        if reasons:
            return reasons
        weapon = weapon_for(one, command.thing)
        assert weapon is not None
        melee = hand_to_hand(enc, one, weapon, target)
        reasons = bars_hands(one, weapon) + bars_fear_blow(one, melee or not weapon.base_range)
        if self.verb == "all-out" and not melee and weapon.base_range:
            reasons.append(Reason("9.10", "an All-Out attack is hand to hand only", "close in", "path"))
            return reasons
        return reasons + bars_distance(enc, one, weapon, target, melee) + bars_sight(enc, one, target)

    def unnamed(self, enc: Encounter, who: str) -> str:
        return at_hand(fighter(enc, who))[0].name

    def label(self, enc: Encounter, command: Command) -> str:
        with_what = f" with {content_of(enc).weapons[command.thing].name}" if command.thing else ""
        return enc.name(command.target) + with_what

    def perform(self, table: Table, command: Command) -> None:
        """6.2, 6.8, 9.6, 9.7, 9.8, 9.9: pay, take the kind's mark on Defense, and strike with what the kind adds."""
        blow = self.blow(table.enc, command)
        reveal(table, command.who)
        pay(table, command.who, self.usual, self.title)
        if self.marker:
            mark(table, command.who, self.marker, 1)
        deliver(table, blow)

    def blow(self, enc: Encounter, command: Command) -> Blow:
        """With what is at hand, and what the kind of attack adds."""
        one, target = fighter(enc, command.who), fighter(enc, command.target)
        weapon = weapon_for(one, command.thing) or at_hand(one)[0]
        melee = hand_to_hand(enc, one, weapon, target) or not weapon.base_range
        blow = Blow(command.who, command.target, self.verb, weapon, melee)
        blow.unseen = one.hidden
        blow.attack.add(self.title, self.attack, self.paragraph)
        blow.damage.add(self.title, self.damage, self.paragraph)
        return blow

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        """How far, and everything that adjusts the roll."""
        return super().sighted(enc, command, seat) + counted("9.3", attack_tally(enc, self.blow(enc, command)))


def in_range(enc: Encounter, one: Fighter) -> list[tuple[str, str]]:
    """Enemies and weapons at hand that get at them, by distance alone: a quick look before anything is judged."""
    ready = at_hand(one)
    farthest = 0
    for weapon in ready:
        farthest = max(farthest, weapon.reach_high, weapon.range_limit)
    found: list[tuple[str, str]] = []
    for other in living(enc):
        gap = apart(enc, one, other)
        if other.side == one.side or gap > farthest:
            continue
        for index, weapon in enumerate(ready):
            if gap <= weapon.reach_high or gap <= weapon.range_limit:
                found.append((other.id, weapon.id if index else ""))
    return found


def attack_choices(enc: Encounter, one: Fighter) -> list[Choice]:
    """The fast door for all four kinds at once: targets and weapons are looked up once, then judged kind by kind."""
    open_kinds = [attack for attack in ATTACKS if not attack.bars_in_turn(enc, one)]
    near = in_range(enc, one) if open_kinds else []
    choices: list[Choice] = []
    for attack in open_kinds if near else []:
        legal = [Command(one.id, attack.verb, (target,), thing) for target, thing in near]
        legal = [command for command in legal if not attack.bars_pick(enc, command)]
        if legal:
            choices.append(Choice(one.id, attack.verb, legal, [], None))
    return choices


def bars_target(enc: Encounter, one: Fighter, target: Fighter) -> list[Reason]:
    """9.2: a living combatant of another side."""
    if target.side == one.side:
        return [Reason("9.2", f"{target.name} is on the same side")]
    if not target.living:
        return [Reason("9.2", f"{target.name} is out of the fight")]
    return bars_unknown(target)


def bars_unknown(target: Fighter) -> list[Reason]:
    """1.8: nobody aims at somebody hidden, not even those whose player knows better."""
    return [Reason("1.8", f"{target.name} is hidden", "find it first")] if target.hidden else []


def bars_distance(enc: Encounter, one: Fighter, weapon: Weapon, target: Fighter, melee: bool) -> list[Reason]:
    """9.11, 9.15, 9.17: within reach or range, and loaded."""
    if melee:
        return []
    gap = apart(enc, one, target)
    if not weapon.base_range:
        text = f"{target.name} is {gap} squares away, reach is {weapon.reach_high}"
        return [Reason("9.11", text, "move closer", "path")]
    reasons: list[Reason] = []
    if gap > weapon.range_limit:
        text = f"{target.name} is {gap} squares away, limit is {weapon.range_limit}"
        reasons.append(Reason("9.15", text, "move closer", "path"))
    if weapon.reload_min and weapon.id in one.empty:
        reasons.append(Reason("9.17", f"{weapon.name} is not loaded", "reload", "reload"))
    return reasons


def bars_sight(enc: Encounter, one: Fighter, target: Fighter) -> list[Reason]:
    """9.12: a line of sight, however narrow."""
    if enc.board.sight(one.pos, one.size, target.pos, target.size) == NONE:
        return [Reason("9.12", f"{target.name} is out of sight", "move to where it can be seen", "path")]
    return []


class Reload(CrisisAction):
    """9.17: making a crossbow ready again; 1 AP for the strong, 3 for the others."""

    purpose = READY

    def price(self, enc: Encounter, command: Command) -> Price:
        one = fighter(enc, command.who)
        weapon = one.weapon
        strong = weapon is not None and modified(one, "brawn") >= weapon.reload_min
        return Price(1) if strong else self.usual

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return super().bars_pick(enc, command) + bars_reload(fighter(enc, command.who))

    def perform(self, table: Table, command: Command) -> None:
        pay(table, command.who, self.price(table.enc, command), "reload")
        weapon = fighter(table.enc, command.who).weapon
        if weapon is not None:
            table.emit(Loaded(command.who, weapon.id, True))


def bars_reload(one: Fighter) -> list[Reason]:
    """9.17: only a weapon that needs it and has been shot."""
    if one.weapon is None or not one.weapon.reload_min:
        return [Reason("9.17", f"{one.name} has nothing in hand that needs reloading")]
    return [] if one.weapon.id in one.empty else [Reason("9.17", f"{one.weapon.name} is loaded")]


ATTACKS: Final = [
    Attack("rushed", "Rushed attack", "9.6", Price(1), -2, 0),
    Attack("normal", "Normal attack", "9.7", Price(2), 0, 0),
    Attack("aimed", "Aimed attack", "9.8", Price(3), 1, 0),
    Attack("all-out", "All-Out attack", "9.9", Price(3, True), 2, 4),
]
