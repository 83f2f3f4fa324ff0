"""The paragraphs a package's rules documents number: what may be cited, looked up, and set to refuse, warn or allow."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def documents(package: str) -> list[Traversable]:
    """The rules documents of an import package (rules/N-stem.md) in the order of their sections."""
    folder = files(package) / "rules"
    if not folder.is_dir():
        return []
    found = [one for one in folder.iterdir() if one.name.endswith(".md") and one.name.split("-")[0].isdigit()]
    return sorted(found, key=section_of)


def section_of(document: Traversable) -> int:
    return int(document.name.split("-")[0])


def numbered(package: str) -> list[str]:
    """The numbers of all paragraphs, as their headings give them."""
    found: list[str] = []
    for document in documents(package):
        for row in document.read_text(encoding="utf-8").splitlines():
            number = row[3:].partition(" ")[0] if row.startswith("## ") else ""
            if number.replace(".", "", 1).isdigit():
                found.append(number)
    return found
