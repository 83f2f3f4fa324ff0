"""The table: the one door through which rules code reaches state, dice, players and log.

Rules are plain functions. Where one needs somebody's choice it calls `ask`; whether that answer is recorded already,
comes from a
policy at once, or has to be waited for, is not the rule's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from mypy_extensions import mypyc_attr

from fracas.engine.board import runs_of
from fracas.engine.command import GM, PASS, Command
from fracas.engine.dice import Derived, Faces, Thrown, throw, typed
from fracas.engine.encounter import Encounter
from fracas.engine.errors import EngineFault, Refused
from fracas.engine.event import Event
from fracas.engine.events import ENTERED, Met, Rolled, Uncovered
from fracas.engine.meeting import meetings
from fracas.engine.offer import Decision
from fracas.engine.reason import Reason
from fracas.engine.roll import Reading, Roll, Sum, Why, Within, plain, read_thrown

if TYPE_CHECKING:
    from fracas.engine.ruleset import Ruleset

MOST_EVENTS: Final = 5000
"""A command that makes more events than this is a chain without end."""
ROLL_WINDOW: Final = "roll"
FACES: Final = "faces"
SUM: Final = Sum()


class Pause(BaseException):
    """The rules wait for an answer. Not an Exception: rules code cannot swallow it by accident."""

    def __init__(self, waiting: list[Decision]) -> None:
        super().__init__()
        self.waiting = waiting


class Question:
    """What a rule wants to know from one person. With `required` one of the answers must be given: nobody may pass."""

    def __init__(
        self,
        who: str,
        window: str,
        prompt: str | Why,
        commands: list[Command],
        default: Command,
        required: bool = False,
        pass_label: str = "",
    ) -> None:
        if required and [command for command in [default, *commands] if command.verb == PASS]:
            raise EngineFault(f"the question {window} is required: neither its answers nor its default may be {PASS}")
        self.who = who
        self.window = window
        self.prompt = plain(prompt).text
        self.about = plain(prompt).about
        """Whom the prompt speaks of: `{0}` in it is the first."""
        self.commands = commands
        self.default = default
        self.agree = False
        self.required = required
        self.pass_label = pass_label
        """What passing is called here, where "Pass" does not say it."""
        self.more = ""
        """More about it, where its answers do not say enough: a text that is about nobody."""
        self.reaction = False
        """Its answers are reactions registered for the window, listed afresh when the GM rules in between."""
        self.moot = False
        """Does every answer name somebody whom the asked seat does not know? Then the default counts, unasked."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Answerer:
    """Where answers come from: a record, a policy, or assumptions. Subclassed by Game, lab and odds."""

    def interject(self, table: Table, first: int) -> bool:
        """Apply rulings the GM made at the question numbered `first`; true if there were any."""
        return False

    def answer(self, table: Table, decisions: list[Decision]) -> list[Command]:
        raise NotImplementedError

    def will_pass(self, who: str, window: str) -> bool:
        """Is it certain, whatever could be answered, that this one passes? Then nobody need work out what could be."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Thrower:
    """Where faces come from."""

    enumerates: bool = False

    def rewind(self, used: int) -> None:
        """A run starts; `used` faces were handed out before it. For scripts, which are read in order."""

    def faces(self, table: Table, roll: Roll, secret: bool, ahead: int) -> Faces:
        """The faces of one roll, derived from seed, roller, that roller's count and the command.

        `ahead` counts rolls of the same roller in the same moment that are not recorded yet.
        """
        enc = table.enc
        count = (enc.secret_rolls if secret else enc.rolls).get(roll.who, 0) + ahead
        seat = enc.seats.get(enc.seat_of(roll.who))
        nonce = seat.nonce if seat is not None else ""
        stream = "gm" if secret else "public"
        return Derived(enc.seeds[1 if secret else 0] + nonce, stream, roll.who, count, table.body())

    def pick(self, rolls: list[Roll], reading: Reading) -> int:
        """For sources that enumerate: the reading of this branch."""
        raise NotImplementedError


class Table:
    """One run of one command."""

    def __init__(
        self, ruleset: Ruleset, enc: Encounter, command: Command, answerer: Answerer, thrower: Thrower
    ) -> None:
        self.ruleset = ruleset
        self.enc = enc
        self.command = command
        self.answerer = answerer
        self.thrower = thrower
        self.events: list[Event] = []
        self.asked = 0
        self._body = ""

    def body(self) -> str:
        if not self._body:
            self._body = self.command.body()
        return self._body

    def emit(self, event: Event) -> None:
        """Let something happen."""
        shows = self.ruleset.shows.get(type(event))
        if shows is None:
            raise EngineFault(f"{type(event).__name__} is not registered: give it to register() in the ruleset")
        self.enc.happen(event)
        self.events.append(event)
        if len(self.events) > MOST_EVENTS:
            raise EngineFault(f"{self.command} makes events without end")
        if shows:
            self._bring_to_light()
        elif self.enc.board.dark and not isinstance(event, Met):
            # Whatever moved somebody may have brought them out from under cover, or a player's own under it.
            self._bring_to_light()
            trodden = self.enc.trodden()
            if trodden:
                self.emit(Uncovered(runs_of(trodden), ENTERED))

    def _bring_to_light(self) -> None:
        for met in meetings(self.enc):
            self.emit(met)

    def refuse(self, reasons: list[Reason]) -> NoReturn:
        """Stop before anything happened. Later than that is a bug of the rule."""
        assert not self.events and not self.asked, "a rule must refuse before its first event or question"
        raise Refused(reasons)

    def allows(self, command: Command) -> bool:
        """Is this command, say a reaction declared a moment ago, legal now, or allowed by the GM?"""
        return not self.ruleset.reasons(self.enc, command) or self.enc.has_leave(command)

    # ---------------------------------------------------------------- dice

    def roll(self, roll: Roll) -> int:
        """Throw and add up."""
        return self.read([roll], SUM)

    def roll_within(self, roll: Roll, low: int, high: int, steady: bool = False) -> int:
        """Throw and add up, where no total below `low` or above `high` makes another difference than those two.
        `steady`: how much is lost or gained goes by it point by point (`Reading`)."""
        return self.thrower.pick([roll], Within(low, high, steady)) if self.thrower.enumerates else self.roll(roll)

    def read(self, rolls: list[Roll], reading: Reading) -> int:
        """Throw all these and return only what the rule needs to know of the totals."""
        if self.thrower.enumerates:
            return self.thrower.pick(rolls, reading)
        sources: list[str] = []
        thrown = self._throw(rolls, sources)
        totals = [one.total + roll.tally.total for one, roll in zip(thrown, rolls, strict=True)]
        value = read_thrown(reading, thrown, totals)
        self._tell(rolls, thrown, reading, reading.word(value), sources)
        return value

    def roll_all(self, rolls: list[Roll]) -> list[int]:
        """Several rolls of one moment, each read for itself; people who throw by hand are asked together."""
        if self.thrower.enumerates:
            return [self.thrower.pick([roll], SUM) for roll in rolls]
        sources: list[str] = []
        thrown = self._throw(rolls, sources)
        self._tell(rolls, thrown, SUM, "", sources)
        return [one.total + roll.tally.total for one, roll in zip(thrown, rolls, strict=True)]

    def _tell(self, rolls: list[Roll], thrown: list[Thrown], reading: Reading, word: str, sources: list[str]) -> None:
        last = len(rolls) - 1
        for index, roll in enumerate(rolls):
            one = thrown[index]
            number = reading.number(one, one.total + roll.tally.total)
            outcome = word if index == last else ""
            dice, parts, source = roll.dice.text, roll.tally.parts, sources[index]
            self.emit(Rolled(roll.who, roll.why, dice, one, parts, number, outcome, source, roll.about))

    def _secret(self, roll: Roll) -> bool:
        combatant = self.enc.combatants.get(roll.who)
        return roll.secret or (combatant is not None and combatant.hidden and combatant.seat == GM)

    def _by_hand(self, roll: Roll) -> bool:
        seat = self.enc.seats.get(self.enc.seat_of(roll.who))
        return seat is not None and seat.hand and not self._secret(roll)

    def _throw(self, rolls: list[Roll], sources: list[str]) -> list[Thrown]:
        """All faces of one moment, who threw them into `sources`. Two rolls of one roller count on from each other."""
        by_hand = [index for index, roll in enumerate(rolls) if self._by_hand(roll)]
        typed_faces: dict[int, Command] = {}
        if by_hand:
            questions = [self._ask_for_faces(rolls[index]) for index in by_hand]
            for index, answer in zip(by_hand, self.ask_all(questions), strict=True):
                typed_faces[index] = answer
        thrown: list[Thrown] = []
        for index, roll in enumerate(rolls):
            given = typed_faces.get(index)
            if given is not None and given.numbers:
                thrown.append(typed(roll.dice, list(given.numbers)))
                sources.append("hand")
            else:
                sources.append("gm" if self._secret(roll) else "")
                ahead = len([earlier for earlier in rolls[:index] if earlier.who == roll.who]) if index else 0
                thrown.append(throw(roll.dice, self.thrower.faces(self, roll, self._secret(roll), ahead)))
        return thrown

    def _ask_for_faces(self, roll: Roll) -> Question:
        """An answer without numbers lets the table throw."""
        prompt = Why(f"Throw {roll.dice.text} for {roll.why}", roll.about)
        return Question(roll.who, ROLL_WINDOW, prompt, [], Command(roll.who, FACES, thing=roll.dice.text))

    # ---------------------------------------------------------------- questions

    def ask(self, question: Question) -> Command:
        return self.ask_all([question])[0]

    def ask_all(self, questions: list[Question]) -> list[Command]:
        """Ask several people at once; their answers stay sealed until the last is in."""
        first = self.asked + 1
        self.asked += len(questions)
        if self.answerer.interject(self, first):
            for question in questions:
                if question.reaction:
                    fresh = self.ruleset.reactions(self.enc, question.who, question.window)
                    question.commands = [*fresh, question.default]
        for question in questions:
            self._offer_the_known(question)
        answers: list[Command | None] = []
        open_at: list[int] = []
        decisions: list[Decision] = []
        for index, question in enumerate(questions):
            settled = self._settled(question)
            answers.append(settled)
            if settled is None:
                open_at.append(index)
                decisions.append(self._decision(question, first + index))
        if decisions:
            for index, answer in zip(open_at, self.answerer.answer(self, decisions), strict=True):
                answers[index] = answer
        return [answer for answer in answers if answer is not None]

    def _offer_the_known(self, question: Question) -> None:
        """Nobody is offered an answer that names somebody unknown to whoever decides, the default no more than others.

        A question of which nothing is left could be answered by nobody, and the table would stand still."""
        seat = self.enc.seat_of(question.who)
        if seat == GM:
            return
        for command in question.commands:
            if not self._all_known(command, seat):
                question.commands = [c for c in question.commands if self._all_known(c, seat)]
                question.moot = not question.commands
                break
        if not question.moot and question.commands and not self._all_known(question.default, seat):
            question.default = question.commands[0]

    def _all_known(self, command: Command, seat: str) -> bool:
        if self.enc.board.dark and [square for square in command.squares if self.enc.board.covers(square)]:
            return False
        for who in command.targets:
            if who in self.enc.combatants and not self.enc.sees(seat, who):
                return False
        return True

    def _decision(self, question: Question, number: int) -> Decision:
        id = f"{self.enc.seq}.{number}"
        decision = Decision(
            id,
            question.who,
            question.window,
            question.prompt,
            question.about,
            question.commands,
            question.default,
            question.agree,
            question.required,
            question.pass_label,
        )
        decision.more = question.more
        return decision

    def _settled(self, question: Question) -> Command | None:
        """The answer a standing preference gives, or that of somebody who is gone or has nothing left to choose.

        A choice of one is none, and whoever were asked it would learn that there are others."""
        asked = self.enc.combatants.get(question.who)
        if question.moot or (asked is not None and asked.out):
            return question.default
        if question.required and len(question.commands) == 1:
            return question.commands[0]
        if not question.reaction:
            return None
        seat = self.enc.seats.get(self.enc.seat_of(question.who))
        if seat is not None and seat.preferences:
            liked = [c for c in question.commands if seat.preferences.get(c.verb, "ask") != "off"]
            for command in liked:
                if seat.preferences.get(command.verb) == "auto":
                    return command
            question.commands = liked
        if not [c for c in question.commands if c.verb != PASS]:
            return question.default
        return None

    def agree(
        self, whos: list[str], window: str, prompt: str, commands: list[Command], pass_label: str = ""
    ) -> Command | None:
        """An agreement: everybody sees every proposal; it holds when all are equal, else None for the fallback."""
        questions: list[Question] = []
        for who in whos:
            own = [Command(who, c.verb, c.targets, c.thing, c.squares, c.numbers, c.text) for c in commands]
            question = Question(who, window, prompt, own, own[0], pass_label=pass_label)
            question.agree = True
            questions.append(question)
        answers = self.ask_all(questions)
        first = answers[0]
        for answer in answers:
            alike = Command(
                first.who, answer.verb, answer.targets, answer.thing, answer.squares, answer.numbers, answer.text
            )
            if not first.same(alike):
                return None
        return first

    def window(self, name: str, whos: list[str], prompt: str | Why) -> list[Command]:
        """Open a window: everybody among `whos` with a legal reaction is asked; returns what was declared."""
        if name not in self.ruleset.windows:
            return []
        questions: list[Question] = []
        for who in whos:
            commands = self.ruleset.reactions(self.enc, who, name) if not self._silent(who, name) else []
            if commands:
                default = Command(who, PASS)
                question = Question(who, name, prompt, [*commands, default], default)
                question.reaction = True
                questions.append(question)
        if not questions:
            return []
        return [answer for answer in self.ask_all(questions) if answer.verb != PASS]

    def react(self, name: str, whos: list[str], prompt: str | Why) -> list[Command]:
        """Open a window and perform what is declared, one after the other. What the one before made illegal is dropped,
        so is what somebody declared who has fallen since, and everything once the encounter is over.

        Returns what was performed."""
        standing = self._standing(whos)
        performed: list[Command] = []
        for answer in self.window(name, whos, prompt):
            fell = answer.who in standing and not self._standing([answer.who])
            if not self.enc.over and not fell and self.allows(answer):
                self.ruleset.perform(self, answer)
                performed.append(answer)
        return performed

    def _standing(self, whos: list[str]) -> list[str]:
        people = self.enc.combatants
        return [who for who in whos if who in people and people[who].present]

    def _silent(self, who: str, window: str) -> bool:
        """Will this one pass for certain? Not where a standing preference may speak."""
        seat = self.enc.seats.get(self.enc.seat_of(who))
        return not (seat is not None and seat.preferences) and self.answerer.will_pass(who, window)
