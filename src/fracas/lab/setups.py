"""Setups: a scenario with changes, as people write them in one line: `ambush,order=re-sort,marsh-gnasher=+2`.

A change is an option (`order=re-sort`), how many of a kind take part (`marsh-gnasher=5`, `=+2`, `=-1`; where none did,
they join the foes), another kind in their place (`marsh-gnasher=gaunt-wolf`), who plays a side (`heroes=easy`), or a
value of the content (`gaunt-wolf.brawn=9`, `=+2`, `weapon.battle-axe.damage=2d6`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Final

from fracas.engine.canon import digest
from fracas.engine.command import GM
from fracas.engine.content import did_you_mean
from fracas.engine.encounter import Encounter
from fracas.engine.entries import Tables
from fracas.engine.errors import Invalid
from fracas.engine.options import PRESET
from fracas.engine.policy import Policy
from fracas.engine.profile import Place, Scenario, changed
from fracas.engine.registry import load_ruleset
from fracas.engine.ruleset import Ruleset
from fracas.session.bots import FAIR, make_policy
from fracas.session.scenarios import find_scenario
from fracas.session.what_ifs import free_square

MOST_OF_A_KIND: Final = 100
HEROES_FIRST: Final = 2
"""A fight has at least this many sides."""


class Setup:
    """What is fought: a scenario of a ruleset, with options, content and people changed, and who plays each side."""

    def __init__(self, ruleset: Ruleset, scenario: str, spec: str, content: list[Any]) -> None:
        self.ruleset = ruleset
        self.scenario = scenario
        self.spec = spec
        """As it was written."""
        self.content = content
        self.options: dict[str, str] = {}
        self.bots: dict[str, str] = {}
        """By side; the rest is played by *fair*."""
        self.edits: Tables = {}
        """Entries of the content that are not as installed."""
        self.plan: Scenario = ruleset.content.scenarios[scenario]
        self.sides = sides_of(self.plan)
        self.heroes = heroes_of(self.plan)

    @property
    def name(self) -> str:
        return f"{self.ruleset.id}/{self.spec}"

    @property
    def key(self) -> str:
        """A hash of everything a fight depends on besides its seed."""
        people = [[place.kind, place.id, place.at, place.side, place.seat] for place in self.plan.entries]
        what = [self.ruleset.id, self.ruleset.version, self.ruleset.content.hash, self.scenario]
        return digest([*what, sorted(self.options.items()), sorted(self.bots.items()), people])

    def start(self, seed: str, number: int) -> Encounter:
        """The encounter of one fight, before its first step."""
        return self.ruleset.start(self.scenario, self.options, [f"{seed} {number}", f"{seed} {number} gm"])

    def bot_of(self, side: str) -> str:
        return self.bots.get(side, FAIR)

    def policies(self, enc: Encounter, number: int) -> tuple[dict[str, Policy], Policy]:
        return policies_for(enc, self.bots, number)


def policies_for(enc: Encounter, bots: dict[str, str], number: int) -> tuple[dict[str, Policy], Policy]:
    """Who decides for each seat, by the bots of the sides, and for everybody else."""
    found: dict[str, Policy] = {}
    for one in enc.combatants.values():
        if one.seat not in found:
            found[one.seat] = make_policy(bots.get(one.side, FAIR), number)
    return found, found.get(GM) or make_policy(FAIR, number)


def sides_of(plan: Scenario) -> list[str]:
    """In the order in which they come in."""
    return list(dict.fromkeys([place.side for place in plan.entries]))


def heroes_of(plan: Scenario) -> str:
    """The side that people play; without people, the first."""
    played = [place.side for place in plan.entries if place.seat != GM]
    return (played or sides_of(plan) or [""])[0]


def read_setup(spec: str, content: list[Any] | None = None, bots: str = "", like: Setup | None = None) -> Setup:
    """The setup behind `SCENARIO,change,change`; without a scenario, changes of the setup it is to be `like`."""
    name, *changes = [part.strip() for part in spec.split(",")]
    if not name:
        if like is None:
            raise Invalid("setup", "", spec, "the name of a scenario before the first comma")
        spec = ",".join([like.spec, *changes])
        name, *changes = [part.strip() for part in spec.split(",")]
        name = f"{like.ruleset.id}/{name}"
    ruleset, scenario = find_scenario(name, content)
    setup = Setup(ruleset, scenario, ",".join([scenario, *changes]), content or [])
    if bots:
        setup.bots = dict.fromkeys(setup.sides, checked_bot("--bots", bots))
    for change in changes:
        if change:
            make_change(setup, change)
    settle(setup)
    return setup


def edited(base: Setup, changes: list[str]) -> Setup:
    """The same with more changes, played by the same bots."""
    setup = read_setup("," + ",".join(changes), base.content, like=base)
    setup.bots = dict(base.bots)
    return setup


def packed(setup: Setup) -> dict[str, Any]:
    """A setup as plain data: what somebody needs who has the same rules, but not the files given with it."""
    id = setup.ruleset.id
    return {
        "ruleset": id,
        "spec": setup.spec,
        "bots": setup.bots,
        "content": not_installed(load_ruleset(id, setup.content)) if setup.content else {},
        "key": setup.key,
    }


def unpacked(parcel: dict[str, Any]) -> Setup:
    """The setup that was packed; where the rules differ, this is noticed by its key."""
    content = [parcel["content"]] if parcel["content"] else []
    setup = read_setup(f"{parcel['ruleset']}/{parcel['spec']}", content)
    setup.bots = parcel["bots"]
    if setup.key != parcel["key"]:
        raise Invalid(setup.name, "content", setup.key[:12], f"the same content here and there ({parcel['key'][:12]})")
    return setup


def not_installed(ruleset: Ruleset) -> Tables:
    """The entries of a ruleset's content that are not as installed."""
    there = load_ruleset(ruleset.id).content.tables
    found: Tables = {}
    for section, entries in ruleset.content.tables.items():
        for id, entry in entries.items():
            installed = there.get(section, {}).get(id)
            if installed != entry:
                found.setdefault(section, {})[id] = entry if installed is None else replacing(entry)
    return found


