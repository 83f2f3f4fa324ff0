"""Section 4: what actions cost, who can pay, and what Only means."""

from __future__ import annotations

from typing import ClassVar, Final

from fracas.engine.api import Action, Choice, Command, Encounter, Invalid, Reason, Table, stands
from fracas.engine.events import ACT, BOOKS, SUBJECT, About
from fracas.engine.offer import Crossed
from fracas.rulesets.crisis_mode.checks import kinds
from fracas.rulesets.crisis_mode.fighter import Fighter, content_of, fighter, thing_name
from fracas.rulesets.crisis_mode.options import options
from fracas.rulesets.crisis_mode.profiles import ConditionKind, Price
from fracas.rulesets.crisis_mode.situation import MOST_A_ROUND, Standing, standing

NOTHING: Final[list[str]] = [""]


class Spent(About):
    """Action Points were spent on something other than movement; at 0 the Free Steps are forfeit."""

    SEEN: ClassVar[str] = SUBJECT

    def __init__(self, who: str, ap: int, on: str, reaction: bool) -> None:
        self.who = who
        self.ap = ap
        self.on = on
        self.reaction = reaction

    def apply(self, enc: Encounter) -> None:
        """3.5: whoever spends the last point loses the Free Steps."""
        one = fighter(enc, self.who)
        one.ap -= self.ap
        one.acted = True
        if not self.reaction:
            one.acted_here = True
            one.spent += self.ap
        if one.ap <= 0:
            one.free_steps = 0

    def say(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} spends {self.ap} AP: {self.on}"

    def tells(self) -> str:
        """A reaction is told; what the deed of a turn costs is bookkeeping."""
        return ACT if self.reaction else BOOKS

    def brief(self, enc: Encounter) -> str:
        return f"{enc.name(self.who)} answers with {self.on}"


def as_only(one: Fighter, price: Price) -> bool:
    """4.6, 4.10: is this price, for this fighter in this turn, that of an Only action?"""
    return price.only and (price.ap == 0 or one.ap_start < price.ap)


def affords(here: Standing, price: Price) -> bool:
    """Can this fighter plainly pay this? An Only action is looked at more closely."""
    return price.ap <= here.purse and not as_only(here.one, price)


def bars_price(here: Standing, price: Price) -> list[Reason]:
    """Every reason why this fighter cannot pay this price now; most prices are asked for several times."""
    key = -price.ap - 1 if price.only else price.ap
    found = here.prices.get(key)
    if found is None:
        one, only = here.one, as_only(here.one, price)
        found = bars_only(one) if only else bars_points(one, price) + bars_round_limit(here.enc, one, price)
        here.prices[key] = found
    return found


def bars_points(one: Fighter, price: Price) -> list[Reason]:
    """4.3, 4.4, 4.9: a fixed price needs that many points, and who could pay at first gets no Only form."""
    if one.ap >= price.ap:
        return []
    reasons = [Reason("4.3", f"{one.name} needs {price.ap} AP and has {one.ap}", "wait for the next turn")]
    if price.only:
        text = f"{one.name} began the turn with {one.ap_start} AP, so it cannot be an Only action"
        reasons.append(Reason("4.9", text))
    return reasons


def bars_only(one: Fighter) -> list[Reason]:
    """4.7: an Only action must be the only one of the Phase, Reflexes and Responses included."""
    if one.acted:
        return [Reason("4.7", f"{one.name} has already acted in this Action Phase", "wait for the next turn")]
    return []


def bars_round_limit(enc: Encounter, one: Fighter, price: Price) -> list[Reason]:
    """4.11: under `round-ap-limit` no more than 3 points in one opportunity."""
    if options(enc).round_ap_limit and one.spent + price.ap > MOST_A_ROUND:
        text = f"{one.name} would spend {one.spent + price.ap} AP in one Round"
        return [Reason("4.11", text, "wait for the next Round")]
    return []


def pay(table: Table, who: str, price: Price, on: str, reaction: bool = False) -> None:
    """4.1, 4.2, 4.5, 4.8: the points go the moment the action is declared; an Only action takes them all."""
    one = fighter(table.enc, who)
    cost = one.ap if as_only(one, price) else min(price.ap, one.ap)
    table.emit(Spent(who, cost, on, reaction))


