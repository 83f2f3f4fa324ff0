"""Cutting and renaming by declared paths: each ending does what `ids.py` says of it."""

from __future__ import annotations

from fracas.engine.ids import Recast

KNOWN = {"orc": "orc", "stalker-3": "stalker-1"}


def cut(data: dict[str, object], *paths: str) -> dict[str, object]:
    return Recast(KNOWN, ["ghost"]).of(data, paths)


def test_an_id_is_blanked_or_left_out_of_its_list_and_others_are_renamed() -> None:
    assert cut({"who": "ghost", "by": ["orc", "ghost", "stalker-3"]}, "who", "by") == {
        "who": "",
        "by": ["orc", "stalker-1"],
    }


def test_a_place_in_a_list_stays_blank_where_the_path_says_so() -> None:
    assert cut({"about": ["ghost", "orc"]}, "about=") == {"about": ["", "orc"]}


def test_an_item_goes_when_nobody_is_left_in_it_or_once_it_is_touched() -> None:
    data: dict[str, object] = {"order": [{"who": ["ghost"]}, {"who": ["ghost", "orc"]}]}
    assert cut(data, "order.*.who!") == {"order": [{"who": ["orc"]}]}
    assert cut(data, "order.*.who!!") == {"order": []}
    assert cut({"strike": ["orc", "ghost", 3]}, "strike.1!!") == {"strike": []}


def test_what_stands_beside_an_id_is_blanked_with_it() -> None:
    assert cut({"source": "ghost", "ability": "haunt"}, "source~ability") == {"source": "", "ability": ""}
    assert cut({"zones": [["fog", "ghost", "haunt"]]}, "zones.*.1~2") == {"zones": [["fog", "", ""]]}


def test_keys_are_cut_and_renamed() -> None:
    assert cut({"rolls": {"ghost": 2, "stalker-3": 1}}, "rolls.%") == {"rolls": {"stalker-1": 1}}


def test_places_that_are_left_are_counted_from_the_whole_list_also_after_a_second_path() -> None:
    cast = Recast(KNOWN, ["ghost"])
    cast.of({"order": [{"who": ["ghost"], "by": ""}, {"who": ["orc"], "by": "ghost"}]}, ["order.*.who!", "order.*.by"])
    assert cast.kept == {"order": [1]}
