"""Section 10: Sustain Effects, begun by an action, applied at each later turn start, and interrupted."""

from __future__ import annotations

from fracas.engine.action import Action, stands
from fracas.engine.command import Command
from fracas.engine.duration import EFFECT, Duration
from fracas.engine.encounter import Encounter
from fracas.engine.reason import Reason
from fracas.engine.table import Question, Table
from fracas.rulesets.cap_check.aiming import bars_aim, groups
from fracas.rulesets.cap_check.conditions import boons, end_effect, grant
from fracas.rulesets.cap_check.doing import Doing
from fracas.rulesets.cap_check.events import SustainBegan, SustainEnded, SustainTurned, title_of
from fracas.rulesets.cap_check.fields import lift_laid
from fracas.rulesets.cap_check.fighter import KEY, Fighter, Sustained, fighter, known_card
from fracas.rulesets.cap_check.profiles import Card
from fracas.rulesets.cap_check.targets import NAMED, bars_place
from fracas.rulesets.cap_check.tide_turners import counts

KEEP = "keep"
DROP = "drop"


def sustains(card: Card) -> bool:
    return "sustain" in card.types


def active(enc: Encounter, one: Fighter) -> int:
    """10.8: how many count against the limit; copies of one effect count each."""
    return len([held for held in one.sustaining if counts(enc, known_card(enc, held.card))])


def bars_sustain(enc: Encounter, one: Fighter, card: Card) -> list[Reason]:
    """10.7: no more at once than the limit, unless the option lets the oldest go."""
    if not sustains(card) or not counts(enc, card) or not one.is_hero:
        return []
    if one.sustain_limit <= 0 or (active(enc, one) >= one.sustain_limit and enc.options["sustain-full"] == "refused"):
        return [Reason("10.7", f"{one.name} sustains {active(enc, one)} of {one.sustain_limit}", "release one first")]
    return []


def key_of(serial: int) -> str:
    """The name under which boons of its user last as long as the effect."""
    return f"{KEY}{serial}"


def begin_sustain(table: Table, doing: Doing) -> None:
    """10.1, 10.7, 10.16: from now on the effect is active; under the option the oldest makes room."""
    enc = table.enc
    one = fighter(enc, doing.who)
    if counts(enc, doing.card):
        if one.sustain_limit <= 0:
            return
        for held in one.sustaining:
            if active(enc, one) >= one.sustain_limit and counts(enc, known_card(enc, held.card)):
                end_sustain(table, doing.who, held, "another takes its place")
    serial = one.serial + 1
    table.emit(SustainBegan(doing.who, doing.card.id, doing.targets, doing.squares, serial))
    doing.key = key_of(serial)


def end_sustain(table: Table, who: str, held: Sustained, why: str) -> None:
    """10.15: the effect is over with everything that hung on it; it takes paying anew to begin it again."""
    table.emit(SustainEnded(who, held.card, held.serial, why))
    end_effect(table, who, key_of(held.serial))
    lift_laid(table, who, key_of(held.serial))
    hold_on(table, who, held.card)


def hold_on(table: Table, who: str, name: str) -> None:
    """10.8: another copy that is still sustained goes on giving what both gave."""
    card, one = known_card(table.enc, name), fighter(table.enc, who)
    for held in one.sustaining if card.hold and one.present else []:
        if held.card != name:
            continue
        for effect in card.effects:
            for target in [who] if effect.to == "self" else held.targets:
                if effect.kind == "boon" and effect.until == "sustain" and lacks(table.enc, target, effect.name, name):
                    kept = Duration(EFFECT, who, note=key_of(held.serial))
                    grant(table, target, effect.name, effect.amount, effect.until, name, kept)


def lacks(enc: Encounter, who: str, boon: str, source: str) -> bool:
    """Has somebody who stands no boon of this kind from this card?"""
    one = enc.combatants.get(who)
    if one is None or not one.present:
        return False
    return not [held for held in boons(fighter(enc, who), boon, False) if held.source == source]


def interrupt_all(table: Table, who: str, why: str) -> None:
    """10.9: whoever has FALLEN sustains nothing."""
    for held in fighter(table.enc, who).sustaining:
        end_sustain(table, who, held, why)


def interrupt_by(table: Table, who: str, condition: str) -> None:
    """10.10, 10.14: Sleep interrupts everything; Silence nothing, or Spells and Tide-Turners under the option."""
    for held in fighter(table.enc, who).sustaining:
        card = known_card(table.enc, held.card)
        silenced = (card.tag == "spell" or card.tide) and table.enc.options["silence-sustain"] == "ends"
        if condition == "sleep" or silenced:
            end_sustain(table, who, held, condition)


def strip(table: Table, who: str, amount: int) -> None:
    """10.13: some effects end what others sustain, the one begun first before the others."""
    for held in fighter(table.enc, who).sustaining[:amount]:
        end_sustain(table, who, held, "torn away")


