"""What people call things: the one rule by which a typed name finds what it names.

For commands, answers, rulings and look-ups alike, in the terminal, in scripts, for the referee and at the web table.
"""

from __future__ import annotations

from typing import Final

from fracas.engine.errors import Invalid

LONGEST_NAME: Final = 6
"""Words in the longest name worth looking for."""

Names = dict[str, list[str]]
"""What each id is called: the id itself and every name it goes by."""


class Unclear(Invalid):
    """Something typed could mean several things, which are named instead of guessed at."""

    def __init__(self, word: str, meanings: list[str]) -> None:
        super().__init__("command", "", word, f"one of {', '.join(meanings[:-1])} or {meanings[-1]}")
        self.word = word
        self.meanings = meanings

    def say(self) -> str:
        return f"{self.word} could be {', '.join(self.meanings[:-1])} or {self.meanings[-1]}: say which"


def plain(text: str) -> str:
    """A name without capitals, dashes and the like: "Gate-slam" is "gate slam" is "gate_slam"."""
    bare = text.lower().replace("'", "").replace("’", "")
    for mark in "-_,":
        bare = bare.replace(mark, " ")
    return " ".join(bare.split())


def called(word: str, names: Names) -> list[str]:
    """Whatever is called exactly so."""
    wanted = plain(word)
    return [id for id, said in names.items() if wanted in [plain(one) for one in said]] if wanted else []


def beginning(word: str, names: Names) -> list[str]:
    """Whatever has a name that begins so; if nothing has, whatever has a word in its name that begins so."""
    wanted = plain(word)
    if not wanted:
        return []
    first = [id for id, said in names.items() if [one for one in said if plain(one).startswith(wanted)]]
    return first or [id for id, said in names.items() if [one for one in said if f" {wanted}" in f" {plain(one)}"]]


def fitting(word: str, names: Names) -> list[str]:
    """What somebody means: whatever is called exactly so, else whatever begins so."""
    return called(word, names) or beginning(word, names)


def say_name(id: str, names: Names) -> str:
    """`Gate slam (gate-slam)`, or the name alone where it is the id in other letters."""
    said = names.get(id, [id])[-1]
    return said if plain(said) == plain(id) else f"{said} ({id})"


def longest(words: list[str], names: Names, exactly: bool) -> tuple[list[str], int]:
    """The ids that as many as possible of the next words name, and how many words that takes; 0 without any."""
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        phrase = " ".join(words[:count])
        found = called(phrase, names) if exactly else beginning(phrase, names)
        if found:
            return found, count
    return [], 0
