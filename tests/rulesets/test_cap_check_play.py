"""A second referee for CAP Check: it reads only what happened, keeps its own books, and must find nothing wrong."""

from __future__ import annotations

import pytest

from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.play import next_command, perform, take_steps
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.table import Thrower
from fracas.rulesets.cap_check import RULESET
from fracas.rulesets.cap_check.acting import Paid, PoolRestored
from fracas.rulesets.cap_check.behaviour import SpokeRolled
from fracas.rulesets.cap_check.course import ActionBegan
from fracas.rulesets.cap_check.damage import Hurt
from fracas.rulesets.cap_check.fighter import own_content
from fracas.rulesets.cap_check.healing_and_fallen import Fell, Mended, Recovered
from fracas.rulesets.cap_check.profiles import RANKS, Card, Hero
from fracas.rulesets.cap_check.sustain import SustainBegan, SustainEnded
from fracas.rulesets.cap_check.turns import RoundCleared, TurnBegan, TurnOver

CONTENT = own_content(RULESET.content)
LONGEST = 25
SCENARIOS = list(CONTENT.scenarios)


class Books:
    """What one combatant has spent and sustains, by the events alone."""

    def __init__(self, hero: Hero | None, hp: int) -> None:
        self.hero = hero
        self.hp = hp
        self.most = hp
        self.pool = 4
        self.charges = hero.charges if hero is not None else 0
        self.triggers = 0
        self.amplifies = 0
        self.sustaining: list[int] = []
        self.fallen = False
        self.used: dict[str, int] = {}
        self.round_used: dict[str, int] = {}


class Referee:
    """Reads events in order and notes every promise that was broken."""

    def __init__(self, scenario: str) -> None:
        self.books: dict[str, Books] = {}
        self.wrong: list[str] = []
        self.turn = ""
        for entry in CONTENT.scenarios[scenario].entries:
            hero = CONTENT.heroes.get(entry.kind)
            hp = hero.hp if hero is not None else CONTENT.foes[entry.kind].hp
            self.books[entry.id] = Books(hero, hp)

    def read(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, RoundCleared):
                for books in self.books.values():
                    books.triggers = books.amplifies = 0
                    books.round_used = {}
            elif isinstance(event, TurnBegan):
                self.turn = event.who
                self.expect(not self.books[event.who].fallen, event.who, "begins a turn though FALLEN")
            elif isinstance(event, TurnOver):
                self.turn = ""
            elif isinstance(event, Paid):
                self.pay(event)
            else:
                self.read_state(event)

    def read_state(self, event: Event) -> None:
        if isinstance(event, PoolRestored):
            books = self.books[event.who]
            books.pool = event.points
            # A boss has five actions, which are told the same way.
            most = 4 if books.hero is not None else 5
            self.expect(0 <= event.points <= most, event.who, f"has {event.points} points")
        elif isinstance(event, ActionBegan):
            self.expect(not self.books[event.who].fallen, event.who, f"uses {event.card} though FALLEN")
        elif isinstance(event, SustainBegan | SustainEnded):
            self.sustain(event)
        elif isinstance(event, Hurt | Mended | Recovered | Fell):
            self.health(event)

    def pay(self, event: Paid) -> None:
        books = self.books[event.who]
        if books.hero is None:
            return
        card = CONTENT.cards.get(event.what)
        books.pool -= event.points
        books.charges -= event.charge
        self.expect(books.pool >= 0, event.who, f"pays {event.what} with points it has not")
        self.expect(books.charges >= 0, event.who, f"pays {event.what} with charges it has not")
        if card is not None:
            self.expect(event.points == card.points, event.who, f"pays {event.points} for {card.id}")
            self.expect(bool(event.charge) == card.tide, event.who, f"pays {event.charge} charges for {card.id}")
            self.count(event.who, books, card)
        elif event.what not in ("move", "shift", "rise", "tumble", "spring", "door", *CONTENT.maneuvers):
            books.amplifies += 1
            self.expect(books.amplifies <= books.hero.amplify_limit, event.who, "is over the Amplify Limit")

    def count(self, who: str, books: Books, card: Card) -> None:
        assert books.hero is not None
        books.used[card.id] = books.used.get(card.id, 0) + 1
        books.round_used[card.id] = books.round_used.get(card.id, 0) + 1
        self.expect(not card.uses or books.used[card.id] <= card.uses, who, f"uses {card.id} too often")
        often = books.round_used[card.id]
        self.expect(not card.round_uses or often <= card.round_uses, who, f"uses {card.id} too often in a round")
        if "trigger" in card.types:
            books.triggers += 1
            self.expect(books.triggers <= books.hero.trigger_limit, who, "is over the Trigger Limit")
        elif "amplify" in card.types:
            books.amplifies += 1
            self.expect(books.amplifies <= books.hero.amplify_limit, who, "is over the Amplify Limit")
        else:
            self.expect(self.turn == who, who, f"uses {card.id} in the turn of {self.turn}")

    def sustain(self, event: SustainBegan | SustainEnded) -> None:
        books = self.books[event.who]
        if isinstance(event, SustainEnded):
            self.expect(event.serial in books.sustaining, event.who, "ends what it does not sustain")
            books.sustaining.remove(event.serial)
            return
        assert books.hero is not None
        books.sustaining.append(event.serial)
        self.expect(len(books.sustaining) <= books.hero.sustain_limit, event.who, "is over the Sustain Limit")

    def health(self, event: Hurt | Mended | Recovered | Fell) -> None:
        books = self.books[event.who]
        if isinstance(event, Fell):
            books.fallen = True
            books.hp = 0
            return
        if isinstance(event, Hurt):
            books.hp -= event.hp
            self.expect(event.hp >= 0 and books.hp >= 0, event.who, f"loses {event.hp} HP down to {books.hp}")
            self.expect(not books.fallen, event.who, "is hurt though FALLEN")
            return
        if isinstance(event, Recovered):
            self.expect(books.fallen, event.who, "recovers without having FALLEN")
            books.fallen = False
            books.hp = event.hp
        else:
            self.expect(not books.fallen, event.who, "is healed though FALLEN")
            books.hp += event.hp
        self.expect(0 < books.hp <= books.most, event.who, f"has {books.hp} of {books.most} HP")

    def expect(self, held: bool, who: str, what: str) -> None:
        if not held:
            self.wrong.append(f"{who} {what}")

    def compare(self, enc: Encounter) -> None:
        """At the end the books agree with the table."""
        for who, books in self.books.items():
            one = enc.combatants[who]
            told = [RULESET.value_of(enc, who, field) for field in ("hp", "pool", "charges")]
            own = [str(books.hp), str(books.pool), str(books.charges)]
            if books.hero is not None and told != own:
                self.wrong.append(f"{one.id} is {told} at the table and {own} in the books")


