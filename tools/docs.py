"""The pages that are made, not written: protocol, server, coverage, options, schemas of content. For `make docs`.

`--check` writes nothing and fails when a page is out of date.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from pathlib import Path

from fracas.engine.content import schema
from fracas.engine.options import Option
from fracas.engine.registry import load_ruleset, ruleset_ids
from fracas.engine.ruleset import Ruleset
from fracas.lab.coverage import coverage_text
from fracas.protocol.page import protocol_text
from fracas.server.page import server_text

DOCS = Path(__file__).resolve().parent.parent / "docs"


def pages() -> dict[Path, str]:
    """Every made page with its text."""
    rulesets = [load_ruleset(id) for id in ruleset_ids()]
    made = {
        DOCS / "protocol.md": protocol_text(),
        DOCS / "server.md": server_text(),
        DOCS / "coverage.md": coverage_text(rulesets),
        DOCS / "options.md": options_text(rulesets),
    }
    for ruleset in rulesets:
        text = schema_text(ruleset)
        if text:
            made[DOCS / "schema" / f"{ruleset.id}.json"] = text
    return made


def options_text(rulesets: list[Ruleset]) -> str:
    """Every option of every ruleset: what a source left open, how it is settled, and why."""
    parts = [
        "# Options\n",
        "This page is made by `make docs`. Set an option with `--option name=value`; defaults are bold.\n",
    ]
    for ruleset in rulesets:
        parts.append(f"## {ruleset.name}\n")
        for preset in ruleset.presets:
            values = ", ".join([f"`{name}={value}`" for name, value in preset.values.items()])
            parts.append(f"- `preset={preset.name}`, {preset.title}: {preset.text} It sets {values}.")
        for group, options in groupby(ruleset.options, key=lambda option: option.group):
            parts += [f"\n### {group}\n", "| option | values | rule | why |\n|---|---|---|---|"]
            for option in options:
                name = f"`{option.name}`<br>{option.title}"
                why = option.why.replace("|", "/")
                parts.append(f"| {name} | {values_text(option)} | {option.paragraph} | {why} |")
        parts.append("")
    return "\n".join(parts)


def values_text(option: Option) -> str:
    """One value per line with what it does, the default in bold."""
    rows = [(f"**{value}**" if value == option.default else value, text) for value, text in option.says.items()]
    return "<br>".join([f"{value}: {text.replace('|', '/')}" for value, text in rows])


def schema_text(ruleset: Ruleset) -> str:
    """The JSON Schema of a ruleset's content files."""
    return json.dumps(schema(ruleset.source.model), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is out of date")
    check = parser.parse_args().check
    stale = 0
    for path, text in pages().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        print(f"{path.relative_to(DOCS.parent)} {'is out of date: run make docs' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
