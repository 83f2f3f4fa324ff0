"""Views: what a seat knows. Everything shown to a seat, or worked out for it, starts from here, by allow-list.

In a view nobody stands whom the seat does not know, and everybody is called by the alias the seat has for it: a seat's
commands are read back by `as_meant`. What is cut and renamed is what combatants, flow and events declare to hold ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fracas.engine.combatant import Combatant
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.event import worded
from fracas.engine.ids import Recast
from fracas.engine.offer import Decision
from fracas.engine.ruleset import Ruleset

TYPICAL: Final = 0
FRAIL: Final = 1
STURDY: Final = 2
SUPPOSED: Final = 3
"""What stands in for the numbers a seat does not know: something likely, to judge and play by; or all of them such that
their owner falls at the first scratch and resists nothing; or such that it feels harm more than anybody and stands all
the same. What comes out alike for the frail and the sturdy does not depend on them. Supposed, for whoever tries things
out: health is likely and all the rest frail, so that everything follows from what shows. Judging alone never asks for
what somebody resists, and the likely leave it as it is."""

OWN: Final = "-own"
"""What is put behind the id of somebody hidden, for the seat that runs it, where the id is an alias already."""


class Eyes:
    """Whom a seat knows, whom not, and by which names."""

    def __init__(self, enc: Encounter, seat: str) -> None:
        self.seat = seat
        people = enc.combatants
        self.seen: list[str] = list(people)
        self.unseen: dict[str, None] = {}
        self.names: dict[str, str] = {}
        """The alias of everybody known who goes by another word than its id."""
        self._cast: Recast | None = None
        self.shroud = enc.board.shroud if seat != GM else None
        """The ground this seat does not know."""
        if seat == GM:
            return
        self.unseen = {who: None for who, one in people.items() if one.hidden and one.seat != seat}
        if self.unseen:
            self.seen = [who for who in people if who not in self.unseen]
        self.names = {who: people[who].alias for who in self.seen if people[who].alias not in ("", who)}
        if self.names:
            unmet = [who for who in self.seen if not people[who].alias]
            if unmet:
                self._name_apart(unmet)

    def same(self, other: Eyes | None) -> bool:
        """Do both know the same by the same names, and not the same?"""
        if other is None or self.seen != other.seen or self.shroud is not other.shroud:
            return False
        return self.names == other.names and self.unseen == other.unseen

    def _name_apart(self, unmet: list[str]) -> None:
        """Whoever this seat runs unseen goes by its id, unless that is the alias of somebody met before it came here:
        two by one word would be one in the view, and a command for the one would hit the other."""
        own = dict.fromkeys(unmet)
        taken = {self.names.get(who, who): None for who in self.seen if who not in own}
        for who in unmet:
            alias = who
            while alias in taken:
                alias += OWN
            if alias != who:
                self.names[who] = alias

    @property
    def clear(self) -> bool:
        """Is nothing to be cut or renamed?"""
        return not self.unseen and not self.names

    def alias(self, who: str) -> str:
        return self.names.get(who, who)

    def id_of(self, alias: str) -> str:
        """Whom this seat means by an alias."""
        for who, name in self.names.items():
            if name == alias:
                return who
        return alias

    def recast(self) -> Recast:
        if self._cast is None:
            self._cast = Recast(self.names, self.unseen, self.shroud)
        return self._cast

    def command(self, command: Command) -> Command:
        """A command as this seat would say it: without whoever it does not know."""
        if self.clear:
            return command
        unknown = [who for who in command.targets if who in self.unseen]
        return _renamed(command, self.names, unknown)

    def knows(self, command: Command) -> bool:
        """Does a command name nobody, and no ground, that this seat does not know?"""
        shroud = self.shroud
        if shroud is not None and [square for square in command.squares if shroud.holds(square)]:
            return False
        return not [who for who in (command.who, *command.targets) if who in self.unseen]

    def meant(self, command: Command) -> Command:
        """The command behind one that this seat gave."""
        if self.clear:
            return command
        back = {alias: who for who, alias in self.names.items()}
        for who in self.unseen:
            # An id of somebody unknown means nothing to this seat, unless it is the alias of somebody known.
            back.setdefault(who, f"{who}?")
        return _renamed(command, back)


def _renamed(command: Command, names: dict[str, str], without: Sequence[str] = ()) -> Command:
    targets = tuple([names.get(who, who) for who in command.targets if who not in without])
    who = names.get(command.who, command.who)
    if who == command.who and targets == command.targets:
        return command
    return Command(who, command.verb, targets, command.thing, command.squares, command.numbers, command.text)


def as_meant(enc: Encounter, command: Command, seat: str) -> Command:
    """The command behind one that a seat gave in its own words for ids."""
    return command if seat == GM else Eyes(enc, seat).meant(command)


def as_told(enc: Encounter, command: Command, seat: str) -> Command:
    """A command as a seat would say it."""
    return command if seat == GM else Eyes(enc, seat).command(command)


def decision_for(ruleset: Ruleset, enc: Encounter, decision: Decision, seat: str) -> Decision:
    """An open question as the seat that is asked may know it, put into words."""
    eyes = Eyes(enc, seat)
    return as_asked(decision, eyes, enc if eyes.clear and eyes.shroud is None else known(ruleset, enc, seat))


def as_asked(decision: Decision, eyes: Eyes, view: Encounter) -> Decision:
    """The same for a caller who has eyes and view already."""
    commands = [eyes.command(command) for command in decision.commands if eyes.knows(command)]
    about = [eyes.alias(who) if who not in eyes.unseen else "" for who in decision.about]
    asked = Decision(
        decision.id,
        eyes.alias(decision.who),
        decision.window,
        worded(view, decision.prompt, about),
        about,
        commands,
        eyes.command(decision.default),
        decision.agree,
        decision.required,
        decision.pass_label,
    )
    asked.more = decision.more
    return asked


def known(ruleset: Ruleset, enc: Encounter, seat: str, filling: int = TYPICAL, lent: bool = False) -> Encounter:
    """The encounter without what is hidden from this seat. The GM knows all. For callers who only look and change
    nothing, combatants of whom the seat knows everything are lent: they are those of the encounter itself."""
    if seat == GM:
        return enc
    view = Encounter(enc.title, enc.options, enc.board, enc.flow, enc.content)
    eyes = Eyes(enc, seat)
    own = [who for who in eyes.seen if _as_it_is(ruleset, enc, who, eyes)] if lent else []
    for who in eyes.seen if own else []:
        view.combatants[eyes.alias(who)] = enc.combatants[who]
    renew(ruleset, view, enc, eyes, [who for who in eyes.seen if who not in own] if own else eyes.seen)
    if filling != TYPICAL:
        for one in view.combatants.values():
            if one.seat != seat and one.id not in own:
                ruleset.fill(one, view, seat, filling == STURDY)
                if filling == SUPPOSED and not ruleset.shares(view, one.id, seat):
                    ruleset.veil(one, view, seat)
        view.situation = None
    return view


def renew(ruleset: Ruleset, view: Encounter, enc: Encounter, eyes: Eyes, whos: list[str]) -> None:
    """Bring what a seat knows up to date, of combatants only those named; whom the seat sees must be as before."""
    view.title, view.options, view.board = enc.title, enc.options, enc.board.as_known()
    view.modes, view.result = enc.modes.copy(), enc.result
    cast = None if eyes.clear and eyes.shroud is None else eyes.recast()
    view.flow = enc.flow.copy()
    if cast is not None:
        cast.differs = False
        cast.record(view.flow, True)
        if cast.differs:
            view.flow.keep_places(cast.kept)
    view.flow.veil()
    own = [leave for leave in enc.leaves if enc.seat_of(leave.who) == eyes.seat and eyes.knows(leave)]
    view.leaves = [eyes.command(leave) for leave in own]
    view.seats = {key: one for key, one in enc.seats.items() if key == eyes.seat}
    for who in whos:
        view.combatants[eyes.alias(who)] = _as_known(ruleset, enc, who, eyes.seat, cast)
    view.situation = None


def knows_all(ruleset: Ruleset, enc: Encounter, who: str, seat: str) -> bool:
    """Does a seat know somebody's numbers, because it runs them or because they are open?"""
    return enc.combatants[who].seat == seat or ruleset.shares(enc, who, seat)


