"""Who walks over a set: a rule read from the source, as far as annotations and assignments tell what is one.

For test_promises; the order of a set differs from run to run, so the kernel only asks sets or sorts them.
"""

from __future__ import annotations

import ast

from tests.source_rules import File, at, inside
from tests.source_types import Types, named

SET_TYPES = ("set", "frozenset", "Set", "AbstractSet")
TAKES_ORDER_UP = ("list", "tuple", "enumerate", "zip", "iter", "next", "map", "filter", "reversed")


class Sets(Types):
    """What is known to be a set."""

    def walked(self, file: File) -> list[str]:
        """Where the order of a set could matter."""
        found: list[str] = []
        for node in file.nodes:
            if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.Module)):
                found.extend(self._walked_in(file, node))
        return sorted(set(found))

    def _walked_in(self, file: File, scope: ast.AST) -> list[str]:
        names = self.names_in(scope)
        found: list[str] = []
        for node in inside(scope):
            for walked in _walks(node):
                if [kind for kind in self.kinds(walked, names) if _names_set(kind)]:
                    found.append(at(file, node, f"walks over a set ({ast.unparse(walked)})"))
        return found


def _names_set(kind: ast.expr) -> bool:
    return bool([name for name in named(kind) if name in SET_TYPES])


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
