"""The way from an option to one command: which thing, whom, where, each with its odds; look-ups keep the place.

For `play`.
"""

from __future__ import annotations

from collections.abc import Callable

from fracas.cli.play_sitting import Sitting
from fracas.cli.play_words import Words
from fracas.cli.screen_map import Map, tokens_of
from fracas.cli.screen_odds import invitations, odds_in_a_line
from fracas.cli.screen_offers import show_picks, show_reasons
from fracas.engine.board import Grid
from fracas.engine.command import Command
from fracas.engine.errors import Invalid, Refused
from fracas.engine.naming import Names, fitting
from fracas.engine.offer import Offer, Pick
from fracas.engine.reading import Begun, read_squares

MOST_FIGURED = 12
"""Targets beyond this many are listed without odds; `odds` gives them one by one."""
MOST_WALKS = 150
"""Destinations looked at for the reactions they invite."""
BACK = ("", "b", "back", "0")


class Menu:
    """One option being narrowed down."""

    def __init__(self, sitting: Sitting, words: Words, offer: Offer) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.words = words
        self.who = words.who
        self.seat = words.seat
        self.offer = offer

    def choose(self, picks: list[Pick] | None = None) -> Command | None:
        """One command, of these picks where some were named already; None to go back."""
        if self.offer.worded:
            return self._tell()
        return self._narrow(self.offer.picks if picks is None else picks)

    def _tell(self) -> Command | None:
        """Words of one's own."""

        def show(_: bool) -> None:
            self.screen.say("Say it in your own words.", 2)

        line = self._ask(f"{self.offer.title}: what? (Enter goes back) ", show, [])
        return None if line in BACK else Command(self.who, self.offer.verb, thing=line)

    def _narrow(self, picks: list[Pick]) -> Command | None:
        """From many picks to one: first which thing, then where or whom. Open ones stand first."""
        picks = [pick for pick in picks if not pick.blocked] + [pick for pick in picks if pick.blocked]
        if len(picks) == 1:
            return picks[0].command
        things = list(dict.fromkeys([pick.command.thing for pick in picks]))
        if len(things) > 1 and len(picks) > MOST_FIGURED:
            thing = self._pick_thing(picks, things)
            return self._narrow([p for p in picks if p.command.thing == thing]) if thing is not None else None
        if all([pick.command.squares for pick in picks]):
            return self._pick_square(picks)
        return self._pick_one(picks)

    # ---------------------------------------------------------------- asking

    def _ask(self, prompt: str, show: Callable[[bool], None], picks: list[Pick]) -> str:
        return self.words.ask(prompt, show, lambda line: self._why(line, picks), "(options shows the list again)")

    def _why(self, line: str, picks: list[Pick]) -> None:
        number = self._numbered(line.partition(" ")[2].strip(), picks)
        if not number:
            self.words.complain(f"why takes one of these, by its name or its number from 1 to {len(picks)}")
            return
        pick = picks[number - 1]
        reasons = pick.blocked
        self.screen.say(f"{pick.label} is {'not possible now' if reasons else 'possible'}, {self.offer.title}:", 2)
        if not reasons:
            self.screen.say(f"{self.offer.paragraph} {self.sitting.paragraph(self.offer.paragraph)}", 2, 2)
        self.words.explain(reasons)

    def _ask_number(self, prompt: str, show: Callable[[bool], None], picks: list[Pick]) -> int:
        """A number from 1 on, or the name of one of the picks; 0 goes back."""
        show(False)
        while True:
            line = self._ask(prompt, show, picks)
            if line in BACK:
                return 0
            number = self._numbered(line, picks)
            if number:
                return number
            self.words.complain(f"a number from 1 to {len(picks)}, or Enter to go back")

    def _numbered(self, line: str, picks: list[Pick]) -> int:
        """Which pick is meant, from 1 on, by its number or a name; 0 when none or several."""
        if line.isascii() and line.isdigit():
            return int(line) if 1 <= int(line) <= len(picks) else 0
        marks = tokens_of(self.game.known(self.seat))
        names: Names = {}
        for number, pick in enumerate(picks, 1):
            command = pick.command
            people = [*command.targets, *[marks.get(who, who) for who in command.targets]]
            names[str(number)] = [pick.label, *([command.thing] if command.thing else []), *people]
        found = fitting(line, names)
        return int(found[0]) if len(found) == 1 else 0

    # ---------------------------------------------------------------- things and targets

    def _pick_thing(self, picks: list[Pick], things: list[str]) -> str | None:
        rows: list[Pick] = []
        plain = self.game.ruleset.actions[self.offer.verb].unnamed(self.game.known(self.seat), self.who)
        for thing in things:
            mine = [pick for pick in picks if pick.command.thing == thing]
            legal = [pick for pick in mine if not pick.blocked]
            first = (legal or mine)[0]
            label = self.sitting.thing_name(thing) or plain
            row = Pick(first.command, label, first.cost, [] if legal else first.blocked)
            row.drawback = first.drawback
            rows.append(row)
        rows = [row for row in rows if not row.blocked] + [row for row in rows if row.blocked]
        number = self._ask_number(self._prompt("which"), lambda full: show_picks(self.screen, rows, {}, full), rows)
        return rows[number - 1].command.thing if number else None

    def _pick_one(self, picks: list[Pick]) -> Command | None:
        """A target or a thing, with the odds of each before anything is done."""
        figures: dict[int, str] = {}
        legal = [index for index, pick in enumerate(picks) if not pick.blocked]
        for index in self.words.with_progress(legal[:MOST_FIGURED], "working out the odds"):
            figures[index] = self.sitting.figure(picks[index].command, self.seat)

        def show(full: bool) -> None:
            show_picks(self.screen, [_brief(pick, self.offer.drawback) for pick in picks], figures, full)

        number = self._ask_number(self._prompt("which"), show, picks)
        return picks[number - 1].command if number else None

    def _prompt(self, question: str) -> str:
        """What is asked, with the drawback of the option."""
        drawback = f" ({self.offer.drawback})" if self.offer.drawback else ""
        return f"{self.offer.title}{drawback}, {question}? (Enter goes back) "

    # ---------------------------------------------------------------- squares

    def _pick_square(self, picks: list[Pick]) -> Command | None:
        """A destination, typed; the map shows what each costs and where somebody may react."""
        legal = [pick for pick in picks if not pick.blocked]
        # What comes of an area depends on its square; it is told once one is chosen.
        invites = self._invited(legal) if self._walks else {}
        self._show_squares(legal, invites)
        while True:
            ground = "square" if isinstance(self.game.state.board, Grid) else "place"
            prompt = self._prompt(f"{'to' if self._walks else 'at'} which {ground}")
            line = self._ask(prompt, lambda _: self._show_squares(legal, invites), picks)
            if line in BACK:
                return None
            command = self._square_command(picks, line)
            if command is not None and self._confirm(command):
                return command

    @property
    def _walks(self) -> bool:
        """Is it a way that is chosen, and no square to aim at?"""
        return "path" in self.offer.shape.split()

    def _show_squares(self, legal: list[Pick], invites: dict[int, list[str]]) -> None:
        view = self.sitting.view(self.seat)
        if not isinstance(view.board, Grid) or self.screen.plain:
            self._speak_squares(legal, invites)
            return
        drawing = Map(self.screen, view, [self.who])
        drawing.add_reach(legal, invites)
        drawing.add_tokens()
        drawing.show()
        said = "Numbers are costs, * is free" + (", ! invites a reaction." if any(invites.values()) else ".")
        self.screen.say(said, 1, style="dim")

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
            by_cost.setdefault(pick.cost or "free", []).append(board.label(square) + mark)
        for cost, names in by_cost.items():
            self.screen.say(f"{cost}: {', '.join(names)}.")

    def _square_command(self, picks: list[Pick], line: str) -> Command | None:
        view = self.game.known(self.seat)
        verb, _, rest = line.partition(" ")
        if rest and verb.lower() in (self.offer.verb, self.offer.title.lower()):
            line = rest.strip()
        named = read_squares(view, line)
        for pick in picks:
            if len(named) == 1 and pick.command.squares[-1] == named[0]:
                if pick.blocked:
                    show_reasons(self.screen, pick.blocked, {})
                    return None
                return pick.command
        begun = Begun(self.offer.verb, picks[0].command.thing, line)
        try:
            command = self.words.finish(self.words.reader([self.offer]), begun)
            self.game.judge(command, self.seat)
        except Invalid as invalid:
            self.words.reject(invalid)
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
        way = "-".join([view.board.label(square) for square in command.squares])

        def show(_: bool) -> None:
            for text in [f"{'By' if self._walks else 'At'} {way}.", figure, *invited]:
                if text:
                    self.screen.say(text, 2)

        show(True)
        return self._ask("Go? (Enter yes, b back) ", show, []).lower() in ("", "y", "yes")


def _brief(pick: Pick, drawback: str) -> Pick:
    """A pick without the drawback that stands in the prompt already."""
    if pick.drawback != drawback:
        return pick
    return Pick(pick.command, pick.label, pick.cost, pick.blocked)
