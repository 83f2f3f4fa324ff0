"""Reading what people type: actions by verb or title, things and combatants by id or name, or the beginning of either.

For every door through which commands come as text. What could mean several things is never guessed at.
"""

from __future__ import annotations

from fracas.engine.action import Action, soften_offer
from fracas.engine.command import Command
from fracas.engine.encounter import Encounter
from fracas.engine.errors import Invalid
from fracas.engine.names import FILLERS
from fracas.engine.naming import LONGEST_NAME, Names, Unclear, beginning, called, longest, say_name
from fracas.engine.offer import Offer
from fracas.engine.ruleset import Ruleset


class Begun:
    """How a line begins: the verb it means, the thing that stood in the verb's place, and the words left to read."""

    def __init__(self, verb: str, thing: str, rest: str) -> None:
        self.verb = verb
        self.thing = thing
        self.rest = rest


class Interpreter:
    """Reads for one combatant, from what its seat knows.

    `offers` are its options where somebody has worked them out already; `asked` the answers to an open question.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        enc: Encounter,
        who: str,
        offers: list[Offer] | None = None,
        asked: list[Command] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.enc = enc
        self.who = who
        self.asked = asked
        self._offers = offers
        self._single: dict[str, Offer] = {}
        self.people: Names = {id: [id, one.name] for id, one in enc.combatants.items()}

    # ---------------------------------------------------------------- how a line begins

    def begin(self, text: str) -> Begun | None:
        """What a line without its WHO means to do; None when nothing fits.

        What is called exactly so comes first, an action before a thing; then what begins so.
        """
        words = text.split()
        verb, count = self._exact_verb(words)
        if not verb and self._offers is None and self.offers():
            # An option may go by another title at the moment.
            verb, count = self._exact_verb(words)
        if verb:
            return Begun(verb, "", _after(text, count))
        found, count = longest(words, self._things_by_use(), True)
        if not found:
            found, count = longest(words, self._verb_names(False), False)
        if not found:
            found, count = longest(words, self._things_by_use(), False)
        if not found:
            found, count = longest(words, self._foreign_by_use(), True)
        if not found:
            return None
        verb, _, thing = self._one_use(" ".join(words[:count]), found, _after(text, count)).partition(" ")
        return Begun(verb, thing, _after(text, count))

    def _exact_verb(self, words: list[str]) -> tuple[str, int]:
        """An action by its whole verb or title; several of one title are told apart by which is possible."""
        found, count = longest(words, self._verb_names(True), True)
        if words and words[0] in found:
            return words[0], count
        return (self._one_use(" ".join(words[:count]), found, ""), count) if found else ("", 0)

    def _verb_names(self, reactions: bool) -> Names:
        """Verbs and titles: of the answers to a question, else of all actions; reactions only if asked for."""
        verbs = list(self.ruleset.actions)
        if self.asked is not None:
            verbs = list(dict.fromkeys([command.verb for command in self.asked]))
        names: Names = {}
        for verb in verbs:
            action = self.ruleset.actions.get(verb)
            if action is None:
                names[verb] = [verb]
            elif reactions or not action.window or self.asked is not None:
                names[verb] = [verb, action.title]
        for offer in self._offers or []:
            if offer.verb in names:
                names[offer.verb].append(offer.title)
        return names

    def _things_by_use(self) -> Names:
        """Everything that can be named in place of its verb, as `VERB THING`."""
        names: Names = {}
        for offer in self.offers():
            for id, said in self.things(offer.verb).items():
                names[f"{offer.verb} {id}"] = said
        return names

    def _foreign_by_use(self) -> Names:
        """The same for things of this game that are not at hand: whoever names one learns why not."""
        names: Names = {}
        for offer in self.offers():
            for id, said in self._foreign(offer.verb).items() if self.things(offer.verb) else []:
                names[f"{offer.verb} {id}"] = said
        return names

    def _one_use(self, word: str, uses: list[str], rest: str) -> str:
        """The only one, or the only one that takes what follows, or the only one that is possible now."""
        if len(uses) == 1:
            return uses[0]
        apt = [use for use in uses if self._takes(use.partition(" ")[0], rest)] or uses
        possible = [use for use in apt if self._possible(use)]
        if len(apt) == 1 or len(possible) == 1:
            return (possible or apt)[0]
        raise Unclear(word, [self._say_use(use) for use in possible or apt])

    def _takes(self, verb: str, rest: str) -> bool:
        """Has this action any use for more words, or can it do without?"""
        action = self.ruleset.actions.get(verb)
        parts = action.shape.split() if action is not None else []
        if not rest:
            return "target" not in parts and "targets" not in parts
        return bool([part for part in parts if part.rstrip("?") in ("target", "targets", "square", "path")])

    def _possible(self, use: str) -> bool:
        verb, _, thing = use.partition(" ")
        for offer in self.offers():
            if offer.verb == verb and not offer.blocked:
                return bool([p for p in offer.picks if not p.blocked and (not thing or p.command.thing == thing)])
        return False

    def _say_use(self, use: str) -> str:
        verb, _, thing = use.partition(" ")
        action = self.ruleset.actions.get(verb)
        title = action.title if action is not None else verb
        if not thing:
            return f"{title} ({verb})"
        said = self.things(verb).get(thing, [thing])[-1]
        return f"{title}: {said} ({verb} {thing})"

    # ---------------------------------------------------------------- what follows

    def command(self, begun: Begun) -> Command:
        """The command of a line. Words of one's own are read last and left as they were typed."""
        action = self.ruleset.actions.get(begun.verb)
        if action is not None and action.worded:
            return Command(self.who, begun.verb, thing=begun.rest)
        read = [begun.thing] if begun.thing else []
        words = begun.rest.split()
        at = 0
        while at < len(words):
            id, count = self._meant(begun.verb, action, words[at:], read)
            read.append(id)
            at += count
        return read_rest(self.ruleset, self.enc, self.who, begun.verb, read)

    def _meant(self, verb: str, action: Action | None, words: list[str], read: list[str]) -> tuple[str, int]:
        """The id behind the next words, and how many of them name it; what is not known stays as it was typed."""
        word = words[0]
        place, count = self._place(words)
        if place:
            return place, count
        if word in self.enc.combatants or _is_number(word):
            return word, 1
        names = self._named_by(verb, action)
        found, count = longest(words, names, True)
        if not found and word in FILLERS:
            return word, 1
        if not found:
            found, count = longest(words, names, False)
        if not found and action is not None and _takes_thing(action):
            names = self._foreign(verb)
            found, count = longest(words, names, True)
        if not found:
            return word, 1
        legal: list[Command] = []
        if found[1:]:
            legal = [one for one in self._commands(verb, True) if not read or not one.thing or one.thing in read]
        return self._one_of(" ".join(words[:count]), found, names, legal), count

    def _place(self, words: list[str]) -> tuple[str, int]:
        """A square or several, or a place, whose name may have several words."""
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            phrase = " ".join(words[:count])
            if read_squares(self.enc, phrase):
                return phrase, count
        return "", 0

    def _named_by(self, verb: str, action: Action | None) -> Names:
        """Whatever can be named after this verb."""
        parts = [part.rstrip("?") for part in action.shape.split()] if action is not None else ["target", "thing"]
        people = self.people if "target" in parts or "targets" in parts else {}
        return {**people, **self.things(verb)}

    def _one_of(self, word: str, found: list[str], names: Names, legal: list[Command]) -> str:
        """The only one so called, or the only one with which it is possible."""
        possible: list[str] = []
        for command in legal:
            for id in [*command.targets, command.thing]:
                if id in found and id not in possible:
                    possible.append(id)
        if len(found) == 1 or len(possible) == 1:
            return (possible or found)[0]
        raise Unclear(word, [say_name(id, names) for id in possible or found])

    # ---------------------------------------------------------------- what there is

    def offers(self) -> list[Offer]:
        """The options of whoever it is; none for those who never have any."""
        if self._offers is None:
            self._offers = self.ruleset.offers(self.enc, self.who) if self._has_options() else []
        return self._offers

    def _has_options(self) -> bool:
        return self.asked is None and (self.who in self.enc.combatants or self.who in self.ruleset.actors(self.enc))

    def _offer(self, verb: str) -> Offer | None:
        """One option; the others are not worked out for its sake. The GM has few, and not those of combatants."""
        if self.who not in self.enc.combatants:
            self.offers()
        if self._offers is None and verb not in self._single:
            action = self.ruleset.actions.get(verb)
            if action is None or not self._has_options():
                return None
            offer = action.offer(self.enc, self.who)
            soften_offer(self.enc, action, offer)
            self._single[verb] = offer
        for offer in self._offers or []:
            if offer.verb == verb:
                return offer
        return self._single.get(verb)

    def _commands(self, verb: str, legal: bool) -> list[Command]:
        """What is offered by this verb; or of that, what is possible."""
        if self.asked is not None:
            return [command for command in self.asked if command.verb == verb]
        offer = self._offer(verb)
        if offer is None:
            return []
        return [pick.command for pick in offer.picks if not (legal and pick.blocked)]

    def things(self, verb: str) -> Names:
        """Whatever this can be done with, by id and by name."""
        action = self.ruleset.actions.get(verb)
        if action is not None and (action.worded or not _takes_thing(action)):
            return {}
        names: Names = {}
        content = self.enc.content
        for command in self._commands(verb, False):
            if command.thing and command.thing not in names:
                names[command.thing] = [command.thing, content.thing_name(command.thing)]
                for part in command.thing.split()[1:]:
                    names.setdefault(part, [part, content.thing_name(part)])
        return names

    def _foreign(self, verb: str) -> Names:
        """Things of the kinds this is done with that are not at hand."""
        mine = self.things(verb)
        names: Names = {}
        for entries in self.enc.content.tables.values():
            if not mine or [id for id in mine if id in entries]:
                for id, data in entries.items():
                    if isinstance(data, dict):
                        names[id] = [id, str(data.get("name", id))]
        return names


