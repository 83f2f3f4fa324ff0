"""Who is named in a text: a rule read from the source.

What becomes part of an event, a question, a roll's reason or of state is read by everybody, so nobody's name may stand
in it, and nobody's id inside a text. Ids stand alone, in fields that declare them. For test_promises.
"""

from __future__ import annotations

import ast

from tests.source_changes import Changes
from tests.source_rules import File, at, bases, functions, inside, subclasses
from tests.source_types import Types, named, spelled

from fracas.engine.ids import place_of

TELLS_NAMES = ("Met", "Appeared")
"""What somebody is called is told by these alone."""
TEXTS = ("join", "format", "replace", "lower", "upper", "capitalize", "title", "strip", "str", "repr", "sorted", "list")
"""What is made of a text by these is the same text still."""
MAKES_TEXT = ("join", "format", "replace")
PROMPTS = {"window": (2,), "agree": (2,), "more": (0,), "Why": (0,), "Roll": (2,), "Part": (0,)}
"""Beside events and state: where texts go that people read, by the places of their arguments."""
PLAIN = ("str", "int", "bool", "None")
SAID_OF_PEOPLE = ("who", "target", "targets", "by", "source", "quarry", "winner", "about", "whom", "attacker", "victim")
OTHER_WORDS = (
    ("Rolled", "source"), ("SeatSet", "seat"), ("FieldLaid", "by"), ("FieldLifted", "by"), ("AttackSettled", "by"),
)  # fmt: skip
"""Where such a word means no combatant: whose hand threw the dice, a seat, a card, a weapon."""
ALWAYS = ("who", "target", "targets", "quarry", "winner", "about", "attacker", "victim", "whom", "whos")
ENGINE = "engine"


def package(file: File) -> str:
    """The engine or the ruleset a file belongs to: classes of two rulesets may bear the same name."""
    parts = file.path.split("/")
    return "/".join(parts[:2]) if parts[0] == "rulesets" else parts[0]


class Scope:
    """A function, where it stands, and what its names are."""

    def __init__(self, file: File, function: ast.FunctionDef, owner: str, types: Types) -> None:
        self.file = file
        self.function = function
        self.owner = owner
        self.package = package(file)
        self.nodes = inside(function)
        self.takes = [arg for arg in function.args.args if arg.arg != "self"]
        self.names = types.names_in(function, owner)