def replacing(entry: object) -> dict[str, object]:
    """An entry that takes the place of an installed one."""
    assert isinstance(entry, dict)
    return {**entry, "replace": True}


def settle(setup: Setup) -> None:
    """Hold the changes to what the ruleset takes, before anybody is kept waiting for it."""
    if setup.edits:
        setup.ruleset = load_ruleset(setup.ruleset.id).with_content([*setup.content, setup.edits])
        setup.plan = changed(setup.ruleset.content.scenarios[setup.scenario], entries=setup.plan.entries)
    elif setup.plan is not setup.ruleset.content.scenarios[setup.scenario]:
        setup.ruleset = load_ruleset(setup.ruleset.id).with_content(list(setup.content))
    if setup.plan is not setup.ruleset.content.scenarios[setup.scenario]:
        setup.ruleset.content.scenarios[setup.scenario] = setup.plan
    if len(setup.sides) < HEROES_FIRST:
        raise Invalid(setup.name, "sides", ", ".join(setup.sides), "a scenario with two sides or more")
    setup.start("trial", 0)


def make_change(setup: Setup, change: str) -> None:
    """Take one change over; what it names decides which kind it is."""
    name, equals, value = change.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or not value:
        raise Invalid(setup.name, "change", change, "NAME=VALUE, such as an option, a side, a kind or KIND.FIELD")
    options = {option.name: option for option in setup.ruleset.options}
    a_side = name in setup.sides and (name not in options or value not in options[name].says)
    if not a_side and (name == PRESET or name in options):
        setup.options[name] = value
        setup.ruleset.settle(setup.options)
    elif a_side:
        setup.bots[name] = checked_bot(name, value, options[name].says if name in options else ())
    elif "." in name:
        edit(setup, name, value)
    elif name in setup.ruleset.content.people():
        change_people(setup, name, value)
    else:
        known = [*options, *setup.sides, *setup.ruleset.content.people()]
        raise Invalid(setup.name, "change", name, "an option, a side, a kind or KIND.FIELD" + did_you_mean(name, known))


def checked_bot(key: str, name: str, values: Iterable[str] = ()) -> str:
    """A bot there is; `values`: what else this key may be, where an option has the name of a side."""
    try:
        make_policy(name, 0)
    except Invalid as wrong:
        option = f", or for the option of this name {' or '.join(values)}" if values else ""
        raise Invalid(key, "", name, wrong.expected + option) from None
    return name


# -------------------------------------------------------------------- people


