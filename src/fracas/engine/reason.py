"""Reasons: why a command is barred, by which paragraph, and the cheapest change that would allow it.

Buttons, bots, previews and refusals all show the same reasons; there is no second list.
"""

from __future__ import annotations


class Reason:
    """One rule that speaks against a command."""

    def __init__(self, paragraph: str, text: str, remedy: str = "", needs: str = "") -> None:
        self.paragraph = paragraph
        self.text = text
        self.remedy = remedy
        self.needs = needs
        """What the remedy takes: a verb, or a shape such as path. It is told only while that is possible."""

    def without_remedy(self) -> Reason:
        return Reason(self.paragraph, self.text)

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {"paragraph": self.paragraph, "text": self.text}
        if self.remedy:
            out["remedy"] = self.remedy
        return out

    def __repr__(self) -> str:
        return f"Reason({self.paragraph}: {self.text})"


def with_remedies(reasons: list[Reason], possible: list[str]) -> list[Reason]:
    """The same reasons, with the remedies that are possible now."""
    return [reason if not reason.needs or reason.needs in possible else reason.without_remedy() for reason in reasons]


def paragraphs(reasons: list[Reason]) -> list[str]:
    """The distinct paragraphs behind a list of reasons, in order of first mention."""
    seen: list[str] = []
    for reason in reasons:
        if reason.paragraph not in seen:
            seen.append(reason.paragraph)
    return seen
