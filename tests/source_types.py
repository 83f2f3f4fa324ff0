"""What kind of thing an expression is, as far as annotations, assignments and loops tell. For rules read from source.

A name may mean several things in several classes; then all of them are answered.
"""

from __future__ import annotations

import ast
from functools import cache

from tests.source_rules import File, inside

Kinds = list[ast.expr]
"""Annotations that would describe something."""
HANDS_OUT = ("get", "pop", "setdefault")
SAME = ("copy", "union", "intersection", "difference", "symmetric_difference")
SAME_ITEMS = ("sorted", "list", "tuple", "reversed")


class Types:
    """Functions by their results, attributes by annotation, by the argument they are set from, or by their value."""

    def __init__(self, files: list[File]) -> None:
        self.results: dict[str, Kinds] = {}
        self.attributes: dict[str, Kinds] = {}
        self.classes: set[str] = set()
        for file in files:
            for node in file.nodes:
                if isinstance(node, ast.FunctionDef) and node.returns is not None:
                    _note(self.results, node.name, node.returns)
                elif isinstance(node, ast.ClassDef):
                    self.classes.add(node.name)
                    self._read_class(node)

    def _read_class(self, node: ast.ClassDef) -> None:
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                _note(self.attributes, one.target.id, one.annotation)
            elif isinstance(one, ast.FunctionDef):
                if [mark for mark in one.decorator_list if spelled(mark) == "property"] and one.returns is not None:
                    _note(self.attributes, one.name, one.returns)
                given = {arg.arg: arg.annotation for arg in one.args.args if arg.annotation is not None}
                for part in inside(one):
                    if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Attribute):
                        _note(self.attributes, part.target.attr, part.annotation)
                    elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Attribute):
                        if isinstance(part.value, ast.Name) and part.value.id in given:
                            _note(self.attributes, part.targets[0].attr, given[part.value.id])

    # ---------------------------------------------------------------- names

    def names_in(self, scope: ast.AST, owner: str = "") -> dict[str, Kinds]:
        """Names of a function with what describes them."""
        names: dict[str, Kinds] = {"self": [ast.Name(owner)]} if owner else {}
        if isinstance(scope, ast.FunctionDef):
            for arg in [*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs]:
                if arg.annotation is not None:
                    names[arg.arg] = [arg.annotation]
        for _ in range(3):
            for node in inside(scope):
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    names[node.target.id] = [node.annotation]
                elif isinstance(node, ast.Assign):
                    self._learn(node.targets[0], node.value, names)
                elif isinstance(node, (ast.For, ast.comprehension)):
                    self._learn_item(node.target, node.iter, names)
                elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    if node.func.id == "isinstance" and isinstance(node.args[0], ast.Name):
                        names[node.args[0].id] = [node.args[1]]
        return names

    def _learn(self, target: ast.expr, value: ast.expr, names: dict[str, Kinds]) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, part in zip(target.elts, value.elts, strict=False):
                self._learn(one, part, names)
            return
        _spread(target, self.kinds(value, names), names)

    def _learn_item(self, target: ast.expr, walked: ast.expr, names: dict[str, Kinds]) -> None:
        if isinstance(walked, ast.Call) and isinstance(target, ast.Tuple) and walked.args:
            if ast.unparse(walked.func) == "enumerate":
                _spread(target.elts[1], self.items(walked.args[0], names), names)
                return
            if ast.unparse(walked.func) == "zip":
                for one, part in zip(target.elts, walked.args, strict=False):
                    _spread(one, self.items(part, names), names)
                return
        _spread(target, self.items(walked, names), names)

    # ---------------------------------------------------------------- expressions

    def kinds(self, value: ast.expr, names: dict[str, Kinds]) -> Kinds:
        """What an expression is; nothing where that cannot be read off."""
        if isinstance(value, (ast.Set, ast.SetComp)):
            return [ast.Name("set")]
        if isinstance(value, ast.Name):
            return names.get(value.id, [])
        if isinstance(value, ast.Attribute):
            return self.attributes.get(value.attr, [])
        if isinstance(value, ast.BinOp):
            return self.kinds(value.left, names)
        if isinstance(value, ast.IfExp):
            return self.kinds(value.body, names) + self.kinds(value.orelse, names)
        if isinstance(value, ast.Subscript):
            found = self.kinds(value.value, names)
            return found if isinstance(value.slice, ast.Slice) else _held(found)
        if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
            return [ast.Subscript(ast.Name("list"), kind) for kind in self.kinds(value.elt, names)]
        if isinstance(value, ast.List) and value.elts:
            return [ast.Subscript(ast.Name("list"), kind) for kind in self.kinds(value.elts[0], names)]
        return self._result(value, names) if isinstance(value, ast.Call) else []

    def items(self, walked: ast.expr, names: dict[str, Kinds]) -> Kinds:
        """What the items of an expression are."""
        if isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute):
            if walked.func.attr in ("values", "items"):
                held = self.kinds(walked.func.value, names)
                return _held(held) if walked.func.attr == "values" else _pairs(held)
        if isinstance(walked, (ast.Tuple, ast.List)):
            return [kind for one in walked.elts for kind in self.kinds(one, names)]
        found = self.kinds(walked, names)
        return [ast.Name("str") for kind in found if _is_table(kind)] + _held([k for k in found if not _is_table(k)])

    def _result(self, call: ast.Call, names: dict[str, Kinds]) -> Kinds:
        if isinstance(call.func, ast.Name):
            if call.func.id in ("set", "frozenset", "str") or call.func.id in self.classes:
                return [ast.Name(call.func.id)]
            if call.func.id in SAME_ITEMS and call.args:
                return [ast.Subscript(ast.Name("list"), kind) for kind in self.items(call.args[0], names)]
            if call.func.id in ("len", "sum", "int") or (call.func.id in ("min", "max") and len(call.args) > 1):
                return [ast.Name("int")]
            if call.func.id in ("next", "min", "max") and call.args:
                return self.items(call.args[0], names)
            return self.results.get(call.func.id, [])
        if isinstance(call.func, ast.Attribute):
            if call.func.attr in HANDS_OUT:
                return _held(self.kinds(call.func.value, names))
            if call.func.attr in SAME:
                return self.kinds(call.func.value, names)
            return self.results.get(call.func.attr, [])
        return []


