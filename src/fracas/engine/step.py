"""Steps: what the table does by itself when it falls due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from fracas.engine.command import Command

if TYPE_CHECKING:
    from fracas.engine.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Something nobody commands: the table gives it to itself when it falls due. A step never refuses."""

    def __init__(self, verb: str, title: str, paragraph: str) -> None:
        self.verb = verb
        self.title = title
        self.paragraph = paragraph
        self.foreseeable = False
        """Can be weighed from what a seat knows, as long as that seat sees whoever is in turn."""

    def perform(self, table: Table, command: Command) -> None:
        raise NotImplementedError(f"{type(self).__name__} ({self.verb}) needs a method perform")
