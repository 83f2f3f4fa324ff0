"""Events: past-tense records, the only things that change an encounter; state is the fold of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from fracas.engine.command import GM
from fracas.engine.errors import EngineFault, Invalid
from fracas.engine.fields import KEEPER, PUBLIC, SECRET
from fracas.engine.ids import Place, collect, place_of
from fracas.engine.piece import parameters

if TYPE_CHECKING:
    from fracas.engine.encounter import Encounter

SUBJECT = "subject"
"""Whoever may see all combatants named in it may know it."""
SIGHT = "sight"
"""Whoever saw the combatants named in it before, or sees them now."""

ACT = "act"
"""Somebody does something, to whoever is its `target` or are its `targets`: a line of the story begins."""
RESULT = "result"
"""How that came out."""
HARM = "harm"
HEAL = "heal"
GAIN = "gain"
"""A condition, or something like it, holds from now on."""
LOSE = "lose"
FALL = "fall"
RISE = "rise"
MOVE = "move"
AREA = "area"
"""Something spreads over squares."""
ROLL = "roll"
TURN = "turn"
"""Somebody's turn begins."""
MARK = "mark"
"""A phase or a round begins, or all is over."""
NEWS = "news"
"""A sentence of its own."""
REST = "rest"
"""Nothing is done: somebody passes, or ends a turn."""
BOOKS = "books"
"""Bookkeeping: read by whoever opens the line."""

WHO_HEARS = (PUBLIC, SUBJECT, SIGHT, KEEPER, SECRET)
WHAT_IT_IS = (ACT, RESULT, HARM, HEAL, GAIN, LOSE, FALL, RISE, MOVE, AREA, ROLL, TURN, MARK, NEWS, REST, BOOKS)


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened. Its fields are what its constructor takes; a subclass says who may know of it."""

    kind: ClassVar[str] = ""
    """What it is called in logs; it follows from the name of the class when a ruleset registers it."""
    FIELDS: ClassVar[tuple[str, ...]] = ()
    SQUARES: ClassVar[tuple[str, ...]] = ()
    """Those of its fields that hold a square or a list of squares: people read them by name."""
    JOINT: ClassVar[bool] = False
    """Do its squares belong together, as those on both sides of a door? Then who knows one of them knows of it."""
    IDS: ClassVar[tuple[str, ...]] = ()
    """Those of its fields that hold ids, as paths (`ids.py`). No other field may hold one, nor anybody's name."""
    PLACES: ClassVar[tuple[Place, ...]] = ()
    """The same, taken apart."""
    SLOTS: ClassVar[tuple[str, ...]] = ()
    """Those of its fields that count places of the order: a seat counts only those it knows of."""
    PHRASES: ClassVar[tuple[str, ...]] = ()
    """Those of its fields that are put into words for whoever reads them: `{0}` is the first it speaks of."""
    SEEN: ClassVar[str] = SECRET
    SHOWS: ClassVar[bool] = False
    """May it bring somebody before everybody's eyes?"""
    SWEEPS: ClassVar[bool] = False
    """Does it change combatants whom it does not name?"""
    LOOKS_BACK: ClassVar[bool] = False
    """Does telling it need the state before the event as well as the one after?"""
    TELLS: ClassVar[str] = ""
    """What it is to those who watch: `ACT`, `HARM`, `MOVE` and so on. The board and the story follow from it."""
    AMOUNT: ClassVar[str] = ""
    """The field that says how much harm it did, or how much it healed, where `harm_done` does not."""

    def apply(self, enc: Encounter) -> None:
        """Change the encounter. Nothing else may."""
        raise NotImplementedError

    def say(self, enc: Encounter) -> str:
        """The event as a sentence; empty when there is nothing to tell."""
        return ""

    def result_word(self) -> str:
        """How a command came out ("hit", "miss"), where this event settles it; odds count these words."""
        return ""

    def harm_done(self) -> int:
        """How much life it takes, as far as this telling of it says; for the summary at the end."""
        return 0

    def doer(self) -> str:
        """Who does something to others by it; harm that follows is theirs."""
        aims = "target" in self.FIELDS or "targets" in self.FIELDS
        return str(getattr(self, "who", "")) if aims else ""

    def tells(self) -> str:
        """What it is to those who watch; where nothing is declared, it follows from what it does."""
        if self.TELLS:
            return self.TELLS
        if self.harm_done():
            return HARM
        return RESULT if self.result_word() else ACT if self.doer() else ""

    def aims(self) -> list[str]:
        """Whom it is done to."""
        if "targets" in self.FIELDS:
            return [str(who) for who in getattr(self, "targets", [])]
        target = str(getattr(self, "target", ""))
        return [target] if target and "target" in self.FIELDS else []

    def is_own(self) -> bool:
        """Does somebody bring it upon themselves? Then it goes without saying in the line of their deed."""
        return False

    def amount(self) -> int:
        """How much harm or healing, as far as this telling of it says."""
        return int(getattr(self, self.AMOUNT)) if self.AMOUNT else self.harm_done()

    def brief(self, enc: Encounter) -> str:
        """Its part of a deed's one line. What befalls somebody names nobody: "4 harm", "bleeding", "pushed to c4"."""
        told = self.tells()
        if told == RESULT:
            return self.result_word()
        if told in (HARM, HEAL):
            return f"{self.amount()} {'harm' if told == HARM else 'healed'}"
        return {FALL: "down", RISE: "up again"}.get(told) or self.say(enc)

    def shown(self, enc: Encounter) -> dict[str, object]:
        """What pages draw in addition to its own fields."""
        return {}

    def is_reward(self) -> bool:
        """Is something handed out for the encounter? The summary lists it."""
        return False

    def subjects(self) -> list[str]:
        """The combatants this event is about."""
        return []

    def named(self) -> list[str]:
        """Everybody whose id stands in its declared fields."""
        found: list[str] = []
        for place in self.PLACES:
            value: object = getattr(self, place.head)
            if not isinstance(value, str):
                collect(value, place.steps, 1, found)
            elif value and value not in found:
                found.append(value)
        return found

    def spoken_of(self) -> list[str]:
        """Those its phrases speak of, in the order of their numbers: whoever stands in its field `about`."""
        return [str(who) for who in getattr(self, "about", [])]

    def in_words(self, enc: Encounter, name: str) -> str:
        """One of its phrases, for whoever knows this state."""
        return worded(enc, str(getattr(self, name)), self.spoken_of())

    def reaches(self, before: Encounter, after: Encounter, seat: str) -> bool:
        """Does a seat hear of it at all? For the engine's own events; a ruleset says `SEEN`."""
        if seat == GM or self.SEEN == PUBLIC:
            return True
        if self.SEEN == SUBJECT:
            return not [who for who in self.subjects() if not after.sees(seat, who)]
        if self.SEEN == SIGHT:
            lost = [who for who in self.subjects() if not after.sees(seat, who) and not before.sees(seat, who)]
            return not lost
        if self.SEEN == KEEPER:
            return not [who for who in self.subjects() if after.seat_of(who) != seat]
        return False

    def as_seen(self, before: Encounter, after: Encounter, seat: str) -> Event | None:
        """What a seat that hears of it gets to know: the event, a public half of it, or nothing. Whoever the seat does
        not know is cut out of it already, and both states are those the seat knows (`before` only if it looks back)."""
        return self

    def to_json(self) -> dict[str, object]:
        if not self.kind:
            name_event(type(self))  # a public half, which is told and never registered
        out: dict[str, object] = {"kind": self.kind}
        for name in self.FIELDS:
            out[name] = getattr(self, name)
        return out


