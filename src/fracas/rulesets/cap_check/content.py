"""Loading the content of CAP Check: files are read and merged, checked against each other, and built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fracas.engine.content import Loaded, content_hash
from fracas.engine.content_checks import load_checked, plain
from fracas.engine.content_places import map_rows, name_marks
from fracas.engine.dice import parse
from fracas.rulesets.cap_check import profiles
from fracas.rulesets.cap_check.content_checks import Check
from fracas.rulesets.cap_check.content_models import (
    POINTS,
    USUAL_TO,
    AmplifyPart,
    Book,
    CardEntry,
    EffectPart,
    FieldEntry,
    FoeEntry,
    HeroEntry,
    ManeuverEntry,
    ScenarioEntry,
)
from fracas.rulesets.cap_check.legend import map_legend

BUILTIN: Final = Path(__file__).parent / "data"
CAST: Final = Path(__file__).parent / "rules" / "cast.toml"
"""The people of the worked examples."""
SCHEMA_MODEL: Final = Book
AT_LEAST_ONE: Final = ("condition", "cleanse", "strip", "boon", "points")
"""Kinds of effect whose amount is 1 where none is given."""
UNTRAINED: Final = 8


def load(places: Sequence[Path | str] = (BUILTIN,)) -> profiles.Content:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, Book, check)
    return Builder(loaded.model).content(content_hash(loaded.data))


def check(loaded: Loaded[Book]) -> Check:
    """The maps of this game are drawn with its fields."""
    return Check(loaded, map_legend(field_kinds(loaded.model)))


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.conditions = {k: profiles.ConditionKind(id=k, **plain(v)) for k, v in book.condition.items()}
        self.fields = field_kinds(book)
        self.legend = map_legend(self.fields)
        self.maneuvers = {k: self.maneuver(k, v) for k, v in book.maneuver.items()}
        self.cards = {k: self.card(k, v) for k, v in book.card.items()}
        self.heroes = {k: self.hero(k, v) for k, v in book.hero.items()}
        self.foes = {k: self.foe(k, v) for k, v in book.foe.items()}
        self.scenarios = {k: self.scenario(k, v) for k, v in book.scenario.items()}

    def content(self, digest: str) -> profiles.Content:
        return profiles.Content(
            hash=digest,
            cards=self.cards,
            conditions=self.conditions,
            fields=self.fields,
            maneuvers=self.maneuvers,
            heroes=self.heroes,
            foes=self.foes,
            scenarios=self.scenarios,
        )

    def maneuver(self, key: str, entry: ManeuverEntry) -> profiles.Maneuver:
        return profiles.Maneuver(id=key, points=POINTS[entry.speed], **plain(entry, "speed"))

    def card(self, key: str, entry: CardEntry) -> profiles.Card:
        effects = [effect(part) for part in entry.effects]
        repeats = [effect(part) for part in entry.repeats]
        if "sustain" in entry.types and not entry.hold and not repeats:
            repeats = effects
        return profiles.Card(
            id=key,
            points=POINTS[entry.speed],
            # an Amplify Action has the targets of the action it is put on
            target=entry.target or "self",
            effects=effects,
            repeats=repeats,
            amplifies=[amplify(part) for part in entry.amplifies],
            **plain(entry, "speed", "target", "effects", "repeats", "amplifies"),
        )

    def hero(self, key: str, entry: HeroEntry) -> profiles.Hero:
        trained: dict[str, int] = {str(skill): value for skill, value in entry.skills.items()}
        return profiles.Hero(
            id=key,
            skills={skill: trained.get(skill, UNTRAINED) for skill in profiles.SKILLS},
            melee=self.cards[entry.melee],
            ranged=self.cards[entry.ranged],
            maneuver=self.maneuvers[entry.maneuver],
            cards=[self.cards[name] for name in entry.cards],
            tides=[self.cards[name] for name in entry.tides],
            **plain(entry, "skills", "melee", "ranged", "maneuver", "cards", "tides"),
        )

    def foe(self, key: str, entry: FoeEntry) -> profiles.Foe:
        return profiles.Foe(
            id=key,
            basic=self.cards[entry.basic],
            cards={letter: self.cards[entry.cards[letter]] for letter in sorted(entry.cards)},
            triggers=[self.cards[name] for name in entry.triggers],
            **plain(entry, "basic", "cards", "triggers"),
        )

    def scenario(self, key: str, entry: ScenarioEntry) -> profiles.Scenario:
        rows = map_rows(entry.map)
        marks = name_marks(rows, self.legend)
        entries: list[profiles.ScenarioEntry] = []
        for place in entry.place:
            hero = self.heroes.get(place.creature)
            usual = hero.name if hero is not None else self.foes[place.creature].name
            entries.append(
                profiles.ScenarioEntry(
                    id=place.id or place.creature,
                    name=place.name or usual,
                    creature_id=place.creature,
                    square=marks.get(place.at, place.at),
                    side=place.side,
                    seat=place.seat,
                    hidden=place.hidden,
                    maneuver=place.maneuver,
                )
            )
        return profiles.Scenario(id=key, rows=rows, entries=entries, **plain(entry, "map", "place"))


def field_kinds(book: Book) -> dict[str, profiles.FieldKind]:
    return {key: field_kind(key, entry) for key, entry in book.field.items()}


def field_kind(key: str, entry: FieldEntry) -> profiles.FieldKind:
    dice = parse(entry.dice) if entry.dice else None
    return profiles.FieldKind(id=key, dice=dice, **plain(entry, "dice"))


def effect(part: EffectPart) -> profiles.Effect:
    return profiles.Effect(
        kind=part.kind,
        to=part.to or USUAL_TO[part.kind],
        dice=parse(part.dice) if part.dice else None,
        versus=part.versus,
        name=part.name,
        amount=part.amount or (1 if part.kind in AT_LEAST_ONE else 0),
        until=part.until or ("turn" if part.kind == "boon" else ""),
    )


def amplify(part: AmplifyPart) -> profiles.Amplify:
    effects = [effect(one) for one in part.effects]
    return profiles.Amplify(id=part.id, name=part.name, points=POINTS[part.speed], effects=effects)
