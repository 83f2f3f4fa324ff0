"""What a card does, in a sentence: for whoever is asked whether to use it.

Nobody is named here but those the answer itself names; the question says who is about to do what.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.api import Command, Encounter
from fracas.rulesets.cap_check.amplify import boost_offered
from fracas.rulesets.cap_check.fighter import CapContent, Fighter, content_of, fighter, known_card
from fracas.rulesets.cap_check.profiles import Card, Effect, does
from fracas.rulesets.cap_check.wording import BOON, squares_said

VICTIMS: Final = {
    "foe-targets-other": "the one it is aimed at",
    "other-damaged": "the one who was hurt",
    "enemy-damaged": "the one who was hurt",
    "enemy-falls": "the one who fell",
    "other-falls": "the one who fell",
    "ally-falls": "the one who fell",
}
"""Whom a Trigger is about, by its condition; with any other that is its user."""
LASTS: Final = {
    "action": " for the next action",
    "roll": " for the next roll",
    "turn": " until the start of the next turn",
    "end": " until the end of the next turn",
    "sustain": " as long as it is sustained",
    "encounter": " for the rest of the encounter",
}
STATES: Final = ("immune", "faded", "no-move")
MOVES: Final = ("foe-moves", "hero-moves")


def say_answer(enc: Encounter, command: Command) -> str:
    """A Trigger or an Amplify by its name, whom it names, and what it does; empty for any other answer."""
    one, content = fighter(enc, command.who), content_of(enc)
    names = [enc.name(who) for who in command.targets] + [enc.board.name(square) for square in command.squares]
    on = f" ({', '.join(names)})" if names else ""
    if command.verb == "trigger":
        card = known_card(enc, command.thing)
        return f"{card.name}{on}: {say_trigger(content, one, card)}"
    boost = boost_offered(enc, command) if command.verb == "amplify" else None
    if boost is None:
        return ""
    return f"{boost.name}{on}: {say_effects(content, one.name, boost.effects, 'one that was hit', '')}"


def say_trigger(content: CapContent, one: Fighter, card: Card) -> str:
    """What a Trigger does, and whether that takes a hit."""
    said = say_effects(content, one.name, card.effects, "the foe" if one.is_hero else "the hero", card.when)
    sure = card.auto_hit or card.auto_crit or does(card.effects, "basic")
    return f"on a hit, {said}" if card.target in ("cause", "enemy") and not sure else said


def say_effects(
    content: CapContent, user: str, effects: list[Effect], foe: str, when: str, ally: str = "an ally"
) -> str:
    """All effects of a card or an Amplify, one after the other."""
    said: list[str] = []
    before = ""
    for effect in effects:
        who = whom(effect, user, foe, when, ally)
        clause = say_effect(content, effect, who, when)
        said.append(clause.removeprefix(who + " ") if who == before else clause)
        before = who if clause.startswith(who + " ") else ""
    return ", ".join(said[:-1]) + (" and " if len(said) > 1 else "") + said[-1] if said else ""


def whom(effect: Effect, user: str, foe: str, when: str, ally: str) -> str:
    """Whom an effect is for, seen from the one who uses it."""
    if effect.to == "self":
        return user
    if effect.to == "victim":
        return VICTIMS.get(when, user)
    return foe if effect.to in ("enemies", "cause") else "the chosen one" if when else ally


def say_damage(versus: str) -> str:
    return "PIERCING damage" if versus == "piercing" else f"damage against {versus.capitalize()}"


def say_effect(content: CapContent, effect: Effect, who: str, when: str) -> str:
    """One effect as a clause."""
    kind, amount = effect.kind, effect.amount
    dice = effect.dice.text if effect.dice is not None else str(amount)
    if kind == "boon":
        verb = "is" if effect.name in STATES else "has"
        return f"{who} {verb} {content.brief(BOON + effect.name, amount or 1)}{LASTS.get(effect.until, '')}"
    said = {
        "damage": f"{who} takes {dice} {say_damage(effect.versus)}",
        "heal": f"{who} heals {dice} HP",
        "condition": f"{who} gets {content.brief(effect.name, max(amount, 1))}",
        "cancel": "the movement does not happen" if when in MOVES else "the action does not happen",
        "redirect": "the action strikes another foe it can reach instead, or nobody",
        "basic": f"{who} is struck with the basic melee attack, free of charge",
        "revive": f"{who} stands again with {amount} HP" if amount else f"{who} stands again",
        "go": f"{who} goes up to {squares_said(amount)} at once",
        "fell": f"a {effect.name.capitalize()} that was hit falls",
        "more": f"{dice} more {'healing' if effect.to == 'allies' else 'damage'}",
        "range": f"{squares_said(amount)} more range",
        "targets": "a target more" if amount == 1 else f"{amount} targets more",
        "multiply": f"the damage counts {amount} %",
        "bypass": "the damage gets past barriers",
        "push": f"{who} is pushed {squares_said(amount)}",
        "pull": f"{who} is pulled {squares_said(amount)} nearer",
        "strip": f"{who} loses {amount} sustained effects" if amount > 1 else f"{who} loses a sustained effect",
        "lose": f"{who} loses {amount} HP",
        "points": f"{who} gets {amount} point{'s' * (amount != 1)} back",
        "cleanse": f"{who} loses up to {amount} stacks of conditions",
        "field": f"{effect.name.capitalize()} is laid around",
    }
    return said.get(effect.kind, effect.kind)
