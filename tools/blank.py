"""Blank each rule in turn: every citing function gets an empty body, and some worked example must notice.

For `make prove`. Functions are blanked where they stand, in two worker processes, and restored afterwards; a function
nobody misses, or a paragraph none of whose own examples misses any code that cites it, makes the exit status 1.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.machinery
import inspect
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType

from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.rulebook import Cite, Rulebook, read_rulebook
from fracas.lab.script import Failure, Script, run_script

SECONDS = 20
"""A blanked rule may make play go on for ever; that counts as noticed."""
UNTOUCHED = ("__init__", "to_json", "read_json", "copy", "say", "label", "word", "key", "cost", "subjects")
"""Methods of a citing class that are no rule: they build, store or describe."""
NEUTRAL = {"bool": bool, "int": int, "str": str, "list": list, "dict": dict, "set": set, "tuple": tuple}
DEEPEST = 4


class TooLong(BaseException):
    """The blanked game does not end."""


class Verdict:
    """What came of blanking one citation: who noticed under its own paragraphs, and whether anybody did at all."""

    def __init__(self, cite: str, line: int, paragraphs: list[str]) -> None:
        self.cite = cite
        self.line = line
        self.paragraphs = paragraphs
        self.shown: list[str] = []
        """Paragraphs whose own examples noticed."""
        self.noticed_by = ""
        self.skipped = ""


# -------------------------------------------------------------------- blanking


def neutral(annotation: str, names: dict[str, object], depth: int = 0) -> object:
    """What a blanked function returns, by its annotation: nothing, zero, empty, or an object made of such."""
    text = annotation.strip("'\" ")
    if "None" in [part.strip() for part in text.split("|")]:
        return None
    head = text.partition("[")[0].strip()
    if head == "tuple" and "..." not in text and "[" in text:
        parts = split_outside_brackets(text[text.index("[") + 1 : text.rindex("]")])
        return tuple([neutral(part, names, depth) for part in parts])
    if head in NEUTRAL:
        return NEUTRAL[head]()
    made = names.get(head)
    return plainest(made, depth) if isinstance(made, type) and depth < DEEPEST else None


def spelled(annotation: object) -> str:
    """An annotation as it is written, whether or not it was kept as text."""
    return annotation.__name__ if type(annotation) is type else str(annotation)


def plainest(kind: type[object], depth: int) -> object:
    """An object of a class from neutral arguments, or None where the class will not have that."""
    names = vars(sys.modules[kind.__module__])
    try:
        needed = [one for one in inspect.signature(kind).parameters.values() if one.default is inspect.Parameter.empty]
        return kind(*[neutral(spelled(one.annotation), names, depth + 1) for one in needed])
    except Exception:  # noqa: BLE001
        return None


def split_outside_brackets(text: str) -> list[str]:
    """Split at commas, but not inside square brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()]


def blank_code(function: FunctionType, maker: str) -> CodeType:
    """Code with the same free variables that takes anything and returns what a global name makes."""
    free = function.__code__.co_freevars
    held = "".join([f"    {name} = None\n" for name in free])
    used = f"        if 0: {', '.join(free)}\n" if free else ""
    source = f"def outer():\n{held}    def blank(*args, **kwargs):\n{used}        return {maker}()\n    return blank\n"
    space: dict[str, object] = {}
    exec(compile(source, "blank", "exec"), space)
    outer = space["outer"]
    assert isinstance(outer, FunctionType)
    made = outer()
    assert isinstance(made, FunctionType)
    return made.__code__


class Maker:
    """Makes the neutral value of a function, fresh at every call."""

    def __init__(self, function: FunctionType) -> None:
        self.shown = spelled(function.__annotations__.get("return", "None"))
        self.names = dict(function.__globals__)

    def __call__(self) -> object:
        return neutral(self.shown, self.names)