def _takes_thing(action: Action) -> bool:
    return "thing" in [part.rstrip("?") for part in action.shape.split()]


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdigit() and word.isascii()


def _after(text: str, count: int) -> str:
    """A line without its first words, the rest just as it was typed."""
    parts = text.split(None, count)
    return parts[count].rstrip() if len(parts) > count else ""


def check_square(enc: Encounter, action: Action | None, command: Command) -> None:
    """Where a square was asked for, and a word or a number typed that is none, say so."""
    shape = action.shape.split() if action is not None else []
    typed = command.thing or " ".join([str(number) for number in command.numbers])
    if typed and not command.squares and ("path" in shape or "square" in shape) and "thing" not in shape:
        few = f"{enc.board.label(0)} or {enc.board.label(enc.board.size - 1)}"
        raise Invalid("command", "square", typed, f"a place such as {few}")


def person_of(enc: Encounter, word: str, where: str) -> str:
    """A combatant by id or name, or the beginning of either."""
    names: Names = {id: [id, one.name] for id, one in enc.combatants.items()}
    found = [word] if word in names else called(word, names) or beginning(word, names)
    if len(found) > 1:
        raise Unclear(word, [say_name(id, names) for id in found])
    if not found:
        raise Invalid(where, "who", word, "one of " + ", ".join(enc.combatants))
    return found[0]


