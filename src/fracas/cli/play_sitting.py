"""A sitting: one game at one terminal, people and bots in any mix, until its end or until somebody leaves.

For `play`. What is printed is what the seat in turn knows, unless the terminal was given to one seat for good.
"""

from __future__ import annotations

from typing import Final

from fracas.cli.play_keeping import Keeper
from fracas.cli.play_seats import Bots
from fracas.cli.screen import Screen
from fracas.cli.screen_events import narrate, tell
from fracas.cli.screen_odds import invitations, odds_in_a_line
from fracas.engine.command import GM, TABLE, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Refused
from fracas.engine.event import Event
from fracas.engine.game import Game, Outcome
from fracas.engine.log import ANSWER, COMMAND, RULING, Line
from fracas.engine.odds import Odds, odds
from fracas.engine.reason import Reason
from fracas.lab.rulebook import Rulebook, read_rulebook, table_rules
from fracas.lab.waiting import GLANCE, Seconds

MOST_TURNS: Final = 200
"""Bots among themselves are stopped after so many turns."""
BOT: Final = "bot"


class Sitting:
    """The game, who holds which seat, and what has been printed."""

    def __init__(
        self, game: Game, name: str, screen: Screen, people: list[str], bots: Bots, keeper: Keeper, eyes: str | None
    ) -> None:
        self.game = game
        self.name = name
        self.screen = screen
        self.people = people
        self.bots = bots
        self.keeper = keeper
        self.eyes = eyes
        self.most_turns = MOST_TURNS
        self.story: list[tuple[Encounter, list[Event]]] = []
        """What happened, each part with the state before it."""
        self.read: dict[str, int] = {}
        """How far each seat has been told the story."""
        self.undone: list[int] = []
        self.refused: tuple[Command, str] | None = None
        self.looking = ""
        """The seat that looked at the screen last."""
        self.asked = ""
        """Whom the last prompt was for."""
        self.moment = ""
        """The opportunity whose situation was shown last."""
        self._odds: dict[str, Odds] = {}
        self._books: list[Rulebook] = []

    # ---------------------------------------------------------------- who looks

    def audience(self, seat: str = "") -> str:
        """Whose knowledge is printed: the fixed seat, else the one asked, else the only person, else a spectator."""
        if self.eyes is not None:
            return self.eyes
        if seat:
            return seat
        return self.people[0] if len(self.people) == 1 else ""

    def view(self, seat: str) -> Encounter:
        return self.game.known(self.audience(seat))

    def turn_to(self, seat: str) -> None:
        """Print what is new for a seat; where others must not see what it sees, the screen changes hands first."""
        last = self.looking
        if self.eyes is None and seat != last and self._apart(seat, last):
            whose = "the GM" if seat == GM else seat
            self.screen.hand_over(f"The screen is for {whose} now.")
            self.moment = ""
        self.looking = seat
        self.catch_up(seat)

    def _apart(self, seat: str, last: str) -> bool:
        """May this seat see what another person at the terminal must not, or did the last one to look?"""
        if last and self._sees_more(last, seat):
            return True
        return any([self._sees_more(seat, other) for other in self.people if other != seat])

    def _sees_more(self, seat: str, other: str) -> bool:
        state = self.game.state
        return bool([who for who in state.combatants if state.sees(seat, who) and not state.sees(other, who)])

    def catch_up(self, seat: str = "") -> None:
        """Print the events this seat has not seen yet; whoever may see the same has then seen them too."""
        eyes = self.audience(seat)
        for before, events in self.story[self.read.get(eyes, 0) :]:
            narrate(self.screen, tell(self.game.ruleset, before, events, eyes))
        for other in ["", eyes, *self.people]:
            if other in ("", eyes) or not (self._sees_more(eyes, other) or self._sees_more(other, eyes)):
                self.read[other] = len(self.story)

    def forget(self) -> None:
        """After going back, what was not printed yet is not worth telling any more."""
        self.story, self.read, self.moment = [], {}, ""

    # ---------------------------------------------------------------- what happens

    def took(self, before: Encounter, outcome: Outcome) -> None:
        """Something happened: keep it, and print it as soon as it is clear for whom."""
        self.story.append((before, outcome.events))
        self.save()
        if self.eyes is not None or len(self.people) < 2:
            self.catch_up()

    def save(self) -> None:
        told = bool(self.keeper.trouble)
        if not self.keeper.keep(self.game) and not told:
            self.screen.say(f"This game cannot be kept: {self.keeper.trouble}", style="bold")

    def begin(self) -> None:
        before = self.game.state
        self.took(before, self.game.begin())

    def perform(self, command: Command, seat: str) -> None:
        before = self.game.state
        outcome = self.game.command(command, seat)
        self.undone, self.refused = [], None
        self.took(before, outcome)

    def reply(self, id: str, command: Command, seat: str, how: str) -> None:
        before = self.game.state
        outcome = self.game.answer(id, command, seat, how)
        self.undone = []
        self.took(before, outcome)

    def rule(self, ruling: Command, reason: str, seat: str = GM) -> None:
        before = self.game.state
        outcome = self.game.rule(ruling, reason, seat)
        self.undone = []
        self.took(before, outcome)

    def bots_move(self) -> bool:
        """Let a bot decide if one has to; false when it is a person's turn."""
        game = self.game
        if game.waiting:
            for decision in game.waiting:
                seat = game.state.seat_of(decision.who)
                # Proposals of an agreement stay open after they are made; a bot makes its own once.
                if seat not in self.people and decision.id not in game.answers:
                    self.reply(decision.id, self.bots.choose(game, decision), seat, BOT)
                    return True
            return False
        actors = game.ruleset.actors(game.state)
        if actors and game.state.seat_of(actors[0]) not in self.people:
            self.perform(self.bots.act(game, actors[0]), game.state.seat_of(actors[0]))
            return True
        return False

    @property
    def stuck(self) -> bool:
        """Nobody has anything to do, and still it is not over."""
        return not self.game.waiting and not self.game.ruleset.actors(self.game.state)

    @property
    def too_long(self) -> bool:
        return not self.people and self.game.state.flow.turn > self.most_turns

    # ---------------------------------------------------------------- going back

    def undo(self) -> Line:
        """Back before the last thing a person here decided, whatever bots did since; returns that line."""
        lines = self.game.log.in_force()
        steps = 0
        wanted: Line | None = None
        for line in reversed(lines):
            if _decided(line):
                steps += 1
                if self._by_us(line):
                    wanted = line
                    break
        if wanted is None:
            raise Refused([Reason("0.7", "nothing was decided here yet")])
        for _ in range(steps):
            self.game.undo()
        self.undone.append(steps)
        self.forget()
        self.save()
        return wanted

    def redo(self) -> None:
        for _ in range(self.undone.pop() if self.undone else 1):
            self.game.redo()
        self.forget()
        self.save()

    def _by_us(self, line: Line) -> bool:
        if line.kind == RULING:
            return True
        if line.kind == ANSWER:
            return line.data["how"] != BOT
        return line.data["seat"] in self.people

    # ---------------------------------------------------------------- looking things up

    def odds(self, command: Command, seat: str, seconds: float = GLANCE) -> Odds:
        """The odds of a command as a seat knows them; worked out once, as far as somebody wants to wait for them."""
        key = f"{len(self.game.log.lines)} {seat} {command.body()}"
        found = self._odds.get(key)
        if found is None or (found.unfinished and seconds > GLANCE):
            if len(self._odds) > 500:
                self._odds.clear()
            found = odds(self.game.ruleset, self.game.known(seat), command, seat, patience=Seconds(seconds))
            self._odds[key] = found
        return found

    def figure(self, command: Command, seat: str) -> str:
        """The odds of a command and the reactions it invites, in a line; empty when nothing is left to chance."""
        if not self.game.ruleset.action(command).foretold:
            return ""
        view = self.game.known(seat)
        odds = self.odds(command, seat)
        said = [odds_in_a_line(view, odds, command.who), *invitations(self.game.ruleset, view, odds)]
        return "; ".join([text for text in said if text])

    def thing_name(self, id: str) -> str:
        """What a thing is called, where the content files say so."""
        return self.game.start.content.thing_name(id)

    def books(self) -> list[Rulebook]:
        """The rules of the table and those of the game."""
        if not self._books:
            self._books = [table_rules(), read_rulebook(self.game.ruleset.package)]
        return self._books

    def paragraph(self, number: str) -> str:
        """The text of a rule, with its title; empty when there is no such rule."""
        for book in self.books():
            for found in book.paragraphs:
                if found.number == number:
                    return f"{found.title}. {' '.join(found.text.split())}"
        return ""


def _decided(line: Line) -> bool:
    return (line.kind == COMMAND and line.data["seat"] != TABLE) or line.kind in (ANSWER, RULING)