class Names:
    """Which calls carry texts into events, questions and state, and which expressions name somebody."""

    def __init__(self, files: list[File]) -> None:
        self.types = Types(files)
        changes = Changes(files)
        events = subclasses(files, ("Event",))
        self.people = [node.name for node in subclasses(files, ("Combatant",))]
        self.fields = changes.fields - {"name", "alias", "id"}
        self.events: dict[tuple[str, str], ast.ClassDef] = {}
        self.written: dict[str, list[str]] = {}
        """By file: the events in it."""
        self.ids: dict[str, list[str]] = {}
        """By package: what fields are called there that hold ids."""
        for file in files:
            classes = [node for node in file.nodes if isinstance(node, ast.ClassDef)]
            self.written[file.path] = [node.name for node in classes if node in events]
            self.events.update({(package(file), node.name): node for node in classes if node in events})
            words = [word for node in classes for word in declared_ids(node, -1) or []]
            self.ids.setdefault(package(file), list(ALWAYS)).extend(words)
        state = [node.name for node in changes.classes if node.name not in (*self.people, "Encounter", "Seat")]
        self.wholes = {*[one.name for one in events], *state, "Question"} - set(TELLS_NAMES)
        """Classes all of whose arguments are kept."""
        self.sinks: dict[str, set[int]] = {name: set(places) for name, places in PROMPTS.items()}
        """Functions that put an argument into such a text, by its place."""
        self.namers: set[str] = set()
        """Functions whose result names somebody."""
        self.scopes = [Scope(file, one, owner, self.types) for file in files for one, owner in functions(file)]
        while self._learn():
            pass

    # ---------------------------------------------------------------- what is found

    def found(self, file: File) -> list[str]:
        """Where somebody is named in what everybody may read."""
        found: list[str] = []
        for scope in self._scopes_of(file):
            for node, given in self._kept(scope):
                for said in self._named(given, scope, False):
                    found.append(at(file, node, f"{scope.function.name} keeps {said}"))
        return sorted(set(found))

    def undeclared(self, file: File) -> list[str]:
        """Events whose fields hold ids and do not declare it: by what they are called, or by what they are handed."""
        found: list[str] = []
        where = package(file)
        for name in self.written[file.path]:
            for arg in self._takes(where, name):
                holds = arg.arg in SAID_OF_PEOPLE and _is_text(arg.annotation)
                if holds and arg.arg not in self._declared(where, name) and (name, arg.arg) not in OTHER_WORDS:
                    found.append(
                        at(file, self.events[(where, name)], f"{name} does not declare that {arg.arg} holds ids")
                    )
        for scope in self._scopes_of(file):
            for one in scope.nodes:
                if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
                    found += self._handed(scope, one, one.func.id)
        return sorted(set(found))

    def _handed(self, scope: Scope, call: ast.Call, name: str) -> list[str]:
        where = scope.package if (scope.package, name) in self.events else ENGINE
        if (where, name) not in self.events:
            return []
        takes = [arg.arg for arg in self._takes(where, name)]
        given = [*zip(takes, call.args, strict=False), *[(one.arg or "", one.value) for one in call.keywords]]
        ids = [word for word, value in given if self._is_id(value, scope) or self._lists_ids(value, scope)]
        wrong = [word for word in ids if word not in self._declared(where, name) and (name, word) not in OTHER_WORDS]
        return [at(scope.file, call, f"{name} is handed an id as {word}, which declares none") for word in wrong]

    def _scopes_of(self, file: File) -> list[Scope]:
        return [scope for scope in self.scopes if scope.file is file]

    # ---------------------------------------------------------------- where texts go

    def _kept(self, scope: Scope) -> list[tuple[ast.AST, ast.expr]]:
        """What is handed to events, questions and state in a function."""
        found: list[tuple[ast.AST, ast.expr]] = []
        for node in scope.nodes:
            if isinstance(node, ast.Call):
                found += [(node, given) for given in self._kept_by(node)]
            elif isinstance(node, (ast.Assign, ast.AugAssign)) and scope.function.name == "apply":
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    while isinstance(target, ast.Subscript):
                        target = target.value
                    if isinstance(target, ast.Attribute) and target.attr in self.fields:
                        found.append((node, node.value))
        return found

    def _kept_by(self, call: ast.Call) -> list[ast.expr]:
        called = _called(call)
        if called in self.wholes:
            return [*call.args, *[one.value for one in call.keywords]]
        if called == "add" and isinstance(call.func, ast.Attribute):
            return call.args[:1] if "tally" in spelled(call.func.value).lower() else []
        return [given for place, given in enumerate(call.args) if place in self.sinks.get(called, ())]

    def _learn(self) -> bool:
        """Go over all functions once more; did that teach anything?"""
        before = (len(self.namers), sum([len(places) for places in self.sinks.values()]))
        for scope in self.scopes:
            name = scope.function.name
            if scope.owner:
                continue
            for node in scope.nodes:
                if isinstance(node, ast.Return) and node.value is not None and _is_text(scope.function.returns):
                    if self._named(node.value, scope, True):
                        self.namers.add(name)
            texts = [arg.arg for arg in scope.takes if _is_text(arg.annotation)]
            for _, given in self._kept(scope):
                for word in _read(given):
                    if word in texts:
                        self.sinks.setdefault(name, set()).add([arg.arg for arg in scope.takes].index(word))
        return before != (len(self.namers), sum([len(places) for places in self.sinks.values()]))

    # ---------------------------------------------------------------- who is named

    def _named(self, given: ast.expr, scope: Scope, names_only: bool) -> list[str]:
        """What in an expression names somebody: a name anywhere, an id inside a text."""
        found: list[str] = []
        seen: list[str] = []
        waiting: list[tuple[ast.expr, bool]] = [(given, False)]
        while waiting:
            node, inner = waiting.pop()
            if self._is_name(node, scope) or (inner and not names_only and self._is_id(node, scope)):
                found.append(ast.unparse(node))
            elif isinstance(node, ast.Name) and node.id not in seen:
                seen.append(node.id)
                waiting += [(value, inner) for value in _values(scope, node.id)]
            else:
                waiting += _parts(node, inner)
        return found

    def _is_name(self, node: ast.expr, scope: Scope) -> bool:
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                return node.func.attr == "name" and not spelled(node.func.value).endswith("board")
            return _called(node) in self.namers
        return isinstance(node, ast.Attribute) and node.attr == "name" and self._is_person(node.value, scope)

    def _is_id(self, node: ast.expr, scope: Scope) -> bool:
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute) and node.attr == "id":
            return self._is_person(node.value, scope)
        word = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        if word not in self.ids[scope.package] and word not in self.ids.get(ENGINE, ()):
            return False
        kinds = [kind for kind in self._kinds(node, scope) if kind != "None"]
        return not kinds or bool([kind for kind in kinds if kind in ("str", "list", "tuple")])

    def _lists_ids(self, node: ast.expr, scope: Scope) -> bool:
        if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
            return self._is_id(node.elts[0], scope)
        return isinstance(node, ast.ListComp) and self._is_id(node.elt, scope)

    def _kinds(self, node: ast.expr, scope: Scope) -> list[str]:
        return [name for kind in self.types.kinds(node, scope.names) for name in named(kind)]

    def _is_person(self, node: ast.expr, scope: Scope) -> bool:
        """Whatever is not known to be a thing may be a person."""
        kinds = [kind for kind in self._kinds(node, scope) if kind not in PLAIN]
        return not kinds or bool([kind for kind in kinds if kind in self.people])

    # ---------------------------------------------------------------- events

    def _takes(self, where: str, event: str) -> list[ast.arg]:
        """The arguments of an event, its own or those of the class it stems from."""
        node = self.events[(where, event)]
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                return one.args.args[1:]
        base = self._base(where, node)
        return self._takes(*base) if base else []

    def _declared(self, where: str, event: str) -> list[str]:
        node = self.events[(where, event)]
        own, base = declared_ids(node, 0), self._base(where, node)
        return own if own is not None else self._declared(*base) if base else []

    def _base(self, where: str, node: ast.ClassDef) -> tuple[str, str] | None:
        for base in bases(node):
            for found in ((where, base), (ENGINE, base)):
                if found in self.events and self.events[found] is not node:
                    return found
        return None