def _note(table: dict[str, Kinds], name: str, kind: ast.expr) -> None:
    """One more annotation of a name, if it is not there already in the same words."""
    known = table.setdefault(name, [])
    if spelled(kind) not in [spelled(one) for one in known]:
        known.append(kind)


@cache
def spelled(node: ast.expr) -> str:
    """An expression as it is written."""
    return ast.unparse(node)


def named(kind: ast.expr) -> list[str]:
    """The classes an annotation names at its top: `Weapon` in `Weapon | None`."""
    if isinstance(kind, ast.Subscript):
        return named(kind.value)
    if isinstance(kind, ast.BinOp):
        return named(kind.left) + named(kind.right)
    if isinstance(kind, ast.Tuple):
        return [name for one in kind.elts for name in named(one)]
    return [kind.id] if isinstance(kind, ast.Name) else []


def _held(kinds: Kinds) -> Kinds:
    """What dictionaries or lists of these annotations hold."""
    found: Kinds = []
    for kind in kinds:
        for one in (kind.left, kind.right) if isinstance(kind, ast.BinOp) else (kind,):
            if isinstance(one, ast.Subscript):
                held = one.slice
                if isinstance(held, ast.Tuple):
                    held = held.elts[-1 if _is_table(one) else 0]
                found.append(held)
    return found


def _pairs(kinds: Kinds) -> Kinds:
    return [ast.Subscript(ast.Name("tuple"), kind.slice) for kind in kinds if isinstance(kind, ast.Subscript)]


def _is_table(kind: ast.expr) -> bool:
    return "dict" in named(kind)


def _spread(target: ast.expr, kinds: Kinds, names: dict[str, Kinds]) -> None:
    """Learn what a name is, or each of several that a tuple is taken apart into."""
    if isinstance(target, ast.Name) and kinds:
        names.setdefault(target.id, kinds)
    elif isinstance(target, ast.Tuple):
        for kind in kinds:
            if isinstance(kind, ast.Subscript) and isinstance(kind.slice, ast.Tuple):
                for name, part in zip(target.elts, kind.slice.elts, strict=False):
                    _spread(name, [part], names)
