"""A sample of somebody of one's own: the card they would have, and what they do to somebody beside them, exactly.

Worked out while the GM types, in a thread of its own and with little patience; whatever breaks is told in words.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from pydantic import Field

from fracas.engine.blame import told
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.odds import odds
from fracas.engine.play import take_steps
from fracas.engine.policy import Inline, PassingPolicy
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Table, Thrower
from fracas.engine.text import say_command
from fracas.protocol.messages import Message
from fracas.protocol.records import Data, OddsOut
from fracas.protocol.spoken import odds_out
from fracas.session.rail import card_for
from fracas.session.scenarios import floor_square, open_floor
from fracas.session.waiting import Seconds

ME: Final = "sample"
OTHER: Final = "target"
MOST_TURNS: Final = 12
MOST_SHOWN: Final = 6
PATIENCE: Final = 0.6
"""Seconds for all odds of a sample."""
HEAD: Final = ThreadPoolExecutor(1, "sampling")


class PromiseOut(Message):
    """Something it could do to the one beside it, and what may come of that."""

    text: str
    odds: OddsOut


class SampleOut(Message):
    card: Data | None = Field(description="the card it would have")
    text: str = Field(description="what the rules make of it, where it is nobody")
    against: str = Field(description="the kind of the one beside it")
    commands: list[PromiseOut]
    trouble: str = Field(description="what broke while it was tried; empty where nothing did")


def sample(ruleset: Ruleset, kind: str, key: str, against: str) -> SampleOut:
    """What a creature or a thing of a game looks like in play."""
    people = ruleset.content.people()
    data = ruleset.content.tables.get(kind, {}).get(key)
    if key not in people:
        text = ruleset.gist(kind, data, ruleset.content.names()) if isinstance(data, dict) else ""
        return SampleOut(card=None, text=text, against="", commands=[], trouble="")
    other = against if against in people else next((one for one in people if one != key), key)
    try:
        enc = stage(ruleset, key, other)
        card = card_for(ruleset, enc, ME, GM).to_json()
    except Exception as error:  # noqa: BLE001 - whatever somebody's entries break is told
        return SampleOut(card=None, text="", against=other, commands=[], trouble=told(error))
    try:
        commands, trouble = try_out(ruleset, enc), ""
    except Exception as error:  # noqa: BLE001 - as above
        commands, trouble = [], told(error)
    return SampleOut(card=card, text="", against=other, commands=commands, trouble=trouble)


def stage(ruleset: Ruleset, kind: str, other: str) -> Encounter:
    """Both side by side on open floor, where play begins."""
    enc = open_floor(ruleset, {}, "sample")
    first = ruleset.make(enc, kind, ME, floor_square(enc, 4, 4), "heroes", GM)
    enc.combatants[ME] = first
    enc.combatants[OTHER] = ruleset.make(enc, other, OTHER, floor_square(enc, 4 + first.size, 4), "foes", GM)
    ruleset.skip_setup(enc)
    return enc


def try_out(ruleset: Ruleset, enc: Encounter) -> list[PromiseOut]:
    """Wait for its turn, and weigh what it may do to the other."""
    inline, patience = Inline({}, PassingPolicy()), Seconds(PATIENCE)
    take_steps(ruleset, enc, inline, Thrower())
    for _ in range(MOST_TURNS):
        actors = ruleset.actors(enc)
        if not actors or enc.over:
            return []
        if ME in actors:
            found = weigh(ruleset, enc, patience)
            if found:
                return found
        menu = ruleset.menu(enc, actors[0])
        if not menu:
            return []
        plain = [choice for choice in menu if choice.verb == "pass"] or menu
        command = plain[-1].command(0)
        ruleset.perform(Table(ruleset, enc, command, inline, Thrower()), command)
        take_steps(ruleset, enc, inline, Thrower())
    return []


def weigh(ruleset: Ruleset, enc: Encounter, patience: Any) -> list[PromiseOut]:
    commands: list[PromiseOut] = []
    done: set[tuple[str, str]] = set()
    for choice in ruleset.menu(enc, ME):
        for number in range(min(choice.size, 40)):
            command: Command = choice.command(number)
            if command.targets != (OTHER,) or (command.verb, command.thing) in done:
                continue
            done.add((command.verb, command.thing))
            found = odds(ruleset, enc, command, GM, patience=patience)
            if not found.results:
                # Patience is spent: what is not known is not shown.
                return commands
            commands.append(PromiseOut(text=plainly(ruleset, enc, command), odds=odds_out(ruleset, found)))
            if len(commands) >= MOST_SHOWN:
                return commands
    return commands


def plainly(ruleset: Ruleset, enc: Encounter, command: Command) -> str:
    """What it does, by the title of the action and the thing."""
    action = ruleset.actions.get(command.verb)
    title = action.title if action is not None else say_command(enc, command)
    return f"{title}: {enc.content.thing_name(command.thing)}" if command.thing else title
