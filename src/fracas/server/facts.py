"""What a room knows alongside the game: who sits there, bots, clock, asides. A fold over what was kept, like the game.

A fact is a small JSON object with `what`; nothing here is changed in any other way.
"""

from __future__ import annotations

import json
from typing import Any

from fracas.engine.command import GM
from fracas.engine.errors import Invalid
from fracas.server.hung import Hung
from fracas.session.bots import FAIR, bot_kinds

Fact = dict[str, Any]
MOST_ASIDES = {"aside": 50, "say": 200, "handout": 50}
"""How many are remembered of each kind, for each circle of seats that may see them."""
MOST_SECONDS = 3600


class Facts:
    """The facts of one room as they stand."""

    def __init__(self) -> None:
        self.started = False
        self.paused = False
        self.limit = 0
        self.people: dict[str, str] = {}
        self.players: dict[str, str] = {}
        """By seat: the player of a campaign whose it is."""
        self.bots: list[tuple[str, str, str]] = []
        """Scope, name, and for a turn the turn it is about."""
        self.levels: dict[str, str] = {}
        """By side: how well its bots play, where somebody has said so."""
        self.held = False
        """Do bots wait for the GM's word before each step?"""
        self.asides: list[Fact] = []
        """Each with its number: among all, among those everybody has seen, and by seat among those that are its own."""
        self.told = 0
        self.told_openly = 0
        self.told_apart: dict[str, int] = {}
        self.calls: list[Fact] = []
        self.called = 0
        """How many calls there were: they are numbered by this, as rows count what is hidden too."""
        self.called_apart: dict[str, int] = {}
        """By seat: how many of them were to it. It knows them by this, as it may not know of the others."""
        self.counts: dict[str, int] = {}
        """How many asides each seat has rolled, the GM's secret ones apart."""
        self.hung = Hung()
        """What pictures it has."""
        self.told_pictures = False
        self.taken = 0
        """How many facts there are."""

    def take(self, fact: Fact) -> None:
        """Take in one more fact."""
        what = fact["what"]
        check_fields(fact)
        self.taken += 1
        if what == "start":
            self.started = True
        elif what == "claim":
            self.people[fact["seat"]] = fact["name"]
            if "player" in fact:
                others = {seat: player for seat, player in self.players.items() if player != fact["player"]}
                self.players = {**others, fact["seat"]: fact["player"]}
        elif what == "leave":
            self.people.pop(fact["seat"], None)
            self.players.pop(fact["seat"], None)
        elif what == "pause":
            self.paused = fact["on"]
        elif what == "limit":
            self.limit = whole(fact["seconds"], MOST_SECONDS)
        elif what == "bot":
            self._bot(fact)
        elif what == "call":
            self._call(fact)
        elif what == "level":
            # A bot that is not installed here any more is played by the fair one.
            self.levels[fact["side"]] = fact["level"] if fact["level"] in bot_kinds() else FAIR
        elif what == "hold":
            self.held = fact["on"]
        elif what == "pictures":
            self._hang(fact)
        elif what in MOST_ASIDES:
            self._tell(fact)
            if what == "aside":
                self._rolled(fact)

    def _hang(self, fact: Fact) -> None:
        """Said once: what stands under the address of a picture never changes."""
        if not self.told_pictures:
            self.told_pictures = True
            self.hung = Hung(fact["map"], fact["box"], fact["kinds"], fact["people"])

    def _bot(self, fact: Fact) -> None:
        kept = [one for one in self.bots if one[:2] != (fact["scope"], fact["name"])]
        self.bots = [*kept, (fact["scope"], fact["name"], fact["turn"])] if fact["on"] else kept

    def _call(self, fact: Fact) -> None:
        self.called += 1
        for seat in fact["seats"]:
            self.called_apart[seat] = self.called_apart.get(seat, 0) + 1
        ids = {seat: f"c{self.called_apart[seat]}" for seat in fact["seats"]}
        self.calls.append({**{name: fact[name] for name in FIELDS["call"]}, "ids": {**ids, GM: fact["id"]}})

    def _tell(self, fact: Fact) -> None:
        circle = circle_of(fact)
        self.told += 1
        self.told_openly += 1 if circle is None else 0
        for seat in circle or []:
            self.told_apart[seat] = self.told_apart.get(seat, 0) + 1
        numbers = {"n": self.told, "open": self.told_openly, "apart": dict(self.told_apart)}
        answered: Fact = next((call["ids"] for call in self.calls if call["id"] == fact.get("call")), {})
        self.asides.append({**fact, **numbers, "circle": circle, "calls": answered})
        # The last ones of each kind: what some may not see leaves no gap among what they may.
        alike = [aside for aside in self.asides if (aside["what"], aside["circle"]) == (fact["what"], circle)]
        if len(alike) > MOST_ASIDES[fact["what"]]:
            self.asides.remove(alike[0])

    def _rolled(self, fact: Fact) -> None:
        key = count_key(fact["who"], fact["secret"])
        self.counts[key] = self.counts.get(key, 0) + 1
        left: list[Fact] = []
        for call in self.calls:
            if call["id"] == fact["call"]:
                call = {**call, "seats": [seat for seat in call["seats"] if seat != fact["who"]]}
            if call["seats"]:
                left.append(call)
        self.calls = left


