"""Commands as people type them: titles as well as verbs, names as well as ids, and the beginning of either.

For `play`. What could mean several things is never guessed at: the several things are named.
"""

from __future__ import annotations

from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.glossary import names_in
from fracas.engine.names import FILLERS
from fracas.engine.offer import Offer
from fracas.engine.ruleset import Ruleset
from fracas.engine.text import read_rest, read_squares

LONGEST_NAME = 6
"""Words in the longest name worth looking for."""


class Unclear(Exception):
    """Something typed could mean several things."""

    def __init__(self, word: str, meanings: list[str]) -> None:
        super().__init__(f"{word} could be {', '.join(meanings[:-1])} or {meanings[-1]}: say which")


def plain(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace(",", " ").split())


def fitting(word: str, names: dict[str, list[str]]) -> list[str]:
    """Whose name is this: exactly so called, or beginning so, or with a word that begins so."""
    wanted = plain(word)
    if not wanted:
        return []
    exact = [key for key, said in names.items() if wanted in [plain(one) for one in said]]
    if exact:
        return exact
    first = [key for key, said in names.items() if [one for one in said if plain(one).startswith(wanted)]]
    return first or [key for key, said in names.items() if [one for one in said if f" {wanted}" in f" {plain(one)}"]]


def check_square(view: Encounter, offer: Offer, command: Command) -> None:
    """Where a square was asked for, and a word or a number typed that is none, say so."""
    shape = offer.shape.split()
    typed = command.thing or " ".join([str(number) for number in command.numbers])
    if typed and not command.squares and ("path" in shape or "square" in shape) and "thing" not in shape:
        board = view.board
        few = f"{board.name(0)} or {board.name(board.size - 1)}"
        raise Invalid("command", "square", typed, f"a place such as {few}")


class Reader:
    """Reads for one combatant in turn, from what its seat knows and the options it has."""

    def __init__(self, ruleset: Ruleset, view: Encounter, who: str, offers: list[Offer]) -> None:
        self.ruleset = ruleset
        self.view = view
        self.who = who
        self.offers = offers

    def offer_of(self, words: list[str]) -> tuple[Offer | None, int]:
        """The option a line begins with, and how many words name it."""
        names = {offer.verb: [offer.verb, offer.title] for offer in self.offers}
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            phrase = plain(" ".join(words[:count]))
            for offer in self.offers:
                if phrase in (plain(offer.verb), plain(offer.title)):
                    return offer, count
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            found = fitting(" ".join(words[:count]), names)
            if found:
                return self._one_offer(" ".join(words[:count]), found), count
        return None, 0

    def _one_offer(self, word: str, verbs: list[str]) -> Offer:
        """The only one, or the only one that is possible now."""
        named = [offer for offer in self.offers if offer.verb in verbs]
        possible = [offer for offer in named if offer.open]
        if len(named) == 1 or len(possible) == 1:
            return (possible or named)[0]
        raise Unclear(word, [f"{offer.title} ({offer.verb})" for offer in possible or named])

    def command(self, offer: Offer, words: list[str]) -> Command:
        """The command of an option with what follows its name."""
        read: list[str] = []
        at = 0
        while at < len(words):
            id, count = self._meant(offer, words[at:])
            read.append(id)
            at += count
        command = read_rest(self.ruleset, self.view, self.who, offer.verb, read)
        check_square(self.view, offer, command)
        return command

    def _meant(self, offer: Offer, words: list[str]) -> tuple[str, int]:
        """The id behind the next words, and how many of them name it; what is not known stays as it is typed."""
        word = words[0]
        number = word.removeprefix("-").isdigit() and word.isascii()
        if word in self.view.combatants or word in FILLERS or number or read_squares(self.view, word):
            return word, 1
        people = {who: [who, one.name] for who, one in self.view.combatants.items()}
        things = self._things(offer)
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            phrase = " ".join(words[:count])
            if phrase in things:
                return phrase, count
            found = fitting(phrase, {**people, **things})
            if found:
                return self._one_of(offer, phrase, found, {**people, **things}), count
        return word, 1

    def _things(self, offer: Offer) -> dict[str, list[str]]:
        """Whatever this option can be done with, by id and by name."""
        ids = list(dict.fromkeys([pick.command.thing for pick in offer.picks if pick.command.thing]))
        names = names_in(self.ruleset.tables()) if ids else {}
        return {id: [id, names.get(id, id)] for id in ids}

    def _one_of(self, offer: Offer, word: str, found: list[str], names: dict[str, list[str]]) -> str:
        """The only one so called, or the only one the option is possible with."""
        legal: list[str] = []
        for pick in offer.picks:
            for id in [*pick.command.targets, pick.command.thing]:
                if id in found and id not in legal and not pick.blocked:
                    legal.append(id)
        if len(found) == 1 or len(legal) == 1:
            return (legal or found)[0]
        raise Unclear(word, [_both(names[id]) for id in legal or found])


def _both(names: list[str]) -> str:
    id, name = names
    return name if plain(name) == plain(id) else f"{name} ({id})"


def read_line(
    ruleset: Ruleset, view: Encounter, who: str, offers: list[Offer], line: str
) -> tuple[Offer, Command | None]:
    """The option somebody means, and the command if more than its name was typed; `Invalid` if nothing fits."""
    words = line.split()
    if len(words) > 1 and words[0] == who:
        words = words[1:]
    reader = Reader(ruleset, view, who, offers)
    offer, count = reader.offer_of(words)
    if offer is None:
        raise Invalid("command", "", line, "an action")
    rest = words[count:]
    return offer, reader.command(offer, rest) if rest else None
