"""Who walks over a set: a rule read from the source, as far as annotations and assignments tell what is one.

For test_promises; the order of a set differs from run to run, so the kernel only asks sets or sorts them.
"""

from __future__ import annotations

import ast

from tests.source_rules import File, at, inside

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
        for node in inside(scope):
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
            for node in inside(scope):
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
