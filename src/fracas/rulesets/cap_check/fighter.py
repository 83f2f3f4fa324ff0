"""The people of a CAP Check encounter, with pools, limits and what they sustain, and how state is read back."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from fracas.engine.api import EFFECT, Combatant, Condition, Content, Duration, Encounter, Invalid, Reason
from fracas.engine.events import BOOKS, SUBJECT, About
from fracas.engine.fields import KEEPER, PUBLIC, Counts, Entry, Field, Flag, Number, Spoken, Word, Words, with_own
from fracas.rulesets.cap_check.flow import CapFlow, Sustained, Sustaining
from fracas.rulesets.cap_check.profiles import SKILLS, Card, ConditionKind, FieldKind, Foe, Hero, Maneuver
from fracas.rulesets.cap_check.wording import BOON, boon_brief, boon_title

BARRIERS: Final = ("toughness", "resistance")
VALUES: Final = ("c", "a", "p", *BARRIERS, "dodge", "willpower")
LIMITS: Final = ("trigger_limit", "sustain_limit", "amplify_limit")
HEROES: Final = "heroes"
FOES: Final = "foes"
FULL_POOL: Final = 4
CHARGES: Final = 2
MOST_HP: Final = 2000
OF_FOES: Final = ("actions", "shield")
"""What the GM may set for foes alone."""
OF_BOTH: Final = (*[field.typed for field in Combatant.FIELDS if field.settable], "hp", "max-hp", *BARRIERS)
"""What the GM may set for heroes and foes; all the rest is for heroes alone."""
KEY: Final = "#"
"""Begins the name of a Sustain Effect of somebody, with its serial number."""


class Told(About):
    """An event that tells of somebody and changes nothing."""

    SEEN: ClassVar[str] = SUBJECT
    TELLS: ClassVar[str] = BOOKS

    def apply(self, enc: Encounter) -> None:
        pass


class Fighter(Combatant):
    """A hero or a foe. Its card (`hero` or `foe`) never changes; everything else is this fighter's own."""

    FIELDS: ClassVar[tuple[Field, ...]] = with_own(
        Combatant.FIELDS,
        [
            Number("hp", KEEPER, 0, MOST_HP, below="max_hp", title="HP", most="max_hp"),
            Number("max_hp", KEEPER, 1, MOST_HP, above="hp"),
            Number("pool", PUBLIC, 0, 2 * FULL_POOL, title="Action Pool", most=FULL_POOL),
            Number("charges", PUBLIC, 0, 20, title="Tide-Turner Charges", most=CHARGES),
            *[Number(name, PUBLIC, -50, 100, title=name.upper()) for name in ("c", "a", "p")],
            *[Number(name, KEEPER, -50, 100) for name in BARRIERS],
            *[Number(name, PUBLIC, -50, 100) for name in ("dodge", "willpower")],
            Number("triggers_used", PUBLIC, 0, 20, below="trigger_limit"),
            Number("amplifies_used", PUBLIC, 0, 20, below="amplify_limit"),
            Number("trigger_limit", PUBLIC, 0, 20, above="triggers_used"),
            Number("sustain_limit", PUBLIC, 0, 20, above="sustains"),
            Number("amplify_limit", PUBLIC, 0, 20, above="amplifies_used"),
            Counts("skills", PUBLIC, SKILLS, -50, 100),
            Entry("maneuver", PUBLIC, "maneuvers"),
            Number("actions", PUBLIC, 0, 20),
            Number("shield", KEEPER, 0, 500),
            *[Number(name, PUBLIC) for name in ("slot", "spoke", "acted", "serial")],
            Field("status", PUBLIC),
            Spoken("rank", PUBLIC),
            Spoken("sustains", PUBLIC),
            Counts("used", PUBLIC),
            Counts("round_used", PUBLIC),
            Sustaining("sustaining", PUBLIC, Sustained, ids=[".*.targets"], squares=[".*.squares"]),
            Words("chain", PUBLIC),
            Word("quarry", PUBLIC, ids=[""]),
            Flag("weathered", PUBLIC),
        ],
    )
    APART: ClassVar[tuple[str, ...]] = ("content", "hero", "foe", "is_hero", "deck", "triggers")

    def __init__(self, content: CapContent, hero: Hero | None, foe: Foe | None) -> None:
        card = hero if hero is not None else foe
        assert card is not None
        super().__init__("", card.name, card.id, "", "", 0, foe.size if foe is not None else 1)
        self.content = content
        self.hero = hero
        self.foe = foe
        self.is_hero = hero is not None
        self.deck = card.all_cards
        self.triggers = card.triggers
        """The Triggers on the card that answer what is about to happen (before), or what has happened (after)."""
        self.hp = self.max_hp = 0
        self.pool = self.charges = 0
        self.c = self.a = self.p = 0
        self.toughness = self.resistance = self.dodge = self.willpower = 0
        self.trigger_limit = self.sustain_limit = self.amplify_limit = 0
        self.triggers_used = self.amplifies_used = 0
        self.skills: dict[str, int] = {}
        self.maneuver: Maneuver | None = None
        """The one this hero has learned."""
        self.actions = 0
        """A foe's actions left in this turn, where the GM runs it."""
        self.shield = 0
        self.slot = 0
        self.spoke = 0
        self.acted = 0
        """Actions taken in this turn."""
        self.serial = 0
        self.used: dict[str, int] = {}
        self.round_used: dict[str, int] = {}
        self.sustaining: list[Sustained] = []
        self.chain: list[str] = []
        self.quarry = ""
        self.weathered = False

    @property
    def rank(self) -> str:
        return self.foe.rank if self.foe is not None else ""

    def stature(self) -> str:
        return "boss" if self.rank == "boss" else super().stature()

    def may_be(self, model: Combatant) -> bool:
        """A foe of the same rank whose behaviour has as many spokes: the one it stands on is seen."""
        if not isinstance(model, Fighter) or self.foe is None or model.foe is None or self.rank != model.rank:
            return False
        return [len(spoke) for spoke in self.foe.spokes] == [len(spoke) for spoke in model.foe.spokes]

    @property
    def status(self) -> str:
        return "out" if self.out else "fallen" if self.down else "standing"

    @property
    def knack(self) -> str:
        """The id of the maneuver; empty without one."""
        return self.maneuver.id if self.maneuver is not None else ""

    @property
    def sustains(self) -> int:
        return len(self.sustaining)

    def cards(self) -> list[Card]:
        """3.11: everything on the card that can be used, basic attacks first."""
        return self.deck

    def turn_card(self, foe: Foe) -> None:
        """Another card in place of the one it has."""
        self.foe, self.deck, self.triggers = foe, foe.all_cards, foe.triggers

    def amplifiers(self) -> list[Card]:
        """The Amplify Actions on the card."""
        if self.hero is not None:
            return self.hero.amplifiers
        assert self.foe is not None
        return self.foe.amplifiers

    def card(self, id: str) -> Card | None:
        for card in self.cards():
            if card.id == id:
                return card
        return None

    def begin_slot(self) -> None:
        self.acted = 0
        self.chain = []
        self.spoke = 0
        self.quarry = ""

    def begin_round(self) -> None:
        """2.8: what is counted by the round starts over."""
        self.round_used = {}
        self.triggers_used = self.amplifies_used = 0
        if self.foe is not None:
            self.shield = self.foe.shield

    def loses_turn(self, enc: Encounter) -> str:
        """A sleeper's turn is over as soon as it has begun."""
        return "is asleep" if self.has("sleep") else ""

    def copy(self) -> Fighter:
        other = Fighter(self.content, self.hero, self.foe)
        self.copy_into(other)
        other.id, other.name, other.side, other.seat, other.pos = self.id, self.name, self.side, self.seat, self.pos
        other.hp, other.max_hp, other.pool, other.charges = self.hp, self.max_hp, self.pool, self.charges
        other.c, other.a, other.p = self.c, self.a, self.p
        other.toughness, other.resistance = self.toughness, self.resistance
        other.dodge, other.willpower = self.dodge, self.willpower
        other.trigger_limit, other.sustain_limit = self.trigger_limit, self.sustain_limit
        other.amplify_limit = self.amplify_limit
        other.triggers_used, other.amplifies_used = self.triggers_used, self.amplifies_used
        other.skills, other.maneuver = self.skills, self.maneuver
        other.actions, other.shield, other.slot = self.actions, self.shield, self.slot
        other.spoke, other.acted, other.serial = self.spoke, self.acted, self.serial
        other.used, other.round_used = self.used.copy(), self.round_used.copy()
        other.sustaining, other.chain = self.sustaining[:], self.chain[:]
        other.quarry, other.weathered = self.quarry, self.weathered
        return other

    # ------------------------------------------------------------ as typed

    def settable(self) -> list[str]:
        """Heroes and foes have different things on their cards."""
        if self.foe is not None:
            return [*OF_BOTH, *OF_FOES]
        return [name for name in super().settable() if name not in OF_FOES]

    def assign(self, field: str, value: str) -> None:
        """Set by the GM's word. Whoever is set above 0 HP stands, whoever is set to 0 has FALLEN."""
        super().assign(field, value)
        if field == "hp":
            self.down = self.hp <= 0
            if self.down:
                self.sustaining = []

    def value_of(self, field: str) -> str:
        if field.startswith("stacks-"):
            held = self.condition(field[7:])
            return str(held.value) if held is not None else "0"
        return super().value_of(field)


