"""The end of an encounter: who won, how long it took, who hit, hurt and was hurt, and whose dice were kind.

For `play` and `replay`. Once an encounter is over its tallies are no secret; who was never seen stays unseen.
"""

from __future__ import annotations

from fracas.cli.screen import Screen, decimal, styled
from fracas.cli.screen_log import events_in_force
from fracas.cli.screen_map import side_style
from fracas.engine.dice import DiceError, spread
from fracas.engine.encounter import Encounter
from fracas.engine.event import Event
from fracas.engine.events import Finished, PhaseBegan, Rolled, RoundBegan
from fracas.engine.game import Game


class Record:
    """What one combatant did and suffered."""

    def __init__(self) -> None:
        self.dealt = 0
        self.taken = 0
        self.results: dict[str, int] = {}
        self.rolls = 0
        self.rolled = 0
        self.expected_part = 0
        self.expected_whole = 1

    def count_roll(self, roll: Rolled) -> None:
        """Add a throw, and what it gives on average, in whole numbers."""
        try:
            chances = spread(roll.thrown.dice)
        except DiceError:
            return
        self.rolls += 1
        self.rolled += roll.thrown.total
        part = sum([total * weight for total, weight in chances.weights.items()])
        whole = sum(chances.weights.values())
        self.expected_part = self.expected_part * whole + part * self.expected_whole
        self.expected_whole *= whole

    def luck(self) -> str:
        """The mean of what was rolled beside what dice give on average."""
        if not self.rolls:
            return ""
        mean = decimal(self.rolled, self.rolls)
        usual = decimal(self.expected_part, self.expected_whole * self.rolls)
        return f"{mean} a roll, {usual} expected"


class Summary:
    """Counts a whole encounter."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.records: dict[str, Record] = {}
        self.turns = 0
        self.rounds = 0
        self._rollers: list[str] = []
        self._count()

    def of(self, who: str) -> Record:
        return self.records.setdefault(who, Record())

    def _count(self) -> None:
        now = self.game.start.copy()
        for event in events_in_force(self.game):
            before = self._health(now)
            now.happen(event)
            self._count_event(event, now)
            self._count_harm(before, self._health(now), now)

    def _health(self, enc: Encounter) -> dict[str, int]:
        """The first gauge a ruleset names is the health of a combatant."""
        found: dict[str, int] = {}
        for who in enc.combatants:
            for value in self.game.ruleset.gauges(enc, who).values():
                found[who] = value
                break
        return found

    def _count_event(self, event: Event, now: Encounter) -> None:
        if isinstance(event, PhaseBegan):
            self.turns = max(self.turns, event.turn)
        elif isinstance(event, RoundBegan):
            self.rounds += 1
        elif isinstance(event, Finished):
            self._rollers = []
        elif isinstance(event, Rolled):
            self._rollers.append(event.who)
            self.of(event.who).count_roll(event)
        word = event.result_word()
        if word and event.subjects():
            results = self.of(event.subjects()[0]).results
            results[word] = results.get(word, 0) + 1

    def _count_harm(self, before: dict[str, int], after: dict[str, int], now: Encounter) -> None:
        """Harm is the work of whoever rolled last against the one harmed."""
        for who, health in after.items():
            lost = before.get(who, health) - health
            if lost <= 0:
                continue
            self.of(who).taken += lost
            foes = [roller for roller in self._rollers if roller != who and roller in now.combatants]
            if foes and self._rollers[-1] in (who, foes[-1]):
                self.of(foes[-1]).dealt += lost

    def show(self, screen: Screen) -> None:
        state = self.game.state
        won = f"Result: {state.result}" if state.over else "Not over yet"
        screen.blank()
        # Where a turn is one combatant's, the table as a whole has rounds only.
        whole = self.turns and self.game.ruleset.slot_word != "turn"
        turns = f"{many(self.turns, 'turn')}, " if whole else ""
        screen.title(f"{won}. {turns}{many(self.rounds, 'round')}.")
        shown = [who for who in state.combatants if state.sees(self.seat, who)]
        names = max([len(state.name(who)) for who in shown], default=0)
        for who in shown:
            self._show_one(screen, who, names)

    def _show_one(self, screen: Screen, who: str, names: int) -> None:
        state, record = self.game.state, self.of(who)
        one = state.combatants[who]
        fate = "down" if one.down else "gone" if one.out else "standing"
        results = ", ".join([f"{word} {count}" for word, count in sorted(record.results.items())])
        parts = [fate, f"dealt {record.dealt}", f"took {record.taken}", results, record.luck()]
        said = [part for part in parts if part]
        if screen.plain:
            screen.say(f"{one.name}, {one.side}: {'; '.join(said)}.")
            return
        line = styled(one.name.ljust(names), f"bold {side_style(state, one.side)}")
        line.append(f"  {fate:<8}  dealt {record.dealt:>3}  took {record.taken:>3}")
        line.append("  " + "; ".join([part for part in (results, record.luck()) if part]), style="dim")
        screen.say(line, 1, names + 2)


def many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
