"""A person's turn: the situation, numbered options with what they cost and end, and the command that is given.

For `play`.
"""

from __future__ import annotations

import contextlib

from fracas.cli.play_menu import Menu
from fracas.cli.play_sitting import Sitting
from fracas.cli.play_words import Changed, Words
from fracas.cli.screen_map import said_lying
from fracas.cli.screen_offers import open_first, show_last, show_offers, show_reasons
from fracas.cli.screen_rail import show_card, show_points, show_table
from fracas.engine.board import Grid
from fracas.engine.command import Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.naming import Names, Unclear, fitting, say_name
from fracas.engine.offer import Offer, Pick, reasons_of
from fracas.engine.reading import begins_like
from fracas.engine.text import parse_command
from fracas.engine.views import Eyes
from fracas.session.outlook import ends_slot
from fracas.session.rail import rail_for

MOST_LISTED = 24


class Turn:
    """One opportunity of one combatant, until a command is given."""

    def __init__(self, sitting: Sitting, who: str) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.seat = self.game.state.seat_of(who)
        self.who = Eyes(self.game.state, self.seat).alias(who)
        self.name = self.game.state.name(who)
        self.words = Words(sitting, self.seat, self.who)
        self.offers: list[Offer] = []

    def take(self) -> None:
        """Show, ask, and do one thing."""
        self.sitting.turn_to(self.seat)
        self.show_situation()
        self.show_options()
        self.sitting.asked = self.name
        with contextlib.suppress(Changed):
            self._ask()

    def _ask(self) -> None:
        """Until something was done."""
        while True:
            line = self.words.ask(f"{self.sitting.asked}> ", self.show_options, self._why)
            if not line:
                continue
            if line.isdigit() and line.isascii():
                command = self._by_number(int(line))
                if command is not None and self._commit(command):
                    return
            elif line.split()[0] == "as":
                self._speak_for(line)
            elif self._typed(line):
                return

    # ---------------------------------------------------------------- showing

    def show_situation(self) -> None:
        """Order, board and card."""
        sitting, seat = self.sitting, self.sitting.audience(self.seat)
        view = sitting.view(self.seat)
        ruleset = self.game.ruleset
        flow = self.game.state.flow
        moment = f"{flow.phase} {flow.turn} {flow.round} {flow.at} {self.who}"
        fresh = moment != sitting.moment
        sitting.moment = moment
        if self.screen.plain and not fresh:
            # Who listens has heard it all at the start of this opportunity; what changed was told.
            if self.who in view.combatants:
                show_points(self.screen, ruleset.card(view, self.who, seat))
            return
        self.screen.blank()
        show_table(self.screen, view, rail_for(ruleset, view, seat), [self.who], said_lying(ruleset, view))
        if self.who in view.combatants:
            show_card(self.screen, view, ruleset.card(view, self.who, seat), brief=not self.screen.plain)

    def show_options(self, in_full: bool = False) -> None:
        self.offers = open_first(self.game.offers(self.who, self.seat))
        self.words.numbered = [offer.verb for offer in self.offers]
        heading = f"{self.name[:1].upper()}{self.name[1:]} may ({self.seat}; a number, a command, or help):"
        ground = "square" if isinstance(self.game.state.board, Grid) else "place"
        show_offers(self.screen, self.offers, heading, self._notes(), in_full, ground)
        show_last(self.screen, self._last_ones(), self.game.ruleset.slot_word)
        others = self._others()
        if others:
            self.screen.say(f"Or somebody else of yours: {', '.join(['as ' + who for who in others])}.", 2)

    def _notes(self) -> dict[str, str]:
        """The odds of options that leave no choice."""
        single = [offer for offer in self.offers if offer.open and len(offer.picks) == 1]
        found = self.words.with_progress(single, "working out the odds")
        return {offer.verb: self.sitting.figure(offer.picks[0].command, self.seat) for offer in found}

    def _last_ones(self) -> list[int]:
        """The numbers of the options after which there is nothing more to do in this turn."""
        view = self.game.known(self.seat)
        found: list[int] = []
        if not view.flow.order or self.who not in view.combatants:
            return found
        for number, offer in enumerate(self.offers, 1):
            legal = [pick.command for pick in offer.picks if not pick.blocked]
            if offer.open and ends_slot(self.game.ruleset, view, legal[0]):
                found.append(number)
        return found

    def _others(self) -> list[str]:
        """Who else of this seat may act at this moment."""
        view = self.game.known(self.seat)
        return [who for who in self.game.ruleset.actors(view) if who != self.who and view.seat_of(who) == self.seat]

    def _speak_for(self, line: str) -> None:
        """`as WHO`: another one of the same seat acts first."""
        view = self.game.known(self.seat)
        names: Names = {who: [who, view.name(who)] for who in self._others()}
        found = fitting(line.partition(" ")[2].strip(), names)
        if len(found) != 1:
            others = ", ".join([say_name(who, names) for who in names]) or "nobody"
            self.words.complain(f"as takes somebody else of yours who may act now ({others})")
            return
        self.who = self.words.who = found[0]
        self.name = self.sitting.asked = view.name(found[0])
        self.show_situation()
        self.show_options()

    def _why(self, line: str) -> None:
        """`why 9`, `why gate slam`, `why gate slam cutter`: every reason in full, with the text of its rule."""
        word = line.partition(" ")[2].strip()
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(self.offers):
            self._explain_offer(self.offers[int(word) - 1], [])
            return
        reader = self.words.reader(self.offers)
        try:
            begun = reader.begin(word) if word else None
            action = self.game.ruleset.actions.get(begun.verb) if begun is not None else None
            if begun is None or action is None:
                limit = len(self.offers)
                self.words.complain(f"why takes an option or a command, by its name or its number from 1 to {limit}")
                return
            if action.window:
                text = self.sitting.paragraph(action.paragraph)
                self.screen.say(f"{action.title} is a reaction: the table asks when it is possible. {text}", 2)
                return
            for offer in [offer for offer in self.offers if offer.verb == begun.verb]:
                if not begun.thing and not begun.rest:
                    self._explain_offer(offer, [])
                else:
                    self._explain_command(offer, self.words.finish(reader, begun))
        except Invalid as invalid:
            self.words.reject(invalid)

    def _explain_command(self, offer: Offer, command: Command) -> None:
        """Of a whole command its own reasons; of half of one, those of every way to go on with it."""
        alike = [pick for pick in offer.picks if begins_like(command, pick.command)]
        if alike and not [pick for pick in alike if pick.command.same(command)]:
            self._explain_offer(offer, alike)
            return
        reasons = self.game.ruleset.reasons(self.game.known(self.seat), command)
        said = self.game.ruleset.actions[command.verb].label(self.game.known(self.seat), command)
        if not reasons:
            text = self.sitting.paragraph(offer.paragraph)
            self.screen.say(f"{offer.title}, {said}, is possible now, by rule {offer.paragraph}. {text}", 2)
            return
        self.screen.say(f"{offer.title}, {said}, is not possible now:", 2)
        self.words.explain(reasons)

    def _explain_offer(self, offer: Offer, some: list[Pick]) -> None:
        """Why an option is possible, or is not; or some of its picks alone."""
        picks = some or offer.picks
        title = f"{offer.title}, {self.sitting.thing_name(some[0].command.thing)}," if some else offer.title
        if offer.blocked or not [pick for pick in picks if not pick.blocked]:
            self.screen.say(f"{title} is not possible now:", 2)
            self.words.explain(offer.blocked or reasons_of(picks))
            return
        text = self.sitting.paragraph(offer.paragraph)
        self.screen.say(f"{title} is possible now, by rule {offer.paragraph}. {text}", 2)
        self.words.explain(reasons_of([pick for pick in picks if pick.blocked][:MOST_LISTED]))

    # ---------------------------------------------------------------- from option to command

    def _by_number(self, number: int) -> Command | None:
        if not 1 <= number <= len(self.offers):
            self.words.complain(f"there are options 1 to {len(self.offers)}")
            return None
        return self._by_offer(self.offers[number - 1])

    def _by_offer(self, offer: Offer) -> Command | None:
        if not offer.open:
            self.screen.say(f"{offer.title} is not possible now:", 2)
            show_reasons(self.screen, offer.reasons(), {})
            self.screen.say(f"(why {self.offers.index(offer) + 1} shows the rules behind this)", 2, style="dim")
            return None
        return Menu(self.sitting, self.words, offer).choose()

    # ---------------------------------------------------------------- doing

    def _typed(self, line: str) -> bool:
        """A command in words; true when it was done."""
        view = self.game.known(self.seat)
        words = line.split()
        try:
            if words[0] in view.combatants and words[0] != self.who:
                return self._commit(parse_command(self.game.ruleset, view, line))
            command = self._meant(line)
        except Invalid as invalid:
            if invalid.value == line and not isinstance(invalid, Unclear):
                self.words.complain(self.words.unknown(words[0]))
            else:
                self.words.reject(invalid)
            return False
        return command is not None and self._commit(command)

    def _meant(self, line: str) -> Command | None:
        """The command behind a line; where it only begins one, its menu opens."""
        reader = self.words.reader(self.offers)
        begun = self.words.begin(reader, line)
        for offer in [offer for offer in self.offers if offer.verb == begun.verb]:
            if not begun.rest and not begun.thing:
                return self._by_offer(offer)
            command = self.words.finish(reader, begun)
            whole = any([pick.command.same(command) for pick in offer.picks])
            if whole or offer.worded or offer.blocked:
                return command
            return self._go_on(offer, command)
        return reader.command(begun)

    def _go_on(self, offer: Offer, command: Command) -> Command | None:
        """Half a command: its menu, or why there is no way to go on with it; what fits nothing is for the rules."""
        alike = [pick for pick in offer.picks if begins_like(command, pick.command)]
        if not alike:
            return command
        if not [pick for pick in alike if not pick.blocked]:
            self._explain_offer(offer, alike)
            return None
        return Menu(self.sitting, self.words, offer).choose(alike)

    def _commit(self, command: Command) -> bool:
        try:
            self.sitting.perform(command, self.seat)
        except Refused as refused:
            self.sitting.refused = (command, self.seat)
            self.screen.say("Refused:", 2, style="bold")
            show_reasons(self.screen, refused.reasons, {})
            self.screen.say("(the GM may let it pass: allow because ...)", 2, style="dim")
            return False
        except Invalid as invalid:
            self.words.reject(invalid)
            return False
        return True
