"""Promises that can be kept by reading the source: each rule takes a file's tree and returns what breaks it.

For test_promises, which runs every rule over the kernel and over a planted violation.
"""

from __future__ import annotations

import ast
from functools import cache, cached_property
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "fracas"
AT_THE_EDGE = (
    "content.py",
    "content_checks.py",
    "content_expected.py",
    "content_files.py",
    "content_models.py",
    "content_places.py",
    "content_scenarios.py",
    "content_source.py",
    "icons.py",
    "content_words.py",
    "paragraphs.py",
    "blame.py",
    "registry.py",
)
"""Loading content and documents and finding rulesets happens before play, outside the compiled kernel's promises."""


class File:
    """A source file with its tree, which is grown when somebody first looks at it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))


def read_files(*folders: str) -> list[File]:
    """Every Python file below these folders of the package."""
    found: list[File] = []
    for folder in folders:
        found += [_read(path) for path in sorted((SRC / folder).rglob("*.py"))]
    return found


@cache
def _read(path: Path) -> File:
    return File(str(path.relative_to(SRC)), path.read_text(encoding="utf-8"))


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
    for node in file.nodes:
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


# -------------------------------------------------------------------- trees


@cache
def inside(scope: ast.AST) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    found = list(ast.iter_child_nodes(scope))
    for node in found:  # it grows on the way
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            found.extend(ast.iter_child_nodes(node))
    return found


def subclasses(files: list[File], roots: tuple[str, ...]) -> list[ast.ClassDef]:
    """The classes with these names and all that derive from them, by name."""
    classes = [node for file in files for node in file.nodes if isinstance(node, ast.ClassDef)]
    names = set(roots)
    for _ in classes:
        more = [one.name for one in classes if one.name not in names and not names.isdisjoint(bases(one))]
        if not more:
            break
        names.update(more)
    return [one for one in classes if one.name in names]


def bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def functions(file: File) -> list[tuple[ast.FunctionDef, str]]:
    """Every function with the class it stands in."""
    found: list[tuple[ast.FunctionDef, str]] = []
    for node in file.nodes:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                found.append((child, node.name if isinstance(node, ast.ClassDef) else ""))
    return found


# -------------------------------------------------------------------- events


def undeclared_events(files: list[File]) -> list[str]:
    """Every event says who may know of it, itself and not by inheritance."""
    found: list[str] = []
    for node in subclasses(files, ("Event",)):
        fields = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
        own = [target.id for target in fields if isinstance(target, ast.Name)]
        methods = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
        if node.name != "Event" and "apply" in methods and "SEEN" not in own:
            found.append(f"{node.name} does not set SEEN")
    return found


def silent_showings(files: list[File]) -> list[str]:
    """Every event that may bring somebody before everybody's eyes says so: who is seen first is met then."""
    found: list[str] = []
    for node in subclasses(files, ("Event",)):
        says = [one for one in node.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == "SHOWS"]
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and method.name == "apply" and not says:
                found.extend([f"{node.name}: {ast.unparse(part)}" for part in inside(method) if _shows(part)])
    return found


def _shows(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "reveal"
    if not isinstance(node, ast.Assign):
        return False
    target = node.targets[0]
    if isinstance(target, ast.Subscript):
        return ast.unparse(target.value).endswith(".combatants")
    hides = ast.unparse(node.value) == "True" or ast.unparse(node.value).startswith(f"{ast.unparse(target)} or ")
    return isinstance(target, ast.Attribute) and target.attr == "hidden" and not hides


# -------------------------------------------------------------------- words


def words_used(file: File, words: list[str]) -> list[str]:
    """Where one of these words stands alone as a name or a text; docstrings are prose and do not count."""
    wanted = set(words)
    prose = {node.value for node in file.nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    found: list[str] = []
    for node in file.nodes:
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
        if used.lower().replace("_", "-") in wanted:
            found.append(at(file, node, f"says {used!r}"))
    return found