def functions_behind(cite: Cite) -> list[FunctionType]:
    """The functions to blank for a citation.

    Itself; of a class its methods that have no citation of their own; of a method that only promises, what keeps it.
    """
    owner: object = None
    found: object = importlib.import_module(cite.module)
    for name in cite.name.split("."):
        owner, found = found, inspect.getattr_static(found, name)
    if isinstance(found, type):
        return [one for name, member in vars(found).items() if name not in UNTOUCHED for one in unwrapped(member, True)]
    functions = unwrapped(found, False)
    if isinstance(owner, type) and functions and is_bare(functions[0]):
        return overrides(owner, functions[0].__name__)
    return functions


def overrides(owner: type[object], name: str) -> list[FunctionType]:
    """The methods of this name in everything that derives from a class."""
    found: list[FunctionType] = []
    for heir in owner.__subclasses__():
        found += [one for one in unwrapped(vars(heir).get(name), False) if one not in found]
        found += [one for one in overrides(heir, name) if one not in found]
    return found


def unwrapped(member: object, part_of_class: bool) -> list[FunctionType]:
    """The plain function inside a method, property or static method."""
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, (staticmethod, classmethod)):
        member = member.__func__
    if not isinstance(member, FunctionType):
        return []
    if part_of_class and (is_bare(member) or (member.__doc__ or "")[:1].isdigit()):
        return []
    return [member]


