"""The reckoning of a fight, for one seat: harm by source and target, what was used and let pass, points left over, time
a turn, and luck against exact expectation.

For page, terminal and files, which only draw it. It follows from what the seat's stream told and from what events,
actions and fields declare, so it holds in any ruleset, and nobody finds in it what they were not told. What somebody
did not do (reactions let pass, points left over) is for whoever speaks for them, and for the GM.
"""

from __future__ import annotations

from collections.abc import Mapping

from fracas.engine.command import GM, PASS, TABLE, Command, command_from_json
from fracas.engine.encounter import Encounter
from fracas.engine.event import ACT, HARM, RESULT, ROLL, Event
from fracas.engine.events import Ended, Finished, PhaseBegan, Rolled, RoundBegan, SlotBegan, SlotEnded
from fracas.engine.game import Game
from fracas.engine.log import ANSWER, COMMAND, EVENT
from fracas.engine.views import Eyes
from fracas.session.luck import Budget, Luck, chance_of
from fracas.session.reckoned import Blows, Data, Person, luck_json, points_left
from fracas.session.session import Session
from fracas.session.stream import Entry

Clock = Mapping[int, int]
"""The second in which each line of a log was written."""


def means_of(entry: Entry, view: Encounter) -> str:
    """By what it came, in words."""
    why = str(entry.data.get("why", "") or "")
    return view.content.names().get(why, why)


