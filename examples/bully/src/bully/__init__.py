"""A bot that picks on the weakest, in any ruleset."""

from fracas.engine.api import Choice, Command, Encounter, Ruleset
from fracas.engine.easy import EasyPolicy, Sorted


class Bully(EasyPolicy):
    """Picks on whoever has least left."""

    def act(self, ruleset: Ruleset, enc: Encounter, who: str, menu: list[Choice]) -> Command:
        strikes = [command for command in Sorted(ruleset, enc, menu).strikes if command.targets]
        if not strikes:
            return super().act(ruleset, enc, who, menu)
        return min(strikes, key=lambda command: ruleset.left(enc, command.target))

    def decide(self, ruleset: Ruleset, enc: Encounter, who: str) -> Command:
        return self.act(ruleset, enc, who, ruleset.menu(enc, who))