def is_bare(function: FunctionType) -> bool:
    """Does it do nothing anyway?"""
    try:
        tree = ast.parse(inspect.cleandoc("if 1:\n" + inspect.getsource(function)))
    except (OSError, SyntaxError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            return all(isinstance(one, (ast.Pass, ast.Raise)) for one in body)
    return False


@contextmanager
def blanked(functions: list[FunctionType]) -> Iterator[None]:
    """Everybody who calls these finds them empty, until the end of the block."""
    before = [function.__code__ for function in functions]
    for number, function in enumerate(functions):
        function.__globals__[f"_blank_{number}"] = Maker(function)
        function.__code__ = blank_code(function, f"_blank_{number}")
    try:
        yield
    finally:
        for number, function in enumerate(functions):
            function.__code__ = before[number]
            function.__globals__.pop(f"_blank_{number}", None)


# -------------------------------------------------------------------- judging


def notices(ruleset: Ruleset, script: Script) -> bool:
    """Does this example come out otherwise? Any error of the blanked rules counts."""
    try:
        run_script(ruleset, script)
    except (Failure, Exception, TooLong):  # noqa: BLE001
        return True
    return False


def too_long(signum: int, frame: FrameType | None) -> None:
    raise TooLong


def judge(ruleset: Ruleset, book: Rulebook, cite: Cite) -> Verdict:
    """Blank one citation and look who notices, its own paragraphs' examples first."""
    verdict = Verdict(str(cite), cite.line, cite.paragraphs)
    functions = functions_behind(cite)
    if not functions:
        verdict.skipped = "nothing to blank"
        return verdict
    with blanked(functions):
        for number in cite.paragraphs:
            for script in book.find(number).examples:
                if timed(ruleset, script):
                    verdict.shown.append(number)
                    verdict.noticed_by = verdict.noticed_by or script.name
                    break
        if not verdict.noticed_by:
            for script in book.examples:
                if script.paragraph not in cite.paragraphs and timed(ruleset, script):
                    verdict.noticed_by = script.name
                    break
    return verdict


def timed(ruleset: Ruleset, script: Script) -> bool:
    signal.alarm(SECONDS)
    try:
        return notices(ruleset, script)
    except TooLong:
        return True
    finally:
        signal.alarm(0)


class Bench:
    """What a worker process keeps: the ruleset and its book, loaded once."""

    ruleset: Ruleset
    book: Rulebook


def set_up(id: str, broken: list[str]) -> None:
    signal.signal(signal.SIGALRM, too_long)
    Bench.ruleset = find_ruleset(id)
    Bench.book = read_rulebook(Bench.ruleset.package)
    leave_out(Bench.book, broken)


def leave_out(book: Rulebook, broken: list[str]) -> None:
    """Examples that fail anyway notice nothing."""
    for paragraph in book.paragraphs:
        paragraph.examples = [script for script in paragraph.examples if script.name not in broken]


def work(index: int) -> Verdict:
    return judge(Bench.ruleset, Bench.book, Bench.book.cites[index])


def find_ruleset(id: str) -> Ruleset:
    """An installed ruleset, or one named as module:NAME."""
    if ":" not in id:
        return load_ruleset(id)
    module, _, name = id.partition(":")
    found = getattr(importlib.import_module(module), name)
    assert isinstance(found, Ruleset)
    return found


def prove(id: str, only: str, workers: int, broken: list[str]) -> list[Verdict]:
    """A verdict for every citation of a ruleset."""
    book = read_rulebook(find_ruleset(id).package)
    chosen = [index for index, cite in enumerate(book.cites) if only in str(cite) or only in cite.paragraphs]
    context = multiprocessing.get_context("spawn")
    verdicts: list[Verdict] = []
    with context.Pool(workers, set_up, (id, broken)) as pool:
        for verdict in pool.imap(work, chosen, chunksize=4):
            verdicts.append(verdict)
            if sys.stderr.isatty():
                print(f"\r{len(verdicts)} of {len(chosen)}", end="", file=sys.stderr)
    return verdicts


def report(ruleset: Ruleset, verdicts: list[Verdict], whole: bool) -> int:
    """Print what nobody noticed; the exit status. What has nothing to blank is only named."""
    judged = [verdict for verdict in verdicts if not verdict.skipped]
    survivors = [verdict for verdict in judged if not verdict.noticed_by]
    for verdict in verdicts:
        if verdict.skipped:
            print(f"nothing to blank: {verdict.cite} (line {verdict.line}), cites {', '.join(verdict.paragraphs)}")
    for verdict in survivors:
        print(f"nobody notices: {verdict.cite} (line {verdict.line}), cites {', '.join(verdict.paragraphs)}")
    shown = {number for verdict in verdicts for number in verdict.shown}
    unshown: list[str] = []
    if whole:
        for paragraph in read_rulebook(ruleset.package).paragraphs:
            if not paragraph.left_to_gm and paragraph.number not in shown:
                unshown.append(paragraph.number)
                cites = [verdict.cite for verdict in verdicts if paragraph.number in verdict.paragraphs]
                by = ", ".join(cites) or "nothing"
                print(f"not shown by its own examples: {paragraph.number} {paragraph.title}; cited by {by}")
    print(
        f"{ruleset.id}: {len(judged)} citations blanked, {len(survivors)} unnoticed, "
        f"{len(verdicts) - len(judged)} with nothing to blank, {len(unshown)} paragraphs not shown by own examples"
    )
    return 1 if survivors or unshown else 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Blank each citing function; some example must notice.")
    parser.add_argument("rulesets", nargs="*", help="ids (default: all installed), or module:NAME")
    parser.add_argument("--only", default="", help="only citations with this in their name, or of this paragraph")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    args = parser.parse_args()
    engine = importlib.import_module("fracas.engine.table").__file__ or ""
    if engine.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        sys.exit("compiled functions cannot be blanked; run this on the pure package")
    began = time.monotonic()
    status = 0
    for id in args.rulesets or ruleset_ids():
        ruleset = find_ruleset(id)
        broken = [script.name for script in read_rulebook(ruleset.package).examples if notices(ruleset, script)]
        for name in broken:
            print(f"fails before anything is blanked: {name}")
        verdicts = prove(id, args.only, args.workers, broken)
        status |= report(ruleset, verdicts, not args.only) or (1 if broken else 0)
    print(f"in {time.monotonic() - began:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
