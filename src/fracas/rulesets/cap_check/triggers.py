"""Section 9: Triggers, used out of order the moment their condition is met."""

from __future__ import annotations

from typing import ClassVar

from fracas.engine.api import Command, Encounter, Reason, Table, Why, stands
from fracas.engine.events import BOOKS, SECRET, Event
from fracas.rulesets.cap_check.acting import Worded, bars_pool
from fracas.rulesets.cap_check.actions import bars_card, pay, price_of
from fracas.rulesets.cap_check.aiming import aims, bars_aim
from fracas.rulesets.cap_check.course import carry_out, escape, places_of
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.fighter import Fighter, fighter, fighters, known_card, rounds
from fracas.rulesets.cap_check.flow import Underway
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.options import options
from fracas.rulesets.cap_check.profiles import AFTER, Card
from fracas.rulesets.cap_check.targets import bars_body, targets_of
from fracas.rulesets.cap_check.tide_turners import bars_charge

WINDOW = "trigger"
MOVE = "move"


class MomentCame(Event):
    """The condition of some Triggers may hold right now; empty when that is over."""

    IDS: ClassVar[tuple[str, ...]] = ("damaged", "avoided", "fallen")
    SEEN: ClassVar[str] = SECRET
    TELLS: ClassVar[str] = BOOKS

    def __init__(self, moment: str, damaged: list[str], avoided: list[str], fallen: list[str]) -> None:
        self.moment = moment
        self.damaged = damaged
        self.avoided = avoided
        self.fallen = fallen

    def apply(self, enc: Encounter) -> None:
        rounds(enc).moment_came(self.moment, self.damaged, self.avoided, self.fallen)


def victims_of(enc: Encounter, one: Fighter, card: Card, underway: Underway) -> list[str] | None:
    """9.4, 9.12: whom the condition of a Trigger concerns right now; None where it is not met."""
    after = card.when in AFTER
    if underway.moment != ("after" if after else "before") or underway.how not in ("", MOVE):
        return None
    return victims_after(enc, one, card.when, underway) if after else victims_before(enc, one, card.when, underway)


def victims_before(enc: Encounter, one: Fighter, when: str, underway: Underway) -> list[str] | None:
    """9.4, 1.7: somebody of the other side is about to act, to act on somebody, or to move; nobody that is hidden."""
    cause = fighter(enc, underway.who)
    if cause.side == one.side or (cause.hidden and cause.seat != one.seat):
        return None
    moving = underway.how == MOVE
    if when in ("foe-moves", "hero-moves"):
        return [] if moving else None
    if moving:
        return None
    if when == "foe-targets-self":
        return [one.id] if one.id in underway.targets else None
    if when == "foe-targets-other":
        return allies_among(enc, one, underway.targets) or None
    if when == "hero-acts":
        card = known_card(enc, underway.card)
        return [] if card.basic or card.tag else None
    return [] if when == "foe-acts" else None


def victims_after(enc: Encounter, one: Fighter, when: str, underway: Underway) -> list[str] | None:
    """9.4: somebody was hurt, got out of the way, or fell."""
    if when == "self-damaged":
        return [one.id] if one.id in underway.damaged and fighter(enc, underway.who).side != one.side else None
    if when == "self-avoids":
        return [one.id] if one.id in underway.avoided else None
    if when == "other-damaged":
        return allies_among(enc, one, underway.damaged) or None
    if when in ("other-falls", "ally-falls"):
        return allies_among(enc, one, underway.fallen) or None
    whom = underway.damaged if when == "enemy-damaged" else underway.fallen
    return [who for who in whom if fighter(enc, who).side != one.side] or None


def allies_among(enc: Encounter, one: Fighter, whos: list[str]) -> list[str]:
    return [who for who in whos if who != one.id and fighter(enc, who).side == one.side]


def targeted(enc: Encounter, one: Fighter, card: Card, cause: str, victims: list[str], named: list[str]) -> list[str]:
    """9.6: the cause, the victims, or whom the card names."""
    if card.target == "cause":
        return [cause]
    return in_reach(enc, one, card, victims) if card.target == "victim" else targets_of(enc, card, one, named, [])


