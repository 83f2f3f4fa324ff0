"""Section 1: the phases of play, who changes them, and the automatic GM."""

from __future__ import annotations

from typing import Final

from fracas.engine.api import GM, Action, Command, Encounter, Reason, Step, Table
from fracas.rulesets.phases_of_play.acting import UNTIMED, GmAction, bars_loose
from fracas.rulesets.phases_of_play.being import being, beings, phases
from fracas.rulesets.phases_of_play.conditions import PoolChanged, full_beats
from fracas.rulesets.phases_of_play.freeplay import bars_granting
from fracas.rulesets.phases_of_play.groups import Grouped, grouped, has_place
from fracas.rulesets.phases_of_play.options import options
from fracas.rulesets.phases_of_play.pause import Announce
from fracas.rulesets.phases_of_play.phase_changes import RequestSettled, TookPart, change

MANY_DEEDS: Final = 12
"""After so many commands in Freeplay the automatic GM goes on."""
QUIET_ROUNDS: Final = 5
GM_FIRST: Final = 3
"""Every so many commands the GM is first in turn, if there is something for the GM to say."""


class Open(Step):
    """1.1: a session begins in Freeplay."""

    def perform(self, table: Table, command: Command) -> None:
        change(table, "freeplay")


class BeginEncounter(GmAction):
    """1.2, 1.4, 4.1: the GM announces an Encounter."""

    def bars_details(self, enc: Encounter, command: Command) -> list[Reason]:
        named = [being(enc, who) for who in command.targets]
        return [Reason("4.1", f"{one.name} is {one.status}", "leave them out") for one in named if not has_place(one)]

    def perform(self, table: Table, command: Command) -> None:
        begin_encounter(table, list(command.targets))


def begin_encounter(table: Table, named: list[str]) -> None:
    """2.8, 4.1, 5.5: everybody present or those named take part, with two Beats or none; NPCs are grouped."""
    enc = table.enc
    for request in phases(enc).requests[:]:
        table.emit(RequestSettled(request.who, "an Encounter begins"))
    change(table, "setup")
    for one in beings(enc):
        if has_place(one) and (not named or one.id in named):
            table.emit(TookPart(one.id, True))
            table.emit(PoolChanged(one.id, "beats", full_beats(one), "a new Encounter"))
        elif one.taking_part or one.joining:
            table.emit(TookPart(one.id, False))
    table.emit(Grouped(grouped(enc)))


# ---------------------------------------------------------------- the automatic GM


def automatic(enc: Encounter) -> bool:
    """1.6: does the table stand in for the GM?"""
    return options(enc).gm == "automatic"


def sides_up(enc: Encounter) -> list[str]:
    """1.6: the sides that still have somebody in the Encounter who can act; bystanders do not count."""
    sides: list[str] = []
    for one in beings(enc):
        if one.present and one.taking_part and one.side not in sides:
            sides.append(one.side)
    return sides


def foes_up(enc: Encounter) -> bool:
    """1.6: is anybody up who is against the player characters?"""
    people = beings(enc)
    ours = {one.side for one in people if one.card.pc and not one.out}
    for one in people:
        if one.side not in ours and one.present:
            return True
    return False


def heroes_up(enc: Encounter) -> bool:
    for one in beings(enc):
        if one.card.pc and one.present:
            return True
    return False


def all_wait(enc: Encounter) -> bool:
    """1.6, 2.18: does every player character who could act want nothing for now?"""
    waiting, anybody = phases(enc).waiting, False
    for one in beings(enc):
        if one.card.pc and one.present:
            if one.id not in waiting:
                return False
            anybody = True
    return anybody


def automatic_word(enc: Encounter) -> str:
    """1.6: what the automatic GM says now; empty when nothing."""
    flow = phases(enc)
    if flow.requests:
        return "answer"
    done = flow.deeds >= MANY_DEEDS or all_wait(enc)
    if flow.phase == "freeplay":
        fight = foes_up(enc) and heroes_up(enc)
        if fight and flow.turn == 0 and (flow.harmed or done):
            return "encounter"
        if not heroes_up(enc) or (flow.turn > 0 and not fight) or done:
            return "end-episode"
    elif flow.phase == "setup":
        return "roll-order"
    elif flow.phase == "main":
        if len(sides_up(enc)) < 2 or flow.quiet_rounds >= QUIET_ROUNDS:
            return "end-encounter"
        return "escape" if flow.away else ""
    elif flow.phase == "paused":
        return ("end-encounter" if flow.away else "resume") if done else ""
    elif flow.phase == "end":
        return "freeplay"
    return ""


def automatic_command(enc: Encounter) -> Command | None:
    """1.6: the same as a command of the GM."""
    word = automatic_word(enc)
    if word != "answer":
        return Command(GM, word) if word else None
    request = phases(enc).requests[0]
    if request.kind == "improvise":
        if bars_granting(enc, request):
            return Command(GM, "deny", (request.who,))
        return Command(GM, "test", (request.who,), "athletics")
    able = request.kind in ("range", "level-up") and not bars_granting(enc, request)
    verb = "grant" if able else "deny"
    return Command(GM, verb, (request.who,))


def actors(enc: Encounter) -> list[str]:
    """2.1, 6.2: who may act now; the GM always may, and comes first now and then when a word is due.

    In Freeplay everybody is first in turn, player characters before NPCs.
    """
    phase = enc.flow.phase
    if enc.over or phase in ("", "over"):
        return []
    people: list[str] = []
    if phase == "main":
        people = [who for who in enc.flow.active if not being(enc, who).turn_over and being(enc, who).present]
    elif phase in UNTIMED:
        flow = phases(enc)
        able = [one for one in beings(enc) if one.present and not (flow.loose and bars_loose(enc, one))]
        people = [one.id for one in able if one.card.pc] + [one.id for one in able if not one.card.pc]
        turn = max(0, flow.deeds - 1) % len(people) if people else 0
        people = people[turn:] + people[:turn]
        if flow.waiting:
            people.sort(key=flow.waiting.__contains__)
    due = (phases(enc).deeds % GM_FIRST == 0 or all_wait(enc)) and automatic_word(enc)
    return [GM, *people] if due else [*people, GM]


class AutomaticGm(Step):
    """1.6: the table says what a GM would say."""

    def perform(self, table: Table, command: Command) -> None:
        said = automatic_command(table.enc)
        if said is not None:
            table.ruleset.actions[said.verb].perform(table, said)


def bars_over() -> Reason:
    """1.7: after the episode nothing goes on."""
    return Reason("1.7", "the episode is over", "undo its end, or begin another")


ACTIONS: Final[list[Action]] = [
    BeginEncounter("encounter", "Begin an Encounter", "4.1", "targets", ("freeplay",)),
    Announce("freeplay", "Back to Freeplay", "1.4", "end", "freeplay"),
]
STEPS: Final[list[Step]] = [
    Open("open", "The session begins", "1.1"),
    AutomaticGm("automatic-gm", "The automatic GM", "1.6"),
]