class Reckoning:
    """One fight as one seat was told it, so far or to its end. `clock` is for those who have one."""

    def __init__(self, session: Session, seat: str, clock: Clock | None = None) -> None:
        self.game: Game = session.game
        self.seat = seat
        self.people: dict[str, Person] = {}
        self.blows: dict[tuple[str, str, str], Blows] = {}
        self.rounds = 0
        self.turns = 0
        """Turns of the whole table, where a turn is not one person's."""
        self.rewards: list[str] = []
        self.title = self.why = ""
        self.everybody, self.ours = Luck(), Luck()
        self._telling: dict[str, int] = {}
        """By word: how much harm came with it; what tells most of a fight comes first."""
        self._clock: Clock = clock if clock is not None else {}
        self._budget = Budget()
        self._begun: dict[str, int] = {}
        self._hurts: list[tuple[Entry, str, int, str]] = []
        self._deeds: dict[int, str] = {}
        """By line: who this seat was told to be doing something there."""
        self._told: dict[int, Entry] = {entry.line: entry for entry in session.stream(seat).entries if entry.holds}
        self._view = session.known(seat)
        for who in self._view.combatants:
            self._person(who, self._view)
        for entry in self._told.values():
            if entry.told is not None:
                self._hear(entry, entry.told.event)
        Walk(self).go()
        for hurt in self._hurts:
            self._harm(*hurt)
        self._settle()

    # ---------------------------------------------------------------- what was told

    def _person(self, who: str, view: Encounter) -> Person | None:
        """Somebody this seat has heard of, by the word it has for them."""
        one = view.combatants.get(who)
        if who not in self.people and one is not None:
            mine = bool(self.seat) and one.seat == self.seat
            self.people[who] = Person(who, one.name, one.side, mine, mine or self.seat == GM)
        return self.people.get(who)

    def _hear(self, entry: Entry, event: Event) -> None:
        assert entry.told is not None
        sign, view = entry.told.sign, entry.told.view
        for who in event.named():
            self._person(who, view)
        if isinstance(event, RoundBegan):
            self.rounds += 1
        elif isinstance(event, PhaseBegan):
            self.turns = max(self.turns, event.turn if self.game.ruleset.slot_word != "turn" else 0)
        elif isinstance(event, Ended):
            self.title, self.why = str(entry.data.get("title", "")), event.why
        elif isinstance(event, SlotBegan):
            self._time(entry, event)
        elif isinstance(event, Rolled) and event.who in self.people:
            self.people[event.who].throw(event)
        if entry.reward and entry.text:
            self.rewards.append(entry.text)
        # What is no harm to life, such as weariness, has an amount all the same.
        amount = entry.harm or (sign.amount if sign.tells == HARM and event.AMOUNT else 0)
        if amount or (sign.tells == HARM and not sign.amount and self.seat != GM):
            self._hurts.append((entry, sign.who, amount, means_of(entry, view)))

    def _harm(self, entry: Entry, to: str, amount: int, means: str) -> None:
        """Harm is the work of whoever was told to have done something to others, else of whose deed it came in."""
        by = entry.by or self._deeds.get(entry.line, "")
        by = "" if by == to else by
        key = (by, means, to)
        row = self.blows.setdefault(key, Blows(*key))
        row.amount += amount
        row.times += 1
        row.untold += 0 if amount else 1
        if by in self.people:
            self.people[by].dealt += amount
        if to in self.people:
            self.people[to].taken += amount

    def _time(self, entry: Entry, event: SlotBegan) -> None:
        at = self._clock.get(entry.line)
        if at is None:
            return
        for who in event.who:
            if not isinstance(event, SlotEnded):
                self._begun[who] = at
            elif who in self._begun and who in self.people:
                self.people[who].seconds.append(max(at - self._begun.pop(who), 0))

    # ---------------------------------------------------------------- what was done, by those whose doings are told

    def weigh(self, enc: Encounter, command: Command, answers: dict[str, Command], lines: list[int]) -> None:
        """How likely what came of a command was, for whoever heard of it."""
        person = self.people.get(Eyes(enc, self.seat).alias(command.who))
        told = [entry.told for n in lines if (entry := self._told.get(n)) is not None and entry.told is not None]
        if person is None or not told:
            return
        if [one for one in told if one.sign.who == person.id and one.sign.tells in (ACT, RESULT, ROLL)]:
            self._deeds.update(dict.fromkeys(lines, person.id))
        heard = [one.event for one in told]
        chance = chance_of(self.game.ruleset, enc, command, answers, self.seat, self._budget)
        if chance is None:
            return
        came = chance.came(heard)
        harm = sum([self._told[n].harm for n in lines if n in self._told])
        for word in came:
            self._telling[word] = self._telling.get(word, 0) + harm
        for luck in [person.luck, self.everybody, *([self.ours] if person.mine else [])]:
            luck.count(chance, came)

    def own(self, enc: Encounter, who: str) -> Person | None:
        """Whoever it is, if this seat is told what they let pass."""
        one = enc.combatants.get(who)
        if one is None or self.seat not in (GM, one.seat):
            return None
        return self.people.get(Eyes(enc, self.seat).alias(who))

    def fathoms(self, enc: Encounter, who: str) -> bool:
        """Does this seat know all numbers of whoever it is?"""
        seen = self.seat == GM or enc.sees(self.seat, who)
        return seen and not self.game.ruleset.veiled(enc, who, self.seat)

    def _settle(self) -> None:
        for who, person in self.people.items():
            one = self._view.combatants.get(who)
            person.fate = "out of sight" if one is None else "down" if one.down else "gone" if one.out else "standing"

    @property
    def words(self) -> list[str]:
        """The ways in which things came out, those that brought harm first."""
        expected = self.everybody.expected
        return sorted(expected, key=lambda word: (-self._telling.get(word, 0), -expected[word], word))

    def to_json(self) -> Data:
        words = self.words
        blows = sorted(self.blows.values(), key=lambda row: (-row.amount, -row.times, row.by, row.means, row.to))
        return {
            "over": self._view.over,
            "title": self.title,
            "why": self.why,
            "rounds": self.rounds,
            "turns": self.turns,
            "rewards": self.rewards,
            "people": [person.to_json(words) for person in self.people.values()],
            "harm": [row.to_json() for row in blows],
            "luck": luck_json(self.everybody, words),
            "mine": luck_json(self.ours, words),
        }


