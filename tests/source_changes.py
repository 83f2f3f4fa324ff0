"""Who changes an encounter: a rule read from the source, by the names of the fields that state is made of.

For test_promises; only an event's `apply`, and what builds, copies or reads back state, may set them.
"""

from __future__ import annotations

import ast

from tests.source_rules import File, at, functions, inside, subclasses
from tests.source_types import Types, named

STATE = ("Encounter", "Flow", "Combatant", "Slot", "Seat")
NOT_STATE = ("Board", "Content", "ClassVar", "Field", "Situation")
"""What an encounter refers to without owning it: boards, content and declarations never change."""
MAKES = ("copy", "trial", "imagined", "make", "start", "stage", "read", "ready_card", "person_of")
"""Whatever comes out of these belongs to nobody yet."""
BUILDS = (
    "__init__", "apply", "copy", "copy_into", "read_json", "assign",  # what state and events are made of
    "happen", "trial", "_leave_behind", "_leave_one_behind",  # the door for events, and copies to try something on
    "dim",  # who is hidden because of where they stand, worked out after every event
    "combatant", "flow", "encounter_from_json", "seat_from_json", "slot_from_json",  # reading back
    "start", "stage", "empty", "set_scene", "place", "make", "skip_setup", "begin_with",  # before the first event
    "lay_cover", "cover_start", "newcomer", "made_of",  # somebody new, who belongs to nobody yet
    "_plain_with",  # a ruleset with other content
    "name_event", "changed",  # what a class is called, and content that is nobody's state
    "known", "renew", "veil", "fill", "keep_places", "tell_alike",  # a copy made for a seat
    "trial", "_leave_behind",  # a copy made to try something
    "situation",  # what follows from a state, and is no part of it
)  # fmt: skip
CHANGING = ("append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "sort", "reverse")


class Changes:
    """Which fields are state, and which methods of state change it."""

    def __init__(self, files: list[File]) -> None:
        self.types = Types(files)
        self.classes = subclasses(files, STATE)
        self.classes += subclasses(files, tuple(self._parts(files)))
        self.results = {
            node.name: node.returns.id
            for file in files
            for node in file.nodes
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name)
        }
        self.state = {one.name for one in self.classes}
        self.builds = [*BUILDS, *only_called_by(files, BUILDS)]
        self.fields: set[str] = set()
        self.mutators: set[str] = set()
        for node in self.classes:
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    own = [target.attr for target in assigned(method) if _on_self(target)]
                    self.fields.update(own if method.name == "__init__" else [])
                    if own and method.name not in self.builds:
                        self.mutators.add(method.name)

    def _parts(self, files: list[File]) -> list[str]:
        """The classes that fields of state are annotated with: parts of the state as well."""
        known = [node.name for file in files for node in file.nodes if isinstance(node, ast.ClassDef)]
        parts: list[str] = []
        for owner in self.classes:
            for node in ast.walk(owner):
                if isinstance(node, ast.AnnAssign):
                    named = [one.id for one in ast.walk(node.annotation) if isinstance(one, ast.Name)]
                    parts += [name for name in named if name in known and name not in NOT_STATE]
        return [name for name in parts if name not in [one.name for one in self.classes]]

    def found(self, file: File) -> list[str]:
        """Assignments to state, and calls that change it, outside the places that may."""
        found: list[str] = []
        for scope, owner in functions(file):
            if scope.name in self.builds or (owner in self.state and scope.name in self.mutators):
                continue
            fresh = self._fresh(scope)
            for target in assigned(scope):
                mine = _on_self(target) and owner not in self.state
                if target.attr in self.fields and not mine and root(target) not in fresh:
                    found.append(at(file, target, f"{scope.name} sets {ast.unparse(target)}"))
            for node in inside(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and root(node.func) not in fresh:
                    found.extend(self._call(file, scope, owner, node, node.func))
        return found

    def _fresh(self, scope: ast.FunctionDef) -> list[str]:
        """Names of what this function made itself or took out of that, and of arguments that are no state."""
        names: list[str] = []
        for arg in scope.args.args:
            if isinstance(arg.annotation, ast.Name) and not self._may_be_state(arg.annotation.id):
                names.append(arg.arg)
        for node in inside(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and self._made(node.value):
                names.append(node.targets[0].id)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and root(node.iter) in names:
                names.append(node.target.id)
        for name, kinds in self.types.names_in(scope).items():
            classes = [one for kind in kinds for one in named(kind)]
            if classes and all([one in self.types.classes and not self._may_be_state(one) for one in classes]):
                names.append(name)
        return names

    def _may_be_state(self, name: str) -> bool:
        return name in self.state or name in ("Table", "object")

    def _made(self, value: ast.expr) -> bool:
        """Does this make something new, or something that is no state?"""
        if not isinstance(value, ast.Call):
            return False
        if isinstance(value.func, ast.Name):
            name = value.func.id
            return name in MAKES or name[:1].isupper() or not self._may_be_state(self.results.get(name, "object"))
        return isinstance(value.func, ast.Attribute) and value.func.attr in MAKES

    def _call(self, file: File, scope: ast.FunctionDef, owner: str, node: ast.Call, called: ast.Attribute) -> list[str]:
        changed = called.value
        while isinstance(changed, ast.Subscript):
            changed = changed.value
        grows = called.attr in CHANGING and isinstance(changed, ast.Attribute) and changed.attr in self.fields
        own = isinstance(changed, ast.Attribute) and _on_self(changed) and owner not in self.state
        if (grows and not own) or called.attr in self.mutators or called.attr == "assign":
            return [at(file, node, f"{scope.name} calls {ast.unparse(called)}")]
        return []


def only_called_by(files: list[File], callers: tuple[str, ...]) -> list[str]:
    """Plain functions used in functions of these names and nowhere else: they are a part of them."""
    defined: list[str] = []
    users: dict[str, set[str]] = {}
    for file in files:
        for scope, owner in functions(file):
            defined += [] if owner else [scope.name]
            for node in ast.walk(scope):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
                users.setdefault(name, set()).add(scope.name)
    return [name for name in defined if users.get(name) and users[name] <= set(callers)]


def root(node: ast.expr) -> str:
    """The name an expression starts from: `enc` in `enc.seats[0].values()`."""
    while not isinstance(node, ast.Name):
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return ""
    return node.id


def assigned(scope: ast.FunctionDef) -> list[ast.Attribute]:
    """The attributes a function assigns to, also through a subscript, or deletes from."""
    found: list[ast.Attribute] = []
    for node in inside(scope):
        targets: list[ast.expr] = []
        if isinstance(node, (ast.Assign, ast.Delete)):
            targets = list(node.targets)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        for target in targets:
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                while isinstance(one, ast.Subscript):
                    one = one.value
                if isinstance(one, ast.Attribute):
                    found.append(one)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
            found.append(ast.Attribute(node.args[0], ast.unparse(node.args[1]).strip("'\""), lineno=node.lineno))
    return found


def _on_self(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id == "self"