class CapContent(Content):
    """Everything the content files say, section by section."""

    ALWAYS: ClassVar[tuple[str, ...]] = (*Content.ALWAYS, "field")
    cards: dict[str, Card]
    conditions: dict[str, ConditionKind]
    fields: dict[str, FieldKind]
    maneuvers: dict[str, Maneuver]
    heroes: dict[str, Hero]
    foes: dict[str, Foe]

    def kinds(self) -> list[str]:
        return [*self.heroes, *self.foes]

    def fresh(self, kind: str) -> Fighter:
        """1.2, 1.4, 1.5, 1.9, 12.4, 13.2: standing, with the Hit Points and Charges of the card and a full pool; a hero
        takes up one square, a foe as many as its card says."""
        hero, foe = self.heroes.get(kind), self.foes.get(kind)
        card: Hero | Foe = hero if hero is not None else self.foes[kind]
        one = Fighter(self, hero, foe)
        one.hp = one.max_hp = card.hp
        one.toughness, one.resistance = card.toughness, card.resistance
        if foe is not None:
            one.shield = foe.shield
        if hero is not None:
            for name in (*VALUES, *LIMITS, "charges", "maneuver"):
                setattr(one, name, getattr(hero, name))
            one.skills = dict(hero.skills)
            one.pool = FULL_POOL
        return one

    def new_flow(self) -> CapFlow:
        return CapFlow()

    def brief(self, name: str, value: int) -> str:
        """A condition with its stacks, a boon with what it adds."""
        if name.startswith(BOON):
            return boon_brief(name, value)
        title = self.conditions[name].name if name in self.conditions else name
        return f"{title} {value}" if value > 1 else title

    def source_title(self, source: str) -> str:
        """A card, an Amplify, a field or a maneuver by its name; empty for anything else."""
        for section in (self.cards, self.fields, self.maneuvers):
            if source in section:
                return str(section[source].name)
        boosts = [boost.name for card in self.cards.values() for boost in card.amplifies if boost.id == source]
        return boosts[0] if boosts else ""

    def condition_title(self, name: str) -> str:
        return boon_title(name) if name.startswith(BOON) else self.brief(name, 1)

    def say_condition(self, enc: Encounter, held: Condition) -> str:
        """What it is, how long it lasts, and by which card."""
        said = self.brief(held.name, held.value)
        kind = self.conditions.get(held.name)
        if kind is None or kind.ends != "stacks":
            said = f"{said} {say_until(enc, held.until)}"
        source = self.source_title(held.source)
        return f"{said} ({source})" if source else said


