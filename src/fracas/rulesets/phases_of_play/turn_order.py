"""Section 4: the series of Edge Tests, the order of turns, and late comers."""

from __future__ import annotations

import itertools
from typing import Final

from fracas.engine.api import PASS, Action, Command, Encounter, Slot, Step, Table, Why
from fracas.engine.events import RoundBegan
from fracas.rulesets.phases_of_play.acting import GmAction
from fracas.rulesets.phases_of_play.being import Being, being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, full_beats, gain
from fracas.rulesets.phases_of_play.groups import NPC, PC, Grouped, OrderChanged, grouped, has_place
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.phase_changes import TookPart, change
from fracas.rulesets.phases_of_play.tests import NUMBERED, PASSED, Score, test, test_unseen

MOST_NAMED: Final = 3
WHOLE_ORDERS: Final = 3
"""How many at most propose whole orders; more agree on one place after the other."""


class RollOrder(GmAction):
    """4.6: the series of Edge Tests; then the Main phase begins."""

    def __init__(self) -> None:
        super().__init__("roll-order", "Roll the turn order", "4.6", "none", ("setup",))
        self.foretold = False

    def worlds(self, enc: Encounter, command: Command) -> list[Encounter]:
        """Nobody's Tests depend on those of the others: one world for each player character.

        In Freeplay it is asked what would come of an Encounter with everybody.
        """
        everybody = enc.copy()
        if enc.flow.phase == "freeplay":
            for one in beings(everybody):
                everybody.happen(TookPart(one.id, has_place(one)))
            everybody.happen(Grouped(grouped(everybody)))
        pcs = [one.id for one in beings(everybody) if one.pc and one.taking_part and has_place(one)]
        found: list[Encounter] = []
        for who in pcs:
            world = everybody.copy()
            for other in pcs:
                if other != who:
                    world.happen(TookPart(other, False))
            found.append(world)
        return found

    def outcome_words(self, before: Encounter, after: Encounter) -> list[str]:
        return places_in_words(after) if after.flow.phase == "main" else []

    def perform(self, table: Table, command: Command) -> None:
        roll_order(table)


class Series:
    """How a player character came out of the Edge Tests: behind which group (-1: before all), with which Score."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.behind = -1
        self.unseen = -1
        """4.18: behind which group nobody knows of, by the GM's roll."""
        self.settled = False
        self.score: Score | None = None


def roll_order(table: Table) -> None:
    """4.6 to 4.12: Tests, places, agreements, unprepared NPCs, and round 1."""
    pcs = [Series(one.id) for one in beings(table.enc) if one.taking_part and has_place(one) and one.pc]
    close_ranks(table)
    make_tests(table, pcs)
    slots = lay_out(table, pcs)
    for one in beings(table.enc):
        if one.taking_part and has_place(one) and not one.pc:
            caught(table, one.id)
    change(table, "main")
    table.emit(RoundBegan(1, [slot.to_json() for slot in slots]))


def places_in_words(enc: Encounter) -> list[str]:
    """Behind which group everybody's place in the order is, or before all of them."""
    groups = phases(enc).groups
    words: list[str] = []
    behind: list[str] = []
    for slot in enc.flow.order:
        if slot.kind == NPC:
            for group in groups:
                if slot.who[0] in group:
                    behind = group
        elif groups:
            names = " and ".join([enc.name(who) for who in behind])
            words.append(f"{enc.name(slot.who[0])} {'after ' + names if names else 'before everybody'}")
    return words


def close_ranks(table: Table) -> None:
    """4.17: against those who are gone before the order is rolled nobody rolls."""
    before = phases(table.enc).groups
    groups = [[who for who in group if has_place(being(table.enc, who))] for group in before]
    if groups != before:
        table.emit(Grouped([group for group in groups if group]))


def make_tests(table: Table, pcs: list[Series]) -> None:
    """4.6, 4.7, 4.8: one Test for each group, the last first; Low is placed behind it, a Pass goes on."""
    groups = phases(table.enc).groups
    places = list(range(len(groups)))
    places.reverse()
    grain = NUMBERED if len(pcs) > 1 else PASSED
    for place in places:
        for series in pcs:
            if not series.settled and not unseen(table.enc, groups[place]):
                against_group(table, series, place, groups[place], grain)
    for series in pcs:
        in_secret(table, series, places)


def against_group(table: Table, series: Series, place: int, group: list[str], grain: str) -> None:
    """4.7, 4.8, 4.11: an Edge Test, with an Advantage for whoever is Sneaky from somebody in the group."""
    enc = table.enc
    one = being(enc, series.who)
    seen = [who for who in group if not being(enc, who).hidden]
    net = 1 if sneaky_from(enc, one, seen) else 0
    score = test(table, series.who, "edge", net, against_words(seen), grain)
    series.score = score
    if not score.passed:
        series.behind = place
        series.settled = True


