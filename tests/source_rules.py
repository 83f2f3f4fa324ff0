"""Promises that can be kept by reading the source: each rule takes a file's tree and returns what breaks it.

For test_promises, which runs every rule over the kernel and over a planted violation.
"""

from __future__ import annotations

import ast
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "fracas"
AT_THE_EDGE = ("content.py", "content_models.py", "content_scenarios.py", "registry.py")
"""Loading content and finding rulesets happens before play, outside the compiled kernel's promises."""


class File:
    """A source file with its tree."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = ast.parse(text)


def read_files(*folders: str) -> list[File]:
    """Every Python file below these folders of the package."""
    found: list[File] = []
    for folder in folders:
        for path in sorted((SRC / folder).rglob("*.py")):
            found.append(File(str(path.relative_to(SRC)), path.read_text(encoding="utf-8")))
    return found


def kernel() -> list[File]:
    """Engine and rulesets, as far as they take part in play."""
    return [file for file in read_files("engine", "rulesets") if Path(file.path).name not in AT_THE_EDGE]


def at(file: File, node: ast.AST, what: str) -> str:
    return f"{file.path}:{getattr(node, 'lineno', 0)}: {what}"


# -------------------------------------------------------------------- bans

MODULES = ("random", "secrets", "time", "datetime", "uuid", "os", "pathlib", "socket", "subprocess", "threading")
CALLS = ("hash", "id", "float", "open", "input", "print", "eval", "exec", "vars", "globals", "locals")


def banned(file: File) -> list[str]:
    """No clock, no chance, no surroundings, no files, no floats, no `/`, nothing that differs from run to run."""
    found: list[str] = []
    for node in ast.walk(file.tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        found.extend([at(file, node, f"imports {name}") for name in names if name.split(".")[0] in MODULES])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            found.append(at(file, node, f"calls {node.func.id}()"))
        elif isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            found.append(at(file, node, f"float {node.value}"))
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            found.append(at(file, node, "divides by /"))
        elif isinstance(node, ast.Attribute) and node.attr in ("environ", "__dict__", "read_text", "write_text"):
            found.append(at(file, node, f"uses {node.attr}"))
    return found


# -------------------------------------------------------------------- sets

SET_TYPES = ("set", "frozenset", "Set", "AbstractSet")
TAKES_ORDER_UP = ("list", "tuple", "enumerate", "zip", "iter", "next", "map", "filter", "reversed")


class Sets:
    """What is known to be a set: functions by their result, attributes and names by annotation or value."""

    def __init__(self, files: list[File]) -> None:
        self.results: dict[str, ast.expr] = {}
        self.attributes: dict[str, ast.expr] = {}
        for file in files:
            for node in ast.walk(file.tree):
                if isinstance(node, ast.FunctionDef) and node.returns is not None:
                    self.results[node.name] = node.returns
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                    self.attributes[node.target.attr] = node.annotation
                elif isinstance(node, ast.ClassDef):
                    for one in node.body:
                        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                            self.attributes[one.target.id] = one.annotation

    def walked(self, file: File) -> list[str]:
        """Where the order of a set could matter."""
        found: list[str] = []
        for node in ast.walk(file.tree):
            if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.Module)):
                found.extend(self._walked_in(file, node))
        return sorted(set(found))

    def _walked_in(self, file: File, scope: ast.AST) -> list[str]:
        names = self._names(scope)
        found: list[str] = []
        for node in _inside(scope):
            for walked in _walks(node):
                if self._is_set(walked, names):
                    found.append(at(file, node, f"walks over a set ({ast.unparse(walked)})"))
        return found

    def _names(self, scope: ast.AST) -> dict[str, ast.expr]:
        """Names of a function with the annotation that describes them."""
        names: dict[str, ast.expr] = {}
        if isinstance(scope, ast.FunctionDef):
            for arg in [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]:
                if arg.annotation is not None:
                    names[arg.arg] = arg.annotation
        for _ in range(2):
            for node in _inside(scope):
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    names[node.target.id] = node.annotation
                elif isinstance(node, ast.Assign):
                    self._learn(node.targets[0], node.value, names)
        return names

    def _learn(self, target: ast.expr, value: ast.expr, names: dict[str, ast.expr]) -> None:
        kind = self._type(value, names)
        if kind is None:
            return
        if isinstance(target, ast.Name):
            names.setdefault(target.id, kind)
        elif isinstance(target, ast.Tuple) and isinstance(kind, ast.Subscript) and isinstance(kind.slice, ast.Tuple):
            for name, part in zip(target.elts, kind.slice.elts, strict=False):
                if isinstance(name, ast.Name):
                    names.setdefault(name.id, part)

    def _type(self, value: ast.expr, names: dict[str, ast.expr]) -> ast.expr | None:
        """The annotation that would describe an expression, where that can be read off."""
        if isinstance(value, (ast.Set, ast.SetComp)):
            return ast.Name("set")
        if isinstance(value, ast.Name):
            return names.get(value.id)
        if isinstance(value, ast.Attribute):
            return self.attributes.get(value.attr)
        if isinstance(value, ast.BinOp):
            return self._type(value.left, names)
        if isinstance(value, ast.Subscript):
            return _held(self._type(value.value, names))
        if isinstance(value, ast.Call):
            return self._result(value, names)
        return None

    def _result(self, call: ast.Call, names: dict[str, ast.expr]) -> ast.expr | None:
        if isinstance(call.func, ast.Name):
            return ast.Name("set") if call.func.id in SET_TYPES else self.results.get(call.func.id)
        if isinstance(call.func, ast.Attribute):
            if call.func.attr in ("get", "pop", "setdefault"):
                return _held(self._type(call.func.value, names))
            if call.func.attr in ("union", "intersection", "difference", "symmetric_difference", "copy"):
                return self._type(call.func.value, names)
            return self.results.get(call.func.attr)
        return None

    def _is_set(self, value: ast.expr, names: dict[str, ast.expr]) -> bool:
        return _names_set(self._type(value, names))


def _held(kind: ast.expr | None) -> ast.expr | None:
    """What a dictionary or list of this annotation holds."""
    if isinstance(kind, ast.Subscript):
        return kind.slice.elts[-1] if isinstance(kind.slice, ast.Tuple) else kind.slice
    return None


def _names_set(kind: ast.expr | None) -> bool:
    if isinstance(kind, ast.Subscript):
        return _names_set(kind.value)
    if isinstance(kind, ast.BinOp):
        return _names_set(kind.left) or _names_set(kind.right)
    return isinstance(kind, ast.Name) and kind.id in SET_TYPES


def _inside(scope: ast.AST) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    found: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _walks(node: ast.AST) -> list[ast.expr]:
    """The expressions whose order this node takes up."""
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)):
        return [generator.iter for generator in node.generators]
    if isinstance(node, (ast.Starred, ast.YieldFrom)):
        return [node.value]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in TAKES_ORDER_UP:
            return node.args
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend"):
            return node.args
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args:
            return [node.func.value]
    return []


# -------------------------------------------------------------------- who changes state

STATE = ("Encounter", "Flow", "Combatant", "Slot", "Seat")
NOT_STATE = ("Board", "Contents", "ClassVar")
"""What an encounter refers to without owning it: boards and content never change, and keep caches of their own."""
MAKES = ("copy", "make", "start", "stage", "read")
"""Whatever comes out of these belongs to nobody yet."""
BUILDS = (
    "__init__", "apply", "copy", "copy_into", "read_json", "assign",  # what state and events are made of
    "combatant", "flow", "encounter_from_json", "seat_from_json", "slot_from_json",  # reading back
    "start", "stage", "make", "skip_setup",  # an encounter before its first event
    "known", "veil", "keep_only",  # a copy made for a seat
)  # fmt: skip
CHANGING = ("append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "sort", "reverse")


class Changes:
    """Which fields are state, and which methods of state change it."""

    def __init__(self, files: list[File]) -> None:
        self.classes = subclasses(files, STATE)
        self.classes += subclasses(files, tuple(self._parts(files)))
        self.results = {
            node.name: node.returns.id
            for file in files
            for node in ast.walk(file.tree)
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name)
        }
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
        known = [node.name for file in files for node in ast.walk(file.tree) if isinstance(node, ast.ClassDef)]
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
        state_classes = [node.name for node in self.classes]
        for scope, owner in functions(file.tree):
            if scope.name in self.builds or (owner in state_classes and scope.name in self.mutators):
                continue
            fresh = self._fresh(scope)
            for target in assigned(scope):
                mine = _on_self(target) and owner not in state_classes
                if target.attr in self.fields and not mine and root(target) not in fresh:
                    found.append(at(file, target, f"{scope.name} sets {ast.unparse(target)}"))
            for node in _inside(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and root(node.func) not in fresh:
                    found.extend(self._call(file, scope, owner, node, node.func))
        return found

    def _fresh(self, scope: ast.FunctionDef) -> list[str]:
        """Names of what this function made itself or took out of that, and of arguments that are no state."""
        state = [one.name for one in self.classes]
        names: list[str] = []
        for arg in scope.args.args:
            if isinstance(arg.annotation, ast.Name) and arg.annotation.id not in (*state, "Table", "object"):
                names.append(arg.arg)
        for node in _inside(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and self._made(node.value, state):
                names.append(node.targets[0].id)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and root(node.iter) in names:
                names.append(node.target.id)
        return names

    def _made(self, value: ast.expr, state: list[str]) -> bool:
        """Does this make something new, or something that is no state?"""
        if not isinstance(value, ast.Call):
            return False
        if isinstance(value.func, ast.Name):
            name = value.func.id
            return name[:1].isupper() or self.results.get(name, "object") not in (*state, "object")
        return isinstance(value.func, ast.Attribute) and value.func.attr in MAKES

    def _call(self, file: File, scope: ast.FunctionDef, owner: str, node: ast.Call, called: ast.Attribute) -> list[str]:
        changed = called.value
        while isinstance(changed, ast.Subscript):
            changed = changed.value
        grows = called.attr in CHANGING and isinstance(changed, ast.Attribute) and changed.attr in self.fields
        state = [one.name for one in self.classes]
        own = isinstance(changed, ast.Attribute) and _on_self(changed) and owner not in state
        if (grows and not own) or called.attr in self.mutators or called.attr == "assign":
            return [at(file, node, f"{scope.name} calls {ast.unparse(called)}")]
        return []


def only_called_by(files: list[File], callers: tuple[str, ...]) -> list[str]:
    """Plain functions used in functions of these names and nowhere else: they are a part of them."""
    defined: list[str] = []
    users: dict[str, set[str]] = {}
    for file in files:
        for scope, owner in functions(file.tree):
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


def subclasses(files: list[File], roots: tuple[str, ...]) -> list[ast.ClassDef]:
    """The classes with these names and all that derive from them, by name."""
    classes = [node for file in files for node in ast.walk(file.tree) if isinstance(node, ast.ClassDef)]
    names = list(roots)
    for _ in classes:
        more = [one.name for one in classes if one.name not in names and [b for b in bases(one) if b in names]]
        if not more:
            break
        names.extend(more)
    return [one for one in classes if one.name in names]


def bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def functions(tree: ast.Module) -> list[tuple[ast.FunctionDef, str]]:
    """Every function with the class it stands in."""
    found: list[tuple[ast.FunctionDef, str]] = []
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                found.append((child, node.name if isinstance(node, ast.ClassDef) else ""))
    return found


def assigned(scope: ast.FunctionDef) -> list[ast.Attribute]:
    """The attributes a function assigns to, also through a subscript, or deletes from."""
    found: list[ast.Attribute] = []
    for node in _inside(scope):
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


# -------------------------------------------------------------------- events


def undeclared_events(files: list[File]) -> list[str]:
    """Every event names its kind, its fields and who may know of it, itself and not by inheritance."""
    found: list[str] = []
    for node in subclasses(files, ("Event",)):
        fields = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
        own = [target.id for target in fields if isinstance(target, ast.Name)]
        methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
        if node.name == "Event" or ("apply" not in methods and "kind" not in own and "FIELDS" not in own):
            continue
        found.extend([f"{node.name} does not set {name}" for name in ("kind", "FIELDS", "SEEN") if name not in own])
    return found


# -------------------------------------------------------------------- words


def words_used(file: File, words: list[str]) -> list[str]:
    """Where one of these words stands alone as a name or a text; docstrings are prose and do not count."""
    prose: list[ast.AST] = []
    found: list[str] = []
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose.append(node.value)
    for node in ast.walk(file.tree):
        used = ""
        if isinstance(node, ast.Name):
            used = node.id
        elif isinstance(node, ast.Attribute):
            used = node.attr
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            used = node.name
        elif isinstance(node, ast.arg):
            used = node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in prose:
            used = node.value
        if used.lower().replace("_", "-") in words:
            found.append(at(file, node, f"says {used!r}"))
    return found
