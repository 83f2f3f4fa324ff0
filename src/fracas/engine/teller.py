"""The teller: the one way an event reaches a person.

Page, terminal, referee, replay, logs and exports all get from here what a seat may know of an event, given only what
that seat knew at that moment. Names and ids of those it does not know are cut by what events declare; nobody else cuts.
"""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter
from fracas.engine.event import ACT, AREA, HARM, HEAL, MOVE, Event, event_from_json
from fracas.engine.events import Vanished
from fracas.engine.ids import Recast
from fracas.engine.meeting import meet
from fracas.engine.ruleset import Ruleset
from fracas.engine.views import Eyes, known, knows_all, renew


class Sign:
    """What an event looks like to those who watch: somebody acts on others, is hurt, walks, falls. It is read off the
    event as the seat was told it, so it can show nothing that was cut."""

    def __init__(self, event: Event, view: Encounter) -> None:
        self.tells = event.tells()
        subjects = [who for who in event.subjects() if who]
        self.who = str(getattr(event, "who", "")) if isinstance(getattr(event, "who", ""), str) else ""
        self.who = self.who or (subjects[0] if subjects else "")
        self.at = [who for who in event.aims() if who]
        self.text = event.brief(view) if self.tells else event.say(view)
        """In a few words, without names where it befalls somebody."""
        self.amount = event.amount() if self.tells in (HARM, HEAL) else 0
        """How much, where the seat is told in numbers."""
        self.own = event.is_own()
        self.squares: list[str] = []
        """The squares it goes to or spreads over, by name."""
        for name in event.SQUARES if self.tells in (MOVE, AREA, ACT) else ():
            value = getattr(event, name)
            found = [value] if isinstance(value, int) else list(value)
            self.squares.extend([view.board.name(square) for square in found if view.board.holds(square)])

    def to_json(self) -> dict[str, object]:
        return {
            "tells": self.tells,
            "who": self.who,
            "at": self.at,
            "text": self.text,
            "amount": self.amount,
            "squares": self.squares,
        }


class Told:
    """One event as a seat was told it: what it may know of it, as a sentence (empty: nothing to say), and its data."""

    def __init__(self, event: Event, text: str, data: dict[str, object], view: Encounter, sign: Sign) -> None:
        self.event = event
        self.text = text
        self.data = data
        self.view = view
        """What the seat knew then, as far as this event speaks of it."""
        self.sign = sign
        self.tells = sign.tells
        """What it is in the story of this seat, which may keep quiet about what the sign shows."""

    def again(self) -> Told:
        """The same, told to another seat."""
        return Told(self.event, self.text, self.data, self.view, self.sign)


