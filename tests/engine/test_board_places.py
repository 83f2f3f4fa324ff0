"""Places: the same questions answered without a grid, in the ruleset's own words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas.engine.board import CLEAR, FAR, PARTIAL, UNSEEN, Link, Places, board_from_json, draw
from fracas.engine.board.links import NamedPlace
from fracas.engine.errors import Invalid


def tavern() -> dict[str, Any]:
    return {
        "kind": "places",
        "places": ["bar", {"key": "stage", "name": "The stage", "tags": ["wood"], "height": 1}, "yard", "roof", "well"],
        "bands": [{"word": "touch", "units": 1}, {"word": "near", "units": 4}, {"word": "far", "units": 12}],
        "links": [
            {"a": "bar", "b": "stage", "band": "near", "cover": "heavy"},
            {"a": "stage", "b": "yard", "band": "near", "sight": "partial", "cover": 1},
            {"a": "bar", "b": "yard", "band": "far", "sight": "none"},
            {"a": "yard", "b": "roof", "band": "near", "passable": False},
        ],
    }


BAR, STAGE, YARD, ROOF, WELL = range(5)


def board() -> Places:
    return Places.from_json(tavern())


def test_a_place_is_found_by_key_or_name() -> None:
    places = board()
    assert places.parse("Stage") == places.parse(" the STAGE ") == STAGE
    assert [places.parse(places.name(pos)) for pos in range(5)] == list(range(5))
    assert places.name(STAGE) == "stage", "a name can be typed in a command"
    assert places.places[STAGE].name == "The stage"
    assert places.name(-1) == "off the board"
    assert (places.kind, places.size, places.version) == ("places", 5, 0)
    with pytest.raises(Invalid, match="cellar.*bar, stage, yard, roof, well"):
        places.parse("cellar")


def test_a_linked_pair_is_as_far_apart_as_its_link_says() -> None:
    places = board()
    assert places.distance(BAR, STAGE) == 4
    assert places.distance(BAR, YARD) == 12, "though the way over the stage is shorter"
    assert places.distance(BAR, BAR) == 0
    assert places.gap(BAR, 3, STAGE, 1) == 4
    assert places.distance3(BAR, 0, STAGE, 9) == 9


def test_an_unlinked_pair_is_measured_along_the_shortest_chain() -> None:
    places = board()
    assert places.distance(STAGE, ROOF) == 8
    assert places.distance(BAR, ROOF) == 12
    assert places.distance(BAR, WELL) == FAR
    assert places.distance(BAR, -1) == FAR


def test_distances_have_words() -> None:
    places = board()
    assert places.word(BAR, BAR) == "touch"
    assert places.word(BAR, STAGE) == "near"
    assert places.word(STAGE, ROOF) == "far"
    assert places.word(BAR, WELL) == ""
    assert places.units("near") == 4
    with pytest.raises(Invalid, match="touch, near, far"):
        places.units("yonder")


def test_beyond_the_farthest_band_is_still_far() -> None:
    data = tavern()
    data["links"] = [{"a": "bar", "b": "stage", "band": "far"}, {"a": "stage", "b": "yard", "band": "far"}]
    assert Places.from_json(data).word(BAR, YARD) == "far"


def test_reach_and_path_follow_passable_links() -> None:
    places = board()
    assert places.neighbours(YARD, 1) == [STAGE, BAR]
    assert places.step_cost(BAR, STAGE, 1) == 4
    assert places.step_cost(YARD, ROOF, 1) == -1
    assert places.reach(BAR, 1, 8, set()).costs == {BAR: 0, STAGE: 4, YARD: 8}
    assert places.reach(BAR, 1, 7, set()).costs == {BAR: 0, STAGE: 4}
    assert places.path(BAR, YARD, 1, set()) == [STAGE, YARD]
    assert places.path(BAR, YARD, 1, {STAGE}) == [YARD]
    assert places.path(BAR, ROOF, 1, set()) == []
    assert places.reach(BAR, 1, 8, set(), {STAGE}).costs == {BAR: 0, YARD: 8}
    assert places.path_cost(BAR, [STAGE, YARD], 1) == 8


def test_sight_and_cover_are_given_by_the_link() -> None:
    places = board()
    assert places.sight(BAR, 1, BAR, 1) == CLEAR
    assert places.sight(BAR, 1, STAGE, 1) == CLEAR
    assert places.sight(YARD, 1, STAGE, 1) == PARTIAL
    assert places.sight(BAR, 1, YARD, 1) == UNSEEN
    assert places.sight(BAR, 1, ROOF, 1) == UNSEEN, "nobody sees along a chain"
    assert [places.cover(BAR, 1, pos, 1) for pos in range(5)] == [0, 2, 3, 3, 3]
    assert places.cover(STAGE, 1, YARD, 1) == 1
    assert places.sight(-1, 1, -1, 1) == UNSEEN
    assert places.cover(-1, 1, BAR, 1) == 3


def test_areas_are_places_within_a_distance() -> None:
    places = board()
    assert places.burst(STAGE, places.units("touch")) == [STAGE]
    assert places.burst(STAGE, places.units("near")) == [BAR, STAGE, YARD]
    assert places.square_area(STAGE, 4) == [BAR, STAGE, YARD]
    assert places.line(STAGE, ROOF, 12) == [YARD, ROOF]
    assert places.line(STAGE, ROOF, 4) == [YARD]
    assert places.line(BAR, YARD, 12) == [YARD]
    assert places.line(BAR, YARD, 11) == []
    assert places.line(BAR, WELL, 50) == []
    assert places.cone(STAGE, YARD, 8) == [YARD, ROOF]
    assert places.cone(STAGE, STAGE, 8) == []
    assert places.in_sight(BAR, places.burst(BAR, 12)) == [BAR, STAGE]


def test_a_place_has_tags_height_and_no_terrain() -> None:
    places = board()
    assert places.tags_at(STAGE) == ["wood"]
    assert (places.height_at(STAGE), places.height_at(BAR)) == (1, 0)
    assert places.footprint(STAGE, 3) == [STAGE]
    assert places.footprint(5, 1) == []
    with pytest.raises(Invalid, match="places have links"):
        places.with_terrain({BAR: "wall"})


def test_a_changed_link_makes_a_new_board() -> None:
    places = board()
    shut = places.with_link(Link(STAGE, BAR, 1, UNSEEN, 3, False))
    assert (places.version, shut.version) == (0, 1)
    assert shut.sight(BAR, 1, STAGE, 1) == UNSEEN
    assert shut.path(BAR, STAGE, 1, set()) == [YARD, STAGE]
    assert places.sight(BAR, 1, STAGE, 1) == CLEAR
    with pytest.raises(Invalid, match="two different places"):
        places.with_link(Link(BAR, BAR, 0))
    with pytest.raises(Invalid, match="two different places"):
        places.with_link(Link(BAR, 9, 0))


def test_saved_places_load_as_they_were() -> None:
    places = board()
    loaded = board_from_json(places.to_json())
    assert loaded.to_json() == places.to_json()
    assert isinstance(loaded, Places)
    assert loaded.sight(YARD, 1, STAGE, 1) == PARTIAL


def test_places_are_drawn_as_a_list() -> None:
    assert draw(board(), {BAR: "Kara, Orc"}) == [
        "bar [Kara, Orc] -> near: The stage, far: yard",
        "The stage -> near: bar, near: yard",
        "yard -> near: The stage, near: roof, far: bar",
        "roof -> near: yard",
        "well",
    ]


def test_a_band_may_cost_nothing() -> None:
    data = {"places": ["a", "b", "c"], "bands": [{"word": "here", "units": 0}], "links": []}
    data["links"] = [{"a": "a", "b": "b", "band": "here"}, {"a": "b", "b": "c", "band": "here"}]
    places = Places.from_json(data)
    assert places.reach(0, 1, 0, set()).costs == {0: 0, 1: 0, 2: 0}
    assert places.path(0, 2, 1, set()) == [1, 2]


@pytest.mark.parametrize(
    ("key", "value", "where", "named"),
    [
        ("places", [], "places", "places"),
        ("places", None, "places", "places"),
        ("places", ["bar", "Bar"], "places: place 2", "key"),
        ("places", ["back yard"], "places: place 1", "key"),
        ("places", ["back-yard"], "places: place 1", "key"),
        ("places", ["7"], "places: place 1", "key"),
        ("places", [3], "places", "places"),
        ("places", [{"name": "bar"}], "places: place 1", "key"),
        ("places", [{"key": "bar", "size": 3}], "places: place 1", "size"),
        ("bands", [], "places", "bands"),
        ("bands", ["near"], "places", "bands"),
        ("bands", [{"word": "near", "units": 4}, {"word": "far", "units": 4}], "places: band 2", "units"),
        ("bands", [{"word": "near", "units": 4}, {"word": "near", "units": 5}], "places: band 2", "word"),
        ("bands", [{"word": "near", "units": "4"}], "places: band 1", "units"),
        ("bands", [{"word": "near", "units": 1001}], "places: band 1", "units"),
        ("links", [{"a": "bar", "b": "moon", "band": "near"}], "places: link 1", "b"),
        ("links", [{"a": "bar", "b": "bar", "band": "near"}], "places: link 1", "b"),
        ("links", [{"a": "bar", "b": "yard", "band": "close"}], "places: link 1", "band"),
        ("links", [{"a": "bar", "b": "yard", "band": "far", "sight": "dim"}], "places: link 1", "sight"),
        ("links", [{"a": "bar", "b": "yard", "band": "far", "cover": 4}], "places: link 1", "cover"),
        ("links", [{"a": "bar", "b": "yard", "band": "far", "passable": "no"}], "places: link 1", "passable"),
        ("links", [{"a": "bar", "b": "yard", "band": "far", "door": 1}], "places: link 1", "door"),
        (
            "links",
            [{"a": "bar", "b": "yard", "band": "far"}, {"a": "yard", "b": "bar", "band": "far"}],
            "places: link 2",
            "b",
        ),
        ("colour", "red", "places", "colour"),
    ],
)
def test_bad_places_name_what_is_wrong(key: str, value: object, where: str, named: str) -> None:
    data = tavern()
    data[key] = value
    with pytest.raises(Invalid) as caught:
        Places.from_json(data)
    assert (caught.value.where, caught.value.key) == (where, named)


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2)), max_size=10), st.integers(0, 20))
def test_reach_between_places_is_optimal(drawn: set[tuple[int, int, int]], budget: int) -> None:
    units = [0, 1, 3]
    pairs: dict[tuple[int, int], int] = {}
    for a, b, band in sorted(drawn):
        if a != b:
            pairs[min(a, b), max(a, b)] = band
    words = ["here", "near", "far"]
    data: dict[str, object] = {
        "places": list("abcdef"),
        "bands": [{"word": w, "units": u} for w, u in zip(words, units, strict=True)],
        "links": [{"a": "abcdef"[a], "b": "abcdef"[b], "band": words[band]} for (a, b), band in pairs.items()],
    }
    places = Places.from_json(data)
    best = {0: 0}
    for _ in range(6):
        for (a, b), band in pairs.items():
            for frm, to in ((a, b), (b, a)):
                if frm in best:
                    best[to] = min(best.get(to, FAR), best[frm] + units[band])
    expected = {pos: cost for pos, cost in best.items() if cost <= budget}
    assert places.reach(0, 1, budget, set()).costs == expected
    for pos in expected:
        assert places.path_cost(0, places.reach(0, 1, budget, set()).path_to(pos), 1) == expected[pos]
        assert places.distance(0, pos) == places.distance(pos, 0)


def test_a_place_without_a_name_is_called_by_its_key_without_marks() -> None:
    assert NamedPlace("near_bank").name == "near bank" and NamedPlace("near_bank").key == "near_bank"
