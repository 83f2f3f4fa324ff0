"""The doctor: small edits that bring a fight to where a designer wants it, confirmed on fresh seeds.

Every edit is first tried on few fights, and the most promising on more. The best stays, and unless it is near enough, a
second is looked for to go with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from fracas.engine.content import ContentErrors
from fracas.engine.errors import Invalid
from fracas.engine.profile import Scenario
from fracas.lab.crew import Crew
from fracas.lab.fights import MOST_TURNS
from fracas.lab.figures import Figures
from fracas.lab.running import BATCH, Exactly, run
from fracas.lab.setups import Setup, edited, heroes_of
from fracas.lab.sweeping import Tell

CONFIRMED_BY: Final = 4
"""A proposal is confirmed by this many times the fights of a trial."""
FINALISTS: Final = 3
"""At least so many edits are tried on more than the first few fights, and one in five."""
NEAR: Final = 0.7
"""How near is near enough: about five points of wins."""
CLEARLY: Final = 0.96
"""An edit is worth proposing where it leaves so much of the distance or less."""
COUNTS: Final = (-2, -1, 1, 2, 3, 5)
JOINING: Final = (1, 2)
NUMBERS: Final = (-2, -1, 1, 2)


class Wish(NamedTuple):
    """Where a fight is to be brought: the heroes' share of wins, rounds, heroes who fall; None: whatever."""

    wins: float | None
    rounds: float | None
    falls: float | None

    def check(self, setup: Setup) -> None:
        """A wish that nothing can fulfil is refused before anybody waits."""
        heroes = len([place for place in setup.plan.entries if place.side == setup.heroes])
        if self.wins is None and self.rounds is None and self.falls is None:
            raise Invalid("doctor", "", "nothing", "--wins, --rounds or --falls")
        if self.wins is not None and not 0 <= self.wins <= 1:
            raise Invalid("--wins", "", self.wins, "a share from 0 to 1")
        if self.rounds is not None and not 1 <= self.rounds <= MOST_TURNS:
            raise Invalid("--rounds", "", self.rounds, f"a number of rounds from 1 to {MOST_TURNS}")
        if self.falls is not None and not 0 <= self.falls <= heroes:
            raise Invalid("--falls", "", self.falls, f"a number from 0 to {heroes}, as many as there are heroes")
        if self.wins is not None and self.falls is not None and self.falls > heroes - self.wins:
            most = f"at most {heroes - self.wins:g}: one of {heroes} heroes stands where they win"
            raise Invalid("--falls", "", self.falls, most)

    def distance(self, figures: Figures) -> float:
        """How far a fight is from it, in units that weigh alike: ten points of wins, one round, half a fall.

        Where the heroes always win, or never, the health they keep tells which edit leads the right way.
        """
        heroes, far = figures.setup.heroes, 0.0
        if self.wins is not None:
            gap = figures.wins(heroes).guess - self.wins
            kept = figures.health_left()
            far += abs(gap) * 10 * (1 + (kept if gap > 0 else 1 - kept))
        if self.rounds is not None:
            far += abs(figures.mean_rounds().guess - self.rounds)
        if self.falls is not None:
            far += abs(figures.falls_of(heroes) - self.falls) * 2
        return far


class Remedy:
    """Edits with their effect."""

    def __init__(
        self, changes: list[str], figures: Figures, distance: float, rivals: list[Remedy] | None = None
    ) -> None:
        self.changes = changes
        self.figures = figures
        self.distance = distance
        self.rivals = rivals or []
        """What came nearly as near, on the fights of a trial: somebody may like it better."""


class Practice(NamedTuple):
    """How the doctor works: with which seed, how many fights an edit, by whom, and where they are kept."""

    seed: str
    fights: int
    crew: Crew
    folder: Path | None
    tell: Tell | None = None

    def figures(self, setup: Setup, fights: int, again: str = "") -> Figures:
        return run(setup, self.seed + again, Exactly(), fights, self.crew, self.folder)


