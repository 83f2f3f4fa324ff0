"""A sitting: one game at one terminal, people and bots in any mix, until its end or until somebody leaves.

For `play`. What is printed is what the seat in turn knows, unless the terminal was given to one seat for good.
"""

from __future__ import annotations

from fracas.cli.play_keeping import Keeper
from fracas.cli.screen import Screen
from fracas.cli.screen_events import Sentence, narrate, sentences_of
from fracas.cli.screen_odds import invitations, odds_in_a_line
from fracas.engine.command import GM, Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Refused
from fracas.engine.game import Game
from fracas.engine.log import Line
from fracas.engine.odds import Odds, odds
from fracas.engine.policy import Policy
from fracas.engine.reason import Reason
from fracas.session.bots import MOST_TURNS, Bots
from fracas.session.rules import paragraph_of
from fracas.session.session import Session
from fracas.session.waiting import GLANCE, Seconds


class Sitting:
    """The session, who holds which seat, and what has been printed."""

    def __init__(
        self,
        session: Session,
        name: str,
        screen: Screen,
        people: list[str],
        policies: dict[str, Policy],
        keeper: Keeper,
        eyes: str | None,
    ) -> None:
        self.session = session
        self.name = name
        self.screen = screen
        self.people = people
        self.bots = Bots(session, lambda who: self.game.state.seat_of(who) not in people, policies.__getitem__)
        # Whoever is skipped at a terminal would never be asked.
        self.bots.in_line = True
        self.keeper = keeper
        self.eyes = eyes
        self.most_turns = MOST_TURNS
        self.read: dict[str, int] = {}
        """By seat: the line of the log up to which it has been told everything."""
        self.old = len(session.game.log.lines)
        """The line up to which nothing is told any more, to nobody."""
        self.refused: tuple[Command, str] | None = None
        self.looking = ""
        """The seat that looked at the screen last."""
        self.asked = ""
        """Whom the last prompt was for."""
        self.moment = ""
        """The opportunity whose situation was shown last."""
        self._odds: dict[str, Odds] = {}

    @property
    def game(self) -> Game:
        return self.session.game

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
        since = max(self.old, self.read.get(eyes, 0))
        narrate(self.screen, self.told(eyes, since))
        for other in ["", eyes, *self.people]:
            if other in ("", eyes) or not (self._sees_more(eyes, other) or self._sees_more(other, eyes)):
                self.read[other] = len(self.game.log.lines)

    def told(self, seat: str, since: int = 0) -> list[Sentence]:
        """All that a seat was told, or all after a line of the log, and that still counts."""
        return sentences_of(self.session.stream(seat), since)

    def went_back(self) -> None:
        """What was not printed yet is not worth telling any more."""
        self.old, self.moment = len(self.game.log.lines), ""
        self.save()

    # ---------------------------------------------------------------- what happens

    def took(self) -> None:
        """Something happened: keep it, and print it as soon as it is clear for whom."""
        self.save()
        if self.eyes is not None or len(self.people) < 2:
            self.catch_up()

    def save(self) -> None:
        told = bool(self.keeper.trouble)
        if not self.keeper.keep(self.game) and not told:
            self.screen.say(f"This game cannot be kept: {self.keeper.trouble}", style="bold")

    def begin(self) -> None:
        self.session.begin()
        self.took()

    def perform(self, command: Command, seat: str) -> None:
        self.session.command(command, seat)
        self.refused = None
        self.took()

    def reply(self, to: str, command: Command, seat: str) -> None:
        self.session.answer(to, command, seat)
        self.took()

    def rule(self, ruling: Command, reason: str, seat: str = GM) -> None:
        self.session.rule(ruling, reason, seat)
        self.took()

    def bots_move(self) -> bool:
        """Let a bot decide if one has to; false when it is a person's turn."""
        moved = self.bots.move()
        if moved:
            self.refused = None
            self.took()
        return moved

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
        deeds, line = self.bots.last_by_person()
        if line is None:
            raise Refused([Reason("0.7", "nothing was decided here yet")])
        self.session.undo(GM, deeds)
        self.went_back()
        return line

    def redo(self) -> None:
        self.session.redo(GM)
        self.went_back()

    def withdraw(self) -> None:
        self.session.withdraw(GM)
        self.went_back()

    # ---------------------------------------------------------------- looking things up

    def odds(self, command: Command, seat: str) -> Odds:
        """The odds of a command as a seat knows them, at a glance; worked out once."""
        key = f"{len(self.game.log.lines)} {seat} {command.body()}"
        found = self._odds.get(key)
        if found is None:
            if len(self._odds) > 500:
                self._odds.clear()
            found = odds(self.game.ruleset, self.game.known(seat), command, seat, patience=Seconds(GLANCE))
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

    def paragraph(self, number: str) -> str:
        """The text of a rule, with its title; empty when there is no such rule."""
        found = paragraph_of(self.game.ruleset.package, number)
        return f"{found.title}. {' '.join(found.text.split())}" if found is not None else ""