def in_reach(enc: Encounter, one: Fighter, card: Card, whos: list[str]) -> list[str]:
    """9.6: those within range and without Cover between."""
    return [who for who in whos if not bars_body(enc, card, one, fighter(enc, who))]


def bars_reach(enc: Encounter, one: Fighter, card: Card, underway: Underway, victims: list[str]) -> list[Reason]:
    """9.6: within range, and without cover between: the cause or the victim, whichever the Trigger is about."""
    others = [who for who in victims if who != one.id]
    of_cause = card.target == "cause" or (card.target != "victim" and not others)
    if in_reach(enc, one, card, [underway.who] if of_cause else victims):
        return []
    return [Reason("9.6", f"{card.name} does not reach that far")]


def bars_standing(enc: Encounter, card: Card, underway: Underway, victims: list[str]) -> list[Reason]:
    """8.6: the FALLEN are no targets, not for a Trigger either, unless it raises them."""
    whom = [underway.who] if card.target == "cause" else victims if card.target == "victim" else []
    if [who for who in whom if fighter(enc, who).present != card.revives]:
        return []
    return [Reason("8.6", f"nobody is left for {card.name} to target")] if whom else []


def bars_trigger_limit(one: Fighter, card: Card) -> list[Reason]:
    """9.3, 12.5, 13.10: no more Triggers in a round than the limit, Tide-Turners included; a foe's once a round."""
    if not one.is_hero:
        return [Reason("13.10", f"{card.name} was used in this round")] if one.round_used.get(card.id, 0) else []
    if one.triggers_used >= one.trigger_limit:
        return [Reason("9.3", f"{one.name} has used {one.triggers_used} of {one.trigger_limit} Triggers in this round")]
    return []


def bars_bearer(one: Fighter, card: Card) -> list[Reason]:
    """9.2: paid from what is left in the pool, and within the limits, whatever happens."""
    paid = bars_pool(one, card.points, "9.2") + bars_charge(one, card)
    return paid + bars_card(one, card) + bars_trigger_limit(one, card)


def bars_own_turn(enc: Encounter, one: Fighter) -> list[Reason]:
    """9.5: also in one's own turn, unless the option bars it."""
    if not options(enc).own_turn_triggers and one.is_hero and one.id in enc.flow.active:
        return [Reason("9.5", "Triggers are for the turns of others")]
    return []


class TriggerAnswer(Worded):
    """9.1: a Trigger used when its condition is met."""

    def __init__(self) -> None:
        super().__init__("trigger", "Trigger", "9.1", "thing target? square?", WINDOW)

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        known_card(enc, command.thing)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        """9.14: whoever cannot act cannot use a Trigger."""
        underway = rounds(enc).latest
        if underway is None or underway.moment not in ("before", "after"):
            return [Reason("9.13", "nothing happens that a Trigger could answer")]
        one = fighter(enc, who)
        if not one.present or one.has("sleep") or one.has("prone"):
            return [Reason("9.14", f"{one.name} cannot act")]
        return bars_own_turn(enc, one)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        underway = rounds(enc).latest
        one = fighter(enc, who)
        found: list[Command] = []
        for card in one.triggers.get(underway.moment, []) if underway is not None else []:
            if underway is not None and victims_of(enc, one, card, underway) is not None:
                found.extend(aims(enc, one, card, [], self.verb))
        return [command for command in found if not [who for who in command.targets if not enc.sees(one.seat, who)]]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """9.13: only what is on one's own card, and while its condition is met."""
        one = fighter(enc, command.who)
        card = one.card(command.thing)
        underway = rounds(enc).latest
        if card is None:
            return [Reason("3.9", f"{known_card(enc, command.thing).name} is not on {one.name}'s card")]
        victims = victims_of(enc, one, card, underway) if underway is not None and card.when else None
        if underway is None or victims is None:
            return [Reason("9.13", f"the condition of {card.name} is not met")]
        reasons = bars_bearer(one, card)
        reasons.extend(bars_standing(enc, card, underway, victims) or bars_reach(enc, one, card, underway, victims))
        return reasons + bars_aim(enc, one, card, [], list(command.targets), list(command.squares))

    def cost(self, enc: Encounter, command: Command) -> str:
        if not command.thing:
            return ""
        card = known_card(enc, command.thing)
        return price_of(card) if fighter(enc, command.who).is_hero else "free"

    def perform(self, table: Table, command: Command) -> None:
        raise NotImplementedError("a Trigger is carried out by what it answers")