def complete(command: Command, answers: list[Command]) -> Command:
    """What was typed, filled in where only one of the answers begins like it."""
    alike = [one for one in answers if one.verb == command.verb and begins_like(command, one)]
    return alike[0] if len(alike) == 1 else command


def begins_like(command: Command, one: Command) -> bool:
    """Does everything typed stand in this one too?"""
    return (
        command.thing in ("", one.thing)
        and command.targets in ((), one.targets)
        and command.squares in ((), one.squares)
        and command.numbers in ((), one.numbers)
    )


def read_rest(ruleset: Ruleset, enc: Encounter, who: str, verb: str, words: list[str]) -> Command:
    """What follows WHO VERB, word by word: a combatant, a number, squares, else a thing."""
    targets: list[str] = []
    things: list[str] = []
    squares: list[int] = []
    numbers: list[int] = []
    for word in words:
        if word in enc.combatants:
            targets.append(word)
        elif _is_number(word):
            numbers.append(int(word))
        elif word not in FILLERS:
            found = read_squares(enc, word)
            if found:
                squares.extend(found)
            else:
                things.append(word)
    action = ruleset.actions.get(verb)
    if action is not None and "path" in action.shape.split() and len(squares) == 1 and who in enc.combatants:
        squares = action.route(enc, who, squares[0])
    return Command(who, verb, tuple(targets), " ".join(things), tuple(squares), tuple(numbers))


def read_squares(enc: Encounter, word: str) -> list[int]:
    """`c4`, or `c4-c5-d6`; empty if the word names no squares."""
    try:
        return [enc.board.parse(word)]
    except Invalid:
        pass
    squares: list[int] = []
    for name in word.split("-"):
        try:
            squares.append(enc.board.parse(name))
        except Invalid:
            return []
    return squares