def whole(value: object, most: int) -> int:
    """A number as one of our own would have been: files of others are read with this too."""
    if type(value) is not int or not 0 <= value <= most:
        raise Invalid("room", "seconds", value, f"a whole number from 0 to {most}")
    return value


TEXT, FLAG, WHOLE, TEXTS, COUNTS = "a text", "true or false", "a whole number", "a list of texts", "numbers by name"
BOX, WORDS = "nothing, or four whole numbers", "texts by name"
FARTHEST = 1_000_000
FIELDS: dict[str, dict[str, str]] = {
    "start": {},
    "claim": {"seat": TEXT, "name": TEXT},
    "leave": {"seat": TEXT},
    "pause": {"on": FLAG},
    "limit": {"seconds": WHOLE},
    "bot": {"scope": TEXT, "name": TEXT, "turn": TEXT, "on": FLAG},
    "call": {"id": TEXT, "dice": TEXT, "why": TEXT, "seats": TEXTS},
    "aside": {"who": TEXT, "dice": TEXT, "text": TEXT, "total": WHOLE, "why": TEXT, "secret": FLAG, "call": TEXT},
    "level": {"side": TEXT, "level": TEXT},
    "hold": {"on": FLAG},
    "say": {"who": TEXT, "to": TEXTS, "text": TEXT},
    "handout": {"who": TEXT, "to": TEXTS, "title": TEXT, "text": TEXT},
    "next": {"table": TEXT},
    "pictures": {"map": TEXT, "box": BOX, "kinds": WORDS, "people": WORDS},
}
"""What there is to know, and the fields of each."""
MAY_HAVE: dict[str, str] = {"picture": TEXT, "after": COUNTS, "player": TEXT}
"""Fields that may be missing: the picture of a handout, what each viewer had been told before an aside, and which
player of a campaign has claimed a seat."""


def check_fields(fact: Fact) -> None:
    """A fact as one of our own would have been: files of others are read with this too."""
    what = fact["what"]
    if not isinstance(what, str) or what not in FIELDS:
        raise Invalid("room", "what", what, "something a room knows of")
    there = {name: kind for name, kind in MAY_HAVE.items() if name in fact}
    for name, kind in {**FIELDS[what], **there}.items():
        if not fits(fact.get(name), kind):
            raise Invalid("room", f"{what}.{name}", fact.get(name), kind)


def read_fact(body: bytes) -> Fact:
    fact = json.loads(body)
    if not isinstance(fact, dict) or "what" not in fact:
        raise Invalid("room", "fact", body[:40].decode("utf-8", "replace"), "an object with what")
    return fact


def fits(value: object, kind: str) -> bool:
    if kind == TEXTS:
        return isinstance(value, list) and all([isinstance(one, str) for one in value])
    if kind == COUNTS:
        return isinstance(value, dict) and all([type(one) is int for one in value.values()])
    if kind == BOX:
        numbers = isinstance(value, list) and all([type(one) is int and abs(one) <= FARTHEST for one in value])
        return isinstance(value, list) and numbers and len(value) in (0, 4)
    if kind == WORDS:
        return isinstance(value, dict) and all([isinstance(one, str) for one in value.values()])
    return type(value) is {TEXT: str, FLAG: bool, WHOLE: int}[kind]


def count_key(seat: str, secret: bool) -> str:
    return f"{seat} secret" if secret else seat


def circle_of(fact: Fact) -> list[str] | None:
    """The seats that an aside is for besides the GM, who hears everything; None: everybody, spectators too."""
    if fact["what"] == "aside":
        return [] if fact["secret"] else None
    return sorted({*fact["to"], fact["who"]} - {GM}) if fact["to"] else None
