"""Words understood at every prompt: undo, log, rules, cards, odds, rulings, saving, leaving.

For `play`; each word does its thing and says whether the game is another one afterwards.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

from rich.progress import track

from fracas.cli.play_keeping import holds_something, is_game
from fracas.cli.play_sitting import Sitting
from fracas.cli.screen_after import show_after
from fracas.cli.screen_entry import show_entry
from fracas.cli.screen_events import lines_of, narrate
from fracas.cli.screen_map import said_lying, tokens_of
from fracas.cli.screen_odds import show_odds
from fracas.cli.screen_offers import show_reasons
from fracas.cli.screen_rail import show_card, show_rail
from fracas.cli.screen_spoken import show_map
from fracas.engine.canon import canon
from fracas.engine.command import GM, Command, command_from_json
from fracas.engine.errors import Invalid, Refused
from fracas.engine.log import Line
from fracas.engine.naming import Names, Unclear, fitting
from fracas.engine.offer import Offer, Pick
from fracas.engine.reading import Begun, Interpreter, begins_like, check_square, person_of
from fracas.engine.reason import Reason
from fracas.engine.text import parse_command, say_command
from fracas.session.foresight import foresee_odds
from fracas.session.lookup import entries_for, look_up
from fracas.session.rail import rail_for
from fracas.session.reckoning import Reckoning
from fracas.session.waiting import LOOK, Seconds

T = TypeVar("T")

MOST_EXPLAINED: Final = 4
"""How many things of one name are explained at once; more are only listed."""
HELP: Final = (
    ("a number", "choose an option, a target or an answer"),
    (
        "VERB TARGET, VERB SQUARE",
        "a command in words, by title or name or how they begin: run c8, run c4-c5-d6",
    ),
    ("as WHO", "act with another of your people, if several may act"),
    ("options, all", "the options again; all of them, with reasons why some are not possible"),
    ("why N, why NAME", "why an option is not possible, with the rules behind it"),
    ("what NAME", "what an item, spell, ability, condition, terrain, action or option is"),
    ("map, order, card [WHO]", "the board, the turn order, a card with what its numbers are made of"),
    ("odds COMMAND", "the chances of a command, as a table"),
    ("rule 4.3", "the text of a rule"),
    ("log [N]", "what happened: the last N lines, in detail"),
    ("after", "the fight so far, added up: harm, what was used and missed, luck"),
    ("u, r", "undo the last decision made here; redo"),
    ("withdraw", "take back the command whose question is open"),
    ("prefer REACTION off|ask|auto", "whether to ask this seat about a reaction"),
    ("dice hand|server", "throw this seat's dice by hand, or let the table throw"),
    (
        "gm RULING because WHY",
        "overrule: gm set WHO FIELD VALUE, gm move WHO SQUARE, gm hide WHO, gm mode 4.3 warn, ...",
    ),
    ("allow [COMMAND] because WHY", "let a refused command through once (by default the last one refused)"),
    ("note TEXT", "a note for the GM"),
    ("save FILE", "also write the game to this file"),
    ("quit", "leave; the game is saved and can be resumed"),
)
WORDS: Final = (
    "help ? map order card odds rule rules what log after"
    " u undo r redo withdraw prefer dice gm allow note save quit q exit"
).split()


def fitting_picks(offers: list[Offer], command: Command) -> list[Pick]:
    """The possible picks in which everything typed so far stands."""
    for offer in offers:
        if offer.verb == command.verb:
            return [pick for pick in offer.picks if not pick.blocked and begins_like(command, pick.command)]
    return []


class Leave(Exception):
    """Somebody leaves the table."""


class Changed(Exception):
    """A word at a prompt (undo, a ruling) made another game of it: what was asked no longer holds."""


class Words:
    """The words of one prompt: whose seat it is, and for whom it speaks."""

    def __init__(self, sitting: Sitting, seat: str, who: str) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.game = sitting.game
        self.seat = seat
        self.who = who
        self.numbered: list[str] = []
        """The actions behind the numbers of the options: `what 5` and `odds 5 orc` are about option 5."""

    def known(self, line: str) -> bool:
        return line.split(maxsplit=1)[0] in WORDS

    def hint(self, word: str) -> str:
        """What somebody may have meant."""
        actions = [action for action in self.game.ruleset.actions.values() if not action.window]
        # A verb that is its title with hyphens is named once.
        titles = [action.title.lower() for action in actions if action.title.lower().replace(" ", "-") != action.verb]
        verbs = [*[action.verb for action in actions], *titles]
        near = difflib.get_close_matches(word, [*verbs, *WORDS], 3, 0.5)
        return (
            f"perhaps {' or '.join(dict.fromkeys(near))} (help lists all)" if near else "a number, a command, or help"
        )

    def unknown(self, word: str) -> str:
        """What to say to a word nobody knows."""
        return f"{word!r} is not understood: {self.hint(word)}"

    def complain(self, text: str) -> None:
        self.screen.say(text[:1].upper() + text[1:], 2, 2, style="bold")

    def reject(self, invalid: Invalid) -> None:
        """What cannot be understood, in words for somebody who just typed it."""
        if isinstance(invalid, Unclear):
            self.complain(invalid.say())
            return
        values = invalid.value if isinstance(invalid.value, list) else [invalid.value]
        shown = ", ".join([repr(value) for value in values if value or value == 0])
        expected = f"expected {invalid.expected}{invalid.hint}"
        self.complain(f"{shown[:80]} will not do: {expected}" if shown else expected)

    def obey(self, line: str) -> bool:
        """Do what a word says; true when the situation has changed."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            if word in ("u", "undo", "r", "redo", "withdraw"):
                return self._go_back(word)
            if word in ("gm", "allow", "note", "prefer", "dice"):
                return self._rule(word, rest)
            self._look(word, rest)
        except Refused as refused:
            show_reasons(self.screen, refused.reasons, {})
        except Invalid as invalid:
            self.reject(invalid)
        except OSError as error:
            self.complain(f"{error.filename or rest}: {error.strerror or error}")
        return False

    def ask(self, prompt: str, show: Callable[[bool], None], why: Callable[[str], None], again: str = "") -> str:
        """A line that is an answer: look-ups are answered here, and the question waits."""
        while True:
            line = self.screen.ask(prompt)
            if line.startswith("#"):
                continue
            if line in ("options", "all"):
                show(line == "all")
            elif line.split()[:1] == ["why"]:
                why(line)
            elif line and self.known(line):
                if self.obey(line):
                    raise Changed
                if again:
                    self.screen.say(again, 2, style="dim")
            else:
                return line

    def explain(self, reasons: list[Reason]) -> None:
        """Reasons with the text of their rules."""
        show_reasons(
            self.screen, reasons, {reason.paragraph: self.sitting.paragraph(reason.paragraph) for reason in reasons}
        )

    def with_progress(self, items: list[T], text: str) -> Iterable[T]:
        """The items one by one, with a bar on a terminal when it takes a while."""
        if self.screen.plain or not self.screen.console.is_terminal or len(items) < 2:
            return items
        return track(items, text, console=self.screen.console, transient=True)

    # ---------------------------------------------------------------- looking

    def _look(self, word: str, rest: str) -> None:
        view = self.sitting.view(self.seat)
        seat = self.sitting.audience(self.seat)
        if word in ("help", "?"):
            self._help()
        elif word == "map":
            show_map(self.screen, view, [self.who], said_lying(self.game.ruleset, view))
        elif word == "order":
            show_rail(self.screen, view, rail_for(self.game.ruleset, view, seat))
        elif word == "card":
            who = self._combatant(rest or self.who)
            show_card(self.screen, view, self.game.ruleset.card(view, who, seat))
        elif word == "odds":
            self._odds(rest)
        elif word in ("rule", "rules"):
            if not rest:
                raise Invalid("rule", "", rest, "a number: rule 4.3")
            text = self.sitting.paragraph(rest)
            self.screen.say(f"{rest} {text}" if text else f"There is no rule {rest}.", 2)
        elif word == "what":
            self._what(rest)
        elif word == "log":
            self._log(rest)
        elif word == "after":
            show_after(self.screen, Reckoning(self.sitting.session, seat))
        elif word == "save":
            self._save(rest)
        else:
            self._quit()

    def _help(self) -> None:
        for words, text in HELP:
            if self.screen.plain:
                self.screen.say(f"{words}: {text}.")
            elif self.screen.width < 80:
                self.screen.say(f"{words}: {text}", 2, 4)
            else:
                self.screen.say(f"{words:<29} {text}", 2, 30)

    def _what(self, rest: str) -> None:
        """`what NAME`: anything of the game in its own words; of somebody, the card."""
        view = self.sitting.view(self.seat)
        if not rest:
            kinds = {entry.kind: entry.name.lower() for entry in entries_for(self.game.ruleset, view, self.seat)}
            asked = [f"what {name}" for name in list(kinds.values())[:MOST_EXPLAINED]]
            raise Invalid("what", "", rest, f"a name: {', '.join(asked)}")
        rest = self._action(rest)
        people: Names = {who: [who, one.name] for who, one in view.combatants.items()}
        try:
            found = look_up(self.game.ruleset, view, self.seat, rest)
        except Invalid:
            if not fitting(rest, people):
                raise
            self._look("card", rest)
            return
        if len(found) > MOST_EXPLAINED:
            self.complain(f"{rest} could be {', '.join([f'{one.name} ({one.kind})' for one in found])}")
            return
        told: list[str] = []
        for entry in found:
            show_entry(self.screen, entry, self.sitting.paragraph(entry.paragraph), entry.paragraph not in told)
            told.append(entry.paragraph)

    def _action(self, words: str) -> str:
        """The same words with the number of an option, if they begin with one, in words too."""
        number, _, rest = words.partition(" ")
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(self.numbered)):
            return words
        return f"{self.numbered[int(number) - 1]} {rest}".strip()

    def _combatant(self, word: str) -> str:
        """An id, or a name or the beginning of one, of somebody this seat knows of."""
        view = self.sitting.view(self.seat)
        for who, mark in tokens_of(view).items():
            if word == mark:
                return who
        return person_of(view, word, "card")

    def reader(self, offers: list[Offer]) -> Interpreter:
        """Reads for whoever is in turn; here the marks on the map are names too."""
        view = self.game.known(self.seat)
        reader = Interpreter(self.game.ruleset, view, self.who, offers)
        for who, mark in tokens_of(view).items():
            reader.people[who].insert(1, mark)
        return reader

    def begin(self, reader: Interpreter, line: str) -> Begun:
        """What a line means to do; `Invalid` with the whole line where nothing fits."""
        who, _, rest = line.partition(" ")
        begun = reader.begin(rest if who == self.who and rest else line)
        if begun is None:
            raise Invalid("command", "", line, "an action")
        return begun

    def finish(self, reader: Interpreter, begun: Begun) -> Command:
        command = reader.command(begun)
        check_square(reader.enc, self.game.ruleset.actions.get(command.verb), command)
        return command

    def read(self, line: str) -> Command:
        """A command in words, of whoever is in turn unless it names somebody."""
        view = self.game.known(self.seat)
        words = line.split()
        if words and words[0] in view.combatants and words[0] != self.who:
            return parse_command(self.game.ruleset, view, line)
        reader = self.reader(self.game.offers(self.who, self.seat))
        command = self.finish(reader, self.begin(reader, line))
        legal = fitting_picks(reader.offers(), command)
        return legal[0].command if len(legal) == 1 else command

    def _odds(self, rest: str) -> None:
        command = self.read(self._action(rest))
        odds = foresee_odds(self.game, command, self.seat, [], Seconds(LOOK))
        show_odds(self.screen, self.game.ruleset, self.game.known(self.seat), odds, command, self.seat)

    def _log(self, rest: str) -> None:
        told = lines_of(self.sitting.told(self.sitting.audience(self.seat)))
        count = int(rest) if rest.isascii() and rest.isdigit() else 30
        narrate(self.screen, [item for line in (told[-count:] if count else told) for item in line], True)

    def _save(self, rest: str) -> None:
        if not rest:
            raise Invalid("save", "", rest, "the name of a file")
        path = Path(rest).expanduser()
        if holds_something(path) and not is_game(path):
            raise Invalid("save", "", rest, "a new file, or one that holds a saved game")
        path.write_text(self.game.save(), encoding="utf-8")
        self.screen.say(f"Written to {path}", 2)

    def _quit(self) -> None:
        kept = "The game is NOT saved" if self.sitting.keeper.trouble else "The game is saved"
        name = self.screen.ask(f"Leave? {kept}. Enter or y leaves, a file name saves it there as well, n or b stays: ")
        if name.lower() in ("b", "back", "n", "no"):
            return
        if name and name.lower() not in ("y", "yes"):
            self._save(name)
        raise Leave

    # ---------------------------------------------------------------- changing

    def _go_back(self, word: str) -> bool:
        if word in ("r", "redo"):
            self.sitting.redo()
            self.screen.say("Done again.", 2)
        elif word == "withdraw":
            self.sitting.withdraw()
            self.screen.say("Withdrawn.", 2)
        else:
            line = self.sitting.undo()
            self.screen.say(f"Undone: {self._say_line(line)}. Rolls are seeded: repeating it gives the same dice.", 2)
        return True

    def _say_line(self, line: Line) -> str:
        body = line.data.get("command", line.data.get("ruling"))
        command = command_from_json(body)
        return say_command(self.game.state, command)

    def _rule(self, word: str, rest: str) -> bool:
        text, _, because = rest.partition(" because ")
        if rest.startswith("because "):
            text, because = "", rest.removeprefix("because ")
        if word == "allow" or text.startswith("allow"):
            self._allow(text.removeprefix("allow").strip() if word == "gm" else text, because)
        elif word == "note":
            self.sitting.rule(Command(GM, "note", text=rest), "")
            self.screen.say("Noted.", 2)
        elif word in ("prefer", "dice"):
            ruling = self.sitting.session.read_ruling(f"{word} {self.seat} {rest}", GM)
            self.sitting.rule(ruling, "", self.seat)
            self.screen.say("Noted.", 2)
        else:
            ruling = self.sitting.session.read_ruling(text, GM)
            self.sitting.rule(ruling, because)
            self.screen.say(f"Ruled: {text}.", 2)
        return True

    def _allow(self, text: str, because: str) -> None:
        """Leave for one command, which is then given at once."""
        last = self.sitting.refused
        if text:
            command, seat = self.read(text), self.seat
        elif last is not None:
            command, seat = last
        else:
            raise Invalid("allow", "", text, "a command, or one refused just now")
        self.sitting.rule(Command(GM, "allow", text=canon(command.to_json())), because)
        if not self.game.waiting:
            self.sitting.perform(command, seat)
