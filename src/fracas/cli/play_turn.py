"""A person's turn: the situation, numbered options, and the way from an option to one command with its odds.

For `play`.
"""

from __future__ import annotations

from fracas.cli.play_sitting import Sitting
from fracas.cli.play_words import Words
from fracas.cli.screen_map import Map
from fracas.cli.screen_odds import invitations, odds_in_a_line
from fracas.cli.screen_offers import open_first, show_offers, show_picks, show_reasons
from fracas.cli.screen_rail import show_card, show_points, show_table
from fracas.engine.board import Grid
from fracas.engine.command import Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.offer import Offer, Pick
from fracas.engine.reason import Reason
from fracas.engine.text import parse_command, read_rest

MOST_FIGURED = 12
"""Targets beyond this many are listed without odds; `odds` gives them one by one."""
MOST_WALKS = 150
"""Destinations looked at for the reactions they invite."""
MOST_LISTED = 24


class Turn:
    """One opportunity of one combatant, until a command is given."""

    def __init__(self, sitting: Sitting, who: str) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.who = who
        self.seat = self.game.state.seat_of(who)
        self.words = Words(sitting, self.seat, who)
        self.offers: list[Offer] = []

    def take(self) -> None:
        """Show, ask, and do one thing."""
        self.sitting.turn_to(self.seat)
        self.show_options(in_full=self.show_situation())
        self.sitting.asked = self.game.state.name(self.who)
        while True:
            line = self.screen.ask(f"{self.sitting.asked}> ")
            if not line or line.startswith("#"):
                continue
            if line == "options":
                self.show_options()
                continue
            if line.isdigit() and line.isascii():
                command = self._by_number(int(line))
                if command is None or not self._commit(command):
                    continue
                return
            if line.split()[0] in ("why", "as"):
                self._why(line) if line.split()[0] == "why" else self._speak_for(line)
                continue
            if self.words.known(line):
                if self.words.obey(line):
                    return
                continue
            if self._typed(line):
                return

    # ---------------------------------------------------------------- showing

    def show_situation(self) -> bool:
        """Order, board and card; false when this opportunity was shown before and something was done in it since."""
        sitting, seat = self.sitting, self.sitting.audience(self.seat)
        view = sitting.view(self.seat)
        ruleset = self.game.ruleset
        flow = self.game.state.flow
        moment = f"{flow.phase} {flow.turn} {flow.round} {flow.at} {self.who}"
        fresh = moment != sitting.moment
        sitting.moment = moment
        if self.screen.plain and not fresh:
            # Who listens has heard it all at the start of this opportunity; what changed was told.
            show_points(self.screen, ruleset.card(view, self.who, seat))
            return False
        self.screen.blank()
        show_table(self.screen, view, ruleset.rail(view, seat), [self.who])
        show_card(self.screen, view, ruleset.card(view, self.who, seat), brief=not self.screen.plain)
        return fresh

    def show_options(self, in_full: bool = True) -> None:
        self.offers = open_first(self.game.offers(self.who, self.seat))
        name = self.game.state.name(self.who)
        show_offers(self.screen, self.offers, f"{name} may ({self.seat}; a number, a command, or help):", in_full)
        others = self._others()
        if others:
            self.screen.say(f"Or somebody else of yours: {', '.join(['as ' + who for who in others])}.", 2)

    def _others(self) -> list[str]:
        """Who else of this seat may act at this moment."""
        state = self.game.state
        return [who for who in self.game.ruleset.actors(state) if who != self.who and state.seat_of(who) == self.seat]

    def _speak_for(self, line: str) -> None:
        """`as WHO`: another one of the same seat acts first."""
        word = line.partition(" ")[2].strip()
        if word not in self._others():
            self.words.complain(
                f"as takes somebody else of yours who may act now ({', '.join(self._others()) or 'nobody'})"
            )
            return
        self.who = self.words.who = word
        self.sitting.asked = self.game.state.name(word)
        self.show_situation()
        self.show_options()

    def _why(self, line: str) -> None:
        """`why 9`: every reason in full, with the text of its rule."""
        word = line.partition(" ")[2].strip()
        if not (word.isdigit() and word.isascii()) or not 1 <= int(word) <= len(self.offers):
            self.words.complain(f"why takes the number of an option, 1 to {len(self.offers)}")
            return
        offer = self.offers[int(word) - 1]
        if offer.open:
            text = self.sitting.paragraph(offer.paragraph)
            self.screen.say(f"{offer.title} is open, by rule {offer.paragraph}. {text}", 2)
            for pick in [pick for pick in offer.picks if pick.blocked][:MOST_LISTED]:
                self.screen.say(f"{pick.label}:", 2)
                self.explain(pick.blocked)
            return
        self.screen.say(f"{offer.title}:", 2)
        self.explain(offer.reasons())

    def explain(self, reasons: list[Reason]) -> None:
        texts = {reason.paragraph: self.sitting.paragraph(reason.paragraph) for reason in reasons}
        show_reasons(self.screen, reasons, texts)

    # ---------------------------------------------------------------- from option to command

    def _by_number(self, number: int) -> Command | None:
        if not 1 <= number <= len(self.offers):
            self.words.complain(f"there are options 1 to {len(self.offers)}")
            return None
        offer = self.offers[number - 1]
        if not offer.open:
            self.screen.say(f"{offer.title} is not open:", 2)
            show_reasons(self.screen, offer.reasons(), {})
            self.screen.say(f"(why {number} shows the rules behind this)", 2, style="dim")
            return None
        return self._narrow(offer, offer.picks)

    def _narrow(self, offer: Offer, picks: list[Pick]) -> Command | None:
        """From many picks to one: first which thing, then where or whom. Open ones stand first."""
        picks = [pick for pick in picks if not pick.blocked] + [pick for pick in picks if pick.blocked]
        if len(picks) == 1:
            return picks[0].command
        things = list(dict.fromkeys([pick.command.thing for pick in picks]))
        if len(things) > 1 and len(picks) > MOST_FIGURED:
            thing = self._pick_thing(offer, picks, things)
            return self._narrow(offer, [p for p in picks if p.command.thing == thing]) if thing is not None else None
        if all([pick.command.squares for pick in picks]) and len(picks) > 1:
            return self._pick_square(offer, picks)
        return self._pick_one(offer, picks)

    def _pick_thing(self, offer: Offer, picks: list[Pick], things: list[str]) -> str | None:
        rows: list[Pick] = []
        for thing in things:
            mine = [pick for pick in picks if pick.command.thing == thing]
            legal = [pick for pick in mine if not pick.blocked]
            first = (legal or mine)[0]
            rows.append(Pick(first.command, thing or offer.title, first.cost, [] if legal else first.blocked))
        show_picks(self.screen, rows, {})
        number = self._ask_number(f"{offer.title}, which? ", len(rows))
        return things[number - 1] if number else None

    def _pick_one(self, offer: Offer, picks: list[Pick]) -> Command | None:
        """A target or a thing, with the odds of each before anything is done."""
        figures: dict[int, str] = {}
        legal = [index for index, pick in enumerate(picks) if not pick.blocked]
        view = self.game.known(self.seat)
        for index in self.words.with_progress(legal[:MOST_FIGURED], "working out the odds"):
            command = picks[index].command
            odds = self.sitting.odds(command, self.seat)
            said = [odds_in_a_line(view, odds, self.who), *invitations(self.game.ruleset, view, odds)]
            figures[index] = "; ".join([text for text in said if text])
        show_picks(self.screen, picks, figures)
        number = self._ask_number(f"{offer.title}, which? (Enter goes back) ", len(picks))
        return picks[number - 1].command if number else None

    def _ask_number(self, prompt: str, most: int) -> int:
        """A number from 1 to `most`; 0 goes back."""
        while True:
            line = self.screen.ask(prompt)
            if line in ("", "b", "back", "0"):
                return 0
            if line.isascii() and line.isdigit() and 1 <= int(line) <= most:
                return int(line)
            self.words.complain(f"a number from 1 to {most}, or Enter to go back")

    def _pick_square(self, offer: Offer, picks: list[Pick]) -> Command | None:
        """A destination, typed; the map shows what each costs and where somebody may react."""
        legal = [pick for pick in picks if not pick.blocked]
        invites = self._invited(legal)
        view = self.sitting.view(self.seat)
        if isinstance(view.board, Grid) and not self.screen.plain:
            drawing = Map(self.screen, view, [self.who])
            drawing.add_reach(legal, invites)
            drawing.add_tokens()
            drawing.show()
            said = "Numbers are costs, * is free" + (", ! invites a reaction." if any(invites.values()) else ".")
            self.screen.say(said, 1, style="dim")
        else:
            self._speak_squares(legal, invites)
        while True:
            line = self.screen.ask(f"{offer.title} to which square? (Enter goes back) ")
            if line in ("", "b", "back"):
                return None
            command = self._square_command(offer, picks, line)
            if command is not None and self._confirm(command):
                return command

    def _invited(self, picks: list[Pick]) -> dict[int, list[str]]:
        """By destination: who may react to going there."""
        found: dict[int, list[str]] = {}
        view = self.game.known(self.seat)
        for pick in self.words.with_progress(picks[:MOST_WALKS], "looking at the ways"):
            odds = self.sitting.odds(pick.command, self.seat)
            found[pick.command.squares[-1]] = invitations(self.game.ruleset, view, odds)
        return found

    def _speak_squares(self, picks: list[Pick], invites: dict[int, list[str]]) -> None:
        """Destinations by cost, in sentences."""
        board = self.game.state.board
        by_cost: dict[str, list[str]] = {}
        for pick in picks:
            square = pick.command.squares[-1]
            mark = " (invites a reaction)" if invites.get(square) else ""
            by_cost.setdefault(pick.cost or "free", []).append(board.name(square) + mark)
        for cost, names in by_cost.items():
            self.screen.say(f"{cost}: {', '.join(names)}.")

    def _square_command(self, offer: Offer, picks: list[Pick], line: str) -> Command | None:
        view = self.game.known(self.seat)
        for pick in picks:
            if len(line.split()) == 1 and view.board.name(pick.command.squares[-1]).lower() == line.lower():
                if pick.blocked:
                    show_reasons(self.screen, pick.blocked, {})
                    return None
                return pick.command
        thing = [picks[0].command.thing] if picks[0].command.thing else []
        try:
            command = read_rest(self.game.ruleset, view, self.who, offer.verb, [*thing, *line.split()])
            self.game.judge(command, self.seat)
        except Invalid as invalid:
            self.words.complain(str(invalid))
        except Refused as refused:
            show_reasons(self.screen, refused.reasons, {})
        else:
            return command
        return None

    def _confirm(self, command: Command) -> bool:
        """Asked only where going there lets somebody react, or leaves something to chance."""
        view = self.game.known(self.seat)
        odds = self.sitting.odds(command, self.seat)
        invited = invitations(self.game.ruleset, view, odds)
        figure = odds_in_a_line(view, odds, self.who)
        if not invited and not figure:
            return True
        way = "-".join([view.board.name(square) for square in command.squares])
        for text in [f"By {way}.", figure, *invited]:
            if text:
                self.screen.say(text, 2)
        return self.screen.ask("Go? (Enter yes, b back) ").lower() in ("", "y", "yes")

    # ---------------------------------------------------------------- doing

    def _typed(self, line: str) -> bool:
        """A command in words; true when it was done."""
        view = self.game.known(self.seat)
        words = line.split()
        try:
            if words[0] in view.combatants:
                command = parse_command(self.game.ruleset, view, line)
            elif words[0] in self.game.ruleset.actions:
                command = read_rest(self.game.ruleset, view, self.who, words[0], words[1:])
            else:
                raise Invalid("command", "", line, self.words.hint(words[0]))
        except Invalid as invalid:
            self.words.complain(str(invalid))
            return False
        return self._commit(command)

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
            self.words.complain(str(invalid))
            return False
        return True