class CrisisAction(Action):
    """An action of Crisis Mode: barred out of turn, by conditions, by a second action, or by its price."""

    def __init__(
        self,
        verb: str,
        title: str,
        paragraph: str,
        usual: Price,
        shape: str = "none",
        by_pick: bool = False,
        idle: bool = False,
    ) -> None:
        super().__init__(verb, title, paragraph, shape)
        self.idle = idle
        self.usual = usual
        """What it costs, or may cost."""
        self.priced_by_pick = by_pick
        """Does the price depend on what the command names? If not, it is judged once for all picks."""
        self.marker = ""
        """The condition it leaves on whoever does it."""

    def fixed_price(self, enc: Encounter, one: Fighter) -> Price:
        """What it costs this fighter, whatever it is aimed at."""
        return self.usual

    def price(self, enc: Encounter, command: Command) -> Price:
        """What it costs. A command without details asks for the usual price."""
        return self.fixed_price(enc, fighter(enc, command.who))

    def known(self, enc: Encounter) -> list[str]:
        """What its thing may be by name; nothing here: any name is looked at."""
        return []

    def check(self, enc: Encounter, command: Command) -> None:
        super().check(enc, command)
        known = self.known(enc) if command.thing else []
        if known and command.thing not in known:
            raise Invalid("command", "thing", command.thing, self.things())

    def drawback(self, enc: Encounter, command: Command) -> str:
        """The marker it leaves until Reset (12.5)."""
        return say_marker(content_of(enc).conditions[self.marker]) if self.marker else ""

    def cost(self, enc: Encounter, command: Command) -> str:
        one = fighter(enc, command.who)
        price = self.price(enc, command)
        if as_only(one, price):
            return f"Only ({one.ap} AP)"
        return price.say()

    def label(self, enc: Encounter, command: Command) -> str:
        name = thing_name(content_of(enc), command.thing)
        named = Command(command.who, command.verb, command.targets, name, command.squares[-1:])
        return super().label(enc, named)

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        out = bars_turn(enc, who)
        return out if stands(enc, out) else out + self.bars_in_turn(standing(enc, who))

    def targets(self, here: Standing) -> list[str]:
        """Whom to offer it for; an empty text for nobody."""
        return NOTHING

    def names(self, here: Standing) -> list[str]:
        """Which things to offer it with; an empty text for none."""
        return NOTHING

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        here = standing(enc, who)
        return Crossed(who, self.verb, self.targets(here), self.names(here)).commands

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        """2.5: out of turn, nothing else about the command is judged."""
        out = bars_turn(enc, command.who)
        return out if stands(enc, out) else super().reasons_against(enc, command)

    def choice(self, enc: Encounter, who: str) -> Choice | None:
        return None if bars_turn(enc, who) else self.choice_in_turn(standing(enc, who))

    def choice_in_turn(self, here: Standing) -> Choice | None:
        """The legal commands of the one in turn; what is plainly not there to be done is not judged."""
        return self.left(here) if self.possible(here) and not self.bars_in_turn(here) else None

    def possible(self, here: Standing) -> bool:
        """Is there, at a quick look, anything to do it with?"""
        return True

    def left(self, here: Standing) -> Choice | None:
        """What nothing speaks against, once the action as such is open: each target and each thing is judged once."""
        targets, names = self.targets(here), self.names(here)
        if targets is not NOTHING:
            targets = [who for who in targets if not self.bars_target(here, fighter(here.enc, who))]
        if names is not NOTHING:
            names = [thing for thing in names if not self.bars_thing(here, thing)]
        return Crossed(here.one.id, self.verb, targets, names) if targets and names else None

    def bars_in_turn(self, here: Standing) -> list[Reason]:
        """Reasons against the action as such for the one in turn. Most actions cannot follow a movement."""
        enc, one = here.enc, here.one
        if here.free and (self.priced_by_pick or affords(here, self.fixed_price(enc, one))):
            return self.bars_own(here)
        price = [] if self.priced_by_pick else bars_price(here, self.fixed_price(enc, one))
        held = bars_held(here, self.barred_as()) if one.conditions else []
        second, own = bars_second_action(one), self.bars_own(here)
        # Mostly nothing speaks against it, and then there is nothing to join.
        return held + second + price + own if held or second or price or own else []

    def barred_as(self) -> str:
        """What a condition must forbid to forbid this; whatever forbids actions forbids all of it."""
        return "action"

    def bars_own(self, here: Standing) -> list[Reason]:
        """What else speaks against this action, whatever it is aimed at."""
        return []

    def bars_target(self, here: Standing, other: Fighter) -> list[Reason]:
        """Reasons against this target."""
        return []

    def bars_thing(self, here: Standing, thing: str) -> list[Reason]:
        """Reasons against this thing."""
        return []

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        here = standing(enc, command.who)
        target = self.bars_target(here, fighter(enc, command.target)) if command.targets else []
        return target + self.bars_thing(here, command.thing)


def say_marker(kind: ConditionKind) -> str:
    """`-3 Defense until Reset` (12.5)."""
    parts: list[str] = []
    for what, said in (("defense", "Defense"), ("attack", "on your attack rolls")):
        if what in kind.adjusts:
            parts.append(f"{kind.adjusts[what]:+d} {said}")
    return f"{' and '.join(parts)} until Reset" if parts else ""


def bars_turn(enc: Encounter, who: str) -> list[Reason]:
    """2.5, 2.10: only the one whose opportunity it is may act."""
    here = standing(enc, who)
    if here.out is None:
        now = enc.flow.active
        here.out = []
        if who not in now:
            names = ", ".join([enc.name(name) for name in now]) or "nobody"
            here.out = [Reason("2.5", f"it is the opportunity of {names}, not of {enc.name(who)}")]
    return here.out


def bars_second_action(one: Fighter) -> list[Reason]:
    """2.8: one action in an opportunity."""
    if one.acted_here or one.moved_here:
        return [Reason("2.8", f"{one.name} has already acted in this opportunity", "wait for the next Round")]
    return []


def bars_held(here: Standing, what: str) -> list[Reason]:
    """What conditions forbid the one in turn, found once for all its actions."""
    if not here.one.conditions:
        return []
    if what not in here.held:
        here.held[what] = bars_condition(here.one, what)
    return here.held[what]


def bars_condition(one: Fighter, what: str) -> list[Reason]:
    """12.7, 12.8, 12.12, 12.15: whatever a condition forbids, by that condition's paragraph."""
    if not one.conditions:
        return []
    return [Reason(k.paragraph, f"{one.name} is {k.name.lower()}") for k, _ in kinds(one) if what in k.bars]
