"""The board in sentences, for those who listen: who is where, how far and how covered, what lies about, the ground.

For `play --plain`; and the one door to the board, drawn or spoken.
"""

from __future__ import annotations

from fracas.cli.screen import Screen
from fracas.cli.screen_map import Lying, cover_notes, drawn_map, places_of, show_legend, shown_on_board, sides_of
from fracas.engine.board import EdgeKind, Grid
from fracas.engine.board.edges import sides_of as edge_sides
from fracas.engine.board.terms import COVER_WORDS, UNSEEN
from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter


def show_map(screen: Screen, enc: Encounter, active: list[str], lying: Lying) -> None:
    """The board as it stands, in a drawing or as sentences."""
    if screen.plain:
        for line in spoken_map(enc, active, lying):
            screen.say(line)
        return
    drawn_map(screen, enc, active, lying).show()
    show_legend(screen, enc, lying)


def spoken_lying(enc: Encounter, lying: Lying) -> list[str]:
    return [f"On the ground: {', '.join(places_of(enc, lying))}."] if lying else []


def spoken_map(enc: Encounter, active: list[str], lying: Lying) -> list[str]:
    """The whole board in sentences: who is where, how far and how covered, what lies about, what the ground is."""
    lines = spoken_positions(enc)
    for who in [who for who in active if who in enc.combatants][:1]:
        lines.extend(spoken_distances(enc, enc.combatants[who]))
    return [*lines, *spoken_lying(enc, lying), *spoken_ground(enc), *spoken_edges(enc)]


def spoken_distances(enc: Encounter, one: Combatant) -> list[str]:
    """From where somebody stands: everybody else, the nearest first."""
    board = enc.board
    if not isinstance(board, Grid) or not board.holds(one.pos):
        return []
    found: list[tuple[int, str]] = []
    for other in shown_on_board(enc):
        if other.id != one.id:
            gap = board.gap(one.pos, one.size, other.pos, other.size)
            said = [other.name, "next to it" if gap == 1 else f"{gap} squares {_direction(board, one.pos, other.pos)}"]
            found.append((gap, ", ".join([*said, *_hidden_by(board, one, other)])))
    found.sort(key=lambda item: item[0])
    return [f"From {one.name} at {board.label(one.pos)}: {'; '.join([said for _, said in found])}."] if found else []


def _hidden_by(board: Grid, one: Combatant, other: Combatant) -> list[str]:
    if board.sight(one.pos, one.size, other.pos, other.size) == UNSEEN:
        return ["out of sight"]
    if board.walled_off(one.pos, one.size, other.pos, other.size, 1) and board.gap(*_ends(one, other)) == 1:
        return ["out of reach"]
    cover = COVER_WORDS[board.cover(one.pos, one.size, other.pos, other.size)]
    return [] if cover == "none" else ["in cover" if cover == "cover" else f"in {cover} cover"]


def _ends(one: Combatant, other: Combatant) -> tuple[int, int, int, int]:
    return one.pos, one.size, other.pos, other.size


def _direction(board: Grid, start: int, goal: int) -> str:
    """North is up; eight directions are enough to find one's way."""
    across, down = goal % board.width - start % board.width, goal // board.width - start // board.width
    ns = "north" if down < 0 else "south" if down > 0 else ""
    ew = "west" if across < 0 else "east" if across > 0 else ""
    if abs(across) > 2 * abs(down):
        return ew
    return ns if abs(down) > 2 * abs(across) else ns + ew


def spoken_ground(enc: Encounter) -> list[str]:
    """The size of the board, and where the ground is not like most of it; long stretches as runs."""
    board = enc.board
    if not isinstance(board, Grid):
        return []
    counts = [board.cells.count(index) for index in range(len(board.terrains))]
    usual = board.terrains[counts.index(max(counts))]
    lines = [f"The board is {board.width} squares wide and {board.depth} deep, mostly {usual.name}."]
    for index, terrain in enumerate(board.terrains):
        if counts[index] and terrain is not usual:
            lines.append(f"{terrain.name.capitalize()}: {', '.join(_runs(board, index))}.")
    lines.extend([f"{note.capitalize()}." for note in cover_notes(enc)])
    return lines


def spoken_edges(enc: Encounter) -> list[str]:
    """What stands between squares, doors first and one by one, walls as far as they run."""
    board = enc.board
    if not isinstance(board, Grid) or not board.edges:
        return []
    kinds = list(dict.fromkeys([board.edges[edge] for edge in sorted(board.edges)]))
    lines: list[str] = []
    for kind in sorted(kinds, key=lambda kind: not kind.door):
        lines.append(f"{kind.name.capitalize()} between {', '.join(_stretches(board, kind))}.")
    return lines


def _stretches(board: Grid, kind: EdgeKind) -> list[str]:
    """`b2 and c2`, or for edges in one line `b2 and c2 down to b5 and c5`."""
    mine = [edge for edge in sorted(board.edges) if board.edges[edge] is kind]
    said: list[str] = []
    told: set[int] = set()
    for edge in mine:
        if edge in told:
            continue
        # An upright edge goes on in the row below, a lying one in the next column of its row.
        on, word = (2, "along") if edge % 2 else (2 * board.width, "down")
        row_end = 2 * board.width * (edge // (2 * board.width) + 1) if edge % 2 else 2 * board.size
        last = edge
        while not kind.door and last + on in mine and last + on < row_end:
            last += on
            told.add(last)
        said.append(
            _beside(board, edge) if last == edge else f"{_beside(board, edge)} {word} to {_beside(board, last)}"
        )
    return said


def _beside(board: Grid, edge: int) -> str:
    near, far = edge_sides(edge, board.width)
    return f"{board.name(near)} and {board.name(far)}"


def _runs(board: Grid, index: int) -> list[str]:
    """The squares of a terrain row by row, neighbours as `b2 to f2`."""
    runs: list[str] = []
    for row in range(board.depth):
        start = -1
        for column in range(board.width + 1):
            square = row * board.width + column
            inside = column < board.width and board.cells[square] == index
            if inside and start < 0:
                start = square
            elif not inside and start >= 0:
                last = square - 1
                runs.append(board.name(start) if last == start else f"{board.name(start)} to {board.name(last)}")
                start = -1
    return runs


def spoken_positions(enc: Encounter) -> list[str]:
    """Who stands where, one sentence per side."""
    lines: list[str] = []
    for side in sides_of(enc):
        people: list[str] = []
        for one in shown_on_board(enc):
            if one.side == side:
                notes = [word for word, true in (("down", one.down), ("hidden", one.hidden)) if true]
                notes.extend([f"{one.altitude} up in the air"] if one.altitude else [])
                note = f" ({', '.join(notes)})" if notes else ""
                people.append(f"{one.name} at {enc.board.label(one.pos)}{note}")
        if people:
            lines.append(f"{side.capitalize()}: " + ", ".join(people) + ".")
    return lines
