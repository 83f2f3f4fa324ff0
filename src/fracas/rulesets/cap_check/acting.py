"""What the actions of this game share: their labels, whose turn it is, and what keeps somebody from acting."""

from __future__ import annotations

from fracas.engine.action import Action, stands
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.rulesets.cap_check.fighter import Fighter, fighter, has_fallen, title_of
from fracas.rulesets.cap_check.foes import goes_by_card
from fracas.rulesets.cap_check.pool import bars_pool


def bars_turn(enc: Encounter, one: Fighter) -> list[Reason]:
    """2.4, 13.8: only in one's own turn; a foe that goes by its card takes no commands."""
    if one.id not in enc.flow.active:
        return [Reason("2.4", f"it is not {one.name}'s turn", "wait for it")]
    if goes_by_card(enc, one):
        return [Reason("13.8", f"{one.name} goes by its card")]
    return []


def bars_able(one: Fighter) -> list[Reason]:
    """8.6, 15.9, 15.10, 15.13: what keeps somebody from acting: FALLEN, Sleep, Prone, or Paralysis after one action."""
    reasons: list[Reason] = []
    if not one.present:
        reasons.append(has_fallen(one))
    if one.has("sleep"):
        reasons.append(Reason("15.10", f"{one.name} is asleep"))
    if one.has("prone") and one.is_hero:
        reasons.append(Reason("15.9", f"{one.name} is Prone", "rise first", "rise"))
    if one.has("paralysis") and one.acted > 0:
        reasons.append(Reason("15.13", f"{one.name} is paralysed and has acted in this turn"))
    return reasons


def bars_points(one: Fighter, points: int) -> list[Reason]:
    """3.5, 13.9: no action without the points it costs; a foe run by the GM has so many actions a turn."""
    if not one.is_hero and one.actions <= 0:
        return [Reason("13.9", f"{one.name} has no action left in this turn", "pass")]
    return bars_pool(one, points, remedy="wait for the next turn")


class Worded(Action):
    """Something whose things are cards, Amplifies and the like: people read them by their names."""

    def label(self, enc: Encounter, command: Command) -> str:
        words = " ".join([title_of(enc, word) for word in command.thing.split()])
        return super().label(enc, Command(command.who, command.verb, command.targets, words, command.squares))

    def things(self) -> str:
        return "the id of a card"


class CapAction(Worded):
    """Something done in one's own turn."""

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        one = fighter(enc, who)
        out = bars_turn(enc, one)
        if stands(enc, out):
            return out
        # What this very action puts right does not bar it.
        unable = [reason for reason in bars_able(one) if reason.needs != self.verb]
        return out + unable + self.bars_self(enc, one)

    def bars_self(self, enc: Encounter, one: Fighter) -> list[Reason]:
        """What speaks against this action for somebody who may act."""
        return []

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        """2.4: who is not in turn is told that and no more."""
        out = bars_turn(enc, fighter(enc, command.who))
        return out if stands(enc, out) else super().reasons_against(enc, command)