def against_words(group: list[str]) -> Why:
    """Which group a Test of the turn order is against; of a large one the first are named."""
    named = group if len(group) <= MOST_NAMED else group[: MOST_NAMED - 1]
    words = ["{" + str(index) + "}" for index in range(len(named))]
    if len(named) < len(group):
        words.append(f"{len(group) - len(named)} more")
    return Why("turn order against " + listed(words), named)


def listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]


def unseen(enc: Encounter, group: list[str]) -> bool:
    """4.18: a group of which no player knows anybody."""
    return not [who for who in group if not being(enc, who).hidden]


def in_secret(table: Table, series: Series, places: list[int]) -> None:
    """4.18: against groups nobody knows of the GM rolls, and only between the places that open Tests leave."""
    enc = table.enc
    groups = phases(enc).groups
    for place in places:
        between = groups[series.behind + 1 : place + 1]
        if place <= series.behind or [group for group in between if not unseen(enc, group)]:
            continue
        net = 1 if sneaky_from(enc, being(enc, series.who), groups[place]) else 0
        score = test_unseen(table, series.who, "edge", net, against_words(groups[place]))
        if not score.passed:
            series.unseen = place
            return


def sneaky_from(enc: Encounter, one: Being, group: list[str]) -> bool:
    """4.11: Sneaky, and at least one of the group is not fully alert."""
    if not one.has("sneaky"):
        return False
    return bool([who for who in group if being(enc, who).alert < 2])


def lay_out(table: Table, pcs: list[Series]) -> list[Slot]:
    """4.7, 4.9, 4.13, 4.18: those who passed everything, then each group with those who failed against it."""
    groups = phases(table.enc).groups
    behind: list[list[str]] = [[] for _ in range(len(groups) + 1)]
    for base in range(-1, len(groups)):
        if base >= 0 and unseen(table.enc, groups[base]):
            continue
        several = [series for series in pcs if series.behind == base]
        place = base
        for who in agreed(table, several):
            # Those who agreed on an order keep it, whoever stands between them unseen.
            place = max(place, next(series.unseen for series in several if series.who == who))
            behind[place + 1].append(who)
    slots = [Slot([who], PC) for who in behind[0]]
    for place, group in enumerate(groups):
        slots.extend([Slot([who], NPC) for who in group])
        slots.extend([Slot([who], PC) for who in behind[place + 1]])
    return slots


def agreed(table: Table, several: list[Series]) -> list[str]:
    """4.10: several in one place agree on their order, or stand by Score. The hidden come after those everybody sees:
    to be asked about them would tell of them."""
    ranked = sorted(
        [(-series.score.value if series.score is not None else 0, index) for index, series in enumerate(several)]
    )
    by_score = [several[index].who for _, index in ranked]
    if len(several) < 2 or options(table.enc).order_ties == "scores":
        return by_score
    placed = agree_on_order(table, [series.who for series in several if not table.enc.combatants[series.who].hidden])
    return [*placed, *[who for who in by_score if who not in placed]]


def agree_on_order(table: Table, whos: list[str]) -> list[str]:
    """4.10: the order as far as they agree; many settle who is next, one by one, until a few can propose a whole order.

    Whole orders of more would be too many to choose from.
    """
    placed: list[str] = []
    left = whos[:]
    while len(left) > 1:
        few = len(left) <= WHOLE_ORDERS
        proposals = list(itertools.permutations(left)) if few else [(who,) for who in left]
        asked = "In which order?" if few else "Who of you is next?" if placed else "Who of you goes first?"
        rest = "The rest by your Scores" if placed else "By your Scores"
        commands = [Command(left[0], "place", proposal) for proposal in proposals]
        commands.append(Command(left[0], PASS))
        same = table.agree(left, "order", f"You share a place in the turn order. {asked}", commands, rest)
        if same is None or same.verb == PASS:
            break
        placed.extend(same.targets)
        left = [who for who in left if who not in placed]
    return placed


def caught(table: Table, who: str) -> None:
    """4.12: NPCs that were not alert start slowed and restrained; then they are alert."""
    stacks = 2 - being(table.enc, who).alert
    if stacks <= 0:
        return
    gain(table, who, "slowed", stacks, "", "caught unprepared")
    gain(table, who, "restrained", stacks, "", "caught unprepared")
    table.emit(PoolChanged(who, "alert", 2, "the Encounter"))


