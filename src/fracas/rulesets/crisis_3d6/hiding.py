"""Section 6: hiding from each enemy for itself, sneaking past them, and being found."""

from __future__ import annotations

from fracas.engine.api import Command, Encounter, Reason, Table
from fracas.engine.board import NO_COVER
from fracas.rulesets.crisis_3d6.action_points import CrisisAction
from fracas.rulesets.crisis_3d6.checks import FUMBLE, LEGENDARY, Result, roll_check, target_number
from fracas.rulesets.crisis_3d6.people import Person, enemies, person
from fracas.rulesets.crisis_3d6.situation import gap, sees, situation
from fracas.rulesets.crisis_3d6.unseen import Spotted, WentUnseen


class Hide(CrisisAction):
    """Out of everybody's mind."""

    def bars_here(self, enc: Encounter, one: Person) -> list[Reason]:
        """6.1, 6.2: somebody must be there who has no sight and does not overlook one already."""
        watching = enemies(enc, one)
        if not watching:
            return [Reason("6.1", f"{one.name} knows of no enemy to hide from")]
        aware = [other for other in watching if not one.hidden_from(other)]
        if not aware:
            return [Reason("6.2", f"{one.name} is hidden already")]
        if [other for other in aware if not sees(enc, other, one)]:
            return []
        if [other for other in watching if not sees(enc, other, one)]:
            return [Reason("6.2", f"{one.name} is hidden from all who do not see it")]
        return [Reason("6.1", f"every enemy has {one.name} in sight", "move behind something", "path")]

    def act(self, table: Table, command: Command) -> None:
        """6.1, 6.3: one roll, compared with each who does not see."""
        enc = table.enc
        one = person(enc, command.who)
        blind = [other for other in enemies(enc, one) if not sees(enc, other, one)]
        result = roll_check(table, command.who, "hide", target_number(enc, one, "stealth"))
        fooled = [other.id for other in blind if fools(result, other)]
        if fooled:
            table.emit(WentUnseen(command.who, fooled))


def fools(result: Result, other: Person) -> bool:
    """6.3: it succeeds with the observer's Perception beyond 10 as a penalty."""
    if result.outcome in (LEGENDARY, FUMBLE):
        return result.outcome == LEGENDARY
    return result.margin >= other.perception - 10


class Prowl:
    """One Sneak, with the one Stealth check it may take."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.result: Result | None = None

    def exposed(self, table: Table) -> None:
        """6.5: at the first square in sight of somebody fooled so far the dice are thrown, once for the whole way."""
        watching = unnoticing(table.enc, self.who)
        if not watching:
            return
        if self.result is None:
            number = target_number(table.enc, person(table.enc, self.who), "stealth")
            self.result = roll_check(table, self.who, "sneak", number)
        noticed = [other.id for other in watching if not fools(self.result, other)]
        if noticed:
            table.emit(Spotted(self.who, noticed, "did not sneak well enough"))


def unnoticing(enc: Encounter, who: str) -> list[Person]:
    """6.5, 6.6: enemies who would see somebody if it were not hidden from them."""
    one = person(enc, who)
    if not one.hidden and not one.unseen_by:
        return []
    return [other for other in enemies(enc, one) if one.hidden_from(other) and sees(enc, other, one)]


def show_on_the_way(table: Table, who: str) -> None:
    """6.6: whoever moves openly is seen by everybody with sight of the square."""
    noticed = [other.id for other in unnoticing(table.enc, who)]
    if noticed:
        table.emit(Spotted(who, noticed, "moves in sight"))


def come_upon(table: Table, who: str) -> None:
    """6.7: the mover finds those who have no cover from it, or are next to it."""
    enc = table.enc
    one = person(enc, who)
    for other in situation(enc).unseen():
        if other.side == one.side or not other.present or not other.hidden_from(one):
            continue
        bare = enc.board.cover(one.pos, one.size, other.pos, other.size) == NO_COVER
        if sees(enc, one, other) and (bare or gap(enc, one, other) <= 1):
            table.emit(Spotted(other.id, [who], "{0} comes upon it", [who]))