class Walk:
    """Goes through all that holds of a log, with the state of every moment."""

    def __init__(self, reckoning: Reckoning) -> None:
        self.reckoning = reckoning
        self.ruleset = reckoning.game.ruleset
        self.enc = reckoning.game.start.copy()
        self.command: Command | None = None
        self.before = self.enc
        self.answers: dict[str, Command] = {}
        self.lines: list[int] = []
        self.left: dict[str, dict[str, int]] = {}
        """By who: points at the end of what they did last, in the turn that goes on."""
        self.refilled: set[str] = set()
        """Points that the table itself gave somebody again: what is left of others is not lost with a turn."""

    def go(self) -> None:
        for line in self.reckoning.game.log.in_force():
            if line.kind == COMMAND:
                self._begin(command_from_json(line.data["command"]), str(line.data["seat"]))
            elif line.kind == ANSWER:
                self._answer(command_from_json(line.data["command"]))
            elif line.kind == EVENT:
                self._happen(line.n, line.read_event(self.ruleset.kinds))
        if self.enc.over:
            self._leave()
        self._keep_points()

    def _begin(self, command: Command, seat: str) -> None:
        self.command = None if seat == TABLE else command
        self.answers, self.lines = {}, []
        if self.command is not None:
            self.before = self.enc.copy()
            if command.verb != PASS:
                self._use(command, False)

    def _use(self, command: Command, reaction: bool) -> None:
        person = self.reckoning.own(self.enc, command.who)
        action = self.ruleset.actions.get(command.verb)
        if person is not None and action is not None:
            named = command.thing and not action.worded
            title = f"{action.title}: {self.enc.content.thing_name(command.thing)}" if named else action.title
            key = (title, reaction)
            person.used[key] = person.used.get(key, 0) + 1

    def _answer(self, answer: Command) -> None:
        action = self.ruleset.actions.get(answer.verb)
        if answer.verb == PASS:
            person = self.reckoning.own(self.enc, answer.who)
            if person is not None:
                person.passed += 1
        elif action is not None and action.window:
            self._use(answer, True)
        if answer.verb != PASS or answer.who not in self.answers:
            self.answers[answer.who] = answer

    def _happen(self, n: int, event: Event) -> None:
        self.lines.append(n)
        if isinstance(event, Finished) and self.command is not None:
            self.reckoning.weigh(self.before, self.command, self.answers, self.lines)
            self.command = None
        if isinstance(event, SlotEnded):
            self._end_turn(event)
        elif isinstance(event, PhaseBegan) and event.turn != self.enc.flow.turn:
            self._leave()
        by_table = self.command is None and not isinstance(event, Finished)
        had = {who: points_left(self.ruleset, self.enc, who) for who in event.named() if who in self.enc.combatants}
        self.enc.happen(event)
        if by_table:
            self._refill(had)

    def _refill(self, had: dict[str, dict[str, int]]) -> None:
        for who, points in had.items():
            if who in self.enc.combatants and self.reckoning.fathoms(self.enc, who):
                now = points_left(self.ruleset, self.enc, who)
                self.refilled.update([name for name, value in now.items() if value > points.get(name, value)])

    def _end_turn(self, event: SlotEnded) -> None:
        """Where a turn is one person's, what is left then is left over; else when the turn of the table ends."""
        for who in event.who:
            if self.reckoning.own(self.enc, who) is not None and self.enc.combatants[who].present:
                self.left[who] = points_left(self.ruleset, self.enc, who)
        if self.ruleset.slot_word == "turn":
            self._leave()

    def _leave(self) -> None:
        for who, points in self.left.items():
            person = self.reckoning.own(self.enc, who)
            if person is not None:
                person.turns += 1
                for name, value in points.items():
                    person.unspent[name] = person.unspent.get(name, 0) + value
        self.left = {}

    def _keep_points(self) -> None:
        """Only what comes back by itself was lost, and it goes by its title."""
        titles: dict[str, str] = {}
        for one in self.enc.combatants.values():
            titles.update({field.typed: field.title for field in one.FIELDS if field.title})
        for person in self.reckoning.people.values():
            kept = [(name, left) for name, left in person.unspent.items() if name in self.refilled]
            # Two letters are short for something.
            person.unspent = {
                titles.get(name) or (name.upper() if len(name) == 2 else name): left for name, left in kept
            }
