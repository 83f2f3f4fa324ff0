"""Loading the content of CAP Check: files are read and merged, checked against each other, and built into profiles.

For whoever starts an encounter and for authors of extra content; play itself sees only the profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fracas.engine.api import Dice, Scenario, parse
from fracas.engine.content import Loaded, content_hash
from fracas.engine.content_checks import build, build_place, load_checked
from fracas.engine.content_places import map_rows, name_marks
from fracas.rulesets.cap_check import content_models as models
from fracas.rulesets.cap_check import profiles
from fracas.rulesets.cap_check.content_checks import Check
from fracas.rulesets.cap_check.content_models import POINTS, USUAL_TO, FileModel
from fracas.rulesets.cap_check.fighter import CapContent
from fracas.rulesets.cap_check.legend import map_legend

SCHEMA_MODEL: Final = FileModel
AT_LEAST_ONE: Final = ("condition", "cleanse", "strip", "boon", "points")
"""Kinds of effect whose amount is 1 where none is given."""
UNTRAINED: Final = 8


def load(places: Sequence[Path | str]) -> CapContent:
    """Files or folders, earlier ones first, as one content; `ContentErrors` with everything that is wrong."""
    loaded = load_checked(places, FileModel, check)
    return Builder(loaded.model).content(content_hash(loaded.data))


def check(loaded: Loaded[FileModel]) -> Check:
    """The maps of this game are drawn with its fields."""
    return Check(loaded, map_legend(field_kinds(loaded.model)))


class Builder:
    """Profiles from checked entries, in the order in which they refer to each other."""

    def __init__(self, model: FileModel) -> None:
        self.model = model
        self.cards = {k: card(k, v) for k, v in model.card.items()}
        self.maneuvers = {k: build(profiles.Maneuver, k, v, points=POINTS[v.speed]) for k, v in model.maneuver.items()}

    def content(self, digest: str) -> CapContent:
        content, model = CapContent(), self.model
        content.hash = digest
        content.conditions = {k: build(profiles.ConditionKind, k, v) for k, v in model.condition.items()}
        content.fields = field_kinds(model)
        content.maneuvers, content.cards = self.maneuvers, self.cards
        content.heroes = {k: self.hero(k, v) for k, v in model.hero.items()}
        content.foes = {k: self.foe(k, v) for k, v in model.foe.items()}
        content.scenarios = {k: scenario(content, k, v) for k, v in model.scenario.items()}
        return content

    def hero(self, key: str, entry: models.HeroEntry) -> profiles.Hero:
        trained: dict[str, int] = {str(skill): value for skill, value in entry.skills.items()}
        names = [entry.melee, entry.ranged, *entry.cards, *entry.tides]
        every = [self.cards[name] for name in names]
        return build(
            profiles.Hero,
            key,
            entry,
            skills={skill: trained.get(skill, UNTRAINED) for skill in profiles.SKILLS},
            maneuver=self.maneuvers[entry.maneuver],
            all_cards=every,
            triggers=profiles.by_moment(every),
            amplifiers=[card for card in every if "amplify" in card.types],
        )

    def foe(self, key: str, entry: models.FoeEntry) -> profiles.Foe:
        basic = self.cards[entry.basic]
        special = {letter: self.cards[entry.cards[letter]] for letter in sorted(entry.cards)}
        triggers = [self.cards[name] for name in entry.triggers]
        every = [basic, *special.values(), *triggers]
        return build(
            profiles.Foe,
            key,
            entry,
            basic=basic,
            cards=special,
            all_cards=every,
            triggers=profiles.by_moment(triggers),
            amplifiers=[card for card in every if "amplify" in card.types],
        )


def card(key: str, entry: models.CardEntry) -> profiles.Card:
    effects = [effect(part) for part in entry.effects]
    repeats = [effect(part) for part in entry.repeats]
    if "sustain" in entry.types and not entry.hold and not repeats:
        repeats = effects
    amplifies = [amplify(part) for part in entry.amplifies]
    early = [[boost.id] for boost in amplifies if profiles.does(boost.effects, "range", "targets")]
    return build(
        profiles.Card,
        key,
        entry,
        points=POINTS[entry.speed],
        # an Amplify Action has the targets of the action it is put on
        target=entry.target or "self",
        effects=effects,
        revives=profiles.does(effects, "revive"),
        goes=sum([effect.amount for effect in effects if effect.kind == "go"][:1]),
        repeats=repeats,
        bounded=bool(entry.uses or entry.round_uses or "sustain" in entry.types),
        amplifies=amplifies,
        ways=[] if entry.when or entry.applies else [[], *early],
    )


def amplify(part: models.AmplifyPart) -> profiles.Amplify:
    effects = [effect(one) for one in part.effects]
    return build(profiles.Amplify, part.id, part, points=POINTS[part.speed], effects=effects)


def card_of(data: dict[str, object]) -> profiles.Card:
    """A card out of a table of the content files, for those who look it up."""
    return card("", models.CardEntry.model_validate(data))


def effect(part: models.EffectPart) -> profiles.Effect:
    return build(
        profiles.Effect,
        part.kind,
        part,
        to=part.to or USUAL_TO[part.kind],
        dice=dice(part.dice),
        amount=part.amount or (1 if part.kind in AT_LEAST_ONE else 0),
        until=part.until or ("turn" if part.kind == "boon" else ""),
    )


def dice(text: str | None) -> Dice | None:
    return parse(text) if text else None


def field_kinds(model: FileModel) -> dict[str, profiles.FieldKind]:
    return {key: build(profiles.FieldKind, key, entry, dice=dice(entry.dice)) for key, entry in model.field.items()}


def scenario(content: CapContent, key: str, entry: models.ScenarioEntry) -> Scenario:
    rows = map_rows(entry.map, entry.edges)
    marks = name_marks(rows, map_legend(content.fields))
    posts = [build_place(profiles.Post, one, marks) for one in entry.place]
    return build(Scenario, key, entry, rows=rows, entries=posts)
