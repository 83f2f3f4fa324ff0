"""Cards and rails: what a combatant and the order of action show, in parts that page and terminal draw without
knowing the game."""

from __future__ import annotations

from fracas.engine.tally import Tally


class Item:
    """One thing of a list: as it is shown, and by which name it is looked up (empty: it cannot be)."""

    def __init__(self, text: str, ask: str) -> None:
        self.text = text
        self.ask = ask
        self.icon = ""

    def to_json(self) -> dict[str, object]:
        return {"text": self.text, "ask": self.ask, "icon": self.icon}


class CardLine:
    """One line of a card: pips or a track (value of most), a number with its tally, or words."""

    def __init__(
        self, kind: str, label: str, value: int = 0, most: int = 0, text: str = "", tally: Tally | None = None
    ) -> None:
        self.kind = kind
        self.label = label
        self.value = value
        self.most = most
        self.text = text
        self.tally = tally
        self.bad = False
        """Is it bad when full, as stress is?"""
        self.items: list[Item] = []
        """For words that are a list: its items, of which each can be looked up."""

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {"kind": self.kind, "label": self.label}
        if self.kind in ("pips", "track"):
            out["value"] = self.value
            out["most"] = self.most
            if self.bad:
                out["bad"] = True
        elif self.kind == "number":
            out["value"] = self.value
        if self.text:
            out["text"] = self.text
        if self.items:
            out["items"] = [item.to_json() for item in self.items]
        if self.tally is not None:
            out["parts"] = self.tally.to_json()["parts"]
        return out


def pips(label: str, value: int, most: int) -> CardLine:
    return CardLine("pips", label, value, most)


def track(label: str, value: int, most: int, text: str = "", bad: bool = False) -> CardLine:
    field = CardLine("track", label, value, most, text)
    field.bad = bad
    return field


def number(label: str, tally: Tally) -> CardLine:
    return CardLine("number", label, tally.total, tally=tally)


def words(label: str, text: str) -> CardLine:
    return CardLine("words", label, text=text)


def listed(label: str, items: list[Item], nothing: str = "") -> CardLine:
    """Things that can be looked up one by one; `nothing` stands where there are none."""
    field = CardLine("words", label, text=", ".join([item.text for item in items]) or nothing)
    field.items = items
    return field


def named(names: list[str]) -> list[Item]:
    """Things that are looked up by the very name they are shown by."""
    return [Item(name, name) for name in names]


class Card:
    """What a seat sees of one combatant."""

    def __init__(self, who: str, name: str, kind: str, side: str) -> None:
        self.who = who
        self.name = name
        self.kind = kind
        self.side = side
        self.icon = ""
        self.fields: list[CardLine] = []

    def to_json(self) -> dict[str, object]:
        return {
            "who": self.who,
            "name": self.name,
            "kind": self.kind,
            "side": self.side,
            "icon": self.icon,
            "fields": [field.to_json() for field in self.fields],
        }


class Row:
    """One line of the order of action."""

    def __init__(self, who: str, name: str, side: str, value: str) -> None:
        self.who = who
        self.name = name
        self.side = side
        self.value = value
        self.icon = ""
        self.points = 0
        self.most = 0
        self.health = ""
        self.figures = ""
        """Health in figures, for those who may know them."""
        self.marks: list[str] = []
        self.active = False
        self.acted = False
        self.down = False
        self.hidden = False

    def told_marks(self) -> list[str]:
        """The marks that do not say once more what health or another mark says."""
        told: list[str] = []
        said = [self.health.lower()]
        for mark in self.marks:
            if mark.lower() not in said:
                told.append(mark)
                said.append(mark.lower())
        return told

    def to_json(self) -> dict[str, object]:
        return {
            "who": self.who,
            "name": self.name,
            "side": self.side,
            "icon": self.icon,
            "value": self.value,
            "points": self.points,
            "most": self.most,
            "health": self.health,
            "figures": self.figures,
            "marks": self.told_marks(),
            "active": self.active,
            "acted": self.acted,
            "down": self.down,
            "hidden": self.hidden,
        }


class Turn:
    """One place in the order of action: whose it is, whether it is their turn, and whether that is over."""

    def __init__(self, who: str, active: bool, acted: bool) -> None:
        self.who = who
        self.active = active
        self.acted = acted


class Rail:
    """The order of action as a seat sees it, with a heading in the ruleset's words."""

    def __init__(self, heading: str, rows: list[Row]) -> None:
        self.heading = heading
        self.rows = rows

    def to_json(self) -> dict[str, object]:
        return {"heading": self.heading, "rows": [row.to_json() for row in self.rows]}
