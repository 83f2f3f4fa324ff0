"""Tallies: numbers that remember the named parts they were added up from, each with its rule paragraph."""

from __future__ import annotations

from fracas.engine.reason import Reason


class Part:
    """One named summand of a number."""

    def __init__(self, label: str, value: int, paragraph: str = "") -> None:
        self.label = label
        self.value = value
        self.paragraph = paragraph

    def to_json(self) -> list[object]:
        return [self.label, self.value, self.paragraph]


class Tally:
    """A number with its parts: 16 = 12 base, +2 shield (4.1), +2 cover (6.3)."""

    def __init__(self) -> None:
        self.total = 0
        self.parts: list[Part] = []

    def add(self, label: str, value: int, paragraph: str = "") -> Tally:
        """Add a part; a part of nothing is left out so that explanations stay short."""
        if value != 0:
            self.total += value
            self.parts.append(Part(label, value, paragraph))
        return self

    def join(self, other: Tally) -> Tally:
        """Take over all parts of another tally."""
        self.total += other.total
        self.parts.extend(other.parts)
        return self

    def folded(self, label: str, paragraphs: list[str]) -> Tally:
        """The same number with the parts by these paragraphs told as one."""
        told, rest = Tally(), 0
        for part in self.parts:
            if part.paragraph in paragraphs:
                rest += part.value
            else:
                told.add(part.label, part.value, part.paragraph)
        return told.add(label, rest, paragraphs[0])

    def say(self) -> str:
        """The number and its parts as a person would read them."""
        if not self.parts:
            return str(self.total)
        return f"{self.total} = " + ", ".join([say_part(part) for part in self.parts])

    def to_json(self) -> dict[str, object]:
        return {"total": self.total, "parts": [part.to_json() for part in self.parts]}


def say_part(part: Part) -> str:
    where = f" ({part.paragraph})" if part.paragraph else ""
    return f"{part.value:+d} {part.label}{where}"


def counted(paragraph: str, tally: Tally) -> list[Reason]:
    """What counts for a roll, part by part, for whoever weighs it; nothing where nothing does."""
    if not tally.parts:
        return []
    shown = ", ".join([f"{part.label} {part.value:+d}" for part in tally.parts])
    return [Reason(paragraph, f"{shown}: {tally.total:+d}" if len(tally.parts) > 1 else shown)]


def parts_to_json(parts: list[Part]) -> list[list[object]]:
    return [part.to_json() for part in parts]


def parts_from_json(data: list[list[object]]) -> list[Part]:
    return [Part(str(label), int(str(value)), str(paragraph)) for label, value, paragraph in data]
