"""Answers, commands and rulings in a few words, for buttons, lists and logs."""

from __future__ import annotations

from typing import Final

from fracas.engine.command import GM, PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Decision
from fracas.engine.ruleset import Ruleset

CODED: Final = ("add", "allow")
"""Rulings whose text is written for the table and not for people; what came of them is told by their events."""


def answer_label(ruleset: Ruleset, enc: Encounter, decision: Decision, command: Command) -> str:
    """An answer as it stands on its button."""
    said = ruleset.answer_words(enc, decision.window, command)
    action = ruleset.actions.get(command.verb)
    if command.verb == PASS:
        return said or decision.pass_label
    if action is None or action.window != decision.window:
        return _capital(said or command_label(ruleset, enc, command))
    label = said or action.label(enc, command)
    return label if label.startswith(action.title) else f"{action.title}: {label}"


def answer_price(ruleset: Ruleset, enc: Encounter, decision: Decision, command: Command) -> tuple[str, str]:
    """What an answer costs, and its drawback for whoever gives it, where it is a reaction of this window."""
    action = ruleset.actions.get(command.verb)
    if action is None or action.window != decision.window:
        return "", ""
    return action.cost(enc, command), action.drawback(enc, command)


def command_label(ruleset: Ruleset, enc: Encounter, command: Command) -> str:
    """A command without whoever gives it: what is done, with what, to whom and where."""
    action = ruleset.actions.get(command.verb)
    thing = enc.content.thing_name(command.thing) if command.thing else ""
    people = ", ".join([enc.name(who) for who in command.targets])
    where = "-".join([enc.board.label(square) for square in command.squares if enc.board.holds(square)])
    numbers = " ".join([str(number) for number in command.numbers])
    verb = action.title if action is not None else command.verb.replace("-", " ")
    text = "" if command.verb in CODED else command.text
    return " ".join([word for word in (verb, thing, people, where, numbers, text) if word])


def who_label(enc: Encounter, who: str) -> str:
    return "GM" if who == GM else enc.name(who)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
