"""The board on the screen: tokens by side in colour and letters, reachable squares with costs, or sentences.

For `play`; it draws with the engine's own map and only adds the paint.
"""

from __future__ import annotations

import re

from rich.text import Text

from fracas.cli.screen import SIDE_COLOURS, Screen
from fracas.engine.board import Grid, draw, shroud_of
from fracas.engine.board.maps import column_widths, grid_lines
from fracas.engine.board.rooms import say_areas
from fracas.engine.combatant import Combatant
from fracas.engine.encounter import Encounter
from fracas.engine.offer import Pick
from fracas.engine.ruleset import Ruleset
from fracas.engine.showing import lying_in_sight


def sides_of(enc: Encounter) -> list[str]:
    """The sides in the order they entered."""
    sides: list[str] = []
    for one in enc.combatants.values():
        if one.side not in sides:
            sides.append(one.side)
    return sides


def side_style(enc: Encounter, side: str) -> str:
    sides = sides_of(enc)
    return SIDE_COLOURS[sides.index(side) % len(SIDE_COLOURS)] if side in sides else ""


def tokens_of(enc: Encounter) -> dict[str, str]:
    """Two letters for each combatant: the first side in capitals, the second in small letters, others mixed."""
    sides = sides_of(enc)
    taken: set[str] = set()
    tokens: dict[str, str] = {}
    for who, one in enc.combatants.items():
        place = sides.index(one.side)
        for pair in _pairs(who):
            token = pair.upper() if place == 0 else pair if place == 1 else pair.capitalize()
            if token.lower() not in taken:
                break
        taken.add(token.lower())
        tokens[who] = token
    return tokens


def _pairs(who: str) -> list[str]:
    """What might stand for an id: its number and letter, its initials, its first letter with each of the others.

    A number comes first: `b1` would be a square as well.
    """
    letters = re.sub(r"[^a-z]", "", who.lower()) or "x"
    digits = re.sub(r"[^0-9]", "", who)
    words = [word for word in re.split(r"[^a-z]+", who.lower()) if word]
    pairs = [digits[-1] + letters[0]] if digits else []
    if len(words) > 1:
        pairs.append(words[0][0] + words[1][0])
    pairs.extend([letters[0] + other for other in letters[1:]])
    pairs.extend([other + letters[0] for other in "0123456789"])
    pairs.extend([letter + other for letter in letters for other in "xyzqjvkw"])
    return pairs


def shown_on_board(enc: Encounter) -> list[Combatant]:
    """Whoever is on the board: those who stand before those who are down, those in the air before both."""
    here = [one for one in enc.combatants.values() if not one.out and enc.board.holds(one.pos)]
    return sorted(here, key=lambda one: (-one.altitude, one.down))


def down_marks(enc: Encounter, tokens: dict[str, str]) -> dict[str, str]:
    """A letter and a dash for each who is down, no two alike."""
    marks: dict[str, str] = {}
    for one in shown_on_board(enc):
        if one.down:
            for letter in [*tokens[one.id], *"abcdefghijklmnopqrstuvwxyz0123456789"]:
                if f"{letter}_" not in marks.values():
                    marks[one.id] = f"{letter}_"
                    break
    return marks


SIGNS = "%&$@+?"
"""Stand for what lies on a square, a sign for each kind as far as they go."""
Lying = list[tuple[int, str]]


def said_lying(ruleset: Ruleset, enc: Encounter) -> Lying:
    """What lies about, each with its square."""
    return [(thing.pos, thing.say()) for thing in lying_in_sight(ruleset, enc)]


def signs_of(enc: Encounter, lying: Lying) -> dict[str, str]:
    """The sign of each name; names that differ only in a number (`fire 2`) share one, terrain keeps its own."""
    board = enc.board
    taken = [terrain.glyph for terrain in board.terrains] if isinstance(board, Grid) else []
    free = [sign for sign in SIGNS if sign not in taken] or [SIGNS[0]]
    kinds = list(dict.fromkeys([_kind(name) for _, name in lying]))
    few = len(kinds) <= len(free)
    return {name: free[kinds.index(_kind(name))] if few else free[0] for _, name in lying}


def _kind(name: str) -> str:
    return name.rstrip("0123456789 ")


