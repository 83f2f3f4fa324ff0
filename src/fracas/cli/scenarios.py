"""`fracas scenarios`: every ready-made encounter, one `ruleset/name` a line with its description."""

from __future__ import annotations

import typer

from fracas.cli.common import ContentPaths, errors_in_one_line, name_broken
from fracas.session.scenarios import all_rulesets


def scenarios(
    content: ContentPaths = None,
) -> None:
    """List the scenarios you can play, one per line."""
    name_broken()
    with errors_in_one_line():
        rows: list[tuple[str, str]] = []
        for ruleset in all_rulesets(content):
            for info in ruleset.scenarios():
                said = info.title if not info.text else f"{info.title}: {info.text}"
                rows.append((f"{ruleset.id}/{info.id}", " ".join(said.split())))
        width = max([len(name) for name, _ in rows], default=0)
        for name, text in rows:
            typer.echo(f"{name:<{width}}  {text}")