def answer_moment(table: Table, doing: Doing, moment: str) -> None:
    """9.4, 9.7: what would happen can be answered before, what has happened right after; all are asked together and
    carried out in slot order, heroes before foes, each checked again."""
    enc = table.enc
    if moment == "after" and not (doing.damaged or doing.avoided or doing.fallen):
        return
    bearers = [one for one in fighters(enc) if one.triggers[moment] and one.present]
    if not bearers:
        return
    table.emit(MomentCame(moment, doing.damaged[:], doing.avoided[:], doing.fallen[:]))
    underway = rounds(enc).underway[-1]
    due = [one.id for one in bearers if is_due(enc, one, underway)]
    if due:
        places, board = places_of(enc), enc.board
        use_triggers(table, doing, moment, due)
        if doing.how == "" and moment == "before" and not doing.redirected:
            escape(enc, doing, places, enc.board is not board)
    table.emit(MomentCame("", [], [], []))


def use_triggers(table: Table, doing: Doing, moment: str, due: list[str]) -> None:
    """9.7: those who may be asked first, then foes that go by their cards."""
    enc = table.enc
    asked = askable(enc, due)
    for answer in table.window(WINDOW, asked, say_moment(doing, moment).more(". Trigger?")) if asked else []:
        if table.allows(answer):
            use_trigger(table, doing, answer)
    for who in due:
        commands = table.ruleset.reactions(enc, who, WINDOW) if by_itself(enc, fighter(enc, who)) else []
        if commands:
            use_trigger(table, doing, commands[0])


def say_moment(doing: Doing, moment: str) -> Why:
    """What has just happened, or is about to; of a hidden target nothing."""
    if doing.how == MOVE:
        return Why("{0} is about to move", [doing.who])
    others = [target for target in doing.targets if target != doing.who]
    when = "is about to use" if moment == "before" else "has used"
    return Why(f"{{0}} {when} {doing.card.name}{{1+ on }}", [doing.who, *others])


def is_due(enc: Encounter, one: Fighter, underway: Underway) -> bool:
    """Is the condition of one of somebody's Triggers met, and may they use it?"""
    for card in one.triggers[underway.moment]:
        if victims_of(enc, one, card, underway) is not None and not stands(enc, bars_bearer(one, card)):
            return True
    return False


def by_itself(enc: Encounter, one: Fighter) -> bool:
    """13.10: a foe that goes by its card uses its Triggers whenever it can."""
    return goes_by_card(enc, one) and one.present


def askable(enc: Encounter, bearers: list[str]) -> list[str]:
    """9.7: of those who have a Trigger everybody who may be asked, in the order of the slots, heroes first."""
    order = [who for slot in enc.flow.order for who in slot.who if who in bearers]
    # Somebody who came later has no slot yet.
    whos = [who for who in dict.fromkeys(order + bearers) if not by_itself(enc, fighter(enc, who))]
    heroes = [who for who in whos if fighter(enc, who).is_hero]
    return heroes + [who for who in whos if who not in heroes]


def use_trigger(table: Table, outer: Doing, command: Command) -> None:
    """9.2, 9.8, 9.9: pay, then carry it out like an action; it may cancel or redirect what it answers."""
    enc = table.enc
    one = fighter(enc, command.who)
    card = one.card(command.thing)
    underway = rounds(enc).latest
    assert underway is not None and card is not None
    victims = victims_of(enc, one, card, underway) or []
    pay(table, one, card, WINDOW)
    targets = targeted(enc, one, card, underway.who, victims, list(command.targets))
    doing = Doing(one.id, card, targets, list(command.squares), WINDOW)
    reached = in_reach(enc, one, card, [underway.who, *victims])
    doing.cause = underway.who if underway.who in reached else ""
    doing.victims, doing.outer = [who for who in victims if who in reached], outer
    carry_out(table, doing)
    if underway.moment == "before" and (outer.cancelled or not fighter(enc, outer.who).present):
        table.emit(MomentCame("", [], [], []))
