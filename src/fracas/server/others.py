"""The other servers of a database, as rooms and limits see them. Here there are none: a file has one server.

`others_postgres` has the real ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from fracas.server.room import Room
    from fracas.server.store import Row

Sign = dict[str, Any]


class Presence(NamedTuple):
    """So many connections to a seat of a table."""

    table: str
    seat: str
    tabs: int


class Others:
    """Told of everything that others must hear of, and asked what is theirs."""

    name = ""
    """What this server is called among several."""

    def start(self) -> None:
        """Begin to listen, in the running loop; once."""

    def stop(self) -> None:
        """Listen no more."""

    # ---------------------------------------------------------------- rooms

    def kept(self, room: Room) -> None:
        """Something was kept here."""

    def taken(self, room: Room, row: Row) -> None:
        """Something was taken in that another server has kept."""

    def behind(self, room: Room) -> None:
        """A room cannot follow what others did."""

    async def renew_rights(self, table: str) -> None:
        """Somebody may have got or lost a right to a table."""

    def rights_changed(self, table: str) -> None:
        """Somebody got or lost one here."""

    def close(self, table: str) -> None:
        """All connections to a table are to end."""

    def moved(self, room: Room) -> None:
        """Somebody came or went."""

    def signal(self, room: Room, sign: Sign) -> None:
        """Something is told and not kept."""

    async def look(self, room: Room) -> None:
        """Bring a room up to date that was just opened."""

    async def roll_call(self) -> dict[str, list[Presence]]:
        """The other servers by name, and where people are connected to them."""
        return {}

    async def connections(self) -> int:
        """How many connections the other servers have."""
        return 0

    async def leads(self, room: Room | None) -> bool:
        """Does this server move the bots and the clock of a table, or, of no table, look after all of them?"""
        return True

    def rest(self, room: Room) -> None:
        """Let somebody else do so."""

    # ---------------------------------------------------------------- limits

    def within(self, name: str, seconds: int, most: int) -> bool:
        """Count something; false when all servers together have counted too many, as far as is known here."""
        return True

    async def within_exactly(self, name: str, seconds: int, most: int) -> bool:
        """The same, with all servers asked."""
        return True