def register_events(events: list[type[Event]]) -> dict[str, type[Event]]:
    """Name these events and their fields. Only what is registered can be emitted, kept and read back."""
    kinds: dict[str, type[Event]] = {}
    for event in events:
        name_event(event)
        assert event.kind not in kinds, f"two events are called {event.kind}"
        kinds[event.kind] = event
    return kinds


def events_of(package: str) -> list[type[Event]]:
    """Every event that the modules of a package define, without public halves: those are told, and apply nothing."""
    kinds: list[type[Event]] = [Event]
    for kind in kinds:  # it grows on the way
        kinds.extend(kind.__subclasses__())
    own = [kind for kind in kinds if str(getattr(kind, "__module__", "")).startswith(package + ".")]
    return [kind for kind in own if kind.apply is not Event.apply]


def name_event(event: type[Event]) -> None:
    event.kind = "".join(["-" + c.lower() if c.isupper() else c for c in event.__name__]).lstrip("-")
    event.FIELDS = parameters(event)
    event.PLACES = tuple([place_of(path) for path in event.IDS])
    _check_declared(event)


def _check_declared(event: type[Event]) -> None:
    """What it says of itself must make sense: a slip of the pen would tell a secret, or keep everybody in the dark."""
    if event.SEEN not in WHO_HEARS:
        raise EngineFault(f"who hears of {event.__name__}? SEEN is {event.SEEN!r}, none of {', '.join(WHO_HEARS)}")
    if event.TELLS and event.TELLS not in WHAT_IT_IS:
        raise EngineFault(f"what is {event.__name__}? TELLS is {event.TELLS!r}, none of {', '.join(WHAT_IT_IS)}")
    named = {
        "IDS": [place.head for place in event.PLACES],
        "SQUARES": list(event.SQUARES),
        "SLOTS": list(event.SLOTS),
        "PHRASES": list(event.PHRASES),
    }
    for where, names in named.items():
        for name in names:
            if name.partition(".")[0] not in event.FIELDS:
                fields = ", ".join(event.FIELDS) or "none"
                raise EngineFault(f"{event.__name__}.{where} names {name!r}; its constructor takes {fields}")


def worded(enc: Encounter, phrase: str, about: list[str]) -> str:
    """A phrase in words for whoever knows this state: "attack on {0}" with the name of the first in `about`.

    `{1+ on }` is everybody known from the second on, after " on "; nothing at all if nobody is."""
    if "{" not in phrase:
        return phrase
    for number, who in enumerate(about):
        phrase = phrase.replace(f"{{{number}}}", enc.name(who))
    for number in (0, 1):
        before, mark, rest = phrase.partition(f"{{{number}+")
        if mark:
            lead, _, after = rest.partition("}")
            names = [enc.name(who) for who in about[number:] if who]
            phrase = before + (lead + ", ".join(names) if names else "") + after
    return phrase


def event_from_json(kinds: dict[str, type[Event]], data: dict[str, Any]) -> Event:
    """Read an event of a known kind."""
    fields = dict(data)
    name = fields.pop("kind", "")
    kind = kinds.get(str(name))
    if kind is None:
        raise Invalid("event", "kind", name, "a kind of event this ruleset knows")
    if sorted(fields) != sorted(kind.FIELDS):
        raise Invalid("event", str(name), sorted(fields), "the fields " + ", ".join(kind.FIELDS))
    event: Event = kind(**fields)
    return event
