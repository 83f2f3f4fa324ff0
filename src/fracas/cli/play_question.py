"""A question to a person: a reaction with its cost and odds, dice to be thrown by hand, or a plain choice.

For `play`.
"""

from __future__ import annotations

import contextlib

from fracas.cli.play_sitting import Sitting
from fracas.cli.play_words import Changed, Words
from fracas.cli.screen_odds import odds_in_a_line
from fracas.cli.screen_offers import brief_why, show_picks, show_reasons
from fracas.engine.command import Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.labels import answer_label, answer_price
from fracas.engine.naming import Names, fitting
from fracas.engine.offer import Decision, Pick
from fracas.engine.patience import Patience
from fracas.engine.table import FACES, ROLL_WINDOW
from fracas.engine.views import Eyes
from fracas.session.answer_odds import has_odds, odds_of_answer
from fracas.session.waiting import GLANCE, Seconds

MOST_BARRED = 3
"""How many reactions that are out of question are listed with their reasons; more only by name."""


class Asked:
    """One open question, until it is answered or the game is another one."""

    def __init__(self, sitting: Sitting, decision: Decision) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.seat = self.game.state.seat_of(decision.who)
        asked = sitting.session.decisions(self.seat)
        self.shown, self.decision = next(question for question in asked if question[1].id == decision.id)
        self.name = self.game.state.name(decision.who)
        self.words = Words(sitting, self.seat, self.decision.who)
        self.picks: list[Pick] = []

    def take(self) -> None:
        """Show it and see it through."""
        self.sitting.turn_to(self.seat)
        self.picks = self._answers()
        self.show()
        self.sitting.asked = self.name
        with contextlib.suppress(Changed):
            while not self._answer(self.words.ask(f"{self.name}? ", lambda _: self.show(), self._why)):
                continue

    # ---------------------------------------------------------------- showing

    @property
    def dice(self) -> bool:
        return self.decision.window == ROLL_WINDOW

    def show(self) -> None:
        self.screen.blank()
        self.screen.say(f"{self.name}: {self.decision.prompt}", 1, style="bold")
        view = self.game.known(self.seat)
        for who, proposal in self.game.proposals(self.seat).items():
            self.screen.say(f"{view.name(who)} proposes {self._label(proposal)}", 2)
        if self.dice:
            self.screen.say("Type the faces as they lie, in order, such as 4 6; Enter lets the table throw.", 2)
            return
        figures: dict[int, str] = {}
        # One measure for all answers: somebody waits to give one.
        patience = Seconds(GLANCE)
        for index in self.words.with_progress(list(range(len(self.picks))), "working out the odds"):
            figures[index] = self._figure(self.picks[index], patience)
        show_picks(self.screen, self.picks, figures)
        self._show_barred()

    def _figure(self, pick: Pick, patience: Patience) -> str:
        if not has_odds(self.decision):
            return ""
        found = odds_of_answer(self.game, pick.command, self.seat, patience)
        if found is None:
            return ""
        opened = self.game.open
        actor = Eyes(self.game.state, self.seat).alias(opened.who) if opened is not None else ""
        return odds_in_a_line(self.game.known(self.seat), found, actor)

    def _answers(self) -> list[Pick]:
        """The legal answers with what they cost."""
        view = self.game.known(self.seat)
        picks: list[Pick] = []
        for command in self.decision.commands:
            cost, drawback = answer_price(self.game.ruleset, view, self.decision, command)
            pick = Pick(command, self._label(command), cost, [])
            pick.drawback = drawback
            picks.append(pick)
        return picks

    def _label(self, command: Command) -> str:
        return answer_label(self.game.ruleset, self.game.known(self.seat), self.decision, command)

    def _show_barred(self) -> None:
        """Reactions of this window that are out of question, and why."""
        if self.decision.window not in self.game.ruleset.windows:
            return
        shut = [offer for offer in self.game.offers(self.decision.who, self.seat) if not offer.open]
        if len(shut) > MOST_BARRED:
            # Whoever is asked in the middle of something wants the answers, not a page of what is none.
            titles = ", ".join([offer.title for offer in shut])
            self.screen.say(f"-  not now (why NAME says why): {titles}", 2, 3, style="dim")
            return
        for offer in shut:
            self.screen.say(f"-  {offer.title}, not now: {brief_why(offer)}", 2, 3, style="dim")

    def _why(self, line: str) -> None:
        """Why a reaction is out of question: `why parry`."""
        word = line.partition(" ")[2].strip()
        shut = [offer for offer in self.game.offers(self.decision.who, self.seat) if not offer.open]
        named = fitting(word, {offer.verb: [offer.verb, offer.title] for offer in shut})
        for offer in [offer for offer in shut if offer.verb in named][:1]:
            self.words.explain(offer.reasons())
            return
        names = ", ".join([offer.title for offer in shut]) or "there is none"
        self.words.complain(f"why takes the name of a reaction that is not possible now ({names})")

    # ---------------------------------------------------------------- answering

    def _answer(self, line: str) -> bool:
        try:
            command = self._faces(line) if self.dice else self._read(line)
            self.sitting.reply(self.shown, command, self.seat)
        except Refused as refused:
            show_reasons(self.screen, refused.reasons, {})
            return False
        except Invalid as invalid:
            self.words.reject(invalid)
            return False
        return True

    def _faces(self, line: str) -> Command:
        words = line.replace(",", " ").split()
        if [word for word in words if not (word.isascii() and word.isdigit() and len(word) < 7)]:
            raise Invalid("dice", "faces", line, f"the faces of {self.decision.default.thing}, such as 4 6")
        return Command(
            self.decision.who, FACES, thing=self.decision.default.thing, numbers=tuple([int(word) for word in words])
        )

    def _read(self, line: str) -> Command:
        """A number of the list, or the answer in words; an empty line is no answer."""
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(self.picks):
            return self.picks[int(line) - 1].command
        if not line:
            raise Invalid("answer", "", line, f"a number from 1 to {len(self.picks)}, or the answer in words")
        labels: Names = {}
        for index, pick in enumerate(self.picks):
            numbered = " ".join([pick.command.verb, *[str(number) for number in pick.command.numbers]])
            labels[str(index)] = [pick.label, pick.command.verb, numbered]
        found = fitting(line.removeprefix(f"{self.decision.who} "), labels)
        if len(found) == 1:
            return self.picks[int(found[0])].command
        command = self.sitting.session.read_answer(line, self.shown, self.seat)
        if command.verb in self.game.ruleset.actions or command.verb in [one.verb for one in self.decision.commands]:
            return command
        meant = [self.picks[int(index)].label for index in found] or [pick.label for pick in self.picks]
        raise Invalid("answer", "", line, f"a number from 1 to {len(self.picks)}, or one of {', '.join(meant)}")