def edits_of(setup: Setup, people_only: bool = False) -> list[str]:
    """Small edits of the foes: how many of each kind, another kind in their place, one or two of a kind that fights on
    their side elsewhere, numbers of their entries."""
    kinds = foes_of(setup.plan)
    found = [f"{kind}={step:+d}" for kind in kinds for step in COUNTS]
    elsewhere = [kind for plan in setup.ruleset.content.scenarios.values() for kind in foes_of(plan)]
    joining = [kind for kind in dict.fromkeys(elsewhere) if kind not in kinds]
    found += [f"{kind}={step:+d}" for kind in joining for step in JOINING]
    for kind in kinds:
        found += [f"{kind}={other}" for other in kinds if other != kind]
    tables = setup.ruleset.content.tables
    for kind in [] if people_only else kinds:
        section = next((name for name in tables if kind in tables[name]), "")
        entry = tables.get(section, {}).get(kind)
        for field, value in entry.items() if isinstance(entry, dict) else ():
            if isinstance(value, int) and not isinstance(value, bool):
                found += [f"{kind}.{field}={step:+d}" for step in NUMBERS]
    return found


def foes_of(plan: Scenario) -> list[str]:
    """Their kinds."""
    heroes = heroes_of(plan)
    return list(dict.fromkeys([place.kind for place in plan.entries if place.side != heroes]))


def sensible(edits: list[str], wish: Wish, before: Figures) -> list[str]:
    """Without those that lead the wrong way for sure: more foes where the heroes win too seldom already."""
    if wish.wins is None:
        return edits
    wrong = "-" if before.wins(before.setup.heroes).guess > wish.wins else "+"
    return [edit for edit in edits if "." in edit or edit.partition("=")[2][0] != wrong]


def doctored(
    base: Setup, wish: Wish, practice: Practice, most_edits: int, edits: list[str] | None = None
) -> tuple[Figures, list[Remedy]]:
    """The fight as it is, and remedies, best first: the best single edit, then the best to go with it, and so on; after
    each of these its rivals, which were tried on fewer fights."""
    wish.check(base)
    before = practice.figures(base, practice.fights)
    edits = sensible(edits_of(base) if edits is None else edits, wish, before)
    chosen: list[str] = []
    best = wish.distance(before)
    remedies: list[Remedy] = []
    for _ in range(most_edits):
        found = best_edits(base, edits, chosen, wish, practice)
        if not found or found[0].distance >= best * CLEARLY:
            break
        chosen, best = found[0].changes, found[0].distance
        sure = practice.figures(edited(base, chosen), practice.fights * CONFIRMED_BY, " again")
        remedies.append(Remedy(chosen, sure, wish.distance(sure), found[1 : FINALISTS + 1]))
        if remedies[-1].distance <= NEAR:
            break
    return before, sorted(remedies, key=lambda remedy: remedy.distance)


def best_edits(base: Setup, edits: list[str], chosen: list[str], wish: Wish, practice: Practice) -> list[Remedy]:
    """The edits that come nearest, best first; those that the content refuses are passed over."""
    names = [one.partition("=")[0] for one in chosen]
    tried: list[Remedy] = []
    able = [edit for edit in edits if edit.partition("=")[0] not in names]
    for index, edit in enumerate(able):
        if practice.tell is not None:
            practice.tell(" ".join([*chosen, edit]), index, len(able))
        try:
            tried.append(tried_out(base, [*chosen, edit], wish, practice, min(BATCH, practice.fights)))
        except (Invalid, ContentErrors):
            continue
    tried.sort(key=nearest)
    few = tried[: max(FINALISTS, len(tried) // 5)]
    return sorted([tried_out(base, one.changes, wish, practice, practice.fights) for one in few], key=nearest)


def tried_out(base: Setup, changes: list[str], wish: Wish, practice: Practice, fights: int) -> Remedy:
    figures = practice.figures(edited(base, changes), fights)
    return Remedy(changes, figures, wish.distance(figures))


def nearest(remedy: Remedy) -> tuple[float, list[str]]:
    return remedy.distance, remedy.changes