def change_people(setup: Setup, kind: str, value: str) -> None:
    """More, fewer, or another kind in their place. A kind that does not take part yet joins the foes."""
    there = [place for place in setup.plan.entries if place.kind == kind]
    swapped = value in setup.ruleset.content.people()
    if not there and (swapped or value.strip("+-0") == ""):
        kinds = list(dict.fromkeys([place.kind for place in setup.plan.entries]))
        raise Invalid(setup.name, kind, value, f"how many are to join, or a kind that takes part: {', '.join(kinds)}")
    if swapped:
        others = [changed(place, kind=value) if place.kind == kind else place for place in setup.plan.entries]
        setup.plan = changed(setup.plan, entries=others)
        return
    wanted = counted(setup, kind, value, len(there))
    entries = [place for place in setup.plan.entries if place not in there[wanted:]]
    if len(sides_of(changed(setup.plan, entries=entries))) < len(setup.sides):
        raise Invalid(setup.name, kind, value, "somebody left on every side")
    foe = next(place for place in setup.plan.entries if place.side != setup.heroes)
    model = there[-1] if there else changed(foe, kind=kind, hidden=False)
    for _ in range(wanted - len(there)):
        entries.append(another(setup, entries, model))
    setup.plan = changed(setup.plan, entries=entries)


def counted(setup: Setup, kind: str, value: str, now: int) -> int:
    """How many there are to be."""
    expected = f"how many, 0 to {MOST_OF_A_KIND}, or how many more (+2) or fewer (-1), or another kind"
    if not value.lstrip("+-").isdigit():
        raise Invalid(setup.name, kind, value, expected + did_you_mean(value, setup.ruleset.content.people()))
    wanted = now + int(value) if value[0] in "+-" else int(value)
    if not 0 <= wanted <= MOST_OF_A_KIND:
        raise Invalid(setup.name, kind, value, expected)
    return wanted


def another(setup: Setup, entries: list[Place], model: Place) -> Place:
    """One more like this one, on the nearest free square."""
    ruleset = setup.ruleset
    enc = ruleset.empty("", setup.plan.rows, setup.options, ruleset.content)
    for place in entries:
        enc.combatants[place.id] = ruleset.make(
            enc, place.kind, place.id, enc.board.parse(place.at), place.side, place.seat
        )
    one = ruleset.make(enc, model.kind, "", enc.board.parse(model.at), model.side, model.seat)
    pos = free_square(ruleset, enc, one)
    if pos < 0:
        raise Invalid(setup.name, model.kind, len(entries) + 1, "room for everybody on the map")
    taken = [place.id for place in entries]
    number = next(n for n in range(2, len(entries) + 3) if f"{model.kind}-{n}" not in taken)
    return changed(model, id=f"{model.kind}-{number}", name="", at=enc.board.name(pos))


# -------------------------------------------------------------------- values


def edit(setup: Setup, path: str, value: str) -> None:
    """A value of an entry: `KIND.FIELD`, `SECTION.ID.FIELD`, and deeper."""
    tables = setup.ruleset.content.tables
    first, *rest = path.split(".")
    if first not in tables or not rest or rest[0] not in tables[first]:
        sections = [section for section in tables if first in tables[section]]
        if not sections:
            known = [*tables, *[id for some in tables.values() for id in some]]
            raise Invalid(setup.name, path, value, f"an entry of the content{did_you_mean(first, known)}")
        section, id = sections[0], first
    else:
        section, id, rest = first, rest[0], rest[1:]
    if not rest:
        raise Invalid(setup.name, path, value, "a field of this entry after another dot")
    entry = copy.deepcopy(setup.edits.setdefault(section, {}).get(id) or tables[section][id])
    assert isinstance(entry, dict)
    place = within(setup, entry, path, rest[:-1])
    field = rest[-1]
    now = place.get(field)
    if isinstance(now, bool | None) and value in ("true", "false"):
        place[field] = value == "true"
    elif value.lstrip("+-").isdigit():
        base = now if isinstance(now, int) and value[0] in "+-" else 0
        place[field] = base + int(value)
    else:
        place[field] = value
    setup.edits[section][id] = replacing(entry)


def within(setup: Setup, entry: dict[str, object], path: str, names: list[str]) -> dict[str, object]:
    """The table inside an entry that a path leads to."""
    at: object = entry
    for name in names:
        if isinstance(at, list) and name.isdigit() and int(name) < len(at):
            at = at[int(name)]
        elif isinstance(at, dict) and name in at:
            at = at[name]
        else:
            raise Invalid(setup.name, path, name, "something that is there")
    if not isinstance(at, dict):
        raise Invalid(setup.name, path, names[-1], "a table with fields")
    return at
