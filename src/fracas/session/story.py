"""The log as a story: one line per deed, made from what a seat was told, event by event.

For streams, and so for pages, exports and the terminal alike. A line grows while its deed goes on; bookkeeping and dice
stay with it for whoever opens it. It follows from what events declare (`Event.TELLS`), so any ruleset tells one.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.event import (
    ACT,
    AREA,
    BOOKS,
    FALL,
    GAIN,
    HARM,
    HEAL,
    LOSE,
    MARK,
    MOVE,
    NEWS,
    REST,
    RESULT,
    RISE,
    ROLL,
    TURN,
)
from fracas.engine.events import Rolled
from fracas.engine.teller import Told

BEFALLS: Final = (HARM, HEAL, GAIN, LOSE, FALL, RISE)
"""What happens to somebody, as the end of a sentence."""
DEED: Final = "deed"
QUIET: Final = "quiet"
"""The shape of a line that tells of nothing done: somebody passes, or ends a turn."""
BACK: Final = "back"
THEN: Final = "; then "
"""Between two sentences about the same one, who is named once."""


class Sentence:
    """Somebody does something, and what comes of it: "Brisk cuts the Reaver: hit, 4 harm, bleeding"."""

    def __init__(self, head: str, doer: str = "", name: str = "", aims: list[str] | None = None) -> None:
        self.head = head
        self.doer = doer
        self.about = doer
        """Whom it is about, where nobody does anything."""
        self.name = name
        """The name of that one, by which the sentence may begin."""
        self.aims: list[str] = aims if aims is not None else []
        self.results: list[str] = []
        """How it came out for whoever did it."""
        self.came: dict[str, list[str]] = {}
        """What came of it, by whom it befell."""
        self.names: dict[str, str] = {}
        self.hurt: list[str] = []
        """Whom it harmed. Harm to the doer is told with the doer's name."""
        self.endings: dict[str, list[str]] = {}
        """By whom: what came to an end for them. Of those who fall it is not told."""
        self.rolled = ""
        """How the dice fell, where nothing else has been told of the deed so far."""
        self.thrown: dict[str, str] = {}
        """By name: how the dice fell, where rolls of one or several are all it tells."""
        self.walks = ""
        """Who walks, where the sentence is a walk."""
        self.ends = False
        """Does it begin with something that has ended?"""

    def concerns(self, who: str) -> bool:
        return who in self.aims or who == self.doer

    def add(self, who: str, name: str, words: str) -> None:
        """Something came of it for somebody."""
        self.names[who] = name
        said = self.came.setdefault(who, [])
        if not [one for one in said if one == words or one.endswith(" " + words)]:
            said.append(words)

    def spare(self, who: str) -> bool:
        """Of whoever falls, do not tell what else has ended. True if nothing is left to tell."""
        kept = [words for words in self.came.get(who, []) if words not in self.endings.get(who, [])]
        if kept:
            self.came[who] = kept
        else:
            self.came.pop(who, None)
        return self.ends and self.about == who and not self.came and not self.results

    def goes_on(self, about: str) -> bool:
        """Does it begin with the name of whoever the sentence before was about?"""
        return bool(self.name) and self.about == about and self._unnamed() != self.head and len(self.thrown) < 2

    def text(self, unnamed: bool = False) -> str:
        """The sentence; whoever it was done to is not named again, nor whoever it is about where it goes on."""
        together = len(self.thrown) > 1
        alone = "" if together else self.doer
        plain = self.aims[0] if len(self.aims) == 1 else alone if not self.aims else ""
        first, rest, own = list(self.results), list[str](), ""
        groups: dict[str, list[str]] = {}
        for who, words in self.came.items():
            groups.setdefault(", ".join(words), []).append(who)
        for said, people in groups.items():
            if people == [plain] or (len(people) > 1 and sorted(people) == sorted(self.aims)):
                first.append(said)
            elif people == [alone] and alone not in self.hurt:
                own = f" ({said})"
            else:
                rest.append(f"{listed([self.names[who] for who in people])} {said}")
        if not first and not rest and self.rolled and not together:
            first.append(self.rolled)
        told = "; ".join([", ".join(first), *rest] if first else rest)
        head = (self._unnamed() if unnamed else self._head()) + own
        joint = "; " if ": " in head else ": "
        return head + (joint + told if told else "")

    def _head(self) -> str:
        """How it begins; where several threw for the same, with how the dice of each fell."""
        if len(self.thrown) < 2:
            return self.head
        return f"{self.head}: " + ", ".join([f"{name} {fell}" for name, fell in self.thrown.items()])

    def _unnamed(self) -> str:
        for joint in (", ", ": ", " "):
            if self.head.startswith(self.name + joint):
                return self.head[len(self.name + joint) :]
        return self.head