class Teller:
    """What one seat gets to know of events, one after another."""

    def __init__(self, ruleset: Ruleset, start: Encounter, seat: str) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.enc = start.copy()
        self._eyes: Eyes | None = None
        self._view: Encounter | None = None

    def go_to(self, enc: Encounter) -> None:
        """Tell from another moment on, even one in the middle of a deed: whoever is in sight has been met."""
        self.enc = enc
        meet(enc)
        self._eyes = self._view = None

    def refresh(self, view: Encounter | None = None) -> None:
        """Whatever the seat knows of those no event will name is to be looked at again; `view` is what it knows now, if
        somebody has made that."""
        self._view = view
        self._eyes = Eyes(self.enc, self.seat) if view is not None else None

    def tell(self, event: Event) -> Told | None:
        """Let an event happen, and tell what the seat learns of it; nothing if it hears nothing."""
        return tell_together([self], event)[0]

    def told(self, event: Event, view: Encounter) -> Told:
        """An event as whoever knows this view is told it."""
        return Told(event, event.say(view), self._data(event, view), view, Sign(event, view))

    def may_lose(self, event: Event) -> bool:
        """May it take somebody whom this seat sees under cover?"""
        if self.seat == GM or not self.enc.board.dark:
            return False
        return bool([who for who in event.named() if self.enc.sees(self.seat, who)])

    def lost(self, event: Event, before: Encounter) -> Told | None:
        """What is told in place of an event by which somebody went under cover: that they are out of sight."""
        if before is self.enc:
            return None
        for who in event.named():
            if before.sees(self.seat, who) and not self.enc.sees(self.seat, who):
                alias = Eyes(before, self.seat).alias(who)
                return self.told(Vanished(alias), known(self.ruleset, before, self.seat))
        return None

    def alike(self, others: list[Teller], event: Event) -> list[Teller]:
        """Those of others who knew the same before an event that has happened, and know the same after it; who knew the
        same, and does no more, goes on alone."""
        eyes, view = self._eyes_now(), self._view
        if view is None:
            return []
        found: list[Teller] = []
        people = [who for who in event.named() if who in self.enc.combatants]
        mine = [knows_all(self.ruleset, self.enc, who, self.seat) for who in people]
        for other in [other for other in others if other._view is view]:
            theirs = [knows_all(self.ruleset, self.enc, who, other.seat) for who in people]
            if mine == theirs and Eyes(self.enc, other.seat).same(eyes):
                found.append(other)
            else:
                other._eyes = other._view = None
        return found

    def tell_alike(self, event: Event, before: Encounter, seats: list[str]) -> list[Told | None]:
        """What these seats learn of an event that they hear of, this one and those that know the same."""
        eyes = self._eyes_now()
        then = Eyes(before, self.seat) if event.LOOKS_BACK else eyes
        known_part = self._on_known_ground(event, eyes)
        if known_part is None:
            return [self.lost(event, before)]
        seen = self._cut(known_part, eyes, then)
        view = self._known_now(seen, eyes)
        if len(seats) > 1:
            # What a seat has to itself is none of theirs.
            view.leaves, view.seats = [], {}
        if type(event).as_seen is Event.as_seen:
            told = self.told(seen, view)
            return [told, *[told.again() for _ in seats[1:]]]
        earlier = known(self.ruleset, before, self.seat) if event.LOOKS_BACK else view
        found: list[Told | None] = []
        whole: Told | None = None
        for seat in seats:
            half = seen.as_seen(earlier, view, seat)
            if half is None:
                found.append(None)
            elif half is seen and whole is not None:
                found.append(whole.again())
            else:
                # Whoever just went out of sight still has a name.
                lost = event.LOOKS_BACK and [who for who in half.subjects() if who not in view.combatants]
                told = self.told(half, earlier if lost else view)
                whole = told if half is seen else whole
                found.append(told)
        return found

    def _on_known_ground(self, event: Event, eyes: Eyes) -> Event | None:
        """The event without squares this seat does not know; none if it tells of nothing else."""
        shroud = eyes.shroud
        if shroud is None or not event.SQUARES:
            return event
        fresh: dict[str, object] = {}
        some, seen = False, False
        for name in event.SQUARES:
            value = getattr(event, name)
            squares = [value] if isinstance(value, int) else list(value)
            kept = [square for square in squares if not shroud.holds(square) or self._stands_at(event, square, eyes)]
            some, seen = some or bool(squares), seen or bool(kept)
            if len(kept) < len(squares) and not isinstance(value, int):
                fresh[name] = kept
        if some and not seen:
            return None
        whole = event.JOINT or not fresh
        return event if whole else event_from_json(self.ruleset.kinds, {**event.to_json(), **fresh})

    def _stands_at(self, event: Event, square: int, eyes: Eyes) -> bool:
        """Does somebody it speaks of stand there in plain sight, say with a part of a large body?"""
        people = self.enc.combatants
        return bool([who for who in event.named() if who in eyes.seen and people[who].pos == square])

    def _eyes_now(self) -> Eyes:
        eyes = Eyes(self.enc, self.seat)
        if self._eyes is not None and eyes.same(self._eyes):
            return self._eyes
        self._eyes, self._view = eyes, None
        return eyes

    def _cut(self, event: Event, eyes: Eyes, then: Eyes) -> Event:
        """The event without anybody the seat knows neither before nor after it, by the aliases the seat has."""
        unseen = list(eyes.unseen) if then is eyes else [who for who in eyes.unseen if who not in then.seen]
        if not unseen and not eyes.names and not then.names and not event.SLOTS:
            return event
        cast = Recast({**then.names, **eyes.names}, unseen)
        data = cast.of(event.to_json(), event.IDS)
        if eyes.unseen:
            for name in event.SLOTS:
                data = {**data, name: self._slot(int(str(data[name])), eyes)}
                cast.differs = True
        return event_from_json(self.ruleset.kinds, data) if cast.differs else event

    def _slot(self, at: int, eyes: Eyes) -> int:
        """A place of the order, counted among those this seat knows of."""
        count = -1
        for slot in self.enc.flow.order[: at + 1]:
            if [who for who in slot.who if who not in eyes.unseen]:
                count += 1
        return count

    def _known_now(self, event: Event, eyes: Eyes) -> Encounter:
        """What the seat knows, of combatants those the event names as they stand and the rest as they stood when last
        looked at: a sentence speaks of nobody else, and a copy of everybody for every sentence is dear."""
        view = self._view
        if view is None:
            view = self._view = known(self.ruleset, self.enc, self.seat)
        else:
            back = {alias: who for who, alias in eyes.names.items()}
            named = [back.get(who, who) for who in event.named() if who in view.combatants]
            renew(self.ruleset, view, self.enc, eyes, named)
        return view

    def _data(self, event: Event, view: Encounter) -> dict[str, object]:
        """The event's own fields, phrases in words."""
        data = {key: value for key, value in event.to_json().items() if key != "kind"}
        for name in event.PHRASES:
            data[name] = event.in_words(view, name)
        data.update(event.shown(view))
        return data


