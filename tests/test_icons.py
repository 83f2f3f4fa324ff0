"""The icons in the pages are those in use, whoever drew them is named, and outlines survive being rounded."""

from __future__ import annotations

import json
import re

import pytest

import icons
from fracas.engine.icons import authors, kinds
from fracas.engine.registry import load_ruleset, ruleset_ids

BUNDLED = {path.stem: set(json.loads(path.read_text())) for path in sorted((icons.MADE / "sets").glob("*.json"))}


def test_what_is_bundled_is_what_is_in_use() -> None:
    assert set(json.loads((icons.MADE / "shared.json").read_text())) == set(kinds().values())
    assert sorted(BUNDLED) == sorted(ruleset_ids())
    for id, bundled in BUNDLED.items():
        ruleset = load_ruleset(id)
        named = {icon for some in ruleset.content.icons.values() for icon in some.values()}
        named |= {ruleset.pictures.of_action(action) for action in ruleset.actions.values()}
        assert bundled == named - set(kinds().values()), id


def test_notice_and_credits_name_everybody_whose_icons_are_in_use() -> None:
    notice = (icons.ROOT / "NOTICE").read_text(encoding="utf-8")
    assert notice == icons.notice(), "python tools/icons.py writes it again"
    used = {name for names in icons.in_use().values() for name in names}
    credits = json.loads((icons.MADE / "credits.json").read_text())
    assert {name for one in credits["by"] for name in one["icons"]} == used
    assert {one["author"] for one in credits["by"]} == {who for name in used for who in authors()[name].split("|")}
    for one in credits["by"]:
        assert f"Icons made by {one['author']}" in notice
    assert "creativecommons.org/licenses/by/3.0" in notice and "recoloured" in notice


def test_each_icon_has_the_one_outline_of_the_package() -> None:
    package = json.loads(icons.PACKAGE.read_text())["icons"]
    assert set(authors()) <= set(package)
    assert all([package[name]["body"].count("<path") == 1 for name in authors()])


@pytest.mark.parametrize(
    ("outline", "wanted"),
    [
        ("M10.4 20.6h5.2v-3.3H0z", "M10 21h6v-4h-16z"),
        ("m1.4 1.4l.4.4.4.4", "M1 1l1 1l0 0"),
        ("M0 0a5.2 5.2 0 01.5 9.6", "M0 0a5 5 0 0 1 0 10"),
        ("M0 0C1.2 2.2 3.2 4.4 5.5 6.6S7 8 9.9 9.9", "M0 0c1 2 3 4 6 7s1 1 4 3"),
    ],
)
def test_an_outline_is_rounded_point_by_point(outline: str, wanted: str) -> None:
    assert icons.rounded(outline) == wanted


def test_rounding_never_drifts() -> None:
    steps = "M0 0" + "l.4.4" * 100
    numbers = [int(one) for one in re.findall(r"-?\d+", icons.rounded(steps))]
    assert (sum(numbers[2::2]), sum(numbers[3::2])) == (40, 40)