def still_legal(enc: Encounter, one: Fighter, card: Card, held: Sustained) -> list[str]:
    """10.11: those of its targets that are still standing, within range and in the open."""
    found: list[str] = []
    for who in held.targets:
        target = enc.combatants.get(who)
        if target is None or not target.present:
            continue
        other = fighter(enc, who)
        if other is one or not bars_place(enc, card, one, other.pos, other.size, other.name, 0):
            found.append(who)
    return found


def needs_target(card: Card) -> bool:
    return card.target not in ("self", "square", "burst", "field")


def maintain(table: Table, who: str) -> None:
    """10.3: each active effect is kept or dropped in the order they were begun, and applied if kept."""
    for held in fighter(table.enc, who).sustaining:
        one = fighter(table.enc, who)
        if not one.present or held.serial not in [other.serial for other in one.sustaining]:
            continue
        card = known_card(table.enc, held.card)
        targets = still_legal(table.enc, one, card, held)
        ways = other_targets(table.enc, one, card, targets)
        if needs_target(card) and not targets and not ways:
            end_sustain(table, who, held, "no target is left")
            continue
        answer = kept(table, who, card, ways or [()])
        if answer.verb == DROP:
            end_sustain(table, who, held, "dropped")
        elif not card.hold:
            if ways:
                targets = list(answer.targets)
                table.emit(SustainTurned(who, held.card, held.serial, targets))
            repeat(table, who, card, held, targets)


def kept(table: Table, who: str, card: Card, ways: list[tuple[str, ...]]) -> Command:
    """10.5: the owner chooses at each turn start."""
    commands = [*[Command(who, KEEP, targets) for targets in ways], Command(who, DROP)]
    question = Question(who, "sustain", f"Go on sustaining {card.name}?", commands, commands[0])
    return table.ask(question)


def other_targets(enc: Encounter, one: Fighter, card: Card, targets: list[str]) -> list[tuple[str, ...]]:
    """10.17: under the option whom the effect can be turned to, those it already has first; else nobody."""
    if enc.options["sustain-targets"] == "same" or card.hold or card.target not in NAMED:
        return []
    found: list[tuple[str, ...]] = [tuple(targets)] if targets else []
    for group in groups(enc, one, card, 0):
        if group not in found and not bars_aim(enc, one, card, [], list(group), []):
            found.append(group)
    return found


def repeat(table: Table, who: str, card: Card, held: Sustained, targets: list[str]) -> None:
    """10.2, 10.4: applied anew without points, with a check of its own where it targets foes."""
    from fracas.rulesets.cap_check.course import resolve
    from fracas.rulesets.cap_check.targets import targets_of

    one = fighter(table.enc, who)
    named = targets if needs_target(card) else targets_of(table.enc, card, one, [], held.squares)
    doing = Doing(who, card, named, held.squares, "sustain")
    doing.effects = card.repeats
    doing.key = key_of(held.serial)
    resolve(table, doing)
    end_if_missed(table, doing)


def checks_again(enc: Encounter) -> bool:
    """10.4: a sustained effect needs a new check against foes each time, or hits without one under the option."""
    return enc.options["sustain-check"] == "anew"


def end_if_missed(table: Table, doing: Doing) -> None:
    """10.12: a miss is no interruption, unless the option says so."""
    if doing.missed_all() and table.enc.options["sustain-miss"] == "ends":
        for held in fighter(table.enc, doing.who).sustaining:
            if key_of(held.serial) == doing.key:
                end_sustain(table, doing.who, held, "missed")


class Release(Action):
    """10.6: ending one's own sustained effect, at any time in one's turn."""

    def __init__(self) -> None:
        super().__init__("release", "Release a sustained effect", "10.6", "thing")

    def bars(self, enc: Encounter, who: str) -> list[Reason]:
        from fracas.rulesets.cap_check.actions import bars_turn

        return bars_turn(enc, fighter(enc, who))

    def reasons_against(self, enc: Encounter, command: Command) -> list[Reason]:
        out = self.bars(enc, command.who)
        return out if stands(enc, out) else out + self.bars_pick(enc, command)

    def candidates(self, enc: Encounter, who: str) -> list[Command]:
        cards: list[str] = []
        for held in fighter(enc, who).sustaining:
            if held.card not in cards:
                cards.append(held.card)
        return [Command(who, self.verb, thing=card) for card in cards]

    def bars_pick(self, enc: Encounter, command: Command) -> list[Reason]:
        """10.6: only what is there."""
        if command.thing not in [held.card for held in fighter(enc, command.who).sustaining]:
            return [Reason("10.6", f"{enc.name(command.who)} does not sustain {title_of(enc, command.thing)}")]
        return []

    def cost(self, enc: Encounter, command: Command) -> str:
        return "free"

    def label(self, enc: Encounter, command: Command) -> str:
        return title_of(enc, command.thing) if command.thing else self.title

    def perform(self, table: Table, command: Command) -> None:
        for held in fighter(table.enc, command.who).sustaining:
            if held.card == command.thing:
                end_sustain(table, command.who, held, "released")
                return
