"""Random play and fights of bots, by the definitions of the bench. For the workers and for the quick check."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench.names import MOST_TURNS, PARTY
from bench.older import meet, policy_of
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Decision
from fracas.engine.play import perform, play, take_steps
from fracas.engine.policy import Inline, RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.table import Table, Thrower

if TYPE_CHECKING:
    from fracas.engine.command import Command
    from fracas.engine.event import Event


class Counting(Inline):
    """Answers at random, and counts the answers."""

    def __init__(self, seed: int) -> None:
        super().__init__({}, RandomPolicy(seed))
        self.given = 0

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        self.given += len(decisions)
        return super().answer(table, decisions)


def card_turns(events: list[Event]) -> int:
    """Turns that foes took by their cards: each begins with the throw that says what it does."""
    return len([event for event in events if type(event).__name__ == "SpokeRolled"])


class RandomPlay:
    """Every scenario of a ruleset in turn, each deed any legal one. It goes on where it stopped, so that any share of
    the machine plays the same encounters. A deed is a command, an answer, or one foe's turn by its card."""

    def __init__(self, ruleset: str, again: int = 1) -> None:
        self.ruleset = load_ruleset(ruleset)
        self.scenarios = [info.id for info in self.ruleset.scenarios()]
        self.by_card = ruleset == "cap_check"
        self.again = again
        """How often each menu is made: more than once to see the quick check fail."""
        self.number = 0
        self.listed = 0
        """How many legal commands were listed."""
        self.enc: Encounter | None = None

    def begin(self) -> None:
        """The next encounter, up to its first choice: neither measured nor counted."""
        seed = self.number
        scenario = self.scenarios[seed % len(self.scenarios)]
        self.number += 1
        self.enc = self.ruleset.start(scenario, {}, [f"{seed}", f"gm {seed}"])
        meet(self.enc)
        self.inline, self.thrower = Counting(seed), Thrower()
        self.steps()

    def steps(self) -> int:
        assert self.enc is not None
        events = take_steps(self.ruleset, self.enc, self.inline, self.thrower)
        return card_turns(events) if self.by_card else 0

    def deed(self) -> int:
        """One command of the next actor, chosen from all that are legal, and what follows from it: how many deeds that
        was. None where the encounter is at its end."""
        enc, ruleset = self.enc, self.ruleset
        assert enc is not None
        actors = ruleset.actors(enc) if not enc.over and enc.flow.turn <= MOST_TURNS else []
        if not actors:
            self.enc = None
            return 0
        answered = self.inline.given
        for _ in range(self.again):
            menu = ruleset.menu(enc, actors[0])
            # As `list(board.legal_moves)` does: every target and every square is found, not the chosen one alone.
            self.listed += sum([choice.size for choice in menu])
        command = self.inline.fallback.act(ruleset, enc, actors[0], menu)
        perform(ruleset, enc, command, self.inline, self.thrower)
        return 1 + self.steps() + self.inline.given - answered

    def run(self, seconds: float = 0, deeds: int = 0) -> tuple[int, float]:
        """Play for so much CPU time, or so many deeds; returns deeds done and CPU seconds spent."""
        done, spent = 0, 0.0
        while done < deeds or spent < seconds:
            if self.enc is None:
                self.begin()
            began = time.process_time()
            while self.enc is not None and (done < deeds or time.process_time() - began < seconds - spent):
                done += self.deed()
            spent += time.process_time() - began
        return done, spent


class Fights:
    """Fights of one scenario with a bot on every seat, set-up included, to the end."""

    def __init__(self, ruleset: str, bot: str) -> None:
        self.ruleset = load_ruleset(ruleset)
        self.scenario = PARTY[ruleset]
        self.bot = bot
        self.number = 0

    def fight(self) -> None:
        seed = self.number
        self.number += 1
        enc = self.ruleset.start(self.scenario, {}, [f"{seed}", f"gm {seed}"])
        policy = policy_of(self.bot, seed)[1]
        assert policy is not None
        play(self.ruleset, enc, Inline({}, policy), Thrower(), MOST_TURNS)

    def whole(self, first: int, count: int) -> int:
        """So many fights, those of the second process by other seeds than those of the first."""
        self.number = first * count
        for _ in range(count):
            self.fight()
        return count

    def run(self, seconds: float) -> tuple[int, float]:
        """At least one fight; returns fights and CPU seconds."""
        began = time.process_time()
        first = self.number
        while self.number == first or time.process_time() - began < seconds:
            self.fight()
        return self.number - first, time.process_time() - began
