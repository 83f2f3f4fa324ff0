"""The protocol's examples: a short session that really runs, made for whatever scenario comes first.

For `docs/protocol.md` and its test. Nothing happens between one example and the next.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fracas.engine.game import Game
from fracas.protocol.referee import Referee
from fracas.session.scenarios import find_scenario, seeds_of
from fracas.session.session import Session

SEED = 1
Words = dict[str, Any]


class Example:
    """One request and the reply it got."""

    def __init__(self, note: str, request: Words, reply: Words) -> None:
        self.note = note
        self.request = request
        self.reply = reply


def first_referee() -> Referee:
    """A referee for the very first scenario there is."""
    ruleset, scenario = find_scenario("")
    return Referee(Session(Game(ruleset, ruleset.start(scenario, {}, seeds_of(SEED)))), files=True)


@contextmanager
def folder_of_its_own() -> Iterator[None]:
    """A place where examples may write files."""
    home = os.getcwd()  # noqa: PTH109 - only to come back to it
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)


class Walk:
    """Makes requests and keeps them with their replies."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.examples: list[Example] = []

    def ask(self, note: str, request: Words) -> Words:
        request = {**request, "id": len(self.examples) + 1}
        reply = self.look(request)
        self.examples.append(Example(note, request, reply))
        return reply

    def look(self, request: Words) -> Words:
        """A request that only helps to write the next example, and changes nothing."""
        reply: Words = json.loads(self.referee.reply_to(json.dumps(request).encode() + b"\n"))
        return reply


def make_examples() -> list[Example]:
    """The whole session, in order."""
    walk = Walk(first_referee())
    with folder_of_its_own():
        seat = _reading(walk)
        _acting(walk)
        _by_hand(walk)
        _going_back(walk, seat)
    return walk.examples


def _reading(walk: Walk) -> str:
    """What a player asks first; returns a player's seat."""
    people = walk.look({"type": "state", "seat": "gm"})["state"]["combatants"]
    seat = next(one["seat"] for one in people if one["seat"] != "gm")
    walk.ask("", {"type": "hello", "seat": seat})
    walk.ask("", {"type": "state", "seat": seat})
    walk.ask("", {"type": "scenarios", "seat": ""})
    walk.ask("", {"type": "options", "seat": ""})
    rules = walk.ask("", {"type": "rules", "seat": ""})["rules"]
    walk.ask("", {"type": "rule", "seat": seat, "number": rules[0]["number"]})
    walk.ask("", {"type": "what", "seat": seat, "name": "pass"})
    board = walk.referee.session.game.state.board
    walk.ask("", {"type": "measure", "seat": seat, "here": board.name(0), "there": board.name(board.size - 1)})
    walk.ask("Outside the rules:", {"type": "roll", "seat": seat, "dice": "4d6kh3+1"})
    return str(seat)


def _bring_together(walk: Walk) -> tuple[str, str, str]:
    """Whoever is in turn, its seat, and the ruling that puts a foe beside it."""
    enc = walk.referee.session.game.state
    who = walk.look({"type": "state", "seat": "gm"})["actors"][0]
    mover = enc.combatants[who]
    foe = next(one for one in enc.combatants.values() if one.side != mover.side)
    taken = [one.pos for one in enc.combatants.values()]
    free = [pos for pos in enc.board.neighbours(mover.pos, foe.size) if pos not in taken]
    return who, mover.seat, f"move {foe.id} {enc.board.name(free[0])}"


def _acting(walk: Walk) -> None:
    who, seat, ruling = _bring_together(walk)
    walk.ask("", {"type": "ruling", "seat": "gm", "ruling": ruling, "reason": "they met at the door"})
    offers = walk.ask("", {"type": "offers", "seat": seat, "who": who})["offers"]
    command = _aimed(offers)
    walk.ask("", {"type": "preview", "seat": seat, "command": command})
    walk.ask("", {"type": "odds", "seat": seat, "command": command})
    walk.ask("", {"type": "chances", "seat": seat, "commands": [command]})
    barred = [pick["text"] for offer in offers for pick in offer["picks"] if pick["blocked"] or offer["blocked"]]
    if barred:
        walk.ask("Refused, with every reason:", {"type": "command", "seat": seat, "command": barred[0]})
    walk.ask("Not understood:", {"type": "command", "seat": seat, "command": command, "sneak": True})
    walk.ask("Not somebody this seat knows of:", {"type": "offers", "seat": seat, "who": "nobody"})


def _aimed(offers: list[Words]) -> str:
    """An open command with a target, if there is one."""
    texts: list[str] = []
    for offer in offers:
        for pick in offer["picks"] if offer["open"] else []:
            if not pick["blocked"]:
                if pick["command"]["targets"]:
                    return str(pick["text"])
                texts.append(pick["text"])
    return texts[0]


def _by_hand(walk: Walk) -> None:
    """Dice thrown by hand make questions; an answer, taken back, and the command withdrawn."""
    enc = walk.referee.session.game.state
    for seat in list(enc.seats)[:2]:
        walk.ask("A seat's own choice:", {"type": "ruling", "seat": seat, "ruling": f"dice {seat} hand"})
    who = walk.look({"type": "state", "seat": "gm"})["actors"][0]
    seat = enc.combatants[who].seat
    offers = walk.look({"type": "offers", "seat": seat, "who": who})["offers"]
    reply = walk.ask("", {"type": "command", "seat": seat, "command": _aimed(offers)})
    waiting = walk.look({"type": "state", "seat": "gm"})["decisions"]
    to = waiting[0]["id"] if waiting else "none"
    verb = waiting[0]["default"]["verb"] if waiting else "pass"
    walk.ask("", {"type": "preview", "seat": "gm", "command": verb, "to": to})
    reply = walk.ask("", {"type": "answer", "seat": "gm", "to": to, "answer": verb})
    if reply.get("decisions"):
        walk.ask("", {"type": "take_back", "seat": "gm", "to": to})
    walk.ask("", {"type": "withdraw", "seat": "gm"})


def _going_back(walk: Walk, seat: str) -> None:
    walk.ask("", {"type": "undo", "seat": "gm"})
    walk.ask("", {"type": "redo", "seat": "gm"})
    line = walk.ask("", {"type": "log", "seat": "gm", "since": 2})["lines"][0]["n"]
    walk.ask("", {"type": "branch", "seat": "gm", "at": line, "name": "what-if"})
    walk.ask("", {"type": "switch", "seat": "gm", "to": "main"})
    walk.ask("", {"type": "save", "seat": "gm", "path": "evening.jsonl"})
    walk.ask("", {"type": "load", "seat": "gm", "path": "evening.jsonl", "name": "next-week"})
    walk.ask("", {"type": "jump", "seat": "gm", "to": 0})
    last = walk.look({"type": "hello", "seat": seat})["last"]
    walk.ask("", {"type": "events", "seat": seat, "since": max(last - 2, 0)})
    walk.ask("", {"type": "quit", "seat": "gm"})
