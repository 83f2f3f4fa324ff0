"""A close look at one state of a page: axe in both themes, and no sideways scroll at any width."""

from __future__ import annotations

import json
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280)
"""Narrow phone, phone, tablet, desk."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


AXE = Axe()
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules about colours among those that axe applies unasked."""
RULES: dict[Literal["light", "dark"], dict[str, Any]] = {"light": {}, "dark": {"runOnly": COLOURS}}
"""By theme, what axe looks at: the dark one has other colours, and nothing else."""


def violations(page: Page, rules: dict[str, Any]) -> list[dict[str, Any]]:
    """What axe finds by these rules. A page is given axe once: what looks at it again is warm by then."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    options = json.dumps({"resultTypes": ["violations"], **rules})
    found: list[dict[str, Any]] = page.evaluate(f"axe.run({options}).then((results) => results.violations)")
    return found


def findings(page: Page, what: str) -> list[str]:
    """Whatever axe finds, in the light theme and in the dark."""
    problems: list[str] = []
    for theme, rules in RULES.items():
        page.emulate_media(color_scheme=theme)
        page.evaluate(PAINTED)
        for one in violations(page, rules):
            where = "; ".join([f"{node['target']} {node['failureSummary']}" for node in one["nodes"][:3]])
            problems.append(f"{what}, {theme}: {one['id']} ({one['impact']}) at {where}")
    return problems


def look_closely(page: Page, what: str) -> None:
    """Both themes under axe, all widths without a sideways scroll."""
    problems = findings(page, what)
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
        if wide > width:
            problems.append(f"{what} at {width} px is {wide} px wide")
    if before:
        page.set_viewport_size(before)
    assert problems == [], "\n".join(problems)
