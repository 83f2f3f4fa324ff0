"""The log as a list of lines, for whoever wants to read or to jump."""

from __future__ import annotations

from fracas.engine.canon import canon
from fracas.engine.command import GM, TABLE, command_from_json
from fracas.engine.labels import command_label, who_label
from fracas.engine.log import ANSWER, COMMAND, CONTENT, RULING, Line
from fracas.session.session import Session


def log_lines(session: Session, seat: str, since: int) -> list[dict[str, object]]:
    """The log from line `since` on: for the GM the game's own lines, for others what their stream told them. What
    content it uses is for machines."""
    if seat != GM:
        stream = session.stream(seat)
        return [
            {"n": e.n, "type": "event", "text": e.text or e.kind, "told": e.text, "holds": e.holds}
            for e in stream.since(since - 1)
        ]
    told = {entry.line: entry for entry in session.stream(GM).entries}
    in_force = {line.n for line in session.game.log.in_force()}
    lines: list[dict[str, object]] = []
    for line in session.game.log.lines[max(since - 1, 0) :]:
        if line.kind in (COMMAND, ANSWER, RULING):
            text, said = canon(line.data), _told_line(session, line)
        else:
            entry = told.get(line.n)
            text = (entry.text or entry.kind) if entry is not None else str(line.data.get("why", line.kind))
            said = entry.text if entry is not None else ""
        if line.kind != CONTENT:
            lines.append({"n": line.n, "type": line.kind, "text": text, "told": said, "holds": line.n in in_force})
    return lines


def _told_line(session: Session, line: Line) -> str:
    """What somebody did or ruled, in words for the GM; nothing for what the table does by itself."""
    command = command_from_json(line.data["ruling" if line.kind == RULING else "command"])
    if command.who == TABLE:
        return ""
    enc = session.game.state
    reason = f" ({line.data['reason']})" if line.data.get("reason") else ""
    return f"{who_label(enc, command.who)}: {command_label(session.game.ruleset, enc, command)}{reason}"
