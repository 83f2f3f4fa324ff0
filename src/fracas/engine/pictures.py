"""Which icon stands for somebody or something of a game.

Content names icons (`icon = "crossed-swords"`), and a ruleset does so for its actions in `rules/icons.toml`; what names
none gets that of its kind.
"""

from __future__ import annotations

from fracas.engine.action import Action
from fracas.engine.combatant import Combatant
from fracas.engine.command import PASS
from fracas.engine.encounter import Content
from fracas.engine.errors import Invalid, check_choice
from fracas.engine.icons import SHEET, kinds, read_sheet, what_it_should_be


class Pictures:
    """Which icon stands for what in one game."""

    def __init__(self, package: str) -> None:
        data = read_sheet(package)
        self.sections = data.get("section", {})
        """By section of the content: the kind of what stands in it."""
        self.verbs = data.get("action", {})
        """By verb: the icon of an action."""
        for section, kind in self.sections.items():
            check_choice(SHEET, f"section.{section}", kind, kinds())
        for verb, icon in self.verbs.items():
            expected = what_it_should_be(icon)
            if expected:
                raise Invalid(SHEET, f"action.{verb}", icon, expected)

    def of_action(self, action: Action) -> str:
        """The icon of an action: its own, or that of what it is for."""
        named = self.verbs.get(action.verb)
        if named is not None:
            return named
        kind = PASS if action.verb == PASS else "reaction" if action.window else action.usual_purpose()
        return kinds()[kind]

    def of_thing(self, content: Content, thing: str) -> str:
        """The icon of whatever has this id, or of the first where it is several; empty for what no entry is about."""
        for id in (thing, *thing.split()):
            for section in content.index.sections.get(id, []):
                return content.icons.get(section, {}).get(id, "") or kinds()[self._kind(content, section, id)]
        return ""

    def of_condition(self, content: Content, name: str) -> str:
        return self.of_thing(content, name) or kinds()["condition"]

    def of_combatant(self, content: Content, one: Combatant, stature: str) -> str:
        """The icon that the GM picked, that of its card, or that of its stature."""
        if one.icon:
            return one.icon
        for section in content.index.sections.get(one.kind, []):
            named = content.icons.get(section, {}).get(one.kind)
            if named is not None:
                return named
        return kinds()[stature or "creature"]

    def _kind(self, content: Content, section: str, id: str) -> str:
        """Of which kind an entry is, as its section says; what calls itself good is a boon."""
        kind = self.sections.get(section, section)
        entry = content.tables[section][id]
        if kind == "condition" and isinstance(entry, dict) and entry.get("good") is True:
            return "boon"
        return kind if kind in kinds() else "creature" if id in content.people() else "thing"
