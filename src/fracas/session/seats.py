"""The seats of an encounter: whose they are, who may look on, and which of them a viewer knows of.

For sessions and for everything above them; nobody else counts seats.
"""

from __future__ import annotations

from fracas.engine.command import GM
from fracas.engine.encounter import Encounter


def seats_of(enc: Encounter) -> list[str]:
    """Every seat, the GM's last."""
    named = [*enc.seats, *[one.seat for one in enc.combatants.values()]]
    return [*[seat for seat in dict.fromkeys(named) if seat != GM], GM]


def viewers_of(enc: Encounter) -> list[str]:
    """Everybody who may look on: the GM, the players' seats, and the spectator, who has no name."""
    return [GM, *seats_of(enc)[:-1], ""]


def seats_known(enc: Encounter, viewer: str) -> list[str]:
    """The GM's seat and the players', the GM's first; one that only hidden combatants have is the GM's secret."""
    seats = viewers_of(enc)[:-1]
    if viewer == GM:
        return seats
    seen = [one.seat for who, one in enc.combatants.items() if enc.sees(viewer, who)]
    return [seat for seat in seats if seat in (GM, viewer) or seat in enc.seats or seat in seen]
