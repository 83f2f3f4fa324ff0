"""The order of action and a combatant's card: pips, tracks, and numbers that show what they are made of.

For `play`; it draws whatever rows and fields a ruleset gives.
"""

from __future__ import annotations

from rich.text import Text

from fracas.cli.screen import Screen, styled
from fracas.cli.screen_map import Lying, drawn_map, show_legend, side_style, tokens_of
from fracas.cli.screen_spoken import show_map, spoken_lying, spoken_positions
from fracas.engine.card import Card, CardLine, Rail, Row
from fracas.engine.encounter import Encounter
from fracas.engine.tally import say_part

MOST_PIPS = 12
TRACK = 10


def pips(value: int, most: int, fancy: bool) -> str:
    """Points as pips, spent ones crossed; a number where there would be too many."""
    full, spent = ("●", "×") if fancy else ("*", "x")
    top = max(value, most)
    if top > MOST_PIPS or value < 0:
        return f"{value}/{most}" if most else str(value)
    return full * value + spent * (top - value)


def track(value: int, most: int, fancy: bool, bad: bool = False) -> str:
    """A bar, filled as far as the value reaches; what is bad when full looks different."""
    full, empty = ("▒" if bad else "█", "░") if fancy else ("!" if bad else "#", "-")
    if most <= 0:
        return ""
    filled = max(0, min(TRACK, (value * TRACK + most - 1) // most))
    return full * filled + empty * (TRACK - filled)


def show_rail(screen: Screen, enc: Encounter, rail: Rail) -> None:
    """The order, the row in turn marked."""
    if screen.plain:
        _speak_rail(screen, enc, rail)
        return
    screen.title(rail.heading)
    for line, hang in rail_lines(screen, enc, rail):
        screen.say(line, 1, hang)


def rail_lines(screen: Screen, enc: Encounter, rail: Rail) -> list[tuple[Text, int]]:
    """One line per row, and how far its further lines hang."""
    lines: list[tuple[Text, int]] = []
    tokens = tokens_of(enc)
    names = max([len(_name(row)) for row in rail.rows], default=0)
    values = max([len(row.value) for row in rail.rows], default=0)
    points = max([len(pips(row.points, row.most, True)) for row in rail.rows], default=0)
    for row in rail.rows:
        style = side_style(enc, row.side)
        line = styled(("▶ " if screen.fancy else "> ") if row.active else "  ", "bold")
        line.append(tokens.get(row.who, "  "), style=f"{style} bold" + (" reverse" if row.active else ""))
        line.append("  " + _name(row).ljust(names), style=_row_style(row))
        line.append("  " + row.value.rjust(values), style="bold" if row.active else "")
        line.append("  " + pips(row.points, row.most, screen.fancy).ljust(points))
        line.append("  " + ", ".join(_notes(row, enc)), style="" if row.active else "dim")
        lines.append((line, names + values + points + 12 if screen.width > 70 else 6))
    return lines


def show_table(screen: Screen, enc: Encounter, rail: Rail, active: list[str], lying: Lying) -> None:
    """Board and order of action: side by side where there is room, else one after the other."""
    if screen.plain:
        _speak_rail(screen, enc, rail)
        for sentence in [*spoken_positions(enc), *spoken_lying(enc, lying)]:
            screen.say(sentence)
        return
    left = drawn_map(screen, enc, active, lying).lines()
    right = [line for line, _ in rail_lines(screen, enc, rail)]
    wide = max([line.cell_len for line in left], default=0)
    if wide + 4 + max([line.cell_len for line in right], default=0) > screen.width:
        show_rail(screen, enc, rail)
        show_map(screen, enc, active, lying)
        return
    screen.title(rail.heading)
    for row in range(max(len(left), len(right))):
        line = left[row].copy() if row < len(left) else Text("")
        line.pad_right(wide - line.cell_len + 3)
        screen.say(line.append_text(right[row]) if row < len(right) else line, 1)
    show_legend(screen, enc, lying)


def _name(row: Row) -> str:
    return row.name if row.name.lower() == row.who.lower() else f"{row.name} ({row.who})"


def _row_style(row: Row) -> str:
    if row.down:
        return "dim strike"
    return "bold" if row.active else "dim" if row.acted else ""


def _notes(row: Row, enc: Encounter) -> list[str]:
    """Health, conditions and states in words, so that nothing depends on colour; allies' health in figures."""
    notes = [f"{row.figures} {row.health}".strip()] if row.health or row.figures else []
    notes.extend(row.told_marks())
    one = enc.combatants.get(row.who)
    if one is not None and one.altitude:
        notes.append(f"{one.altitude} up in the air")
    if row.hidden and "hidden" not in notes:
        notes.append("hidden")
    if row.down and not row.health:
        notes.append("down")
    if row.acted and not row.down:
        notes.append("has acted")
    return notes


def _speak_rail(screen: Screen, enc: Encounter, rail: Rail) -> None:
    screen.say(f"{rail.heading}. Order:")
    for number, row in enumerate(rail.rows, 1):
        notes = _notes(row, enc)
        if row.active:
            notes.insert(0, "in turn")
        said = f"; {', '.join(notes)}" if notes else ""
        value = f", {row.value}" if row.value else ""
        screen.say(f"{number}. {_name(row)}, {row.side}{value}{said}.")


def show_card(screen: Screen, enc: Encounter, card: Card, brief: bool = False) -> None:
    """Everything a seat may know of one combatant; `brief` leaves out what the numbers are made of."""
    kind = f", {card.kind}" if card.kind.lower() not in (card.name.lower(), card.who) else ""
    kind = kind.replace(f", {card.name},", ",", 1)
    id = f" ({card.who})" if card.who != card.name.lower() else ""
    head = f"{card.name}{id}{kind}, {card.side}"
    if screen.plain:
        screen.say(f"Card of {head}.")
        for field in card.fields:
            screen.say(f"{field.label}: {_spoken(field)}.")
        return
    screen.say(Text(head, style=f"bold {side_style(enc, card.side)}"), 1)
    if brief:
        _show_brief(screen, card)
        return
    labels = max([len(field.label) for field in card.fields], default=0)
    for field in card.fields:
        line = styled(field.label.ljust(labels) + "  ", "dim")
        line.append_text(_drawn(field, screen.fancy, True))
        screen.say(line, 3, labels + 2)


def show_points(screen: Screen, card: Card) -> None:
    """What is left of points and tracks, in a sentence."""
    said = [f"{field.label} {_spoken(field)}" for field in card.fields if field.kind in ("pips", "track")]
    if said:
        screen.say(f"{card.name}: {'; '.join(said)}.")


def _show_brief(screen: Screen, card: Card) -> None:
    """A few lines: label and value, many to a line."""
    line = Text("")
    for field in card.fields:
        piece = styled(field.label + " ", "dim").append_text(_drawn(field, screen.fancy, False))
        if line.cell_len and line.cell_len + piece.cell_len + 6 > screen.width:
            screen.say(line, 3, 2)
            line = Text("")
        if line.cell_len:
            line.append("   ")
        line.append_text(piece)
    if line.cell_len:
        screen.say(line, 3, 2)


def _drawn(field: CardLine, fancy: bool, parts: bool) -> Text:
    if field.kind == "pips":
        text = styled(pips(field.value, field.most, fancy) or "none", "bold")
    elif field.kind == "track":
        text = Text(f"{track(field.value, field.most, fancy, field.bad)} ").append(
            f"{field.value}/{field.most}", style="bold"
        )
    elif field.kind == "number":
        text = styled(str(field.value), "bold")
    else:
        return Text(field.text)
    if field.text:
        text.append(f" {field.text}")
    if parts and field.tally is not None and field.tally.parts:
        text.append("  = " + ", ".join([say_part(part) for part in field.tally.parts]), style="dim")
    return text


def _spoken(field: CardLine) -> str:
    if field.kind in ("pips", "track"):
        bad = ", bad when full" if field.bad else ""
        return f"{field.value} of {field.most}{bad}" + (f", {field.text}" if field.text else "")
    if field.kind == "number":
        said = field.tally.say() if field.tally is not None else str(field.value)
        return said + (f", {field.text}" if field.text else "")
    return field.text
