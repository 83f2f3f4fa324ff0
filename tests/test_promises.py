"""The promises that reading the source can keep, each with a planted violation that must be found."""

import ast

import pytest
from tests.duel import RULESET as DUEL
from tests.duel import arena
from tests.source_changes import Changes
from tests.source_names import Names
from tests.source_rules import (
    SRC,
    File,
    banned,
    kernel,
    read_files,
    silent_showings,
    subclasses,
    undeclared_events,
    words_used,
)
from tests.source_sets import Sets

from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault
from fracas.engine.flow import Flow
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset

ROOT = SRC.parents[1]
KERNEL = kernel()
GAMES = [DUEL, *[load_ruleset(id) for id in ruleset_ids()]]


STATE_FILES = [file for file in KERNEL if file.path in ("engine/encounter.py", "engine/flow.py", "engine/combatant.py")]


def planted(code: str) -> File:
    return File("planted.py", code)


# -------------------------------------------------------------------- promise 1: only events change an encounter


def test_only_events_change_an_encounter() -> None:
    changes = Changes(KERNEL)
    assert [found for file in KERNEL for found in changes.found(file)] == []


PART_OF_THE_FLOW = """
class Blow:
    def __init__(self):
        self.landed = False

class DuelFlow(Flow):
    def __init__(self):
        self.blow: Blow = Blow()

def strike(flow):
    flow.blow.landed = True
"""
CHANGES = [
    "def strike(table, who):\n    table.enc.combatants[who].hidden = True\n",
    "def strike(table, who):\n    one = table.enc.combatants[who]\n    one.pos += 1\n",
    "def strike(enc):\n    enc.flow.order.append(3)\n",
    "def strike(enc, who):\n    del enc.combatants[who]\n",
    "def strike(enc):\n    enc.rolls['kara'] = 1\n",
    "def strike(enc):\n    enc.flow.turn, enc.flow.round = 1, 2\n",
    "def strike(one):\n    setattr(one, 'pos', 3)\n",
    "def strike(one):\n    one.assign('hp', '3')\n",
    "class Blow(Action):\n    def perform(self, table, command):\n        table.enc.result = 'heroes'\n",
    PART_OF_THE_FLOW,
    "class Giant(Combatant):\n    def grow(self):\n        self.size = 3\n\ndef strike(one):\n    one.grow()\n",
]


@pytest.mark.parametrize("code", CHANGES)
def test_a_change_without_an_event_is_found(code: str) -> None:
    file = planted(code)
    assert Changes([*STATE_FILES, file]).found(file)


def test_a_change_inside_apply_is_none_of_them() -> None:
    file = planted("class Grew(Event):\n    def apply(self, enc):\n        enc.combatants[self.who].size = 3\n")
    assert Changes([*STATE_FILES, file]).found(file) == []


def test_a_change_of_a_copy_is_none_of_them() -> None:
    file = planted("def look(enc):\n    trial = enc.copy()\n    trial.seeds = []\n    trial.rolls.clear()\n")
    assert Changes([*STATE_FILES, file]).found(file) == []


# -------------------------------------------------------------------- promise 2: the kernel's world is the table


def test_the_kernel_has_no_clock_no_chance_no_files_and_no_floats() -> None:
    assert [found for file in KERNEL for found in banned(file)] == []


BANNED = [
    "import random\n",
    "from random import choice\n",
    "import time\n",
    "from datetime import datetime\n",
    "import uuid\n",
    "import os\n",
    "from os import environ\n",
    "from pathlib import Path\n",
    "x = hash('a')\n",
    "x = id(x)\n",
    "x = 0.5\n",
    "x = 1e3\n",
    "x = float('1')\n",
    "x = 3 / 2\n",
    "x = 3\nx /= 2\n",
    "x = os.environ['A']\n",
    "x = y.__dict__\n",
    "x = open('a')\n",
    "x = path.read_text()\n",
    "print(1)\n",
]


@pytest.mark.parametrize("code", BANNED)
def test_a_ban_is_found(code: str) -> None:
    assert banned(planted(code))


def test_whole_division_is_allowed() -> None:
    assert banned(planted("x = 3 // 2\nx //= 2\n")) == []