def played(scenario: str, number: int, options: dict[str, str]) -> tuple[Referee, list[Event], Encounter]:
    enc = RULESET.start(scenario, options, [f"{number}", f"gm {number}"])
    inline, thrower = Inline({}, RandomPolicy(number)), Thrower()
    referee = Referee(scenario)
    events = list(take_steps(RULESET, enc, inline, thrower))
    while not enc.over and enc.flow.turn <= LONGEST:
        command = next_command(RULESET, enc, inline)
        if command is None:
            break
        events += perform(RULESET, enc, command, inline, thrower)
        events += take_steps(RULESET, enc, inline, thrower)
    referee.read(events)
    referee.compare(enc)
    return referee, events, enc


@pytest.mark.parametrize("foes", ["cards", "free"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_second_referee_finds_nothing_wrong(scenario: str, foes: str) -> None:
    for number in range(2):
        referee, _, _ = played(scenario, number, {"foes": foes})
        assert referee.wrong == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_chain_is_the_centre_and_one_spoke_of_the_card(scenario: str) -> None:
    creatures = {entry.id: entry.kind for entry in CONTENT.scenarios[scenario].entries}
    _, events, _ = played(scenario, 9, {"foes": "cards"})
    rolled = [event for event in events if isinstance(event, SpokeRolled)]
    assert rolled
    for event in rolled:
        foe = CONTENT.foes[creatures[event.who]]
        whole = [foe.centre, *foe.spokes[event.spoke - 1]]
        assert len(whole) == RANKS.index(foe.rank) + 2
        left = list(whole)
        for word in [entry.partition("=")[2] for entry in event.chain]:
            # Conditions take hexes away; what is left keeps its order.
            assert word in left, (event.who, event.chain, whole)
            left = left[left.index(word) + 1 :]
