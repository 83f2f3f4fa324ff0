"""Section 7: taking aim, and attacks in the turns of others."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Choice, Command, Encounter, Reason, Table, Why
from fracas.engine.events import BOOKS, SECRET, About
from fracas.engine.purpose import BRACE
from fracas.rulesets.crisis_3d6.action_points import Aimed, CrisisAction, bars_points
from fracas.rulesets.crisis_3d6.attack import (
    at_hand,
    attack_command,
    attack_commands,
    attack_price,
    bars_attack,
    bars_foe,
    bars_shots,
    bars_stance,
    gets_at,
    shots_of,
    strike,
)
from fracas.rulesets.crisis_3d6.checks import EASY
from fracas.rulesets.crisis_3d6.conditions import gain
from fracas.rulesets.crisis_3d6.flow import crisis
from fracas.rulesets.crisis_3d6.gear import WeaponAction, weapon_for, weapons_at_hand
from fracas.rulesets.crisis_3d6.long_actions import Spent, break_off
from fracas.rulesets.crisis_3d6.options import options
from fracas.rulesets.crisis_3d6.people import MOST_AP, Person, enemies, people, person
from fracas.rulesets.crisis_3d6.situation import sees
from fracas.rulesets.crisis_3d6.turn_order import TurnDone

OVERWATCH: Final = "overwatch"
WINDOW: Final = "overwatch"


class Aim(CrisisAction):
    """The next attack is one level easier."""

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """7.2: not beyond the easiest level."""
        helps = one.assets - one.unfavourable if options(enc).difficulty_modifiers == "level" else 0
        if EASY - helps - one.aim > 1:
            return []
        return [Reason("7.2", f"the next attack of {one.name} is as easy as it can be", "attack", "attack")]

    def act(self, table: Table, command: Command) -> None:
        """7.1, 7.2: once more, on top of earlier aim."""
        table.emit(Aimed(command.who, person(table.enc, command.who).aim + 1, "takes aim"))


class Overwatch(CrisisAction):
    """The rest of the points wait for somebody else's turn."""

    purpose = BRACE

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """7.6: not without the points for an attack."""
        cheapest = min([weapon.ap for weapon in weapons_at_hand(one)])
        if one.ap >= cheapest:
            return []
        return [Reason("7.6", f"{one.name} needs {cheapest} AP for an attack and has {one.ap}", "end the turn", "pass")]

    def act(self, table: Table, command: Command) -> None:
        """7.6, 7.11: until the start of one's own next turn."""
        gain(table, command.who, OVERWATCH, command.who)
        table.emit(TurnDone(command.who, "waits for an opening"))


class React(WeaponAction):
    """7.8: an attack out of turn."""

    def ap(self, enc: Encounter, command: Command) -> int:
        """7.8: the ordinary price of an attack."""
        return attack_price(enc, command)

    def bars_moment(self, enc: Encounter, who: str) -> list[Reason]:
        """Only on Overwatch, when somebody gives an opening."""
        one = person(enc, who)
        if not one.has(OVERWATCH) or not one.present:
            return [Reason("7.7", f"{one.name} is not on Overwatch")]
        return [] if crisis(enc).trigger else [Reason("7.7", "nobody gives an opening")]

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        return self.bars(enc, command.who) or self.bars_pick(enc, command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        trigger = crisis(enc).trigger
        if trigger not in enc.combatants:
            return []
        return attack_commands(enc, self.verb, person(enc, who), [person(enc, trigger)], False)

    def left(self, enc: Encounter, one: Person) -> Choice | None:
        """The parts of `bars_pick`, each judged once."""
        other = person(enc, crisis(enc).trigger)
        legal: list[Command] = []
        if sees(enc, one, other) and not self.bars_target(enc, one, other) and not bars_foe(enc, one, other):
            for thing, weapon in at_hand(one):
                if not (bars_haste(one, weapon.ap) or bars_shots(one, weapon, 1) or bars_stance(one, weapon)):
                    if gets_at(enc, one, other, weapon):
                        legal.append(attack_command(one, self.verb, other, thing, 1))
        return Choice(one.id, self.verb, legal, [], None) if legal else None

    def bars_target(self, enc: Encounter, one: Person, other: Person) -> list[Reason]:
        """7.7: the one who gives the opening, in plain sight."""
        opening = other.id == crisis(enc).trigger
        reasons = [] if opening else [Reason("7.7", f"{other.name} gives no opening")]
        return reasons if sees(enc, one, other) else [*reasons, Reason("7.7", f"{one.name} does not see {other.name}")]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """7.7, 7.8: the one who gives the opening, at once, and by all the rules of attack."""
        one = person(enc, command.who)
        reasons = self.bars_target(enc, one, person(enc, command.target))
        return reasons + bars_haste(one, self.ap(enc, command)) + bars_attack(enc, command)

    def perform(self, table: Table, command: Command) -> None:
        """7.8, 7.10, 7.12: paid and resolved at once; it is an action like any other for what it cancels."""
        one = person(table.enc, command.who)
        weapon = weapon_for(one, command.thing)
        assert weapon is not None
        break_off(table, command.who)
        table.emit(Spent(command.who, min(self.ap(table.enc, command), one.ap), "an attack on Overwatch"))
        strike(table, command.who, command.target, weapon, shots_of(command), 1, True)


def bars_haste(one: Person, price: int) -> list[Reason]:
    """4.4, 7.8: the points must be there, all of them at once."""
    if price <= MOST_AP:
        return bars_points(one, price)
    return [Reason("7.8", f"an attack for {price} AP takes more than a moment"), *bars_points(one, price)]


def interrupted(table: Table, who: str) -> bool:
    """7.7, 7.9: let everybody on Overwatch answer; true if the action comes to nothing."""
    prone = person(table.enc, who).has("prone")
    let_fire(table, who, [])
    return stopped(table.enc, who, prone)


def stopped(enc: Encounter, who: str, prone: bool) -> bool:
    """7.9: killed, knocked out, stunned, or thrown to the ground."""
    one = person(enc, who)
    return not one.present or one.has("stunned") or (one.has("prone") and not prone)


def let_fire(table: Table, who: str, fired: list[str]) -> None:
    """7.7, 7.8: one opening; whoever fires is added to `fired`."""
    enc = table.enc
    ready = [other.id for other in people(enc) if other.conditions and not other.down and other.has(OVERWATCH)]
    if not ready:
        return
    foes = [other.id for other in enemies(enc, person(enc, who))]
    watching = [other for other in ready if other in foes and other not in fired]
    if not watching:
        return
    table.emit(Triggered(who))
    performed = table.react(WINDOW, watching, Why("{0} gives an opening", [who]))
    fired.extend([answer.who for answer in performed])
    table.emit(Triggered(""))


class Triggered(About):
    """An action may be answered from Overwatch; with nobody named, no more."""

    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        crisis(enc).trigger = self.who
