"""Seats: the places at a table."""

from __future__ import annotations


class Seat:
    """A place at the table: who sits there, how its dice are thrown, and what it never wants to be asked. It never
    changes, so that copies of an encounter share it: an event puts another in its place."""

    def __init__(self, id: str, hand: bool = False, preferences: dict[str, str] | None = None, nonce: str = "") -> None:
        self.id = id
        self.hand = hand
        self.preferences: dict[str, str] = preferences if preferences is not None else {}
        self.nonce = nonce

    def throwing(self, hand: bool) -> Seat:
        """The same, its dice thrown by hand or not."""
        return self if self.hand == hand else Seat(self.id, hand, self.preferences, self.nonce)

    def asked(self, what: str, value: str) -> Seat:
        """The same with another wish: to be asked about something, or not."""
        preferences = {name: wish for name, wish in self.preferences.items() if name != what}
        if value != "ask":
            preferences[what] = value
        return Seat(self.id, self.hand, preferences, self.nonce)

    def to_json(self) -> dict[str, object]:
        return {"id": self.id, "hand": self.hand, "preferences": self.preferences, "nonce": self.nonce}


def seat_from_json(data: dict[str, object]) -> Seat:
    preferences = data["preferences"]
    assert isinstance(preferences, dict)
    return Seat(
        str(data["id"]), bool(data["hand"]), {str(k): str(v) for k, v in preferences.items()}, str(data["nonce"])
    )
