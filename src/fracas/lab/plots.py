"""Plots as SVG for the lab's reports: bars, intervals and strips, drawn to be read, in the colours of the page.

Colours are classes, so that light, dark and print are decided by the page's style. Every mark has a title that says it.
"""

from __future__ import annotations

from html import escape

WIDE = 640
ROW = 26
LABEL = 190
FIGURES = 90
STEPS = (1, 2, 5, 10, 25)
"""How far marks on an axis of points may be apart."""


def svg(height: int, said: str, inside: list[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDE} {height}" role="img" aria-label="{escape(said)}" xmlns="http://www.w3.org/2000/svg">'
        + "".join(inside)
        + "</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def bar(x: float, y: float, wide: float, high: float, kind: str, said: str) -> str:
    title = f"<title>{escape(said)}</title>"
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(wide, 0):.1f}" height="{high:.1f}" class="{kind}">{title}</rect>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def shares(said: str, rows: list[tuple[str, float, float, float, str]]) -> str:
    """Shares with their intervals: label, guess, low, high (0 to 1), and the class of the bar."""
    wide = WIDE - LABEL - FIGURES
    inside: list[str] = []
    for part in range(5):
        x = LABEL + wide * part / 4
        inside.append(line(x, 0, x, len(rows) * ROW, "grid"))
        inside.append(text(x, len(rows) * ROW + 14, f"{part * 25} %", "small", "middle"))
    for at, (label, guess, low, high, kind) in enumerate(rows):
        y = at * ROW
        told = f"{label}: {guess:.1%} ({low:.1%} to {high:.1%})"
        inside.append(text(LABEL - 8, y + 17, shortened(label), "", "end"))
        inside.append(bar(LABEL, y + 5, wide * guess, ROW - 10, kind, told))
        inside.append(line(LABEL + wide * low, y + ROW / 2, LABEL + wide * high, y + ROW / 2, "error"))
        for end in (low, high):
            inside.append(line(LABEL + wide * end, y + 8, LABEL + wide * end, y + ROW - 8, "error"))
        inside.append(text(LABEL + wide + 8, y + 17, f"{guess:.1%}"))
    return svg(len(rows) * ROW + 20, said, inside)


def amounts(said: str, rows: list[tuple[str, float, str]], digits: int = 2) -> str:
    """Amounts beside each other: label, amount, class."""
    label_wide = 2 * LABEL - 70
    wide = WIDE - label_wide - FIGURES
    most = max([abs(amount) for _, amount, _ in rows], default=1) or 1
    inside: list[str] = []
    for at, (label, amount, kind) in enumerate(rows):
        y = at * ROW
        inside.append(text(label_wide - 8, y + 17, shortened(label, 46), "", "end"))
        inside.append(
            bar(label_wide, y + 5, wide * abs(amount) / most, ROW - 10, kind, f"{label}: {amount:.{digits}f}")
        )
        inside.append(text(label_wide + wide * abs(amount) / most + 8, y + 17, f"{amount:.{digits}f}"))
    return svg(max(len(rows) * ROW, 1), said, inside)


def differences(said: str, rows: list[tuple[str, float, float, float]]) -> str:
    """Differences around nothing, with intervals: label, guess, low, high (-1 to 1)."""
    wide = WIDE - LABEL - FIGURES
    reach = max([max(abs(low), abs(high)) for _, _, low, high in rows], default=0.1) or 0.1
    middle, unit = LABEL + wide / 2, wide / 2 / reach
    foot = len(rows) * ROW
    inside = []
    for tick in ticks(reach * 100):
        x = middle + unit * tick / 100
        inside.append(line(x, 0, x, foot, "grid" if tick else "axis"))
        inside.append(text(x, foot + 14, f"{tick:+d}" if tick else "0", "small", "middle"))
    inside.append(text(LABEL + wide + 24, foot + 14, "points", "small"))
    for at, (label, guess, low, high) in enumerate(rows):
        y = at * ROW
        kind = "good" if low > 0 else "bad" if high < 0 else "plain"
        told = f"{label}: {guess * 100:+.1f} points ({low * 100:+.1f} to {high * 100:+.1f})"
        inside.append(text(LABEL - 8, y + 17, shortened(label), "", "end"))
        start = middle + unit * min(guess, 0)
        inside.append(bar(start, y + 5, unit * abs(guess), ROW - 10, kind, told))
        inside.append(line(middle + unit * low, y + ROW / 2, middle + unit * high, y + ROW / 2, "error"))
        inside.append(text(LABEL + wide + 8, y + 17, f"{guess * 100:+.1f}"))
    return svg(foot + 20, said, inside)


def ticks(reach: float) -> list[int]:
    """Whole points on both sides of nothing, at most four on each."""
    step = next((step for step in STEPS if reach / step < 5), STEPS[-1])
    most = int(reach / step)
    return [step * at for at in range(-most, most + 1)]


def histogram(said: str, counts: dict[int, int], unit: str) -> str:
    """How often each whole number came up."""
    if not counts:
        return svg(20, said, [])
    low, high = min(counts), max(counts)
    most, total, high_px = max(counts.values()), sum(counts.values()), 150
    each = (WIDE - 40) / (high - low + 1)
    inside: list[str] = [line(20, high_px, WIDE - 20, high_px, "axis")]
    every = max(1, (high - low) // 12 + 1)
    for number in range(low, high + 1):
        times, x = counts.get(number, 0), 20 + (number - low) * each
        tall = (high_px - 10) * times / most
        inside.append(bar(x + 1, high_px - tall, each - 2, tall, "plain", f"{number} {unit}: {times / total:.1%}"))
        if (number - low) % every == 0:
            inside.append(text(x + each / 2, high_px + 15, str(number), "small", "middle"))
    inside.append(text(WIDE - 20, high_px + 30, unit, "small", "end"))
    return svg(high_px + 34, said, inside)


def shortened(label: str, most: int = 27) -> str:
    return label if len(label) <= most else label[: most - 1] + "\u2026"