def tell_together(tellers: list[Teller], event: Event) -> list[Told | None]:
    """Let an event happen, and tell what several seats learn of it that stand at the same moment. Whether a seat hears
    of it is asked for each; what those who know the same learn is worked out once."""
    enc = tellers[0].enc
    wary: list[bool] = []
    for teller in tellers:
        teller.enc = enc
        wary.append(teller.seat != GM and (event.LOOKS_BACK or teller.may_lose(event)))
    before = enc.copy() if True in wary else enc
    enc.happen(event)
    if event.SHOWS or enc.board.dark:
        # Whoever it brings before everybody's eyes is met in the same moment: nobody is told of it by its id.
        meet(enc)
    found: dict[str, Told | None] = {}
    hearing: list[Teller] = []
    for teller, looks in zip(tellers, wary):
        if teller.seat == GM:
            found[GM] = teller.told(event, enc)
        elif event.reaches(before if looks else enc, enc, teller.seat):
            hearing.append(teller)
        elif looks:
            found[teller.seat] = teller.lost(event, before)
    while hearing:
        first, *others = hearing
        alike = first.alike([teller for teller in tellers if teller is not first], event)
        # Where it matters how things stood before, each is told by itself.
        group = [first, *[teller for teller in others if before is enc and teller in alike]]
        seats = [teller.seat for teller in group]
        for seat, told in zip(seats, first.tell_alike(event, before, seats)):
            found[seat] = told
        hearing = [teller for teller in others if teller not in group]
    return [found.get(teller.seat) for teller in tellers]


def tell_all(ruleset: Ruleset, before: Encounter, events: list[Event], seat: str) -> list[Told]:
    """What a seat learns of some events that happened one after another."""
    teller = Teller(ruleset, before, seat)
    found: list[Told] = []
    for event in events:
        told = teller.tell(event)
        if told is not None:
            found.append(told)
    return found