def _all_known(ruleset: Ruleset, enc: Encounter, who: str, seat: str) -> bool:
    """Does a seat know everything of somebody?"""
    if enc.combatants[who].seat == seat:
        return True
    return ruleset.shares(enc, who, seat) and not ruleset.veiled(enc, who, seat)


def _as_it_is(ruleset: Ruleset, enc: Encounter, who: str, eyes: Eyes) -> bool:
    """Does a seat know somebody exactly as they are, with nothing to blank, cut or rename?"""
    if not _all_known(ruleset, enc, who, eyes.seat):
        return False
    if eyes.clear and eyes.shroud is None:
        return True
    return who not in eyes.names and eyes.recast().spares(enc.combatants[who])


def _as_known(ruleset: Ruleset, enc: Encounter, who: str, seat: str, cast: Recast | None) -> Combatant:
    """One combatant without what this seat does not know of it."""
    one = enc.combatants[who].copy()
    if not knows_all(ruleset, enc, who, seat):
        ruleset.veil(one, enc, seat)
    if cast is not None:
        cast.record(one)
    return one


def view_json(ruleset: Ruleset, enc: Encounter, seat: str, view: Encounter | None = None) -> dict[str, object]:
    """The state as this seat may see it: only fields classified for it leave the engine. `view` is what it knows."""
    if seat == GM:
        return enc.to_json()
    if view is None:
        view = known(ruleset, enc, seat)
    out = pick_public(view.to_json(), view.VISIBILITY, False)
    people: list[object] = []
    for one in view.combatants.values():
        own = one.seat == seat or ruleset.shares(view, one.id, seat)
        people.append(pick_public(one.to_json(), one.shape().seen, own))
    out["combatants"] = people
    out["flow"] = pick_public(view.flow.to_json(), view.flow.shape().seen, False)
    return out


def pick_public(data: dict[str, object], classes: dict[str, str], keeper: bool) -> dict[str, object]:
    """Only what is classified as public, and for the keeper what is the keeper's; anything unclassified stays out."""
    kept: dict[str, object] = {}
    for name, value in data.items():
        kind = classes.get(name, "gm")
        if kind == "public" or (keeper and kind == "keeper"):
            kept[name] = value
    return kept