class Map:
    """One drawing of the board."""

    def __init__(self, screen: Screen, enc: Encounter, active: list[str]) -> None:
        self.screen = screen
        self.enc = enc
        self.active = active
        self.cells: dict[int, str] = {}
        self.styles: dict[int, str] = {}
        self.tokens = tokens_of(enc)

    def add_reach(self, picks: list[Pick], invites: dict[int, list[str]]) -> None:
        """The squares that may be chosen, each with its cost, and `!` where somebody may react."""
        for pick in picks:
            square = pick.command.squares[-1]
            mark = "!" if invites.get(square) else ""
            self.cells[square] = (str(pick.toll) if pick.toll else "*") + mark
            self.styles[square] = "bold reverse" if mark else "bold"

    def add_lying(self, lying: Lying) -> None:
        """A sign where something lies; whoever stands there is drawn over it, the legend names it all the same."""
        signs = signs_of(self.enc, lying)
        for square, name in lying:
            self.cells[square] = signs[name]
            self.styles[square] = "bold"

    def add_tokens(self) -> None:
        """Everybody, also several in one square or place: `HO/1t`, and `ki+3` for one that is 3 up in the air."""
        down = down_marks(self.enc, self.tokens)
        held: dict[int, list[str]] = {}
        for one in shown_on_board(self.enc):
            token = down.get(one.id, self.tokens[one.id]) + (f"+{one.altitude}" if one.altitude else "")
            style = side_style(self.enc, one.side) + (" dim" if one.down else " bold")
            if one.id in self.active:
                style += " reverse"
            for square in self.enc.board.footprint(one.pos, one.size):
                held.setdefault(square, []).append(token)
                if len(held[square]) == 1 or one.id in self.active:
                    self.styles[square] = style
        joint = "/" if isinstance(self.enc.board, Grid) else " "
        for square, tokens in held.items():
            self.cells[square] = joint.join(tokens)

    def show(self) -> None:
        for line in self.lines():
            self.screen.say(line, 1)

    def lines(self) -> list[Text]:
        board = self.enc.board
        if not isinstance(board, Grid):
            return [Text(line) for line in draw(board, self.cells)]
        painted: list[Text] = []
        widths = column_widths(board, self.cells)
        margin = len(str(board.depth)) + 1
        for number, (row, line) in enumerate(grid_lines(board, self.cells)):
            text = Text(line.ljust(margin + sum(widths) + board.width), style="bold" if number else "dim")
            if row >= 0:
                text.stylize("dim", 0, margin)
                self._paint(board, text, row, widths, margin)
            text.rstrip()
            painted.append(text)
        return painted

    def _paint(self, board: Grid, text: Text, y: int, widths: list[int], margin: int) -> None:
        start = margin
        for x in range(board.width):
            square = y * board.width + x
            text.stylize(self.styles.get(square, "dim"), start, start + len(self.cells.get(square, " ")))
            start += widths[x] + 1


def drawn_map(screen: Screen, enc: Encounter, active: list[str], lying: Lying) -> Map:
    """The board with what lies on it, and everybody."""
    drawing = Map(screen, enc, active)
    drawing.add_lying(lying)
    drawing.add_tokens()
    return drawing


def legend(enc: Encounter) -> str:
    """What the signs of this map mean, those that are on it."""
    board = enc.board
    if not isinstance(board, Grid):
        return ""
    used = {glyph for row in board.rows() for glyph in row}
    said = [f"{terrain.glyph} {terrain.name}" for terrain in board.terrains if terrain.glyph in used]
    for kind in dict.fromkeys([board.edges[edge] for edge in sorted(board.edges)]):
        said.append(f"{' '.join(dict.fromkeys(kind.signs))} {kind.name}")
    return ", ".join(said)


def show_legend(screen: Screen, enc: Encounter, lying: Lying) -> None:
    said = legend(enc)
    if said:
        screen.say(said, 1, style="dim")
    notes = standing_notes(enc) + cover_notes(enc)
    if notes:
        screen.say("; ".join(notes), 1)
    signs = signs_of(enc, lying)
    told: list[str] = []
    for sign in dict.fromkeys(signs.values()):
        mine = [(square, name) for square, name in lying if signs[name] == sign]
        told.append(f"{sign} {', '.join(places_of(enc, mine))}")
    if told:
        screen.say("; ".join(told), 1)


def standing_notes(enc: Encounter) -> list[str]:
    """What the marks of those who are down or in the air mean."""
    tokens = tokens_of(enc)
    down = down_marks(enc, tokens)
    notes = [f"{mark} {enc.name(who)}, down" for who, mark in down.items()]
    for one in shown_on_board(enc):
        if one.altitude:
            notes.append(f"{down.get(one.id, tokens[one.id])}+{one.altitude} {one.name}, {one.altitude} up in the air")
    return notes


def cover_notes(enc: Encounter) -> list[str]:
    """For the GM, whose map shows it as it is: what players do not know of it."""
    board = enc.board
    if not board.dark:
        return []
    return [f"covered: {' '.join(say_areas(board, shroud_of(board).squares))}"]


def places_of(enc: Encounter, lying: Lying) -> list[str]:
    """`Torch at c4 d4`: what lies about, each kind once with its squares."""
    squares: dict[str, list[str]] = {}
    for square, name in sorted(lying, key=lambda item: item[0]):
        squares.setdefault(name, []).append(enc.board.label(square))
    joint = " " if isinstance(enc.board, Grid) else ", "
    return [f"{name} at {joint.join(names)}" for name, names in squares.items()]
