"""Policies: who decides when no person does. They see only what their seat knows, and answer at once."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from fracas.engine.command import PASS, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.offer import Choice, Decision
from fracas.engine.ruleset import Ruleset
from fracas.engine.table import Answerer, Table
from fracas.engine.views import Eyes, as_asked, known


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A small generator for policies (never for dice): the minimal standard of Park and Miller."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2147483646 + 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = self.state * 48271 % 2147483647
        return self.state % n


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Somebody who decides."""

    looks: bool = True
    """Does it read the state? One that does not is spared the copy of what its seat knows."""

    def view(self, ruleset: Ruleset, enc: Encounter, eyes: Eyes) -> Encounter:
        """What it goes by: no more than its seat knows."""
        return known(ruleset, enc, eyes.seat, lent=True)

    def looks_before(self, ruleset: Ruleset, decision: Decision) -> bool:
        """Does it read the state before it answers this?"""
        return self.looks

    def decide(self, ruleset: Ruleset, enc: Encounter, who: str) -> Command:
        """Choose a command among everything that is open; a policy that can do with less of the menu need not ask for
        all of it."""
        menu = ruleset.menu(enc, who)
        if not menu:
            raise EngineFault(f"{who} may act and has nothing to do")
        return self.act(ruleset, enc, who, menu)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        """Choose a command in one's own turn."""
        raise NotImplementedError

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        """Answer a question."""
        raise NotImplementedError


class RandomPolicy(Policy):
    """Anything legal: first which action, then which target or square."""

    def __init__(self, seed: int) -> None:
        self.looks = False
        self.chance = Chance(seed)

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        choice = menu[self.chance.below(len(menu))]
        return choice.command(self.chance.below(choice.size))

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        if not decision.commands:
            return decision.default
        return decision.commands[self.chance.below(len(decision.commands))]


@mypyc_attr(allow_interpreted_subclasses=True)
class PassingPolicy(Policy):
    """Does as little as the rules allow: passes, and answers with the default."""

    def __init__(self) -> None:
        self.looks = False

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        for choice in menu:
            if choice.verb == PASS:
                return choice.command(0)
        return menu[0].command(0)

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        return decision.default


class ScriptedPolicy(Policy):
    """Gives prepared commands in order, then falls back to another policy."""

    def __init__(self, commands: list[Command], after: Policy) -> None:
        self.commands = commands
        self.after = after
        self.looks = after.looks

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        if self.commands and self.commands[0].who == who:
            return self.commands.pop(0)
        return self.after.act(ruleset, enc, who, menu)

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        if self.commands and self.commands[0].who == decision.who:
            return self.commands.pop(0)
        return self.after.choose(ruleset, enc, decision)


@mypyc_attr(allow_interpreted_subclasses=True)
class Inline(Answerer):
    """Answers from policies, at once: play without a pause."""

    def __init__(self, policies: dict[str, Policy], fallback: Policy) -> None:
        self.policies = policies
        self.fallback = fallback

    def policy_of(self, enc: Encounter, who: str) -> Policy:
        return self.policies.get(enc.seat_of(who), self.fallback)

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        return [answer_of(table.ruleset, table.enc, self.policy_of(table.enc, one.who), one) for one in decisions]


def answer_of(ruleset: Ruleset, enc: Encounter, policy: Policy, decision: Decision) -> Command:
    """What a policy answers, going by what the seat knows that is asked."""
    if not policy.looks_before(ruleset, decision):
        return policy.choose(ruleset, enc, decision)
    eyes = Eyes(enc, enc.seat_of(decision.who))
    view = policy.view(ruleset, enc, eyes)
    asked = decision if view is enc else as_asked(decision, eyes, view)
    return eyes.meant(policy.choose(ruleset, view, asked))