def test_nobody_walks_over_a_set() -> None:
    sets = Sets(KERNEL)
    assert [found for file in KERNEL for found in sets.walked(file)] == []


WALKS = [
    "for x in {1, 2}:\n    pass\n",
    "def f(a: set[int]) -> list[int]:\n    return [x for x in a]\n",
    "def f(a: frozenset[int]) -> list[int]:\n    return list(a)\n",
    "def f():\n    a: set[int] = set()\n    return [*a]\n",
    "def f():\n    a = set([1])\n    for x in a:\n        pass\n",
    "def f():\n    a = {x for x in (1, 2)}\n    return tuple(a)\n",
    "def f(a: set[int], b: set[int]):\n    for x in a | b:\n        pass\n",
    "def f(a: set[int], b: set[int]):\n    for x in a.union(b):\n        pass\n",
    "def f(a: set[str]) -> str:\n    return ', '.join(a)\n",
    "def f(a: set[int]) -> int:\n    return a.pop()\n",
    "def f(a: set[int]) -> int:\n    return next(iter(a))\n",
    "def g() -> set[int]:\n    return set()\n\ndef f():\n    for x in g():\n        pass\n",
    "def g() -> tuple[int, set[int]]:\n    return 1, set()\n\ndef f():\n    n, a = g()\n    return list(a)\n",
    "class A:\n    def f(self):\n        self.seen: set[int] = set()\n        return [*self.seen]\n",
    "def f(a: dict[str, set[int]]):\n    for x in a['k']:\n        pass\n",
    "def f(a: dict[str, set[int]]):\n    for x in a.get('k'):\n        pass\n",
    "def f(a: set[int] | None):\n    for x in a:\n        pass\n",
]


@pytest.mark.parametrize("code", WALKS)
def test_a_walk_over_a_set_is_found(code: str) -> None:
    file = planted(code)
    assert Sets([file]).walked(file)


def test_asking_a_set_or_sorting_it_is_allowed() -> None:
    file = planted(
        "def f(a: set[int], b: list[int]):\n    return sorted(a), 3 in a, len(a), [y for y in b if y in a]\n"
    )
    assert Sets([file]).walked(file) == []


# -------------------------------------------------------------------- it compiles

RESERVED = ("_inline", "_asm", "_const", "_volatile", "_signed", "_typeof", "_restrict", "_real", "_imag", "_label")
"""Names that C takes for its own once mypyc has put an underscore before them."""


def reserved(file: File) -> list[str]:
    return [node.attr for node in file.nodes if isinstance(node, ast.Attribute) and node.attr in RESERVED]


def test_no_attribute_has_a_name_that_c_reserves() -> None:
    assert [(file.path, found) for file in KERNEL for found in reserved(file)] == []
    assert reserved(planted("self._inline = 3\n"))


# -------------------------------------------------------------------- promise 7: who knows whom

SHARED = (
    "order", "reach", "hidden", "side", "seat", "name", "altitude", "size", "level", "pass",
    "exploding", "item", "rise", "veiled", "diagonal", "ladder", "loaded", "aim", "thrower",
    "pool", "slots", "actions", "foes", "turn-start", "gm", "way", "missing", "health", "jump", "held", "beats",
    "take-back", "sizes", "reader", "edge", "covered",
)  # fmt: skip
"""Words of a ruleset that are the engine's own as well."""


def own_words(ruleset: Ruleset) -> list[str]:
    """Words that only this ruleset should use: its names, options, conditions, creatures, and fields of its people."""
    words = [ruleset.id.replace("_", "-"), ruleset.name.lower()]
    words += [option.name for option in ruleset.options]
    words += ruleset.condition_names() + ruleset.example_content().people()
    words += [verb for verb in [*ruleset.actions, *ruleset.steps] if "-" in verb]
    for info in ruleset.scenarios()[:1]:
        for one in ruleset.start(info.id, {}, ["1", "2"]).combatants.values():
            words += [field for field in one.settable() if field not in Combatant("", "", "", "", "", 0, 1).settable()]
    return [word for word in words if word not in SHARED and len(word) > 1]


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_the_engine_knows_no_word_of_a_ruleset(game: Ruleset) -> None:
    words = own_words(game)
    assert [found for file in read_files("engine") for found in words_used(file, words)] == []


