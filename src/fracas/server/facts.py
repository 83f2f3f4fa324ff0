"""What a room knows beside the game: who sits there, bots, clock, asides. A fold over what was kept, like the game.

A fact is a small JSON object with `what`; nothing here is changed in any other way.
"""

from __future__ import annotations

from typing import Any

from fracas.engine.errors import Invalid

Fact = dict[str, Any]
MOST_ASIDES = 50
MOST_SECONDS = 3600


class Facts:
    """The facts of one room as they stand."""

    def __init__(self) -> None:
        self.started = False
        self.paused = False
        self.limit = 0
        self.people: dict[str, str] = {}
        self.bots: list[tuple[str, str, str]] = []
        """Scope, name, and for a turn the turn it is about."""
        self.asides: list[Fact] = []
        """Each with its number, and its number among those that all have seen."""
        self.rolled = 0
        self.rolled_openly = 0
        self.calls: list[Fact] = []
        self.called = 0
        """How many calls there were: they are numbered by this, as rows count what is hidden too."""
        self.counts: dict[str, int] = {}
        """How many asides each seat has rolled, the GM's secret ones apart."""
        self.taken = 0
        """How many facts there are."""

    def take(self, fact: Fact) -> None:
        """One more thing is so."""
        what = fact["what"]
        check_fields(fact)
        self.taken += 1
        if what == "start":
            self.started = True
        elif what == "claim":
            self.people[fact["seat"]] = fact["name"]
        elif what == "leave":
            self.people.pop(fact["seat"], None)
        elif what == "pause":
            self.paused = fact["on"]
        elif what == "limit":
            self.limit = whole(fact["seconds"], MOST_SECONDS)
        elif what == "bot":
            self._bot(fact)
        elif what == "call":
            self.called += 1
            self.calls.append({"id": fact["id"], "dice": fact["dice"], "why": fact["why"], "seats": fact["seats"]})
        elif what == "aside":
            self._aside(fact)

    def _bot(self, fact: Fact) -> None:
        kept = [one for one in self.bots if one[:2] != (fact["scope"], fact["name"])]
        self.bots = [*kept, (fact["scope"], fact["name"], fact["turn"])] if fact["on"] else kept

    def _aside(self, fact: Fact) -> None:
        key = count_key(fact["who"], fact["secret"])
        self.counts[key] = self.counts.get(key, 0) + 1
        self.rolled += 1
        self.rolled_openly += 0 if fact["secret"] else 1
        self.asides.append({**fact, "n": self.rolled, "open": self.rolled_openly})
        # The last ones of each kind: what is secret leaves no gap among the others.
        alike = [one for one in self.asides if one["secret"] == fact["secret"]]
        if len(alike) > MOST_ASIDES:
            self.asides.remove(alike[0])
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
FIELDS: dict[str, dict[str, str]] = {
    "start": {},
    "claim": {"seat": TEXT, "name": TEXT},
    "leave": {"seat": TEXT},
    "pause": {"on": FLAG},
    "limit": {"seconds": WHOLE},
    "bot": {"scope": TEXT, "name": TEXT, "turn": TEXT, "on": FLAG},
    "call": {"id": TEXT, "dice": TEXT, "why": TEXT, "seats": TEXTS},
    "aside": {"who": TEXT, "dice": TEXT, "text": TEXT, "total": WHOLE, "why": TEXT, "secret": FLAG, "call": TEXT},
    "next": {"table": TEXT},
}
"""What there is to know, and the fields of each."""


def check_fields(fact: Fact) -> None:
    """A fact as one of our own would have been: files of others are read with this too."""
    what = fact["what"]
    if not isinstance(what, str) or what not in FIELDS:
        raise Invalid("room", "what", what, "something a room knows of")
    for name, kind in FIELDS[what].items():
        if not fits(fact.get(name), kind):
            raise Invalid("room", f"{what}.{name}", fact.get(name), kind)
    if "after" in fact and not fits(fact["after"], COUNTS):
        raise Invalid("room", f"{what}.after", fact["after"], COUNTS)


def fits(value: object, kind: str) -> bool:
    if kind == TEXTS:
        return isinstance(value, list) and all([isinstance(one, str) for one in value])
    if kind == COUNTS:
        return isinstance(value, dict) and all([type(one) is int for one in value.values()])
    return type(value) is {TEXT: str, FLAG: bool, WHOLE: int}[kind]


def count_key(seat: str, secret: bool) -> str:
    return f"{seat} secret" if secret else seat
