"""Proof by play: any ruleset is played at random, many times, and held to the promises of the table.

For `fracas prove` and the property tests. The report says what was used, what never was, and how to see a breach again.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence

from fracas.engine.canon import canon
from fracas.engine.encounter import Encounter
from fracas.engine.meeting import met
from fracas.engine.ruleset import Ruleset
from fracas.lab.broken import Broken, first_difference
from fracas.lab.canaries import marked
from fracas.lab.crew import work_through
from fracas.lab.mixing import dice_for, mix_start
from fracas.lab.replayed import fold_heavily, play_at_once
from fracas.lab.replaying import RandomGame
from fracas.lab.tallying import Inventory, Tallies, by_number
from fracas.lab.walking import MOST_TURNS, Walk
from fracas.session.reckoning_text import many

DEEP_EVERY = 20
RESTLESS_EVERY = 4
BATCH = 25
MOST_BREACHES = 25
Progress = Callable[[int, int], None]


class Breach:
    """A broken promise, and everything needed to see it again."""

    def __init__(self, promise: str, detail: str, seed: str, index: int, scenario: str, record: list[str]) -> None:
        self.promise = promise
        self.detail = detail
        self.seed = seed
        self.index = index
        self.scenario = scenario
        self.record = record

    def lines(self, ruleset: str) -> list[str]:
        return [
            f"BROKEN {self.promise}: {self.detail}",
            f"  encounter {self.index} of seed {self.seed}, scenario {self.scenario}",
            f"  again: fracas prove {ruleset} --seed {self.seed} --only {self.index}",
            "  what was done:",
            *[f"    {line}" for line in self.record],
        ]


class Plan:
    """How to play: the seed, the scenarios, the cut, and how often to look in depth."""

    def __init__(self, seed: str, scenarios: Sequence[str], most_turns: int, deep: int, most_breaches: int) -> None:
        self.seed = seed
        self.scenarios = list(scenarios)
        self.most_turns = most_turns
        self.deep = deep
        self.most_breaches = most_breaches


class Report:
    """What came of all encounters."""

    def __init__(self, ruleset: Ruleset, inventory: Inventory, seed: str) -> None:
        self.ruleset = ruleset
        self.inventory = inventory
        self.seed = seed
        self.tallies = Tallies()
        self.breaches: list[Breach] = []

    @property
    def unused(self) -> list[str]:
        return self.inventory.unused(self.tallies)

    @property
    def never_refused(self) -> list[str]:
        return self.inventory.never_refused(self.tallies)

    def failed(self, strict: bool = False) -> bool:
        return bool(self.breaches or self.unused or (strict and self.never_refused))

    def take(self, tallies: Tallies, breaches: list[Breach]) -> None:
        self.tallies.add(tallies)
        self.breaches = sorted(self.breaches + breaches, key=lambda breach: breach.index)[:MOST_BREACHES]

    def lines(self) -> list[str]:
        """The report as a person reads it."""
        tallies = self.tallies
        out = [f"{self.ruleset.name} {self.ruleset.version}, seed {self.seed}"]
        out += _table("Figures", sorted(tallies.figures.items()) + sorted(tallies.most.items()))
        out += _table("Scenarios", sorted(tallies.scenarios.items()))
        out += _table("Results", sorted(tallies.results.items()))
        for kind in sorted({piece.partition(":")[0] for piece in self.inventory.pieces}):
            pieces = [piece for piece in self.inventory.pieces if piece.startswith(kind + ":")]
            rows = [(piece.partition(":")[2], tallies.used[piece]) for piece in pieces]
            out += _table(f"Used with effect: {kind}", rows)
        out += _table("Rulings", sorted(tallies.rulings.items()))
        out += _table("Options other than their default", sorted(tallies.options.items()))
        refused = sorted(tallies.refused.items(), key=lambda row: by_number(row[0]))
        out += _table("Refusals by paragraph", refused)
        out += _names("Events that never happened", self.inventory.unseen_events(tallies))
        out += _names("Paragraphs that never refused anything", self.never_refused)
        out += _names("NEVER USED", self.unused)
        for breach in self.breaches[:3]:
            out += ["", *breach.lines(self.ruleset.id)]
        for breach in self.breaches[3:]:
            out.append(f"BROKEN {breach.promise}: encounter {breach.index}: {breach.detail[:160]}")
        out += ["", self.verdict()]
        return out

    def verdict(self) -> str:
        count = self.tallies.figures["encounters"]
        played = f"{many(count, 'encounter')}, {many(self.tallies.figures['commands'], 'command')}"
        if self.breaches:
            return f"{played}: {many(len(self.breaches), 'broken promise')}"
        if self.unused:
            return f"{played}: every promise held, but {many(len(self.unused), 'piece')} of content or rules never used"
        return f"{played}: every promise held, everything was used"


def _table(title: str, rows: list[tuple[str, int]]) -> list[str]:
    if not rows:
        return []
    width = max([len(name) for name, _ in rows])
    return ["", title, *[f"  {name:<{width}}  {count:>9,}" for name, count in rows]]


def _names(title: str, names: list[str]) -> list[str]:
    return ["", title, "  " + ", ".join(names)] if names else []


# -------------------------------------------------------------------- playing


def play_one(ruleset: Ruleset, inventory: Inventory, plan: Plan, index: int, tallies: Tallies) -> Breach | None:
    """One encounter; the same seed and index give the same again, whoever plays it."""
    chance = dice_for(plan.seed, index)
    label = f"{plan.seed} {index}"
    start = met(marked(ruleset, mix_start(ruleset, plan.scenarios, chance, label)))
    restless = chance.one_in(RESTLESS_EVERY)
    tallies.figures["encounters"] += 1
    tallies.scenarios[start.title] += 1
    values = start.options.values
    for option in ruleset.options:
        if values[option.name] != option.default:
            tallies.options[f"{option.name}={values[option.name]}"] += 1
    deep = plan.deep > 0 and index % plan.deep == 0
    player: RandomGame | Walk
    if deep:
        player = RandomGame(ruleset, start, chance, inventory, tallies, restless)
    else:
        player = Walk(ruleset, start, chance, inventory, tallies, restless)
    opening = canon(
        {"start": start.title, "options": start.options.values, "cast": [one.id for one in start.combatants.values()]}
    )
    try:
        if isinstance(player, RandomGame):
            play_deep(player, plan.most_turns)
        else:
            player.walk(plan.most_turns)
    except Broken as broken:
        return Breach(broken.promise, broken.detail, plan.seed, index, start.title, [opening, *player.record])
    except Exception:  # noqa: BLE001 - whatever a ruleset throws is what we are looking for
        detail = "".join(traceback.format_exc(limit=-6)).strip()
        return Breach("no fault", detail, plan.seed, index, start.title, [opening, *player.record])
    return None


def play_deep(playing: RandomGame, most_turns: int) -> None:
    """Play with pauses, then compare with every other way to the same state."""
    tallies = playing.tallies
    tallies.figures["encounters in depth"] += 1
    playing.play(most_turns)
    playing.reload()
    lines = playing.game.log.in_force()
    final = playing.game.state
    same_state("paused play equals bots inline", play_at_once(playing.ruleset, playing.start, lines, tallies), final)
    same_state("fold equals state", fold_heavily(playing.ruleset, playing.start, lines, tallies, playing.chance), final)
    playing.undo_everything()
    same_state("undo and redo", playing.game.state, final)
    if final.over:
        tallies.results[final.result] += 1


def same_state(promise: str, one: Encounter, other: Encounter) -> None:
    a, b = canon(one.to_json()), canon(other.to_json())
    if a != b:
        raise Broken(promise, first_difference(a, b))


def play_batch(
    ruleset: Ruleset, inventory: Inventory, plan: Plan, indices: Sequence[int]
) -> tuple[Tallies, list[Breach]]:
    tallies, breaches = Tallies(), list[Breach]()
    for index in indices:
        breach = play_one(ruleset, inventory, plan, index, tallies)
        if breach is not None:
            breaches.append(breach)
            if len(breaches) >= plan.most_breaches:
                break
    return tallies, breaches


# -------------------------------------------------------------------- many of them


def prove(
    ruleset: Ruleset,
    n: int,
    seed: str = "1",
    workers: int = 2,
    progress: Progress | None = None,
    scenarios: Sequence[str] | None = None,
    most_turns: int = MOST_TURNS,
    deep: int = DEEP_EVERY,
    only: Sequence[int] | None = None,
    most_breaches: int = MOST_BREACHES,
) -> Report:
    """Play n encounters (or only those of certain numbers) and report; more workers change nothing but the time."""
    inventory = Inventory(ruleset)
    plan = Plan(seed, scenarios or [info.id for info in ruleset.scenarios()], most_turns, deep, most_breaches)
    report = Report(ruleset, inventory, seed)
    indices = list(only) if only is not None else list(range(n))
    batches = [indices[at : at + BATCH] for at in range(0, len(indices), BATCH)]
    done = 0

    def work(batch: list[int]) -> tuple[Tallies, list[Breach]]:
        return play_batch(ruleset, inventory, plan, batch)

    for batch, (tallies, breaches) in zip(batches, work_through(work, batches, workers), strict=False):
        report.take(tallies, breaches)
        done += len(batch)
        if progress is not None:
            progress(done, len(indices))
        if len(report.breaches) >= most_breaches:
            break
    return report
