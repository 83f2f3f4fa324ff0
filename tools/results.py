"""Sections of bench/table.md, each made by a script of its own."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "table.md"


def write_section(name: str, made_by: str, text: str) -> None:
    """Put a section of the results in place of the one before; what else is in the file is somebody else's."""
    begin, end = f"<!-- {name}: made by {made_by} -->", f"<!-- end of {name} -->"
    found = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# The table's speed\n"
    before, _, rest = found.partition(begin)
    after = rest.partition(end)[2].lstrip("\n")
    section = "\n".join([begin, text.strip("\n"), end])
    RESULTS.write_text(before.rstrip() + "\n\n" + section + "\n" + (f"\n{after}" if after else ""), encoding="utf-8")