def late(enc: Encounter) -> list[Being]:
    """4.15: who is there in the Set-up or the Main phase without having been in it from the start."""
    if enc.flow.phase not in ("setup", "main"):
        return []
    coming = [one for one in beings(enc) if one.joining and one.present]
    placed = [who for slot in enc.flow.order for who in slot.who] if coming else []
    return [one for one in coming if one.id not in placed]


class Join(Step):
    """4.15: late comers get their places."""

    def perform(self, table: Table, command: Command) -> None:
        for one in late(table.enc):
            table.emit(TookPart(one.id, True))
            if table.enc.flow.phase == "main":
                join(table, one.id)
            else:
                join_setup(table, one.id)


def join(table: Table, who: str) -> None:
    """4.12, 4.15: an NPC with its group, a player character by the series of Tests."""
    enc = table.enc
    one = being(enc, who)
    slots = enc.flow.order[:]
    if one.pc:
        insert(table, who, slots, place_by_tests(table, who, slots))
        return
    groups = with_newcomer(enc, one)
    mates = [index for index, slot in enumerate(slots) if slot.who[0] in mates_of(groups, who)]
    table.emit(Grouped(groups))
    insert(table, who, slots, mates[-1] + 1 if mates else place_of_group(groups, who, slots))
    caught(table, who)


def insert(table: Table, who: str, slots: list[Slot], at: int) -> None:
    """4.15: a new place in the order; one that has gone by counts from the next round on."""
    flow = table.enc.flow
    done = at <= flow.at
    slots.insert(at, Slot([who], PC if being(table.enc, who).pc else NPC, 0, done))
    table.emit(OrderChanged([slot.to_json() for slot in slots], flow.at + (1 if done else 0)))


def join_setup(table: Table, who: str) -> None:
    """4.15, 5.5: before the order is rolled one is in time; an NPC needs a group."""
    one = being(table.enc, who)
    table.emit(PoolChanged(who, "beats", full_beats(one), "a new Encounter"))
    if not one.pc:
        table.emit(Grouped(with_newcomer(table.enc, one)))


def with_newcomer(enc: Encounter, one: Being) -> list[list[str]]:
    """4.15: into the group with its Edge, or a group of its own where its Edge belongs."""
    groups = [group[:] for group in phases(enc).groups]
    edge = one.numbers["edge"]
    for group in groups:
        if being(enc, group[0]).numbers["edge"] == edge:
            group.append(one.id)
            return groups
    groups.insert(len([group for group in groups if being(enc, group[0]).numbers["edge"] > edge]), [one.id])
    return groups


def mates_of(groups: list[list[str]], who: str) -> list[str]:
    """4.15: the others of somebody's group."""
    return [other for group in groups if who in group for other in group if other != who]


def place_of_group(groups: list[list[str]], who: str, slots: list[Slot]) -> int:
    """4.15: a new group stands before the first one of a lower Edge, else at the end."""
    own = next(index for index, group in enumerate(groups) if who in group)
    lower = [other for group in groups[own + 1 :] for other in group]
    for index, slot in enumerate(slots):
        if slot.who[0] in lower:
            return index
    return len(slots)


def place_by_tests(table: Table, who: str, slots: list[Slot]) -> int:
    """4.15: the series of Tests, behind those already there."""
    series = Series(who)
    make_tests(table, [series])
    groups = phases(table.enc).groups
    if max(series.behind, series.unseen) < 0:
        firsts = [index for index, slot in enumerate(slots) if slot.kind == NPC]
        return firsts[0] if firsts else len(slots)
    group = groups[max(series.behind, series.unseen)]
    places = [index for index, slot in enumerate(slots) if [name for name in slot.who if name in group]]
    at = (places[-1] if places else len(slots) - 1) + 1
    while at < len(slots) and slots[at].kind == PC:
        at += 1
    return at


def skip_setup(enc: Encounter) -> None:
    """The Main phase, round 1, in the order of the list: for worked examples only."""
    flow, everybody = phases(enc), beings(enc)
    flow.phase, flow.round, flow.turn, flow.at = "main", 1, 1, 0
    flow.groups = [[one.id] for one in everybody if not one.pc]
    flow.order = [Slot([one.id], PC if one.pc else NPC) for one in everybody]
    heroes = len([one for one in everybody if one.pc and one.alive])
    for one in everybody:
        one.taking_part = True
        one.legendary_left = heroes if one.card.legendary else 0
    for first in everybody[:1]:
        gained = first.extra
        first.begin_turn()
        first.extra = gained


ACTIONS: Final[list[Action]] = [RollOrder()]
STEPS: Final[list[Step]] = [Join("join", "Somebody joins the Encounter", "4.15")]