def _parts(node: ast.expr, inner: bool) -> list[tuple[ast.expr, bool]]:
    """What a text is made of, each with whether it stands inside a text."""
    if isinstance(node, ast.JoinedStr):
        return [(one.value, True) for one in node.values if isinstance(one, ast.FormattedValue)]
    if isinstance(node, ast.BinOp):
        text = inner or _has_text(node)
        return [(node.left, text), (node.right, text)]
    if isinstance(node, ast.IfExp):
        return [(node.body, inner), (node.orelse, inner)]
    if isinstance(node, (ast.List, ast.Tuple)):
        return [(one, inner) for one in node.elts]
    if isinstance(node, ast.Dict):
        return [(one, inner) for one in node.values]
    if isinstance(node, ast.Starred):
        return [(node.value, inner)]
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return [(node.elt, inner)]
    if isinstance(node, ast.Call) and _called(node) in TEXTS:
        text = inner or _called(node) in MAKES_TEXT
        of = [(node.func.value, inner)] if isinstance(node.func, ast.Attribute) else []
        return [*of, *[(one, text) for one in node.args]]
    return []


def declared_ids(node: ast.ClassDef, step: int) -> list[str] | None:
    """Of the paths to ids that a class declares the first step or the last, if it says anything of them."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == "IDS":
            texts = [str(part.value) for part in ast.walk(one) if isinstance(part, ast.Constant)]
            steps = [place_of(text).steps[step] for text in texts if text != "Ellipsis"]
            return [name for name in steps if name.isidentifier() and name != "id"]
    return None


def _called(node: ast.Call) -> str:
    return (
        node.func.id
        if isinstance(node.func, ast.Name)
        else node.func.attr
        if isinstance(node.func, ast.Attribute)
        else ""
    )


def _is_text(kind: ast.expr | None) -> bool:
    return kind is None or "str" in spelled(kind) or "Why" in spelled(kind)


def _has_text(node: ast.expr) -> bool:
    """Is a text built here, and not a list?"""
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str)):
            return True
    return False


def _values(scope: Scope, name: str) -> list[ast.expr]:
    """What a name is set to in a function."""
    found: list[ast.expr] = []
    for node in scope.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    found.append(node.value)
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=False)
                    found += [value for one, value in pairs if isinstance(one, ast.Name) and one.id == name]
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and node.value is not None:
            if isinstance(node.target, ast.Name) and node.target.id == name:
                found.append(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append":
            if isinstance(node.func.value, ast.Name) and node.func.value.id == name:
                found += node.args
    return found


def _read(given: ast.expr) -> list[str]:
    """The names that stand in an expression themselves, not only something of theirs."""
    parts = [one.value for one in ast.walk(given) if isinstance(one, (ast.Attribute, ast.Subscript))]
    return [one.id for one in ast.walk(given) if isinstance(one, ast.Name) and one not in parts]
