"""The reckoning of a fight on the screen: who won, harm, what was used and missed, luck; with bars, or as sentences.

For `play` and `replay`. What it says is the session's; here it is only drawn.
"""

from __future__ import annotations

from typing import Final

from fracas.cli.screen import Screen, styled
from fracas.cli.screen_map import side_style
from fracas.session.reckoned import Person
from fracas.session.reckoning import Reckoning
from fracas.session.reckoning_text import (
    WEIGHED,
    by_source,
    by_target,
    dealt,
    dice_of,
    harm_said,
    length,
    lucky,
    taken,
    used_by,
)

BAR: Final = 24
MOST_ROWS: Final = 12


def show_after(screen: Screen, reckoning: Reckoning) -> None:
    state = reckoning.game.state
    ended = f"Result: {state.result}" if state.over else "Not over yet"
    screen.blank()
    screen.title(f"{ended}. {length(reckoning)}.")
    people = list(reckoning.people.values())
    for person in people:
        _show_person(screen, reckoning, person)
    sources = by_source(reckoning)
    _show_bars(
        screen, "Harm by source", [(", ".join([n for n in (who, by) if n]), a, t, u) for who, by, a, t, u in sources]
    )
    _show_bars(screen, "Harm by target", by_target(reckoning))
    _show_lines(screen, "Used and missed", [(one.name, used_by(one)) for one in people if one.whole])
    words = reckoning.words
    weighed = [(f"{one.name}, {said_deeds(one.luck.deeds)}", lucky(one.luck, words)) for one in people]
    if reckoning.everybody.deeds:
        _show_lines(screen, "Luck", weighed)
        screen.say(WEIGHED, 0 if screen.plain else 2, style="" if screen.plain else "dim")


def said_deeds(count: int) -> str:
    return f"{count} {'deed' if count == 1 else 'deeds'}"


def _show_person(screen: Screen, reckoning: Reckoning, person: Person) -> None:
    did, suffered = dealt(reckoning, person.id), taken(reckoning, person.id)
    said = [person.fate, f"dealt {did}", f"took {suffered}", dice_of(person)]
    if screen.plain:
        screen.say(f"{person.name}, {person.side}: {'; '.join([part for part in said if part])}.")
        return
    names = max([len(one.name) for one in reckoning.people.values()])
    line = styled(person.name.ljust(names), f"bold {side_style(reckoning.game.state, person.side)}")
    line.append(f"  {person.fate:<8}  dealt {did:>3}  took {suffered:>3}")
    line.append(f"  {dice_of(person)}", style="dim")
    screen.say(line, 1, names + 2)


def _show_bars(screen: Screen, title: str, rows: list[tuple[str, int, int, int]]) -> None:
    """Name, amount, times, times without a number. Where nothing was told in numbers, the bar is of the times."""
    if not rows:
        return
    _head(screen, title)
    counted = any([amount for _, amount, _, _ in rows])
    most = max([amount if counted else times for _, amount, times, _ in rows])
    names = min(max([len(name) for name, *_ in rows]), 36)
    for name, amount, times, untold in rows[:MOST_ROWS]:
        told = harm_said(amount, times, untold)
        if screen.plain:
            screen.say(f"{name}: {told}.")
            continue
        wide = ((amount if counted else times) * BAR + most - 1) // most
        block = "█" if screen.fancy else "#"
        line = styled(f"{name[:names]:<{names}}  ", "").append((block * wide).ljust(BAR)).append(f"  {told}")
        screen.say(line, 2, names + 2)
    if rows[MOST_ROWS:]:
        screen.say(f"and {len(rows) - MOST_ROWS} more", 0 if screen.plain else 2)


def _show_lines(screen: Screen, title: str, rows: list[tuple[str, list[str]]]) -> None:
    told = [(name, said) for name, said in rows if said]
    if not told:
        return
    _head(screen, title)
    for name, said in told:
        screen.say(f"{name}: {'; '.join(said)}.", 0 if screen.plain else 2, 4)


def _head(screen: Screen, title: str) -> None:
    screen.say(title + ("." if screen.plain else ""), 0 if screen.plain else 1, style="" if screen.plain else "bold")
