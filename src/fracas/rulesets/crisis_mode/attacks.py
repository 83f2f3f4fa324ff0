"""Section 9: attacks from declaration to wound, hand to hand and at range."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Choice, Command, Encounter, Reason, Table, counted, parse
from fracas.engine.board import UNSEEN
from fracas.engine.purpose import READY
from fracas.rulesets.crisis_mode.action_points import (
    CrisisAction,
    affords,
    as_only,
    bars_held,
    bars_price,
    bars_second_action,
    pay,
)
from fracas.rulesets.crisis_mode.blows import Blow, attack_tally, defense_for, deliver, hand_to_hand, reveal
from fracas.rulesets.crisis_mode.checks import modified
from fracas.rulesets.crisis_mode.combining import bars_combination
from fracas.rulesets.crisis_mode.conditions import bars_fear_blow, mark
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter
from fracas.rulesets.crisis_mode.gear import Loaded, at_hand, bars_hands, bars_weapon, weapon_for
from fracas.rulesets.crisis_mode.profiles import Price, Weapon
from fracas.rulesets.crisis_mode.situation import Aim, Standing, standing


class Attack(CrisisAction):
    """9.1: an attack of one of the four kinds."""

    def __init__(self, verb: str, title: str, paragraph: str, price: Price, attack: int, damage: int) -> None:
        super().__init__(verb, title, paragraph, price, "target thing?")
        self.attack = attack
        self.damage = damage
        self.marker = verb if verb in ("rushed", "aimed", "all-out") else ""

    def promise(self, enc: Encounter, command: Command) -> int:
        """How far the attack roll is ahead of the Defense roll."""
        known, key = standing(enc, command.who).promises, (self.verb, command.target, command.thing)
        if key not in known:
            known[key] = self._promised(enc, command)
        return known[key]

    def _promised(self, enc: Encounter, command: Command) -> int:
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
        things = ["", *[weapon.id for weapon in at_hand(one)[1:]]]
        return [Command(who, self.verb, (foe.id,), thing) for foe in standing(enc, who).foes() for thing in things]

    def possible(self, here: Standing) -> bool:
        return bool(in_range(here))

    def left(self, here: Standing) -> Choice | None:
        legal = [aim for aim in in_range(here) if not self.bars_aim(aim)]
        return Aims(here.one.id, self.verb, legal) if legal else None

    def bars_in_turn(self, here: Standing) -> list[Reason]:
        one = here.one
        if here.free and affords(here, self.usual):
            return []
        second = bars_second_action(one) if one.acted_here else []
        held = bars_held(here, "attack") if one.conditions else []
        price = bars_price(here, self.usual)
        reasons = held + second + price if held or second or price else []
        if not one.moved_here:
            return reasons
        return reasons + bars_combination(here.enc, one, self.verb, as_only(one, self.usual))

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return self.bars_aim(aimed(standing(enc, command.who), fighter(enc, command.target), command.thing))

    def bars_aim(self, aim: Aim) -> list[Reason]:
        """9.10: whatever bars this weapon at this target; All-Out only hand to hand."""
        if self.verb == "all-out" and aim.from_afar:
            return [
                *aim.in_hand,
                Reason(
                    "9.10", "an All-Out attack is hand to hand only", "close in with a weapon to strike with", "path"
                ),
            ]
        return aim.reasons

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

    def carries(self, enc: Encounter, command: Command) -> int:
        weapon = weapon_for(fighter(enc, command.who), command.thing)
        return max(weapon.range_limit, weapon.reach_high) if weapon is not None else 0

    def sighted(self, enc: Encounter, command: Command, seat: str) -> list[Reason]:
        """How far, and everything that adjusts the roll."""
        return super().sighted(enc, command, seat) + counted("9.3", attack_tally(enc, self.blow(enc, command)))


def aimed(here: Standing, target: Fighter, thing: str) -> Aim:
    """9.10: the right target, a weapon at hand and hands for it, and whether it gets there; found once for all."""
    found = here.aims.get((target.id, thing))
    return found if found is not None else aimed_with(here, target, thing, weapon_for(here.one, thing))


def aimed_with(here: Standing, target: Fighter, thing: str, weapon: Weapon | None) -> Aim:
    """The same with the weapon that is meant; none if it is not at hand."""
    enc, one = here.enc, here.one
    wrong = bars_target(enc, one, target)
    if weapon is None:
        found = Aim(target.id, thing, False, wrong + bars_weapon(one, thing), [])
    elif wrong:
        found = Aim(target.id, thing, False, wrong, [])
    else:
        melee = here.reaches(target, weapon.reach_high)
        barred = bars_hands(one, weapon) + bars_fear_blow(one, melee or not weapon.base_range)
        far = bars_distance(here, weapon, target) if not melee else []
        found = Aim(target.id, thing, not melee and weapon.base_range > 0, barred, far + bars_sight(enc, one, target))
    here.aims[target.id, thing] = found
    return found


def in_range(here: Standing) -> list[Aim]:
    """Enemies and weapons at hand that get at them, by distance alone, found once for all kinds of attack: a quick look
    before anything is judged."""
    if here.in_range is None:
        ready = at_hand(here.one)
        spans = [max(weapon.reach_high, weapon.range_limit) for weapon in ready]
        farthest = max(spans)
        here.in_range = []
        for foe in here.foes():
            gap = here.gap(foe)
            if gap <= farthest:
                for index, span in enumerate(spans):
                    if gap <= span:
                        weapon = ready[index]
                        here.in_range.append(aimed_with(here, foe, weapon.id if index else "", weapon))
    return here.in_range


class Aims(Choice):
    """Targets, each with the weapon for it; a command is built when somebody asks for it."""

    def __init__(self, who: str, verb: str, aims: list[Aim]) -> None:
        self.who = who
        self.verb = verb
        self.aims = aims

    @property
    def commands(self) -> list[Command]:
        return [self.command(index) for index in range(len(self.aims))]

    @property
    def size(self) -> int:
        return len(self.aims)

    def command(self, index: int) -> Command:
        aim = self.aims[index]
        return Command(self.who, self.verb, (aim.target,), aim.thing)


def bars_target(enc: Encounter, one: Fighter, target: Fighter) -> list[Reason]:
    """9.2: a living combatant of another side."""
    if target.side == one.side:
        return [Reason("9.2", f"{target.name} is on the same side")]
    if not target.alive:
        return [Reason("9.2", f"{target.name} is out of the fight")]
    return bars_unknown(target)


def bars_unknown(target: Fighter) -> list[Reason]:
    """1.8: nobody aims at somebody hidden, not even those whose player knows better."""
    return [Reason("1.8", f"{target.name} is hidden", "find it first")] if target.hidden else []


def bars_distance(here: Standing, weapon: Weapon, target: Fighter) -> list[Reason]:
    """9.11, 9.15, 9.17: within reach or range, and loaded."""
    one, gap = here.one, here.gap(target)
    if here.reaches(target, weapon.reach_high):
        return []
    if not weapon.base_range:
        if gap <= weapon.reach_high:
            return [Reason("5.17", f"a wall or a closed door is between {one.name} and {target.name}", "go round it")]
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
    if enc.board.sight(one.pos, one.size, target.pos, target.size) == UNSEEN:
        return [Reason("9.12", f"{target.name} is out of sight", "move to where it can be seen", "path")]
    return []


class Reload(CrisisAction):
    """9.17: making a crossbow ready again; 1 AP for the strong, 3 for the others."""

    purpose = READY

    def fixed_price(self, enc: Encounter, one: Fighter) -> Price:
        weapon = one.weapon
        strong = weapon is not None and modified(one, "brawn") >= weapon.reload_min
        return Price(1) if strong else self.usual

    def possible(self, here: Standing) -> bool:
        return bool(here.one.empty) and not bars_reload(here.one)

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        return bars_reload(fighter(enc, command.who))

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
