"""What a seat was told, as a file of sentences or of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fracas.engine.cleaning import clean
from fracas.server.showing import aside_text, asides_for
from fracas.session.reckoning_text import escaped
from fracas.session.stream import tellings

if TYPE_CHECKING:
    from fracas.server.room import Room


def log_text(room: Room, seat: str, markdown: bool) -> str:
    """What a seat was told: one line per deed, what belongs to it below; what was taken back is marked, and so are
    dice outside the rules."""
    stream = room.session.stream(seat, room.screens.snapshots[seat].game)
    title = clean(room.title)
    lines = [f"# {escaped(title)}\n"] if markdown else [title, ""]
    asides = [(aside["after"], aside_text(room, aside)) for aside in asides_for(room, seat)]
    lines.extend([logged(text, True, markdown) for after, text in asides if after == 0])
    before = 0
    for telling in tellings(stream.entries[: room.screens.snapshots[seat].last]):
        if telling.text:
            lines.append(logged(telling.text, telling.holds, markdown))
        lines.extend(["    " + logged(text, telling.holds, markdown) for text in telling.details])
        lines.extend([logged(text, True, markdown) for after, text in asides if before < after <= telling.last])
        before = telling.last
    return "\n".join(lines) + "\n"


def logged(text: str, holds: bool, markdown: bool) -> str:
    """One line of the log as a file."""
    plain = clean(text)
    if not markdown:
        return plain if holds else f"(taken back) {plain}"
    return f"- {escaped(plain)}" if holds else f"- ~~{escaped(plain)}~~"