def say_until(enc: Encounter, until: Duration) -> str:
    if until.moment == EFFECT:
        return f"as long as {enc.name(until.whose)} sustains it"
    words = {"action": "for the next action", "roll": "for the next roll", "cured": "until removed"}
    return words.get(until.moment, until.say(enc.name_if(until.whose)))


# Asked a hundred times for each deed, these take the ruleset's own classes for granted.


def fighter(enc: Encounter, who: str) -> Fighter:
    people: dict[str, Any] = enc.combatants
    one: Fighter = people[who]
    return one


def fighters(enc: Encounter) -> list[Fighter]:
    """Everybody in list order."""
    people: list[Any] = list(enc.combatants.values())
    return people


def rounds(enc: Encounter) -> CapFlow:
    flow: Any = enc.flow
    own: CapFlow = flow
    return own


def has_fallen(one: Fighter, paragraph: str = "8.6") -> Reason:
    """8.6: the FALLEN do nothing, and can be no target."""
    return Reason(paragraph, f"{one.name} has FALLEN")


def own_content(content: Content) -> CapContent:
    assert isinstance(content, CapContent)
    return content


def content_of(enc: Encounter) -> CapContent:
    content: Any = enc.content
    own: CapContent = content
    return own


def known_card(enc: Encounter, id: str) -> Card:
    """A card by its id; asking for one that does not exist is the caller's slip."""
    card = content_of(enc).cards.get(id)
    if card is None:
        raise Invalid("command", "thing", id, "the id of a card")
    return card


def title_of(enc: Encounter, word: str) -> str:
    """What a card, an Amplify, a maneuver, a field or a condition is called; any other word as one would write it."""
    content = content_of(enc)
    if word in content.conditions:
        return content.conditions[word].name
    return content.source_title(word) or word.replace("-", " ").capitalize()
