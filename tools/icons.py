"""The icons in use, out of the package that has all of them: for the pages, for their credits, and for NOTICE.

Nothing but Python itself is needed, so that pages can be built where Fracas is not installed. `python tools/icons.py`
writes NOTICE; `tools/ui.py` makes the rest on its way.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "web" / "node_modules" / "@iconify-json" / "game-icons" / "icons.json"
MADE = ROOT / "web" / "src" / "made"
DATA = ROOT / "src" / "fracas" / "engine" / "data"
RULESETS = ROOT / "src" / "fracas" / "rulesets"
SOURCE = "https://game-icons.net"
LICENCE = "https://creativecommons.org/licenses/by/3.0/"
FREE = ("viscious-speed", "zeromancer")
"""Who gave theirs away without conditions (CC0)."""


def authors() -> dict[str, str]:
    rows = (DATA / "icons.tsv").read_text(encoding="utf-8").splitlines()
    return {name: who for name, _, who in [row.partition("\t") for row in rows]}


def named_in(data: object, key: str = "icon") -> set[str]:
    """Every icon that a table or its parts name."""
    if isinstance(data, list):
        return {name for one in data for name in named_in(one, key)}
    if not isinstance(data, dict):
        return set()
    own = {str(data[key])} if isinstance(data.get(key), str) else set()
    return own | {name for one in data.values() for name in named_in(one, key)}


def read(path: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def in_use() -> dict[str, set[str]]:
    """The icons that each ruleset names, and under an empty name those that stand for kinds of things."""
    kinds = set(read(DATA / "kinds.toml")["kind"].values())
    found = {"": kinds}
    for folder in sorted([one for one in RULESETS.iterdir() if (one / "data").is_dir()]):
        names = {name for path in (folder / "data").rglob("*.toml") for name in named_in(read(path))}
        names |= set(read(folder / "rules" / "icons.toml")["action"].values())
        found[folder.name] = names - kinds
    return found


def all_of_them() -> dict[str, str]:
    """The outline of every icon whose author is known."""
    icons = json.loads(PACKAGE.read_text(encoding="utf-8"))["icons"]
    return {name: re.findall(r' d="([^"]*)"', icons[name]["body"])[0] for name in authors()}


def write() -> None:
    """What the pages take in: a file for kinds, one for each ruleset, and who drew what."""
    outlines, used = all_of_them(), in_use()
    sets = {MADE / "sets" / f"{id}.json" if id else MADE / "shared.json": names for id, names in used.items()}
    for path in [path for path in MADE.rglob("*.json") if path not in sets]:
        path.unlink()
    for path, names in sets.items():
        keep(path, {name: rounded(outlines[name]) for name in sorted(names)})
    keep(MADE / "credits.json", {"source": SOURCE, "licence": LICENCE, "by": credits()})


def keep(path: Path, data: object) -> None:
    """Write a file where it says something else."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_all(path: Path) -> None:
    """Every icon, for those who pick one at the table."""
    keep(path, all_of_them())


def credits() -> list[dict[str, object]]:
    """Whoever drew an icon in use, with their icons."""
    who, found = authors(), dict[str, list[str]]()
    for name in sorted({name for names in in_use().values() for name in names}):
        for author in who[name].split("|"):
            found.setdefault(author, []).append(name)
    return [{"author": author, "free": author in FREE, "icons": found[author]} for author in sorted(found)]


def notice() -> str:
    lines = [
        "Fracas",
        "",
        "Its icons come from game-icons.net, by way of the package @iconify-json/game-icons. They were recoloured,",
        f"and the outlines of those below rounded to whole numbers. Licence: CC BY 3.0, {LICENCE}",
        "(CC0 where that is said). Which author drew which of all icons: src/fracas/engine/data/icons.tsv",
        "",
    ]
    for one in credits():
        names = ", ".join([str(name) for name in one["icons"]])  # type: ignore[attr-defined]
        lines.append(f"Icons made by {one['author']}{' (CC0)' if one['free'] else ''}: {names}")
    return "\n".join(lines) + "\n"


# -------------------------------------------------------------------- outlines

TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
FLAGGED = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)[\s,]*")
TAKES = {"m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "s": 4, "q": 4, "c": 6, "a": 7, "z": 0}


def segments(outline: str) -> list[tuple[str, list[float]]]:
    """Commands of a path with their numbers, each written out."""
    found: list[tuple[str, list[float]]] = []
    for verb, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", outline):
        numbers = arc_numbers(rest) if verb in "aA" else [float(one) for one in TOKEN.findall(rest)]
        count = TAKES[verb.lower()]
        if not count:
            found.append((verb, []))
        for start in range(0, len(numbers), count or 1):
            # What follows a move without a command of its own are lines.
            later = {"m": "l", "M": "L"}.get(verb, verb) if start else verb
            found.append((later, numbers[start : start + count]))
    return found


def arc_numbers(text: str) -> list[float]:
    """The numbers of arcs, whose two flags may stand without anything between them."""
    numbers: list[float] = []
    while text := text.lstrip(" ,\n"):
        if len(numbers) % 7 in (3, 4):
            numbers.append(float(text[0]))
            text = text[1:]
        else:
            found = FLAGGED.match(text)
            assert found is not None, text
            numbers.append(float(found.group(1)))
            text = text[found.end() :]
    return numbers


def rounded(outline: str) -> str:
    """The same outline in whole numbers, each point rounded by itself so that nothing drifts."""
    x = y = start_x = start_y = 0.0
    at_x = at_y = 0
    out: list[str] = []
    for verb, numbers in segments(outline):
        low, near = verb.lower(), verb.islower()
        if low == "z":
            out.append("z")
            x, y = start_x, start_y
            at_x, at_y = round(x), round(y)
            continue
        head = numbers[:5] if low == "a" else []
        pairs = pairs_of(low, numbers[len(head) :], near, x, y)
        said = [str(round(one)) for one in head]
        for to_x, to_y in pairs:
            said += [str(round(to_x) - at_x)] if low != "v" else []
            said += [str(round(to_y) - at_y)] if low != "h" else []
        x, y = pairs[-1]
        at_x, at_y = round(x), round(y)
        if low == "m":
            start_x, start_y = x, y
        out.append(low + " ".join(said).replace(" -", "-"))
    return re.sub(r"^m", "M", "".join(out))


def pairs_of(low: str, numbers: list[float], near: bool, x: float, y: float) -> list[tuple[float, float]]:
    """The points of a command as places on the sheet."""
    from_x, from_y = (x, y) if near else (0.0, 0.0)
    if low == "h":
        return [(from_x + numbers[0], y)]
    if low == "v":
        return [(x, from_y + numbers[0])]
    return [(from_x + one, from_y + two) for one, two in zip(numbers[::2], numbers[1::2])]


if __name__ == "__main__":
    (ROOT / "NOTICE").write_text(notice(), encoding="utf-8")
    sys.exit(0)
