"""Checks of content: every file is validated, every scenario begun, and every action of every creature tried.

For `fracas check`, and for authors of homebrew who want to know before the table does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple

from fracas.engine.blame import told
from fracas.engine.command import GM, Command
from fracas.engine.content import ContentErrors
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.offer import Decision
from fracas.engine.play import take_steps
from fracas.engine.policy import Inline, PassingPolicy, Policy, RandomPolicy
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.engine.showing import glossary_of, rail_of
from fracas.engine.table import Table, Thrower
from fracas.engine.views import known
from fracas.lab.mixing import Dice, dice_for
from fracas.session.scenarios import floor_square, open_floor

COMMANDS = 60
"""Commands for which each creature is played; before each of them it tries all it may do."""
OF_ONE_ACTION = 3
Progress = Callable[[int, int], None]


class Fault(NamedTuple):
    """Something that broke: where, and what Python or the rules said."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Checked:
    """What a check found in one ruleset."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.errors: list[Invalid] = []
        """Wrong entries: file, key, value, what was expected."""
        self.faults: list[Fault] = []
        self.warnings: list[str] = []
        """What is sound and will not play well; of extra content alone, where some is given."""
        self.scenarios: list[str] = []
        self.tried: dict[str, Counter[str]] = {}
        """How often each creature did what."""
        self.untried: list[str] = []
        """The actions that no creature came to try."""

    @property
    def failed(self) -> bool:
        return bool(self.errors or self.faults)

    def lines(self) -> list[str]:
        out = [str(error) for error in self.errors] + [str(fault) for fault in self.faults]
        out.extend([f"warning: {warning}" for warning in self.warnings])
        if self.tried:
            verbs = {verb for counts in self.tried.values() for verb in counts}
            tries = sum([sum(counts.values()) for counts in self.tried.values()])
            out.append(
                f"{self.id}: {_some(self.scenarios, 'scenario')} begun, {_some(self.tried, 'creature')} tried"
                f" {_some(verbs, 'action')}, {tries} times in all"
            )
        if self.untried:
            out.append(f"{self.id}: could not try {', '.join(self.untried)}")
        return out


def _some(things: Collection[object], what: str) -> str:
    return f"{len(things)} {what}{'' if len(things) == 1 else 's'}"


def check(id: str, paths: list[str], progress: Progress | None = None) -> Checked:
    """Validate the content of one installed ruleset, with extra files or folders if given, and try it out."""
    checked = Checked(id)
    try:
        ruleset = load_ruleset(id, paths or None)
    except ContentErrors as wrong:
        checked.errors = wrong.errors
        return checked
    except Invalid as wrong:
        checked.errors = [wrong]
        return checked
    built_in = load_ruleset(id).content.warnings if paths else []
    checked.warnings = [warning for warning in ruleset.content.warnings if warning not in built_in]
    try_out(ruleset, checked, progress)
    return checked


def try_out(ruleset: Ruleset, checked: Checked, progress: Progress | None = None) -> None:
    """Begin every scenario; put every creature on a stage and let it do everything it may."""
    for info in ruleset.scenarios():
        try:
            take_steps(ruleset, ruleset.start(info.id, {}, ["check", "check"]), answering(1), Thrower())
            checked.scenarios.append(info.id)
        except Exception as error:  # noqa: BLE001 - whatever breaks is reported
            checked.faults.append(Fault(f"scenario {info.id}", told(error)))
    kinds = ruleset.content.people()
    if not kinds:
        checked.faults.append(Fault(ruleset.id, "its content has no kinds of combatants: nothing can be tried"))
    for number, kind in enumerate(kinds):
        trial = Trial(ruleset, kind, kinds[(number + 1) % len(kinds)])
        try:
            trial.run()
        except Exception as error:  # noqa: BLE001 - whatever breaks is reported
            trial.fault(kind, "set-up", told(error))
        known = [str(fault) for fault in checked.faults]
        checked.faults.extend([fault for fault in trial.faults if str(fault) not in known])
        checked.tried[kind] = trial.tried
        if progress is not None:
            progress(number + 1, len(kinds))
    done = {verb for counts in checked.tried.values() for verb in counts}
    checked.untried = [verb for verb in ruleset.actions if verb not in done]


class Noting(Policy):
    """Random answers, each counted as tried."""

    def __init__(self, seed: int, kind: str, tried: Counter[str]) -> None:
        self.looks = False
        self.random = RandomPolicy(seed)
        self.kind = kind
        self.tried = tried

    def choose(self, ruleset: Ruleset, enc: Encounter, decision: Decision) -> Command:
        answer = self.random.choose(ruleset, enc, decision)
        if answer.who in enc.combatants and enc.combatants[answer.who].kind == self.kind:
            self.tried[answer.verb] += 1
        return answer


class Trial:
    """One kind of creature, twice, face to face with another kind and with its own on open floor."""

    def __init__(self, ruleset: Ruleset, kind: str, foe: str) -> None:
        self.ruleset = ruleset
        self.kind = kind
        self.foe = foe
        self.tried: Counter[str] = Counter()
        self.faults: list[Fault] = []
        self.chance: Dice = dice_for("check", ruleset.id, kind)

    def fault(self, kind: str, what: str, said: str) -> None:
        fault = Fault(f"creature {kind}, {what}", said)
        if str(fault) not in [str(known) for known in self.faults]:
            self.faults.append(fault)

    def stage(self) -> Encounter:
        enc = open_floor(self.ruleset, self.ruleset.trial_options, "check")
        across = 4 + self.ruleset.make(enc, self.kind, "probe", 0, "one", GM).size
        cast = [
            (self.kind, 4, 1, "one"),
            (self.kind, 4, 5, "one"),
            (self.foe, across, 1, "other"),
            (self.kind, across, 5, "other"),
        ]
        for number, (kind, x, y, side) in enumerate(cast):
            id = f"{kind}-{number + 1}"
            enc.combatants[id] = self.ruleset.make(enc, kind, id, floor_square(enc, x, y), side, GM)
        return enc

    def look(self, enc: Encounter) -> None:
        """Everything that is shown or weighed of a creature, for the GM and a spectator."""
        who = next(iter(enc.combatants))
        for seat in (GM, ""):
            self.look_as(known(self.ruleset, enc, seat), who, seat)
        self.part("gauges", lambda: self.ruleset.gauges(enc, who))
        self.part("score", lambda: self.ruleset.score(enc, "one"))
        self.part("lying", lambda: self.ruleset.lying(enc))
        self.part("glossary", lambda: glossary_of(self.ruleset, enc))
        self.part("offers", lambda: self.ruleset.offers(enc, who))
        self.part("JSON", lambda: self.ruleset.read(enc.to_json(), enc.content))

    def look_as(self, view: Encounter, who: str, seat: str) -> None:
        self.part("card", lambda: self.ruleset.card(view, who, seat).to_json())
        self.part("rail", lambda: rail_of(self.ruleset, view, seat).to_json())

    def part(self, name: str, ask: Callable[[], object]) -> None:
        try:
            ask()
        except Exception as error:  # noqa: BLE001 - whatever breaks is reported
            self.fault(self.kind, name, told(error))

    def run(self) -> None:
        enc = self.stage()
        self.look(enc)
        inline = Inline({}, Noting(self.chance.below(1 << 30), self.kind, self.tried))
        take_steps(self.ruleset, enc, inline, Thrower())
        for _ in range(COMMANDS):
            actors = self.ruleset.actors(enc)
            if enc.over or not actors:
                return
            menu = self.ruleset.menu(enc, actors[0])
            if actors[0] in enc.combatants and enc.combatants[actors[0]].kind == self.kind:
                for choice in menu:
                    for _ in range(min(choice.size, OF_ONE_ACTION)):
                        self.attempt(enc, choice.command(self.chance.below(choice.size)), inline)
            choice = self.chance.pick(menu)
            enc = self.attempt(enc, choice.command(self.chance.below(choice.size)), inline)
            take_steps(self.ruleset, enc, inline, Thrower())

    def attempt(self, enc: Encounter, command: Command, inline: Inline) -> Encounter:
        """Perform on a copy, once with random answers and once with none; the state after, or before a fault."""
        after = enc
        for answers in (answering(0), inline):
            trial = enc.copy()
            try:
                self.ruleset.perform(Table(self.ruleset, trial, command, answers, Thrower()), command)
                after = trial
            except Exception as error:  # noqa: BLE001 - whatever breaks is reported
                self.fault(enc.combatants[command.who].kind, command.verb, told(error))
        self.tried[command.verb] += 1
        return after


def answering(seed: int) -> Inline:
    """Answers by chance; by default for seed 0."""
    return Inline({}, RandomPolicy(seed) if seed else PassingPolicy())
