"""Seats: the places at a table."""

from __future__ import annotations


class Seat:
    """A place at the table: who sits there, how its dice are thrown, and what it never wants to be asked."""

    def __init__(self, id: str, hand: bool = False, preferences: dict[str, str] | None = None, nonce: str = "") -> None:
        self.id = id
        self.hand = hand
        self.preferences: dict[str, str] = preferences if preferences is not None else {}
        self.nonce = nonce

    def copy(self) -> Seat:
        return Seat(self.id, self.hand, self.preferences.copy(), self.nonce)

    def to_json(self) -> dict[str, object]:
        return {"id": self.id, "hand": self.hand, "preferences": self.preferences, "nonce": self.nonce}


def seat_from_json(data: dict[str, object]) -> Seat:
    preferences = data["preferences"]
    assert isinstance(preferences, dict)
    return Seat(
        str(data["id"]), bool(data["hand"]), {str(k): str(v) for k, v in preferences.items()}, str(data["nonce"])
    )
