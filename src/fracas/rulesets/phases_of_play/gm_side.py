"""The part of the ruleset object that is about the GM: what the GM says next, and what the GM's word changes."""

from __future__ import annotations

from fracas.engine.api import GM, Command, Encounter, Ruleset, Table
from fracas.rulesets.phases_of_play.being import being, own_content, phases
from fracas.rulesets.phases_of_play.conditions import end, gain
from fracas.rulesets.phases_of_play.damage import die, go_down, vital, wake
from fracas.rulesets.phases_of_play.ending import close
from fracas.rulesets.phases_of_play.phases import actors, automatic_command, automatic_word, foes_up, heroes_up
from fracas.rulesets.phases_of_play.profiles import CORE, LASTING


class GmSide(Ruleset):
    """Phases of Play, as far as the GM has a say in it."""

    def comes_next(self, enc: Encounter) -> Command | None:
        """What an automatic GM would say, and an Encounter wherever one could begin."""
        if phases(enc).requests:
            return None
        fight = enc.flow.phase == "freeplay" and foes_up(enc) and heroes_up(enc)
        word = "encounter" if fight else automatic_word(enc)
        return Command(GM, word) if word else None

    def actors(self, enc: Encounter) -> list[str]:
        return actors(enc)

    def stand_in(self, enc: Encounter) -> Command | None:
        """What the automatic GM would say now, for bots in the GM's seat."""
        return automatic_command(enc)

    def end_phase(self, table: Table) -> None:
        """1.3: the GM may end a phase by a ruling as well as by name."""
        words = {"freeplay": "encounter", "setup": "roll-order", "main": "pause", "paused": "resume", "end": "freeplay"}
        word = words.get(table.enc.flow.phase, "")
        if word and word != "roll-order":
            self.actions[word].perform(table, Command(GM, word))

    def end(self, table: Table, result: str) -> None:
        close(table, "the GM ends it", result)

    def condition_names(self) -> list[str]:
        return [*own_content(self.content).conditions, *[LASTING + name for name in CORE]]

    def give_condition(self, table: Table, who: str, name: str, value: int) -> None:
        if name == "dead":
            die(table, who)
        else:
            gain(table, who, name, value, "", "the GM's word")

    def end_condition(self, table: Table, who: str, name: str) -> None:
        end(table, who, name, "the GM's word")

    def value_set(self, table: Table, who: str, field: str) -> None:
        """14.5, 14.8, 14.10: figures set by the GM have their consequences."""
        one = being(table.enc, who)
        if field == "health" and not one.has("dead"):
            if one.health <= 0 and not vital(table.enc, one) and one.present:
                go_down(table, who, False)
            elif one.health > 0 and (one.down or one.has("unconscious")):
                wake(table, who)
        elif field == "vitality" and one.vitality <= 0 and vital(table.enc, one) and not one.has("dead"):
            die(table, who)