def listed(names: list[str]) -> str:
    """Ann, Bo and Cy."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def name_of(told: Told, who: str) -> str:
    return told.view.name(who) if who else ""


def first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


class Tale:
    """One line of the story under way: its first entry, its deed, its sentences."""

    def __init__(self, n: int, deed: int, shape: str) -> None:
        self.n = n
        self.deed = deed
        self.shape = shape
        self.sentences: list[Sentence] = []
        self.spare = ""
        """Bookkeeping to be told where a deed is nothing else."""
        self.because = ""
        self.rests = False
        self.eventful = False
        """Does it tell more than that a turn ends?"""
        self._fallen: list[str] = []
        """Who fell in this deed, and did not get up."""
        self._now: Sentence | None = None
        """The sentence that goes on."""
        self._early: Sentence | None = None
        """Where a result stands whose deed may be told next."""

    def text(self) -> str:
        said, before = "", ""
        for sentence in self.sentences:
            goes_on = bool(said) and sentence.goes_on(before)
            said += (THEN if goes_on else ". " if said else "") + sentence.text(goes_on)
            before = sentence.about
        said = said or self.spare
        return f"{said} ({self.because})" if said and self.because else said

    def add(self, told: Told) -> None:
        """Take in one more event of the deed."""
        sign = told.sign
        early = self._early
        self._early = None
        self.eventful = self.eventful or (bool(sign.text) and sign.tells not in (BOOKS, REST, LOSE, ""))
        if sign.tells == ROLL:
            self._throw(told)
        elif sign.tells == BOOKS or not sign.text:
            self.spare = self.spare or told.text
            self._early = early
        elif sign.tells == REST:
            self._rest(told)
        elif sign.tells == MOVE:
            self._walk(told)
        elif sign.tells == RESULT:
            self._settle(told)
        elif sign.tells in BEFALLS:
            self._befall(told)
        elif sign.tells == AREA and self._now is not None:
            self._now.results.extend([] if sign.text in self._now.results else [sign.text])
        else:
            self._begin(told)
            if early is not None and sign.tells == ACT and self._now is not early and self._now is not None:
                self._now.results.extend(early.came.pop(sign.who, []))

    def _begin(self, told: Told) -> None:
        """Somebody does something. What only announced it, or the dice of it, give way."""
        sign = told.sign
        fresh = Sentence(sign.text, sign.who if sign.tells in (ACT, TURN) else "", name_of(told, sign.who), sign.at)
        fresh.about = sign.who
        last = self.sentences[-1] if self.sentences else None
        for sentence in self.sentences:
            if sentence.doer == sign.who and sentence.head.startswith(sign.text):
                return
        if last is not None and sign.tells == ACT and last.doer == sign.who and not last.walks:
            if last.rolled or not last.came or not (last.aims or sign.at):
                fresh.came, fresh.names, fresh.results = last.came, last.names, last.results
                fresh.hurt, fresh.endings = last.hurt, last.endings
                fresh.aims = fresh.aims or last.aims
                self.sentences.pop()
        self.sentences.append(fresh)
        self._now = fresh

    def _rest(self, told: Told) -> None:
        if not self.sentences:
            self._now = Sentence(told.sign.text, told.sign.who, name_of(told, told.sign.who))
            self.sentences.append(self._now)

    def _throw(self, told: Told) -> None:
        """Dice alone make a sentence until somebody says what they were for; rolls for the same thing share one."""
        event, last = told.event, self.sentences[-1] if self.sentences else None
        if not isinstance(event, Rolled):
            return
        name, why = name_of(told, event.who), event.in_words(told.view, "why")
        if last is None:
            self._now = Sentence(f"{name}, {why}", event.who, name, [who for who in event.about if who != event.who])
            self._now.rolled = told.sign.text
            self._now.thrown = {name: told.sign.text}
            self.sentences.append(self._now)
        elif last.rolled and name not in last.thrown and last.head in (f"{last.name}, {why}", first_up(why)):
            last.head = first_up(why)
            last.thrown[name] = told.sign.text

    def _walk(self, told: Told) -> None:
        """Steps of one walk are told by the last; somebody shoved is told with who did it."""
        sign, last = told.sign, self.sentences[-1] if self.sentences else None
        name = told.view.name(sign.who)
        if last is not None and last.walks == sign.who and not last.came:
            last.head = f"{name} {sign.text}"
        elif last is not None and not last.walks and last.doer and last.doer != sign.who:
            words = last.came.setdefault(sign.who, [])
            if words and words[-1].split(" to ")[0] == sign.text.split(" to ")[0]:
                words.pop()
            last.add(sign.who, name, sign.text)
        else:
            self._now = Sentence(f"{name} {sign.text}", sign.who, name)
            self._now.walks = sign.who
            self.sentences.append(self._now)

    def _settle(self, told: Told) -> None:
        """How it came out, for whom it was aimed at or whom it is about."""
        sign = told.sign
        if sign.at:
            mine = [sentence for sentence in self.sentences if sentence.doer == sign.who and not sentence.walks]
            self._now = mine[-1] if mine else self._now
        elif self._now is not None and self._now.doer == sign.who:
            if sign.text not in self._now.results:
                self._now.results.append(sign.text)
            return
        fresh = bool(sign.at) or self._now is None or sign.who not in self._now.came
        for who in sign.at or [sign.who]:
            self._go_on(told, who, sign.text)
        self._early = self._now if fresh and not sign.at else None

    def _befall(self, told: Told) -> None:
        sign, now = told.sign, self._now
        own = sign.own and now is not None and sign.who in (now.doer, now.about)
        if own or (self.shape == MARK and sign.tells == LOSE):
            # A mark that comes of one's own deed, and what ends for everybody.
            told.tells = BOOKS
            return
        if sign.tells == FALL:
            self._fallen.append(sign.who)
            self.sentences = [sentence for sentence in self.sentences if not sentence.spare(sign.who)]
            self._now = now = now if now in self.sentences else None
        elif sign.tells == RISE:
            self._fallen = [who for who in self._fallen if who != sign.who]
        elif sign.tells == LOSE and sign.who in self._fallen:
            told.tells = BOOKS
            return
        hurt = sign.tells in (HARM, FALL)
        if now is None or (sign.who not in now.aims and (hurt or not now.concerns(sign.who))):
            aimed = [sentence for sentence in self.sentences if sign.who in sentence.aims]
            fitting = aimed or [
                sentence for sentence in self.sentences if sentence.concerns(sign.who) and not sentence.walks
            ]
            self._now = fitting[-1] if fitting else now
        self._go_on(told, sign.who, sign.text)
        if self._now is not None and hurt:
            self._now.hurt.append(sign.who)
        if self._now is not None and sign.tells == LOSE:
            self._now.endings.setdefault(sign.who, []).append(sign.text)

    def _go_on(self, told: Told, who: str, words: str) -> None:
        """Something comes of what is told; where nothing is, it begins the story."""
        if self._now is None:
            self._now = Sentence(told.text or words, who, name_of(told, who))
            self._now.ends = told.sign.tells == LOSE
            self.sentences.append(self._now)
        elif who or not self._now.came:
            self._now.add(who, name_of(told, who), words)


class Story:
    """Tells the lines of one stream, one entry after another."""

    def __init__(self) -> None:
        self._open: Tale | None = None
        self._done = False
        """Is the deed of that line over, as far as the seat was told?"""

    def end(self) -> None:
        """The deed is over. What merely follows from it stays in its line; whatever somebody does begins another."""
        self._done = True

    def close(self) -> None:
        """What comes next begins a line of its own."""
        self._open = None

    def tell(self, n: int, deed: int, told: Told, because: str) -> Tale:
        """The line an entry belongs to, with that entry in it."""
        tells, tale = told.sign.tells, self._open
        begins = tells in (TURN, MARK)
        over = self._done or (tale is not None and tale.shape in (TURN, MARK))
        leaves = over and (tells in (ACT, MOVE) or (tells == NEWS and bool(told.sign.who)))
        if tale is None or tale.deed != deed or leaves or (begins and told.sign.text):
            shape = tells if begins else DEED
            tale, self._done = Tale(n, deed, shape), False
            self._open = tale
        tale.add(told)
        tale.because = tale.because or because
        if tale.shape in (DEED, QUIET):
            tale.rests = tale.rests or tells == REST
            tale.shape = QUIET if tale.rests and not tale.eventful else DEED
        return tale


__all__ = ["BACK", "DEED", "NEWS", "QUIET", "Sentence", "Story", "Tale"]