@pytest.mark.parametrize(
    "code", ["x.hp = 3", "def kara():\n    pass", "x = 'dazed'", "def f(guards):\n    pass", "x = 'duel'"]
)
def test_a_word_of_a_ruleset_is_found(code: str) -> None:
    assert words_used(planted(code), own_words(DUEL))


def test_lab_session_protocol_terminal_and_server_name_no_ruleset() -> None:
    names = [name for game in GAMES for name in (game.id, game.name)]
    found = [
        (file.path, name)
        for file in read_files("lab", "session", "protocol", "cli", "server")
        for name in names
        if name in file.text
    ]
    assert found == []


# -------------------------------------------------------------------- what a seat may know


def test_every_event_declares_itself() -> None:
    assert undeclared_events(KERNEL) == []


EVENTS = [
    "class Grew(Event):\n    def apply(self, enc):\n        pass\n",
    "class Grew(Moved):\n    def apply(self, enc):\n        pass\n",
]


@pytest.mark.parametrize("code", EVENTS)
def test_an_event_that_inherits_who_may_know_it_is_found(code: str) -> None:
    assert undeclared_events([*KERNEL, planted(code)])


TOYS = [
    File(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    for path in [
        ROOT / "tests" / "duel" / "__init__.py",
        ROOT / "tests" / "properties" / "skirmish.py",
        *sorted((ROOT / "examples").rglob("*.py")),
    ]
]


GAME_FILES = [*read_files("engine", "rulesets"), *TOYS]
"""All rulesets there are, the toys and the tutorial's too; content is among them, so that things are known as such."""


@pytest.fixture(scope="module")
def names() -> Names:
    return Names([*GAME_FILES, *PLANTED])


def test_no_text_names_anybody_and_every_id_is_declared(names: Names) -> None:
    assert [found for file in GAME_FILES for found in [*names.found(file), *names.undeclared(file)]] == []


HURT = """
class Scratched(About):
    kind: ClassVar[str] = "scratched"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "why")

    def __init__(self, who: str, why: str) -> None:
        self.who = who
        self.why = why

"""
PASSED_ON = """
def hurt(who: str, why: str):
    emit(Scratched(who, why))

def f(enc: Encounter, who: str):
    hurt(who, enc.name(who))
"""
MADE_ELSEWHERE = """
def called(enc: Encounter, who: str) -> str:
    return enc.name(who).upper()

def f(enc: Encounter, who: str):
    emit(Scratched(who, called(enc, who)))
"""
KEPT_IN_STATE = """
class Named(Scratched):
    def apply(self, enc: Encounter) -> None:
        enc.flow.phase = enc.name(self.who)
"""
NAMES = [
    "def f(enc: Encounter, who: str):\n    emit(Scratched(who, enc.name(who)))\n",
    "def f(one: Fighter):\n    emit(Scratched(one.id, f'by {one.name}'))\n",
    "def f(one: Fighter):\n    emit(Scratched(one.id, 'by ' + one.id))\n",
    "def f(c: Command):\n    emit(Scratched(c.who, f'{c.target}|cut'))\n",
    "def f(c: Command):\n    emit(Scratched(c.who, ' '.join(c.targets)))\n",
    "def f(c: Command):\n    words = [*c.targets]\n    emit(Scratched(c.who, '%s' % words))\n",
    "def f(table: Table, who: str):\n    text = table.enc.name(who)\n    table.window('w', [], text + ' acts')\n",
    "def f(enc: Encounter, who: str):\n    return Why(f'{enc.name(who)} acts', [])\n",
    "def f(enc: Encounter, who: str):\n    return Roll(who, D6, f'against {enc.name(who)}')\n",
    "def f(enc: Encounter, who: str):\n    return Question(who, 'w', f'{enc.name(who)}?', [], None)\n",
    "def f(enc: Encounter, tally: Tally, who: str):\n    tally.add(f'help of {enc.name(who)}', 1)\n",
    PASSED_ON,
    MADE_ELSEWHERE,
    KEPT_IN_STATE,
    "def f(c: Command):\n    emit(Scratched(c.who, c.target))\n",
    "class Led(Event):\n    def __init__(self, source: str) -> None:\n        self.source = source\n",
]
NAMES_NOBODY = [
    "def f(c: Command, weapon: Weapon):\n    emit(Scratched(c.who, f'by {weapon.name}'))\n",
    "def f(table: Table, c: Command):\n    table.window('w', [], Why('{0} acts', [c.who]))\n",
    "def f(enc: Encounter, c: Command):\n    emit(Scratched(c.who, enc.board.name(c.squares[0])))\n",
]
PLANTED = [File(f"planted{number}/events.py", HURT + code) for number, code in enumerate([*NAMES, *NAMES_NOBODY])]
"""Each a ruleset of its own, beside the real ones."""


@pytest.mark.parametrize("number", range(len(PLANTED)))
def test_a_name_in_a_text_and_an_id_undeclared_are_found(names: Names, number: int) -> None:
    file = PLANTED[number]
    assert bool([*names.found(file), *names.undeclared(file)]) == (number < len(NAMES))


def test_rulesets_say_who_hears_of_an_event_by_its_class_alone() -> None:
    """`reaches` is for the engine's own events; a control shows that the look would find one."""
    eager = planted("class Loud(About):\n    def reaches(self, before, after, seat):\n        return True\n")
    assert own_reaches(GAME_FILES) == [] and own_reaches([*GAME_FILES, eager]) == ["Loud"]


SHOWINGS = [
    "class Seen(About):\n    def apply(self, enc):\n        enc.combatants[self.who].hidden = False\n",
    "class Seen(About):\n    def apply(self, enc):\n        enc.combatants[self.who].hidden = out_of_sight(enc)\n",
    "class Seen(About):\n    def apply(self, enc):\n        enc.combatants[self.who].reveal()\n",
    "class Came(About):\n    def apply(self, enc):\n        enc.combatants[self.who] = self.one\n",
]


def test_whoever_may_come_into_sight_is_met() -> None:
    assert silent_showings(GAME_FILES) == []


@pytest.mark.parametrize("code", SHOWINGS)
def test_an_event_that_shows_somebody_without_a_word_is_found(code: str) -> None:
    assert silent_showings([*GAME_FILES, planted(code)])


def own_reaches(files: list[File]) -> list[str]:
    engine = {node for file in files if file.path.startswith("engine/") for node in file.nodes}
    foreign = [node for node in subclasses(files, ("Event",)) if node not in engine]
    return [n.name for n in foreign if [m for m in n.body if isinstance(m, ast.FunctionDef) and m.name == "reaches"]]


def unclassified(enc: Encounter) -> list[str]:
    """Fields that leave the engine without a word on who may know them, and words on fields that are not there."""
    found: list[str] = []
    parts: list[tuple[str, dict[str, object], dict[str, str]]] = [
        ("encounter", enc.to_json(), enc.VISIBILITY),
        ("flow", enc.flow.to_json(), enc.flow.shape().seen),
    ]
    parts += [(one.id, one.to_json(), one.shape().seen) for one in enc.combatants.values()]
    spare = [field.name for one in enc.combatants.values() for field in one.FIELDS if field.spare]
    spare.append("rooms")  # said only where a scenario names some
    for name, data, classes in parts:
        found += [f"{name}: {key}" for key in data if classes.get(key) not in ("public", "keeper", "gm")]
        found += [f"{name}: {key} is not there" for key in classes if key not in data and key not in spare]
    return found


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_field_is_classified(game: Ruleset) -> None:
    for info in game.scenarios():
        assert unclassified(game.start(info.id, {}, ["1", "2"])) == []


class Gossip(Flow):
    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "rumour": "the butler did it"}


class Forgetful(Flow):
    def __init__(self) -> None:
        super().__init__()
        self.rumour = "the butler did it"


def test_a_field_without_a_class_is_found() -> None:
    enc = arena()
    enc.flow = Gossip()
    assert unclassified(enc) == ["flow: rumour"]


def test_an_attribute_that_is_not_declared_is_refused() -> None:
    with pytest.raises(EngineFault, match="not declared: rumour"):
        Forgetful().shape()
